//! One answer against the gold slices of its task, with everything `explain` shows.

use std::sync::Arc;

use crate::ast::{NodeId, NodeSet, Overrun, ParseOptions, SourceFile, Tree};
use crate::map::{self, MapOptions, Mapping};
use crate::results::{Answer, Close, Granularity, Reading, Record, Status};
use crate::suite::{Evidence, OptionalNode, Task};

use super::altered::{Altered, altered};
use super::frame::{CountedNodes, CriterionFrame, NormalForm, assumed};
use super::{AnswerVerdict, Counts, Grade, hint};

/// A grade with the node sets it was computed from.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The grade.
    pub grade: Grade,
    /// The program: its own tree, or that of its normal form.
    pub program: Arc<Tree>,
    /// Nodes of the gold slice that was used, in whole units of the answer's granularity, without those that the answer
    /// may lack and does.
    pub gold: NodeSet,
    /// Nodes of the program that the answer kept, without those of `frame`; empty without an answer.
    pub kept: NodeSet,
    /// Nodes that the answer kept and gold has not, and that are only around the criterion.
    pub frame: NodeSet,
    /// Nodes of the criterion; none in a normal form in which it is not found.
    pub criterion: Vec<NodeId>,
    /// The gold slice that was used.
    pub gold_tree: Option<Tree>,
    /// The answer's tree and mapping, when it was source.
    pub source: Option<(Tree, Mapping)>,
}

/// Program and gold slices that a grade refers to.
struct GradedAgainst {
    program: Arc<Tree>,
    golds: Vec<PlacedGold>,
    /// Nodes of the criterion; none in the normal form of a program, where they are not known.
    criterion: Vec<NodeId>,
    /// Where the criterion is to be seen, in a normal form, too.
    shown_criterion: Vec<NodeId>,
    frame: CriterionFrame,
    normalised: bool,
}

/// A gold slice and its place in the program.
struct PlacedGold {
    tree: Tree,
    mapping: Mapping,
    /// Nodes that an answer may lack.
    optional: Vec<OptionalNode>,
}

impl PlacedGold {
    fn new(program: &Tree, tree: Tree, criterion: &[NodeId]) -> PlacedGold {
        let mapping = map::map(program, &tree, &map_options(&[], criterion));
        PlacedGold { tree, mapping, optional: Vec::new() }
    }
}

/// What the answer kept, seen with one gold slice in mind.
struct Kept {
    nodes: NodeSet,
    /// Smallest number of gold nodes among equally good embeddings.
    n_least: usize,
    mapping: Option<Mapping>,
}

/// The nodes of each gold slice of a task, the main one first.
pub fn gold_nodes(task: Task<'_>) -> Vec<NodeSet> {
    let of = |gold: PlacedGold| gold.mapping.kept;
    golds(&task.benchmark.tree, task).into_iter().map(of).collect()
}

fn golds(program: &Tree, task: Task<'_>) -> Vec<PlacedGold> {
    let criterion = &task.criterion.nodes;
    task.criterion
        .golds
        .iter()
        .map(|gold| PlacedGold::new(program, Tree::parse(program.language(), &gold.files), criterion))
        .collect()
}

/// Kept nodes of a program against the gold slice of a task that fits best, in nodes.
pub fn counts_of(task: Task<'_>, kept: &NodeSet) -> Counts {
    let reference = own_reference(task);
    let against = |gold: &PlacedGold| {
        let counted = reference.frame.counted((&gold.mapping.kept, &gold.optional), kept, &NodeSet::clone);
        counts(&counted, reference.program.n_counted(), gold.mapping.kept.len())
    };
    reference.golds.iter().map(against).max_by(|a, b| a.f1().total_cmp(&b.f1())).unwrap_or_default()
}

/// How many nodes these are, of a program with `n_nodes` and a gold slice with `gold_nodes`.
fn counts(counted: &CountedNodes, n_nodes: usize, gold_nodes: usize) -> Counts {
    let kept = counted.kept.n_common(&counted.gold);
    Counts {
        nodes: n_nodes,
        gold_nodes,
        kept,
        missing: counted.gold.len() - kept,
        surplus: counted.kept.len() - kept,
        optional: gold_nodes - counted.gold.len(),
        frame: counted.frame.len(),
        ..Counts::default()
    }
}

