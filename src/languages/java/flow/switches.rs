//! `switch`, as a statement and as an expression, old and new.

use std::collections::BTreeSet;

use crate::ast::{Cst, NodeId};
use crate::flow::{Arm, Flow, FlowLowering, Leap, VarId};
use crate::languages::java::syntax::{JavaExpression, case_body, cases, is_default, is_rule, named};

use super::names::{JavaMeaning, JavaScope};
use super::types::TypeIdx;
use super::{JavaFlow, JavaJump};

impl<'c> JavaFlow<'c> {
    /// Gives the value of the switch.
    pub(super) fn switch(&mut self, cst: Cst<'c>, at: Option<NodeId>, has_value: bool) -> VarId {
        let to = self.flow.temp();
        let Some(condition) = cst.child_by_field_name("condition") else { return to };
        let name = self.label.take();
        let value = self.expression(condition);
        let label = self.flow.label();
        let all = cases(cst);
        self.labels_needed(&all);
        self.enter();
        let mut tested = vec![value];
        let is_enum = self.type_of(condition).is_some();
        for &case in &all {
            self.labels(case, (value, is_enum), &mut tested);
        }
        let test = match tested.len() {
            1 => value,
            _ => self.computed(None, tested),
        };
        if has_value {
            self.yields.push((to, label));
        } else {
            self.jumps.push(JavaJump { label, name, is_loop: false, is_plain: true });
        }
        let mut arms = Vec::new();
        for case in all {
            let at = self.node_of(case);
            let body = self.block(|it| it.case(case, has_value.then_some(to), label));
            arms.push(Arm { at, is_default: is_default(case), body });
        }
        if has_value {
            self.yields.pop();
            // One of them is taken.
            if let Some(last) = arms.last_mut().filter(|last| !last.is_default) {
                last.is_default = true;
            }
        } else {
            self.jumps.pop();
        }
        self.leave();
        self.flow.push(Flow::Switch { at, label, test, arms });
        to
    }

    /// Where a label goes, its value goes to the default, or does not run into what comes next.
    fn labels_needed(&mut self, all: &[Cst<'c>]) {
        let nodes: Vec<Option<NodeId>> = all.iter().map(|&case| self.node_of(case)).collect();
        for (idx, &case) in all.iter().enumerate() {
            if is_default(case) {
                nodes.iter().for_each(|&node| self.requires(nodes[idx], node));
            }
            let leaves = case_body(case).last().is_some_and(|last| last.kind() == "break_statement");
            if !is_rule(case) && !leaves && idx + 1 < nodes.len() {
                self.requires(nodes[idx + 1], nodes[idx]);
            }
        }
    }

    /// Patterns and guards of a case, which decide together with the value. Constants of an enumeration stand without their type.
    fn labels(&mut self, case: Cst<'c>, (value, is_enum): (VarId, bool), tested: &mut Vec<VarId>) {
        let at = self.node_of(case);
        for label in named(case).filter(|part| part.kind() == "switch_label") {
            for part in named(label).collect::<Vec<_>>() {
                match part.kind() {
                    "pattern" | "type_pattern" | "record_pattern" => self.pattern(part, value, at, tested),
                    "guard" => {
                        for condition in named(part).collect::<Vec<_>>() {
                            let holds = self.expression(condition);
                            tested.push(holds);
                        }
                    }
                    _ if is_enum => {}
                    _ => self.label_names(part, at, &mut BTreeSet::new()),
                }
            }
        }
    }

    /// What names in a label mean is a constant, for javac: it stays with its value where the case does.
    fn label_names(&mut self, label: Cst<'c>, at: Option<NodeId>, seen: &mut BTreeSet<NodeId>) {
        let parts: Vec<Cst<'c>> = label.subtree().filter(|part| part.field() != "field").collect();
        for part in parts {
            match part.kind() {
                "field_access" => {
                    let name = part.child_by_field_name("field").map_or("", |name| self.word(name));
                    let owners = part.child_by_field_name("object").map(|object| self.owners(object, name));
                    for of in owners.unwrap_or_default() {
                        self.constant_field(of, name, at, seen);
                    }
                }
                "identifier" => match self.meaning(self.word(part)) {
                    JavaMeaning::Static(of) => self.constant_field(of, self.word(part), at, seen),
                    JavaMeaning::Local(local) => {
                        self.requires(at, local.at);
                        let (then, other) = (Vec::new(), Vec::new());
                        self.flow.push(Flow::If { at, test: local.var, then, other });
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    fn constant_field(&mut self, of: TypeIdx, name: &str, at: Option<NodeId>, seen: &mut BTreeSet<NodeId>) {
        let Some(field) = self.types.all[of].fields.get(name).cloned() else { return };
        let (Some(node), Some(value)) = (field.node, field.declarator.child_by_field_name("value")) else {
            return;
        };
        if !field.is_static || !seen.insert(node) {
            return;
        }
        for inside in self.program.subtree(node) {
            self.requires(at, Some(inside));
        }
        let scopes = std::mem::replace(&mut self.scopes, vec![JavaScope::Members(of, None)]);
        self.label_names(value, at, seen);
        self.scopes = scopes;
    }

    fn case(&mut self, case: Cst<'c>, to: Option<VarId>, label: crate::flow::LabelId) {
        let body: Vec<Cst<'c>> = case_body(case).collect();
        if !is_rule(case) {
            // All cases share a scope.
            return self.all_of(body);
        }
        for part in body {
            match (part.kind(), to) {
                ("expression_statement", Some(to)) => {
                    let Some(value) = named(part).next().map(JavaExpression::bare) else { continue };
                    let from = self.expression(value);
                    self.copy(None, to, from);
                }
                _ => self.scoped(part),
            }
        }
        self.flow.jump(None, Leap::Break(label));
    }

    /// `yield`.
    pub(super) fn give(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let value = named(cst).next().map(|value| self.expression(value));
        let Some(&(to, label)) = self.yields.last() else { return };
        if let Some(from) = value {
            self.copy(at, to, from);
        }
        self.flow.jump(at, Leap::Break(label));
    }
}
