//! Finds the parts of a Java program that can be deleted.

use std::ops::Range;

use super::{JavaDeclaration, JavaPart, JavaParts, JavaPlace, NAMELESS, action};
use crate::ast::{BRANCH, Cst, NodeId, Tree, concrete};
use crate::deletions::{Deletion, Group, NodePlaces, Separated};
use crate::languages::java::syntax::{
    JavaExpression, JavaStatement, TryClause, case_body, cases, caught_name, clause_body, declarators,
    first_parts, is_block, is_default, is_made_of, is_nothing, is_rule, is_step, label_names, named,
    parameter_names, switch, takes_else, updates,
};
use crate::stack::deep;

/// Parameters whose places have names of their own when they are gone; those inside of so many stay.
const MAX_PARAMETERS: usize = 20;

impl JavaParts {
    /// The parts of a program; nothing of what its files say wrong.
    pub(in crate::languages::java) fn new(program: &Tree) -> JavaParts {
        let mut parts = JavaParts::default();
        for (file_idx, file) in program.files().enumerate() {
            let concrete = concrete(program.language(), &file.text);
            let mut constants = Vec::new();
            label_names(concrete.root(), &file.text, &mut constants);
            let nodes = NodePlaces::new(program, file_idx);
            let text = &file.text;
            let mut walk =
                JavaWalk { program, file_idx, text, nodes, constants, n_params: 0, parts: &mut parts };
            walk.statements(concrete.root());
        }
        parts
    }
}

struct JavaWalk<'t> {
    program: &'t Tree,
    file_idx: usize,
    text: &'t str,
    nodes: NodePlaces<'t>,
    /// Names that labels of cases have.
    constants: Vec<&'t str>,
    /// Parameters of the functions around, whose names those inside may not have.
    n_params: usize,
    parts: &'t mut JavaParts,
}

