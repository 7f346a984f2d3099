//! Definitions that belong together by their names.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::ast::{Flags, NodeId, Tree};

/// Pairs of indices into two lists of siblings, ascending in the first; their order in the second means nothing.
///
/// Definitions of one name and header are paired when both sides have as many of them, and then those of one name
/// that are left, when both sides have as many of these. Headers have types, so that overloads, whose trees
/// may be equal, are told apart.
pub(super) fn pairs(
    (program, program_roots): (&Tree, &[NodeId]),
    (slice, slice_roots): (&Tree, &[NodeId]),
) -> Vec<(usize, usize)> {
    let mut slice_names = by_name(slice, slice_roots);
    let mut pairs = Vec::new();
    for (name, mut program_idxs) in by_name(program, program_roots) {
        let Some(mut slice_idxs) = slice_names.remove(&name) else { continue };
        let mut slice_headers = by_header(slice, slice_roots, &slice_idxs);
        let (mut program_taken, mut slice_taken) = (HashSet::new(), HashSet::new());
        for (header, same_program) in by_header(program, program_roots, &program_idxs) {
            let Some(same_slice) = slice_headers.remove(&header) else { continue };
            if same_program.len() == same_slice.len() {
                program_taken.extend(same_program.iter().copied());
                slice_taken.extend(same_slice.iter().copied());
                pairs.extend(same_program.into_iter().zip(same_slice));
            }
        }
        program_idxs.retain(|idx| !program_taken.contains(idx));
        slice_idxs.retain(|idx| !slice_taken.contains(idx));
        if program_idxs.len() == slice_idxs.len() {
            pairs.extend(program_idxs.into_iter().zip(slice_idxs));
        }
    }
    pairs.sort_unstable();
    pairs
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

fn by_header(tree: &Tree, roots: &[NodeId], idxs: &[usize]) -> BTreeMap<u64, Vec<usize>> {
    let mut found: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for &idx in idxs {
        if let Some(header) = tree.header_hash(roots[idx]) {
            found.entry(header).or_default().push(idx);
        }
    }
    found
}
