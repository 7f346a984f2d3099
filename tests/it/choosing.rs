//! Slicers beside each other, one answer on any program, and what is there to run.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::support::{call_in, done_in, root, stderr, stdout};

fn rows(text: &str) -> Vec<Value> {
    serde_json::from_str::<Vec<Value>>(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The mean of a key over those that have one.
fn mean<'r>(rows: impl Iterator<Item = &'r Value>, number: impl Fn(&Value) -> Option<f64>) -> Option<f64> {
    let numbers: Vec<f64> = rows.filter_map(number).collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// Every number of a row, computed again from the graded tasks of its run.
fn check_row(row: &Value, tasks: &[Value], tiers: &BTreeMap<String, String>) {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap().to_owned();
    let is_of = |task: &&Value| {
        let id = text(task, "task");
        let tier = &tiers[&id];
        id.starts_with(&format!("{}/", text(row, "language")))
            && task["supported"] == true
            && task["kind"] == row["kind"]
            && (row["tier"] == "all" || *tier == text(row, "tier"))
    };
    let of: Vec<&Value> = tasks.iter().filter(is_of).collect();
    let n = |is: &dyn Fn(&Value) -> bool| of.iter().filter(|task| is(task)).count();
    let answered = |task: &Value| task["status"] == "answered";
    let verdict = |word: &'static str| move |task: &Value| task["verdict"] == word;
    assert_eq!(row["tasks"], of.len(), "{row}");
    assert_eq!(row["answered"], n(&answered), "{row}");
    assert_eq!(row["exact"], n(&verdict("exact")), "{row}");
    assert_eq!(row["complete"], n(&verdict("complete")), "{row}");
    assert_eq!(row["incomplete"], n(&verdict("incomplete")), "{row}");
    assert_eq!(
        row["not_a_slice"],
        n(&|task| { ["not-a-slice", "wrong-criterion"].contains(&task["verdict"].as_str().unwrap()) })
    );
    let close = |key: &str, expected: Option<f64>| match (row[key].as_f64(), expected) {
        (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-9, "{key} {expected}: {row}"),
        (found, expected) => assert_eq!(found, expected, "{key}: {row}"),
    };
    let over_answered = || of.iter().copied().filter(|task| answered(task));
    close("recall_answered", mean(over_answered(), |task| task["recall"].as_f64()));
    close("precision_answered", mean(over_answered(), |task| task["precision"].as_f64()));
    close("f1_answered", mean(over_answered(), |task| task["f1"].as_f64()));
    let or_zero = |key: &'static str| {
        move |task: &Value| match task["status"] == "answered" {
            true => task[key].as_f64(),
            false => Some(0.0),
        }
    };
    close("recall_supported", mean(of.iter().copied(), or_zero("recall")));
    close("f1_supported", mean(of.iter().copied(), or_zero("f1")));
}

/// A slicer that answers the program, and fails on programs that say `while`.
const FICKLE: &str = r#"
format = 1
name = "fickle"
languages = ["c", "python"]
[[step]]
command = ["sh", "-c", "if grep -q while \"$1\"; then echo no loops >&2; exit 7; fi; cat \"$1\"", "sh", "{file}"]
[answer]
from = "stdout"
is = "source"
"#;

#[apply(test)]
fn rows_of_a_leaderboard_are_what_the_graded_tasks_of_each_run_give() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    std::fs::write(dir.join("fickle.toml"), FICKLE).unwrap();
    let filters = ["--filter", "c/*", "--filter", "python/w*"];
    let run = [
        &["run", "-s", "reachable", "-s", "random", "-s", "./fickle.toml", "--format", "json"],
        &filters[..],
    ];
    let short = rows(&done_in(dir, &run.concat()));
    let whole = rows(&done_in(dir, &["leaderboard", "--format", "json"]));
    let tasks = rows(&done_in(dir, &[&["list", "tasks", "--format", "json"], &filters[..]].concat()));
    let tiers: BTreeMap<String, String> = tasks
        .iter()
        .map(|task| (task["task"].as_str().unwrap().to_owned(), task["tier"].as_str().unwrap().to_owned()))
        .collect();
    let kinds: BTreeMap<&str, &Value> =
        tasks.iter().map(|task| (task["task"].as_str().unwrap(), &task["kind"])).collect();
    for slicer in ["reachable", "random", "fickle"] {
        let mut graded = rows(&done_in(dir, &["grade", &format!("latest:{slicer}"), "--format", "json"]));
        for task in &mut graded {
            task["kind"] = kinds[task["task"].as_str().unwrap()].clone();
        }
        let of: Vec<&Value> = whole.iter().filter(|row| row["slicer"] == slicer).collect();
        assert!(of.len() >= 4, "{slicer}: {whole:?}");
        of.iter().for_each(|row| check_row(row, &graded, &tiers));
    }
    assert_eq!(short, {
        let mut rows: Vec<Value> = whole.iter().filter(|row| row["tier"] == "all").cloned().collect();
        rows.iter_mut().for_each(|row| row["seen"] = Value::Array(Vec::new()));
        rows
    });
    let seen = whole.iter().find(|row| row["slicer"] == "fickle" && row["tier"] == "all").unwrap();
    let seen = seen["seen"].to_string();
    assert!(seen.contains("× exited: exit 7, first in `c/"), "{seen}");
}

