//! `report --baseline`: what SARIF, JUnit and Markdown say beside a baseline, against what `compare` says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bench_slicers::suite::{SliceKind, Suite, Task};
use serde_json::Value;

use crate::support::{call_in, done_in, stderr, stdout};

/// A baseline `base` of `sdg`, and a run of `edg` without constraints, which keeps other nodes.
fn two_runs() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    done_in(dir.path(), &["run", "--slicer", "sdg", "--filter", "erlang", "--save-baseline", "base"]);
    done_in(dir.path(), &["run", "--slicer", "ce-edg", "--filter", "erlang"]);
    done_in(dir.path(), &["run", "--slicer", "criterion-only", "--filter", "erlang"]);
    dir
}

fn sarif(dir: &Path, args: &[&str]) -> Vec<Value> {
    let text = done_in(dir, &[&["report", "--format", "sarif"], args].concat());
    let log: Value = serde_json::from_str(&text).unwrap();
    log["runs"][0]["results"].as_array().unwrap().clone()
}

/// How many results of each task have this rule and state.
fn counted(results: &[Value], rule: &str, state: &str) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for result in results.iter().filter(|result| result["ruleId"] == rule && result["baselineState"] == state)
    {
        let text = result["message"]["text"].as_str().unwrap();
        let task = text.rsplit_once(", task ").unwrap().1.split_once(',').unwrap().0;
        *counts.entry(task.to_owned()).or_default() += result["properties"]["nodes"].as_u64().unwrap();
    }
    counts
}

fn compared(dir: &Path, current: &str) -> Vec<Value> {
    let output = call_in(dir, &["compare", "base", current, "--format", "json", "--fail-on", "never"]);
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[apply(test)]
fn results_have_the_state_that_compare_says() {
    let suite = Suite::embedded().unwrap();
    // With alternatives, `compare` calls a node gold that is in either side's; of dynamic slices `sdg` has no answer, so that
    // nothing is lost.
    let is_left_out =
        |task: &Task<'_>| task.criterion.golds.len() > 1 || task.criterion.kind == SliceKind::Dynamic;
    let left_out: BTreeSet<String> = suite.tasks().filter(is_left_out).map(|task| task.id()).collect();
    let dir = two_runs();
    let dir = dir.path();
    for slicer in ["latest:ce-edg", "latest:criterion-only"] {
        let results = sarif(dir, &[slicer, "--baseline", "base"]);
        assert!(results.iter().all(|result| result["baselineState"].is_string()));
        let rows = compared(dir, slicer);
        assert!(rows.len() > 20);
        for (rule, state, column) in [
            ("slice/missing", "new", "gold_lost"),
            ("slice/missing", "absent", "gold_gained"),
            ("slice/surplus", "new", "surplus_gained"),
            ("slice/surplus", "absent", "surplus_lost"),
        ] {
            let counts = counted(&results, rule, state);
            for row in rows.iter().filter(|row| !left_out.contains(row["task"].as_str().unwrap())) {
                let n = counts.get(row["task"].as_str().unwrap()).copied().unwrap_or(0);
                assert_eq!(row[column], n, "{rule} {state} of {}", row["task"]);
            }
        }
    }
    let of_itself = sarif(dir, &["latest:sdg", "--baseline", "base"]);
    assert!(!of_itself.is_empty() && of_itself.iter().all(|result| result["baselineState"] == "unchanged"));
    let without = sarif(dir, &["latest:sdg"]);
    assert_eq!(without.len(), of_itself.len());
    // Once each, wherever code stands.
    let prints = |results: &[Value]| -> Vec<String> {
        results.iter().map(|result| result["partialFingerprints"]["subtree/v1"].to_string()).collect()
    };
    assert_eq!(prints(&without), prints(&of_itself));
    assert_eq!(BTreeSet::from_iter(prints(&without)).len(), without.len());
    assert!(without.iter().all(|result| result.get("baselineState").is_none()));
    // What is absent has a place within what was there.
    let absent = sarif(dir, &["latest:ce-edg", "--baseline", "base"]);
    let place = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        let at = |line: &str, column: &str| {
            (place["region"][line].as_u64().unwrap(), place["region"][column].as_u64().unwrap())
        };
        let uri = place["artifactLocation"]["uri"].as_str().unwrap().to_owned();
        (uri, at("startLine", "startColumn"), at("endLine", "endColumn"))
    };
    let old: Vec<_> = without.iter().map(place).collect();
    let is_inside = |result: &&Value| {
        let (uri, start, end) = place(result);
        old.iter().any(|old| old.0 == uri && old.1 <= start && end <= old.2)
    };
    let absent: Vec<&Value> = absent.iter().filter(|result| result["baselineState"] == "absent").collect();
    assert!(!absent.is_empty() && absent.iter().all(is_inside));
}

