//! Certifying by a job array: `minimize` over many tasks, `check certificates` and `sweep` in shares, killed and gone on with, are what
//! the undivided command is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE, EXIT_NEGATIVE};
use bench_slicers::suite::{Partition, Suite};
use serde_json::Value;

use crate::harness::amount;
use crate::support::{call, program, stderr, stdout};

const GOOD: [&str; 4] = ["one", "two", "three", "four"];
/// Its criterion is never reached.
const BAD: &str = "unreached";

/// A suite without gold slices: four programs that can be minimised, and one that cannot.
struct Shared {
    folder: tempfile::TempDir,
}

impl Shared {
    fn new() -> Shared {
        let shared = Shared { folder: tempfile::tempdir().unwrap() };
        for (idx, name) in GOOD.iter().enumerate() {
            shared.add(name, &text(idx), 6);
        }
        shared.add(BAD, "n = 1\nif n > 2:\n    kept = n\n    print(kept)\n", 4);
        shared
    }

    fn add(&self, name: &str, program: &str, line: usize) {
        let manifest = format!(
            "format = 1\ntitle = \"{name}\"\nlabels = []\nsource = \"test\"\nrevision = 1\nprogram = \"program.py\"\n\n\
             [[input]]\nstdin = \"12\"\n\n[[criterion]]\nid = \"s{line}Kept\"\nline = {line}\nvariable = \"kept\"\n"
        );
        let folder = self.path("suite").join("python").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("benchmark.toml"), manifest).unwrap();
        fs::write(folder.join("program.py"), program).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, words: &[&str], out: &str) -> Command {
        let mut command = program();
        command.args(words).arg("--suite").arg(self.path("suite")).arg("--out").arg(self.path(out));
        command
    }

    fn call(&self, words: &[&str], out: &str, more: &[&str]) -> Output {
        self.command(&[words, more].concat(), out).output().unwrap()
    }

    /// Puts what commands left in these folders together.
    fn merge(&self, outs: &[&str], inside: &str, more: &[&str]) -> Output {
        let shares: Vec<String> =
            outs.iter().map(|out| self.path(out).join(inside).display().to_string()).collect();
        let shares: Vec<&str> = shares.iter().map(String::as_str).collect();
        self.call(&[&["merge"], &shares[..], more].concat(), "merged", &[])
    }

    /// Text of every gold slice and certificate, by path in the suite.
    fn golds(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for name in GOOD.into_iter().chain([BAD]) {
            let gold = self.path("suite").join("python").join(name).join("gold");
            for entry in fs::read_dir(gold).into_iter().flatten() {
                let path = entry.unwrap().path();
                let file = path.file_name().unwrap().to_string_lossy().into_owned();
                // A process that was killed leaves its drafts, which are hidden.
                if !file.starts_with('.') {
                    found.insert(format!("{name}/{file}"), fs::read_to_string(path).unwrap());
                }
            }
        }
        found
    }

    fn without_golds(&self) {
        GOOD.iter().for_each(|name| {
            let _ = fs::remove_dir_all(self.path("suite").join("python").join(name).join("gold"));
        });
    }
}

fn text(idx: usize) -> String {
    format!(
        "import sys\nn = len(sys.stdin.read()) + {idx}\nkept = n + 3\nlost = n * 5\nprint(lost)\nprint(kept)\n"
    )
}

const MINIMIZE: [&str; 8] =
    ["minimize", "--filter", "python", "--max-nodes", "1", "--fresh", "20", "--write-gold"];

/// Rows of a table, times left out.
fn rows(output: &Output) -> Vec<Value> {
    let mut rows: Vec<Value> = serde_json::from_str(&stdout(output)).expect("an array of rows");
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        row.retain(|key, _| key != "time_s" && !key.ends_with("_s") && !key.starts_with("slowdown"));
    }
    rows
}

fn check_exit(output: &Output, expected: u8) {
    assert_eq!(output.status.code(), Some(i32::from(expected)), "{}\n{}", stdout(output), stderr(output));
}

