//! Embedding by tokens, for regions too large to search and too different to cut at siblings.
//!
//! After a parse error the tree around it is flat, so siblings say nothing, but tokens are still in
//! order. Identical subtrees that occur once on each side are paired wherever they hang, what lies
//! between them is diffed leaf by leaf, and inner nodes follow their leaves. The result is an
//! order-preserving embedding; it maps nearly as many nodes as a best one.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::ast::{NodeId, Tree};

use super::sequence::{in_order, once};

/// Subtrees with fewer nodes are too common to be anchors.
const ANCHOR_NODES: usize = 4;
/// Product of the lengths of two leaf sequences up to which they are diffed as they are.
const MAX_DIFF: usize = 4_000_000;
/// Leaves of the longer side that are diffed at once where nothing cuts longer sequences.
const WINDOW: usize = 2_000;
/// Lengths of runs of leaves that, when they occur once on each side, cut longer sequences.
const RUNS: [usize; 4] = [24, 12, 6, 3];

/// One of the two forests.
#[derive(Clone, Copy)]
pub(super) struct ForestSide<'t> {
    pub(super) tree: &'t Tree,
    pub(super) roots: &'t [NodeId],
    /// Equal exactly for nodes of the two sides that may be paired.
    pub(super) key: &'t dyn Fn(NodeId) -> u64,
}

impl<'t> ForestSide<'t> {
    fn nodes(self) -> impl Iterator<Item = NodeId> + 't {
        self.roots.iter().flat_map(move |&root| self.tree.subtree(root))
    }

    fn leaves(self) -> Vec<Leaf> {
        self.nodes()
            .filter(|&node| self.tree.subtree(node).len() == 1)
            .map(|node| Leaf { node, key: (self.key)(node) })
            .collect()
    }
}

#[derive(Clone, Copy)]
struct Leaf {
    node: NodeId,
    key: u64,
}

pub(super) type NodePair = (NodeId, NodeId);

/// Pairs `(program node, slice node)` of an embedding of the slice's forest into the program's.
pub(super) fn embed(program: ForestSide<'_>, slice: ForestSide<'_>) -> Vec<NodePair> {
    let mut pairs = Vec::new();
    let (p_leaves, s_leaves) = (program.leaves(), slice.leaves());
    let (mut p_from, mut s_from) = (0, 0);
    let anchors = anchors(program, slice);
    let ends = anchors.iter().map(|&(p, s)| (program.tree.subtree(p), slice.tree.subtree(s)));
    let last = (NodeId::MAX..NodeId::MAX, NodeId::MAX..NodeId::MAX);
    for (p_tree, s_tree) in ends.chain([last]) {
        let p_gap = p_from..p_leaves.partition_point(|leaf| leaf.node < p_tree.start);
        let s_gap = s_from..s_leaves.partition_point(|leaf| leaf.node < s_tree.start);
        diff(&p_leaves[p_gap], &s_leaves[s_gap], &RUNS, &mut pairs);
        pairs.extend(p_tree.clone().zip(s_tree.clone()));
        p_from = p_leaves.partition_point(|leaf| leaf.node < p_tree.end);
        s_from = s_leaves.partition_point(|leaf| leaf.node < s_tree.end);
    }
    inner_nodes(program, slice, &mut pairs);
    pairs
}

/// Identical subtrees that occur once on each side, outermost ones, in the order of both.
fn anchors(program: ForestSide<'_>, slice: ForestSide<'_>) -> Vec<NodePair> {
    let once = |side: ForestSide<'_>| {
        let large = side.nodes().filter(|&node| side.tree.subtree(node).len() >= ANCHOR_NODES);
        once(large.map(|node| (side.tree.subtree_hash(node), node as usize)))
    };
    let may_pair = |&(p, s): &(usize, usize)| (program.key)(p as NodeId) == (slice.key)(s as NodeId);
    let mut end = 0;
    in_order(&once(program), &once(slice), may_pair)
        .into_iter()
        .map(|(p, s)| (p as NodeId, s as NodeId))
        .filter(|&(p, s)| {
            let outside = s >= end;
            end = if outside { slice.tree.subtree(s).end } else { end };
            outside && program.tree.subtree(p).len() == slice.tree.subtree(s).len()
        })
        .collect()
}

/// Pairs leaves of two sequences: what a line differ does with lines.
///
/// Sequences too long for it are cut at runs of leaves that occur once on each side, and where the shortest run of
/// `runs` does not cut them either, into windows.
fn diff(program: &[Leaf], slice: &[Leaf], runs: &[usize], pairs: &mut Vec<NodePair>) {
    let (program, slice) = pair_equal_ends(program, slice, pairs);
    if program.is_empty() || slice.is_empty() {
        return;
    }
    if program.len() * slice.len() <= MAX_DIFF {
        diff_short(program, slice, pairs);
        return;
    }
    let Some((&run, shorter)) = runs.split_first() else { return diff_in_windows(program, slice, pairs) };
    let hashes = |leaves: &[Leaf]| {
        let hash = |window: &[Leaf]| window.iter().fold(0, |hash: u64, leaf| hash.rotate_left(7) ^ leaf.key);
        once(leaves.windows(run).map(hash).enumerate().map(|(idx, hash)| (hash, idx)))
    };
    let anchors = in_order(&hashes(program), &hashes(slice), |_| true);
    let (mut p_from, mut s_from) = (0, 0);
    for (p, s) in anchors.into_iter().chain([(program.len(), slice.len())]) {
        // Runs overlap: one that starts inside the last is already paired by the equal ends.
        if p >= p_from && s >= s_from {
            diff(&program[p_from..p], &slice[s_from..s], shorter, pairs);
            let n_same =
                program[p..].iter().zip(&slice[s..]).take(run).take_while(|(p, s)| p.key == s.key).count();
            pairs.extend((0..n_same).map(|at| (program[p + at].node, slice[s + at].node)));
            (p_from, s_from) = (p + n_same, s + n_same);
        }
    }
}