/// Code hosts take so many and no more: the worst are there, and what is left out is told.
#[apply(test)]
fn a_report_for_a_code_host_has_no_more_results_than_it_shows() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for slicer in ["identity", "criterion-only"] {
        done_in(dir, &["run", "--slicer", slicer]);
    }
    for runs in [&["latest:identity"][..], &["latest:identity", "latest:criterion-only"]] {
        let args = [&["report", "--format", "sarif", "--uri-base", "bench/suite"], runs].concat();
        let log: Value = serde_json::from_str(&done_in(dir, &args)).unwrap();
        let runs = log["runs"].as_array().unwrap();
        let results: Vec<&Value> = runs.iter().flat_map(|run| run["results"].as_array().unwrap()).collect();
        assert!(results.len() < 5_000 && results.len() > 1_000, "{}", results.len());
        let first =
            results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert!(first.starts_with("bench/suite/"), "{first}");
        for run in runs {
            let n = run["results"].as_array().unwrap().len();
            let told = run["invocations"][0]["toolExecutionNotifications"].to_string();
            assert_eq!(n == 4_990 / runs.len(), told.contains("more results"), "{n} {told}");
            // Nothing of a task is there of which something larger is left out.
            let sizes: Vec<u64> = run["results"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|result| result["properties"]["task"] == run["results"][0]["properties"]["task"])
                .filter(|result| result["ruleId"] == run["results"][0]["ruleId"])
                .map(|result| result["properties"]["nodes"].as_u64().unwrap())
                .collect();
            assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
        }
    }
}

/// Names of the tests with an element, by suite.
fn tests_with(junit: &str, element: &str) -> Vec<String> {
    let attribute = |line: &str, name: &str| {
        let start = line.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
        line[start..start + line[start..].find('"').unwrap()].to_owned()
    };
    junit
        .lines()
        .filter(|line| line.contains("<testcase ") && line.contains(&format!("<{element}")))
        .map(|line| format!("{}/{}", attribute(line, "classname"), attribute(line, "name")))
        .collect()
}

