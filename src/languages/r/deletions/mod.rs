//! The table for R: which single deletions exist, where their text is, and what each leaves behind.
//!
//! A walk over the concrete tree gives each deletion an [`RPlace`]. What deletes, what is written and what an oracle
//! switches off are all read from these [`RPart`]s. `{}`, which is `NULL` and weighs nothing, stands for deleted expressions.

mod text;
mod walk;

use std::ops::Range;

use crate::ast::{NodeSet, SourceFile, Tree};
use crate::deletions::{
    Action, Candidate, Deletions, Dialect, Leaves, Mark, Separated, Table, TextPart, remove_vanishing,
};

/// What R has in the place of a deleted expression.
pub(super) const NOTHING: &str = "{}";

/// Names of parameters that are gone, without their numbers.
pub(super) const NAMELESS: &str = "._";

/// Where a deletion is, and with it what its text needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RPlace {
    /// A statement of a block.
    Statement {
        /// Index into [`RParts::bodies`].
        body_idx: usize,
    },
    /// What an `if` does: `{}` is left.
    Branch,
    /// What it does otherwise, which goes with its `else`.
    Else,
    /// A parameter, whose place stays.
    Parameter {
        /// What is left.
        by: String,
        /// The function.
        function: Range<usize>,
        /// 0-based place among the parameters.
        idx: usize,
    },
    /// An expression, for which a placeholder stands.
    Value,
    /// A named argument with its comma.
    Item {
        /// Index into [`RParts::lists`].
        list_idx: usize,
    },
}

/// One deletion and its text.
pub(super) type RPart = TextPart<RPlace>;

/// Everything that can be deleted from an R program.
#[derive(Clone, Debug, Default)]
pub(super) struct RParts {
    /// In source order, what is around before what is inside.
    pub all: Vec<RPart>,
    /// Statements of each block.
    pub bodies: Vec<Separated>,
    /// Arguments of each call.
    pub lists: Vec<Separated>,
}

fn action(place: &RPlace) -> Action {
    Action::Delete(match place {
        RPlace::Statement { .. } => Leaves::Statement,
        RPlace::Parameter { .. } => Leaves::Wildcard,
        RPlace::Value => Leaves::Sliced,
        RPlace::Branch | RPlace::Else | RPlace::Item { .. } => Leaves::Nothing,
    })
}

struct RText;

impl Dialect for RText {
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
    let all = RParts::new(program).all.into_iter().map(|part| part.deletion).collect();
    Deletions::new(program, Table { all, ..Table::default() }, &RText)
}
