//! Whether the names that a candidate keeps mean what they mean in the program.
//!
//! Where a parameter goes, or the only binding of a local name, a use that stays would mean the variable of the same name that
//! is around: the compiler takes it, and nobody who deletes code by hand would. Such a candidate has a flaw, as one with an
//! unbound variable has. What binds what is for each language to say; this is what is alike.

use super::Flaw;
use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Deletions};

/// What gives a name its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoundName {
    /// Gone with this node; `None` for one that always stays.
    node: Option<NodeId>,
    /// Offset of its byte.
    at: usize,
}

impl BoundName {
    /// The name at this place of the only file: the innermost node that begins there, or is called like that.
    pub(crate) fn at(program: &Tree, name: &str, at: usize) -> BoundName {
        let is_it = |&node: &NodeId| {
            let span = program.span(node);
            span.contains(&at) && (span.start == at || program.label(node) == name)
        };
        BoundName { node: program.ids().rev().find(is_it), at }
    }

    /// A name that no deletion takes away.
    pub(crate) fn always(at: usize) -> BoundName {
        BoundName { node: None, at }
    }

    fn is_gone(&self, gone: &NodeSet) -> bool {
        self.node.is_some_and(|node| gone.contains(node))
    }
}

/// A name where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScopedUse {
    /// The node that is the name, or the innermost around it.
    pub(crate) node: NodeId,
    pub(crate) name: String,
    /// What binds it in the scope whose name it is.
    pub(crate) own: Vec<BoundName>,
    /// What binds the same name around that scope, inner before outer.
    pub(crate) outer: Vec<BoundName>,
}

/// The uses of a program whose names could come to mean something else.
#[derive(Debug, Default)]
pub(crate) struct NameMeanings(Vec<ScopedUse>);

impl NameMeanings {
    pub(crate) fn new(uses: impl IntoIterator<Item = ScopedUse>) -> NameMeanings {
        let could_change = |one: &ScopedUse| {
            !one.outer.is_empty() && !one.own.is_empty() && one.own.iter().all(|own| own.node.is_some())
        };
        NameMeanings(uses.into_iter().filter(could_change).collect())
    }

    /// The first use that a candidate leaves, and not what it means.
    pub(crate) fn check(&self, program: &Tree, deletions: &Deletions, candidate: &Candidate) -> Option<Flaw> {
        if self.0.is_empty() {
            return None;
        }
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let is_lost = |one: &&ScopedUse| {
            !gone.contains(one.node)
                && one.own.iter().all(|own| own.is_gone(&gone))
                && one.outer.iter().any(|outer| !outer.is_gone(&gone))
        };
        self.0.iter().find(is_lost).map(|one| {
            // It means nothing at all where nothing around binds it either.
            let left: Vec<&BoundName> = one.outer.iter().filter(|outer| !outer.is_gone(&gone)).collect();
            let nodes = left.iter().filter_map(|outer| outer.node).chain([one.node]);
            let around = nodes.flat_map(|node| program.ancestors(node).chain([node]));
            let text = &program.file(0).text;
            let line = text[..left[0].at].matches('\n').count() + 1;
            Flaw {
                node: one.node,
                why: format!("`{}` would mean the variable of line {line}", one.name),
                repairs: around.filter(|&node| !deletions.of_node(node).is_empty()).collect(),
            }
        })
    }
}
