//! What values are assigned to: targets, and the patterns of a `match`.

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, Flow, FlowDepth, FlowEffect, FlowHeld, FlowKey, FlowLowering, FlowShape, Leap, VarId,
};
use crate::languages::python::syntax::{
    BodyClause, PythonExpression, PythonStatement, guard, is_text, named, subjects, targets,
};

use super::expressions::{is_text_key, keys};
use super::library;
use super::names::NameMeaning;
use super::{DELETER, PythonFlow, SETTER};

impl PythonFlow<'_> {
    /// Assigns a value, by a step that goes with `at`.
    pub(super) fn assign(&mut self, target: Cst<'_>, value: VarId, at: Option<NodeId>) {
        let target = PythonExpression::bare(target);
        match PythonExpression::of(target) {
            PythonExpression::Name => {
                let name = self.word(target).to_owned();
                let NameMeaning::Variable(to) = self.tables.meaning(&name) else { return };
                self.bind(target, to, value, at);
                if let Some(around) = self.class.filter(|_| self.tables.is_class()) {
                    let member = match around.is_enumeration {
                        true => self.member_of(around.class, value, at),
                        false => value,
                    };
                    self.class_field(around.class, &name, member, at);
                }
            }
            PythonExpression::Attribute(Some(object)) => {
                let Some(name) = target.child_by_field_name("attribute") else { return };
                let base = self.expression(object);
                self.set_member(base, self.word(name), value, at);
            }
            PythonExpression::Subscript { value: Some(object), indices } => {
                let base = self.expression(object);
                let index = self.store(base, &indices, value, at);
                self.put_outside(object, &[base, index, value], at);
            }
            _ => {
                let parts: Vec<Cst<'_>> = named(target).collect();
                let value = self.asked(value, library::ELEMENTS, at);
                if parts.is_empty() {
                    // What is taken apart must have no elements.
                    self.flow.library(at, &[value], library::truth());
                }
                let has_parts = !parts.is_empty();
                // Of a dictionary these are keys, which no index names.
                let keys = has_parts.then(|| self.load(at, value, keys(), None));
                let has_star = parts.iter().any(|part| self.word(*part).starts_with('*'));
                for (idx, part) in parts.into_iter().enumerate() {
                    let key = if has_star { FlowKey::AnyElement } else { FlowKey::Element(idx.to_string()) };
                    let is_star = self.word(part).starts_with('*');
                    let element = match is_star {
                        true => self.flow.library(at, &[value], library::slice()),
                        false => self.load(at, value, key, keys),
                    };
                    let inner = if is_star { named(part).next().unwrap_or(part) } else { part };
                    self.assign(inner, element, at);
                }
            }
        }
    }

    /// What is taken apart, with what methods of the program answer where it is an object that these are asked on.
    pub(super) fn asked(
        &mut self,
        value: VarId,
        methods: &'static [&'static str],
        at: Option<NodeId>,
    ) -> VarId {
        if !["__iter__", "__getitem__"].iter().any(|name| self.facts.specials.contains(*name)) {
            return value;
        }
        let effect = FlowEffect { implicit: methods, reads: FlowDepth::Elements, ..FlowEffect::plain() };
        let from = self.flow.library(at, &[value], effect);
        let answers =
            self.record(at, vec![FlowHeld { key: FlowKey::AnyElement, from, index: None, at: None }]);
        self.either_of(value, answers)
    }

    /// A member of an enumeration: an object of it, which has this value.
    fn member_of(&mut self, class: VarId, value: VarId, at: Option<NodeId>) -> VarId {
        let member = self.call_value(at, class, vec![super::calls::argument(value)]);
        for name in ["value", "_value_"] {
            let key = FlowKey::Field(name.to_owned());
            self.flow.step(at, Act::Store { base: member, key, index: None, from: value });
        }
        let of = Act::Store { base: class, key: FlowKey::AnyElement, index: None, from: member };
        self.flow.step(at, of);
        self.either_of(member, value)
    }

    /// Writes an attribute, or calls what the program has for that.
    pub(super) fn set_member(&mut self, base: VarId, name: &str, value: VarId, at: Option<NodeId>) {
        let setter = format!("{SETTER}{name}");
        if self.facts.specials.contains(&setter) {
            _ = self.special(&setter, &[base, value], vec![FlowShape::Plain], at);
        }
        if self.facts.specials.contains("__setattr__") {
            let named = self.literal(None);
            _ = self.special("__setattr__", &[base, named, value], vec![FlowShape::Plain], at);
        }
        let key = FlowKey::Field(name.to_owned());
        if self.facts.specials.contains("__set__") {
            let own = self.load(None, base, key.clone(), None);
            _ = self.special("__set__", &[own, base, value], vec![FlowShape::Plain], at);
        }
        self.flow.risk(at, Act::Store { base, key, index: None, from: value });
    }

    fn bind(&mut self, name: Cst<'_>, to: VarId, from: VarId, at: Option<NodeId>) {
        let also = self.node_of(name).into_iter().collect();
        let act = Act::Copy { to, from };
        self.flow.push(Flow::Step(crate::flow::Step { at, also, act, throws: false }));
    }

    /// The value of what stands in the brackets.
    pub(super) fn store(
        &mut self,
        base: VarId,
        indices: &[Cst<'_>],
        from: VarId,
        at: Option<NodeId>,
    ) -> VarId {
        let (key, index) = self.indexed(indices);
        let is_slice =
            indices.iter().any(|index| matches!(PythonExpression::of(*index), PythonExpression::Slice(_)));
        let from = if is_slice { self.asked(from, library::ELEMENTS, at) } else { from };
        if self.facts.specials.contains("__setitem__") {
            _ = self.special("__setitem__", &[base, index, from], vec![FlowShape::Plain], at);
        }
        if is_text_key(&key) {
            self.flow.risk(at, Act::Store { base, key: keys(), index: None, from: index });
        }
        self.flow.risk(at, Act::Store { base, key, index: Some(index), from });
        index
    }

    /// What is put into an object of a library, as `os.environ` is, its functions may read.
    pub(super) fn put_outside(&mut self, object: Cst<'_>, values: &[VarId], at: Option<NodeId>) {
        if self.path_of(object).is_some() {
            let effect = library::unknown(values.len(), self.flow.world());
            self.flow.library(at, values, effect);
        }
    }

    /// `match`: the first case that fits leaves the block.
    pub(super) fn choose(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        let subjects: Vec<Cst<'_>> = subjects(cst).collect();
        let values: Vec<VarId> = subjects.iter().map(|&subject| self.expression(subject)).collect();
        let subject = match values[..] {
            [only] => only,
            _ => self.flow.library(
                at,
                &values,
                FlowEffect {
                    result: vec![FlowShape::Fresh(
                        (0..values.len())
                            .map(|idx| (FlowKey::Element(idx.to_string()), FlowShape::Whole(idx)))
                            .collect(),
                    )],
                    ..library::shallow()
                },
            ),
        };
        let label = self.flow.label();
        let body = self.block(|it| {
            for (_, case) in BodyClause::all(cst) {
                it.case(subject, case, label);
            }
        });
        let begins = self.flow.temp();
        self.flow.step(at, Act::Copy { to: begins, from: subject });
        self.flow.push(Flow::Block { label, body });
    }

    fn case(&mut self, subject: VarId, case: Cst<'_>, label: usize) {
        let kind = BodyClause::Case.kind();
        let at = self.node_at(case.byte_range(), |node| self.program.kind(node) == kind);
        let mut compared = vec![subject];
        let mut bound = Vec::new();
        for pattern in named(case).filter(|part| part.kind() == "case_pattern") {
            self.compared(pattern, &mut compared);
            targets(pattern, &mut bound);
            // Patterns of classes read attributes.
            let words = self.word(pattern).split(|c: char| !c.is_alphanumeric() && c != '_');
            for name in words.filter(|word| self.facts.specials.contains(*word)).collect::<Vec<_>>() {
                compared.push(self.member_by(subject, name, None));
            }
        }
        let test = self.flow.library(None, &compared, library::plain());
        let then = self.block(|it| {
            it.bind_all(subject, &bound, at);
            let guard = guard(case);
            let leave = |it: &mut Self| {
                if let Some(block) = crate::languages::python::syntax::block(case) {
                    it.body(block);
                }
                it.flow.jump(None, Leap::Break(label));
            };
            match guard.and_then(|guard| Some((guard, named(guard).next()?))) {
                Some((guard, condition)) => {
                    let at = it.node_of(guard);
                    let test = it.truth(condition);
                    let then = it.block(leave);
                    it.flow.push(Flow::If { at, test, then, other: Vec::new() });
                }
                None => leave(it),
            }
        });
        self.flow.push(Flow::If { at, test, then, other: Vec::new() });
    }

    /// Values of the program that a pattern compares with: classes and constants with dots.
    fn compared(&mut self, pattern: Cst<'_>, found: &mut Vec<VarId>) {
        if is_text(pattern) {
            return;
        }
        if pattern.kind() == "dotted_name" {
            let name = self.word(pattern).split('.').next().unwrap_or("");
            if let NameMeaning::Variable(var) = self.tables.meaning(name) {
                found.push(var);
            }
        }
        named(pattern).for_each(|child| self.compared(child, found));
    }

    /// Names of a pattern: any part of the subject, at any depth.
    fn bind_all(&mut self, subject: VarId, names: &[Cst<'_>], at: Option<NodeId>) {
        if names.is_empty() {
            return;
        }
        let mut parts = vec![subject];
        for _ in 0..3 {
            let deeper = crate::flow::FlowEffect {
                result: vec![FlowShape::Whole(0), FlowShape::Part(0), FlowShape::Joined(vec![0])],
                ..library::plain()
            };
            let last = parts[parts.len() - 1];
            parts.push(self.flow.library(None, &[last], deeper));
        }
        for &name in names {
            if let NameMeaning::Variable(to) = self.tables.meaning(self.word(name)) {
                self.bind(name, to, parts[parts.len() - 1], at);
            }
        }
    }

    /// `del`: elements go.
    pub(super) fn delete(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        for target in named(cst) {
            match PythonExpression::of(PythonExpression::bare(target)) {
                PythonExpression::Subscript { value: Some(object), indices } => {
                    let base = self.expression(object);
                    let args = [base, self.indexed(&indices).1];
                    if self.facts.specials.contains("__delitem__") {
                        self.special("__delitem__", &args, vec![FlowShape::Plain], at);
                    }
                    let effect = crate::flow::FlowEffect { changes: vec![0], ..library::plain() };
                    self.flow.library(at, &args, effect);
                    self.put_outside(object, &args, at);
                }
                PythonExpression::Name => {
                    if let NameMeaning::Variable(to) = self.tables.meaning(self.word(target)) {
                        self.flow.risk(at, Act::Compute { to, from: vec![to] });
                    }
                }
                PythonExpression::Attribute(Some(object)) => {
                    let base = self.expression(object);
                    let name = target.child_by_field_name("attribute").map_or("", |name| self.word(name));
                    let deleter = format!("{DELETER}{name}");
                    if self.facts.specials.contains(&deleter) {
                        _ = self.special(&deleter, &[base], vec![FlowShape::Plain], at);
                    }
                    let key = crate::flow::FlowKey::Field(name.to_owned());
                    let from = self.literal(None);
                    self.flow.risk(at, Act::Store { base, key, index: None, from });
                }
                _ => _ = self.not_understood(cst, at, "this `del`"),
            }
        }
    }

    /// The method that a statement in a class defines; `None` where something of the program's stands for it.
    pub(super) fn method_of<'c>(&self, cst: Cst<'c>) -> Option<Cst<'c>> {
        let mut decorators = crate::languages::python::syntax::decorators(cst);
        match PythonStatement::of(cst)? {
            PythonStatement::Function { .. } => Some(cst),
            PythonStatement::Decorated { .. } if decorators.any(|it| self.replaces(it)) => None,
            PythonStatement::Decorated { definition: Some(definition) } => {
                matches!(PythonStatement::of(definition), Some(PythonStatement::Function { .. }))
                    .then_some(definition)
            }
            _ => None,
        }
    }
}
