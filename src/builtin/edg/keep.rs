//! From needs to a slice: what stays of each node.

use crate::ast::{NodeId, NodeSet};

use super::traverse::traverse;
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
        let needs = traverse(self, criteria, variant);
        let mut keep: NodeSet = self.tree.ids().filter(|&node| needs[node as usize].is_kept()).collect();
        for chain in &self.chains {
            if !keep.contains(chain.owner) {
                continue;
            }
            let last = chain.clauses.iter().rposition(|&clause| needs[clause as usize].is_kept());
            // Behind the last clause that matters, one stays for all values that it refuses.
            let catch_all = chain.clauses.get(last.map_or(0, |last| last + 1));
            keep.extend(catch_all.copied());
        }
        let guards: Vec<NodeId> =
            keep.iter().filter_map(|node| Some(self.syntax.clause(node)?.guard)).collect();
        keep.extend(guards);
        keep
    }
}
