//! Totals of slicers that fail on some of their tasks, in every format, against totals counted here from the list of tasks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{call_in, program, stderr, stdout};

/// Lines of the program, and criteria: that of line `i` has the first `i` lines as its gold slice.
const N_LINES: usize = 12;

/// Tasks in a language that no slicer here declares.
const N_OTHER: usize = 3;

/// What a slicer does with a task.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Gold,
    Whole,
    OwnLine,
    Crash,
    Hang,
    Chatter,
    Refuse,
    Exit,
    Silence,
}

use Deed::{Chatter, Crash, Exit, Gold, Hang, OwnLine, Refuse, Silence, Whole};

/// In what form a slicer answers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Source,
    Lines,
}

impl Deed {
    fn script(self, form: Form) -> &'static str {
        match (self, form) {
            (Gold, Form::Source) => "head -n {line} {file}",
            (Gold, Form::Lines) => "seq 1 {line}",
            (Whole, Form::Source) => "cat {file}",
            (Whole, Form::Lines) => "seq 1 12",
            (OwnLine, Form::Source) => "sed -n {line}p {file}",
            (OwnLine, Form::Lines) => "echo {line}",
            (Crash, _) => "echo trouble at {line} >&2; kill -SEGV $$",
            (Hang, _) => "sleep 60",
            (Chatter, _) => "echo 'thinking about (it'",
            (Refuse, _) => "exit 9",
            (Exit, _) => "echo broken >&2; exit 3",
            (Silence, _) => ":",
        }
    }
}

/// One line of all counts and means, counted by hand.
#[derive(Debug, Default)]
struct Expected {
    supported: usize,
    answered: usize,
    /// Exact, complete, incomplete, not a slice, unsupported, failed.
    counts: [usize; 6],
    /// Recall, precision, F1 over answered, then over supported tasks.
    means: [Option<f64>; 6],
    /// The same of the pooled lines.
    pooled: [Option<f64>; 6],
}

const COUNTS: [&str; 6] = ["exact", "complete", "incomplete", "not a slice", "unsupported", "failed"];

/// Lines kept, missing and surplus by an answer for the criterion of a line; `None` without an answer.
fn lines_of(deed: Deed, form: Form, line: usize) -> Option<[usize; 3]> {
    match (deed, form) {
        (Gold, _) => Some([line, 0, 0]),
        (Whole, _) => Some([line, 0, N_LINES - line]),
        (OwnLine, _) => Some([1, line - 1, 0]),
        // Numbers of lines cannot be read from it; as a program it is an answer with nothing of the program in it.
        (Chatter, Form::Source) => Some([0, line, 0]),
        _ => None,
    }
}

fn expected(deeds: &[Deed], form: Form) -> Expected {
    let mut found = Expected { supported: N_LINES, ..Expected::default() };
    let ratio = |part: usize, whole: usize| (whole > 0).then(|| part as f64 / whole as f64);
    // By task: recall, precision, F1.
    let (mut answered, mut supported): ([Vec<f64>; 3], [Vec<f64>; 3]) = Default::default();
    let (mut kept_all, mut missing_all, mut surplus_all, mut gold_all) = (0, 0, 0, 0);
    for line in 1..=N_LINES {
        let deed = deeds[(line - 1) % deeds.len()];
        gold_all += line;
        let column = match (deed, form) {
            (Gold, _) => 0,
            (Whole, _) if line == N_LINES => 0,
            (Whole, _) => 1,
            (OwnLine, _) if line == 1 => 0,
            (OwnLine, _) => 2,
            (Chatter, Form::Source) => 3,
            (Refuse, _) => 4,
            _ => 5,
        };
        found.counts[column] += 1;
        let Some([kept, missing, surplus]) = lines_of(deed, form, line) else {
            supported[0].push(0.0);
            supported[2].push(0.0);
            continue;
        };
        found.answered += 1;
        kept_all += kept;
        missing_all += missing;
        surplus_all += surplus;
        let ratios = [
            ratio(kept, kept + missing),
            ratio(kept, kept + surplus),
            ratio(2 * kept, 2 * kept + missing + surplus),
        ];
        for (idx, value) in ratios.into_iter().enumerate() {
            answered[idx].extend(value);
            supported[idx].extend(value);
        }
    }
    let mean = |values: &Vec<f64>| ratio_of(values.iter().sum(), values.len());
    let slice = kept_all + surplus_all;
    for idx in 0..3 {
        found.means[idx] = mean(&answered[idx]);
        found.means[3 + idx] = mean(&supported[idx]);
    }
    let pooled = |missing: usize| {
        [
            ratio(kept_all, kept_all + missing),
            ratio(kept_all, slice),
            ratio(2 * kept_all, 2 * kept_all + missing + surplus_all),
        ]
    };
    found.pooled[..3].copy_from_slice(&pooled(missing_all));
    found.pooled[3..].copy_from_slice(&pooled(gold_all - kept_all));
    found
}

