//! Collections of slices: ten planted faults of every class are found, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bench_slicers::error::{EXIT_DONE, EXIT_NEGATIVE};
use serde_json::Value;

use crate::support::{call_in, done_in, root, stderr, stdout};

const HEAD: &str = "import sys\nn = len(sys.argv)\n";
const BOTH: &str =
    "total = 0\ncount = 0\nfor i in range(n):\n    total += i\n    count += 2\nprint(total)\nprint(count)\n";
const RARE: &str = "x = n\nif n == 3:\n    x = 7\nprint(x)\n";
const TWICE: &str = "x = 0\nx = 0\nprint(x)\n";
const BREAKS: &str =
    "total = 0\nfor i in range(n):\n    total += i\n    if i > 2:\n        break\nprint(total)\n";

/// Name, program behind the head, line and variable of the criterion, the whole slice, its class.
fn cases() -> Vec<(&'static str, &'static str, usize, &'static str, String, &'static str)> {
    let head = |rest: &str| format!("{HEAD}{rest}");
    vec![
        (
            "good-total",
            BOTH,
            8,
            "total",
            head("total = 0\nfor i in range(n):\n    total += i\nprint(total)\n"),
            "good",
        ),
        ("good-rare", RARE, 6, "x", head(RARE), "good"),
        (
            "broken",
            BOTH,
            8,
            "total",
            head("total = 0\nfor i in range(n:\n    total += i\nprint(total)\n"),
            "does-not-parse",
        ),
        (
            "other-text",
            BOTH,
            8,
            "total",
            head("total = 0\nfor i in range(n):\n    total += i + 1\nprint(total)\n"),
            "not-a-deletion",
        ),
        (
            "another-order",
            BOTH,
            8,
            "total",
            "import sys\ntotal = 0\nn = len(sys.argv)\nfor i in range(n):\n    total += i\nprint(total)\n"
                .to_owned(),
            "not-a-deletion",
        ),
        (
            "no-criterion",
            BOTH,
            8,
            "total",
            head("total = 0\nfor i in range(n):\n    total += i\n"),
            "no-criterion",
        ),
        ("two-ways", TWICE, 5, "x", "x = 0\nprint(x)\n".to_owned(), "several-ways"),
        ("lost-loop", BOTH, 8, "total", "total = 0\nprint(total)\n".to_owned(), "not-a-slice"),
        ("lost-branch", RARE, 6, "x", head("x = n\nprint(x)\n"), "not-a-slice"),
        ("outside", BREAKS, 8, "total", "total = 0\nbreak\nprint(total)\n".to_owned(), "does-not-run"),
        ("whole", BOTH, 8, "total", head(BOTH), "not-minimal"),
        (
            "one-too-many",
            BOTH,
            8,
            "total",
            head("total = 0\ncount = 0\nfor i in range(n):\n    total += i\nprint(total)\n"),
            "not-minimal",
        ),
    ]
}

fn collection(folder: &Path) {
    let mut criteria = String::from("file,line,variable,slice\n");
    for (name, program, line, variable, slice, _) in cases() {
        fs::write(folder.join(format!("{name}.py")), format!("{HEAD}{program}")).unwrap();
        fs::write(folder.join(format!("{name}.slice.py")), slice).unwrap();
        criteria.push_str(&format!("{name}.py,{line},{variable},{name}.slice.py\n"));
    }
    fs::write(folder.join("criteria.csv"), criteria).unwrap();
    let description = "format = 1\ncriteria = \"criteria.csv\"\n\n[columns]\nprogram = \"file\"\nline = \"line\"\nvariable = \"variable\"\nslice = \"slice\"\n";
    fs::write(folder.join("collection.toml"), description).unwrap();
}

#[apply(test)]
#[needs(Python)]
fn ten_planted_faults_of_every_class_are_found_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    collection(dir);
    let said = done_in(dir, &["import", "described", "collection.toml", "--out", "suite"]);
    assert!(said.starts_with("imported 12 of 12 slices of 12 programs"), "{said}");
    let audit = ["audit", "suite", "--fresh", "200", "--out", "bundles"];
    let output = call_in(dir, &[&audit[..], &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(i32::from(EXIT_NEGATIVE)), "{}", stderr(&output));
    let rows: Vec<BTreeMap<String, Value>> = serde_json::from_str(&stdout(&output)).unwrap();
    let found: BTreeMap<String, String> = rows
        .iter()
        .map(|row| {
            let task = row["task"].as_str().unwrap();
            (task.split('/').nth(1).unwrap().to_owned(), row["class"].as_str().unwrap().to_owned())
        })
        .collect();
    let expected: BTreeMap<String, String> =
        cases().into_iter().map(|(name, .., class)| (name.to_owned(), class.to_owned())).collect();
    assert_eq!(found, expected, "{rows:#?}");
    let of = |name: &str| rows.iter().find(|row| row["task"].as_str().unwrap().contains(name)).unwrap();
    assert_eq!(of("lost-branch")["witness"]["expected"], "7");
    assert!(of("whole")["smaller_nodes"].as_u64() < of("whole")["nodes"].as_u64());
    let bundles = fs::read_dir(dir.join("bundles")).unwrap().count();
    assert_eq!(bundles, 10);
    let smaller = fs::read_to_string(dir.join("bundles/python-whole-s8Total/smaller/whole.py")).unwrap();
    assert!(!smaller.contains("count") && smaller.contains("total += i"), "{smaller}");
}

#[apply(test)]
#[needs(Python)]
fn slices_of_the_own_suite_have_nothing_wrong_with_them() {
    let suite = root("suite").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let filter = ["--filter", "python/*", "--fresh", "100"];
    let output = call_in(folder.path(), &[&["audit", suite.as_str()], &filter[..]].concat());
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}{}", stdout(&output), stderr(&output));
    let latex =
        call_in(folder.path(), &[&["audit", suite.as_str(), "--format", "latex"], &filter[..]].concat());
    assert!(stdout(&latex).contains("good & "), "{}", stdout(&latex));
}
