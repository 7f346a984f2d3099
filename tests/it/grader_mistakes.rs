//! Mistakes that well-known graders make, through the whole path from `run` to its rows.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bench_slicers::grade::{AnswerVerdict, grade};
use bench_slicers::results::{self, Answer, Reading, Record, Status};
use bench_slicers::suite::Suite;
use serde_json::Value;

use crate::support::{call, call_in, program, stderr, stdout, survivors};

const SUITE: &str = "tests/fixtures/suite";

/// Time limit of the slicers here, seconds.
const LIMIT_S: f64 = 2.0;

/// Variable by which a test finds what its slicer started.
const MARK: &str = "GRADER_MISTAKES_TEST";

/// A slicer that is a shell script: `$1` is the program file, `$2` the folder of the gold slice, `$3` the
/// file and `$4` the folder for answers. Braces of the script are doubled.
fn slicer(folder: &Path, name: &str, script: &str, from: &str) -> PathBuf {
    let path = folder.join(format!("{name}.toml"));
    let text = format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"erlang\", \"python\"]\n\
         [limits]\ntimeout-s = {LIMIT_S:?}\noutput-mb = 1\nmemory-mb = 256\n\
         [[step]]\ncommand = [\"sh\", \"-c\", '''{script}''', \"sh\", \"{{file}}\", \"{{gold}}\", \"{{output}}\", \"{{outdir}}\"]\n\
         [answer]\nfrom = \"{from}\"\nis = \"source\"\n"
    );
    fs::write(&path, text).unwrap();
    path
}

/// Runs an adapter; its rows, and that nothing it started is left when the command returns.
fn run(folder: &Path, adapter: &Path, more: &[&str]) -> Vec<Value> {
    let mark = format!("{}-{}", std::process::id(), adapter.display());
    let mut command = program();
    command.args(["run", "--format", "json", "--suite", SUITE, "--slicer"]).arg(adapter);
    command.arg("--out").arg(folder.join("reports")).args(more).env(MARK, &mark);
    let output = command.output().unwrap();
    assert_eq!(survivors(MARK, &mark), Vec::<String>::new(), "left by {}", adapter.display());
    let rows = rows(&stdout(&output));
    // Without any answer nothing was measured.
    let is_measured = rows.iter().any(|row| row["status"] == "answered");
    assert_eq!(output.status.code(), Some(if is_measured { 0 } else { 3 }), "{}", stderr(&output));
    rows
}

fn rows(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap()
}

/// Name of a slicer, its script, where its answer is; and status, reason and verdict that it must get.
type Case<'c> = (&'c str, &'c str, &'c str, (&'c str, Option<&'c str>, &'c str));

/// Gives each of these slicers one task.
fn check(cases: &[Case<'_>]) {
    let folder = tempfile::tempdir().unwrap();
    let one = |(name, script, from, expected): &Case<'_>| {
        let adapter = slicer(folder.path(), name, script, from);
        let rows = run(folder.path(), &adapter, &["--filter", "s5Greeting"]);
        assert_eq!(rows.len(), 1, "{name}");
        let row = &rows[0];
        let found =
            (row["status"].as_str().unwrap(), row["reason"].as_str(), row["verdict"].as_str().unwrap());
        assert_eq!(found, *expected, "{name}");
        assert!(row["wall_s"].as_f64().unwrap() < LIMIT_S + 1.0, "{name} {row}");
        if found.2 == "no-answer" {
            assert!(row["recall"].is_null() && row["precision"].is_null() && row["f1"].is_null(), "{name}");
            assert!(row["kept"].is_null() && row["missing"].is_null(), "{name}");
        }
    };
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| one(case));
        }
    });
}

#[apply(test)]
fn an_answer_followed_by_a_failure_earns_nothing() {
    let gold = "cat \"$2\"/program.py";
    check(&[
        ("crash", &format!("{gold}; kill -SEGV $$"), "stdout", ("crashed", Some("SIGSEGV"), "no-answer")),
        ("exit", &format!("{gold}; exit 3"), "stdout", ("exited", Some("exit 3"), "no-answer")),
        ("flood", &format!("{gold}; yes"), "stdout", ("unreadable", Some("output over 1 MiB"), "no-answer")),
        ("silence", ":", "stdout", ("no-output", Some("empty answer"), "no-answer")),
        ("binary", "printf 'x\\377'", "stdout", ("unreadable", Some("not UTF-8"), "no-answer")),
        (
            "memory",
            &format!("{gold}; dd if=/dev/zero of=/dev/null bs=900M count=1"),
            "stdout",
            ("out-of-memory", Some("memory over 256 MiB"), "no-answer"),
        ),
    ]);
}