fn ratio_of(sum: f64, n: usize) -> Option<f64> {
    (n > 0).then(|| sum / n as f64)
}

/// A suite of a Python program, and of an R program that no slicer here declares.
fn write_suite(folder: &Path) {
    for (language, extension, n_criteria) in [("python", "py", N_LINES), ("r", "R", N_OTHER)] {
        let benchmark = folder.join(language).join("letters");
        fs::create_dir_all(benchmark.join("gold")).unwrap();
        let lines: Vec<String> = ('a'..='z').take(N_LINES).map(|letter| format!("{letter} = 1\n")).collect();
        let mut toml = format!(
            "format = 1\ntitle = \"letters\"\nlabels = [\"IP\"]\nsource = \"test\"\nrevision = 1\n\
             program = \"program.{extension}\"\n\n[[input]]\nargs = []\n"
        );
        for (idx, letter) in ('a'..='z').take(n_criteria).enumerate() {
            let id = format!("s{}{}", idx + 1, letter.to_ascii_uppercase());
            toml += &format!("\n[[criterion]]\nid = \"{id}\"\nline = {}\nvariable = \"{letter}\"\n", idx + 1);
            fs::write(benchmark.join(format!("gold/{id}.{extension}")), lines[..=idx].concat()).unwrap();
        }
        fs::write(benchmark.join(format!("program.{extension}")), lines.concat()).unwrap();
        fs::write(benchmark.join("benchmark.toml"), toml).unwrap();
    }
}

fn write_slicer(folder: &Path, name: &str, deeds: &[Deed], form: Form) {
    let mut script = "case {line} in ".to_owned();
    for line in 1..=N_LINES {
        script += &format!("{line}) {};; ", deeds[(line - 1) % deeds.len()].script(form));
    }
    script += "esac";
    let is = if form == Form::Lines { "lines" } else { "source" };
    let text = format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"python\"]\n[limits]\ntimeout-s = 1\n[[step]]\nshell = true\n\
         command = [\"\"\"{script}\"\"\"]\n[answer]\nfrom = \"stdout\"\nis = \"{is}\"\n\
         [[outcome]]\nwhen = {{ exit-code = 9 }}\nstatus = \"unsupported\"\nreason = \"lambda\"\n"
    );
    fs::write(folder.join(format!("{name}.toml")), text).unwrap();
}

/// A folder with the suite, a slicer, its run, and every report of it.
struct Reported {
    dir: tempfile::TempDir,
    rows: String,
    table: String,
}

