//! A criterion as it is written to the AST nodes it means: one for line, variable and occurrence, those of the
//! statements that begin there for a line alone.

use std::ops::Range;
use std::path::Path;

use super::Criterion;
use crate::ast::{NodeId, Tree};
use crate::error::{self, Place, Problem};

/// A criterion as somebody wrote it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// Index into the files of the program.
    pub file_idx: usize,
    /// 1-based line.
    pub line: usize,
    /// Name of the variable, case as in the source.
    pub variable: &'w str,
    /// 1-based, among the occurrences of the variable on the line.
    pub occurrence: usize,
    /// 1-based column in characters, a tab as one; `None` when not given.
    pub column: Option<usize>,
}

/// Why a criterion does not mean exactly one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// The file has only this many lines.
    NoLine(usize),
    /// The variable is not on the line; these are, in source order, each once.
    NoVariable(Vec<String>),
    /// The variable is on the line only this often.
    NoOccurrence(usize),
    /// The occurrence is at this column, not at the given one.
    OtherColumn(usize),
    /// The occurrence weighs nothing: it is in a guard, or stands for deleted code.
    Uncounted,
    /// The occurrence is in a macro and stands for this many nodes.
    Several(usize),
    /// No statement begins on the line; what is there is of one that begins on this line, if there is one.
    NoStatement(Option<usize>),
}

impl Unresolved {
    /// The message: `place` is where the criterion is written, `file` the program file it speaks of.
    pub fn problem(&self, place: Place, file: &Path, wanted: &Wanted<'_>) -> Problem {
        let Wanted { line, variable, occurrence, .. } = *wanted;
        match self {
            Unresolved::NoLine(n_lines) => error::suite::no_line(place, line, file, *n_lines),
            Unresolved::NoVariable(known) => error::suite::no_variable(place, variable, line, file, known),
            Unresolved::NoOccurrence(n_found) => {
                error::suite::no_occurrence(place, variable, occurrence, line, *n_found)
            }
            Unresolved::OtherColumn(found) => error::suite::other_column(place, variable, occurrence, *found),
            Unresolved::Uncounted => error::suite::uncounted(place, variable, line),
            Unresolved::Several(n_nodes) => error::suite::several_nodes(place, variable, line, *n_nodes),
            Unresolved::NoStatement(around) => error::suite::no_statement(place, line, file, *around),
        }
    }
}

/// The one node that a criterion means.
///
/// # Errors
/// Why there is none.
///
/// # Panics
/// When the tree has no file with this index.
pub fn resolve(tree: &Tree, wanted: &Wanted<'_>) -> Result<NodeId, Unresolved> {
    line_bytes(tree, wanted.file_idx, wanted.line)?;
    if tree.language().is_lines() {
        return resolve_line(tree, wanted);
    }
    let on_line = tree.variables_on(wanted.file_idx, wanted.line);
    let start = |node: NodeId| tree.span(node).start;
    let nodes: Vec<NodeId> =
        on_line.iter().copied().filter(|&node| tree.label(node) == wanted.variable).collect();
    if nodes.is_empty() {
        return Err(Unresolved::NoVariable(names(tree, &on_line)));
    }
    let mut starts: Vec<usize> = nodes.iter().map(|&node| start(node)).collect();
    starts.dedup();
    let chosen = wanted.occurrence.checked_sub(1).and_then(|idx| starts.get(idx));
    let Some(&offset) = chosen else { return Err(Unresolved::NoOccurrence(starts.len())) };
    let found = tree.position(wanted.file_idx, offset).column;
    if wanted.column.is_some_and(|column| column != found) {
        return Err(Unresolved::OtherColumn(found));
    }
    let same_place: Vec<NodeId> = nodes.into_iter().filter(|&node| start(node) == offset).collect();
    match same_place[..] {
        [node] if tree.is_counted(node) => Ok(node),
        [_] => Err(Unresolved::Uncounted),
        _ => Err(Unresolved::Several(same_place.len())),
    }
}

/// The bytes of a line, as editors count lines: a line end at the end of a file begins none.
fn line_bytes(tree: &Tree, file_idx: usize, line: usize) -> Result<Range<usize>, Unresolved> {
    let lines = tree.line_index(file_idx);
    let is_empty = |line: usize| lines.line_bytes(line).is_some_and(|bytes| bytes.is_empty());
    let n_all = lines.n_lines();
    let n_lines = if n_all > 1 && is_empty(n_all) { n_all - 1 } else { n_all };
    lines.line_bytes(line).filter(|_| line <= n_lines).ok_or(Unresolved::NoLine(n_lines))
}

