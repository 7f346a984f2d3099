//! Between the text of a gold slice and the deletions that make it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::ast::{NodeId, SourceFile, Tree};
use crate::deletions::{Action, Candidate, DeletionId, Deletions, Leaves};
use crate::languages;
use crate::map::{Fate, MapOptions, Mapping, map};

/// The deletions that make a gold slice of a program; `None` when no set of single deletions does.
pub fn candidate_of_gold(program: &Tree, deletions: &Deletions, gold: &[SourceFile]) -> Option<Candidate> {
    let slice = Tree::parse(program.language(), gold);
    let mapping = map(program, &slice, &MapOptions::default());
    let candidate = deletions.of_kept(program, &mapping.kept).ok()?;
    let guards = deleted_guards(deletions, &slice, &mapping);
    let candidate: Candidate = candidate.ids().iter().copied().chain(guards).collect();
    let candidate = deletions.normalised(program, &candidate);
    is_same_slice(&deletions.text(program, &candidate), gold, program).then_some(candidate)
}

/// Deletions of guards that a slice has slots for, and nothing in them.
fn deleted_guards(
    deletions: &Deletions,
    slice: &Tree,
    mapping: &Mapping,
) -> impl Iterator<Item = DeletionId> {
    let is_bare = |&node: &NodeId| slice.subtree(node).len() == 1;
    slice.ids().filter(is_bare).filter_map(|node| match mapping.fates[node as usize] {
        Fate::Mapped(original) => guard_deletion(deletions, original),
        _ => None,
    })
}

/// Slots for guards of the program that hold nothing in a slice of it. They count as kept with their clauses, since what guards
/// say weighs nothing.
pub fn emptied_guards(program: &Tree, slice: &Tree, mapping: &Mapping) -> Vec<NodeId> {
    let Some(deletions) = languages::deletions(program) else { return Vec::new() };
    deleted_guards(&deletions, slice, mapping).map(|id| deletions.get(id).node).collect()
}

fn guard_deletion(deletions: &Deletions, guard: NodeId) -> Option<DeletionId> {
    deletions.of_node(guard).find(|&id| deletions.get(id).action == Action::Delete(Leaves::Guard))
}

/// Whether two texts are the same code: the same trees, guards included. Comments, layout and placeholders,
/// which are no code, may differ.
pub fn is_same_slice(one: &[SourceFile], other: &[SourceFile], program: &Tree) -> bool {
    let shape = |files: &[SourceFile]| -> BTreeMap<PathBuf, Vec<(u64, usize)>> {
        let tree = Tree::parse(program.language(), files);
        let files = tree.files().enumerate();
        let named = files.map(|(file_idx, file)| (file.path.clone(), code(&tree, file_idx)));
        // A file may be deleted, or left without code.
        named.filter(|(_, nodes)| !nodes.is_empty()).collect()
    };
    shape(one) == shape(other)
}

/// What each node of a file is and how deep it is nested, in preorder, without placeholders.
fn code(tree: &Tree, file_idx: usize) -> Vec<(u64, usize)> {
    let nodes = tree.file_nodes(file_idx).filter(|&node| !tree.is_placeholder(node));
    nodes.map(|node| (tree.key(node), tree.ancestors(node).count())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn check(gold: &str, is_found: bool) {
        let text = "main(X) when X > 1 ->\n    A = [X, 2],\n    B = X,\n    B.\n";
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
        let deletions = crate::languages::deletions(&program).expect("the language has a table");
        let gold = [SourceFile::new("program.erl", gold)];
        assert_eq!(candidate_of_gold(&program, &deletions, &gold).is_some(), is_found, "{gold:?}");
    }

    #[test]
    fn a_gold_slice_is_a_set_of_deletions() {
        check("main(X) when X > 1 ->\n\n    B = X,\n    B.\n", true);
        check("main(X) ->\n\n    B = X, % moved\n    B.\n", true);
        check("main(X) when X > 1 ->\n\n    B = X.\n", true);
        check("main(X) when X > 2 ->\n\n    B = X.\n", false);
        check("main(X) ->\n    A = [2],\n    B = undef,\n    undef.\n", true);
        check("main(X) ->\n    C = X,\n    C.\n", false);
    }
}
