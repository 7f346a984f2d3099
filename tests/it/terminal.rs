//! What commands print fits the terminal, in every format, in colour only where it is wanted, with errors apart.

use bench_slicers::report::columns;
use serde_json::Value;

use crate::harness::share;
use crate::support::{call_in, program, stderr, stdout};

/// A slicer that supports nothing and says so in characters that take two columns each.
const WIDE: &str = r#"format = 1
name = "wide"
languages = ["erlang"]

[[step]]
command = ["sh", "-c", "echo no >&2; exit 3"]

[answer]
from = "stdout"
is = "source"

[[outcome]]
when = { stream = "stderr", regex = "no" }
status = "unsupported"
reason = "不支持这种构造不支持这种构造不支持这种构造不支持这种构造不支持这种构造不支持这种构造"
"#;

/// Commands that print a table, and take `--format`.
const TABLES: &[&[&str]] = &[
    &["list", "tasks"],
    &["list", "slicers"],
    &["list", "labels"],
    &["grade", "reports/sdg"],
    &["grade", "reports/wide"],
    &["compare", "base", "latest:criterion-only"],
    &["compare", "latest:sdg", "latest:wide"],
    &["compare", "--slicer", "sdg", "--slicer", "criterion-only", "--compose"],
    &["history", "sdg"],
    &["history", "wide"],
    &["run", "--slicer", "./wide.toml", "--filter", "boat", "--out", "others"],
    &["run", "--slicer", "sdg", "--filter", "boat", "--dry-run"],
    &[
        "sweep",
        "--slicer",
        "sdg",
        "--slicer",
        "ce-edg",
        "--filter",
        "account",
        "--max-runs",
        "1",
        "--out",
        "others",
    ],
    &["check", "suite", "--no-compile", "--suite", "suite"],
    &["check", "slicer", "sdg"],
    &["check", "slicer", "frama-c"],
    &["explain", "boat/s7Place", "--results", "reports/sdg"],
    &["explain", "boat/s7Place", "--results", "reports/wide"],
    &["explain", "wide/s3Y", "--suite", "suite"],
];

/// Runs of three slicers, a baseline, and a program with wide characters.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("wide.toml"), WIDE).unwrap();
    for args in [
        &["--slicer", "sdg", "--save-baseline", "base"][..],
        &["--slicer", "criterion-only"],
        &["--slicer", "./wide.toml"],
    ] {
        let output = call_in(
            dir.path(),
            &[&["run", "--filter", "boat", "--filter", "balanced-ternary", "--quiet"], args].concat(),
        );
        // Of a slicer that answers nothing, nothing is measured.
        let is_wide = args.contains(&"./wide.toml");
        assert_eq!(output.status.code(), Some(if is_wide { 3 } else { 0 }), "{}", stderr(&output));
    }
    let benchmark = dir.path().join("suite/erlang/wide");
    std::fs::create_dir_all(benchmark.join("gold")).unwrap();
    let line =
        "    Y = {X, \"不支持这种构造不支持这种构造不支持这种构造不支持这种构造不支持这种构造\", X, X},\n";
    let program = format!("-module(program).\n-export([f/1]).\nf(X) ->\n{line}    Y.\n")
        .replace("f(X) ->\n", "f(X) -> ");
    std::fs::write(benchmark.join("program.erl"), &program).unwrap();
    std::fs::write(benchmark.join("gold/s3Y.erl"), program.replace("X, X}", "X, undef}")).unwrap();
    let text = "format = 1\ntitle = \"Wide\"\nsource = \"test\"\nrevision = 1\nprogram = \"program.erl\"\n\n\
                [[criterion]]\nid = \"s3Y\"\nline = 3\nvariable = \"Y\"\ngold = \"gold/s3Y.erl\"\n";
    std::fs::write(benchmark.join("benchmark.toml"), text).unwrap();
    dir
}

