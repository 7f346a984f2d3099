//! One answer of a slicer to one task: the program with its sets of nodes, and the answer with what became of its nodes.

use std::collections::BTreeSet;

use super::FaultTree;
use super::fault_tree::fault_trees;
use super::output::{OutputExcerpt, visible};
use super::source_view::{OriginNode, SourceView, pieces};
use strum::VariantArray;

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::compare::Outcome;
use crate::grade::Examined;
use crate::map::Fate;

/// What a piece of code is to the grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum TokenMark {
    /// In gold and in the answer.
    Kept,
    /// In gold only.
    Missing,
    /// In the answer only.
    Surplus,
    /// Glue or placeholder of the answer.
    Residue,
    /// Other text in the place of program code.
    Rewritten,
    /// Nowhere in the program.
    Invented,
    /// Counts, and is in neither.
    Neither,
}

impl TokenMark {
    /// Every mark, in the order of legends.
    pub const ALL: &[TokenMark] = TokenMark::VARIANTS;

    /// The word of legends.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// How much a reader has to see it, higher is worse.
    pub(super) fn severity(self) -> u8 {
        match self {
            TokenMark::Neither => 0,
            TokenMark::Kept => 1,
            TokenMark::Residue => 2,
            TokenMark::Rewritten => 3,
            TokenMark::Surplus => 4,
            TokenMark::Invented => 5,
            TokenMark::Missing => 6,
        }
    }
}

/// What a fault is beside a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BaselineState {
    /// The baseline did not have it.
    New,
    /// The baseline had it, too.
    Unchanged,
    /// Only the baseline had it.
    Absent,
}

/// A node that is missing, surplus or invented, and where; lines and columns are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeFault {
    /// Missing or surplus in the program, invented in the answer.
    pub mark: TokenMark,
    /// File of the program, or of the answer when invented.
    pub file: String,
    /// Line of the token.
    pub line: usize,
    /// Column of the token, in characters.
    pub column: usize,
    /// Column after the token, in characters.
    pub end_column: usize,
    /// Kind of the node in the words of the grammar.
    pub kind: String,
    /// The token, what cannot be seen made visible.
    pub token: String,
    /// What it is beside the baseline; `None` without one, and where that cannot be told.
    pub since: Option<BaselineState>,
    /// The node, of the program or of the answer.
    pub(super) node: NodeId,
}

/// Nodes that are missing or surplus together, and what is known of why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeReason {
    /// Missing or surplus.
    pub mark: TokenMark,
    /// What they are: `` line 16: the whole call `f(X)`, 3 nodes ``.
    pub text: String,
    /// Why gold needs what is missing, why a slicer keeps what is surplus; `None` where nothing is known.
    pub because: Option<String>,
    /// The nodes, of the program.
    pub nodes: NodeSet,
}

/// What is shown of one answer.
#[derive(Clone, Debug, Default)]
pub struct TaskView {
    /// The program in pieces; each token has its nodes.
    pub program: Vec<SourceView>,
    /// Nodes of the gold slice that was used.
    pub gold: NodeSet,
    /// Nodes of the criterion in the program; none in a normal form in which it is not found.
    pub criterion: Vec<NodeId>,
    /// The gold slice that was used as it can be copied: path and text of each file.
    pub gold_text: Vec<(String, String)>,
    /// Nodes of the program that the answer kept; empty without an answer.
    pub kept: NodeSet,
    /// The answer in pieces; empty without one, and when it was given as places of the program.
    pub answer: Vec<SourceView>,
    /// What the slicer printed.
    pub output: Vec<OutputExcerpt>,
    /// Nodes that are not as in gold, in the order of the program; empty without an answer.
    pub faults: Vec<NodeFault>,
    /// The same by what hangs together, in the same order.
    pub fault_trees: Vec<FaultTree>,
    /// What is known of them.
    pub reasons: Vec<NodeReason>,
}

impl TaskView {
    /// The view of an answer.
    pub fn new(examined: &Examined, output: Vec<OutputExcerpt>) -> TaskView {
        let program = &examined.program;
        let is_answered = examined.grade.f1.is_some();
        let faults = if is_answered { faults(examined) } else { Vec::new() };
        TaskView {
            program: source(program),
            gold: examined.gold.clone(),
            criterion: examined.criterion.clone(),
            gold_text: examined.gold_tree.as_ref().map(texts).unwrap_or_default(),
            kept: examined.kept.clone(),
            answer: answer(examined),
            output,
            fault_trees: trees(examined, &faults),
            faults,
            reasons: Vec::new(),
        }
    }

    /// The view with what is known of its faults.
    #[must_use]
    pub fn with_reasons(self, reasons: Vec<NodeReason>) -> TaskView {
        TaskView { reasons, ..self }
    }

    /// What is known of a fault; `None` of what is invented.
    pub fn reason_of(&self, fault: &NodeFault) -> Option<&str> {
        let is_its = |reason: &&NodeReason| reason.mark == fault.mark && reason.nodes.contains(fault.node);
        self.reasons.iter().find(is_its)?.because.as_deref()
    }
}

