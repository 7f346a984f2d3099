//! Embeddings that map every node of the slice, and all of them.
//!
//! Whether one ordered tree is included in another is decided by taking, for each tree of a forest, the
//! first place after the one before it: Kilpeläinen and Mannila, "Ordered and Unordered Tree Inclusion",
//! SIAM J. Comput. 24(2), 1995. Most answers are code of the program and nothing else, so that an
//! inclusion exists; it is then a best embedding, found in nearly linear time where the dynamic program of
//! `exact` would take the product of both sizes. First places from both ends say where a node can be at all.

use std::collections::HashMap;

use crate::ast::{NodeId, Tree};
use crate::stack::deep;

use super::pattern::Pattern;
use super::places::{KeyedNodes, SearchSide};

/// Looked-up candidates per node of both forests, before the search is given up.
const STEPS_PER_NODE: usize = 64;
/// The search recurses as deep as the slice nests.
const MAX_DEPTH: usize = 1_000;
/// The image of a node without one.
const NOWHERE: NodeId = NodeId::MAX;

/// What may be paired, besides kind and label.
pub(super) struct Conditions<'c> {
    /// Whether a program node and a slice node with the same key may be one.
    pub(super) may_pair: &'c dyn Fn(NodeId, NodeId) -> bool,
    /// Whether two equal subtrees may be paired as they are, without a look at what is inside.
    pub(super) may_pair_whole: &'c dyn Fn(NodeId, NodeId) -> bool,
    /// Whether placeholders must find a node that they stand for.
    pub(super) placeholders: bool,
}

/// All embeddings of a forest that map every node whose key the program has, but for the trees of which
/// the program has no place.
pub(super) struct Inclusion {
    pattern: Pattern,
    /// Roots of the pattern that have a place, ascending.
    placed: Vec<u32>,
    leftmost: Vec<NodeId>,
    rightmost: Vec<NodeId>,
    /// All images of each node; `None` when there are too many to be listed.
    possible: Option<Vec<Vec<NodeId>>>,
}

/// Neighbours in the slice whose images are not certain or not known, and where in the program they must be.
pub(super) struct Uncertain {
    pub(super) slice: Vec<NodeId>,
    /// Program node that holds them; `None` when they are in no certain one.
    pub(super) inside: Option<NodeId>,
    /// First program node, and one past the last.
    pub(super) bounds: (NodeId, NodeId),
}

impl Inclusion {
    /// Finds the embeddings of the slice forest into the program forest; `None` when no tree has a place,
    /// or places contradict each other.
    pub(super) fn find(
        (program, program_roots): (&Tree, &[NodeId]),
        (slice, slice_roots): (&Tree, &[NodeId]),
        conditions: &Conditions<'_>,
    ) -> Option<Inclusion> {
        let places =
            KeyedNodes::new((program, program_roots), (slice, slice_roots), conditions.placeholders)?;
        let pattern = Pattern::new(slice, slice_roots, &places, conditions.placeholders);
        if pattern.depth() > MAX_DEPTH {
            return None;
        }
        let limit = STEPS_PER_NODE * (places.n_nodes() + pattern.len());
        let search = |side| InclusionSearch {
            program,
            slice,
            places: &places,
            pattern: &pattern,
            conditions,
            side,
            known: HashMap::new(),
            n_steps: 0,
            limit,
        };
        let (mut left, mut right) = (search(SearchSide::Left), search(SearchSide::Right));
        let placed = left.placed()?;
        let leftmost = left.all_images(&placed)?;
        let rightmost = right.all_images(&placed)?;
        let possible = Possible::new(&mut left, &mut right).run(&placed);
        Some(Inclusion { pattern, placed, leftmost, rightmost, possible })
    }

    /// Slice nodes with their image, the first or the last possible one.
    pub(super) fn images(&self, side: SearchSide) -> impl Iterator<Item = (NodeId, NodeId)> {
        let images = match side {
            SearchSide::Left => &self.leftmost,
            SearchSide::Right => &self.rightmost,
        };
        let known = |(&node, &image): (&NodeId, &NodeId)| (image != NOWHERE).then_some((node, image));
        self.pattern.nodes().iter().zip(images).filter_map(known)
    }

    /// Groups of neighbours without a place, between the images of those that have one.
    pub(super) fn left_over(&self, program: &Tree) -> Vec<Uncertain> {
        let mut found = Vec::new();
        let mut from = 0;
        let image = |idx: u32| Some(self.leftmost[idx as usize]).filter(|&image| image != NOWHERE);
        let roots = self.pattern.roots();
        let mut groups =
            roots.chunk_by(|&one, &other| image(one).is_none() && image(other).is_none()).peekable();
        while let Some(group) = groups.next() {
            if let Some(image) = image(group[0]) {
                from = program.subtree(image).end;
                continue;
            }
            let until = groups.peek().and_then(|after| image(after[0])).unwrap_or(NodeId::MAX);
            let slice = group.iter().map(|&idx| self.pattern.nodes()[idx as usize]).collect();
            found.push(Uncertain { slice, inside: None, bounds: (from, until) });
        }
        found
    }

