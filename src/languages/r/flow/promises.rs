//! Arguments whose time of evaluation matters: R evaluates an argument where its parameter is read, if it is.
//!
//! Such an argument is a function of its own, in an object that the parameter gets, and reading the parameter may call it. Which
//! arguments these are, and which functions may get them, is found before anything is lowered.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, Flow, FlowArgument, FlowCallee, FlowEffect, FlowHeld, FlowKey, FlowLowering, Made, VarId,
};

use super::RFlow;
use super::forms::{
    RArgument, RForm, RGiven, argument_name, arguments, bare, constant_text, name_of, plain_name, within,
};
use super::library;
use super::names::RVariable;

/// What is known of a function, its own functions left out.
#[derive(Clone, Debug, Default)]
struct PromiseFacts {
    /// Changes what others may read, fails, or takes what comes from outside.
    is_active: bool,
    /// Its parameters may be read after it has ended.
    captures: bool,
    /// Its parameters may be read where failures are handled.
    guards: bool,
    callees: Vec<RCallee>,
    /// Its parameters, in their order.
    parameters: Vec<String>,
    /// Of these, those that are certainly read before it does anything else, in the order of their first reads, with the
    /// places of these.
    prompt: Vec<(String, usize)>,
}

/// When an argument is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evaluated {
    /// Its time does not matter.
    AnyTime,
    /// Before the function does anything else, as long as its first read stays.
    First,
    /// Perhaps later.
    Late,
}

/// What a call may call.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RCallee {
    /// Functions of the program.
    Scopes(Vec<usize>),
    /// Whatever there is.
    Any,
    /// A function that no program defines.
    Library,
}

/// Which arguments are evaluated late.
#[derive(Debug, Default)]
pub(super) struct Promises {
    facts: BTreeMap<usize, PromiseFacts>,
    /// Scopes of functions whose parameters may get such arguments.
    promised: BTreeSet<usize>,
    /// Scopes of functions in which the first reads of parameters matter.
    pinned: BTreeSet<usize>,
    /// Names that `<<-` writes.
    moving: BTreeSet<String>,
    /// Names that are read, not called.
    valued: BTreeSet<String>,
    has_environments: bool,
}

