//! Statements.

use crate::ast::{Cst, NodeId};
use crate::flow::{Arm, Flow, FlowLowering, LabelId, Leap, VarId};
use crate::languages::c::syntax::{Statement, named};
use crate::stack::deep;

use super::types::CType;
use super::{CFlow, JumpScope};
use crate::languages::c::syntax::forms::{self, bare};

impl<'t> CFlow<'t> {
    /// A block, with names of its own.
    pub(super) fn statements(&mut self, block: Cst<'t>) {
        self.scopes.enter();
        for statement in named(block) {
            self.statement(statement);
        }
        self.scopes.leave();
    }

    pub(super) fn statement(&mut self, cst: Cst<'t>) {
        deep(|| self.lower_statement(cst));
    }

    fn lower_statement(&mut self, cst: Cst<'t>) {
        let at = self.node_of(cst);
        match Statement::of(cst) {
            Statement::Block => self.statements(cst),
            Statement::Declaration(declaration) => self.declaration(cst, declaration),
            Statement::Expression(inner) => inner.into_iter().for_each(|inner| _ = self.expression(inner)),
            Statement::If { condition: Some(condition), consequence, alternative } => {
                let test = self.expression(condition).var;
                let then = self.branch(consequence);
                let other = self.branch(alternative.and_then(|it| named(it).next()));
                self.flow.push(Flow::If { at, test, then, other });
            }
            Statement::While { condition: Some(condition), body }
                if forms::is_tested_last(cst) && self.word(bare(condition)) == "0" =>
            {
                self.once(condition, body, at);
            }
            Statement::While { condition: Some(condition), body } => self.repeat(cst, condition, body, at),
            Statement::For { initialiser, condition, update, body } => {
                self.scopes.enter();
                self.for_loop((initialiser, condition, update), body, at);
                self.scopes.leave();
            }
            Statement::Switch { condition: Some(condition), body: Some(body) } => {
                self.switch(condition, body, at);
            }
            Statement::Return(value) => self.leave(value, at),
            Statement::Jump => self.leap(cst, at),
            Statement::Goto(label) => self.go_to(label, at),
            Statement::Labelled { label, inner } => self.labelled(label, inner),
            Statement::Case { value, .. } => self.inner_case(cst, value, at),
            Statement::Other if forms::is_conditional(cst) => self.conditional(cst),
            Statement::Other if self.is_weightless(cst) => {}
            _ => _ = self.not_understood(cst, at, "this statement"),
        }
    }

    /// Whether a statement does nothing: types, directives.
    fn is_weightless(&self, cst: Cst<'t>) -> bool {
        forms::is_definition(cst) || self.word(cst).trim().trim_matches(';').is_empty()
    }

    fn branch(&mut self, body: Option<Cst<'t>>) -> Vec<Flow> {
        self.block(|it| body.into_iter().for_each(|body| it.statement(body)))
    }

    /// What the compiler may leave out: either is kept.
    fn conditional(&mut self, cst: Cst<'t>) {
        self.keeps_all(cst, "conditional compilation");
        for part in forms::conditional_parts(cst) {
            let test = self.flow.temp();
            let then = self.block(|it| it.statement(part));
            self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
        }
    }

    /// Whatever stands in this text is kept.
    pub(super) fn keeps_all(&mut self, cst: Cst<'t>, why: &str) {
        let range = cst.byte_range();
        let program = self.program;
        let inside = |node: &NodeId| {
            let span = program.span(*node);
            range.start <= span.start && span.end <= range.end
        };
        let all: Vec<NodeId> = program.file_nodes(self.here.file_idx).filter(inside).collect();
        for &node in &all {
            if program.parent(node).is_none_or(|above| !all.contains(&above)) {
                self.flow.opaque(node, &[], why);
            }
        }
    }

    fn in_loop(&mut self, label: LabelId, body: Option<Cst<'t>>) -> Vec<Flow> {
        self.loops.push((label, JumpScope::Loop));
        let body = self.branch(body);
        self.loops.pop();
        body
    }

    /// `do … while (0)`, which is done once.
    fn once(&mut self, condition: Cst<'t>, body: Option<Cst<'t>>, at: Option<NodeId>) {
        let label = self.flow.label();
        self.loops.push((label, JumpScope::Once));
        let body = self.branch(body);
        self.loops.pop();
        self.flow.push(Flow::Block { label, body });
        let value = self.expression(condition).var;
        self.requires(at, &[value]);
    }

