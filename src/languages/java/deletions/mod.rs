//! The table for Java: which single deletions exist, where their text is, and what each leaves behind.
//!
//! A walk over the concrete tree gives each deletion a [`JavaPlace`]. What deletes, what is written and what an oracle
//! switches off are all read from these parts. `sliced` stands for deleted expressions: a variable of the type that the
//! expression had, which weighs nothing.

mod text;
mod walk;

use crate::ast::{NodeSet, SourceFile, Tree};
use crate::deletions::{
    Action, Candidate, Deletions, Dialect, Group, Leaves, Mark, Separated, Table, TextPart, remove_vanishing,
};

pub(super) use text::text_with;

/// Names of parameters that are gone, without their numbers.
pub(super) const NAMELESS: &str = "_";

/// Where a deletion is, and with it what its text needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JavaPlace {
    /// A statement.
    Statement {
        /// What the syntax needs in its place.
        by: &'static str,
    },
    /// One variable of a declaration.
    Declarator {
        /// Index into [`JavaParts::declarations`].
        declaration_idx: usize,
    },
    /// A method, a constructor, a class.
    Definition,
    /// A branch of an `if`.
    Branch {
        /// What is left of it.
        by: &'static str,
    },
    /// Labels of a switch with what follows them.
    Case,
    Catch,
    Finally,
    /// The name of a parameter, whose place and type stay.
    Parameter {
        /// What is left.
        by: String,
    },
    /// A first or last part of a `for`, with its comma.
    Step {
        /// Index into [`JavaParts::steps`].
        list_idx: usize,
    },
    /// An expression, for which a placeholder stands.
    Value,
}

/// One deletion and its text; inside is the name of what is declared, or the block of a clause.
pub(super) type JavaPart = TextPart<JavaPlace>;

/// A declaration of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct JavaDeclaration {
    /// All of it but for the semicolon that a `for` needs.
    pub whole: std::ops::Range<usize>,
    /// Its declarators.
    pub row: Separated,
}

/// Everything that can be deleted from a Java program.
#[derive(Clone, Debug, Default)]
pub(super) struct JavaParts {
    /// In source order, what is around before what is inside.
    pub all: Vec<JavaPart>,
    pub declarations: Vec<JavaDeclaration>,
    /// First and last parts of loops.
    pub steps: Vec<Separated>,
    /// Siblings of which one must stay.
    pub groups: Vec<Group>,
}

fn action(place: &JavaPlace) -> Action {
    Action::Delete(match place {
        JavaPlace::Statement { .. } | JavaPlace::Declarator { .. } => Leaves::Statement,
        JavaPlace::Parameter { .. } => Leaves::Wildcard,
        JavaPlace::Value => Leaves::Sliced,
        JavaPlace::Definition
        | JavaPlace::Branch { .. }
        | JavaPlace::Case
        | JavaPlace::Catch
        | JavaPlace::Finally
        | JavaPlace::Step { .. } => Leaves::Nothing,
    })
}

struct JavaText;

impl Dialect for JavaText {
    fn text(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
        marks: &[Mark<'_>],
    ) -> Vec<SourceFile> {
        text_with(program, deletions, candidate, marks, |_| crate::deletions::DELETED.to_owned())
    }

    fn remove_empty(&self, program: &Tree, kept: &mut NodeSet) {
        remove_vanishing(program, kept);
    }
}

/// Everything that can be deleted from a program.
pub(super) fn of(program: &Tree) -> Deletions {
    let JavaParts { all, groups, .. } = JavaParts::new(program);
    let all = all.into_iter().map(|part| part.deletion).collect();
    Deletions::new(program, Table { all, groups, ..Table::default() }, &JavaText)
}
