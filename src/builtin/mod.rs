//! Slicers that ship inside the program: reference points, and the default.
//!
//! In: a program's tree and a criterion. Out: source text with code deleted. The
//! anti-oracles bound what a grade can be: `identity` keeps everything (recall 1), `criterion-only`
//! next to nothing, `gold` is exact, its neighbours are one node off, and `random` is chance. They are
//! run through the same process path as any slicer, so they test the harness, too.

mod neighbours;
mod reachable;

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};

pub use crate::render::{DELETED, render};

/// A slicer that ships inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Builtin {
    /// The whole program.
    Identity,
    /// The criterion and what encloses it.
    CriterionOnly,
    /// The gold slice.
    Gold,
    /// The gold slice without one node, or one subtree where the syntax has no smaller deletion.
    GoldMinusOne,
    /// The gold slice with one more node, or one more subtree.
    GoldPlusOne,
    /// Every deletable node kept with probability one half.
    Random,
    /// The functions that can reach the criterion's function, or be reached from these, by name.
    Reachable,
}

/// What a built-in slicer is asked.
#[derive(Clone, Copy, Debug)]
pub struct Query<'q> {
    /// The program.
    pub program: &'q Tree,
    /// The criterion's node.
    pub criterion: NodeId,
    /// Files of the gold slice, for those that read it.
    pub gold: Option<&'q [SourceFile]>,
    /// Seed of [`Builtin::Random`].
    pub seed: u64,
}

impl Builtin {
    /// Every built-in slicer, ordered by name.
    pub const ALL: [Builtin; 7] = [
        Builtin::CriterionOnly,
        Builtin::Gold,
        Builtin::GoldMinusOne,
        Builtin::GoldPlusOne,
        Builtin::Identity,
        Builtin::Random,
        Builtin::Reachable,
    ];

    /// Name on the command line and of its adapter.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Identity => "identity",
            Builtin::CriterionOnly => "criterion-only",
            Builtin::Gold => "gold",
            Builtin::GoldMinusOne => "gold-minus-one",
            Builtin::GoldPlusOne => "gold-plus-one",
            Builtin::Random => "random",
            Builtin::Reachable => "reachable",
        }
    }

    /// The slicer with this name, or `None`.
    pub fn from_name(name: &str) -> Option<Builtin> {
        Builtin::ALL.into_iter().find(|builtin| builtin.name() == name)
    }

    /// Whether [`Query::gold`] must be given.
    pub fn needs_gold(self) -> bool {
        matches!(self, Builtin::Gold | Builtin::GoldMinusOne | Builtin::GoldPlusOne)
    }

    /// The slice, under the program's file names.
    ///
    /// # Panics
    /// When [`Builtin::needs_gold`] and there is none.
    pub fn slice(self, query: &Query<'_>) -> Vec<SourceFile> {
        let program = query.program;
        let gold = || query.gold.expect("the caller gives gold to a slicer that needs it");
        match self {
            Builtin::Identity => program.files().cloned().collect(),
            Builtin::CriterionOnly => render(program, &NodeSet::from_iter([query.criterion])),
            Builtin::Gold => gold().to_vec(),
            Builtin::GoldMinusOne => neighbours::minus_one(query, gold()),
            Builtin::GoldPlusOne => neighbours::plus_one(query, gold()),
            Builtin::Random => render(program, &neighbours::random(program, query.criterion, query.seed)),
            Builtin::Reachable => render(program, &reachable::reachable(program, query.criterion)),
        }
    }

    /// Whether most of the work is a graph of the program, which serves all of its criteria.
    pub fn has_graph(self) -> bool {
        false
    }

    /// The slicer made ready for many criteria of one program.
    ///
    /// # Panics
    /// When [`Builtin::needs_gold`].
    pub fn prepare(self, program: &Tree) -> Prepared<'_> {
        assert!(!self.needs_gold(), "a slicer that starts from gold slices criteria one by one");
        Prepared { builtin: self, program }
    }
}

/// A built-in slicer that knows its program.
#[derive(Debug)]
pub struct Prepared<'p> {
    builtin: Builtin,
    program: &'p Tree,
}

impl Prepared<'_> {
    /// Counted nodes that the slice keeps. The text may have a few more, where syntax leaves no choice.
    pub fn keep(&self, criterion: NodeId) -> NodeSet {
        match self.builtin {
            Builtin::CriterionOnly => NodeSet::from_iter([criterion]),
            Builtin::Random => neighbours::random(self.program, criterion, 1),
            Builtin::Reachable => reachable::reachable(self.program, criterion),
            _ => self.program.counted(),
        }
    }

    /// The slice as text, under the program's file names.
    pub fn slice(&self, criterion: NodeId) -> Vec<SourceFile> {
        self.builtin.slice(&Query { program: self.program, criterion, gold: None, seed: 1 })
    }
}
