//! One row per task: the published columns and what tables show besides.

use serde_json::{Value, json};

use super::escape::printable;
use super::failures::last_words;
use super::records::KeyedValue;
use crate::grade::Grade;
use crate::results::{Behaviour, Status};
use crate::suite::{Evidence, SliceKind, Tier, benchmark_of};

/// What a precision can be trusted for, given how the gold slice is established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrecisionMark {
    /// The gold slice is certified, or proved: the number is what it is.
    Value,
    /// Nobody checked the gold slice: true precision can be less or more.
    Unchecked,
}

impl PrecisionMark {
    /// Character in front of the number; empty for a plain value.
    pub fn symbol(self) -> &'static str {
        match self {
            PrecisionMark::Value => "",
            PrecisionMark::Unchecked => "~",
        }
    }
}

/// One task of a report.
///
/// An unanswered task has kept and surplus 0 and misses all of gold, so that every row adds up to
/// `kept + missing + optional = gold_nodes`; its ratios are `None`.
#[derive(Clone, Debug)]
pub struct Row {
    /// Task id.
    pub task: String,
    /// Name of the language.
    pub language: String,
    /// Labels of the task, in the order of the suite.
    pub labels: Vec<String>,
    /// What is expected of a slicer on the program.
    pub tier: Tier,
    /// Nodes of the program.
    pub nodes: usize,
    /// Nodes of the gold slice.
    pub gold_nodes: usize,
    /// Nodes of the program that the answer kept.
    pub slice_nodes: usize,
    /// In the answer and in gold.
    pub kept: usize,
    /// In gold only.
    pub missing: usize,
    /// In the answer only.
    pub surplus: usize,
    /// In gold only, and only around the criterion.
    pub optional: usize,
    /// In the answer only, and only around the criterion.
    pub frame: usize,
    /// Glue and placeholders of the answer.
    pub residue: usize,
    /// Answer nodes that the program has nowhere.
    pub invented: usize,
    /// Guards, types, modifiers and directives that are not those of gold and program.
    pub altered: usize,
    /// `kept / (kept + missing)`, `None` when undefined or unanswered.
    pub recall: Option<f64>,
    /// `kept / (kept + surplus)`, `None` when undefined or unanswered.
    pub precision: Option<f64>,
    /// `2·kept / (2·kept + missing + surplus)`, `None` when unanswered.
    pub f1: Option<f64>,
    /// Smallest F1 over all maximal embeddings.
    pub f1_min: Option<f64>,
    /// Largest F1 over all maximal embeddings.
    pub f1_max: Option<f64>,
    /// How the run ended.
    pub status: &'static str,
    /// Canonical reason for a status other than `answered`, control characters escaped.
    pub reason: Option<String>,
    /// What the answer is worth.
    pub verdict: &'static str,
    /// Whether the answer parses; `None` when it is no source.
    pub parses: Option<bool>,
    /// What running the answer showed; `None` when it was not run.
    pub behaviour: Option<&'static str>,
    /// Unit in which the answer was graded.
    pub granularity: &'static str,
    /// How well the gold slice is established.
    pub evidence: &'static str,
    /// Wall-clock time of the slicer, seconds.
    pub wall_s: f64,
    /// Slice nodes as a share of the program's, 0.0 to 1.0; `None` when unanswered or the program is empty.
    pub size: Option<f64>,
    /// Slice nodes as a multiple of gold's; `None` when unanswered or gold is empty.
    pub excess: Option<f64>,
    /// How far precision can be trusted.
    pub mark: PrecisionMark,
    /// What the slice has to preserve.
    pub kind: SliceKind,
    /// There is an answer.
    pub answered: bool,
    /// The adapter declares the task; what it does not is left out of totals.
    pub supported: bool,
    /// Left out of totals because the criterion is contested.
    pub contested: bool,
    /// Left out of totals because program, criterion or gold changed since the run.
    pub incomparable: bool,
    /// Gold and answer are both empty.
    pub vacuous: bool,
    /// The slicer's normal form of the program was graded.
    pub normalised: bool,
    /// Index of the gold slice that fits best: 0 the main one, then the alternatives.
    pub gold_idx: usize,
    /// What running the answer showed in one line, control characters escaped; `None` when nobody asked for it.
    pub behaved: Option<String>,
    /// The answer speaks against the gold slice: it lacks nodes of it, behaves, and is no larger.
    pub is_gold_challenge: bool,
    /// What the slicer said last, control characters escaped; `None` of an answer.
    pub said: Option<String>,
    /// Remedy for an answer that does not parse, or for a verdict that looks like a configuration mistake, control characters escaped.
    pub hint: Option<String>,
}

