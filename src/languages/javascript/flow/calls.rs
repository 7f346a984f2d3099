//! Calls: of what the program defines, and of what the language has.

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, Flow, FlowArgument, FlowCallee, FlowEffect, FlowHeld, FlowKey, FlowLowering, FlowShape, Leap, Made,
    VarId,
};
use crate::languages::javascript::syntax::{ScriptExpression, is_super_call, is_value_kept};

use super::forms::{ListItem, ScriptForm, arguments, constant_key, is_super};
use super::library::{self, FREEZING};
use super::{ScriptFlow, argument};

impl ScriptFlow<'_> {
    pub(super) fn call(
        &mut self,
        at: Option<NodeId>,
        function: Cst<'_>,
        given: Option<Cst<'_>>,
        cst: Cst<'_>,
    ) -> VarId {
        let function = ScriptExpression::bare(function);
        let given: Vec<Cst<'_>> = given.map(arguments).unwrap_or_default();
        if is_super_call(cst) {
            let args = self.arguments(self.around.this, &given);
            let to = self.call_base(at, "constructor", args);
            self.built = Some(to);
            return to;
        }
        if let Some(path) = self.path(function) {
            return self.call_path(at, &path, function, &given, cst);
        }
        match ScriptForm::of(function) {
            ScriptForm::Member { object, name, is_optional } => {
                let name = constant_key(name, self.text).unwrap_or_default();
                if is_super(object) {
                    let args = self.arguments(self.around.this, &given);
                    return self.call_base(at, &name, args);
                }
                let base = self.expression(object);
                self.chained(is_optional, base, |it| it.call_member(at, base, &name, &given))
            }
            ScriptForm::Subscript { object, index, .. } => {
                let base = self.expression(object);
                let (key, index) = self.index(index);
                let value = self.load(at, base, key, index);
                let args = self.arguments(base, &given);
                self.call_value(at, value, args)
            }
            _ => {
                let value = self.expression(function);
                let this = self.literal(None);
                let args = self.arguments(this, &given);
                self.call_value(at, value, args)
            }
        }
    }

    fn call_value(&mut self, at: Option<NodeId>, value: VarId, args: Vec<FlowArgument>) -> VarId {
        let to = self.flow.temp();
        let otherwise = library::unknown(args.len(), self.flow.world());
        self.flow.risk(at, Act::Call { to, callee: FlowCallee::Value { value, otherwise }, args });
        to
    }

    fn call_member(&mut self, at: Option<NodeId>, base: VarId, name: &str, given: &[Cst<'_>]) -> VarId {
        self.uses_private(name, at);
        let getter = format!("get {name}");
        let args = self.arguments(base, given);
        if self.accessors.contains(&getter) {
            let value = self.property(base, FlowKey::Element(name.to_owned()), None, at);
            return self.call_value(at, value, args);
        }
        let result = self.function_method(at, name, &args).or_else(|| self.each_method(at, name, &args));
        if let Some(result) = result {
            return match self.defines(name) {
                true => {
                    let own = self.method(at, name, args.clone(), library::shallow());
                    self.either(None, base, |_| own, |_| result)
                }
                false => result,
            };
        }
        if matches!(name, "next" | "return" | "throw") {
            if let Some(sent) = args.get(1).filter(|_| self.has_generators) {
                let store = Act::Store { base, key: library::sent(), index: None, from: sent.var };
                self.flow.step(at, store);
            }
            self.resumed(base, at);
        }
        let mut otherwise = self.exactly(library::method(name, args.len(), self.flow.world()));
        if library::ITERATORS.contains(&name) && at.is_some_and(|at| is_value_kept(self.program, at)) {
            // What is put into the collection later is gone through, too.
            otherwise.result.push(FlowShape::Whole(0));
        }
        self.method(at, name, args, otherwise)
    }

    /// What functions have to be called by: `f.call(this, …)`, `f.apply(this, […])`.
    fn function_method(&mut self, at: Option<NodeId>, name: &str, args: &[FlowArgument]) -> Option<VarId> {
        let given = match (name, args) {
            ("call", [_, given @ ..]) if !given.is_empty() => given.to_vec(),
            ("apply", [_, this, all]) => {
                vec![this.clone(), FlowArgument { is_spread: true, ..all.clone() }]
            }
            _ => return None,
        };
        Some(self.call_value(at, args[0].var, given))
    }

    /// An effect that does not go on without arguments where these may make it fail or do something.
    pub(super) fn exactly(&self, effect: FlowEffect) -> FlowEffect {
        let tolerates_from = if self.is_exact { usize::MAX } else { effect.tolerates_from };
        FlowEffect { tolerates_from, ..effect }
    }

    /// Whether there are values in the program for which operators and methods of the language fail, or call the program.
    pub(super) fn validates(&mut self) -> bool {
        library::EXACTING.iter().any(|word| self.text.contains(word))
            || has_large_numbers(self.text)
            || library::CONVERSIONS.iter().any(|name| self.defines(name))
    }

    /// Whether an object of the program may have a method of this name.
    fn defines(&mut self, name: &str) -> bool {
        if let Some(&known) = self.defined.get(name) {
            return known;
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let is_defined = self.text.match_indices(name).any(|(at, _)| {
            let (before, after) = (&self.text[..at], &self.text[at + name.len()..]);
            let is_called = before.ends_with('.') && after.trim_start().starts_with('(');
            !before.ends_with(is_word) && !after.starts_with(is_word) && !is_called
        });
        self.defined.insert(name.to_owned(), is_defined);
        is_defined
    }

    pub(super) fn method(
        &mut self,
        at: Option<NodeId>,
        name: &str,
        args: Vec<FlowArgument>,
        otherwise: FlowEffect,
    ) -> VarId {
        let to = self.flow.temp();
        self.flow.risk(
            at,
            Act::Call { to, callee: FlowCallee::Method { name: name.to_owned(), otherwise }, args },
        );
        to
    }

    /// The path of what the language has: `Math.max`.
    fn path(&mut self, cst: Cst<'_>) -> Option<String> {
        match ScriptForm::of(cst) {
            ScriptForm::Name => self.foreign_name(cst),
            ScriptForm::Member { object, name, .. } => {
                let object = self
                    .foreign_name(object)
                    .filter(|_| matches!(ScriptForm::of(object), ScriptForm::Name))?;
                let is_value = matches!(
                    object.as_str(),
                    "process" | "module" | "exports" | "arguments" | "globalThis" | "global"
                );
                (!is_value || self.word(name) == "exit").then(|| format!("{object}.{}", self.word(name)))
            }
            _ => None,
        }
    }

    fn call_path(
        &mut self,
        at: Option<NodeId>,
        path: &str,
        function: Cst<'_>,
        given: &[Cst<'_>],
        cst: Cst<'_>,
    ) -> VarId {
        if library::REFLECTION.contains(&path) || path.starts_with("Promise.") || path.starts_with("Reflect.")
        {
            let arguments = given.iter().map(|&value| self.argument(value).var).collect::<Vec<_>>();
            let opaque = self.not_understood(cst, path);
            let all: Vec<VarId> = arguments.into_iter().chain([opaque]).collect();
            let effect = library::unknown(all.len(), self.flow.world());
            return self.flow.library(at, &all, effect);
        }
        let args: Vec<FlowArgument> = given.iter().map(|&value| self.argument(value)).collect();
        match path {
            "process.exit" => {
                let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
                let to = self.flow.library(at, &vars, library::operator());
                self.flow.jump(at, Leap::Exit);
                return to;
            }
            "Object.assign" if args.len() > 1 => {
                for from in &args[1..] {
                    self.flow.library(at, &[args[0].var, from.var], library::merged());
                    for (name, from) in self.gotten(from.var, at) {
                        self.put(args[0].var, (FlowKey::Element(name), None), from, at);
                    }
                    self.set_all(args[0].var, from.var, at);
                }
                let to = self.flow.temp();
                self.copy(at, to, args[0].var);
                return to;
            }
            "Array.from" if !args.is_empty() => {
                let all = self.all_of(args[0].var, at);
                let copied = self.flow.library(at, &[all], library::copied());
                return match args.get(1) {
                    Some(called) => {
                        let args = [argument(copied), called.clone()];
                        self.each_method(at, "map", &args).unwrap_or(copied)
                    }
                    None => copied,
                };
            }
            "JSON.stringify" | "JSON.parse" if args.len() > 1 => self.asked_again(&args, at),
            "Array.of" => {
                let to = self.flow.temp();
                let held = |arg: &FlowArgument| FlowHeld {
                    key: FlowKey::AnyElement,
                    from: arg.var,
                    index: None,
                    at: None,
                };
                let holds = args.iter().map(held).collect();
                self.flow.step(at, Act::Make { to, kind: Made::Record, holds });
                return to;
            }
            _ => {}
        }
        let to = self.flow.temp();
        let mut args = args;
        if library::READING_ALL.contains(&path) && !args.is_empty() {
            args.extend(self.gotten(args[0].var, at).into_iter().map(|(_, value)| argument(value)));
        }
        match library::function(path, self.flow.world()) {
            Some(effect) => {
                let effect = self.exactly(effect);
                let frozen = args.first().filter(|_| FREEZING.contains(&path)).map(|first| first.var);
                self.flow.risk(at, Act::Call { to, callee: FlowCallee::Library(effect), args });
                if let Some(base) = frozen {
                    let from = self.literal(at);
                    self.flow.step(at, Act::Store { base, key: library::refusal(), index: None, from });
                }
            }
            None => {
                let opaque = self.not_understood(function, path);
                args.push(argument(opaque));
                let effect = library::unknown(args.len(), self.flow.world());
                self.flow.risk(at, Act::Call { to, callee: FlowCallee::Library(effect), args });
            }
        }
        to
    }

    /// A function says what stands for each value, and by this also for which it is asked next.
    fn asked_again(&mut self, args: &[FlowArgument], at: Option<NodeId>) {
        let (all, value) = (args[0].var, args[1].var);
        let answer = self.flow.temp();
        self.copy(at, answer, all);
        let label = self.flow.label();
        let mut test = None;
        let head = self.block(|it| test = Some(it.flow.library(at, &[answer], library::elements())));
        let body = self.block(|it| {
            let this = it.literal(None);
            let name = it.literal(None);
            let asked = it.call_value(at, value, vec![argument(this), argument(name), argument(answer)]);
            it.copy(at, answer, asked);
        });
        let (step, otherwise) = (Vec::new(), Vec::new());
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
    }

    /// Setters of an object get what another has under their names.
    fn set_all(&mut self, base: VarId, from: VarId, at: Option<NodeId>) {
        let setters: Vec<String> =
            self.accessors.iter().filter(|name| name.starts_with("set ")).cloned().collect();
        for setter in setters {
            let key = FlowKey::Element(setter["set ".len()..].to_owned());
            let value = self.load(at, from, key, None);
            self.method(at, &setter, vec![argument(base), argument(value)], library::shallow());
        }
    }

    fn argument(&mut self, cst: Cst<'_>) -> FlowArgument {
        match ListItem::of(cst) {
            ListItem::Spread(inner) => {
                let from = self.expression(inner);
                let var = self.flow.temp();
                let at = self.node_of(cst);
                let from = self.all_of(from, at);
                self.copy(at, var, from);
                FlowArgument { var, name: None, is_spread: true }
            }
            _ => argument(self.expression(cst)),
        }
    }

    fn arguments(&mut self, this: VarId, given: &[Cst<'_>]) -> Vec<FlowArgument> {
        let mut args = vec![argument(this)];
        for &value in given {
            args.push(self.argument(value));
        }
        args
    }

    /// `new`.
    pub(super) fn create(
        &mut self,
        at: Option<NodeId>,
        class: Cst<'_>,
        given: Option<Cst<'_>>,
        cst: Cst<'_>,
    ) -> VarId {
        let given: Vec<Cst<'_>> = given.map(arguments).unwrap_or_default();
        let class = ScriptExpression::bare(class);
        if let Some(path) = self.path(class) {
            return self.create_foreign(at, &path, cst, &given);
        }
        let value = self.expression(class);
        let name = self.word(class);
        let this = match self.classes.contains(name) {
            true => self.literal(None),
            false => self.record(at),
        };
        if self.has_prototypes {
            let prototype = self.load(at, value, FlowKey::Element("prototype".to_owned()), None);
            self.flow.library(at, &[this, prototype], library::merged());
        }
        let args = self.arguments(this, &given);
        let made = self.call_value(at, value, args);
        self.either(None, value, |_| made, |_| this)
    }

    fn create_foreign(&mut self, at: Option<NodeId>, path: &str, cst: Cst<'_>, given: &[Cst<'_>]) -> VarId {
        let args: Vec<FlowArgument> = given.iter().map(|&value| self.argument(value)).collect();
        let mut vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        if matches!(path, "Map" | "Set" | "WeakMap" | "WeakSet") {
            vars = vars.into_iter().map(|var| self.all_of(var, at)).collect();
        }
        if library::REFLECTION.contains(&path) {
            // With what it is given, which it calls at any use of what it makes.
            let opaque = self.not_understood(cst, path);
            let all: Vec<VarId> = vars.into_iter().chain([opaque]).collect();
            let effect = library::unknown(all.len(), self.flow.world());
            return self.flow.library(at, &all, effect);
        }
        let mut holds = Vec::new();
        for idx in 0..vars.len() {
            holds.extend([
                (FlowKey::AnyElement, FlowShape::Whole(idx)),
                (FlowKey::AnyElement, FlowShape::Part(idx)),
            ]);
        }
        if path == "Map" {
            // Its entries hold what is in it.
            let inner = self.flow.library(at, &vars, library::part());
            let all: Vec<VarId> = vars.iter().copied().chain([inner]).collect();
            holds.push((FlowKey::AnyElement, FlowShape::Part(all.len() - 1)));
            let effect = FlowEffect { result: vec![FlowShape::Fresh(holds)], ..library::elements() };
            return self.flow.library(at, &all, effect);
        }
        let effect = FlowEffect {
            result: vec![FlowShape::Fresh(holds)],
            implicit: &["toString"],
            ..FlowEffect::plain()
        };
        self.flow.library(at, &vars, effect)
    }
}

/// Whether a program writes numbers that cannot be mixed with others: `10n`.
fn has_large_numbers(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices('n').any(|(at, _)| {
        let digits = text[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        text[digits.len()..at].starts_with(|c: char| c.is_ascii_digit())
            && !text[at + 1..].starts_with(is_word)
    })
}