#[apply(test)]
fn a_timed_out_task_has_one_verdict_and_what_comes_late_is_ignored() {
    let timed_out = ("timed-out", Some("2 s"), "no-answer");
    check(&[
        ("hang", "cat \"$2\"/program.py; sleep 60", "stdout", timed_out),
        ("late", "trap 'cat \"$2\"/program.py; exit 0' TERM; sleep 60 & wait", "stdout", timed_out),
        ("late-file", "trap 'cp \"$2\"/program.py \"$3\"; exit 0' TERM; sleep 60 & wait", "file", timed_out),
        ("stubborn", "trap '' TERM; while :; do sleep 1; done", "stdout", timed_out),
        ("forks", "while :; do sleep 60 & sleep 0.05; done", "stdout", timed_out),
    ]);
}

#[apply(test)]
fn grandchildren_neither_hang_a_run_nor_outlive_it() {
    let exact = ("answered", None, "exact");
    check(&[
        ("open-pipe", "sleep 60 & cat \"$2\"/program.py", "stdout", exact),
        ("daemon", "setsid sleep 60 & cat \"$2\"/program.py", "stdout", exact),
        ("wrapper", "sh -c 'sh -c \"sleep 60\" & cat \"$1\"/program.py' sh \"$2\"", "stdout", exact),
    ]);
}

// Not an interrupt, which is ignored in whatever a shell without a terminal runs in the background.
#[apply(test)]
fn a_terminated_command_takes_its_slicers_along() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let script = format!("touch {}; sleep 60", started.display());
    let adapter = slicer(folder.path(), "slow", &script, "stdout");
    let mut command = program();
    // Without walls, between which nothing outside could tell us that it started, and which end what is in them by themselves.
    command.args(["run", "--sandbox", "off", "--timeout", "60", "--suite", SUITE, "--slicer"]).arg(&adapter);
    let mark = format!("{}-interrupted", std::process::id());
    let mut child = command.arg("--out").arg(folder.path()).env(MARK, &mark).spawn().unwrap();
    let wait_until = |is_so: &dyn Fn() -> bool| {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !is_so() {
            assert!(Instant::now() < deadline, "waited too long");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    wait_until(&|| started.exists());
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::TERM)
        .unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    wait_until(&|| survivors(MARK, &mark).is_empty());
}

#[apply(test)]
fn a_full_pipe_is_not_a_timeout() {
    let script = "head -c 900000 /dev/zero >&2; cat \"$2\"/program.py";
    check(&[("chatty", script, "stdout", ("answered", None, "exact"))]);
}

#[apply(test)]
fn what_is_no_readable_file_is_no_answer() {
    let nothing = ("no-output", Some("no answer written"), "no-answer");
    let over = ("unreadable", Some("output over 1 MiB"), "no-answer");
    let odd_name = "touch \"$4/$(printf '\\377')\"";
    check(&[
        ("no-file", ":", "file", nothing),
        ("pipe", "mkfifo \"$3\"", "file", nothing),
        ("device", "ln -s /dev/zero \"$3\"", "file", nothing),
        ("large", "head -c 3000000 /dev/zero > \"$3\"", "file", over),
        ("many", "for n in 1 2 3; do head -c 500000 /dev/zero > \"$4/$n\"; done", "folder", over),
        ("odd-name", odd_name, "folder", ("unreadable", Some("file name not UTF-8"), "no-answer")),
        ("untouched", ":", "in-place", nothing),
        ("rewritten", "cat \"$2\"/program.py > \"$1\"", "in-place", ("answered", None, "exact")),
    ]);
}

#[apply(test)]
fn an_invented_node_is_never_complete() {
    let folder = tempfile::tempdir().unwrap();
    let script = "cat \"$2\"/program.*; echo; case \"$1\" in *.py) echo 'while 7: pass';; *) echo 'launch() -> 7.';; esac";
    let rows = run(folder.path(), &slicer(folder.path(), "inventor", script, "stdout"), &[]);
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!((&row["verdict"], &row["missing"]), (&"not-a-slice".into(), &0.into()), "{row}");
        assert!(row["invented"].as_u64() > Some(0), "{row}");
    }
}

