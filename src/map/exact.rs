//! The best embedding of one forest into another, by dynamic programming.
//!
//! Zhang and Shasha, "Simple Fast Algorithms for the Editing Distance between Trees", SIAM J. Comput.
//! 18(6), 1989: with `d` the smaller of depth and number of leaves, time O(n·m·d·d') and space O(n·m).
//! The distance is turned into a score to maximise: a pair of nodes gains what [`Gain`] says, a pair without a
//! gain is never made, and a pair whose program node leaves its parent costs a little, so that as few nodes as
//! possible are lifted out of what was around them: every score is kept twice, for a parent that stays and for one
//! that goes. Trees that lean to the right are taken apart from
//! their other end, as Klein, "Computing the Edit-Distance between Unrooted Ordered Trees", ESA 1998, and
//! Pawlik and Augsten, "RTED", VLDB 2011, choose per path; here the choice is one for the whole pair.

use std::ops::{Add, Sub};

use crate::ast::{NodeId, Tree};

/// What a pair of nodes is worth: a set of properties, of which [`Gain::value`] says how they outweigh each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gain(u8);

impl Gain {
    /// A pair that must not be made.
    pub(super) const NONE: Gain = Gain(0);
    /// Both nodes count.
    pub(super) const COUNTED: Gain = Gain(1);
    /// The program node is the criterion.
    pub(super) const CRITERION: Gain = Gain(2);
    /// A placeholder with what it may stand for, or nodes that do not count.
    pub(super) const UNCOUNTED: Gain = Gain(4);
    /// Both nodes have as many children.
    pub(super) const ARITY: Gain = Gain(8);
    /// The program node is one of those asked for, or none of those to be avoided.
    pub(super) const PREFERRED: Gain = Gain(16);
    /// The list begins where the element stood: some slicers move the bracket.
    pub(super) const BRACKET: Gain = Gain(32);
    /// The slice node stands in the line and column of the program node.
    pub(super) const PLACE: Gain = Gain(64);
    /// The slice node stands in the line of the program node, and the slicer left all code in its line.
    pub(super) const LINE: Gain = Gain(128);

    /// This property added when it holds.
    pub(super) fn and(self, holds: bool, other: Gain) -> Gain {
        if holds { Gain(self.0 | other.0) } else { self }
    }

    /// The gain as one number. Each property has `n_bits`, the lowest, which are places, two more.
    fn value(self, n_bits: u32) -> i128 {
        let has = |gain: Gain| i128::from(self.0 & gain.0 != 0);
        let at = |position: u32| position * n_bits + 2;
        (has(Gain::COUNTED) << at(7))
            + (has(Gain::LINE) << at(6))
            + (has(Gain::CRITERION) << at(5))
            + (has(Gain::UNCOUNTED) << at(4))
            + (has(Gain::ARITY) << at(3))
            + (has(Gain::PREFERRED) << at(1))
            + has(Gain::PLACE) * 2
            + has(Gain::BRACKET)
    }
}

/// What a pair costs whose program node has left its parent: more than any preference or place.
fn hoist(n_bits: u32) -> i128 {
    1 << (2 * n_bits + 2)
}

/// A number that holds eight properties of as many pairs as a region can have.
trait Score: Copy + Ord + Default + Add<Output = Self> + Sub<Output = Self> {
    /// Bits of each property.
    const N_BITS: u32;

    fn new(value: i128) -> Self;
}

/// For regions one side of which has fewer than 2⁷ nodes.
impl Score for i64 {
    const N_BITS: u32 = 7;

    fn new(value: i128) -> i64 {
        i64::try_from(value).expect("eight properties of seven bits fit")
    }
}

/// For regions one side of which has fewer than 2¹⁵ nodes.
impl Score for i128 {
    const N_BITS: u32 = 15;

    fn new(value: i128) -> i128 {
        value
    }
}

/// A forest in postorder, 1-based as in the paper, from its left end or from its right one.
struct Forest {
    /// Node at each postorder number; entry 0 is unused.
    nodes: Vec<NodeId>,
    /// Postorder number of the first leaf below each node.
    first: Vec<usize>,
    /// Postorder number of the parent; 0 for a root.
    parent: Vec<usize>,
    /// Roots whose parent has been deleted.
    is_orphan: Vec<bool>,
    /// Numbers of the first leaf and of the root of each subtree that is filled as a whole, and of the forest.
    keys: Vec<SubtreeKey>,
}

