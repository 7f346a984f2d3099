//! Stored results: what is written reads back equal, and what is damaged costs only itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bench_slicers::ast::SourceFile;
use bench_slicers::error::Problem;
use bench_slicers::results::{
    self, Answer, FORMAT, Granularity, Host, Integrity, Normalised, RawFile, RawOutput, RawRun, Reading,
    Record, Results, ResultsWriter, RunHeader, RunLimits, SandboxStamp, SlicerRole, SlicerStamp, Span,
    Status, SuiteStamp, ToolStamp,
};
use bench_slicers::suite::Tier;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::root;

const ALL_STATUSES: [Status; 9] = [
    Status::Answered,
    Status::Unsupported,
    Status::TimedOut,
    Status::OutOfMemory,
    Status::Crashed,
    Status::Exited,
    Status::NoOutput,
    Status::Unreadable,
    Status::NotStarted,
];

pub(crate) fn header() -> RunHeader {
    RunHeader {
        format: FORMAT,
        created: "2026-11-21T10:53:06Z".into(),
        complete: false,
        tool: ToolStamp::this(),
        suite: SuiteStamp {
            hash: "ab".repeat(32),
            n_tasks: 2,
            filters: vec!["erlang/b1".into()],
            labels: vec!["RC".into()],
            tier: Some(Tier::Plain),
            folders: vec!["/suites/mine".into()],
            partition: Some("1/2".into()),
        },
        slicer: SlicerStamp {
            name: "toy".into(),
            version: Some("1.2".into()),
            adapter_hash: "cd".repeat(32),
            adapter_text: "format = 1\nname = \"toy\"\n".into(),
            path: Some("/slicers/toy.toml".into()),
            role: SlicerRole::Control,
        },
        reading: Reading {
            granularity: Granularity::Statement,
            placeholders: vec!["sliced".into()],
            ..Reading::default()
        },
        limits: RunLimits {
            wall_s: Some(0.1),
            grace_s: 1.0,
            memory_byte: Some(1 << 33),
            output_byte: Some(1),
        },
        sandbox: SandboxStamp::default(),
        jobs: 2,
        repeats: 3,
        seed: u64::MAX,
        host: Host::this(),
    }
}

fn failed(task: &str, status: Status) -> Record {
    Record {
        task: task.into(),
        hash: "ef".repeat(32),
        repeat: 1,
        attempt: 1,
        status,
        reason: Some("exit 3".into()),
        wall_s: 0.1 + 0.2,
        setup_s: Some(0.7),
        cpu_s: None,
        memory_byte: None,
        n_leaked: 1,
        shared_by: Some(2),
        note: Some("cleanup: exit 1".into()),
        answer: None,
        normalised: None,
        raw: BTreeMap::new(),
    }
}

fn write(dir: &Path, records: &[Record]) -> PathBuf {
    let mut writer = ResultsWriter::create(dir, header()).unwrap();
    for record in records {
        writer.append(record).unwrap();
    }
    writer.finish().unwrap()
}

fn messages(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| problem.message.clone()).collect()
}

fn fixture(name: &str) -> PathBuf {
    root("tests/fixtures").join(name)
}

#[apply(test)]
fn what_is_written_reads_back_equal() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let records = [failed("erlang/b1/s1X", Status::Exited), failed("erlang/b1/s2Y", Status::Crashed)];
    write(&dir, &records);
    let (results, problems) = Results::read(&dir).unwrap();
    assert_eq!(problems, []);
    assert_eq!(results.header, RunHeader { complete: true, ..header() });
    assert_eq!(results.records, records);
    let copy = folder.path().join("copy");
    write(&copy, &results.records);
    let (copied, _) = Results::read(&copy).unwrap();
    assert_eq!(copied, Results { dir: copy, ..results });
}

