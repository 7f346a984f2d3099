//! Time to read and compare two runs of ten thousand tasks. `cargo bench --bench compare`

use std::collections::BTreeMap;
use std::hint::black_box;

use bench_slicers::ast::NodeSet;
use bench_slicers::compare::compare;
use bench_slicers::grade::AnswerVerdict;
use bench_slicers::results::{Granularity, Status};
use bench_slicers::snapshot::{self, Origin, Outcome, Snapshot};
use bench_slicers::stats::Bootstrap;
use bench_slicers::suite::{Evidence, SliceKind};

#[path = "common/measure.rs"]
mod measure;
use measure::measure;

const N_TASKS: u32 = 10_000;

/// A complete answer to a task of 150 nodes, scattered over the program; one task in `one_in` has another answer.
fn outcome(idx: u32, one_in: u32) -> Outcome {
    let shift = u32::from(idx.is_multiple_of(one_in));
    let kept: NodeSet = (0..150).filter(|node| (node + idx) % 3 != shift).collect();
    let gold: NodeSet = kept.iter().filter(|node| node % 5 != 0).collect();
    Outcome {
        hash: format!("{idx:064x}"),
        parts: None,
        tree: u64::from(idx / 4),
        kind: SliceKind::Static,
        granularity: Granularity::Expression,
        status: Status::Answered,
        reason: None,
        verdict: AnswerVerdict::Complete,
        evidence: Evidence::Proved,
        labels: vec!["IP".into(), "CDE".into()],
        supported: true,
        contested: false,
        outdated: false,
        gold_idx: 0,
        n_nodes: 150,
        n_invented: 0,
        missing: NodeSet::new(),
        surplus: kept.difference(&gold),
        kept,
        stability: None,
        run: None,
    }
}

fn snapshot(one_in: u32) -> Snapshot {
    let id = |idx: u32| format!("erlang/program-{:04}/s{idx}X", idx / 4);
    let tasks: BTreeMap<String, Outcome> = (0..N_TASKS).map(|idx| (id(idx), outcome(idx, one_in))).collect();
    Snapshot { origin: Origin { slicer: "one".into(), complete: true, ..Origin::default() }, tasks }
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let paths = [folder.path().join("base.json"), folder.path().join("current.json")];
    for (path, one_in) in paths.iter().zip([u32::MAX, 2]) {
        snapshot::write(path, &snapshot(one_in)).expect("a snapshot can be written");
    }
    let read = || paths.each_ref().map(|path| snapshot::read(path).expect("it was just written").0);
    let [base, current] = read();
    let n_tasks = N_TASKS as usize;
    measure("read two of 10000 tasks", n_tasks, "tasks", read);
    measure("compare them, half changed", n_tasks, "tasks", || {
        compare(black_box(&base), black_box(&current), &Bootstrap::default())
    });
}
