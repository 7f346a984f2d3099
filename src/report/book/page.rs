//! One answer as a page shows it: the program with its sets of nodes, and the answer with what became of its nodes.

use std::collections::BTreeSet;

use super::excerpt::{Excerpt, visible};
use super::pieces::{Node, PieceFile, pieces};
use strum::VariantArray;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::compare::Outcome;
use crate::grade::Examined;
use crate::map::Fate;

/// What a piece of code is to the grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Mark {
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

impl Mark {
    /// Every mark, in the order of legends.
    pub const ALL: &[Mark] = Mark::VARIANTS;

    /// The word of legends.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// How much a reader has to see it, higher is worse.
    pub(super) fn severity(self) -> u8 {
        match self {
            Mark::Neither => 0,
            Mark::Kept => 1,
            Mark::Residue => 2,
            Mark::Rewritten => 3,
            Mark::Surplus => 4,
            Mark::Invented => 5,
            Mark::Missing => 6,
        }
    }
}

/// What a fault is beside a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// The baseline did not have it.
    New,
    /// The baseline had it, too.
    Unchanged,
    /// Only the baseline had it.
    Absent,
}

/// A node that is missing, surplus or invented, and where; lines and columns are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Missing or surplus in the program, invented in the answer.
    pub mark: Mark,
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
    pub since: Option<Since>,
    /// The node, of the program or of the answer.
    node: NodeId,
}

/// What is shown of one answer.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The program in pieces; each token has its nodes.
    pub program: Vec<PieceFile>,
    /// Nodes of the gold slice that was used.
    pub gold: NodeSet,
    /// Nodes of the program that the answer kept; empty without an answer.
    pub kept: NodeSet,
    /// The answer in pieces; empty without one, and when it was given as places of the program.
    pub answer: Vec<PieceFile>,
    /// What the slicer printed.
    pub output: Vec<Excerpt>,
    /// Nodes that are not as in gold, in the order of the program; empty without an answer.
    pub faults: Vec<Fault>,
}

impl Page {
    /// The page of an answer.
    pub fn new(examined: &Examined, output: Vec<Excerpt>) -> Page {
        let program = &examined.program;
        let is_answered = examined.grade.f1.is_some();
        Page {
            program: source(program),
            gold: examined.gold.clone(),
            kept: examined.kept.clone(),
            answer: answer(examined),
            output,
            faults: if is_answered { faults(examined) } else { Vec::new() },
        }
    }
}

impl Page {
    /// Says of every fault whether the baseline had it, and adds those that only the baseline had; `base` is of the same task.
    ///
    /// A baseline knows how many nodes were invented, not which: they are new when there were none. A run without an answer
    /// has no faults, and mends none.
    #[must_use]
    pub fn beside(mut self, examined: &Examined, base: &Outcome) -> Page {
        let known = |mark: Mark| match (mark, base.is_answered()) {
            (Mark::Missing, true) => Some(&base.missing),
            (Mark::Surplus, true) => Some(&base.surplus),
            _ => None,
        };
        for fault in &mut self.faults {
            let was = known(fault.mark).is_some_and(|nodes| nodes.contains(fault.node));
            fault.since = match fault.mark {
                Mark::Invented if base.is_answered() && base.n_invented > 0 => None,
                _ if was => Some(Since::Unchanged),
                _ => Some(Since::New),
            };
        }
        if examined.grade.f1.is_some() {
            let now: BTreeSet<(Mark, NodeId)> =
                self.faults.iter().map(|fault| (fault.mark, fault.node)).collect();
            for mark in [Mark::Missing, Mark::Surplus] {
                let nodes = known(mark).into_iter().flat_map(NodeSet::iter);
                let mended = nodes.filter(|node| !now.contains(&(mark, *node)));
                let absent =
                    |node| Fault { since: Some(Since::Absent), ..fault(&examined.program, node, mark) };
                self.faults.extend(mended.map(absent));
            }
        }
        self
    }
}

/// The program: what became of its nodes depends on the answer, and is not in its pieces.
fn source(tree: &Tree) -> Vec<PieceFile> {
    let node = |node: NodeId| tree.is_counted(node).then_some(Node { mark: None, origin: Some(node) });
    pieces(tree, &node)
}

fn answer(examined: &Examined) -> Vec<PieceFile> {
    let Some((slice, mapping)) = &examined.source else { return Vec::new() };
    let node = |node: NodeId| {
        let (mark, origin) = match mapping.fates[node as usize] {
            Fate::Mapped(origin) if !examined.program.is_counted(origin) => return None,
            Fate::Mapped(origin) if examined.gold.contains(origin) => (Mark::Kept, Some(origin)),
            Fate::Mapped(origin) => (Mark::Surplus, Some(origin)),
            Fate::Residue => (Mark::Residue, None),
            Fate::Rewritten(origin) => (Mark::Rewritten, Some(origin)),
            Fate::Invented => (Mark::Invented, None),
        };
        Some(Node { mark: Some(mark), origin })
    };
    pieces(slice, &node)
}

fn faults(examined: &Examined) -> Vec<Fault> {
    let program = &examined.program;
    let wrong = |node: NodeId| match (examined.gold.contains(node), examined.kept.contains(node)) {
        _ if !program.is_counted(node) => None,
        (true, false) => Some(fault(program, node, Mark::Missing)),
        (false, true) => Some(fault(program, node, Mark::Surplus)),
        _ => None,
    };
    let mut found: Vec<Fault> = program.ids().filter_map(wrong).collect();
    if let Some((slice, mapping)) = &examined.source {
        let invented =
            |node: &NodeId| slice.is_counted(*node) && mapping.fates[*node as usize] == Fate::Invented;
        found.extend(slice.ids().filter(invented).map(|node| fault(slice, node, Mark::Invented)));
    }
    found
}

fn fault(tree: &Tree, node: NodeId, mark: Mark) -> Fault {
    let file = tree.file(tree.file_of(node));
    let token = tree.own_token(node);
    let text = &file.text;
    let line_start = text[..token.start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line_start..token.start].chars().count() + 1;
    let token: String = text[token].lines().next().unwrap_or_default().chars().take(80).collect();
    Fault {
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
