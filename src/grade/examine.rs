//! One answer against the gold slices of its task, with everything `explain` shows.

use std::sync::Arc;

use crate::ast::{NodeSet, ParseOptions, SourceFile, Tree};
use crate::map::{self, MapOptions, Mapping};
use crate::results::{Answer, Granularity, Reading, Record, Status};
use crate::suite::Task;

use super::{AnswerVerdict, Counts, Grade};

/// A grade with the node sets it was computed from.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The grade.
    pub grade: Grade,
    /// The program: its own tree, or that of its normal form.
    pub program: Arc<Tree>,
    /// Nodes of the gold slice that was used, in whole units of the answer's granularity.
    pub gold: NodeSet,
    /// Nodes of the program that the answer kept; empty without an answer.
    pub kept: NodeSet,
    /// The answer's tree and mapping, when it was source.
    pub source: Option<(Tree, Mapping)>,
}

/// Program and gold slices that a grade refers to.
struct GradedAgainst {
    program: Arc<Tree>,
    golds: Vec<NodeSet>,
    normalised: bool,
}

/// What the answer kept.
struct Kept {
    nodes: NodeSet,
    source: Option<(Tree, Mapping)>,
}

/// The nodes of each gold slice of a task, the main one first.
pub fn gold_nodes(task: Task<'_>) -> Vec<NodeSet> {
    let tree = &task.benchmark.tree;
    task.criterion.golds.iter().map(|gold| nodes_of(tree, &gold.files)).collect()
}

/// Number of nodes of the main gold slice.
pub(super) fn gold_size(task: Task<'_>) -> usize {
    let Some(gold) = task.criterion.golds.first() else { return 0 };
    match gold.files.iter().any(|file| file.text.contains(HELPER)) {
        true => nodes_of(&task.benchmark.tree, &gold.files).len(),
        false => Tree::parse(task.benchmark.language, &gold.files).n_counted(),
    }
}

/// Function that the slicers of the Bencher paper append to their answers; imported gold slices have it, too.
const HELPER: &str = "funundef";

fn nodes_of(program: &Tree, files: &[SourceFile]) -> NodeSet {
    let slice = Tree::parse(program.language(), files);
    map::map(program, &slice, &map_options(&[])).kept
}

/// [`HELPER`] is known without being told.
fn map_options(helpers: &[String]) -> MapOptions {
    let mut helpers = helpers.to_vec();
    helpers.push(HELPER.to_owned());
    MapOptions { helpers }
}

fn reference(task: Task<'_>, record: &Record) -> GradedAgainst {
    let Some(normalised) = &record.normalised else {
        return GradedAgainst {
            program: task.benchmark.tree.clone(),
            golds: gold_nodes(task),
            normalised: false,
        };
    };
    let program = Arc::new(Tree::parse(task.benchmark.language, &normalised.program));
    let golds = normalised.golds.iter().map(|files| nodes_of(&program, files)).collect();
    GradedAgainst { program, golds, normalised: true }
}

fn kept_by(program: &Tree, answer: &Answer, reading: &Reading) -> Kept {
    match answer {
        Answer::Source { files } => {
            let options = ParseOptions { placeholders: reading.placeholders.clone() };
            let slice = Tree::parse_with(program.language(), files, &options);
            let mapping = map::map(program, &slice, &map_options(&reading.helpers));
            Kept { nodes: mapping.kept.clone(), source: Some((slice, mapping)) }
        }
        Answer::Lines { files } => Kept { nodes: map::project_lines(program, files), source: None },
        Answer::Spans { spans } => Kept { nodes: map::project_spans(program, spans), source: None },
    }
}

/// Grades one record and keeps the node sets.
pub fn examine(task: Task<'_>, hash: &str, record: &Record, reading: &Reading) -> Examined {
    let reference = reference(task, record);
    let granularity = match record.answer {
        Some(Answer::Lines { .. }) => Granularity::Line,
        _ => reading.granularity,
    };
    let golds: Vec<NodeSet> =
        reference.golds.iter().map(|gold| map::widen(&reference.program, gold, granularity)).collect();
    let kept = match (&record.answer, record.status) {
        (Some(answer), Status::Answered) => Some(kept_by(&reference.program, answer, reading)),
        _ => None,
    };
    let nodes = kept.as_ref().map(|kept| map::widen(&reference.program, &kept.nodes, granularity));
    let n_program = reference.program.n_counted();
    let counts_with = |gold: &NodeSet| counts(n_program, gold, nodes.as_ref(), kept.as_ref());
    let (gold_idx, counts) = best(golds.iter().map(counts_with));
    let gold = golds.into_iter().nth(gold_idx).unwrap_or_default();
    let f1_range = f1_range(&reference.program, &gold, &counts, kept.as_ref(), granularity);
    let judged = JudgedAnswer {
        counts,
        f1_range,
        has_criterion: reference.normalised
            || kept.as_ref().is_some_and(|kept| has_criterion(task, kept, nodes.as_ref())),
        gold_idx,
        granularity,
        normalised: reference.normalised,
        incomparable: record.hash != hash,
    };
    Examined {
        grade: judged.grade(task, record),
        program: reference.program,
        gold,
        kept: nodes.unwrap_or_default(),
        source: kept.and_then(|kept| kept.source),
    }
}

