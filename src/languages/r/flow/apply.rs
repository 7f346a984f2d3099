//! Functions of the library that call others for each element: loops.

use crate::ast::NodeId;
use crate::flow::{Act, Flow, FlowArgument, FlowHeld, FlowKey, FlowLowering, Made, VarId};

use super::RFlow;
use super::calls::argument;
use super::forms::{RArgument, RForm, RGiven, bare, constant_text, name_of};
use super::library;

/// A function that is handed over.
#[derive(Clone)]
pub(super) struct HandedFunction {
    value: VarId,
    /// What it is called where the program does not define it.
    name: String,
}

impl<'t> RFlow<'t> {
    /// A function that is given as a value, or by its name.
    pub(super) fn handed(&mut self, given: &RArgument<'t>) -> HandedFunction {
        let value = self.argument_value(given);
        let RGiven::Expression(cst) = given.value else {
            return HandedFunction { value, name: String::new() };
        };
        let cst = bare(cst);
        let name = name_of(cst, self.text).unwrap_or("").to_owned();
        if let Some(text) = constant_text(cst, self.text)
            && let Some(named) = self.variable_of(text, cst.start_byte())
        {
            let value = self.flow.library(self.node_of(cst), &[named, value], library::first());
            return HandedFunction { value, name };
        }
        let is_own = matches!(RForm::of(cst, self.text), RForm::Name)
            && !self.names.read(self.scope, &name, cst.start_byte()).is_empty();
        HandedFunction { value, name: if is_own { String::new() } else { name } }
    }

    fn apply(&mut self, function: &HandedFunction, args: Vec<FlowArgument>, at: Option<NodeId>) -> VarId {
        match library::is_known(&function.name) {
            true => {
                self.requires(at, &[function.value]);
                let values: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
                self.library_on(&function.name.clone(), &values, at)
            }
            false => self.called(at, function.value, args, &function.name),
        }
    }

    /// Goes through elements; `body` is done for each, after a test of whether there are more.
    fn each(&mut self, sources: &[VarId], at: Option<NodeId>, body: impl FnOnce(&mut Self, Vec<VarId>)) {
        let label = self.flow.label();
        let test = self.flow.temp();
        let head = self.block(|it| {
            let more = it.flow.library(at, sources, library::elements());
            it.copy(None, test, more);
        });
        let body = self.block(|it| {
            let elements =
                sources.iter().map(|&source| it.load(at, source, FlowKey::AnyElement, None)).collect();
            body(it, elements);
        });
        let (step, otherwise, test) = (Vec::new(), Vec::new(), Some(test));
        self.flow.push(Flow::Loop {
            at: None,
            label,
            head,
            test,
            is_tested_last: false,
            body,
            step,
            otherwise,
        });
    }

    /// A list that is filled, with what its names and number come from.
    fn gathered(&mut self, sources: &[VarId], at: Option<NodeId>) -> VarId {
        let holds: Vec<FlowHeld> = Vec::new();
        let made = self.flow.temp();
        self.flow.step(at, Act::Make { to: made, kind: Made::Record, holds });
        let seen = self.flow.library(at, sources, library::elements());
        self.flow.library(at, &[made, seen], library::first())
    }

