//! Java. Types, modifiers and annotations have no node; classes and methods have one each.

use crate::ast::literal::{Escapes, Number, TextValue, inside, number};
use crate::ast::profile::{Profile, Rule};
use crate::ast::role::NodeRole;

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("line_comment", Rule::Skip),
        ("block_comment", Rule::Skip),
        ("program", Rule::Through),
        ("package_declaration", Rule::Skip),
        ("import_declaration", Rule::Skip),
        ("modifiers", Rule::Skip),
        ("marker_annotation", Rule::Skip),
        ("annotation", Rule::Skip),
        ("superclass", Rule::Skip),
        ("super_interfaces", Rule::Skip),
        ("extends_interfaces", Rule::Skip),
        ("throws", Rule::Skip),
        ("type_parameters", Rule::Skip),
        ("type_arguments", Rule::Skip),
        ("integral_type", Rule::Skip),
        ("floating_point_type", Rule::Skip),
        ("boolean_type", Rule::Skip),
        ("void_type", Rule::Skip),
        ("type_identifier", Rule::Skip),
        ("scoped_type_identifier", Rule::Skip),
        ("generic_type", Rule::Skip),
        ("array_type", Rule::Skip),
        ("dimensions", Rule::Skip),
        ("class_declaration", Rule::Function),
        ("interface_declaration", Rule::Function),
        ("enum_declaration", Rule::Function),
        ("record_declaration", Rule::Function),
        ("method_declaration", Rule::Function),
        ("constructor_declaration", Rule::Function),
        ("enum_constant", Rule::Label("name")),
        ("class_body", Rule::Through),
        ("interface_body", Rule::Through),
        ("enum_body", Rule::Through),
        ("enum_body_declarations", Rule::Through),
        ("constructor_body", Rule::Through),
        ("block", Rule::Through),
        ("field_declaration", Rule::Through),
        ("constant_declaration", Rule::Through),
        ("local_variable_declaration", Rule::Through),
        ("variable_declarator", Rule::NodeIf("value")),
        ("formal_parameters", Rule::Through),
        ("formal_parameter", Rule::Through),
        ("spread_parameter", Rule::Through),
        ("inferred_parameters", Rule::Through),
        ("catch_formal_parameter", Rule::Through),
        ("catch_type", Rule::Leaf),
        ("expression_statement", Rule::Through),
        ("parenthesized_expression", Rule::Through),
        ("argument_list", Rule::Through),
        ("dimensions_expr", Rule::Through),
        ("switch_block", Rule::Through),
        ("switch_block_statement_group", Rule::Keyword),
        ("switch_rule", Rule::Keyword),
        ("switch_label", Rule::Through),
        ("resource_specification", Rule::Through),
        ("condition", Rule::Through),
        ("identifier", Rule::Variable),
        ("this", Rule::Leaf),
        ("super", Rule::Leaf),
        ("string_literal", Rule::Leaf),
        ("character_literal", Rule::Leaf),
        ("binary_expression", Rule::Operator),
        ("unary_expression", Rule::Operator),
        ("update_expression", Rule::Operator),
        ("assignment_expression", Rule::Operator),
        ("field_access", Rule::Label("field")),
        ("method_invocation", Rule::Label("name")),
        ("cast_expression", Rule::Label("type")),
        ("object_creation_expression", Rule::Label("type")),
        ("array_creation_expression", Rule::Label("type")),
        ("instanceof_expression", Rule::Label("right")),
        ("explicit_constructor_invocation", Rule::Label("constructor")),
        ("ERROR", Rule::Through),
    ],
    branches: &[("if_statement", "consequence"), ("if_statement", "alternative")],
    vanishing: &["finally_clause"],
    statement_lists: &[
        "expression_statement",
        "program",
        "class_body",
        "interface_body",
        "enum_body",
        "enum_body_declarations",
        "constructor_body",
        "block",
        "switch_block_statement_group",
    ],
    declarations: &[
        "local_variable_declaration",
        "field_declaration",
        "constant_declaration",
        "variable_declarator",
    ],
    statements: &[
        "class_declaration",
        "method_declaration",
        "constructor_declaration",
        "switch_block_statement_group",
        "switch_rule",
        "catch_clause",
        "finally_clause",
    ],
    placeholders: PLACEHOLDERS,
    texts: &["string_literal"],
    outside_header: &["modifiers"],
    roles: &[
        ("variable_declarator", "name", NodeRole::Declared),
        ("variable_declarator", "value", NodeRole::Use),
        ("enhanced_for_statement", "name", NodeRole::Declared),
        ("resource", "name", NodeRole::Declared),
        ("instanceof_expression", "name", NodeRole::Declared),
        ("type_pattern", "*", NodeRole::Declared),
        ("record_pattern_component", "*", NodeRole::Declared),
        ("formal_parameter", "name", NodeRole::Parameter),
        ("spread_parameter", "*", NodeRole::Parameter),
        ("catch_formal_parameter", "name", NodeRole::Parameter),
        ("inferred_parameters", "*", NodeRole::Parameter),
        ("lambda_expression", "parameters", NodeRole::Parameter),
        ("for_statement", "init", NodeRole::Initialiser),
        ("for_statement", "update", NodeRole::Update),
    ],
    acts: &["assignment_expression", "update_expression", "variable_declarator"],
    values: &[
        ("decimal_integer_literal", |text| number(text, Number::Java)),
        ("hex_integer_literal", |text| number(text, Number::Java)),
        ("octal_integer_literal", |text| number(text, Number::Java)),
        ("binary_integer_literal", |text| number(text, Number::Java)),
        ("decimal_floating_point_literal", |text| number(text, Number::Java)),
        ("hex_floating_point_literal", |text| number(text, Number::Java)),
        ("character_literal", |text| value(inside(text, "'", "'")?, "character")),
        ("string_literal", string),
    ],
    calls: &[
        ("method_invocation", 0),
        ("explicit_constructor_invocation", 0),
        ("object_creation_expression", 0),
    ],
    ..Profile::PLAIN
};