#[apply(test)]
fn a_slicer_that_is_missing_does_not_keep_the_others_from_their_turn() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let missing = FICKLE.replace("\"sh\", \"-c\"", "\"no-such-program\"").replace("fickle", "absent");
    std::fs::write(dir.join("absent.toml"), missing).unwrap();
    let run = ["run", "--filter", "c/swap", "-s", "./absent.toml", "-s", "identity", "-s", "gold"];
    let output = call_in(dir, &run);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("`no-such-program` is missing"), "{}", stderr(&output));
    let table = stdout(&output);
    let order = ["gold ", "identity "].map(|name| table.find(name).unwrap());
    assert!(order[0] < order[1] && !table.contains("absent"), "{table}");
    for flag in ["--resume=x", "--baseline=x", "--save-baseline=x"] {
        let output = call_in(dir, &[&run[..], &[flag]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("is for a run of one slicer"), "{}", stderr(&output));
    }
}

#[apply(test)]
fn a_leaderboard_reads_what_it_and_others_have_written() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    done_in(dir, &["run", "--filter", "c/swap", "-s", "identity", "-s", "reachable"]);
    let ours = done_in(dir, &["leaderboard", "--out", "docs", "--format", "json"]);
    let read = |name: &str| std::fs::read_to_string(dir.join("docs").join(name)).unwrap();
    assert_eq!(read("results.json"), ours);
    let again = ["leaderboard", "docs/results.json", "--out", "docs", "--format", "json"];
    let page = read("RESULTS.md");
    assert_eq!(done_in(dir, &again), ours);
    assert_eq!(read("RESULTS.md"), page);
    let theirs = ours.replace("\"reachable\"", "\"theirs\"").replace("\"built-in\"", "\"tool\"");
    std::fs::write(dir.join("theirs.json"), &theirs).unwrap();
    let both = rows(&done_in(dir, &["leaderboard", "theirs.json", "latest:reachable", "--format", "json"]));
    let names: Vec<&str> = both.iter().map(|row| row["slicer"].as_str().unwrap()).collect();
    assert!(names.contains(&"theirs") && names.contains(&"reachable"), "{names:?}");
    // Of one slicer and version the latest row stays, in whatever order they are named.
    let earlier = ours.replace("\"date\":\"2", "\"date\":\"1").replace("\"tasks\":", "\"tasks\":9");
    std::fs::write(dir.join("earlier.json"), earlier).unwrap();
    for order in [["earlier.json", "docs/results.json"], ["docs/results.json", "earlier.json"]] {
        assert_eq!(done_in(dir, &[&["leaderboard", "--format", "json"], &order[..]].concat()), ours);
    }
    std::fs::write(dir.join("broken.json"), "[{\"language\": 1}]").unwrap();
    let output = call_in(dir, &["leaderboard", "broken.json"]);
    assert!(stderr(&output).contains("broken.json: not the rows of a leaderboard"), "{}", stderr(&output));
}

#[apply(test)]
fn the_published_results_are_what_their_rows_give() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let rows = root("docs/results.json");
    let rows = rows.to_str().unwrap();
    done_in(dir, &["leaderboard", rows, "--out", "docs"]);
    let published = |path: &str| std::fs::read_to_string(root(path)).unwrap();
    let made = std::fs::read_to_string(dir.join("docs/RESULTS.md")).unwrap();
    assert!(
        made == published("docs/RESULTS.md"),
        "make docs/RESULTS.md again: `bench-slicers leaderboard docs/results.json --out docs`"
    );
    let best = done_in(dir, &["leaderboard", rows, "--best", "--format", "markdown"]);
    assert!(published("README.md").contains(&best), "README.md lacks this table:\n{best}");
}

