//! Slices next to a given one, and by chance: what a grade must tell apart.

use crate::ast::{NodeId, NodeSet, ParseOptions, Tree};
use crate::map::{MapOptions, map};

use super::render::{DELETED, render};

/// The gold slice without one node; where the syntax has no such deletion, without the smallest subtree.
pub(super) fn minus_one(program: &Tree, gold: &NodeSet, criterion: NodeId) -> NodeSet {
    let without = |node: NodeId| {
        let subtree: NodeSet = program.subtree(node).collect();
        gold.difference(&subtree)
    };
    let holds_criterion = |node: NodeId| program.subtree(node).contains(&criterion);
    let mut candidates: Vec<(usize, NodeId)> = gold
        .iter()
        .filter(|&node| !holds_criterion(node))
        .map(|node| (gold.len() - without(node).len(), node))
        .collect();
    // Later nodes first among equals: they are less often patterns, which all must be filled.
    candidates.sort_by_key(|&(size, node)| (size, std::cmp::Reverse(node)));
    let sets = candidates.into_iter().map(|(_, node)| without(node));
    first_that_survives(program, sets).unwrap_or_else(|| gold.clone())
}

/// The gold slice with one more node below a kept one, or the smallest subtree that can be added.
pub(super) fn plus_one(program: &Tree, gold: &NodeSet) -> NodeSet {
    let mut candidates: Vec<(usize, NodeId)> = program
        .ids()
        .filter(|&node| program.is_counted(node) && !gold.contains(node))
        .filter(|&node| program.parent(node).is_none_or(|parent| gold.contains(parent)))
        .map(|node| (program.subtree(node).filter(|&node| program.is_counted(node)).count(), node))
        .collect();
    candidates.sort_unstable();
    let with = |node: NodeId| {
        let subtree: NodeSet = program.subtree(node).filter(|&node| program.is_counted(node)).collect();
        gold.union(&subtree)
    };
    let single = |node: NodeId| gold.union(&NodeSet::from_iter([node]));
    let sets = candidates
        .iter()
        .map(|&(_, node)| single(node))
        .chain(candidates.iter().map(|&(_, node)| with(node)));
    first_that_survives(program, sets).unwrap_or_else(|| gold.clone())
}

/// The first set that comes back unchanged when it is printed, parsed and mapped.
fn first_that_survives(program: &Tree, mut sets: impl Iterator<Item = NodeSet>) -> Option<NodeSet> {
    sets.find(|set| comes_back(program, set))
}

fn comes_back(program: &Tree, set: &NodeSet) -> bool {
    let options = ParseOptions { placeholders: vec![DELETED.to_owned()] };
    let slice = Tree::parse_with(program.language(), &render(program, set), &options);
    let mapping = map(program, &slice, &MapOptions::default());
    slice.problems().is_empty() && mapping.kept == *set && mapping.n_invented(&slice) == 0
}

/// Keeps each subtree below a kept node with probability one half; always the criterion.
pub(super) fn random(program: &Tree, criterion: NodeId, seed: u64) -> NodeSet {
    let mut state = seed;
    let mut kept = NodeSet::new();
    for node in program.ids() {
        let parent_kept = program.parent(node).is_none_or(|parent| kept.contains(parent));
        if program.subtree(node).contains(&criterion) || (parent_kept && coin(&mut state)) {
            kept.insert(node);
        }
    }
    kept.iter().filter(|&node| program.is_counted(node)).collect()
}

/// SplitMix64: the same sequence for the same seed on every machine.
fn coin(state: &mut u64) -> bool {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut value = *state;
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (value ^ (value >> 31)) & 1 == 1
}
