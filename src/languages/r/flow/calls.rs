//! Calls: of what the program defines, and of what it does not.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowArgument, FlowCallee, FlowHeld, FlowKey, FlowLowering, Made, VarId};

use super::RFlow;
use super::forms::{RArgument, RForm, RGiven, argument_name, bare, constant_text, name_of};
use super::{library, output};

/// An argument by its place.
pub(super) fn argument(var: VarId) -> FlowArgument {
    FlowArgument { var, name: None, is_spread: false }
}

impl<'t> RFlow<'t> {
    pub(super) fn call(&mut self, cst: Cst<'t>, function: Cst<'t>, all: Vec<RArgument<'t>>) -> VarId {
        let at = self.node_of(cst);
        let function = bare(function);
        let name = name_of(function, self.text);
        if let Some(name) = name {
            let found = self.names.read(self.scope, name, function.start_byte());
            let may_be_own = found.iter().any(|variable| variable.may_be_function)
                && !matches!(RForm::of(function, self.text), RForm::Qualified);
            if !may_be_own {
                return self.special(cst, name, &all, at);
            }
            if let Some(value) = self.function_of(name, function.start_byte(), at) {
                let args = self.promised_arguments(function, &all);
                return self.called(at, value, args, name);
            }
        }
        let value = self.value(function);
        let args = self.promised_arguments(function, &all);
        self.called(at, value, args, "")
    }

    /// What a name is that is called: no copy, as no function has parts.
    fn function_of(&mut self, name: &str, place: usize, at: Option<NodeId>) -> Option<VarId> {
        let found = self.names.read(self.scope, name, place);
        for variable in &found {
            self.late_default(variable.var, at);
        }
        let value = self.variable_of(name, place)?;
        match found.iter().any(|variable| variable.is_parameter && self.gets_promises(variable.scope)) {
            true => Some(self.forced(value, None, at)),
            false => Some(value),
        }
    }

    /// Calls a value; where it is no function of the program, what a name says.
    pub(super) fn called(
        &mut self,
        at: Option<NodeId>,
        value: VarId,
        args: Vec<FlowArgument>,
        name: &str,
    ) -> VarId {
        let otherwise = library::function(name, args.len(), self.flow.world());
        let to = self.flow.temp();
        self.flow.risk(at, Act::Call { to, callee: FlowCallee::Value { value, otherwise }, args });
        to
    }

