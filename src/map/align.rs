//! Cutting a pair of trees into regions small enough for the exact algorithm.
//!
//! Definitions with the same name and header (functions, classes) belong together (`names`).
//! What the program holds as it is comes next (`inclusion`); what is left is embedded exactly when it is
//! small, else cut at identical subtrees, found by hash, as a line differ finds identical lines, and
//! embedded by tokens (`tokens`) when there are none. The number of mapped nodes is that
//! of a best embedding as long as regions fit; beyond, anchors make it a close lower bound.

use std::collections::HashSet;

use crate::ast::{NodeId, NodeSet, Tree};

use super::exact;
pub(super) use super::exact::Bias;
use super::inclusion::{Conditions, Inclusion, Uncertain};
use super::layout::KeptLayout;
use super::sequence::common;
use super::tokens::{self, ForestSide};
use super::{misplaced, names, opened};

/// Programs with at most this many nodes are searched for every tie; larger ones are cut at the first
/// identical subtrees from the side the bias asks for.
const THOROUGH_NODES: usize = 5_000;
/// Cells (program nodes × slice nodes) of the largest region given to the exact algorithm.
const THOROUGH_CELLS: usize = 400_000;
const FAST_CELLS: usize = 20_000;

/// Gains of a pair, most important first; each outweighs any sum of those below in one region.
const GAIN_NODE: i64 = 1 << 45;
const GAIN_UNCOUNTED: i64 = 1 << 30;
const GAIN_PLACE: i64 = 1 << 15;
/// A placeholder where code was deleted.
const GAIN_PLACEHOLDER: i64 = GAIN_UNCOUNTED;
/// Neutral part of the gold preference, so that every gain stays positive.
const GAIN_NEUTRAL: i64 = 1;

/// Where each slice node went.
pub(super) struct Embedding {
    /// Program node of each slice node.
    pub(super) image: Vec<Option<NodeId>>,
    /// Whether places were used as evidence.
    pub(super) layout_kept: bool,
    /// Slice nodes of which all images in best embeddings are known.
    pub(super) settled: NodeSet,
    /// Counted program nodes that a settled node may be, where it may be several.
    pub(super) possible: Vec<NodeId>,
    /// Whether the other bias would say nothing new: all that is not certain is in `possible`.
    pub(super) is_whole: bool,
}

/// Embeds a slice into its program; with `gold`, prefers (sign 1) or avoids (-1) its nodes among ties.
///
/// Definitions for which `is_helper` holds are no code of the program, and are left out.
pub(super) fn embed(
    program: &Tree,
    slice: &Tree,
    bias: Bias,
    gold: Option<(&NodeSet, i64)>,
    is_helper: &dyn Fn(NodeId) -> bool,
) -> Embedding {
    let pairs = file_pairs(program, slice);
    let layout = KeptLayout::detect(program, slice, &pairs);
    let layout_kept = layout.is_some();
    let thorough = program.len() <= THOROUGH_NODES;
    let embedding = Embedding {
        image: vec![None; slice.len()],
        layout_kept,
        settled: NodeSet::new(),
        possible: Vec::new(),
        is_whole: true,
    };
    let mut aligner = Aligner { program, slice, layout, bias, gold, thorough, opened: Vec::new(), embedding };
    for (program_file, slice_file) in pairs {
        let region = Region {
            program: program.roots(program_file).collect(),
            slice: slice.roots(slice_file).filter(|&root| !is_helper(root)).collect(),
        };
        aligner.run_file(region);
    }
    let Aligner { opened, mut embedding, .. } = aligner;
    opened::close(program, slice, opened, &mut embedding.image);
    embedding
}

/// Files that belong together: by path, then by file name; two single files always.
fn file_pairs(program: &Tree, slice: &Tree) -> Vec<(usize, usize)> {
    if program.files().len() == 1 && slice.files().len() == 1 {
        return vec![(0, 0)];
    }
    let mut pairs = Vec::new();
    for (slice_file, file) in slice.files().enumerate() {
        let same_path = program.file_idx(&file.path);
        let same_name = || program.files().position(|other| other.path.file_name() == file.path.file_name());
        if let Some(program_file) = same_path.or_else(same_name)
            && !pairs.iter().any(|&(taken, _)| taken == program_file)
        {
            pairs.push((program_file, slice_file));
        }
    }
    pairs
}

