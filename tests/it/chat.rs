//! Language models as slicers, against an endpoint of our own on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Output;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::support::{call, program, stderr, stdout};

/// An endpoint that answers each request with what `reply` makes of its prompt: an HTTP status and a body.
pub(crate) struct Endpoint {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Value>>>,
}

impl Endpoint {
    /// One that answers every program whole.
    pub(crate) fn parrot() -> Endpoint {
        Endpoint::start(|_, prompt| (200, completion(&program_in(prompt))))
    }

    fn start(reply: impl Fn(usize, &str) -> (u16, String) + Send + 'static) -> Endpoint {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<Value>>> = Arc::default();
        let seen = Arc::clone(&requests);
        // It ends with the process of the tests.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let request = read(&stream);
                let prompt = request["messages"][0]["content"].as_str().unwrap().to_owned();
                let n = {
                    let mut seen = seen.lock().unwrap();
                    seen.push(request);
                    seen.len()
                };
                let (status, body) = reply(n, &prompt);
                let head =
                    format!("HTTP/1.1 {status} X\r\nRetry-After: 0\r\nContent-Length: {}\r\n", body.len());
                let _ = (&stream).write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes());
            }
        });
        Endpoint { url, requests }
    }

    fn run(&self, args: &[&str], out: &Path) -> Output {
        let mut command = program();
        command.args(["run", "--slicer", "chat", "--format", "json", "--out"]).arg(out).args(args);
        command.env("BENCH_SLICERS_CHAT_URL", &self.url).env("BENCH_SLICERS_CHAT_MODEL", "parrot-1");
        command.env("BENCH_SLICERS_CHAT_KEY", "open sesame").output().unwrap()
    }
}

/// The body of a request to the one path there is, with its key as `key`.
fn read(stream: &TcpStream) -> Value {
    let mut reader = BufReader::new(stream);
    let (mut n_bytes, mut lines) = (0, Vec::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            n_bytes = length.trim().parse().unwrap();
        }
        lines.push(line);
    }
    assert!(lines[0].starts_with("POST /v1/chat/completions "), "{lines:?}");
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body).unwrap();
    let mut request: Value = serde_json::from_slice(&body).unwrap();
    let key = lines.iter().find_map(|line| line.trim().strip_prefix("Authorization: "));
    request["key"] = json!(key);
    request
}

fn completion(text: &str) -> String {
    said(json!(text), "stop")
}

fn said(content: Value, finish_reason: &str) -> String {
    let message = json!({ "role": "assistant", "content": content });
    json!({ "choices": [{ "message": message, "finish_reason": finish_reason }] }).to_string()
}

/// The program in a prompt, without the numbers in front of its lines.
fn program_in(prompt: &str) -> String {
    let after = prompt.split("not part of it:\n\n").nth(1).unwrap();
    let (program, _) = after.rsplit_once("\n\nAnswer with").unwrap();
    let width = program.lines().last().unwrap().trim_start().find(' ').unwrap() + 2;
    program.lines().map(|line| format!("{}\n", line.get(width..).unwrap_or_default())).collect()
}

