//! Whether two slicers differ on the tasks that both support, how surely, and by how much.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, Metric, Outcome, TaskChange};
use crate::results::Granularity;
use crate::stats::{Sample, cliffs_delta, holm};
use crate::suite::{SliceKind, benchmark_of};

/// Two slicers on the tasks of one kind of slice and granularity, that with the most tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlicerPair {
    /// Tasks that both support.
    pub n_tasks: usize,
    /// Programs that they belong to.
    pub n_programs: usize,
    /// Tasks on which the second is better.
    pub n_wins: usize,
    /// Tasks on which neither is.
    pub n_ties: usize,
    /// Tasks on which the first is better.
    pub n_losses: usize,
    /// One per [`SlicerPair::TESTED`], in its order.
    pub tests: Vec<PairedTest>,
}

/// One number of two slicers, over the tasks where both have it.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedTest {
    /// Which number.
    pub metric: Metric,
    /// Number of tasks.
    pub n: usize,
    /// Mean of the second less that of the first; `None` when `n` is 0.
    pub difference: Option<f64>,
    /// Probability of a difference as large if the two were alike: permutation test by program, two-sided.
    pub p: Option<f64>,
    /// The same beside the tests of all other pairs of the table, after Holm.
    pub p_holm: Option<f64>,
    /// Cliff's delta, −1 to 1: above 0 where numbers of the second are larger.
    pub delta: Option<f64>,
}

type TestedTask<'t> = (&'t TaskChange, &'t Outcome, &'t Outcome);

impl SlicerPair {
    /// Numbers that are tested: over answered, then over supported tasks.
    pub const TESTED: [Metric; 5] =
        [Metric::Recall, Metric::Precision, Metric::F1, Metric::RecallAll, Metric::F1All];

    /// From what becomes of tasks between the first and the second; `seed` is for tests with many programs.
    pub fn new<'t>(tasks: impl IntoIterator<Item = &'t TaskChange>, seed: u64) -> SlicerPair {
        let mut groups: BTreeMap<(SliceKind, Granularity), Vec<TestedTask<'t>>> = BTreeMap::new();
        for task in tasks.into_iter().filter(|task| task.change.is_paired() && !task.is_contested()) {
            let (Some(first), Some(second)) = (&task.base, &task.current) else { continue };
            // Defined on every task that a slicer supports.
            if Metric::F1All.of(first).is_some() && Metric::F1All.of(second).is_some() {
                // Who does not answer has no granularity of its own.
                let unit = if first.is_answered() { first } else { second };
                groups.entry((unit.kind, unit.granularity)).or_default().push((task, first, second));
            }
        }
        let pairs = groups.into_values().rev().max_by_key(Vec::len).unwrap_or_default();
        let programs: BTreeSet<&str> = pairs.iter().map(|(task, ..)| benchmark_of(&task.task)).collect();
        let count =
            |changes: &[Change]| pairs.iter().filter(|(task, ..)| changes.contains(&task.change)).count();
        let mut pair = SlicerPair {
            n_tasks: pairs.len(),
            n_programs: programs.len(),
            n_wins: count(&[Change::Improved]),
            n_ties: count(&[Change::Same, Change::Changed]),
            n_losses: count(&[Change::Regressed]),
            tests: SlicerPair::TESTED.map(|metric| PairedTest::new(metric, &pairs, seed)).to_vec(),
        };
        SlicerPair::adjust(std::iter::once(&mut pair));
        pair
    }

    /// Holm's adjustment over all pairs of a table, each number by itself.
    pub fn adjust<'p>(pairs: impl Iterator<Item = &'p mut SlicerPair>) {
        let mut pairs: Vec<&mut SlicerPair> = pairs.collect();
        for idx in 0..SlicerPair::TESTED.len() {
            let mut tests: Vec<&mut PairedTest> =
                pairs.iter_mut().filter_map(|pair| pair.tests.get_mut(idx)).collect();
            let ps: Vec<f64> = tests.iter().filter_map(|test| test.p).collect();
            let defined = tests.iter_mut().filter(|test| test.p.is_some());
            for (test, p) in defined.zip(holm(&ps)) {
                test.p_holm = Some(p);
            }
        }
    }

    /// The test of a number.
    pub fn test(&self, metric: Metric) -> Option<&PairedTest> {
        self.tests.iter().find(|test| test.metric == metric)
    }
}

impl PairedTest {
    fn new(metric: Metric, pairs: &[TestedTask<'_>], seed: u64) -> PairedTest {
        let both: Vec<(&str, f64, f64)> = pairs
            .iter()
            .filter_map(|(task, first, second)| {
                Some((benchmark_of(&task.task), metric.of(first)?, metric.of(second)?))
            })
            .collect();
        let differences = Sample::new(both.iter().map(|(program, first, second)| (*program, second - first)));
        let (first, second): (Vec<f64>, Vec<f64>) =
            both.iter().map(|(_, first, second)| (first, second)).unzip();
        PairedTest {
            metric,
            n: both.len(),
            difference: differences.mean(),
            p: differences.permutation_p(seed),
            p_holm: None,
            delta: cliffs_delta(&second, &first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{no_answer, outcome, snapshot};
    use crate::results::Status;

    #[test]
    fn differences_are_tested_by_program_over_the_tasks_of_both() {
        // Programs have two tasks each; the second slicer lacks half of gold in one of each of eight programs.
        let first = snapshot("a", &vec![outcome("0-9"); 16]);
        let mut half: Vec<Outcome> =
            (0..16).map(|idx| outcome(if idx % 2 == 0 { "0-4" } else { "0-9" })).collect();
        half[1] = no_answer(Status::Crashed, "x");
        half[3].contested = true;
        let second = snapshot("b", &half);
        let tasks: Vec<TaskChange> = first
            .tasks
            .iter()
            .map(|(id, base)| TaskChange::new(id, Some(base.clone()), Some(second.tasks[id].clone())))
            .collect();
        let pair = SlicerPair::new(&tasks, 1);
        assert_eq!((pair.n_tasks, pair.n_programs), (15, 8));
        assert_eq!((pair.n_wins, pair.n_ties, pair.n_losses), (0, 6, 9));
        let recall = pair.test(Metric::RecallAll).unwrap();
        assert_eq!((recall.n, recall.difference), (15, Some(-5.0 / 15.0)));
        // All eight programs lose: 2 of 2^8 choices of signs.
        assert_eq!((recall.p, recall.p_holm), (Some(2.0 / 256.0), Some(2.0 / 256.0)));
        // 9 of 15 are smaller than each of the others.
        assert_eq!(recall.delta, Some(-9.0 / 15.0));
        let precision = pair.test(Metric::Precision).unwrap();
        assert_eq!((precision.n, precision.p, precision.delta), (14, Some(1.0), Some(0.0)));
    }

    #[test]
    fn pairs_of_one_table_are_adjusted_together() {
        let with = |p: f64| SlicerPair {
            tests: vec![PairedTest {
                metric: Metric::Recall,
                n: 9,
                difference: None,
                p: Some(p),
                p_holm: None,
                delta: None,
            }],
            ..SlicerPair::default()
        };
        let mut pairs = [with(0.04), with(0.01), with(0.03)];
        SlicerPair::adjust(pairs.iter_mut());
        assert_eq!(pairs.each_ref().map(|pair| pair.tests[0].p_holm.unwrap()), [0.06, 0.03, 0.06]);
    }
}
