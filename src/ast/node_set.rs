//! A set of nodes of one tree.

use std::fmt;

use super::tree::NodeId;

/// A set of node ids, as a bit set: union, difference and counting take a word per 64 nodes.
///
/// Iteration is in ascending id, that is in preorder of the tree the ids belong to.
#[derive(Clone, Default)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    /// The empty set.
    pub fn new() -> NodeSet {
        NodeSet::default()
    }

    /// Adds a node; whether it was not there before.
    pub fn insert(&mut self, node: NodeId) -> bool {
        let (word, bit) = (node as usize / 64, node % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] & (1 << bit) == 0;
        self.words[word] |= 1 << bit;
        fresh
    }

    /// Takes a node out; whether it was there.
    pub fn remove(&mut self, node: NodeId) -> bool {
        let found = self.contains(node);
        if found {
            self.words[node as usize / 64] &= !(1 << (node % 64));
        }
        found
    }

    /// Whether the node is in the set.
    pub fn contains(&self, node: NodeId) -> bool {
        self.words.get(node as usize / 64).is_some_and(|word| word & (1 << (node % 64)) != 0)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Nodes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.words.iter().enumerate().flat_map(|(idx, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| idx as NodeId * 64 + rest.trailing_zeros())
        })
    }

    /// Nodes in both sets.
    #[must_use]
    pub fn intersection(&self, other: &NodeSet) -> NodeSet {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect();
        NodeSet { words }
    }

    /// Nodes in either set.
    #[must_use]
    pub fn union(&self, other: &NodeSet) -> NodeSet {
        let (long, short) = if self.words.len() >= other.words.len() { (self, other) } else { (other, self) };
        let mut words = long.words.clone();
        for (word, add) in words.iter_mut().zip(&short.words) {
            *word |= add;
        }
        NodeSet { words }
    }

    /// Nodes in this set and not in `other`.
    #[must_use]
    pub fn difference(&self, other: &NodeSet) -> NodeSet {
        let mut words = self.words.clone();
        for (word, drop) in words.iter_mut().zip(&other.words) {
            *word &= !drop;
        }
        NodeSet { words }
    }

    /// Whether every node of this set is in `other`.
    pub fn is_subset(&self, other: &NodeSet) -> bool {
        self.n_common(other) == self.len()
    }

    /// The set as ascending ranges, `0-3,7`: the ids 0, 1, 2, 3 and 7; empty for the empty set.
    pub fn to_ranges(&self) -> String {
        let mut ranges: Vec<(NodeId, NodeId)> = Vec::new();
        for node in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == node => *last = node,
                _ => ranges.push((node, node)),
            }
        }
        let text = |(first, last): &(NodeId, NodeId)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        ranges.iter().map(text).collect::<Vec<_>>().join(",")
    }

    /// Reads what [`NodeSet::to_ranges`] wrote; `None` for anything else, and for ids above `max`.
    pub fn from_ranges(text: &str, max: NodeId) -> Option<NodeSet> {
        let mut nodes = NodeSet::new();
        for range in text.split(',').filter(|_| !text.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last): (NodeId, NodeId) = (first.parse().ok()?, last.parse().ok()?);
            if last > max {
                return None;
            }
            nodes.extend(first..=last);
        }
        (nodes.to_ranges() == text).then_some(nodes)
    }

    /// Number of nodes in both sets, without building their intersection.
    pub fn n_common(&self, other: &NodeSet) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }
}

impl PartialEq for NodeSet {
    fn eq(&self, other: &NodeSet) -> bool {
        let common = self.words.len().min(other.words.len());
        self.words[..common] == other.words[..common]
            && self.words[common..].iter().chain(&other.words[common..]).all(|&word| word == 0)
    }
}

impl Eq for NodeSet {}

impl FromIterator<NodeId> for NodeSet {
    fn from_iter<I: IntoIterator<Item = NodeId>>(nodes: I) -> NodeSet {
        let mut set = NodeSet::new();
        set.extend(nodes);
        set
    }
}

impl Extend<NodeId> for NodeSet {
    fn extend<I: IntoIterator<Item = NodeId>>(&mut self, nodes: I) {
        for node in nodes {
            self.insert(node);
        }
    }
}

impl fmt::Debug for NodeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_different_capacity_compare_by_content() {
        let mut a: NodeSet = [1, 5, 200].into_iter().collect();
        let b: NodeSet = [1, 5].into_iter().collect();
        assert_ne!(a, b);
        a.remove(200);
        assert_eq!(a, b);
        assert_eq!(a.len(), 2);
    }

    #[test]
    fn ranges_are_read_back() {
        for (nodes, text) in [(vec![], ""), (vec![4], "4"), (vec![0, 1, 2, 3, 7, 64, 65], "0-3,7,64-65")] {
            let set: NodeSet = nodes.into_iter().collect();
            assert_eq!(set.to_ranges(), text);
            assert_eq!(NodeSet::from_ranges(text, 65), Some(set));
        }
        for bad in ["a", "3-1", "1,", "2,1", "1-2,3", "66", "0-4000000000", "-1"] {
            assert_eq!(NodeSet::from_ranges(bad, 65), None, "{bad}");
        }
    }

    #[test]
    fn set_algebra_follows_its_laws() {
        let a: NodeSet = [0, 63, 64, 100].into_iter().collect();
        let b: NodeSet = [63, 100, 300].into_iter().collect();
        assert_eq!(a.intersection(&b).iter().collect::<Vec<_>>(), [63, 100]);
        assert_eq!(a.difference(&b).iter().collect::<Vec<_>>(), [0, 64]);
        assert_eq!(a.union(&b).len(), 5);
        assert_eq!(a.n_common(&b), 2);
        assert!(NodeSet::new().is_empty());
    }
}
