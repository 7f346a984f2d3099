//! Slice nodes that a parse error has put around code which is not theirs.
//!
//! Such a node has no place in the program, because a place would have to hold all that the node holds. Its
//! children are mapped without it; afterwards the node is what holds their images, if something does.

use std::collections::HashSet;

use crate::ast::{NodeId, Tree};

/// The roots, each that has children replaced by them; `None` when none has. Opened ones are added to `opened`.
pub(super) fn open(slice: &Tree, roots: &[NodeId], opened: &mut Vec<NodeId>) -> Option<Vec<NodeId>> {
    let has_children = |root: NodeId| slice.subtree(root).len() > 1;
    let n_before = opened.len();
    opened.extend(roots.iter().copied().filter(|&root| has_children(root)));
    let children = |&root: &NodeId| -> Vec<NodeId> {
        if has_children(root) { slice.children(root).collect() } else { vec![root] }
    };
    (opened.len() > n_before).then(|| roots.iter().flat_map(children).collect())
}

/// Gives each opened node the innermost free program node of its key that holds the images of what it holds,
/// and of nothing else.
pub(super) fn close(program: &Tree, slice: &Tree, mut opened: Vec<NodeId>, image: &mut [Option<NodeId>]) {
    let mut used: HashSet<NodeId> = image.iter().flatten().copied().collect();
    // Descending preorder visits every node after its descendants.
    opened.sort_unstable_by(|one, other| other.cmp(one));
    for node in opened {
        if let Some(found) = holder(program, slice, node, image, &used) {
            image[node as usize] = Some(found);
            used.insert(found);
        }
    }
}

fn holder(
    program: &Tree,
    slice: &Tree,
    node: NodeId,
    image: &[Option<NodeId>],
    used: &HashSet<NodeId>,
) -> Option<NodeId> {
    let inside = slice.subtree(node);
    let of = |node: NodeId| image[node as usize];
    let first = inside.clone().find_map(of)?;
    let last = inside.clone().rev().find_map(of)?;
    let before = (0..node).rev().filter(|&other| slice.subtree(other).end <= node).find_map(of);
    let after = (inside.end..slice.len() as NodeId).find_map(of);
    let around = slice.ancestors(node).find_map(of);
    let is_foreign = |holder: NodeId| {
        let holds = |other: NodeId| program.subtree(holder).contains(&other);
        [before, after].into_iter().flatten().any(holds) || around.is_some_and(|around| holder <= around)
    };
    program
        .ancestors(first)
        .take_while(|&holder| !is_foreign(holder))
        .filter(|&holder| program.subtree(holder).contains(&last) && !used.contains(&holder))
        .find(|&holder| program.key(holder) == slice.key(node))
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
