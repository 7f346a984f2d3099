//! What speaks for a slice node being a certain program node.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::ast::{Flags, NodeId, NodeSet, Tree};

use super::exact::Gain;

/// Two trees, and what decides between equally large embeddings of one into the other.
pub(super) struct PairEvidence<'t> {
    pub(super) program: &'t Tree,
    pub(super) slice: &'t Tree,
    criterion: NodeSet,
    lines_kept: bool,
    details: OnceCell<Details>,
}

/// Made when it is first needed: most answers have no tie.
struct Details {
    program: Vec<Detail>,
    slice: Vec<Detail>,
}

/// Where a node stands, at its own token, and how many operands it has.
///
/// The cell of a list stands at its element: the bracket that opens a list is that of whichever cell comes
/// first, so of another one once the first is deleted.
struct Detail {
    line: u32,
    column: u32,
    /// Column of the bracket before the element, where they are on one line; else that of the node.
    bracket: u32,
    /// Number of children that are no statements: what a call, a tuple or a list of parameters has a fixed number of.
    n_operands: u32,
}

/// Program nodes to keep, or to avoid, where embeddings are equally good.
#[derive(Clone, Copy)]
pub(super) enum Preference<'p> {
    None,
    Keep(&'p NodeSet),
    Avoid(&'p NodeSet),
}

impl Preference<'_> {
    fn holds(self, node: NodeId) -> bool {
        match self {
            Preference::None => false,
            Preference::Keep(nodes) => nodes.contains(node),
            Preference::Avoid(nodes) => !nodes.contains(node),
        }
    }
}

impl<'t> PairEvidence<'t> {
    pub(super) fn new(program: &'t Tree, slice: &'t Tree, criterion: &[NodeId]) -> PairEvidence<'t> {
        let criterion = criterion.iter().copied().collect();
        PairEvidence { program, slice, criterion, lines_kept: false, details: OnceCell::new() }
    }

    /// Takes lines as evidence when the slicer left all code in its line.
    ///
    /// Each program file comes with the nodes of its slice that are in no helper. A beginning of the program that was
    /// printed anew is in its lines, too: something must have been deleted before something that stayed.
    pub(super) fn look_at_lines(&mut self, files: &[(usize, Vec<NodeId>)]) {
        let mut shows_gap = false;
        for (program_file, slice_nodes) in files {
            match self.gap(*program_file, slice_nodes) {
                Some(has_gap) => shows_gap |= has_gap,
                None => return,
            }
        }
        self.lines_kept = shows_gap;
    }

    /// Whether code was deleted in front of code that stayed; `None` when some is not in its line.
    fn gap(&self, program_file: usize, slice_nodes: &[NodeId]) -> Option<bool> {
        let (program, slice) = (self.program, self.slice);
        let is_code = |node: &NodeId| slice.is_counted(*node) && !slice.is_filler(*node);
        let code = || slice_nodes.iter().copied().filter(is_code);
        let counted = program.file_nodes(program_file).filter(|&node| program.is_counted(node));
        let own: HashSet<(u64, usize)> =
            counted.map(|node| (program.key(node), own_line(program, node))).collect();
        let in_line =
            |node| is_movable(slice, node) || own.contains(&(slice.key(node), own_line(slice, node)));
        if !code().all(in_line) {
            return None;
        }
        let left: HashSet<usize> = code().map(|node| own_line(slice, node)).collect();
        let last = left.iter().copied().max().unwrap_or(0);
        Some(own.iter().any(|&(_, line)| line < last && !left.contains(&line)))
    }

    /// Whether lines are evidence.
    pub(super) fn lines_kept(&self) -> bool {
        self.lines_kept
    }

    /// Whether both nodes stand in one line.
    pub(super) fn in_line(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        let (program, slice) = self.details(program_node, slice_node);
        program.line == slice.line || is_movable(self.slice, slice_node)
    }

    /// Program nodes of the criterion.
    pub(super) fn criterion(&self) -> &NodeSet {
        &self.criterion
    }

    /// Whether a node of the slice, which is no placeholder, may be this program node.
    pub(super) fn same_node(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.program.key(program_node) == self.slice.key(slice_node) && !self.slice.is_filler(slice_node)
    }

    /// Whether this pair says that the slicer kept a node of the program.
    pub(super) fn counts(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.program.is_counted(program_node) && self.slice.is_counted(slice_node)
    }

    /// Whether both nodes stand in one line and column.
    pub(super) fn in_place(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        let (program, slice) = self.details(program_node, slice_node);
        program.line == slice.line && program.column == slice.column
    }

    /// What a pair is worth to an embedding.
    pub(super) fn gain(&self, program_node: NodeId, slice_node: NodeId, preference: Preference<'_>) -> Gain {
        if self.slice.is_filler(slice_node) {
            // Which `_` a program had and which the slicer wrote cannot be told, so equality is no evidence.
            return Gain::UNCOUNTED;
        }
        if self.program.key(program_node) != self.slice.key(slice_node) {
            return Gain::NONE;
        }
        let counted = self.counts(program_node, slice_node);
        let (program, slice) = self.details(program_node, slice_node);
        let same_line = program.line == slice.line;
        Gain::NONE
            .and(true, if counted { Gain::COUNTED } else { Gain::UNCOUNTED })
            .and(counted && self.criterion.contains(program_node), Gain::CRITERION)
            .and(program.n_operands == slice.n_operands, Gain::ARITY)
            .and(counted && preference.holds(program_node), Gain::PREFERRED)
            .and(counted && same_line && self.lines_kept, Gain::LINE)
            .and(same_line && program.column == slice.column, Gain::PLACE)
            .and(same_line && program.column == slice.bracket, Gain::BRACKET)
    }

    fn details(&self, program_node: NodeId, slice_node: NodeId) -> (&Detail, &Detail) {
        let details = self
            .details
            .get_or_init(|| Details { program: details(self.program), slice: details(self.slice) });
        (&details.program[program_node as usize], &details.slice[slice_node as usize])
    }
}

/// Whether a node begins with its first part, so that it moves when that is deleted, as an Erlang function does.
fn is_movable(tree: &Tree, node: NodeId) -> bool {
    let has_parts = tree.subtree(node).len() > 1;
    has_parts && tree.flags(node).has(Flags::DEFINITION) && tree.own_offset(node) == tree.own_offset(node + 1)
}

/// Line of a node; the cell of a list stands at its element.
fn own_line(tree: &Tree, node: NodeId) -> usize {
    let place = if tree.flags(node).has(Flags::CELL) { node + 1 } else { node };
    tree.own_position(place).line
}

fn details(tree: &Tree) -> Vec<Detail> {
    let mut found = Vec::with_capacity(tree.len());
    for (file_idx, _) in tree.files().enumerate() {
        let lines = tree.line_index(file_idx);
        for node in tree.file_nodes(file_idx) {
            let own = tree.own_offset(node);
            let is_cell = tree.flags(node).has(Flags::CELL);
            let offset = if is_cell { tree.span(node + 1).start } else { own };
            let line = lines.line(offset);
            let start = lines.line_bytes(line).map_or(0, |bytes| bytes.start);
            let bracket = if own >= start { own } else { offset };
            let column = |offset: usize| (offset - start) as u32;
            found.push(Detail {
                line: line as u32,
                column: column(offset),
                bracket: column(bracket),
                n_operands: 0,
            });
        }
    }
    for node in tree.ids().filter(|&node| !tree.flags(node).has(Flags::STATEMENT)) {
        if let Some(parent) = tree.parent(node) {
            found[parent as usize].n_operands += 1;
        }
    }
    found
}
