//! Finds the parts of a C program that can be deleted.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Construct, Part, Role, action};
use crate::ast::{BRANCH, Cst, NodeId, Tree, concrete};
use crate::deletions::Deletion;
use crate::languages::c::syntax::{
    Declaration, Declarator, Expression, FunctionDefinition, NodeKind, Statement, is_made_of, named,
    top_level,
};
use crate::stack::deep;

/// Everything that can be deleted from a C program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// In source order, what is around before what is inside.
    pub all: Vec<Part>,
    /// Declarations of variables.
    pub declarations: Vec<super::DeclarationRange>,
    /// Declared names that take more of their declarators along, with one past the last node of it.
    pub reaches: BTreeMap<NodeId, NodeId>,
}

impl Parts {
    /// The parts of a program; nothing of what its files say wrong, or leave to the preprocessor.
    pub(crate) fn new(program: &Tree) -> Parts {
        let mut parts = Parts::default();
        for (file_idx, file) in program.files().enumerate() {
            let concrete = concrete(program.language(), &file.text);
            let mut nodes: BTreeMap<(usize, usize), Vec<NodeId>> = BTreeMap::new();
            for node in program.file_nodes(file_idx) {
                let span = program.span(node);
                nodes.entry((span.start, span.end)).or_default().push(node);
            }
            let text = &file.text;
            let mut walk = Collector { program, file_idx, text, nodes, parts: &mut parts, is_static: true };
            for child in top_level(concrete.root(), text) {
                walk.top_level(child);
            }
        }
        parts
    }
}

struct Collector<'t> {
    program: &'t Tree,
    file_idx: usize,
    text: &'t str,
    nodes: BTreeMap<(usize, usize), Vec<NodeId>>,
    parts: &'t mut Parts,
    /// Whether variables that are declared here live as long as the program.
    is_static: bool,
}

