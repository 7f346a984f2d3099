//! Exported reports: every format says the same numbers as the stored records graded again, and escapes what it is given.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use bench_slicers::stats::percent;

use crate::support::done_in;

const FORMATS: &str = "html,latex,csv,json,markdown,junit,sarif,svg";

/// Two runs of slicers that ship inside, and a folder with their report in every format.
/// Programs without dynamic slices, whose totals stand by themselves.
const OF_STATIC_SLICES: [&str; 9] = [
    "erlang/balanced-ternary",
    "erlang/byte-checks",
    "erlang/calculator",
    "erlang/nested-catalogue",
    "erlang/orders-of-records",
    "erlang/packets",
    "erlang/run-length",
    "erlang/word-count",
    "erlang/word-map",
];

fn exported() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for slicer in ["sdg", "identity"] {
        let filters = OF_STATIC_SLICES.iter().flat_map(|program| ["--filter", program]);
        let arguments: Vec<&str> = ["run", "--slicer", slicer].into_iter().chain(filters).collect();
        done_in(dir.path(), &arguments);
    }
    done_in(dir.path(), &["report", "latest:sdg", "latest:identity", "--format", FORMATS, "--out", "pages"]);
    dir
}

fn read(dir: &Path, path: &str) -> String {
    std::fs::read_to_string(dir.join("pages").join(path)).unwrap_or_else(|cause| panic!("{path}: {cause}"))
}

/// The value that a data script of the pages holds.
fn data(script: &str) -> Value {
    let (start, end) = (script.find('(').unwrap() + 1, script.rfind(')').unwrap());
    serde_json::from_str(&script[start..end]).unwrap()
}

fn graded(dir: &Path, slicer: &str) -> Vec<Value> {
    let text = done_in(dir, &["grade", &format!("reports/{slicer}"), "--format", "json"]);
    serde_json::from_str(&text).unwrap()
}

/// JSON and CSV by slicer and task, against the grades made anew.
fn check_rows(dir: &Path, slicer: &str, rows: &[Value]) {
    let json: Vec<Value> = serde_json::from_str(&read(dir, "report.json")).unwrap();
    let mine: Vec<Value> = json
        .into_iter()
        .filter(|row| row["slicer"] == slicer)
        .map(|mut row| {
            let fields = row.as_object_mut().unwrap();
            for key in ["slicer", "version", "run"] {
                fields.shift_remove(key);
            }
            row
        })
        .collect();
    assert_eq!(mine, rows);
    let text = read(dir, "report.csv");
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let records: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let records: Vec<_> = records.iter().filter(|record| &record[0] == slicer).collect();
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(rows) {
        for (column, field) in columns.iter().zip(record.iter()).skip(3) {
            let expected = match &row[column] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Array(items) => {
                    items.iter().map(|item| item.as_str().unwrap()).collect::<Vec<_>>().join(" ")
                }
                number => number.to_string(),
            };
            assert_eq!(field, expected, "{column}");
        }
    }
}

