//! Averages of both sides over the tasks that they share, and the difference of the pairs.

use std::collections::{BTreeMap, BTreeSet};

use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use super::{Outcome, TaskChange};

use crate::grade::AnswerVerdict;
use crate::results::Granularity;
use crate::stats::{Bootstrap, Sample, Scale};
use crate::suite::{SliceKind, benchmark_of};

/// A number per task that is averaged.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString, VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Metric {
    /// Kept share of gold, over tasks answered by both sides.
    Recall,
    /// Gold share of the answer, over tasks answered by both sides.
    Precision,
    /// Harmonic mean of both, over tasks answered by both sides.
    F1,
    /// Recall over all tasks, 0 where there is no answer.
    RecallAll,
    /// F1 over all tasks, 0 where there is no answer.
    F1All,
    /// Size of the answer as a share of the program, over tasks answered by both sides.
    Size,
    /// Size of the answer as a multiple of gold, over tasks answered by both sides.
    Excess,
}

impl Metric {
    /// Every metric, in the order of tables.
    pub const ALL: &[Metric] = <Metric as VariantArray>::VARIANTS;

    /// The word used in files, tables and flags.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether a larger number is better.
    pub fn is_gain(self) -> bool {
        !matches!(self, Metric::Size | Metric::Excess)
    }

    /// The number of one answer; `None` where it is undefined.
    pub fn of(self, outcome: &Outcome) -> Option<f64> {
        let counts = outcome.counts();
        let answered = outcome.is_answered();
        let share = |whole: usize| (whole > 0).then(|| counts.slice_nodes() as f64 / whole as f64);
        match self {
            _ if !outcome.supported => None,
            Metric::RecallAll if !answered => Some(0.0),
            Metric::F1All if !answered => Some(0.0),
            _ if !answered => None,
            Metric::Recall | Metric::RecallAll => counts.recall(),
            Metric::Precision => counts.precision(),
            Metric::F1 | Metric::F1All => Some(counts.f1()),
            Metric::Size => share(counts.nodes),
            Metric::Excess => share(counts.gold_nodes),
        }
    }
}

/// Both sides over the tasks of one kind of slice and granularity that both have.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// What the slices have to preserve.
    pub kind: SliceKind,
    /// Unit of the grades.
    pub granularity: Granularity,
    /// Common, comparable tasks that are not contested.
    pub n_tasks: usize,
    /// Programs that they belong to.
    pub n_benchmarks: usize,
    /// The base over these tasks.
    pub base: Tally,
    /// The current side over these tasks.
    pub current: Tally,
    /// One per [`Metric`], in the order of [`Metric::ALL`].
    pub metrics: Vec<PairedMetric>,
}

/// Numbers of tasks of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// With an answer.
    pub n_answered: usize,
    /// The gold slice itself.
    pub n_exact: usize,
    /// Nothing missing, exact ones included.
    pub n_complete: usize,
}

/// One number of both sides, over the tasks where both define it.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedMetric {
    /// Which number.
    pub metric: Metric,
    /// Tasks on which the base defines it.
    pub n_base: usize,
    /// Tasks on which the current side defines it.
    pub n_current: usize,
    /// Tasks on which both do; the means are over these.
    pub n: usize,
    /// Mean of the base; `None` when `n` is 0.
    pub base: Option<f64>,
    /// Mean of the current side.
    pub current: Option<f64>,
    /// Mean of current minus base.
    pub difference: Option<f64>,
    /// 95 % interval of the difference, by program; `None` where none is told, as of excess, which has no upper end.
    pub interval: Option<(f64, f64)>,
}

/// One aggregate for each kind of slice and granularity, ordered.
pub fn aggregates(tasks: &[TaskChange], bootstrap: &Bootstrap) -> Vec<Aggregate> {
    let mut groups: BTreeMap<(SliceKind, Granularity), Vec<OutcomePair<'_>>> = BTreeMap::new();
    for task in tasks.iter().filter(|task| task.change.is_paired()) {
        let (Some(base), Some(current)) = (&task.base, &task.current) else { continue };
        let is_counted = |outcome: &Outcome| outcome.supported && !outcome.contested;
        if is_counted(base) && is_counted(current) {
            groups.entry((current.kind, current.granularity)).or_default().push((&task.task, base, current));
        }
    }
    let aggregate = |((kind, granularity), pairs): (_, Vec<OutcomePair<'_>>)| {
        let programs: BTreeSet<&str> = pairs.iter().map(|(task, ..)| benchmark_of(task)).collect();
        Aggregate {
            kind,
            granularity,
            n_tasks: pairs.len(),
            n_benchmarks: programs.len(),
            base: tally(pairs.iter().map(|pair| pair.1)),
            current: tally(pairs.iter().map(|pair| pair.2)),
            metrics: Metric::ALL.iter().map(|metric| paired(*metric, &pairs, bootstrap)).collect(),
        }
    };
    groups.into_iter().map(aggregate).collect()
}

type OutcomePair<'t> = (&'t str, &'t Outcome, &'t Outcome);

fn tally<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Tally {
    outcomes.fold(Tally::default(), |tally, outcome| Tally {
        n_answered: tally.n_answered + usize::from(outcome.is_answered()),
        n_exact: tally.n_exact + usize::from(outcome.verdict == AnswerVerdict::Exact),
        n_complete: tally.n_complete
            + usize::from(matches!(outcome.verdict, AnswerVerdict::Exact | AnswerVerdict::Complete)),
    })
}

fn paired(metric: Metric, pairs: &[OutcomePair<'_>], bootstrap: &Bootstrap) -> PairedMetric {
    let numbers: Vec<(&str, Option<f64>, Option<f64>)> = pairs
        .iter()
        .map(|(task, base, current)| (benchmark_of(task), metric.of(base), metric.of(current)))
        .collect();
    let both = || numbers.iter().filter_map(|(key, base, current)| Some((*key, (*base)?, (*current)?)));
    let difference = Sample::new(both().map(|(key, base, current)| (key, current - base)));
    PairedMetric {
        metric,
        n_base: numbers.iter().filter(|(_, base, _)| base.is_some()).count(),
        n_current: numbers.iter().filter(|(.., current)| current.is_some()).count(),
        n: difference.len(),
        base: Sample::new(both().map(|(key, base, _)| (key, base))).mean(),
        current: Sample::new(both().map(|(key, _, current)| (key, current))).mean(),
        difference: difference.mean(),
        interval: match metric {
            Metric::Excess => None,
            _ => difference.interval(Scale::Difference, bootstrap).limits(),
        },
    }
}
