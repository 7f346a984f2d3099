//! What can be reached from an entry point: what inputs are wanted to cover.

use crate::ast::{Flags, NodeId, NodeSet, Tree};

use super::trace::Program;

/// Statements and clauses of the functions that can be called from the entry point.
///
/// Static: every function that a reachable function names counts, called or not.
pub(super) fn reachable(tree: &Tree, entry: &str) -> NodeSet {
    let program = Program::new(tree);
    let mut found = NodeSet::new();
    let mut open: Vec<NodeId> = program.function(0, entry).into_iter().collect();
    let mut seen: NodeSet = open.iter().copied().collect();
    while let Some(function) = open.pop() {
        for node in tree.subtree(function) {
            let is_unit = tree.flags(node).has(Flags::STATEMENT) && node != function;
            if is_unit && !tree.is_placeholder(node) {
                found.insert(node);
            }
            if let Some(callee) = named_function(&program, node)
                && seen.insert(callee)
            {
                open.push(callee);
            }
        }
    }
    found
}

/// The function of the program that a callee or `fun` names.
fn named_function(program: &Program<'_>, node: NodeId) -> Option<NodeId> {
    let tree = program.tree;
    let label = tree.label(node);
    let is_callee = |node| {
        let parent = tree.parent(node)?;
        let is_first = tree.kind(parent) == "call" && tree.children(parent).next() == Some(node);
        is_first.then(|| tree.children(parent).count() - 1)
    };
    match tree.kind(node) {
        "atom" => program.function(tree.file_of(node), &format!("{label}/{}", is_callee(node)?)),
        "remote" => {
            let (module, name) = label.split_once(':')?;
            let file_idx = program.file_of_module(module)?;
            program.function(file_idx, &format!("{name}/{}", is_callee(node)?))
        }
        "internal_fun" => program.function(tree.file_of(node), label.trim_start_matches("fun").trim()),
        "external_fun" => {
            let mut parts = label.split(':');
            let file_idx = program.file_of_module(parts.next()?)?;
            program.function(file_idx, &format!("{}/{}", parts.next()?, parts.next()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    #[test]
    fn what_the_entry_calls_is_reachable() {
        let files = [SourceFile::new(
            "program.erl",
            "main(X) -> g(X), h. g(X) -> lists:map(fun k/1, X). h() -> 1. k(_) -> 2.",
        )];
        let tree = Tree::parse(Language::Erlang, &files);
        let found = reachable(&tree, "main/1");
        let functions: Vec<&str> = (0..1)
            .flat_map(|file_idx| tree.roots(file_idx))
            .filter(|&function| tree.subtree(function).any(|node| found.contains(node)))
            .map(|function| tree.label(function))
            .collect();
        assert_eq!(functions, ["main/1", "g/1", "k/1"]);
    }
}
