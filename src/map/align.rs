//! Which pairs of a best embedding are settled, and which regions have to be searched for the rest.
//!
//! Definitions with the same name and header (functions, classes) belong together, in whatever order (`names`).
//! What the program holds as it is comes next (`inclusion`); groups of neighbours that can be in several places,
//! and regions that hold foreign code, are searched by the exact algorithm (`exact`). A region that is too
//! large for it is cut: at equal ends, at identical subtrees that occur once on each side, and at last where a
//! coarse alignment of siblings says so (`coarse`). Such a cut makes the embedding a close lower bound, and is noted.

use std::collections::HashSet;

use crate::ast::{NodeId, Tree};

use super::evidence::{PairEvidence, Preference};
use super::held::Held;
use super::inclusion::{Conditions, Inclusion, Uncertain};
use super::places::SearchSide;
use super::sequence::unique_in_order;
use super::tokens::{self, ForestSide, NodePair};
use super::{coarse, exact, misplaced, names, opened};

/// Cells of the tables of one exact search, which take about 65 bytes each.
const MAX_CELLS: u64 = 1 << 20;
/// Steps of one exact search.
const MAX_STEPS: u64 = 1 << 24;
/// Steps of all exact searches of one answer whose ties are looked for, which takes several rounds.
const MAX_STEPS_IN_ALL: u64 = 1 << 25;

/// Nodes that may be looked at to find inclusions and alignments, per node of both sides.
const LOOKS_PER_NODE: u64 = 16;
/// Nodes that may be looked at besides, whatever the size.
const MAX_LOOKS: u64 = 1 << 24;

/// What is known of the embeddings of a slice, and what is left to choose.
#[derive(Clone, Debug, Default)]
pub(super) struct MapPlan {
    /// Program node of each slice node that is settled.
    pub(super) image: Vec<Option<NodeId>>,
    /// Regions that are searched, each by itself.
    pub(super) searched: Vec<Region>,
    /// Regions too large to be searched, with what is known of them.
    pub(super) held: Vec<Held>,
    /// Slice nodes whose children are mapped without them.
    pub(super) opened: Vec<NodeId>,
    /// A region was cut where a best embedding may not have cut it.
    pub(super) anchored: bool,
}

/// Two forests to be aligned: siblings, or the children of several siblings, in source order.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub(super) program: Vec<NodeId>,
    pub(super) slice: Vec<NodeId>,
    /// Program node that holds the forest and stays; `None` for the roots of a file.
    pub(super) inside: Option<NodeId>,
}

impl Region {
    fn is_empty(&self) -> bool {
        self.program.is_empty() || self.slice.is_empty()
    }
}

/// Settles what can be settled without a search of pairs.
///
/// Definitions for which `is_helper` holds are no code of the program, and are left out.
pub(super) fn plan(evidence: &PairEvidence<'_>, is_helper: &dyn Fn(NodeId) -> bool) -> MapPlan {
    let (program, slice) = (evidence.program, evidence.slice);
    let plan = MapPlan { image: vec![None; slice.len()], ..MapPlan::default() };
    let mut planner = Planner { evidence, n_steps: 0, n_looked: 0, plan };
    for (program_file, slice_file) in file_pairs(program, slice) {
        planner.file(Region {
            program: program.roots(program_file).collect(),
            slice: slice.roots(slice_file).filter(|&root| !is_helper(root)).collect(),
            inside: None,
        });
    }
    planner.plan
}

/// A best embedding of one region.
pub(super) fn search(
    evidence: &PairEvidence<'_>,
    region: &Region,
    preference: Preference<'_>,
) -> impl Iterator<Item = NodePair> {
    let pairs = exact::embed(
        (evidence.program, &region.program),
        region.inside,
        (evidence.slice, &region.slice),
        &|program_node, slice_node| evidence.gain(program_node, slice_node, preference),
    );
    pairs.into_iter().filter(|&(program_node, slice_node)| is_image(evidence, program_node, slice_node))
}

/// Whether a pair gives the slice node an image: a placeholder says where code was deleted; it is not that code.
pub(super) fn is_image(evidence: &PairEvidence<'_>, program_node: NodeId, slice_node: NodeId) -> bool {
    let both =
        |is: fn(&Tree, NodeId) -> bool| is(evidence.program, program_node) && is(evidence.slice, slice_node);
    let same = evidence.program.key(program_node) == evidence.slice.key(slice_node);
    !evidence.slice.is_filler(slice_node) || both(Tree::is_placeholder) || both(Tree::is_filler) && same
}

