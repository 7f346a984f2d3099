//! Functions, and the objects that functions make when they are called with `new`.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowCallee, FlowHeld, FlowKey, FlowLowering, FunctionId, Leap, Made, Param, VarId};
use crate::languages::javascript::syntax::{
    ScriptPattern, body, bound_names, is_asynchronous, is_block, name, parameters, parts_of,
};

use super::forms::{is_arrow, is_generator};
use super::{ScriptFlow, ScriptSurroundings, library};

/// A pattern of a parameter, what it is given, and its place.
type GivenPattern<'c> = (Cst<'c>, VarId, Option<NodeId>);

impl ScriptFlow<'_> {
    /// Lowers a function.
    pub(super) fn define(&mut self, cst: Cst<'_>) -> FunctionId {
        let class = self.around.class.filter(|_| is_arrow(cst));
        self.define_in(cst, class, |_| {})
    }

    /// Lowers a function that may be a member of a class; `first` is what it does before its body.
    pub(super) fn define_in(
        &mut self,
        cst: Cst<'_>,
        class: Option<VarId>,
        first: impl FnOnce(&mut Self),
    ) -> FunctionId {
        let function = self.function_at(cst.byte_range());
        if is_asynchronous(cst) {
            self.not_understood(cst, "asynchronous code");
        }
        if is_generator(cst) {
            return self.generator(cst, class);
        }
        self.in_function(function, |it, this| {
            let this = if is_arrow(cst) { it.around.this } else { this };
            let around = ScriptSurroundings { this, class, generator: None };
            it.within(around, |it| {
                let (params, given) = it.parameters(cst);
                it.function_body(cst, params, given, first)
            })
        });
        function
    }

    fn within<T>(&mut self, around: ScriptSurroundings, lower: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::replace(&mut self.around, around);
        let jumps = std::mem::take(&mut self.jumps);
        let lowered = lower(self);
        self.jumps = jumps;
        self.around = around;
        lowered
    }

    /// A call of a generator makes an object; its body runs where something takes from this, each time as far as that wants.
    fn generator(&mut self, cst: Cst<'_>, class: Option<VarId>) -> FunctionId {
        let (starter, body) = (self.callable(cst), self.function_at(cst.byte_range()));
        self.in_function(starter, |it, this| {
            let made = it.flow.result();
            it.generator_object(made, body);
            let (params, given) = it.parameters(cst);
            it.in_function(body, |it, _| {
                let around = ScriptSurroundings { this, class, generator: Some(made) };
                it.flow.set_lazy();
                it.within(around, |it| it.function_body(cst, Vec::new(), given, |_| {}))
            });
            params
        });
        starter
    }

    /// An object that holds what a generator gives, with its body for a method.
    fn generator_object(&mut self, to: VarId, body: FunctionId) {
        let class = self.flow.temp();
        let methods = vec![(library::RESUME.to_owned(), body)];
        let kind = Made::Class { bases: Vec::new(), methods, constructor: String::new(), shows: Vec::new() };
        self.flow.step(None, Act::Make { to: class, kind, holds: Vec::new() });
        let callee = FlowCallee::Value { value: class, otherwise: library::shallow() };
        self.flow.step(None, Act::Call { to, callee, args: Vec::new() });
    }

    /// The function that a call calls: of a generator not its body.
    fn callable(&mut self, cst: Cst<'_>) -> FunctionId {
        let range = cst.byte_range();
        match is_generator(cst) {
            true => {
                let at = self.nodes.find(&range, |_| true);
                self.names.starter(range, || self.flow.declare(at))
            }
            false => self.function_at(range),
        }
    }

    /// Lowers a function with `this` as its first parameter.
    pub(super) fn in_function(
        &mut self,
        function: FunctionId,
        lower: impl FnOnce(&mut Self, VarId) -> Vec<Param>,
    ) {
        self.lower_function(function, |it| {
            let this = it.flow.temp();
            let mut params = vec![Param { var: this, at: None, name: "this".to_owned(), is_rest: false }];
            params.extend(lower(it, this));
            params
        });
    }

    /// The parameters of a function, and the patterns that take what they are given.
    fn parameters<'c>(&mut self, cst: Cst<'c>) -> (Vec<Param>, Vec<GivenPattern<'c>>) {
        let mut params = Vec::new();
        let mut given = Vec::new();
        for parameter in parameters(cst) {
            let (inner, is_rest) = match ScriptPattern::of(parameter) {
                ScriptPattern::Rest(inner) => (inner, true),
                _ => (parameter, false),
            };
            let at = self.node_of(parameter);
            let var = self.flow.temp();
            params.push(Param { var, at, name: String::new(), is_rest });
            given.push((inner, var, at));
        }
        (params, given)
    }

    fn function_body(
        &mut self,
        cst: Cst<'_>,
        mut params: Vec<Param>,
        given: Vec<GivenPattern<'_>>,
        first: impl FnOnce(&mut Self),
    ) -> Vec<Param> {
        let mut names = Vec::new();
        given.iter().for_each(|(pattern, ..)| bound_names(*pattern, &mut names));
        names.iter().for_each(|&name| self.declare(name));
        for (pattern, var, at) in given {
            self.assign(pattern, var, at, true);
        }
        if self.word(cst).contains("arguments") {
            if !params.iter().any(|param| param.is_rest) {
                let var = self.flow.temp();
                params.push(Param { var, at: None, name: String::new(), is_rest: true });
            }
            self.every_argument(cst, &params);
        }
        if let Some(own) = name(cst).filter(|own| own.kind() == "identifier" && !is_declared_outside(cst)) {
            let to = self.flow.temp();
            let function = self.callable(cst);
            self.flow.step(None, Act::Closure { to, function });
            self.initialise(own, to, None);
        }
        first(self);
        let Some(body) = body(cst) else { return params };
        match is_block(body) {
            true => {
                let seen: Vec<&str> = names.iter().map(|&name| self.word(name)).collect();
                self.hoist_variables(body, &seen);
                let statements: Vec<Cst<'_>> = parts_of(body).collect();
                self.directives(&statements);
                self.body(statements);
            }
            false => {
                let at = self.node_of(body);
                let from = self.expression(body);
                let result = self.flow.result();
                self.copy(at, result, from);
                self.flow.jump(None, Leap::Return);
            }
        }
        params
    }

    /// `arguments` has all parameters, by their places.
    fn every_argument(&mut self, cst: Cst<'_>, params: &[Param]) {
        self.not_understood(cst, "`arguments`");
        let to = self.global("arguments");
        let mut holds = Vec::new();
        for param in params {
            let from = match param.is_rest {
                true => self.load(None, param.var, FlowKey::AnyElement, None),
                false => param.var,
            };
            holds.push(FlowHeld { key: FlowKey::AnyElement, from, index: None, at: None });
        }
        self.flow.step(None, Act::Make { to, kind: Made::Record, holds });
    }

    /// The object of a function with what `new` makes of it.
    pub(super) fn give_prototype(&mut self, function: VarId, at: Option<NodeId>) {
        if self.has_prototypes {
            let from = self.record(at);
            let key = FlowKey::Element("prototype".to_owned());
            self.flow.step(at, Act::Store { base: function, key, index: None, from });
        }
    }

    /// `return` and `throw`.
    pub(super) fn leave(&mut self, values: &[Cst<'_>], is_return: bool, at: Option<NodeId>) {
        let value = values.first().map(|&value| self.expression(value));
        if !is_return {
            return self.flow.jump(at, Leap::Throw(value));
        }
        match (value, self.around.generator) {
            (Some(from), Some(base)) => {
                let store = Act::Store { base, key: FlowKey::AnyElement, index: None, from };
                self.flow.step(at, store);
            }
            (Some(from), None) => {
                let result = self.flow.result();
                self.copy(at, result, from);
            }
            (None, _) => {}
        }
        self.flow.jump(at, Leap::Return);
    }

    /// Functions that a block declares are there before its first statement.
    pub(super) fn hoisted(&mut self, cst: Cst<'_>) {
        let at = self.node_of(cst);
        let Some(name) = name(cst) else { return };
        self.declare(name);
        let function = self.define(cst);
        let to = self.flow.temp();
        self.flow.step(at, Act::Closure { to, function });
        self.give_prototype(to, at);
        self.initialise(name, to, at);
    }
}

/// Whether a function's name is that of a variable around it.
fn is_declared_outside(cst: Cst<'_>) -> bool {
    cst.kind().ends_with("declaration")
}
