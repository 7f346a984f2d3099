//! What became of the slice nodes that are no node of the program.

use std::collections::HashMap;
use std::ops::Range;

use crate::ast::{NodeId, NodeSet, Tree};

use super::Fate;

/// Program nodes looked at for the place of one foreign node; a longer gap has no recognisable place.
const MAX_GAP: NodeId = 2_000;

/// Fate of every node of the slice, given the images of those that are mapped.
pub(super) fn fates(program: &Tree, slice: &Tree, image: &[Option<NodeId>], helpers: &[String]) -> Vec<Fate> {
    let next = next_mapped(slice, image);
    let around = images_around(slice, image);
    let mut places = FreeNodes::new(program, &image.iter().flatten().copied().collect());
    let mut fates = vec![Fate::Residue; slice.len()];
    let mut previous = None;
    let mut helper_end = 0;
    for node in slice.ids() {
        let idx = node as usize;
        if let Some(image) = image[idx] {
            fates[idx] = Fate::Mapped(image);
            previous = Some(image);
            continue;
        }
        let end = slice.subtree(node).end;
        if is_helper(slice, node, helpers) {
            helper_end = helper_end.max(end);
        }
        if node < helper_end || slice.is_placeholder(node) || !slice.is_counted(node) {
            continue;
        }
        let below = next[idx].filter(|&(below, _)| below < end).map(|(_, image)| image);
        let inside = around[idx].map_or(program.ids(), |around| around + 1..program.subtree(around).end);
        let first = previous.map_or(0, |previous| previous + 1).max(inside.start);
        let past = next[end as usize].map_or(inside.end, |(_, image)| image.min(inside.end));
        let gap = first..past.min(first.saturating_add(MAX_GAP));
        fates[idx] = match places.take(gap, below, slice.kind(node), end == node + 1) {
            Some(place) => Fate::Rewritten(place),
            None => Fate::Invented,
        };
    }
    fates
}

/// For each slice node, the first mapped node at or after it, with its image; `None` past the last.
fn next_mapped(slice: &Tree, image: &[Option<NodeId>]) -> Vec<Option<(NodeId, NodeId)>> {
    let mut next = vec![None; slice.len() + 1];
    for node in slice.ids().rev() {
        let idx = node as usize;
        next[idx] = image[idx].map(|image| (node, image)).or(next[idx + 1]);
    }
    next
}

/// For each slice node, the image of its nearest mapped ancestor.
fn images_around(slice: &Tree, image: &[Option<NodeId>]) -> Vec<Option<NodeId>> {
    let mut around: Vec<Option<NodeId>> = vec![None; slice.len()];
    for node in slice.ids() {
        if let Some(parent) = slice.parent(node) {
            around[node as usize] = image[parent as usize].or(around[parent as usize]);
        }
    }
    around
}

pub(super) fn is_helper(slice: &Tree, node: NodeId, helpers: &[String]) -> bool {
    let name = slice.label(node).split('/').next().unwrap_or("");
    slice.parent(node).is_none() && helpers.iter().any(|helper| helper == name)
}

/// Counted program nodes that no slice node stands for yet.
///
/// An answer may have a million foreign nodes, so looking for the place of one must not pass over the
/// places taken before.
struct FreeNodes<'t> {
    program: &'t Tree,
    /// By kind: inner nodes, leaves.
    free: HashMap<&'t str, [FreeList; 2]>,
}

impl<'t> FreeNodes<'t> {
    fn new(program: &'t Tree, used: &NodeSet) -> FreeNodes<'t> {
        let mut free: HashMap<&str, [FreeList; 2]> = HashMap::new();
        // A line is not what it is but for its text: one with other text is another line.
        let is_line = program.language().is_lines();
        let is_free = |node: &NodeId| !is_line && program.is_counted(*node) && !used.contains(*node);
        for node in program.ids().filter(is_free) {
            let is_leaf = program.subtree(node).len() == 1;
            free.entry(program.kind(node)).or_default()[usize::from(is_leaf)].push(node);
        }
        FreeNodes { program, free }
    }

    /// Takes the first free node of this kind in the gap; it must hold `below` when that is given.
    fn take(
        &mut self,
        gap: Range<NodeId>,
        below: Option<NodeId>,
        kind: &str,
        is_leaf: bool,
    ) -> Option<NodeId> {
        let free = &mut self.free.get_mut(kind)?[usize::from(is_leaf)];
        let place = match below {
            None => free.first(&gap)?,
            Some(below) => {
                let enclosing = enclosing(self.program, gap.start..gap.end.min(below), below);
                enclosing.into_iter().find(|&node| free.contains(node))?
            }
        };
        free.remove(place);
        Some(place)
    }
}

/// Nodes of a range that hold `below`, outermost first.
fn enclosing(program: &Tree, range: Range<NodeId>, below: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut node = range.start;
    while node < range.end {
        let end = program.subtree(node).end;
        if end > below {
            found.push(node);
            node += 1;
        } else {
            node = end;
        }
    }
    found
}

/// Ascending nodes of which some are taken.
#[derive(Default)]
struct FreeList {
    nodes: Vec<NodeId>,
    /// For each index one at or before the next free one, itself when it is free: a forest with path
    /// compression, after Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", JACM 1975.
    next: Vec<usize>,
}

impl FreeList {
    fn push(&mut self, node: NodeId) {
        self.next.push(self.nodes.len());
        self.nodes.push(node);
    }

    /// The first free node of a range.
    fn first(&mut self, range: &Range<NodeId>) -> Option<NodeId> {
        let idx = self.nodes.partition_point(|&node| node < range.start);
        let free = self.next_free(idx);
        self.nodes.get(free).copied().filter(|node| range.contains(node))
    }

    fn contains(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok_and(|idx| self.next[idx] == idx)
    }

    fn remove(&mut self, node: NodeId) {
        if let Ok(idx) = self.nodes.binary_search(&node) {
            self.next[idx] = idx + 1;
        }
    }

    fn next_free(&mut self, idx: usize) -> usize {
        let mut free = idx;
        while let Some(&next) = self.next.get(free)
            && next != free
        {
            free = next;
        }
        let mut at = idx;
        while at < free {
            at = std::mem::replace(&mut self.next[at], free);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_nodes_are_passed_over() {
        let mut free = FreeList::default();
        [3, 5, 8, 13].into_iter().for_each(|node| free.push(node));
        assert_eq!(free.first(&(4..13)), Some(5));
        free.remove(5);
        free.remove(8);
        assert_eq!(free.first(&(4..13)), None);
        assert_eq!(free.first(&(4..14)), Some(13));
        assert!(free.contains(3) && !free.contains(5) && !free.contains(6));
        free.remove(13);
        assert_eq!(free.first(&(0..99)), Some(3));
        assert_eq!(free.first(&(4..99)), None);
    }
}
