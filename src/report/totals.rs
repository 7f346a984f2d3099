//! Averages over tasks, always with their n, over answered tasks and over supported tasks side by side.
//!
//! The two averages are those of Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019.
//! Supported are the tasks that the adapter declares; what it does not is in no number here. A supported task without an
//! answer has recall 0 and F1 0; its precision is undefined and stays out, since nothing was claimed.

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

/// What became of tasks: each is in one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TaskCounts {
    /// The gold slice itself.
    pub exact: usize,
    /// Nothing missing, something surplus.
    pub complete: usize,
    /// Something of the gold slice is missing.
    pub incomplete: usize,
    /// Has nodes that the program has not, or has lost the criterion.
    pub not_a_slice: usize,
    /// The slicer says that it cannot do this, in a language and kind that its adapter declares.
    pub unsupported: usize,
    /// There is no answer for any other reason.
    pub failed: usize,
}

/// Heading, short heading, and the number.
type CountColumn = (&'static str, &'static str, fn(&TaskCounts) -> usize);

impl TaskCounts {
    /// Headings of the columns, full and short, and how each is filled.
    pub(super) const COLUMNS: [CountColumn; 6] = [
        ("exact", "exact", |counts| counts.exact),
        ("complete", "compl", |counts| counts.complete),
        ("incomplete", "inc", |counts| counts.incomplete),
        ("not a slice", "not", |counts| counts.not_a_slice),
        ("unsupported", "uns", |counts| counts.unsupported),
        ("failed", "fail", |counts| counts.failed),
    ];

    fn count(&mut self, grade: &Grade) {
        let column = match grade.verdict {
            AnswerVerdict::Exact => &mut self.exact,
            AnswerVerdict::Complete => &mut self.complete,
            AnswerVerdict::Incomplete => &mut self.incomplete,
            AnswerVerdict::NotASlice | AnswerVerdict::WrongCriterion => &mut self.not_a_slice,
            AnswerVerdict::NoAnswer if grade.status == Status::Unsupported => &mut self.unsupported,
            AnswerVerdict::NoAnswer => &mut self.failed,
        };
        *column += 1;
    }
}

/// What is said about one set of supported tasks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Totals {
    /// Language, label, or `all`.
    pub name: String,
    /// Number of tasks.
    pub n_tasks: usize,
    /// Number of programs they belong to.
    pub n_benchmarks: usize,
    /// What became of them.
    pub counts: TaskCounts,
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
    /// Over supported tasks: all of them.
    pub supported: Averages,
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
            counts: TaskCounts::default(),
            statuses: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            behaviours: BTreeMap::new(),
            n_source: grades.iter().filter(|grade| grade.parses.is_some()).count(),
            n_unparsed: grades.iter().filter(|grade| grade.parses == Some(false)).count(),
            evidence: BTreeMap::new(),
            wall_s: grades.iter().map(|grade| grade.wall_s).sum(),
            answered: averages(&answered, bootstrap),
            supported: averages(grades, bootstrap),
        };
        let mut benchmarks: Vec<&str> = grades.iter().map(|grade| benchmark_of(&grade.task)).collect();
        benchmarks.sort_unstable();
        benchmarks.dedup();
        totals.n_benchmarks = benchmarks.len();
        for grade in grades {
            totals.counts.count(grade);
            *totals.statuses.entry(grade.status).or_default() += 1;
            *totals.verdicts.entry(grade.verdict).or_default() += 1;
            if let Some(behaviour) = grade.behaviour() {
                *totals.behaviours.entry(behaviour).or_default() += 1;
            }
            *totals.evidence.entry(grade.evidence).or_default() += 1;
        }
        totals
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
                pool.gold += counts.gold_counted();
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
            &|grade| if_answered(grade, ratio(grade.counts.slice_nodes(), grade.counts.gold_counted())),
            ratio(slice, pool.gold),
        ),
    }
}
