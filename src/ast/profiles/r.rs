//! R, where everything is an expression.

use crate::ast::profile::{Profile, Rule};

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("comma", Rule::Skip),
        ("program", Rule::Through),
        ("braced_expression", Rule::Through),
        ("parenthesized_expression", Rule::Through),
        ("parameters", Rule::Through),
        ("parameter", Rule::NodeIf("default")),
        ("arguments", Rule::Through),
        ("argument", Rule::LabelIf("name")),
        ("identifier", Rule::Variable),
        ("dots", Rule::Leaf),
        ("dot_dot_i", Rule::Leaf),
        ("string", Rule::Quoted),
        ("integer", Rule::Leaf),
        ("complex", Rule::Leaf),
        ("na", Rule::Leaf),
        ("float", Rule::Leaf),
        ("namespace_operator", Rule::Leaf),
        ("extract_operator", Rule::Label("rhs")),
        ("binary_operator", Rule::Operator),
        ("unary_operator", Rule::Operator),
        ("ERROR", Rule::Through),
    ],
    branches: &[("if_statement", "consequence"), ("if_statement", "alternative")],
    statement_lists: &["program", "braced_expression"],
    texts: &["string"],
    calls: &[("call", 1)],
    ..Profile::PLAIN
};
