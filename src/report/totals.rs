//! Averages over tasks, always with their n, over answered tasks and over all tasks side by side.
//!
//! The two averages are those of Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019.
//! A task without an answer has recall 0 and F1 0 among all tasks; its precision is undefined and stays
//! out, since nothing was claimed.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::grade::{AnswerVerdict, Grade};
use crate::results::{Behaviour, Status};
use crate::stats::{Bootstrap, MeanInterval, Sample, Scale};
use crate::suite::{Evidence, benchmark_of};

/// One number averaged in three ways; serialises as the pages for browsers read it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Average {
    /// Number of tasks on which the number is defined.
    pub n: usize,
    /// Mean per task; `None` when `n` is 0.
    pub mean: Option<f64>,
    /// 95 % interval of the mean, by program; unknown of excess, which has no upper end.
    pub interval: MeanInterval,
    /// The same ratio of the pooled nodes of all tasks; `None` when undefined.
    pub micro: Option<f64>,
    /// Median over tasks; `None` when `n` is 0.
    #[serde(skip)]
    pub median: Option<f64>,
}

/// The averages of one set of tasks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Averages {
    /// Number of tasks.
    pub n_tasks: usize,
    /// Kept share of gold.
    pub recall: Average,
    /// Gold share of the answer.
    pub precision: Average,
    /// Harmonic mean of both.
    pub f1: Average,
    /// Size of the answer as a share of the program.
    pub size: Average,
    /// Size of the answer as a multiple of gold; 1 is as large as gold.
    pub excess: Average,
}

/// What is said about one set of tasks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Totals {
    /// Language, label, or `all`.
    pub name: String,
    /// Number of tasks.
    pub n_tasks: usize,
    /// Number of programs they belong to.
    pub n_benchmarks: usize,
    /// Number of tasks by status; only statuses that occur.
    pub statuses: BTreeMap<Status, usize>,
    /// Number of tasks by what running the answer showed; only what occurs.
    pub behaviours: BTreeMap<Behaviour, usize>,
    /// Number of tasks by verdict; only verdicts that occur.
    pub verdicts: BTreeMap<AnswerVerdict, usize>,
    /// Number of answers that are source.
    pub n_source: usize,
    /// Number of them that do not parse.
    pub n_unparsed: usize,
    /// Number of tasks by evidence of their gold slice.
    #[serde(skip)]
    pub evidence: BTreeMap<Evidence, usize>,
    /// Wall-clock time of all runs, seconds.
    pub wall_s: f64,
    /// Over all tasks.
    pub all: Averages,
    /// Over answered tasks.
    pub answered: Averages,
}

impl Totals {
    pub(super) fn new(name: &str, grades: &[&Grade], bootstrap: &Bootstrap) -> Totals {
        let answered: Vec<&Grade> =
            grades.iter().copied().filter(|grade| grade.status == Status::Answered).collect();
        let mut totals = Totals {
            name: name.to_owned(),
            n_tasks: grades.len(),
            n_benchmarks: 0,
            statuses: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            behaviours: BTreeMap::new(),
            n_source: grades.iter().filter(|grade| grade.parses.is_some()).count(),
            n_unparsed: grades.iter().filter(|grade| grade.parses == Some(false)).count(),
            evidence: BTreeMap::new(),
            wall_s: grades.iter().map(|grade| grade.wall_s).sum(),
            answered: averages(&answered, bootstrap),
            all: averages(grades, bootstrap),
        };
        let mut benchmarks: Vec<&str> = grades.iter().map(|grade| benchmark_of(&grade.task)).collect();
        benchmarks.sort_unstable();
        benchmarks.dedup();
        totals.n_benchmarks = benchmarks.len();
        for grade in grades {
            *totals.statuses.entry(grade.status).or_default() += 1;
            *totals.verdicts.entry(grade.verdict).or_default() += 1;
            if let Some(behaviour) = grade.behaviour() {
                *totals.behaviours.entry(behaviour).or_default() += 1;
            }
            *totals.evidence.entry(grade.evidence).or_default() += 1;
        }
        totals
    }

    /// Number of tasks with this verdict.
    pub fn n_verdict(&self, verdict: AnswerVerdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }
}

/// Nodes of all tasks together.
#[derive(Default)]
struct PooledNodes {
    nodes: usize,
    gold: usize,
    kept: usize,
    missing: usize,
    surplus: usize,
}

impl PooledNodes {
    fn of(grades: &[&Grade]) -> PooledNodes {
        let mut pool = PooledNodes::default();
        for grade in grades {
            let counts = &grade.counts;
            if grade.status == Status::Answered {
                pool.nodes += counts.nodes;
                pool.gold += counts.gold_nodes;
                pool.kept += counts.kept;
                pool.missing += counts.missing;
                pool.surplus += counts.surplus;
            } else {
                // Whoever says nothing keeps nothing: recall's denominator is gold for every task.
                pool.missing += counts.gold_nodes;
            }
        }
        pool
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn averages(grades: &[&Grade], bootstrap: &Bootstrap) -> Averages {
    let pool = PooledNodes::of(grades);
    let average = |scale: Option<Scale>, number: &dyn Fn(&Grade) -> Option<f64>, micro: Option<f64>| {
        let sample =
            Sample::new(grades.iter().filter_map(|grade| Some((benchmark_of(&grade.task), number(grade)?))));
        Average {
            n: sample.len(),
            mean: sample.mean(),
            interval: scale.map_or(MeanInterval::Unknown, |scale| sample.interval(scale, bootstrap)),
            micro,
            median: sample.median(),
        }
    };
    let or_zero = |grade: &Grade, number: Option<f64>| match grade.status {
        Status::Answered => number,
        _ => Some(0.0),
    };
    let if_answered = |grade: &Grade, number: Option<f64>| match grade.status {
        Status::Answered => number,
        _ => None,
    };
    let slice = pool.kept + pool.surplus;
    Averages {
        n_tasks: grades.len(),
        recall: average(
            Some(Scale::Quality),
            &|grade| or_zero(grade, grade.recall),
            ratio(pool.kept, pool.kept + pool.missing),
        ),
        precision: average(
            Some(Scale::Quality),
            &|grade| if_answered(grade, grade.precision),
            ratio(pool.kept, slice),
        ),
        f1: average(
            Some(Scale::Quality),
            &|grade| or_zero(grade, grade.f1),
            ratio(2 * pool.kept, 2 * pool.kept + pool.missing + pool.surplus),
        ),
        size: average(
            Some(Scale::Share),
            &|grade| if_answered(grade, ratio(grade.counts.slice_nodes(), grade.counts.nodes)),
            ratio(slice, pool.nodes),
        ),
        excess: average(
            None,
            &|grade| if_answered(grade, ratio(grade.counts.slice_nodes(), grade.counts.gold_nodes)),
            ratio(slice, pool.gold),
        ),
    }
}
