//! Which nodes of the program a slice kept.
//!
//! In: the trees of a program and of a slicer's answer. Out: a [`Mapping`]. Pure: no IO, no clock.
//!
//! A slice is a program with code deleted, so it is mapped by an *order-preserving embedding*: each
//! node of the slice onto one node of the program with the same kind and label, ancestors and order
//! kept, deleted ancestors allowed. That is a mapping in the sense of Tai, "The Tree-to-Tree Correction
//! Problem", JACM 1979, without relabelling. It maps as many nodes as possible where all can be mapped and on
//! regions that are small enough for the dynamic program; on larger ones it may map fewer. It is found by tree
//! inclusion when all nodes can be mapped, after Kilpeläinen and Mannila, "Ordered and Unordered Tree
//! Inclusion", SIAM J. Comput. 1995 (`inclusion`), else by the dynamic program of Zhang and Shasha, "Simple
//! Fast Algorithms for the Editing Distance between Trees", SIAM J. Comput. 1989 (`exact`), on regions that
//! anchors keep small (`align`). A differ that
//! knows moves must not grade: it guesses.
//!
//! Ties are broken, in this order, by placeholders that stand where code was deleted, by the line and
//! column when the slicer kept the layout, else to the left. Where embeddings still tie, the mapping says
//! so, and [`n_common_range`] gives the range over all of them.

mod account;
mod align;
mod exact;
mod inclusion;
mod layout;
mod misplaced;
mod names;
mod opened;
mod pattern;
mod places;
mod project;
mod remains;
mod sequence;
mod tokens;

use crate::ast::{NodeId, NodeSet, Tree};

use align::{Bias, Embedding};

pub use project::{close, project_lines, project_spans, widen};
pub use remains::{RemainsOptions, remains};

/// What became of one node of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Is this node of the program.
    Mapped(NodeId),
    /// Glue the language needs, or a placeholder.
    Residue,
    /// Stands in the place of this node of the program, with other text.
    Rewritten(NodeId),
    /// Nowhere in the program.
    Invented,
}

/// What a slicer adds to its answers that is no code of the program.
#[derive(Clone, Debug, Default)]
pub struct MapOptions {
    /// Names of functions that the slicer appends; they and their content are residue.
    pub helpers: Vec<String>,
}

/// The nodes of a program that a slice kept, and an account of every node of the slice.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// Counted program nodes that the slice kept.
    pub kept: NodeSet,
    /// Fate of each node of the slice, by its id.
    pub fates: Vec<Fate>,
    /// Counted program nodes that a node of the slice may be, where best embeddings differ on which.
    pub ambiguous: NodeSet,
    /// The slicer kept lines where they were, and ties were broken by them.
    pub layout_kept: bool,
}

impl Mapping {
    /// Number of counted slice nodes that are nowhere in the program.
    pub fn n_invented(&self, slice: &Tree) -> usize {
        self.n_fates(slice, |fate| fate == Fate::Invented)
    }

    /// Number of counted slice nodes with other text in the place of a program node.
    pub fn n_rewritten(&self, slice: &Tree) -> usize {
        self.n_fates(slice, |fate| matches!(fate, Fate::Rewritten(_)))
    }

    /// Number of slice nodes that are glue or placeholders, uncounted ones included.
    pub fn n_residue(&self) -> usize {
        self.fates.iter().filter(|&&fate| fate == Fate::Residue).count()
    }

    fn n_fates(&self, slice: &Tree, wanted: impl Fn(Fate) -> bool) -> usize {
        slice.ids().filter(|&node| slice.is_counted(node) && wanted(self.fates[node as usize])).count()
    }
}

/// Maps a slice back onto its program.
///
/// Files are paired by name; a single file is paired with a single file whatever their names, because
/// slicers rename modules. The files of the slice need not be complete.
///
/// ```
/// use bench_slicers::ast::{SourceFile, Tree};
/// use bench_slicers::language::Language;
/// use bench_slicers::map::{MapOptions, map};
///
/// let tree = |text| Tree::parse(Language::JavaScript, &[SourceFile::new("a.js", text)]);
/// let program = tree("if (c) { x = 1; y = 2; }");
/// let slice = tree("y = 2");
/// let mapping = map(&program, &slice, &MapOptions::default());
/// assert_eq!(mapping.kept.len(), 3);
/// assert!(mapping.ambiguous.is_empty());
/// ```
pub fn map(program: &Tree, slice: &Tree, options: &MapOptions) -> Mapping {
    let is_helper = |root| account::is_helper(slice, root, &options.helpers);
    let leftmost = align::embed(program, slice, Bias::Left, None, &is_helper);
    let kept = kept_nodes(program, slice, &leftmost);
    let ambiguous = if leftmost.is_whole {
        leftmost.possible.iter().copied().collect()
    } else {
        let rightmost = align::embed(program, slice, Bias::Right, None, &is_helper);
        ambiguous_nodes(program, slice, &leftmost, &rightmost)
    };
    let fates = account::fates(program, slice, &leftmost.image, &options.helpers);
    Mapping { kept, fates, ambiguous, layout_kept: leftmost.layout_kept }
}

