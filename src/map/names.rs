//! Definitions that belong together by their names.

use std::collections::HashMap;

use crate::ast::{Flags, NodeId, Tree};

use super::sequence::longest_increasing;

/// Pairs of indices into two lists of siblings, ascending on both sides.
///
/// Definitions of one name are paired when both sides have as many of them; otherwise those with the
/// same header are, when both sides have as many of these. Headers have types, so that overloads, whose
/// trees may be equal, are told apart.
pub(super) fn pairs(
    (program, program_roots): (&Tree, &[NodeId]),
    (slice, slice_roots): (&Tree, &[NodeId]),
) -> Vec<(usize, usize)> {
    let mut slice_names = by_name(slice, slice_roots);
    let mut pairs = Vec::new();
    for (name, program_idxs) in by_name(program, program_roots) {
        let Some(slice_idxs) = slice_names.remove(&name) else { continue };
        if program_idxs.len() == slice_idxs.len() {
            pairs.extend(program_idxs.into_iter().zip(slice_idxs));
            continue;
        }
        let mut slice_headers = by_header(slice, slice_roots, &slice_idxs);
        for (header, program_idxs) in by_header(program, program_roots, &program_idxs) {
            let same = slice_headers.remove(&header).filter(|idxs| idxs.len() == program_idxs.len());
            pairs.extend(program_idxs.into_iter().zip(same.into_iter().flatten()));
        }
    }
    pairs.sort_unstable();
    longest_increasing(&pairs)
}

/// Indices of the definitions among siblings, by kind and name.
fn by_name(tree: &Tree, roots: &[NodeId]) -> HashMap<u64, Vec<usize>> {
    let mut found: HashMap<u64, Vec<usize>> = HashMap::new();
    for (idx, &node) in roots.iter().enumerate() {
        if tree.flags(node).has(Flags::DEFINITION) {
            found.entry(tree.key(node)).or_default().push(idx);
        }
    }
    found
}

fn by_header(tree: &Tree, roots: &[NodeId], idxs: &[usize]) -> HashMap<u64, Vec<usize>> {
    let mut found: HashMap<u64, Vec<usize>> = HashMap::new();
    for &idx in idxs {
        if let Some(header) = tree.header_hash(roots[idx]) {
            found.entry(header).or_default().push(idx);
        }
    }
    found
}