/// An argument by its place.
fn unnamed(value: Cst<'_>) -> RArgument<'_> {
    RArgument { cst: None, name: None, value: RGiven::Expression(value) }
}

/// Where what an argument needs to be evaluated late is kept.
fn promise_key() -> FlowKey {
    FlowKey::Field("promise".to_owned())
}

impl<'t> RFlow<'t> {
    /// Finds which arguments are evaluated late.
    pub(super) fn find_promises(&mut self, root: Cst<'t>) {
        let mut calls = Vec::new();
        let environments = ["new.env", "local"];
        self.promises.has_environments = environments.iter().any(|name| self.text.contains(name));
        self.facts_in(root, 0, &mut calls);
        self.spread_facts();
        self.find_prompt(root);
        loop {
            let n_before = (self.promises.promised.len(), self.promises.pinned.len());
            for &(cst, scope) in &calls {
                self.promised_by(cst, scope);
            }
            if (self.promises.promised.len(), self.promises.pinned.len()) == n_before {
                return;
            }
        }
    }

    fn facts_in(&mut self, cst: Cst<'t>, scope: usize, calls: &mut Vec<(Cst<'t>, usize)>) {
        let scope = self.names.scope_of(cst).unwrap_or(scope);
        self.fact(scope);
        match RForm::of(cst, self.text) {
            RForm::Assignment { target, is_super, .. } => {
                let target = bare(target);
                let is_part = name_of(target, self.text).is_none();
                if is_super && let Some(name) = super::names::root_of(target, self.text) {
                    self.promises.moving.insert(name.to_owned());
                }
                self.fact(scope).is_active |= is_super || is_part && self.promises.has_environments;
            }
            RForm::Function { parameters: Some(all), .. } => {
                let names = crate::languages::r::syntax::parameters(all);
                let names = names.filter_map(|(parameter, ..)| parameter.child_by_field_name("name"));
                self.fact(scope).parameters =
                    names.map(|name| plain_name(&self.text[name.byte_range()]).to_owned()).collect();
            }
            RForm::Text => _ = self.promises.valued.insert(plain_name(self.word(cst)).to_owned()),
            RForm::Name => {
                let found = self.names.read(scope, plain_name(self.word(cst)), cst.start_byte());
                self.promises.valued.insert(plain_name(self.word(cst)).to_owned());
                for variable in
                    found.iter().filter(|variable| variable.is_parameter && variable.scope != scope)
                {
                    self.fact(variable.scope).captures = true;
                }
            }
            RForm::Operator { sign, .. } if self.word(sign).starts_with('%') => {
                let callee = self.callee_of_name(self.word(sign), scope, cst.start_byte());
                self.fact(scope).callees.push(callee);
                calls.push((cst, scope));
            }
            RForm::Call { function, .. } => {
                calls.push((cst, scope));
                self.call_facts(cst, function, scope);
            }
            RForm::Pipe { .. } => calls.push((cst, scope)),
            _ => {}
        }
        let skipped = match RForm::of(cst, self.text) {
            RForm::Call { function, .. } if name_of(function, self.text).is_some() => {
                Some(function.start_byte())
            }
            RForm::Assignment { target, .. } if name_of(bare(target), self.text).is_some() => {
                Some(target.start_byte())
            }
            _ => None,
        };
        let children: Vec<Cst<'t>> = crate::languages::r::syntax::named(cst).collect();
        crate::stack::deep(|| {
            for child in children.into_iter().filter(|child| Some(child.start_byte()) != skipped) {
                self.facts_in(child, scope, calls);
            }
        });
    }

    /// Finds the parameters that functions read before all else.
    fn find_prompt(&mut self, root: Cst<'t>) {
        let mut bodies = Vec::new();
        within(root, &mut |cst| {
            if let (RForm::Function { body: Some(body), .. }, Some(scope)) =
                (RForm::of(cst, self.text), self.names.scope_of(cst))
            {
                bodies.push((scope, body));
            }
        });
        for (scope, body) in bodies {
            let mut read = Vec::new();
            self.prompt_in(body, scope, &mut read);
            let parameters = self.fact(scope).parameters.clone();
            read.retain(|(name, _)| parameters.contains(name) && name != "...");
            self.fact(scope).prompt = read;
        }
    }

    /// Names that are read as far as nothing else is done; whether that goes on behind the expression.
    fn prompt_in(&self, cst: Cst<'t>, scope: usize, read: &mut Vec<(String, usize)>) -> bool {
        let each = |all: Vec<Cst<'t>>, read: &mut Vec<(String, usize)>| {
            all.into_iter().all(|part| crate::stack::deep(|| self.prompt_in(part, scope, read)))
        };
        match RForm::of(cst, self.text) {
            RForm::Block => each(crate::languages::r::syntax::named(cst).collect(), read),
            RForm::Inner(inner) => each(vec![inner], read),
            RForm::Literal | RForm::Null | RForm::Text | RForm::Qualified | RForm::Function { .. } => true,
            RForm::Name => {
                let name = plain_name(self.word(cst)).to_owned();
                if !read.iter().any(|(known, _)| *known == name) {
                    read.push((name, cst.start_byte()));
                }
                true
            }
            RForm::Assignment { target, value, is_super: false } => {
                each(vec![value], read) && name_of(bare(target), self.text).is_some()
            }
            RForm::Operator { sign, operands } => {
                each(operands, read) && !self.word(sign).starts_with('%')
                    || matches!(self.word(sign), "%%" | "%/%" | "%in%")
            }
            RForm::Member { object, .. } => each(vec![object], read),
            RForm::Subset { object, arguments: all, .. } => {
                each(vec![object], read) && self.prompt_arguments(all, scope, read)
            }
            RForm::If { condition, .. } => {
                each(vec![condition], read);
                false
            }
            RForm::For { sequence, .. } => {
                each(vec![sequence], read);
                false
            }
            RForm::While { condition, .. } => {
                each(vec![condition], read);
                false
            }
            RForm::Short { left, .. } => {
                each(vec![left], read);
                false
            }
            RForm::Call { function, arguments: all } => {
                match (self.callee_of(function, scope), name_of(function, self.text)) {
                    (RCallee::Library, Some(name))
                        if (library::is_known(name) || matches!(name, "list" | "return" | "stop"))
                            && !library::is_worldly(name) =>
                    {
                        self.prompt_arguments(all, scope, read) && !matches!(name, "return" | "stop")
                    }
                    (callee @ RCallee::Scopes(_), _) => !self.facts_of(&callee).is_active,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn prompt_arguments(&self, all: Cst<'t>, scope: usize, read: &mut Vec<(String, usize)>) -> bool {
        arguments(all).iter().all(|given| match given.value {
            RGiven::Expression(value) => self.prompt_in(value, scope, read),
            _ => true,
        })
    }

    /// Whether callees read what an argument gives before all else.
    fn is_prompt(&self, callee: &RCallee, all: &[RArgument<'t>], idx: usize) -> bool {
        self.scopes_of(callee).iter().all(|scope| {
            let Some(facts) = self.promises.facts.get(scope) else { return false };
            let name = self.parameters_of(all, facts).swap_remove(idx);
            facts.prompt.iter().any(|(prompt, _)| Some(prompt) == name.as_ref())
        })
    }

    /// The names of the parameters that arguments are for.
    fn parameters_of(&self, all: &[RArgument<'t>], facts: &PromiseFacts) -> Vec<Option<String>> {
        let name_of_argument = |given: &RArgument<'t>| given.name.map(|name| argument_name(name, self.text));
        let named: Vec<String> = all.iter().filter_map(name_of_argument).collect();
        let mut rest = facts.parameters.iter().filter(|name| !named.contains(name)).peekable();
        all.iter()
            .map(|given| match name_of_argument(given) {
                Some(name) => facts.parameters.iter().find(|parameter| **parameter == name).cloned(),
                None if rest.peek().is_some_and(|next| *next == "...") => None,
                None => rest.next().cloned(),
            })
            .collect()
    }

    fn scopes_of(&self, callee: &RCallee) -> Vec<usize> {
        match callee {
            RCallee::Scopes(scopes) => scopes.clone(),
            RCallee::Any => {
                let is_value = |scope: &usize| {
                    *scope > 0
                        && self
                            .names
                            .name_of_function(*scope)
                            .is_none_or(|name| self.promises.valued.contains(&name))
                };
                self.promises.facts.keys().copied().filter(is_value).collect()
            }
            RCallee::Library => Vec::new(),
        }
    }

    fn fact(&mut self, scope: usize) -> &mut PromiseFacts {
        self.promises.facts.entry(scope).or_default()
    }

    fn call_facts(&mut self, cst: Cst<'t>, function: Cst<'t>, scope: usize) {
        let callee = self.callee_of(function, scope);
        match (&callee, name_of(bare(function), self.text)) {
            (RCallee::Library, Some(name @ ("tryCatch" | "try" | "withCallingHandlers"))) => {
                self.fact(scope).guards = true;
                self.fact(scope).is_active |= name == "withCallingHandlers";
            }
            (RCallee::Library, Some("UseMethod")) => {
                let generic = self.first_text(cst).unwrap_or_default();
                let scopes = self.names.scopes_called(|name| name.starts_with(&format!("{generic}.")));
                self.fact(scope).callees.push(RCallee::Scopes(scopes));
            }
            (
                RCallee::Library,
                Some(
                    "NextMethod" | "do.call" | "Reduce" | "Filter" | "Map" | "mapply" | "lapply" | "sapply"
                    | "vapply",
                ),
            ) => {
                self.fact(scope).callees.push(RCallee::Any);
            }
            (RCallee::Library, Some("Recall")) => self.fact(scope).callees.push(RCallee::Scopes(vec![scope])),
            (
                RCallee::Library,
                Some(
                    "switch" | "list" | "return" | "function" | "new.env" | "stopifnot" | "get" | "exists"
                    | "missing" | "structure" | "attr" | "on.exit" | "local",
                ),
            ) => {}
            (RCallee::Library, Some(name)) => {
                let is_calm = library::is_known(name) && !library::is_worldly(name);
                self.fact(scope).is_active |= !is_calm;
            }
            _ => {}
        }
        self.fact(scope).callees.push(callee);
    }

    fn first_text(&self, call: Cst<'t>) -> Option<&'t str> {
        let RForm::Call { arguments: all, .. } = RForm::of(call, self.text) else { return None };
        match arguments(all).first()?.value {
            RGiven::Expression(value) => constant_text(value, self.text),
            _ => None,
        }
    }

    fn callee_of(&self, function: Cst<'t>, scope: usize) -> RCallee {
        let function = bare(function);
        match name_of(function, self.text) {
            Some(name) => self.callee_of_name(name, scope, function.start_byte()),
            None => match self.names.scope_of(function) {
                Some(inside) if inside > 0 => RCallee::Scopes(vec![inside]),
                _ => RCallee::Any,
            },
        }
    }

    fn callee_of_name(&self, name: &str, scope: usize, at: usize) -> RCallee {
        let found = self.names.read(scope, name, at);
        if !found.iter().any(|variable| variable.may_be_function) {
            return RCallee::Library;
        }
        match found.iter().all(|variable| variable.is_only_function) {
            true => RCallee::Scopes(self.names.scopes_called(|called| called == name)),
            false => RCallee::Any,
        }
    }

    /// What callees do, their callers do.
    fn spread_facts(&mut self) {
        let all: Vec<usize> = self.promises.facts.keys().copied().collect();
        loop {
            let mut has_changed = false;
            for &scope in &all {
                let before = self.promises.facts[&scope].clone();
                let below: Vec<PromiseFacts> =
                    before.callees.iter().map(|callee| self.facts_of(callee)).collect();
                let now = self.fact(scope);
                for facts in below {
                    now.is_active |= facts.is_active;
                    now.captures |= facts.captures;
                    now.guards |= facts.guards;
                }
                has_changed |= (now.is_active, now.captures, now.guards)
                    != (before.is_active, before.captures, before.guards);
            }
            if !has_changed {
                return;
            }
        }
    }

    fn facts_of(&self, callee: &RCallee) -> PromiseFacts {
        let scopes = self.scopes_of(callee);
        let mut found = PromiseFacts::default();
        for facts in scopes.iter().filter_map(|scope| self.promises.facts.get(scope)) {
            found.is_active |= facts.is_active;
            found.captures |= facts.captures;
            found.guards |= facts.guards;
        }
        found
    }

    /// Marks the functions that a call gives late arguments.
    fn promised_by(&mut self, cst: Cst<'t>, scope: usize) {
        let (function, all) = match RForm::of(cst, self.text) {
            RForm::Call { function, arguments: all } => (function, arguments(all)),
            RForm::Pipe { left, right } => {
                let RForm::Call { function, .. } = RForm::of(bare(right), self.text) else { return };
                (function, vec![unnamed(left)])
            }
            RForm::Operator { sign, operands } if self.word(sign).starts_with('%') => {
                let all: Vec<RArgument<'t>> = operands.into_iter().map(unnamed).collect();
                let callee = self.callee_of_name(self.word(sign), scope, cst.start_byte());
                return self.promised_to(&callee, &all, scope);
            }
            _ => return,
        };
        let callee = self.callee_of(function, scope);
        self.promised_to(&callee, &all, scope);
    }

    fn promised_to(&mut self, callee: &RCallee, all: &[RArgument<'t>], scope: usize) {
        let times: Vec<Evaluated> =
            (0..all.len()).map(|idx| self.evaluated((all, idx), scope, callee)).collect();
        let is_passed_on = |given: &RArgument<'t>| match given.value {
            RGiven::Expression(value) => self.is_passed_on(value, scope),
            _ => false,
        };
        if times.contains(&Evaluated::Late) || all.iter().any(is_passed_on) {
            self.promise_to(callee);
        }
        if times.contains(&Evaluated::First) {
            self.promises.pinned.extend(self.scopes_of(callee));
        }
    }

    fn promise_to(&mut self, callee: &RCallee) {
        let mut pending = self.scopes_of(callee);
        while let Some(scope) = pending.pop() {
            if !self.promises.promised.insert(scope) {
                continue;
            }
            // A generic function hands on what it has.
            let start = self.names.name_of_function(scope).unwrap_or_default();
            pending.extend(self.names.scopes_called(|name| {
                !start.is_empty() && name.len() > start.len() && name.starts_with(&start)
            }));
        }
    }

    /// Whether a name is a parameter that may get a late argument.
    fn is_promised(&self, name: &str, scope: usize, at: usize) -> bool {
        let found = self.names.read(scope, name, at);
        found.iter().any(|found| found.is_parameter && self.promises.promised.contains(&found.scope))
    }

    /// Whether an argument is nothing but a parameter that may be a late argument, or all of them.
    fn is_passed_on(&self, value: Cst<'t>, scope: usize) -> bool {
        let value = bare(value);
        match RForm::of(value, self.text) {
            RForm::Name => {
                let name = plain_name(self.word(value));
                let found = self.names.read(scope, name, value.start_byte());
                self.is_promised(name, scope, value.start_byte())
                    && matches!(found[..], [only] if !only.is_replaced && only.n_bound < 2)
            }
            RForm::Dots => self.is_promised("...", scope, usize::MAX),
            _ => false,
        }
    }

    /// When an argument is evaluated.
    fn evaluated(&self, (all, idx): (&[RArgument<'t>], usize), scope: usize, callee: &RCallee) -> Evaluated {
        let RGiven::Expression(value) = all[idx].value else { return Evaluated::AnyTime };
        let value = bare(value);
        let form = RForm::of(value, self.text);
        if *callee == RCallee::Library
            || matches!(
                form,
                RForm::Function { .. } | RForm::Literal | RForm::Text | RForm::Null | RForm::Dots
            )
            || self.is_passed_on(value, scope)
            || !self.is_timed(value, scope, &self.facts_of(callee))
        {
            return Evaluated::AnyTime;
        }
        // What it does itself is done by the read.
        let is_active = self.is_timed(value, scope, &PromiseFacts::default());
        match self.is_prompt(callee, all, idx) && !is_active {
            true => Evaluated::First,
            false => Evaluated::Late,
        }
    }

    /// Whether the time of an expression's evaluation matters where a function may do these things before.
    fn is_timed(&self, value: Cst<'t>, scope: usize, facts: &PromiseFacts) -> bool {
        let mut is_timed = facts.guards && !matches!(RForm::of(value, self.text), RForm::Name);
        self.within_function(value, &mut |cst| is_timed |= self.is_moving(cst, scope, facts));
        is_timed
    }

    /// Goes through an expression, functions in it left out.
    fn within_function(&self, cst: Cst<'t>, see: &mut dyn FnMut(Cst<'t>)) {
        see(cst);
        if !matches!(RForm::of(cst, self.text), RForm::Function { .. }) {
            let children: Vec<Cst<'t>> = crate::languages::r::syntax::named(cst).collect();
            crate::stack::deep(|| children.into_iter().for_each(|child| self.within_function(child, see)));
        }
    }

    fn is_moving(&self, cst: Cst<'t>, scope: usize, facts: &PromiseFacts) -> bool {
        match RForm::of(cst, self.text) {
            RForm::Assignment { .. } | RForm::Break | RForm::Next | RForm::Other => true,
            RForm::Name => {
                let name = plain_name(self.word(cst));
                let found = self.names.read(scope, name, cst.start_byte());
                let is_several = found.iter().any(|variable| variable.n_bound > 1) || found.len() > 1;
                let is_moved = self.promises.moving.contains(name);
                self.is_promised(name, scope, cst.start_byte())
                    || facts.captures && (is_several || is_moved)
                    || facts.is_active && is_moved
            }
            RForm::Dots | RForm::Dot => self.is_promised("...", scope, usize::MAX),
            RForm::Member { .. } | RForm::Subset { .. } => {
                self.promises.has_environments && (facts.captures || facts.is_active)
            }
            RForm::Call { function, .. } => {
                let callee = self.callee_of(function, scope);
                let below = self.facts_of(&callee);
                let name = name_of(bare(function), self.text).unwrap_or("");
                let is_calm = library::is_known(name) && !library::is_worldly(name);
                below.is_active
                    || callee == RCallee::Library && !is_calm && name != "list"
                    || callee != RCallee::Library && (facts.captures || facts.is_active)
            }
            RForm::Operator { sign, .. } if self.word(sign).starts_with('%') => {
                let callee = self.callee_of_name(self.word(sign), scope, cst.start_byte());
                callee != RCallee::Library
                    && (self.facts_of(&callee).is_active || facts.captures || facts.is_active)
            }
            _ => false,
        }
    }

    /// Arguments of a call of what the program defines, some of them evaluated late.
    pub(super) fn promised_arguments(
        &mut self,
        function: Cst<'t>,
        all: &[RArgument<'t>],
    ) -> Vec<FlowArgument> {
        let callee = self.callee_of(function, self.scope);
        self.arguments_for(&callee, all)
    }

    /// Operands of an operator that the program defines.
    pub(super) fn promised_operands(&mut self, sign: &str, operands: &[Cst<'t>]) -> Vec<FlowArgument> {
        let callee = self.callee_of_name(sign, self.scope, usize::MAX);
        let all: Vec<RArgument<'t>> = operands.iter().map(|&operand| unnamed(operand)).collect();
        self.arguments_for(&callee, &all)
    }

    fn arguments_for(&mut self, callee: &RCallee, all: &[RArgument<'t>]) -> Vec<FlowArgument> {
        let mut found = Vec::new();
        for (idx, given) in all.iter().enumerate() {
            let RGiven::Expression(value) = given.value else {
                found.extend(self.arguments_of(&[*given]));
                continue;
            };
            let late = if self.is_passed_on(value, self.scope) {
                self.raw(value)
            } else if self.evaluated((all, idx), self.scope, callee) == Evaluated::Late {
                Some(self.promise(value))
            } else {
                None
            };
            let given = match late {
                Some(var) => RArgument { value: RGiven::Value(var), ..*given },
                None => *given,
            };
            let is_dots = matches!(RForm::of(bare(value), self.text), RForm::Dots);
            for mut argument in self.arguments_of(&[given]) {
                argument.is_spread |= is_dots;
                found.push(argument);
            }
        }
        found
    }

    /// A parameter as it was given.
    fn raw(&mut self, value: Cst<'t>) -> Option<VarId> {
        let value = bare(value);
        let name = match RForm::of(value, self.text) {
            RForm::Dots => "...",
            _ => plain_name(self.word(value)),
        };
        let from = self.variable_of(name, value.start_byte())?;
        let to = self.flow.temp();
        self.copy(self.node_of(value), to, from);
        Some(to)
    }

    /// An argument that is evaluated late.
    fn promise(&mut self, value: Cst<'t>) -> VarId {
        let function = self.flow.declare(None);
        let loops = std::mem::take(&mut self.loops);
        self.lower_function(function, |it| {
            it.flow.set_lazy();
            let value = it.value(value);
            let result = it.flow.result();
            it.copy(None, result, value);
            Vec::new()
        });
        self.loops = loops;
        let closure = self.flow.temp();
        self.flow.step(None, Act::Closure { to: closure, function });
        let to = self.flow.temp();
        let holds = vec![FlowHeld { key: promise_key(), from: closure, index: None, at: None }];
        self.flow.step(None, Act::Make { to, kind: Made::Record, holds });
        to
    }

    /// The value of what may be a late argument, which `keeps` has from then on.
    pub(super) fn forced(&mut self, value: VarId, keeps: Option<VarId>, at: Option<NodeId>) -> VarId {
        let promise = self.load(at, value, promise_key(), None);
        let to = self.flow.temp();
        self.copy(at, to, value);
        let then = self.block(|it| {
            let result = it.flow.temp();
            let callee = FlowCallee::Value { value: promise, otherwise: FlowEffect::plain() };
            it.flow.risk(at, Act::Call { to: result, callee, args: Vec::new() });
            it.copy(at, to, result);
            keeps.into_iter().for_each(|var| it.copy(at, var, result));
        });
        self.flow.push(Flow::If { at: None, test: value, then, other: Vec::new() });
        to
    }

    /// The first read of a parameter stays where later ones have its value by it.
    pub(super) fn pin(&mut self, found: &[RVariable], (name, place): (&str, usize), at: Option<NodeId>) {
        let [only] = found else { return };
        let is_first =
            |facts: &PromiseFacts| facts.prompt.iter().any(|(first, at)| first == name && *at == place);
        if only.is_parameter
            && self.promises.pinned.contains(&only.scope)
            && self.promises.facts.get(&only.scope).is_some_and(is_first)
        {
            self.flow.step(at, Act::Copy { to: only.var, from: only.var });
        }
    }

    /// Whether parameters of a scope may be late arguments.
    pub(super) fn gets_promises(&self, scope: usize) -> bool {
        self.promises.promised.contains(&scope)
    }

    /// Whether a default is to be evaluated where its parameter is read.
    pub(super) fn is_late(&self, default: Cst<'t>) -> bool {
        let mut is_late = false;
        within(default, &mut |cst| match RForm::of(cst, self.text) {
            RForm::Name => {
                let name = plain_name(self.word(cst));
                let own = self.names.own(self.scope, name);
                is_late |= own.is_some_and(|own| !own.is_parameter || own.n_bound > 1);
                is_late |= self.promises.moving.contains(name);
            }
            RForm::Call { function, .. } => {
                is_late |= name_of(function, self.text).is_none_or(|name| !library::is_pure(name));
            }
            RForm::Assignment { .. } => is_late = true,
            _ => {}
        });
        is_late
    }
}
