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
fn more_than_two_slicers_have_sizes_and_times_of_each() {
    let out = tempfile::tempdir().unwrap();
    let mut command = program();
    command.args(["sweep", "--slicers", "sdg,data,control", "--max-runs", "1", "--format", "json", "--out"]);
    command.arg(out.path()).args(["--filter", "python/word-count", "--filter", "python/boat"]);
    let rows = rows(&command.output().unwrap());
    assert_eq!(rows.len(), 9, "{rows:?}");
    let (programs, all) = rows.split_at(6);
    for (idx, row) in all.iter().enumerate() {
        assert_eq!(row["slicer"], ["sdg", "data", "control"][idx]);
        assert_eq!(row["program"], Value::Null);
        let of_programs = [&programs[idx], &programs[idx + 3]];
        let sum = |key: &str| of_programs.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
        assert_eq!(row["slices"].as_u64(), Some(sum("criteria")), "{row}");
        assert_eq!(row["program_nodes"].as_u64(), Some(sum("program_nodes")), "{row}");
        let mean = of_programs.iter().map(|row| row["share"].as_f64().unwrap()).sum::<f64>() / 2.0;
        assert!((row["share"].as_f64().unwrap() - mean).abs() < 1e-9, "{row}");
        assert!(row["graph_s"].as_f64().unwrap() > 0.0 && row["slice_s"].as_f64().unwrap() > 0.0, "{row}");
    }
    let nodes: Vec<f64> = all.iter().map(|row| row["nodes"].as_f64().unwrap()).collect();
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
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
        (&["--slicers", "identity"][..], "a sweep needs two different slicers or more, not `identity`"),
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

/// The class: rows of ranges have every criterion once, and sizes that are in their range.
#[apply(test)]
fn rows_by_size_have_every_criterion_in_one_range() {
    let out = tempfile::tempdir().unwrap();
    let rows = rows(&sweep(out.path(), &["--slicers", "edg,sdg", "--by", "size", "--format", "json"]));
    let (all, ranges) = rows.split_last().expect("a row of all");
    assert!(ranges.len() > 1, "{rows:?}");
    let of = |row: &Value, key: &str| row[key].as_f64().unwrap_or_else(|| panic!("no {key} in {row}"));
    let mut end = 0.0;
    for range in ranges {
        let (from, below, size) =
            (of(range, "from_nodes"), of(range, "below_nodes"), of(range, "second_nodes"));
        assert!(end <= from && from <= size && size < below, "{range}");
        assert!(of(range, "first_nodes") <= size && range["first_graph_s"].is_null(), "{range}");
        end = below;
    }
    let sum: f64 = ranges.iter().map(|range| of(range, "compared")).sum();
    assert_eq!(sum, of(all, "compared"));
    assert!(all["from_nodes"].is_null() && of(all, "first_graph_s") > 0.0, "{all}");
    let weighted: f64 = ranges.iter().map(|range| of(range, "compared") * of(range, "second_nodes")).sum();
    assert!((weighted / sum - of(all, "second_nodes")).abs() < 1e-6, "{all}");
}

#[apply(test)]
fn only_objects_that_reach_a_return_are_criteria_where_they_are_asked_for() {
    let swept = |arguments: &[&str]| {
        let out = tempfile::tempdir().unwrap();
        let mut command = program();
        command.args([
            "sweep",
            "--max-runs",
            "1",
            "--filter",
            "java/search-tree",
            "--slicers",
            "jsysdg,jsdg",
        ]);
        command.args(["--format", "json", "--out"]).arg(out.path()).args(arguments);
        rows(&command.output().expect("the program starts"))
    };
    let (all, objects) = (swept(&[]), swept(&["--objects"]));
    let n = |rows: &[Value]| rows[0]["criteria"].as_u64().unwrap();
    assert!(n(&objects) > 0 && n(&objects) < n(&all), "{} of {}", n(&objects), n(&all));
    assert_eq!(objects[0]["larger"], 0);
    assert!(objects[0]["reduction"].as_f64().unwrap() > 0.0, "{objects:?}");
}
