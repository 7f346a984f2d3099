//! Statements in the order in which they are done.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowLowering, Leap};
use crate::languages::java::syntax::{JavaExpression, declarators, named};
use crate::stack::deep;

use super::{JavaFlow, JavaJump, JavaScope};

impl<'c> JavaFlow<'c> {
    /// Statements that share a scope with what is around them.
    pub(super) fn statements(&mut self, block: Cst<'c>) {
        let all: Vec<Cst<'c>> = named(block).collect();
        self.all_of(all);
    }

    pub(super) fn all_of(&mut self, all: Vec<Cst<'c>>) {
        for cst in all {
            deep(|| self.statement(cst));
        }
    }

    /// A block with names of its own.
    pub(super) fn scoped(&mut self, cst: Cst<'c>) {
        self.enter();
        match cst.kind() {
            "block" => self.statements(cst),
            _ => deep(|| self.statement(cst)),
        }
        self.leave();
    }

    pub(super) fn statement(&mut self, cst: Cst<'c>) {
        let at = self.node_of(cst);
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "expression_statement" => match named(cst).next().map(JavaExpression::bare) {
                Some(switch) if switch.kind() == "switch_expression" => {
                    let at = self.node_of(switch);
                    _ = self.switch(switch, at, false);
                }
                Some(only) => _ = self.expression(only),
                None => {}
            },
            "switch_expression" => _ = self.switch(cst, at, false),
            "local_variable_declaration" => self.declaration(cst),
            "block" => {
                let label = self.label.take();
                self.labelled(label, cst);
            }
            "if_statement" => self.conditional_statement(cst, at),
            "while_statement" | "do_statement" => self.repeat(cst, at),
            "for_statement" => self.count_on(cst, at),
            "enhanced_for_statement" => self.each_of(cst, at),
            "labeled_statement" => {
                let mut parts = named(cst);
                self.label = parts.next().map(|name| self.word(name).to_owned());
                let Some(body) = parts.next() else { return };
                match body.kind() {
                    "while_statement"
                    | "do_statement"
                    | "for_statement"
                    | "enhanced_for_statement"
                    | "block" => {
                        self.statement(body);
                    }
                    _ => {
                        let label = self.label.take();
                        self.labelled(label, body);
                    }
                }
            }
            "return_statement" => {
                if let Some(value) = named(cst).next() {
                    let from = self.expression(value);
                    let to = self.flow.result();
                    self.copy(at, to, from);
                }
                self.flow.jump(at, Leap::Return);
            }
            "throw_statement" => {
                let value = named(cst).next().map(|value| self.expression(value));
                self.flow.jump(at, Leap::Throw(value));
            }
            "yield_statement" => self.give(cst, at),
            "break_statement" | "continue_statement" => self.leap(cst, at),
            "assert_statement" => self.assertion(cst, at),
            "synchronized_statement" => {
                if let Some(value) =
                    named(cst).next().filter(|part| part.kind() == "parenthesized_expression")
                {
                    _ = self.expression(value);
                }
                field("body").into_iter().for_each(|body| self.scoped(body));
            }
            "try_statement" | "try_with_resources_statement" => self.guarded(cst, at),
            "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration" => {
                if let Some(of) = field("body").and_then(|body| self.types.of_body(body)) {
                    self.lower_type(of);
                }
            }
            "explicit_constructor_invocation" | "line_comment" | "block_comment" => {}
            _ => _ = self.not_understood(cst, "this statement"),
        }
    }

    /// A statement that `break` may leave by its name.
    fn labelled(&mut self, name: Option<String>, cst: Cst<'c>) {
        if name.is_none() {
            return self.scoped(cst);
        }
        let label = self.flow.label();
        self.jumps.push(JavaJump { label, name, is_loop: false, is_plain: false });
        let body = self.block(|it| it.scoped(cst));
        self.jumps.pop();
        self.flow.push(Flow::Block { label, body });
    }

    pub(super) fn declaration(&mut self, cst: Cst<'c>) {
        let of = cst.child_by_field_name("type").map_or("", |of| self.word(of));
        for declarator in declarators(cst) {
            let Some(name) = declarator.child_by_field_name("name") else { continue };
            let value = declarator.child_by_field_name("value");
            let at = self.node_of(if value.is_some() { declarator } else { name });
            let from = value.map(|value| self.initial(value));
            let is_array = self.word(declarator).trim_end().ends_with(']') && value.is_none();
            let inferred = value.filter(|_| of == "var").and_then(|value| self.type_of(value));
            let var = self.declare_local(name, at, if is_array { "" } else { of });
            if let (Some(of), Some(JavaScope::Locals(locals))) = (inferred, self.scopes.last_mut()) {
                locals.entry(self.text[name.byte_range()].to_owned()).and_modify(|local| local.of = Some(of));
            }
            let also = self.node_of(name).filter(|&node| Some(node) != at);
            if let Some(from) = from {
                self.step_also(at, also, Act::Copy { to: var, from });
            }
        }
    }

    fn conditional_statement(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let field = |name| cst.child_by_field_name(name);
        let Some(condition) = field("condition") else { return };
        let test = self.expression(condition);
        let mut branch =
            |part: Option<Cst<'c>>| self.block(|it| part.into_iter().for_each(|part| it.scoped(part)));
        let then = branch(field("consequence"));
        let other = branch(field("alternative"));
        self.flow.push(Flow::If { at, test, then, other });
    }

    fn leap(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let name = named(cst).next().map(|name| self.word(name));
        let is_break = cst.kind() == "break_statement";
        let means = |jump: &&JavaJump| match name {
            Some(name) => jump.name.as_deref() == Some(name),
            None => jump.is_plain && (is_break || jump.is_loop),
        };
        let Some(label) = self.jumps.iter().rev().find(means).map(|jump| jump.label) else { return };
        self.flow.jump(at, if is_break { Leap::Break(label) } else { Leap::Continue(label) });
    }

    /// Assertions are not looked at, unless Java is told to.
    fn assertion(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let values: Vec<Cst<'c>> = named(cst).collect();
        let test = self.literal(None);
        let then = self.block(|it| values.into_iter().for_each(|value| _ = it.expression(value)));
        self.flow.push(Flow::If { at, test, then, other: Vec::new() });
    }
}
