//! Failures and warnings, and what handles them.

use crate::ast::{Cst, NodeId};
use crate::flow::{Flow, FlowEffect, FlowHandler, FlowKey, FlowLowering, FlowShape, Leap, VarId};

use super::RFlow;
use super::calls::argument;
use super::forms::{RArgument, RGiven, argument_name};

impl<'t> RFlow<'t> {
    /// `tryCatch`
    pub(super) fn try_catch(&mut self, cst: Cst<'t>, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let mut body = None;
        let mut finally = None;
        let mut handlers = Vec::new();
        for given in all {
            let name = given.name.map(|name| argument_name(name, self.text));
            match name.as_deref() {
                None | Some("expr") if body.is_none() => body = Some(*given),
                None => return self.not_understood(cst, "this `tryCatch`"),
                Some("finally") => finally = Some(*given),
                Some(class) => {
                    let at = given.cst.and_then(|cst| self.node_of(cst));
                    handlers.push((class.to_owned(), self.argument_value(given), at));
                }
            }
        }
        let to = self.flow.temp();
        let body = self.block(|it| {
            let value = match body {
                Some(given) => it.argument_value(&given),
                None => it.literal(at),
            };
            it.copy(None, to, value);
        });
        let handlers =
            handlers.into_iter().map(|(class, value, at)| self.handler(&class, (value, to), at)).collect();
        let finally = finally.map(|given| {
            let at = given.cst.and_then(|cst| self.node_of(cst));
            (at, self.block(|it| _ = it.argument_value(&given)))
        });
        self.flow.push(Flow::Try { at, body, handlers, otherwise: Vec::new(), finally });
        let result = self.flow.temp();
        self.copy(at, result, to);
        result
    }

    fn handler(&mut self, class: &str, (value, to): (VarId, VarId), at: Option<NodeId>) -> FlowHandler {
        let condition = self.flow.temp();
        let body = self.block(|it| {
            let result = it.called(at, value, vec![argument(condition)], "");
            it.copy(None, to, result);
        });
        FlowHandler {
            at,
            var: Some((condition, None)),
            // The function must be there with the handler.
            classes: vec![value],
            takes_foreign: true,
            takes_all: class == "condition",
            body,
        }
    }

    /// `try`
    pub(super) fn attempt(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let [expression, silent] = self.matched(all, &["expr", "silent"])[..] else {
            return self.literal(at);
        };
        silent.iter().for_each(|given| _ = self.argument_value(given));
        let to = self.flow.temp();
        let body = self.block(|it| {
            let value = match expression {
                Some(given) => it.argument_value(&given),
                None => it.literal(at),
            };
            it.copy(None, to, value);
        });
        let condition = self.flow.temp();
        let handled = self.block(|it| {
            let value = it.flow.library(at, &[condition], super::library::plain());
            it.copy(None, to, value);
        });
        let handler = FlowHandler {
            at: None,
            var: Some((condition, None)),
            classes: Vec::new(),
            takes_foreign: true,
            takes_all: true,
            body: handled,
        };
        let (otherwise, finally) = (Vec::new(), None);
        self.flow.push(Flow::Try { at, body, handlers: vec![handler], otherwise, finally });
        let result = self.flow.temp();
        self.copy(at, result, to);
        result
    }

    /// A condition with what is said of it.
    fn condition(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let values = self.values_of(all);
        let parts = (0..values.len()).flat_map(|idx| [FlowShape::Whole(idx), FlowShape::Part(idx)]);
        let fresh = FlowShape::Fresh(parts.map(|part| (FlowKey::AnyElement, part)).collect());
        let result = (0..values.len()).map(FlowShape::Whole).chain([fresh]).collect();
        self.flow.library(at, &values, FlowEffect { result, ..FlowEffect::plain() })
    }

    /// `stop`
    pub(super) fn stop(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let thrown = self.condition(all, at);
        self.flow.jump(at, Leap::Throw(Some(thrown)));
        self.literal(None)
    }

    /// `warning`, `message`: a handler may end what is around them.
    pub(super) fn warn(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let thrown = self.condition(all, at);
        if self.text.contains("tryCatch") || self.text.contains("try(") {
            self.perhaps(thrown, |it| it.flow.jump(at, Leap::Throw(Some(thrown))));
        }
        thrown
    }

    pub(super) fn stop_if_not(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        for given in all.iter().filter(|given| !matches!(given.value, RGiven::Nothing)) {
            let value = self.argument_value(given);
            let test = self.flow.library(at, &[value], super::library::plain());
            let other = self.block(|it| {
                let thrown = it.literal(at);
                it.flow.jump(at, Leap::Throw(Some(thrown)));
            });
            self.flow.push(Flow::If { at, test, then: Vec::new(), other });
        }
        self.literal(at)
    }

    /// `quit`
    pub(super) fn quit(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        self.values_of(all);
        self.flow.jump(at, Leap::Exit);
        self.literal(None)
    }
}
