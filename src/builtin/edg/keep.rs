//! From needs to a slice: what stays of each node.

use crate::ast::{NodeId, NodeSet};

use super::Graph;
use super::graph::Need;

/// Nodes of the tree that stay.
pub(super) fn keep(graph: &Graph<'_>, needs: &[Need]) -> NodeSet {
    let tree = graph.tree;
    let mut keep: NodeSet = tree.ids().filter(|&node| is_kept(graph, needs, node)).collect();
    for node in tree.ids() {
        // The rest of a list that stays is not lifted away: its element would be the list then.
        let is_tail =
            tree.kind(node) == "cons" && tree.parent(node).is_some_and(|above| is_cell(graph, &keep, above));
        if is_tail && needs[node as usize].is_kept() {
            keep.insert(node);
        }
    }
    for chain in &graph.chains {
        if !keep.contains(chain.owner) {
            continue;
        }
        let last = chain.clauses.iter().rposition(|&clause| needs[clause as usize].is_kept());
        // Behind the last clause that matters, one stays for all values that it refuses.
        let catch_all = chain.clauses.get(last.map_or(0, |last| last + 1));
        keep.extend(catch_all.copied());
    }
    let clauses: Vec<NodeId> = keep.iter().filter(|&node| tree.kind(node).ends_with("_clause")).collect();
    for clause in clauses {
        keep.extend(tree.children(clause).filter(|&child| tree.kind(child) == "guard"));
    }
    keep
}

fn is_cell(graph: &Graph<'_>, keep: &NodeSet, node: NodeId) -> bool {
    graph.tree.kind(node) == "cons" && keep.contains(node)
}

/// Whether a node stays itself; one that is not executed gives way to its only kept operand.
fn is_kept(graph: &Graph<'_>, needs: &[Need], node: NodeId) -> bool {
    let tree = graph.tree;
    let need = needs[node as usize];
    match tree.kind(node) {
        "match_expr" => {
            let mut parts = tree.children(node);
            let pattern = parts.next().is_some_and(|pattern| needs[pattern as usize].is_kept());
            let value = parts.next().is_some_and(|value| needs[value as usize].is_kept());
            need.is_kept() && (pattern || !value)
        }
        "function" | "guard" | "qualifiers" | "block_expr" => need.is_kept(),
        kind if kind.ends_with("_clause") => need.is_kept(),
        _ => need.is_active(),
    }
}