impl Reported {
    fn new(name: &str, deeds: &[Deed], form: Form) -> Reported {
        let dir = tempfile::tempdir().unwrap();
        write_suite(&dir.path().join("suite"));
        write_slicer(dir.path(), name, deeds, form);
        let own = |args: &[&str]| {
            let output = call_in(dir.path(), args);
            assert_eq!(output.status.code(), Some(0), "{name} {args:?} {}", stderr(&output));
            stdout(&output)
        };
        let slicer = format!("{name}.toml");
        let rows = own(&["run", "--suite", "suite", "--slicer", &slicer, "--format", "json"]);
        let folder = format!("reports/{name}");
        let table = own(&["grade", &folder, "--suite", "suite"]);
        let formats = "csv,json,markdown,latex,html,junit";
        own(&["report", &folder, "--suite", "suite", "--format", formats, "--out", "report"]);
        Reported { dir, rows, table }
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.dir.path().join("report").join(name)).unwrap()
    }
}

/// A number as it is shown, with as many digits as that is worth.
fn is_close(shown: &str, expected: Option<f64>, places: i32, what: &str) {
    match expected {
        None => assert!(["-", "--", "", "–"].contains(&shown), "{what}: {shown}"),
        Some(value) => {
            let found: f64 = shown.parse().unwrap_or_else(|_| panic!("{what}: {shown}"));
            assert!((found - value).abs() <= 10f64.powi(-places), "{what}: {shown} for {value}");
        }
    }
}

fn is_equal(found: &Value, expected: Option<f64>, what: &str) {
    match expected {
        None => assert!(found.is_null(), "{what}: {found}"),
        Some(value) => assert!((found.as_f64().unwrap() - value).abs() < 1e-9, "{what}: {found} for {value}"),
    }
}

/// Rows of tasks: those that are not supported are told from the others.
fn check_rows(rows: &[Value], expected: &Expected) {
    let supported: Vec<&Value> = rows.iter().filter(|row| row["supported"] == true).collect();
    assert_eq!((rows.len(), supported.len()), (N_LINES + N_OTHER, expected.supported));
    let n = |key: &str, word: &str| supported.iter().filter(|row| row[key] == word).count();
    let no_answer = n("verdict", "no-answer") - n("status", "unsupported");
    let mut verdicts =
        ["exact", "complete", "incomplete", "not-a-slice"].map(|verdict| n("verdict", verdict));
    verdicts[3] += n("verdict", "wrong-criterion");
    assert_eq!(verdicts, expected.counts[..4]);
    assert_eq!([n("status", "unsupported"), no_answer], expected.counts[4..]);
    let granularities: std::collections::BTreeSet<&str> =
        rows.iter().map(|row| row["granularity"].as_str().unwrap()).collect();
    assert_eq!(granularities.len(), 1, "{granularities:?}");
}

const MEANS: [&str; 6] = [
    "recall_answered",
    "precision_answered",
    "f1_answered",
    "recall_supported",
    "precision_supported",
    "f1_supported",
];

fn check_totals(records: &[BTreeMap<String, Value>], expected: &Expected) {
    let of = |part: &str| records.iter().filter(|row| row["part"] == part).collect::<Vec<_>>();
    let ([all], [language], [label]) = (&of("all")[..], &of("language")[..], &of("label")[..]) else {
        panic!("{records:?}")
    };
    for row in [all, language, label] {
        assert_eq!(row["tasks"], expected.supported);
        assert_eq!(row["answered"], expected.answered);
        for (key, n) in COUNTS.iter().zip(expected.counts) {
            assert_eq!(row[&key.replace(' ', "_")], n, "{key}");
        }
        for idx in 0..6 {
            is_equal(&row[MEANS[idx]], expected.means[idx], MEANS[idx]);
            is_equal(&row[&format!("pooled_{}", MEANS[idx])], expected.pooled[idx], MEANS[idx]);
        }
    }
    let [other] = &of("not-supported")[..] else { panic!("{records:?}") };
    assert_eq!((&other["name"], &other["tasks"]), (&Value::from("language r"), &Value::from(N_OTHER)));
    assert!(other["recall_supported"].is_null());
}

