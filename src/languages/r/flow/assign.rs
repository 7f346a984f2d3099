//! Assignments, and replacements of parts.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowArgument, FlowDepth, FlowEffect, FlowKey, FlowLowering, FlowShape, Made, VarId};

use super::RFlow;
use super::calls::argument;
use super::forms::{RArgument, RForm, RGiven, arguments, bare, constant_text, name_of};
use super::library;
use super::names::RVariable;

/// What a replacement changes of an object.
struct ReplacedPart {
    key: FlowKey,
    indices: Vec<VarId>,
}

impl<'t> RFlow<'t> {
    pub(super) fn assignment(
        &mut self,
        target: Cst<'t>,
        value: Cst<'t>,
        is_super: bool,
        at: Option<NodeId>,
    ) -> VarId {
        let from = self.value(value);
        let target = bare(target);
        match name_of(target, self.text) {
            Some(name) => {
                let also = self.node_of(target);
                match is_super {
                    true => self.bind_outside(name, from, at, also),
                    false => self.bind(name, from, at, also),
                }
            }
            None => {
                let is_nothing = matches!(RForm::of(bare(value), self.text), RForm::Null);
                self.replacement(target, (from, is_nothing), is_super, at);
            }
        }
        let to = self.flow.temp();
        self.copy(at, to, from);
        to
    }

    /// Gives a variable of the function that is being lowered its value.
    pub(super) fn bind(&mut self, name: &str, from: VarId, at: Option<NodeId>, also: Option<NodeId>) {
        let Some(variable) = self.names.own(self.scope, name) else { return };
        self.bind_to(variable, from, at, also);
    }

    fn bind_to(&mut self, variable: RVariable, from: VarId, at: Option<NodeId>, also: Option<NodeId>) {
        let from = if variable.is_replaced { self.copied(at, from) } else { from };
        self.step_also(at, also, Act::Copy { to: variable.var, from });
    }

    /// `<<-`: without a variable around the function it makes one of the program.
    fn bind_outside(&mut self, name: &str, from: VarId, at: Option<NodeId>, also: Option<NodeId>) {
        let Some(variable) = self.names.outer(self.scope, name) else { return };
        if !self.names.is_local(variable.var) {
            return self.bind_to(variable, from, at, also);
        }
        self.perhaps(variable.var, |it| it.bind_to(variable, from, at, also));
    }

    /// `names(x)[i] <- value` and the like.
    fn replacement(
        &mut self,
        target: Cst<'t>,
        (value, is_nothing): (VarId, bool),
        is_super: bool,
        at: Option<NodeId>,
    ) {
        let own = self.copied(at, value);
        let root = super::names::root_of(target, self.text);
        let Some(variable) = root.and_then(|root| self.replaced_variable(root, is_super, target, at)) else {
            self.not_understood(target, "this target of an assignment");
            return;
        };
        self.replace(target, variable, (own, is_nothing), at);
        let also = self.root_node(target);
        let to = self.flow.temp();
        self.step_also(at, also, Act::Copy { to, from: variable.var });
    }

