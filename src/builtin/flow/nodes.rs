//! Nodes of a dependence graph and their edges, in lists while they are made and packed afterwards.

use crate::ast::NodeId;
use crate::flow::FunctionId;

/// Index of a node of the graph; the first ones run the points with the same numbers.
pub(super) type NodeIdx = usize;

/// Nodes and edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// What in the source is needed with a node.
    pub(super) at: Vec<Option<NodeId>>,
    /// What a node needs, besides what decides whether it runs and what declares its variables. Until the graph is built.
    pub(super) edges: Vec<Vec<NodeIdx>>,
    /// By node: the function that it belongs to.
    pub(super) owner: Vec<FunctionId>,
    /// Owner of the next nodes.
    pub(super) function: FunctionId,
}

impl Nodes {
    pub(super) fn add(&mut self, at: Option<NodeId>) -> NodeIdx {
        self.at.push(at);
        self.edges.push(Vec::new());
        self.owner.push(self.function);
        self.at.len() - 1
    }
}

/// Lists of nodes, by node, in one piece, as a walk reads them.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeLists {
    /// By node, where its list begins; behind them, where the last one ends.
    starts: Vec<u32>,
    to: Vec<u32>,
}

impl EdgeLists {
    /// Each edge once, in their order.
    pub(super) fn new(edges: Vec<Vec<NodeIdx>>) -> EdgeLists {
        let mut lists = EdgeLists { starts: vec![0], to: Vec::new() };
        let mut last_from = vec![usize::MAX; edges.len()];
        for (from, edges) in edges.into_iter().enumerate() {
            for to in edges {
                if std::mem::replace(&mut last_from[to], from) != from {
                    lists.to.push(to as u32);
                }
            }
            lists.starts.push(lists.to.len() as u32);
        }
        lists
    }

    pub(super) fn of(&self, node: NodeIdx) -> impl Iterator<Item = NodeIdx> + '_ {
        let list = self.starts[node] as usize..self.starts[node + 1] as usize;
        self.to[list].iter().map(|&to| to as usize)
    }
}

/// A call that gives something to an input of a function: the call, and the places of the function and of the input in what it gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Giver {
    pub(super) call: u32,
    pub(super) passed: u32,
    pub(super) input: u32,
}

/// Calls, by the node of the input that they give something to, in one piece.
#[derive(Clone, Debug, Default)]
pub(super) struct GiverLists {
    /// By node, where its list begins; behind them, where the last one ends.
    starts: Vec<u32>,
    givers: Vec<Giver>,
}

impl GiverLists {
    /// From calls with the inputs that they give something to.
    pub(super) fn new(n_nodes: usize, mut givers: Vec<(NodeIdx, Giver)>) -> GiverLists {
        givers.sort_by_key(|(input, _)| *input);
        let mut starts = vec![0; n_nodes + 1];
        givers.iter().for_each(|(input, _)| starts[input + 1] += 1);
        for node in 0..n_nodes {
            starts[node + 1] += starts[node];
        }
        GiverLists { starts, givers: givers.into_iter().map(|(_, giver)| giver).collect() }
    }

    pub(super) fn of(&self, node: NodeIdx) -> &[Giver] {
        &self.givers[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}
