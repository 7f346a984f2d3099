//! Functions from which a program can be entered, and the one that is meant when nobody says.
//!
//! In: a program and the nodes of a criterion. Out: names as `entry` of a benchmark has them, `main/1`. What is looked at is
//! the text alone: a call of a name that is computed is not seen.

use std::collections::{BTreeMap, BTreeSet};

use super::module::Module;
use super::syntax::{Callee, Expr, FunRef, Syntax};
use crate::ast::{NodeId, Tree};

/// `name/arity` of what can be called from outside of a file.
pub(super) fn exports(program: &Tree, file_idx: usize, module: &Module) -> Vec<String> {
    match module.exports_all() {
        true => program.roots(file_idx).map(|root| program.label(root).to_owned()).collect(),
        false => module.exports().map(ToString::to_string).collect(),
    }
}

/// `name/arity` of what the modules of a program export, in source order, each once.
pub(super) fn exported(program: &Tree) -> Vec<String> {
    entry_nodes(program).into_iter().map(|node| program.label(node).to_owned()).collect()
}

/// The function that this names: the first of the exported ones; of a program that exports none of this name, one of the first file.
pub(super) fn entry_node(program: &Tree, entry: &str) -> Option<NodeId> {
    let is_it = |node: &NodeId| program.label(*node) == entry;
    entry_nodes(program).into_iter().find(is_it).or_else(|| program.roots(0).find(is_it))
}

/// The exported functions that may be meant: one where it is clear, else all between which nothing here decides.
pub(super) fn entries(program: &Tree, criteria: &[NodeId]) -> Vec<String> {
    let found = narrowed(program, criteria, entry_nodes(program));
    found.into_iter().map(|node| program.label(node).to_owned()).collect()
}

/// Exported functions; of several modules that export the same name, the first counts, as it does where the program is run.
fn entry_nodes(program: &Tree) -> Vec<NodeId> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (file_idx, file) in program.files().enumerate() {
        let exports = exports(program, file_idx, &Module::read(&file.text));
        let is_exported = |&node: &NodeId| exports.iter().any(|name| name == program.label(node));
        let nodes = program.roots(file_idx).filter(is_exported);
        found.extend(nodes.filter(|&node| known.insert(program.label(node).to_owned())));
    }
    found
}

/// Of several those that reach the criterion, of several of these those that no other function calls, then the only `main`.
fn narrowed(program: &Tree, criteria: &[NodeId], mut found: Vec<NodeId>) -> Vec<NodeId> {
    let calls = EntryGraph::new(program);
    let narrow = |found: &mut Vec<NodeId>, is_meant: &dyn Fn(NodeId) -> bool| {
        if found.len() > 1 && found.iter().any(|&node| is_meant(node)) {
            found.retain(|&node| is_meant(node));
        }
    };
    let wanted: BTreeSet<NodeId> =
        criteria.iter().map(|&node| program.ancestors(node).last().unwrap_or(node)).collect();
    narrow(&mut found, &|node| !calls.reached(node).is_disjoint(&wanted));
    narrow(&mut found, &|node| !calls.is_called(node));
    let is_main = |node: NodeId| program.label(node).starts_with("main/");
    if found.iter().filter(|&&node| is_main(node)).count() == 1 {
        found.retain(|&node| is_main(node));
    }
    found
}

/// Which function names which.
struct EntryGraph(BTreeMap<NodeId, BTreeSet<NodeId>>);

