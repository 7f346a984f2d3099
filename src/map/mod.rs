//! Which nodes of the program a slice kept.
//!
//! In: the trees of a program and of a slicer's answer. Out: a [`Mapping`]. Pure: no IO, no clock.
//!
//! A slice is a program with code deleted, so it is mapped by an *order-preserving embedding*: each
//! node of the slice onto one node of the program with the same kind and label, ancestors and order
//! kept, deleted ancestors allowed. That is a mapping in the sense of Tai, "The Tree-to-Tree Correction
//! Problem", JACM 1979, without relabelling. It maps as many nodes as possible; of those embeddings one is best that
//! keeps the criterion, then what has equally many operands, and lifts fewest nodes out of what was around them
//! (`evidence`). It is found by tree
//! inclusion when all nodes can be mapped, after Kilpeläinen and Mannila, "Ordered and Unordered Tree
//! Inclusion", SIAM J. Comput. 1995 (`inclusion`), else by the dynamic program of Zhang and Shasha, "Simple
//! Fast Algorithms for the Editing Distance between Trees", SIAM J. Comput. 1989 (`exact`), on regions that
//! anchors keep small (`align`). A differ that knows moves must not grade: it guesses.
//!
//! An answer that only leaves text out says itself what it kept, and is not embedded (`remains`).
//!
//! Best embeddings that tie are one text (`ties`): the one nearest to a gold slice is taken, which
//! [`Mapping::nearest`] finds with the range over all of them; without gold the one with most nodes in their old places,
//! else the leftmost.

mod account;
mod align;
mod coarse;
mod evidence;
mod exact;
mod held;
mod inclusion;
mod misplaced;
mod names;
mod opened;
mod pattern;
mod places;
mod project;
mod remains;
mod sequence;
mod ties;
mod tokens;

use std::collections::HashSet;

use crate::ast::{NodeId, NodeSet, SyntaxProblem, Tree};

use align::MapPlan;
use evidence::{PairEvidence, Preference};

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

impl Fate {
    /// The node of the program that it is.
    pub fn origin(self) -> Option<NodeId> {
        match self {
            Fate::Mapped(origin) => Some(origin),
            _ => None,
        }
    }
}

/// What is known of an answer besides its text.
#[derive(Clone, Debug, Default)]
pub struct MapOptions {
    /// Names of functions that the slicer appends; they and their content are residue.
    pub helpers: Vec<String>,
    /// Names that the slicer writes for deleted code, besides the language's own.
    pub placeholders: Vec<String>,
    /// Program nodes of the slicing criterion: of embeddings that map equally many nodes, one that keeps them is taken.
    pub criterion: Vec<NodeId>,
}

impl MapOptions {
    /// Of a slice for the criterion with these nodes.
    pub fn of_criterion(nodes: &[NodeId]) -> MapOptions {
        MapOptions { criterion: nodes.to_vec(), ..MapOptions::default() }
    }
}

/// The nodes of a program that a slice kept, and an account of every node of the slice.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// Counted program nodes that the slice kept.
    pub kept: NodeSet,
    /// Fate of each node of the slice, by its id.
    pub fates: Vec<Fate>,
    /// Counted program nodes that some best embeddings keep and others do not.
    pub ambiguous: NodeSet,
    /// The answer was too large to be searched as a whole, and was cut where a best embedding may not have cut it.
    pub anchored: bool,
    /// The answer is the program with text left out, and was read as that.
    pub is_text: bool,
    plan: MapPlan,
}

/// The best embedding of an answer that has most in common with a gold slice.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// Keeps as many nodes of the gold slice as any best embedding.
    pub mapping: Mapping,
    /// Smallest number of nodes of the gold slice that a best embedding keeps.
    pub n_least: usize,
}

