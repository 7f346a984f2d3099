//! Why a graph slicer keeps a node: the dependences that lead to it from the criterion.
//!
//! In: a graph, a criterion, a variant. Out: chains of nodes. Every need of a walk has the need that it was derived from, which was there
//! before it, so that a chain is a derivation in the rules of [`traverse`](super::traverse), with the parts of values that are
//! asked for, and not only a path of edges.

use std::collections::HashMap;

use crate::ast::{NodeId, NodeSet};

use super::traverse::{Item, derive};
use super::{Graph, Variant};

/// What a node depends on another by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Its value, or a part of it, is made of the other's.
    Value,
    /// The other decides whether it is executed, or has to be executed with it.
    Control,
    /// The slicer keeps whole statements, and the other is in the same one.
    Statement,
}

/// One dependence of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainStep {
    /// What is needed.
    pub node: NodeId,
    /// How the node before needs it.
    pub how: Dependence,
}

/// A need, and how it leads to another.
pub(super) type NeedCause = ((NodeId, Item), Dependence);

/// All needs of a walk in the order in which they were found, each with the one that it comes from; none of the criterion.
#[derive(Debug, Default)]
pub(super) struct Derivations {
    found: Vec<(NodeId, Option<(usize, Dependence)>)>,
    by_need: HashMap<(NodeId, Item), usize>,
    first: HashMap<NodeId, usize>,
}

impl Derivations {
    pub(super) fn add(&mut self, need: (NodeId, Item), because: Option<NeedCause>) {
        let from = because.and_then(|(cause, how)| Some((*self.by_need.get(&cause)?, how)));
        let idx = self.found.len();
        self.found.push((need.0, from));
        self.by_need.entry(need).or_insert(idx);
        self.first.entry(need.0).or_insert(idx);
    }
}

/// Why a slicer keeps what it keeps for one criterion.
#[derive(Debug)]
pub struct KeepReasons {
    derivations: Derivations,
    /// Node of the tree for each node of the graph that has one.
    owners: Vec<Option<NodeId>>,
}

impl Graph<'_> {
    /// Why the slice for these nodes has what it has. Of a program that is kept whole because it cannot be read, nothing is known.
    pub fn reasons(&self, criteria: &[NodeId], variant: Variant) -> KeepReasons {
        let own = self.tree.ids().map(Some);
        let owners = own.chain(self.aux.iter().map(|aux| aux.owner())).collect();
        let derivations = match self.is_broken {
            true => Derivations::default(),
            false => derive(self, criteria, variant, &self.settled(criteria, variant).1),
        };
        KeepReasons { derivations, owners }
    }
}

impl KeepReasons {
    /// From the criterion to the first of some nodes that was needed: what each needs, in order, the criterion itself left out.
    /// `None` when none of them was, as a clause that stays for what the others refuse; empty when the criterion is among them.
    pub fn chain(&self, nodes: &NodeSet) -> Option<Vec<ChainStep>> {
        let firsts = nodes.iter().filter_map(|node| self.derivations.first.get(&node).copied());
        let mut idx = firsts.min()?;
        let mut steps = Vec::new();
        while let (node, Some((from, how))) = self.derivations.found[idx] {
            if let Some(node) = self.owners[node as usize] {
                steps.push(ChainStep { node, how });
            }
            idx = from;
        }
        steps.reverse();
        let criterion = self.owners[self.derivations.found[idx].0 as usize];
        Some(without_detours(steps, criterion))
    }
}

/// A chain without what leads from a node back to it: its value, then a part of that, its arguments as they come in and as they are
/// needed.
fn without_detours(steps: Vec<ChainStep>, criterion: Option<NodeId>) -> Vec<ChainStep> {
    let mut straight: Vec<ChainStep> = Vec::new();
    for step in steps {
        let known = straight.iter().position(|earlier| earlier.node == step.node);
        match known {
            Some(idx) => straight.truncate(idx + 1),
            None if Some(step.node) == criterion => straight.clear(),
            None => straight.push(step),
        }
    }
    straight
}
