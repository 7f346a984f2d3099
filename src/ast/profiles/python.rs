//! Python. `pass` and `...` stand for deleted bodies.

use crate::ast::cst::Cst;
use crate::ast::profile::{Interpolation, Profile, Rule};
use crate::ast::walk::Walk;

const STRING: Interpolation = Interpolation {
    expression: "interpolation",
    part: Some("string"),
    delimiters: &["string_start", "string_end"],
};

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("line_continuation", Rule::Skip),
        ("module", Rule::Through),
        ("import_statement", Rule::Skip),
        ("import_from_statement", Rule::Skip),
        ("future_import_statement", Rule::Skip),
        ("block", Rule::Through),
        ("expression_statement", Rule::Special(expressions)),
        ("expression_list", Rule::As("tuple")),
        ("pattern_list", Rule::As("tuple_pattern")),
        ("parenthesized_expression", Rule::Through),
        ("decorated_definition", Rule::Through),
        ("function_definition", Rule::Function),
        ("class_definition", Rule::Function),
        ("parameters", Rule::Through),
        ("lambda_parameters", Rule::Through),
        ("typed_parameter", Rule::Through),
        ("default_parameter", Rule::Node),
        ("typed_default_parameter", Rule::Node),
        ("type", Rule::Skip),
        ("argument_list", Rule::Through),
        ("with_clause", Rule::Through),
        ("with_item", Rule::Through),
        ("as_pattern_target", Rule::Through),
        ("case_pattern", Rule::Through),
        ("identifier", Rule::Variable),
        ("string", Rule::Template(&STRING)),
        ("concatenated_string", Rule::Template(&STRING)),
        ("interpolation", Rule::Through),
        ("type_conversion", Rule::Skip),
        ("format_specifier", Rule::Skip),
        ("binary_operator", Rule::Operator),
        ("unary_operator", Rule::Operator),
        ("boolean_operator", Rule::Operator),
        ("comparison_operator", Rule::Operator),
        ("augmented_assignment", Rule::Operator),
        ("attribute", Rule::Label("attribute")),
        ("keyword_argument", Rule::Label("name")),
        ("ERROR", Rule::Through),
    ],
    branches: &[("if_statement", "consequence")],
    vanishing: &["else_clause", "finally_clause"],
    statement_lists: &["expression_statement", "module", "block"],
    declarations: &["decorated_definition"],
    statements: &[
        "function_definition",
        "class_definition",
        "elif_clause",
        "else_clause",
        "except_clause",
        "finally_clause",
        "case_clause",
    ],
    placeholder_kinds: &["pass_statement", "ellipsis"],
    texts: &["string"],
    calls: &[("call", 1)],
    ..Profile::PLAIN
};

/// A bare `a, b` is a tuple, whether or not it has parentheses.
fn expressions(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let n_expressions = cst.children().filter(|child| child.is_named() && !child.is_extra()).count();
    if n_expressions > 1 {
        walk.node_of_kind(cst, "tuple", "", None);
    } else {
        walk.visit_children(cst);
    }
}