impl JavaWalk<'_> {
    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.nodes.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }

    fn add(&mut self, node: NodeId, place: JavaPlace, range: Range<usize>, inner: Range<usize>) {
        let deletion = Deletion { node, action: action(&place) };
        self.parts.all.push(JavaPart { deletion, file_idx: self.file_idx, place, range, inner });
    }

    /// Deletes the node of a construct, if it counts.
    fn add_of(&mut self, cst: Cst<'_>, place: JavaPlace, range: Range<usize>, inner: Range<usize>) {
        if let Some(node) = self.node_of(cst) {
            self.add(node, place, range, inner);
        }
    }

    fn statements(&mut self, block: Cst<'_>) {
        for cst in named(block) {
            deep(|| self.statement(cst, ""));
        }
    }

    /// A statement that may be a body without braces.
    fn body(&mut self, cst: Option<Cst<'_>>) {
        match cst {
            Some(cst) if is_block(cst) => self.statements(cst),
            Some(cst) => deep(|| self.statement(cst, ";")),
            None => {}
        }
    }

    /// A statement, in whose place the syntax needs a text.
    fn statement(&mut self, cst: Cst<'_>, by: &'static str) {
        let Some(statement) = JavaStatement::of(cst) else { return };
        let range = cst.byte_range();
        let place = JavaPlace::Statement { by };
        match statement {
            JavaStatement::Expression(expression) => {
                let inner = JavaExpression::bare(expression);
                self.add_of(inner, place, range, inner.byte_range());
                return self.operands(inner);
            }
            JavaStatement::Block => return self.statements(cst),
            JavaStatement::Declaration => return self.declaration(cst, range),
            JavaStatement::Type { body } => {
                self.add_of(cst, JavaPlace::Definition, range.clone(), range);
                return self.members(body);
            }
            JavaStatement::Method { name, parameters, body } => {
                let inner = name.map_or(range.clone(), |name| name.byte_range());
                self.add_of(cst, JavaPlace::Definition, range, inner);
                return self.function(parameters, body);
            }
            JavaStatement::EnumConstant { arguments, body } => {
                self.values_in(arguments);
                return self.members(body);
            }
            JavaStatement::ConstructorCall { arguments } => return self.values_in(arguments),
            JavaStatement::Members => return self.statements(cst),
            JavaStatement::Switch => {
                if let Some(switch) = switch(cst) {
                    self.add_of(switch, place, range, switch.byte_range());
                    self.switch(switch, false);
                }
                return;
            }
            _ => self.add_of(cst, place, range.clone(), range),
        }
        self.inside(cst, statement);
    }

    /// What is in a statement that goes as a whole.
    fn inside(&mut self, cst: Cst<'_>, statement: JavaStatement<'_>) {
        match statement {
            JavaStatement::Values => named(cst).for_each(|value| self.value(value)),
            JavaStatement::If { condition, consequence, alternative } => {
                self.maybe_value(condition);
                if let Some(then) = consequence {
                    let by = if is_block(then) { "{}" } else { ";" };
                    self.branch(then, then.byte_range(), by);
                }
                if let (Some(then), Some(other)) = (consequence, alternative) {
                    // What follows the `if` could be the `else` of it.
                    let is_inner = !self.text[other.end_byte()..].trim_start().starts_with("else");
                    let by = if is_inner && !takes_else(then) { "" } else { "else ;" };
                    self.branch(other, then.end_byte()..other.end_byte(), by);
                }
            }
            JavaStatement::Conditional { condition, body } => {
                self.maybe_value(condition);
                self.body(body);
            }
            JavaStatement::For { condition, body } => {
                let first = first_parts(cst);
                match first[..] {
                    [only] if matches!(JavaStatement::of(only), Some(JavaStatement::Declaration)) => {
                        self.declaration(only, only.start_byte()..only.end_byte() - 1);
                    }
                    _ => self.steps(&first),
                }
                self.maybe_value(condition);
                self.steps(&updates(cst));
                self.body(body);
            }
            JavaStatement::ForEach { value, body } => {
                self.maybe_value(value);
                self.body(body);
            }
            JavaStatement::Try { resources, body } => {
                let is_free = !resources.is_empty();
                resources.into_iter().for_each(|value| self.value(value));
                self.body(body);
                self.clauses(cst, is_free);
            }
            // What `continue` names must be a loop.
            JavaStatement::Labelled { body: Some(body) } => {
                if let Some(statement) = JavaStatement::of(body) {
                    deep(|| self.inside(body, statement));
                }
            }
            JavaStatement::Initialiser { body } => self.body(body),
            JavaStatement::Switch => self.switch(cst, false),
            _ => {}
        }
    }

    fn branch(&mut self, statement: Cst<'_>, range: Range<usize>, by: &'static str) {
        let inner = statement.byte_range();
        if let Some(node) = self.nodes.find(&inner, |node| self.program.kind(node) == BRANCH) {
            self.add(node, JavaPlace::Branch { by }, range, inner);
        }
        self.body(Some(statement));
    }

    fn clauses(&mut self, statement: Cst<'_>, is_free: bool) {
        let all = TryClause::all(statement);
        for &(clause, cst) in &all {
            let range = cst.byte_range();
            let Some(body) = clause_body(cst) else { continue };
            let place = if clause == TryClause::Catch { JavaPlace::Catch } else { JavaPlace::Finally };
            if let Some(node) = self.nodes.find(&range, |node| self.program.kind(node) == clause.kind()) {
                self.add(node, place, range, body.byte_range());
            }
            let before = self.n_params;
            self.parameter(caught_name(cst));
            self.statements(body);
            self.n_params = before;
        }
        let node = |&(clause, cst): &(TryClause, Cst<'_>)| {
            self.nodes.find(&cst.byte_range(), |node| self.program.kind(node) == clause.kind())
        };
        let members: Option<Vec<NodeId>> = all.iter().map(node).collect();
        if let (false, Some(parent), Some(members)) = (is_free, self.node_of(statement), members)
            && !members.is_empty()
        {
            self.parts.groups.push(Group { parent, members });
        }
    }

    fn switch(&mut self, switch: Cst<'_>, has_value: bool) {
        self.maybe_value(switch.child_by_field_name("condition"));
        let all = cases(switch);
        let has_default = all.iter().any(|&case| is_default(case));
        for case in all {
            let range = case.byte_range();
            // An expression must have a value in any case.
            if !has_value || has_default && !is_default(case) {
                self.add_of(case, JavaPlace::Case, range.clone(), range);
            }
            for statement in case_body(case) {
                match JavaStatement::of(statement) {
                    Some(JavaStatement::Expression(value)) if is_rule(case) && has_value => self.value(value),
                    Some(inside @ JavaStatement::Values) if is_rule(case) && has_value => {
                        self.inside(statement, inside);
                    }
                    _ => deep(|| self.statement(statement, if is_rule(case) { "{}" } else { "" })),
                }
            }
        }
    }

    fn declaration(&mut self, cst: Cst<'_>, whole: Range<usize>) {
        let all = declarators(cst);
        let declaration_idx = self.parts.declarations.len();
        let ranges = all.iter().map(|it| it.byte_range()).collect();
        let row = Separated { file_idx: self.file_idx, ranges, needs_one: false };
        self.parts.declarations.push(JavaDeclaration { whole, row });
        for declarator in all {
            let Some(name) = declarator.child_by_field_name("name") else { continue };
            let value = declarator.child_by_field_name("value");
            let of = if value.is_some() { declarator } else { name };
            let place = JavaPlace::Declarator { declaration_idx };
            self.add_of(of, place, declarator.byte_range(), name.byte_range());
            // What a label says has to be known to the compiler.
            if !self.constants.contains(&&self.text[name.byte_range()]) {
                self.maybe_value(value);
            }
        }
    }

    fn steps(&mut self, all: &[Cst<'_>]) {
        let list_idx = self.parts.steps.len();
        let ranges = all.iter().map(|it| it.byte_range()).collect();
        self.parts.steps.push(Separated { file_idx: self.file_idx, ranges, needs_one: false });
        for &cst in all {
            if is_step(cst) {
                let range = cst.byte_range();
                self.add_of(cst, JavaPlace::Step { list_idx }, range.clone(), range);
            }
            self.operands(cst);
        }
    }

    fn members(&mut self, body: Option<Cst<'_>>) {
        let before = std::mem::take(&mut self.n_params);
        body.into_iter().for_each(|body| self.statements(body));
        self.n_params = before;
    }

    fn function(&mut self, parameters: Option<Cst<'_>>, body: Option<Cst<'_>>) {
        let before = self.n_params;
        for name in parameters.into_iter().flat_map(parameter_names) {
            self.parameter(name);
        }
        body.into_iter().for_each(|body| self.statements(body));
        self.n_params = before;
    }

    fn parameter(&mut self, name: Option<Cst<'_>>) {
        self.n_params += 1;
        if let Some(name) = name.filter(|_| self.n_params <= MAX_PARAMETERS) {
            let by = format!("{NAMELESS}{}", self.n_params);
            self.add_of(name, JavaPlace::Parameter { by }, name.byte_range(), name.byte_range());
        }
    }

    fn maybe_value(&mut self, cst: Option<Cst<'_>>) {
        cst.into_iter().for_each(|cst| self.value(cst));
    }

    fn values_in(&mut self, arguments: Option<Cst<'_>>) {
        arguments.into_iter().flat_map(named).for_each(|value| self.value(value));
    }

    fn value(&mut self, cst: Cst<'_>) {
        let inner = JavaExpression::bare(cst);
        let range = inner.byte_range();
        if !is_nothing(inner) {
            self.add_of(inner, JavaPlace::Value, range.clone(), range);
        }
        self.operands(inner);
    }

    fn maybe_operands(&mut self, cst: Option<Cst<'_>>) {
        cst.into_iter().for_each(|cst| self.operands(JavaExpression::bare(cst)));
    }

    /// What is inside of an expression.
    fn operands(&mut self, cst: Cst<'_>) {
        deep(|| match JavaExpression::of(cst) {
            JavaExpression::Parenthesised(inner) | JavaExpression::Inside(inner) => {
                self.maybe_operands(inner)
            }
            JavaExpression::Values(values) => values.into_iter().for_each(|value| self.value(value)),
            JavaExpression::Assignment { left, right } => {
                self.maybe_operands(left);
                self.maybe_value(right);
            }
            JavaExpression::Lambda { parameters, body } => {
                let before = self.n_params;
                for name in parameters.into_iter().flat_map(parameter_names) {
                    self.parameter(name);
                }
                match body {
                    Some(body) if is_block(body) => self.statements(body),
                    body => self.maybe_value(body),
                }
                self.n_params = before;
            }
            JavaExpression::Call { object, arguments } => {
                self.maybe_operands(object);
                self.values_in(arguments);
            }
            JavaExpression::Creation { outer, arguments, body } => {
                self.maybe_operands(outer);
                self.values_in(arguments);
                self.members(body);
            }
            JavaExpression::Subscript { array, index } => {
                self.maybe_operands(array);
                self.maybe_value(index);
            }
            JavaExpression::Switch => self.switch(cst, true),
            JavaExpression::Other => {}
        })
    }
}