impl Forest {
    fn new(tree: &Tree, roots: &[NodeId], inside: Option<NodeId>, end: ForestEnd) -> Forest {
        let mut nodes = vec![0];
        match end {
            ForestEnd::Left => roots.iter().for_each(|&root| push_postorder(tree, root, &mut nodes)),
            // The reverse of preorder is the postorder of the tree with its children turned around.
            ForestEnd::Right => nodes.extend(roots.iter().rev().flat_map(|&root| tree.subtree(root).rev())),
        }
        let size = |node: NodeId| tree.subtree(node).len();
        let first: Vec<usize> =
            (0..nodes.len()).map(|idx| if idx == 0 { 0 } else { idx + 1 - size(nodes[idx]) }).collect();
        let n_nodes = nodes.len() - 1;
        let mut parent = vec![0; nodes.len()];
        let mut is_orphan = vec![false; nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (idx, &leaf) in first.iter().enumerate().skip(1) {
            while let Some(child) = open.pop_if(|child| *child >= leaf) {
                parent[child] = idx;
            }
            open.push(idx);
        }
        for root in open {
            is_orphan[root] = tree.parent(nodes[root]) != inside;
        }
        let mut keys = Vec::new();
        let mut seen = vec![false; nodes.len()];
        seen[1.min(n_nodes)] = true;
        for idx in (1..=n_nodes).rev() {
            if !std::mem::replace(&mut seen[first[idx]], true) {
                keys.push((first[idx], idx));
            }
        }
        keys.reverse();
        keys.push((1, n_nodes));
        Forest { nodes, first, parent, is_orphan, keys }
    }

    fn len(&self) -> usize {
        self.nodes.len() - 1
    }
}

fn push_postorder(tree: &Tree, root: NodeId, nodes: &mut Vec<NodeId>) {
    let mut open: Vec<NodeId> = Vec::new();
    for node in tree.subtree(root) {
        while let Some(closed) = open.pop_if(|open| tree.subtree(*open).end <= node) {
            nodes.push(closed);
        }
        open.push(node);
    }
    nodes.extend(open.into_iter().rev());
}

/// The end from which both forests are taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ForestEnd {
    Left,
    Right,
}

/// Sum of the sizes of all subtrees that are filled as a whole, from either end.
struct Work {
    left: u64,
    right: u64,
}

impl Work {
    fn new(tree: &Tree, roots: &[NodeId]) -> Work {
        let size = |node: NodeId| tree.subtree(node).len() as u64;
        let n_nodes = roots.iter().map(|&root| size(root)).sum();
        let mut work = Work { left: n_nodes, right: n_nodes };
        for (idx, &root) in roots.iter().enumerate() {
            work.left += if idx > 0 { size(root) } else { 0 };
            work.right += if idx + 1 < roots.len() { size(root) } else { 0 };
            for node in tree.subtree(root).skip(1) {
                let parent = tree.parent(node).expect("a node below a root has a parent");
                work.left += if node > parent + 1 { size(node) } else { 0 };
                work.right += if tree.subtree(node).end < tree.subtree(parent).end { size(node) } else { 0 };
            }
        }
        work
    }
}

/// How often [`embed`] would compute a cell of its tables; takes time in the size of both forests.
pub(super) fn n_steps(program: (&Tree, &[NodeId]), slice: (&Tree, &[NodeId])) -> u64 {
    cheaper_end(program, slice).1
}

fn cheaper_end(
    (program, program_roots): (&Tree, &[NodeId]),
    (slice, slice_roots): (&Tree, &[NodeId]),
) -> (ForestEnd, u64) {
    let (p, s) = (Work::new(program, program_roots), Work::new(slice, slice_roots));
    let (left, right) = (p.left.saturating_mul(s.left), p.right.saturating_mul(s.right));
    if right < left { (ForestEnd::Right, right) } else { (ForestEnd::Left, left) }
}

/// Pairs `(program node, slice node)` of a best embedding of the slice forest into the program forest.
///
/// `inside` is the program node that holds the forest and stays, `None` for the roots of a file. Of equally good
/// embeddings one is taken whose program nodes are as far left as the order of the search can tell.
pub(super) fn embed(
    program: (&Tree, &[NodeId]),
    inside: Option<NodeId>,
    slice: (&Tree, &[NodeId]),
    gain: &dyn Fn(NodeId, NodeId) -> Gain,
) -> Vec<(NodeId, NodeId)> {
    let end = cheaper_end(program, slice).0;
    let p = Forest::new(program.0, program.1, inside, end);
    let s = Forest::new(slice.0, slice.1, None, end);
    if p.len() == 0 || s.len() == 0 {
        return Vec::new();
    }
    match p.len().min(s.len()) < 1 << i64::N_BITS {
        true => ScoreTable::<i64>::new(end, (&p, &s), gain).best(),
        false => ScoreTable::<i128>::new(end, (&p, &s), gain).best(),
    }
}

