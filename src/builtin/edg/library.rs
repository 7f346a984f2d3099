//! Functions of `lists` that apply a fun to the elements of a list, with edges as if they were comprehensions and loops of the program.
//!
//! Only where all funs that may come are known; otherwise all arguments are needed whole, as those of any function of a library.

use crate::ast::NodeId;

use super::builtins::{Applied, applied};
use super::calls::CallTarget;
use super::funs::{ANY, FOREIGN, Links};
use super::graph::{Aux, Component, Edge, Label, Need, When};
use super::state::{Call, Callable, Lower};

impl Lower<'_> {
    /// Edges of these calls, once it is known which funs they are given.
    pub(super) fn applications(&mut self, calls: &[Call], callees: &[CallTarget], links: &Links) {
        for (call, callee) in calls.iter().zip(callees) {
            let CallTarget::Library(module, name) = callee else { continue };
            let Some(applied) = applied(module, name, call.arguments.len()) else { continue };
            match self.known_funs(call.arguments[0], applied, links) {
                Some(funs) => self.application(call, applied, &funs),
                None => {
                    for &argument in &call.arguments {
                        self.star(call.node, When::Active, argument, Need::FULL);
                    }
                }
            }
        }
    }

    /// All funs that a node may be, each with the number of parameters that it is called with.
    fn known_funs(&self, node: NodeId, applied: Applied, links: &Links) -> Option<Vec<Callable>> {
        let funs = links
            .funs
            .get(&node)
            .filter(|funs| !funs.is_empty() && !funs.contains(&FOREIGN) && !funs.contains(&ANY))?;
        let funs = funs.iter().map(|&idx| self.callables[idx].clone());
        let funs: Vec<Callable> = funs.collect();
        funs.iter().all(|fun| fun.arity == applied.arity()).then_some(funs)
    }

    fn application(&mut self, call: &Call, applied: Applied, funs: &[Callable]) {
        let node = call.node;
        let list = call.arguments[call.arguments.len() - 1];
        self.star(node, When::Active, call.arguments[0], Need::HEAD);
        self.spine(node, When::Active, list);
        let elements = self.aux(Aux::Elements(list));
        self.edge(elements, elements, Label::Push(Component::Tail));
        self.edge(elements, list, Label::Flow);
        for fun in funs {
            self.argument(fun.first_formal, elements, Label::Push(Component::Head), node);
        }
        match applied {
            Applied::Each => {}
            Applied::Map => {
                funs.iter().for_each(|fun| self.edge(node, fun.result, Label::Pop(Component::Head)));
                self.edge(node, node, Label::Pop(Component::Tail));
            }
            Applied::Filter => {
                // What is no truth value makes it fail.
                funs.iter().for_each(|fun| self.star(node, When::Active, fun.result, Need::FULL));
                let any = self.aux(Aux::Elements(list));
                self.edge(any, elements, Label::Push(Component::Head));
                self.edge(node, any, Label::Pop(Component::Head));
                self.edge(node, node, Label::Pop(Component::Tail));
            }
            Applied::Fold => {
                let first = call.arguments[1];
                self.edge(node, first, Label::Flow);
                for fun in funs {
                    self.edge(node, fun.result, Label::Flow);
                    let sum = fun.first_formal + 1;
                    self.argument(sum, first, Label::Flow, node);
                    funs.iter().for_each(|before| self.argument(sum, before.result, Label::Flow, node));
                }
            }
        }
    }

    /// What a fun gets from a call, while this is executed.
    fn argument(&mut self, formal: NodeId, to: NodeId, label: Label, call: NodeId) {
        self.edges.push((formal, Edge { to, label, call: Some(call) }));
    }
}
