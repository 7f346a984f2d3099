//! The constructs of Java with their parts.
//!
//! Beside the rules for counting nodes, only this file knows the kinds of the grammar. Whoever reads a program matches
//! on these types, so that a construct that was forgotten does not compile.

use crate::ast::{Cst, NodeId, Tree};
use crate::languages::literals::LiteralConstant;

/// A part that the grammar may leave out, or an error in the text takes away.
type JavaChild<'c> = Option<Cst<'c>>;

/// Constructs that are kept or deleted as a whole where there is no table.
pub(super) const INDIVISIBLE: &[&str] = &["try_statement"];

/// The children that are no comments or punctuation.
pub(super) fn named(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children().filter(|child| child.is_named() && !child.is_extra())
}

/// The children in a field.
fn fields<'c>(cst: Cst<'c>, name: &'static str) -> impl Iterator<Item = Cst<'c>> {
    named(cst).filter(move |child| child.field() == name)
}

fn of_kind<'c>(cst: Cst<'c>, kind: &'static str) -> impl Iterator<Item = Cst<'c>> {
    named(cst).filter(move |child| child.kind() == kind)
}

/// A statement or a member of a class, with the parts in which something can go.
pub(super) enum JavaStatement<'c> {
    Expression(Cst<'c>),
    Declaration,
    Block,
    // `return`, `throw`, `yield`, `assert`: values.
    Values,
    // `break`, `continue`.
    Plain,
    If { condition: JavaChild<'c>, consequence: JavaChild<'c>, alternative: JavaChild<'c> },
    // `while`, `do`, `synchronized`.
    Conditional { condition: JavaChild<'c>, body: JavaChild<'c> },
    For { condition: JavaChild<'c>, body: JavaChild<'c> },
    ForEach { value: JavaChild<'c>, body: JavaChild<'c> },
    Switch,
    Try { resources: Vec<Cst<'c>>, body: JavaChild<'c> },
    Labelled { body: JavaChild<'c> },
    // Of a class: runs when it is made.
    Initialiser { body: JavaChild<'c> },
    Type { body: JavaChild<'c> },
    Method { name: JavaChild<'c>, parameters: JavaChild<'c>, body: JavaChild<'c> },
    // `this(…)` and `super(…)`, which must come first and stay.
    ConstructorCall { arguments: JavaChild<'c> },
    EnumConstant { arguments: JavaChild<'c>, body: JavaChild<'c> },
    // Only holds members.
    Members,
}

impl<'c> JavaStatement<'c> {
    /// `None` for what is no statement: comments, errors, imports, `;`.
    pub(super) fn of(cst: Cst<'c>) -> Option<JavaStatement<'c>> {
        let field = |name| cst.child_by_field_name(name);
        Some(match cst.kind() {
            "expression_statement" => match named(cst).next()? {
                only if only.kind() == "switch_expression" => JavaStatement::Switch,
                only => JavaStatement::Expression(only),
            },
            "local_variable_declaration" | "field_declaration" | "constant_declaration" => {
                JavaStatement::Declaration
            }
            "block" | "constructor_body" => JavaStatement::Block,
            "return_statement" | "throw_statement" | "yield_statement" | "assert_statement" => {
                JavaStatement::Values
            }
            "break_statement" | "continue_statement" => JavaStatement::Plain,
            "if_statement" => JavaStatement::If {
                condition: field("condition"),
                consequence: field("consequence"),
                alternative: field("alternative"),
            },
            "while_statement" | "do_statement" => {
                JavaStatement::Conditional { condition: field("condition"), body: field("body") }
            }
            "synchronized_statement" => JavaStatement::Conditional { condition: None, body: field("body") },
            "for_statement" => JavaStatement::For { condition: field("condition"), body: field("body") },
            "enhanced_for_statement" => JavaStatement::ForEach { value: field("value"), body: field("body") },
            "switch_expression" => JavaStatement::Switch,
            "try_statement" | "try_with_resources_statement" => JavaStatement::Try {
                resources: field("resources")
                    .into_iter()
                    .flat_map(named)
                    .filter_map(|resource| resource.child_by_field_name("value"))
                    .collect(),
                body: field("body"),
            },
            "labeled_statement" => JavaStatement::Labelled { body: named(cst).nth(1) },
            "static_initializer" => JavaStatement::Initialiser { body: named(cst).next() },
            "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration" => {
                JavaStatement::Type { body: field("body") }
            }
            "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
                JavaStatement::Method {
                    name: field("name"),
                    parameters: field("parameters"),
                    body: field("body"),
                }
            }
            "explicit_constructor_invocation" => {
                JavaStatement::ConstructorCall { arguments: field("arguments") }
            }
            "enum_constant" => {
                JavaStatement::EnumConstant { arguments: field("arguments"), body: field("body") }
            }
            "enum_body_declarations" => JavaStatement::Members,
            _ => return None,
        })
    }
}

/// Whether a construct is a statement with braces.
pub(super) fn is_block(cst: Cst<'_>) -> bool {
    cst.kind() == "block"
}

/// Whether a statement ends in an `if` without `else`, to which one that follows would belong.
pub(super) fn takes_else(cst: Cst<'_>) -> bool {
    let last = match cst.kind() {
        "if_statement" => match cst.child_by_field_name("alternative") {
            None => return true,
            last => last,
        },
        "while_statement" | "for_statement" | "enhanced_for_statement" => cst.child_by_field_name("body"),
        "labeled_statement" => named(cst).nth(1),
        _ => None,
    };
    last.is_some_and(takes_else)
}

/// The declarators of a declaration.
pub(super) fn declarators(declaration: Cst<'_>) -> Vec<Cst<'_>> {
    of_kind(declaration, "variable_declarator").collect()
}

/// The declaration, or the expressions, that a `for` begins with.
pub(super) fn first_parts(cst: Cst<'_>) -> Vec<Cst<'_>> {
    fields(cst, "init").collect()
}

/// What a `for` does after each round.
pub(super) fn updates(cst: Cst<'_>) -> Vec<Cst<'_>> {
    fields(cst, "update").collect()
}

/// Whether an expression has a value as a statement, which calls may not have.
pub(super) fn is_step(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "assignment_expression" | "update_expression")
}

/// The switch of a statement or an expression.
pub(super) fn switch(cst: Cst<'_>) -> JavaChild<'_> {
    if cst.kind() == "switch_expression" { Some(cst) } else { named(cst).next() }
}

/// The cases of a switch, each with the statements that follow its labels.
pub(super) fn cases(switch: Cst<'_>) -> Vec<Cst<'_>> {
    switch.child_by_field_name("body").into_iter().flat_map(named).collect()
}

/// Whether a case is written with an arrow.
pub(super) fn is_rule(case: Cst<'_>) -> bool {
    case.kind() == "switch_rule"
}

/// Whether one of the labels of a case is `default`.
pub(super) fn is_default(case: Cst<'_>) -> bool {
    of_kind(case, "switch_label").any(|label| named(label).next().is_none())
}

/// What follows the labels of a case.
pub(super) fn case_body(case: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    named(case).filter(|child| child.kind() != "switch_label")
}

/// A clause of a `try`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TryClause {
    Catch,
    Finally,
}

impl TryClause {
    /// The clauses of a `try`, in source order.
    pub(super) fn all(statement: Cst<'_>) -> Vec<(TryClause, Cst<'_>)> {
        let clause = |cst: Cst<'_>| match cst.kind() {
            "catch_clause" => Some(TryClause::Catch),
            "finally_clause" => Some(TryClause::Finally),
            _ => None,
        };
        named(statement).filter_map(|cst| Some((clause(cst)?, cst))).collect()
    }

    /// Kind of the node that the clause is in the tree we count.
    pub(super) fn kind(self) -> &'static str {
        match self {
            TryClause::Catch => "catch_clause",
            TryClause::Finally => "finally_clause",
        }
    }
}

/// The block of a clause.
pub(super) fn clause_body(clause: Cst<'_>) -> JavaChild<'_> {
    of_kind(clause, "block").next()
}

/// The name of what a clause catches.
pub(super) fn caught_name(clause: Cst<'_>) -> JavaChild<'_> {
    of_kind(clause, "catch_formal_parameter").next()?.child_by_field_name("name")
}

/// The names of parameters, in order; `None` for one that has none of its own.
pub(super) fn parameter_names(parameters: Cst<'_>) -> Vec<JavaChild<'_>> {
    match parameters.kind() {
        "identifier" => vec![Some(parameters)],
        _ => named(parameters).filter_map(parameter_name).collect(),
    }
}

/// `None` for what is no parameter.
fn parameter_name(cst: Cst<'_>) -> Option<JavaChild<'_>> {
    match cst.kind() {
        "identifier" => Some(Some(cst)),
        "formal_parameter" => Some(cst.child_by_field_name("name")),
        "spread_parameter" => {
            let declarator = of_kind(cst, "variable_declarator").next();
            Some(declarator.and_then(|it| it.child_by_field_name("name")))
        }
        _ => None,
    }
}

/// An expression, or what stands in the place of one.
pub(super) enum JavaExpression<'c> {
    Parenthesised(JavaChild<'c>),
    // Operators, conditions, elements, dimensions: each of these children is a value.
    Values(Vec<Cst<'c>>),
    Assignment { left: JavaChild<'c>, right: JavaChild<'c> },
    // What stays, though something inside of it can go: what is stepped, what has its member read.
    Inside(JavaChild<'c>),
    Lambda { parameters: JavaChild<'c>, body: JavaChild<'c> },
    Call { object: JavaChild<'c>, arguments: JavaChild<'c> },
    Creation { outer: JavaChild<'c>, arguments: JavaChild<'c>, body: JavaChild<'c> },
    Subscript { array: JavaChild<'c>, index: JavaChild<'c> },
    Switch,
    // Nothing inside of it can go.
    Other,
}

impl<'c> JavaExpression<'c> {
    pub(super) fn of(cst: Cst<'c>) -> JavaExpression<'c> {
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "parenthesized_expression" => JavaExpression::Parenthesised(named(cst).next()),
            "unary_expression" if is_signed_number(cst) => JavaExpression::Other,
            "unary_expression" => JavaExpression::Values(field("operand").into_iter().collect()),
            "binary_expression" => {
                JavaExpression::Values(field("left").into_iter().chain(field("right")).collect())
            }
            "instanceof_expression" => JavaExpression::Values(field("left").into_iter().collect()),
            "cast_expression" => JavaExpression::Values(field("value").into_iter().collect()),
            "ternary_expression" | "array_initializer" => JavaExpression::Values(named(cst).collect()),
            "array_creation_expression" => {
                let dimensions = of_kind(cst, "dimensions_expr").flat_map(named);
                let elements = field("value").into_iter().flat_map(named);
                JavaExpression::Values(dimensions.chain(elements).collect())
            }
            "assignment_expression" => {
                JavaExpression::Assignment { left: field("left"), right: field("right") }
            }
            "update_expression" => JavaExpression::Inside(named(cst).next()),
            "field_access" => JavaExpression::Inside(field("object")),
            "method_reference" => JavaExpression::Inside(named(cst).next()),
            "lambda_expression" => {
                JavaExpression::Lambda { parameters: field("parameters"), body: field("body") }
            }
            "method_invocation" => {
                JavaExpression::Call { object: field("object"), arguments: field("arguments") }
            }
            "object_creation_expression" => JavaExpression::Creation {
                outer: named(cst).next().filter(|first| first.field() != "type" && is_primary(*first)),
                arguments: field("arguments"),
                body: of_kind(cst, "class_body").next(),
            },
            "array_access" => JavaExpression::Subscript { array: field("array"), index: field("index") },
            "switch_expression" => JavaExpression::Switch,
            _ => JavaExpression::Other,
        }
    }

    /// The expression inside of parentheses.
    pub(super) fn bare(cst: Cst<'c>) -> Cst<'c> {
        match JavaExpression::of(cst) {
            JavaExpression::Parenthesised(Some(inner)) => JavaExpression::bare(inner),
            _ => cst,
        }
    }
}

fn is_primary(cst: Cst<'_>) -> bool {
    matches!(
        cst.kind(),
        "identifier" | "this" | "field_access" | "method_invocation" | "parenthesized_expression"
    )
}

/// A number with its sign is one literal: the least one is none without it.
fn is_signed_number(cst: Cst<'_>) -> bool {
    let is_minus = cst.child_by_field_name("operator").is_some_and(|sign| sign.kind() == "-");
    let is_number = |operand: Cst<'_>| operand.kind().ends_with("_literal");
    is_minus && cst.child_by_field_name("operand").is_some_and(is_number)
}

/// Whether an expression is Java's own nothing, for which no other has to stand.
pub(super) fn is_nothing(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "null_literal" | "false" | "super")
}

/// Names that stand in labels of cases, whose values the compiler has to know.
pub(super) fn label_names<'t>(cst: Cst<'_>, text: &'t str, found: &mut Vec<&'t str>) {
    if cst.kind() == "switch_label" {
        found
            .extend(named(cst).map(|label| text[label.byte_range()].rsplit('.').next().unwrap_or("").trim()));
    }
    crate::stack::deep(|| named(cst).for_each(|child| label_names(child, text, found)));
}

/// Whether a node of the tree is made of this construct.
pub(super) fn is_made_of(program: &Tree, node: NodeId, cst: Cst<'_>) -> bool {
    program.kind(node) == cst.kind()
}

/// A literal that inputs may hold; `None` for any other node.
pub(super) fn constant(program: &Tree, node: NodeId) -> Option<LiteralConstant<'_>> {
    let text = program.text(node);
    match program.kind(node) {
        "decimal_integer_literal" => {
            text.trim_end_matches(['l', 'L']).replace('_', "").parse().ok().map(LiteralConstant::Number)
        }
        "string_literal" => text.strip_prefix('"')?.strip_suffix('"').map(LiteralConstant::Text),
        "character_literal" => text.strip_prefix('\'')?.strip_suffix('\'').map(LiteralConstant::Text),
        _ => None,
    }
}

/// Whether a construct declares a type.
pub(super) fn is_type(kind: &str) -> bool {
    let kinds = [
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    ];
    kinds.contains(&kind)
}
