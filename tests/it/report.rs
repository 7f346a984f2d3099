//! Reports: the summary agrees with its rows, and all formats agree with each other.

use std::collections::BTreeSet;

use bench_slicers::grade::{AnswerVerdict, Counts, Grade};
use bench_slicers::report::{Format, Render, Report};
use bench_slicers::results::{Granularity, Status};
use bench_slicers::stats::Bootstrap;
use bench_slicers::suite::{Evidence, SliceKind, Tier};
use serde_json::Value;

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// An answered task of a program of 40 nodes.
fn answered(task: &str, kept: usize, missing: usize, surplus: usize) -> Grade {
    let counts =
        Counts { nodes: 40, gold_nodes: kept + missing, kept, missing, surplus, ..Counts::default() };
    let f1 = ratio(2 * kept, 2 * kept + missing + surplus);
    Grade {
        task: task.to_owned(),
        language: task.split('/').next().unwrap_or_default().to_owned(),
        labels: vec!["IP".to_owned(), format!("L{}", kept % 2)],
        tier: if surplus > 6 { Tier::Plain } else { Tier::Full },
        kind: SliceKind::Static,
        status: Status::Answered,
        reason: None,
        verdict: match (missing, surplus) {
            (0, 0) => AnswerVerdict::Exact,
            (0, _) => AnswerVerdict::Complete,
            _ => AnswerVerdict::Incomplete,
        },
        parses: None,
        hint: None,
        counts,
        recall: ratio(kept, kept + missing),
        precision: ratio(kept, kept + surplus),
        f1,
        f1_min: f1,
        f1_max: f1,
        vacuous: false,
        granularity: Granularity::Expression,
        evidence: Evidence::Proved,
        supported: true,
        contested: false,
        gold_idx: 0,
        normalised: false,
        incomparable: false,
        anchored: false,
        wall_s: 0.25,
        behaved: None,
        said: None,
    }
}

/// A task without an answer whose gold slice has 10 nodes.
fn unanswered(task: &str, status: Status, reason: &str) -> Grade {
    Grade {
        status,
        reason: Some(reason.to_owned()),
        verdict: AnswerVerdict::NoAnswer,
        counts: Counts { nodes: 40, gold_nodes: 10, ..Counts::default() },
        recall: None,
        precision: None,
        f1: None,
        f1_min: None,
        f1_max: None,
        ..answered(task, 0, 10, 0)
    }
}

fn grades() -> Vec<Grade> {
    vec![
        answered("erlang/b/s2Y", 12, 2, 6),
        answered("erlang/a/s1X", 10, 0, 0),
        unanswered("java/c/s3Z", Status::TimedOut, "1 s"),
        answered("java/c/s4Z", 8, 0, 8),
        answered("java/d/s4Z", 0, 5, 0),
        Grade { contested: true, ..answered("java/d/s5Z", 1, 9, 30) },
    ]
}

fn report(grades: &[Grade]) -> Report {
    Report::new(grades, &Bootstrap::default())
}

fn rows(grades: &[Grade]) -> Vec<Value> {
    let json = report(grades).write(Format::Json, None);
    serde_json::from_str::<Value>(&json).unwrap().as_array().unwrap().clone()
}

fn close(found: Option<f64>, expected: f64) {
    assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} is not {expected}");
}

/// Everything the summary says, computed once more from the published rows alone.
#[apply(test)]
fn the_summary_agrees_with_its_rows() {
    let report = report(&grades());
    let rows: Vec<Value> = rows(&grades()).into_iter().filter(|row| row["task"] != "java/d/s5Z").collect();
    let totals = &report.sections[0].totals;
    assert_eq!(report.sections.len(), 1);
    assert_eq!(totals.n_tasks, rows.len());
    let count = |key: &str, value: &str| rows.iter().filter(|row| row[key] == value).count();
    for (status, n) in &totals.statuses {
        assert_eq!(*n, count("status", status.name()));
    }
    for (verdict, n) in &totals.verdicts {
        assert_eq!(*n, count("verdict", verdict.name()));
    }
    assert_eq!(totals.statuses.values().sum::<usize>(), rows.len());
    assert_eq!(totals.verdicts.values().sum::<usize>(), rows.len());

    let sum = |key: &str| rows.iter().filter_map(|row| row[key].as_u64()).sum::<u64>() as f64;
    // Where nothing was answered, all of gold is missing.
    let (kept, surplus) = (sum("kept"), sum("surplus"));
    let missing = sum("gold_nodes") - kept - sum("optional");
    close(totals.supported.recall.micro, kept / sum("gold_nodes"));
    close(totals.supported.precision.micro, kept / sum("slice_nodes"));
    close(totals.supported.f1.micro, 2.0 * kept / (2.0 * kept + missing + surplus));
    let numbers = |key: &str| rows.iter().filter_map(|row| row[key].as_f64()).collect::<Vec<f64>>();
    let mean = |key: &str, n: usize| numbers(key).iter().sum::<f64>() / n as f64;
    let n_answered = count("status", "answered");
    close(totals.answered.recall.mean, mean("recall", n_answered));
    close(totals.supported.recall.mean, mean("recall", rows.len()));
    close(totals.answered.f1.mean, mean("f1", n_answered));
    close(totals.supported.f1.mean, mean("f1", rows.len()));
    let precisions = numbers("precision").len();
    close(totals.answered.precision.mean, mean("precision", precisions));
    assert_eq!((totals.answered.precision.n, totals.supported.precision.n), (precisions, precisions));
    for row in rows.iter().filter(|row| row["kept"].is_u64()) {
        assert_eq!(
            ["kept", "missing", "optional"].map(|key| row[key].as_u64().unwrap()).iter().sum::<u64>(),
            row["gold_nodes"].as_u64().unwrap()
        );
    }
}

