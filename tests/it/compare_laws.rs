//! Laws of comparisons over random snapshots, and what is published of them against its schemas.

use std::collections::BTreeMap;

use bench_slicers::ast::NodeSet;
use bench_slicers::compare::{Change, FailOn, Gate, compare};
use bench_slicers::grade::AnswerVerdict;
use bench_slicers::report::{ComparisonReport, Format, Render, step_summary};
use bench_slicers::results::{Granularity, Status};
use bench_slicers::snapshot::{self, Origin, Outcome, Snapshot};
use bench_slicers::stats::Bootstrap;
use bench_slicers::suite::{Evidence, SliceKind};
use proptest::prelude::*;
use serde_json::Value;

const N_NODES: u32 = 24;

fn few() -> Bootstrap {
    Bootstrap { n_resamples: 20, ..Bootstrap::default() }
}

/// An outcome whose sets agree with each other and with its verdict; gold is the same for a task of this number.
fn outcome(gold: NodeSet, kept: NodeSet, n_invented: usize, status: Status) -> Outcome {
    let answered = status == Status::Answered;
    let kept = if answered { kept } else { NodeSet::new() };
    let (missing, surplus) = (gold.difference(&kept), kept.difference(&gold));
    let verdict = match (answered, n_invented, missing.is_empty(), surplus.is_empty()) {
        (false, ..) => AnswerVerdict::NoAnswer,
        (true, 1.., ..) => AnswerVerdict::NotASlice,
        (true, 0, true, true) => AnswerVerdict::Exact,
        (true, 0, true, false) => AnswerVerdict::Complete,
        (true, 0, false, _) => AnswerVerdict::Incomplete,
    };
    Outcome {
        hash: "ab".repeat(32),
        parts: Some(["0a", "0b", "0c"].map(str::to_owned)),
        tree: 7,
        kind: SliceKind::Static,
        granularity: Granularity::Expression,
        status,
        reason: (!answered).then(|| "exit 3 | <b>`x`</b>".to_owned()),
        verdict,
        evidence: Evidence::Proved,
        labels: vec!["IP".to_owned()],
        supported: true,
        contested: false,
        outdated: false,
        gold_idx: 0,
        n_nodes: N_NODES as usize,
        n_invented: if answered { n_invented } else { 0 },
        kept,
        missing,
        surplus,
        stability: None,
        run: None,
    }
}

fn set() -> impl Strategy<Value = NodeSet> {
    prop::collection::vec(0..N_NODES, 0..12).prop_map(|nodes| nodes.into_iter().collect())
}

fn status() -> impl Strategy<Value = Status> {
    prop_oneof![6 => Just(Status::Answered), 1 => Just(Status::Crashed), 1 => Just(Status::Unsupported)]
}

/// What happens to one task: its gold, and the outcome of each side that has it.
fn task() -> impl Strategy<Value = (Option<Outcome>, Option<Outcome>)> {
    let side = || prop::option::weighted(0.9, (set(), 0..2_usize, status()));
    let odd = prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(2)];
    (set(), side(), side(), odd).prop_map(|(gold, base, current, odd)| {
        let of = |side: Option<(NodeSet, usize, Status)>| {
            side.map(|(kept, n_invented, status)| outcome(gold.clone(), kept, n_invented, status))
        };
        let (base, mut current) = (of(base), of(current));
        if let Some(current) = &mut current {
            match odd {
                1 => current.hash = "cd".repeat(32),
                2 => current.stability = Some(0.5),
                _ => {}
            }
        }
        (base, current)
    })
}

fn snapshots() -> impl Strategy<Value = (Snapshot, Snapshot)> {
    prop::collection::vec(task(), 0..9).prop_map(|tasks| {
        let origin = |slicer: &str| Origin { slicer: slicer.into(), complete: true, ..Origin::default() };
        let (mut base, mut current) = (BTreeMap::new(), BTreeMap::new());
        for (idx, (old, new)) in tasks.into_iter().enumerate() {
            let id = format!("c/p{}/s{idx}X", idx / 3);
            base.extend(old.map(|outcome| (id.clone(), outcome)));
            current.extend(new.map(|outcome| (id.clone(), outcome)));
        }
        (Snapshot { origin: origin("one"), tasks: base }, Snapshot { origin: origin("two"), tasks: current })
    })
}

