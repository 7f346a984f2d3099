//! Stored files in which a byte changed: every reader says so, and what is whole stays readable.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use bench_slicers::ast::SourceFile;
use bench_slicers::error::Result;
use bench_slicers::random::Random;
use bench_slicers::results::{
    self, Answer, Behaved, Behaviours, Integrity, RawOutput, RawRun, Record, Results, ResultsWriter, Status,
    StoredSearch,
};
use bench_slicers::snapshot::{self, Snapshot};
use bench_slicers::suite::Suite;

use crate::results::header;
use crate::support::{call, root, stderr, stdout};

const SUITE: &str = "tests/fixtures/suite";
/// Changed bits, over all kinds of files.
const N_FLIPS: usize = 10_000;

/// A small run with everything that can be stored beside it.
fn stored(folder: &Path) -> PathBuf {
    let suite = Suite::load(&[root(SUITE)]).unwrap();
    let mut writer = ResultsWriter::create(&folder.join("run"), header()).unwrap();
    let mut known = Behaviours::default();
    for (idx, task) in suite.tasks().enumerate() {
        let answer = Answer::Source { files: vec![SourceFile::new("a.erl", "f(X) -> \"ü\".\n")] };
        for repeat in 1..=2 {
            let file = |name: &str, bytes: &[u8]| (PathBuf::from(name), bytes.to_vec());
            let answer_file = [file("answer/a.erl", "f(X) -> \"ü\".\n".as_bytes())];
            let raw = RawRun { task: &task.id(), repeat, answer: &answer_file };
            writer.keep_raw(&[raw], &[file("stderr.txt", &[0xff, 0, b'\n'])]).unwrap();
            let record =
                Record { repeat, wall_s: 0.1 + idx as f64, ..answered(&task.id(), &task.hash(), &answer) };
            writer.append(&record).unwrap();
        }
        known.insert((task, &task.hash()), &answer, Behaved::not_run("no oracle"), None);
    }
    let dir = writer.finish().unwrap();
    known.write(&dir).unwrap();
    let output = call(&["grade", dir.to_str().unwrap(), "--suite", SUITE]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(dir.join("grades.json").exists());
    let grades = snapshot::read(&dir.join("grades.json")).unwrap().0;
    snapshot::write(&dir.join("baseline.json"), &grades).unwrap();
    let search = root("tests/fixtures/minimized-v1/word-count.json");
    fs::write(dir.join("search.json"), StoredSearch::read(&search).unwrap().0.text()).unwrap();
    dir
}

fn answered(task: &str, hash: &str, answer: &Answer) -> Record {
    let record = Record::without_answer(task.to_owned(), hash.to_owned(), Status::Answered, None);
    Record { answer: Some(answer.clone()), ..record }
}

/// What is read, in words, or `None` when the reader says that something is wrong.
fn told<T: Debug, P>(read: Result<(T, Option<P>)>) -> Option<String> {
    read.ok().and_then(|(read, problem)| problem.is_none().then(|| format!("{read:?}")))
}

fn told_of_run(dir: &Path) -> Option<String> {
    let (results, problems) = Results::read(dir).ok()?;
    let is_whole = problems.is_empty() && matches!(results.integrity, Integrity::Whole(_));
    assert_eq!(is_whole, problems.is_empty());
    let records = || results.records.iter().chain(results.repeats.values().flatten());
    let is_whole = is_whole && records().all(|record| RawOutput::of(dir).problems(record).is_empty());
    is_whole.then(|| format!("{:?} {:?} {:?}", results.header, results.records, results.repeats))
}

fn told_of_grades(dir: &Path) -> Option<String> {
    let (results, _) = Results::read(dir).ok()?;
    let Integrity::Whole(run) = results.integrity else { return None };
    let grades: Option<Snapshot> = snapshot::grades_of_run(dir, &run, None);
    grades.map(|grades| format!("{grades:?}"))
}

/// What is read in a folder, in words; `None` when something is wrong.
type Reader = fn(&Path) -> Option<String>;

/// Files by their reader.
fn readers() -> Vec<(&'static [&'static str], Reader)> {
    vec![
        (
            &[
                "run.json",
                "tasks.jsonl",
                "repeats.jsonl",
                "raw/erlang/sum-prod/s7Sum/answer/a.erl",
                "raw/erlang/sum-prod/s7Sum.2/stderr.txt",
            ],
            told_of_run,
        ),
        (&["grades.json"], told_of_grades),
        (&["baseline.json"], |dir| told(snapshot::read(&dir.join("baseline.json")))),
        (&["behaviour.json"], |dir| told(Behaviours::read(dir))),
        (&["search.json"], |dir| told(StoredSearch::read(&dir.join("search.json")))),
    ]
}