/// Records of a CSV text, numbers as numbers and empty fields as null.
fn csv_records(text: &str) -> Vec<BTreeMap<String, Value>> {
    let mut lines = text.split("\r\n").filter(|line| !line.is_empty());
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let value = |field: &str| match field {
        "" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        field => field
            .parse::<usize>()
            .map(Value::from)
            .or_else(|_| field.parse::<f64>().map(Value::from))
            .unwrap_or(Value::from(field)),
    };
    lines
        .map(|line| heads.iter().map(|head| (*head).to_owned()).zip(line.split(',').map(value)).collect())
        .collect()
}

/// The cells of the line behind a heading, and those of the lines of the three ratios.
fn check_text(text: &str, expected: &Expected, cells: &dyn Fn(&str) -> Vec<String>, heading: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.starts_with(heading)).unwrap_or_else(|| panic!("{text}"));
    let counts = cells(lines[head + 2]);
    let n = |idx: usize| counts[idx].parse::<usize>().unwrap();
    assert_eq!((n(0), n(2)), (expected.supported, expected.answered), "{text}");
    assert_eq!([n(3), n(4), n(5), n(6), n(7), n(8)], expected.counts, "{text}");
    for (idx, name) in ["recall", "precision", "F1"].into_iter().enumerate() {
        let is_row = |line: &&&str| cells(line).first().is_some_and(|cell| cell == name);
        let row = cells(lines[head..].iter().find(is_row).unwrap());
        // Name; n, mean, pooled, median of answered and of supported tasks: one program has no interval.
        let row: Vec<&String> = row.iter().filter(|cell| !cell.is_empty()).collect();
        assert_eq!(row.len(), 9, "{text}");
        is_close(row[2], expected.means[idx], 3, name);
        is_close(row[3], expected.pooled[idx], 3, name);
        is_close(row[6], expected.means[3 + idx], 3, name);
        is_close(row[7], expected.pooled[3 + idx], 3, name);
    }
    assert!(text.contains("not supported: 3 (3 language r)"), "{text}");
}

fn check_latex(name: &str, form: Form, text: &str, expected: &Expected) {
    let mut head: String =
        name.split('-').map(|word| format!("{}{}", word[..1].to_uppercase(), &word[1..])).collect();
    // Every section but the usual one has its name in the macros.
    if form == Form::Lines {
        head.push_str("StaticLine");
    }
    let macro_of = |end: &str| {
        let begin = format!("\\newcommand{{\\bs{head}{end}}}{{");
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&begin))
            .unwrap_or_else(|| panic!("{begin} in {text}"));
        line.trim_end_matches('}').to_owned()
    };
    assert_eq!(macro_of("Tasks"), expected.supported.to_string());
    assert_eq!(macro_of("Answered"), expected.answered.to_string());
    for (word, n) in
        ["Exact", "Complete", "Incomplete", "NotASlice", "Unsupported", "Failed"].iter().zip(expected.counts)
    {
        assert_eq!(macro_of(word), n.to_string(), "{word}");
    }
    let ratios = [
        ("RecallAnswered", 0),
        ("PrecisionAnswered", 1),
        ("FOneAnswered", 2),
        ("RecallSupported", 3),
        ("FOneSupported", 5),
    ];
    for (word, idx) in ratios {
        is_close(&macro_of(word), expected.means[idx], 3, word);
    }
}

fn check_html(script: &str, expected: &Expected) {
    let json = script.trim().strip_prefix("report.overview(").unwrap().strip_suffix(");").unwrap();
    let data: Value = serde_json::from_str(json).unwrap();
    let slicer = &data["slicers"][0];
    assert_eq!(slicer["sections"].as_array().unwrap().len(), 1);
    let totals = &slicer["sections"][0]["totals"];
    assert_eq!(totals["n_tasks"], expected.supported);
    for (key, n) in COUNTS.iter().zip(expected.counts) {
        assert_eq!(totals["counts"][key.replace(' ', "_")], n, "{key}");
    }
    for (idx, (over, key)) in ["answered", "supported"]
        .iter()
        .flat_map(|over| ["recall", "precision", "f1"].map(|key| (*over, key)))
        .enumerate()
    {
        is_equal(&totals[over][key]["mean"], expected.means[idx], key);
        is_equal(&totals[over][key]["micro"], expected.pooled[idx], key);
    }
    assert_eq!(slicer["not_supported"]["language r"], N_OTHER);
}

