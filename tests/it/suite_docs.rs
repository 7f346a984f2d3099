//! The pages on the suite agree with the suite. `UPDATE_DOCS=1` writes what is generated in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use bench_slicers::grade::gold_sizes;
use bench_slicers::minimize::certificate::Certificate;
use bench_slicers::suite::{Suite, Task};
use serde_json::json;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn suite() -> Suite {
    Suite::load(&[root().join("suite")]).expect("the suite can be read")
}

/// Compares a page with what it should be, or writes it.
fn check_page(name: &str, expected: &str) {
    let path = root().join("docs").join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, expected).expect("the page can be written");
    }
    let found = std::fs::read_to_string(&path).expect("the page is there");
    assert!(
        found == expected,
        "docs/{name} is not up to date: run `UPDATE_DOCS=1 cargo test --test it suite_docs`"
    );
}

#[test]
fn labels_are_defined_and_their_tasks_listed() {
    let suite = suite();
    let mut tasks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for task in suite.tasks() {
        for label in &task.criterion.labels {
            tasks.entry(label.clone()).or_default().push(task.id());
        }
    }
    let page = std::fs::read_to_string(root().join("docs/LABELS.md")).expect("the page is there");
    let mut expected = String::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let label = cells[0].trim();
        let is_row = line.starts_with("| ") && label != "label";
        let listed = tasks.remove(label);
        match (listed, is_row) {
            (Some(mut listed), _) => {
                listed.sort();
                let ids = listed.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(" ");
                writeln!(expected, "| {label} | {} | {ids} |", cells[1]).expect("a string takes all text");
            }
            (None, true) => panic!("no task has the label {label}"),
            (None, false) => writeln!(expected, "{line}").expect("a string takes all text"),
        }
    }
    assert!(tasks.is_empty(), "docs/LABELS.md does not define {:?}", tasks.keys());
    check_page("LABELS.md", &expected);
}

/// Certificate of a task.
fn certificate(task: &Task<'_>) -> Option<Certificate> {
    serde_json::from_str(task.criterion.certificate.as_ref()?).ok()
}

#[test]
fn every_task_is_in_the_table_of_the_suite() {
    let suite = suite();
    let page = std::fs::read_to_string(root().join("docs/SUITE.md")).expect("the page is there");
    let mut expected = page.split("\n| task |").next().unwrap_or_default().trim_end().to_owned();
    expected.push_str("\n\n| task | nodes | gold | % | labels | evidence | depth | inputs | coverage |\n|---|---|---|---|---|---|---|---|---|\n");
    let mut tasks: Vec<Task<'_>> = suite.tasks().collect();
    tasks.sort_by_key(Task::id);
    let sizes = gold_sizes(&tasks);
    for (task, gold) in tasks.into_iter().zip(sizes) {
        let nodes = task.benchmark.tree.n_counted();
        let labels = task.criterion.labels.join(" ");
        let proof = certificate(&task).map_or_else(
            || "| | | ".to_owned(),
            |found| {
                let depth =
                    found.slices.first().map_or_else(String::new, |slice| json!(slice.depth).to_string());
                let depth = depth.trim_matches('"');
                format!(
                    "| {depth} | {} | {} of {} ",
                    found.inputs.len(),
                    found.coverage.reached,
                    found.coverage.of
                )
            },
        );
        let share = 100.0 * gold as f64 / nodes as f64;
        let evidence = task.criterion.evidence.name();
        writeln!(
            expected,
            "| `{}` | {nodes} | {gold} | {share:.0} | {labels} | {evidence} {proof}|",
            task.id()
        )
        .expect("a string takes all text");
    }
    check_page("SUITE.md", &expected);
}