/// The rows behind the pages.
fn check_html(overview: &Value, slicer: usize, rows: &[Value]) {
    let columns: Vec<&str> =
        overview["columns"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let tasks = overview["tasks"].as_array().unwrap();
    let mine = overview["slicers"][slicer]["rows"].as_array().unwrap();
    assert_eq!((tasks.len(), mine.len()), (rows.len(), rows.len()));
    for ((task, mine), row) in tasks.iter().zip(mine).zip(rows) {
        assert_eq!(task["id"], row["task"]);
        for (column, value) in columns.iter().zip(mine.as_array().unwrap()) {
            if row.get(*column).is_some() {
                assert_eq!(*value, row[*column], "{column} of {}", row["task"]);
            }
        }
    }
}

/// Mean recall and F1 over all rows, F1 over answered ones: by the definitions of `docs/METRICS.md`.
fn means(rows: &[Value]) -> [f64; 3] {
    let mean = |numbers: Vec<f64>| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let or_zero = |key: &str| {
        rows.iter()
            .map(|row| if row["status"] == "answered" { row[key].as_f64().unwrap() } else { 0.0 })
            .collect()
    };
    [
        mean(or_zero("recall")),
        mean(or_zero("f1")),
        mean(rows.iter().filter_map(|row| row["f1"].as_f64()).collect()),
    ]
}

fn check_latex(dir: &Path, name: &str, slicer: &str, rows: &[Value]) {
    let numbers = read(dir, "numbers.tex");
    let [recall, f1, f1_answered] = means(rows);
    for (macro_name, value) in
        [("RecallSupported", recall), ("FOneSupported", f1), ("FOneAnswered", f1_answered)]
    {
        let line = format!("\\newcommand{{\\bs{name}{macro_name}}}{{{value:.3}}}");
        assert!(numbers.contains(&line), "{line} is not in\n{numbers}");
    }
    let tasks = format!("\\newcommand{{\\bs{name}Tasks}}{{{}}}", rows.len());
    assert!(numbers.contains(&tasks), "{tasks}");
    let table = read(dir, "slicers.tex");
    let line = table.lines().find(|line| line.starts_with(slicer)).unwrap();
    assert!(line.contains(&format!("{recall:.3}")) && line.contains(&format!("{f1:.3}")), "{line}");
}

/// The two averages of the published tables: nodes, percent of the program, seconds.
fn check_averages(dir: &Path, idx: usize, rows: &[Value]) {
    let nodes = |row: &Value| {
        let key = if row["status"] == "answered" { "slice_nodes" } else { "nodes" };
        row[key].as_f64().unwrap()
    };
    let mean = |rows: &[&Value], value: &dyn Fn(&Value) -> f64| {
        rows.iter().map(|row| value(row)).sum::<f64>() / rows.len() as f64
    };
    let all: Vec<&Value> = rows.iter().collect();
    let answered: Vec<&Value> = rows.iter().filter(|row| row["status"] == "answered").collect();
    let table = read(dir, "tasks.tex");
    for (over, rows) in [("answered", answered), ("supported", all)] {
        let start = format!("average over {over} & ");
        let line = table.lines().find(|line| line.starts_with(&start)).unwrap();
        let cells: Vec<&str> = line.trim_end_matches(" \\\\").split(" & ").collect();
        let expected = [
            format!("{:.1}", mean(&rows, &nodes)),
            percent(mean(&rows, &|row| nodes(row) / row["nodes"].as_f64().unwrap()), 1),
            format!("{:.3}", mean(&rows, &|row| row["wall_s"].as_f64().unwrap())),
        ];
        assert_eq!(cells[3 + 3 * idx..6 + 3 * idx], expected, "{line}");
    }
}

fn check_machines(dir: &Path, idx: usize, slicer: &str, rows: &[Value]) {
    let sum = |key: &str| rows.iter().filter_map(|row| row[key].as_u64()).sum::<u64>();
    let answered_missing: u64 = rows
        .iter()
        .filter(|row| row["status"] == "answered")
        .map(|row| row["missing"].as_u64().unwrap())
        .sum();
    let sarif: Value = serde_json::from_str(&read(dir, "report.sarif")).unwrap();
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for result in sarif["runs"][idx]["results"].as_array().unwrap() {
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].as_u64().unwrap() >= 1 && region["startColumn"].as_u64().unwrap() >= 1);
        let place =
            |line: &str, column: &str| (region[line].as_u64().unwrap(), region[column].as_u64().unwrap());
        assert!(place("endLine", "endColumn") >= place("startLine", "startColumn"), "{result}");
        *found.entry(result["ruleId"].as_str().unwrap()).or_default() +=
            result["properties"]["nodes"].as_u64().unwrap();
    }
    let n = |rule: &str| found.get(rule).copied().unwrap_or(0);
    assert_eq!(
        [n("slice/missing"), n("slice/surplus"), n("slice/invented")],
        [answered_missing, sum("surplus"), sum("invented")]
    );
    let junit = read(dir, "junit.xml");
    let suite =
        junit.lines().find(|line| line.contains(&format!("<testsuite name=\"{slicer}.erlang\""))).unwrap();
    let n_failed = rows
        .iter()
        .filter(|row| {
            row["status"] == "answered" && row["verdict"] != "exact" && row["verdict"] != "complete"
        })
        .count();
    assert!(
        suite.contains(&format!("tests=\"{}\" failures=\"{n_failed}\" errors=\"0\" time=", rows.len())),
        "{suite}"
    );
    assert!(read(dir, "scatter.svg").contains(&format!("{slicer}: recall {:.3}", means(rows)[0])));
}

