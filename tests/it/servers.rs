//! Slicers that are servers: started once, asked often, replaced when they fail, gone with the run.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use bench_slicers::adapter::Adapter;
use bench_slicers::results::{Answer, Record, Results, Status};
use bench_slicers::run::RunOptions;
use bench_slicers::suite::Task;

use crate::adapters::check_refused;
use crate::run::{adapter, options, outcome, run, suite};
use crate::support::{hear_interrupts, program, root, stderr};

const SOURCE: &str = "[answer]\nfrom = \"stdout\"\nis = \"source\"\n";

fn fixture(name: &str) -> String {
    root("tests/fixtures/servers").join(name).display().to_string()
}

/// The server of `lines.sh`, which logs when it starts and when it is told to end.
fn lines(folder: &Path, more: &str) -> Adapter {
    let log = folder.join("log").display().to_string();
    let script = fixture("lines.sh");
    adapter(
        folder,
        &format!(
            "{more}[limits]\ntimeout-s = 1\noutput-mb = 1\n[server]\ncommand = [\"sh\", \"{script}\", \"{log}\"]\n\
             ready = '(?m)^ready to slice$'\nrequest = [\"slice {{file}} {{variable}}\"]\nend = '^END$'\n{SOURCE}"
        ),
    )
}

fn logged(folder: &Path, word: &str) -> usize {
    let text = fs::read_to_string(folder.join("log")).unwrap_or_default();
    text.lines().filter(|line| line.starts_with(word)).count()
}

fn raw(results: &Results, task: &str, name: &str) -> String {
    fs::read_to_string(results.dir.join("raw/python/letters").join(task).join(name)).unwrap()
}

fn outcomes(results: &Results) -> Vec<(&str, Status, Option<&str>)> {
    results.records.iter().map(outcome).collect()
}

#[apply(test)]
fn what_a_server_does_wrong_costs_the_task_that_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 8);
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let options = RunOptions { jobs: 1, ..options(folder.path()) };
    let results = run(&tasks, &lines(folder.path(), ""), &options);
    assert_eq!(
        outcomes(&results),
        [
            ("s1A", Status::Answered, None),
            ("s2B", Status::Exited, Some("exit 3")),
            ("s3C", Status::Crashed, Some("SIGSEGV")),
            ("s4D", Status::TimedOut, Some("1 s")),
            ("s5E", Status::Unreadable, Some("output over 1 MiB")),
            ("s6F", Status::NoOutput, Some("empty answer")),
            ("s7G", Status::Answered, None),
            ("s8H", Status::Answered, None),
        ]
    );
    for (record, letter) in results.records.iter().zip("abcdefgh".chars()) {
        let task = outcome(record).0;
        assert_eq!(raw(&results, task, "stderr.txt"), format!("asked for {letter}\n"));
    }
    assert_eq!(
        raw(&results, "s1A", "stdout.txt"),
        "a = 1\nb = 1\nc = 1\nd = 1\ne = 1\nf = 1\ng = 1\nh = 1\n"
    );
    // The first, and one in the place of each that ended; the last is told to end by the end of its input.
    let was_started: Vec<bool> = results.records.iter().map(|record| record.setup_s.is_some()).collect();
    assert_eq!(was_started, [true, false, true, true, true, true, false, true]);
    assert_eq!((logged(folder.path(), "start"), logged(folder.path(), "stop")), (6, 1));
}