impl TaskView {
    /// Says of every fault whether the baseline had it, and adds those that only the baseline had; `base` is of the same task.
    ///
    /// A baseline knows how many nodes were invented, not which: they are new when there were none. A run without an answer
    /// has no faults, and mends none.
    #[must_use]
    pub fn beside(mut self, examined: &Examined, base: &Outcome) -> TaskView {
        let known = |mark: TokenMark| match (mark, base.is_answered()) {
            (TokenMark::Missing, true) => Some(&base.missing),
            (TokenMark::Surplus, true) => Some(&base.surplus),
            _ => None,
        };
        for fault in &mut self.faults {
            let was = known(fault.mark).is_some_and(|nodes| nodes.contains(fault.node));
            fault.since = match fault.mark {
                TokenMark::Invented if base.is_answered() && base.n_invented > 0 => None,
                _ if was => Some(BaselineState::Unchanged),
                _ => Some(BaselineState::New),
            };
        }
        if examined.grade.f1.is_some() {
            let now: BTreeSet<(TokenMark, NodeId)> =
                self.faults.iter().map(|fault| (fault.mark, fault.node)).collect();
            for mark in [TokenMark::Missing, TokenMark::Surplus] {
                let nodes = known(mark).into_iter().flat_map(NodeSet::iter);
                let mended = nodes.filter(|node| !now.contains(&(mark, *node)));
                let absent = |node| NodeFault {
                    since: Some(BaselineState::Absent),
                    ..fault(&examined.program, node, mark)
                };
                self.faults.extend(mended.map(absent));
            }
        }
        self.fault_trees = trees(examined, &self.faults);
        self
    }
}

fn texts(tree: &Tree) -> Vec<(String, String)> {
    let text = |file: &SourceFile| (visible(&file.path.display().to_string()), file.text.clone());
    tree.files().map(text).collect()
}

/// The program: what became of its nodes depends on the answer, and is not in its pieces.
fn source(tree: &Tree) -> Vec<SourceView> {
    let node = |node: NodeId| tree.is_counted(node).then_some(OriginNode { mark: None, origin: Some(node) });
    pieces(tree, &node)
}

fn answer(examined: &Examined) -> Vec<SourceView> {
    let Some((slice, mapping)) = &examined.source else { return Vec::new() };
    let node = |node: NodeId| {
        let (mark, origin) = match mapping.fates[node as usize] {
            Fate::Mapped(origin) if !examined.program.is_counted(origin) => return None,
            Fate::Mapped(origin) if examined.gold.contains(origin) => (TokenMark::Kept, Some(origin)),
            Fate::Mapped(origin) => (TokenMark::Surplus, Some(origin)),
            Fate::Residue => (TokenMark::Residue, None),
            Fate::Rewritten(origin) => (TokenMark::Rewritten, Some(origin)),
            Fate::Invented => (TokenMark::Invented, None),
        };
        Some(OriginNode { mark: Some(mark), origin })
    };
    pieces(slice, &node)
}

fn faults(examined: &Examined) -> Vec<NodeFault> {
    let program = &examined.program;
    let wrong = |node: NodeId| match (examined.gold.contains(node), examined.kept.contains(node)) {
        _ if !program.is_counted(node) => None,
        (true, false) => Some(fault(program, node, TokenMark::Missing)),
        (false, true) => Some(fault(program, node, TokenMark::Surplus)),
        _ => None,
    };
    let mut found: Vec<NodeFault> = program.ids().filter_map(wrong).collect();
    if let Some((slice, mapping)) = &examined.source {
        let invented =
            |node: &NodeId| slice.is_counted(*node) && mapping.fates[*node as usize] == Fate::Invented;
        found.extend(slice.ids().filter(invented).map(|node| fault(slice, node, TokenMark::Invented)));
    }
    found
}

/// Faults by subtree: those in the program, then those in the answer.
fn trees(examined: &Examined, faults: &[NodeFault]) -> Vec<FaultTree> {
    let (invented, others): (Vec<&NodeFault>, Vec<&NodeFault>) =
        faults.iter().partition(|fault| fault.mark == TokenMark::Invented);
    let mut trees = fault_trees(&examined.program, &others);
    trees.extend(examined.source.iter().flat_map(|(slice, _)| fault_trees(slice, &invented)));
    trees
}

fn fault(tree: &Tree, node: NodeId, mark: TokenMark) -> NodeFault {
    let file = tree.file(tree.file_of(node));
    let token = tree.own_token(node);
    let text = &file.text;
    let line_start = text[..token.start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line_start..token.start].chars().count() + 1;
    let token: String = text[token].lines().next().unwrap_or_default().chars().take(80).collect();
    NodeFault {
        mark,
        file: visible(&file.path.display().to_string()),
        line: tree.line(node),
        column,
        end_column: column + token.chars().count(),
        kind: tree.kind(node).to_owned(),
        token: visible(&token),
        since: None,
        node,
    }
}
