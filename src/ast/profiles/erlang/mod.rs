//! Erlang: the counting rule of the Bencher paper; `constructs` and `macros` hold what needs code.

mod attributes;
mod constructs;
mod escapes;
mod macros;
mod stringify;
mod tokens;

pub(in crate::ast) use attributes::attributes;
pub(crate) use escapes::atom_name;

use crate::ast::literal::{Number, number};
use crate::ast::profile::{Profile, Rule};
use crate::ast::role::NodeRole;

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("fun_decl", Rule::Special(constructs::single_function)),
        ("source_file", Rule::Special(constructs::source_file)),
        ("function_clause", Rule::Special(constructs::clause)),
        ("fun_clause", Rule::Special(constructs::clause)),
        ("cr_clause", Rule::Special(constructs::clause)),
        ("if_clause", Rule::Special(constructs::clause)),
        ("catch_clause", Rule::Special(constructs::clause)),
        ("list", Rule::Special(constructs::list)),
        ("list_comprehension", Rule::Special(constructs::comprehension)),
        ("binary_comprehension", Rule::Special(constructs::comprehension)),
        ("map_comprehension", Rule::Special(constructs::comprehension)),
        ("remote", Rule::Special(constructs::remote)),
        ("record_expr", Rule::Special(constructs::record)),
        ("record_update_expr", Rule::Special(constructs::record)),
        ("record_field_expr", Rule::Special(constructs::record_access)),
        ("record_index_expr", Rule::Special(constructs::record_access)),
        ("bin_element", Rule::Special(constructs::segment)),
        ("anonymous_fun", Rule::Special(constructs::anonymous_fun)),
        ("concatables", Rule::Special(constructs::concatenated_string)),
        ("var", Rule::Variable),
        ("atom", Rule::Special(constructs::atom)),
        ("string", Rule::Special(constructs::text_literal)),
        ("char", Rule::Special(constructs::text_literal)),
        ("integer", Rule::Leaf),
        ("float", Rule::Leaf),
        ("internal_fun", Rule::Special(constructs::internal_fun)),
        ("external_fun", Rule::Special(constructs::external_fun)),
        ("macro_call_expr", Rule::Special(constructs::unknown_macro)),
        ("binary_op_expr", Rule::Operator),
        ("unary_op_expr", Rule::Operator),
        ("match_expr", Rule::Node),
        ("cond_match_expr", Rule::Node),
        ("case_expr", Rule::Node),
        ("if_expr", Rule::Node),
        ("block_expr", Rule::Node),
        ("call", Rule::Node),
        ("tuple", Rule::Node),
        ("map_expr", Rule::Node),
        ("map_expr_update", Rule::Node),
        ("map_field", Rule::Operator),
        ("record_field", Rule::Special(constructs::record)),
        ("generator", Rule::Operator),
        ("b_generator", Rule::Operator),
        ("map_generator", Rule::Operator),
        ("try_after", Rule::Node),
        ("receive_after", Rule::Node),
        ("expr_args", Rule::Through),
        ("clause_body", Rule::Through),
        ("paren_expr", Rule::Through),
        ("lc_exprs", Rule::Through),
        ("lc_or_zc_expr", Rule::Through),
        ("lc_and_expr", Rule::Through),
        ("field_expr", Rule::Through),
        ("try_class", Rule::Through),
        ("try_stack", Rule::Through),
        ("macro_expr", Rule::Through),
        ("macro_call_args", Rule::Through),
        ("bit_size_expr", Rule::Through),
        ("ERROR", Rule::Through),
    ],
    statement_lists: &["clause_body", "block_expr", "try_expr", "try_after", "maybe_expr"],
    statements: &[
        "function_clause",
        "fun_clause",
        "cr_clause",
        "if_clause",
        "catch_clause",
        "try_after",
        "receive_after",
    ],
    placeholders: &["undef", "sliced", "funundef", "_"],
    texts: &["string", "char"],
    roles: &[
        ("call", "expr", NodeRole::Callee),
        ("generator", "lhs", NodeRole::Pattern),
        ("b_generator", "lhs", NodeRole::Pattern),
        ("map_generator", "lhs", NodeRole::Pattern),
    ],
    values: &[
        ("integer", |text| number(text, Number::Erlang)),
        ("float", |text| number(text, Number::Erlang)),
        ("char", escapes::character),
        ("string", |text| escapes::string(&[text])),
    ],
    expand: Some(macros::expand),
    calls: &[("call", 1)],
    ..Profile::PLAIN
};
