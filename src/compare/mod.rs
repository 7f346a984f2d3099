//! The answers of one run against those of another: what changed, task by task, in nodes.
//!
//! In: two [`Snapshot`]s. Out: a [`Comparison`], and from it a [`GateVerdict`]. Everything is decided on node sets,
//! statuses and verdicts, never on averages; the rules are in `docs/METRICS.md`, section 6. Pure: no IO, no clock.

mod aggregate;
mod best;
mod cause;
mod change;
mod gate;
mod head_to_head;
mod history;
mod rank;
mod slicer_pair;

use std::collections::{BTreeMap, BTreeSet};

use crate::stats::Bootstrap;

pub use crate::snapshot::{Origin, Outcome, Snapshot};
pub use aggregate::{Aggregate, Metric, PairedMetric, Tally, aggregates};
pub use best::with_run;
pub use cause::{Cause, Trees, causes};
pub use change::{Change, NodeChanges};
pub use gate::{FailOn, Gate, GateFailure, GateVerdict, Waiver};
pub use head_to_head::{HeadToHead, Together};
pub use history::{CommonNumbers, History, HistoryRun, LevelStep, PastRun};
pub use rank::{Loss, rank, summary};
pub use slicer_pair::{PairedTest, SlicerPair};

/// What became of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskChange {
    /// Task id.
    pub task: String,
    /// The word for it.
    pub change: Change,
    /// Why the two sides are no pair; `None` for all that are.
    pub obstacle: Option<String>,
    /// The base's outcome; `None` for what appeared.
    pub base: Option<Outcome>,
    /// The current outcome; `None` for what disappeared.
    pub current: Option<Outcome>,
    /// Nodes that came and went; empty unless both sides have an answer and are a pair.
    pub nodes: NodeChanges,
}

/// The difference between two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Where the base comes from.
    pub base: Origin,
    /// Where the current side comes from.
    pub current: Origin,
    /// What became of each task, ordered by id.
    pub tasks: Vec<TaskChange>,
    /// Averages over the common, comparable tasks.
    pub aggregates: Vec<Aggregate>,
}

/// Compares two runs; `bootstrap` says how the intervals of differences are computed.
pub fn compare(base: &Snapshot, current: &Snapshot, bootstrap: &Bootstrap) -> Comparison {
    let ids: BTreeSet<&String> = base.tasks.keys().chain(current.tasks.keys()).collect();
    let tasks: Vec<TaskChange> = ids
        .into_iter()
        .map(|id| TaskChange::new(id, base.tasks.get(id).cloned(), current.tasks.get(id).cloned()))
        .collect();
    Comparison {
        base: base.origin.clone(),
        current: current.origin.clone(),
        aggregates: aggregates(&tasks, bootstrap),
        tasks,
    }
}

impl TaskChange {
    /// What became of one task; a side without it is `None`.
    pub fn new(task: &str, base: Option<Outcome>, current: Option<Outcome>) -> TaskChange {
        let mut nodes = NodeChanges::default();
        let mut obstacle = None;
        let change = match (&base, &current) {
            (Some(base), Some(current)) => {
                obstacle = change::obstacle(base, current);
                if obstacle.is_none() && base.is_answered() && current.is_answered() {
                    nodes = NodeChanges::new(base, current);
                }
                if obstacle.is_some() { Change::Incomparable } else { change::change(base, current) }
            }
            (None, _) => Change::Appeared,
            (_, None) => Change::Disappeared,
        };
        TaskChange { task: task.to_owned(), change, obstacle, base, current, nodes }
    }

    /// Whether answers of this task depend on more than the task.
    pub fn is_nondeterministic(&self) -> bool {
        self.base.iter().chain(&self.current).any(Outcome::is_nondeterministic)
    }

    /// Whether either side knows the criterion as contested.
    pub fn is_contested(&self) -> bool {
        self.base.iter().chain(&self.current).any(|outcome| outcome.contested)
    }
}

impl Comparison {
    /// Number of tasks by change; every change has its number.
    pub fn counts(&self) -> BTreeMap<Change, usize> {
        let mut counts: BTreeMap<Change, usize> = Change::ALL.iter().map(|&change| (change, 0)).collect();
        for task in &self.tasks {
            *counts.entry(task.change).or_default() += 1;
        }
        counts
    }

    /// Number of tasks that both sides have and that can be laid beside each other.
    pub fn n_paired(&self) -> usize {
        self.tasks.iter().filter(|task| task.change.is_paired()).count()
    }

    /// What the tasks of both sides were worth in the base, as far as they can be laid beside each other.
    pub fn paired_bases(&self) -> impl Iterator<Item = (&str, &Outcome)> {
        let paired = self.tasks.iter().filter(|task| task.change.is_paired());
        paired.filter_map(|task| Some((task.task.as_str(), task.base.as_ref()?)))
    }

    /// Tasks with one of these changes, the worst first, in the order of all lists of changes.
    pub fn ranked(&self, wanted: &[Change]) -> Vec<&TaskChange> {
        let mut tasks: Vec<&TaskChange> =
            self.tasks.iter().filter(|task| wanted.contains(&task.change)).collect();
        rank(&mut tasks);
        tasks
    }

