//! Finds the parts of a C program that can be deleted.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Declaration, Part, Place, Role, action};
use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::Deletion;
use crate::stack::deep;

/// Everything that can be deleted from a C program.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// In source order, what is around before what is inside.
    pub all: Vec<Part>,
    /// Declarations of variables.
    pub declarations: Vec<Declaration>,
}

impl Parts {
    /// The parts of a program; nothing of what its files say wrong, or leave to the preprocessor.
    pub fn new(program: &Tree) -> Parts {
        let mut parts = Parts::default();
        for (file_idx, file) in program.files().enumerate() {
            let concrete = concrete(program.language(), &file.text);
            let mut nodes: BTreeMap<(usize, usize), Vec<NodeId>> = BTreeMap::new();
            for node in program.file_nodes(file_idx) {
                let span = program.span(node);
                nodes.entry((span.start, span.end)).or_default().push(node);
            }
            let text = &file.text;
            let mut walk = Walk { program, file_idx, text, nodes, parts: &mut parts, is_static: true };
            for child in concrete.root().children() {
                walk.top_level(child);
            }
        }
        parts
    }
}

struct Walk<'t> {
    program: &'t Tree,
    file_idx: usize,
    text: &'t str,
    nodes: BTreeMap<(usize, usize), Vec<NodeId>>,
    parts: &'t mut Parts,
    /// Whether variables that are declared here live as long as the program.
    is_static: bool,
}

/// The children that are no comments or punctuation.
fn named(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children().filter(|child| child.is_named() && !child.is_extra())
}

