//! The table for C: which single deletions exist, where their text is, and what each leaves behind.
//!
//! A walk over the concrete tree gives each deletion a [`Construct`]; the tree we count has neither punctuation nor
//! types, and C separates its declarators, parameters and statements in more ways than one. What
//! deletes, what is written and what an oracle switches off are all read from these [`Part`]s.

mod text;
mod walk;

use std::ops::Range;

use crate::ast::{BRANCH, NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Action, Candidate, Deletion, Deletions, Dialect, Leaves, Mark, Table};

pub(super) use walk::Parts;

use super::syntax::NodeKind;

/// What a C expression is needed for, which decides the type that a placeholder must have in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Its truth: conditions, operands of `!`, `&&`, `||`.
    Truth,
    /// Its value as it is: operands, subscripts.
    Operand,
    /// Its value, stored in what this byte range names.
    Assigned(Range<usize>),
    /// The value of a function.
    Returned,
    /// An argument of a call.
    Argument {
        /// Name of the function; empty when an expression says which.
        callee: String,
        /// 0-based position.
        idx: usize,
    },
    /// Nothing: the left side of a comma.
    Discarded,
}

/// Where a deletion is, and with it what its text needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Construct {
    /// A function with its body.
    Function,
    /// The name of a parameter.
    Parameter,
    /// A statement; one that is a whole body leaves `;`.
    Statement {
        /// Whether it is a body without braces.
        is_body: bool,
    },
    /// A branch of an `if`.
    Branch {
        /// The second one, which goes with its `else`.
        is_else: bool,
        /// Whether it has braces.
        is_block: bool,
        /// Whether another `else` could follow the `if`, which must then keep its own.
        needs_else: bool,
        /// Its statement, without `else`.
        body: Range<usize>,
    },
    /// A `case` or `default` with the statements after it.
    Case {
        /// The `switch`.
        switch: NodeId,
        /// Whether it is `default`.
        is_default: bool,
        /// One past its colon.
        body_start: usize,
    },
    /// One declarator.
    Declarator {
        /// Index into [`Parts::declarations`].
        declaration_idx: usize,
    },
    /// What initialises a name, which stays.
    Initialiser {
        /// Whether the variable lives as long as the program, and is 0 without an initialiser.
        is_static: bool,
        /// Whether it is a list in braces or the string of an array.
        is_aggregate: bool,
    },
    /// A label, whose statement stays.
    Label,
    /// The first or last part in the parentheses of a `for`.
    ForStep,
    /// The condition of a `for`.
    ForCondition,
    /// An expression, for which a placeholder stands.
    Expression(Role),
}

/// One deletion and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The deletion.
    pub deletion: Deletion,
    /// Index of its file.
    pub file_idx: usize,
    /// Where it stands.
    pub place: Construct,
    /// Bytes that go.
    pub range: Range<usize>,
}

/// A declaration of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclarationRange {
    /// Index of its file.
    pub file_idx: usize,
    /// All of it, with its semicolon.
    pub range: Range<usize>,
    /// Its declarators.
    pub declarators: Vec<Range<usize>>,
    /// Whether it defines a type, too, and so outlives its declarators.
    pub defines_type: bool,
    /// Whether it is the first part of a `for`, which needs its semicolon.
    pub is_for: bool,
}

/// What is left of C where a node goes.
fn action(place: &Construct, name: NodeId) -> Action {
    match place {
        Construct::Function
        | Construct::Branch { .. }
        | Construct::Case { .. }
        | Construct::ForStep
        | Construct::ForCondition => Action::Delete(Leaves::Nothing),
        Construct::Statement { .. } | Construct::Declarator { .. } => Action::Delete(Leaves::Statement),
        Construct::Parameter => Action::Delete(Leaves::Wildcard),
        Construct::Initialiser { .. } | Construct::Label => Action::Lift(name),
        Construct::Expression(_) => Action::Delete(Leaves::Sliced),
    }
}

struct CText;

impl Dialect for CText {
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
        remove_empty(program, kept);
    }
}

/// Everything that can be deleted from a program.
pub(super) fn of(program: &Tree) -> Deletions {
    let Parts { all, reaches, .. } = Parts::new(program);
    let all = all.into_iter().map(|part| part.deletion).collect();
    Deletions::new(program, Table { all, reaches, ..Table::default() }, &CText)
}

/// A program with everything deleted but these nodes, what encloses them, and what cannot go alone.
pub(super) fn text_of(program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
    let deletions = of(program);
    let candidate = deletions.keeping(program, keep);
    // What is declared may lose what initialises it.
    let is_lifted = |id: &u32| match deletions.get(*id).action {
        Action::Lift(name) => {
            NodeKind::of(program, deletions.get(*id).node) == NodeKind::Initialised
                && keep.contains(name)
                && deletions.gone(program, *id).skip(1).all(|below| !keep.contains(below))
        }
        Action::Delete(_) => false,
    };
    let lifted = (0..deletions.all().len() as u32).filter(is_lifted);
    deletions.text(program, &candidate.ids().iter().copied().chain(lifted).collect())
}

/// A branch with nothing left in it has no weight.
fn remove_empty(program: &Tree, kept: &mut NodeSet) {
    for node in program.ids().rev() {
        if program.kind(node) == BRANCH && kept.contains(node) {
            let mut inside = program.subtree(node).skip(1);
            if !inside.any(|below| kept.contains(below)) {
                kept.remove(node);
            }
        }
    }
}
