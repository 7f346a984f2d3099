//! Functions: parameters, defaults, and what is done when they are left.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowLowering, FunctionId, Param, VarId};
use crate::languages::r::syntax::{is_made_of, parameters};

use super::RFlow;
use super::forms::{RArgument, RForm, RGiven, arguments, name_of, plain_name};

/// A parameter as it is written.
struct WrittenParameter<'c> {
    name: String,
    at: Option<NodeId>,
    default: Option<Cst<'c>>,
}

impl<'t> RFlow<'t> {
    /// Lowers a function.
    pub(super) fn define(&mut self, cst: Cst<'t>) -> FunctionId {
        let scope = self.names.scope_of(cst).unwrap_or_default();
        let function = self.names.function_of(scope);
        let RForm::Function { parameters: all, body } = RForm::of(cst, self.text) else { return function };
        let written: Vec<WrittenParameter<'t>> = all
            .into_iter()
            .flat_map(parameters)
            .filter_map(|(parameter, of, default)| {
                let name = parameter.child_by_field_name("name")?;
                let at = self.nodes.find(&of.byte_range(), |node| is_made_of(self.program, node, of));
                Some(WrittenParameter { name: plain_name(self.word(name)).to_owned(), at, default })
            })
            .collect();
        let at = self.node_of(cst);
        self.in_scope(scope, |it| {
            it.keep_dots(&written, at);
            it.function_body(&written, body)
        });
        function
    }

    /// Lowers what stands in a scope, as a function.
    pub(super) fn in_scope(&mut self, scope: usize, lower: impl FnOnce(&mut Self) -> Vec<Param>) {
        let function = self.names.function_of(scope);
        let around = std::mem::replace(&mut self.scope, scope);
        let loops = std::mem::take(&mut self.loops);
        let own = std::mem::take(&mut self.parameters);
        self.lower_function(function, lower);
        self.parameters = own;
        self.loops = loops;
        self.scope = around;
    }

    /// Without `...` a call with more arguments fails, whatever these are.
    fn keep_dots(&mut self, written: &[WrittenParameter<'t>], at: Option<NodeId>) {
        if let Some(dots) = written.iter().find(|parameter| parameter.name == "...") {
            let mark = self.literal(dots.at);
            self.requires(at, &[mark]);
        }
    }

    fn function_body(&mut self, written: &[WrittenParameter<'t>], body: Option<Cst<'t>>) -> Vec<Param> {
        let mut params = Vec::new();
        for parameter in written {
            let Some(variable) = self.names.own(self.scope, &parameter.name) else { continue };
            let (var, name) = (variable.var, parameter.name.clone());
            params.push(Param { var, at: parameter.at, is_rest: name == "...", name });
            self.parameters.push(var);
        }
        for parameter in written {
            let (Some(default), Some(variable)) =
                (parameter.default, self.names.own(self.scope, &parameter.name))
            else {
                continue;
            };
            match self.is_late(default) {
                true => _ = self.late.insert(variable.var, (self.scope, default)),
                false => self.defaulted(variable.var, default, None),
            }
        }
        for parameter in written {
            if let Some(variable) = self.names.own(self.scope, &parameter.name).filter(|own| own.is_replaced)
            {
                let given = match self.gets_promises(self.scope) {
                    true => self.forced(variable.var, None, None),
                    false => variable.var,
                };
                let own = self.copied(None, given);
                self.copy(None, variable.var, own);
            }
        }
        if let Some(body) = body {
            self.with_exits(body);
        }
        params
    }

    /// A parameter that may not be given gets its default.
    pub(super) fn defaulted(&mut self, var: VarId, default: Cst<'t>, at: Option<NodeId>) {
        let param = self.node_of(default).and_then(|node| self.program.parent(node));
        let then = self.block(|it| {
            let from = it.value(default);
            it.step_also(at, param, Act::Copy { to: var, from });
        });
        self.flow.push(Flow::If { at, test: var, then, other: Vec::new() });
    }

    /// The body of a function, with what `on.exit` says behind all ways out of it.
    fn with_exits(&mut self, body: Cst<'t>) {
        let mut exits = Vec::new();
        self.exits_in(body, &mut exits);
        for &(call, _) in &exits {
            let flag = self.literal(None);
            self.exits.insert(call.start_byte(), flag);
        }
        let result = self.flow.result();
        let lowered = self.block(|it| {
            let value = it.value(body);
            it.copy(None, result, value);
        });
        if exits.is_empty() {
            return lowered.into_iter().for_each(|flow| self.flow.push(flow));
        }
        let finally = self.block(|it| {
            for (call, argument) in exits {
                let Some(&test) = it.exits.get(&call.start_byte()) else { continue };
                let at = it.node_of(call);
                let then = it.block(|it| _ = it.argument_value(&argument));
                it.flow.push(Flow::If { at, test, then, other: Vec::new() });
            }
        });
        let (handlers, otherwise) = (Vec::new(), Vec::new());
        let finally = Some((None, finally));
        self.flow.push(Flow::Try { at: None, body: lowered, handlers, otherwise, finally });
    }

    fn exits_in(&self, cst: Cst<'t>, found: &mut Vec<(Cst<'t>, RArgument<'t>)>) {
        match RForm::of(cst, self.text) {
            RForm::Function { .. } => return,
            RForm::Call { function, arguments: all } if name_of(function, self.text) == Some("on.exit") => {
                let all = arguments(all);
                let is_expression = |argument: &&RArgument<'_>| {
                    argument.name.is_none_or(|name| self.word(name) == "expr")
                        && !matches!(argument.value, RGiven::Nothing)
                };
                found.extend(all.iter().find(is_expression).map(|&argument| (cst, argument)));
            }
            _ => {}
        }
        let children: Vec<Cst<'t>> = crate::languages::r::syntax::named(cst).collect();
        crate::stack::deep(|| children.into_iter().for_each(|child| self.exits_in(child, found)));
    }

    /// `on.exit`: from here on it is to be done.
    pub(super) fn on_exit(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> VarId {
        match self.exits.get(&cst.start_byte()).copied() {
            Some(to) if self.scope > 0 => {
                self.flow.step(at, Act::Compute { to, from: Vec::new() });
                self.literal(at)
            }
            _ => self.not_understood(cst, "`on.exit` outside of functions"),
        }
    }

    /// `return`
    pub(super) fn give_back(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let value = match all.first() {
            Some(argument) => self.argument_value(argument),
            None => self.literal(at),
        };
        let result = self.flow.result();
        self.copy(at, result, value);
        self.flow.jump(at, crate::flow::Leap::Return);
        value
    }

    /// `local`: a function that is called where it stands.
    pub(super) fn local(&mut self, cst: Cst<'t>, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let (Some(scope), [argument]) = (self.names.scope_of(cst).filter(|&scope| scope > 0), all) else {
            return self.reaches_all(cst, "this `local`");
        };
        let argument = *argument;
        self.in_scope(scope, |it| {
            let value = it.argument_value(&argument);
            let result = it.flow.result();
            it.copy(None, result, value);
            Vec::new()
        });
        let function = self.names.function_of(scope);
        let value = self.flow.temp();
        self.flow.step(at, Act::Closure { to: value, function });
        self.called(at, value, Vec::new(), "")
    }
}