#[apply(test)]
fn failures_are_those_of_the_gate() {
    let dir = two_runs();
    let dir = dir.path();
    let junit = |args: &[&str]| done_in(dir, &[&["report", "--format", "junit"], args].concat());
    let against_itself = junit(&["latest:sdg", "--baseline", "base"]);
    assert_eq!(tests_with(&against_itself, "failure"), Vec::<String>::new());
    assert!(against_itself.contains("name=\"gate\" value=\"regression: pass\""), "{against_itself}");
    for rule in ["regression", "incomplete", "any-change", "never"] {
        let verdict = dir.join("verdict.json");
        let verdict = verdict.to_str().unwrap();
        call_in(dir, &["compare", "base", "latest:criterion-only", "--fail-on", rule, "--verdict", verdict]);
        let verdict: Value = serde_json::from_str(&std::fs::read_to_string(verdict).unwrap()).unwrap();
        let mut expected: Vec<String> = verdict["failures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|failure| failure["task"].as_str().unwrap())
            .map(|task| {
                let (benchmark, criterion) = task.rsplit_once('/').unwrap();
                format!("criterion-only.{}/{criterion}", benchmark.replace('/', "."))
            })
            .collect();
        expected.sort();
        let mut found = tests_with(
            &junit(&["latest:criterion-only", "--baseline", "base", "--fail-on", rule]),
            "failure",
        );
        found.sort();
        assert_eq!(found, expected, "{rule}");
        assert_eq!(found.is_empty(), rule == "never");
    }
}

#[apply(test)]
fn what_is_no_task_fails_in_a_suite_of_its_own() {
    let dir = two_runs();
    let dir = dir.path();
    std::fs::write(dir.join("bench-slicers.toml"), "[gate]\nfail-on = \"never\"\nlimit = { recall = 0.9 }\n")
        .unwrap();
    let junit = done_in(dir, &["report", "latest:criterion-only", "--baseline", "base", "--format", "junit"]);
    assert_eq!(tests_with(&junit, "failure"), ["criterion-only.gate/threshold 1"]);
    assert!(junit.contains("<testsuite name=\"criterion-only.gate\""), "{junit}");
    assert!(junit.contains("below the limit of 0.9"), "{junit}");
}

#[apply(test)]
fn markdown_says_what_changed() {
    let dir = two_runs();
    let args = ["report", "latest:ce-edg", "--baseline", "base", "--format", "markdown"];
    let text = done_in(dir.path(), &args);
    assert!(text.contains("## Changed tasks") && text.contains("| improved |"), "{text}");
    assert!(!done_in(dir.path(), &args[..2]).contains("Changed tasks"));
}

#[apply(test)]
fn a_baseline_that_is_missing_has_its_own_exit_code() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let run = ["run", "--slicer", "sdg", "--filter", "erlang/sum-of-squares"];
    done_in(dir, &run);
    // There is no run before the only one.
    for name in ["nowhere", "latest", "latest:edg"] {
        let output = call_in(dir, &["report", "latest:sdg", "--baseline", name, "--format", "junit"]);
        assert_eq!(output.status.code(), Some(4), "{name}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
    done_in(dir, &run);
    for name in ["latest", "latest:sdg~1"] {
        done_in(dir, &["report", "latest:sdg", "--baseline", name, "--format", "junit"]);
    }
    // `run --report` compares with what the run is gated by.
    let report = [&run[..], &["--baseline", "latest", "--report", "junit"]].concat();
    done_in(dir, &report);
    let newest = done_in(dir, &["report", "latest:sdg", "--baseline", "latest", "--format", "junit"]);
    let beside = std::fs::read_dir(dir.join("reports/sdg")).unwrap().flatten();
    let written: Vec<String> =
        beside.filter_map(|run| std::fs::read_to_string(run.path().join("report/junit.xml")).ok()).collect();
    assert_eq!(written, [newest]);
}

#[apply(test)]
fn tasks_that_changed_have_no_state() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let benchmark = |name: &str, title: &str| {
        let folder = dir.join("suite/erlang").join(name);
        std::fs::create_dir_all(folder.join("gold")).unwrap();
        let program =
            "-module(program).\n-export([f/1]).\n\nf(X) ->\n    Y = X + 1,\n    Z = X * 2,\n    {Y, Z}.\n";
        let gold = format!("-module(program).\n-export([f/1]).\n\nf(X) ->\n    Y = X + 1,\n    {title}.\n");
        std::fs::write(folder.join("program.erl"), program).unwrap();
        std::fs::write(folder.join("gold/s5Y.erl"), gold).unwrap();
        let text = format!(
            "format = 1\ntitle = \"{name}\"\nsource = \"test\"\nrevision = 1\nprogram = \"program.erl\"\n\n\
             [[criterion]]\nid = \"s5Y\"\nline = 5\nvariable = \"Y\"\ngold = \"gold/s5Y.erl\"\n"
        );
        std::fs::write(folder.join("benchmark.toml"), text).unwrap();
    };
    benchmark("stays", "{Y, undef}");
    benchmark("changes", "{Y, undef}");
    let suite = ["--suite", "suite"];
    let run = ["run", "--slicer", "identity", "--save-baseline", "base"];
    let output = call_in(dir, &[&suite[..], &run].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    benchmark("changes", "{Y, Z}");
    done_in(dir, &[&suite[..], &["run", "--slicer", "identity"]].concat());
    let text = done_in(
        dir,
        &[&suite[..], &["report", "latest:identity", "--baseline", "base", "--format", "sarif"]].concat(),
    );
    let log: Value = serde_json::from_str(&text).unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let is_changed = result["message"]["text"].as_str().unwrap().contains("erlang/changes/");
        let state = result.get("baselineState").and_then(Value::as_str);
        assert_eq!(state, if is_changed { None } else { Some("unchanged") });
    }
}
