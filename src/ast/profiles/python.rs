//! Python. `pass` stands for deleted bodies, `...` for them and for deleted expressions, `_1` for the first parameter.

use crate::ast::cst::Cst;
use crate::ast::literal::{Escapes, Number, TextValue, number};
use crate::ast::profile::{Interpolation, Profile, Rule};
use crate::ast::role::NodeRole;
use crate::ast::tree::Flags;
use crate::ast::walk::{NodeShape, Walk};

const STRING: Interpolation = Interpolation {
    expression: "interpolation",
    part: Some("string"),
    delimiters: &["string_start", "string_end"],
    value: string,
};

/// Names of parameters that are gone, by their places.
const PARAMETERS: &[&str] = &[
    "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9", "_10", "_11", "_12", "_13", "_14", "_15", "_16",
    "_17", "_18", "_19", "_20",
];

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("line_continuation", Rule::Skip),
        ("module", Rule::Through),
        ("import_statement", Rule::Skip),
        ("import_from_statement", Rule::Skip),
        ("future_import_statement", Rule::Skip),
        ("block", Rule::Through),
        ("if_statement", Rule::Special(conditional)),
        ("expression_statement", Rule::Special(expressions)),
        ("expression_list", Rule::As("tuple")),
        ("pattern_list", Rule::As("tuple_pattern")),
        ("list_pattern", Rule::As("tuple_pattern")),
        ("tuple_pattern", Rule::Special(tuple_pattern)),
        ("case_clause", Rule::Special(bare_tuple)),
        ("match_statement", Rule::Special(bare_tuple)),
        ("subscript", Rule::Special(bare_tuple)),
        ("complex_pattern", Rule::Operator),
        ("parenthesized_expression", Rule::Through),
        ("decorated_definition", Rule::Special(decorated)),
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
        ("case_pattern", Rule::Special(case_pattern)),
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
    vanishing: &[
        "else_clause",
        "finally_clause",
        "default_parameter",
        "typed_default_parameter",
        "list_splat_pattern",
        "dictionary_splat_pattern",
    ],
    statement_lists: &["expression_statement", "module", "block"],
    statements: &[
        "function_definition",
        "class_definition",
        "else_clause",
        "except_clause",
        "finally_clause",
        "case_clause",
    ],
    placeholders: PARAMETERS,
    placeholder_kinds: &["pass_statement", "ellipsis"],
    texts: &["string"],
    roles: &[
        ("parameters", "*", NodeRole::Parameter),
        ("lambda_parameters", "*", NodeRole::Parameter),
        ("default_parameter", "value", NodeRole::Use),
        ("typed_default_parameter", "value", NodeRole::Use),
        ("for_statement", "left", NodeRole::Declared),
        ("for_in_clause", "left", NodeRole::Declared),
        ("as_pattern", "alias", NodeRole::Declared),
        ("call", "function", NodeRole::Callee),
    ],
    values: &[
        ("integer", |text| number(text, Number::Python)),
        ("float", |text| number(text, Number::Python)),
    ],
    calls: &[("call", 1)],
    ..Profile::PLAIN
};

/// A bare `a, b` is a tuple, whether or not it has parentheses.
fn expressions(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let n_expressions = cst.children().filter(|child| child.is_named() && !child.is_extra()).count();
    if n_expressions > 1 {
        walk.node_of_kind(cst, "tuple", "", None);
    } else {
        let text = cst.children().find(|child| matches!(child.kind(), "string" | "concatenated_string"));
        walk.set_value(text.and_then(|text| string(walk, text)).map(|value| documentation(&value)));
        walk.visit_children(cst);
        walk.set_value(None);
    }
}

/// A decorator is a part of what it decorates.
fn decorated(walk: &mut Walk<'_>, cst: Cst<'_>) {
    match cst.child_by_field_name("definition") {
        Some(definition) => walk.decorated(cst, definition),
        None => walk.visit_children(cst),
    }
}

/// A string that is a statement documents what it stands in: tools choose its indentation.
fn documentation(value: &str) -> String {
    let lines: Vec<&str> = value.split('\n').map(str::trim_end).collect();
    let n_blanks = |line: &&str| line.len() - line.trim_start().len();
    let indent = lines[1..].iter().filter(|line| !line.is_empty()).map(n_blanks).min().unwrap_or(0);
    let (class, first) = lines[0].split_once(' ').unwrap_or((lines[0], ""));
    let rest = lines[1..].iter().map(|line| line.get(indent..).unwrap_or(""));
    let all: Vec<&str> = std::iter::once(first.trim_start()).chain(rest).collect();
    format!("{class} {}", all.join("\n").trim_matches('\n'))
}

fn has_comma(cst: Cst<'_>) -> bool {
    cst.children().any(|token| token.kind() == ",")
}

/// Parentheses around one pattern mean nothing.
fn tuple_pattern(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let is_empty = !cst.children().any(|child| child.is_named() && !child.is_extra());
    if is_empty || has_comma(cst) {
        walk.node(cst, "", None);
    } else {
        walk.visit_children(cst);
    }
}

/// The sign of a number is no part of it, in a pattern as elsewhere.
fn case_pattern(walk: &mut Walk<'_>, cst: Cst<'_>) {
    if cst.children().any(|token| token.kind() == "-") {
        walk.node_of_kind(cst, "unary_operator", "-_", None);
    } else {
        walk.visit_children(cst);
    }
}

