//! What became of the slice nodes that are no node of the program.

use crate::ast::{NodeId, NodeSet, Tree};

use super::Fate;

/// Program nodes looked at for the place of one foreign node; a longer gap has no recognisable place.
const MAX_GAP: usize = 2_000;

/// Fate of every node of the slice, given the images of those that are mapped.
pub(super) fn fates(program: &Tree, slice: &Tree, image: &[Option<NodeId>], helpers: &[String]) -> Vec<Fate> {
    let mut used: NodeSet = image.iter().flatten().copied().collect();
    let next_image = next_images(slice, image, program.len() as NodeId);
    let mut fates = vec![Fate::Residue; slice.len()];
    let mut previous = None;
    let mut helper_end = 0;
    for node in slice.ids() {
        let idx = node as usize;
        if let Some(image) = image[idx] {
            fates[idx] = Fate::Mapped(image);
            previous = Some(image);
            continue;
        }
        if is_helper(slice, node, helpers) {
            helper_end = helper_end.max(slice.subtree(node).end);
        }
        if node < helper_end || slice.is_placeholder(node) || !slice.is_counted(node) {
            continue;
        }
        let gap = Gap {
            first: previous.map_or(0, |previous| previous + 1),
            end: next_image[slice.subtree(node).end as usize],
            inside: slice.ancestors(node).find_map(|ancestor| image[ancestor as usize]),
        };
        let below = first_image_below(slice, node, image);
        fates[idx] = match gap.find(program, slice, node, below, &used) {
            Some(place) => {
                used.insert(place);
                Fate::Rewritten(place)
            }
            None => Fate::Invented,
        };
    }
    fates
}

/// For each slice node, the image of the first mapped node at or after it; `none` past the last.
fn next_images(slice: &Tree, image: &[Option<NodeId>], none: NodeId) -> Vec<NodeId> {
    let mut next = vec![none; slice.len() + 1];
    for node in slice.ids().rev() {
        next[node as usize] = image[node as usize].unwrap_or(next[node as usize + 1]);
    }
    next
}

fn first_image_below(slice: &Tree, node: NodeId, image: &[Option<NodeId>]) -> Option<NodeId> {
    slice.subtree(node).skip(1).find_map(|below| image[below as usize])
}

pub(super) fn is_helper(slice: &Tree, node: NodeId, helpers: &[String]) -> bool {
    let name = slice.label(node).split('/').next().unwrap_or("");
    slice.parent(node).is_none() && helpers.iter().any(|helper| helper == name)
}

/// The part of the program between the images of a foreign node's neighbours.
struct Gap {
    first: NodeId,
    end: NodeId,
    inside: Option<NodeId>,
}

impl Gap {
    /// An unmapped program node that the foreign node stands for: of the same kind, and around the same code.
    fn find(
        &self,
        program: &Tree,
        slice: &Tree,
        node: NodeId,
        below: Option<NodeId>,
        used: &NodeSet,
    ) -> Option<NodeId> {
        let end = below.map_or(self.end, |below| below.min(self.end));
        let range = self.inside.map_or(self.first..end, |inside| {
            let subtree = program.subtree(inside);
            self.first.max(subtree.start + 1)..end.min(subtree.end)
        });
        range.take(MAX_GAP).find(|&candidate| {
            let around = below.is_none_or(|below| program.subtree(candidate).contains(&below));
            let is_leaf = slice.subtree(node).len() == 1;
            program.is_counted(candidate)
                && !used.contains(candidate)
                && program.kind(candidate) == slice.kind(node)
                && around
                && is_leaf == (program.subtree(candidate).len() == 1)
        })
    }
}