    fn repeat(&mut self, cst: Cst<'t>, condition: Cst<'t>, body: Option<Cst<'t>>, at: Option<NodeId>) {
        let label = self.flow.label();
        let test = self.flow.temp();
        // What is printed there may be printed again.
        self.loops.push((label, JumpScope::Loop));
        let head = self.block(|it| {
            let value = it.expression(condition).var;
            it.copy(None, test, value);
        });
        self.loops.pop();
        let body = self.in_loop(label, body);
        let is_tested_last = forms::is_tested_last(cst);
        let (step, otherwise) = (Vec::new(), Vec::new());
        self.flow.push(Flow::Loop {
            at,
            label,
            head,
            test: Some(test),
            is_tested_last,
            body,
            step,
            otherwise,
        });
    }

    fn for_loop(
        &mut self,
        (initialiser, condition, update): (Option<Cst<'t>>, Option<Cst<'t>>, Option<Cst<'t>>),
        body: Option<Cst<'t>>,
        at: Option<NodeId>,
    ) {
        if let Some(first) = initialiser {
            match Statement::of(first) {
                Statement::Declaration(declaration) => self.declaration(first, declaration),
                _ => _ = self.expression(first),
            }
        }
        let label = self.flow.label();
        let test = condition.map(|_| self.flow.temp());
        self.loops.push((label, JumpScope::Loop));
        let head = self.block(|it| {
            if let (Some(condition), Some(test)) = (condition, test) {
                let value = it.expression(condition).var;
                it.copy(None, test, value);
            }
        });
        let step = self.block(|it| update.into_iter().for_each(|update| _ = it.expression(update)));
        self.loops.pop();
        let body = self.in_loop(label, body);
        let otherwise = Vec::new();
        let is_tested_last = false;
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last, body, step, otherwise });
    }

    fn leave(&mut self, value: Option<Cst<'t>>, at: Option<NodeId>) {
        if let Some(value) = value {
            let written = value;
            let value = self.expression(value);
            let result = self.flow.result();
            let returns = self.around.as_ref().map_or(CType::Unknown, |around| around.returns.clone());
            self.looks_at(&value, &returns, written);
            if matches!(value.of, CType::Record(_)) {
                self.requires(at, &[value.var]);
            }
            self.copy(at, result, value.var);
        }
        // The program ends with the function that it is entered by.
        let is_end = self.around.as_ref().is_some_and(|around| around.is_entry);
        self.flow.jump(at, if is_end { Leap::Exit } else { Leap::Return });
    }

    fn leap(&mut self, cst: Cst<'t>, at: Option<NodeId>) {
        let is_break = forms::is_break(cst);
        let mut around = self.loops.iter().rev();
        let target = around.find(|(_, scope)| is_break || *scope != JumpScope::Switch);
        let Some(&(label, scope)) = target else { return };
        let leaves = is_break || scope == JumpScope::Once;
        self.flow.jump(at, if leaves { Leap::Break(label) } else { Leap::Continue(label) });
    }

    fn go_to(&mut self, label: Option<Cst<'t>>, at: Option<NodeId>) {
        let Some(word) = label.map(|label| self.word(label)) else { return };
        let around = self.around.as_ref().and_then(|around| around.labels.get(word)).copied();
        match (around, at) {
            (Some((label, mention)), _) => {
                self.needs(mention, mention);
                self.compute(at, &[mention]);
                self.flow.jump(at, Leap::Goto(label));
            }
            (None, Some(at)) => _ = self.flow.opaque(at, &[], "this `goto`"),
            (None, None) => {}
        }
    }

    fn labelled(&mut self, label: Option<Cst<'t>>, inner: Option<Cst<'t>>) {
        let word = label.map_or("", |label| self.word(label)).to_owned();
        let known = self.around.as_ref().and_then(|around| around.labels.get(&word)).copied();
        if let Some((label, _)) = known {
            self.flow.push(Flow::Label(label));
        }
        inner.into_iter().for_each(|inner| self.statement(inner));
    }

    fn switch(&mut self, condition: Cst<'t>, body: Cst<'t>, at: Option<NodeId>) {
        let value = self.expression(condition);
        let label = self.flow.label();
        self.loops.push((label, JumpScope::Switch));
        self.scopes.enter();
        let cases: Vec<Cst<'t>> = named(body).collect();
        // What stands before the first case only declares names.
        for &before in cases.iter().take_while(|case| !is_case(**case)) {
            let test = self.flow.temp();
            let then = self.block(|it| it.statement(before));
            self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
        }
        let cases: Vec<Cst<'t>> = cases.into_iter().skip_while(|case| !is_case(*case)).collect();
        let mut mentions: Vec<(Option<NodeId>, VarId)> = Vec::new();
        for &case in &cases {
            let (node, mention) = (self.node_of(case), self.flow.temp());
            self.declares(mention, node);
            mentions.push((node, mention));
        }
        let own = cases.iter().zip(&mentions).filter(|(case, _)| is_case(**case));
        let own: Vec<VarId> = own.map(|(_, &(_, mention))| mention).collect();
        let inner = inner_cases(body);
        let mut arms = self.inner_arms(&inner, &own);
        let n_inner = arms.len();
        for (idx, &case) in cases.iter().enumerate() {
            let Statement::Case { value, .. } = Statement::of(case) else {
                // Behind a case, in its arm.
                let more = self.block(|it| it.statement(case));
                arms[n_inner..].last_mut().into_iter().for_each(|arm| arm.body.extend(more.iter().cloned()));
                continue;
            };
            let mut needed: Vec<VarId> =
                needed_cases(&cases, idx).into_iter().map(|other| mentions[other].1).collect();
            if value.is_none() {
                needed.extend(
                    inner.iter().filter_map(|case| self.inner_case_of(*case)).map(|(_, mention)| mention),
                );
            }
            let is_default = value.is_none();
            let at = mentions[idx].0;
            let body = self.block(|it| {
                for mention in needed {
                    it.needs(mention, mention);
                    it.compute(at, &[mention]);
                }
                let parts = named(case).skip(usize::from(value.is_some()));
                parts.for_each(|statement| it.statement(statement));
            });
            arms.push(Arm { at, is_default, body });
        }
        self.scopes.leave();
        self.loops.pop();
        self.flow.push(Flow::Switch { at, label, test: value.var, arms });
    }

    /// Arms that lead to the cases of a `switch` which stand inside of other statements, as in Duff's device: each jumps to its place.
    /// `own` stands for the labels of the others, without which their values would lead to `default`, too.
    fn inner_arms(&mut self, cases: &[Cst<'t>], own: &[VarId]) -> Vec<Arm> {
        let mut known: Vec<(LabelId, VarId)> = Vec::new();
        for &case in cases {
            let (label, mention) = (self.flow.label(), self.flow.temp());
            let node = self.node_of(case);
            self.declares(mention, node);
            let place = (self.here.file_idx, case.start_byte());
            self.inner_cases.insert(place, (label, mention));
            known.push((label, mention));
        }
        let mut arms = Vec::new();
        for (&case, &(label, _)) in cases.iter().zip(&known) {
            let at = self.node_of(case);
            let is_default = matches!(Statement::of(case), Statement::Case { value: None, .. });
            let body = self.block(|it| {
                let all = known.iter().map(|(_, mention)| mention).chain(own);
                for &mention in all.filter(|_| is_default) {
                    it.needs(mention, mention);
                    it.compute(at, &[mention]);
                }
                it.flow.jump(None, Leap::Goto(label));
            });
            arms.push(Arm { at, is_default, body });
        }
        arms
    }

    fn inner_case_of(&self, case: Cst<'t>) -> Option<(LabelId, VarId)> {
        self.inner_cases.get(&(self.here.file_idx, case.start_byte())).copied()
    }

    fn inner_case(&mut self, cst: Cst<'t>, value: Option<Cst<'t>>, at: Option<NodeId>) {
        let Some((label, _)) = self.inner_case_of(cst) else {
            self.not_understood(cst, at, "this `case`");
            return;
        };
        self.flow.push(Flow::Label(label));
        named(cst).skip(usize::from(value.is_some())).for_each(|statement| self.statement(statement));
    }
}

