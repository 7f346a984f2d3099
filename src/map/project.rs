//! Answers that name lines or ranges, and grades at a coarser unit than the node.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::results::{Granularity, Span};

/// Counted nodes whose own first token stands on a kept line; lines are 1-based, by program file.
///
/// Files that the program does not have, and lines past its end, name nothing.
pub fn project_lines(program: &Tree, lines: &BTreeMap<PathBuf, BTreeSet<usize>>) -> NodeSet {
    let mut kept = NodeSet::new();
    for (path, lines) in lines {
        let Some(file_idx) = file_named(program, path) else { continue };
        let on_line =
            |&node: &NodeId| lines.contains(&program.line_index(file_idx).line(program.own_offset(node)));
        kept.extend(counted(program, file_idx).filter(on_line));
    }
    kept
}

/// Counted nodes whose own first token lies in a kept range.
pub fn project_spans(program: &Tree, spans: &[Span]) -> NodeSet {
    let mut kept = NodeSet::new();
    for span in spans {
        let Some(file_idx) = file_named(program, &span.file) else { continue };
        let inside = |&node: &NodeId| {
            let position = program.own_position(node);
            let place = (position.line, position.column);
            (span.start_line, span.start_column) <= place && place < (span.end_line, span.end_column)
        };
        kept.extend(counted(program, file_idx).filter(inside));
    }
    kept
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

fn counted(program: &Tree, file_idx: usize) -> impl Iterator<Item = NodeId> {
    program.file_nodes(file_idx).filter(|&node| program.is_counted(node))
}

/// The file with this path, else the only one with this name.
fn file_named(program: &Tree, path: &Path) -> Option<usize> {
    program.file_idx(path).or_else(|| {
        let mut same_name =
            program.files().enumerate().filter(|(_, file)| file.path.file_name() == path.file_name());
        let found = same_name.next()?;
        same_name.next().is_none().then_some(found.0)
    })
}