/// Lines that are too long; one with a path or name that leaves no room cannot be shorter.
fn too_long(text: &str, width: usize) -> Vec<&str> {
    let is_needed = |line: &str| line.split(' ').any(|word| columns(word) + 16 > width);
    text.lines().filter(|line| columns(line) > width && !is_needed(line)).collect()
}

#[apply(test)]
fn tables_fit_the_width() {
    let dir = folder();
    for width in [60, 100, 80, 200].into_iter().step_by(share(2)) {
        for command in TABLES {
            let width_text = width.to_string();
            let output = call_in(dir.path(), &[command, &["--width", &width_text][..]].concat());
            let (out, err) = (stdout(&output), stderr(&output));
            assert!(!out.is_empty(), "{command:?}: {err}");
            assert_eq!(too_long(&out, width), Vec::<&str>::new(), "{command:?} at {width}:\n{out}");
            assert_eq!(too_long(&err, width), Vec::<&str>::new(), "{command:?} at {width}:\n{err}");
            assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "{command:?} is in colour");
        }
    }
}

/// The first column says what a row is about: it is there at every width.
#[apply(test)]
fn narrow_tables_keep_their_first_column() {
    let dir = folder();
    let first_words = |width: &str| -> Vec<String> {
        let text = stdout(&call_in(dir.path(), &["list", "labels", "--width", width]));
        text.lines().map(|line| line.split(' ').next().unwrap().chars().take(3).collect()).collect()
    };
    assert_eq!(first_words("20"), first_words("200"));
}

#[apply(test)]
fn every_table_has_every_format() {
    let dir = folder();
    for command in TABLES {
        let text = |format: &str| {
            let output = call_in(dir.path(), &[command, &["--format", format][..]].concat());
            assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{command:?}: {}", stderr(&output));
            stdout(&output)
        };
        let rows: Vec<Value> =
            serde_json::from_str(&text("json")).unwrap_or_else(|cause| panic!("{command:?}: {cause}"));
        assert!(rows.iter().all(Value::is_object));
        let csv = text("csv");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        assert_eq!(reader.records().map(Result::unwrap).count(), rows.len(), "{command:?}");
        assert!(text("markdown").contains("| --- |") || text("markdown").contains("---"), "{command:?}");
    }
}

#[apply(test)]
fn colour_is_where_it_is_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let is_coloured = |args: &[&str], variable: Option<&str>| {
        let mut command = program();
        command.current_dir(dir.path()).args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        if let Some(name) = variable {
            command.env(name, "1");
        }
        let output = command.output().unwrap();
        (stdout(&output) + &stderr(&output)).contains('\u{1b}')
    };
    let explain = ["explain", "boat/s7Place", "--slicer", "sdg"];
    let with = |color| [&explain[..], &["--color", color]].concat();
    assert!(is_coloured(&with("always"), None));
    assert!(is_coloured(&with("always"), Some("NO_COLOR")), "a flag wins over the environment");
    assert!(!is_coloured(&with("never"), None));
    assert!(!is_coloured(&with("auto"), Some("NO_COLOR")));
    assert!(!is_coloured(&explain, None), "what is no terminal is not coloured");
    assert!(is_coloured(&["explain", "nowhere", "--color", "always"], None), "errors are");
    assert!(!is_coloured(&["explain", "nowhere", "--color", "never"], None));
}

#[apply(test)]
fn errors_are_on_standard_error() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["explain", "nowhere"][..],
        &["grade", "nowhere"],
        &["compare", "nowhere", "latest:sdg"],
        &["history", "nowhere"],
        &["report", "nowhere"],
        &["run", "--slicer", "nowhere"],
        &["run", "--filter", "nowhere"],
        &["list", "nothing"],
        &["check", "slicer", "nowhere"],
        &["init", "slicer", "a/b"],
        &["no-command"],
    ] {
        let output = call_in(dir.path(), args);
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}: {}", stdout(&output));
        assert!(stderr(&output).starts_with("error: "), "{args:?}: {}", stderr(&output));
    }
}