#[apply(test)]
fn the_order_of_grades_does_not_matter() {
    let mut backwards = grades();
    backwards.reverse();
    for &format in Format::ALL {
        assert_eq!(report(&grades()).write(format, Some(100)), report(&backwards).write(format, Some(100)));
    }
}

#[apply(test)]
fn parts_have_the_tasks_of_the_whole() {
    let report = report(&grades());
    let section = &report.sections[0];
    let n_tasks: usize = section.languages.iter().map(|part| part.n_tasks).sum();
    assert_eq!(n_tasks, section.totals.n_tasks);
    let names: Vec<&str> = section.labels.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["IP", "L0"]);
}

#[apply(test)]
fn kinds_and_granularities_are_never_averaged_together() {
    let mut mixed = grades();
    mixed.push(Grade { granularity: Granularity::Line, ..answered("c/e/s1X", 1, 0, 0) });
    mixed.push(Grade { kind: SliceKind::Dynamic, ..answered("c/e/s2X", 1, 0, 0) });
    let report = report(&mixed);
    let n_tasks: Vec<usize> = report.sections.iter().map(|section| section.totals.n_tasks).collect();
    assert_eq!(n_tasks, [1, 5, 1]);
    assert!(report.write(Format::Table, None).contains("not averaged together"));
}

#[apply(test)]
fn keys_of_the_output_are_those_of_the_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema/grades.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let properties = schema["items"]["properties"].as_object().unwrap();
    let expected: Vec<&String> = properties.keys().collect();
    let required: Vec<&str> =
        schema["items"]["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    assert_eq!(required, expected);
    for row in rows(&grades()) {
        let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
        assert_eq!(keys, expected);
        for (key, property) in properties {
            check_value(key, &row[key], property);
        }
    }
    let csv = report(&grades()).write(Format::Csv, None);
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!(header, required);
}

/// The few keywords of JSON Schema that the schema of grades uses.
fn check_value(key: &str, value: &Value, property: &Value) {
    let name = match value {
        Value::Null => "null",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        other => panic!("{key}: unexpected {other}"),
    };
    let fits = |wanted: &Value| wanted == name || (wanted == "number" && name == "integer");
    match &property["type"] {
        Value::Array(types) => assert!(types.iter().any(fits), "{key}: {value}"),
        Value::Null => assert!(property["enum"].is_array(), "{key} has neither type nor enum"),
        one => assert!(fits(one), "{key}: {value}"),
    }
    if let Some(words) = property["enum"].as_array() {
        assert!(words.contains(value), "{key}: {value}");
    }
    if let Some(number) = value.as_f64() {
        assert!(property["minimum"].as_f64().is_none_or(|minimum| number >= minimum), "{key}: {value}");
        assert!(property["maximum"].as_f64().is_none_or(|maximum| number <= maximum), "{key}: {value}");
    }
}

#[apply(test)]
fn the_schema_knows_every_word() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema/grades.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let words = |key: &str| -> BTreeSet<String> {
        let words = schema["items"]["properties"][key]["enum"].as_array().unwrap();
        words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    assert_eq!(words("status").len(), 9);
    assert_eq!(words("verdict").len(), 6);
    assert!(words("status").contains(Status::OutOfMemory.name()));
    assert!(words("verdict").contains(AnswerVerdict::NotASlice.name()));
    assert!(words("evidence").contains(Evidence::Certified.name()));
}

#[apply(test)]
fn whatever_a_slicer_printed_is_escaped() {
    let evil = "\u{1b}[2J|<script>`x`,\"y\"\r\n=1+1";
    let grades = [unanswered("java/c/s3Z", Status::Exited, evil)];
    let report = report(&grades);
    for &format in Format::ALL {
        let text = report.write(format, None);
        assert!(!text.contains('\u{1b}'), "{format:?}");
        assert!(!text.contains("\"y\"\r\n"), "{format:?}");
    }
    let markdown = report.write(Format::Markdown, None);
    assert!(!markdown.contains("<script>") && markdown.contains("\\|&lt;script&gt;\\`x\\`"), "{markdown}");
    let csv = report.write(Format::Csv, None);
    let mut reader = ::csv::Reader::from_reader(csv.as_bytes());
    let reason = reader.headers().unwrap().iter().position(|key| key == "reason").unwrap();
    let record = reader.records().next().unwrap().unwrap();
    assert_eq!(&record[reason], "\\u{1b}[2J|<script>`x`,\"y\"\\r\\n=1+1");
    assert_eq!(record.len(), 34);
}

#[apply(test)]
fn a_narrow_terminal_gets_lines_that_fit() {
    let mut grades = grades();
    let f1 = Some(0.83);
    grades.push(Grade {
        f1_min: Some(0.8),
        f1_max: Some(0.86),
        f1,
        evidence: Evidence::Asserted,
        ..answered("erlang/matrix-modules/s10TransposedWidth", 12, 2, 6)
    });
    grades.push(unanswered("c/x/s1X", Status::Exited, &"a very long reason ".repeat(9)));
    let report = report(&grades);
    for width in [80, 100, 140] {
        let text = report.write(Format::Table, Some(width));
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
    let full = report.write(Format::Table, None);
    assert!(full.contains("0.83 [0.80,0.86]") && full.contains("~0.67") && full.contains("evidence"));
}

#[apply(test)]
fn no_grade_at_all_still_makes_a_report() {
    assert_eq!(report(&[]).write(Format::Json, None), "[]\n");
    assert!(report(&[]).write(Format::Table, Some(100)).starts_with("Tasks\n"));
}