/// Files that belong together: by path, then by file name; two single files always.
pub(super) fn file_pairs(program: &Tree, slice: &Tree) -> Vec<(usize, usize)> {
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

struct Planner<'e, 't> {
    evidence: &'e PairEvidence<'t>,
    /// Steps that the searches of the plan will take.
    n_steps: u64,
    /// Nodes looked at, in looking for inclusions and alignments.
    n_looked: u64,
    plan: MapPlan,
}

impl Planner<'_, '_> {
    /// Where definitions end is not known after a parse error, so that a small file is searched once more
    /// without regard to them.
    fn file(&mut self, region: Region) {
        let is_broken = !self.evidence.slice.problems().is_empty();
        if !(is_broken && self.fits(&region)) {
            return self.run(region);
        }
        let (before, n_steps) = (self.plan.clone(), self.n_steps);
        self.run(region.clone());
        let is_better = self.n_counted(&region) > self.n_kept(&region);
        if is_better {
            (self.plan, self.n_steps) = (before, n_steps);
            self.add(region);
        }
    }

    /// Number of counted slice nodes of a file that the plan so far gives a counted image.
    fn n_kept(&self, file: &Region) -> usize {
        let counts = |&(program_node, slice_node): &NodePair| self.evidence.counts(program_node, slice_node);
        let nodes = file.slice.iter().flat_map(|&root| self.evidence.slice.subtree(root));
        let settled = nodes.filter_map(|node| Some((self.plan.image[node as usize]?, node))).filter(counts);
        let searched = self.plan.searched.iter().filter(|region| {
            file.slice.iter().any(|&root| self.evidence.slice.subtree(root).contains(&region.slice[0]))
        });
        let n_searched: usize = searched.map(|region| self.n_counted(region)).sum();
        settled.count() + n_searched
    }

    /// Number of counted slice nodes that a search of this region gives a counted image.
    fn n_counted(&self, region: &Region) -> usize {
        search(self.evidence, region, Preference::None).filter(|&(p, s)| self.evidence.counts(p, s)).count()
    }

    fn run(&mut self, region: Region) {
        let mut pending = vec![region];
        while let Some(region) = pending.pop() {
            if region.is_empty() {
                continue;
            }
            if let Some(parts) = self.cut_at_names(&region) {
                pending.extend(parts);
            } else if let Some(parts) = self.include(&region) {
                pending.extend(parts);
            } else if self.fits(&region) {
                self.add(region);
            } else {
                pending.extend(self.cut(region));
            }
        }
    }

    /// Whether so many nodes may be looked at: not for ever, where trees are cut level by level.
    fn may_look(&mut self, n_nodes: u64) -> bool {
        let n_in_all = (self.evidence.program.len() + self.evidence.slice.len()) as u64;
        self.n_looked += n_nodes;
        self.n_looked <= LOOKS_PER_NODE * n_in_all + MAX_LOOKS
    }

    /// Numbers of program nodes and of slice nodes of a region.
    fn n_nodes(&self, region: &Region) -> (u64, u64) {
        let size = |tree: &Tree, roots: &[NodeId]| -> u64 {
            roots.iter().map(|&root| tree.subtree(root).len() as u64).sum()
        };
        (size(self.evidence.program, &region.program), size(self.evidence.slice, &region.slice))
    }

    /// Settles what the program holds as it is, and returns what lies between; `None` when it holds nothing so.
    fn include(&mut self, region: &Region) -> Option<Vec<Region>> {
        let (n_program, n_slice) = self.n_nodes(region);
        if !self.may_look(n_program + n_slice) {
            return None;
        }
        let inclusion = self.best_inclusion(region)?;
        let left_over = inclusion.left_over(self.evidence.program);
        let is_best = left_over.is_empty()
            && inclusion.possible().is_some()
            && (self.may_keep_criterion(&inclusion) || !self.has_criterion(region));
        if !is_best && self.fits(region) {
            return None;
        }
        let uncertain = inclusion.uncertain(self.evidence.program);
        for (slice_node, image) in inclusion.images(SearchSide::Left) {
            self.pair(image, slice_node);
        }
        match inclusion.possible().is_some() {
            true => uncertain.into_iter().for_each(|group| {
                let part = self.part(region, group);
                self.clear(&part);
                match self.fits(&part) {
                    true => self.add(part),
                    false => self.hold(part, &inclusion),
                }
            }),
            false => {
                self.plan.anchored = true;
                self.clear(region);
                self.hold(region.clone(), &inclusion);
            }
        }
        self.plan.anchored |= !left_over.is_empty();
        Some(left_over.into_iter().map(|uncertain| self.part(region, uncertain)).collect())
    }

    /// With lines as evidence, the inclusion that keeps them, if all of it does.
    fn best_inclusion(&self, region: &Region) -> Option<Inclusion> {
        if !self.evidence.lines_kept() {
            return self.best_inclusion_in(region, false);
        }
        let in_lines = self.best_inclusion_in(region, true);
        let is_whole = |inclusion: &Inclusion| inclusion.left_over(self.evidence.program).is_empty();
        match in_lines.filter(is_whole) {
            Some(inclusion) => Some(inclusion),
            None if self.fits(region) => None,
            None => self.best_inclusion_in(region, false),
        }
    }

    /// Of the inclusion with placeholders and the one without: what leaves nothing over, then what can keep the
    /// criterion, then what gives placeholders a place.
    fn best_inclusion_in(&self, region: &Region, lines: bool) -> Option<Inclusion> {
        let with_placeholders = self.inclusion(region, true, lines);
        let rank = |inclusion: &Inclusion| {
            (inclusion.left_over(self.evidence.program).is_empty(), self.may_keep_criterion(inclusion))
        };
        let is_perfect = |inclusion: &Inclusion| {
            rank(inclusion) == (true, true) || !self.has_criterion(region) && rank(inclusion).0
        };
        if with_placeholders.as_ref().is_some_and(is_perfect) {
            return with_placeholders;
        }
        match (with_placeholders, self.inclusion(region, false, lines)) {
            (Some(one), Some(other)) => Some(if rank(&other) > rank(&one) { other } else { one }),
            (one, other) => one.or(other),
        }
    }

    /// Whether a node of the criterion is in the region, and one of the slice that it could be.
    fn has_criterion(&self, region: &Region) -> bool {
        let (program, slice) = (self.evidence.program, self.evidence.slice);
        let holds = |&node: &NodeId| region.program.iter().any(|&root| program.subtree(root).contains(&node));
        self.evidence.criterion().iter().filter(holds).any(|criterion| {
            let mut nodes = region.slice.iter().flat_map(|&root| slice.subtree(root));
            nodes.any(|node| self.evidence.same_node(criterion, node))
        })
    }

    fn may_keep_criterion(&self, inclusion: &Inclusion) -> bool {
        let is_criterion = |node: NodeId, image: NodeId| {
            self.evidence.criterion().contains(image) && self.evidence.same_node(image, node)
        };
        match inclusion.possible() {
            Some(mut possible) => {
                possible.any(|(node, images)| images.iter().any(|&image| is_criterion(node, image)))
            }
            None => inclusion.images(SearchSide::Left).any(|(node, image)| is_criterion(node, image)),
        }
    }

    fn inclusion(&self, region: &Region, placeholders: bool, lines: bool) -> Option<Inclusion> {
        let PairEvidence { program, slice, .. } = *self.evidence;
        Inclusion::find(
            (self.evidence.program, &region.program),
            (self.evidence.slice, &region.slice),
            &Conditions {
                may_pair: &|program_node, slice_node| {
                    slice.is_filler(slice_node)
                        || !slice.is_counted(slice_node)
                        || program.is_counted(program_node)
                            && (!lines || self.evidence.in_line(program_node, slice_node))
                },
                // Nobody moves the inside of code and leaves both ends where they were.
                may_pair_whole: &|program_node, slice_node| {
                    let last = (program.subtree(program_node).end - 1, slice.subtree(slice_node).end - 1);
                    !lines
                        || self.evidence.in_line(program_node, slice_node)
                            && self.evidence.in_line(last.0, last.1)
                },
                placeholders,
            },
        )
    }

    /// The part of a region in which these neighbours are.
    fn part(&self, region: &Region, uncertain: Uncertain) -> Region {
        let roots = match uncertain.inside {
            Some(node) => self.evidence.program.children(node).collect(),
            None => region.program.clone(),
        };
        Region {
            program: forest_between(self.evidence.program, &roots, uncertain.bounds),
            slice: uncertain.slice,
            inside: uncertain.inside.or(region.inside),
        }
    }

    fn pair(&mut self, program_node: NodeId, slice_node: NodeId) {
        if is_image(self.evidence, program_node, slice_node) {
            self.plan.image[slice_node as usize] = Some(program_node);
        }
    }

    fn clear(&mut self, region: &Region) {
        for node in region.slice.iter().flat_map(|&root| self.evidence.slice.subtree(root)) {
            self.plan.image[node as usize] = None;
        }
    }

    fn fits(&self, region: &Region) -> bool {
        let (n_program, n_slice) = self.n_nodes(region);
        n_program * n_slice <= MAX_CELLS && self.n_steps(region) <= MAX_STEPS
    }

    fn n_steps(&self, region: &Region) -> u64 {
        exact::n_steps((self.evidence.program, &region.program), (self.evidence.slice, &region.slice))
    }

    /// Adds a region to those that are searched; past the budget for ties it is searched here and now, once.
    fn add(&mut self, region: Region) {
        let n_steps = self.n_steps(&region);
        if self.n_steps + n_steps <= MAX_STEPS_IN_ALL {
            self.n_steps += n_steps;
            self.plan.searched.push(region);
        } else {
            self.plan.anchored = true;
            for (program_node, slice_node) in search(self.evidence, &region, Preference::None) {
                self.plan.image[slice_node as usize] = Some(program_node);
            }
        }
    }

    /// Remembers a region too large to be searched, of which at least one inclusion is known.
    fn hold(&mut self, region: Region, inclusion: &Inclusion) {
        self.plan.held.push(Held::new(self.evidence, region, inclusion));
    }

    fn pair_subtrees(&mut self, program_node: NodeId, slice_node: NodeId) {
        for (offset, node) in self.evidence.slice.subtree(slice_node).enumerate() {
            self.plan.image[node as usize] = Some(program_node + offset as NodeId);
        }
    }

    fn identical(&self, program_node: NodeId, slice_node: NodeId) -> bool {
        self.evidence.program.subtree_hash(program_node) == self.evidence.slice.subtree_hash(slice_node)
    }

    /// Pairs definitions by name and header, and returns what lies inside each, and all that is beside them.
    fn cut_at_names(&mut self, region: &Region) -> Option<Vec<Region>> {
        let anchors =
            names::pairs((self.evidence.program, &region.program), (self.evidence.slice, &region.slice));
        if anchors.is_empty() {
            return None;
        }
        if let Some(opened) = self.open_misplaced(region, &anchors) {
            return Some(vec![opened]);
        }
        let mut parts: Vec<Region> = anchors
            .iter()
            .filter_map(|&(p, s)| self.pair_roots(region.program[p], region.slice[s]))
            .collect();
        let without = |roots: &[NodeId], taken: HashSet<usize>| -> Vec<NodeId> {
            let is_left = |(idx, &root): (usize, &NodeId)| (!taken.contains(&idx)).then_some(root);
            roots.iter().enumerate().filter_map(is_left).collect()
        };
        parts.push(Region {
            program: without(&region.program, anchors.iter().map(|&(idx, _)| idx).collect()),
            slice: without(&region.slice, anchors.iter().map(|&(_, idx)| idx).collect()),
            inside: region.inside,
        });
        Some(parts)
    }

    /// Puts the contents of heads that a parse error has misplaced in the place of the heads.
    fn open_misplaced(&self, region: &Region, anchors: &[(usize, usize)]) -> Option<Region> {
        let heads = misplaced::heads(
            (self.evidence.program, &region.program),
            (self.evidence.slice, &region.slice),
            anchors,
        );
        let opened = |tree: &Tree, roots: &[NodeId], heads: HashSet<usize>| -> Vec<NodeId> {
            let of = |(idx, &root): (usize, &NodeId)| -> Vec<NodeId> {
                if heads.contains(&idx) { tree.children(root).collect() } else { vec![root] }
            };
            roots.iter().enumerate().flat_map(of).collect()
        };
        (!heads.is_empty()).then(|| Region {
            program: opened(
                self.evidence.program,
                &region.program,
                heads.iter().map(|&(idx, _)| idx).collect(),
            ),
            slice: opened(self.evidence.slice, &region.slice, heads.iter().map(|&(_, idx)| idx).collect()),
            inside: region.inside,
        })
    }

    /// Pairs two roots, and returns what lies inside when they are not identical.
    fn pair_roots(&mut self, program_node: NodeId, slice_node: NodeId) -> Option<Region> {
        if self.identical(program_node, slice_node) {
            self.pair_subtrees(program_node, slice_node);
            return None;
        }
        self.plan.image[slice_node as usize] = Some(program_node);
        Some(Region {
            program: self.evidence.program.children(program_node).collect(),
            slice: self.evidence.slice.children(slice_node).collect(),
            inside: Some(program_node),
        })
    }

    /// Pairs the roots at the anchors, and returns what lies inside and between them.
    fn split(&mut self, region: &Region, anchors: &[(usize, usize)]) -> Vec<Region> {
        let mut parts = Vec::new();
        let (mut program_from, mut slice_from) = (0, 0);
        let ends = [(region.program.len(), region.slice.len())];
        for &(program_idx, slice_idx) in anchors.iter().chain(&ends) {
            parts.push(Region {
                program: region.program[program_from..program_idx].to_vec(),
                slice: region.slice[slice_from..slice_idx].to_vec(),
                inside: region.inside,
            });
            if let (Some(&program_node), Some(&slice_node)) =
                (region.program.get(program_idx), region.slice.get(slice_idx))
            {
                parts.extend(self.pair_roots(program_node, slice_node));
            }
            (program_from, slice_from) = (program_idx + 1, slice_idx + 1);
        }
        parts
    }

    /// Makes smaller regions of one that is too large for the exact algorithm.
    fn cut(&mut self, mut region: Region) -> Vec<Region> {
        self.plan.anchored = true;
        if self.descend(&mut region) {
            return vec![region];
        }
        let anchors = self.unique_roots(&region);
        if !anchors.is_empty() {
            return self.split(&region, &anchors);
        }
        // Siblings say nothing around a parse error.
        let (slice, opened) = (self.evidence.slice, &mut self.plan.opened);
        if !slice.problems().is_empty() {
            if let Some(slice) = opened::open(slice, &region.slice, opened) {
                return vec![Region { slice, ..region }];
            }
            self.by_tokens(&region);
            return Vec::new();
        }
        self.cut_coarsely(region)
    }

    /// Pairs single roots of one key as deep as they go, and what is equal at both ends; whether there was any. All at
    /// once: a look at the whole of what is left in each step would take time in the square of the depth.
    fn descend(&mut self, region: &mut Region) -> bool {
        let mut has_paired = false;
        while self.trim(region) || self.pair_single(region) {
            has_paired = true;
            if region.is_empty() || self.fits(region) {
                break;
            }
        }
        has_paired
    }

    fn pair_single(&mut self, region: &mut Region) -> bool {
        match (region.program.as_slice(), region.slice.as_slice()) {
            (&[program_node], &[slice_node]) if self.evidence.same_node(program_node, slice_node) => {
                *region = self.pair_roots(program_node, slice_node).unwrap_or_default();
                true
            }
            _ => false,
        }
    }

    /// Takes identical trees off both ends; whether there were any. An embedding that pairs them maps as many nodes
    /// as any: at most one of the two trees can have partners outside the other without breaking the order.
    fn trim(&mut self, region: &mut Region) -> bool {
        let is_identical =
            |(&program_node, &slice_node): (&NodeId, &NodeId)| self.identical(program_node, slice_node);
        let (program, slice) = (&region.program, &region.slice);
        let n_first = program.iter().zip(slice).take_while(|&pair| is_identical(pair)).count();
        let (program, slice) = (&program[n_first..], &slice[n_first..]);
        let n_last =
            program.iter().rev().zip(slice.iter().rev()).take_while(|&pair| is_identical(pair)).count();
        let trimmed = Region {
            program: program[..program.len() - n_last].to_vec(),
            slice: slice[..slice.len() - n_last].to_vec(),
            inside: region.inside,
        };
        for idx in 0..n_first {
            self.pair_subtrees(region.program[idx], region.slice[idx]);
        }
        for idx in 1..=n_last {
            let of = |roots: &[NodeId]| roots[roots.len() - idx];
            self.pair_subtrees(of(&region.program), of(&region.slice));
        }
        *region = trimmed;
        n_first + n_last > 0
    }

    /// Identical roots that occur once on each side, as many as the order of both allows.
    fn unique_roots(&self, region: &Region) -> Vec<(usize, usize)> {
        let hashes = |tree: &Tree, roots: &[NodeId]| -> Vec<u64> {
            roots.iter().map(|&node| tree.subtree_hash(node)).collect()
        };
        let program = hashes(self.evidence.program, &region.program);
        let slice = hashes(self.evidence.slice, &region.slice);
        let mut pairs = unique_in_order(&program, &slice);
        pairs.retain(|&(_, idx)| !self.evidence.slice.is_filler(region.slice[idx]));
        pairs
    }

    /// Cuts where siblings that have much in common say so. A tree too large for a block must have a partner of its
    /// own, else its contents take its place.
    fn cut_coarsely(&mut self, region: Region) -> Vec<Region> {
        let (program, slice) =
            ((self.evidence.program, &*region.program), (self.evidence.slice, &*region.slice));
        if !self.may_look(coarse::n_cells(program.1.len(), slice.1.len())) {
            self.by_tokens(&region);
            return Vec::new();
        }
        let pairs = coarse::align(program, slice);
        let is_large = |&(p, s): &(usize, usize)| {
            program.0.subtree(program.1[p]).len().max(slice.0.subtree(slice.1[s]).len()) > coarse::LARGE
        };
        let is_anchor = |pair: &(usize, usize)| {
            is_large(pair) && self.evidence.same_node(program.1[pair.0], slice.1[pair.1])
        };
        let anchors: Vec<(usize, usize)> = pairs.iter().copied().filter(is_anchor).collect();
        if let Some(opened) = self.open_large(&region, &anchors) {
            return vec![opened];
        }
        if !anchors.is_empty() {
            return self.split(&region, &anchors);
        }
        for block in coarse::blocks(program, slice, &pairs) {
            self.add(Region { inside: region.inside, ..block });
        }
        Vec::new()
    }

    /// The region with the contents of each large tree without an anchor in its place; `None` when there is none.
    fn open_large(&mut self, region: &Region, anchors: &[(usize, usize)]) -> Option<Region> {
        let PairEvidence { program, slice, .. } = *self.evidence;
        let of_program: HashSet<usize> = anchors.iter().map(|&(idx, _)| idx).collect();
        let of_slice: HashSet<usize> = anchors.iter().map(|&(_, idx)| idx).collect();
        let size = |tree: &Tree, roots: &[NodeId], anchored: &HashSet<usize>| {
            let free = (0..roots.len()).filter(|idx| !anchored.contains(idx));
            let largest = free.map(|idx| tree.subtree(roots[idx]).len()).max().unwrap_or(0);
            (largest / 2).max(coarse::LARGE)
        };
        let new_program = opened::open_to(
            program,
            &region.program,
            size(program, &region.program, &of_program),
            &|idx| of_program.contains(&idx),
            &mut Vec::new(),
        );
        let new_slice = opened::open_to(
            slice,
            &region.slice,
            size(slice, &region.slice, &of_slice),
            &|idx| of_slice.contains(&idx),
            &mut self.plan.opened,
        );
        (new_program.is_some() || new_slice.is_some()).then(|| Region {
            program: new_program.unwrap_or_else(|| region.program.clone()),
            slice: new_slice.unwrap_or_else(|| region.slice.clone()),
            inside: region.inside,
        })
    }

    /// Too large and too broken, or looked at too often: tokens are what is left to go by.
    fn by_tokens(&mut self, region: &Region) {
        let PairEvidence { program, slice, .. } = *self.evidence;
        // A placeholder has no partner: its key is its own.
        let slice_key = |node| if slice.is_filler(node) { !u64::from(node) } else { slice.key(node) };
        let program_key = |node| program.key(node);
        let program = ForestSide { tree: program, roots: &region.program, key: &program_key };
        let slice = ForestSide { tree: slice, roots: &region.slice, key: &slice_key };
        for (program_node, slice_node) in tokens::embed(program, slice) {
            self.plan.image[slice_node as usize] = Some(program_node);
        }
    }
}
