//! Kept nodes against the gold slice.
//!
//! In: a task and the record of a run. Out: a [`Grade`]: counts, ratios, a verdict. Pure: no IO, no
//! clock. Formulas and edge cases are in `docs/METRICS.md`.

mod altered;
mod examine;
mod frame;
mod hint;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::results::{Behaved, Behaviour, Granularity, LastWords, Reading, Record, Status};
use crate::suite::{Evidence, SliceKind, Task, Tier};

pub use altered::{Altered, altered};
pub use examine::{Examined, counts_of, examine, gold_nodes, map_options};

/// Names the rules by which this program grades: stored grades of another name are to be made again.
pub const GRADER: &str = env!("BENCH_SLICERS_GRADER");

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum AnswerVerdict {
    /// The gold slice itself.
    Exact,
    /// Nothing missing.
    Complete,
    /// Something of the gold slice is missing.
    Incomplete,
    /// Has nodes that the program has not.
    NotASlice,
    /// The criterion is not in the answer.
    WrongCriterion,
    /// There is nothing to grade.
    NoAnswer,
}

impl AnswerVerdict {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Counts of AST nodes and what follows from them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Nodes of the program.
    pub nodes: usize,
    /// Nodes of the gold slice.
    pub gold_nodes: usize,
    /// Mapped, in gold.
    pub kept: usize,
    /// In gold, not mapped.
    pub missing: usize,
    /// Mapped, not in gold.
    pub surplus: usize,
    /// In gold, not mapped, and only around the criterion: not missing. `gold_nodes = kept + missing + optional`.
    #[serde(default)]
    pub optional: usize,
    /// Mapped, not in gold, and only around the criterion: not surplus.
    #[serde(default)]
    pub frame: usize,
    /// Glue and placeholders of the answer.
    pub residue: usize,
    /// Answer nodes that stand where the program has other text.
    pub rewritten: usize,
    /// Answer nodes that the program has nowhere.
    pub invented: usize,
    /// Guards, types, modifiers of kept nodes and directives that are not those of gold and program.
    #[serde(default)]
    pub altered: usize,
}

impl Counts {
    /// Nodes of the answer that are nodes of the program: `kept + surplus`.
    pub fn slice_nodes(&self) -> usize {
        self.kept + self.surplus
    }

    /// Nodes of gold that count: without those that an answer may lack and does.
    pub fn gold_counted(&self) -> usize {
        self.kept + self.missing
    }

    /// Gold and answer are both empty; every ratio is then 1.
    pub fn is_vacuous(&self) -> bool {
        self.kept + self.missing + self.surplus == 0
    }

    /// Share of the gold nodes that the slice kept: `kept / (kept + missing)`.
    ///
    /// Range 0.0 to 1.0, no unit. `None` when the gold slice has no node and the answer has some.
    ///
    /// Source: Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", Scientific Programming 2019.
    pub fn recall(&self) -> Option<f64> {
        self.ratio(self.kept, self.kept + self.missing)
    }

    /// Share of the answer's nodes that are gold: `kept / (kept + surplus)`.
    ///
    /// Range 0.0 to 1.0, no unit. `None` when the answer has no node of the program and gold has some.
    pub fn precision(&self) -> Option<f64> {
        self.ratio(self.kept, self.kept + self.surplus)
    }

    /// Harmonic mean of recall and precision: `2·kept / (2·kept + missing + surplus)`.
    ///
    /// Range 0.0 to 1.0, no unit; 0 when nothing was kept of a gold slice that has nodes.
    pub fn f1(&self) -> f64 {
        self.ratio(2 * self.kept, 2 * self.kept + self.missing + self.surplus).unwrap_or(0.0)
    }

    fn ratio(&self, part: usize, whole: usize) -> Option<f64> {
        if self.is_vacuous() {
            return Some(1.0);
        }
        (whole > 0).then(|| part as f64 / whole as f64)
    }
}

/// The grade of one answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// Task id.
    pub task: String,
    /// Language name.
    pub language: String,
    /// Labels of the task.
    pub labels: Vec<String>,
    /// What is expected of a slicer on the program.
    #[serde(default)]
    pub tier: Tier,
    /// What the slice has to preserve; grades of different kinds are never averaged together.
    pub kind: SliceKind,
    /// How the run ended.
    pub status: Status,
    /// Canonical reason for a status other than `answered`.
    pub reason: Option<String>,
    /// What the answer is worth.
    pub verdict: AnswerVerdict,
    /// Whether the answer parses; `None` when it is no source, or there is none.
    #[serde(default)]
    pub parses: Option<bool>,
    /// Remedy for an answer that does not parse, or for a verdict that looks like a configuration mistake.
    pub hint: Option<String>,
    /// The counts; gold and program sizes are set even without an answer.
    pub counts: Counts,
    /// `kept / (kept + missing)`; `None` when the gold slice is empty and something was answered.
    pub recall: Option<f64>,
    /// `kept / (kept + surplus)`; `None` when nothing was mapped.
    pub precision: Option<f64>,
    /// `2·kept / (2·kept + missing + surplus)`; `None` only without an answer.
    pub f1: Option<f64>,
    /// Smallest F1 over all maximal embeddings.
    pub f1_min: Option<f64>,
    /// Largest F1 over all maximal embeddings.
    pub f1_max: Option<f64>,
    /// Gold and answer are both empty.
    pub vacuous: bool,
    /// Unit in which the answer was graded.
    pub granularity: Granularity,
    /// How well the gold slice is established.
    pub evidence: Evidence,
    /// The adapter declares the task's language, kind of slice and form of criterion; what it does not is in no total.
    #[serde(default = "yes")]
    pub supported: bool,
    /// The criterion is contested and left out of totals.
    pub contested: bool,
    /// Index of the gold slice that was used: 0 the main one, then the alternatives.
    pub gold_idx: usize,
    /// The program's normal form was graded, not its source.
    pub normalised: bool,
    /// Content hash differs from the suite's: the grade speaks of another task.
    pub incomparable: bool,
    /// The answer was too large to be searched as a whole, so that it may have kept a little more than was found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anchored: bool,
    /// Wall-clock time of the slicer, seconds.
    pub wall_s: f64,
    /// What running the answer showed; `None` when nobody asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaved: Option<Behaved>,
    /// What the slicer said last; `None` of an answer, and where it said nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<LastWords>,
}

