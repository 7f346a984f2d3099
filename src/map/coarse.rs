//! A coarse alignment of two long lists of siblings, and blocks of it that are small enough to be searched.
//!
//! Sequence alignment after Needleman and Wunsch, "A General Method Applicable to the Search for Similarities in the
//! Amino Acid Sequence of Two Proteins", J. Mol. Biol. 48, 1970, of whole trees, which gain the number of nodes they
//! have in common, whatever their order: an upper bound of what an embedding of one into the other maps. Long lists
//! are aligned in a band around the diagonal, as wide as a fixed number of steps allows.

use std::collections::HashMap;

use crate::ast::{NodeId, Tree};

use super::align::Region;

/// Cells of the table of an alignment.
const MAX_CELLS: usize = 1 << 23;
/// Comparisons of keys that an alignment may cost.
const MAX_STEPS: usize = 1 << 26;
/// Pairs of different trees whose common nodes are remembered.
const MAX_KNOWN: usize = 1 << 20;
/// Of a pair that nobody asked for.
const UNKNOWN: u32 = u32::MAX;
/// Cells of the tables of all blocks, times the number of nodes of a block.
const BLOCK_BUDGET: usize = 1 << 28;
/// Smallest and largest product of the numbers of nodes of both sides of a block.
const BLOCK_CELLS: (usize, usize) = (1 << 12, 1 << 15);
/// Nodes of a tree that is too large for a block.
pub(super) const LARGE: usize = 160;

type BandSide<'t> = (&'t Tree, &'t [NodeId]);

/// Cells of the table of an alignment of so many trees.
pub(super) fn n_cells(n_program: usize, n_slice: usize) -> u64 {
    n_program.saturating_mul(n_slice).min(MAX_CELLS) as u64
}

/// Pairs of indices of trees that have nodes in common, ascending on both sides.
pub(super) fn align(program: BandSide<'_>, slice: BandSide<'_>) -> Vec<(usize, usize)> {
    let (n_program, n_slice) = (program.1.len(), slice.1.len());
    let mut scores = Scores::new(program, slice);
    let n_cells = MAX_CELLS.min(MAX_STEPS / scores.cost);
    let width = (n_cells / n_slice.max(1)).clamp(1, n_program);
    let mut rows: Vec<BandRow> = Vec::with_capacity(n_slice);
    for slice_idx in 0..n_slice {
        let centre = (2 * slice_idx + 1) * n_program / (2 * n_slice);
        let first = centre.saturating_sub(width / 2).min(n_program - width);
        let row = BandRow::after(rows.last(), first, width, |idx| scores.of(idx, slice_idx));
        if let Some(last) = rows.last_mut() {
            last.best = Vec::new();
        }
        rows.push(row);
    }
    trace(&rows)
}

/// What a step of the traceback does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BandStep {
    Pair,
    SkipProgram,
    SkipSlice,
}

/// One tree of the slice against the trees of the program in its part of the band.
struct BandRow {
    first: usize,
    /// Best score up to each column; only of the last row.
    best: Vec<u32>,
    steps: Vec<BandStep>,
}

impl BandRow {
    fn after(
        above: Option<&BandRow>,
        first: usize,
        width: usize,
        mut score: impl FnMut(usize) -> u32,
    ) -> BandRow {
        let mut row = BandRow { first, best: Vec::with_capacity(width), steps: Vec::with_capacity(width) };
        let mut left = 0;
        for idx in first..first + width {
            let up = above.map_or(0, |above| above.up_to(idx));
            let diagonal = if idx == 0 { 0 } else { above.map_or(0, |above| above.up_to(idx - 1)) };
            let paired = match score(idx) {
                0 => 0,
                score => diagonal + score,
            };
            let (best, step) = match (paired > up && paired > left, left > up) {
                (true, _) => (paired, BandStep::Pair),
                (false, true) => (left, BandStep::SkipProgram),
                (false, false) => (up, BandStep::SkipSlice),
            };
            row.best.push(best);
            row.steps.push(step);
            left = best;
        }
        row
    }

    /// Best score of the columns up to this one; those before the band have none.
    fn up_to(&self, idx: usize) -> u32 {
        match idx.checked_sub(self.first) {
            Some(column) => self.best[column.min(self.best.len() - 1)],
            None => 0,
        }
    }
}

fn trace(rows: &[BandRow]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut column = rows.last().map_or(0, |row| row.first + row.steps.len());
    for (slice_idx, row) in rows.iter().enumerate().rev() {
        column = column.min(row.first + row.steps.len());
        while column > row.first {
            match row.steps[column - 1 - row.first] {
                BandStep::SkipProgram => column -= 1,
                BandStep::SkipSlice => break,
                BandStep::Pair => {
                    column -= 1;
                    pairs.push((column, slice_idx));
                    break;
                }
            }
        }
    }
    pairs.reverse();
    pairs
}

/// How many nodes two trees have in common; equal trees are looked at once.
struct Scores {
    program: Classes,
    slice: Classes,
    /// Of each pair of classes, as far as there is room; [`UNKNOWN`] where nobody asked yet.
    known: Vec<u32>,
    /// Steps that the score of a pair takes on average.
    cost: usize,
}

/// Trees of a list that are equal have one number.
struct Classes {
    of: Vec<u32>,
    /// Sorted keys of the nodes of each class that are no placeholders.
    keys: Vec<Vec<u64>>,
}

