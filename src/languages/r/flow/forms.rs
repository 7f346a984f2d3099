//! Expressions as they are evaluated, which [`RExpression`] tells apart only by what can go.
//!
//! [`RExpression`]: crate::languages::r::syntax::RExpression

use crate::ast::Cst;
use crate::languages::r::syntax::{RExpression, named};

/// An expression.
pub(super) enum RForm<'c> {
    Block,
    Inner(Cst<'c>),
    Literal,
    Null,
    Text,
    Name,
    /// `...`
    Dots,
    /// `..1`
    Dot,
    /// `package::name`
    Qualified,
    Function {
        parameters: Option<Cst<'c>>,
        body: Option<Cst<'c>>,
    },
    Call {
        function: Cst<'c>,
        arguments: Cst<'c>,
    },
    /// `x[i]`, or with `is_one` `x[[i]]`.
    Subset {
        object: Cst<'c>,
        arguments: Cst<'c>,
        is_one: bool,
    },
    /// `x$name`, `x@name`.
    Member {
        object: Cst<'c>,
        name: Cst<'c>,
    },
    Assignment {
        target: Cst<'c>,
        value: Cst<'c>,
        is_super: bool,
    },
    /// `&&`, `||`
    Short {
        left: Cst<'c>,
        right: Cst<'c>,
    },
    Pipe {
        left: Cst<'c>,
        right: Cst<'c>,
    },
    Operator {
        sign: Cst<'c>,
        operands: Vec<Cst<'c>>,
    },
    If {
        condition: Cst<'c>,
        consequence: Cst<'c>,
        alternative: Option<Cst<'c>>,
    },
    For {
        variable: Cst<'c>,
        sequence: Cst<'c>,
        body: Cst<'c>,
    },
    While {
        condition: Cst<'c>,
        body: Cst<'c>,
    },
    Repeat(Cst<'c>),
    Break,
    Next,
    /// Formulas, and what was not foreseen.
    Other,
}

impl<'c> RForm<'c> {
    pub(super) fn of(cst: Cst<'c>, text: &str) -> RForm<'c> {
        RForm::known(cst, text).unwrap_or(RForm::Other)
    }

    fn known(cst: Cst<'c>, text: &str) -> Option<RForm<'c>> {
        let field = |name| cst.child_by_field_name(name);
        Some(match cst.kind() {
            "program" | "braced_expression" => RForm::Block,
            "parenthesized_expression" => RForm::Inner(field("body")?),
            "integer" | "float" | "complex" | "true" | "false" | "inf" | "nan" | "na" => RForm::Literal,
            "null" => RForm::Null,
            "string" => RForm::Text,
            "identifier" => RForm::Name,
            "dots" => RForm::Dots,
            "dot_dot_i" => RForm::Dot,
            "namespace_operator" => RForm::Qualified,
            "break" => RForm::Break,
            "next" => RForm::Next,
            "function_definition" => RForm::Function { parameters: field("parameters"), body: field("body") },
            "call" => RForm::Call { function: field("function")?, arguments: field("arguments")? },
            "subset" | "subset2" => RForm::Subset {
                object: field("function")?,
                arguments: field("arguments")?,
                is_one: cst.kind() == "subset2",
            },
            "extract_operator" => RForm::Member { object: field("lhs")?, name: field("rhs")? },
            "unary_operator" => {
                let sign = field("operator")?;
                match &text[sign.byte_range()] {
                    "~" | "?" => return None,
                    _ => RForm::Operator { sign, operands: vec![field("rhs")?] },
                }
            }
            "binary_operator" => binary(cst, text)?,
            "if_statement" => RForm::If {
                condition: field("condition")?,
                consequence: field("consequence")?,
                alternative: field("alternative"),
            },
            "for_statement" => RForm::For {
                variable: field("variable")?,
                sequence: field("sequence")?,
                body: field("body")?,
            },
            "while_statement" => RForm::While { condition: field("condition")?, body: field("body")? },
            "repeat_statement" => RForm::Repeat(field("body")?),
            _ => return None,
        })
    }
}

fn binary<'c>(cst: Cst<'c>, text: &str) -> Option<RForm<'c>> {
    let field = |name| cst.child_by_field_name(name);
    let (left, right, sign) = (field("lhs")?, field("rhs")?, field("operator")?);
    Some(match &text[sign.byte_range()] {
        "<-" | "=" => RForm::Assignment { target: left, value: right, is_super: false },
        "<<-" => RForm::Assignment { target: left, value: right, is_super: true },
        "->" => RForm::Assignment { target: right, value: left, is_super: false },
        "->>" => RForm::Assignment { target: right, value: left, is_super: true },
        "&&" | "||" => RForm::Short { left, right },
        "|>" => RForm::Pipe { left, right },
        "~" | "?" | ":=" => return None,
        _ => RForm::Operator { sign, operands: vec![left, right] },
    })
}

/// The expression inside of parentheses.
pub(super) fn bare(cst: Cst<'_>) -> Cst<'_> {
    RExpression::bare(cst)
}

/// A name without quotes or backticks.
pub(super) fn plain_name(word: &str) -> &str {
    match word.len() {
        0 | 1 => word,
        _ => {
            let is_quoted = ['`', '"', '\''].iter().any(|quote| word.starts_with(*quote));
            if is_quoted { &word[1..word.len() - 1] } else { word }
        }
    }
}

/// The name that an expression is, as that of a variable or function.
pub(super) fn name_of<'t>(cst: Cst<'_>, text: &'t str) -> Option<&'t str> {
    let word = &text[cst.byte_range()];
    match RForm::of(cst, text) {
        RForm::Name | RForm::Text => Some(plain_name(word)),
        RForm::Qualified => word.rsplit(':').next().map(plain_name),
        _ => None,
    }
}

/// A piece of text that is written as it is.
pub(super) fn constant_text<'t>(cst: Cst<'_>, text: &'t str) -> Option<&'t str> {
    let word = &text[cst.byte_range()];
    let is_plain = matches!(RForm::of(cst, text), RForm::Text) && !word.contains('\\');
    (is_plain && word.starts_with(['"', '\''])).then(|| plain_name(word))
}

/// An argument of a call.
#[derive(Clone, Copy)]
pub(super) struct RArgument<'c> {
    /// With its name; none for a value that a pipe gives.
    pub(super) cst: Option<Cst<'c>>,
    pub(super) name: Option<Cst<'c>>,
    pub(super) value: RGiven<'c>,
}

/// What an argument is.
#[derive(Clone, Copy)]
pub(super) enum RGiven<'c> {
    /// An expression.
    Expression(Cst<'c>),
    /// A value that was computed before.
    Value(crate::flow::VarId),
    /// Left out, as in `x[, 1]`.
    Nothing,
}

/// The arguments of a call, those that are left out included.
pub(super) fn arguments(cst: Cst<'_>) -> Vec<RArgument<'_>> {
    let mut found = Vec::new();
    let mut is_open = false;
    let nothing = RArgument { cst: None, name: None, value: RGiven::Nothing };
    for child in cst.children().filter(|child| !child.is_extra()) {
        match child.kind() {
            "argument" => {
                let value = child.child_by_field_name("value");
                found.push(RArgument {
                    cst: Some(child),
                    name: child.child_by_field_name("name"),
                    value: value.map_or(RGiven::Nothing, RGiven::Expression),
                });
                is_open = false;
            }
            "comma" => {
                if is_open || found.is_empty() {
                    found.push(nothing);
                }
                is_open = true;
            }
            _ => {}
        }
    }
    if is_open {
        found.push(nothing);
    }
    found
}

/// The name of an argument.
pub(super) fn argument_name(cst: Cst<'_>, text: &str) -> String {
    plain_name(&text[cst.byte_range()]).to_owned()
}

/// Goes through an expression and all that is in it.
pub(super) fn within<'c>(cst: Cst<'c>, see: &mut impl FnMut(Cst<'c>)) {
    see(cst);
    crate::stack::deep(|| named(cst).for_each(|child| within(child, see)));
}
