//! Releases of a slicer beside each other: what changed, the gate, baselines, the best ever, history.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use bench_slicers::ast::NodeSet;
use bench_slicers::grade::examine;
use bench_slicers::results::{self, Results};
use bench_slicers::suite::{Filter, Suite};
use serde_json::Value;

use crate::support::{call, program, stderr, stdout};

/// Three "releases" of one slicer, worse and better in turn: the algorithms behind them.
const RELEASES: [&str; 4] = ["edg", "ce-edg", "sdg", "ce-edg"];
/// Enough programs for all kinds of changes, and quick.
const FILTERS: [&str; 4] = ["erlang/swap", "erlang/interval-width", "erlang/thermostat", "erlang/cancelling"];

/// A folder with the results of all releases of the slicer `releases`, the oldest first.
struct Nightly {
    folder: tempfile::TempDir,
    runs: Vec<PathBuf>,
}

impl Nightly {
    fn new(releases: &[&str], more: &[&str]) -> Nightly {
        let mut nightly = Nightly { folder: tempfile::tempdir().unwrap(), runs: Vec::new() };
        for algorithm in releases {
            let output = nightly.release(algorithm, more);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        }
        nightly
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn release(&mut self, algorithm: &str, more: &[&str]) -> Output {
        let adapter = self.folder.path().join("releases.toml");
        let text =
            std::fs::read_to_string(format!("{}/slicers/edg.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let text = text.replace("name = \"edg\"", "name = \"releases\"");
        std::fs::write(&adapter, text.replace("\"edg\"", &format!("\"{algorithm}\""))).unwrap();
        let out = self.path("reports");
        let mut args = vec!["run", "--slicer", adapter.to_str().unwrap(), "--out", &out];
        for filter in FILTERS {
            args.extend(["--filter", filter]);
        }
        args.extend(more);
        let output = call(&args);
        let mut known = results::runs(&Path::new(&out).join("releases"));
        known.retain(|run| !self.runs.contains(run));
        self.runs.extend(known);
        output
    }

    fn compare(&self, args: &[&str]) -> Output {
        let out = self.path("reports");
        let mut all = vec!["compare", "--out", &out];
        all.extend(args);
        call(&all)
    }

    fn run(&self, idx: usize) -> &str {
        self.runs[idx].to_str().unwrap()
    }
}

/// What each task's answer kept, by the grader alone.
fn kept(run: &Path) -> BTreeMap<String, (NodeSet, NodeSet)> {
    let suite = Suite::embedded().unwrap();
    let (results, _) = Results::read(run).unwrap();
    let filters = FILTERS.map(str::to_owned).to_vec();
    let tasks = suite.select(&Filter { filters, ..Filter::default() }).unwrap();
    let kept = tasks.iter().map(|task| {
        let record = results.records.iter().find(|record| record.task == task.id()).unwrap();
        let examined = examine(*task, &task.hash(), record, &results.header.reading);
        (task.id(), (examined.kept, examined.gold))
    });
    kept.collect()
}

fn rows(output: &Output) -> Vec<Value> {
    let rows: Value = serde_json::from_str(&stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)));
    rows.as_array().unwrap().clone()
}

