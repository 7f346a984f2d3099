//! The best embedding of one forest into another, by dynamic programming.
//!
//! Zhang and Shasha, "Simple Fast Algorithms for the Editing Distance between Trees", SIAM J. Comput.
//! 18(6), 1989: with `d` the smaller of depth and number of leaves, time O(n·m·d·d') and space O(n·m).
//! The distance is turned into a score to maximise: deleting costs nothing, a pair of nodes gains what the
//! scoring function says, and a pair it refuses is never made.

use crate::ast::{NodeId, Tree};

/// Which of several best embeddings the traceback takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bias {
    /// Program nodes as far left as possible.
    Left,
    /// Program nodes as far right as possible.
    Right,
}

/// A forest in postorder, 1-based as in the paper; the last entry is a root that holds all trees.
struct Forest {
    /// Node at each postorder number; entry 0 is unused.
    nodes: Vec<NodeId>,
    /// Postorder number of the leftmost leaf below each node.
    leftmost: Vec<usize>,
    /// Nodes with a left sibling, and the root, in ascending order.
    keyroots: Vec<usize>,
}

impl Forest {
    fn new(tree: &Tree, roots: &[NodeId]) -> Forest {
        let mut forest = Forest { nodes: vec![0], leftmost: vec![0], keyroots: Vec::new() };
        for &root in roots {
            forest.push_subtree(tree, root);
        }
        forest.nodes.push(NodeId::MAX);
        forest.leftmost.push(1);
        let mut seen = vec![false; forest.nodes.len()];
        for idx in (1..forest.nodes.len()).rev() {
            if !std::mem::replace(&mut seen[forest.leftmost[idx]], true) {
                forest.keyroots.push(idx);
            }
        }
        forest.keyroots.reverse();
        forest
    }

    /// Numbers a subtree; preorder ids with known ends give postorder by a stack of open nodes.
    fn push_subtree(&mut self, tree: &Tree, root: NodeId) {
        let mut open: Vec<(NodeId, usize)> = Vec::new();
        for node in tree.subtree(root) {
            self.close_until(tree, &mut open, node);
            open.push((node, self.nodes.len()));
        }
        self.close_until(tree, &mut open, NodeId::MAX);
    }

    fn close_until(&mut self, tree: &Tree, open: &mut Vec<(NodeId, usize)>, next: NodeId) {
        while let Some(&(node, first)) = open.last() {
            if next < tree.subtree(node).end {
                break;
            }
            self.nodes.push(node);
            self.leftmost.push(first);
            open.pop();
        }
    }

    /// Number of the root that holds all trees.
    fn top(&self) -> usize {
        self.nodes.len() - 1
    }
}

/// A dense matrix.
struct Matrix {
    width: usize,
    cells: Vec<i64>,
}

impl Matrix {
    fn new(height: usize, width: usize) -> Matrix {
        Matrix { width, cells: vec![0; height * width] }
    }

    fn get(&self, row: usize, column: usize) -> i64 {
        self.cells[row * self.width + column]
    }

    fn set(&mut self, row: usize, column: usize, value: i64) {
        self.cells[row * self.width + column] = value;
    }
}

/// Pairs `(program node, slice node)` of a best embedding of the slice forest into the program forest.
///
/// `score` gives the gain of a pair, positive, or `None` for a pair that must not be made.
pub(super) fn embed(
    (program, program_roots): (&Tree, &[NodeId]),
    (slice, slice_roots): (&Tree, &[NodeId]),
    bias: Bias,
    score: &dyn Fn(NodeId, NodeId) -> Option<i64>,
) -> Vec<(NodeId, NodeId)> {
    let p = Forest::new(program, program_roots);
    let s = Forest::new(slice, slice_roots);
    let mut table = ScoreTable::new(&p, &s, score);
    for &p_root in &p.keyroots {
        for &s_root in &s.keyroots {
            table.fill(p_root, s_root);
        }
    }
    table.trace(bias)
}