#[apply(test)]
fn all_formats_say_the_same_as_the_records_graded_again() {
    let dir = exported();
    let overview = data(&read(dir.path(), "data/overview.js"));
    for (idx, (slicer, name)) in [("sdg", "Sdg"), ("identity", "Identity")].into_iter().enumerate() {
        let rows = graded(dir.path(), slicer);
        assert!(rows.len() > 20, "{}", rows.len());
        check_rows(dir.path(), slicer, &rows);
        check_html(&overview, idx, &rows);
        check_latex(dir.path(), name, slicer, &rows);
        check_averages(dir.path(), idx, &rows);
        check_machines(dir.path(), idx, slicer, &rows);
        let markdown = read(dir.path(), "report.md");
        let [recall, ..] = means(&rows);
        assert!(markdown.contains(&format!("## {slicer}\n")) && markdown.contains(&format!("{recall:.3}")));
    }
}

/// What a reader sees below a job without a click.
#[apply(test)]
fn a_summary_begins_with_the_totals_of_all_slicers_and_folds_the_rest() {
    let dir = exported();
    let markdown = read(dir.path(), "report.md");
    let head: Vec<&str> = markdown.lines().take(20).collect();
    for slicer in ["sdg", "identity"] {
        let [recall, ..] = means(&graded(dir.path(), slicer));
        let row = head.iter().find(|line| line.starts_with(&format!("| {slicer} |"))).expect(slicer);
        assert!(row.contains(&format!(" {recall:.2} ")), "{row}");
        let (_, own) = markdown.split_once(&format!("\n## {slicer}\n")).unwrap();
        let (said, folded) = own.split_once("\n<details>\n").unwrap();
        assert!(said.starts_with("\nrun of ") || said.starts_with("\nversion "), "{said}");
        assert!(!said.contains('|') && folded.contains("\n</details>\n"), "{said}");
    }
    assert_eq!(markdown.matches("<details>").count(), markdown.matches("</details>").count());
}

