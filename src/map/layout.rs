//! Whether a slicer kept code where it was, which then tells equal code apart.

use std::ops::Range;

use crate::ast::{Flags, NodeId, Tree};
use crate::language::Language;

/// Share of the slice's leaves that must be found in place before places count as evidence.
///
/// A reprinted slice finds some of its leaves in place by chance; a slicer that blanks out deleted
/// code finds nearly all, apart from what it rewrote.
const SHARE_IN_PLACE: f64 = 0.9;
/// Share that must be found in their columns, too, where lines are kept.
///
/// A placeholder that is longer than what it stands for moves the rest of its line; so many leaves in
/// their very columns are no chance all the same, unless there are few leaves.
const SHARE_IN_COLUMN: f64 = 0.5;
const N_FEW: usize = 20;
/// Leaves looked at, evenly spread.
const N_SAMPLED: usize = 2_000;

/// Lines and columns of both trees' nodes, when they are evidence.
pub(super) struct KeptLayout {
    program: Vec<Spot>,
    slice: Vec<Spot>,
    columns: bool,
}

/// Where a node stands: at its own token, but the cell of a list at its element.
///
/// The bracket that opens a list is that of whichever cell comes first: of another one once the first is deleted.
struct Spot {
    line: u32,
    column: u32,
    /// Column of the bracket before the element, where they are on one line; else that of the spot.
    bracket: u32,
}

impl KeptLayout {
    /// Compares the places of leaves and definitions; `None` when the slicer printed the program anew.
    pub(super) fn detect(program: &Tree, slice: &Tree, pairs: &[(usize, usize)]) -> Option<KeptLayout> {
        let (mut n_seen, mut n_line, mut n_column) = (0, 0, 0);
        for &(program_file, slice_file) in pairs {
            let places = Landmarks::new(program, program_file);
            let landmarks: Vec<NodeId> = slice
                .file_nodes(slice_file)
                .filter(|&node| is_landmark(slice, node) && slice.is_counted(node))
                .collect();
            for &leaf in landmarks.iter().step_by((landmarks.len() / N_SAMPLED).max(1)) {
                n_seen += 1;
                let position = slice.position(slice_file, slice.span(leaf).start);
                let found = places.find(program, program_file, position, slice.key(leaf));
                n_line += usize::from(found.is_some());
                n_column += usize::from(found == Some(true));
            }
        }
        let enough = |n_found: usize, share: f64| n_seen > 0 && n_found as f64 >= share * n_seen as f64;
        enough(n_line, SHARE_IN_PLACE).then(|| KeptLayout {
            program: spots(program),
            slice: spots(slice),
            columns: enough(n_column, if n_seen < N_FEW { SHARE_IN_PLACE } else { SHARE_IN_COLUMN }),
        })
    }

    /// Evidence that two nodes are one: 0 on different lines, 1 on the same line, 3 in the same place. 2 where a list
    /// begins in the place of the element: some move the bracket to the element that stays.
    pub(super) fn evidence(&self, program_node: NodeId, slice_node: NodeId) -> i64 {
        let (program, slice) = (&self.program[program_node as usize], &self.slice[slice_node as usize]);
        match program.line == slice.line {
            false => 0,
            true if self.columns && program.column == slice.column => 3,
            true if self.columns && program.column == slice.bracket => 2,
            true => 1,
        }
    }

    /// Whether two nodes stand on the same line.
    pub(super) fn same_line(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.program[program_node as usize].line == self.slice[slice_node as usize].line
    }
}

/// Leaves, and definitions: of few leaves all may be in an old line by chance, but not the function around.
///
/// An Erlang function begins with its first clause, which may be deleted.
fn is_landmark(tree: &Tree, node: NodeId) -> bool {
    let Range { start, end } = tree.subtree(node);
    end == start + 1 || tree.flags(node).has(Flags::DEFINITION) && tree.language() != Language::Erlang
}

fn spots(tree: &Tree) -> Vec<Spot> {
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
            found.push(Spot { line: line as u32, column: column(offset), bracket: column(bracket) });
        }
    }
    found
}

/// Leaves and definitions of a file by their offset.
struct Landmarks {
    sorted: Vec<(usize, NodeId)>,
}

impl Landmarks {
    fn new(tree: &Tree, file_idx: usize) -> Landmarks {
        let landmarks = tree.file_nodes(file_idx).filter(|&node| is_landmark(tree, node));
        let mut sorted: Vec<_> = landmarks.map(|node| (tree.span(node).start, node)).collect();
        sorted.sort_unstable();
        Landmarks { sorted }
    }

    /// Whether the line has a leaf with this key, and then whether one is at the very column.
    fn find(&self, tree: &Tree, file_idx: usize, place: crate::ast::Position, key: u64) -> Option<bool> {
        let bytes = tree.line_index(file_idx).line_bytes(place.line)?;
        let first = self.sorted.partition_point(|&(start, _)| start < bytes.start);
        let mut on_line = self.sorted[first..]
            .iter()
            .take_while(|&&(start, _)| start < bytes.end)
            .filter(|&&(_, node)| tree.key(node) == key)
            .peekable();
        on_line.peek()?;
        let line = &tree.file(file_idx).text[bytes.clone()];
        let wanted = line.char_indices().nth(place.column - 1).map(|(at, _)| bytes.start + at);
        Some(on_line.any(|&(start, _)| Some(start) == wanted))
    }
}