fn check_junit(text: &str, expected: &Expected) {
    let suite = |language: &str| {
        let begin = text.find(&format!(".{language}\" package")).unwrap_or_else(|| panic!("{text}"));
        text[begin..].split("</testsuite>").next().unwrap()
    };
    let attribute = |suite: &str, name: &str| {
        let value =
            suite.split(&format!(" {name}=\"")).nth(1).map_or("0", |rest| rest.split('"').next().unwrap());
        value.parse::<usize>().unwrap()
    };
    let python = suite("python");
    let [exact, complete, incomplete, not_a_slice, unsupported, failed] = expected.counts;
    let found = ["tests", "failures", "errors", "skipped"]
        .map(|name| attribute(python.split('>').next().unwrap(), name));
    assert_eq!(
        found,
        [
            exact + complete + incomplete + not_a_slice + unsupported + failed,
            incomplete + not_a_slice,
            failed,
            unsupported
        ]
    );
    let property = |suite: &str, name: &str| {
        let value = suite.split(&format!("<property name=\"{name}\" value=\"")).nth(1).unwrap();
        value.split('"').next().unwrap().parse::<usize>().unwrap()
    };
    for (name, n) in COUNTS.iter().zip(expected.counts) {
        assert_eq!(property(python, name), n, "{name}");
    }
    assert_eq!((property(python, "supported"), property(python, "not supported")), (expected.supported, 0));
    assert_eq!((property(suite("r"), "supported"), property(suite("r"), "not supported")), (0, N_OTHER));
}