impl Collector<'_> {
    /// The node of a construct.
    fn node(&self, cst: Cst<'_>, is_it: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let found = self.nodes.get(&(cst.start_byte(), cst.end_byte()))?;
        found.iter().copied().find(|&node| is_it(node) && self.program.is_counted(node))
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.node(cst, |node| is_made_of(self.program, node, cst))
    }

    fn add(&mut self, node: NodeId, name: NodeId, place: Construct, range: Range<usize>) {
        let deletion = Deletion { node, action: action(&place, name) };
        self.parts.all.push(Part { deletion, file_idx: self.file_idx, place, range });
    }

    /// Deletes the node of a construct with the text of what it stands in.
    fn add_whole(&mut self, cst: Cst<'_>, place: Construct, text: Cst<'_>) {
        if let Some(node) = self.node_of(cst) {
            self.add(node, node, place, text.byte_range());
        }
    }

    fn top_level(&mut self, cst: Cst<'_>) {
        match (FunctionDefinition::of(cst), Declaration::of(cst)) {
            (Some(function), _) => self.function(cst, &function),
            (None, Some(declaration)) => self.declaration(cst, declaration, false),
            (None, None) => {}
        }
    }

    fn function(&mut self, cst: Cst<'_>, function: &FunctionDefinition<'_>) {
        self.add_whole(cst, Construct::Function, cst);
        for name in Declarator::parameters(function.declarator).filter_map(Declarator::name) {
            self.add_whole(name, Construct::Parameter, name);
        }
        self.is_static = false;
        if let Some(body) = function.body {
            self.statements(body);
        }
        self.is_static = true;
    }

    fn statements(&mut self, block: Cst<'_>) {
        for child in named(block) {
            self.statement(child, false);
        }
    }

    fn statement(&mut self, cst: Cst<'_>, is_body: bool) {
        deep(|| {
            let place = Construct::Statement { is_body };
            match Statement::of(cst) {
                Statement::Block => self.statements(cst),
                Statement::Declaration(declaration) => self.declaration(cst, declaration, false),
                Statement::Case { value, colon } => self.case(cst, value, colon),
                Statement::Expression(inner) => {
                    let Some(inner) = inner.map(Expression::bare) else { return };
                    self.add_whole(inner, place, cst);
                    self.operands(inner);
                }
                Statement::If { condition, consequence, alternative } => {
                    self.add_whole(cst, place, cst);
                    self.visit(condition, Some(Role::Truth));
                    self.branch(consequence, consequence, false, is_body);
                    self.branch(alternative, alternative.and_then(|it| named(it).next()), true, is_body);
                }
                Statement::While { condition, body } => {
                    self.add_whole(cst, place, cst);
                    self.visit(condition, Some(Role::Truth));
                    self.body(body);
                }
                Statement::For { initialiser, condition, update, body } => {
                    self.add_whole(cst, place, cst);
                    self.for_part(initialiser, Construct::ForStep);
                    self.for_part(condition, Construct::ForCondition);
                    self.for_part(update, Construct::ForStep);
                    self.body(body);
                }
                Statement::Switch { condition, body } => {
                    self.add_whole(cst, place, cst);
                    self.visit(condition, Some(Role::Operand));
                    self.body(body);
                }
                Statement::Return(value) => {
                    self.add_whole(cst, place, cst);
                    self.visit(value, Some(Role::Returned));
                }
                Statement::Jump | Statement::Goto(_) => self.add_whole(cst, place, cst),
                Statement::Labelled { inner, .. } => {
                    self.add_whole(cst, place, cst);
                    self.label(cst, inner);
                    self.body(inner);
                }
                Statement::Other => {}
            }
        })
    }

    /// A label alone, where its statement has a node that stays.
    fn label(&mut self, cst: Cst<'_>, inner: Option<Cst<'_>>) {
        let Some(inner) = inner else { return };
        let stays = match Statement::of(inner) {
            Statement::Expression(inner) => inner.and_then(|inner| self.node_of(Expression::bare(inner))),
            _ => self.node_of(inner),
        };
        if let (Some(node), Some(stays)) = (self.node_of(cst), stays) {
            self.add(node, stays, Construct::Label, cst.start_byte()..inner.start_byte());
        }
    }

    fn body(&mut self, body: Option<Cst<'_>>) {
        body.into_iter().for_each(|body| self.statement(body, true));
    }

    /// A branch of an `if`, and the statement in it.
    fn branch(&mut self, branch: Option<Cst<'_>>, body: Option<Cst<'_>>, is_else: bool, needs_else: bool) {
        let Some(branch) = branch else { return };
        let is_block = body.is_some_and(|body| matches!(Statement::of(body), Statement::Block));
        if let Some(node) = self.node(branch, |node| self.program.kind(node) == BRANCH) {
            let body = body.map_or(branch.byte_range(), |body| body.byte_range());
            let place = Construct::Branch { is_else, is_block, needs_else, body };
            self.add(node, node, place, branch.byte_range());
        }
        self.body(body);
    }

    fn for_part(&mut self, part: Option<Cst<'_>>, place: Construct) {
        let Some(part) = part else { return };
        if let Some(declaration) = Declaration::of(part) {
            return self.declaration(part, declaration, true);
        }
        let inner = Expression::bare(part);
        self.add_whole(inner, place, part);
        self.operands(inner);
    }

    fn case(&mut self, cst: Cst<'_>, value: Option<Cst<'_>>, colon: Option<Cst<'_>>) {
        let program = self.program;
        let switch =
            |node| program.ancestors(node).find(|&above| NodeKind::of(program, above) == NodeKind::Switch);
        if let (Some(node), Some(colon)) = (self.node_of(cst), colon)
            && let Some(switch) = switch(node)
        {
            let place = Construct::Case { switch, is_default: value.is_none(), body_start: colon.end_byte() };
            self.add(node, node, place, cst.byte_range());
        }
        for child in named(cst).skip(usize::from(value.is_some())) {
            self.statement(child, false);
        }
    }

    fn declaration(&mut self, cst: Cst<'_>, declaration: Declaration<'_>, is_for: bool) {
        let declarators: Vec<Cst<'_>> = declaration.declarators().collect();
        let declaration_idx = self.parts.declarations.len();
        let has_storage = |class: &str| declaration.has_storage(self.text, class);
        let is_static = self.is_static || has_storage("static");
        // Static constants are in memory that cannot be written.
        let is_constant =
            self.text[cst.byte_range()].split(|c: char| !c.is_alphanumeric()).any(|w| w == "const");
        let mut names = Vec::new();
        for &declarator in &declarators {
            let name = Declarator::variable(declarator).and_then(|name| Some((self.node_of(name)?, name)));
            // What is `extern` is defined elsewhere; a prototype has no node.
            match name {
                Some((name, _)) if !has_storage("extern") => names.push((declarator, name)),
                _ => return,
            }
        }
        self.parts.declarations.push(super::DeclarationRange {
            file_idx: self.file_idx,
            range: cst.byte_range(),
            declarators: declarators.iter().map(|declarator| declarator.byte_range()).collect(),
            defines_type: declaration.defines_type(),
            is_for,
        });
        for (declarator, name) in names {
            let link = Declarator::of(declarator);
            let is_initialised = matches!(link, Declarator::Initialised { .. });
            let node = if is_initialised { self.node_of(declarator) } else { Some(name) };
            if let Some(node) = node {
                let place = Construct::Declarator { declaration_idx };
                self.add(node, node, place, declarator.byte_range());
                let end = self.end_of(&declarator.byte_range());
                if end > self.program.subtree(node).end {
                    self.parts.reaches.insert(node, end);
                }
                self.initialiser(&link, node, name, (is_static, is_constant));
            }
        }
    }

    /// One past the last node in this text.
    fn end_of(&self, text: &Range<usize>) -> NodeId {
        let inside =
            self.nodes.range((text.start, 0)..(text.end, 0)).filter(|((_, end), _)| *end <= text.end);
        inside.flat_map(|(_, nodes)| nodes).max().map_or(0, |last| last + 1)
    }

    fn initialiser(
        &mut self,
        link: &Declarator<'_>,
        node: NodeId,
        name: NodeId,
        (is_static, is_constant): (bool, bool),
    ) {
        let &Declarator::Initialised { inner: Some(declared), value: Some(value) } = link else { return };
        let is_array = Declarator::has_array(declared);
        let is_aggregate = is_array || matches!(Expression::of(value), Expression::List);
        // An array may have its size from what initialises it, and its size, if given, is a node that would stay.
        if !(is_array || is_constant && is_static) {
            let place = Construct::Initialiser { is_static, is_aggregate };
            self.add(node, name, place, declared.end_byte()..value.end_byte());
        }
        // Constants of static variables are no code that runs.
        if !is_static {
            self.initial_value(value);
        }
    }

    fn initial_value(&mut self, value: Cst<'_>) {
        match Expression::of(value) {
            Expression::List => named(value).for_each(|element| self.element(element)),
            Expression::Element(value) => value.into_iter().for_each(|value| self.element(value)),
            _ => self.operands(Expression::bare(value)),
        }
    }

    /// What is in a list that initialises, with the name of its place or without.
    fn element(&mut self, element: Cst<'_>) {
        match Expression::of(element) {
            Expression::List | Expression::Element(_) => deep(|| self.initial_value(element)),
            Expression::Text => {}
            _ => self.expression(element, Some(Role::Operand)),
        }
    }

    /// An expression in a place; without one, only what is inside of it can go.
    fn expression(&mut self, cst: Cst<'_>, role: Option<Role>) {
        let inner = Expression::bare(cst);
        if let Some(role) = role {
            self.add_whole(inner, Construct::Expression(role), inner);
        }
        deep(|| self.operands(inner));
    }

    fn visit(&mut self, part: Option<Cst<'_>>, role: Option<Role>) {
        part.into_iter().for_each(|part| self.expression(part, role.clone()));
    }

    /// What is inside of an expression.
    fn operands(&mut self, cst: Cst<'_>) {
        match Expression::of(cst) {
            Expression::Binary { left, right, is_logical } => {
                let role = if is_logical { Role::Truth } else { Role::Operand };
                self.visit(left, Some(role.clone()));
                self.visit(right, Some(role));
            }
            Expression::Unary { argument, is_not } => {
                self.visit(argument, Some(if is_not { Role::Truth } else { Role::Operand }));
            }
            Expression::OfPlace(argument) => self.visit(argument, None),
            Expression::Assignment { left, right, is_plain } => {
                let range = left.map(|left| left.byte_range()).filter(|_| is_plain);
                self.visit(left, None);
                self.visit(right, Some(range.map_or(Role::Operand, Role::Assigned)));
            }
            Expression::Subscript { argument, index } => {
                self.visit(argument, None);
                self.visit(index, Some(Role::Operand));
            }
            Expression::Cast(value) => self.visit(value, Some(Role::Operand)),
            Expression::Conditional { condition, consequence, alternative } => {
                self.visit(condition, Some(Role::Truth));
                self.visit(consequence, Some(Role::Operand));
                self.visit(alternative, Some(Role::Operand));
            }
            Expression::Comma { left, right } => {
                self.visit(left, Some(Role::Discarded));
                self.visit(right, Some(Role::Operand));
            }
            Expression::Call { function, arguments } => self.call(function, arguments),
            Expression::Name
            | Expression::List
            | Expression::Element(_)
            | Expression::Text
            | Expression::Parenthesised(_)
            | Expression::Other => {}
        }
    }

    fn call(&mut self, function: Option<Cst<'_>>, arguments: Option<Cst<'_>>) {
        let Some(function) = function else { return };
        let is_name = matches!(Expression::of(function), Expression::Name);
        let callee = if is_name { self.text[function.byte_range()].to_owned() } else { String::new() };
        self.expression(function, None);
        for (idx, argument) in arguments.into_iter().flat_map(named).enumerate() {
            self.expression(argument, Some(Role::Argument { callee: callee.clone(), idx }));
        }
    }
}
