//! Loops.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowLowering, LabelId, VarId};
use crate::languages::java::syntax::{JavaExpression, first_parts, updates};

use super::{JavaFlow, JavaJump};

impl<'c> JavaFlow<'c> {
    /// The body of a loop, with the label that jumps know it by.
    fn round(&mut self, label: LabelId, lower: impl FnOnce(&mut Self)) -> Vec<Flow> {
        let name = self.label.take();
        self.jumps.push(JavaJump { label, name, is_loop: true, is_plain: true });
        let body = self.block(lower);
        self.jumps.pop();
        body
    }

    /// What a loop evaluates before each round; `None` in the place of the test for one that only jumps end.
    fn head(&mut self, condition: Option<Cst<'c>>, at: Option<NodeId>) -> (Vec<Flow>, Option<VarId>) {
        let Some(condition) = condition else { return (Vec::new(), None) };
        let bare = JavaExpression::bare(condition);
        let is_endless = bare.kind() == "true";
        if is_endless {
            // javac knows that it does not end by itself.
            let node = self.node_of(bare);
            self.requires(at, node);
        }
        let decides = self.flow.temp();
        let label = self.label.take();
        let head = self.block(|it| {
            let value = it.expression(condition);
            it.copy(None, decides, value);
        });
        self.label = label;
        (head, (!is_endless).then_some(decides))
    }

    pub(super) fn repeat(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let label = self.flow.label();
        let is_tested_last = cst.kind() == "do_statement";
        self.enter();
        let (head, test) = self.head(cst.child_by_field_name("condition"), at);
        let body = self.round(label, |it| {
            cst.child_by_field_name("body").into_iter().for_each(|body| it.scoped(body));
        });
        let (step, otherwise) = (Vec::new(), Vec::new());
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last, body, step, otherwise });
        let names = self.scopes.pop();
        // What a condition binds when it does not hold is known behind the loop.
        if let (Some(super::JavaScope::Locals(bound)), Some(super::JavaScope::Locals(around))) =
            (names, self.scopes.last_mut())
        {
            around.extend(bound);
        }
    }

    pub(super) fn count_on(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let label = self.flow.label();
        self.enter();
        let named_label = self.label.take();
        for first in first_parts(cst) {
            match first.kind() {
                "local_variable_declaration" => self.declaration(first),
                _ => _ = self.expression(first),
            }
        }
        self.label = named_label;
        let (head, test) = self.head(cst.child_by_field_name("condition"), at);
        let body = self.round(label, |it| {
            cst.child_by_field_name("body").into_iter().for_each(|body| it.scoped(body));
        });
        let all = updates(cst);
        let step = self.block(|it| all.into_iter().for_each(|update| _ = it.expression(update)));
        self.leave();
        let otherwise = Vec::new();
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
    }

    pub(super) fn each_of(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let field = |name| cst.child_by_field_name(name);
        let (Some(name), Some(value)) = (field("name"), field("value")) else { return };
        let named_label = self.label.take();
        let of = field("type").map_or("", |of| self.word(of));
        let source = self.expression(value);
        let source = self.iterated(at, source);
        self.label = named_label;
        let label = self.flow.label();
        let decides = self.flow.temp();
        let head = self.block(|it| {
            let more = it.has_another(at, source);
            it.copy(None, decides, more);
        });
        self.enter();
        let also = self.node_of(name);
        let body = self.round(label, |it| {
            let element = it.another(at, source);
            let to = it.declare_local(name, None, of);
            it.step_also(at, also, Act::Copy { to, from: element });
            field("body").into_iter().for_each(|body| it.scoped(body));
        });
        self.leave();
        let (test, step, otherwise) = (Some(decides), Vec::new(), Vec::new());
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
    }
}