    /// Slice nodes with all their images; `None` when there are too many to be listed.
    pub(super) fn possible(&self) -> Option<impl Iterator<Item = (NodeId, &[NodeId])>> {
        let possible = self.possible.as_ref()?;
        let all = self.pattern.nodes().iter().zip(possible);
        Some(all.map(|(&node, images)| (node, images.as_slice())).filter(|(_, images)| !images.is_empty()))
    }

    /// Groups of neighbours that can be in several places, outermost ones; nothing when too many can.
    pub(super) fn uncertain(&self, program: &Tree) -> Vec<Uncertain> {
        let mut found = Vec::new();
        let Some(possible) = &self.possible else { return found };
        let is_certain = |idx: &u32| possible[*idx as usize].len() == 1;
        let mut pending = vec![(self.placed.as_slice(), None)];
        while let Some((siblings, inside)) = pending.pop() {
            let (mut from, until) =
                inside.map_or((0, NodeId::MAX), |inside: NodeId| (inside + 1, program.subtree(inside).end));
            let mut groups =
                siblings.chunk_by(|one, other| !is_certain(one) && !is_certain(other)).peekable();
            while let Some(group) = groups.next() {
                if is_certain(&group[0]) {
                    let image = possible[group[0] as usize][0];
                    pending.push((self.pattern.children(group[0]), Some(image)));
                    from = program.subtree(image).end;
                    continue;
                }
                let after = groups.peek().map(|after| possible[after[0] as usize][0]);
                let slice = group.iter().map(|&idx| self.pattern.nodes()[idx as usize]).collect();
                found.push(Uncertain { slice, inside, bounds: (from, after.unwrap_or(until)) });
            }
        }
        found
    }
}

/// The search for first places, from the left or from the right.
struct InclusionSearch<'s> {
    program: &'s Tree,
    slice: &'s Tree,
    places: &'s KeyedNodes,
    pattern: &'s Pattern,
    conditions: &'s Conditions<'s>,
    side: SearchSide,
    /// Whether an inner node of the pattern, with all below, is in the subtree of a program node.
    known: HashMap<(u32, NodeId), bool>,
    n_steps: usize,
    limit: usize,
}

