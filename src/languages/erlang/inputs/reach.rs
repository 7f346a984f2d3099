//! What can be reached from an entry point: what inputs are wanted to cover.

use std::collections::HashMap;

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::languages::erlang::entry::entry_node;
use crate::languages::erlang::syntax::{Callee, Expr, FunRef, Name, Syntax};

use super::infer::module_name;

/// The functions of a program, to be found by what calls them.
struct FunctionTable<'t> {
    syntax: Syntax<'t>,
    /// By file, name and arity.
    functions: HashMap<(usize, &'t str, usize), NodeId>,
    files: HashMap<String, usize>,
}

impl<'t> FunctionTable<'t> {
    fn new(tree: &'t Tree) -> FunctionTable<'t> {
        let syntax = Syntax::new(tree);
        let files = 0..tree.files().len();
        let mut functions = HashMap::new();
        for file_idx in files.clone() {
            let here = syntax.functions(file_idx);
            functions.extend(here.map(|found| ((file_idx, found.name, found.arity), found.node)));
        }
        let files = files.map(|file_idx| (module_name(tree, file_idx), file_idx)).collect();
        FunctionTable { syntax, functions, files }
    }

    fn function(&self, file_idx: usize, name: &str, arity: usize) -> Option<NodeId> {
        self.functions.get(&(file_idx, name, arity)).copied()
    }

    /// The function of the program that a module and name say.
    fn remote(&self, module: Name<'_>, name: Name<'_>, arity: usize) -> Option<NodeId> {
        self.function(*self.files.get(module.known()?)?, name.known()?, arity)
    }
}

/// Statements and clauses of the functions that can be called from the entry point.
///
/// Static: every function that a reachable function names counts, called or not.
pub(super) fn reachable(tree: &Tree, entry: &str) -> NodeSet {
    let program = FunctionTable::new(tree);
    let mut found = NodeSet::new();
    let mut open: Vec<NodeId> = entry_node(tree, entry).into_iter().collect();
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

/// The function of the program that a call or `fun` names.
fn named_function(program: &FunctionTable<'_>, node: NodeId) -> Option<NodeId> {
    let file_idx = program.syntax.tree.file_of(node);
    match program.syntax.expr(node) {
        Expr::Call { callee, arguments } => match program.syntax.callee(callee) {
            Callee::Local(name) => program.function(file_idx, name, arguments.count()),
            Callee::Remote { module, name } => program.remote(module, name, arguments.count()),
            Callee::Value(_) => None,
        },
        Expr::FunRef(FunRef::Local { name, arity }) => program.function(file_idx, name, arity),
        Expr::FunRef(FunRef::Remote { module, name, arity }) => {
            program.remote(module, name, arity.known()?.parse().ok()?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn check(text: &str, expected: &[&str]) {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a b.erl", text)]);
        let found = reachable(&tree, "main/1");
        let functions: Vec<&str> = tree
            .roots(0)
            .filter(|&function| tree.subtree(function).any(|node| found.contains(node)))
            .map(|function| tree.label(function))
            .collect();
        assert_eq!(functions, expected);
    }

    #[test]
    fn what_the_entry_calls_is_reachable() {
        let text = "main(X) -> g(X), h. g(X) -> lists:map(fun k/1, X). h() -> 1. k(_) -> 2.";
        check(text, &["main/1", "g/1", "k/1"]);
    }

    #[test]
    fn names_that_begin_with_fun_or_need_quotes_are_reachable() {
        let text = "main(X) -> 'it is'(X), lists:map(fun funny/1, X), fun 'fun'/1, 'a b':'c d'(X). ny(_) -> 1.\n\
            funny(X) -> fun % a, b. (c)\n fun_x/1. 'it is'(X) -> X. 'fun'(X) -> X. fun_x(X) -> fun 'a b':'e f'/1.\n\
            'c d'(X) -> X. 'e f'(X) -> X.";
        check(text, &["main/1", "funny/1", "it is/1", "fun/1", "fun_x/1", "c d/1", "e f/1"]);
    }
}