    /// All of it in one line: `14 answers lost (8 × exit 139, 6 × timed out 3 s), 7 less precise; 18 improved`.
    pub fn summary(&self) -> String {
        summary(&self.tasks.iter().collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod testing {
    //! Small outcomes for tests: gold is nodes 0 to 9 of a program of 40.

    use std::collections::BTreeMap;

    use super::{Origin, Outcome, Snapshot};
    use crate::ast::NodeSet;
    use crate::grade::AnswerVerdict;
    use crate::results::{Granularity, Status};
    use crate::suite::{Evidence, SliceKind};

    fn set(ranges: &str) -> NodeSet {
        NodeSet::from_ranges(ranges, 40).unwrap()
    }

    /// An answer that kept these nodes.
    pub(super) fn outcome(kept: &str) -> Outcome {
        let (kept, gold) = (set(kept), set("0-9"));
        let (missing, surplus) = (gold.difference(&kept), kept.difference(&gold));
        let verdict = match (missing.is_empty(), surplus.is_empty()) {
            (true, true) => AnswerVerdict::Exact,
            (true, false) => AnswerVerdict::Complete,
            _ => AnswerVerdict::Incomplete,
        };
        Outcome {
            hash: "0123456789abcdef".into(),
            parts: Some(["p", "c", "g"].map(str::to_owned)),
            tree: 1,
            kind: SliceKind::Static,
            granularity: Granularity::Expression,
            status: Status::Answered,
            reason: None,
            verdict,
            evidence: Evidence::Proved,
            labels: vec!["IP".into()],
            supported: true,
            contested: false,
            outdated: false,
            gold_idx: 0,
            n_nodes: 40,
            n_invented: 0,
            kept,
            missing,
            surplus,
            stability: None,
            run: None,
        }
    }

    /// A run that ended without an answer.
    pub(super) fn no_answer(status: Status, reason: &str) -> Outcome {
        Outcome { status, reason: Some(reason.into()), verdict: AnswerVerdict::NoAnswer, ..outcome("") }
    }

    /// A run of `slicer` over tasks `c/p/<letter>`.
    pub(super) fn snapshot(slicer: &str, outcomes: &[Outcome]) -> Snapshot {
        let id = |idx: usize| format!("c/p{}/{}", idx / 2, char::from(b'a' + idx as u8));
        let tasks: BTreeMap<String, Outcome> =
            outcomes.iter().enumerate().map(|(idx, outcome)| (id(idx), outcome.clone())).collect();
        let mut origin = Origin { slicer: slicer.into(), complete: true, ..Origin::default() };
        origin.suite.n_tasks = tasks.len();
        Snapshot { origin, tasks }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{no_answer, outcome, snapshot};
    use super::*;
    use crate::results::Status;

    fn few() -> Bootstrap {
        Bootstrap { n_resamples: 50, ..Bootstrap::default() }
    }

    #[test]
    fn a_run_compared_with_itself_is_the_same() {
        let run = snapshot("a", &[outcome("0-9"), outcome("0-3,20"), no_answer(Status::Crashed, "SIGSEGV")]);
        let comparison = compare(&run, &run, &few());
        assert!(comparison.tasks.iter().all(|task| task.change == Change::Same && task.nodes.is_empty()));
        let differences = comparison.aggregates[0].metrics.iter().filter_map(|metric| metric.difference);
        assert!(differences.into_iter().all(|difference| difference == 0.0));
    }

    #[test]
    fn nodes_that_came_and_went_are_told_apart() {
        let comparison =
            compare(&snapshot("a", &[outcome("0-7,20-21")]), &snapshot("a", &[outcome("1-8,21-24")]), &few());
        let nodes = &comparison.tasks[0].nodes;
        let ranges = |set: &crate::ast::NodeSet| set.to_ranges();
        assert_eq!(ranges(&nodes.gold_gained), "8");
        assert_eq!(ranges(&nodes.gold_lost), "0");
        assert_eq!(ranges(&nodes.surplus_gained), "22-24");
        assert_eq!(ranges(&nodes.surplus_lost), "20");
    }

    #[test]
    fn tasks_of_one_side_are_in_no_average() {
        let mut base = snapshot("a", &[outcome("0-9"), outcome("0-4"), outcome("0-9")]);
        let current = snapshot("a", &[outcome("0-9"), outcome("0-9"), no_answer(Status::TimedOut, "1 s")]);
        base.tasks.insert("c/old/z".into(), outcome("0"));
        let comparison = compare(&base, &current, &few());
        assert_eq!(comparison.counts()[&Change::Disappeared], 1);
        let aggregate = &comparison.aggregates[0];
        assert_eq!((aggregate.n_tasks, aggregate.n_benchmarks), (3, 2));
        assert_eq!((aggregate.base.n_answered, aggregate.current.n_answered), (3, 2));
        let recall = &aggregate.metrics[0];
        // Over the two tasks that both sides answer: 1 and 1/2 became 1 and 1.
        assert_eq!((recall.n, recall.n_base, recall.n_current), (2, 3, 2));
        assert_eq!((recall.base, recall.current, recall.difference), (Some(0.75), Some(1.0), Some(0.25)));
        let all = &aggregate.metrics[3];
        assert_eq!((all.n, all.metric), (3, Metric::RecallAll));
        assert!((all.current.unwrap() - 2.0 / 3.0).abs() < 1e-12);
    }
}