/// Where no node is smaller than a line, the criterion is its line.
fn resolve_line(tree: &Tree, wanted: &Wanted<'_>) -> Result<NodeId, Unresolved> {
    let Wanted { file_idx, line, variable, occurrence, .. } = *wanted;
    let words = tree.words_on(file_idx, line, variable);
    let mut nodes = tree.file_nodes(file_idx);
    let node = nodes.find(|&node| tree.line(node) == line).filter(|_| !words.is_empty());
    let Some(node) = node else {
        let mut known: Vec<String> = Vec::new();
        for name in tree.names_on(file_idx, line) {
            if !known.iter().any(|other| other == name) {
                known.push(name.to_owned());
            }
        }
        return Err(Unresolved::NoVariable(known));
    };
    let word = occurrence.checked_sub(1).and_then(|idx| words.get(idx));
    let Some(word) = word else { return Err(Unresolved::NoOccurrence(words.len())) };
    let found = tree.position(file_idx, word.start).column;
    match wanted.column.is_some_and(|column| column != found) {
        true => Err(Unresolved::OtherColumn(found)),
        false => Ok(node),
    }
}

/// Bytes of a criterion's variable in its file.
pub fn variable_span(tree: &Tree, criterion: &Criterion) -> Range<usize> {
    let span = tree.span(criterion.node);
    match tree.language().is_lines() {
        true => {
            let variable = criterion.variable.as_deref().unwrap_or_default();
            let words = tree.words_on(criterion.file_idx, criterion.line, variable);
            words.into_iter().nth(criterion.occurrence.saturating_sub(1)).unwrap_or(span)
        }
        false => span,
    }
}

/// What a line alone means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundStatements {
    /// Statements, clauses, branches and definitions that begin on the line, in preorder; never empty.
    pub statements: Vec<NodeId>,
    /// Their variables and arguments, in preorder; the outermost statements where there are none. Never empty.
    pub nodes: Vec<NodeId>,
}

/// The statements that a line without a variable means.
///
/// # Errors
/// Why there is none: [`Unresolved::NoLine`], [`Unresolved::NoStatement`], or [`Unresolved::Uncounted`] when nothing
/// of what begins there is counted.
///
/// # Panics
/// When the tree has no file with this index.
pub fn statements(tree: &Tree, file_idx: usize, line: usize) -> Result<FoundStatements, Unresolved> {
    let bytes = line_bytes(tree, file_idx, line)?;
    let statements = tree.statements_on(file_idx, line);
    if statements.is_empty() {
        let on_line = tree.file_nodes(file_idx).find(|&node| bytes.contains(&tree.span(node).start));
        let around =
            on_line.map(|node| tree.position(file_idx, tree.header(tree.statement_of(node)).start).line);
        return Err(Unresolved::NoStatement(around.filter(|&around| around != line)));
    }
    let mut nodes = tree.values_in(&statements);
    if nodes.is_empty() {
        let is_outermost = |node: NodeId| !tree.ancestors(node).any(|above| statements.contains(&above));
        nodes.extend(statements.iter().filter(|&&node| tree.is_counted(node) && is_outermost(node)));
    }
    if nodes.is_empty() { Err(Unresolved::Uncounted) } else { Ok(FoundStatements { statements, nodes }) }
}

/// Labels in source order, each once.
fn names(tree: &Tree, nodes: &[NodeId]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for &node in nodes {
        let label = tree.label(node);
        if !tree.is_placeholder(node) && !names.iter().any(|name| name == label) {
            names.push(label.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    const PROGRAM: &str = "\
-define(TWICE(X), X + X).
f(A, B) when A > B ->
    C = {A, B, A},
    ?TWICE(C);
f(_, B) -> B.
";

    fn check(
        line: usize,
        variable: &str,
        occurrence: usize,
        column: Option<usize>,
    ) -> Result<usize, Unresolved> {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", PROGRAM)]);
        let wanted = Wanted { file_idx: 0, line, variable, occurrence, column };
        resolve(&tree, &wanted).map(|node| tree.own_position(node).column)
    }

    #[test]
    fn an_occurrence_is_counted_from_the_left() {
        assert_eq!(check(3, "A", 1, None), Ok(10));
        assert_eq!(check(3, "A", 2, None), Ok(16));
        assert_eq!(check(3, "A", 2, Some(16)), Ok(16));
        assert_eq!(check(2, "A", 1, None), Ok(3));
        assert_eq!(check(5, "B", 1, None), Ok(6));
    }

    #[test]
    fn what_does_not_resolve_says_what_is_there() {
        assert_eq!(check(99, "A", 1, None), Err(Unresolved::NoLine(5)));
        assert_eq!(check(0, "A", 1, None), Err(Unresolved::NoLine(5)));
        let names = vec!["C".to_owned(), "A".to_owned(), "B".to_owned()];
        assert_eq!(check(3, "Foo", 1, None), Err(Unresolved::NoVariable(names)));
        assert_eq!(check(3, "A", 3, None), Err(Unresolved::NoOccurrence(2)));
        assert_eq!(check(3, "A", 0, None), Err(Unresolved::NoOccurrence(2)));
        assert_eq!(check(3, "A", 1, Some(16)), Err(Unresolved::OtherColumn(10)));
        assert_eq!(check(2, "A", 2, None), Err(Unresolved::Uncounted));
        assert_eq!(check(4, "C", 1, None), Err(Unresolved::Several(2)));
    }
}
