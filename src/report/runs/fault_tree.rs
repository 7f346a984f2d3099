//! Faults by subtree: a call that is surplus with all of its arguments is one thing to look at, and not one for each node.

use std::collections::{BTreeMap, BTreeSet};

use super::{BaselineState, NodeFault, TokenMark};
use crate::ast::{NodeId, Position, Tree};

/// Nodes of one mark and state that hang together below one of them; lines and columns are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultTree {
    /// The outermost node.
    pub fault: NodeFault,
    /// Nodes, the outermost included.
    pub n_nodes: usize,
    /// Line and column, in characters, where the outermost node begins.
    pub start: (usize, usize),
    /// Line and column, in characters, behind its end.
    pub end: (usize, usize),
}

/// The subtrees of faults in one tree, in the order of their outermost nodes: of all marks and states that are given.
pub(super) fn fault_trees(tree: &Tree, faults: &[&NodeFault]) -> Vec<FaultTree> {
    let mut sets: BTreeMap<(TokenMark, Option<BaselineState>), BTreeSet<NodeId>> = BTreeMap::new();
    for fault in faults {
        sets.entry((fault.mark, fault.since)).or_default().insert(fault.node);
    }
    let mut sizes: BTreeMap<(NodeId, TokenMark, Option<BaselineState>), usize> = BTreeMap::new();
    for fault in faults {
        let nodes = &sets[&(fault.mark, fault.since)];
        let above = tree.ancestors(fault.node).filter(|above| tree.is_counted(*above));
        let root = above.take_while(|above| nodes.contains(above)).last().unwrap_or(fault.node);
        *sizes.entry((root, fault.mark, fault.since)).or_default() += 1;
    }
    let of_root = |fault: &&NodeFault| {
        let n_nodes = *sizes.get(&(fault.node, fault.mark, fault.since))?;
        let (file, span) = (tree.file_of(fault.node), tree.span(fault.node));
        let place = |Position { line, column }: Position| (line, column);
        Some(FaultTree {
            fault: (*fault).clone(),
            n_nodes,
            start: place(tree.position(file, span.start)),
            end: place(tree.position(file, span.end)),
        })
    };
    faults.iter().filter_map(of_root).collect()
}