/// What stands for expressions that are gone, and for the names of parameters.
const PLACEHOLDERS: &[&str] = &[
    "sliced", "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9", "_10", "_11", "_12", "_13", "_14", "_15",
    "_16", "_17", "_18", "_19", "_20",
];

const ESCAPES: Escapes = Escapes {
    letters: &[('b', '\x08'), ('f', '\x0c'), ('n', '\n'), ('r', '\r'), ('s', ' '), ('t', '\t')],
    octal: Some(true),
    digits: [(0, 0), (4, 4), (0, 0)],
    has_braces: false,
    has_names: false,
    keeps_unknown: false,
    has_surrogates: true,
    is_bytes: false,
};

fn value(text: &str, class: &str) -> Option<String> {
    let mut value = TextValue::default();
    value.escaped(text, &ESCAPES);
    Some(value.of(class))
}

fn string(text: &str) -> Option<String> {
    match inside(text, "\"\"\"", "\"\"\"") {
        Some(block) => value(&unindented(block)?, "text"),
        None => value(inside(text, "\"", "\"")?, "text"),
    }
}

/// The lines of a text block, without the indentation they share and the blanks they end with.
fn unindented(block: &str) -> Option<String> {
    let block = block.replace("\r\n", "\n");
    let (_, content) = block.split_once('\n')?;
    let lines: Vec<&str> = content.split('\n').collect();
    let is_blank = |line: &str| line.trim().is_empty();
    let last = lines.len() - 1;
    let counts = lines.iter().enumerate().filter(|(idx, line)| !is_blank(line) || *idx == last);
    let indent = counts.map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let line = |line: &&str| {
        if is_blank(line) { "" } else { line.get(indent..).unwrap_or("").trim_end() }.to_owned()
    };
    Some(lines.iter().map(line).collect::<Vec<_>>().join("\n"))
}
