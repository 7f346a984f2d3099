//! Answers that name lines or ranges, and grades at a coarser unit than the node.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::ast::{BRANCH, Flags, NodeId, NodeSet, Tree, is_slot, vanishes};
use crate::results::{Granularity, Span};

/// Counted nodes whose own first token stands on a kept line; lines are 1-based, by program file.
///
/// Files that the program does not have, and lines past its end, name nothing.
pub fn project_lines(program: &Tree, lines: &BTreeMap<PathBuf, BTreeSet<usize>>) -> NodeSet {
    let mut places = OwnPlaces::new(program);
    for (path, lines) in lines {
        let Some(file_idx) = file_named(program, path) else { continue };
        let index = program.line_index(file_idx);
        for bytes in lines.iter().filter_map(|&line| index.line_bytes(line)) {
            places.keep(file_idx, bytes);
        }
    }
    places.kept()
}

/// Counted nodes whose own first token lies in a kept range.
pub fn project_spans(program: &Tree, spans: &[Span]) -> NodeSet {
    let mut places = OwnPlaces::new(program);
    for span in spans {
        let Some(file_idx) = file_named(program, &span.file) else { continue };
        let start = offset(program, file_idx, (span.start_line, span.start_column));
        let end = offset(program, file_idx, (span.end_line, span.end_column));
        if start < end {
            places.keep(file_idx, start..end);
        }
    }
    places.kept()
}

/// Byte offset of a 1-based line and character column; the end of the line where it has no such column.
fn offset(program: &Tree, file_idx: usize, (line, column): (usize, usize)) -> usize {
    let text = &program.file(file_idx).text;
    let Some(bytes) = program.line_index(file_idx).line_bytes(line) else { return text.len() };
    let mut columns = text[bytes.clone()].char_indices();
    columns.nth(column.saturating_sub(1)).map_or(bytes.end, |(at, _)| bytes.start + at)
}

/// Nodes of a program that are kept because their own token is.
pub(super) struct OwnPlaces<'t> {
    program: &'t Tree,
    /// By file, the nodes in the order of their places.
    by_file: Vec<Vec<(usize, NodeId)>>,
    named: NodeSet,
}

