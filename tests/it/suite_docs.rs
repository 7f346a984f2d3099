//! The pages on the suite agree with the suite. `UPDATE_DOCS=1` writes what is generated in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bench_slicers::ast::Tree;
use bench_slicers::builtin::Builtin;
use bench_slicers::grade::gold_sizes;
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::minimize::certificate::Certificate;
use bench_slicers::suite::Task;
use serde_json::json;

use crate::support::{SUITE, call, root, stderr, stdout};

/// Compares a page with what it should be, or writes it.
fn check_page(name: &str, expected: &str) {
    let path = root("docs").join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, expected).expect("the page can be written");
    }
    let found = std::fs::read_to_string(&path).expect("the page is there");
    assert!(
        found == expected,
        "docs/{name} is not up to date: run `UPDATE_DOCS=1 cargo test --test it suite_docs`"
    );
}

#[apply(test)]
fn labels_are_defined_and_their_tasks_listed() {
    let mut tasks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for task in SUITE.tasks() {
        for label in &task.criterion.labels {
            tasks.entry(label.clone()).or_default().push(task.id());
        }
    }
    let page = std::fs::read_to_string(root("docs/LABELS.md")).expect("the page is there");
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
                let meaning = SUITE.labels.get(label).map_or("", String::as_str);
                assert!(!meaning.is_empty(), "suite/labels.toml does not define {label}");
                writeln!(expected, "| {label} | {meaning} | {ids} |").expect("a string takes all text");
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

/// How the generated sentence on sizes begins.
const SIZES: &str = "Erlang: ";

/// How large the Erlang programs are.
fn sizes() -> String {
    let erlang = || SUITE.benchmarks.iter().filter(|benchmark| benchmark.language == Language::Erlang);
    let mut nodes: Vec<usize> = erlang().map(|benchmark| benchmark.tree.n_counted()).collect();
    nodes.sort_unstable();
    let n_tasks: usize = erlang().map(|benchmark| benchmark.criteria.len()).sum();
    let (Some(least), Some(most)) = (nodes.first(), nodes.last()) else { return String::new() };
    format!(
        "{SIZES}{} programs with {n_tasks} tasks, of {least} to {most} nodes; the median is {}, {} have more than 200.",
        nodes.len(),
        nodes[nodes.len() / 2],
        nodes.iter().filter(|&&nodes| nodes > 200).count()
    )
}

#[apply(test)]
fn every_task_is_in_the_table_of_the_suite() {
    let page = std::fs::read_to_string(root("docs/SUITE.md")).expect("the page is there");
    let head = page.split("\n| task |").next().unwrap_or_default();
    let mut expected = head.split(SIZES).next().unwrap_or_default().trim_end().to_owned();
    write!(expected, "\n\n{}", sizes()).expect("a string takes all text");
    expected.push_str("\n\n| task | nodes | gold | % | labels | evidence | depth | inputs | coverage |\n|---|---|---|---|---|---|---|---|---|\n");
    let mut tasks: Vec<Task<'_>> = SUITE.tasks().collect();
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

/// Labels of which each must have three Erlang tasks or more.
const LABELS: [&str; 28] = [
    "ACC", "AF", "BIN", "Block", "CDE", "CDR", "Char", "DC", "DEEP", "GRD", "HOF", "IP", "KILL", "LC", "MAP",
    "MUT", "NCF", "PAIR", "RC", "REC", "Rem", "SHD", "STR", "TRY", "UMF", "UP", "URC", "URF",
];

#[apply(test)]
fn every_label_has_three_erlang_tasks() {
    let erlang: Vec<Task<'_>> =
        SUITE.tasks().filter(|task| task.benchmark.language == Language::Erlang).collect();
    for label in LABELS {
        let n_tasks =
            erlang.iter().filter(|task| task.criterion.labels.iter().any(|own| own == label)).count();
        assert!(n_tasks >= 3, "{label} has {n_tasks} tasks");
    }
    let is_term = |task: &&Task<'_>| task.criterion.labels.iter().any(|own| own == "TERM");
    let n_term = erlang.iter().filter(is_term).count();
    assert!((3..erlang.len()).contains(&n_term), "{n_term} slices depend on what a placeholder does");
}

/// A brute force over sets of four of so many nodes is possible, whatever the kind of slice.
const SMALL: usize = 60;

#[apply(test)]
fn small_gold_slices_are_proved_against_sets_of_four() {
    let shallow: Vec<String> = SUITE
        .tasks()
        .filter_map(|task| Some((task.id(), certificate(&task)?)))
        .filter(|(_, found)| {
            found.slices.iter().any(|slice| slice.nodes <= SMALL && slice.depth.number() < 4)
        })
        .map(|(id, _)| id)
        .collect();
    assert!(shallow.is_empty(), "`minimize TASK --max-nodes 4 --write-gold` proves more of {shallow:#?}");
}

/// Nodes of the gold slice and those that the default slicer keeps besides; of several gold slices, the nearest.
fn surplus(task: &Task<'_>) -> (usize, usize) {
    let tree = &task.benchmark.tree;
    let answer = Builtin::Default.prepare(tree, 0).slice(task.criterion.node);
    let kept = map(tree, &Tree::parse(tree.language(), &answer), &MapOptions::default()).kept;
    let counts = task.criterion.golds.iter().map(|gold| {
        let gold = map(tree, &Tree::parse(tree.language(), &gold.files), &MapOptions::default()).kept;
        (gold.difference(&kept).len(), kept.difference(&gold).len(), gold.len())
    });
    let (missing, surplus, gold) = counts.min().expect("a gold slice");
    assert_eq!(missing, 0, "{}", task.id());
    (gold, surplus)
}

#[apply(test)]
fn hard_tasks_are_as_hard_as_their_page_says() {
    let tasks: BTreeMap<String, Task<'_>> = SUITE.tasks().map(|task| (task.id(), task)).collect();
    let page = std::fs::read_to_string(root("docs/HARD.md")).expect("the page is there");
    let mut expected = String::new();
    let mut is_exact = false;
    let mut n_listed: BTreeMap<(Language, bool), usize> = BTreeMap::new();
    for line in page.lines() {
        is_exact = (is_exact || line == "## Exact") && line != "## Not exact";
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let Some(task) = tasks.get(cells[0].trim_matches('`')).filter(|_| cells.len() == 4) else {
            writeln!(expected, "{line}").expect("a string takes all text");
            continue;
        };
        let (gold, surplus) = surplus(task);
        assert_eq!(surplus == 0, is_exact, "{}: {surplus} nodes too many", task.id());
        *n_listed.entry((task.benchmark.language, is_exact)).or_default() += 1;
        writeln!(expected, "| {} | {gold} | {surplus} | {} |", cells[0], cells[3])
            .expect("a string takes all text");
    }
    let n_of = |language, is_exact| n_listed.get(&(language, is_exact)).copied().unwrap_or_default();
    assert!(n_of(Language::Erlang, true) >= 6 && n_of(Language::Erlang, false) >= 10, "{n_listed:?}");
    for language in [Language::C, Language::Java, Language::JavaScript, Language::Python, Language::R] {
        assert!(n_of(language, false) >= 4, "{language}: {n_listed:?}");
    }
    check_page("HARD.md", &expected);
}

#[apply(test)]
fn the_baseline_that_is_checked_in_is_that_of_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let checked_in = root("reports/baselines/ce-edg.json");
    let run = |more: &[&str]| {
        let output = call(&[&["run", "--slicer", "ce-edg", "--out", out], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    };
    if std::env::var_os("UPDATE_DOCS").is_some() {
        run(&["--save-baseline", "ce-edg"]);
        std::fs::create_dir_all(checked_in.parent().unwrap()).unwrap();
        std::fs::copy(folder.path().join("baselines/ce-edg.json"), &checked_in).unwrap();
    }
    run(&["--baseline", checked_in.to_str().unwrap(), "--fail-on", "any-change"]);
}
