//! Statements.

use crate::ast::{Cst, NodeId};
use crate::flow::{Arm, Flow, FlowHandler, FlowLowering, Leap};
use crate::languages::javascript::syntax::{
    DeclarationWord, ScriptPattern, ScriptStatement, body, bound_names, case_statements, case_value, caught,
    declarators, else_body, is_class, is_default, is_function, is_text_statement, name, parts_of, value,
};
use crate::stack::deep;

use super::forms::{is_break, is_generator, is_return, label};
use super::library;
use super::{JumpTarget, ScriptFlow};

impl ScriptFlow<'_> {
    /// The statements of a block, whose functions are there first.
    pub(super) fn body(&mut self, statements: Vec<Cst<'_>>) {
        for &statement in &statements {
            if let Some(ScriptStatement::Function) = ScriptStatement::of(statement) {
                self.hoisted(statement);
            }
        }
        self.sequence(&statements);
    }

    /// What says that code is strict stays where the code does.
    pub(super) fn directives(&mut self, statements: &[Cst<'_>]) {
        for &statement in statements.iter().take_while(|statement| is_text_statement(**statement)) {
            let is_strict = self.word(statement).contains("use strict");
            if let Some(at) =
                parts_of(statement).next().and_then(|text| self.node_of(text)).filter(|_| is_strict)
            {
                self.flow.opaque(at, &[], "");
            }
        }
    }

    /// Statements one after the other; behind a call of `super` all fail that are done without it.
    fn sequence(&mut self, statements: &[Cst<'_>]) {
        for (idx, &statement) in statements.iter().enumerate() {
            deep(|| self.statement(statement));
            if let Some(test) = self.built.take() {
                return self.perhaps(test, |it| it.sequence(&statements[idx + 1..]));
            }
        }
    }

    pub(super) fn statement(&mut self, cst: Cst<'_>) {
        let at = self.node_of(cst);
        let Some(statement) = ScriptStatement::of(cst) else { return };
        match statement {
            ScriptStatement::Expression(inner) => _ = self.expression(inner),
            ScriptStatement::Declaration(word) => self.declaration(cst, word),
            ScriptStatement::Function | ScriptStatement::Weightless => {}
            ScriptStatement::Class => {
                let class = self.class(cst, at);
                if let Some(name) = name(cst) {
                    self.declare(name);
                    self.initialise(name, class, at);
                }
            }
            ScriptStatement::Values => {
                let values: Vec<Cst<'_>> = parts_of(cst).collect();
                self.leave(&values, is_return(cst), at);
            }
            ScriptStatement::Plain => self.leap(cst, at),
            ScriptStatement::If { condition: Some(condition), consequence, alternative } => {
                let test = self.expression(condition);
                let then = self.block(|it| consequence.into_iter().for_each(|body| it.statement(body)));
                let inner = alternative.and_then(else_body);
                let other = self.block(|it| inner.into_iter().for_each(|body| it.statement(body)));
                self.flow.push(Flow::If { at, test, then, other });
            }
            ScriptStatement::While { .. } | ScriptStatement::For { .. } => self.repeat(cst, statement, at),
            ScriptStatement::ForIn { .. } => self.each_of(cst, at),
            ScriptStatement::Switch { value: Some(value), cases } => self.switch(value, &cases, at),
            ScriptStatement::Try { body, handler, finalizer } => {
                self.guarded(body, handler, finalizer, at);
            }
            ScriptStatement::Labelled { body: Some(body) } => self.labelled(cst, body),
            ScriptStatement::Block => self.scoped(cst),
            ScriptStatement::Exported { declaration: Some(declaration) } => self.statement(declaration),
            _ => _ = self.not_understood(cst, "this statement"),
        }
    }

    fn declaration(&mut self, cst: Cst<'_>, word: DeclarationWord) {
        for declarator in declarators(cst) {
            let Some(pattern) = name(declarator) else { continue };
            let at = self.node_of(declarator);
            if word != DeclarationWord::Var {
                let mut names = Vec::new();
                bound_names(pattern, &mut names);
                names.into_iter().for_each(|name| self.declare(name));
            }
            match value(declarator) {
                Some(value) => {
                    let from = self.expression(value);
                    self.assign(pattern, from, at, true);
                }
                None if word != DeclarationWord::Var => {
                    let from = self.literal(at);
                    self.assign(pattern, from, at, true);
                }
                None => {}
            }
        }
    }

    fn leap(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        let wanted = label(cst).map(|label| self.word(label).to_owned());
        let is_break = is_break(cst);
        let means = |target: &&JumpTarget| match &wanted {
            Some(name) => target.name.as_ref() == Some(name),
            None if is_break => target.is_plain,
            None => target.is_loop,
        };
        let Some(label) = self.jumps.iter().rev().find(means).map(|target| target.label) else { return };
        self.flow.jump(at, if is_break { Leap::Break(label) } else { Leap::Continue(label) });
    }

    fn labelled(&mut self, cst: Cst<'_>, body: Cst<'_>) {
        let name = label(cst).map(|label| self.word(label).to_owned());
        let is_loop = matches!(
            ScriptStatement::of(body),
            Some(ScriptStatement::While { .. } | ScriptStatement::For { .. } | ScriptStatement::ForIn { .. })
        );
        if is_loop {
            self.label = name;
            return self.statement(body);
        }
        let label = self.flow.label();
        self.jumps.push(JumpTarget { label, name, is_loop: false, is_plain: false });
        let body = self.block(|it| it.statement(body));
        self.jumps.pop();
        self.flow.push(Flow::Block { label, body });
    }

    fn switch(&mut self, value: Cst<'_>, cases: &[Cst<'_>], at: Option<NodeId>) {
        let mut tested = vec![self.expression(value)];
        for &case in cases {
            if let Some(value) = case_value(case) {
                tested.push(self.expression(value));
            }
        }
        let test = self.flow.library(None, &tested, library::shallow());
        let label = self.flow.label();
        self.jumps.push(JumpTarget { label, name: None, is_loop: false, is_plain: true });
        for statement in cases.iter().flat_map(|&case| case_statements(case)) {
            if let Some(ScriptStatement::Function) = ScriptStatement::of(statement) {
                self.hoisted(statement);
            }
        }
        let mut arms = Vec::new();
        for &case in cases {
            let at = self.node_of(case);
            let body = self.block(|it| case_statements(case).for_each(|statement| it.statement(statement)));
            arms.push(Arm { at, is_default: is_default(case), body });
        }
        self.jumps.pop();
        self.flow.push(Flow::Switch { at, label, test, arms });
    }

    fn guarded(
        &mut self,
        block: Option<Cst<'_>>,
        handler: Option<Cst<'_>>,
        finalizer: Option<Cst<'_>>,
        at: Option<NodeId>,
    ) {
        let guarded = self.block(|it| block.into_iter().for_each(|block| it.scoped(block)));
        let handlers = handler.map(|handler| self.handler(handler)).into_iter().collect();
        let finally = finalizer.map(|clause| {
            let at = self.node_of(clause);
            (at, self.block(|it| body(clause).into_iter().for_each(|body| it.scoped(body))))
        });
        self.flow.push(Flow::Try { at, body: guarded, handlers, otherwise: Vec::new(), finally });
    }

    fn handler(&mut self, clause: Cst<'_>) -> FlowHandler {
        let at = self.node_of(clause);
        let parameter = caught(clause);
        let thrown = self.flow.temp();
        let plain = parameter.filter(|it| matches!(ScriptPattern::of(*it), ScriptPattern::Name(_)));
        let node = plain.and_then(|name| self.node_of(name));
        let body = self.block(|it| {
            if let Some(parameter) = parameter {
                let mut names = Vec::new();
                bound_names(parameter, &mut names);
                names.into_iter().for_each(|name| it.declare(name));
                let at = it.node_of(parameter);
                it.assign(parameter, thrown, at, true);
            }
            body(clause).into_iter().for_each(|body| it.scoped(body));
        });
        let var = Some((thrown, node));
        FlowHandler { at, var, classes: Vec::new(), takes_foreign: true, takes_all: true, body }
    }

    /// Finds the getters and setters of a program, and its classes.
    pub(super) fn declared_in(&mut self, cst: Cst<'_>) {
        use super::forms::{ListItem, MethodKind, constant_key};
        if let ListItem::Method(kind) = ListItem::of(cst)
            && let Some(name) =
                crate::languages::javascript::syntax::key(cst).and_then(|key| constant_key(key, self.text))
        {
            match kind {
                MethodKind::Getter => _ = self.accessors.insert(format!("get {name}")),
                MethodKind::Setter => _ = self.accessors.insert(format!("set {name}")),
                MethodKind::Plain => {}
            }
        }
        self.has_generators |= is_function(cst) && is_generator(cst);
        if let Some(name) = cst.child_by_field_name("name").filter(|_| is_class(cst)) {
            self.classes.insert(self.word(name).to_owned());
        }
        deep(|| parts_of(cst).for_each(|child| self.declared_in(child)));
    }
}