/// Subjects, patterns and indices with a comma are one tuple, whether or not it has parentheses.
fn bare_tuple(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let (flags, own) = (walk.flags_of(cst), walk.own_offset(cst));
    walk.open_at(cst, own, &NodeShape { kind: cst.kind(), label: "", flags });
    let is_part = |child: &Cst<'_>| {
        matches!(child.field(), "subject" | "subscript") && child.is_named() || child.kind() == "case_pattern"
    };
    let parts: Vec<Cst<'_>> = cst.children().filter(is_part).collect();
    let comma = cst.children().find(|token| token.kind() == ",");
    for child in cst.children() {
        if let (Some(comma), true) = (comma, Some(child.id()) == parts.first().map(|part| part.id())) {
            let kind = if child.kind() == "case_pattern" { "tuple_pattern" } else { "tuple" };
            let shape = NodeShape { kind, label: "", flags: Flags::COUNTED };
            walk.open_span(child.start_byte(), parts[parts.len() - 1].end_byte(), comma.start_byte(), &shape);
        }
        walk.visit(child);
        if comma.is_some() && Some(child.id()) == parts.last().map(|part| part.id()) {
            walk.close();
        }
    }
    walk.close();
}

/// `elif` is an `else` with nothing but an `if` in it.
fn conditional(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let flags = walk.flags_of(cst);
    let own = walk.own_offset(cst);
    walk.open_at(cst, own, &NodeShape { kind: cst.kind(), label: "", flags });
    let mut clauses = vec![cst];
    clauses.extend(cst.children().filter(|child| child.kind() == "elif_clause"));
    let flags = Flags::COUNTED.with(Flags::STATEMENT);
    for (idx, &clause) in clauses.iter().enumerate() {
        if idx > 0 {
            for kind in ["else_clause", cst.kind()] {
                let shape = NodeShape { kind, label: "", flags };
                walk.open_span(clause.start_byte(), cst.end_byte(), clause.start_byte(), &shape);
            }
        }
        let mut previous = clause.start_byte();
        for child in clause.children().filter(|child| child.field() != "alternative") {
            match child.field() {
                "consequence" => walk.branch(child, child.field(), previous),
                _ => walk.visit(child),
            }
            previous = child.start_byte();
        }
    }
    for child in cst.children().filter(|child| child.kind() == "else_clause") {
        walk.visit(child);
    }
    for _ in 1..clauses.len() {
        walk.close();
        walk.close();
    }
    walk.close();
}

const ESCAPES: Escapes = Escapes {
    letters: &[
        ('\\', '\\'),
        ('\'', '\''),
        ('"', '"'),
        ('a', '\x07'),
        ('b', '\x08'),
        ('f', '\x0c'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
        ('v', '\x0b'),
    ],
    octal: Some(false),
    digits: [(2, 2), (4, 4), (8, 8)],
    has_braces: false,
    has_names: true,
    keeps_unknown: true,
    has_surrogates: false,
    is_bytes: false,
};

/// In bytes only numbers up to 255 are escapes.
const ESCAPES_OF_BYTES: Escapes =
    Escapes { digits: [(2, 2), (0, 0), (0, 0)], has_names: false, is_bytes: true, ..ESCAPES };

/// One string, or adjacent ones, each with its own prefix.
fn string(walk: &Walk<'_>, cst: Cst<'_>) -> Option<String> {
    let mut value = TextValue::default();
    let mut class = "text";
    let is_joined = cst.kind() == "concatenated_string";
    let parts = cst.children().filter(|part| is_joined && part.kind() == "string");
    for part in parts.chain((!is_joined).then_some(cst)) {
        let start = part.children().find(|token| token.kind() == "string_start")?;
        let prefix = walk.slice(start).trim_end_matches(['"', '\'']).to_ascii_lowercase();
        if prefix.contains(['b', 't']) {
            class = if prefix.contains('b') { "bytes" } else { "template" };
        }
        for piece in part.children() {
            match piece.kind() {
                "string_content" => content(&mut value, walk.slice(piece), &prefix),
                "interpolation" => interpolation(&mut value, walk, piece),
                _ => {}
            }
        }
    }
    Some(value.of(class))
}

fn content(value: &mut TextValue, text: &str, prefix: &str) {
    let is_format = prefix.contains(['f', 't']);
    let text = if is_format { text.replace("{{", "{").replace("}}", "}") } else { text.to_owned() };
    if prefix.contains('r') {
        value.raw(&text.replace("\r\n", "\n"));
    } else {
        value.escaped(&text, if prefix.contains('b') { &ESCAPES_OF_BYTES } else { &ESCAPES });
    }
}

/// An expression with its conversion and format; `{x = }` shows the text of the expression, too.
fn interpolation(value: &mut TextValue, walk: &Walk<'_>, cst: Cst<'_>) {
    let is_shown = |part: &Cst<'_>| matches!(part.kind(), "type_conversion" | "format_specifier");
    let shown: String = cst.children().filter(is_shown).map(|part| walk.slice(part)).collect();
    if !cst.children().any(|part| part.kind() == "=") {
        value.expression(&shown);
        return;
    }
    let stop = cst.children().find(is_shown).map_or(cst.end_byte() - 1, |part| part.start_byte());
    value.raw(walk.bytes(cst.start_byte() + 1..stop));
    value.expression(if shown.is_empty() { "!r" } else { &shown });
}
