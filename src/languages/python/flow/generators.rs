//! Generators: objects whose bodies run whenever somebody asks for an element.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowKey, FlowLowering, FunctionId, Leap, Made, Param, VarId};
use crate::languages::python::syntax::{Parameter, PythonExpression, is_for, is_generator, named};

use super::PythonFlow;
use super::calls::argument;
use super::library;

/// The parameter of a generator expression: what its first `for` goes through.
const SOURCE: &str = "source";

impl PythonFlow<'_> {
    /// `yield`: an element, behind which nothing is done before somebody asks for the next.
    pub(super) fn give(&mut self, cst: Cst<'_>, value: Option<Cst<'_>>, is_used: bool) -> VarId {
        let at = self.node_of(cst);
        let value = value.map(|value| self.expression(value));
        self.flow.set_lazy();
        let is_from = self.word(cst).trim_start_matches("yield").trim_start().starts_with("from ");
        let part = value.map(|from| match is_from {
            true => {
                let from = self.asked(from, library::ELEMENTS, at);
                self.load(at, from, FlowKey::AnyElement, None)
            }
            false => from,
        });
        self.gives(at, part);
        let base = self.flow.result();
        match is_used || self.facts.throws_into {
            true => self.load(at, base, FlowKey::Kind("sent".to_owned()), None),
            false => self.literal(at),
        }
    }

    /// Gives an element, and perhaps ends there.
    pub(super) fn gives(&mut self, at: Option<NodeId>, element: Option<VarId>) {
        let base = self.flow.result();
        if let Some(from) = element {
            self.flow.risk(at, Act::Store { base, key: FlowKey::AnyElement, index: None, from });
        }
        let test = self.flow.temp();
        let other = self.block(|it| it.flow.jump(at, Leap::Return));
        self.flow.push(Flow::If { at, test, then: Vec::new(), other });
    }

    /// Where going through something may run the body of a generator, the construct that does.
    pub(super) fn driven(&self, at: Option<NodeId>) -> Option<NodeId> {
        at.filter(|_| self.facts.has_generators)
    }

    /// An expression whose value lasts longer than the statement that it is in.
    pub(super) fn lasting(&mut self, cst: Cst<'_>) -> VarId {
        match PythonExpression::of(cst) {
            PythonExpression::Comprehension { body: Some(body), clauses }
                if is_generator(cst) && clauses.first().is_some_and(|first| is_for(*first)) =>
            {
                self.generator_expression(cst, body, &clauses)
            }
            _ => self.expression(cst),
        }
    }

    /// A generator without a name: what it goes through is found at once, everything else when an element is asked for.
    fn generator_expression(&mut self, cst: Cst<'_>, body: Cst<'_>, clauses: &[Cst<'_>]) -> VarId {
        let at = self.node_of(cst);
        let source = self.source(clauses[0]);
        let names = self.bound_by(clauses);
        let function = self.flow.declare(None);
        self.lower_function(function, |it| {
            it.generate(function);
            let all = it.flow.temp();
            let base = it.flow.result();
            it.flow.step(None, Act::Store { base, key: FlowKey::given(SOURCE), index: None, from: all });
            it.tables.enter(&mut it.flow, (it.text, None, false), &names);
            let (first, rest) = (clauses[0], &clauses[1..]);
            let left = first.child_by_field_name("left");
            let first_at = it.node_of(first);
            it.each(all, left, first_at, |it| it.qualified(None, body, rest, at));
            it.tables.leave();
            vec![Param { var: all, at: None, name: SOURCE.to_owned(), is_rest: false }]
        });
        let value = self.flow.temp();
        self.flow.step(at, Act::Closure { to: value, function });
        self.call_value(at, value, vec![argument(source)])
    }

    /// The result of a generator: its elements, and the body, which runs whenever somebody asks for one.
    pub(super) fn generate(&mut self, function: FunctionId) {
        let to = self.flow.result();
        self.flow.set_lazy();
        self.flow.step(None, Act::Make { to, kind: Made::Record, holds: Vec::new() });
        let body = self.flow.temp();
        self.flow.step(None, Act::Closure { to: body, function });
        let key = FlowKey::Field(library::NEXT.to_owned());
        self.flow.step(None, Act::Store { base: to, key, index: None, from: body });
        self.flow.resume_by(library::NEXT);
    }

    /// What a generator goes on with is part of what it is.
    pub(super) fn keeps_given(&mut self, parameters: Option<Cst<'_>>) {
        let base = self.flow.result();
        let all: Vec<Cst<'_>> = parameters.into_iter().flat_map(named).collect();
        for name in all.into_iter().filter_map(Parameter::of).map(|parameter| parameter.name) {
            if let Some(from) = self.tables.bound(self.word(name)) {
                let key = FlowKey::given(self.word(name));
                self.flow.step(None, Act::Store { base, key, index: None, from });
            }
        }
    }
}
