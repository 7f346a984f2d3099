//! Nodes of a program forest by their kind and label, in the two orders in which they are searched.

use std::collections::HashMap;

use crate::ast::{NodeId, Tree};

/// The end from which first places are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchSide {
    Left,
    Right,
}

impl SearchSide {
    /// Where a subtree begins and ends, counted from this side.
    pub(super) fn interval(self, program: &Tree, node: NodeId) -> Interval {
        let subtree = program.subtree(node);
        self.bounds((subtree.start, subtree.end))
    }

    /// The node whose subtree begins and ends there, counted from this side.
    pub(super) fn node(self, (low, high): Interval) -> NodeId {
        self.bounds((low, high)).0
    }

    /// A range of nodes, counted from this side.
    pub(super) fn bounds(self, (start, end): (NodeId, NodeId)) -> (NodeId, NodeId) {
        match self {
            SearchSide::Left => (start, end),
            SearchSide::Right => (NodeId::MAX - end, NodeId::MAX - start),
        }
    }
}

/// Where a subtree begins and ends, counted from one side.
pub(super) type Interval = (NodeId, NodeId);

/// Number of a key; [`ANY`] is that of all nodes.
pub(super) type KeyIdx = u32;

/// The key of a placeholder, which may stand for any node.
pub(super) const ANY: KeyIdx = 0;

/// A few nodes more than twice those of the program may be what somebody added by hand.
const SLACK: usize = 8;

/// Program nodes with the keys that the slice has.
pub(super) struct KeyedNodes {
    keys: HashMap<u64, KeyIdx>,
    /// By key, those that end first come first; of equal ends, the innermost.
    from_left: Vec<Vec<Interval>>,
    /// By key, those that begin last come first.
    from_right: Vec<Vec<Interval>>,
}

impl KeyedNodes {
    /// Nodes of the program forest; `None` when the slice has far more of a key than the program.
    pub(super) fn new(
        (program, program_roots): (&Tree, &[NodeId]),
        (slice, slice_roots): (&Tree, &[NodeId]),
        placeholders: bool,
    ) -> Option<KeyedNodes> {
        let mut keys: HashMap<u64, KeyIdx> = HashMap::new();
        let mut n_wanted = vec![0];
        for node in slice_roots.iter().flat_map(|&root| slice.subtree(root)) {
            if slice.is_filler(node) {
                n_wanted[0] += usize::from(placeholders);
                continue;
            }
            let idx = *keys.entry(slice.key(node)).or_insert(n_wanted.len() as KeyIdx);
            if idx as usize == n_wanted.len() {
                n_wanted.push(0);
            }
            n_wanted[idx as usize] += 1;
        }
        let mut places =
            KeyedNodes { keys, from_left: vec![Vec::new(); n_wanted.len()], from_right: Vec::new() };
        for &root in program_roots {
            places.push_subtree(program, root);
        }
        let is_short =
            |(list, &wanted): (&Vec<Interval>, &usize)| !list.is_empty() && wanted > 2 * list.len() + SLACK;
        if places.from_left.iter().zip(&n_wanted).any(is_short) {
            return None;
        }
        let turned = |list: &Vec<Interval>| -> Vec<Interval> {
            let mut turned: Vec<Interval> =
                list.iter().map(|&place| SearchSide::Right.bounds(place)).collect();
            turned.sort_unstable_by_key(|&(_, high)| high);
            turned
        };
        places.from_right = places.from_left.iter().map(turned).collect();
        Some(places)
    }

    /// Appends a subtree in postorder.
    fn push_subtree(&mut self, program: &Tree, root: NodeId) {
        let mut open: Vec<NodeId> = Vec::new();
        for node in program.subtree(root) {
            while let Some(closed) = open.pop_if(|open| program.subtree(*open).end <= node) {
                self.push(program, closed);
            }
            open.push(node);
        }
        while let Some(closed) = open.pop() {
            self.push(program, closed);
        }
    }

    fn push(&mut self, program: &Tree, node: NodeId) {
        let place = SearchSide::Left.interval(program, node);
        self.from_left[ANY as usize].push(place);
        if let Some(&idx) = self.keys.get(&program.key(node)) {
            self.from_left[idx as usize].push(place);
        }
    }

    /// Number of nodes of the program forest.
    pub(super) fn n_nodes(&self) -> usize {
        self.from_left[ANY as usize].len()
    }

    /// Number of a key; `None` when the program forest has no node with it.
    pub(super) fn key_idx(&self, key: u64) -> Option<KeyIdx> {
        self.keys.get(&key).copied().filter(|&idx| !self.from_left[idx as usize].is_empty())
    }

    /// Places of nodes with this key, those that end first before others.
    pub(super) fn candidates(&self, side: SearchSide, key: KeyIdx) -> &[Interval] {
        match side {
            SearchSide::Left => &self.from_left[key as usize],
            SearchSide::Right => &self.from_right[key as usize],
        }
    }
}
