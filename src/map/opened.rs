//! Slice nodes that a parse error has put around code which is not theirs.
//!
//! Such a node has no place in the program, because a place would have to hold all that the node holds. Its
//! children are mapped without it; afterwards the node is what holds their images, if something does.

use std::collections::HashSet;

use crate::ast::{NodeId, Tree};

/// The roots, the larger ones replaced by what they hold; `None` when none holds anything. Opened ones are added to
/// `opened`.
pub(super) fn open(slice: &Tree, roots: &[NodeId], opened: &mut Vec<NodeId>) -> Option<Vec<NodeId>> {
    let largest = roots.iter().map(|&root| slice.subtree(root).len()).max()?;
    open_to(slice, roots, largest / 2, &|_| false, opened)
}

/// The roots, each with more than `size` nodes replaced by what it holds, as deep as that takes; `None` when none is.
///
/// `is_kept` tells by its index which root stays as it is. Who opens trees to half of their size need not do so often, as
/// deep as they may be.
pub(super) fn open_to(
    tree: &Tree,
    roots: &[NodeId],
    size: usize,
    is_kept: &dyn Fn(usize) -> bool,
    opened: &mut Vec<NodeId>,
) -> Option<Vec<NodeId>> {
    let n_before = opened.len();
    let mut found = Vec::new();
    for (idx, &root) in roots.iter().enumerate() {
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            if tree.subtree(node).len() <= size.max(1) || is_kept(idx) {
                found.push(node);
                continue;
            }
            opened.push(node);
            let n_pending = pending.len();
            pending.extend(tree.children(node));
            pending[n_pending..].reverse();
        }
    }
    (opened.len() > n_before).then_some(found)
}

/// Program nodes around an image that are looked at for one opened node.
const MAX_AROUND: usize = 1_000;

/// Gives each opened node the innermost free program node of its key that holds the images of what it holds,
/// and of nothing else.
pub(super) fn close(program: &Tree, slice: &Tree, mut opened: Vec<NodeId>, image: &mut [Option<NodeId>]) {
    if opened.is_empty() {
        return;
    }
    let known = KnownImages::new(slice, image);
    let mut used: HashSet<NodeId> = image.iter().flatten().copied().collect();
    // Descending preorder visits every node after its descendants.
    opened.sort_unstable_by(|one, other| other.cmp(one));
    for node in opened {
        if let Some(found) = known.holder(program, slice, node, &used) {
            image[node as usize] = Some(found);
            used.insert(found);
        }
    }
}

/// Images of the nodes that were not opened, seen from every node of the slice. The last entry is for the end.
struct KnownImages {
    /// First mapped node at or after this one, with its image.
    next: Vec<Option<(NodeId, NodeId)>>,
    /// Image of the last mapped node before this one.
    previous: Vec<Option<NodeId>>,
    /// Image of the last mapped node that ends before this one.
    ended: Vec<Option<NodeId>>,
    /// Image of the nearest mapped node around this one.
    around: Vec<Option<NodeId>>,
}

impl KnownImages {
    fn new(slice: &Tree, image: &[Option<NodeId>]) -> KnownImages {
        let n_nodes = slice.len();
        let mut known = KnownImages {
            next: vec![None; n_nodes + 1],
            previous: vec![None; n_nodes + 1],
            ended: vec![None; n_nodes + 1],
            around: vec![None; n_nodes],
        };
        for node in slice.ids() {
            let idx = node as usize;
            known.previous[idx + 1] = image[idx].or(known.previous[idx]);
            if image[idx].is_some() {
                known.ended[slice.subtree(node).end as usize] = image[idx];
            }
            if let Some(parent) = slice.parent(node) {
                known.around[idx] = image[parent as usize].or(known.around[parent as usize]);
            }
        }
        for idx in 0..n_nodes {
            known.ended[idx + 1] = known.ended[idx + 1].or(known.ended[idx]);
        }
        for node in slice.ids().rev() {
            let idx = node as usize;
            known.next[idx] = image[idx].map(|image| (node, image)).or(known.next[idx + 1]);
        }
        known
    }

    fn holder(&self, program: &Tree, slice: &Tree, node: NodeId, used: &HashSet<NodeId>) -> Option<NodeId> {
        let inside = slice.subtree(node);
        let (_, first) = self.next[node as usize].filter(|(mapped, _)| inside.contains(mapped))?;
        let last = self.previous[inside.end as usize]?;
        let before = self.ended[node as usize];
        let after = self.next[inside.end as usize].map(|(_, image)| image);
        let around = self.around[node as usize];
        let is_foreign = |holder: NodeId| {
            let holds = |other: NodeId| program.subtree(holder).contains(&other);
            [before, after].into_iter().flatten().any(holds) || around.is_some_and(|around| holder <= around)
        };
        program
            .ancestors(first)
            .take(MAX_AROUND)
            .take_while(|&holder| !is_foreign(holder))
            .filter(|&holder| program.subtree(holder).contains(&last) && !used.contains(&holder))
            .find(|&holder| program.key(holder) == slice.key(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    #[test]
    fn an_opened_node_is_what_holds_the_images_of_its_children() {
        let tree = |text| Tree::parse(Language::JavaScript, &[SourceFile::new("a", text)]);
        let (program, slice) = (tree("f(a, g(b, c)); h(d)"), tree("g(b)"));
        let mut opened = Vec::new();
        let roots: Vec<NodeId> = slice.roots(0).collect();
        let children = open(&slice, &roots, &mut opened).expect("a call has children");
        assert_eq!(open(&slice, &children, &mut Vec::new()), None);
        let mut image = vec![None; slice.len()];
        for &child in &children {
            image[child as usize] = program.ids().find(|&node| program.key(node) == slice.key(child));
        }
        close(&program, &slice, opened, &mut image);
        assert_eq!(program.text(image[roots[0] as usize].expect("is mapped")), "g(b, c)");
    }
}
