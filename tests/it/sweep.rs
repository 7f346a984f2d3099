//! `sweep`: two slicers on every variable.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::support::program;

fn sweep(out: &Path, arguments: &[&str]) -> Output {
    let mut command = program();
    command.args(["sweep", "--max-runs", "3", "--filter", "erlang/word-count", "--out"]).arg(out);
    command.args(arguments).output().expect("the program starts")
}

fn rows(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("an array of rows")
}

#[apply(test)]
fn sizes_of_two_slicers_are_compared_on_every_variable() {
    let out = tempfile::tempdir().unwrap();
    let rows = rows(&sweep(out.path(), &["--slicers", "criterion-only,identity", "--format", "json"]));
    let [program, all] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!(program["program"], "erlang/word-count");
    assert_eq!(all["program"], Value::Null);
    let n_criteria = program["criteria"].as_u64().unwrap();
    assert!(n_criteria > 10, "{program}");
    assert_eq!((program["compared"].as_u64(), program["larger"].as_u64()), (Some(n_criteria), Some(0)));
    let reduction = program["reduction"].as_f64().unwrap();
    assert!(reduction > 0.5 && reduction < 1.0, "{reduction}");
    assert!(program["first_slice_s"].as_f64().unwrap() > 0.0);
}

#[apply(test)]
fn the_other_way_round_the_first_is_larger() {
    let out = tempfile::tempdir().unwrap();
    let rows = rows(&sweep(out.path(), &["--slicers", "identity,criterion-only", "--format", "json"]));
    assert_eq!(rows[0]["larger"], rows[0]["criteria"]);
    assert!(rows[0]["reduction"].as_f64().unwrap() < 0.0);
}

#[apply(test)]
fn commands_are_measured_like_slicers_inside() {
    let out = tempfile::tempdir().unwrap();
    let adapters = out.path().join("adapters");
    std::fs::create_dir(&adapters).unwrap();
    let adapter = "format = 1\nname = \"copy\"\nlanguages = [\"erlang\"]\n\n[[step]]\ncommand = [\"cat\", \"{file}\"]\n\n\
                   [answer]\nfrom = \"stdout\"\nis = \"source\"\n";
    std::fs::write(adapters.join("copy.toml"), adapter).unwrap();
    let folder = adapters.to_str().unwrap();
    let rows =
        rows(&sweep(out.path(), &["--slicers", folder, "--slicers", "copy,identity", "--format", "json"]));
    assert_eq!(rows[0]["compared"], rows[0]["criteria"], "{rows:?}");
    assert_eq!(rows[0]["reduction"].as_f64(), Some(0.0));
}

#[apply(test)]
fn an_interrupted_sweep_goes_on() {
    let out = tempfile::tempdir().unwrap();
    let first = sweep(out.path(), &["--slicers", "criterion-only,identity", "--format", "json"]);
    let path = out.path().join("sweep/criterion-only,identity/measurements.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let half: String = text.chars().take(text.len() / 2).collect();
    std::fs::write(&path, &half).unwrap();
    let second = sweep(out.path(), &["--slicers", "criterion-only,identity", "--format", "json"]);
    let said = String::from_utf8_lossy(&second.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(&format!("resuming after {} measurements", half.matches('\n').count())), "{said}");
    let again = std::fs::read_to_string(&path).unwrap();
    let whole = half.lines().take(half.matches('\n').count());
    assert!(
        whole.into_iter().all(|line| again.lines().any(|other| other == line)),
        "what was measured is kept"
    );
    assert_eq!(again.lines().count(), text.lines().count());
    assert_eq!(rows(&first)[0]["reduction"], rows(&second)[0]["reduction"]);
}

#[apply(test)]
fn another_request_is_not_mixed_in() {
    let out = tempfile::tempdir().unwrap();
    rows(&sweep(out.path(), &["--slicers", "criterion-only,identity", "--format", "json"]));
    let mut command = program();
    command
        .args(["sweep", "--slicers", "criterion-only,identity", "--max-runs", "4", "--out"])
        .arg(out.path());
    command.args(["--filter", "erlang/word-count"]);
    let refused = command.output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("begun with another number of runs") && said.contains("--restart"), "{said}");
    let restarted = command.arg("--restart").output().unwrap();
    assert!(restarted.status.success(), "{}", String::from_utf8_lossy(&restarted.stderr));
}

#[apply(test)]
fn two_slicers_that_need_no_gold_are_asked_for() {
    let out = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["--slicers", "identity"][..], "a sweep needs two different slicers, not `identity`"),
        (&[][..], "a sweep needs two different slicers"),
        (&["--slicers", "identity,identity"][..], "two different slicers"),
        (&["--slicers", "identity,gold"][..], "`gold` starts from a gold slice"),
        (&["--slicers", "identity,nobody"][..], "nobody"),
    ] {
        let output = sweep(out.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(expected), "{said}");
        assert!(said.contains("hint: "), "{said}");
    }
}
