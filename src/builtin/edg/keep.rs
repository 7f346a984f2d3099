//! From needs to a slice: what stays of each node.

use crate::ast::{NodeId, NodeSet};

use super::graph::Need;
use super::traverse::{Without, traverse};
use super::{Graph, Variant};

impl Graph<'_> {
    /// Counted and uncounted nodes of the tree that the slice keeps, with everything that encloses them.
    pub fn slice(&self, criterion: NodeId, variant: Variant) -> NodeSet {
        self.slice_all(&[criterion], variant)
    }

    /// As [`Graph::slice`], for the values of all of these nodes together.
    pub fn slice_all(&self, criteria: &[NodeId], variant: Variant) -> NodeSet {
        if self.is_broken {
            return self.tree.ids().collect();
        }
        self.settled(criteria, variant).0
    }

    /// What the slice keeps, and the clauses that went because another one does what they do, with all in them.
    pub(super) fn settled(&self, criteria: &[NodeId], variant: Variant) -> (NodeSet, Without) {
        let mut without = Without::default();
        loop {
            let needs = traverse(self, criteria, variant, &without);
            let keep = self.kept(&needs, &without.gone);
            let subsumed = match variant {
                Variant::CeEdg => self.subsumed(&keep, criteria, &without.gone),
                _ => NodeSet::new(),
            };
            if subsumed.is_empty() {
                return (keep, without);
            }
            without.gone.extend(subsumed.iter().flat_map(|clause| self.tree.subtree(clause)));
        }
    }

    /// The nodes of which something is needed, with what these cannot do without.
    pub(super) fn kept(&self, needs: &[Need], gone: &NodeSet) -> NodeSet {
        let mut keep: NodeSet = self.tree.ids().filter(|&node| needs[node as usize].is_kept()).collect();
        for chain in &self.chains {
            if !keep.contains(chain.owner) {
                continue;
            }
            let clauses = chain.clauses.iter().copied().filter(|&clause| !gone.contains(clause));
            let clauses: Vec<NodeId> = clauses.collect();
            let last = clauses.iter().rposition(|&clause| needs[clause as usize].is_kept());
            // Behind the last clause that matters, one stays for all values that it refuses.
            let catch_all = clauses.get(last.map_or(0, |last| last + 1));
            keep.extend(catch_all.copied());
        }
        let guards: Vec<NodeId> =
            keep.iter().filter_map(|node| Some(self.syntax.clause(node)?.guard)).collect();
        keep.extend(guards);
        keep
    }
}
