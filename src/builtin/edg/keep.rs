//! From needs to a slice: what stays of each node.

use crate::ast::{NodeId, NodeSet};

use super::Graph;
use super::graph::Need;

/// Nodes of the tree that stay.
pub(super) fn keep(graph: &Graph<'_>, needs: &[Need]) -> NodeSet {
    let tree = graph.tree;
    let mut keep: NodeSet = tree.ids().filter(|&node| needs[node as usize].is_kept()).collect();
    for chain in &graph.chains {
        if !keep.contains(chain.owner) {
            continue;
        }
        let last = chain.clauses.iter().rposition(|&clause| needs[clause as usize].is_kept());
        // Behind the last clause that matters, one stays for all values that it refuses.
        let catch_all = chain.clauses.get(last.map_or(0, |last| last + 1));
        keep.extend(catch_all.copied());
    }
    let guards: Vec<NodeId> = keep.iter().filter_map(|node| Some(graph.syntax.clause(node)?.guard)).collect();
    keep.extend(guards);
    keep
}