impl Mapping {
    /// The program's node for each node of the slice, by its id.
    pub fn origins(&self) -> Vec<Option<NodeId>> {
        self.fates.iter().map(|fate| fate.origin()).collect()
    }

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
    let left = RemainsOptions {
        placeholders: &options.placeholders,
        criterion: options.criterion.first().copied(),
        parses: new_problem(program, slice).is_none(),
    };
    remains(program, slice, &left).unwrap_or_else(|| embed(program, slice, options))
}

/// The first place that the parser stumbled over in a slice; what it stumbles over in the program, too, is no fault of
/// the slice.
pub fn new_problem<'s>(program: &Tree, slice: &'s Tree) -> Option<&'s SyntaxProblem> {
    let known: HashSet<&str> = program.problems().iter().map(|problem| problem.message.as_str()).collect();
    slice.problems().iter().find(|problem| !known.contains(problem.message.as_str()))
}

fn embed(program: &Tree, slice: &Tree, options: &MapOptions) -> Mapping {
    let evidence = evidence(program, slice, options);
    let is_helper = |root| account::is_helper(slice, root, &options.helpers);
    let mut plan = align::plan(&evidence, &is_helper);
    let ambiguous = ties::resolve(&evidence, &mut plan);
    mapping(&evidence, plan, ambiguous, Preference::None, &options.helpers)
}

impl Mapping {
    /// What can be read in one way only.
    fn of_text(kept: NodeSet, fates: Vec<Fate>) -> Mapping {
        let (ambiguous, plan) = (NodeSet::new(), MapPlan::default());
        Mapping { kept, fates, ambiguous, anchored: false, is_text: true, plan }
    }

    /// Settles ties in favour of a gold slice, and says how few of its nodes they could have kept.
    ///
    /// All best embeddings are the same text and keep the same number of nodes, so that the grade is a monotone function
    /// of the number of gold nodes. Exact where the exact algorithm searched, which is every program of ordinary
    /// size; `docs/METRICS.md` gives the bound. The arguments are those of [`map`].
    pub fn nearest(&self, program: &Tree, slice: &Tree, options: &MapOptions, gold: &NodeSet) -> Nearest {
        if self.ambiguous.is_empty() {
            return Nearest { mapping: self.clone(), n_least: self.kept.n_common(gold) };
        }
        let evidence = evidence(program, slice, options);
        let with = |preference| {
            mapping(&evidence, self.plan.clone(), self.ambiguous.clone(), preference, &options.helpers)
        };
        let mapping = with(Preference::Keep(gold));
        let n_least = with(Preference::Avoid(gold)).kept.n_common(gold);
        Nearest { n_least: n_least.min(mapping.kept.n_common(gold)), mapping }
    }
}

fn evidence<'t>(program: &'t Tree, slice: &'t Tree, options: &MapOptions) -> PairEvidence<'t> {
    let mut evidence = PairEvidence::new(program, slice, &options.criterion);
    let is_helper = |&root: &NodeId| account::is_helper(slice, root, &options.helpers);
    let nodes = |(program_file, slice_file)| {
        let roots = slice.roots(slice_file).filter(|root| !is_helper(root));
        (program_file, roots.flat_map(|root| slice.subtree(root)).collect())
    };
    let files: Vec<(usize, Vec<NodeId>)> = align::file_pairs(program, slice).into_iter().map(nodes).collect();
    evidence.look_at_lines(&files);
    evidence
}

fn mapping(
    evidence: &PairEvidence<'_>,
    plan: MapPlan,
    ambiguous: NodeSet,
    preference: Preference<'_>,
    helpers: &[String],
) -> Mapping {
    let (program, slice) = (evidence.program, evidence.slice);
    let image = ties::images(evidence, &plan, preference);
    let counted = |(slice_node, &image): (NodeId, &Option<NodeId>)| {
        image.filter(|&node| evidence.counts(node, slice_node))
    };
    let kept = (0..).zip(&image).filter_map(counted).collect();
    let fates = account::fates(program, slice, &image, helpers);
    Mapping { kept, fates, ambiguous, anchored: plan.anchored, is_text: false, plan }
}

#[cfg(test)]
mod tests;
