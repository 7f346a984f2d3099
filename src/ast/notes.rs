//! What weighs nothing but means something: types, modifiers and directives, as a tree keeps them.
//!
//! Nothing here enters sizes, keys or the mapping; `grade` compares the notes of nodes that are kept. Contents of guards are
//! nodes that do not count, and are compared as such. `noting` collects what stands here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::tree::NodeId;

/// A word that may stand anywhere among its like, as `static`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Modifier {
    /// Its tokens.
    pub text: Arc<str>,
    /// Only a compiler's checks read it: a slicer may leave it out.
    pub may_go: bool,
}

/// What stands with a node and weighs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeNote {
    /// In ascending order, each once.
    pub modifiers: BTreeSet<Modifier>,
    /// Types and other words, in source order.
    pub words: Vec<Arc<str>>,
    /// The words are the type of a result that nothing returns: they may go.
    pub is_idle: bool,
    /// Places of a list that nothing stands in, which count as places: `[1, , 2]`, `x[1, ]`.
    pub n_empty: usize,
}

/// Directives of a file, in one spelling: imports, includes, definitions of macros and types, attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// What the file says, with the byte offset where it does so first.
    pub stated: BTreeMap<String, usize>,
    /// What a slicer may say for the file: prototypes of its functions.
    pub implied: BTreeSet<String>,
}

/// Notes of all files of a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// In ascending order of nodes.
    pub(super) nodes: Vec<(NodeId, NodeNote)>,
    /// By file.
    pub(super) files: Vec<Directives>,
}
