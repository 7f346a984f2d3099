//! Expressions: steps in the order of evaluation, and the variable of the value.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowCallee, FlowEffect, FlowHeld, FlowKey, FlowLowering, Leap, Made, VarId};
use crate::languages::javascript::syntax::{ScriptExpression, ScriptPattern, is_private, key, parts_of};
use crate::stack::deep;

use super::forms::{ListItem, MethodKind, ScriptForm, constant_key, is_prototype, is_super};
use super::library;
use super::{INSTANCE, ScriptFlow, argument};

impl ScriptFlow<'_> {
    pub(super) fn expression(&mut self, cst: Cst<'_>) -> VarId {
        deep(|| self.evaluate(cst))
    }

    fn evaluate(&mut self, cst: Cst<'_>) -> VarId {
        let at = self.node_of(cst);
        match ScriptForm::of(cst) {
            ScriptForm::Inner(inner) => self.expression(inner),
            ScriptForm::Name => self.read(cst, at),
            ScriptForm::This => {
                let to = self.flow.temp();
                self.copy(at, to, self.around.this);
                to
            }
            ScriptForm::Literal => self.literal(at),
            ScriptForm::Regex => self.record(at),
            ScriptForm::Array => self.array(cst, at),
            ScriptForm::Object => self.object_literal(cst, at),
            ScriptForm::Function => {
                let function = self.define(cst);
                let to = self.flow.temp();
                self.flow.step(at, Act::Closure { to, function });
                self.give_prototype(to, at);
                to
            }
            ScriptForm::Class => self.class(cst, at),
            ScriptForm::Short { left, right, operator } => self.short(at, (left, right), operator),
            ScriptForm::Shallow(values) => self.operate(at, &values, library::shallow()),
            ScriptForm::In(values) => self.belongs(cst, at, &values),
            ScriptForm::Operator(values) | ScriptForm::Template(values) => {
                self.operate(at, &values, library::operator())
            }
            ScriptForm::Ternary { test, yes, no } => {
                let test = self.expression(test);
                self.either(at, test, |it| it.expression(yes), |it| it.expression(no))
            }
            ScriptForm::Sequence(values) => {
                let mut last = None;
                for value in values {
                    last = Some(self.expression(value));
                }
                let from = last.unwrap_or_else(|| self.literal(None));
                let to = self.flow.temp();
                self.copy(at, to, from);
                to
            }
            ScriptForm::Delete(target) => self.delete(target, at),
            ScriptForm::Call { function, arguments } => self.call(at, function, arguments, cst),
            ScriptForm::New { class, arguments } => self.create(at, class, arguments, cst),
            // What objects of a class inherit is in the class, which nothing changes under another name.
            ScriptForm::Member { object, .. }
                if is_prototype(cst, self.text) && self.classes.contains(self.word(object)) =>
            {
                let from = self.expression(object);
                let to = self.flow.temp();
                self.copy(at, to, from);
                to
            }
            ScriptForm::Member { object, name, is_optional } => {
                let base = self.object(object);
                let key = constant_key(name, self.text).map_or(FlowKey::AnyElement, FlowKey::Element);
                self.chained(is_optional, base, |it| it.property(base, key, None, at))
            }
            ScriptForm::Subscript { object, index, is_optional } => {
                let base = self.object(object);
                self.chained(is_optional, base, |it| {
                    let (key, index) = it.index(index);
                    it.property(base, key, index, at)
                })
            }
            ScriptForm::Assignment { left, right } => self.assignment(left, right, at),
            ScriptForm::Augmented { left, right, is_short } => self.augmented((left, right), is_short, at),
            ScriptForm::Update { target, is_prefix } => self.update(target, is_prefix, at),
            ScriptForm::Yield { value, is_delegating } => self.give(value, is_delegating, at),
            ScriptForm::Other => match super::super::syntax::is_asynchronous(cst) {
                true => self.not_understood(cst, "`await`"),
                false => self.not_understood(cst, "this expression"),
            },
        }
    }

    /// What has a member: `super` is the object itself, which has the members of its bases.
    pub(super) fn object(&mut self, cst: Cst<'_>) -> VarId {
        match is_super(cst) {
            true => self.around.this,
            false => self.expression(cst),
        }
    }

    /// With `?.` only where there is something.
    pub(super) fn chained(
        &mut self,
        is_optional: bool,
        base: VarId,
        then: impl FnOnce(&mut Self) -> VarId,
    ) -> VarId {
        match is_optional {
            true => self.either(None, base, then, |it| it.literal(None)),
            false => then(self),
        }
    }

    /// `in` and `instanceof`.
    fn belongs(&mut self, cst: Cst<'_>, at: Option<NodeId>, values: &[Cst<'_>]) -> VarId {
        if let Some(name) = parts_of(cst).next().filter(|left| is_private(*left)) {
            self.uses_private(self.word(name), at);
        }
        let mut vars: Vec<VarId> = values.iter().map(|&value| self.expression(value)).collect();
        if let (true, [value, class]) = (self.has_instances, &vars[..]) {
            let args = vec![argument(*class), argument(*value)];
            vars.push(self.method(at, INSTANCE, args, library::shallow()));
        }
        self.operated(at, vars.into_iter().map(argument).collect(), library::elements())
    }

    fn operate(&mut self, at: Option<NodeId>, values: &[Cst<'_>], effect: FlowEffect) -> VarId {
        let args = values.iter().map(|&value| argument(self.expression(value))).collect();
        self.operated(at, args, effect)
    }

    /// An operator, which fails only by what objects of the program do.
    fn operated(
        &mut self,
        at: Option<NodeId>,
        args: Vec<crate::flow::FlowArgument>,
        effect: FlowEffect,
    ) -> VarId {
        let to = self.flow.temp();
        let effect = self.exactly(effect);
        let act = Act::Call { to, callee: FlowCallee::Library(effect), args };
        match self.is_exact {
            true => self.flow.risk(at, act),
            false => self.flow.step(at, act),
        }
        to
    }

    fn short(&mut self, at: Option<NodeId>, (left, right): (Cst<'_>, Cst<'_>), operator: &str) -> VarId {
        let left = self.expression(left);
        match operator {
            "&&" => self.either(at, left, |it| it.expression(right), |_| left),
            _ => self.either(at, left, |_| left, |it| it.expression(right)),
        }
    }

    fn array(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> VarId {
        let items: Vec<Cst<'_>> = parts_of(cst).collect();
        let has_places = !items.iter().any(|&item| matches!(ListItem::of(item), ListItem::Spread(_)));
        let mut holds = Vec::new();
        for (idx, &item) in items.iter().enumerate() {
            let (from, index, at) = match ListItem::of(item) {
                ListItem::Spread(inner) => {
                    let all = self.expression(inner);
                    let at = self.node_of(item);
                    (self.element(all, at), Some(all), at)
                }
                _ => (self.expression(item), None, None),
            };
            let key = if has_places { FlowKey::Element(idx.to_string()) } else { FlowKey::AnyElement };
            holds.push(FlowHeld { key, from, index, at });
        }
        let to = self.flow.temp();
        self.flow.risk(at, Act::Make { to, kind: Made::Record, holds });
        to
    }

    fn object_literal(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> VarId {
        let mut holds = Vec::new();
        for item in parts_of(cst) {
            let item_at = self.node_of(item);
            let (key, from, index) = match ListItem::of(item) {
                ListItem::Spread(inner) => {
                    let all = self.expression(inner);
                    for (name, from) in self.gotten(all, item_at) {
                        holds.push(FlowHeld { key: FlowKey::Element(name), from, index: None, at: item_at });
                    }
                    (FlowKey::AnyElement, self.load(item_at, all, FlowKey::AnyElement, None), Some(all))
                }
                ListItem::Pair { key, value } => {
                    let (key, index) = self.key(key);
                    (key, self.expression(value), index)
                }
                ListItem::Shorthand => {
                    let from = self.read(item, item_at);
                    (FlowKey::Element(self.word(item).to_owned()), from, None)
                }
                ListItem::Method(kind) => {
                    let Some(name) = key(item) else { continue };
                    let (key, index) = self.key(name);
                    let function = self.define(item);
                    let to = self.flow.temp();
                    self.flow.step(item_at, Act::Closure { to, function });
                    (accessor(key, kind), to, index)
                }
                ListItem::Value => {
                    self.not_understood(item, "this part of an object");
                    continue;
                }
            };
            if self.is_replaced(&key) {
                let from = self.literal(item_at);
                holds.push(FlowHeld { key: super::order::order(), from, index: None, at: item_at });
            }
            holds.push(FlowHeld { key, from, index, at: item_at });
        }
        let to = self.flow.temp();
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds });
        to
    }

    fn delete(&mut self, target: Cst<'_>, at: Option<NodeId>) -> VarId {
        let Some((base, (key, index))) = self.place(target) else { return self.literal(at) };
        match key {
            FlowKey::AnyElement => {
                let args: Vec<VarId> = std::iter::once(base).chain(index).collect();
                self.flow.library(at, &args, FlowEffect { changes: vec![0], ..library::elements() })
            }
            key => {
                let from = self.literal(at);
                // What goes through the keys sees that this one is gone.
                self.store_part(base, (key, index), from, at);
                from
            }
        }
    }

    fn assignment(&mut self, left: Cst<'_>, right: Cst<'_>, at: Option<NodeId>) -> VarId {
        let left = ScriptExpression::bare(left);
        match self.place(left) {
            Some((base, key)) => {
                let value = self.expression(right);
                self.put(base, key, value, at);
                value
            }
            None => {
                let value = self.expression(right);
                self.assign(left, value, at, false);
                value
            }
        }
    }

    /// `a += b`: what `a` is in is evaluated once.
    fn augmented(&mut self, (left, right): (Cst<'_>, Cst<'_>), is_short: bool, at: Option<NodeId>) -> VarId {
        let left = ScriptExpression::bare(left);
        let place = self.place(left);
        let before = self.before(left, place.as_ref(), at);
        if !is_short {
            let right = self.expression(right);
            let value = self.operated(at, vec![argument(before), argument(right)], library::augmented());
            self.after(left, place, value, at);
            return value;
        }
        let to = self.flow.temp();
        self.copy(at, to, before);
        let then = self.block(|it| {
            let value = it.expression(right);
            it.copy(at, to, value);
            it.after(left, place, value, at);
        });
        self.flow.push(Flow::If { at, test: before, then, other: Vec::new() });
        to
    }

    fn update(&mut self, target: Cst<'_>, is_prefix: bool, at: Option<NodeId>) -> VarId {
        let target = ScriptExpression::bare(target);
        let place = self.place(target);
        let before = self.before(target, place.as_ref(), at);
        let value = self.operated(at, vec![argument(before)], library::augmented());
        self.after(target, place, value, at);
        if is_prefix { value } else { before }
    }

    /// The value before an assignment.
    fn before(
        &mut self,
        target: Cst<'_>,
        place: Option<&(VarId, (FlowKey, Option<VarId>))>,
        at: Option<NodeId>,
    ) -> VarId {
        match (place, ScriptPattern::of(target)) {
            (Some((base, (key, index))), _) => self.property(*base, key.clone(), *index, at),
            (None, ScriptPattern::Name(name)) => self.read(name, at),
            _ => self.not_understood(target, "this target of an assignment"),
        }
    }

    fn after(
        &mut self,
        target: Cst<'_>,
        place: Option<(VarId, (FlowKey, Option<VarId>))>,
        value: VarId,
        at: Option<NodeId>,
    ) {
        match place {
            Some((base, key)) => self.put(base, key, value, at),
            None => self.assign(target, value, at, false),
        }
    }

    /// `yield`: the generator's array gets an element.
    fn give(&mut self, value: Option<Cst<'_>>, is_delegating: bool, at: Option<NodeId>) -> VarId {
        let Some(base) = self.around.generator else { return self.literal(at) };
        let value = match value {
            Some(value) => self.expression(value),
            None => self.literal(at),
        };
        let from = match is_delegating {
            true => {
                let from = self.load(at, base, library::sent(), None);
                self.flow.step(at, Act::Store { base: value, key: library::sent(), index: None, from });
                self.element(value, at)
            }
            false => value,
        };
        self.flow.risk(at, Act::Store { base, key: FlowKey::AnyElement, index: Some(value), from });
        // What is behind it is done when something more is taken, if ever.
        let test = self.literal(at);
        let then = self.block(|it| it.flow.jump(None, Leap::Return));
        self.flow.push(Flow::If { at, test, then, other: Vec::new() });
        // Who takes may hand something in.
        self.load(at, base, library::sent(), None)
    }
}

/// The key under which a method, getter or setter is found.
pub(super) fn accessor(key: FlowKey, kind: MethodKind) -> FlowKey {
    match (key, kind) {
        (FlowKey::Element(name), MethodKind::Getter) => FlowKey::Element(format!("get {name}")),
        (FlowKey::Element(name), MethodKind::Setter) => FlowKey::Element(format!("set {name}")),
        (key, _) => key,
    }
}