#[apply(test)]
fn line_ends_marks_and_tabs_do_not_change_a_grade() {
    let folder = tempfile::tempdir().unwrap();
    let gold = "cat \"$2\"/program.*";
    for (name, script) in [
        ("crlf", format!("{gold} | sed \"s/$/$(printf '\\r')/\"")),
        ("bom", format!("printf '\\357\\273\\277'; {gold}")),
        ("tabs", format!("{gold} | sed \"s/    /$(printf '\\t')/g; s/ = /$(printf '\\t')=  /\"")),
        ("blank-lines", format!("echo; {gold} | sed G; echo")),
        ("no-final-newline", format!("printf %s \"$({gold})\"")),
    ] {
        let rows = run(folder.path(), &slicer(folder.path(), name, &script, "stdout"), &[]);
        let verdicts: Vec<&Value> = rows.iter().map(|row| &row["verdict"]).collect();
        assert_eq!(verdicts, ["exact"; 3], "{name}");
    }
}

#[apply(test)]
fn a_damaged_record_costs_itself_and_counts_as_missing() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &slicer(folder.path(), "copy", "cat \"$1\"", "stdout"), &[]);
    let slicer_dir = folder.path().join("reports/copy");
    let dir = results::runs(&slicer_dir).remove(0);
    let records = fs::read_to_string(dir.join("tasks.jsonl")).unwrap();
    let mut lines: Vec<&str> = records.lines().collect();
    lines.sort_unstable();
    let damaged = format!("{}\n{}\n{}\n", lines[0], &lines[1][..40], lines[2]);
    fs::write(dir.join("tasks.jsonl"), damaged).unwrap();
    let output = call(&["grade", slicer_dir.to_str().unwrap(), "--suite", SUITE, "--format", "json"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("tasks.jsonl:2: not a record: "), "{}", stderr(&output));
    let rows = rows(&stdout(&output));
    let lost: Vec<&Value> = rows.iter().filter(|row| row["status"] != "answered").collect();
    assert_eq!((rows.len(), lost.len()), (3, 1));
    assert_eq!((&lost[0]["reason"], &lost[0]["verdict"]), (&"no record".into(), &"no-answer".into()));
    assert!(lost[0]["missing"].is_null() && lost[0]["recall"].is_null());
}

#[apply(test)]
fn a_changed_task_is_incomparable() {
    let suite = Suite::load(&[PathBuf::from(SUITE)]).unwrap();
    let task = suite.tasks().next().unwrap();
    let gold = Answer::Source { files: task.criterion.golds[0].files.clone() };
    let record = |hash: String| Record {
        answer: Some(gold.clone()),
        ..Record::without_answer(task.id(), hash, Status::Answered, None)
    };
    let graded = |hash: String| grade(task, &task.hash(), &record(hash), &Reading::default());
    assert_eq!(
        (graded(task.hash()).verdict, graded(task.hash()).incomparable),
        (AnswerVerdict::Exact, false)
    );
    assert!(graded("0".repeat(64)).incomparable);
}

/// Every file below a folder with its content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    entries.filter(|path| path.is_file()).map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[apply(test)]
fn a_filtered_run_prunes_neither_truth_nor_history() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = slicer(folder.path(), "copy", "cat \"$1\"", "stdout");
    assert_eq!(run(folder.path(), &adapter, &[]).len(), 3);
    let before = [contents(Path::new(SUITE)), contents(&folder.path().join("reports"))];
    assert_eq!(run(folder.path(), &adapter, &["--filter", "s5Greeting"]).len(), 1);
    assert_eq!(contents(Path::new(SUITE)), before[0]);
    let after = contents(&folder.path().join("reports"));
    assert!(after.len() > before[1].len());
    assert!(before[1].iter().all(|(path, content)| after.get(path) == Some(content)));
}

#[apply(test)]
fn a_run_goes_on_only_as_it_was_begun() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = slicer(folder.path(), "copy", "cat \"$1\"", "stdout");
    run(folder.path(), &adapter, &[]);
    let slicer_dir = folder.path().join("reports/copy");
    let dir = results::runs(&slicer_dir).remove(0);
    let before = contents(&dir);
    let adapter = adapter.to_str().unwrap();
    let resume = ["run", "--suite", SUITE, "--slicer", adapter, "--resume", dir.to_str().unwrap()];
    for (more, what) in [
        (["--filter", "s5Greeting"], "selection of tasks"),
        (["--timeout", "9"], "time limit"),
        (["--seed", "7"], "seed"),
    ] {
        let output = call(&[&resume[..], &more[..]].concat());
        assert_eq!(output.status.code(), Some(2));
        let message = format!("this run was begun with another {what}\nhint: ");
        assert!(stderr(&output).contains(&message), "{}", stderr(&output));
        assert_eq!(contents(&dir), before);
    }
    assert_eq!(call(&resume).status.code(), Some(0));
}