#[apply(test)]
fn a_run_is_complete_only_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = ResultsWriter::create(folder.path(), RunHeader { complete: true, ..header() }).unwrap();
    writer.append(&failed("a/b/c", Status::Exited)).unwrap();
    let (results, problems) = Results::read(folder.path()).unwrap();
    assert_eq!((results.header.complete, results.records.len()), (false, 1));
    assert_eq!(messages(&problems), ["the run is not complete: 1 of 2 tasks"]);
    writer.finish().unwrap();
    assert!(Results::read(folder.path()).unwrap().0.header.complete);
    assert!(!folder.path().join("run.json.tmp").exists());
}

#[apply(test)]
fn results_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[]);
    let error = ResultsWriter::create(folder.path(), header()).unwrap_err();
    assert_eq!(messages(error.problems()), ["results already exist here"]);
}

#[apply(test)]
fn damaged_records_cost_only_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let dir = write(folder.path(), &[failed("a/b/c", Status::Exited), failed("a/b/d", Status::Exited)]);
    let path = dir.join("tasks.jsonl");
    let good = fs::read_to_string(&path).unwrap();
    let other = write(&folder.path().join("other"), &[failed("a/b/c", Status::TimedOut)]);
    let again = fs::read_to_string(other.join("tasks.jsonl")).unwrap();
    let alone = again.replace("timed-out", "answered");
    let edited = again.replace("exit 3", "exit 4");
    let bare = serde_json::to_string(&failed("a/b/c", Status::Crashed)).unwrap();
    let torn = &again[..again.len() / 2];
    let text = format!("{good}{{\"task\": 3}}\n\n{again}\u{0}\u{1}\n{alone}{edited}{bare}\n{torn}");
    fs::write(&path, text).unwrap();
    let (results, problems) = Results::read(&dir).unwrap();
    assert_eq!(results.records, [failed("a/b/c", Status::TimedOut), failed("a/b/d", Status::Exited)]);
    assert_eq!(results.integrity, Integrity::Damaged);
    let lines: Vec<usize> = problems.iter().map(|problem| problem.place.as_ref().unwrap().line).collect();
    assert_eq!(lines, [3, 5, 6, 7, 8, 9, 10]);
    let expected = [
        "not a record: invalid type: integer `3`, expected a string (left out)",
        "another record of `a/b/c` (this one is used)",
        "not a record: expected value (left out)",
        "the record changed since it was written: its checksum is another (left out)",
        "the record changed since it was written: its checksum is another (left out)",
        "the record changed since it was written: its checksum is another (left out)",
        "the last record is torn (left out)",
    ];
    assert_eq!(messages(&problems), expected);
}

#[apply(test)]
fn a_run_without_records_is_an_empty_run() {
    let folder = tempfile::tempdir().unwrap();
    let dir = write(folder.path(), &[]);
    fs::remove_file(dir.join("tasks.jsonl")).unwrap();
    let (results, problems) = Results::read(&dir).unwrap();
    assert_eq!(results.records, []);
    assert_eq!(messages(&problems), ["the records are missing (the run counts as empty)"]);
}

#[apply(test)]
fn an_interrupted_run_goes_on_where_it_was_torn() {
    let folder = tempfile::tempdir().unwrap();
    let dir = write(folder.path(), &[failed("a/b/c", Status::Exited), failed("a/b/d", Status::Exited)]);
    let path = dir.join("tasks.jsonl");
    let whole = fs::read(&path).unwrap();
    // Cut within the last record, and only before its line end.
    for (n_cut, n_left) in [(10, 1), (1, 2)] {
        fs::write(&path, &whole[..whole.len() - n_cut]).unwrap();
        let (mut writer, results, _) = ResultsWriter::resume(&dir, |_| true).unwrap();
        assert_eq!(results.records.len(), n_left);
        assert!(!results::read_header(&dir).unwrap().complete);
        writer.append(&failed("a/b/e", Status::Crashed)).unwrap();
        writer.finish().unwrap();
        let (results, problems) = Results::read(&dir).unwrap();
        assert_eq!((results.records.len(), problems), (n_left + 1, vec![]));
    }
}