/// Number of nodes of the main gold slice.
pub(super) fn gold_size(task: Task<'_>) -> usize {
    let Some(gold) = task.criterion.golds.first() else { return 0 };
    match gold.files.iter().any(|file| file.text.contains(HELPER)) {
        true => PlacedGold::new(&task.benchmark.tree, Tree::parse(task.benchmark.language, &gold.files), &[])
            .mapping
            .kept
            .len(),
        false => Tree::parse(task.benchmark.language, &gold.files).n_counted(),
    }
}

/// Function that the slicers of the Bencher paper append to their answers; imported gold slices have it, too.
const HELPER: &str = "funundef";

/// How answers to a task are mapped: what `dump map` shows is what is graded. `HELPER` is known without being told.
pub fn map_options(helpers: &[String], criterion: &[NodeId]) -> MapOptions {
    let mut helpers = helpers.to_vec();
    helpers.push(HELPER.to_owned());
    MapOptions { helpers, criterion: criterion.to_vec(), ..MapOptions::default() }
}

/// The suite's own program and gold slices, or the normal forms of them, which are a slicer's text as answers are.
fn reference(task: Task<'_>, record: &Record) -> Result<GradedAgainst, Overrun> {
    let Some(normalised) = &record.normalised else { return Ok(own_reference(task)) };
    let parse =
        |files: &[SourceFile]| Tree::parse_limited(task.benchmark.language, files, &ParseOptions::default());
    let program = Arc::new(parse(&normalised.program)?);
    let gold = |files: &Vec<SourceFile>| Ok(PlacedGold::new(&program, parse(files)?, &[]));
    let mut golds = normalised.golds.iter().map(gold).collect::<Result<Vec<_>, Overrun>>()?;
    let own = &task.benchmark.tree;
    let form = NormalForm::new(own, task.criterion, &program);
    let shown_criterion = form.iter().map(|form| form.node).collect();
    let frame = match form {
        Some(form) => {
            for (placed, gold) in golds.iter_mut().zip(&task.criterion.golds) {
                let optional = gold.optional.as_deref().unwrap_or_default();
                let here = (&**own, task.criterion.node);
                placed.optional = form.optional(here, optional, &placed.mapping.kept);
            }
            CriterionFrame::around(&program, form.node)
        }
        None => CriterionFrame::default(),
    };
    Ok(GradedAgainst { program, golds, criterion: Vec::new(), shown_criterion, frame, normalised: true })
}

fn own_reference(task: Task<'_>) -> GradedAgainst {
    let program = task.benchmark.tree.clone();
    let mut golds = golds(&program, task);
    for (placed, gold) in golds.iter_mut().zip(&task.criterion.golds) {
        placed.optional = match &gold.optional {
            None => assumed(&program, &placed.mapping.kept, task.criterion),
            Some(observed) => observed.clone(),
        };
    }
    let frame = CriterionFrame::new(&program, task.criterion);
    let criterion = task.criterion.nodes.clone();
    GradedAgainst { program, golds, shown_criterion: criterion.clone(), criterion, frame, normalised: false }
}

/// An answer as it was read, before it is laid beside a gold slice.
enum ReadAnswer {
    Source(Box<ReadSource>),
    Nodes(NodeSet),
}

/// A program as an answer, and its place in the program.
struct ReadSource {
    slice: Tree,
    mapping: Mapping,
    options: MapOptions,
}

impl ReadAnswer {
    /// # Errors
    /// What the text has too much of to be read.
    fn new(reference: &GradedAgainst, answer: &Answer, reading: &Reading) -> Result<ReadAnswer, Overrun> {
        let program = &reference.program;
        Ok(match answer {
            Answer::Source { files } => {
                let placeholders = reading.placeholders.clone();
                let options = ParseOptions { placeholders, entries: program.entries().clone() };
                let slice = Tree::parse_limited(program.language(), files, &options)?;
                let mut options = map_options(&reading.helpers, &reference.criterion);
                options.placeholders.clone_from(&reading.placeholders);
                let mapping = map::map(program, &slice, &options);
                ReadAnswer::Source(Box::new(ReadSource { slice, mapping, options }))
            }
            Answer::Lines { files } => ReadAnswer::Nodes(map::project_lines(program, files)),
            Answer::Spans { spans } => ReadAnswer::Nodes(map::project_spans(program, spans)),
        })
    }