/// Slicer, suite, choice of tasks and everything else stand in the folder of the run.
#[apply(test)]
fn a_run_goes_on_with_its_folder_alone() {
    let folder = tempfile::tempdir().unwrap();
    let works = folder.path().join("works");
    let script = format!("test -e {} || exit 3; cat \"$1\"", works.display());
    let adapter = slicer(folder.path(), "copy", &script, "stdout");
    let suite = std::path::absolute(SUITE).unwrap();
    let begun = ["--filter", "sum-prod", "--label", "RC", "--tier", "full", "--timeout", "9", "--seed", "7"];
    let mut command = program();
    command.current_dir(folder.path()).args(["run", "--slicer"]).arg(&adapter).arg("--suite").arg(&suite);
    assert_eq!(command.args(begun).args(["--repeat", "2"]).output().unwrap().status.code(), Some(3));
    let dir = results::runs(&folder.path().join("reports/copy")).remove(0);
    let header = fs::read_to_string(dir.join("run.json")).unwrap();
    fs::write(works, "").unwrap();
    // From another folder, with another configuration.
    let elsewhere = tempfile::tempdir().unwrap();
    let output = call_in(elsewhere.path(), &["run", "--resume", dir.to_str().unwrap(), "--rerun", "failed"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (results, _) = results::Results::read(&dir).unwrap();
    let records: Vec<_> = results.records.iter().chain(results.repeats.values().flatten()).collect();
    assert!(
        records.len() == 4 && records.iter().all(|record| record.status == Status::Answered),
        "{records:?}"
    );
    let (before, after): (Value, Value) = (
        serde_json::from_str(&header).unwrap(),
        serde_json::from_str(&fs::read_to_string(dir.join("run.json")).unwrap()).unwrap(),
    );
    for key in ["suite", "slicer", "limits", "seed", "repeats"] {
        assert_eq!(before[key], after[key]);
    }
}

#[apply(test)]
fn a_missing_class_path_stops_a_run_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = slicer(folder.path(), "jars", "echo x", "stdout");
    let text = fs::read_to_string(&adapter).unwrap().replace("\"{file}\"", "\"{tooldir}/*\"");
    fs::write(&adapter, text).unwrap();
    let call = |tools: &str| {
        let mut command = program();
        command.args(["run", "--suite", SUITE, "--slicer"]).arg(&adapter).arg("--out").arg(folder.path());
        command.env("BENCH_SLICERS_TOOLS", folder.path().join(tools)).output().unwrap()
    };
    let missing = call("nowhere");
    assert_eq!(missing.status.code(), Some(3));
    assert!(stderr(&missing).contains("/nowhere/jars/*` is missing\nhint: "), "{}", stderr(&missing));
    fs::create_dir_all(folder.path().join("tools/jars")).unwrap();
    assert_eq!(call("tools").status.code(), Some(0));
}

#[apply(test)]
fn numbers_that_are_no_lines_are_unreadable() {
    let folder = tempfile::tempdir().unwrap();
    for (name, said, reason) in [
        ("bare", "x", "a match without a line number"),
        ("huge", "x18446744073709551615", "line 18446744073709551615 is not in `program.py`"),
        ("beyond", "x18446744073709551616", "`18446744073709551616` is no number"),
        ("zero", "x0", "line 0 is not in `program.py`"),
    ] {
        let adapter = slicer(folder.path(), name, &format!("echo {said}"), "stdout");
        let text = fs::read_to_string(&adapter).unwrap();
        let text = text.replace("is = \"source\"", "is = \"lines\"\npattern = 'x(\\d+)?'");
        fs::write(&adapter, text).unwrap();
        let rows = run(folder.path(), &adapter, &["--filter", "s5Greeting"]);
        let found = (rows[0]["status"].as_str(), rows[0]["reason"].as_str());
        assert_eq!(found, (Some("unreadable"), Some(reason)), "{name}");
    }
}

#[apply(test)]
fn an_exit_code_is_not_a_count() {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in contents(Path::new(SUITE)) {
        let copy = folder.path().join("suite").join(path.strip_prefix(SUITE).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        let is_gold = path.parent().unwrap().ends_with("gold") && !path.to_string_lossy().ends_with(".md");
        let content = if is_gold { [&content[..], b"\n)invented_thing(\n"].concat() } else { content };
        fs::write(copy, content).unwrap();
    }
    let suite = folder.path().join("suite");
    let output =
        call(&["check", "suite", "--no-compile", "--suite", suite.to_str().unwrap(), "--format", "json"]);
    assert!(rows(&stdout(&output)).len() > 2, "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(1));
}
