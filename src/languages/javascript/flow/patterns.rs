//! Patterns: what is taken apart, and where it goes.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowDepth, FlowEffect, FlowKey, FlowLowering, VarId};
use crate::languages::javascript::syntax::{ScriptPattern, parts_of};

use super::ScriptFlow;
use super::forms::{ScriptForm, constant_key};
use super::library;

impl ScriptFlow<'_> {
    /// Gives the names of a pattern their values; with `is_new` those that it declares.
    pub(super) fn assign(&mut self, pattern: Cst<'_>, value: VarId, at: Option<NodeId>, is_new: bool) {
        crate::stack::deep(|| self.assign_to(pattern, value, at, is_new));
    }

    fn assign_to(&mut self, pattern: Cst<'_>, value: VarId, at: Option<NodeId>, is_new: bool) {
        match ScriptPattern::of(pattern) {
            ScriptPattern::Name(name) | ScriptPattern::Shorthand(name) => match is_new {
                true => self.initialise(name, value, at),
                false => self.write(name, value, at),
            },
            ScriptPattern::Default { left, right } => {
                let given = self.defaulted(value, right, self.node_of(pattern));
                self.assign(left, given, self.node_of(pattern).or(at), is_new);
            }
            ScriptPattern::Rest(inner) => self.assign(inner, value, at, is_new),
            ScriptPattern::Pair { key, value: inner } => {
                let at = self.node_of(pattern).or(at);
                let part = self.keyed(value, key, at);
                match ScriptPattern::of(inner) {
                    // Without the default, what is taken apart may be no object.
                    ScriptPattern::Default { left, right } => {
                        let given = self.defaulted(part, right, at);
                        self.assign(left, given, at, is_new);
                    }
                    _ => self.assign(inner, part, at, is_new),
                }
            }
            ScriptPattern::Object => self.object_pattern(pattern, value, at, is_new),
            ScriptPattern::Array => self.array_pattern(pattern, value, at, is_new),
            ScriptPattern::Other => self.store(pattern, value, at),
        }
    }

    /// A value, or where it is not given another.
    pub(super) fn defaulted(&mut self, value: VarId, right: Cst<'_>, at: Option<NodeId>) -> VarId {
        self.either(at, value, |_| value, |it| it.expression(right))
    }

    fn object_pattern(&mut self, pattern: Cst<'_>, value: VarId, at: Option<NodeId>, is_new: bool) {
        self.taken_apart(value, at);
        let rest = parts_of(pattern).find(|&item| matches!(ScriptPattern::of(item), ScriptPattern::Rest(_)));
        let rest = rest.and_then(|rest| self.node_of(rest));
        for item in parts_of(pattern) {
            // What is named is not among the rest.
            if let (Some(rest), Some(named)) = (rest, self.node_of(item).filter(|&named| Some(named) != rest))
            {
                self.flow.requires(rest, named);
            }
            let item_at = self.node_of(item).or(at);
            match ScriptPattern::of(item) {
                ScriptPattern::Shorthand(name) => {
                    let part = self.keyed(value, name, item_at);
                    self.assign(item, part, item_at, is_new);
                }
                ScriptPattern::Default { left, .. } => {
                    let part = self.keyed(value, left, item_at);
                    self.assign(item, part, item_at, is_new);
                }
                ScriptPattern::Rest(inner) => {
                    let rest = self.flow.library(item_at, &[value], library::copied());
                    self.assign(inner, rest, item_at, is_new);
                }
                _ => self.assign(item, value, item_at, is_new),
            }
        }
    }

    /// Without an object a pattern fails, even when nothing is left in it.
    fn taken_apart(&mut self, value: VarId, at: Option<NodeId>) {
        let needs_object = FlowEffect { reads: FlowDepth::Nothing, ..FlowEffect::plain() };
        self.flow.library(at, &[value], needs_object);
    }

    fn array_pattern(&mut self, pattern: Cst<'_>, value: VarId, at: Option<NodeId>, is_new: bool) {
        self.taken_apart(value, at);
        let has_rounds = self.has_iterators || self.has_generators;
        let mut idx = 0;
        let mut is_after_rest = false;
        // Commas count places that are left out, too.
        for child in pattern.children() {
            match child.kind() {
                "," => idx += 1,
                _ if !child.is_named() || child.is_extra() => {}
                _ => {
                    let item_at = self.node_of(child).or(at);
                    // Each name takes one more.
                    let value = if has_rounds { self.all_of(value, item_at) } else { value };
                    is_after_rest |= matches!(ScriptPattern::of(child), ScriptPattern::Rest(_));
                    let part = match is_after_rest {
                        true => self.flow.library(item_at, &[value], library::copied()),
                        false => self.load(item_at, value, FlowKey::Element(idx.to_string()), None),
                    };
                    self.assign(child, part, item_at, is_new);
                }
            }
        }
    }

    /// A part of an object by the key that a pattern writes.
    fn keyed(&mut self, object: VarId, key: Cst<'_>, at: Option<NodeId>) -> VarId {
        let (key, index) = self.key(key);
        self.property(object, key, index, at)
    }

    /// A key of an object or pattern.
    pub(super) fn key(&mut self, key: Cst<'_>) -> (FlowKey, Option<VarId>) {
        if let Some(inner) = crate::languages::javascript::syntax::computed(key) {
            return self.index(inner);
        }
        (constant_key(key, self.text).map_or(FlowKey::AnyElement, FlowKey::Element), None)
    }

    /// What stands in brackets.
    pub(super) fn index(&mut self, index: Cst<'_>) -> (FlowKey, Option<VarId>) {
        let value = self.expression(index);
        (constant_key(index, self.text).map_or(FlowKey::AnyElement, FlowKey::Element), Some(value))
    }

    /// A part of an object, or what a getter gives for it.
    pub(super) fn property(
        &mut self,
        base: VarId,
        key: FlowKey,
        index: Option<VarId>,
        at: Option<NodeId>,
    ) -> VarId {
        let FlowKey::Element(name) = &key else { return self.load(at, base, key, index) };
        self.uses_private(name, at);
        if name == "length" || name == "size" {
            let length = self.flow.library(at, &[base], library::elements());
            let own = self.own_property(base, key, index, at);
            return self.either(None, base, |_| length, |_| own);
        }
        self.own_property(base, key, index, at)
    }

    /// The same of an object that the program makes.
    fn own_property(&mut self, base: VarId, key: FlowKey, index: Option<VarId>, at: Option<NodeId>) -> VarId {
        let FlowKey::Element(name) = &key else { return self.load(at, base, key, index) };
        let getter = format!("get {name}");
        if !self.accessors.contains(&getter) {
            return self.load(at, base, key, index);
        }
        self.either(
            None,
            base,
            |it| it.load(at, base, key, index),
            |it| it.method(at, &getter, vec![super::argument(base)], library::part()),
        )
    }

    /// What the getters of an object give, by their names, where all of its parts are read.
    pub(super) fn gotten(&mut self, base: VarId, at: Option<NodeId>) -> Vec<(String, VarId)> {
        let getters: Vec<String> =
            self.accessors.iter().filter(|name| name.starts_with("get ")).cloned().collect();
        let mut found = Vec::new();
        for getter in getters {
            let value = self.method(at, &getter, vec![super::argument(base)], library::shallow());
            found.push((getter["get ".len()..].to_owned(), value));
        }
        found
    }

    /// Writes a part of an object, or calls a setter.
    pub(super) fn put(
        &mut self,
        base: VarId,
        (key, index): (FlowKey, Option<VarId>),
        from: VarId,
        at: Option<NodeId>,
    ) {
        if let FlowKey::Element(name) = &key {
            self.uses_private(name, at);
            let setter = format!("set {name}");
            if self.accessors.contains(&setter) {
                let test = base;
                let then = self.block(|it| {
                    let key = key.clone();
                    it.store_part(base, (key, index), from, at);
                });
                let other = self.block(|it| {
                    let args = vec![super::argument(base), super::argument(from)];
                    it.method(at, &setter, args, library::shallow());
                });
                return self.flow.push(crate::flow::Flow::If { at: None, test, then, other });
            }
        }
        self.store_part(base, (key, index), from, at);
    }

    /// Writes a part of an object, if this takes it.
    pub(super) fn store_part(
        &mut self,
        base: VarId,
        (key, index): (FlowKey, Option<VarId>),
        from: VarId,
        at: Option<NodeId>,
    ) {
        let ordered = self.ordered(base, &key, at);
        let act = Act::Store { base, key, index, from };
        let put = |it: &mut Self| {
            it.flow.risk(at, act);
            ordered.into_iter().for_each(|act| it.flow.step(at, act));
        };
        if !self.has_frozen {
            return put(self);
        }
        let test = self.load(at, base, library::refusal(), None);
        self.perhaps(test, put);
    }

    /// The object and key of `a.b` or `a[b]`, evaluated.
    pub(super) fn place(&mut self, target: Cst<'_>) -> Option<(VarId, (FlowKey, Option<VarId>))> {
        match ScriptForm::of(target) {
            ScriptForm::Member { object, name, .. } => {
                let base = self.object(object);
                let key = constant_key(name, self.text).map_or(FlowKey::AnyElement, FlowKey::Element);
                Some((base, (key, None)))
            }
            ScriptForm::Subscript { object, index, .. } => {
                let base = self.object(object);
                let key = self.index(index);
                Some((base, key))
            }
            ScriptForm::Inner(inner) => self.place(inner),
            _ => None,
        }
    }

    fn store(&mut self, target: Cst<'_>, value: VarId, at: Option<NodeId>) {
        match self.place(target) {
            Some((base, key)) => self.put(base, key, value, at),
            None => _ = self.not_understood(target, "this target of an assignment"),
        }
    }
}
