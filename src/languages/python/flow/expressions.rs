//! Expressions: steps in the order of evaluation, and the variable of the value.

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, Flow, FlowArgument, FlowCallee, FlowDepth, FlowEffect, FlowHeld, FlowKey, FlowLowering, FlowShape,
    Made, Param, VarId,
};
use crate::languages::python::syntax::{
    Parameter, PythonExpression, constant_text, is_for, is_generator, named, sources, stars, untyped,
};
use crate::stack::deep;

use super::PythonFlow;
use super::library;
use super::names::NameMeaning;

impl<'t> PythonFlow<'t> {
    pub(super) fn record(&mut self, at: Option<NodeId>, holds: Vec<FlowHeld>) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds });
        to
    }

    /// Whether a value is true.
    pub(super) fn truth(&mut self, cst: Cst<'_>) -> VarId {
        let value = self.expression(cst);
        self.flow.library(None, &[value], library::truth())
    }

    pub(super) fn expression(&mut self, cst: Cst<'_>) -> VarId {
        deep(|| self.evaluate(cst))
    }

    fn evaluate(&mut self, cst: Cst<'_>) -> VarId {
        let at = self.node_of(cst);
        match PythonExpression::of(cst) {
            PythonExpression::Parenthesised(Some(inner)) => self.expression(inner),
            PythonExpression::Name => self.name(cst, at),
            PythonExpression::Values(values) => self.operator(cst, &values, at),
            PythonExpression::Elements(elements) => self.elements(cst, &elements, at),
            PythonExpression::Lambda { parameters, body } => self.lambda(parameters, body, at),
            PythonExpression::Call { function: Some(function), arguments: Some(arguments) } => {
                self.call(cst, function, arguments)
            }
            PythonExpression::Attribute(Some(object)) => self.attribute(cst, object, at),
            PythonExpression::Subscript { value: Some(value), indices } => {
                let base = self.expression(value);
                self.subscript(base, &indices, at)
            }
            PythonExpression::Dictionary => self.dictionary(cst, at),
            PythonExpression::Comprehension { body: Some(body), clauses } => {
                self.comprehension(body, &clauses, at)
            }
            PythonExpression::Named(Some(value)) => {
                let value = self.expression(value);
                if let Some(name) = cst.child_by_field_name("name") {
                    self.assign(name, value, at);
                }
                value
            }
            PythonExpression::Text(_) => {
                let parts = crate::languages::python::syntax::evaluated_in_text(cst);
                let parts: Vec<VarId> = parts.into_iter().map(|part| self.expression(part)).collect();
                match parts.is_empty() {
                    true => self.literal(at),
                    false => self.flow.library(at, &parts, library::plain()),
                }
            }
            PythonExpression::Yield(value) => self.give(cst, value, true),
            PythonExpression::Slice(bounds) => {
                let bounds: Vec<VarId> = bounds.into_iter().map(|bound| self.expression(bound)).collect();
                self.flow.library(None, &bounds, library::shallow())
            }
            PythonExpression::Other if named(cst).next().is_none() => self.literal(at),
            _ => self.not_understood(cst, at, "this expression"),
        }
    }

    /// Keeps a construct whole, with all names in it.
    pub(super) fn not_understood(&mut self, cst: Cst<'_>, at: Option<NodeId>, what: &str) -> VarId {
        let mut names = Vec::new();
        self.names_in(cst, &mut names);
        let Some(at) = at.or_else(|| self.nodes.around(&cst.byte_range())) else { return self.literal(None) };
        self.flow.opaque(at, &names, format!("{what} is not modelled, and kept whole"))
    }

    fn names_in(&self, cst: Cst<'_>, found: &mut Vec<VarId>) {
        if let PythonExpression::Name = PythonExpression::of(cst)
            && let NameMeaning::Variable(var) = self.tables.meaning(self.word(cst))
            && !found.contains(&var)
        {
            found.push(var);
        }
        deep(|| named(cst).for_each(|child| self.names_in(child, found)));
    }

    fn name(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> VarId {
        match self.tables.meaning(self.word(cst)) {
            NameMeaning::Variable(from) => {
                let to = self.flow.temp();
                self.copy(at, to, from);
                to
            }
            NameMeaning::Imported(path) => self.foreign(&path, at),
            NameMeaning::Builtin => self.foreign(self.word(cst), at),
        }
    }

    /// A value of the library, which is an object of no class of the program.
    fn foreign(&mut self, path: &str, at: Option<NodeId>) -> VarId {
        if path.contains('.') {
            let effect = library::function(path, 0, None, self.flow.world());
            return self.flow.library(at, &[], effect);
        }
        self.record(at, Vec::new())
    }

    fn operator(&mut self, cst: Cst<'_>, values: &[Cst<'_>], at: Option<NodeId>) -> VarId {
        let operator = cst.child_by_field_name("operator").map_or("", |operator| self.word(operator));
        match (operator, values) {
            ("and" | "or", &[left, right]) => {
                let to = self.flow.temp();
                let left_value = self.expression(left);
                self.copy(None, to, left_value);
                let test = self.flow.library(None, &[left_value], library::truth());
                let more = self.block(|it| {
                    let right = it.expression(right);
                    it.copy(None, to, right);
                });
                let (then, other) = if operator == "and" { (more, Vec::new()) } else { (Vec::new(), more) };
                self.flow.push(Flow::If { at, test, then, other });
                to
            }
            ("", &[yes, condition, no])
                if self.word(cst)[yes.byte_range().len()..].trim_start().starts_with("if") =>
            {
                let to = self.flow.temp();
                let test = self.truth(condition);
                let then = self.block(|it| {
                    let value = it.expression(yes);
                    it.copy(None, to, value);
                });
                let other = self.block(|it| {
                    let value = it.expression(no);
                    it.copy(None, to, value);
                });
                self.flow.push(Flow::If { at, test, then, other });
                to
            }
            _ => {
                let values: Vec<VarId> = values.iter().map(|&value| self.expression(value)).collect();
                let between = cst.children().filter(|child| child.field() == "operators");
                let mut between = between.peekable();
                let is_identity = between.peek().is_some()
                    && between.all(|operator| {
                        // `is not` is one token, however many blanks it has.
                        self.word(operator).split_whitespace().all(|word| matches!(word, "is" | "not"))
                    });
                let effect = match operator {
                    "+" | "*" | "-" | "|" | "&" | "^" if values.len() == 2 => library::operator(),
                    _ if is_identity => library::shallow(),
                    _ => library::plain(),
                };
                self.flow.library(at, &values, effect)
            }
        }
    }

    fn elements(&mut self, cst: Cst<'_>, elements: &[Cst<'_>], at: Option<NodeId>) -> VarId {
        let has_places = !elements.iter().any(|element| stars(*element).is_some()) && !self.is_set(cst);
        let mut holds = Vec::new();
        for (idx, &element) in elements.iter().enumerate() {
            let from = match PythonExpression::of(element) {
                PythonExpression::Splat(Some(inner)) => {
                    let all = self.expression(inner);
                    let at = self.node_of(element);
                    let all = self.asked(all, library::ELEMENTS, at);
                    self.load(at, all, FlowKey::AnyElement, None)
                }
                _ => self.expression(element),
            };
            let key = if has_places { FlowKey::Element(idx.to_string()) } else { FlowKey::AnyElement };
            holds.push(FlowHeld { key, from, index: None, at: None });
        }
        self.record(at, holds)
    }

    fn is_set(&self, cst: Cst<'_>) -> bool {
        self.word(cst).starts_with('{')
    }

    fn dictionary(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> VarId {
        let mut holds = Vec::new();
        for item in named(cst) {
            let at = self.node_of(item);
            match PythonExpression::of(item) {
                PythonExpression::Pair { key: Some(key), value: Some(value) } => {
                    let index = self.expression(key);
                    let from = self.expression(value);
                    let key = self.key_of(key);
                    if is_text_key(&key) {
                        holds.push(FlowHeld { key: keys(), from: index, index: None, at });
                    }
                    holds.push(FlowHeld { key, from, index: Some(index), at });
                }
                PythonExpression::Splat(Some(inner)) => {
                    let all = self.expression(inner);
                    let all = self.asked(all, library::MAPPED, at);
                    let from = self.load(at, all, FlowKey::AnyElement, None);
                    holds.push(FlowHeld { key: FlowKey::AnyElement, from, index: Some(all), at });
                }
                _ => _ = self.not_understood(item, at, "this part of a dictionary"),
            }
        }
        self.record(at, holds)
    }

    /// The part that an index names.
    pub(super) fn key_of(&self, index: Cst<'_>) -> FlowKey {
        let word = self.word(index);
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        match self.constant_text(index) {
            _ if is_number => FlowKey::Element(word.to_owned()),
            Some(text) => FlowKey::Element(format!("'{text}")),
            None => FlowKey::AnyElement,
        }
    }

    /// The text that an expression is.
    pub(super) fn constant_text(&self, cst: Cst<'_>) -> Option<&'t str> {
        constant_text(cst, self.text)
    }

    fn attribute(&mut self, cst: Cst<'_>, object: Cst<'_>, at: Option<NodeId>) -> VarId {
        if let Some(path) = self.path_of(cst) {
            return self.foreign(&path, at);
        }
        let base = self.expression(object);
        self.member(base, cst, at)
    }

    pub(super) fn member(&mut self, base: VarId, attribute: Cst<'_>, at: Option<NodeId>) -> VarId {
        let name = attribute.child_by_field_name("attribute").map_or("", |name| self.word(name));
        self.member_by(base, name, at)
    }

    /// Reads an attribute, or calls what the program has for that.
    pub(super) fn member_by(&mut self, base: VarId, name: &str, at: Option<NodeId>) -> VarId {
        // Those of the language are called by it, and are methods where they are read.
        let is_of_language = name.starts_with("__") && name.ends_with("__");
        if self.facts.specials.contains(name) && !is_of_language {
            return self.special(name, &[base], vec![FlowShape::Part(0)], at);
        }
        if name == "__class__" {
            return self.flow.library(at, &[base], library::function("type", 1, None, base));
        }
        let mut own = self.load(at, base, FlowKey::Field(name.to_owned()), None);
        if let Some(&(_, n_args)) = library::BOUND.iter().find(|(bound, _)| *bound == name) {
            let bound = self.bound(base, name, n_args, at);
            own = self.either_of(own, bound);
        }
        if self.facts.specials.contains("__get__") {
            let class = self.literal(None);
            let given = self.special("__get__", &[own, base, class], vec![FlowShape::Plain], at);
            own = self.either_of(own, given);
        }
        match self.hooked(base, at) {
            Some(hooked) => self.either_of(own, hooked),
            None => own,
        }
    }

    /// What methods of the program give for an attribute that an object does not have.
    pub(super) fn hooked(&mut self, base: VarId, at: Option<NodeId>) -> Option<VarId> {
        let mut hooks = ["__getattr__", "__getattribute__"].into_iter();
        let hook = hooks.find(|hook| self.facts.specials.contains(*hook))?;
        let name = self.literal(None);
        Some(self.special(hook, &[base, name], vec![FlowShape::Plain], at))
    }

    /// A method of Python's own as a value: a function that calls it on the object, with whatever that has then.
    fn bound(&mut self, base: VarId, name: &str, n_args: usize, at: Option<NodeId>) -> VarId {
        let function = self.flow.declare(None);
        self.lower_function(function, |it| {
            let all = it.flow.temp();
            let given = it.load(None, all, FlowKey::AnyElement, None);
            let args = std::iter::once(base).chain(std::iter::repeat_n(given, n_args));
            let args: Vec<FlowArgument> = args.map(super::calls::argument).collect();
            let otherwise = library::method(name, args.len(), None, it.flow.world());
            let value = it.called(None, FlowCallee::Method { name: name.to_owned(), otherwise }, args);
            let result = it.flow.result();
            it.copy(None, result, value);
            vec![Param { var: all, at: None, name: String::new(), is_rest: true }]
        });
        let to = self.flow.temp();
        self.flow.step(at, Act::Closure { to, function });
        to
    }

    pub(super) fn either_of(&mut self, one: VarId, other: VarId) -> VarId {
        let either =
            FlowEffect { result: vec![FlowShape::Whole(0), FlowShape::Whole(1)], ..library::shallow() };
        self.flow.library(None, &[one, other], either)
    }

    /// A method that is called without being named, by objects of the program that have it.
    pub(super) fn special(
        &mut self,
        name: &str,
        args: &[VarId],
        result: Vec<FlowShape>,
        at: Option<NodeId>,
    ) -> VarId {
        let to = self.flow.temp();
        let otherwise = FlowEffect { reads: FlowDepth::Elements, result, ..FlowEffect::plain() };
        let callee = FlowCallee::Method { name: name.to_owned(), otherwise };
        let args = args.iter().map(|&var| super::calls::argument(var)).collect();
        self.flow.risk(at, Act::Call { to, callee, args });
        to
    }

    /// The path of what an import brings.
    pub(super) fn path_of(&self, cst: Cst<'_>) -> Option<String> {
        match PythonExpression::of(cst) {
            PythonExpression::Name => match self.tables.meaning(self.word(cst)) {
                NameMeaning::Imported(path) => Some(path),
                NameMeaning::Builtin => Some(self.word(cst).to_owned()),
                NameMeaning::Variable(_) => None,
            },
            PythonExpression::Attribute(Some(object)) => {
                let name = cst.child_by_field_name("attribute")?;
                Some(format!("{}.{}", self.path_of(object)?, self.word(name)))
            }
            _ => None,
        }
    }

    /// The part that an index names, or several, and the value of what stands in the brackets.
    pub(super) fn indexed(&mut self, indices: &[Cst<'_>]) -> (FlowKey, VarId) {
        match *indices {
            [index] => {
                let value = self.expression(index);
                (self.key_of(index), self.hashed(value))
            }
            _ => {
                let values: Vec<VarId> = indices.iter().map(|&index| self.expression(index)).collect();
                (FlowKey::AnyElement, self.flow.library(None, &values, library::tuple_of(values.len())))
            }
        }
    }

    /// A key, which a class of the program may say how to compare.
    pub(super) fn hashed(&mut self, key: VarId) -> VarId {
        if !self.facts.specials.contains("__hash__") {
            return key;
        }
        let compared = self.flow.library(None, &[key], library::plain());
        self.either_of(key, compared)
    }

    fn subscript(&mut self, base: VarId, indices: &[Cst<'_>], at: Option<NodeId>) -> VarId {
        if let &[index] = indices
            && let PythonExpression::Slice(bounds) = PythonExpression::of(index)
        {
            if self.facts.specials.contains("__getitem__") {
                let bounds = self.expression(index);
                return self.special("__getitem__", &[base, bounds], library::slice().result, at);
            }
            let bounds: Vec<VarId> = bounds.into_iter().map(|bound| self.expression(bound)).collect();
            let args: Vec<VarId> = std::iter::once(base).chain(bounds).collect();
            return self.flow.library(at, &args, library::slice());
        }
        let (key, value) = self.indexed(indices);
        if self.facts.specials.contains("__getitem__") {
            return self.special("__getitem__", &[base, value], vec![FlowShape::Part(0)], at);
        }
        let own = self.load(at, base, key.clone(), Some(value));
        if self.facts.fills {
            // What is missing is put there by reading it.
            self.flow.risk(at, Act::Store { base, key, index: Some(value), from: own });
        }
        if !self.facts.specials.contains("__missing__") {
            return own;
        }
        let made = self.special("__missing__", &[base, value], vec![FlowShape::Plain], at);
        self.either_of(own, made)
    }

    fn comprehension(&mut self, body: Cst<'_>, clauses: &[Cst<'_>], at: Option<NodeId>) -> VarId {
        let list = self.record(at, Vec::new());
        let names = self.bound_by(clauses);
        self.tables.enter(&mut self.flow, (self.text, None, false), &names);
        self.qualified(Some(list), body, clauses, at);
        self.tables.leave();
        list
    }

    pub(super) fn bound_by(&self, clauses: &[Cst<'_>]) -> Vec<String> {
        let mut names = Vec::new();
        for clause in clauses.iter().filter(|clause| is_for(**clause)) {
            if let Some(left) = clause.child_by_field_name("left") {
                crate::languages::python::syntax::targets(left, &mut names);
            }
        }
        names.into_iter().map(|name| self.word(name).to_owned()).collect()
    }

    /// Puts the elements into a list, or gives them one after the other.
    pub(super) fn qualified(
        &mut self,
        list: Option<VarId>,
        body: Cst<'_>,
        clauses: &[Cst<'_>],
        at: Option<NodeId>,
    ) {
        let Some((&clause, rest)) = clauses.split_first() else {
            let (index, from) = match PythonExpression::of(body) {
                PythonExpression::Pair { key: Some(key), value: Some(value) } => {
                    (Some(self.expression(key)), self.expression(value))
                }
                _ => (None, self.expression(body)),
            };
            let Some(base) = list else { return self.gives(at, Some(from)) };
            let pair = index.and_then(|_| self.node_of(body));
            let store = Act::Store { base, key: FlowKey::AnyElement, index, from };
            return self.flow.risk(pair.or(at), store);
        };
        let clause_at = self.node_of(clause);
        if !is_for(clause) {
            let test = match named(clause).next() {
                Some(test) => self.truth(test),
                None => self.literal(None),
            };
            let then = self.block(|it| it.qualified(list, body, rest, at));
            return self.flow.push(Flow::If { at: clause_at, test, then, other: Vec::new() });
        }
        let source = self.source(clause);
        let left = clause.child_by_field_name("left");
        self.each(source, left, clause_at, |it| it.qualified(list, body, rest, at));
    }

    /// What a `for` of a comprehension goes through.
    pub(super) fn source(&mut self, clause: Cst<'_>) -> VarId {
        let all: Vec<Cst<'_>> = sources(clause).collect();
        match all[..] {
            [only] => self.expression(only),
            _ => self.elements(clause, &all, None),
        }
    }

    /// Goes through the elements of a value.
    pub(super) fn each(
        &mut self,
        source: VarId,
        left: Option<Cst<'_>>,
        at: Option<NodeId>,
        body: impl FnOnce(&mut Self),
    ) {
        let source = self.asked(source, library::ELEMENTS, at);
        let label = self.flow.label();
        let test = self.flow.temp();
        let head = self.block(|it| {
            let place = it.driven(at);
            let more = it.flow.library(place, &[source], library::truth());
            it.copy(None, test, more);
        });
        let body = self.block(|it| {
            let element = it.load(at, source, FlowKey::AnyElement, None);
            if let Some(left) = left {
                it.assign(left, element, at);
            }
            body(it);
        });
        let (step, otherwise) = (Vec::new(), Vec::new());
        let test = Some(test);
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
    }

    fn lambda(&mut self, parameters: Option<Cst<'_>>, body: Option<Cst<'_>>, at: Option<NodeId>) -> VarId {
        let defaults = self.defaults(parameters);
        let function = self.flow.declare(None);
        let class = self.class.take();
        self.function(function, (parameters, None, at), &defaults, |it| {
            if let Some(body) = body {
                let value = it.expression(body);
                let result = it.flow.result();
                it.copy(None, result, value);
            }
        });
        self.class = class;
        let to = self.flow.temp();
        self.flow.step(at, Act::Closure { to, function });
        to
    }

    /// Values of defaults, evaluated where the function is defined.
    pub(super) fn defaults(&mut self, parameters: Option<Cst<'_>>) -> Vec<Option<VarId>> {
        let all: Vec<Cst<'_>> = parameters.into_iter().flat_map(named).collect();
        let parameters = all.into_iter().filter_map(Parameter::of);
        parameters.map(|parameter| parameter.default.map(|value| self.expression(value))).collect()
    }

    /// Lowers a function that was declared.
    pub(super) fn function(
        &mut self,
        function: usize,
        (parameters, block, at): (Option<Cst<'_>>, Option<Cst<'_>>, Option<NodeId>),
        defaults: &[Option<VarId>],
        lower: impl FnOnce(&mut Self),
    ) {
        let all: Vec<Cst<'_>> = parameters.into_iter().flat_map(named).collect();
        let loops = std::mem::take(&mut self.loops);
        self.lower_function(function, |it| it.inside((&all, at), block, defaults, lower));
        self.loops = loops;
    }

    fn inside(
        &mut self,
        (parameters, function): (&[Cst<'_>], Option<NodeId>),
        block: Option<Cst<'_>>,
        defaults: &[Option<VarId>],
        lower: impl FnOnce(&mut Self),
    ) -> Vec<Param> {
        let found: Vec<(Cst<'_>, Parameter<'_>)> =
            parameters.iter().filter_map(|&cst| Some((cst, Parameter::of(cst)?))).collect();
        let names: Vec<String> =
            found.iter().map(|(_, parameter)| self.word(parameter.name).to_owned()).collect();
        self.tables.enter(&mut self.flow, (self.text, block, false), &names);
        let mut params = Vec::new();
        for ((cst, parameter), (name, default)) in found.iter().zip(names.iter().zip(defaults)) {
            let Some(var) = self.tables.bound(name) else { continue };
            let at = self.node_of(untyped(*cst));
            let is_rest = !parameter.stars.is_empty();
            params.push(Param { var, at, name: name.clone(), is_rest });
            if let (Some(at), Some(function), true) = (at, function, self.facts.names_given.contains(name)) {
                self.flow.requires(function, at);
            }
            if let Some(default) = *default {
                let test = self.flow.temp();
                let then = self.block(|it| it.step_also(None, at, Act::Copy { to: var, from: default }));
                self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
            }
        }
        if let (Some(class), Some(first)) = (&mut self.class, params.first()) {
            class.receiver = Some(first.var);
        }
        lower(self);
        self.tables.leave();
        params
    }

    /// Whether arguments are a generator without parentheses of its own.
    pub(super) fn generator(&mut self, arguments: Cst<'_>) -> Option<VarId> {
        is_generator(arguments).then(|| self.expression(arguments))
    }
}

/// What taking a dictionary apart reads: which keys it has.
pub(super) fn keys() -> FlowKey {
    FlowKey::Kind("keys".to_owned())
}

/// Whether a key is a text, which no index is.
pub(super) fn is_text_key(key: &FlowKey) -> bool {
    matches!(key, FlowKey::Element(name) if name.starts_with('\''))
}