/// The class: every answer that lacks or has too much, whatever the slicer and the language.
#[apply(test)]
fn failures_for_build_servers_name_nodes_lines_and_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    done_in(
        folder.path(),
        &["run", "--slicer", "random", "--filter", "swap", "--filter", "erlang/shape-areas", "--out", dir],
    );
    let args = ["report", &format!("{dir}/random"), "--format", "junit,sarif", "--out", "pages"];
    done_in(folder.path(), &args);
    let sarif: Value = serde_json::from_str(&read(folder.path(), "report.sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let junit = read(folder.path(), "junit.xml");
    let cases: Vec<&str> = junit.lines().filter(|line| line.contains("<failure")).collect();
    assert!(cases.len() > 5, "{junit}");
    for case in cases {
        let value = |name: &str| case.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap();
        let task = format!(
            "{}/{}",
            value(" classname").split_once('.').unwrap().1.replace('.', "/"),
            value(" name")
        );
        assert!(case.contains("bench-slicers explain --results ") && case.contains(&task), "{case}");
        let lines = |mark: &str| -> BTreeSet<u64> {
            let told = case.split("&#10;").filter_map(|told| told.rsplit('>').next()?.strip_prefix(mark));
            told.map(|told| {
                told.strip_prefix(", line ").unwrap().split([':', '-', ' ']).next().unwrap().parse().unwrap()
            })
            .collect()
        };
        let is_its = |result: &&Value| result["properties"]["task"] == task.as_str();
        let missing = results.iter().filter(is_its).filter(|result| result["ruleId"] == "slice/missing");
        let missing: BTreeSet<u64> = missing
            .map(|it| it["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap())
            .collect();
        let told = lines("missing");
        assert!(!told.is_empty() && told.is_subset(&missing), "{task}: {told:?} of {missing:?}: {case}");
    }
}

/// The nodes in a list of ranges: `0-2,7`.
fn nodes(ranges: &Value) -> BTreeSet<u64> {
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        first.parse::<u64>().unwrap()..=last.parse().unwrap()
    };
    ranges.as_str().unwrap().split(',').filter(|range| !range.is_empty()).flat_map(range).collect()
}

/// What the pages colour is what the grades count, and nearly every node has a token that can be coloured.
#[apply(test)]
fn pages_colour_what_was_counted() {
    let dir = exported();
    let overview = data(&read(dir.path(), "data/overview.js"));
    let columns: Vec<&str> =
        overview["columns"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let at = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    let (mut n_coloured, mut n_counted) = (0, 0);
    for idx in 0..overview["tasks"].as_array().unwrap().len() {
        let task = data(&read(dir.path(), &format!("data/task-{idx}.js")));
        assert_eq!(task["id"], overview["tasks"][idx]["id"]);
        assert_eq!(task["programs"].as_array().unwrap().len(), 1, "both slicers were given the same program");
        let row = &overview["slicers"][0]["rows"][idx];
        let answer = &task["answers"][0];
        let (gold, kept) = (nodes(&answer["gold"]), nodes(&answer["kept"]));
        let counted = |name: &str| row[at(name)].as_u64().unwrap() as usize;
        assert_eq!(gold.intersection(&kept).count(), counted("kept"), "{}", task["id"]);
        assert_eq!(gold.difference(&kept).count(), counted("missing"), "{}", task["id"]);
        assert_eq!(kept.difference(&gold).count(), counted("surplus"), "{}", task["id"]);
        let files = task["programs"][0].as_array().unwrap();
        let pieces = files.iter().flat_map(|file| file["pieces"].as_array().unwrap());
        let tokens: BTreeSet<u64> = pieces
            .filter(|piece| piece.is_array())
            .flat_map(|piece| piece[1].as_array().unwrap())
            .map(|node| node.as_u64().unwrap())
            .collect();
        n_counted += gold.union(&kept).count();
        n_coloured += gold.union(&kept).filter(|node| tokens.contains(node)).count();
    }
    assert!(
        n_coloured * 1000 >= n_counted * 995,
        "{n_coloured} of {n_counted} nodes are somewhere to be seen"
    );
}

/// The page of changes has the words and numbers of `compare`, in both directions.
#[apply(test)]
fn pages_say_what_compare_says() {
    let dir = exported();
    let overview = data(&read(dir.path(), "data/overview.js"));
    let pairs = data(&read(dir.path(), "data/compare.js"));
    let keys = ["gold_lost", "gold_gained", "surplus_gained", "surplus_lost"];
    for (key, sides) in
        [("0:1", ["latest:sdg", "latest:identity"]), ("1:0", ["latest:identity", "latest:sdg"])]
    {
        let arguments = ["compare", sides[0], sides[1], "--format", "json", "--fail-on", "never"];
        let mut rows: Vec<Value> = serde_json::from_str(&done_in(dir.path(), &arguments)).unwrap();
        let idx_of = |row: &Value| {
            let tasks = overview["tasks"].as_array().unwrap();
            tasks.iter().position(|task| task["id"] == row["task"]).unwrap()
        };
        let is_changed = |row: &&Value| row["change"] != "same";
        let listed: Vec<usize> = rows.iter().filter(is_changed).map(idx_of).collect();
        assert_eq!(pairs["order"][key], serde_json::json!(listed));
        rows.sort_by_key(idx_of);
        let letters: Vec<char> = pairs["changes"][key].as_str().unwrap().chars().collect();
        assert_eq!((rows.len(), letters.len()), (letters.len(), overview["tasks"].as_array().unwrap().len()));
        let mut words = BTreeSet::new();
        for (idx, (row, letter)) in rows.iter().zip(letters).enumerate() {
            assert_eq!(row["task"], overview["tasks"][idx]["id"]);
            let word = &pairs["words"][letter.to_string()];
            assert_eq!(*word, row["change"], "{}", row["task"]);
            words.insert(word.as_str().unwrap().to_owned());
            let found = &pairs["nodes"]["0:1"][idx.to_string()];
            for (at, column) in keys.iter().enumerate() {
                // In the other direction what was lost is gained.
                let at = if key == "0:1" { at } else { [1, 0, 3, 2][at] };
                assert_eq!(
                    found[at].as_u64().unwrap_or(0),
                    row[*column].as_u64().unwrap(),
                    "{column} of {}",
                    row["task"]
                );
            }
        }
        let expected = if key == "0:1" { "regressed" } else { "improved" };
        assert!(words.contains(expected), "{words:?}");
    }
}

/// A slicer of Erlang says of programs in C that it does not support them: means that leave them out and means that do not would
/// say nothing about who is better.
#[apply(test)]
fn slicers_are_drawn_over_the_tasks_that_all_answered() {
    let dir = tempfile::tempdir().unwrap();
    let adapter = "format = 1\nname = \"only-erlang\"\nlanguages = [\"erlang\"]\n[[step]]\ncommand = [\"cat\", \"{file}\"]\n\
                   [answer]\nfrom = \"stdout\"\nis = \"source\"\n";
    fs::write(dir.path().join("only-erlang.toml"), adapter).unwrap();
    for slicer in ["./only-erlang.toml", "identity"] {
        let arguments = ["run", "--slicer", slicer, "--filter", "c/order", "--filter", "erlang/search-tree"];
        done_in(dir.path(), &arguments);
    }
    done_in(
        dir.path(),
        &["report", "latest:only-erlang", "latest:identity", "--format", "html,svg", "--out", "pages"],
    );
    let common = &data(&read(dir.path(), "data/overview.js"))["common"];
    let answered = graded(dir.path(), "only-erlang").iter().filter(|row| row["status"] == "answered").count();
    let (n, n_asked) = (common["n_tasks"].as_u64().unwrap(), common["n_asked"].as_u64().unwrap());
    assert_eq!((n as usize, common["is_answered"].as_bool()), (answered, Some(true)));
    assert!(n > 0 && n_asked > n, "{n} of {n_asked}");
    let rows = graded(dir.path(), "identity");
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap();
    let excess = |row: &Value| {
        (number(row, "kept") + number(row, "surplus")) / (number(row, "kept") + number(row, "missing"))
    };
    let erlang = rows.iter().filter(|row| row["task"].as_str().unwrap().starts_with("erlang/"));
    let mean = erlang.map(excess).sum::<f64>() / n as f64;
    assert!((common["means"][1][0].as_f64().unwrap() - mean).abs() < 1e-9, "{common}");
    let svg = read(dir.path(), "scatter.svg");
    let note = format!("Over {n} tasks, answered by every slicer; {} others are left out.", n_asked - n);
    for said in
        [&*note, ">a random share of the program<", ">a part of gold<", ">criterion only<", ">whole program<"]
    {
        assert!(svg.contains(said), "{said} is not in\n{svg}");
    }
}

#[apply(test)]
fn one_text_is_printed_and_several_formats_go_into_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    done_in(dir.path(), &["run", "--slicer", "sdg", "--filter", "erlang/sum-of-squares"]);
    let printed = done_in(dir.path(), &["report", "reports/sdg", "--format", "svg"]);
    assert!(printed.starts_with("<svg ") && printed.ends_with("</svg>\n"), "{printed}");
    assert!(!dir.path().join("report").exists());
    done_in(dir.path(), &["report"]);
    assert!(dir.path().join("report/index.html").is_file());
}

/// Runs pdflatex until long tables know their widths; what it says.
pub(crate) fn compiled(folder: &Path) -> String {
    let mut log = String::new();
    for _ in 0..2 {
        let mut command = Command::new("pdflatex");
        command.current_dir(folder).args(["-interaction=nonstopmode", "-halt-on-error", "report.tex"]);
        let output = command.output().unwrap();
        log = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{log}");
    }
    log
}

/// Nothing runs off the page, nothing is undefined, and two runs are enough.
pub(crate) fn check_log(log: &str) {
    for bad in ["Overfull", "Warning: Reference", "Rerun", "undefined"] {
        let lines: Vec<&str> = log.lines().filter(|line| line.contains(bad)).collect();
        assert!(lines.is_empty(), "{lines:?}");
    }
}

#[apply(test)]
#[needs(Pdflatex)]
fn long_tables_compile_and_stay_on_the_page() {
    let dir = exported();
    check_log(&compiled(&dir.path().join("pages")));
}

/// A paper in this class that takes every part; the classes that publishers ask for are in texlive-publishers.
fn paper(folder: &Path, class: &str) -> String {
    let report = std::fs::read_to_string(folder.join("report.tex")).unwrap();
    let (_, rest) = report.split_once("\\documentclass").unwrap();
    let (_, rest) = rest.split_once("\\input{preamble}").unwrap();
    let text = format!("{class}\n\\input{{preamble}}{rest}");
    std::fs::write(folder.join("report.tex"), text).unwrap();
    compiled(folder)
}

#[apply(test)]
#[needs(Pdflatex)]
fn tables_fit_the_columns_of_papers() {
    let dir = tempfile::tempdir().unwrap();
    // Slices of two kinds, so that names of slicers have them behind them.
    for slicer in ["ce-edg", "reachable", "identity", "criterion-only"] {
        let filters = [
            "--filter",
            "erlang/ledger-tail-call",
            "--filter",
            "python/numbers",
            "--filter",
            "c/mutual-parity",
        ];
        done_in(dir.path(), &[&["run", "--slicer", slicer][..], &filters].concat());
    }
    let acmart =
        "\\documentclass[sigconf,nonacm]{acmart}\n\\title{A}\n\\author{B}\\affiliation{\\country{C}}";
    for (columns, class) in [
        ("one", "\\documentclass{article}"),
        ("two", "\\documentclass[twocolumn]{article}"),
        ("two", "\\documentclass[conference]{IEEEtran}"),
        ("two", acmart),
    ] {
        let arguments = ["report", "--format", "latex", "--columns", columns, "--out", "paper"];
        done_in(dir.path(), &arguments);
        let log = paper(&dir.path().join("paper"), class);
        check_log(&log);
        for name in ["slicers", "averages", "tasks", "labels"] {
            let table = std::fs::read_to_string(dir.path().join(format!("paper/{name}.tex"))).unwrap();
            assert!(
                table.contains("\\caption{") && table.contains(&format!("\\label{{tab:bs-{name}}}")),
                "{table}"
            );
        }
        let numbers = std::fs::read_to_string(dir.path().join("paper/numbers.tex")).unwrap();
        assert!(numbers.contains("Interval}{") && !numbers.contains("-- to --"), "{numbers}");
    }
}

/// Pages of eight slicers, whose tables are wider than a page.
fn exported_of_many() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let filters = ["--filter", "erlang/ledger-tail-call", "--filter", "python/numbers"];
    for slicer in ["sdg", "edg", "ce-sdg", "ce-edg", "identity", "reachable", "criterion-only", "random"] {
        done_in(dir.path(), &[&["run", "--slicer", slicer][..], &filters].concat());
    }
    done_in(dir.path(), &[&["report", "--format", "latex", "--out", "pages"][..], &filters].concat());
    dir
}

#[apply(test)]
fn tables_of_many_slicers_are_divided() {
    let dir = exported_of_many();
    let table = read(dir.path(), "tasks.tex");
    let n_columns = |line: &str| line.split(" & ").count();
    let averages: Vec<usize> =
        table.lines().filter(|line| line.starts_with("average over supported")).map(n_columns).collect();
    assert_eq!(averages, [3 + 4 * 3, 3 + 4 * 3], "eight slicers in two tables");
}

#[apply(test)]
#[needs(Pdflatex)]
fn tables_of_many_slicers_stay_on_the_page() {
    let dir = exported_of_many();
    check_log(&compiled(&dir.path().join("pages")));
}

#[apply(test)]
fn a_run_writes_the_report_of_itself() {
    let dir = tempfile::tempdir().unwrap();
    let run = ["run", "--slicer", "ce-edg", "--filter", "erlang", "--report", "html,json,junit"];
    done_in(dir.path(), &run);
    let runs = std::fs::read_dir(dir.path().join("reports/ce-edg")).unwrap();
    let [run] = &runs.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()[..] else { panic!("one run") };
    assert!(run.join("report/index.html").is_file());
    for (format, file) in [("json", "report.json"), ("junit", "junit.xml")] {
        let later = done_in(dir.path(), &["report", "latest:ce-edg", "--format", format]);
        let at_once = std::fs::read_to_string(run.join("report").join(file)).unwrap();
        // The folder of the run is named as it was given.
        let given = |text: &str| {
            text.replace(run.to_str().unwrap(), "RUN").replace(&relative(run, dir.path()), "RUN")
        };
        assert_eq!(given(&at_once), given(&later), "{file}");
    }
}

fn relative(path: &Path, base: &Path) -> String {
    path.strip_prefix(base).unwrap().display().to_string()
}