impl InclusionSearch<'_> {
    /// Roots that have a place; `None` when none has, or one only before the place of another before it.
    fn placed(&mut self) -> Option<Vec<u32>> {
        let pattern = self.pattern;
        let mut placed = Vec::new();
        let mut from = 0;
        for &idx in pattern.roots() {
            if let Some(image) = self.first(idx, from, NodeId::MAX) {
                from = self.program.subtree(image).end;
                placed.push(idx);
            } else if self.is_exhausted() || self.first(idx, 0, NodeId::MAX).is_some() {
                return None;
            }
        }
        (!placed.is_empty()).then_some(placed)
    }

    /// Image of each node of the pattern; [`NOWHERE`] in trees that have no place.
    fn all_images(&mut self, placed: &[u32]) -> Option<Vec<NodeId>> {
        let mut images = vec![NOWHERE; self.pattern.len()];
        let pattern = self.pattern;
        let found = self.forest(placed, (0, NodeId::MAX))?;
        let mut pending: Vec<(u32, NodeId)> = placed.iter().copied().zip(found).collect();
        while let Some((idx, image)) = pending.pop() {
            if self.is_whole(idx, image) {
                let n_nodes = self.program.subtree(image).len();
                (0..n_nodes).for_each(|offset| images[idx as usize + offset] = image + offset as NodeId);
                continue;
            }
            images[idx as usize] = image;
            let children = pattern.children(idx);
            let inside = self.program.subtree(image);
            let found = self.forest(children, (inside.start + 1, inside.end))?;
            pending.extend(children.iter().copied().zip(found));
        }
        Some(images)
    }

    /// First places of siblings within these bounds, in the order of the siblings.
    fn forest(&mut self, siblings: &[u32], bounds: (NodeId, NodeId)) -> Option<Vec<NodeId>> {
        let mut found = Vec::with_capacity(siblings.len());
        let (mut from, until) = self.side.bounds(bounds);
        for at in 0..siblings.len() {
            let idx = match self.side {
                SearchSide::Left => siblings[at],
                SearchSide::Right => siblings[siblings.len() - 1 - at],
            };
            let image = self.first(idx, from, until)?;
            from = self.side.interval(self.program, image).1;
            found.push(image);
        }
        if self.side == SearchSide::Right {
            found.reverse();
        }
        Some(found)
    }

    /// The candidate that ends first of those between `from` and `until`.
    fn first(&mut self, idx: u32, from: NodeId, until: NodeId) -> Option<NodeId> {
        let places = self.places;
        let candidates = places.candidates(self.side, self.pattern.key(idx));
        let start = candidates.partition_point(|&(_, high)| high <= from);
        for &(low, high) in &candidates[start..] {
            self.n_steps += 1;
            let candidate = self.side.node((low, high));
            if high > until || self.is_exhausted() {
                return None;
            }
            if low >= from && self.holds(idx, candidate) {
                return Some(candidate);
            }
        }
        None
    }

    fn is_exhausted(&self) -> bool {
        self.n_steps > self.limit
    }

    /// Whether the node of the pattern, with all below it, can be this program node.
    fn holds(&mut self, idx: u32, candidate: NodeId) -> bool {
        deep(|| {
            let node = self.pattern.nodes()[idx as usize];
            if self.pattern.n_below(idx) >= self.program.subtree(candidate).len()
                || !(self.conditions.may_pair)(candidate, node)
            {
                return false;
            }
            let children = self.pattern.children(idx);
            if children.is_empty() || self.is_whole(idx, candidate) {
                return true;
            }
            if let Some(&known) = self.known.get(&(idx, candidate)) {
                return known;
            }
            let inside = self.program.subtree(candidate);
            let found = self.forest(children, (inside.start + 1, inside.end)).is_some();
            self.known.insert((idx, candidate), found);
            found
        })
    }

    fn is_whole(&self, idx: u32, candidate: NodeId) -> bool {
        let node = self.pattern.nodes()[idx as usize];
        self.program.subtree_hash(candidate) == self.slice.subtree_hash(node)
            && self.program.subtree(candidate).len() == self.pattern.n_below(idx) + 1
            && (self.conditions.may_pair_whole)(candidate, node)
    }
}

/// Collects all images of all nodes, from the roots down.
struct Possible<'p, 's> {
    left: &'p mut InclusionSearch<'s>,
    right: &'p mut InclusionSearch<'s>,
    images: Vec<Vec<NodeId>>,
    pending: Vec<(u32, NodeId)>,
}

impl<'p, 's> Possible<'p, 's> {
    fn new(left: &'p mut InclusionSearch<'s>, right: &'p mut InclusionSearch<'s>) -> Possible<'p, 's> {
        let images = vec![Vec::new(); left.pattern.len()];
        Possible { left, right, images, pending: Vec::new() }
    }

    fn run(mut self, placed: &[u32]) -> Option<Vec<Vec<NodeId>>> {
        let pattern = self.left.pattern;
        self.siblings(placed, (0, NodeId::MAX))?;
        while let Some((idx, image)) = self.pending.pop() {
            if self.left.is_whole(idx, image) {
                for offset in 1..self.left.program.subtree(image).len() {
                    let (below, image) = (idx as usize + offset, image + offset as NodeId);
                    if !self.images[below].contains(&image) {
                        self.images[below].push(image);
                    }
                }
                continue;
            }
            let inside = self.left.program.subtree(image);
            self.siblings(pattern.children(idx), (inside.start + 1, inside.end))?;
        }
        Some(self.images)
    }

    /// Each sibling can be wherever those before it, put first, and those behind it, put last, leave room.
    fn siblings(&mut self, siblings: &[u32], (from, until): (NodeId, NodeId)) -> Option<()> {
        let first = self.left.forest(siblings, (from, until))?;
        let last = self.right.forest(siblings, (from, until))?;
        for (at, &idx) in siblings.iter().enumerate() {
            let low = if at == 0 { from } else { self.left.program.subtree(first[at - 1]).end };
            let high = last.get(at + 1).copied().unwrap_or(until);
            let places = self.left.places;
            let candidates = places.candidates(SearchSide::Left, self.left.pattern.key(idx));
            let start = candidates.partition_point(|&(_, end)| end <= low);
            for &(image, end) in &candidates[start..] {
                self.left.n_steps += 1;
                if self.left.is_exhausted() || self.right.is_exhausted() {
                    return None;
                }
                if end > high {
                    break;
                }
                if image >= low && !self.images[idx as usize].contains(&image) && self.left.holds(idx, image)
                {
                    self.images[idx as usize].push(image);
                    self.pending.push((idx, image));
                }
            }
        }
        Some(())
    }
}