impl Row {
    /// The published columns, which `docs/schema/grades.schema.json` describes.
    pub(super) const COLUMNS: [KeyedValue<Row>; 34] = [
        ("task", |row| json!(row.task)),
        ("program", |row| json!(benchmark_of(&row.task))),
        ("language", |row| json!(row.language)),
        ("kind", |row| json!(row.kind.name())),
        ("tier", |row| json!(row.tier.name())),
        ("labels", |row| json!(row.labels)),
        ("nodes", |row| json!(row.nodes)),
        ("gold_nodes", |row| json!(row.gold_nodes)),
        ("slice_nodes", |row| row.if_answered(row.slice_nodes)),
        ("kept", |row| row.if_answered(row.kept)),
        ("missing", |row| row.if_answered(row.missing)),
        ("surplus", |row| row.if_answered(row.surplus)),
        ("optional", |row| row.if_answered(row.optional)),
        ("frame", |row| row.if_answered(row.frame)),
        ("residue", |row| row.if_answered(row.residue)),
        ("invented", |row| row.if_answered(row.invented)),
        ("altered", |row| row.if_answered(row.altered)),
        ("size", |row| json!(row.size)),
        ("excess", |row| json!(row.excess)),
        ("recall", |row| json!(row.recall)),
        ("precision", |row| json!(row.precision)),
        ("f1", |row| json!(row.f1)),
        ("f1_min", |row| json!(row.f1_min)),
        ("f1_max", |row| json!(row.f1_max)),
        ("supported", |row| json!(row.supported)),
        ("status", |row| json!(row.status)),
        ("reason", |row| json!(row.reason)),
        ("verdict", |row| json!(row.verdict)),
        ("parses", |row| json!(row.parses)),
        ("behaviour", |row| json!(row.behaviour)),
        ("granularity", |row| json!(row.granularity)),
        ("evidence", |row| json!(row.evidence)),
        ("alternative", |row| json!(row.answered.then_some(row.gold_idx))),
        ("wall_s", |row| json!(row.wall_s)),
    ];

    /// What only the pages for browsers have besides.
    const PAGE_COLUMNS: [KeyedValue<Row>; 1] = [("section", |row| json!(row.section()))];

    /// A number that only an answer has.
    fn if_answered(&self, number: usize) -> Value {
        json!(self.answered.then_some(number))
    }

    /// The column with this key, published or not.
    pub(super) fn column(key: &str) -> Option<KeyedValue<Row>> {
        Row::COLUMNS.into_iter().chain(Row::PAGE_COLUMNS).find(|(found, _)| *found == key)
    }

    /// Kind of slice and granularity in words, as [`Section::name`](super::Section::name); `None` of a row that is in no total.
    pub(super) fn section(&self) -> Option<String> {
        self.is_counted().then(|| format!("{}, {}", self.kind.name(), self.granularity))
    }

    /// It is in totals.
    pub(super) fn is_counted(&self) -> bool {
        self.supported && !self.contested && !self.incomparable
    }

    pub(super) fn new(grade: &Grade) -> Row {
        let counts = &grade.counts;
        let answered = grade.status == Status::Answered;
        let known = |number: usize| if answered { number } else { 0 };
        Row {
            task: grade.task.clone(),
            language: grade.language.clone(),
            labels: grade.labels.clone(),
            tier: grade.tier,
            nodes: counts.nodes,
            gold_nodes: counts.gold_nodes,
            slice_nodes: known(counts.slice_nodes()),
            kept: known(counts.kept),
            missing: if answered { counts.missing } else { counts.gold_nodes },
            surplus: known(counts.surplus),
            optional: known(counts.optional),
            frame: known(counts.frame),
            residue: known(counts.residue),
            invented: known(counts.invented),
            altered: known(counts.altered),
            recall: grade.recall,
            precision: grade.precision,
            f1: grade.f1,
            f1_min: grade.f1_min,
            f1_max: grade.f1_max,
            status: grade.status.name(),
            reason: grade.reason.as_deref().map(printable),
            verdict: grade.verdict.name(),
            parses: grade.parses,
            behaviour: grade.behaviour().map(Behaviour::name),
            granularity: grade.granularity.name(),
            evidence: grade.evidence.name(),
            wall_s: grade.wall_s,
            size: (answered && counts.nodes > 0).then(|| counts.slice_nodes() as f64 / counts.nodes as f64),
            excess: (answered && counts.gold_counted() > 0)
                .then(|| counts.slice_nodes() as f64 / counts.gold_counted() as f64),
            mark: match grade.evidence {
                Evidence::Proved | Evidence::Certified => PrecisionMark::Value,
                Evidence::Asserted => PrecisionMark::Unchecked,
            },
            kind: grade.kind,
            answered,
            supported: grade.supported,
            contested: grade.contested,
            incomparable: grade.incomparable,
            vacuous: grade.vacuous,
            normalised: grade.normalised,
            gold_idx: grade.gold_idx,
            behaved: grade.behaved.as_ref().map(|behaved| printable(&behaved.text())),
            is_gold_challenge: grade.is_gold_challenge(),
            said: grade.said.as_ref().map(|said| printable(&last_words(said))),
            hint: grade.hint.as_deref().map(printable),
        }
    }
}