/// Whether the program node around what is scored stays; index of a pair of scores.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AroundFate {
    Stays,
    Goes,
}

struct ScoreTable<'f, S> {
    /// From which the numbers of both forests run.
    end: ForestEnd,
    p: &'f Forest,
    s: &'f Forest,
    width: usize,
    /// Gain of each pair.
    gain: Vec<Gain>,
    /// Value of each gain, for a program node whose parent stays or goes.
    values: [[S; 2]; 256],
    /// Best scores of subtree against subtree.
    trees: Vec<[S; 2]>,
    /// Best scores of the forests that end at two nodes, for the pair of keys filled last. What is around is the
    /// lowest node of the spine above the program node.
    forests: Vec<[S; 2]>,
}

impl<'f, S: Score> ScoreTable<'f, S> {
    fn new(
        end: ForestEnd,
        (p, s): (&'f Forest, &'f Forest),
        gain: &dyn Fn(NodeId, NodeId) -> Gain,
    ) -> ScoreTable<'f, S> {
        let width = s.nodes.len();
        let n_cells = p.nodes.len() * width;
        let mut gains = vec![Gain::NONE; n_cells];
        for i in 1..p.nodes.len() {
            for j in 1..width {
                gains[i * width + j] = gain(p.nodes[i], s.nodes[j]);
            }
        }
        let value = |bits: usize| {
            let value = Gain(bits as u8).value(S::N_BITS);
            [S::new(value), S::new(value - hoist(S::N_BITS))]
        };
        ScoreTable {
            end,
            p,
            s,
            width,
            gain: gains,
            values: std::array::from_fn(value),
            trees: vec![[S::default(); 2]; n_cells],
            forests: vec![[S::default(); 2]; n_cells],
        }
    }

    /// Fills `trees` for two subtrees along their first spines, and `forests`, which of a single program node is not looked at.
    fn fill_trees(&mut self, p_key: SubtreeKey, s_key: SubtreeKey) {
        if p_key.0 == p_key.1 { self.fill_leaf(p_key, s_key) } else { self.fill(p_key, s_key) }
    }

    /// Fills `trees` for one program node, which is paired with the best of the slice nodes below.
    fn fill_leaf(&mut self, p_key @ (i, _): SubtreeKey, (s_first, s_last): SubtreeKey) {
        let parents = self.parents(p_key, i);
        let trees = &mut self.trees[i * self.width..(i + 1) * self.width];
        let gains = &self.gain[i * self.width..(i + 1) * self.width];
        let mut best = [S::default(); 2];
        for j in s_first..=s_last {
            let is_on_spine = self.s.first[j] == s_first;
            let found = if is_on_spine { self.values[usize::from(gains[j].0)] } else { trees[j] };
            if !is_on_spine || gains[j] != Gain::NONE {
                best = [best[0].max(found[parents[0]]), best[1].max(found[parents[1]])];
            }
            if is_on_spine {
                trees[j] = best;
            }
        }
    }

    /// Fills `forests` for two subtrees, and `trees` along their first spines.
    fn fill(&mut self, p_key @ (p_first, p_last): SubtreeKey, (s_first, s_last): SubtreeKey) {
        let width = self.width;
        self.forests[(p_first - 1) * width + s_first - 1..=(p_first - 1) * width + s_last]
            .fill([S::default(); 2]);
        for i in p_first..=p_last {
            let p_left = self.p.first[i];
            let on_spine = p_left == p_first;
            let parents = self.parents(p_key, i);
            // What is below a node of the spine has lost its parent once that goes.
            let below = if on_spine { [AroundFate::Goes as usize; 2] } else { [0, 1] };
            let (before, rows) = self.forests.split_at_mut(i * width);
            let row = &mut rows[..=s_last];
            let above = &before[(i - 1) * width..][..=s_last];
            let beside = &before[(p_left - 1) * width..][..=s_last];
            let trees = &mut self.trees[i * width..][..=s_last];
            let gains = &self.gain[i * width..][..=s_last];
            let s_lefts = &self.s.first[..=s_last];
            let mut best = [S::default(); 2];
            row[s_first - 1] = best;
            for j in s_first..=s_last {
                let s_left = s_lefts[j];
                for x in [0, 1] {
                    best[x] = best[x].max(beside[j][x]).max(above[j][below[x]]);
                }
                if !(on_spine && s_left == s_first) {
                    for x in [0, 1] {
                        best[x] = best[x].max(beside[s_left - 1][x] + trees[j][parents[x]]);
                    }
                } else {
                    if gains[j] != Gain::NONE {
                        let inside = above[j - 1][AroundFate::Stays as usize];
                        let values = self.values[usize::from(gains[j].0)];
                        best = [0, 1].map(|x| best[x].max(inside + values[parents[x]]));
                    }
                    trees[j] = best;
                }
                row[j] = best;
            }
        }
    }

    /// The parent's fate for either fate of what is around.
    fn parents(&self, p_key: SubtreeKey, i: usize) -> [usize; 2] {
        [self.parent(p_key, i, AroundFate::Stays) as usize, self.parent(p_key, i, AroundFate::Goes) as usize]
    }

    /// Whether the parent of a program node stays, when what is around it in the table of a key does or does not.
    fn parent(&self, (p_first, p_last): SubtreeKey, i: usize, around: AroundFate) -> AroundFate {
        match self.p.parent[i] {
            0 if self.p.is_orphan[i] => AroundFate::Goes,
            0 => around,
            parent if i == p_last || self.p.first[parent] == p_first => around,
            _ => AroundFate::Goes,
        }
    }

    /// Pairs of a best embedding of all.
    fn best(mut self) -> Vec<(NodeId, NodeId)> {
        for &p_key in &self.p.keys {
            for &s_key in &self.s.keys {
                self.fill_trees(p_key, s_key);
            }
        }
        let mut pairs = Vec::new();
        let mut pending = vec![((1, self.p.len()), (1, self.s.len()), AroundFate::Stays)];
        while let Some(traced @ (p_key, s_key, _)) = pending.pop() {
            self.fill(p_key, s_key);
            self.trace(traced, &mut pairs, &mut pending);
        }
        pairs
    }

    fn trace(
        &self,
        (p_key @ (p_first, p_last), (s_first, s_last), mut around): Traced,
        pairs: &mut Vec<(NodeId, NodeId)>,
        pending: &mut Vec<Traced>,
    ) {
        let (mut i, mut j) = (p_last, s_last);
        let forest =
            |i: usize, j: usize, around: AroundFate| self.forests[i * self.width + j][around as usize];
        // What is leftmost comes last from the one end, and first from the other.
        let order = match self.end {
            ForestEnd::Left => {
                [TraceStep::SkipTree, TraceStep::SkipNode, TraceStep::SkipSliceNode, TraceStep::Pair]
            }
            ForestEnd::Right => {
                [TraceStep::Pair, TraceStep::SkipSliceNode, TraceStep::SkipNode, TraceStep::SkipTree]
            }
        };
        while i >= p_first && j >= s_first {
            let (p_left, s_left) = (self.p.first[i], self.s.first[j]);
            let on_spine = p_left == p_first;
            let pairs_roots = on_spine && s_left == s_first;
            let below = if on_spine { AroundFate::Goes } else { around };
            let parent = self.parent(p_key, i, around);
            let cell = i * self.width + j;
            let score = |step: TraceStep| match step {
                TraceStep::SkipTree => Some(forest(p_left - 1, j, around)),
                TraceStep::SkipNode => Some(forest(i - 1, j, below)),
                TraceStep::SkipSliceNode => Some(forest(i, j - 1, around)),
                TraceStep::Pair if !pairs_roots => {
                    Some(forest(p_left - 1, s_left - 1, around) + self.trees[cell][parent as usize])
                }
                TraceStep::Pair => (self.gain[cell] != Gain::NONE).then(|| {
                    let value = self.values[usize::from(self.gain[cell].0)][parent as usize];
                    forest(i - 1, j - 1, AroundFate::Stays) + value
                }),
            };
            let best = forest(i, j, around);
            let step = order.into_iter().find(|&step| score(step) == Some(best));
            match step.expect("a score is that of a step") {
                TraceStep::SkipTree => i = p_left - 1,
                TraceStep::SkipNode => (i, around) = (i - 1, below),
                TraceStep::SkipSliceNode => j -= 1,
                TraceStep::Pair if pairs_roots => {
                    pairs.push((self.p.nodes[i], self.s.nodes[j]));
                    (i, j, around) = (i - 1, j - 1, AroundFate::Stays);
                }
                TraceStep::Pair => {
                    pending.push(((p_left, i), (s_left, j), parent));
                    (i, j) = (p_left - 1, s_left - 1);
                }
            }
        }
    }
}

/// What the traceback does with the last nodes of two forests.
#[derive(Clone, Copy)]
enum TraceStep {
    SkipTree,
    SkipNode,
    SkipSliceNode,
    Pair,
}

/// Numbers of the first leaf and of the root of a subtree, or of a forest.
type SubtreeKey = (usize, usize);

/// Two keys whose best embedding is to be read off, and whether the parent of the program's stays.
type Traced = (SubtreeKey, SubtreeKey, AroundFate);