/// The cases of a `switch` that are not statements of its own block.
fn inner_cases(body: Cst<'_>) -> Vec<Cst<'_>> {
    let mut found = Vec::new();
    let mut pending: Vec<(Cst<'_>, bool)> = named(body).map(|part| (part, true)).collect();
    pending.reverse();
    while let Some((cst, is_own)) = pending.pop() {
        if matches!(Statement::of(cst), Statement::Switch { .. }) {
            continue;
        }
        if is_case(cst) && !is_own {
            found.push(cst);
        }
        let parts: Vec<Cst<'_>> = named(cst).collect();
        pending.extend(parts.into_iter().rev().map(|part| (part, false)));
    }
    found
}

fn is_case(cst: Cst<'_>) -> bool {
    matches!(Statement::of(cst), Statement::Case { .. })
}

/// Labels without which other values would lead to a case: those that run into it, and for `default` all.
fn needed_cases(cases: &[Cst<'_>], idx: usize) -> Vec<usize> {
    let is_default = |case: Cst<'_>| matches!(Statement::of(case), Statement::Case { value: None, .. });
    if is_default(cases[idx]) {
        return (0..cases.len()).filter(|&other| other != idx && is_case(cases[other])).collect();
    }
    let before = idx.checked_sub(1).map(|before| cases[before]);
    let runs_into = before.filter(|&before| !named(before).last().is_some_and(forms::leaves));
    let found = runs_into.and_then(|_| (0..idx).rev().find(|&other| is_case(cases[other])));
    found.into_iter().collect()
}