fn rows(output: &Output) -> Vec<Value> {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

#[apply(test)]
#[needs(Python)]
fn what_a_model_says_around_its_program_is_cut_off_in_every_language() {
    let endpoint = Endpoint::start(|_, prompt| {
        let thought = "<think>\nPerhaps\n```\nnothing\n```\n</think>\n";
        let around = ["Sure! Here it is:\n\n```\n", "```\n\nI kept everything."];
        (200, completion(&format!("{thought}{}{}{}", around[0], program_in(prompt), around[1])))
    });
    let folder = tempfile::tempdir().unwrap();
    let filters = ["c/swap", "erlang/swap", "java/swap", "javascript/mug", "python/boat", "r/word-count"];
    let filters: Vec<&str> = filters.iter().flat_map(|filter| ["--filter", filter]).collect();
    let output = endpoint.run(&filters, folder.path());
    let rows = rows(&output);
    let languages: std::collections::BTreeSet<&str> =
        rows.iter().filter_map(|row| row["task"].as_str()?.split('/').next()).collect();
    assert!(languages.len() >= 4 && rows.len() >= 6, "{rows:?}");
    for row in rows.iter().filter(|row| row["supported"] == true) {
        assert_eq!(row["status"], "answered", "{row}");
        assert_eq!((&row["missing"], &row["invented"]), (&json!(0), &json!(0)), "{row}");
        assert_eq!(row["slice_nodes"], row["nodes"], "{row}");
    }
    let requests = endpoint.requests.lock().unwrap();
    assert!(requests.iter().all(|request| request["model"] == "parrot-1" && request["temperature"] == 0.0));
    assert!(requests.iter().all(|request| request["key"] == "Bearer open sesame"));
    let prompt = requests[0]["messages"][0]["content"].as_str().unwrap();
    assert!(prompt.contains("Criterion: variable `") && !prompt.contains("{line}"), "{prompt}");
}

#[apply(test)]
#[needs(Python)]
fn an_endpoint_that_is_busy_is_asked_again_and_one_that_refuses_is_data() {
    let folder = tempfile::tempdir().unwrap();
    let task = ["--filter", "c/swap/s22First"];
    let busy = Endpoint::start(|n, prompt| match n {
        1 => (429, "slow down".to_owned()),
        2 => (503, "busy".to_owned()),
        _ => (200, completion(&program_in(prompt))),
    });
    assert_eq!(rows(&busy.run(&task, folder.path()))[0]["status"], "answered");
    for (status, body, reason) in [
        (401, "who are you".to_owned(), "HTTP 401"),
        (200, "{\"choices\": []}".to_owned(), "no chat completion"),
        (200, "<html>".to_owned(), "no chat completion"),
        (200, said(Value::Null, "stop"), "no chat completion"),
        (200, said(json!("```\nint main(void) {"), "length"), "answer cut off at the limit of the model"),
    ] {
        let endpoint = Endpoint::start(move |_, _| (status, body.clone()));
        let output = endpoint.run(&task, folder.path());
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert_eq!(rows(&output)[0]["reason"], reason);
    }
    // What OpenAI and llama.cpp say of programs that are too long.
    for body in [
        r#"{"error": {"message": "This model's maximum context length is 4097 tokens.", "code": "context_length_exceeded"}}"#,
        r#"{"error":{"code":400,"message":"request (9000 tokens) exceeds the available context size (8192 tokens)","type":"exceed_context_size_error"}}"#,
    ] {
        let endpoint = Endpoint::start(move |_, _| (400, body.to_owned()));
        let row = &rows(&endpoint.run(&task, folder.path()))[0];
        assert_eq!(row["status"], "unsupported", "{row}");
        assert_eq!(row["reason"], "longer than the context of the model");
    }
    let refused = Endpoint::start(|_, _| (200, completion("I cannot help with that.")));
    let row = &rows(&refused.run(&task, folder.path()))[0];
    assert!(row["verdict"] != "exact" && row["recall"] != 1.0, "{row}");
}

#[apply(test)]
#[needs(Python)]
fn answers_of_a_model_that_changes_its_mind_are_named() {
    let endpoint = Endpoint::start(|n, prompt| {
        let program = program_in(prompt);
        let kept: Vec<&str> = program.lines().filter(|line| n == 1 || !line.contains("printf")).collect();
        (200, completion(&kept.join("\n")))
    });
    let folder = tempfile::tempdir().unwrap();
    let output = endpoint.run(&["--filter", "c/swap/s22First", "--repeat", "2"], folder.path());
    assert!(
        stderr(&output).contains("nondeterministic") || stderr(&output).contains("answers"),
        "{}",
        stderr(&output)
    );
}

#[apply(test)]
#[needs(Python)]
fn without_an_endpoint_nothing_is_run_and_the_remedy_is_said() {
    let output = call(&["run", "--slicer", "chat", "--filter", "c/swap"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("hint: set BENCH_SLICERS_CHAT_URL"), "{}", stderr(&output));
}
