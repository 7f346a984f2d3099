//! Expressions: steps in the order of evaluation, and the variable of the value.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowHeld, FlowKey, FlowLowering, Made, VarId};
use crate::languages::r::syntax::named;
use crate::stack::deep;

use super::RFlow;
use super::forms::{RArgument, RForm, RGiven, arguments, bare, constant_text, name_of, plain_name};
use super::library;

impl<'t> RFlow<'t> {
    /// The value of an expression.
    pub(super) fn value(&mut self, cst: Cst<'t>) -> VarId {
        deep(|| self.evaluate(cst))
    }

    fn evaluate(&mut self, cst: Cst<'t>) -> VarId {
        let at = self.node_of(cst);
        match RForm::of(cst, self.text) {
            RForm::Block => self.statements(cst),
            RForm::Inner(inner) => self.value(inner),
            RForm::Literal | RForm::Null | RForm::Text => self.literal(at),
            RForm::Name => self.read(cst, at),
            RForm::Dots => self.dots(at),
            RForm::Dot => {
                let all = self.dots(at);
                self.load(at, all, FlowKey::AnyElement, None)
            }
            RForm::Qualified => self.literal(at),
            RForm::Function { .. } => {
                let function = self.define(cst);
                let to = self.flow.temp();
                self.flow.step(at, Act::Closure { to, function });
                to
            }
            RForm::Call { function, arguments: all } => self.call(cst, function, arguments(all)),
            RForm::Subset { .. } | RForm::Member { .. } => self.part(cst),
            RForm::Assignment { target, value, is_super } => self.assignment(target, value, is_super, at),
            RForm::Short { left, right } => self.short(left, right, at),
            RForm::Pipe { left, right } => self.pipe(left, right, at),
            RForm::Operator { sign, operands } => self.operator(self.word(sign), &operands, at),
            RForm::If { condition, consequence, alternative } => {
                self.conditional((condition, consequence, alternative), at)
            }
            RForm::For { .. } | RForm::While { .. } | RForm::Repeat(_) => self.repeat(cst, at),
            RForm::Break | RForm::Next => self.leave_loop(cst, at),
            RForm::Other => self.not_understood(cst, "this expression"),
        }
    }

    /// The last of several statements is their value.
    fn statements(&mut self, cst: Cst<'t>) -> VarId {
        let mut last = None;
        for statement in named(cst) {
            last = Some(self.value(statement));
        }
        last.unwrap_or_else(|| self.literal(None))
    }