/// The expression inside of parentheses.
fn bare(mut cst: Cst<'_>) -> Cst<'_> {
    while cst.kind() == "parenthesized_expression"
        && let Some(inner) = named(cst).next()
    {
        cst = inner;
    }
    cst
}

impl Walk<'_> {
    /// The node of a construct.
    fn node(&self, cst: Cst<'_>, kind: &str) -> Option<NodeId> {
        let found = self.nodes.get(&(cst.start_byte(), cst.end_byte()))?;
        let fits = |&&node: &&NodeId| self.program.kind(node) == kind && self.program.is_counted(node);
        found.iter().find(fits).copied()
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        let kind = if cst.kind() == "concatenated_string" { "string_literal" } else { cst.kind() };
        self.node(cst, kind).or_else(|| self.node(cst, cst.kind()))
    }

    fn add(&mut self, node: NodeId, name: NodeId, place: Place, range: Range<usize>) {
        let deletion = Deletion { node, action: action(&place, name) };
        self.parts.all.push(Part { deletion, file_idx: self.file_idx, place, range });
    }

    fn top_level(&mut self, cst: Cst<'_>) {
        match cst.kind() {
            "function_definition" => self.function(cst),
            "declaration" => self.declaration(cst, false),
            _ => {}
        }
    }

    fn function(&mut self, cst: Cst<'_>) {
        if let Some(node) = self.node_of(cst) {
            self.add(node, node, Place::Function, cst.byte_range());
        }
        let mut declarator = cst.child_by_field_name("declarator");
        while let Some(found) = declarator {
            if let Some(params) = found.child_by_field_name("parameters") {
                self.parameters(params);
            }
            declarator = found.child_by_field_name("declarator");
        }
        self.is_static = false;
        if let Some(body) = cst.child_by_field_name("body") {
            self.statements(body);
        }
        self.is_static = true;
    }

    fn parameters(&mut self, params: Cst<'_>) {
        for param in named(params).filter(|param| param.kind() == "parameter_declaration") {
            let mut name = param.child_by_field_name("declarator");
            while let Some(found) = name {
                if let ("identifier", Some(node)) = (found.kind(), self.node_of(found)) {
                    self.add(node, node, Place::Parameter, found.byte_range());
                }
                let inner = named(found).next().filter(|_| found.kind() == "parenthesized_declarator");
                name = found.child_by_field_name("declarator").or(inner);
            }
        }
    }

    fn statements(&mut self, block: Cst<'_>) {
        for child in named(block) {
            self.statement(child, false);
        }
    }

    fn statement(&mut self, cst: Cst<'_>, is_body: bool) {
        deep(|| self.statement_here(cst, is_body))
    }

    fn statement_here(&mut self, cst: Cst<'_>, is_body: bool) {
        let place = Place::Statement { is_body };
        match cst.kind() {
            "compound_statement" => self.statements(cst),
            "declaration" => self.declaration(cst, false),
            "case_statement" => self.case(cst),
            "expression_statement" => self.expression_statement(cst, place),
            "if_statement" | "while_statement" | "do_statement" | "for_statement" | "switch_statement"
            | "return_statement" | "break_statement" | "continue_statement" | "goto_statement" => {
                if let Some(node) = self.node_of(cst) {
                    self.add(node, node, place, cst.byte_range());
                }
                self.inside_of_statement(cst, is_body);
            }
            "labeled_statement" => named(cst).skip(1).for_each(|inner| self.statement(inner, true)),
            _ => {}
        }
    }

    fn expression_statement(&mut self, cst: Cst<'_>, place: Place) {
        let Some(inner) = named(cst).next() else { return };
        let inner = bare(inner);
        if let Some(node) = self.node_of(inner) {
            self.add(node, node, place, cst.byte_range());
        }
        self.operands(inner);
    }

    fn inside_of_statement(&mut self, cst: Cst<'_>, is_body: bool) {
        match cst.kind() {
            "if_statement" => self.conditional(cst, is_body),
            "for_statement" => self.for_header(cst),
            "return_statement" => {
                named(cst).next().into_iter().for_each(|value| self.expression(value, Some(Role::Returned)));
            }
            "switch_statement" => {
                cst.child_by_field_name("condition")
                    .into_iter()
                    .for_each(|value| self.expression(value, Some(Role::Operand)));
            }
            _ => cst
                .child_by_field_name("condition")
                .into_iter()
                .for_each(|condition| self.expression(condition, Some(Role::Truth))),
        }
        if let Some(body) = cst.child_by_field_name("body") {
            self.statement(body, true);
        }
    }

    fn conditional(&mut self, cst: Cst<'_>, is_body: bool) {
        if let Some(condition) = cst.child_by_field_name("condition") {
            self.expression(condition, Some(Role::Truth));
        }
        for field in ["consequence", "alternative"] {
            let Some(branch) = cst.child_by_field_name(field) else { continue };
            let is_else = field == "alternative";
            let body = if is_else { named(branch).next() } else { Some(branch) };
            let is_block = body.is_some_and(|body| body.kind() == "compound_statement");
            if let Some(node) = self.node(branch, "branch") {
                let body = body.map_or(branch.byte_range(), |body| body.byte_range());
                let place = Place::Branch { is_else, is_block, needs_else: is_body, body };
                self.add(node, node, place, branch.byte_range());
            }
            if let Some(body) = body {
                self.statement(body, true);
            }
        }
    }

    fn for_header(&mut self, cst: Cst<'_>) {
        for field in ["initializer", "condition", "update"] {
            let Some(part) = cst.child_by_field_name(field) else { continue };
            if part.kind() == "declaration" {
                self.declaration(part, true);
                continue;
            }
            let inner = bare(part);
            if let Some(node) = self.node_of(inner) {
                let place = if field == "condition" { Place::ForCondition } else { Place::ForStep };
                self.add(node, node, place, part.byte_range());
            }
            self.operands(inner);
        }
    }

    fn case(&mut self, cst: Cst<'_>) {
        let switch = |node: NodeId| {
            self.program.ancestors(node).find(|&above| self.program.kind(above) == "switch_statement")
        };
        let colon = cst.children().find(|child| child.kind() == ":");
        let is_default = cst.child_by_field_name("value").is_none();
        if let (Some(node), Some(colon)) = (self.node_of(cst), colon)
            && let Some(switch) = switch(node)
        {
            let place = Place::Case { switch, is_default, body_start: colon.end_byte() };
            self.add(node, node, place, cst.byte_range());
        }
        for child in named(cst).filter(|child| child.field() != "value") {
            self.statement(child, false);
        }
    }

    fn declaration(&mut self, cst: Cst<'_>, is_for: bool) {
        let declarators: Vec<Cst<'_>> =
            cst.children().filter(|child| child.field() == "declarator").collect();
        let declaration_idx = self.parts.declarations.len();
        let has_storage = |word: &str| {
            named(cst).any(|child| {
                child.kind() == "storage_class_specifier" && &self.text[child.byte_range()] == word
            })
        };
        let is_static = self.is_static || has_storage("static");
        // Static constants are in memory that cannot be written.
        let is_constant =
            self.text[cst.byte_range()].split(|c: char| !c.is_alphanumeric()).any(|w| w == "const");
        let mut names = Vec::new();
        for &declarator in &declarators {
            let name = name_of(declarator).and_then(|name| Some((self.node_of(name)?, name)));
            // What is `extern` is defined elsewhere; a prototype has no node.
            match name {
                Some((name, _)) if !has_storage("extern") => names.push((declarator, name)),
                _ => return,
            }
        }
        self.parts.declarations.push(Declaration {
            range: cst.byte_range(),
            declarators: declarators.iter().map(|declarator| declarator.byte_range()).collect(),
            defines_type: cst.child_by_field_name("type").is_some_and(|kind| {
                kind.kind().ends_with("_specifier") && kind.child_by_field_name("body").is_some()
            }),
            is_for,
        });
        for (declarator, name) in names {
            let is_initialised = declarator.kind() == "init_declarator";
            let node = if is_initialised { self.node_of(declarator) } else { Some(name) };
            if let Some(node) = node {
                let place = Place::Declarator { declaration_idx };
                self.add(node, node, place, declarator.byte_range());
                self.initialiser(declarator, node, name, (is_static, is_constant));
            }
        }
    }

    fn initialiser(
        &mut self,
        cst: Cst<'_>,
        node: NodeId,
        name: NodeId,
        (is_static, is_constant): (bool, bool),
    ) {
        let (Some(declared), Some(value)) =
            (cst.child_by_field_name("declarator"), cst.child_by_field_name("value"))
        else {
            return;
        };
        let is_array = contains(declared, "array_declarator");
        let is_aggregate = is_array || value.kind() == "initializer_list";
        // An array may have its size from what initialises it, and its size, if given, is a node that would stay.
        if !(is_array || is_constant && is_static) {
            let place = Place::Initialiser { is_static, is_aggregate };
            self.add(node, name, place, declared.end_byte()..value.end_byte());
        }
        // Constants of static variables are no code that runs.
        if !is_static {
            self.initial_value(value);
        }
    }

    fn initial_value(&mut self, value: Cst<'_>) {
        deep(|| self.initial_value_here(value))
    }

    fn initial_value_here(&mut self, value: Cst<'_>) {
        match value.kind() {
            "initializer_list" => {
                for element in named(value) {
                    let is_leaf = !matches!(element.kind(), "initializer_list" | "initializer_pair");
                    let is_text = matches!(element.kind(), "string_literal" | "concatenated_string");
                    match (is_leaf, is_text) {
                        (true, false) => self.expression(element, Some(Role::Operand)),
                        (true, true) => {}
                        _ => self.initial_value(element),
                    }
                }
            }
            "initializer_pair" => {
                value.child_by_field_name("value").into_iter().for_each(|value| self.initial_value(value));
            }
            _ => self.operands(bare(value)),
        }
    }

    /// An expression in a place; without one, only what is inside of it can go.
    fn expression(&mut self, cst: Cst<'_>, role: Option<Role>) {
        deep(|| self.expression_here(cst, role))
    }

    fn expression_here(&mut self, cst: Cst<'_>, role: Option<Role>) {
        let inner = bare(cst);
        if let (Some(role), Some(node)) = (role, self.node_of(inner)) {
            self.add(node, node, Place::Expression(role), inner.byte_range());
        }
        self.operands(inner);
    }

    /// What is inside of an expression.
    fn operands(&mut self, cst: Cst<'_>) {
        let field = |name: &str| cst.child_by_field_name(name);
        let mut visit = |name: &str, role: Option<Role>| {
            field(name).into_iter().for_each(|operand| self.expression(operand, role.clone()));
        };
        match cst.kind() {
            "binary_expression" => {
                let is_logical = cst.children().any(|child| matches!(child.kind(), "&&" | "||"));
                let role = if is_logical { Role::Truth } else { Role::Operand };
                visit("left", Some(role.clone()));
                visit("right", Some(role));
            }
            "unary_expression" => {
                let is_not = cst.children().any(|child| child.kind() == "!");
                visit("argument", Some(if is_not { Role::Truth } else { Role::Operand }));
            }
            "update_expression" | "pointer_expression" | "field_expression" => visit("argument", None),
            "assignment_expression" => {
                let is_plain = cst.children().any(|child| child.kind() == "=");
                let left = field("left").map(|left| left.byte_range()).filter(|_| is_plain);
                visit("left", None);
                visit("right", Some(left.map_or(Role::Operand, Role::Assigned)));
            }
            "subscript_expression" => {
                visit("argument", None);
                visit("index", Some(Role::Operand));
            }
            "cast_expression" => visit("value", Some(Role::Operand)),
            "conditional_expression" => {
                visit("condition", Some(Role::Truth));
                visit("consequence", Some(Role::Operand));
                visit("alternative", Some(Role::Operand));
            }
            "comma_expression" => {
                visit("left", Some(Role::Discarded));
                visit("right", Some(Role::Operand));
            }
            "call_expression" => self.call(cst),
            _ => {}
        }
    }

    fn call(&mut self, cst: Cst<'_>) {
        let Some(function) = cst.child_by_field_name("function") else { return };
        let is_name = function.kind() == "identifier";
        let callee = if is_name { self.text[function.byte_range()].to_owned() } else { String::new() };
        self.expression(function, None);
        let Some(arguments) = cst.child_by_field_name("arguments") else { return };
        for (idx, argument) in named(arguments).enumerate() {
            self.expression(argument, Some(Role::Argument { callee: callee.clone(), idx }));
        }
    }
}

/// The identifier that a declarator declares as a variable; `None` for a prototype.
pub(super) fn name_of(declarator: Cst<'_>) -> Option<Cst<'_>> {
    match declarator.kind() {
        "identifier" => Some(declarator),
        "function_declarator" => {
            let inner = declarator.child_by_field_name("declarator")?;
            // A pointer to a function is a variable.
            (inner.kind() == "parenthesized_declarator").then(|| name_of(named(inner).next()?)).flatten()
        }
        "parenthesized_declarator" => name_of(named(declarator).next()?),
        _ => name_of(declarator.child_by_field_name("declarator")?),
    }
}

/// Whether a declarator has a part of this kind.
fn contains(declarator: Cst<'_>, kind: &str) -> bool {
    declarator.kind() == kind || named(declarator).any(|inner| contains(inner, kind))
}
