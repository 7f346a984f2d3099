//! Everything that names connect with the criterion: the simplest slice that is complete.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::language::Language;
use crate::languages::erlang::syntax::{Callee, FunRef, Name, Syntax};
use crate::languages::room;

/// Keeps every definition that can reach the criterion's definition by name, or be reached from one
/// that can, and all code outside definitions.
///
/// Complete as long as functions are called by a name that stands in the source: a name that is a
/// label or leaf anywhere in a body counts as a call, so funs and methods passed as values are seen. The name of a class calls
/// those of its methods that the language calls unnamed: constructors, conversions, operators.
pub(super) fn reachable(program: &Tree, criteria: &[NodeId]) -> NodeSet {
    let graph = CallGraph::new(program);
    let start = criteria.iter().map(|&criterion| graph.enclosing(criterion)).collect();
    let callers = graph.closure(start, &graph.callers);
    let keep = graph.closure(callers, &graph.callees);
    program
        .ids()
        .filter(|&node| program.is_counted(node))
        .filter(|&node| graph.enclosing(node).is_none_or(|definition| keep.contains(&Some(definition))))
        .collect()
}

/// A definition, or `None` for the code outside all of them.
type Owner = Option<NodeId>;

struct CallGraph<'t> {
    program: &'t Tree,
    /// Erlang has names with blanks, and says `fun` before others.
    erlang: Option<Syntax<'t>>,
    callees: BTreeMap<Owner, BTreeSet<Owner>>,
    callers: BTreeMap<Owner, BTreeSet<Owner>>,
}

impl<'t> CallGraph<'t> {
    fn new(program: &'t Tree) -> CallGraph<'t> {
        let erlang = (program.language() == Language::Erlang).then(|| Syntax::new(program));
        let mut graph = CallGraph { program, erlang, callees: BTreeMap::new(), callers: BTreeMap::new() };
        let mut by_name: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        for node in program.ids().filter(|&node| graph.is_unit(node)) {
            by_name.entry(graph.definition_name(node)).or_default().push(node);
            if let Some(class) = graph.class_that_calls(node) {
                by_name.entry(program.label(class)).or_default().push(node);
            }
        }
        for node in program.ids() {
            let unit = graph.enclosing(node);
            for name in graph.names(node) {
                for &callee in by_name.get(name).into_iter().flatten() {
                    if unit != Some(callee) && node != callee {
                        graph.callees.entry(unit).or_default().insert(Some(callee));
                        graph.callers.entry(Some(callee)).or_default().insert(unit);
                    }
                }
            }
        }
        graph
    }

    /// Outermost definitions that can be deleted as a whole: functions, and the methods of a class.
    fn is_unit(&self, node: NodeId) -> bool {
        let is_class = |node| room(self.program.language()).is_class(self.program, node);
        let is_function = |node: NodeId| self.program.flags(node).has(Flags::DEFINITION) && !is_class(node);
        is_function(node) && !self.program.ancestors(node).any(is_function)
    }

    /// The class of a method that the language calls wherever the class is used.
    fn class_that_calls(&self, method: NodeId) -> Option<NodeId> {
        let room = room(self.program.language());
        let class = self.program.ancestors(method).find(|&above| room.is_class(self.program, above))?;
        room.calls_unnamed(self.program.label(method)).then_some(class)
    }

    fn enclosing(&self, node: NodeId) -> Owner {
        std::iter::once(node).chain(self.program.ancestors(node)).find(|&node| self.is_unit(node))
    }

    fn definition_name(&self, node: NodeId) -> &'t str {
        let function = self.erlang.as_ref().and_then(|syntax| syntax.function(node));
        function.map_or(self.program.label(node), |function| function.name)
    }

    /// What a node may call, or hand on to be called.
    fn names(&self, node: NodeId) -> Vec<&'t str> {
        let label = self.program.label(node);
        let Some(syntax) = &self.erlang else { return words(label).collect() };
        if syntax.function(node).is_some() {
            return Vec::new();
        }
        let name = match (syntax.fun_ref(node), syntax.callee(node)) {
            (Some(FunRef::Local { name, .. }), _) => name,
            (Some(FunRef::Remote { name: Name::Known(name), .. }), _) => name,
            (None, Callee::Remote { name: Name::Known(name), .. }) => name,
            (None, Callee::Local(name)) => name,
            _ => "",
        };
        match name.contains(|c| !is_word(c)) {
            true => vec![name],
            false => words(label).chain([name].into_iter().filter(|name| !name.is_empty())).collect(),
        }
    }

    fn closure(&self, start: BTreeSet<Owner>, edges: &BTreeMap<Owner, BTreeSet<Owner>>) -> BTreeSet<Owner> {
        let mut pending: Vec<Owner> = start.iter().copied().collect();
        let mut seen = start;
        while let Some(unit) = pending.pop() {
            for &next in edges.get(&unit).into_iter().flatten() {
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        seen
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '@' | '$')
}

fn words(label: &str) -> impl Iterator<Item = &str> {
    label.split(|c: char| !is_word(c)).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;

    #[test]
    fn methods_that_nobody_names_come_with_their_class() {
        let cases = [
            (
                Language::Python,
                "p.py",
                "class A:\n    def __init__(self):\n        self.a = 1\n    def other(self):\n        pass\nx = A()\n",
            ),
            (
                Language::JavaScript,
                "p.js",
                "class A { constructor() { this.a = 1 } other() { } }\nlet x = new A()\n",
            ),
            (
                Language::Java,
                "A.java",
                "class A { int a; A() { a = 1; } void other() { }\nstatic void main() { var x = new A(); } }\n",
            ),
        ];
        for (language, name, text) in cases {
            let tree = Tree::parse(language, &[SourceFile::new(name, text)]);
            let criterion = tree.ids().find(|&node| tree.label(node) == "x").expect("is there");
            let keep = reachable(&tree, &[criterion]);
            let kept = |text: &str| keep.iter().any(|node| tree.label(node) == text);
            assert!(kept("1") && !kept("other"), "{name}");
        }
    }

    #[test]
    fn quoted_names_and_names_that_begin_with_fun_are_followed() {
        let text = "main(X) -> 'it is'(X), lists:map(fun funny/1, [X]).
'it is'(X) -> m:'c d'(X).
\
            'c d'(X) -> X.
funny(X) -> X.
ny(X) -> X.
it(X) -> X.
";
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("m.erl", text)]);
        let criterion = tree.ids().find(|&node| tree.label(node) == "X").expect("is there");
        let keep = reachable(&tree, &[criterion]);
        let kept = tree.roots(0).filter(|&root| keep.contains(root)).map(|root| tree.label(root));
        assert_eq!(kept.collect::<Vec<_>>(), ["main/1", "it is/1", "c d/1", "funny/1"]);
    }
}