/// What a command says, white space apart.
fn said(output: &Output) -> String {
    stderr(output).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[apply(test)]
fn shares_are_disjoint_complete_and_of_ids_alone() {
    let shared = Shared::new();
    let all = Suite::load_unfinished(&[shared.path("suite")]).unwrap();
    for n in [1, 2, 3, 7, 100] {
        let parts: Vec<Partition> = (1..=n).map(|k| Partition::parse(&format!("{k}/{n}")).unwrap()).collect();
        for task in all.tasks() {
            assert_eq!(parts.iter().filter(|part| part.has(&task)).count(), 1);
            assert_eq!(parts.iter().filter(|part| part.has_program(task.benchmark)).count(), 1);
        }
    }
}

/// Of tasks that can be minimised and one that cannot: the divided command writes and says what the undivided one does.
#[apply(test)]
#[needs(Python)]
fn a_divided_search_over_many_tasks_merges_to_the_whole_and_is_not_done_twice() {
    let shared = Shared::new();
    let json = ["--format", "json"];
    let whole = shared.call(&MINIMIZE, "whole", &json);
    check_exit(&whole, EXIT_NEGATIVE);
    let golds = shared.golds();
    assert_eq!(golds.len(), 2 * GOOD.len(), "{:?}", golds.keys());
    assert!(!golds["one/s6Kept.py"].contains("lost"), "{}", golds["one/s6Kept.py"]);
    let expected = rows(&whole);
    let results: Vec<&str> = expected.iter().map(|row| row["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["gold written", "gold written", "gold written", "gold written", "failed"]);
    assert!(expected[4]["reason"].as_str().unwrap().contains("reaches the criterion"), "{}", expected[4]);
    assert_eq!(said(&whole).matches("/5 python/").count(), 5, "a line for each task: {}", said(&whole));

    shared.without_golds();
    let outs = ["share1", "share2", "share3"];
    for (idx, out) in outs.iter().enumerate() {
        let share = format!("{}/3", idx + 1);
        let output = shared.call(&MINIMIZE, out, &["--partition", &share]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    }
    assert_eq!(shared.golds(), golds);
    let merged = shared.merge(&outs, "minimize", &json);
    check_exit(&merged, EXIT_NEGATIVE);
    assert_eq!(rows(&merged), expected);
    let missing = shared.merge(&outs[..2], "minimize", &json);
    check_exit(&missing, EXIT_COULD_NOT);
    assert!(said(&missing).contains("missing share: 3/3"), "{}", said(&missing));

    // What is done and unchanged is skipped, what failed is tried again; a changed program is done again, and so is one without its gold slice.
    fs::write(shared.path("suite/python/two/program.py"), text(7)).unwrap();
    fs::remove_dir_all(shared.path("suite/python/three/gold")).unwrap();
    let again = shared.call(&MINIMIZE, "whole", &json);
    check_exit(&again, EXIT_NEGATIVE);
    let said_again = said(&again);
    assert!(said_again.contains("2 of 5 tasks are done and unchanged, and are skipped"), "{said_again}");
    for (name, is_done) in [("one", false), ("two", true), ("three", true), ("four", false), (BAD, true)] {
        assert_eq!(said_again.contains(&format!("/5 python/{name}/")), is_done, "{name}: {said_again}");
    }
    assert_ne!(shared.golds()["two/s6Kept.py"], golds["two/s6Kept.py"]);
    assert_eq!(shared.golds()["three/s6Kept.py"], golds["three/s6Kept.py"]);

    let other = shared.call(&MINIMIZE, "whole", &["--seed", "2"]);
    check_exit(&other, EXIT_COULD_NOT);
    assert!(said(&other).contains("begun with another `--seed`"), "{}", said(&other));
    let mixed = shared.merge(&["share1", "whole"], "minimize", &[]);
    check_exit(&mixed, EXIT_COULD_NOT);
    assert!(said(&mixed).contains("this run is whole"), "{}", said(&mixed));
}

/// Moments at which a search is killed.
fn n_kills() -> u64 {
    amount(4, 6, 30)
}

#[apply(test)]
#[needs(Python)]
fn a_search_over_many_tasks_killed_at_any_moment_goes_on_to_the_same_golds() {
    let shared = Shared::new();
    fs::remove_dir_all(shared.path("suite/python").join(BAD)).unwrap();
    let began = Instant::now();
    let whole = shared.call(&MINIMIZE, "whole", &["--format", "json"]);
    let lasts = began.elapsed();
    check_exit(&whole, EXIT_DONE);
    let golds = shared.golds();
    for kill in 0..n_kills() {
        shared.without_golds();
        let out = format!("killed{kill}");
        let mut command = shared.command(&MINIMIZE, &out);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Spread over the whole run without a pattern: multiples of the golden ratio.
        let share = (kill as f64 * 0.618_033_988_75).fract();
        std::thread::sleep(lasts.mul_f64(share));
        child.kill().unwrap();
        child.wait().unwrap();
        for (path, text) in shared.golds() {
            assert!(golds.get(&path) == Some(&text), "{path} is not whole, killed after {share}: {text}");
        }
        let output = shared.call(&MINIMIZE, &out, &["--format", "json"]);
        check_exit(&output, EXIT_DONE);
        assert_eq!(shared.golds(), golds, "killed after {share}");
        let nodes =
            |output: &Output| -> Vec<Value> { rows(output).iter().map(|row| row["slice"].clone()).collect() };
        assert_eq!(nodes(&output), nodes(&whole));
    }
}

/// A signal ends the command between two tasks, with what was done so far.
#[apply(test)]
#[needs(Python)]
fn an_interrupted_search_over_many_tasks_says_how_it_goes_on() {
    let shared = Shared::new();
    let mut command = shared.command(&MINIMIZE, "out");
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = shared.path("out/minimize/work.jsonl");
    let patience = Instant::now() + Duration::from_secs(300);
    while fs::read_to_string(&lines).map_or(true, |text| text.is_empty()) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    check_exit(&output, EXIT_COULD_NOT);
    assert!(said(&output).contains("of 5 tasks are done") && said(&output).contains("repeat the command"));
    check_exit(&shared.call(&MINIMIZE, "out", &[]), EXIT_NEGATIVE);
    assert_eq!(shared.golds().len(), 2 * GOOD.len());
}

#[apply(test)]
#[needs(Python)]
fn a_divided_check_of_certificates_merges_to_the_whole() {
    let shared = Shared::new();
    fs::remove_dir_all(shared.path("suite/python").join(BAD)).unwrap();
    let written = shared.call(&MINIMIZE, "golds", &[]);
    check_exit(&written, EXIT_DONE);
    let check = ["check", "certificates"];
    let divided = |words: &[&str], outs: [&str; 2]| {
        for (out, share) in outs.iter().zip(["1/2", "2/2"]) {
            let output = shared.call(words, out, &["--partition", share]);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
        }
        shared.merge(&outs, "certificates", &[])
    };
    let whole = call(&[&check[..], &["--suite", shared.path("suite").to_str().unwrap()]].concat());
    check_exit(&whole, EXIT_DONE);
    assert!(stdout(&whole).starts_with("4 certificates with "), "{}", stdout(&whole));
    let merged = divided(&check, ["a1", "a2"]);
    check_exit(&merged, EXIT_DONE);
    assert_eq!(stdout(&merged), stdout(&whole));

    // One that does not hold: the same finding, and the same exit code. What holds is not replayed again.
    let path = shared.path("suite/python/two/gold/s6Kept.cert.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"position\":0", "\"position\":1", 1)).unwrap();
    assert_ne!(fs::read_to_string(&path).unwrap(), text);
    let whole = shared.call(&check, "b", &[]);
    check_exit(&whole, EXIT_NEGATIVE);
    let merged = divided(&check, ["a1", "a2"]);
    check_exit(&merged, EXIT_NEGATIVE);
    assert_eq!(stdout(&merged), stdout(&whole));
    let again = shared.call(&check, "b", &[]);
    assert!(said(&again).contains("3 of 4 tasks are done and unchanged"), "{}", said(&again));
    assert_eq!(stdout(&again), stdout(&whole));

    // Shares write what the undivided command writes.
    let write = ["check", "certificates", "--write"];
    let whole = shared.call(&write, "c", &[]);
    check_exit(&whole, EXIT_DONE);
    let golds = shared.golds();
    for name in GOOD {
        fs::remove_file(shared.path("suite/python").join(name).join("gold/s6Kept.cert.json")).unwrap();
    }
    let merged = divided(&write, ["d1", "d2"]);
    check_exit(&merged, EXIT_DONE);
    assert_eq!(stdout(&merged), stdout(&whole));
    assert_eq!(shared.golds(), golds);
    let skipped = shared.call(&write, "d1", &["--partition", "1/2"]);
    assert!(said(&skipped).contains("are done and unchanged"), "{}", said(&skipped));
    let kinds = shared.merge(&["d1", "golds"], "certificates", &[]);
    check_exit(&kinds, EXIT_COULD_NOT);
    let nowhere = call(&["check", "certificates", "--restart"]);
    check_exit(&nowhere, EXIT_COULD_NOT);
    assert!(said(&nowhere).contains("add `--out DIR`"), "{}", said(&nowhere));
}

#[apply(test)]
fn a_divided_sweep_merges_to_the_whole() {
    let out = tempfile::tempdir().unwrap();
    let sweep = |name: &str, more: &[&str]| {
        let out = out.path().join(name);
        let fixed = ["sweep", "--slicer", "criterion-only", "--slicer", "identity", "--max-runs", "2"];
        let programs = ["erlang/mug", "erlang/boat", "erlang/word-count"].map(|id| ["--filter", id]);
        let chosen = ["--format", "json", "--out", out.to_str().unwrap()];
        call(&[&fixed[..], programs.as_flattened(), &chosen, more].concat())
    };
    let whole = sweep("whole", &[]);
    check_exit(&whole, EXIT_DONE);
    let mut shares = Vec::new();
    for k in 1..=3 {
        let name = format!("share{k}");
        check_exit(&sweep(&name, &["--partition", &format!("{k}/3")]), EXIT_DONE);
        shares.push(out.path().join(name).join("sweep/criterion-only,identity").display().to_string());
    }
    let merge = |shares: &[String], more: &[&str]| {
        let to = out.path().join("merged").display().to_string();
        let shares: Vec<&str> = shares.iter().map(String::as_str).collect();
        call(&[&["merge", "--format", "json", "--out", &to], &shares[..], more].concat())
    };
    let merged = merge(&shares, &[]);
    check_exit(&merged, EXIT_DONE);
    assert_eq!(rows(&merged).len(), 4, "three programs, and all");
    assert_eq!(rows(&merged), rows(&whole));
    // What was merged is a whole sweep, in the place where the undivided one is.
    let stored = |name: &str| {
        let path = out.path().join(name).join("sweep/criterion-only,identity/sweep.json");
        let header: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        (header["complete"].clone(), header["suite"].clone())
    };
    assert_eq!(stored("merged"), stored("whole"));
    assert_eq!(stored("whole").0, true);

    check_exit(&merge(&shares[1..], &[]), EXIT_COULD_NOT);
    check_exit(&merge(&shares[1..], &["--partial"]), EXIT_DONE);
    let twice = merge(&[&shares[..], &shares[..1]].concat(), &[]);
    check_exit(&twice, EXIT_COULD_NOT);
    assert!(said(&twice).contains("share 1 is also in"), "{}", said(&twice));
    let other = merge(&[&shares[..1], &[Path::new("docs").display().to_string()]].concat(), &[]);
    check_exit(&other, EXIT_COULD_NOT);
    assert!(said(&other).contains("of another command"), "{}", said(&other));
}