const PROGRAM: &str = "#include <stdio.h>\nint main(void) {\n\tint a = 1;\n\tint b = 2;\n\tprintf(\"%d\\n\", a);\n\tprintf(\"%d\\n\", b);\n\treturn 0;\n}\n";

/// A slicer that deletes one line of any program, whatever is asked.
fn write_deleter(dir: &Path, name: &str, command: &str) {
    let text = format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"c\"]\n[[step]]\ncommand = {command}\n\
         [answer]\nfrom = \"stdout\"\nis = \"source\"\n"
    );
    std::fs::write(dir.join(format!("{name}.toml")), text).unwrap();
}

#[apply(test)]
fn one_answer_on_any_program_is_shown_without_a_suite() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    std::fs::write(dir.join("p.c"), PROGRAM).unwrap();
    write_deleter(dir, "deleter", r#"["sed", "-e", "3d", "-e", "s/printf(.*a);//", "{file}"]"#);
    write_deleter(dir, "loser", r#"["sh", "-c", "echo cannot do that >&2; exit 9"]"#);
    let question = ["p.c", "--line", "6", "--variable", "b"];
    let of = |slicer: &str, more: &[&str]| call_in(dir, &[&["try", slicer], &question[..], more].concat());
    let shown = stdout(&of("./deleter.toml", &[]));
    assert!(shown.starts_with("deleter: "), "{shown}");
    assert!(shown.contains("    3 -     int a = 1;\n    4       int b = 2;\n    5 -     printf"), "{shown}");
    assert_eq!(stdout(&of("./deleter.toml", &["--format", "lines"])), "2\n4\n6\n7\n");
    let source = stdout(&of("./deleter.toml", &["--format", "source"]));
    assert!(!source.contains("int a") && source.contains("int b = 2;"), "{source}");
    // The slicers that ship inside are asked in the same way as by `slice`.
    let slice = ["slice", "--slicer", "reachable", "--format", "lines"];
    assert_eq!(
        stdout(&of("reachable", &["--format", "lines"])),
        stdout(&call_in(dir, &[&slice[..], &question].concat()))
    );
    for (slicer, code, said) in [
        ("./loser.toml", 3, "`loser` gave no answer: exited: exit 9\nhint: it said last: cannot do that"),
        ("gold", 2, "starts from a gold slice"),
        ("flowr", 2, "does not say that it can do this: language c"),
    ] {
        let output = of(slicer, &[]);
        assert_eq!(output.status.code(), Some(code), "{slicer}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{slicer}: {}", stderr(&output));
    }
}

#[apply(test)]
fn a_check_calls_the_slicer_once_and_a_list_says_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write_deleter(dir, "whole", r#"["cat", "{file}"]"#);
    write_deleter(dir, "loser", r#"["sh", "-c", "echo cannot do that >&2; exit 9"]"#);
    write_deleter(dir, "absent", r#"["no-such-program"]"#);
    let check = |name: &str, more: &[&str]| call_in(dir, &[&["check", "slicer", name], more].concat());
    let output = check("./whole.toml", &[]);
    assert!(output.status.success() && stdout(&output).contains("trial:       c/"), "{}", stdout(&output));
    assert!(!stdout(&check("./whole.toml", &["--no-trial"])).contains("trial"));
    let output = check("./loser.toml", &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("exited, exit 9; it said last: cannot do that"), "{}", stdout(&output));
    done_in(dir, &["run", "--filter", "c/swap", "-s", "./whole.toml"]);
    let list = rows(&done_in(dir, &["list", "slicers", "--slicer-dir", ".", "--format", "json"]));
    let entry = |name: &str| list.iter().find(|entry| entry["slicer"] == name).unwrap();
    assert_eq!(entry("whole")["installed"], true);
    assert_eq!(entry("whole")["last_answered"].as_str().map(str::len), Some(10));
    assert_eq!(entry("absent")["installed"], false);
    assert_eq!(entry("loser")["last_answered"], Value::Null);
    assert_eq!(entry("gold")["role"], "control");
    assert_eq!(entry("ce-edg")["role"], "built-in");
    let table = done_in(dir, &["list", "slicers", "--slicer-dir", "."]);
    let places = ["Slicers of others", "whole", "that ship inside", "ce-edg", "Controls", "identity"];
    let places = places.map(|part| table.find(part).unwrap_or_else(|| panic!("{part}: {table}")));
    assert!(places.is_sorted(), "{table}");
}
