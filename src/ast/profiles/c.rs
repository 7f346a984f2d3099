//! C. Types and declarations of types have no node: they are the residue a compiler asks for.

use crate::ast::cst::Cst;
use crate::ast::literal::{Escapes, Number, TextValue, inside, number, unquoted};
use crate::ast::profile::{Profile, Rule};
use crate::ast::role::NodeRole;
use crate::ast::walk::{NodeShape, Walk};

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("translation_unit", Rule::Through),
        ("preproc_include", Rule::Skip),
        ("preproc_def", Rule::Skip),
        ("preproc_function_def", Rule::Skip),
        ("preproc_call", Rule::Skip),
        ("preproc_if", Rule::ThroughBut("condition")),
        ("preproc_ifdef", Rule::ThroughBut("name")),
        ("preproc_else", Rule::Through),
        ("preproc_elif", Rule::ThroughBut("condition")),
        ("preproc_arg", Rule::Skip),
        ("preproc_directive", Rule::Skip),
        ("type_definition", Rule::Skip),
        ("struct_specifier", Rule::Skip),
        ("union_specifier", Rule::Skip),
        ("enum_specifier", Rule::Skip),
        ("primitive_type", Rule::Skip),
        ("type_identifier", Rule::Skip),
        ("sized_type_specifier", Rule::Skip),
        ("type_qualifier", Rule::Skip),
        ("storage_class_specifier", Rule::Skip),
        ("type_descriptor", Rule::Skip),
        ("abstract_pointer_declarator", Rule::Skip),
        ("abstract_array_declarator", Rule::Skip),
        ("abstract_function_declarator", Rule::Skip),
        ("attribute_specifier", Rule::Skip),
        ("function_definition", Rule::Function),
        ("declaration", Rule::Special(declaration)),
        ("function_declarator", Rule::Through),
        ("parenthesized_declarator", Rule::Through),
        ("pointer_declarator", Rule::Through),
        ("array_declarator", Rule::Through),
        ("init_declarator", Rule::Node),
        ("parameter_list", Rule::Through),
        ("parameter_declaration", Rule::Through),
        ("variadic_parameter", Rule::Skip),
        ("compound_statement", Rule::Through),
        ("expression_statement", Rule::Through),
        ("parenthesized_expression", Rule::Through),
        ("else_clause", Rule::Through),
        ("argument_list", Rule::Through),
        ("identifier", Rule::Variable),
        ("field_identifier", Rule::Leaf),
        ("statement_identifier", Rule::Leaf),
        ("number_literal", Rule::Leaf),
        ("char_literal", Rule::Leaf),
        ("string_literal", Rule::Leaf),
        ("concatenated_string", Rule::Special(joined_string)),
        ("case_statement", Rule::Keyword),
        ("binary_expression", Rule::Operator),
        ("unary_expression", Rule::Special(unary)),
        ("update_expression", Rule::Operator),
        ("pointer_expression", Rule::Operator),
        ("assignment_expression", Rule::Operator),
        ("field_expression", Rule::Label("field")),
        ("cast_expression", Rule::Label("type")),
        ("sizeof_expression", Rule::Label("type")),
        ("compound_literal_expression", Rule::Label("type")),
        ("goto_statement", Rule::Label("label")),
        ("labeled_statement", Rule::Label("label")),
        ("initializer_pair", Rule::Node),
        ("field_designator", Rule::Through),
        ("ERROR", Rule::Through),
    ],
    branches: &[("if_statement", "consequence"), ("if_statement", "alternative")],
    statement_lists: &["expression_statement", "translation_unit", "compound_statement", "case_statement"],
    list_heads: &[("case_statement", "value")],
    declarations: &["declaration", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"],
    statements: &["function_definition", "case_statement"],
    placeholders: &["sliced"],
    texts: &["string_literal", "char_literal"],
    announcing: &["else_clause"],
    roles: &[
        ("declaration", "declarator", NodeRole::Declared),
        ("parameter_declaration", "declarator", NodeRole::Parameter),
        ("init_declarator", "value", NodeRole::Use),
        ("array_declarator", "size", NodeRole::Use),
        ("call_expression", "function", NodeRole::Callee),
        ("for_statement", "initializer", NodeRole::Initialiser),
        ("for_statement", "update", NodeRole::Update),
    ],
    acts: &["assignment_expression", "update_expression", "init_declarator"],
    values: &[
        ("number_literal", |text| number(text, Number::C)),
        ("char_literal", character),
        ("string_literal", |text| string(&[text])),
    ],
    calls: &[("call_expression", 1)],
    ..Profile::PLAIN
};

