//! `check relations`: what must hold of any answer, tried on slicers that are wrong in one way each.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::support::{call, program};

/// A slicer of Python that is a command of the shell, with the program in `$1`.
fn adapter(folder: &Path, name: &str, command: &str) -> String {
    let text = format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"python\"]\n\n[[step]]\ncommand = [\"sh\", \"-c\", \"{command}\", \"sh\", \
         \"{{file}}\", \"{{line}}\"]\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
    );
    let path = folder.join(format!("{name}.toml"));
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn relations(slicer: &str, others: &[&str]) -> Output {
    let mut command = program();
    command.args(["check", "relations", "--slicer", slicer, "--sandbox", "off", "--format", "json"]);
    command.args(others).output().expect("the program starts")
}

fn scores(output: &Output) -> Vec<Value> {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|cause| panic!("{cause}: {said}"))
}

/// Number of tasks of which a relation holds, and of which it does not.
fn counts(scores: &[Value], relation: &str) -> (u64, u64) {
    let score = scores.iter().find(|score| score["relation"] == relation).expect("a row of each relation");
    (score["holds"].as_u64().unwrap(), score["broken"].as_u64().unwrap())
}

const WORD_COUNT: [&str; 2] = ["--filter", "python/word-count"];

#[apply(test)]
#[needs(Python)]
fn a_slicer_that_keeps_everything_keeps_dead_code() {
    let folder = tempfile::tempdir().unwrap();
    let output = relations(&adapter(folder.path(), "whole", "cat $1"), &WORD_COUNT);
    let scores = scores(&output);
    assert_eq!(output.status.code(), Some(1));
    let (n_held, n_broken) = counts(&scores, "dead-code");
    assert!(n_held == 0 && n_broken > 0, "{scores:?}");
    for relation in ["parses", "compiles", "behaves", "idempotent", "renamed", "reformatted"] {
        let (n_held, n_broken) = counts(&scores, relation);
        assert!(n_held > 0 && n_broken == 0, "{relation}: {scores:?}");
    }
    assert!(scores.iter().all(|score| score["relation"] != "executed"), "{scores:?}");
    let dead = scores.iter().find(|score| score["relation"] == "dead-code").unwrap();
    assert!(dead["other"].as_str().unwrap().contains("unused_twin = 7"), "{dead}");
    assert!(dead["task"].as_str().unwrap().starts_with("python/word-count/"), "{dead}");
}

#[apply(test)]
#[needs(Python)]
fn a_slicer_that_goes_by_names_is_not_the_same_for_other_names() {
    let folder = tempfile::tempdir().unwrap();
    let named = adapter(folder.path(), "named", "grep -v -e _twin -e '^ *longest = length' $1");
    let scores = scores(&relations(&named, &WORD_COUNT));
    let (n_held, n_broken) = counts(&scores, "renamed");
    assert!(n_broken > 0, "{n_held} hold: {scores:?}");
    // What was written in goes by its name, and nothing else does.
    assert_eq!(counts(&scores, "dead-code").1, 0, "{scores:?}");
}

#[apply(test)]
#[needs(Python)]
fn a_slicer_that_takes_something_away_each_time_is_not_idempotent() {
    let folder = tempfile::tempdir().unwrap();
    let eager = adapter(
        folder.path(),
        "eager",
        "awk -v l=$2 '/print/ && NR != l && !n {{ n = 1; $0 = \\\"\\\" }} 1' $1",
    );
    let scores = scores(&relations(&eager, &WORD_COUNT));
    let (_, n_broken) = counts(&scores, "idempotent");
    assert!(n_broken > 0, "{scores:?}");
    assert_eq!(counts(&scores, "parses").1, 0, "{scores:?}");
}

#[apply(test)]
#[needs(Python)]
fn slicers_inside_lie_within_each_other_and_do_not_depend_on_names() {
    for slicer in ["ce-edg", "data", "control"] {
        let output = relations(slicer, &WORD_COUNT);
        let scores = scores(&output);
        assert_eq!(output.status.code(), Some(0), "{slicer}: {scores:?}");
        for relation in ["within", "renamed", "reformatted", "dead-code"] {
            assert!(counts(&scores, relation).0 > 0, "{slicer}, {relation}: {scores:?}");
        }
    }
}

#[apply(test)]
#[needs(Python)]
fn slicers_of_one_run_are_called_for_each_input() {
    // One criterion, with nine inputs.
    let lines = ["--filter", "python/word-count/s28Lines"];
    for (slicer, within) in [("pruned-dynamic", "dynamic"), ("pruned-relevant", "relevant")] {
        let output = relations(slicer, &lines);
        let scores = scores(&output);
        let beside: Vec<&str> = scores.iter().filter_map(|score| score["beside"].as_str()).collect();
        assert!(beside.contains(&within), "{slicer}: {beside:?}");
        for relation in ["behaves", "executed", "within", "renamed"] {
            let (n_held, n_broken) = counts(&scores, relation);
            assert!(n_held > 1 && n_broken == 0, "{slicer}, {relation}: {scores:?}");
        }
        // Of a relevant slice, a condition stays for what it could have done, which does not.
        let is_broken = scores.iter().any(|score| score["broken"] != 0 && score["relation"] != "idempotent");
        assert!(!is_broken, "{slicer}: {scores:?}");
        if slicer == "pruned-dynamic" {
            assert_eq!(output.status.code(), Some(0), "{slicer}: {scores:?}");
        }
    }
}

#[apply(test)]
#[needs(Python)]
fn what_is_not_executed_is_no_part_of_a_slice_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = adapter(folder.path(), "whole", "cat $1");
    let text = std::fs::read_to_string(&path).unwrap().replace("languages", "kind = \"dynamic\"\nlanguages");
    std::fs::write(&path, text).unwrap();
    let scores = scores(&relations(&path, &["--filter", "python/word-count/s28Lines"]));
    // An empty text enters no loop; others do.
    let (n_held, n_broken) = counts(&scores, "executed");
    assert!(n_held > 0 && n_broken > 0, "{scores:?}");
    let broken = scores.iter().find(|score| score["relation"] == "executed").unwrap();
    assert!(broken["task"].as_str().unwrap().contains(" on input "), "{broken}");
    assert!(broken["what"].as_str().unwrap().starts_with("not executed: line "), "{broken}");
}

#[apply(test)]
#[needs(Python)]
fn every_variable_of_a_file_is_a_criterion() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sums.py");
    std::fs::write(&path, "a = 1\nb = 2\nc = a + 3\nprint(c, b)\n").unwrap();
    let output = relations("ce-edg", &["--seed", "7", path.to_str().unwrap()]);
    let scores = scores(&output);
    assert_eq!(counts(&scores, "behaves"), (6, 0), "{scores:?}");
    assert!(counts(&scores, "reordered").0 > 0, "{scores:?}");
    assert_eq!(scores[0]["seed"], 7);
}

#[apply(test)]
fn nothing_to_try_is_told_and_gold_is_refused() {
    let output = relations("data", &["--filter", "erlang/word-count"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(scores(&output)[0]["untried"].as_object().unwrap().keys().all(|why| why.contains("erlang")));
    let refused = call(&["check", "relations", "--slicer", "gold"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("hint: "));
}
