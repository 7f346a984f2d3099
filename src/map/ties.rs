//! Equally good embeddings: which is taken, and what others would keep.

use crate::ast::{NodeId, NodeSet};

use super::align::{MapPlan, Region, search};
use super::evidence::{PairEvidence, Preference};
use super::opened;
use super::tokens::NodePair;

/// Searches of one region for embeddings that keep other nodes.
const MAX_ROUNDS: usize = 8;

/// Settles the regions of a plan that have one best embedding; returns counted program nodes that best
/// embeddings of the others keep or not.
pub(super) fn resolve(evidence: &PairEvidence<'_>, plan: &mut MapPlan) -> NodeSet {
    let mut ambiguous = NodeSet::new();
    for region in std::mem::take(&mut plan.searched) {
        let pairs: Vec<NodePair> = search(evidence, &region, Preference::None).collect();
        let doubtful = doubtful(evidence, &region, kept(evidence, &pairs));
        if doubtful.is_empty() {
            set(&mut plan.image, &pairs);
        } else {
            ambiguous.extend(doubtful.iter());
            plan.searched.push(region);
        }
    }
    plan.held.iter().for_each(|held| ambiguous.extend(held.doubtful().iter()));
    ambiguous
}

/// Image of each slice node in the best embedding that fulfils a preference best.
pub(super) fn images(
    evidence: &PairEvidence<'_>,
    plan: &MapPlan,
    preference: Preference<'_>,
) -> Vec<Option<NodeId>> {
    let mut image = plan.image.clone();
    for region in &plan.searched {
        set(&mut image, &search(evidence, region, preference).collect::<Vec<_>>());
    }
    for held in &plan.held {
        set(&mut image, &held.choose(evidence, preference));
    }
    opened::close(evidence.program, evidence.slice, plan.opened.clone(), &mut image);
    image
}

fn set(image: &mut [Option<NodeId>], pairs: &[NodePair]) {
    for &(program_node, slice_node) in pairs {
        image[slice_node as usize] = Some(program_node);
    }
}

fn kept(evidence: &PairEvidence<'_>, pairs: &[NodePair]) -> NodeSet {
    pairs.iter().filter(|&&(p, s)| evidence.counts(p, s)).map(|&(p, _)| p).collect()
}

/// Counted program nodes that some best embeddings of a region keep and others do not; `first` are those of one.
///
/// An embedding that has least in common with what all so far keep, or most that none so far keeps, shows what is
/// still unknown. All keep equally many nodes, so that one that must keep all that the first one keeps is the same.
fn doubtful(evidence: &PairEvidence<'_>, region: &Region, first: NodeSet) -> NodeSet {
    let (mut in_all, mut in_any) = (first.clone(), first);
    let mut avoids_all = true;
    for _ in 0..MAX_ROUNDS {
        let avoided = if avoids_all { &in_all } else { &in_any };
        let pairs: Vec<NodePair> = search(evidence, region, Preference::Avoid(avoided)).collect();
        let other = kept(evidence, &pairs);
        let (n_all, n_any) = (in_all.len(), in_any.len());
        in_all = in_all.intersection(&other);
        in_any = in_any.union(&other);
        let is_new = if avoids_all { in_all.len() < n_all } else { in_any.len() > n_any };
        match (avoids_all, is_new, n_all == n_any) {
            // One embedding so far, and no other: there is none.
            (true, false, true) => break,
            (true, false, false) => avoids_all = false,
            (false, false, _) => break,
            (_, true, _) => {}
        }
    }
    in_any.difference(&in_all)
}