#[apply(test)]
fn each_job_has_a_server_unless_the_slicer_must_be_alone() {
    for (more, n_most) in [("", 2), ("parallel-safe = false\n", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let suite = suite(&folder.path().join("suite"), "python", "py", 24);
        // The others are those that it fails on.
        let tasks: Vec<Task<'_>> = suite.tasks().skip(8).collect();
        let options = RunOptions { jobs: 2, ..options(folder.path()) };
        let results = run(&tasks, &lines(folder.path(), more), &options);
        assert!(results.records.iter().all(|record| record.status == Status::Answered));
        let n_started = logged(folder.path(), "start");
        assert!((1..=n_most).contains(&n_started), "{n_started} servers");
        assert_eq!(logged(folder.path(), "stop"), n_started);
    }
}

#[apply(test)]
fn a_prompt_tells_where_a_reply_ends() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let script = fixture("prompt.sh");
    let text = format!(
        "[server]\ncommand = [\"sh\", \"{script}\"]\nprompt = \"slicer> \"\nhello = [\"mode quiet\"]\n\
         request = [\"load {{file}}\", \"slice {{line}}\"]\n{SOURCE}"
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    for record in &results.records {
        assert_eq!(source(record), "a = 1\nb = 1\nc = 1\n");
    }
}

#[apply(test)]
#[needs(Python)]
fn a_server_of_an_editor_is_asked_in_its_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 4);
    let adapter = Adapter::load(&root("tests/fixtures/slicers/protocol.toml")).unwrap();
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let options = RunOptions { jobs: 1, ..options(folder.path()) };
    let results = run(&tasks, &adapter, &options);
    assert_eq!(
        outcomes(&results),
        [
            ("s1A", Status::Answered, None),
            ("s2B", Status::Unsupported, Some("no slice of b")),
            ("s3C", Status::Unreadable, Some("a message without `Content-Length`")),
            ("s4D", Status::Answered, None),
        ]
    );
    assert!(results.records[1].is_supported(), "it was asked");
    let line = |record: &Record| match &record.answer {
        Some(Answer::Lines { files }) => files.values().flatten().copied().collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!((line(&results.records[0]), line(&results.records[3])), (vec![1], vec![4]));
    // What was opened is closed behind the reply.
    assert!(raw(&results, "s1A", "stdout.txt").contains("\"open\": 1"));
}

/// The adapter of `socket_server.py`; `hidden` are paths that it is asked to look for.
fn socket(over: &str, network: &str, hidden: &str) -> String {
    let place = over.replace("socket", "{socket}").replace("port", "{port}");
    format!(
        "network = \"{network}\"\n[server]\ncommand = [\"python3\", \"{{adapterdir}}/socket_server.py\", \"{place}\"]\n\
         over = \"{over}\"\nframing = \"close\"\nready = 'listening'\n\
         request = [\"{{file}} {{variable}} {{output}} {hidden}\\n\"]\n[answer]\nfrom = \"file\"\nis = \"source\"\n"
    )
}

#[apply(test)]
#[needs(Python)]
fn a_server_is_asked_over_a_socket_or_a_port() {
    for (over, network) in [("socket", "loopback"), ("port", "full")] {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(fixture("socket_server.py"), folder.path().join("socket_server.py")).unwrap();
        let suite = suite(&folder.path().join("suite"), "python", "py", 3);
        let tasks: Vec<Task<'_>> = suite.tasks().collect();
        let options = RunOptions { jobs: 1, ..options(folder.path()) };
        let results = run(&tasks, &adapter(folder.path(), &socket(over, network, "")), &options);
        let failed = ("s2B", Status::Exited, Some("exit 4"));
        let answered = |task| (task, Status::Answered, None);
        assert_eq!(outcomes(&results), [answered("s1A"), failed, answered("s3C")], "{over}");
        assert!(raw(&results, "s3C", "stdout.txt").starts_with("wrote "));
    }
}

#[apply(test)]
fn a_request_may_be_for_all_criteria_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let script = "while read -r file all; do for each in $all; do echo \"= $each\"; sed -n \"$each\"p $file; done; echo END; done";
    let text = format!(
        "[batch]\ncriterion = [\"{{line}}\"]\n[server]\ncommand = [\"sh\", \"-c\", '{script}']\n\
         request = [\"{{file}} {{criteria}}\"]\nend = '^END$'\n{SOURCE}begin = \"= {{line}}\"\n"
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    let texts: Vec<String> = results.records.iter().map(source).collect();
    assert_eq!(texts, ["a = 1\n", "b = 1\n", "c = 1\n"]);
    assert!(results.records.iter().all(|record| record.shared_by == Some(3)));
}

