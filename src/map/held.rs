//! Neighbours that can be in so many places that not all embeddings can be compared.
//!
//! A few of them are kept instead: the leftmost and the rightmost, one that leaves every node in its old place, one that
//! keeps the criterion, and, when a gold slice is known, one inside it. All map every node.

use std::collections::HashMap;

use crate::ast::{NodeId, NodeSet};

use super::align::{Region, is_image};
use super::evidence::{PairEvidence, Preference};
use super::inclusion::{Conditions, Inclusion};
use super::places::SearchSide;
use super::tokens::NodePair;

/// Slice nodes that are tried as the criterion.
const MAX_TRIED: usize = 8;

/// A region that the program holds as it is, in several ways.
#[derive(Clone, Debug)]
pub(super) struct Held {
    region: Region,
    /// Embeddings of the region, the one that is taken without a gold slice first.
    embeddings: Vec<Vec<NodePair>>,
    /// Counted program nodes that a node of the slice can be, where it can be several.
    doubtful: NodeSet,
}

impl Held {
    /// `inclusion` is that of the region, or of one around it.
    pub(super) fn new(evidence: &PairEvidence<'_>, region: Region, inclusion: &Inclusion) -> Held {
        let in_region: NodeSet = region.slice.iter().flat_map(|&root| evidence.slice.subtree(root)).collect();
        let images = |side| -> Vec<NodePair> {
            let inside = inclusion.images(side).filter(|(node, _)| in_region.contains(*node));
            inside.map(|(node, image)| (image, node)).filter(|&(p, s)| is_image(evidence, p, s)).collect()
        };
        let (leftmost, rightmost) = (images(SearchSide::Left), images(SearchSide::Right));
        let in_place = find(evidence, &region, &|p, s| evidence.in_place(p, s));
        let first = in_place.unwrap_or_else(|| leftmost.clone());
        let keeps_criterion = |pairs: &[NodePair]| {
            pairs.iter().any(|&(p, s)| evidence.criterion().contains(p) && evidence.counts(p, s))
        };
        let anchored = if keeps_criterion(&first) { None } else { with_criterion(evidence, &region) };
        let doubtful = doubtful(evidence, &in_region, inclusion, &leftmost, &rightmost);
        let embeddings = anchored.into_iter().chain([first, leftmost, rightmost]).collect();
        Held { region, embeddings, doubtful }
    }

    /// Counted program nodes that the slice may have kept, or may not.
    pub(super) fn doubtful(&self) -> &NodeSet {
        &self.doubtful
    }

    /// The embedding that keeps most, or fewest, of the nodes to keep or to avoid.
    pub(super) fn choose(&self, evidence: &PairEvidence<'_>, preference: Preference<'_>) -> Vec<NodePair> {
        let n_in = |pairs: &[NodePair], nodes: &NodeSet| {
            pairs.iter().filter(|&&(p, s)| nodes.contains(p) && evidence.counts(p, s)).count()
        };
        match preference {
            Preference::None => self.embeddings[0].clone(),
            Preference::Keep(nodes) => {
                let inside = find(evidence, &self.region, &|p, _| nodes.contains(p));
                let all = inside.into_iter().chain(self.embeddings.iter().cloned());
                all.rev().max_by_key(|pairs| n_in(pairs, nodes)).expect("has an embedding")
            }
            Preference::Avoid(nodes) => {
                let outside = find(evidence, &self.region, &|p, _| !nodes.contains(p));
                let all = outside.into_iter().chain(self.embeddings.iter().cloned());
                all.min_by_key(|pairs| n_in(pairs, nodes)).expect("has an embedding")
            }
        }
    }
}

/// The leftmost embedding of a whole region all of whose pairs fulfil a condition, placeholders and what does not count
/// apart.
fn find(
    evidence: &PairEvidence<'_>,
    region: &Region,
    condition: &dyn Fn(NodeId, NodeId) -> bool,
) -> Option<Vec<NodePair>> {
    let may_pair = |program_node, slice_node| {
        evidence.slice.is_filler(slice_node)
            || !evidence.slice.is_counted(slice_node)
            || evidence.program.is_counted(program_node) && condition(program_node, slice_node)
    };
    let found = [true, false].into_iter().find_map(|placeholders| {
        Inclusion::find(
            (evidence.program, &region.program),
            (evidence.slice, &region.slice),
            &Conditions { may_pair: &may_pair, may_pair_whole: &|_, _| false, placeholders },
        )
        .filter(|inclusion| inclusion.left_over(evidence.program).is_empty())
    })?;
    let pairs = found.images(SearchSide::Left).map(|(node, image)| (image, node));
    Some(pairs.filter(|&(p, s)| is_image(evidence, p, s)).collect())
}

/// An embedding in which a node of the slice is the criterion.
fn with_criterion(evidence: &PairEvidence<'_>, region: &Region) -> Option<Vec<NodePair>> {
    let criterion = evidence
        .criterion()
        .iter()
        .find(|&node| region.program.iter().any(|&root| evidence.program.subtree(root).contains(&node)))?;
    let nodes = region.slice.iter().flat_map(|&root| evidence.slice.subtree(root));
    let mut tried: Vec<NodeId> = nodes.filter(|&node| evidence.same_node(criterion, node)).collect();
    // The criterion is often the last of its name.
    tried.reverse();
    tried.into_iter().take(MAX_TRIED).find_map(|node| {
        find(evidence, region, &|program_node, slice_node| {
            (program_node == criterion) == (slice_node == node)
        })
    })
}

fn doubtful(
    evidence: &PairEvidence<'_>,
    in_region: &NodeSet,
    inclusion: &Inclusion,
    leftmost: &[NodePair],
    rightmost: &[NodePair],
) -> NodeSet {
    let mut found = NodeSet::new();
    let mut add = |node: NodeId, images: &[NodeId]| {
        if images.len() > 1 && in_region.contains(node) {
            found.extend(images.iter().copied().filter(|&image| evidence.counts(image, node)));
        }
    };
    match inclusion.possible() {
        Some(possible) => possible.for_each(|(node, images)| add(node, images)),
        None => {
            let rightmost: HashMap<NodeId, NodeId> = rightmost.iter().map(|&(p, s)| (s, p)).collect();
            for &(image, node) in leftmost {
                let other = rightmost.get(&node).copied().filter(|&other| other != image);
                other.into_iter().for_each(|other| add(node, &[image, other]));
            }
        }
    }
    found
}
