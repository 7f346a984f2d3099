//! Methods: functions whose names are those of what they are for, and of a class.

use crate::ast::{Cst, NodeId};
use crate::flow::{FlowLowering, Leap, VarId};

use super::RFlow;
use super::calls::argument;
use super::forms::{RArgument, RForm, RGiven, constant_text};
use super::library;

/// What R's own functions call by themselves.
const HIDDEN: &[&str] = &[
    "length.",
    "format.",
    "as.character.",
    "toString.",
    "names.",
    "dim.",
    "rep.",
    "unique.",
    "sort.",
    "as.list.",
    "as.data.frame.",
    "as.logical.",
    "as.matrix.",
    "t.",
    "dim<-.",
    "merge.",
    "within.",
    "transform.",
    "split.",
    "median.",
    "range.",
    "cut.",
    "diff.",
    "duplicated.",
    "anyNA.",
    "str.",
    "as.vector.",
    "c.",
    "[.",
    "[[.",
    "$.",
    "==.",
    "<.",
    ">.",
    "<=.",
    ">=.",
    "!=.",
    "Ops.",
    "xtfrm.",
    "print.",
    "summary.",
    "mean.",
    "levels.",
    "as.double.",
    "as.numeric.",
    "as.integer.",
    "seq.",
    "rev.",
    "is.na.",
    "Math.",
    "Summary.",
];

impl<'t> RFlow<'t> {
    /// A value, or what a method of the program gives in its place.
    pub(super) fn dispatched(
        &mut self,
        generic: &str,
        values: &[VarId],
        value: VarId,
        at: Option<NodeId>,
    ) -> VarId {
        let methods = self.names.beginning(&format!("{generic}."));
        let Some(&object) = values.first() else { return value };
        if methods.is_empty() {
            return value;
        }
        let test = self.class_of(&values[..values.len().min(2)], at);
        let method = self.any_of(None, test, &methods);
        let args: Vec<VarId> = match generic {
            "$" => vec![object],
            _ => values.to_vec(),
        };
        let args = args.into_iter().map(argument).collect();
        self.either(None, test, |_| value, |it| it.called(at, method, args, ""))
    }

    /// What stands alone at the top of a program is printed.
    pub(super) fn shown(&mut self, statement: Cst<'t>, value: VarId) {
        let at = self.node_of(statement);
        if !matches!(RForm::of(statement, self.text), RForm::Assignment { .. } | RForm::Function { .. }) {
            self.dispatched("print", &[value], value, at);
        }
    }

    /// What decides which method is called.
    pub(super) fn class_of(&mut self, objects: &[VarId], at: Option<NodeId>) -> VarId {
        let mut asked = objects.to_vec();
        for &object in objects {
            asked.push(self.load(at, object, library::class_key(), None));
        }
        self.flow.library(at, &asked, library::shallow())
    }

    /// Methods that the library may call without being asked to.
    pub(super) fn hidden_methods(&self) -> Vec<VarId> {
        HIDDEN.iter().flat_map(|prefix| self.names.beginning(prefix)).collect()
    }

    /// `UseMethod`: the function ends with what a method gives.
    pub(super) fn use_method(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let generic = all.first().and_then(|first| match first.value {
            RGiven::Expression(value) => constant_text(value, self.text),
            _ => None,
        });
        let generic = generic.unwrap_or("");
        let prefix = if generic.is_empty() { String::new() } else { format!("{generic}.") };
        let object = match (all.get(1), self.parameters.first()) {
            (Some(given), _) => Some(self.argument_value(given)),
            (None, first) => first.copied(),
        };
        let object = match object {
            Some(object) if self.gets_promises(self.scope) => Some(self.forced(object, None, at)),
            object => object,
        };
        let methods = self.names.beginning(&prefix);
        let test = self.class_of(object.as_slice(), at);
        let value = self.method_call(generic, (&methods, test), Vec::new(), at);
        let result = self.flow.result();
        self.copy(at, result, value);
        self.flow.jump(at, Leap::Return);
        value
    }

    /// Calls a method with what the function has got.
    fn method_call(
        &mut self,
        generic: &str,
        (methods, test): (&[VarId], VarId),
        more: Vec<crate::flow::FlowArgument>,
        at: Option<NodeId>,
    ) -> VarId {
        let method = self.any_of(at, test, methods);
        let mut args = Vec::new();
        let rest = self.names.own(self.scope, "...").map(|rest| rest.var);
        for &var in &self.parameters {
            let mut given = argument(var);
            given.is_spread = Some(var) == rest;
            args.push(given);
        }
        args.extend(more);
        // What decides which one it is has to be there.
        self.requires(at, &[test]);
        self.called(at, method, args, generic)
    }

    /// `NextMethod`: any other method for the same, or the library's.
    pub(super) fn next_method(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let more: Vec<_> = all.iter().skip(2).map(|given| self.argument_of(given)).collect();
        let name = self.names.name_of_function(self.scope).unwrap_or_default();
        let own = self.variable_of(&name, usize::MAX);
        let mut methods = Vec::new();
        let mut generic = "";
        for (dot, _) in name.match_indices('.').filter(|&(dot, _)| dot > 0) {
            methods.extend(self.names.beginning(&name[..=dot]));
            if generic.is_empty() {
                generic = &name[..dot];
            }
        }
        methods.retain(|method| Some(*method) != own);
        methods.dedup();
        let object: Vec<VarId> = self.parameters.first().copied().into_iter().collect();
        let test = self.class_of(&object, at);
        let values = self.parameters.clone();
        let by_library = library::function(generic, values.len(), self.flow.world());
        let value = self.flow.library(at, &values, by_library);
        match methods.is_empty() {
            true => value,
            false => {
                let found = self.method_call(generic, (&methods, test), more, at);
                self.either(None, test, |_| found, |_| value)
            }
        }
    }
}