#[apply(test)]
fn a_header_that_cannot_be_used_is_refused_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let check = |text: &str, expected: &str| {
        fs::write(&path, text).unwrap();
        let error = Results::read(folder.path()).unwrap_err();
        assert_eq!(messages(error.problems()), [expected]);
        assert!(error.problems()[0].hint.is_some());
    };
    check("{\"format\": 2}", "format 2 is newer than this program reads (1)");
    check("{}", "not the header of a run: the format number is missing");
    check("{", "not the header of a run: EOF while parsing an object");
    check("{\"format\": 1}", "not the header of a run: missing field `created`");
    let error = Results::read(&folder.path().join("nowhere")).unwrap_err();
    assert_eq!(messages(error.problems()), ["no results in this folder"]);
}

#[apply(test)]
fn runs_are_named_by_time_and_found_by_slicer() {
    let reports = tempfile::tempdir().unwrap();
    let slicer_dir = reports.path().join("toy");
    let start = |created: &str| {
        let header = RunHeader { created: created.into(), ..header() };
        ResultsWriter::create_in(&slicer_dir, header).unwrap()
    };
    assert!(results::latest(reports.path(), "toy").is_err());
    let first = start("2026-11-21T10:53:06Z").finish().unwrap();
    let name = first.file_name().unwrap().to_str().unwrap();
    assert_eq!((name.len(), &name[..17]), (25, "20261121T105306Z-"));
    let second = start("2026-11-21T10:53:06Z").finish().unwrap();
    assert_ne!(first, second);
    let third = start("2026-11-22T00:00:00Z").finish().unwrap();
    let interrupted = start("2026-11-23T00:00:00Z").dir().to_path_buf();
    assert_eq!(results::runs(&slicer_dir)[..2], [interrupted.clone(), third.clone()]);
    assert_eq!(results::latest(reports.path(), "toy").unwrap(), third);
    assert_eq!(results::find(&slicer_dir).unwrap(), third);
    assert_eq!(results::find(&interrupted).unwrap(), interrupted);
    assert_eq!(results::find(&first.join("run.json")).unwrap(), first);
    assert!(results::find(reports.path()).is_err());
}

/// How often a text stands in another one.
fn n_times(text: &[u8], part: &[u8]) -> usize {
    text.windows(part.len()).filter(|window| *window == part).count()
}

#[apply(test)]
fn raw_output_stays_in_the_folder_of_the_run() {
    for n_tasks in [2, 5000] {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        let suite = SuiteStamp { n_tasks, ..header().suite };
        let mut writer = ResultsWriter::create(&dir, RunHeader { suite, ..header() }).unwrap();
        let printed = [(PathBuf::from("stdout.txt"), b"said".to_vec())];
        let answer = [(PathBuf::from("answer/a.erl"), b"f() -> 1.".to_vec())];
        let runs = [("erlang/b1/s1X", 1), ("/../../x", 1), ("erlang/b1/s1X", 2)];
        let runs = runs.map(|(task, repeat)| RawRun { task, repeat, answer: &answer });
        writer.keep_raw(&runs, &printed).unwrap();
        let output = RawOutput::of(&dir);
        for run in runs {
            let content = |file: &RawFile| {
                assert!(file.path.starts_with(folder.path()) && !file.path.to_string_lossy().contains(".."));
                (file.name.to_str().unwrap().to_owned(), file.read_from(0, 9).unwrap())
            };
            let files: Vec<_> = output.files(run.task, run.repeat).iter().map(content).collect();
            let expected = [("answer/a.erl", "f() -> 1."), ("stdout.txt", "said")];
            assert_eq!(files, expected.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
        }
        let is_packed = n_tasks > 1000;
        assert_eq!((dir.join("raw.tar").exists(), dir.join("raw").exists()), (is_packed, !is_packed));
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "something is beside the folder of the run"
        );

        // As a share of a larger run: what was printed once for several tasks is still there once.
        let merged = folder.path().join("merged");
        let suite = SuiteStamp { n_tasks: 10_000, ..header().suite };
        let mut writer = ResultsWriter::create(&merged, RunHeader { suite, ..header() }).unwrap();
        writer.copy_raw(&dir).unwrap();
        let copied = RawOutput::of(&merged);
        for run in runs {
            let contents = |output: &RawOutput| -> Vec<_> {
                let files = output.files(run.task, run.repeat).into_iter();
                files.map(|file| (file.read_from(0, 99).unwrap(), file.name)).collect()
            };
            assert_eq!(contents(&copied), contents(&output));
        }
        let n_printed = n_times(&fs::read(merged.join("raw.tar")).unwrap(), b"said");
        assert_eq!(n_printed, if is_packed { 1 } else { runs.len() });
    }
}