fn diff_short(program: &[Leaf], slice: &[Leaf], pairs: &mut Vec<NodePair>) {
    let keys = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.key).collect::<Vec<u64>>();
    for op in similar::capture_diff_slices(similar::Algorithm::Myers, &keys(program), &keys(slice)) {
        if let similar::DiffOp::Equal { old_index, new_index, len } = op {
            pairs.extend((0..len).map(|at| (program[old_index + at].node, slice[new_index + at].node)));
        }
    }
}

/// Nothing tells where two sequences belong together: as far along the one as along the other.
fn diff_in_windows(program: &[Leaf], slice: &[Leaf], pairs: &mut Vec<NodePair>) {
    let n_windows = (program.len().max(slice.len())).div_ceil(WINDOW);
    let window =
        |leaves: &[Leaf], idx: usize| leaves.len() * idx / n_windows..leaves.len() * (idx + 1) / n_windows;
    for idx in 0..n_windows {
        diff_short(&program[window(program, idx)], &slice[window(slice, idx)], pairs);
    }
}

/// Pairs what is equal at both ends, and returns what is left between.
fn pair_equal_ends<'l>(
    program: &'l [Leaf],
    slice: &'l [Leaf],
    pairs: &mut Vec<NodePair>,
) -> (&'l [Leaf], &'l [Leaf]) {
    let is_same = |&(p, s): &(&Leaf, &Leaf)| p.key == s.key;
    let n_first = program.iter().zip(slice).take_while(is_same).count();
    let (program_rest, slice_rest) = (program[n_first..].iter().rev(), slice[n_first..].iter().rev());
    let n_last = program_rest.zip(slice_rest).take_while(is_same).count();
    let (p_end, s_end) = (program.len() - n_last, slice.len() - n_last);
    pairs.extend((0..n_first).map(|at| (program[at].node, slice[at].node)));
    pairs.extend((0..n_last).map(|at| (program[p_end + at].node, slice[s_end + at].node)));
    (&program[n_first..p_end], &slice[n_first..s_end])
}

/// Pairs each inner node with the lowest program node of its key that holds just its leaves.
fn inner_nodes(program: ForestSide<'_>, slice: ForestSide<'_>, pairs: &mut Vec<NodePair>) {
    let mut image: HashMap<NodeId, NodeId> = pairs.iter().map(|&(p, s)| (s, p)).collect();
    let mut used: HashSet<NodeId> = pairs.iter().map(|&(p, _)| p).collect();
    let is_mapped_leaf = |node: &NodeId| slice.tree.subtree(*node).len() == 1 && image.contains_key(node);
    let mapped: Vec<(NodeId, NodeId)> =
        slice.nodes().filter(is_mapped_leaf).map(|leaf| (leaf, image[&leaf])).collect();
    let mut order: Vec<NodeId> = slice.nodes().filter(|node| !image.contains_key(node)).collect();
    // Descending preorder visits every node after its descendants.
    order.reverse();
    for node in order {
        let Range { start, end } = slice.tree.subtree(node);
        let first = mapped.partition_point(|&(leaf, _)| leaf < start);
        let past = mapped.partition_point(|&(leaf, _)| leaf < end);
        if first == past {
            continue;
        }
        let (low, high) = (mapped[first].1, mapped[past - 1].1);
        let before = first.checked_sub(1).map(|idx| mapped[idx].1);
        let after = mapped.get(past).map(|&(_, image)| image);
        let outside =
            |tree: &Range<NodeId>| [before, after].into_iter().flatten().any(|other| tree.contains(&other));
        let wanted = (slice.key)(node);
        let found = program
            .tree
            .ancestors(low)
            .take_while(|&candidate| !outside(&program.tree.subtree(candidate)))
            .filter(|&candidate| program.tree.subtree(candidate).contains(&high))
            .find(|candidate| (program.key)(*candidate) == wanted && !used.contains(candidate));
        if let Some(candidate) = found {
            image.insert(node, candidate);
            used.insert(candidate);
            pairs.push((candidate, node));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(text: &str) -> Vec<Leaf> {
        text.bytes().enumerate().map(|(idx, byte)| Leaf { node: idx as NodeId, key: byte.into() }).collect()
    }

    #[test]
    fn equal_ends_are_paired_and_the_middle_is_left() {
        let (p, s) = (leaves("abXYcd"), leaves("abZcd"));
        let mut pairs = Vec::new();
        let (middle_p, middle_s) = pair_equal_ends(&p, &s, &mut pairs);
        assert_eq!((middle_p.len(), middle_s.len()), (2, 1));
        assert_eq!(pairs, [(0, 0), (1, 1), (4, 3), (5, 4)]);
    }

    #[test]
    fn long_sequences_are_cut_at_runs_that_occur_once() {
        // Every leaf is its own key, so a run of any length occurs once.
        let long: Vec<Leaf> = (0..4_000).map(|idx| Leaf { node: idx, key: u64::from(idx) * 7919 }).collect();
        let left: Vec<Leaf> = long.iter().copied().filter(|leaf| leaf.node % 50 != 0).collect();
        assert!(long.len() * left.len() > MAX_DIFF);
        let mut pairs = Vec::new();
        diff(&long, &left, &RUNS, &mut pairs);
        assert_eq!(pairs.len(), left.len());
        assert!(pairs.iter().all(|(p, s)| p == s));
    }
}
