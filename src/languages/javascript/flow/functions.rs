//! Functions, and the objects that functions make when they are called with `new`.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowHeld, FlowKey, FlowLowering, FunctionId, Leap, Made, Param, VarId};
use crate::languages::javascript::syntax::{
    ScriptPattern, body, bound_names, is_asynchronous, is_block, name, parameters, parts_of,
};

use super::forms::{is_arrow, is_generator};
use super::{ScriptFlow, ScriptSurroundings};

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
        self.in_function(function, |it, this| {
            let this = if is_arrow(cst) { it.around.this } else { this };
            let around = ScriptSurroundings { this, class, is_generator: is_generator(cst) };
            let around = std::mem::replace(&mut it.around, around);
            let jumps = std::mem::take(&mut it.jumps);
            let params = it.function_body(cst, first);
            it.jumps = jumps;
            it.around = around;
            params
        });
        function
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

    fn function_body(&mut self, cst: Cst<'_>, first: impl FnOnce(&mut Self)) -> Vec<Param> {
        let mut params = Vec::new();
        let mut given = Vec::new();
        let mut names = Vec::new();
        for parameter in parameters(cst) {
            bound_names(parameter, &mut names);
            let (inner, is_rest) = match ScriptPattern::of(parameter) {
                ScriptPattern::Rest(inner) => (inner, true),
                _ => (parameter, false),
            };
            let at = self.node_of(parameter);
            let var = self.flow.temp();
            params.push(Param { var, at, name: String::new(), is_rest });
            given.push((inner, var, at));
        }
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
            let function = self.function_at(cst.byte_range());
            self.flow.step(None, Act::Closure { to, function });
            self.initialise(own, to, None);
        }
        if self.around.is_generator {
            self.flow.set_lazy();
            let to = self.flow.result();
            self.flow.step(None, Act::Make { to, kind: Made::Record, holds: Vec::new() });
        }
        first(self);
        let Some(body) = body(cst) else { return params };
        match is_block(body) {
            true => {
                let seen: Vec<&str> = names.iter().map(|&name| self.word(name)).collect();
                self.hoist_variables(body, &seen);
                self.body(parts_of(body).collect());
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
        let result = self.flow.result();
        match value {
            Some(from) if self.around.is_generator => {
                let store = Act::Store { base: result, key: FlowKey::AnyElement, index: None, from };
                self.flow.step(at, store);
            }
            Some(from) => self.copy(at, result, from),
            None => {}
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
