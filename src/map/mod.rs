//! Which nodes of the program a slice kept.
//!
//! In: the trees of a program and of a slicer's answer. Out: a [`Mapping`]. Pure.

use crate::ast::{NodeId, NodeSet};

/// What became of one node of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Is this node of the program.
    Mapped(NodeId),
    /// Glue the language needs, or a placeholder.
    Residue,
    /// Stands in the place of this node of the program, with other text.
    Rewritten(NodeId),
    /// Nowhere in the program.
    Invented,
}

/// The nodes of a program that a slice kept, and an account of every node of the slice.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// Counted program nodes that the slice kept.
    pub kept: NodeSet,
    /// Fate of each node of the slice, by its id.
    pub fates: Vec<Fate>,
    /// Program nodes that some, but not all, maximal embeddings keep.
    pub ambiguous: NodeSet,
    /// The slicer kept lines (and columns) where they were, and ties were broken by them.
    pub layout_kept: bool,
}