    fn root_node(&self, target: Cst<'t>) -> Option<NodeId> {
        let target = bare(target);
        match RForm::of(target, self.text) {
            RForm::Name => self.node_of(target),
            RForm::Member { object, .. } | RForm::Subset { object, .. } => self.root_node(object),
            RForm::Call { arguments: all, .. } => match arguments(all).first()?.value {
                RGiven::Expression(first) => self.root_node(first),
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable whose parts are replaced; where it is not bound yet, it begins as what is around the function.
    fn replaced_variable(
        &mut self,
        name: &str,
        is_super: bool,
        target: Cst<'t>,
        at: Option<NodeId>,
    ) -> Option<RVariable> {
        if is_super {
            return self.names.outer(self.scope, name);
        }
        let own = self.names.own(self.scope, name)?;
        if self.names.read(self.scope, name, target.start_byte()).len() > 1 {
            let before = self.variable_of(name, target.start_byte())?;
            self.bind_to(own, before, at, None);
        }
        Some(own)
    }

    fn replace(&mut self, target: Cst<'t>, root: RVariable, value: (VarId, bool), at: Option<NodeId>) {
        let target = bare(target);
        match RForm::of(target, self.text) {
            RForm::Member { object, name } => {
                let base = self.replaced_object(object, root, at);
                let key = self.stored_key(name);
                let part = ReplacedPart { key, indices: Vec::new() };
                let generic = "$<-";
                self.by_method(generic, (object, base, root), (&[], value.0), at, |it| {
                    it.put(base, part, (value.0, root, false), at);
                });
            }
            RForm::Subset { object, arguments: all, is_one } => {
                let base = self.replaced_object(object, root, at);
                let all = arguments(all);
                let indices = self.indices(&all);
                let key = self.constant_key(&all).filter(|_| is_one).unwrap_or(FlowKey::AnyElement);
                let generic = if is_one { "[[<-" } else { "[<-" };
                self.by_method(generic, (object, base, root), (&indices.clone(), value.0), at, |it| {
                    match is_one && indices.len() == 1 && !value.1 {
                        true => it.put(base, ReplacedPart { key, indices }, (value.0, root, true), at),
                        false => {
                            it.change(base, &indices, value.0, at);
                            it.marked(base, root, true, at);
                        }
                    }
                });
            }
            RForm::Call { function, arguments: all } => {
                self.replace_by_call(function, &arguments(all), (root, value.0), at);
            }
            _ => {}
        }
    }

    /// The object inside of a variable that a replacement writes into.
    fn replaced_object(&mut self, cst: Cst<'t>, root: RVariable, at: Option<NodeId>) -> VarId {
        let cst = bare(cst);
        match RForm::of(cst, self.text) {
            RForm::Member { object, name } => {
                let base = self.replaced_object(object, root, at);
                let key = self.stored_key(name);
                self.inner_object(base, key, None, at)
            }
            RForm::Subset { object, arguments: all, is_one: true } => {
                let base = self.replaced_object(object, root, at);
                let all = arguments(all);
                let key = self.constant_key(&all).unwrap_or(FlowKey::AnyElement);
                let index = self.indices(&all);
                self.inner_object(base, key, index.first().copied(), at)
            }
            RForm::Subset { object, arguments: all, .. } => {
                self.indices(&arguments(all));
                self.replaced_object(object, root, at)
            }
            RForm::Call { arguments: all, .. } => match arguments(all).first().map(|first| first.value) {
                Some(RGiven::Expression(first)) => self.replaced_object(first, root, at),
                _ => root.var,
            },
            _ => root.var,
        }
    }

    /// A part that is written into: where there is none, one is made.
    fn inner_object(&mut self, base: VarId, key: FlowKey, index: Option<VarId>, at: Option<NodeId>) -> VarId {
        let is_any = key == FlowKey::AnyElement;
        let to = self.flow.temp();
        self.flow.risk(at, Act::Inner { to, base, key, index });
        if !is_any {
            return to;
        }
        // It may be one that was not there before.
        let other = self.flow.temp();
        self.flow.step(None, Act::Make { to: other, kind: Made::Record, holds: Vec::new() });
        self.any_of(None, to, &[to, other])
    }

    fn stored_key(&self, name: Cst<'t>) -> FlowKey {
        let name = name_of(name, self.text).unwrap_or_else(|| self.word(name));
        FlowKey::Element(format!("'{name}"))
    }

    /// Writes a part.
    fn put(
        &mut self,
        base: VarId,
        part: ReplacedPart,
        (from, root, is_indexed): (VarId, RVariable, bool),
        at: Option<NodeId>,
    ) {
        let index = match part.indices[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(self.flow.library(at, &part.indices, library::plain())),
        };
        let is_rewritten = self.names.is_rewritten(&part.key);
        self.flow.risk(at, Act::Store { base, key: part.key, index, from });
        if is_rewritten {
            let from = self.literal(at);
            self.flow.step(at, Act::Store { base, key: library::order_key(), index: None, from });
        }
        self.marked(base, root, is_indexed, at);
    }

    /// What was nothing is something once a part of it is written.
    fn marked(&mut self, base: VarId, root: RVariable, is_indexed: bool, at: Option<NodeId>) {
        let is_known = root.is_parameter && root.is_asked && !root.is_nulled && !is_indexed;
        if !is_known {
            let from = self.literal(at);
            let key = library::exists_key();
            self.flow.step(at, Act::Store { base, key, index: None, from });
        }
    }

    /// Writes parts that are not known, or moves them.
    fn change(&mut self, base: VarId, indices: &[VarId], from: VarId, at: Option<NodeId>) {
        let args: Vec<VarId> = [base, from].into_iter().chain(indices.iter().copied()).collect();
        let effect = FlowEffect {
            reads: FlowDepth::Elements,
            puts: vec![(0, FlowShape::Whole(1)), (0, FlowShape::Part(1))],
            changes: vec![0],
            ..FlowEffect::plain()
        };
        self.flow.library(at, &args, effect);
        let key = FlowKey::AnyElement;
        self.flow.risk(at, Act::Store { base, key, index: indices.first().copied(), from });
    }

    /// `f(x, more) <- value` calls `f<-`.
    fn replace_by_call(
        &mut self,
        function: Cst<'t>,
        all: &[RArgument<'t>],
        (root, value): (RVariable, VarId),
        at: Option<NodeId>,
    ) {
        let Some((&RArgument { value: RGiven::Expression(object), .. }, rest)) = all.split_first() else {
            return;
        };
        let name = name_of(function, self.text).unwrap_or("").to_owned();
        let base = self.replaced_object(object, root, at);
        let setter = format!("{name}<-");
        if let Some(setter_var) = self.variable_of(&setter, usize::MAX) {
            return self.call_setter((setter_var, &setter), (object, base), rest, (root, value), at);
        }
        let key = match (name.as_str(), rest) {
            ("class" | "oldClass", _) => Some(library::class_key()),
            ("attr", [RArgument { value: RGiven::Expression(which), .. }, ..]) => {
                constant_text(*which, self.text).and_then(library::attribute_key)
            }
            _ => None,
        };
        let extra = self.indices(rest);
        self.by_method(&setter, (object, base, root), (&extra.clone(), value), at, |it| {
            match (key, name.as_str()) {
                (Some(key), _) => {
                    it.put(base, ReplacedPart { key, indices: extra }, (value, root, false), at);
                }
                (None, "body" | "formals" | "environment" | "slot" | "parent.env") => {
                    _ = it.reaches_all(object, "replacing parts of functions or environments");
                }
                (None, _) => it.change(base, &extra, value, at),
            }
        });
    }

    /// Replaces a part, or calls a method of the program for that, whose result is then what the part was of.
    fn by_method(
        &mut self,
        generic: &str,
        (object, base, root): (Cst<'t>, VarId, RVariable),
        (indices, value): (&[VarId], VarId),
        at: Option<NodeId>,
        replace: impl FnOnce(&mut Self),
    ) {
        let methods = self.names.beginning(&format!("{generic}."));
        if methods.is_empty() {
            return replace(self);
        }
        let before = self.copied(at, base);
        let indices = match indices {
            [] if generic == "$<-" => vec![self.literal(at)],
            _ => indices.to_vec(),
        };
        let test = self.class_of(&[base], at);
        let method = self.any_of(None, test, &methods);
        let mut args: Vec<FlowArgument> = std::iter::once(before).chain(indices).map(argument).collect();
        args.push(FlowArgument { var: value, name: Some("value".to_owned()), is_spread: false });
        let replaced = |it: &mut Self| {
            replace(it);
            base
        };
        let result = self.either(None, test, replaced, |it| it.called(at, method, args, generic));
        self.put_back(object, root, result, at);
    }

    /// What a function for replacing gives is what is replaced from then on.
    fn put_back(&mut self, object: Cst<'t>, root: RVariable, result: VarId, at: Option<NodeId>) {
        match RForm::of(bare(object), self.text) {
            RForm::Name => self.bind_to(root, result, at, None),
            _ => {
                let own = self.copied(at, result);
                self.replace(object, root, (own, false), at);
            }
        }
    }

    fn call_setter(
        &mut self,
        (setter_var, setter): (VarId, &str),
        (object, base): (Cst<'t>, VarId),
        rest: &[RArgument<'t>],
        (root, value): (RVariable, VarId),
        at: Option<NodeId>,
    ) {
        let before = self.copied(at, base);
        let mut args = vec![argument(before)];
        args.extend(rest.iter().map(|extra| self.argument_of(extra)).collect::<Vec<_>>());
        args.push(FlowArgument { var: value, name: Some("value".to_owned()), is_spread: false });
        let result = self.called(at, setter_var, args, setter);
        self.put_back(object, root, result, at);
    }

    /// Whether environments may hold what is replaced in parts.
    pub(super) fn has_shared_parts(&self, root: Cst<'t>) -> bool {
        let mut is_deep = false;
        super::forms::within(root, &mut |cst| {
            if let RForm::Assignment { target, .. } = RForm::of(cst, self.text) {
                is_deep |= depth(bare(target), self.text) > 1;
            }
        });
        let environments = ["new.env", "environment", "local", "globalenv", "as.environment", "list2env"];
        is_deep && environments.iter().any(|name| self.text.contains(name))
    }
}

/// How many parts deep a target is.
fn depth(target: Cst<'_>, text: &str) -> usize {
    match RForm::of(target, text) {
        RForm::Member { object, .. } | RForm::Subset { object, .. } => 1 + depth(bare(object), text),
        RForm::Call { arguments: all, .. } => match arguments(all).first().map(|first| first.value) {
            Some(RGiven::Expression(first)) => 1 + depth(bare(first), text),
            _ => 1,
        },
        _ => 0,
    }
}
