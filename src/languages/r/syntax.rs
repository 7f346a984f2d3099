//! The constructs of R with their parts.
//!
//! Beside the rules for counting nodes, only this file knows the kinds of the grammar. Whoever reads a program matches
//! on these types, so that a construct that was forgotten does not compile.

use crate::ast::{Cst, NodeId, Tree};

/// A part that the grammar may leave out, or an error in the text takes away.
type PartCst<'c> = Option<Cst<'c>>;

/// The children that are no comments or punctuation.
pub(super) fn named(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children().filter(|child| child.is_named() && !child.is_extra() && child.kind() != "comma")
}

/// An expression, which in R everything is.
pub(super) enum RExpression<'c> {
    // A program, or statements in braces.
    Block,
    Parenthesised(PartCst<'c>),
    Assignment { target: PartCst<'c>, value: PartCst<'c> },
    // Each of these is a value.
    Operands(Vec<Cst<'c>>),
    Pipe { left: PartCst<'c>, right: PartCst<'c> },
    If { consequence: PartCst<'c>, alternative: PartCst<'c>, condition: PartCst<'c> },
    // `for` and `while` with a value that is gone through or asked for, `repeat` without.
    Loop { over: PartCst<'c>, body: PartCst<'c> },
    Function { parameters: PartCst<'c>, body: PartCst<'c> },
    // A call, or something with indices.
    Call { function: PartCst<'c>, arguments: PartCst<'c> },
    // `a$b`: only what is inside of `a` can go.
    Extract(PartCst<'c>),
    // R takes notice of how it is written: formulas, `quote`.
    Quoted,
    Name,
    // Nothing inside of it can go.
    Other,
}

/// Functions whose arguments are not evaluated, have to be names, or are looked at as they are written.
const UNEVALUATED: &[&str] = &[
    "quote",
    "bquote",
    "substitute",
    "expression",
    "missing",
    "match.arg",
    "library",
    "require",
    "rm",
    "setGeneric",
];

impl<'c> RExpression<'c> {
    pub(super) fn of(cst: Cst<'c>, text: &str) -> RExpression<'c> {
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "program" | "braced_expression" => RExpression::Block,
            "parenthesized_expression" => RExpression::Parenthesised(field("body")),
            "binary_operator" => match field("operator").map_or("", |sign| &text[sign.byte_range()]) {
                "<-" | "<<-" | "=" => RExpression::Assignment { target: field("lhs"), value: field("rhs") },
                "->" | "->>" => RExpression::Assignment { target: field("rhs"), value: field("lhs") },
                "|>" => RExpression::Pipe { left: field("lhs"), right: field("rhs") },
                "~" | "?" | ":=" => RExpression::Quoted,
                _ => RExpression::Operands(field("lhs").into_iter().chain(field("rhs")).collect()),
            },
            "unary_operator" => match field("operator").map_or("", |sign| &text[sign.byte_range()]) {
                "~" | "?" => RExpression::Quoted,
                _ => RExpression::Operands(field("rhs").into_iter().collect()),
            },
            "if_statement" => RExpression::If {
                condition: field("condition"),
                consequence: field("consequence"),
                alternative: field("alternative"),
            },
            "for_statement" => RExpression::Loop { over: field("sequence"), body: field("body") },
            "while_statement" => RExpression::Loop { over: field("condition"), body: field("body") },
            "repeat_statement" => RExpression::Loop { over: None, body: field("body") },
            "function_definition" => {
                RExpression::Function { parameters: field("parameters"), body: field("body") }
            }
            "call" => {
                let called = field("function").map_or("", |function| &text[function.byte_range()]);
                match UNEVALUATED.contains(&called) {
                    true => RExpression::Quoted,
                    false => RExpression::Call { function: field("function"), arguments: field("arguments") },
                }
            }
            "subset" | "subset2" => {
                RExpression::Call { function: field("function"), arguments: field("arguments") }
            }
            "extract_operator" => RExpression::Extract(field("lhs")),
            "identifier" => RExpression::Name,
            _ => RExpression::Other,
        }
    }

    /// The expression inside of parentheses.
    pub(super) fn bare(cst: Cst<'c>) -> Cst<'c> {
        match cst.kind() {
            "parenthesized_expression" => match cst.child_by_field_name("body") {
                Some(body) => RExpression::bare(body),
                None => cst,
            },
            _ => cst,
        }
    }
}

/// Whether an expression is statements in braces.
pub(super) fn is_block(cst: Cst<'_>) -> bool {
    cst.kind() == "braced_expression"
}

/// Whether an expression is R's own nothing, for which no other has to stand.
pub(super) fn is_null(cst: Cst<'_>) -> bool {
    cst.kind() == "null"
}

/// The `else` before an alternative.
pub(super) fn else_of(statement: Cst<'_>) -> PartCst<'_> {
    statement.children().find(|child| child.kind() == "else")
}

/// An argument: what it is called, and its value.
pub(super) struct Argument<'c> {
    pub(super) is_named: bool,
    pub(super) value: PartCst<'c>,
}

impl<'c> Argument<'c> {
    pub(super) fn of(cst: Cst<'c>) -> Argument<'c> {
        Argument {
            is_named: cst.child_by_field_name("name").is_some(),
            value: cst.child_by_field_name("value"),
        }
    }

    /// The arguments of a call, those that are left out without those between commas.
    pub(super) fn all(arguments: Cst<'c>) -> impl Iterator<Item = Cst<'c>> {
        arguments.children().filter(|child| child.kind() == "argument")
    }
}

/// Parameters with the constructs whose nodes they are, and their defaults.
pub(super) fn parameters(parameters: Cst<'_>) -> impl Iterator<Item = (Cst<'_>, Cst<'_>, PartCst<'_>)> {
    parameters.children().filter(|child| child.kind() == "parameter").filter_map(|parameter| {
        let (name, default) =
            (parameter.child_by_field_name("name")?, parameter.child_by_field_name("default"));
        Some((parameter, if default.is_some() { parameter } else { name }, default))
    })
}

/// Whether a node of the tree is made of this construct.
pub(super) fn is_made_of(program: &Tree, node: NodeId, cst: Cst<'_>) -> bool {
    program.kind(node) == cst.kind()
}

/// What a construct is to a name of the criterion in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RNamePlace {
    /// It is read, or gets its value there.
    Seen,
    /// Has no value there.
    None(&'static str),
}

impl RNamePlace {
    /// Of a construct, as the parent has it.
    pub(super) fn of(child: Cst<'_>, parent: Cst<'_>, text: &str) -> RNamePlace {
        match (RExpression::of(parent, text), parent.kind()) {
            (RExpression::Quoted, _) => RNamePlace::None("is not evaluated there"),
            (RExpression::Call { .. }, "call") if child.field() == "function" && is_name(child) => {
                RNamePlace::None("is the name of a function that is called")
            }
            (_, "parameter") if child.field() == "name" => {
                RNamePlace::None("is a parameter, which has its value where it is read")
            }
            _ => RNamePlace::Seen,
        }
    }
}

fn is_name(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "identifier" | "string")
}

/// A literal that inputs may hold.
pub(super) enum Constant<'t> {
    Number(i64),
    // Without its quotes.
    Text(&'t str),
}

impl<'t> Constant<'t> {
    /// `None` for any other node.
    pub(super) fn of(program: &'t Tree, node: NodeId) -> Option<Constant<'t>> {
        let label = program.label(node);
        match program.kind(node) {
            "integer" | "float" => {
                let whole = label.trim_end_matches('L').split('.').next()?;
                whole.parse().ok().map(Constant::Number)
            }
            "string" => Some(Constant::Text(label)),
            _ => None,
        }
    }
}

/// Whether an assignment is to a variable of what is around the function.
pub(super) fn is_super_assignment(assignment: Cst<'_>, text: &str) -> bool {
    let sign = assignment.child_by_field_name("operator");
    sign.is_some_and(|sign| matches!(&text[sign.byte_range()], "<<-" | "->>"))
}

/// The variable of a `for`.
pub(super) fn loop_variable(statement: Cst<'_>) -> PartCst<'_> {
    statement.child_by_field_name("variable")
}

/// Whether a target of an assignment is a call, as in `names(x) <- y`.
pub(super) fn is_replacement(target: Cst<'_>) -> bool {
    target.kind() == "call"
}

/// Whether a node is an argument together with its name.
pub(super) fn is_named_argument(program: &Tree, node: NodeId) -> bool {
    program.kind(node) == "argument"
}

/// Whether a node is a function without a name of its own.
pub(super) fn is_function(program: &Tree, node: NodeId) -> bool {
    program.kind(node) == "function_definition"
}
