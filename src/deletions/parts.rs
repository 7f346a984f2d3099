//! What the tables of languages with statements and commas have in common: parts with their text, rows of them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Cut, Deletion, Layout, Mark, apply};
use crate::ast::{NodeId, NodeSet, SourceFile, Tree, vanishes};

/// One deletion and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPart<P> {
    /// The deletion.
    pub deletion: Deletion,
    /// Index of its file.
    pub file_idx: usize,
    /// Where it stands, as the language says.
    pub place: P,
    /// Bytes that go.
    pub range: Range<usize>,
    /// Bytes of the expression or the names in it: those that are not evaluated.
    pub inner: Range<usize>,
}

/// Things in a row with something between them: elements with commas, statements with semicolons or line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Separated {
    /// Index of the file.
    pub file_idx: usize,
    /// All of them.
    pub ranges: Vec<Range<usize>>,
    /// Whether something must be left, for which a placeholder stands.
    pub needs_one: bool,
}

/// Cuts some of a row, given by its ranges, with the separators behind or before them; `by` stands for all of them.
pub fn cut_row<'b>(
    text: &str,
    (all, separator): (&[Range<usize>], char),
    gone: &[Range<usize>],
    by: &'b str,
    cuts: &mut Vec<Cut<'b>>,
) {
    let is_gone = |idx: usize| gone.contains(&all[idx]);
    let end = all[all.len() - 1].end;
    let rest = &text[end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let is_behind =
        rest[blanks..].starts_with(separator) && (separator == ',' || !rest[..blanks].contains('\n'));
    let past = end + if is_behind { blanks + 1 } else { 0 };
    let Some(last) = (0..all.len()).rfind(|&idx| !is_gone(idx)) else {
        cuts.push(Cut { start: all[0].start, stop: past, by });
        return;
    };
    for idx in (0..all.len()).filter(|&idx| is_gone(idx)) {
        // What is left keeps the separator behind it, unless there is none behind the last.
        let next = all.get(idx + 1).map_or(past, |next| next.start);
        cuts.push(match idx < last || is_behind {
            true => Cut { start: all[idx].start, stop: next, by: "" },
            false => Cut { start: all[last].end, stop: all[idx].end, by: "" },
        });
    }
}

/// Cuts statements that end with their lines; those joined by semicolons stay joined, and `empty` stands for all of a body that
/// needs one.
pub fn cut_statements<'b>(
    text: &str,
    body: &Separated,
    gone: &[Range<usize>],
    empty: &'b str,
    cuts: &mut Vec<Cut<'b>>,
) {
    let is_empty = body.needs_one && body.ranges.iter().all(|range| gone.contains(range));
    let mut at = 0;
    let mut by = if is_empty { empty } else { "" };
    while at < body.ranges.len() {
        let mut end = at + 1;
        while end < body.ranges.len() && text[body.ranges[end - 1].end..body.ranges[end].start].trim() == ";"
        {
            end += 1;
        }
        let joined = &body.ranges[at..end];
        let gone: Vec<Range<usize>> = joined.iter().filter(|range| gone.contains(range)).cloned().collect();
        if !gone.is_empty() {
            cut_row(text, (joined, ';'), &gone, by, cuts);
            by = "";
        }
        at = end;
    }
}

/// The files of a program with cuts made in each, and marks written in.
pub fn cut_files<'t>(
    program: &Tree,
    mut cuts: Vec<Vec<Cut<'t>>>,
    marks: &[Mark<'t>],
    layout: Layout,
) -> Vec<SourceFile> {
    // At one place inner marks end before outer ones, and all of them before others begin.
    for mark in marks.iter().rev() {
        let end = program.span(mark.node).end;
        cuts[program.file_of(mark.node)].push(Cut { start: end, stop: end, by: mark.after });
    }
    for mark in marks {
        let start = program.span(mark.node).start;
        cuts[program.file_of(mark.node)].push(Cut { start, stop: start, by: mark.before });
    }
    let files = program.files().zip(cuts);
    files.map(|(file, cuts)| SourceFile::new(file.path.clone(), apply(&file.text, cuts, layout))).collect()
}

/// Counted nodes of a file by the bytes that they are made of.
#[derive(Debug)]
pub struct NodePlaces<'t> {
    program: &'t Tree,
    nodes: BTreeMap<(usize, usize), Vec<NodeId>>,
}

impl<'t> NodePlaces<'t> {
    /// Reads one file of a program.
    pub fn new(program: &'t Tree, file_idx: usize) -> NodePlaces<'t> {
        let mut nodes: BTreeMap<(usize, usize), Vec<NodeId>> = BTreeMap::new();
        for node in program.file_nodes(file_idx) {
            let span = program.span(node);
            nodes.entry((span.start, span.end)).or_default().push(node);
        }
        NodePlaces { program, nodes }
    }

    /// The outermost counted node with exactly these bytes of which this holds.
    pub fn find(&self, range: &Range<usize>, is_it: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let found = self.nodes.get(&(range.start, range.end))?;
        found.iter().copied().find(|&node| self.program.is_counted(node) && is_it(node))
    }

    /// The innermost node around these bytes.
    pub fn around(&self, range: &Range<usize>) -> Option<NodeId> {
        let enclosing =
            self.nodes.iter().filter(|((start, end), _)| *start <= range.start && *end >= range.end);
        enclosing.filter_map(|(_, nodes)| nodes.last().copied()).max()
    }
}

/// Takes out kept nodes that have no weight of their own when nothing in them is left.
pub fn remove_vanishing(program: &Tree, kept: &mut NodeSet) {
    for node in program.ids().rev() {
        if kept.contains(node) && vanishes(program, node) {
            let mut inside = program.subtree(node).skip(1);
            if !inside.any(|below| kept.contains(below)) {
                kept.remove(node);
            }
        }
    }
}