#[apply(test)]
fn the_first_format_stays_readable() {
    let (results, problems) = Results::read(&fixture("results-v1")).unwrap();
    let said = ["written by an older version, without checksums: damage to it goes unnoticed"];
    assert_eq!(messages(&problems), said);
    assert!(results.header.complete);
    assert_eq!(results.header.slicer.name, "toy");
    let statuses: BTreeSet<Status> = results.records.iter().map(|record| record.status).collect();
    assert_eq!(statuses, BTreeSet::from(ALL_STATUSES));
    let answers: Vec<&Answer> = results.records.iter().filter_map(|record| record.answer.as_ref()).collect();
    assert!(matches!(answers[..], [Answer::Source { .. }, Answer::Lines { .. }, Answer::Spans { .. }]));
    let first = &results.records[0];
    assert_eq!((first.wall_s, first.cpu_s, first.memory_byte), (0.312, Some(0.25), Some(41_943_040)));
    assert_eq!(first.normalised.as_ref().map(|normalised| normalised.golds.len()), Some(1));
    assert!(results.dir.join("raw").join(&first.task).join("stdout").is_file());
}

/// Reports every key of `value` that the schema has not, and every required one that `value` has not.
pub(crate) fn check_keys(root: &Value, schema: &Value, value: &Value, place: &str) {
    let schema = match schema["$ref"].as_str() {
        Some(name) => root.pointer(name.trim_start_matches('#')).unwrap(),
        None => schema,
    };
    if let Some(variants) = schema["oneOf"].as_array() {
        let kind = |variant: &&Value| variant["properties"]["kind"]["const"] == value["kind"];
        let variant = variants.iter().find(kind).unwrap_or_else(|| panic!("{place}: no such kind"));
        return check_keys(root, variant, value, place);
    }
    for (idx, item) in value.as_array().into_iter().flatten().enumerate() {
        check_keys(root, &schema["items"], item, &format!("{place}[{idx}]"));
    }
    let Some(object) = value.as_object() else {
        assert!(
            !schema["type"].is_null() || !schema["const"].is_null() || !schema["enum"].is_null(),
            "{place}"
        );
        return assert!(schema["enum"].as_array().is_none_or(|words| words.contains(value)), "{place}");
    };
    for key in schema["required"].as_array().into_iter().flatten() {
        assert!(object.contains_key(key.as_str().unwrap()), "{place}: no {key}");
    }
    for (key, value) in object {
        let place = format!("{place}.{key}");
        let known = schema["properties"]
            .get(key)
            .or(schema["additionalProperties"].as_object().map(|_| &schema["additionalProperties"]));
        check_keys(root, known.unwrap_or_else(|| panic!("{place}: not in the schema")), value, &place);
    }
}

