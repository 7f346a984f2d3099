//! The table for JavaScript: which single deletions exist, where their text is, and what each leaves behind.
//!
//! A walk over the concrete tree gives each deletion a [`ScriptPlace`]. What deletes, what is written and what an oracle
//! switches off are all read from these [`ScriptPart`]s. `void 0` stands for deleted expressions: it is JavaScript's own nothing,
//! weighs nothing, and what is left runs as it stands.

mod text;
mod walk;

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{
    Action, Candidate, Deletions, Dialect, Group, Leaves, Mark, Separated, Table, TextPart, remove_vanishing,
};

/// What JavaScript has in the place of a deleted expression.
pub(super) const NOTHING: &str = "void 0";

/// Where a deletion is, and with it what its text needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScriptPlace {
    /// A statement, with `export` before it.
    Statement {
        /// Whether it is a body without braces.
        is_body: bool,
        /// Whether it says something of the code around it: `'use strict'`.
        is_directive: bool,
    },
    /// A function or class as a statement.
    Definition {
        /// Whether it is a class.
        is_class: bool,
    },
    /// A declared name with its value.
    Declarator {
        /// Index into [`ScriptParts::rows`].
        row_idx: usize,
        /// Whether it has a pattern in the place of a name.
        is_pattern: bool,
    },
    /// The value of a declared name, which stays.
    Initialiser,
    /// The statement behind a condition.
    Branch,
    /// `else` and its statement.
    Else {
        /// Whether another `else` could follow the `if`, which must then keep its own.
        needs_else: bool,
    },
    /// `case` with the statements behind it.
    Case,
    /// `default`, likewise.
    Default {
        /// Whether it is the last of its `switch`.
        is_last: bool,
    },
    /// `catch` with its block.
    Catch,
    /// `finally` with its block.
    Finally,
    /// The name of what is caught, with its parentheses.
    Caught {
        /// Whether it is a pattern.
        is_pattern: bool,
    },
    /// The first part or the step of a `for`.
    ForStep,
    /// The condition of a `for`.
    ForCondition,
    /// A parameter, whose place stays.
    Parameter {
        /// What is left.
        by: String,
        /// Whether it is a name without a default.
        is_plain: bool,
    },
    /// An expression, for which a placeholder stands.
    Value {
        /// Whether the placeholder needs parentheses.
        is_wrapped: bool,
    },
    /// `...a` among elements or arguments: one placeholder.
    Splat,
    /// A property of an object, with its comma.
    Item {
        /// Index into [`ScriptParts::rows`].
        row_idx: usize,
        /// How it is written.
        item: ObjectItem,
    },
    /// A property in a pattern, with its comma.
    PatternItem {
        /// Index into [`ScriptParts::rows`].
        row_idx: usize,
    },
    /// An element of a pattern, whose place stays.
    PatternElement,
    /// A method or field of a class.
    Member,
    /// What a class extends, with the keyword.
    Heritage,
}

/// A property of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectItem {
    /// `key: value`, or a name alone.
    Pair,
    /// A method, a getter, or what is no property of its own.
    Special,
    /// `...a`.
    Spread,
}

/// One deletion and its text.
pub(super) type ScriptPart = TextPart<ScriptPlace>;

/// Everything that can be deleted from a JavaScript program.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptParts {
    /// In source order, what is around before what is inside.
    pub all: Vec<ScriptPart>,
    /// Properties and declared names that go with commas, and those beside them.
    pub rows: Vec<DeclaredRow>,
    /// Siblings of which one must stay.
    pub groups: Vec<Group>,
}

/// Things with commas between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DeclaredRow {
    /// The things.
    pub row: Separated,
    /// The statement that goes when none is left; empty where none does.
    pub around: std::ops::Range<usize>,
    /// What is then left of it.
    pub by: &'static str,
}

fn action(place: &ScriptPlace, name: Option<NodeId>) -> Action {
    Action::Delete(match place {
        ScriptPlace::Statement { .. } | ScriptPlace::Definition { .. } | ScriptPlace::Declarator { .. } => {
            Leaves::Statement
        }
        ScriptPlace::Initialiser => return name.map_or(Action::Delete(Leaves::Nothing), Action::Lift),
        ScriptPlace::Parameter { .. } => Leaves::Wildcard,
        ScriptPlace::Value { .. } | ScriptPlace::Splat => Leaves::Sliced,
        ScriptPlace::Branch
        | ScriptPlace::Else { .. }
        | ScriptPlace::Case
        | ScriptPlace::Default { .. }
        | ScriptPlace::Catch
        | ScriptPlace::Finally
        | ScriptPlace::Caught { .. }
        | ScriptPlace::ForStep
        | ScriptPlace::ForCondition
        | ScriptPlace::Item { .. }
        | ScriptPlace::PatternItem { .. }
        | ScriptPlace::PatternElement
        | ScriptPlace::Member
        | ScriptPlace::Heritage => Leaves::Nothing,
    })
}

struct ScriptText;

impl Dialect for ScriptText {
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
    let ScriptParts { all, groups, .. } = ScriptParts::new(program);
    let all = all.into_iter().map(|part| part.deletion).collect();
    Deletions::new(program, Table { all, groups, ..Table::default() }, &ScriptText)
}