impl EntryGraph {
    fn new(program: &Tree) -> EntryGraph {
        let syntax = Syntax::new(program);
        let modules: Vec<Module> = program.files().map(|file| Module::read(&file.text)).collect();
        let function = |file_idx: usize, name: &str, arity: usize| {
            let label = format!("{name}/{arity}");
            program.roots(file_idx).find(|&root| program.label(root) == label)
        };
        let remote = |module: Option<&str>, name: Option<&str>, arity: Option<usize>| {
            let module = modules.iter().position(|known| module.is_some() && known.name() == module)?;
            function(module, name?, arity?)
        };
        let named = |file_idx: usize, node: NodeId| match syntax.expr(node) {
            Expr::Call { callee, arguments } => match syntax.callee(callee) {
                Callee::Local(name) => function(file_idx, name, arguments.count()),
                Callee::Remote { module, name } => {
                    remote(module.known(), name.known(), Some(arguments.count()))
                }
                Callee::Value(_) => None,
            },
            Expr::FunRef(FunRef::Local { name, arity }) => function(file_idx, name, arity),
            Expr::FunRef(FunRef::Remote { module, name, arity }) => {
                remote(module.known(), name.known(), arity.known().and_then(|arity| arity.parse().ok()))
            }
            _ => None,
        };
        let all =
            (0..modules.len()).flat_map(|file_idx| program.roots(file_idx).map(move |it| (file_idx, it)));
        let callees =
            |file_idx, root| program.subtree(root).filter_map(|node| named(file_idx, node)).collect();
        EntryGraph(all.map(|(file_idx, root)| (root, callees(file_idx, root))).collect())
    }

    /// The function, and all that it can come to call.
    fn reached(&self, from: NodeId) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(function) = open.pop() {
            let callees = self.0.get(&function).into_iter().flatten();
            open.extend(callees.filter(|&&callee| found.insert(callee)));
        }
        found
    }

    /// Whether another function calls it.
    fn is_called(&self, function: NodeId) -> bool {
        self.0.iter().any(|(&caller, callees)| caller != function && callees.contains(&function))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    /// The criterion is the last variable `C`; `/` divides modules.
    fn check(text: &str, expected: &[&str]) {
        let files: Vec<SourceFile> = text
            .split(" / ")
            .enumerate()
            .map(|(idx, text)| SourceFile::new(format!("{idx}.erl"), text))
            .collect();
        let program = Tree::parse(Language::Erlang, &files);
        assert_eq!(program.problems(), [], "{text}");
        let criterion = program.ids().rev().find(|&node| program.label(node) == "C").expect("has a C");
        assert_eq!(entries(&program, &[criterion]), expected, "{text}");
    }

    #[test]
    fn the_only_exported_function_is_meant() {
        check("-export([go/1]). go(C) -> C. main(X) -> X.", &["go/1"]);
        check("go(C) -> C.", &[]);
    }

    #[test]
    fn of_several_the_one_that_reaches_the_criterion_is_meant() {
        check("-export([a/1, b/0]). a(X) -> X. b() -> lists:map(fun c/1, []). c(C) -> C.", &["b/0"]);
        check("-export([a/1, b/0]). a(X) -> c(X). b() -> c(1). c(C) -> C.", &["a/1", "b/0"]);
        check("-export([a/1, b/0]). a(X) -> F = b, F(X). b() -> 1. c(C) -> C.", &["a/1", "b/0"]);
    }

    #[test]
    fn where_everything_is_exported_the_function_that_nobody_calls_is_meant() {
        let all = "-module(m). -compile(export_all). ";
        check(&format!("{all} go(X) -> c(X). c(C) -> c(C). d(X) -> X."), &["go/1"]);
        check(&format!("{all} go(X) -> c(X). on(X) -> c(X). c(C) -> C."), &["go/1", "on/1"]);
        check(&format!("{all} main(X) -> c(X). on(X) -> c(X). c(C) -> C."), &["main/1"]);
        check(&format!("{all} main(X) -> c(X). c(C) -> main(C)."), &["main/1"]);
        check(&format!("{all} main(X) -> c(X). main() -> c(1). c(C) -> C."), &["main/1", "main/0"]);
    }

    #[test]
    fn modules_call_each_other() {
        check(
            "-module(a). -export([c/1]). c(C) -> C. / -module(b). -export([go/2]). go(X, _) -> a:c(X).",
            &["go/2"],
        );
        check("-module(a). -export([c/1]). c(C) -> C. / -module(b). -export([c/1]). c(X) -> X.", &["c/1"]);
    }
}