    /// A name that is read; what has parts that are replaced is copied.
    pub(super) fn read(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> VarId {
        let name = plain_name(self.word(cst));
        self.read_name(name, cst.start_byte(), at)
    }

    pub(super) fn read_name(&mut self, name: &str, place: usize, at: Option<NodeId>) -> VarId {
        let found = self.names.read(self.scope, name, place);
        let is_replaced = found.iter().any(|variable| variable.is_replaced);
        for variable in &found {
            self.late_default(variable.var, at);
        }
        self.pin(&found, (name, place), at);
        let Some(mut from) = self.variable_of(name, place) else { return self.literal(at) };
        if found.iter().any(|variable| variable.is_parameter && self.gets_promises(variable.scope)) {
            from = match (name, &found[..]) {
                ("...", _) => self.forced_parts(from, at),
                // Later it has the value that it has now.
                (_, [only]) => self.forced(from, Some(only.var), at),
                _ => self.forced(from, None, at),
            };
        }
        match is_replaced {
            true => self.copied(at, from),
            false => {
                let to = self.flow.temp();
                self.copy(at, to, from);
                to
            }
        }
    }

    /// What a name is, whichever variable that may be, as it is.
    pub(super) fn variable_of(&mut self, name: &str, place: usize) -> Option<VarId> {
        let found = self.names.read(self.scope, name, place);
        let vars: Vec<VarId> = found.iter().map(|variable| variable.var).collect();
        let first = *vars.first()?;
        Some(self.any_of(None, first, &vars))
    }

    /// A parameter that is read may get its default there.
    pub(super) fn late_default(&mut self, var: VarId, at: Option<NodeId>) {
        let Some((scope, default)) = self.late.remove(&var) else { return };
        let around = std::mem::replace(&mut self.scope, scope);
        self.defaulted(var, default, at);
        self.scope = around;
        self.late.insert(var, (scope, default));
    }

    fn dots(&mut self, at: Option<NodeId>) -> VarId {
        self.read_name("...", usize::MAX, at)
    }

    /// A list with the values of late arguments.
    fn forced_parts(&mut self, all: VarId, at: Option<NodeId>) -> VarId {
        let part = self.load(at, all, FlowKey::AnyElement, None);
        let from = self.forced(part, None, at);
        let to = self.flow.temp();
        let held = FlowHeld { key: FlowKey::AnyElement, from, index: Some(all), at: None };
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds: vec![held] });
        to
    }

    /// The object that an access path begins with, without a copy.
    fn base(&mut self, cst: Cst<'t>) -> (VarId, bool) {
        let cst = bare(cst);
        let at = self.node_of(cst);
        match RForm::of(cst, self.text) {
            RForm::Name => {
                let name = plain_name(self.word(cst));
                let found = self.names.read(self.scope, name, cst.start_byte());
                let is_replaced = found.iter().any(|variable| variable.is_replaced);
                if found.iter().any(|variable| variable.is_parameter && self.gets_promises(variable.scope)) {
                    return (self.read(cst, at), is_replaced);
                }
                for variable in &found {
                    self.late_default(variable.var, at);
                }
                self.pin(&found, (name, cst.start_byte()), at);
                match self.variable_of(name, cst.start_byte()) {
                    Some(from) => {
                        let to = self.flow.temp();
                        self.copy(at, to, from);
                        (to, is_replaced)
                    }
                    None => (self.literal(at), false),
                }
            }
            RForm::Subset { .. } | RForm::Member { .. } => self.raw_part(cst),
            _ => (self.value(cst), false),
        }
    }

    /// A part of a value.
    fn part(&mut self, cst: Cst<'t>) -> VarId {
        let (value, is_owned) = self.raw_part(cst);
        match is_owned || self.is_shared {
            true => self.copied(self.node_of(cst), value),
            false => value,
        }
    }

    /// A part of a value, and whether it is one of what a variable has for itself.
    fn raw_part(&mut self, cst: Cst<'t>) -> (VarId, bool) {
        let at = self.node_of(cst);
        match RForm::of(cst, self.text) {
            RForm::Member { object, name } => {
                let (base, is_owned) = self.base(object);
                let key = self.name_key(name);
                let value = self.load(at, base, key, None);
                (self.dispatched("$", &[base], value, at), is_owned)
            }
            RForm::Subset { object, arguments: all, is_one } => {
                let (base, is_owned) = self.base(object);
                let all = arguments(all);
                if let (true, Some(key)) = (is_one, self.constant_key(&all)) {
                    let index = self.indices(&all);
                    let value = self.load(at, base, key, index.first().copied());
                    return (self.dispatched("[[", &[base], value, at), is_owned);
                }
                let mut args = vec![base];
                args.extend(self.indices(&all));
                match (is_one, &args[..]) {
                    (true, &[base, index]) if !self.is_path(&all) => {
                        let value = self.load(at, base, FlowKey::AnyElement, Some(index));
                        (self.dispatched("[[", &args, value, at), is_owned)
                    }
                    (true, _) => (self.flow.library(at, &args, library::deep_part()), is_owned),
                    _ => {
                        let value = self.flow.library(at, &args, library::subset());
                        (self.dispatched("[", &args, value, at), is_owned)
                    }
                }
            }
            _ => (self.value(cst), false),
        }
    }

    /// Whether an index may be several, each of which goes one deeper.
    fn is_path(&self, all: &[RArgument<'t>]) -> bool {
        let [RArgument { value: RGiven::Expression(index), .. }] = all[..] else { return false };
        matches!(RForm::of(bare(index), self.text), RForm::Call { function, .. } if name_of(function, self.text) == Some("c"))
    }

    /// The part that `$` names, which may be only the beginning of its name.
    pub(super) fn name_key(&self, name: Cst<'t>) -> FlowKey {
        let name = name_of(name, self.text).unwrap_or_else(|| self.word(name));
        self.key_of(name)
    }

    fn key_of(&self, name: &str) -> FlowKey {
        let is_beginning =
            |part: &String| part.len() > name.len() && part.starts_with(name) && !self.is_given(name);
        match self.names.parts.iter().any(is_beginning) {
            true => FlowKey::AnyElement,
            false => FlowKey::Element(format!("'{name}")),
        }
    }

    /// Whether some list gets a part with this name.
    fn is_given(&self, name: &str) -> bool {
        self.names.parts.contains(name)
    }

    /// The key of a single index that is text.
    pub(super) fn constant_key(&self, all: &[RArgument<'t>]) -> Option<FlowKey> {
        let first = all.first()?;
        let others = all[1..].iter().all(|other| other.name.is_some());
        match first.value {
            RGiven::Expression(index) if others && first.name.is_none() => {
                constant_text(bare(index), self.text).map(|name| FlowKey::Element(format!("'{name}")))
            }
            _ => None,
        }
    }

    /// The values of indices.
    pub(super) fn indices(&mut self, all: &[RArgument<'t>]) -> Vec<VarId> {
        let mut found = Vec::new();
        for argument in all {
            if !matches!(argument.value, RGiven::Nothing) {
                found.push(self.argument_value(argument));
            }
        }
        found
    }

    fn short(&mut self, left: Cst<'t>, right: Cst<'t>, at: Option<NodeId>) -> VarId {
        let left = self.value(left);
        let test = self.flow.library(at, &[left], library::plain());
        let to = self.flow.temp();
        self.copy(at, to, test);
        let then = self.block(|it| {
            let right = it.value(right);
            let right = it.flow.library(at, &[right], library::plain());
            it.copy(at, to, right);
        });
        self.flow.push(Flow::If { at, test, then, other: Vec::new() });
        to
    }

    fn operator(&mut self, sign: &str, operands: &[Cst<'t>], at: Option<NodeId>) -> VarId {
        if sign.starts_with('%') && !self.names.read(self.scope, sign, usize::MAX).is_empty() {
            let Some(value) = self.variable_of(sign, usize::MAX) else { return self.literal(at) };
            let args = self.promised_operands(sign, operands);
            return self.called(at, value, args, sign);
        }
        let values: Vec<VarId> = operands.iter().map(|&operand| self.value(operand)).collect();
        let value = self.flow.library(at, &values, library::operator(sign));
        let group = self.dispatched(sign, &values, value, at);
        self.dispatched("Ops", &values, group, at)
    }

    /// `x |> f(y)`
    fn pipe(&mut self, left: Cst<'t>, right: Cst<'t>, at: Option<NodeId>) -> VarId {
        let right = bare(right);
        let left = RGiven::Expression(left);
        let RForm::Call { function, arguments: all } = RForm::of(right, self.text) else {
            return self.not_understood(right, "this pipe");
        };
        let mut all = arguments(all);
        let is_gap = |argument: &RArgument<'t>| matches!(argument.value, RGiven::Expression(value) if self.word(value) == "_");
        match all.iter().position(is_gap) {
            Some(idx) => all[idx].value = left,
            None => all.insert(0, RArgument { cst: None, name: None, value: left }),
        }
        let value = self.call(right, function, all);
        let to = self.flow.temp();
        self.copy(at, to, value);
        to
    }
}