/// The outermost trees of a forest that lie within these bounds.
fn forest_between(program: &Tree, roots: &[NodeId], (from, until): (NodeId, NodeId)) -> Vec<NodeId> {
    let mut found = Vec::new();
    for &root in roots {
        let mut node = root;
        while node < program.subtree(root).end && node < until {
            let end = program.subtree(node).end;
            let is_within = node >= from && end <= until;
            if is_within {
                found.push(node);
            }
            node = if is_within || end <= from { end } else { node + 1 };
        }
    }
    found
}

/// Two forests to be aligned: siblings, or the children of several siblings, in source order.
#[derive(Clone, Default)]
struct Region {
    program: Vec<NodeId>,
    slice: Vec<NodeId>,
}

struct Aligner<'t> {
    program: &'t Tree,
    slice: &'t Tree,
    layout: Option<KeptLayout>,
    bias: Bias,
    gold: Option<(&'t NodeSet, i64)>,
    thorough: bool,
    /// Slice nodes whose children were mapped without them.
    opened: Vec<NodeId>,
    embedding: Embedding,
}

impl Aligner<'_> {
    /// Maps a file. Where its definitions end is not known after a parse error, so that a small file is
    /// searched once more without regard to them.
    fn run_file(&mut self, region: Region) {
        self.run(region.clone());
        let is_searched =
            self.thorough && !self.slice.problems().is_empty() && self.n_cells(&region) <= self.max_cells();
        if !is_searched {
            return;
        }
        let by_names = self.embedding.image.clone();
        let n_by_names = self.n_kept();
        for node in region.slice.iter().flat_map(|&root| self.slice.subtree(root)) {
            self.embedding.image[node as usize] = None;
        }
        self.exact(&region);
        if self.n_kept() > n_by_names {
            self.embedding.settled = NodeSet::new();
            self.embedding.possible.clear();
            self.embedding.is_whole = false;
        } else {
            self.embedding.image = by_names;
        }
    }

    /// Number of counted nodes with an image that counts.
    fn n_kept(&self) -> usize {
        let is_counted = |(node, image): (NodeId, &Option<NodeId>)| {
            self.slice.is_counted(node) && image.is_some_and(|image| self.program.is_counted(image))
        };
        (0..).zip(&self.embedding.image).filter(|&pair| is_counted(pair)).count()
    }

    fn run(&mut self, region: Region) {
        let mut pending = vec![region];
        while let Some(mut region) = pending.pop() {
            if region.program.is_empty() || region.slice.is_empty() {
                continue;
            }
            if let Some(parts) = self.cut_at_names(&region) {
                pending.extend(parts);
                continue;
            }
            if let Some(parts) = self.include(&region) {
                pending.extend(parts);
                continue;
            }
            self.embedding.is_whole = false;
            if !self.thorough {
                self.trim(&mut region);
            }
            if region.program.is_empty() || region.slice.is_empty() {
                continue;
            }
            if let Some(parts) = self.cut_at_root(&region) {
                pending.extend(parts);
            } else if self.n_cells(&region) <= self.max_cells() {
                self.exact(&region);
            } else {
                pending.extend(self.cut(region));
            }
        }
    }

    /// Maps what the program holds as it is, and returns what lies between; `None` when it holds nothing so.
    fn include(&mut self, region: &Region) -> Option<Vec<Region>> {
        // The exact algorithm weighs lines against columns, and costs little here.
        if self.thorough && self.layout.is_some() {
            return None;
        }
        let inclusion = self.inclusion(region, true).or_else(|| self.inclusion(region, false))?;
        let left_over = inclusion.left_over(self.program, self.bias);
        if self.thorough && !left_over.is_empty() {
            return None;
        }
        for (slice_node, image) in inclusion.images(self.bias) {
            self.pair(image, slice_node);
        }
        self.embedding.is_whole &= left_over.is_empty() && inclusion.possible().is_some();
        if self.layout.is_none() {
            self.settle(&inclusion);
        }
        if self.layout.is_some() || self.gold.is_some() {
            self.prefer(region, &inclusion);
        }
        Some(left_over.into_iter().map(|uncertain| self.part(region, uncertain)).collect())
    }

    /// The part of a region in which these neighbours are.
    fn part(&self, region: &Region, uncertain: Uncertain) -> Region {
        let roots = match uncertain.inside {
            Some(node) => self.program.children(node).collect(),
            None => region.program.clone(),
        };
        Region { program: forest_between(self.program, &roots, uncertain.bounds), slice: uncertain.slice }
    }

    fn inclusion(&self, region: &Region, placeholders: bool) -> Option<Inclusion> {
        let may_pair = |program_node, slice_node| {
            self.slice.is_filler(slice_node)
                || (self.program.is_counted(program_node) || !self.slice.is_counted(slice_node))
                    && self.on_same_line(program_node, slice_node)
        };
        // Nobody moves the inside of code and leaves both ends where they were.
        let may_pair_whole = |program_node, slice_node| {
            self.on_same_line(program_node, slice_node)
                && self.on_same_line(
                    self.program.subtree(program_node).end - 1,
                    self.slice.subtree(slice_node).end - 1,
                )
        };
        Inclusion::find(
            (self.program, &region.program),
            (self.slice, &region.slice),
            &Conditions { may_pair: &may_pair, may_pair_whole: &may_pair_whole, placeholders },
        )
    }

    /// Whether nothing is known of lines, or they agree.
    fn on_same_line(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.layout.as_ref().is_none_or(|layout| layout.same_line(program_node, slice_node))
    }

    /// Notes where each node may be.
    fn settle(&mut self, inclusion: &Inclusion) {
        for (slice_node, images) in inclusion.possible().into_iter().flatten() {
            self.embedding.settled.insert(slice_node);
            if images.len() > 1 && self.slice.is_counted(slice_node) {
                let counted = images.iter().filter(|&&image| self.program.is_counted(image));
                self.embedding.possible.extend(counted);
            }
        }
    }

    /// Chooses by place, or by the gold slice, between the images of nodes that have several.
    fn prefer(&mut self, region: &Region, inclusion: &Inclusion) {
        for uncertain in inclusion.uncertain(self.program) {
            self.embedding.is_whole = false;
            let part = self.part(region, uncertain);
            if self.n_cells(&part) <= self.max_cells() {
                let nodes = part.slice.iter().flat_map(|&root| self.slice.subtree(root));
                nodes.for_each(|node| self.embedding.image[node as usize] = None);
                self.exact(&part);
            }
        }
    }

    fn pair(&mut self, program_node: NodeId, slice_node: NodeId) {
        // A placeholder says where code was deleted; it is not that code.
        let both =
            |is: fn(&Tree, NodeId) -> bool| is(self.program, program_node) && is(self.slice, slice_node);
        let same = self.program.key(program_node) == self.slice.key(slice_node);
        if !self.slice.is_filler(slice_node) || both(Tree::is_placeholder) || both(Tree::is_filler) && same {
            self.embedding.image[slice_node as usize] = Some(program_node);
        }
    }

    /// Two single trees with equal roots: pairing these maps as many nodes as any embedding does.
    ///
    /// Not done in a thorough search, where a node inside with the same key may be as good.
    fn cut_at_root(&mut self, region: &Region) -> Option<Vec<Region>> {
        match (region.program.as_slice(), region.slice.as_slice()) {
            (&[program_node], &[slice_node])
                if !self.thorough && self.same_node(program_node, slice_node) =>
            {
                Some(self.split(region, &[(0, 0)]))
            }
            _ => None,
        }
    }

    fn max_cells(&self) -> usize {
        if self.thorough { THOROUGH_CELLS } else { FAST_CELLS }
    }

    fn n_cells(&self, region: &Region) -> usize {
        let size =
            |tree: &Tree, roots: &[NodeId]| roots.iter().map(|&root| tree.subtree(root).len()).sum::<usize>();
        size(self.program, &region.program) * size(self.slice, &region.slice)
    }

    fn exact(&mut self, region: &Region) {
        let pairs = exact::embed(
            (self.program, &region.program),
            (self.slice, &region.slice),
            self.bias,
            &|program_node, slice_node| self.gain(program_node, slice_node),
        );
        for (program_node, slice_node) in pairs {
            self.pair(program_node, slice_node);
        }
    }

    fn gain(&self, program_node: NodeId, slice_node: NodeId) -> Option<i64> {
        let same = self.program.key(program_node) == self.slice.key(slice_node);
        if self.slice.is_filler(slice_node) {
            // Which `_` a program had and which the slicer wrote cannot be told, so equality is no evidence.
            return Some(GAIN_PLACEHOLDER);
        }
        if !same {
            return None;
        }
        // An empty branch of the slice is no part of the branch that the program has there.
        let counted = self.program.is_counted(program_node) && self.slice.is_counted(slice_node);
        let place = self.layout.as_ref().map_or(0, |layout| layout.evidence(program_node, slice_node));
        let gold = match self.gold {
            Some((gold, sign)) if counted && gold.contains(program_node) => sign,
            _ => 0,
        };
        let weight = if counted { GAIN_NODE } else { GAIN_UNCOUNTED };
        Some(weight + place * GAIN_PLACE + GAIN_NEUTRAL + gold)
    }

    fn identical(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.program.subtree_hash(program_node) == self.slice.subtree_hash(slice_node)
            && self.layout.as_ref().is_none_or(|layout| layout.same_line(program_node, slice_node))
    }

    /// Takes identical trees off both ends. An embedding that pairs them maps as many nodes as any: at
    /// most one of the two trees can have partners outside the other without breaking the order.
    fn trim(&mut self, region: &mut Region) {
        let from_left = |aligner: &mut Self, region: &mut Region| {
            let n_same = region
                .program
                .iter()
                .zip(&region.slice)
                .take_while(|&(&program_node, &slice_node)| aligner.identical(program_node, slice_node))
                .count();
            for idx in 0..n_same {
                aligner.pair_subtrees(region.program[idx], region.slice[idx]);
            }
            region.program.drain(..n_same);
            region.slice.drain(..n_same);
        };
        let from_right = |aligner: &mut Self, region: &mut Region| {
            while let (Some(&program_node), Some(&slice_node)) = (region.program.last(), region.slice.last())
            {
                if !aligner.identical(program_node, slice_node) {
                    break;
                }
                aligner.pair_subtrees(program_node, slice_node);
                region.program.pop();
                region.slice.pop();
            }
        };
        match self.bias {
            Bias::Left => {
                from_left(self, region);
                from_right(self, region);
            }
            Bias::Right => {
                from_right(self, region);
                from_left(self, region);
            }
        }
    }

    fn pair_subtrees(&mut self, program_node: NodeId, slice_node: NodeId) {
        let slice_nodes = self.slice.subtree(slice_node);
        for (offset, node) in slice_nodes.enumerate() {
            self.embedding.image[node as usize] = Some(program_node + offset as NodeId);
        }
    }

    /// Pairs definitions by name and header, and returns what lies inside and between.
    fn cut_at_names(&mut self, region: &Region) -> Option<Vec<Region>> {
        let anchors = names::pairs((self.program, &region.program), (self.slice, &region.slice));
        if let Some(opened) = self.open_misplaced(region, &anchors) {
            return Some(vec![opened]);
        }
        (!anchors.is_empty()).then(|| self.split(region, &anchors))
    }

    /// Puts the contents of heads that a parse error has misplaced in the place of the heads.
    fn open_misplaced(&self, region: &Region, anchors: &[(usize, usize)]) -> Option<Region> {
        let heads = misplaced::heads((self.program, &region.program), (self.slice, &region.slice), anchors);
        let opened = |tree: &Tree, roots: &[NodeId], heads: HashSet<usize>| -> Vec<NodeId> {
            let of = |(idx, &root): (usize, &NodeId)| -> Vec<NodeId> {
                if heads.contains(&idx) { tree.children(root).collect() } else { vec![root] }
            };
            roots.iter().enumerate().flat_map(of).collect()
        };
        (!heads.is_empty()).then(|| Region {
            program: opened(self.program, &region.program, heads.iter().map(|&(idx, _)| idx).collect()),
            slice: opened(self.slice, &region.slice, heads.iter().map(|&(_, idx)| idx).collect()),
        })
    }

    /// Pairs the roots at the anchors, and returns what lies inside and between them.
    fn split(&mut self, region: &Region, anchors: &[(usize, usize)]) -> Vec<Region> {
        let mut parts = Vec::new();
        let (mut program_from, mut slice_from) = (0, 0);
        for &(program_idx, slice_idx) in anchors {
            parts.push(Region {
                program: region.program[program_from..program_idx].to_vec(),
                slice: region.slice[slice_from..slice_idx].to_vec(),
            });
            let (program_node, slice_node) = (region.program[program_idx], region.slice[slice_idx]);
            if self.program.subtree_hash(program_node) == self.slice.subtree_hash(slice_node) {
                self.pair_subtrees(program_node, slice_node);
            } else {
                self.embedding.image[slice_node as usize] = Some(program_node);
                parts.push(Region {
                    program: self.program.children(program_node).collect(),
                    slice: self.slice.children(slice_node).collect(),
                });
            }
            (program_from, slice_from) = (program_idx + 1, slice_idx + 1);
        }
        parts.push(Region {
            program: region.program[program_from..].to_vec(),
            slice: region.slice[slice_from..].to_vec(),
        });
        parts
    }

    /// Makes a region smaller that is too large for the exact algorithm.
    fn cut(&mut self, mut region: Region) -> Vec<Region> {
        self.trim(&mut region);
        if region.program.is_empty() || region.slice.is_empty() || self.n_cells(&region) <= self.max_cells() {
            return vec![region];
        }
        if let (&[program_node], &[slice_node]) = (region.program.as_slice(), region.slice.as_slice())
            && self.same_node(program_node, slice_node)
        {
            return self.split(&region, &[(0, 0)]);
        }
        let anchors = self.common(&region);
        if !anchors.is_empty() {
            return self.split(&region, &anchors);
        }
        // Siblings say nothing around a parse error.
        if !self.slice.problems().is_empty()
            && let Some(slice) = opened::open(self.slice, &region.slice, &mut self.opened)
        {
            return vec![Region { program: region.program, slice }];
        }
        self.by_tokens(&region);
        Vec::new()
    }

    /// Too large and too different: tokens are what is left to go by.
    fn by_tokens(&mut self, region: &Region) {
        let with_line = |key: u64, tree: &Tree, node: NodeId| match self.layout {
            Some(_) => key ^ (tree.line(node) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            None => key,
        };
        let program_key = |node| with_line(self.program.key(node), self.program, node);
        let slice_key = |node| {
            // A placeholder has no partner: its key is its own.
            let is_code = !self.slice.is_filler(node);
            with_line(if is_code { self.slice.key(node) } else { !u64::from(node) }, self.slice, node)
        };
        let program = ForestSide { tree: self.program, roots: &region.program, key: &program_key };
        let slice = ForestSide { tree: self.slice, roots: &region.slice, key: &slice_key };
        let pairs = tokens::embed(program, slice, self.bias);
        for (program_node, slice_node) in pairs {
            self.embedding.image[slice_node as usize] = Some(program_node);
        }
    }

    fn same_node(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.program.key(program_node) == self.slice.key(slice_node) && !self.slice.is_filler(slice_node)
    }

    /// Identical roots that a sequence differ pairs; with kept layout they stand on the same line.
    fn common(&self, region: &Region) -> Vec<(usize, usize)> {
        let with_line = self.layout.is_some();
        let hashes = |tree: &Tree, roots: &[NodeId]| -> Vec<(u64, usize)> {
            roots
                .iter()
                .map(|&node| (tree.subtree_hash(node), if with_line { tree.line(node) } else { 0 }))
                .collect()
        };
        let program = hashes(self.program, &region.program);
        let slice = hashes(self.slice, &region.slice);
        common(similar::Algorithm::Patience, &program, &slice, self.bias)
            .into_iter()
            .filter(|&(_, idx)| !self.slice.is_filler(region.slice[idx]))
            .collect()
    }
}