/// A prototype has no behaviour; any other declaration is its declarators.
fn declaration(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let mut declarator = cst.child_by_field_name("declarator");
    while let Some(inner) = declarator.filter(|node| node.kind() == "pointer_declarator") {
        declarator = inner.child_by_field_name("declarator");
    }
    let is_prototype = declarator.is_some_and(|node| {
        node.kind() == "function_declarator"
            && node.child_by_field_name("declarator").is_some_and(|name| name.kind() == "identifier")
    });
    if !is_prototype {
        walk.visit_children(cst);
    }
}

/// The grammar takes a sign that touches a number for part of it; so is one that does not, or stands before parentheses.
fn unary(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let sign = cst.child_by_field_name("operator").map_or("", |sign| walk.slice(sign));
    let mut operand = cst.child_by_field_name("argument");
    while let Some(group) = operand.filter(|operand| operand.kind() == "parenthesized_expression") {
        operand = group.children().find(|part| part.is_named() && !part.is_extra());
    }
    let operand = operand.filter(|operand| operand.kind() == "number_literal");
    let digits = operand.map_or("", |operand| walk.slice(operand));
    if !matches!(sign, "-" | "+") || !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        walk.operation(cst);
        return;
    }
    let label = format!("{sign}{digits}");
    let flags = walk.flags_of(cst);
    walk.set_value(number(&label, Number::C));
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: "number_literal", label: &label, flags });
    walk.close();
}

/// Adjacent strings are one string, unless a macro stands between them.
fn joined_string(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let parts = || cst.children().filter(|child| child.is_named() && !child.is_extra());
    if parts().any(|part| part.kind() != "string_literal") {
        walk.node(cst, "", None);
        return;
    }
    let texts: Vec<&str> = parts().map(|part| walk.slice(part)).collect();
    walk.set_value(string(&texts));
    let text: String = parts().map(|part| unquoted(walk.slice(part))).collect();
    let flags = walk.flags_of(cst);
    let label = format!("\"{text}\"");
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: "string_literal", label: &label, flags });
    walk.close();
}

const ESCAPES: Escapes = Escapes {
    letters: &[
        ('a', '\x07'),
        ('b', '\x08'),
        ('f', '\x0c'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
        ('v', '\x0b'),
        ('e', '\x1b'),
    ],
    octal: Some(false),
    digits: [(1, usize::MAX), (4, 4), (8, 8)],
    has_braces: false,
    has_names: false,
    keeps_unknown: false,
    has_surrogates: false,
    is_bytes: false,
};

/// Adjacent strings as one; the prefix of one is that of all.
fn string(texts: &[&str]) -> Option<String> {
    let parts: Option<Vec<(&str, &str)>> = texts.iter().map(|text| text.split_once('"')).collect();
    let parts = parts?;
    let prefix = parts.iter().map(|(prefix, _)| *prefix).find(|prefix| !prefix.is_empty()).unwrap_or("");
    let escapes = Escapes { is_bytes: matches!(prefix, "" | "u8"), ..ESCAPES };
    let mut value = TextValue::default();
    for (_, rest) in parts {
        value.escaped(inside(rest, "", "\"")?, &escapes);
    }
    Some(value.of(&format!("{prefix}text")))
}

/// A character is the number of it, unless that depends on the compiler.
fn character(text: &str) -> Option<String> {
    let (prefix, rest) = text.split_once('\'')?;
    let mut value = TextValue::default();
    value.escaped(inside(rest, "", "'")?, &ESCAPES);
    let value = value.of("");
    let mut characters = value.trim_start_matches(' ').chars();
    let only = match (value.as_str(), characters.next(), characters.next()) {
        ("  ", ..) => Some(' '),
        (" \\\\", ..) => Some('\\'),
        (_, Some(only), None) => Some(only),
        _ => None,
    };
    match only.filter(|only| only.is_ascii() && prefix.is_empty()) {
        Some(only) => Some(format!("int {}", u32::from(only))),
        None => Some(format!("{prefix}character{value}")),
    }
}