fn source(record: &Record) -> String {
    match &record.answer {
        Some(Answer::Source { files }) => files[0].text.clone(),
        other => panic!("{other:?} of {record:?}"),
    }
}

#[apply(test)]
fn a_server_that_does_not_get_ready_is_not_started_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 6);
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let options = RunOptions { jobs: 1, ..options(folder.path()) };
    let check = |script: &str, status: Status, reason: &str| {
        let log = folder.path().join("log");
        let _ = fs::remove_file(&log);
        let text = format!(
            "[server]\ncommand = [\"sh\", \"-c\", \"echo start >> {}; echo warming up; {script}\"]\nstart-s = 0.3\n\
             ready = 'ready'\nrequest = [\"slice\"]\nend = 'END'\n{SOURCE}",
            log.display()
        );
        let results = run(&tasks, &adapter(folder.path(), &text), &options);
        for record in &results.records {
            assert_eq!((record.status, record.reason.as_deref()), (status, Some(reason)));
        }
        assert_eq!(raw(&results, "s6F", "server-stdout.txt"), "warming up\n");
        assert_eq!(logged(folder.path(), "start"), 3);
    };
    check("sleep 60", Status::TimedOut, "server not ready: 0.3 s");
    check("exit 7", Status::Exited, "server not ready: exit 7");
}

#[apply(test)]
fn a_server_that_does_not_understand_the_greeting_is_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 1);
    let text = format!(
        "[server]\ncommand = [\"sh\", \"-c\", '''read line; printf \"what?\\r\\n\\r\\n\"; sleep 60''']\n\
         framing = \"content-length\"\nhello = ['{{{{\"id\":0,\"method\":\"hello\"}}}}']\n\
         request = ['{{{{\"id\":1,\"method\":\"slice\"}}}}']\n{SOURCE}"
    );
    let tasks: Vec<Task<'_>> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    let why = "server not ready: a message without `Content-Length`";
    assert_eq!(outcomes(&results), [("s1A", Status::NotStarted, Some(why))]);
}

#[apply(test)]
#[needs(Python)]
fn a_server_lives_inside_walls_and_reads_what_it_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(fixture("socket_server.py"), folder.path().join("socket_server.py")).unwrap();
    suite(&folder.path().join("suite"), "python", "py", 3);
    let secret = folder.path().join("suite/python/letters/gold/s1A.py");
    adapter(folder.path(), &socket("socket", "loopback", &secret.display().to_string()));
    for lacks in ["", "namespaces", "namespaces,landlock,seccomp"] {
        let mut run = program();
        run.args(["run", "--jobs", "1", "--format", "csv", "--slicer"]).arg(folder.path().join("fake.toml"));
        run.arg("--suite").arg(folder.path().join("suite")).arg("--out").arg(folder.path().join("out"));
        run.env("BENCH_SLICERS_SANDBOX_LACKS", lacks);
        let output = run.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{lacks}: {}", stderr(&output));
        let runs = fs::read_dir(folder.path().join("out/fake")).unwrap().flatten();
        let (results, _) =
            Results::read(&runs.map(|run| run.path()).filter(|path| path.is_dir()).max().unwrap()).unwrap();
        let statuses: Vec<Status> = results.records.iter().map(|record| record.status).collect();
        assert_eq!(statuses, [Status::Answered, Status::Exited, Status::Answered], "{lacks}");
        let said = raw(&results, "s1A", "stdout.txt");
        let is_open = results.header.sandbox.files == "open";
        assert_eq!(said.contains("seen []"), !is_open, "{lacks}: {said}");
        fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
}