    /// The embedding nearest to a gold slice. A tree that is the gold slice's is the gold slice, whatever else it may be.
    fn kept(&self, program: &Tree, gold: Option<&PlacedGold>) -> Kept {
        match (self, gold) {
            (ReadAnswer::Nodes(nodes), _) => Kept { nodes: nodes.clone(), n_least: 0, mapping: None },
            (ReadAnswer::Source(source), None) => Kept::new(source.mapping.clone(), 0),
            (ReadAnswer::Source(source), Some(gold)) if is_same(&source.slice, &gold.tree) => {
                Kept::new(gold.mapping.clone(), gold.mapping.kept.len())
            }
            (ReadAnswer::Source(source), Some(gold)) => {
                let ReadSource { slice, mapping, options } = &**source;
                let nearest = mapping.nearest(program, slice, options, &gold.mapping.kept);
                Kept::new(nearest.mapping, nearest.n_least)
            }
        }
    }
}

impl Kept {
    fn new(mapping: Mapping, n_least: usize) -> Kept {
        Kept { nodes: mapping.kept.clone(), n_least, mapping: Some(mapping) }
    }
}

/// Whether the program's text is all that an answer has, in pieces that say nothing beside their nodes: whole lines, or what
/// a parser cannot read.
fn is_lines_left(program: &Tree, slice: &Tree, mapping: &Mapping, granularity: Granularity) -> bool {
    mapping.is_text && (granularity == Granularity::Line || map::new_problem(program, slice).is_some())
}

/// The units of the granularity that hold these nodes; lines are closed, unless the adapter says that they are not.
fn whole_units(program: &Tree, nodes: &NodeSet, granularity: Granularity, reading: &Reading) -> NodeSet {
    match (granularity, reading.close) {
        (Granularity::Line, Close::Structure) => map::close(program, nodes),
        _ => map::widen(program, nodes, granularity),
    }
}

fn is_same(slice: &Tree, gold: &Tree) -> bool {
    slice.len() == gold.len() && slice.problems().is_empty() && slice.fingerprint() == gold.fingerprint()
}

/// Grades one record and keeps the node sets.
pub fn examine(task: Task<'_>, hash: &str, record: &Record, reading: &Reading) -> Examined {
    let (reference, unreadable) = match reference(task, record) {
        Ok(reference) => (reference, None),
        Err(overrun) => (own_reference(task), Some(overrun)),
    };
    let program = &reference.program;
    let granularity = match record.answer {
        Some(Answer::Lines { .. }) => Granularity::Line,
        _ if task.benchmark.language.is_lines() => Granularity::Line,
        _ => reading.granularity,
    };
    let read = match (&record.answer, record.status, unreadable) {
        (Some(_), Status::Answered, Some(overrun)) => Err(overrun),
        (Some(answer), Status::Answered, None) => ReadAnswer::new(&reference, answer, reading).map(Some),
        _ => Ok(None),
    };
    let (answer, unreadable) = match read {
        Ok(answer) => (answer, None),
        Err(overrun) => (None, Some(overrun)),
    };
    let with_gold = |gold: Option<&PlacedGold>| {
        let kept = answer.as_ref().map(|answer| answer.kept(program, gold));
        let whole = |nodes: &NodeSet| whole_units(program, nodes, granularity, reading);
        Compared::new(&reference, answer.as_ref(), gold, kept, (granularity, &whole))
    };
    let (gold_idx, compared) = match reference.golds.is_empty() {
        true => (0, with_gold(None)),
        false => best(reference.golds.iter().map(|gold| with_gold(Some(gold))), task.criterion.golds.len()),
    };
    let slice = match &answer {
        Some(ReadAnswer::Source(source)) => Some(&source.slice),
        _ => None,
    };
    // Where a program is a list of lines its nodes are the units of this granularity.
    let is_by_node = granularity == Granularity::Expression || program.language().is_lines();
    let judged = JudgedAnswer {
        program,
        slice,
        f1_range: answer.is_some().then(|| compared.f1_range(is_by_node)),
        has_criterion: reference.normalised
            || answer.is_some()
                && task.criterion.nodes.iter().any(|&node| compared.nodes.kept.contains(node)),
        gold_idx,
        granularity,
        normalised: reference.normalised,
        incomparable: record.hash != hash,
        anchored: compared.mapping.as_ref().is_some_and(|mapping| mapping.anchored),
        counts: compared.counts,
        altered: compared.altered,
        unreadable,
    };
    let grade = judged.grade(task, record);
    let source = match answer {
        Some(ReadAnswer::Source(source)) => compared.mapping.map(|mapping| (source.slice, mapping)),
        _ => None,
    };
    let CountedNodes { gold, kept, frame } = compared.nodes;
    Examined {
        grade,
        program: reference.program,
        gold,
        kept,
        frame,
        criterion: reference.shown_criterion,
        gold_tree: reference.golds.into_iter().nth(gold_idx).map(|gold| gold.tree),
        source,
    }
}

