//! The part of a slice that can be in its program at all: nodes whose key the program does not have are
//! taken out, and leave their children in their place.

use crate::ast::{NodeId, Tree};

use super::places::{ANY, KeyIdx, KeyedNodes};

/// A forest of slice nodes, numbered in preorder.
pub(super) struct Pattern {
    nodes: Vec<NodeId>,
    keys: Vec<KeyIdx>,
    n_below: Vec<u32>,
    roots: Vec<u32>,
    /// Children of all nodes, one list after the other.
    children: Vec<u32>,
    /// Where the children of each node begin; one more entry for the end of the last list.
    first_child: Vec<u32>,
    depth: usize,
}

impl Pattern {
    /// The nodes of a slice forest that `places` has; placeholders only when they must be mapped.
    pub(super) fn new(slice: &Tree, roots: &[NodeId], places: &KeyedNodes, placeholders: bool) -> Pattern {
        let mut pattern = Pattern {
            nodes: Vec::new(),
            keys: Vec::new(),
            n_below: Vec::new(),
            roots: Vec::new(),
            children: Vec::new(),
            first_child: Vec::new(),
            depth: 0,
        };
        let mut parents: Vec<Option<u32>> = Vec::new();
        let mut open: Vec<(u32, NodeId)> = Vec::new();
        for node in roots.iter().flat_map(|&root| slice.subtree(root)) {
            let key = match slice.is_filler(node) {
                true => placeholders.then_some(ANY),
                false => places.key_idx(slice.key(node)),
            };
            let Some(key) = key else { continue };
            while let Some((closed, _)) = open.pop_if(|(_, end)| *end <= node) {
                pattern.close(closed);
            }
            let idx = pattern.nodes.len() as u32;
            parents.push(open.last().map(|&(parent, _)| parent));
            pattern.nodes.push(node);
            pattern.keys.push(key);
            pattern.n_below.push(0);
            open.push((idx, slice.subtree(node).end));
            pattern.depth = pattern.depth.max(open.len());
        }
        open.into_iter().for_each(|(idx, _)| pattern.close(idx));
        pattern.link(&parents);
        pattern
    }

    fn close(&mut self, idx: u32) {
        self.n_below[idx as usize] = self.nodes.len() as u32 - idx - 1;
    }

    /// Lists the children of each node.
    fn link(&mut self, parents: &[Option<u32>]) {
        self.first_child = vec![0; self.nodes.len() + 1];
        for &parent in parents.iter().flatten() {
            self.first_child[parent as usize + 1] += 1;
        }
        for idx in 0..self.nodes.len() {
            self.first_child[idx + 1] += self.first_child[idx];
        }
        let mut next = self.first_child.clone();
        self.children = vec![0; parents.iter().flatten().count()];
        for (idx, parent) in (0..).zip(parents) {
            match parent {
                Some(parent) => {
                    self.children[next[*parent as usize] as usize] = idx;
                    next[*parent as usize] += 1;
                }
                None => self.roots.push(idx),
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Slice nodes, in preorder.
    pub(super) fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    pub(super) fn roots(&self) -> &[u32] {
        &self.roots
    }

    pub(super) fn children(&self, idx: u32) -> &[u32] {
        let range = self.first_child[idx as usize] as usize..self.first_child[idx as usize + 1] as usize;
        &self.children[range]
    }

    pub(super) fn key(&self, idx: u32) -> KeyIdx {
        self.keys[idx as usize]
    }

    /// Number of descendants.
    pub(super) fn n_below(&self, idx: u32) -> usize {
        self.n_below[idx as usize] as usize
    }

    /// Number of nodes on the longest path down.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}