/// Smallest and largest number of `gold` nodes that the best embeddings of `slice` keep.
///
/// All best embeddings keep the same number of nodes, so the grade is a monotone function of this one.
/// Exact for regions that the exact algorithm covers, which is every program of ordinary size;
/// `docs/METRICS.md` gives the bound.
pub fn n_common_range(program: &Tree, slice: &Tree, mapping: &Mapping, gold: &NodeSet) -> (usize, usize) {
    let n_common = mapping.kept.n_common(gold);
    if mapping.ambiguous.is_empty() {
        return (n_common, n_common);
    }
    let is_mapped = |node: NodeId| !matches!(mapping.fates[node as usize], Fate::Residue);
    let is_helper = |root: NodeId| !slice.subtree(root).any(is_mapped);
    let with = |sign| {
        let embedding = align::embed(program, slice, Bias::Left, Some((gold, sign)), &is_helper);
        kept_nodes(program, slice, &embedding).n_common(gold)
    };
    let (least, most) = (with(-1), with(1));
    (least.min(n_common), most.max(n_common))
}

/// Program nodes between two images that are all looked at; further apart, only images are in doubt.
const MAX_DOUBT: NodeId = 5_000;

/// Counted nodes that a node of the slice can be: from its leftmost image to its rightmost.
fn ambiguous_nodes(program: &Tree, slice: &Tree, leftmost: &Embedding, rightmost: &Embedding) -> NodeSet {
    let (left_kept, right_kept) =
        (kept_nodes(program, slice, leftmost), kept_nodes(program, slice, rightmost));
    let mut ambiguous = left_kept.union(&right_kept).difference(&left_kept.intersection(&right_kept));
    ambiguous.extend(leftmost.possible.iter().copied());
    let neighbours = Neighbours::new(slice, leftmost);
    let is_settled = |node: &NodeId| leftmost.settled.contains(*node) && rightmost.settled.contains(*node);
    for node in slice.ids().filter(|node| slice.is_counted(*node) && !is_settled(node)) {
        let images = (leftmost.image[node as usize], rightmost.image[node as usize]);
        let (Some(one), Some(other)) = images else { continue };
        let (first, last) = (one.min(other), one.max(other));
        let same = |&image: &NodeId| program.is_counted(image) && program.key(image) == slice.key(node);
        if first < last && last - first < MAX_DOUBT {
            ambiguous.extend((first..=last).filter(same));
            // Leftmost is innermost, too: what is around the image comes before it.
            ambiguous.extend(neighbours.around(program, slice, node, first).filter(same));
        }
    }
    ambiguous
}

/// Images of the mapped slice nodes before and after each slice node.
struct Neighbours {
    before: Vec<Option<NodeId>>,
    after: Vec<Option<NodeId>>,
}

impl Neighbours {
    fn new(slice: &Tree, embedding: &Embedding) -> Neighbours {
        let n_nodes = slice.len();
        let (mut before, mut after) = (vec![None; n_nodes + 1], vec![None; n_nodes + 1]);
        for idx in 0..n_nodes {
            before[idx + 1] = embedding.image[idx].or(before[idx]);
        }
        for idx in (0..n_nodes).rev() {
            after[idx] = embedding.image[idx].or(after[idx + 1]);
        }
        Neighbours { before, after }
    }

    /// Program nodes around the image of a slice node, up to what holds the image of something else.
    fn around<'t>(
        &self,
        program: &'t Tree,
        slice: &Tree,
        node: NodeId,
        image: NodeId,
    ) -> impl Iterator<Item = NodeId> + use<'t> {
        let others = [self.before[node as usize], self.after[slice.subtree(node).end as usize]];
        program.ancestors(image).take(MAX_DOUBT as usize).take_while(move |&around| {
            !others.into_iter().flatten().any(|other| program.subtree(around).contains(&other))
        })
    }
}

fn kept_nodes(program: &Tree, slice: &Tree, embedding: &Embedding) -> NodeSet {
    let counted = |(slice_node, &image): (usize, &Option<NodeId>)| {
        image.filter(|&node| program.is_counted(node) && slice.is_counted(slice_node as NodeId))
    };
    embedding.image.iter().enumerate().filter_map(counted).collect()
}

#[cfg(test)]
mod tests;