#[apply(test)]
fn no_changed_bit_and_no_cut_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let dir = stored(folder.path());
    let readers = readers();
    let n_files: usize = readers.iter().map(|(names, _)| names.len()).sum();
    let mut random = Random::new(15);
    let mut n_told = 0;
    for (names, read) in readers {
        let expected = read(&dir).expect("nothing is wrong yet");
        for name in names {
            let path = dir.join(name);
            let whole = fs::read(&path).unwrap();
            let mut check = |changed: &[u8], what: &str| {
                fs::write(&path, changed).unwrap();
                match read(&dir) {
                    None => n_told += 1,
                    Some(found) => assert_eq!(found, expected, "{name}: {what}"),
                }
            };
            for _ in 0..N_FLIPS.div_ceil(n_files) {
                let (idx, bit) = (random.below(whole.len()), random.below(8));
                let mut changed = whole.clone();
                changed[idx] ^= 1 << bit;
                check(&changed, &format!("bit {bit} of byte {idx}"));
            }
            for n_left in 0..whole.len() {
                check(&whole[..n_left], &format!("cut behind {n_left} bytes"));
            }
            fs::write(&path, whole).unwrap();
        }
        assert_eq!(read(&dir).as_ref(), Some(&expected));
    }
    assert!(n_told > N_FLIPS * 9 / 10, "{n_told}");
}

#[apply(test)]
fn lines_that_are_whole_and_not_those_that_were_written_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let dir = stored(folder.path());
    let path = dir.join("tasks.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let others = [
        vec![lines[0], lines[2]],
        vec![lines[1], lines[0], lines[2]],
        vec![lines[0], lines[1], lines[2], lines[2]],
        vec![],
    ];
    for other in others {
        fs::write(&path, other.concat()).unwrap();
        let (results, problems) = Results::read(&dir).unwrap();
        assert_eq!(results.integrity, Integrity::Damaged);
        assert!(problems.iter().any(|problem| problem.message.contains(" lines of 6")), "{problems:?}");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(Results::read(&dir).unwrap().0.integrity, Integrity::Damaged);
}

#[apply(test)]
fn a_run_goes_on_without_what_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let dir = stored(folder.path());
    let expected = told_of_run(&dir);
    let path = dir.join("tasks.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let lost = whole.lines().nth(1).map(|line| serde_json::from_str::<Record>(line).unwrap()).unwrap();
    for changed in
        [whole.replacen("1.1", "1.2", 1), whole.replacen("\"1.1", "", 1), format!("{whole}{{\"task\"")]
    {
        fs::write(&path, &changed).unwrap();
        let is_whole = changed.starts_with(&whole);
        let (mut writer, results, _) = ResultsWriter::resume(&dir, |_| true).unwrap();
        assert_eq!(results.records.len(), if changed.contains("1.1") { 3 } else { 2 });
        // Nobody else may write while this one does, also when the file was made anew.
        let busy = ResultsWriter::resume(&dir, |_| true).unwrap_err().to_string();
        assert!(busy.contains("another run is writing"), "{busy}");
        if !is_whole && results.records.len() == 2 {
            writer.append(&lost).unwrap();
        }
        writer.finish().unwrap();
        assert_eq!(told_of_run(&dir), expected);
    }
}