/// The change in the other direction of time.
fn in_reverse(change: Change) -> Change {
    match change {
        Change::Regressed => Change::Improved,
        Change::Improved => Change::Regressed,
        Change::Appeared => Change::Disappeared,
        Change::Disappeared => Change::Appeared,
        same => same,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[apply(test)]
    fn a_run_beside_itself_is_the_same((run, _) in snapshots()) {
        let comparison = compare(&run, &run, &few());
        prop_assert!(comparison.tasks.iter().all(|task| task.change == Change::Same && task.nodes.is_empty()));
        prop_assert!(comparison.aggregates.iter().flat_map(|aggregate| &aggregate.metrics).all(
            |metric| metric.difference.is_none_or(|difference| difference == 0.0)
        ));
    }

    #[apply(test)]
    fn swapping_the_sides_mirrors_everything((base, current) in snapshots()) {
        let (there, back) = (compare(&base, &current, &few()), compare(&current, &base, &few()));
        prop_assert_eq!(there.tasks.len(), back.tasks.len());
        for (task, mirrored) in there.tasks.iter().zip(&back.tasks) {
            prop_assert_eq!(in_reverse(task.change), mirrored.change, "{:?}", task);
            prop_assert_eq!(&task.nodes.gold_gained, &mirrored.nodes.gold_lost);
            prop_assert_eq!(&task.nodes.surplus_gained, &mirrored.nodes.surplus_lost);
        }
        for (aggregate, mirrored) in there.aggregates.iter().zip(&back.aggregates) {
            for (metric, mirrored) in aggregate.metrics.iter().zip(&mirrored.metrics) {
                prop_assert_eq!(metric.base, mirrored.current);
                prop_assert_eq!(metric.n, mirrored.n);
                let sum = metric.difference.unwrap_or(0.0) + mirrored.difference.unwrap_or(0.0);
                prop_assert!(sum.abs() < 1e-12);
            }
        }
    }

    #[apply(test)]
    fn a_stored_snapshot_reads_back_equal((run, _) in snapshots()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.json");
        snapshot::write(&path, &run).unwrap();
        prop_assert_eq!(snapshot::read(&path).unwrap(), (run, None));
    }

    #[apply(test)]
    fn the_gate_agrees_with_its_rows((base, current) in snapshots()) {
        let comparison = compare(&base, &current, &few());
        for &fail_on in FailOn::ALL {
            let gate = Gate { fail_on, today: "2026-11-21".into(), ..Gate::default() };
            let verdict = gate.judge(&comparison);
            prop_assert_eq!(verdict.counts.values().sum::<usize>(), comparison.tasks.len());
            let regressed = comparison.tasks.iter().filter(|task| task.change == Change::Regressed);
            match fail_on {
                FailOn::Regression => prop_assert_eq!(verdict.failures.len(), regressed.count()),
                FailOn::Never => prop_assert!(verdict.failures.is_empty()),
                _ => prop_assert!(verdict.failures.len() >= regressed.count()),
            }
            let expected = match (verdict.n_compared, verdict.failures.len()) {
                (0, _) => ("nothing-measured", 3),
                (_, 0) => ("pass", 0),
                _ => ("fail", 1),
            };
            prop_assert_eq!((verdict.outcome, verdict.exit_code), expected);
        }
    }
}

/// A comparison of so many tasks, every one of them changed.
fn large(n_tasks: u32) -> ComparisonReport {
    let gold: NodeSet = (0..10).collect();
    let run = |extra: u32| Snapshot {
        origin: Origin { slicer: "one".into(), complete: true, ..Origin::default() },
        tasks: (0..n_tasks)
            .map(|idx| {
                let kept: NodeSet = (0..10).chain(10 + idx % 5..12 + idx % 5 + extra).collect();
                (format!("c/program-{}/s{idx}X", idx / 4), outcome(gold.clone(), kept, 0, Status::Answered))
            })
            .collect(),
    };
    let comparison = compare(&run(1), &run(3), &few());
    let verdict = Gate { today: "2026-11-21".into(), ..Gate::default() }.judge(&comparison);
    ComparisonReport { verdict: Some(verdict), ..ComparisonReport::new(comparison) }
}

#[apply(test)]
fn a_summary_fits_whatever_the_number_of_tasks() {
    let report = large(20_000);
    assert!(report.write(Format::Markdown, None).len() > 1 << 20);
    let summary = step_summary(&report);
    assert!(summary.len() <= 1 << 20 && summary.len() > 1 << 17, "{}", summary.len());
    assert!(summary.contains("tasks: 20000 regressed"), "the counts are those of all tasks");
    assert!(step_summary(&large(10)).contains("s9X"));
}

#[apply(test)]
fn the_schemas_know_every_key() {
    let schema = |name: &str| -> Value {
        let path = format!("{}/docs/schema/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    fn check(schema: &Value, value: &Value, place: &str) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    let known = schema["properties"].get(key).or(schema.get("additionalProperties"));
                    let known = known.filter(|known| known.is_object());
                    check(known.unwrap_or_else(|| panic!("{place}.{key}: not in the schema")), value, key);
                }
                for key in schema["required"].as_array().into_iter().flatten() {
                    assert!(object.contains_key(key.as_str().unwrap()), "{place}: {key} is required");
                }
            }
            Value::Array(items) => items.iter().for_each(|item| check(&schema["items"], item, place)),
            _ => {}
        }
    }
    let report = large(3);
    let rows: Value = serde_json::from_str(&report.write(Format::Json, None)).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 3);
    check(&schema("comparison"), &rows, "comparison");
    check(&schema("verdict"), &serde_json::to_value(report.verdict.unwrap()).unwrap(), "verdict");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.json");
    let mut odd = outcome((0..4).collect(), (2..9).collect(), 1, Status::Answered);
    odd.stability = Some(0.5);
    odd.run = Some("x".into());
    (odd.contested, odd.outdated, odd.gold_idx) = (true, true, 1);
    let tasks = BTreeMap::from([
        ("c/p/a".to_owned(), odd),
        ("c/p/b".to_owned(), outcome((0..4).collect(), NodeSet::new(), 0, Status::Crashed)),
    ]);
    let origin = Origin { slicer: "one".into(), version: Some("1".into()), ..Origin::default() };
    snapshot::write(&path, &Snapshot { origin, tasks }).unwrap();
    let mut stored: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    // What was asked for is described in the schema of runs.
    stored["suite"] = Value::Object(serde_json::Map::new());
    check(&schema("baseline"), &stored, "baseline");
}