#[apply(test)]
fn a_server_ends_with_a_run_that_is_interrupted_or_killed() {
    let folder = tempfile::tempdir().unwrap();
    suite(&folder.path().join("suite"), "python", "py", 1);
    let text = format!(
        "[server]\ncommand = [\"sh\", \"-c\", \"echo ready; read line; sleep 3219 & exec sleep 3219\"]\n\
         request = [\"slice\"]\nend = 'END'\n{SOURCE}"
    );
    adapter(folder.path(), &text);
    let n_running = || {
        let all = fs::read_dir("/proc").unwrap().flatten();
        all.filter(|entry| {
            fs::read(entry.path().join("cmdline")).is_ok_and(|line| line == b"sleep\x003219\0")
        })
        .count()
    };
    let wait_for = |n_expected: usize| {
        let start = Instant::now();
        while n_running() != n_expected {
            assert!(start.elapsed() < Duration::from_secs(20), "{} of {n_expected} run", n_running());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    for (sandbox, signal) in [
        ("auto", rustix::process::Signal::INT),
        ("off", rustix::process::Signal::TERM),
        ("auto", rustix::process::Signal::KILL),
    ] {
        let mut run = program();
        run.args(["run", "--sandbox", sandbox, "--slicer"]).arg(folder.path().join("fake.toml"));
        run.arg("--suite").arg(folder.path().join("suite")).arg("--out").arg(folder.path().join("out"));
        hear_interrupts(&mut run);
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for(2);
        rustix::process::kill_process(rustix::process::Pid::from_child(&run), signal).unwrap();
        assert_eq!(run.wait().unwrap().signal(), Some(signal.as_raw()), "{sandbox}");
        wait_for(0);
    }
}

#[apply(test)]
fn mistakes_about_a_server_have_a_remedy() {
    let head = "format = 1\nname = \"tool\"\nlanguages = [\"c\"]\n";
    let check = |server: &str, expected: &[&str]| {
        check_refused(&format!("{head}[server]\ncommand = [\"tool\"]\n{server}{SOURCE}"), expected);
    };
    let request = "request = [\"slice {file} {line} {variable}\"]\n";
    check("", &["missing field `request`"]);
    check(
        &format!("{request}end = 'END'\nredy = 'x'\n"),
        &["tool.toml:8:1: unknown field `redy`", "did you mean `ready`?"],
    );
    check(
        request,
        &["tool.toml:6:11: nothing tells where a reply ends", "add `end`, a pattern of the line behind it"],
    );
    check("request = []\nend = 'END'\n", &["tool.toml:6:11: no request"]);
    check(&format!("{request}end = 'END'\nprompt = '>'\n"), &["two ends of a reply"]);
    check(&format!("{request}end = '('\n"), &["tool.toml:7:7: bad pattern"]);
    check(
        &format!("{request}framing = \"content-length\"\nend = 'END'\n"),
        &["an end that is not looked for"],
    );
    check(&format!("{request}framing = \"close\"\n"), &["a server that closes its output has ended"]);
    check(
        &format!("{request}over = \"socket\"\nend = 'END'\n"),
        &[
            "nothing tells the server its socket\nhint: use `{socket}` in its command",
            "a socket without a network\nhint: write `network = \"loopback\"`",
        ],
    );
    check(&format!("{request}over = \"port\"\nend = 'END'\n"), &["a port inside walls cannot be reached"]);
    check(&format!("{request}end = 'END'\nstart-s = 0\n"), &["the time limit is not above 0"]);
    check("request = [\"{gold\"]\nend = 'END'\n", &["brace without its partner"]);
    check(&format!("{request}end = 'END'\n[[step]]\ncommand = [\"x\"]\n"), &["steps beside a server"]);
    let with_file =
        format!("{head}[server]\ncommand = [\"tool\", \"{{file}}\"]\n{request}end = 'END'\n{SOURCE}");
    check_refused(&with_file, &["placeholder `{file}` has no value here", "`{socket}`"]);
}