/// The gold slice with the best F1; the first of equals.
fn best(counts: impl Iterator<Item = Counts>) -> (usize, Counts) {
    let mut best: Option<(usize, Counts)> = None;
    for (idx, counts) in counts.enumerate() {
        if best.as_ref().is_none_or(|(_, best)| counts.f1() > best.f1()) {
            best = Some((idx, counts));
        }
    }
    best.unwrap_or_default()
}

fn counts(n_program: usize, gold: &NodeSet, nodes: Option<&NodeSet>, kept: Option<&Kept>) -> Counts {
    let none = NodeSet::new();
    let nodes = nodes.unwrap_or(&none);
    let n_common = nodes.n_common(gold);
    let source = kept.and_then(|kept| kept.source.as_ref());
    Counts {
        nodes: n_program,
        gold_nodes: gold.len(),
        kept: n_common,
        missing: gold.len() - n_common,
        surplus: nodes.len() - n_common,
        residue: source.map_or(0, |(_, mapping)| mapping.n_residue()),
        rewritten: source.map_or(0, |(slice, mapping)| mapping.n_rewritten(slice)),
        invented: source.map_or(0, |(slice, mapping)| mapping.n_invented(slice)),
    }
}

/// Smallest and largest F1 over all best embeddings of a source answer.
fn f1_range(
    program: &Tree,
    gold: &NodeSet,
    counts: &Counts,
    kept: Option<&Kept>,
    granularity: Granularity,
) -> Option<(f64, f64)> {
    let kept = kept?;
    let (Some((slice, mapping)), Granularity::Expression) = (&kept.source, granularity) else {
        return Some((counts.f1(), counts.f1()));
    };
    let (least, most) = map::n_common_range(program, slice, mapping, gold);
    let f1 = |n_common: usize| {
        let n_answer = counts.slice_nodes();
        Counts {
            kept: n_common,
            missing: gold.len() - n_common,
            surplus: n_answer - n_common,
            ..Counts::default()
        }
        .f1()
    };
    Some((f1(least), f1(most)))
}

fn has_criterion(task: Task<'_>, kept: &Kept, nodes: Option<&NodeSet>) -> bool {
    let mut observed = task.criterion.nodes.iter();
    observed.any(|&node| {
        let ambiguous = kept.source.as_ref().is_some_and(|(_, mapping)| mapping.ambiguous.contains(node));
        ambiguous || nodes.is_some_and(|nodes| nodes.contains(node))
    })
}

struct JudgedAnswer {
    counts: Counts,
    f1_range: Option<(f64, f64)>,
    has_criterion: bool,
    gold_idx: usize,
    granularity: Granularity,
    normalised: bool,
    incomparable: bool,
}

impl JudgedAnswer {
    fn verdict(&self, answered: bool) -> AnswerVerdict {
        let counts = &self.counts;
        match (answered, counts.invented, self.has_criterion, counts.missing, counts.surplus) {
            (false, ..) => AnswerVerdict::NoAnswer,
            (true, 1.., ..) => AnswerVerdict::NotASlice,
            // Without gold there is no criterion to lose.
            (true, 0, false, 1.., _) => AnswerVerdict::WrongCriterion,
            (true, 0, _, 1.., _) => AnswerVerdict::Incomplete,
            (true, 0, _, 0, 0) => AnswerVerdict::Exact,
            (true, 0, _, 0, 1..) => AnswerVerdict::Complete,
        }
    }

    fn grade(&self, task: Task<'_>, record: &Record) -> Grade {
        let answered = self.f1_range.is_some();
        let verdict = self.verdict(answered);
        let ratio = |value: Option<f64>| value.filter(|_| answered);
        Grade {
            task: task.id(),
            language: task.benchmark.language.name().to_owned(),
            labels: task.criterion.labels.clone(),
            kind: task.criterion.kind,
            status: record.status,
            reason: record.reason.clone(),
            verdict,
            hint: hint(task, verdict),
            recall: ratio(self.counts.recall()),
            precision: ratio(self.counts.precision()),
            f1: ratio(Some(self.counts.f1())),
            f1_min: self.f1_range.map(|(least, _)| least),
            f1_max: self.f1_range.map(|(_, most)| most),
            vacuous: answered && self.counts.is_vacuous(),
            granularity: self.granularity,
            evidence: task.criterion.evidence,
            contested: task.criterion.contested.is_some(),
            gold_idx: self.gold_idx,
            normalised: self.normalised,
            incomparable: self.incomparable,
            wall_s: record.wall_s,
            counts: self.counts.clone(),
            behaved: None,
        }
    }
}

fn hint(task: Task<'_>, verdict: AnswerVerdict) -> Option<String> {
    let criterion = task.criterion;
    match verdict {
        AnswerVerdict::WrongCriterion => Some(format!(
            "{} is not in the answer: check what the adapter passes for {}",
            criterion.wording(),
            match criterion.variable {
                Some(_) => "{line}, {variable} and {occurrence}",
                None => "{line}, {statement_start_line} and {statement_end_line}",
            }
        )),
        AnswerVerdict::NotASlice => Some(
            "the answer has code that the program has not: name what the slicer writes for deleted code in \
             `placeholders` or `helpers` of its adapter, or give it a `normalise` step"
                .to_owned(),
        ),
        _ => None,
    }
}
