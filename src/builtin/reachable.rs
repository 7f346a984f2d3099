//! Everything that names connect with the criterion: the simplest slice that is complete.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Flags, NodeId, NodeSet, Tree};

/// Keeps every definition that can reach the criterion's definition by name, or be reached from one
/// that can, and all code outside definitions.
///
/// Complete as long as functions are called by a name that stands in the source: a name that is a
/// label or leaf anywhere in a body counts as a call, so funs and methods passed as values are seen.
pub(super) fn reachable(program: &Tree, criterion: NodeId) -> NodeSet {
    let graph = DefinitionGraph::new(program);
    let start = graph.definition_of(criterion);
    let callers = graph.closure(BTreeSet::from([start]), &graph.callers);
    let keep = graph.closure(callers, &graph.callees);
    program
        .ids()
        .filter(|&node| program.is_counted(node))
        .filter(|&node| graph.enclosing(node).is_none_or(|definition| keep.contains(&Some(definition))))
        .collect()
}

/// A definition, or `None` for the code outside all of them.
type Definition = Option<NodeId>;

struct DefinitionGraph<'t> {
    program: &'t Tree,
    callees: BTreeMap<Definition, BTreeSet<Definition>>,
    callers: BTreeMap<Definition, BTreeSet<Definition>>,
}

impl<'t> DefinitionGraph<'t> {
    fn new(program: &'t Tree) -> DefinitionGraph<'t> {
        let mut graph = DefinitionGraph { program, callees: BTreeMap::new(), callers: BTreeMap::new() };
        let mut by_name: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        for node in program.ids().filter(|&node| graph.is_unit(node)) {
            by_name.entry(base_name(program.label(node))).or_default().push(node);
        }
        for node in program.ids() {
            let unit = graph.enclosing(node);
            for name in names(program.label(node)) {
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
        let is_function = |node: NodeId| {
            self.program.flags(node).has(Flags::DEFINITION) && !self.program.kind(node).contains("class")
        };
        is_function(node) && !self.program.ancestors(node).any(is_function)
    }

    fn enclosing(&self, node: NodeId) -> Definition {
        std::iter::once(node).chain(self.program.ancestors(node)).find(|&node| self.is_unit(node))
    }

    fn definition_of(&self, node: NodeId) -> Definition {
        self.enclosing(node)
    }

    fn closure(
        &self,
        start: BTreeSet<Definition>,
        edges: &BTreeMap<Definition, BTreeSet<Definition>>,
    ) -> BTreeSet<Definition> {
        let mut pending: Vec<Definition> = start.iter().copied().collect();
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

/// `f` of `f/2`.
fn base_name(label: &str) -> &str {
    label.split('/').next().unwrap_or(label)
}

/// Names inside a label: `m:f` and `fun f/1` name `f`.
fn names(label: &str) -> impl Iterator<Item = &str> {
    let without_fun = label.strip_prefix("fun").filter(|rest| rest.contains('/')).unwrap_or(label);
    without_fun
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '@' | '$')))
        .filter(|name| !name.is_empty())
}