#[apply(test)]
fn a_run_of_an_older_version_gets_checksums_when_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    fs::create_dir(&dir).unwrap();
    for name in ["run.json", "tasks.jsonl"] {
        fs::copy(root("tests/fixtures/results-v1").join(name), dir.join(name)).unwrap();
    }
    let (old, problems) = Results::read(&dir).unwrap();
    assert_eq!((old.integrity, problems.len()), (Integrity::Unknown, 1), "{problems:?}");
    assert!(problems[0].message.contains("without checksums"), "{problems:?}");
    ResultsWriter::resume(&dir, |_| true).unwrap().0.finish().unwrap();
    let (new, problems) = Results::read(&dir).unwrap();
    assert_eq!((new.records, problems), (old.records, vec![]));
    assert!(matches!(new.integrity, Integrity::Whole(_)));
}

/// A run of a slicer that ships with the tests, over the fixtures.
fn run(out: &Path, slicer: &str, more: &[&str]) -> PathBuf {
    let out = out.to_str().unwrap();
    let args = ["run", "--slicer", slicer, "--suite", SUITE, "--slicer-dir", "tests/fixtures/slicers"];
    let output = call(&[&args[..], &["--out", out, "--quiet"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    results::runs(&Path::new(out).join(slicer)).remove(0)
}

/// What the program does with the fixtures.
fn asked(args: &[&str]) -> Output {
    call(&[args, &["--suite", SUITE, "--slicer-dir", "tests/fixtures/slicers"]].concat())
}

/// Changes a file without changing its size.
fn edit(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old), "{old} in {text}");
    assert_eq!(old.len(), new.len());
    fs::write(path, text.replacen(old, new, 1)).unwrap();
}

#[apply(test)]
fn every_command_names_a_damaged_record_and_goes_on_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let reports = folder.path().join("reports");
    let good = run(&reports, "echo-gold", &["--save-baseline", "good"]);
    let dir = run(&reports, "echo-gold", &[]);
    let shares = ["1/2", "2/2"].map(|share| {
        let out = folder.path().join(share.replace('/', "of"));
        run(&out, "echo-gold", &["--partition", share])
    });
    let (good, bad, out) = (good.to_str().unwrap(), dir.to_str().unwrap(), reports.to_str().unwrap());
    let pages = folder.path().join("pages");
    let verdict = folder.path().join("verdict.json");
    // `compare` has graded it before: what is stored of that is of other bytes now.
    assert_eq!(asked(&["compare", good, bad]).status.code(), Some(0));
    edit(&dir.join("tasks.jsonl"), "answered", "crashed1");
    let (pages, verdict) = (pages.to_str().unwrap(), verdict.to_str().unwrap());
    let commands: [&[&str]; 8] = [
        &["grade", bad],
        &["grade", bad, "--format", "json"],
        &["report", bad, "--out", pages],
        &["compare", good, bad, "--verdict", verdict],
        &["compare", bad, good],
        &["compare", "good", "latest:echo-gold", "--out", out],
        &["explain", "sum-prod/s7Sum", "--results", bad],
        &["explain", "sum-prod/s7Product", "--results", bad],
    ];
    for args in commands {
        let output = asked(args);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}\n{said}\n{}", stdout(&output));
        assert_eq!(said.matches("tasks.jsonl:").count(), 1, "{args:?}\n{said}");
        assert!(said.contains("run --resume"), "{args:?}\n{said}");
    }
    let stored = fs::read_to_string(verdict).unwrap();
    assert!(stored.contains("\"could-not\"") && stored.contains("\"exit_code\": 2"), "{stored}");
    let rows = stdout(&asked(&["grade", bad, "--format", "json"]));
    assert_eq!(rows.matches("\"exact\"").count(), 2, "{rows}");
    let history = asked(&["history", "echo-gold", "--out", out]);
    assert_eq!(history.status.code(), Some(2), "{}", stderr(&history));
    assert!(stdout(&history).lines().count() > 3, "{}", stdout(&history));
    // Going on makes it again, and all is well.
    let args = ["run", "--slicer", "echo-gold", "--out", out, "--resume", bad];
    let resumed = asked(&args);
    assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
    assert!(stderr(&resumed).contains("tasks.jsonl:"), "{}", stderr(&resumed));
    assert_eq!(asked(&["compare", good, bad]).status.code(), Some(0));
    // A share with a task.
    let share = shares.iter().find(|dir| fs::metadata(dir.join("tasks.jsonl")).unwrap().len() > 0).unwrap();
    edit(&share.join("tasks.jsonl"), "answered", "crashed1");
    let [first, second] = shares.each_ref().map(|dir| dir.to_str().unwrap());
    let merged = asked(&["merge", first, second, "--out", out]);
    assert_eq!(merged.status.code(), Some(2), "{}", stderr(&merged));
    assert!(stderr(&merged).contains("tasks.jsonl:"), "{}", stderr(&merged));
}

