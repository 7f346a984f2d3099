//! Two slicers on the tasks that both answer: who is better where, and what they are together.

use super::{Change, Comparison, SlicerPair, TaskChange};
use crate::ast::NodeSet;
use crate::grade::Counts;
use crate::stats::Bootstrap;

/// Two different slicers, the base called the first.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// Tasks on which the second is better, ordered.
    pub wins: Vec<String>,
    /// Tasks on which neither is: the same nodes, or other nodes at equal worth.
    pub ties: Vec<String>,
    /// Tasks on which the first is better.
    pub losses: Vec<String>,
    /// Whether they differ by more than chance, over the tasks that both support.
    pub pair: SlicerPair,
    /// What both kept, over the tasks that both answer.
    pub intersection: Together,
    /// What either kept.
    pub union: Together,
}

/// A combination of two answers, graded over the tasks that both slicers answer and that are not contested.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Together {
    /// Number of tasks.
    pub n: usize,
    /// Tasks on which nothing is missing.
    pub n_complete: usize,
    /// Tasks on which nothing is surplus either.
    pub n_exact: usize,
    /// Mean recall; `None` when undefined on all tasks.
    pub recall: Option<f64>,
    /// Mean precision.
    pub precision: Option<f64>,
    /// Mean F1.
    pub f1: Option<f64>,
}

impl HeadToHead {
    /// From a comparison of two slicers.
    pub fn new(comparison: &Comparison) -> HeadToHead {
        let with = |changes: &[Change]| -> Vec<String> {
            let tasks = comparison.tasks.iter().filter(|task| changes.contains(&task.change));
            tasks.map(|task| task.task.clone()).collect()
        };
        let combined = |combine: fn(&NodeSet, &NodeSet) -> NodeSet| {
            let counts = comparison.tasks.iter().filter_map(|task| HeadToHead::combined(task, combine));
            Together::new(&counts.collect::<Vec<_>>())
        };
        HeadToHead {
            wins: with(&[Change::Improved]),
            ties: with(&[Change::Same, Change::Changed]),
            losses: with(&[Change::Regressed]),
            pair: SlicerPair::new(&comparison.tasks, Bootstrap::default().seed),
            intersection: combined(NodeSet::intersection),
            union: combined(NodeSet::union),
        }
    }

    fn combined(task: &TaskChange, combine: fn(&NodeSet, &NodeSet) -> NodeSet) -> Option<Counts> {
        let (first, second) = (task.base.as_ref()?, task.current.as_ref()?);
        let counts = first.is_answered() && second.is_answered() && task.change.is_paired();
        if !counts || task.is_contested() {
            return None;
        }
        // Where they are graded against different minimal slices, the combination takes the one that fits it best.
        let kept = combine(&first.kept, &second.kept);
        let against = |gold: NodeSet| Counts {
            gold_nodes: gold.len(),
            kept: kept.n_common(&gold),
            missing: gold.difference(&kept).len(),
            surplus: kept.difference(&gold).len(),
            ..Counts::default()
        };
        let (one, other) = (against(first.gold()), against(second.gold()));
        Some(if other.f1() > one.f1() { other } else { one })
    }
}

impl Together {
    /// Means over the tasks.
    pub fn new(tasks: &[Counts]) -> Together {
        let mean = |number: &dyn Fn(&Counts) -> Option<f64>| {
            let numbers: Vec<f64> = tasks.iter().filter_map(number).collect();
            (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
        };
        Together {
            n: tasks.len(),
            n_complete: tasks.iter().filter(|counts| counts.missing == 0).count(),
            n_exact: tasks.iter().filter(|counts| counts.missing + counts.surplus == 0).count(),
            recall: mean(&Counts::recall),
            precision: mean(&Counts::precision),
            f1: mean(&|counts| Some(counts.f1())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::compare;
    use crate::compare::testing::{no_answer, outcome, snapshot};
    use crate::results::Status;

    #[test]
    fn wins_ties_and_losses_add_up_and_the_combination_is_graded() {
        let first = snapshot("a", &[outcome("0-9,20-23"), outcome("0-9"), outcome("0-8,20"), outcome("0-3")]);
        let second = snapshot(
            "b",
            &[outcome("0-9,22-25"), outcome("0-9,30"), outcome("0-9"), no_answer(Status::Crashed, "x")],
        );
        let head_to_head = HeadToHead::new(&compare(&first, &second, &Bootstrap::default()));
        assert_eq!((head_to_head.wins.len(), head_to_head.ties.len(), head_to_head.losses.len()), (1, 1, 2));
        assert_eq!((head_to_head.intersection.n, head_to_head.union.n), (3, 3));
        // 0-9,22-23; 0-9; 0-8
        assert_eq!((head_to_head.intersection.n_complete, head_to_head.intersection.n_exact), (2, 1));
        // 0-9,20-25; 0-9,30; 0-9,20
        assert_eq!((head_to_head.union.n_complete, head_to_head.union.n_exact), (3, 0));
        let expected = (10.0 / 16.0 + 10.0 / 11.0 + 10.0 / 11.0) / 3.0;
        assert!((head_to_head.union.precision.unwrap() - expected).abs() < 1e-12);
    }
}
