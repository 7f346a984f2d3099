//! Definitions whose contents a parse error has put in the wrong place.
//!
//! A lost bracket lets a definition end too early, and the rest of it hangs beside it, or too late, and
//! it swallows what follows. Pairing such a head with its counterpart would put that code out of reach,
//! because an embedding keeps ancestors. Giving up the head costs one node.

use std::collections::{BTreeSet, HashSet};

use crate::ast::{Flags, NodeId, Tree};

/// Anchors, as indices into the two lists of roots, whose heads should not be paired.
///
/// Empty for a slice without parse errors.
pub(super) fn heads(
    (program, program_roots): (&Tree, &[NodeId]),
    (slice, slice_roots): (&Tree, &[NodeId]),
    anchors: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    if slice.problems().is_empty() {
        return Vec::new();
    }
    // Anchors stand in another order in the slice when definitions were moved.
    let (program_ends, slice_ends): (BTreeSet<usize>, BTreeSet<usize>) = anchors.iter().copied().unzip();
    let is_misplaced = |&(program_idx, slice_idx): &(usize, usize)| {
        let head = DefinitionPair {
            program,
            slice,
            program_node: program_roots[program_idx],
            slice_node: slice_roots[slice_idx],
            program_beside: beside(program_roots, program_idx, &program_ends),
            slice_beside: beside(slice_roots, slice_idx, &slice_ends),
        };
        head.ends_early() || head.ends_late()
    };
    anchors.iter().copied().filter(is_misplaced).collect()
}

/// The roots between one that is paired and the next one that is.
fn beside<'r>(roots: &'r [NodeId], idx: usize, paired: &BTreeSet<usize>) -> &'r [NodeId] {
    let end = paired.range(idx + 1..).next().copied().unwrap_or(roots.len());
    &roots[idx + 1..end]
}

/// A pair of definitions with the same name, and what stands between it and the next such pair.
struct DefinitionPair<'t> {
    program: &'t Tree,
    slice: &'t Tree,
    program_node: NodeId,
    slice_node: NodeId,
    program_beside: &'t [NodeId],
    slice_beside: &'t [NodeId],
}

impl DefinitionPair<'_> {
    /// More of the program's contents stand beside the slice's definition than in it.
    fn ends_early(&self) -> bool {
        let keys = |nodes: &mut dyn Iterator<Item = NodeId>| -> HashSet<u64> {
            nodes.map(|node| self.program.key(node)).collect()
        };
        let inside = keys(&mut self.program.children(self.program_node));
        let beside = keys(&mut self.program_beside.iter().copied());
        let fell_out = |&&node: &&NodeId| {
            let key = self.slice.key(node);
            self.slice.subtree(node).len() > 1 && inside.contains(&key) && !beside.contains(&key)
        };
        let n_fell_out = self.slice_beside.iter().filter(fell_out).count();
        n_fell_out > self.slice.children(self.slice_node).count()
    }

    /// The slice's definition holds a definition that stands beside the program's, and not in it.
    fn ends_late(&self) -> bool {
        let definitions = |tree: &Tree, node: NodeId| -> HashSet<u64> {
            tree.subtree(node)
                .skip(1)
                .filter(|&node| tree.flags(node).has(Flags::DEFINITION))
                .map(|node| tree.key(node))
                .collect()
        };
        let beside: HashSet<u64> = self.program_beside.iter().map(|&node| self.program.key(node)).collect();
        let inside = definitions(self.program, self.program_node);
        definitions(self.slice, self.slice_node)
            .iter()
            .any(|key| beside.contains(key) && !inside.contains(key))
    }
}