#[apply(test)]
fn headers_baselines_and_output_are_checked_by_who_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let reports = folder.path().join("reports");
    let good = run(&reports, "echo-gold", &["--save-baseline", "good"]);
    let dir = run(&reports, "echo-gold", &[]);
    let (good, bad, out) = (good.to_str().unwrap(), dir.to_str().unwrap(), reports.to_str().unwrap());
    let check = |args: &[&str], exit_code: i32, expected: &str| {
        let output = asked(args);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(exit_code), "{args:?}\n{said}");
        assert!(said.contains(expected) && said.contains("hint: "), "{args:?}\n{said}");
    };
    let pages = folder.path().join("pages");
    let pages = pages.to_str().unwrap();
    let raw = dir.join("raw/erlang/sum-prod/s7Sum/stdout.txt");
    edit(&raw, "Sum", "Mus");
    check(&["report", bad, "--out", pages], 2, "stdout.txt: what the slicer printed");
    edit(&raw, "Mus", "Sum");
    let baseline = reports.join("baselines/good.json");
    edit(&baseline, "exact", "other");
    check(
        &["compare", "good", bad, "--out", out],
        4,
        "good.json: not a baseline: changed since it was written",
    );
    // The latest run is this one, not the one before it.
    edit(&dir.join("run.json"), "\"complete\": true", "\"complete\": null");
    for args in [
        &["grade", bad][..],
        &["compare", good, "latest:echo-gold", "--out", out],
        &["report", "--reports", out, "--out", pages],
        &["history", "echo-gold", "--out", out],
    ] {
        check(args, 2, "run.json: not the header of a run: changed since it was written");
    }
}

#[apply(test)]
fn grades_are_made_again_when_the_suite_says_something_else_of_the_same_tasks() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite");
    for entry in walkdir::WalkDir::new(root(SUITE)).into_iter().map(|entry| entry.unwrap()) {
        let to = suite.join(entry.path().strip_prefix(root(SUITE)).unwrap());
        match entry.file_type().is_dir() {
            true => fs::create_dir_all(&to).unwrap(),
            false => drop(fs::copy(entry.path(), &to).unwrap()),
        }
    }
    let reports = folder.path().join("reports");
    let out = reports.to_str().unwrap();
    let args = ["--suite", suite.to_str().unwrap(), "--slicer-dir", "tests/fixtures/slicers", "--out", out];
    for _ in 0..2 {
        let output = call(&[&["run", "--slicer", "echo-gold", "--quiet"], &args[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let contested = || -> BTreeMap<String, bool> {
        let sides = ["compare", "latest:echo-gold~1", "latest:echo-gold", "--format", "json"];
        let output = call(&[&sides[..], &args].concat());
        let rows: Vec<serde_json::Value> = serde_json::from_str(&stdout(&output)).unwrap();
        let row = |row: &serde_json::Value| (row["task"].to_string(), row["contested"] == true);
        rows.iter().map(row).collect()
    };
    assert_eq!(contested().values().filter(|contested| **contested).count(), 0);
    let manifest = suite.join("python/greeting/benchmark.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let status = "[[criterion]]\nstatus = \"contested\"\nreason = \"somebody doubts it\"";
    fs::write(&manifest, text.replacen("[[criterion]]", status, 1)).unwrap();
    assert_eq!(contested().values().filter(|contested| **contested).count(), 1);
}