#[apply(test)]
fn every_changed_task_is_named_with_its_nodes() {
    let nightly = Nightly::new(&RELEASES, &[]);
    for (base, current) in [(0, 1), (1, 2), (2, 0), (1, 3)] {
        let output = nightly.compare(&[nightly.run(base), nightly.run(current), "--format", "json"]);
        let (old, new) = (kept(&nightly.runs[base]), kept(&nightly.runs[current]));
        let rows = rows(&output);
        assert_eq!(rows.len(), old.len());
        let mut is_worse = false;
        for row in &rows {
            let task = row["task"].as_str().unwrap();
            let ((before, gold), (after, _)) = (&old[task], &new[task]);
            let number = |key: &str| row[key].as_u64().unwrap() as usize;
            let (gained, lost) = (after.difference(before), before.difference(after));
            assert_eq!(number("gold_gained"), gained.n_common(gold), "{row}");
            assert_eq!(number("gold_lost"), lost.n_common(gold), "{row}");
            assert_eq!(number("surplus_gained"), gained.difference(gold).len(), "{row}");
            assert_eq!(number("surplus_lost"), lost.difference(gold).len(), "{row}");
            assert_eq!(row["change"] == "same", before == after, "{row}");
            is_worse |= row["change"] == "regressed";
        }
        assert_eq!(output.status.code(), Some(i32::from(is_worse)), "{base} {current}");
        // Release 2 is the coarsest.
        assert_eq!(is_worse, current == 2, "{base} {current}");
        let text = stdout(&nightly.compare(&[nightly.run(base), nightly.run(current)]));
        for row in rows.iter().filter(|row| row["change"] != "same") {
            let line = format!("{} ", row["task"].as_str().unwrap());
            assert!(text.lines().any(|found| found.starts_with(&line)), "{line} in {text}");
        }
    }
    let names = stdout(&nightly.compare(&["latest:releases~1", "latest:releases"]));
    assert!(names.contains("thermostat/s14Switches: improved") && names.contains("surplus lost"), "{names}");
    let history = call(&["history", "releases", "--out", &nightly.path("reports"), "--format", "json"]);
    let rows = rows(&history);
    assert_eq!(rows.len(), RELEASES.len());
    assert!(rows.iter().all(|row| row["steps"].as_array().unwrap().is_empty()), "no release has three runs");
}

#[apply(test)]
fn a_level_of_three_runs_is_told_over_the_tasks_of_all_runs() {
    let mut nightly = Nightly::new(&["sdg", "sdg", "sdg", "ce-edg", "ce-edg", "ce-edg"], &[]);
    let history = |nightly: &Nightly| {
        rows(&call(&["history", "releases", "--out", &nightly.path("reports"), "--format", "json"]))
    };
    let began = |rows: &[Value]| -> Vec<bool> {
        rows.iter().map(|row| row["steps"].as_array().unwrap().contains(&"precision".into())).collect()
    };
    let before = history(&nightly);
    assert_eq!(began(&before), [false, false, false, true, false, false]);
    // A run of fewer tasks leaves these to all.
    assert_eq!(nightly.release("ce-edg", &["--partition", "1/2"]).status.code(), Some(0));
    let after = history(&nightly);
    let answered = |rows: &[Value]| rows[0]["answered"].as_u64().unwrap();
    assert!(answered(&after) < answered(&before) && answered(&after) > 0, "{after:?}");
    assert!(after.iter().all(|row| row["answered"] == after[0]["answered"]), "{after:?}");
}