    /// `lapply` and the like: `X`, `FUN`, and more arguments.
    pub(super) fn map_one(&mut self, all: &[RArgument<'t>], own: &[&str], at: Option<NodeId>) -> VarId {
        let formals: Vec<&str> = ["X", "FUN"].iter().chain(own).copied().collect();
        let n_places = 2 + own.iter().take_while(|name| **name == "FUN.VALUE").count();
        let mut taken = self.matched(all, &formals[..n_places]);
        taken.extend(self.named(all, &["simplify", "USE.NAMES"]));
        let others = self.others(all, &taken);
        let (Some(source), Some(function)) = (taken[0], taken[1]) else {
            return self.library_call("lapply", all, at);
        };
        let source = self.argument_value(&source);
        // A class may say what its elements are.
        let source = self.dispatched("as.list", &[source], source, at);
        let function = self.handed(&function);
        let set: Vec<VarId> = taken[2..].iter().flatten().map(|given| self.argument_value(given)).collect();
        let more = self.arguments_of(&others);
        self.requires(at, &set);
        let gathered = self.gathered(&[source], at);
        self.each(&[source], at, |it, elements| {
            let args = elements.into_iter().map(argument).chain(more).collect();
            let value = it.apply(&function, args, at);
            it.gather(gathered, value, at);
        });
        self.simplified(gathered, at)
    }

    /// Arguments by their names alone.
    fn named(&self, all: &[RArgument<'t>], names: &[&str]) -> Vec<Option<RArgument<'t>>> {
        let is_one = |given: &&RArgument<'t>| {
            given
                .name
                .is_some_and(|name| names.contains(&super::forms::argument_name(name, self.text).as_str()))
        };
        all.iter().filter(is_one).map(|given| Some(*given)).collect()
    }

    fn gather(&mut self, list: VarId, from: VarId, at: Option<NodeId>) {
        let key = FlowKey::AnyElement;
        self.flow.risk(at, Act::Store { base: list, key, index: None, from });
    }

    /// What was gathered, as it is given back: its own elements may be made one vector.
    fn simplified(&mut self, list: VarId, at: Option<NodeId>) -> VarId {
        let to = self.flow.temp();
        self.copy(at, to, list);
        to
    }

    /// `Map`, `mapply`
    pub(super) fn map_many(&mut self, all: &[RArgument<'t>], formal: &str, at: Option<NodeId>) -> VarId {
        let mut taken = self.matched(all, &[formal]);
        let set = self.named(all, &["SIMPLIFY", "USE.NAMES", "MoreArgs"]);
        taken.extend(&set);
        let others = self.others(all, &taken);
        let Some(function) = taken[0] else { return self.library_call("Map", all, at) };
        let function = self.handed(&function);
        let sources: Vec<FlowArgument> = others.iter().map(|given| self.argument_of(given)).collect();
        let more: Vec<VarId> = set.iter().flatten().map(|given| self.argument_value(given)).collect();
        let vars: Vec<VarId> = sources.iter().map(|source| source.var).collect();
        self.requires(at, &more);
        let gathered = self.gathered(&vars, at);
        self.each(&vars, at, |it, elements| {
            let mut args: Vec<FlowArgument> = elements
                .into_iter()
                .zip(&sources)
                .map(|(var, source)| FlowArgument { var, ..source.clone() })
                .collect();
            args.extend(more.into_iter().map(|var| FlowArgument { var, name: None, is_spread: true }));
            let value = it.apply(&function, args, at);
            it.gather(gathered, value, at);
        });
        self.simplified(gathered, at)
    }

    /// `Filter`, `Find`, `Position`: elements of which a function says that they fit.
    pub(super) fn choose(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let [function, source] = self.matched(all, &["f", "x"])[..] else { return self.literal(at) };
        let (Some(function), Some(source)) = (function, source) else {
            return self.library_call("Filter", all, at);
        };
        let function = self.handed(&function);
        let source = self.argument_value(&source);
        let gathered = self.gathered(&[source], at);
        self.each(&[source], at, |it, elements| {
            let element = elements[0];
            let fits = it.apply(&function, vec![argument(element)], at);
            let from = it.flow.library(at, &[element, fits], library::first());
            it.gather(gathered, from, at);
        });
        let part = self.load(at, gathered, FlowKey::AnyElement, None);
        self.either(None, gathered, |_| gathered, |_| part)
    }

    /// `Reduce`
    pub(super) fn reduce(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let taken = self.matched(all, &["f", "x", "init", "right", "accumulate"]);
        let (Some(function), Some(source)) = (taken[0], taken[1]) else {
            return self.library_call("Reduce", all, at);
        };
        let function = self.handed(&function);
        let source = self.argument_value(&source);
        let others: Vec<VarId> =
            taken[2..].iter().flatten().map(|given| self.argument_value(given)).collect();
        let first = self.load(at, source, FlowKey::AnyElement, None);
        let so_far = self.flow.temp();
        let begin = match (taken[2], others.first()) {
            (Some(_), Some(&init)) => self.either(None, source, |_| first, |_| init),
            _ => first,
        };
        self.requires(at, &others);
        self.copy(at, so_far, begin);
        let gathered = self.gathered(&[source], at);
        self.each(&[source], at, |it, elements| {
            // From the right, they change places.
            let (a, b) = (so_far, elements[0]);
            let left = it.either(None, a, |_| a, |_| b);
            let right = it.either(None, a, |_| b, |_| a);
            let value = it.apply(&function, vec![argument(left), argument(right)], at);
            it.copy(at, so_far, value);
            it.gather(gathered, value, at);
        });
        match taken[4] {
            Some(_) => self.either(None, so_far, |_| so_far, |_| gathered),
            None => so_far,
        }
    }

    /// `do.call`
    pub(super) fn do_call(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let [function, args, ..] = self.matched(all, &["what", "args", "quote", "envir"])[..] else {
            return self.literal(at);
        };
        let Some(function) = function else { return self.literal(at) };
        let function = self.handed(&function);
        let var = match args {
            Some(given) => self.argument_value(&given),
            None => self.literal(at),
        };
        match library::is_known(&function.name) {
            true => {
                self.requires(at, &[function.value]);
                let part = self.load(at, var, FlowKey::AnyElement, None);
                self.library_on(&function.name.clone(), &[part, var], at)
            }
            false => {
                let args = vec![FlowArgument { var, name: None, is_spread: true }];
                self.called(at, function.value, args, &function.name)
            }
        }
    }
}
