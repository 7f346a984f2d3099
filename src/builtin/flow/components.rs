//! Components of a graph, without recursion.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Sets of numbers below `n` that lead to one another by these edges, each set before those that lead to it.
pub(super) fn components(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let edges = edges.into_iter().map(|(from, to)| (from as u32, to as u32));
    let mut graph: DiGraph<(), ()> = DiGraph::from_edges(edges);
    while graph.node_count() < n {
        graph.add_node(());
    }
    let found = kosaraju_scc(&graph).into_iter();
    found.map(|component| component.into_iter().map(NodeIndex::index).collect()).collect()
}