fn check(name: &str, deeds: &[Deed], form: Form) {
    let expected = expected(deeds, form);
    let reported = Reported::new(name, deeds, form);
    let rows: Vec<Value> = serde_json::from_str(&reported.rows).unwrap();
    check_rows(&rows, &expected);
    check_rows(&serde_json::from_str::<Vec<Value>>(&reported.read("report.json")).unwrap(), &expected);
    let as_values = |records: Vec<BTreeMap<String, Value>>| {
        records.into_iter().map(|record| Value::Object(record.into_iter().collect())).collect::<Vec<_>>()
    };
    check_rows(&as_values(csv_records(&reported.read("report.csv"))), &expected);
    check_totals(&serde_json::from_str::<Vec<_>>(&reported.read("totals.json")).unwrap(), &expected);
    check_totals(&csv_records(&reported.read("totals.csv")), &expected);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    check_text(&reported.table, &expected, &words, "supported  programs  answered");
    let cells = |line: &str| {
        let line = line.trim_start_matches("| ").trim_end_matches(" |");
        line.split(" | ").map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    check_text(&reported.read("report.md"), &expected, &cells, "| supported | programs | answered");
    check_latex(name, form, &reported.read("numbers.tex"), &expected);
    check_html(&reported.read("data/overview.js"), &expected);
    check_junit(&reported.read("junit.xml"), &expected);
}

#[apply(test)]
fn totals_are_those_counted_by_hand_in_every_format() {
    let bad = [
        ("crash", Crash),
        ("hang", Hang),
        ("chatter", Chatter),
        ("refuse", Refuse),
        ("exit", Exit),
        ("silence", Silence),
    ];
    for (word, deed) in bad {
        for form in [Form::Source, Form::Lines] {
            check(&format!("{word}-{form:?}").to_lowercase(), &[Gold, deed], form);
        }
    }
    let all = [Gold, Whole, OwnLine, Crash, Hang, Chatter, Refuse, Exit, Silence];
    check("mix-source", &all, Form::Source);
    check("mix-lines", &all, Form::Lines);
    check("good", &[Gold, Whole, OwnLine], Form::Source);
}

#[apply(test)]
fn why_a_slicer_failed_stands_in_every_format() {
    let reported = Reported::new("fake", &[Gold, Crash, Exit, Crash], Form::Source);
    let crash = [
        "6 × crashed: SIGSEGV, first in",
        "python/letters/s10J",
        "trouble at 10",
        "raw/python/letters/s10J/stderr.txt",
    ];
    let exit = [
        "3 × exited: exit 3, first in",
        "python/letters/s11K",
        "broken",
        "raw/python/letters/s11K/stderr.txt",
    ];
    // In Markdown, underscores and backquotes are escaped; in JUnit, each failure has its own.
    for text in [&reported.table, &reported.read("report.md"), &reported.read("data/overview.js")] {
        for part in crash.iter().chain(&exit) {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(text.find(crash[0]) < text.find(exit[0]), "the most frequent reason is first");
    }
    let junit = reported.read("junit.xml");
    for part in [
        "message=\"SIGSEGV\">`trouble at 4`",
        "raw/python/letters/s4D/stderr.txt",
        "message=\"exit 3\">`broken`",
    ] {
        assert!(junit.contains(part), "{part}\n{junit}");
    }
    let args = ["explain", "python/letters/s4D", "--results", "reports/fake", "--suite", "suite"];
    let explained = stdout(&call_in(reported.dir.path(), &args));
    assert!(explained.contains("it said last: trouble at 4"), "{explained}");
    assert!(explained.contains("s4D/stderr.txt"), "{explained}");
}

#[apply(test)]
fn people_see_totals_last_and_the_worst_answers_with_the_command_for_each() {
    let reported = Reported::new("fake", &[Gold, Crash, Whole, OwnLine], Form::Source);
    let shown = |options: &[&str]| {
        let mut args = vec!["grade", "reports/fake", "--suite", "suite", "--width", "200"];
        args.extend(options);
        stdout(&call_in(reported.dir.path(), &args))
    };
    let ids = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| Some(line.strip_prefix("python/")?.split(' ').next()?.to_owned()))
            .collect()
    };
    let short = shown(&[]);
    let headings = ["Totals: ", "Without an answer", "The worst"];
    let places: Vec<usize> = headings.iter().map(|heading| short.find(heading).expect(heading)).collect();
    assert!(places.is_sorted() && !short.contains("By label"), "{short}");
    // The worst: neither exact nor without an answer, the smallest F1 first.
    let rows: Value = serde_json::from_str(&shown(&["--format", "json"])).unwrap();
    let mut worst: Vec<&Value> =
        rows.as_array().unwrap().iter().filter(|row| row["f1"].as_f64() < Some(1.0)).collect();
    worst.retain(|row| row["f1"].is_f64());
    worst.sort_by(|a, b| a["f1"].as_f64().unwrap().total_cmp(&b["f1"].as_f64().unwrap()));
    let worst: Vec<String> =
        worst.iter().take(5).map(|row| row["task"].as_str().unwrap()["python/".len()..].to_owned()).collect();
    assert_eq!(ids(&short), worst);
    let commands: Vec<&str> =
        short.lines().filter(|line| line.starts_with("bench-slicers explain ")).collect();
    assert_eq!(commands.len(), worst.len());
    for (command, task) in commands.iter().zip(&worst) {
        assert!(command.ends_with(&format!(" python/{task}")), "{command}");
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        assert!(stdout(&call_in(reported.dir.path(), &words)).contains("F1"), "{command}");
    }
    // Every task, those of one outcome, in another order; machines get the same rows.
    let all = ids(&shown(&["--tasks"]));
    let is_python = |row: &&Value| row["language"] == "python";
    let rows: Vec<&Value> = rows.as_array().unwrap().iter().filter(is_python).collect();
    assert_eq!(all.len(), rows.len(), "{all:?}");
    assert!(all.is_sorted(), "{all:?}");
    let failed = ids(&shown(&["--only", "failed"]));
    let is_failed = |row: &&&Value| row["supported"] == true && row["status"] != "answered";
    let n_failed = rows.iter().filter(is_failed).count();
    assert!(n_failed > 0 && failed.len() == n_failed, "{failed:?}");
    for (sort, key) in [("missing", "missing"), ("surplus", "surplus")] {
        let rows: Value = serde_json::from_str(&shown(&["--sort", sort, "--format", "json"])).unwrap();
        let numbers: Vec<i64> =
            rows.as_array().unwrap().iter().map(|row| row[key].as_i64().unwrap_or(-1)).collect();
        assert!(numbers.is_sorted_by(|a, b| a >= b), "{sort}: {numbers:?}");
    }
    let divided = shown(&["--by", "label,tier", "--worst", "0"]);
    assert!(
        divided.contains("By label") && divided.contains("By tier") && !divided.contains("The worst"),
        "{divided}"
    );
}

