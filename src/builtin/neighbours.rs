//! Slices next to a given one, and by chance: what a grade must tell apart.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ast::{NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use crate::language::Language;
use crate::map::{MapOptions, map};
use crate::random::Random;

use super::Query;
use crate::deletions::DELETED;
use crate::languages::text_of;

/// The gold slice without one node; where the syntax has no such deletion, without the smallest subtree.
///
/// Deletions are tried from the smallest, until one comes back from the mapping as what it is.
pub(super) fn minus_one(query: &Query<'_>, gold: &[SourceFile]) -> Vec<SourceFile> {
    let trial = NeighbourTrial::new(query.program, gold);
    let Some(criteria) = trial.in_gold(query.criteria) else { return gold.to_vec() };
    let tree = &trial.gold;
    // What is only around the criterion is not missed.
    let around: NodeSet =
        criteria.iter().flat_map(|&node| tree.frame(node).iter().collect::<Vec<_>>()).collect();
    let size = |node: NodeId| tree.subtree(node).filter(|&node| tree.is_counted(node)).count();
    let mut candidates: Vec<(usize, NodeId)> = tree
        .ids()
        .filter(|&node| tree.is_counted(node) && !around.contains(node) && !holds_one(tree, node, &criteria))
        .map(|node| (size(node), node))
        .collect();
    // Later nodes first among equals: they are less often patterns, which all must be filled.
    candidates.sort_by_key(|&(size, node)| (size, std::cmp::Reverse(node)));
    candidates
        .into_iter()
        .find_map(|(_, node)| {
            let deleted: NodeSet = tree.subtree(node).collect();
            let images = deleted.iter().filter_map(|node| trial.image.get(&node).copied()).collect();
            let files = text_of(tree, &tree.counted().difference(&deleted));
            trial.maps_to(&files, &trial.kept.difference(&images)).then_some(files)
        })
        .unwrap_or_else(|| gold.to_vec())
}

/// The gold slice with one more node of the program.
///
/// Writes a leaf of the program where gold has a placeholder, or before what is left of its line, until
/// the text comes back from the mapping as gold with that leaf.
pub(super) fn plus_one(query: &Query<'_>, gold: &[SourceFile]) -> Vec<SourceFile> {
    let program = query.program;
    let trial = NeighbourTrial::new(program, gold);
    let is_leaf = |node: NodeId| program.subtree(node).len() == 1 && !program.label(node).is_empty();
    let around = |leaf| query.criteria.iter().any(|&node| program.frame(node).contains(leaf));
    let leaves = program.ids().filter(|&node| {
        program.is_counted(node) && is_leaf(node) && !trial.kept.contains(node) && !around(node)
    });
    for leaf in leaves {
        let wanted = trial.kept.union(&NodeSet::from_iter([leaf]));
        for files in trial.with_leaf(leaf) {
            if trial.maps_to(&files, &wanted) {
                return files;
            }
        }
    }
    gold.to_vec()
}

/// A gold slice, its nodes in the program, and the test whether a text is another slice.
struct NeighbourTrial<'t> {
    program: &'t Tree,
    files: &'t [SourceFile],
    gold: Tree,
    kept: NodeSet,
    /// Program node of each gold node.
    image: BTreeMap<NodeId, NodeId>,
}

impl<'t> NeighbourTrial<'t> {
    fn new(program: &'t Tree, files: &'t [SourceFile]) -> NeighbourTrial<'t> {
        let gold = Tree::parse(program.language(), files);
        let mapping = map(program, &gold, &MapOptions::default());
        let mapped = |node: NodeId| match mapping.fates[node as usize] {
            crate::map::Fate::Mapped(image) => Some((node, image)),
            _ => None,
        };
        let image = gold.ids().filter_map(mapped).collect();
        NeighbourTrial { program, files, image, kept: mapping.kept, gold }
    }

    /// The gold nodes of these program nodes; `None` when one of them is not there.
    fn in_gold(&self, program_nodes: &[NodeId]) -> Option<Vec<NodeId>> {
        let node_of = |wanted: &NodeId| Some(*self.image.iter().find(|&(_, image)| image == wanted)?.0);
        program_nodes.iter().map(node_of).collect()
    }

    fn maps_to(&self, files: &[SourceFile], wanted: &NodeSet) -> bool {
        let options = ParseOptions { placeholders: vec![DELETED.to_owned()], ..Default::default() };
        let slice = Tree::parse_with(self.program.language(), files, &options);
        let mapping = map(self.program, &slice, &MapOptions::default());
        let n_foreign = mapping.n_invented(&slice) + mapping.n_rewritten(&slice);
        slice.problems().is_empty()
            && n_foreign == 0
            && mapping.kept == *wanted
            && mapping.ambiguous.is_empty()
    }

    /// Texts of the gold slice with this program leaf written into it.
    fn with_leaf(&self, leaf: NodeId) -> Vec<Vec<SourceFile>> {
        let path = &self.program.file(self.program.file_of(leaf)).path;
        let Some(file_idx) = self.files.iter().position(|file| file.path == *path) else { return Vec::new() };
        let text = self.program.text(leaf);
        let mut texts: Vec<String> = Vec::new();
        let placeholders = self.gold.file_nodes(file_idx).filter(|&node| self.gold.is_placeholder(node));
        texts.extend(placeholders.map(|node| self.replaced(file_idx, self.gold.span(node), text)));
        if let Some(bytes) = self.gold.line_index(file_idx).line_bytes(self.program.line(leaf)) {
            let line = &self.files[file_idx].text[bytes.clone()];
            let is_blank = line.trim().is_empty();
            let at = bytes.start + if is_blank { 0 } else { line.len() - line.trim_start().len() };
            let indentation = if is_blank { self.indentation(leaf) } else { "" };
            let separator = if self.program.language() == Language::Erlang { ", " } else { "; " };
            texts.push(self.replaced(file_idx, at..at, &format!("{indentation}{text}{separator}")));
        }
        let with_text = |text: String| {
            let mut files = self.files.to_vec();
            files[file_idx].text = text;
            files
        };
        texts.into_iter().map(with_text).collect()
    }

    /// White space before the program line of a node.
    fn indentation(&self, node: NodeId) -> &str {
        let file_idx = self.program.file_of(node);
        let text = &self.program.file(file_idx).text;
        let bytes = self.program.line_index(file_idx).line_bytes(self.program.line(node)).unwrap_or(0..0);
        let line = &text[bytes];
        &line[..line.len() - line.trim_start().len()]
    }

    fn replaced(&self, file_idx: usize, bytes: Range<usize>, by: &str) -> String {
        let mut text = self.files[file_idx].text.clone();
        text.replace_range(bytes, by);
        text
    }
}

/// Whether one of these nodes is in a subtree.
fn holds_one(tree: &Tree, root: NodeId, nodes: &[NodeId]) -> bool {
    nodes.iter().any(|node| tree.subtree(root).contains(node))
}

/// Keeps each subtree below a kept node with probability one half; always the criterion.
pub(super) fn random(program: &Tree, criteria: &[NodeId], seed: u64) -> NodeSet {
    let mut random = Random::new(seed);
    let mut kept = NodeSet::new();
    for node in program.ids() {
        let parent_kept = program.parent(node).is_none_or(|parent| kept.contains(parent));
        if holds_one(program, node, criteria) || (parent_kept && random.number() & 1 == 1) {
            kept.insert(node);
        }
    }
    kept.iter().filter(|&node| program.is_counted(node)).collect()
}
