//! `if`, loops, and `switch`.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Arm, Flow, FlowKey, FlowLowering, Leap, VarId};

use super::RFlow;
use super::forms::{RArgument, RForm, RGiven, plain_name};
use super::library;

impl<'t> RFlow<'t> {
    pub(super) fn conditional(
        &mut self,
        (condition, consequence, alternative): (Cst<'t>, Cst<'t>, Option<Cst<'t>>),
        at: Option<NodeId>,
    ) -> VarId {
        let test = self.value(condition);
        let to = self.flow.temp();
        let then = self.block(|it| {
            let value = it.value(consequence);
            it.copy(None, to, value);
        });
        let other = self.block(|it| {
            let value = match alternative {
                Some(alternative) => it.value(alternative),
                None => it.literal(at),
            };
            it.copy(None, to, value);
        });
        self.flow.push(Flow::If { at, test, then, other });
        to
    }

    /// A loop, whose value is nothing.
    pub(super) fn repeat(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> VarId {
        let label = self.flow.label();
        let (mut head, mut test) = (Vec::new(), None);
        let body = match RForm::of(cst, self.text) {
            RForm::For { variable, sequence, body } => {
                let source = self.value(sequence);
                let decides = self.flow.temp();
                head = self.block(|it| {
                    let more = it.flow.library(None, &[source], library::elements());
                    it.copy(None, decides, more);
                });
                test = Some(decides);
                self.loops.push(label);
                let body = self.block(|it| {
                    let element = it.load(at, source, FlowKey::AnyElement, None);
                    let name = plain_name(it.word(variable));
                    let also = it.node_of(variable);
                    it.bind(name, element, at, also);
                    it.value(body);
                });
                self.loops.pop();
                body
            }
            RForm::While { condition, body } => {
                let decides = self.flow.temp();
                head = self.block(|it| {
                    let value = it.value(condition);
                    it.copy(None, decides, value);
                });
                test = Some(decides);
                self.loop_body(label, body)
            }
            RForm::Repeat(body) => self.loop_body(label, body),
            _ => return self.literal(at),
        };
        let (step, otherwise) = (Vec::new(), Vec::new());
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
        self.literal(at)
    }

    fn loop_body(&mut self, label: usize, body: Cst<'t>) -> Vec<Flow> {
        self.loops.push(label);
        let body = self.block(|it| _ = it.value(body));
        self.loops.pop();
        body
    }

    /// `break` and `next`.
    pub(super) fn leave_loop(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> VarId {
        match (self.loops.last(), RForm::of(cst, self.text)) {
            (Some(&label), RForm::Break) => self.flow.jump(at, Leap::Break(label)),
            (Some(&label), _) => self.flow.jump(at, Leap::Continue(label)),
            (None, _) => return self.not_understood(cst, "a jump out of what is around it"),
        }
        self.literal(None)
    }

    /// `switch`: arms that are left out run into the next.
    pub(super) fn switch(&mut self, all: &[RArgument<'t>], at: Option<NodeId>) -> VarId {
        let Some((selector, arms)) = all.split_first() else { return self.literal(at) };
        let value = self.argument_value(selector);
        let has_default = arms.iter().any(|arm| arm.name.is_none());
        let to = self.flow.temp();
        let nothing = self.literal(at);
        self.copy(at, to, nothing);
        // Without an arm the next one, or that for all others, would be taken.
        let places: Vec<Option<NodeId>> =
            arms.iter().map(|arm| arm.cst.and_then(|cst| self.node_of(cst))).collect();
        let marks: Vec<VarId> = places.iter().map(|&place| self.literal(place.or(at))).collect();
        let mut decides = vec![value];
        if has_default {
            decides.extend(&marks);
        }
        let test = self.flow.library(at, &decides, library::plain());
        let label = self.flow.label();
        let mut lowered = Vec::new();
        let mut open = Vec::new();
        for (idx, arm) in arms.iter().enumerate() {
            if matches!(arm.value, RGiven::Nothing) {
                open.push(marks[idx]);
                continue;
            }
            let place = places[idx].or(at);
            let body = self.block(|it| {
                it.requires(place, &open);
                let value = it.argument_value(arm);
                it.flow.step(place, Act::Copy { to, from: value });
                it.flow.jump(None, Leap::Break(label));
            });
            open.clear();
            lowered.push(Arm { at: None, is_default: false, body });
        }
        self.flow.push(Flow::Switch { at, label, test, arms: lowered });
        to
    }
}
