//! Embedding by tokens, for regions too large to search and too different to cut at siblings.
//!
//! After a parse error the tree around it is flat, so siblings say nothing, but tokens are still in
//! order. Identical subtrees that occur once on each side are paired wherever they hang, what lies
//! between them is diffed leaf by leaf, and inner nodes follow their leaves. The result is an
//! order-preserving embedding; it maps nearly as many nodes as a best one.

use std::collections::HashMap;
use std::ops::Range;

use crate::ast::{NodeId, Tree};

use super::align::longest_increasing;

/// Subtrees with fewer nodes are too common to be anchors.
const ANCHOR_NODES: usize = 4;
/// Product of the lengths of two leaf sequences up to which they are diffed.
const MAX_DIFF: usize = 16_000_000;

/// Pairs `(program node, slice node)` for nodes in two forests, given by their roots.
pub(super) fn embed(
    program: (&Tree, &[NodeId]),
    slice: (&Tree, &[NodeId]),
    may_pair: &dyn Fn(NodeId, NodeId) -> bool,
) -> Vec<(NodeId, NodeId)> {
    let mut pairs = Vec::new();
    let anchors = anchors(program, slice, may_pair);
    let p_leaves = leaves(program);
    let s_leaves = leaves(slice);
    let (mut p_from, mut s_from) = (0, 0);
    let ends = anchors.iter().map(|&(p, s)| (program.0.subtree(p), slice.0.subtree(s)));
    let last = (NodeId::MAX..NodeId::MAX, NodeId::MAX..NodeId::MAX);
    for (p_tree, s_tree) in ends.chain([last]) {
        let p_gap = p_from..p_leaves.partition_point(|&leaf| leaf < p_tree.start);
        let s_gap = s_from..s_leaves.partition_point(|&leaf| leaf < s_tree.start);
        diff_leaves((program.0, &p_leaves[p_gap]), (slice.0, &s_leaves[s_gap]), may_pair, &mut pairs);
        pairs.extend(p_tree.clone().zip(s_tree.clone()));
        p_from = p_leaves.partition_point(|&leaf| leaf < p_tree.end);
        s_from = s_leaves.partition_point(|&leaf| leaf < s_tree.end);
    }
    inner_nodes(program.0, slice, &mut pairs, may_pair);
    pairs
}

fn nodes<'t>((tree, roots): (&'t Tree, &'t [NodeId])) -> impl Iterator<Item = NodeId> + 't {
    roots.iter().flat_map(|&root| tree.subtree(root))
}

fn leaves(forest: (&Tree, &[NodeId])) -> Vec<NodeId> {
    nodes(forest).filter(|&node| forest.0.subtree(node).len() == 1).collect()
}

/// Identical subtrees that occur once on each side, outermost ones, in the order of both.
fn anchors(
    program: (&Tree, &[NodeId]),
    slice: (&Tree, &[NodeId]),
    may_pair: &dyn Fn(NodeId, NodeId) -> bool,
) -> Vec<(NodeId, NodeId)> {
    let once = |forest: (&Tree, &[NodeId])| {
        let mut seen: HashMap<u64, Option<NodeId>> = HashMap::new();
        for node in nodes(forest).filter(|&node| forest.0.subtree(node).len() >= ANCHOR_NODES) {
            seen.entry(forest.0.subtree_hash(node)).and_modify(|first| *first = None).or_insert(Some(node));
        }
        seen
    };
    let (in_program, in_slice) = (once(program), once(slice));
    let mut found: Vec<(usize, usize)> = in_slice
        .iter()
        .filter_map(|(hash, &node)| Some(((*in_program.get(hash)?)?, node?)))
        .filter(|&(p, s)| may_pair(p, s))
        .map(|(p, s)| (p as usize, s as usize))
        .collect();
    found.sort_unstable();
    let mut end = 0;
    longest_increasing(&found)
        .into_iter()
        .map(|(p, s)| (p as NodeId, s as NodeId))
        .filter(|&(p, s)| {
            let outside = s >= end;
            end = if outside { slice.0.subtree(s).end } else { end };
            outside && program.0.subtree(p).len() == slice.0.subtree(s).len()
        })
        .collect()
}

fn diff_leaves(
    (program, p_leaves): (&Tree, &[NodeId]),
    (slice, s_leaves): (&Tree, &[NodeId]),
    may_pair: &dyn Fn(NodeId, NodeId) -> bool,
    pairs: &mut Vec<(NodeId, NodeId)>,
) {
    if p_leaves.is_empty() || s_leaves.is_empty() || p_leaves.len() * s_leaves.len() > MAX_DIFF {
        return;
    }
    let keys = |tree: &Tree, leaves: &[NodeId]| leaves.iter().map(|&leaf| tree.key(leaf)).collect::<Vec<_>>();
    let (p_keys, s_keys) = (keys(program, p_leaves), keys(slice, s_leaves));
    for op in similar::capture_diff_slices(similar::Algorithm::Myers, &p_keys, &s_keys) {
        if let similar::DiffOp::Equal { old_index, new_index, len } = op {
            let equal = (0..len).map(|offset| (p_leaves[old_index + offset], s_leaves[new_index + offset]));
            pairs.extend(equal.filter(|&(p, s)| may_pair(p, s)));
        }
    }
}

/// Pairs each inner node with the lowest program node of its key that holds just its leaves.
fn inner_nodes(
    program: &Tree,
    slice: (&Tree, &[NodeId]),
    pairs: &mut Vec<(NodeId, NodeId)>,
    may_pair: &dyn Fn(NodeId, NodeId) -> bool,
) {
    let mut image: HashMap<NodeId, NodeId> = pairs.iter().map(|&(p, s)| (s, p)).collect();
    let mut used: std::collections::HashSet<NodeId> = pairs.iter().map(|&(p, _)| p).collect();
    let mapped_leaves: Vec<NodeId> =
        leaves(slice).into_iter().filter(|leaf| image.contains_key(leaf)).collect();
    let mut order: Vec<NodeId> = nodes(slice).filter(|node| !image.contains_key(node)).collect();
    // Inner nodes first: descending preorder visits every node after its descendants.
    order.reverse();
    for node in order {
        let Range { start, end } = slice.0.subtree(node);
        let first = mapped_leaves.partition_point(|&leaf| leaf < start);
        let past = mapped_leaves.partition_point(|&leaf| leaf < end);
        if first == past {
            continue;
        }
        let (low, high) = (image[&mapped_leaves[first]], image[&mapped_leaves[past - 1]]);
        let outside = |tree: &Range<NodeId>| {
            let before = first.checked_sub(1).map(|idx| image[&mapped_leaves[idx]]);
            let after = mapped_leaves.get(past).map(|leaf| image[leaf]);
            [before, after].into_iter().flatten().any(|other| tree.contains(&other))
        };
        let found = program
            .ancestors(low)
            .take_while(|&candidate| !outside(&program.subtree(candidate)))
            .filter(|&candidate| program.subtree(candidate).contains(&high))
            .find(|candidate| {
                program.key(*candidate) == slice.0.key(node)
                    && !used.contains(candidate)
                    && may_pair(*candidate, node)
            });
        if let Some(candidate) = found {
            image.insert(node, candidate);
            used.insert(candidate);
            pairs.push((candidate, node));
        }
    }
}