#[apply(test)]
fn a_gate_says_the_same_to_machines_and_people() {
    let nightly = Nightly::new(&["ce-edg", "sdg"], &[]);
    let (verdict, summary) = (nightly.path("verdict.json"), nightly.path("summary.md"));
    let args =
        [nightly.run(0), nightly.run(1), "--verdict", &verdict, "--summary", &summary, "--format", "json"];
    let output = nightly.compare(&args);
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_str(&std::fs::read_to_string(&verdict).unwrap()).unwrap();
    assert_eq!((&verdict["outcome"], &verdict["exit_code"]), (&"fail".into(), &1.into()));
    let mut failed: Vec<&str> = verdict["failures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failure| failure["task"].as_str().unwrap())
        .collect();
    failed.sort_unstable();
    let rows = rows(&output);
    let mut regressed: Vec<&str> = rows
        .iter()
        .filter(|row| row["change"] == "regressed")
        .map(|row| row["task"].as_str().unwrap())
        .collect();
    regressed.sort_unstable();
    assert_eq!(failed, regressed);
    assert_eq!(verdict["counts"]["regressed"].as_u64().unwrap() as usize, regressed.len());
    let summary = std::fs::read_to_string(&summary).unwrap();
    assert!(summary.contains("\n```text\n") && summary.contains("surplus gained"), "{summary}");
    for task in regressed {
        assert!(summary.contains(&format!("| {task} | regressed |")), "{task} in {summary}");
    }
    let annotated = program()
        .args(["compare", nightly.run(0), nightly.run(1), "--fail-on", "never"])
        .args(["--limit", "precision=0.99"])
        .env("GITHUB_ACTIONS", "true")
        .output()
        .unwrap();
    assert_eq!(annotated.status.code(), Some(1));
    let said = stderr(&annotated);
    assert!(said.starts_with("::error title=gate::FAIL: 1 threshold missed"), "{said}");
    assert!(said.contains("\n::error title=threshold::precision is 0."), "{said}");
}

#[apply(test)]
fn waivers_are_in_the_configuration() {
    let nightly = Nightly::new(&["ce-edg", "sdg"], &[]);
    let output = nightly.compare(&[nightly.run(0), nightly.run(1), "--format", "json"]);
    let mut text = "format = 1\n[gate]\nfail-on = \"regression\"\n".to_owned();
    for row in rows(&output).iter().filter(|row| row["change"] == "regressed") {
        text += &format!(
            "[[gate.waiver]]\ntask = {}\nreason = \"known\"\nexpires = \"2999-01-01\"\n",
            row["task"]
        );
    }
    let config = nightly.path("bench-slicers.toml");
    let gated = |text: &str| {
        std::fs::write(&config, text).unwrap();
        nightly.compare(&[nightly.run(0), nightly.run(1), "--config", &config])
    };
    let passed = gated(&text);
    assert_eq!(passed.status.code(), Some(0), "{}", stderr(&passed));
    assert!(stdout(&passed).contains("waived: erlang/"), "{}", stdout(&passed));
    let expired = gated(&text.replacen("2999", "2001", 1));
    assert_eq!(expired.status.code(), Some(1));
    assert!(stdout(&expired).contains("expired on 2001-01-01"), "{}", stdout(&expired));
    let unused = gated(&format!(
        "{text}[[gate.waiver]]\ntask = \"erlang/x/y\"\nreason = \"old\"\nexpires = \"2999-01-01\"\n"
    ));
    assert_eq!(unused.status.code(), Some(0));
    assert!(stdout(&unused).contains("the waiver of `erlang/x/y` is not needed"), "{}", stdout(&unused));
}

#[apply(test)]
fn nothing_in_common_and_a_missing_baseline_have_their_own_exit_codes() {
    let nightly = Nightly::new(&["sdg"], &[]);
    let python = tempfile::tempdir().unwrap();
    let out = python.path().to_str().unwrap();
    let output = call(&["run", "--slicer", "identity", "--filter", "python", "--out", out, "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let nothing = nightly.compare(&[nightly.run(0), &format!("{out}/identity")]);
    assert_eq!(nothing.status.code(), Some(3), "{}", stderr(&nothing));
    assert!(stderr(&nothing).contains("no task can be compared"), "{}", stderr(&nothing));
    for side in ["no-such", "latest:no-such", "best:releases", "latest:releases~7"] {
        let missing = nightly.compare(&[side, nightly.run(0)]);
        assert_eq!(missing.status.code(), Some(4), "{side} {}", stderr(&missing));
        assert_eq!(stderr(&missing).matches("hint: ").count(), 1, "{}", stderr(&missing));
    }
}

#[apply(test)]
fn a_run_can_be_gated_by_a_baseline_that_is_checked_in() {
    let mut nightly = Nightly::new(&["ce-edg"], &["--save-baseline", "v1"]);
    let file = PathBuf::from(nightly.path("reports/baselines/v1.json"));
    let text = std::fs::read_to_string(&file).unwrap();
    let tasks: Vec<&str> = text.lines().filter(|line| line.starts_with("    \"erlang/")).collect();
    assert!(tasks.is_sorted() && tasks.len() > 5, "{text}");
    let same = nightly.release("ce-edg", &["--baseline", "v1"]);
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    assert!(stdout(&same).contains("No task changed."), "{}", stdout(&same));
    let worse = nightly.release("sdg", &["--baseline", "v1"]);
    assert_eq!(worse.status.code(), Some(1), "{}", stdout(&worse));
    assert!(stdout(&worse).contains("Gate (regression): fail"), "{}", stdout(&worse));
    let missing = nightly.release("sdg", &["--baseline", "v2"]);
    assert_eq!(missing.status.code(), Some(4), "{}", stderr(&missing));
    let unsaid = nightly.release("sdg", &["--fail-on", "never"]);
    assert_eq!(unsaid.status.code(), Some(2), "{}", stdout(&unsaid));
    assert!(stderr(&unsaid).contains("the gate needs a baseline"), "{}", stderr(&unsaid));
    // What is checked in is strictly read.
    let broken = [
        (text.replacen("\"format\": 1", "\"format\": 9", 1), "format 9 is newer"),
        (text.replacen("\"kept\":\"", "\"kept\":\"x", 1), "v1.json:"),
        (text.replacen("\"surplus\":\"", "\"surplus\":\"9999999,", 1), "v1.json:"),
    ];
    for (text, message) in broken {
        std::fs::write(&file, text).unwrap();
        let refused = nightly.compare(&["v1", nightly.run(0)]);
        assert_eq!(refused.status.code().map(|code| code == 0), Some(false), "{}", stdout(&refused));
        assert!(stderr(&refused).contains(message), "{}", stderr(&refused));
    }
}

#[apply(test)]
fn the_best_ever_is_set_by_whole_runs_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let suite = ["--suite", "tests/fixtures/suite", "--slicer-dir", "tests/fixtures/slicers"];
    let run = |more: &[&str]| {
        let mut args = vec!["run", "--slicer", "echo-gold", "--out", out];
        args.extend(suite.iter().chain(more));
        let output = call(&args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output)
    };
    let best = folder.path().join("echo-gold/best.json");
    run(&["--filter", "python"]);
    assert!(!best.exists());
    run(&[]);
    let first = std::fs::read_to_string(&best).unwrap();
    let said = run(&[]);
    assert!(said.contains("beside the best ever: ") && said.contains(" same"), "{said}");
    assert_eq!(std::fs::read_to_string(&best).unwrap(), first, "nothing was better");
    let output = call(&["compare", "best:echo-gold", "latest:echo-gold", "--out", out]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[apply(test)]
fn two_slicers_are_compared_with_what_they_are_together() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for slicer in ["sdg", "edg"] {
        let output =
            call(&["run", "--slicer", slicer, "-f", "swap", "-f", "thermostat", "--out", out, "--quiet"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let args = ["compare", "--slicer", "sdg", "--slicer", "edg", "--compose", "--out", out];
    let output = call(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let all = rows(&call(&[&args[..], &["--format", "json"]].concat()));
    let n_wins = all.iter().filter(|row| row["change"] == "improved").count();
    assert!(n_wins > 0);
    assert!(
        text.contains(&format!("{n_wins} wins, {} ties, 0 losses for edg", all.len() - n_wins)),
        "{text}"
    );
    let names = [
        "both kept (sdg ∩ edg)",
        "either kept (sdg ∪ edg)",
        "edg on the answer of sdg",
        "sdg on the answer of edg",
    ];
    for name in names {
        assert!(text.lines().any(|found| found.starts_with(name)), "{name} in {text}");
    }
    // Every answer of the finer slicer is a part of the coarser one's: together they are the finer one.
    assert!(text.contains("edg on the answer of sdg: as good as what both kept"), "{text}");
}
