//! Tables of `minimize` and `sweep` for a paper: the numbers of their files, and a message for a file that is none.

use std::path::Path;
use std::process::Output;

use bench_slicers::results::StoredSearch;
use serde_json::Value;

use crate::export::{check_log, compiled};
use crate::results::{check_keys, schema};
use crate::support::{call_in, done_in, program, root, stderr, stdout};

fn fixture(name: &str) -> String {
    format!("{}/tests/fixtures/minimized-v1/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

/// `report` in a folder without runs.
fn report(dir: &Path, arguments: &[&str]) -> Output {
    call_in(dir, &[&["report"], arguments].concat())
}

fn tables(dir: &Path, arguments: &[&str]) {
    let output = report(dir, &[&["--format", "latex", "--out", "paper"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
}

fn read(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join("paper").join(name)).unwrap()
}

/// The first block of the page on papers in LaTeX: somebody's paper.
fn example() -> String {
    let page = std::fs::read_to_string(root("docs/PAPER.md")).unwrap();
    let (_, rest) = page.split_once("```latex\n").expect("the page shows a paper");
    rest.split("```").next().unwrap().to_owned()
}

#[apply(test)]
#[needs(Pdflatex)]
fn the_paper_that_the_page_shows_compiles_and_stays_on_the_page() {
    let dir = tempfile::tempdir().unwrap();
    for slicer in ["sdg", "ce-edg"] {
        done_in(dir.path(), &["run", "--slicer", slicer, "--filter", "erlang/word-count"]);
    }
    let arguments = ["--format", "latex", "--columns", "one", "--out", "paper"];
    done_in(dir.path(), &[&["report", "latest:sdg", "latest:ce-edg"][..], &arguments].concat());
    std::fs::write(dir.path().join("report.tex"), example()).unwrap();
    check_log(&compiled(dir.path()));
}

/// The cells of the nth line that begins with this text.
fn cells(table: &str, start: &str, nth: usize) -> Vec<String> {
    let mut lines = table.lines().filter(|line| line.starts_with(&format!("{start} & ")));
    let line = lines.nth(nth).unwrap_or_else(|| panic!("{start} is not in\n{table}"));
    line.trim_end_matches(" \\\\").split(" & ").skip(1).map(str::to_owned).collect()
}

fn check_macros(numbers: &str, expected: &[(&str, &str)]) {
    for (name, value) in expected {
        let line = format!("\\newcommand{{\\bs{name}}}{{{value}}}");
        assert!(numbers.contains(&line), "{line} is not in\n{numbers}");
    }
}

#[apply(test)]
fn searches_become_a_table_with_sums_and_means() {
    let dir = tempfile::tempdir().unwrap();
    tables(dir.path(), &["--minimized", &fixture("word-count"), &fixture("file")]);
    let table = read(dir.path(), "minimize.tex");
    let line = |start: &str, nth: usize| cells(&table, start, nth).join(" ");
    let [task, file] = ["erlang/word-count/s11Top", "work/my\\_program.erl:5 Z"];
    assert_eq!(line(task, 0), "200 3 90.0 180 2 0.25 150 9000 2.00 75.0 3.00 2");
    assert_eq!(line(file, 0), "20 1 100.0 {--} {--} {--} 10 30 1.00 50.0 1.00 {$\\infty$}");
    assert_eq!(line("sum", 0), "220 4 {--} 180 2 0.25 160 9030 3.00 {--} 4.00 {}");
    assert_eq!(line("mean", 0), "110.0 2.0 95.0 180.0 2.0 0.25 80.0 4515.0 1.50 62.5 2.00 {}");
    assert_eq!(line(task, 1), "160 500 0.25 150 8000 1.50");
    assert_eq!(line(file, 1), "10 30 0.75 {--} {--} {--}");
    assert_eq!(line("criteria", 0), "{} 2 {} {} 1 {}");
    assert_eq!(line("sum", 1), "170 530 1.00 150 8000 1.50");
    check_macros(
        &read(dir.path(), "numbers.tex"),
        &[
            ("MinimizeErlangWordCountSOneOneTopDepth", "2"),
            ("MinimizeErlangWordCountSOneOneTopDepthTwoIterations", "8000"),
            ("MinimizeWorkMyProgramErlFiveZDepth", "\\ensuremath{\\infty}"),
            ("MinimizeWorkMyProgramErlFiveZPhaseOneNodes", "--"),
            ("MinimizeMeanPercent", "62.5"),
            ("MinimizeSumPhaseTwoSeconds", "3.000"),
            ("MinimizeCriteria", "2"),
            ("MinimizeUnbounded", "1"),
        ],
    );
    let threats = read(dir.path(), "threats.tex");
    for expected in [
        "Of 2 slices found by minimize 1 are minimal up to the depth stated",
        "1 are of programs with statements or clauses that no test input reaches",
        "1 were not tried on random inputs",
        "1 are what was found when the budget was spent",
        "Some \\& Processor",
    ] {
        assert!(threats.contains(expected), "{expected} is not in\n{threats}");
    }
    for absent in ["stopped", "memory was full", "gold slices", "bootstrap"] {
        assert!(!threats.contains(absent), "{absent} is in\n{threats}");
    }
}

#[apply(test)]
fn without_runs_a_report_has_only_what_was_named() {
    let dir = tempfile::tempdir().unwrap();
    tables(dir.path(), &["--minimized", &fixture("file")]);
    let main = read(dir.path(), "report.tex");
    assert!(main.contains("\\input{minimize}") && main.contains("\\input{threats}"), "{main}");
    assert!(!main.contains("\\input{tasks}") && !main.contains("\\input{sweep}"), "{main}");
    assert!(!dir.path().join("paper/slicers.tex").exists());
    let output = report(dir.path(), &["--format", "latex"]);
    assert!(stderr(&output).contains("no results in this folder"), "{}", stderr(&output));
}

/// Two sweeps, and what `sweep --format json` prints of the first.
fn swept(dir: &Path) -> Vec<Value> {
    let sweep = |slicers: &str| {
        let filters = ["--filter", "erlang/word-count", "--filter", "erlang/mug", "--max-runs", "3"];
        let mut command = program();
        command.current_dir(dir).args(["sweep", "--format", "json", "--slicers", slicers]).args(filters);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    sweep("edg,identity");
    sweep("ce-edg,edg")
}

#[apply(test)]
fn sweeps_have_the_numbers_that_they_print() {
    let dir = tempfile::tempdir().unwrap();
    let rows = swept(dir.path());
    tables(dir.path(), &["--sweep", "reports/sweep/ce-edg,edg"]);
    let (table, numbers) = (read(dir.path(), "sweep.tex"), read(dir.path(), "numbers.tex"));
    let text = |value: &Value, factor: f64, n_digits: usize| match value.as_f64() {
        Some(value) => format!("{:.n_digits$}", factor * value),
        None => "{--}".to_owned(),
    };
    assert_eq!(rows.len(), 3);
    for (row, name) in rows.iter().zip(["ErlangMug", "ErlangWordCount", "All"]) {
        let time = |key: &str, n_digits| text(&row[key], 1e3, n_digits);
        let expected = [
            text(&row["criteria"], 1.0, 0),
            text(&row["compared"], 1.0, 0),
            time("first_graph_s", 3),
            time("first_slice_s", 4),
            time("first_slice_margin_s", 4),
            time("second_graph_s", 3),
            time("second_slice_s", 4),
            time("second_slice_margin_s", 4),
            text(&row["slowdown"], 1.0, 2),
            text(&row["slowdown_margin"], 1.0, 2),
            text(&row["reduction"], 100.0, 1),
            text(&row["reduction_margin"], 100.0, 1),
            text(&row["larger"], 1.0, 0),
        ];
        assert_eq!(cells(&table, row["program"].as_str().unwrap_or("all"), 0), expected);
        let number = |macro_name: &str| format!("SweepCeEdgEdg{name}{macro_name}");
        let names = [
            "Compared",
            "FirstGraphMs",
            "SecondSliceMs",
            "SecondSliceMarginMs",
            "Slowdown",
            "SlowdownMargin",
            "Reduction",
        ];
        for (macro_name, idx) in names.iter().zip([1, 2, 6, 7, 8, 9, 10]) {
            check_macros(&numbers, &[(&number(macro_name), &expected[idx])]);
        }
    }
}

#[apply(test)]
#[needs(Pdflatex)]
fn tables_of_searches_and_sweeps_compile() {
    let dir = tempfile::tempdir().unwrap();
    swept(dir.path());
    let sweeps = ["reports/sweep/ce-edg,edg", "reports/sweep/edg,identity"];
    let (first, second) = (fixture("word-count"), fixture("file"));
    tables(dir.path(), &["--sweep", sweeps[0], sweeps[1], "--minimized", &first, "--minimized", &second]);
    check_log(&compiled(&dir.path().join("paper")));
}

#[apply(test)]
fn what_is_no_search_is_refused_with_its_place_and_a_remedy() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    let good = std::fs::read_to_string(fixture("file")).unwrap();
    write("torn.json", &good[..good.len() / 2]);
    write("rows.json", "[{\"phase\": \"inputs\"}]");
    write("newer.json", &good.replace("\"format\": 1", "\"format\": 2"));
    write("other.json", "{\"format\": 1, \"tasks\": {}}");
    for (name, place, what, hint) in [
        ("torn.json", "torn.json:", "not a search of `minimize`: EOF", "minimize TASK --json"),
        ("rows.json", "rows.json:", "an array of rows", "`--format json` writes the rows"),
        (
            "newer.json",
            "newer.json:",
            "format 2 is newer than this program reads (1)",
            "update bench-slicers",
        ),
        ("other.json", "other.json:1:", "missing field", "minimize TASK --json"),
        ("nowhere.json", "nowhere.json:", "cannot read", ""),
    ] {
        let output = report(dir.path(), &["--format", "latex", "--minimized", name]);
        let said = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(place) && said.contains(what) && said.contains(hint), "{said}");
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
    }
    let output = report(dir.path(), &["--format", "latex", "--minimized", "torn.json", "rows.json"]);
    assert_eq!(stderr(&output).matches("error: ").count(), 2, "every bad file is named: {}", stderr(&output));
    let output = report(dir.path(), &["--format", "latex", "--sweep", "."]);
    assert!(stderr(&output).contains("no sweep in this folder"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[apply(test)]
fn flags_of_tables_name_their_format() {
    let dir = tempfile::tempdir().unwrap();
    for flag in ["--minimized", "--sweep"] {
        for format in [&[][..], &["--format", "json"], &["--format", "csv,html"]] {
            let output = report(dir.path(), &[&[flag, "anything"], format].concat());
            assert_eq!(output.status.code(), Some(2));
            let said = stderr(&output);
            assert!(said.contains(&format!("`{flag}` belongs to `--format latex`")), "{said}");
        }
    }
}

#[apply(test)]
fn stored_searches_are_read_back_equal_and_as_the_schema_says() {
    let schema = schema("minimized.schema.json");
    for name in ["word-count", "file"] {
        let (stored, unsealed) = StoredSearch::read(Path::new(&fixture(name))).unwrap();
        assert!(unsealed.is_some(), "older versions wrote no checksums");
        let value: Value = serde_json::from_str(&stored.text()).unwrap();
        check_keys(&schema, &schema, &value, name);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("again.json");
        std::fs::write(&path, stored.text()).unwrap();
        assert_eq!(StoredSearch::read(&path).unwrap(), (stored, None));
    }
}