impl Classes {
    fn new((tree, roots): BandSide<'_>) -> Classes {
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let mut keys: Vec<Vec<u64>> = Vec::new();
        let mut number = |&root: &NodeId| {
            *numbers.entry(tree.subtree_hash(root)).or_insert_with(|| {
                let nodes = tree.subtree(root).filter(|&node| !tree.is_filler(node));
                let mut found: Vec<u64> = nodes.map(|node| tree.key(node)).collect();
                found.sort_unstable();
                keys.push(found);
                keys.len() as u32 - 1
            })
        };
        let of = roots.iter().map(&mut number).collect();
        Classes { of, keys }
    }

    fn mean_size(&self) -> usize {
        self.keys.iter().map(Vec::len).sum::<usize>() / self.keys.len().max(1)
    }
}

impl Scores {
    fn new(program: BandSide<'_>, slice: BandSide<'_>) -> Scores {
        let (program, slice) = (Classes::new(program), Classes::new(slice));
        let is_remembered = program.keys.len().saturating_mul(slice.keys.len()) <= MAX_KNOWN;
        let cost = if is_remembered { 8 } else { 8 + program.mean_size() + slice.mean_size() };
        let n_known = if is_remembered { program.keys.len() * slice.keys.len() } else { 0 };
        Scores { program, slice, known: vec![UNKNOWN; n_known], cost }
    }

    /// Twice the number of common nodes, and one more for trees that are equal.
    fn of(&mut self, program_idx: usize, slice_idx: usize) -> u32 {
        let pair = (self.program.of[program_idx] as usize, self.slice.of[slice_idx] as usize);
        let place = pair.1 * self.program.keys.len() + pair.0;
        if let Some(&known) = self.known.get(place).filter(|&&known| known != UNKNOWN) {
            return known;
        }
        let (one, other) = (&self.program.keys[pair.0], &self.slice.keys[pair.1]);
        let score = 2 * n_common(one, other) + u32::from(one == other);
        if let Some(known) = self.known.get_mut(place) {
            *known = score;
        }
        score
    }
}

fn n_common(one: &[u64], other: &[u64]) -> u32 {
    let (mut i, mut j, mut n_common) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        n_common += u32::from(one[i] == other[j]);
        let (next_i, next_j) = (i + usize::from(one[i] <= other[j]), j + usize::from(other[j] <= one[i]));
        (i, j) = (next_i, next_j);
    }
    n_common
}

/// Runs of an alignment small enough to be searched. What is left out between two runs has nothing in common.
pub(super) fn blocks(program: BandSide<'_>, slice: BandSide<'_>, pairs: &[(usize, usize)]) -> Vec<Region> {
    let (program_sizes, slice_sizes) = (sizes(program), sizes(slice));
    let n_cells = |from: (usize, usize), to: (usize, usize)| {
        (program_sizes[to.0] - program_sizes[from.0]) * (slice_sizes[to.1] - slice_sizes[from.1])
    };
    // The fewer nodes, the larger the blocks that the budget allows.
    let n_slice = slice_sizes.last().copied().unwrap_or(0);
    let max_cells = (BLOCK_BUDGET / n_slice.max(1)).clamp(BLOCK_CELLS.0, BLOCK_CELLS.1);
    let mut blocks: Vec<((usize, usize), (usize, usize))> = Vec::new();
    let mut before = (0, 0);
    for &(program_idx, slice_idx) in pairs {
        let after = (program_idx + 1, slice_idx + 1);
        match blocks.last_mut() {
            Some((from, to)) if n_cells(*from, after) <= max_cells => *to = after,
            _ if n_cells(before, after) <= max_cells => blocks.push((before, after)),
            _ => blocks.push(((program_idx, slice_idx), after)),
        }
        before = after;
    }
    // What follows the last pair may hold a part of it.
    let end = (program.1.len(), slice.1.len());
    if let Some((_, to)) = blocks.last_mut().filter(|(from, _)| n_cells(*from, end) <= max_cells) {
        *to = end;
    }
    let region = |(from, to): ((usize, usize), (usize, usize))| Region {
        program: program.1[from.0..to.0].to_vec(),
        slice: slice.1[from.1..to.1].to_vec(),
        inside: None,
    };
    blocks.into_iter().map(region).collect()
}

/// Number of nodes before each tree of a list, and in all.
fn sizes((tree, roots): BandSide<'_>) -> Vec<usize> {
    let sum = roots.iter().scan(0, |sum, &root| {
        *sum += tree.subtree(root).len();
        Some(*sum)
    });
    std::iter::once(0).chain(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn tree(text: &str) -> Tree {
        Tree::parse(Language::Python, &[SourceFile::new("program", text)])
    }

    #[test]
    fn siblings_with_most_in_common_are_aligned() {
        let program = tree("a = 1\nb = c + 2\nd = 3\ne = f(4)\n");
        let slice = tree("b = c + 5\ne = f(6)\n");
        let roots = |tree: &Tree| tree.roots(0).collect::<Vec<NodeId>>();
        let (p_roots, s_roots) = (roots(&program), roots(&slice));
        assert_eq!(align((&program, &p_roots), (&slice, &s_roots)), [(1, 0), (3, 1)]);
    }

    #[test]
    fn common_nodes_are_counted_as_often_as_both_have_them() {
        assert_eq!(n_common(&[1, 1, 2, 5], &[1, 1, 1, 3, 5]), 3);
        assert_eq!(n_common(&[], &[1]), 0);
    }
}
