//! `slice --slicer NAME+qm`: a slicer's answer made smaller by a bounded search.

use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE};
use serde_json::Value;

use crate::support::{call, root, stderr, stdout};

/// Nodes that a slicer keeps of a program of the suite.
fn nodes(slicer: &str, program: &str, criterion: &[&str], more: &[&str]) -> Vec<Value> {
    let path = root(program).display().to_string();
    let args = ["slice", "--slicer", slicer, "--format", "json", &path, "--line"];
    let output = call(&[&args[..], criterion, more].concat());
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{slicer}: {}", stderr(&output));
    let slice: Value = serde_json::from_str(&stdout(&output)).unwrap();
    slice["nodes"].as_array().unwrap().clone()
}

/// From any beginning the search ends with a slice from which no single node can go, here with one for all.
#[apply(test)]
#[needs(Erlang)]
fn the_answer_of_a_slicer_becomes_smaller() {
    let (program, criterion) = ("suite/erlang/interval-width/program.erl", ["10", "--variable", "Width"]);
    // Time for machines that do other things besides.
    let more = ["--budget", "120"];
    let minimal = nodes("ce-edg+qm", program, &criterion, &more);
    assert!(!minimal.is_empty() && minimal.len() < nodes("sdg", program, &criterion, &[]).len());
    for slicer in ["identity+qm", "edg+qm", "default+qm"] {
        assert_eq!(nodes(slicer, program, &criterion, &more).len(), minimal.len(), "{slicer}");
    }
}

/// Without time the answer is what the slicer says, as far as it is a slice.
#[apply(test)]
#[needs(Erlang)]
fn without_time_the_answer_is_no_larger_than_that_of_the_slicer() {
    let (program, criterion) = ("suite/erlang/word-count/program.erl", ["11", "--variable", "Top"]);
    let at_once = nodes("ce-edg+qm", program, &criterion, &["--budget", "0"]);
    assert!(at_once.len() <= nodes("ce-edg", program, &criterion, &[]).len());
}

#[apply(test)]
#[needs(Gcc)]
fn c_programs_are_run_too() {
    let (program, criterion) = ("suite/c/word-count/program.c", ["35", "--variable", "line_count"]);
    let minimal = nodes("reachable+qm", program, &criterion, &["--budget", "120"]);
    assert!(minimal.len() < nodes("reachable", program, &criterion, &[]).len() / 2);
}

#[apply(test)]
fn what_cannot_be_run_or_has_no_such_slicer_is_refused() {
    let folder = crate::support::Folder::empty();
    folder.write("p.lua", "x = 1\nprint(x)\n");
    let path = folder.path().join("p.lua").display().to_string();
    let said = |slicer: &str| {
        let output = call(&["slice", "--slicer", slicer, "--line", "2", "--variable", "x", &path]);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
        stderr(&output)
    };
    assert!(said("reachable+qm").contains("lua programs cannot be run here"));
    let minimize = call(&["minimize", "--line", "2", "--variable", "x", &path]);
    assert!(stderr(&minimize).contains("lua programs cannot be run here"));
    assert!(said("gold+qm").contains("invalid value 'gold+qm'"));
}
