//! Kept nodes against the gold slice.
//!
//! In: a task and the record of a run. Out: a [`Grade`]: counts, ratios, a verdict. Pure: no IO, no
//! clock. Formulas and edge cases are in `docs/METRICS.md`.

use serde::{Deserialize, Serialize};

use crate::results::{Granularity, Status};
use crate::suite::{Evidence, SliceKind};

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
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

impl Verdict {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Complete => "complete",
            Verdict::Incomplete => "incomplete",
            Verdict::NotASlice => "not-a-slice",
            Verdict::WrongCriterion => "wrong-criterion",
            Verdict::NoAnswer => "no-answer",
        }
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
    /// Glue and placeholders of the answer.
    pub residue: usize,
    /// Answer nodes that stand where the program has other text.
    pub rewritten: usize,
    /// Answer nodes that the program has nowhere.
    pub invented: usize,
}

impl Counts {
    /// Nodes of the answer that are nodes of the program: `kept + surplus`.
    pub fn slice_nodes(&self) -> usize {
        self.kept + self.surplus
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
    /// What the slice has to preserve; grades of different kinds are never averaged together.
    pub kind: SliceKind,
    /// How the run ended.
    pub status: Status,
    /// Canonical reason for a status other than `answered`.
    pub reason: Option<String>,
    /// What the answer is worth.
    pub verdict: Verdict,
    /// Remedy for a verdict that looks like a configuration mistake.
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
    /// The criterion is contested and left out of totals.
    pub contested: bool,
    /// Index of the gold slice that was used: 0 the main one, then the alternatives.
    pub gold_idx: usize,
    /// The program's normal form was graded, not its source.
    pub normalised: bool,
    /// Content hash differs from the suite's: the grade speaks of another task.
    pub incomparable: bool,
    /// Wall-clock time of the slicer, seconds.
    pub wall_s: f64,
}
