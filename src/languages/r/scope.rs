//! Which names a function of R binds, and which of its uses could come to mean a variable around it.
//!
//! R looks a name up when it is read: what a function has not bound by then is looked for around it. So only uses behind a
//! binding of their own function are looked at here; others may mean what is around, in the program as in a candidate.

use std::collections::BTreeMap;

use super::syntax::{Argument, RExpression, is_super_assignment, loop_variable, named, parameters};
use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::oracle::meaning::{BoundName, ScopedUse};
use crate::stack::deep;

/// A function, or the program around all of them.
struct RScope {
    parent: Option<usize>,
    /// Places at which each name is bound.
    bound: BTreeMap<String, Vec<usize>>,
}

/// The scopes of a program's only file, and where names are read.
struct RScopes<'t> {
    text: &'t str,
    all: Vec<RScope>,
    /// Place, length and scope of each use.
    uses: Vec<(usize, usize, usize)>,
}

/// The uses of a program that could come to mean another variable.
pub(super) fn uses(program: &Tree) -> Vec<ScopedUse> {
    let text = program.file(0).text.as_str();
    let concrete = concrete(program.language(), text);
    let mut scopes =
        RScopes { text, all: vec![RScope { parent: None, bound: BTreeMap::new() }], uses: Vec::new() };
    scopes.visit(concrete.root(), 0);
    scopes.uses.iter().filter_map(|one| scopes.scoped(program, *one)).collect()
}

impl RScopes<'_> {
    fn scoped(&self, program: &Tree, (at, len, scope): (usize, usize, usize)) -> Option<ScopedUse> {
        let name = &self.text[at..at + len];
        let around = std::iter::successors(Some(scope), |&scope| self.all[scope].parent);
        let mut binding = around.filter_map(|scope| self.all[scope].bound.get(name));
        let own = binding.next().filter(|places| places.iter().any(|&place| place < at))?;
        let bound = |&place: &usize| BoundName::at(program, name, place);
        let node = program.ids().rev().find(|&node: &NodeId| program.span(node).contains(&at))?;
        Some(ScopedUse {
            node,
            name: name.to_owned(),
            own: own.iter().map(bound).collect(),
            outer: binding.flatten().map(bound).collect(),
        })
    }

    fn bind(&mut self, scope: usize, name: Cst<'_>) {
        let text = self.text[name.byte_range()].to_owned();
        self.all[scope].bound.entry(text).or_default().push(name.start_byte());
    }

    fn visit(&mut self, cst: Cst<'_>, scope: usize) {
        deep(|| match RExpression::of(cst, self.text) {
            RExpression::Name => self.uses.push((cst.start_byte(), cst.byte_range().len(), scope)),
            RExpression::Assignment { target, value } => {
                value.into_iter().for_each(|value| self.visit(value, scope));
                let target = target.map(RExpression::bare);
                let is_name =
                    |target: Cst<'_>| matches!(RExpression::of(target, self.text), RExpression::Name);
                match target {
                    Some(target) if is_name(target) && is_super_assignment(cst, self.text) => {
                        // It is that of a function around this one.
                        let parent = self.all[scope].parent.unwrap_or(scope);
                        self.visit(target, parent);
                    }
                    Some(target) if is_name(target) => self.bind(scope, target),
                    Some(target) => self.visit(target, scope),
                    None => {}
                }
            }
            RExpression::Function { parameters: all, body } => {
                self.all.push(RScope { parent: Some(scope), bound: BTreeMap::new() });
                let inside = self.all.len() - 1;
                let all: Vec<_> = all.into_iter().flat_map(parameters).collect();
                for (parameter, _, default) in all {
                    named(parameter).take(1).for_each(|name| self.bind(inside, name));
                    default.into_iter().for_each(|default| self.visit(default, inside));
                }
                body.into_iter().for_each(|body| self.visit(body, inside));
            }
            RExpression::Call { function, arguments } => {
                function.into_iter().for_each(|function| self.visit(function, scope));
                for argument in
                    arguments.into_iter().flat_map(|arguments| Argument::all(arguments).collect::<Vec<_>>())
                {
                    Argument::of(argument).value.into_iter().for_each(|value| self.visit(value, scope));
                }
            }
            RExpression::Extract(object) => object.into_iter().for_each(|object| self.visit(object, scope)),
            RExpression::Loop { .. } => {
                let variable = loop_variable(cst);
                variable.into_iter().for_each(|name| self.bind(scope, name));
                let parts = named(cst)
                    .filter(|part| Some(part.start_byte()) != variable.map(|name| name.start_byte()));
                parts.for_each(|part| self.visit(part, scope));
            }
            RExpression::Quoted | RExpression::Other => {}
            RExpression::Block
            | RExpression::Parenthesised(_)
            | RExpression::Operands(_)
            | RExpression::Pipe { .. }
            | RExpression::If { .. } => named(cst).for_each(|child| self.visit(child, scope)),
        });
    }
}