fn yes() -> bool {
    true
}

impl Grade {
    /// What running the answer showed; `None` when it was not run.
    pub fn behaviour(&self) -> Option<Behaviour> {
        self.behaved.as_ref()?.behaviour
    }

    /// The task counts: it is supported, not contested, and still the task that was run.
    pub fn is_counted(&self) -> bool {
        self.supported && !self.contested && !self.incomparable
    }

    /// Whether the answer speaks against the gold slice: it lacks nodes of it, behaves all the same, and is no larger.
    pub fn is_gold_challenge(&self) -> bool {
        self.behaviour() == Some(Behaviour::Behaves)
            && self.verdict == AnswerVerdict::Incomplete
            && self.granularity == Granularity::Expression
            && !self.incomparable
            // There the gold slice is what a tool made of ours.
            && !self.normalised
            && self.counts.slice_nodes() <= self.counts.gold_nodes
    }
}

/// Grades the record of one task.
///
/// `hash` is the content hash of the task as the suite has it now; a record with another hash is graded
/// all the same and marked incomparable.
pub fn grade(task: Task<'_>, hash: &str, record: &Record, reading: &Reading) -> Grade {
    examine(task, hash, record, reading).grade
}

/// Grades of many records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graded {
    /// In the order of the records.
    pub grades: Vec<Grade>,
    /// Ids of tasks on which the grader itself failed, which is a defect of this program; they have no grade.
    pub failed: Vec<String>,
}

/// A task, its content hash, and a record of it.
pub type Recorded<'r> = (Task<'r>, String, &'r Record);

/// Examines many records on all cores and keeps of each what `work` makes of it, in their order; `None` for those
/// on which the grader itself failed.
pub fn examine_all<R: Send>(
    tasks: &[Recorded<'_>],
    reading: &Reading,
    work: impl Fn(&Recorded<'_>, Examined) -> R + Sync,
) -> Vec<Option<R>> {
    each_by_itself(tasks, |recorded| {
        let (task, hash, record) = recorded;
        work(recorded, examine(*task, hash, record, reading))
    })
}

impl Graded {
    /// Grades of these records, in their order.
    pub fn new(tasks: &[Recorded<'_>], graded: Vec<Option<Grade>>) -> Graded {
        let mut all = Graded::default();
        for ((task, ..), grade) in tasks.iter().zip(graded) {
            match grade {
                Some(grade) => all.grades.push(grade),
                None => all.failed.push(task.id()),
            }
        }
        all
    }
}

/// What the work gives for each item; `None` for those in which it panicked.
fn each_by_itself<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<Option<R>> {
    // Nothing is shared between the items that a panic could leave half done.
    items.par_iter().map(|item| catch_unwind(AssertUnwindSafe(|| work(item))).ok()).collect()
}

/// Nodes of the main gold slice of many tasks, counted on all cores; the order is kept.
///
/// A gold slice in which `check suite` finds no defect has no node that its program has not, so that its own nodes can be
/// counted, which is several times as fast as mapping them.
pub fn gold_sizes(tasks: &[Task<'_>]) -> Vec<usize> {
    tasks.par_iter().map(|task| examine::gold_size(*task)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kept: usize, missing: usize, surplus: usize, expected: (Option<f64>, Option<f64>, f64)) {
        let counts = Counts { kept, missing, surplus, ..Counts::default() };
        assert_eq!((counts.recall(), counts.precision(), counts.f1()), expected, "{counts:?}");
    }

    #[test]
    fn ratios_are_undefined_rather_than_made_up() {
        check(3, 1, 1, (Some(0.75), Some(0.75), 0.75));
        check(4, 0, 0, (Some(1.0), Some(1.0), 1.0));
        // Empty gold and empty answer.
        check(0, 0, 0, (Some(1.0), Some(1.0), 1.0));
        // Empty answer to a gold slice.
        check(0, 5, 0, (Some(0.0), None, 0.0));
        // An answer to an empty gold slice.
        check(0, 0, 5, (None, Some(0.0), 0.0));
    }

    #[test]
    fn a_defect_in_one_grade_costs_only_this_one() {
        let found = each_by_itself(&[1, 2, 3, 4, 5], |number| {
            assert!(*number != 2, "a defect made for this test");
            number * 10
        });
        assert_eq!(found, [Some(10), None, Some(30), Some(40), Some(50)]);
    }

    #[test]
    fn surplus_never_raises_precision() {
        for surplus in 0..20 {
            let counts = |surplus| Counts { kept: 5, surplus, ..Counts::default() };
            assert!(counts(surplus + 1).precision() < counts(surplus).precision());
        }
    }
}
