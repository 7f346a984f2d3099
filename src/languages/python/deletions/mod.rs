//! The table for Python: which single deletions exist, where their text is, and what each leaves behind.
//!
//! A walk over the concrete tree gives each deletion a [`PythonPlace`]. What deletes, what is written and what an oracle
//! switches off are all read from these [`PythonPart`]s. Python's own `...` stands for deleted expressions and `pass` for
//! deleted bodies: both weigh nothing, and what is left runs as it stands.

mod text;
mod walk;

use crate::ast::{NodeSet, SourceFile, Tree};
use crate::deletions::{
    Action, Candidate, Deletions, Dialect, Group, Leaves, Mark, Separated, Table, TextPart, remove_vanishing,
};
use crate::languages::python::syntax::BodyClause;

/// What Python has in the place of a deleted expression.
pub(super) const NOTHING: &str = "...";

/// Names of parameters that are gone, without their numbers.
pub(super) const NAMELESS: &str = "_";

/// Where a deletion is, and with it what its text needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PythonPlace {
    /// A statement, a definition with its decorators among them.
    Statement {
        /// Index into [`PythonParts::bodies`].
        body_idx: usize,
    },
    /// The statements of an `if` or `elif`.
    Branch,
    /// A clause with what is in it; after an `elif` everything to the end of the `if`.
    Clause(BodyClause),
    /// A parameter, whose place stays.
    Parameter {
        /// What is left.
        by: String,
    },
    /// An expression, for which a placeholder stands.
    Value {
        /// Whether it has the parentheses of the call, being its only argument.
        is_whole_list: bool,
    },
    /// `*a` among elements or arguments: one placeholder.
    Splat,
    /// An element that goes with its comma: a pair of a dictionary, a named argument, a base class.
    Item {
        /// Index into [`PythonParts::lists`].
        list_idx: usize,
        /// How it is written.
        item: CommaItem,
    },
    /// The condition of a comprehension, the guard of a `case`, with their `if`.
    Filter,
    /// A `for` of a comprehension after the first.
    Qualifier,
    /// A decorator with its line.
    Decorator,
    /// A part of a slice, which without it has the language's own.
    Bound,
}

/// What is written with a comma after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommaItem {
    /// `k: v`.
    Pair,
    /// `k=v`.
    Keyword,
    /// `**a`.
    Mapping,
    /// A base class.
    Base,
}

/// One deletion and its text.
pub(super) type PythonPart = TextPart<PythonPlace>;

/// Everything that can be deleted from a Python program.
#[derive(Clone, Debug, Default)]
pub(super) struct PythonParts {
    /// In source order, what is around before what is inside.
    pub all: Vec<PythonPart>,
    /// Statements of each body.
    pub bodies: Vec<Separated>,
    /// Elements that go with commas, and those beside them.
    pub lists: Vec<Separated>,
    /// Siblings of which one must stay.
    pub groups: Vec<Group>,
}

fn action(place: &PythonPlace) -> Action {
    Action::Delete(match place {
        PythonPlace::Statement { .. } => Leaves::Statement,
        PythonPlace::Parameter { .. } => Leaves::Wildcard,
        PythonPlace::Value { .. } | PythonPlace::Splat => Leaves::Sliced,
        PythonPlace::Branch
        | PythonPlace::Clause(_)
        | PythonPlace::Item { .. }
        | PythonPlace::Filter
        | PythonPlace::Qualifier
        | PythonPlace::Decorator
        | PythonPlace::Bound => Leaves::Nothing,
    })
}

struct PythonText;

impl Dialect for PythonText {
    fn text(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
        marks: &[Mark<'_>],
    ) -> Vec<SourceFile> {
        text::text(program, deletions, candidate, marks)
    }

    fn remove_empty(&self, program: &Tree, kept: &mut NodeSet) {
        remove_vanishing(program, kept);
    }
}

/// Everything that can be deleted from a program.
pub(super) fn of(program: &Tree) -> Deletions {
    let PythonParts { all, groups, .. } = PythonParts::new(program);
    let all = all.into_iter().map(|part| part.deletion).collect();
    Deletions::new(program, Table { all, groups, ..Table::default() }, &PythonText)
}