/// An answer beside one gold slice, in whole units of the answer's granularity.
struct Compared {
    nodes: CountedNodes,
    n_least: usize,
    counts: Counts,
    mapping: Option<Mapping>,
    altered: Altered,
}

impl Compared {
    fn new(
        GradedAgainst { program, frame, .. }: &GradedAgainst,
        answer: Option<&ReadAnswer>,
        gold: Option<&PlacedGold>,
        kept: Option<Kept>,
        (granularity, whole): (Granularity, &dyn Fn(&NodeSet) -> NodeSet),
    ) -> Compared {
        let against = gold;
        let nothing = NodeSet::new();
        let gold = gold.map_or((&nothing, &[][..]), |gold| (&gold.mapping.kept, &gold.optional[..]));
        let nodes = kept.as_ref().map(|kept| whole(&kept.nodes)).unwrap_or_default();
        // Without an answer all of gold is missing.
        let optional = if kept.is_some() { gold.1 } else { &[] };
        let nodes = frame.counted((gold.0, optional), &nodes, whole);
        let n_least = kept.as_ref().map_or(0, |kept| kept.n_least);
        let mapping = kept.and_then(|kept| kept.mapping);
        let source = match (answer, &mapping) {
            (Some(ReadAnswer::Source(source)), Some(mapping)) => Some((&source.slice, mapping)),
            _ => None,
        };
        let altered = match (against, source) {
            (Some(gold), Some((slice, mapping))) if !is_lines_left(program, slice, mapping, granularity) => {
                altered(program, (&gold.tree, &gold.mapping), (slice, mapping))
            }
            _ => Altered::default(),
        };
        let counts = Counts {
            residue: source.map_or(0, |(_, mapping)| mapping.n_residue()),
            rewritten: source.map_or(0, |(slice, mapping)| mapping.n_rewritten(slice)),
            invented: source.map_or(0, |(slice, mapping)| mapping.n_invented(slice)),
            altered: altered.n_gone + altered.n_foreign,
            ..counts(&nodes, program.n_counted(), whole(gold.0).len())
        };
        Compared { nodes, n_least, counts, mapping, altered }
    }

    /// Smallest and largest F1 over all best embeddings of a source answer; ties were settled for the answer.
    /// Only where the units are nodes.
    fn f1_range(&self, is_by_node: bool) -> (f64, f64) {
        let most = self.counts.f1();
        if self.mapping.is_none() || !is_by_node {
            return (most, most);
        }
        let n_lost = self.counts.kept.saturating_sub(self.n_least);
        let least = Counts {
            kept: self.counts.kept - n_lost,
            missing: self.counts.missing + n_lost,
            surplus: self.counts.surplus + n_lost,
            ..Counts::default()
        };
        (least.f1(), most)
    }
}

/// The gold slice with the best F1; the first of equals. One beyond the `n_own` of the task was found inside of the answer, and
/// stands for those of which the answer lacks something.
fn best(compared: impl Iterator<Item = Compared>, n_own: usize) -> (usize, Compared) {
    let mut best: Option<(usize, Compared)> = None;
    for (idx, compared) in compared.enumerate() {
        let is_better = |best: &Compared| match idx < n_own {
            true => compared.counts.f1() > best.counts.f1(),
            false => compared.counts.missing == 0 && best.counts.missing > 0,
        };
        if best.as_ref().is_none_or(|(_, best)| is_better(best)) {
            best = Some((idx, compared));
        }
    }
    best.expect("a task has a gold slice")
}