    pub(super) fn arguments_of(&mut self, all: &[RArgument<'t>]) -> Vec<FlowArgument> {
        let mut found = Vec::new();
        for given in all {
            let first = self.argument_of(given);
            for name in self.fuller_names(&first) {
                found.push(FlowArgument { name: Some(name), ..first.clone() });
            }
            found.push(first);
        }
        found
    }

    /// Names of parameters that an argument's name may be the beginning of.
    fn fuller_names(&self, given: &FlowArgument) -> Vec<String> {
        let Some(name) = &given.name else { return Vec::new() };
        if self.names.parameters.contains(name) {
            return Vec::new();
        }
        let is_fuller = |parameter: &&String| parameter.starts_with(name.as_str());
        self.names.parameters.iter().filter(is_fuller).cloned().collect()
    }

    pub(super) fn argument_of(&mut self, given: &RArgument<'t>) -> FlowArgument {
        let is_spread = matches!(given.value, RGiven::Expression(value) if matches!(RForm::of(value, self.text), RForm::Dots));
        let var = self.argument_value(given);
        let name = given.name.map(|name| argument_name(name, self.text));
        FlowArgument { var, name, is_spread }
    }

    /// The value of an argument, by a step of its own where it has a node.
    pub(super) fn argument_value(&mut self, given: &RArgument<'t>) -> VarId {
        let value = match given.value {
            RGiven::Expression(value) => self.value(value),
            RGiven::Value(value) => value,
            RGiven::Nothing => self.literal(None),
        };
        match given.cst.filter(|_| given.name.is_some()).and_then(|cst| self.node_of(cst)) {
            Some(at) => {
                let to = self.flow.temp();
                self.copy(Some(at), to, value);
                to
            }
            None => value,
        }
    }

    /// The values of all arguments, by their places.
    pub(super) fn values_of(&mut self, all: &[RArgument<'t>]) -> Vec<VarId> {
        all.iter().map(|given| self.argument_value(given)).collect()
    }

    /// A function that no program defines.
    pub(super) fn library_call(&mut self, name: &str, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let values = self.values_of(all);
        let is_written = self.is_written(name, all);
        self.library_with(name, &values, is_written, at)
    }

    /// The same, with nothing known of the names of its arguments.
    pub(super) fn library_on(&mut self, name: &str, values: &[VarId], at: Option<NodeId>) -> VarId {
        let is_written = self.names.gives_destinations && output::destination(name).is_some();
        self.library_with(name, values, is_written || self.is_captured(name), at)
    }

    /// Whether the program reads again what a function shows.
    fn is_captured(&self, name: &str) -> bool {
        self.names.captures && (name == "print" || output::shows(name))
    }

    /// Whether what a function shows goes where the program may read it.
    fn is_written(&self, name: &str, all: &[RArgument<'t>]) -> bool {
        let Some((argument, place)) = output::destination(name) else { return self.is_captured(name) };
        let is_called = |given: &&RArgument<'t>| {
            given.name.is_some_and(|name| argument.starts_with(&argument_name(name, self.text)))
        };
        let by_place = || all.iter().filter(|given| given.name.is_none()).nth(place?);
        let is_rest = |given: &RArgument<'t>| matches!(given.value, RGiven::Expression(value) if matches!(RForm::of(value, self.text), RForm::Dots));
        let is_elsewhere = match all.iter().find(is_called).or_else(by_place) {
            Some(given) => !self.is_standard(given),
            None => self.names.gives_destinations && all.iter().any(is_rest),
        };
        is_elsewhere || self.is_captured(name)
    }

    /// Whether a destination is where output goes anyway.
    fn is_standard(&self, given: &RArgument<'t>) -> bool {
        let RGiven::Expression(value) = given.value else { return false };
        match RForm::of(bare(value), self.text) {
            RForm::Text => constant_text(bare(value), self.text) == Some(""),
            RForm::Call { function, .. } => {
                matches!(name_of(function, self.text), Some("stdout" | "stderr"))
            }
            _ => false,
        }
    }

    fn library_with(&mut self, name: &str, values: &[VarId], is_written: bool, at: Option<NodeId>) -> VarId {
        let world = self.flow.world();
        let mut effect = library::function(name, values.len(), world);
        if is_written {
            effect = library::worldly(effect, world);
        }
        let mut args = values.to_vec();
        // Methods that the library calls by itself.
        for hidden in self.hidden_methods() {
            effect.checks_results = true;
            effect.calls.push(args.len());
            args.push(hidden);
        }
        if let (true, Some(at)) = (library::SETTINGS.contains(&name), at) {
            self.flow.opaque(at, values, format!("`{name}` changes what other functions do, and is kept"));
        }
        let value = self.flow.library(at, &args, effect);
        let value = self.dispatched(name, values, value, at);
        match library::group(name) {
            Some(group) => self.dispatched(group, values, value, at),
            None => value,
        }
    }

    /// `list(a = 1)`: parts with names can go by themselves.
    pub(super) fn list(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let mut holds = Vec::new();
        for given in all {
            let value = self.argument_of(given);
            if value.is_spread {
                let from = self.load(at, value.var, FlowKey::AnyElement, None);
                holds.push(FlowHeld { key: FlowKey::AnyElement, from, index: Some(value.var), at: None });
                continue;
            }
            let key = match &value.name {
                Some(name) => FlowKey::Element(format!("'{name}")),
                None => FlowKey::AnyElement,
            };
            let at = given.cst.filter(|_| value.name.is_some()).and_then(|cst| self.node_of(cst));
            if self.names.is_rewritten(&key) {
                let from = self.literal(at);
                holds.push(FlowHeld { key: library::order_key(), from, index: None, at });
            }
            holds.push(FlowHeld { key, from: value.var, index: None, at });
        }
        let to = self.flow.temp();
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds });
        to
    }

    /// An argument by its name, or else by its place among those without.
    pub(super) fn matched(&self, all: &[RArgument<'t>], formals: &[&str]) -> Vec<Option<RArgument<'t>>> {
        let mut found: Vec<Option<RArgument<'t>>> = vec![None; formals.len()];
        let mut rest = Vec::new();
        for &given in all {
            let name = given.name.map(|name| argument_name(name, self.text));
            let place = name.as_ref().and_then(|name| formals.iter().position(|formal| formal == name));
            match (place, name) {
                (Some(place), _) => found[place] = Some(given),
                (None, None) => rest.push(given),
                (None, Some(_)) => {}
            }
        }
        let mut rest = rest.into_iter();
        for place in &mut found {
            if place.is_none() {
                *place = rest.next();
            }
        }
        found
    }

    /// Arguments that none of these names or places take.
    pub(super) fn others(
        &self,
        all: &[RArgument<'t>],
        taken: &[Option<RArgument<'t>>],
    ) -> Vec<RArgument<'t>> {
        let start = |given: &RArgument<'t>| match (given.cst, given.value) {
            (Some(cst), _) => Some(cst.start_byte()),
            _ => None,
        };
        let is_taken =
            |given: &&RArgument<'t>| taken.iter().flatten().any(|taken| start(taken) == start(given));
        all.iter().filter(|given| !is_taken(given)).copied().collect()
    }
}