impl<'t> OwnPlaces<'t> {
    pub(super) fn new(program: &'t Tree) -> OwnPlaces<'t> {
        let of_file = |file_idx: usize| {
            let mut places: Vec<(usize, NodeId)> =
                program.file_nodes(file_idx).map(|node| (place(program, node), node)).collect();
            places.sort_unstable();
            places
        };
        let by_file = (0..program.files().len()).map(of_file).collect();
        OwnPlaces { program, by_file, named: NodeSet::new() }
    }

    /// The nodes whose own token begins in these bytes, with its offset, in order.
    pub(super) fn within(&self, file_idx: usize, bytes: &Range<usize>) -> &[(usize, NodeId)] {
        let places = &self.by_file[file_idx];
        let at = |offset: usize| places.partition_point(|&(place, _)| place < offset);
        &places[at(bytes.start)..at(bytes.end).max(at(bytes.start))]
    }

    /// Keeps the nodes whose own token begins in these bytes.
    pub(super) fn keep(&mut self, file_idx: usize, bytes: Range<usize>) {
        let nodes: Vec<NodeId> = self.within(file_idx, &bytes).iter().map(|&(_, node)| node).collect();
        self.named.extend(nodes);
    }

    /// The counted nodes that are kept. What has no token of its own goes with what has one, and a branch in which
    /// nothing is left does not count, as in the source of such an answer.
    pub(super) fn kept(self) -> NodeSet {
        let OwnPlaces { program, named, .. } = self;
        let is_named = |node: NodeId| {
            let parent = program.parent(node).filter(|_| is_slot(program, node));
            named.contains(parent.unwrap_or(node))
        };
        let mut holds_counted = vec![false; program.len()];
        let mut kept = Vec::new();
        for node in program.ids().rev() {
            let has_own = !is_shared(program, node);
            let is_kept = program.is_counted(node)
                && if has_own { is_named(node) } else { program.children(node).any(is_named) }
                && (holds_counted[node as usize] || !vanishes(program, node));
            if is_kept {
                kept.push(node);
            }
            if let Some(parent) = program.parent(node) {
                holds_counted[parent as usize] |= is_kept || holds_counted[node as usize];
            }
        }
        kept.reverse();
        kept.into_iter().collect()
    }
}

/// Lists that begin with lists, down to this depth, stand where their first element does.
const MAX_NESTED: usize = 64;

/// Where a node stands: at its own token, but the cell of a list at its element.
pub(super) fn place(tree: &Tree, node: NodeId) -> usize {
    let is_element = |&at: &NodeId| !tree.flags(at).has(Flags::CELL) || tree.subtree(at).len() == 1;
    tree.own_offset((node..).take(MAX_NESTED).find(is_element).unwrap_or(node))
}

/// A definition whose own token is that of its first clause: it is where any of its clauses is.
pub(super) fn is_shared(tree: &Tree, node: NodeId) -> bool {
    let is_clause = |child: NodeId| {
        tree.flags(child).has(Flags::STATEMENT) && tree.own_offset(child) == tree.own_offset(node)
    };
    tree.flags(node).has(Flags::DEFINITION)
        && tree.children(node).next().is_some_and(|first| is_clause(first) && tree.label(first).is_empty())
}

/// The smallest set of whole units (lines, statements) that holds these nodes.
///
/// At [`Granularity::Expression`] the set itself.
pub fn widen(program: &Tree, nodes: &NodeSet, granularity: Granularity) -> NodeSet {
    let unit = |node: NodeId| match granularity {
        Granularity::Expression => (0, node as usize),
        Granularity::Statement => (0, program.statement_of(node) as usize),
        Granularity::Line => (program.file_of(node), program.line(node)),
    };
    if granularity == Granularity::Expression {
        return nodes.clone();
    }
    let units: HashSet<(usize, usize)> = nodes.iter().map(unit).collect();
    program.ids().filter(|&node| program.is_counted(node) && units.contains(&unit(node))).collect()
}

/// The smallest set of whole lines that holds these nodes and is closed: a statement is kept with all its lines and
/// with the headers of everything around it, `else`, `do` and `try` among them.
///
/// What slicers that answer by lines leave out differs: one names the line of a brace, the other that of a
/// condition, a third only lines that do something. What they mean is the same.
pub fn close(program: &Tree, nodes: &NodeSet) -> NodeSet {
    let mut closing = Closing::new(program);
    for node in nodes.iter().filter(|&node| !is_shared(program, node)) {
        closing.add_line(node);
    }
    while let Some(node) = closing.pending.pop() {
        let statement = closing.statement_of[node as usize];
        for unit in std::iter::once(statement).chain(program.ancestors(statement)) {
            if !closing.add_unit(unit) {
                break;
            }
        }
    }
    let Closing { lines, line_of, .. } = closing;
    let is_kept = |node: NodeId| match is_shared(program, node) {
        false => lines.contains(&line_of[node as usize]),
        true => program.children(node).any(|clause| lines.contains(&line_of[clause as usize])),
    };
    program.ids().filter(|&node| program.is_counted(node) && is_kept(node)).collect()
}

/// Lines and statements that are kept together.
struct Closing {
    /// File and line of each node.
    line_of: Vec<(usize, usize)>,
    /// Innermost statement around each node.
    statement_of: Vec<NodeId>,
    /// Counted nodes by line.
    on_line: BTreeMap<(usize, usize), Vec<NodeId>>,
    /// Nodes of each statement that are in no statement inside it.
    header: BTreeMap<NodeId, Vec<NodeId>>,
    lines: HashSet<(usize, usize)>,
    units: NodeSet,
    /// Nodes on kept lines that were not looked at.
    pending: Vec<NodeId>,
}

impl Closing {
    fn new(program: &Tree) -> Closing {
        let mut closing = Closing {
            line_of: Vec::with_capacity(program.len()),
            statement_of: Vec::with_capacity(program.len()),
            on_line: BTreeMap::new(),
            header: BTreeMap::new(),
            lines: HashSet::new(),
            units: NodeSet::new(),
            pending: Vec::new(),
        };
        for (file_idx, _) in program.files().enumerate() {
            let index = program.line_index(file_idx);
            for node in program.file_nodes(file_idx) {
                let line = (file_idx, index.line(place(program, node)));
                closing.line_of.push(line);
                // What stands in a branch without braces is a statement of its own.
                let is_inside = |&parent: &NodeId| {
                    !program.flags(node).has(Flags::STATEMENT) && program.kind(parent) != BRANCH
                };
                let around = program.parent(node).filter(is_inside);
                let statement = around.map_or(node, |parent| closing.statement_of[parent as usize]);
                closing.statement_of.push(statement);
                if program.is_counted(node) && !is_shared(program, node) {
                    closing.on_line.entry(line).or_default().push(node);
                    closing.header.entry(statement).or_default().push(node);
                }
            }
        }
        closing
    }

    /// Keeps the line of a node.
    fn add_line(&mut self, node: NodeId) {
        let line = self.line_of[node as usize];
        if self.lines.insert(line) {
            self.pending.extend(self.on_line.get(&line).into_iter().flatten());
        }
    }

    /// Keeps a statement with the lines that are its own; whether it is new.
    fn add_unit(&mut self, unit: NodeId) -> bool {
        if !self.units.insert(unit) {
            return false;
        }
        for node in self.header.remove(&unit).unwrap_or_default() {
            self.add_line(node);
        }
        true
    }
}

/// The file with this path, else the only one with this name.
pub(super) fn file_named(program: &Tree, path: &Path) -> Option<usize> {
    program.file_idx(path).or_else(|| {
        let mut same_name =
            program.files().enumerate().filter(|(_, file)| file.path.file_name() == path.file_name());
        let found = same_name.next()?;
        same_name.next().is_none().then_some(found.0)
    })
}
