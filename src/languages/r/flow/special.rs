//! Calls of R's own functions that are more than functions.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowCallee, FlowEffect, FlowKey, FlowLowering, FlowShape, VarId};

use super::RFlow;
use super::forms::{RArgument, RForm, RGiven, bare, constant_text, name_of};
use super::library;

impl<'t> RFlow<'t> {
    /// A call of a name that no function of the program has.
    pub(super) fn special(
        &mut self,
        cst: Cst<'t>,
        name: &str,
        all: &[RArgument<'t>],
        at: Option<NodeId>,
    ) -> VarId {
        match name {
            "return" => self.give_back(all, at),
            "list" => self.list(all, at),
            "switch" => self.switch(all, at),
            "tryCatch" => self.try_catch(cst, all, at),
            "try" => self.attempt(all, at),
            "stop" => self.stop(all, at),
            "warning" | "message" | "signalCondition" => self.warn(all, at),
            "stopifnot" => self.stop_if_not(all, at),
            "quit" | "q" => self.quit(all, at),
            "on.exit" => self.on_exit(cst, at),
            "UseMethod" => self.use_method(all, at),
            "NextMethod" => self.next_method(all, at),
            "lapply" | "sapply" => self.map_one(all, &[], at),
            "vapply" => self.map_one(all, &["FUN.VALUE"], at),
            "Map" => self.map_many(all, "f", at),
            "mapply" => self.map_many(all, "FUN", at),
            "Filter" | "Find" | "Position" => self.choose(all, at),
            "Reduce" => self.reduce(all, at),
            "do.call" => self.do_call(all, at),
            "local" => self.local(cst, all, at),
            "Recall" => {
                let function = self.flow.current();
                let value = self.flow.temp();
                self.flow.step(at, Act::Closure { to: value, function });
                let args = self.arguments_of(all);
                self.called(at, value, args, "")
            }
            _ => self.special_value(cst, name, all, at),
        }
    }

    fn special_value(
        &mut self,
        cst: Cst<'t>,
        name: &str,
        all: &[RArgument<'t>],
        at: Option<NodeId>,
    ) -> VarId {
        match name {
            "new.env" => self.environment(at),
            "assign" | "get" | "get0" | "exists" | "rm" => self.by_name(cst, name, all, at),
            "invokeRestart" => {
                let values = self.values_of(all);
                let message = format!("`{name}` says what comes after a condition, and is kept");
                match at {
                    Some(at) => self.flow.opaque(at, &values, message),
                    None => self.literal(at),
                }
            }
            "is.null" => self.is_nothing(all, at),
            "class" | "oldClass" | "inherits" => self.asked_class(all, at),
            "attr" => self.attribute(all, at),
            "structure" => self.structure(all, at),
            "quote" | "bquote" | "expression" | "emptyenv" => self.literal(at),
            "missing" => {
                let values = self.values_of(all);
                self.flow.library(at, &values, library::shallow())
            }
            "nargs" | "...length" => {
                let values = self.parameters.clone();
                self.flow.library(at, &values, library::elements())
            }
            "..1" | "...elt" | "...names" => {
                let values = self.values_of(all);
                let all = self.read_name("...", usize::MAX, at);
                self.load(at, all, FlowKey::AnyElement, values.first().copied())
            }
            "with"
            | "within"
            | "subset"
            | "transform"
            | "aggregate"
            | "withCallingHandlers"
            | "library"
            | "require"
            | "suppressPackageStartupMessages"
            | "Vectorize"
            | "array2DF"
            | "curve"
            | "xtabs" => {
                let values: Vec<VarId> = match name {
                    "Vectorize" | "withCallingHandlers" => self.values_of(all),
                    _ => Vec::new(),
                };
                let kept = self.not_understood(cst, &format!("`{name}`"));
                self.kept_value(kept, &values, at)
            }
            _ => self.library_call(name, all, at),
        }
    }

    /// What a construct that is kept may do with values.
    fn kept_value(&mut self, kept: VarId, values: &[VarId], at: Option<NodeId>) -> VarId {
        let args: Vec<VarId> = [kept].into_iter().chain(values.iter().copied()).collect();
        let effect = library::unknown(args.len(), self.flow.world());
        self.flow.library(at, &args, effect)
    }

    /// `new.env`
    fn environment(&mut self, at: Option<NodeId>) -> VarId {
        let to = self.flow.temp();
        let callee = FlowCallee::Value { value: self.environments, otherwise: FlowEffect::plain() };
        self.flow.step(at, Act::Call { to, callee, args: Vec::new() });
        to
    }

    /// `get`, `assign` and the like, with a name that is written there, or in an environment.
    fn by_name(&mut self, cst: Cst<'t>, name: &str, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let formals: &[&str] = match name {
            "assign" => &["x", "value", "pos", "envir", "inherits"],
            "rm" => &["x", "list", "envir", "inherits"],
            "exists" => &["x", "where", "envir", "frame", "mode", "inherits"],
            _ => &["x", "envir", "mode", "inherits"],
        };
        let taken = self.matched(all, formals);
        let place = formals.iter().position(|formal| *formal == "envir").and_then(|idx| taken[idx]);
        let place = place.or_else(|| match name {
            "assign" => taken[2],
            "exists" => taken[1],
            _ => None,
        });
        let text = taken[0].and_then(|given| match given.value {
            RGiven::Expression(value) => constant_text(bare(value), self.text),
            _ => None,
        });
        let key = text.map_or(FlowKey::AnyElement, |text| FlowKey::Element(format!("'{text}")));
        let Some(place) = place else { return self.by_plain_name(cst, name, (text, &taken), at) };
        let base = self.argument_value(&place);
        let index = match (name, taken[1]) {
            ("rm", Some(list)) => Some(self.argument_value(&list)),
            _ => taken[0].map(|given| self.argument_value(&given)),
        };
        match (name, taken[1]) {
            ("assign", Some(value)) => {
                let from = self.argument_value(&value);
                let own = self.copied(at, from);
                self.flow.risk(at, Act::Store { base, key, index, from: own });
                from
            }
            ("rm", _) => {
                let args: Vec<VarId> = [base].into_iter().chain(index).collect();
                let effect = FlowEffect {
                    changes: vec![0],
                    ..FlowEffect { reads: crate::flow::FlowDepth::Elements, ..FlowEffect::plain() }
                };
                self.flow.library(at, &args, effect)
            }
            _ => {
                let value = self.load(at, base, key, index);
                match text.and_then(|text| self.variable_of(text, cst.start_byte())) {
                    // It is looked for around the environment, too.
                    Some(around) => self.either(at, value, |_| value, |_| around),
                    None => value,
                }
            }
        }
    }

    fn by_plain_name(
        &mut self,
        cst: Cst<'t>,
        name: &str,
        (text, taken): (Option<&str>, &[Option<RArgument<'t>>]),
        at: Option<NodeId>,
    ) -> VarId {
        match (name, text, taken[1]) {
            ("assign", Some(text), Some(value)) => {
                let value = self.argument_value(&value);
                self.bind(text, value, at, None);
                value
            }
            ("get" | "get0" | "exists", Some(text), _) => self.read_name(text, cst.start_byte(), at),
            ("rm", ..) => self.removed(taken, at),
            _ => self.reaches_all(cst, &format!("`{name}` of a computed name")),
        }
    }

    fn removed(&mut self, taken: &[Option<RArgument<'t>>], at: Option<NodeId>) -> VarId {
        if let Some(RArgument { value: RGiven::Expression(value), .. }) = taken[0]
            && let Some(name) = name_of(value, self.text)
            && let Some(variable) = self.names.own(self.scope, name)
        {
            self.flow.risk(at, Act::Compute { to: variable.var, from: vec![variable.var] });
        }
        self.literal(at)
    }

    /// `is.null`: whether there is something, whatever its parts.
    fn is_nothing(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let values = self.values_of(all);
        let mut asked = values.clone();
        for value in values {
            asked.push(self.load(at, value, library::exists_key(), None));
        }
        self.flow.library(at, &asked, library::shallow())
    }

    /// `class`, `inherits`
    fn asked_class(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let values = self.values_of(all);
        let Some(&object) = values.first() else { return self.literal(at) };
        let class = self.load(at, object, library::class_key(), None);
        let mut asked = values.clone();
        asked.push(class);
        let result = self.flow.library(at, &asked[1..], library::plain());
        let kind = self.flow.library(at, &[object], library::shallow());
        self.flow.library(at, &[result, kind], library::shallow())
    }

    /// `attr`
    fn attribute(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let key = match all.get(1).map(|which| which.value) {
            Some(RGiven::Expression(which)) => {
                constant_text(bare(which), self.text).and_then(library::attribute_key)
            }
            _ => None,
        };
        let values = self.values_of(all);
        match (key, values.first()) {
            (Some(key), Some(&base)) => self.load(at, base, key, values.get(1).copied()),
            _ => self.flow.library(at, &values, library::deep_part()),
        }
    }

    /// `structure`: a copy with attributes.
    fn structure(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let Some((object, attributes)) = all.split_first() else { return self.literal(at) };
        let value = self.argument_value(object);
        let base = self.copied(at, value);
        for given in attributes {
            let place = given.cst.and_then(|cst| self.node_of(cst)).or(at);
            let name = given.name.map(|name| super::forms::argument_name(name, self.text));
            let from = self.argument_value(given);
            match name.as_deref().and_then(library::attribute_key) {
                Some(key) => {
                    let own = self.copied(place, from);
                    self.flow.risk(place, Act::Store { base, key, index: None, from: own });
                }
                None => {
                    let effect = FlowEffect {
                        puts: vec![(0, FlowShape::Plain)],
                        changes: vec![0],
                        ..FlowEffect::plain()
                    };
                    self.flow.library(place, &[base, from], effect);
                }
            }
        }
        base
    }

    /// Constructs that may do anything with anything by its name, so that the program is kept whole.
    pub(super) fn unbounded(root: Cst<'_>, text: &str) -> Vec<(std::ops::Range<usize>, String)> {
        let mut found = Vec::new();
        super::forms::within(root, &mut |cst| {
            let RForm::Call { function, arguments: given } = RForm::of(cst, text) else { return };
            let Some(name) = name_of(function, text) else { return };
            // `local` with an environment is `eval`.
            let is_eval = || name == "local" && super::forms::arguments(given).len() > 1;
            let is_jump = || name == "invokeRestart" && !is_muffling(given, text);
            if library::UNBOUNDED.contains(&name) || is_eval() || is_jump() {
                found.push((cst.byte_range(), name.to_owned()));
            }
        });
        found
    }
}

/// Whether a restart is one of those that end a warning or a message, and nothing else.
fn is_muffling(given: Cst<'_>, text: &str) -> bool {
    match super::forms::arguments(given)[..] {
        [RArgument { value: RGiven::Expression(restart), .. }] => {
            constant_text(bare(restart), text).is_some_and(|name| name.starts_with("muffle"))
        }
        _ => false,
    }
}