#[apply(test)]
fn tables_fit_terminals() {
    let reported = Reported::new("fake", &[Gold, Crash, Whole, OwnLine], Form::Source);
    for width in [60, 80, 100] {
        let output = program()
            .current_dir(reported.dir.path())
            .args(["grade", "reports/fake", "--suite", "suite", "--width", &width.to_string()])
            .output()
            .unwrap();
        let text = stdout(&output);
        // A path is never broken.
        for line in text.lines().filter(|line| !line.contains("stderr.txt")) {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
        assert!(text.contains("over supported") && text.contains("fail"), "{text}");
    }
}

/// Runs a slicer that does the same with every task; exit code and standard error.
fn run(deed: Deed, more: &[&str]) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().unwrap();
    write_suite(&dir.path().join("suite"));
    write_slicer(dir.path(), "fake", &[deed], Form::Source);
    let args = [&["run", "--suite", "suite", "--slicer", "fake.toml"], more].concat();
    let output = call_in(dir.path(), &args);
    (output.status.code(), stderr(&output))
}

#[apply(test)]
fn a_run_that_measured_nothing_says_so_last_and_ends_with_3() {
    let cases: [(Deed, &[&str], &str); 6] = [
        (Crash, &[], "12 × crashed: SIGSEGV"),
        (Exit, &["--quiet"], "12 × exited: exit 3"),
        (Silence, &["--format", "json"], "12 × no-output: empty answer"),
        (Refuse, &[], "12 × unsupported: lambda"),
        (Gold, &["--filter", "r"], "supports none of 3 tasks (language r)"),
        (Crash, &["--save-baseline", "none"], "12 × crashed: SIGSEGV"),
    ];
    for (deed, more, why) in cases {
        let (code, said) = run(deed, more);
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(code, Some(3), "{deed:?} {said}");
        assert!(last.starts_with("error: NOTHING WAS MEASURED") && last.contains(why), "{deed:?} {said}");
    }
    // A wrong answer is an answer.
    assert_eq!(run(Chatter, &[]).0, Some(0));
    assert_eq!(run(OwnLine, &[]).0, Some(0));
}

#[apply(test)]
fn a_run_that_measured_nothing_is_no_baseline() {
    let dir = tempfile::tempdir().unwrap();
    write_suite(&dir.path().join("suite"));
    write_slicer(dir.path(), "fake", &[Crash], Form::Source);
    let args = ["run", "--suite", "suite", "--slicer", "fake.toml", "--save-baseline", "none"];
    assert_eq!(call_in(dir.path(), &args).status.code(), Some(3));
    let stored: Vec<PathBuf> = fs::read_dir(dir.path().join("reports/baselines"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    assert_eq!(stored, Vec::<PathBuf>::new());
}