pub(crate) fn schema(name: &str) -> Value {
    let path = root("docs/schema").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[apply(test)]
fn the_schemas_know_every_key_that_is_written() {
    let (run, record) = (schema("run.schema.json"), schema("record.schema.json"));
    let stored = fs::read_to_string(fixture("results-v1/run.json")).unwrap();
    check_keys(&run, &run, &serde_json::from_str(&stored).unwrap(), "run");
    check_keys(&run, &run, &serde_json::to_value(header()).unwrap(), "run");
    let lines = fs::read_to_string(fixture("results-v1/tasks.jsonl")).unwrap();
    for line in lines.lines() {
        check_keys(&record, &record, &serde_json::from_str(line).unwrap(), "record");
    }
    let words = record["properties"]["status"]["enum"].as_array().unwrap();
    let statuses: Vec<Value> =
        ALL_STATUSES.iter().map(|status| serde_json::to_value(status).unwrap()).collect();
    assert_eq!(*words, statuses);
}

fn file() -> impl Strategy<Value = SourceFile> {
    ("[a-z]{1,8}(/[a-z]{1,8})?\\.erl", any::<String>()).prop_map(|(path, text)| SourceFile::new(path, text))
}

fn files() -> impl Strategy<Value = Vec<SourceFile>> {
    prop::collection::vec(file(), 0..3)
}

fn span() -> impl Strategy<Value = Span> {
    (1..99_usize, 1..99_usize, 1..99_usize, 1..99_usize).prop_map(
        |(start_line, start_column, n, end_column)| Span {
            file: "a.erl".into(),
            start_line,
            start_column,
            end_line: start_line + n,
            end_column,
        },
    )
}

fn answer() -> impl Strategy<Value = Answer> {
    let lines = prop::collection::btree_set(1..1000_usize, 0..5);
    prop_oneof![
        files().prop_map(|files| Answer::Source { files }),
        lines.prop_map(|lines| Answer::Lines { files: BTreeMap::from([("a.erl".into(), lines)]) }),
        prop::collection::vec(span(), 0..3).prop_map(|spans| Answer::Spans { spans }),
    ]
}

fn normalised() -> impl Strategy<Value = Normalised> {
    (files(), prop::collection::vec(files(), 1..3)).prop_map(|(program, golds)| Normalised { program, golds })
}

prop_compose! {
    fn record()(
        task in "[a-z]{1,4}/[a-z]{1,4}/s[0-9]{1,3}[A-Z]",
        status in prop::sample::select(&ALL_STATUSES[..]),
        reason in prop::option::of(any::<String>()),
        wall_s in 0.0..1e6_f64,
        cpu_s in prop::option::of(0.0..1e6_f64),
        memory_byte in any::<Option<u64>>(),
        n_leaked in 0..100_usize,
        shared_by in prop::option::of(2..9_usize),
        setup_s in prop::option::of(0.0..9.0_f64),
        note in prop::option::of("[a-z]{1,9}"),
        answer in answer(),
        normalised in prop::option::of(normalised()),
    ) -> Record {
        let answer = (status == Status::Answered).then_some(answer);
        let hash = "ab".repeat(32);
        let (repeat, attempt, raw) = (1, 1, BTreeMap::new());
        Record {
            task, hash, repeat, attempt, status, reason, wall_s, setup_s, cpu_s, memory_byte, n_leaked, shared_by,
            note, answer, normalised, raw,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[apply(test)]
    fn any_records_read_back_equal_whatever_their_order(
        records in prop::collection::vec(record(), 0..6).prop_shuffle(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &records);
        let expected: BTreeMap<String, Record> =
            records.iter().map(|record| (record.task.clone(), record.clone())).collect();
        let (results, problems) = Results::read(folder.path()).unwrap();
        prop_assert_eq!(problems.len(), records.len() - expected.len());
        prop_assert_eq!(results.records, expected.into_values().collect::<Vec<_>>());
    }

    #[apply(test)]
    fn a_file_cut_anywhere_loses_only_what_was_cut(
        records in prop::collection::vec(record(), 1..4),
        share in 0.0..1.0_f64,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let dir = write(folder.path(), &records);
        let path = dir.join("tasks.jsonl");
        let whole = fs::read(&path).unwrap();
        let left = &whole[..(whole.len() as f64 * share) as usize];
        fs::write(&path, left).unwrap();
        let n_lines = left.iter().filter(|byte| **byte == b'\n').count();
        let tasks: BTreeSet<&str> = records[..n_lines].iter().map(|record| record.task.as_str()).collect();
        let (results, _) = Results::read(&dir).unwrap();
        let found: BTreeSet<&str> = results.records.iter().map(|record| record.task.as_str()).collect();
        prop_assert!(tasks.is_subset(&found));
        prop_assert!(results.records.iter().all(|record| records.contains(record)));
    }
}