struct ScoreTable<'f> {
    p: &'f Forest,
    s: &'f Forest,
    /// Gain of each pair, 0 where the pair must not be made.
    gain: Matrix,
    /// Best score of subtree against subtree.
    trees: Matrix,
    /// Best score of the forests that end at two nodes, for the pair of keyroots filled last.
    forests: Matrix,
}

impl<'f> ScoreTable<'f> {
    fn new(p: &'f Forest, s: &'f Forest, score: &dyn Fn(NodeId, NodeId) -> Option<i64>) -> ScoreTable<'f> {
        let (height, width) = (p.nodes.len(), s.nodes.len());
        let mut gain = Matrix::new(height, width);
        for i in 1..p.top() {
            for j in 1..s.top() {
                gain.set(i, j, score(p.nodes[i], s.nodes[j]).unwrap_or(0));
            }
        }
        ScoreTable { p, s, gain, trees: Matrix::new(height, width), forests: Matrix::new(height, width) }
    }

    /// Fills `forests` for the subtrees of two nodes, and `trees` along their left spines.
    fn fill(&mut self, p_root: usize, s_root: usize) {
        let (p_first, s_first) = (self.p.leftmost[p_root], self.s.leftmost[s_root]);
        for i in p_first - 1..=p_root {
            self.forests.set(i, s_first - 1, 0);
        }
        for j in s_first - 1..=s_root {
            self.forests.set(p_first - 1, j, 0);
        }
        for i in p_first..=p_root {
            let p_left = self.p.leftmost[i];
            for j in s_first..=s_root {
                let s_left = self.s.leftmost[j];
                let without = self.forests.get(i - 1, j).max(self.forests.get(i, j - 1));
                let best = if p_left == p_first && s_left == s_first {
                    let gain = self.gain.get(i, j);
                    let with = if gain > 0 { self.forests.get(i - 1, j - 1) + gain } else { 0 };
                    let best = without.max(with);
                    self.trees.set(i, j, best);
                    best
                } else {
                    without.max(self.forests.get(p_left - 1, s_left - 1) + self.trees.get(i, j))
                };
                self.forests.set(i, j, best);
            }
        }
    }

    fn trace(&mut self, bias: Bias) -> Vec<(NodeId, NodeId)> {
        let mut pairs = Vec::new();
        let mut pending = vec![(self.p.top(), self.s.top())];
        while let Some((p_root, s_root)) = pending.pop() {
            self.fill(p_root, s_root);
            self.trace_subtrees(p_root, s_root, bias, &mut pairs, &mut pending);
        }
        pairs
    }

    fn trace_subtrees(
        &self,
        p_root: usize,
        s_root: usize,
        bias: Bias,
        pairs: &mut Vec<(NodeId, NodeId)>,
        pending: &mut Vec<(usize, usize)>,
    ) {
        let (p_first, s_first) = (self.p.leftmost[p_root], self.s.leftmost[s_root]);
        let (mut i, mut j) = (p_root, s_root);
        while i >= p_first && j >= s_first {
            let best = self.forests.get(i, j);
            let skip_p = self.forests.get(i - 1, j) == best;
            let skip_s = self.forests.get(i, j - 1) == best;
            let (p_left, s_left) = (self.p.leftmost[i], self.s.leftmost[j]);
            let whole = p_left == p_first && s_left == s_first;
            let joins = if whole {
                let gain = self.gain.get(i, j);
                gain > 0 && self.forests.get(i - 1, j - 1) + gain == best
            } else {
                let inner = self.trees.get(i, j);
                inner > 0 && self.forests.get(p_left - 1, s_left - 1) + inner == best
            };
            // To the right a program node is given up last: a slice node without partner must not take
            // program nodes with it, nor a subtree be reserved for less than its root.
            let to_right = bias == Bias::Right;
            let prefer_join = to_right && joins && self.gain.get(i, j) > 0;
            if skip_p && !prefer_join && !(to_right && skip_s) {
                i -= 1;
            } else if skip_s && !prefer_join {
                j -= 1;
            } else if whole {
                pairs.push((self.p.nodes[i], self.s.nodes[j]));
                i -= 1;
                j -= 1;
            } else {
                pending.push((i, j));
                i = p_left - 1;
                j = s_left - 1;
            }
        }
    }
}
