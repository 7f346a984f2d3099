//! Loops, and the methods of arrays that are loops: they call a function for each element.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowArgument, FlowCallee, FlowEffect, FlowKey, FlowLowering, VarId};
use crate::languages::javascript::syntax::{
    DeclarationWord, ScriptStatement, bound_names, declared_in_head, parts_of,
};

use super::forms::{is_for_in, is_tested_last};
use super::library;
use super::{ITERATOR, JumpTarget, ScriptFlow, argument};

/// Methods that call their first argument for each element.
const EACH: &[&str] = &[
    "map",
    "filter",
    "forEach",
    "some",
    "every",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
    "reduce",
    "reduceRight",
    "sort",
    "toSorted",
];

impl ScriptFlow<'_> {
    /// What is lowered in this is left by `break`, and goes on by `continue`.
    pub(super) fn in_loop<T>(&mut self, label: usize, lower: impl FnOnce(&mut Self) -> T) -> T {
        let name = self.label.take();
        self.jumps.push(JumpTarget { label, name, is_loop: true, is_plain: true });
        let lowered = lower(self);
        self.jumps.pop();
        lowered
    }

    /// Something is taken from what may be the object of a generator, whose body goes on.
    pub(super) fn resumed(&mut self, all: VarId, at: Option<NodeId>) {
        if self.has_generators {
            self.method(at, library::RESUME, vec![argument(all)], library::shallow());
        }
    }

    /// An element of what can be gone through.
    pub(super) fn element(&mut self, all: VarId, at: Option<NodeId>) -> VarId {
        self.resumed(all, at);
        let own = self.held_element(all, at);
        if !self.has_iterators {
            return own;
        }
        let (iterator, round) = self.iterated(all, at);
        self.resumed(iterator, at);
        let given = self.held_element(iterator, at);
        let value = self.property(round, FlowKey::Element("value".to_owned()), None, at);
        let done = self.property(round, FlowKey::Element("done".to_owned()), None, at);
        self.flow.library(at, &[own, given, value, done], library::any_of(3))
    }

    /// An element of what holds its elements.
    fn held_element(&mut self, all: VarId, at: Option<NodeId>) -> VarId {
        match self.has_maps {
            true => self.flow.library(at, &[all], library::entry()),
            false => self.load(at, all, FlowKey::AnyElement, None),
        }
    }

    /// What an object of the program gives to go through it, and what one round of that gives.
    fn iterated(&mut self, all: VarId, at: Option<NodeId>) -> (VarId, VarId) {
        let iterator = self.method(at, ITERATOR, vec![argument(all)], library::shallow());
        let round = self.method(at, "next", vec![argument(iterator)], library::shallow());
        // Whoever leaves before the end says so, and takes an answer that is no object for a failure.
        let left = self.method(at, "return", vec![argument(iterator)], library::shallow());
        let round = self.flow.library(at, &[round, left], library::any_of(2));
        (iterator, round)
    }

    /// What is gone through all at once: elements that objects of the program say themselves are held like others.
    pub(super) fn all_of(&mut self, all: VarId, at: Option<NodeId>) -> VarId {
        if !self.has_iterators {
            self.resumed(all, at);
            return all;
        }
        let held = self.element(all, at);
        let made = self.record(at);
        self.flow.step(at, Act::Store { base: made, key: FlowKey::AnyElement, index: None, from: held });
        self.flow.library(at, &[all, made], library::any_of(2))
    }

    /// Whether there is a further element.
    fn goes_on(&mut self, all: VarId, at: Option<NodeId>) -> VarId {
        self.resumed(all, at);
        let own = self.flow.library(None, &[all], library::elements());
        if !self.has_iterators {
            return own;
        }
        let (iterator, round) = self.iterated(all, at);
        self.resumed(iterator, at);
        let given = self.flow.library(None, &[iterator], library::elements());
        let done = self.property(round, FlowKey::Element("done".to_owned()), None, None);
        self.flow.library(None, &[own, given, done], library::shallow())
    }

    pub(super) fn repeat(&mut self, cst: Cst<'_>, statement: ScriptStatement<'_>, at: Option<NodeId>) {
        let label = self.flow.label();
        let (initializer, condition, increment, body) = match statement {
            ScriptStatement::While { condition, body } => (None, condition, None, body),
            ScriptStatement::For { initializer, condition, increment, body } => {
                (initializer, condition, increment, body)
            }
            _ => return,
        };
        if let Some(first) = initializer {
            match ScriptStatement::of(first) {
                Some(ScriptStatement::Declaration(_)) => self.statement(first),
                Some(ScriptStatement::Expression(inner)) => _ = self.expression(inner),
                _ => _ = self.expression(first),
            }
        }
        let mut test = None;
        let head = self.block(|it| {
            let condition = condition.map(|condition| match ScriptStatement::of(condition) {
                Some(ScriptStatement::Expression(inner)) => inner,
                _ => condition,
            });
            test = condition.map(|condition| it.expression(condition));
        });
        let body =
            self.in_loop(label, |it| it.block(|it| body.into_iter().for_each(|body| it.statement(body))));
        let step = self.block(|it| increment.into_iter().for_each(|step| _ = it.expression(step)));
        let is_tested_last = is_tested_last(cst);
        let otherwise = Vec::new();
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last, body, step, otherwise });
    }

    pub(super) fn each_of(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        let Some(ScriptStatement::ForIn { left: Some(left), right: Some(right), body }) =
            ScriptStatement::of(cst)
        else {
            return;
        };
        let source = self.expression(right);
        let label = self.flow.label();
        let word = declared_in_head(cst);
        let body = self.in_loop(label, |it| {
            it.block(|it| {
                let element = match is_for_in(cst) {
                    true => it.flow.library(at, &[source], library::elements()),
                    false => it.element(source, at),
                };
                if matches!(word, Some(DeclarationWord::Let | DeclarationWord::Const)) {
                    let mut names = Vec::new();
                    bound_names(left, &mut names);
                    names.into_iter().for_each(|name| it.declare(name));
                }
                it.assign(left, element, at, word.is_some());
                body.into_iter().for_each(|body| it.statement(body));
            })
        });
        let repeated = self.going_through(source, label, at, body);
        self.flow.push(repeated);
    }

    fn going_through(&mut self, source: VarId, label: usize, at: Option<NodeId>, body: Vec<Flow>) -> Flow {
        let mut test = None;
        let head = self.block(|it| test = Some(it.goes_on(source, at)));
        let (step, otherwise) = (Vec::new(), Vec::new());
        Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise }
    }

    /// `a.map(f)` and its like; `None` for other methods.
    pub(super) fn each_method(
        &mut self,
        at: Option<NodeId>,
        name: &str,
        args: &[FlowArgument],
    ) -> Option<VarId> {
        let is_each = EACH.contains(&name) && args.len() > 1 && !args.iter().any(|arg| arg.is_spread);
        if !is_each {
            return None;
        }
        let (all, called) = (args[0].var, args[1].var);
        let to = self.flow.temp();
        let is_reduced = name.starts_with("reduce");
        match (is_reduced, args.get(2)) {
            (true, Some(first)) => self.copy(at, to, first.var),
            (true, None) => {
                let first = self.element(all, at);
                self.copy(at, to, first);
            }
            _ => {
                let made = self.made_by(name, all, at);
                self.copy(at, to, made);
            }
        }
        let label = self.flow.label();
        let body =
            self.block(|it| it.round((at, label), (name, to), (all, called), args.get(2).map(|arg| arg.var)));
        let repeated = self.going_through(all, label, at, body);
        self.flow.push(repeated);
        Some(to)
    }

    fn made_by(&mut self, name: &str, all: VarId, at: Option<NodeId>) -> VarId {
        match name {
            "map" | "filter" | "flatMap" => self.record(at),
            "toSorted" => self.flow.library(at, &[all], library::copied()),
            "sort" => {
                let to = self.flow.temp();
                self.copy(at, to, all);
                to
            }
            _ => self.literal(at),
        }
    }

    /// One round of such a method.
    fn round(
        &mut self,
        (at, label): (Option<NodeId>, usize),
        (name, to): (&str, VarId),
        (all, called): (VarId, VarId),
        extra: Option<VarId>,
    ) {
        let is_reduced = name.starts_with("reduce");
        let element = self.element(all, at);
        let idx = self.literal(None);
        let receiver = extra.filter(|_| !is_reduced);
        let receiver = receiver.unwrap_or_else(|| self.literal(None));
        let values = match name {
            _ if is_reduced => vec![receiver, to, element, idx, all],
            "sort" | "toSorted" => {
                let other = self.element(all, at);
                vec![receiver, element, other]
            }
            _ => vec![receiver, element, idx, all],
        };
        let result = self.flow.temp();
        let otherwise = library::unknown(values.len(), self.flow.world());
        let args = values.into_iter().map(argument).collect();
        self.flow
            .risk(at, Act::Call { to: result, callee: FlowCallee::Value { value: called, otherwise }, args });
        let put = |base, from, index| Act::Store { base, key: FlowKey::AnyElement, index, from };
        match name {
            "map" => self.flow.step(at, put(to, result, None)),
            "flatMap" => {
                let inner = self.flow.library(at, &[result], library::part());
                self.flow.step(at, put(to, inner, Some(result)));
                self.flow.step(at, put(to, result, None));
            }
            "filter" => self.perhaps(result, |it| it.flow.step(at, put(to, element, Some(result)))),
            "find" | "findLast" => self.perhaps(result, |it| it.copy(at, to, element)),
            "some" | "every" | "findIndex" | "findLastIndex" => {
                let effect = FlowEffect { reads: crate::flow::FlowDepth::Nothing, ..FlowEffect::plain() };
                let both = self.flow.library(at, &[to, result], effect);
                self.copy(at, to, both);
            }
            "sort" | "toSorted" => _ = self.flow.library(at, &[to, result], library::reordered()),
            _ if is_reduced => self.copy(at, to, result),
            _ => {}
        }
        if matches!(name, "some" | "every" | "find" | "findIndex" | "findLast" | "findLastIndex") {
            // Later elements are not asked once it is known.
            self.perhaps(result, |it| it.flow.jump(at, crate::flow::Leap::Break(label)));
        }
    }

    /// The statements of a loop's body or a block, in a scope of their own.
    pub(super) fn scoped(&mut self, cst: Cst<'_>) {
        self.body(parts_of(cst).collect());
    }
}