const ANCHORED: &str = "the answer is too large to be searched as a whole and was cut at what both sides have in common: \
     it may have kept a few nodes more than are counted";

struct JudgedAnswer<'t> {
    program: &'t Tree,
    /// The answer's tree, when it was source.
    slice: Option<&'t Tree>,
    counts: Counts,
    f1_range: Option<(f64, f64)>,
    has_criterion: bool,
    gold_idx: usize,
    granularity: Granularity,
    normalised: bool,
    incomparable: bool,
    anchored: bool,
    altered: Altered,
    /// What the answer has too much of; it is then graded as none.
    unreadable: Option<Overrun>,
}

impl JudgedAnswer<'_> {
    fn verdict(&self, answered: bool) -> AnswerVerdict {
        let counts = &self.counts;
        match (answered, counts.invented, self.has_criterion, counts.missing, counts.surplus) {
            (false, ..) => AnswerVerdict::NoAnswer,
            (true, 1.., ..) => AnswerVerdict::NotASlice,
            // Without gold there is no criterion to lose.
            (true, 0, false, 1.., _) => AnswerVerdict::WrongCriterion,
            (true, 0, ..) if self.altered.n_foreign > 0 => AnswerVerdict::NotASlice,
            (true, 0, ..) if self.altered.n_gone > 0 => AnswerVerdict::Incomplete,
            (true, 0, _, 1.., _) => AnswerVerdict::Incomplete,
            (true, 0, _, 0, 0) => AnswerVerdict::Exact,
            (true, 0, _, 0, 1..) => AnswerVerdict::Complete,
        }
    }

    /// What was altered, where nothing else decided.
    fn altered_hint(&self, verdict: AnswerVerdict) -> Option<String> {
        let decided = match verdict {
            AnswerVerdict::NotASlice => self.counts.invented == 0,
            AnswerVerdict::Incomplete => self.counts.missing == 0,
            _ => false,
        };
        self.altered.first.clone().filter(|_| decided)
    }

    fn hint(&self, task: Task<'_>, verdict: AnswerVerdict) -> Option<String> {
        self.altered_hint(verdict)
            .or_else(|| hint::hint(task, verdict, self.program, self.slice))
            .or_else(|| self.anchored.then(|| ANCHORED.to_owned()))
    }

    fn grade(&self, task: Task<'_>, record: &Record) -> Grade {
        let answered = self.f1_range.is_some();
        let verdict = self.verdict(answered);
        let ratio = |value: Option<f64>| value.filter(|_| answered);
        Grade {
            task: task.id(),
            language: task.benchmark.language.name().to_owned(),
            labels: task.criterion.labels.clone(),
            tier: task.benchmark.tier,
            kind: task.criterion.kind,
            status: if self.unreadable.is_some() { Status::Unreadable } else { record.status },
            reason: self.unreadable.map(|overrun| overrun.to_string()).or_else(|| record.reason.clone()),
            verdict,
            parses: self.slice.map(|slice| map::new_problem(self.program, slice).is_none()),
            hint: self.hint(task, verdict),
            recall: ratio(self.counts.recall()),
            precision: ratio(self.counts.precision()),
            f1: ratio(Some(self.counts.f1())),
            f1_min: self.f1_range.map(|(least, _)| least),
            f1_max: self.f1_range.map(|(_, most)| most),
            vacuous: answered && self.counts.is_vacuous(),
            granularity: self.granularity,
            evidence: match self.gold_idx < task.criterion.golds.len().max(1) {
                true => task.criterion.evidence,
                // It was found by running the answer, and is certified by nobody.
                false => Evidence::Asserted,
            },
            supported: record.is_supported(),
            contested: task.criterion.contested.is_some(),
            gold_idx: self.gold_idx,
            normalised: self.normalised,
            incomparable: self.incomparable,
            anchored: self.anchored,
            wall_s: record.wall_s,
            counts: self.counts.clone(),
            behaved: None,
            said: None,
        }
    }
}
