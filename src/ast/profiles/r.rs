//! R, where everything is an expression.

use crate::ast::cst::Cst;
use crate::ast::literal::{Escapes, Number, TextValue, inside, number};
use crate::ast::profile::{Profile, Rule};
use crate::ast::role::NodeRole;
use crate::ast::walk::{NodeShape, Walk};

/// Names of parameters that are gone, by their places.
const PARAMETERS: &[&str] = &[
    "._1", "._2", "._3", "._4", "._5", "._6", "._7", "._8", "._9", "._10", "._11", "._12", "._13", "._14",
    "._15", "._16", "._17", "._18", "._19", "._20",
];

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("comma", Rule::Skip),
        ("program", Rule::Through),
        ("braced_expression", Rule::Through),
        ("parenthesized_expression", Rule::Through),
        ("parameters", Rule::Through),
        ("parameter", Rule::Special(parameter)),
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
        ("binary_operator", Rule::Special(operator)),
        ("unary_operator", Rule::Operator),
        ("ERROR", Rule::Through),
    ],
    branches: &[("if_statement", "consequence"), ("if_statement", "alternative")],
    statement_lists: &["program", "braced_expression"],
    placeholders: PARAMETERS,
    texts: &["string"],
    roles: &[
        ("parameter", "name", NodeRole::Parameter),
        ("parameter", "default", NodeRole::Use),
        ("for_statement", "variable", NodeRole::Declared),
        ("call", "function", NodeRole::Callee),
    ],
    values: &[
        ("integer", |text| number(text, Number::R)),
        ("float", |text| number(text, Number::R)),
        ("complex", |text| number(text, Number::R)),
        ("string", |text| string(text, "text")),
        ("identifier", name),
        ("namespace_operator", qualified),
    ],
    calls: &[("call", 1)],
    ..Profile::PLAIN
};

/// A parameter with a default is a node, unless it is gone and its default nothing.
fn parameter(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let name = cst.child_by_field_name("name").map(|name| walk.slice(name));
    let is_gone = name.is_some_and(|name| PARAMETERS.contains(&name));
    match cst.child_by_field_name("default") {
        Some(default) if !(is_gone && is_nothing(default)) => walk.node(cst, "", None),
        _ => walk.visit_children(cst),
    }
}

/// Whether nothing stands in braces, which R prints with a line end between them.
fn is_nothing(cst: Cst<'_>) -> bool {
    cst.kind() == "braced_expression"
        && !cst.children().any(|child| child.is_named() && child.kind() != "comment")
}

/// Some operators are others to R's own parser, two of them with their sides turned.
fn operator(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let sign = cst.child_by_field_name("operator");
    let written = sign.map_or("", |sign| walk.slice(sign));
    let (meant, is_turned) = match written {
        "=" => ("<-", false),
        "->" => ("<-", true),
        "->>" => ("<<-", true),
        "**" => ("^", false),
        other => (other, false),
    };
    let sides = cst.children().filter(|child| child.is_named() && !child.is_extra()).count();
    if sides != 2 || sign.is_none() {
        walk.node(cst, &format!("_{written}_"), None);
        return;
    }
    let (flags, own) = (walk.flags_of(cst), walk.own_offset(cst));
    let label = format!("_{meant}_");
    walk.open_at(cst, own, &NodeShape { kind: cst.kind(), label: &label, flags });
    let mut parts: Vec<Cst<'_>> = cst.children().collect();
    if is_turned {
        parts.reverse();
    }
    for part in parts {
        walk.visit(part);
    }
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
        ('\n', '\n'),
    ],
    octal: Some(false),
    digits: [(1, 2), (1, 4), (1, 8)],
    has_braces: true,
    has_names: false,
    keeps_unknown: false,
    has_surrogates: false,
    is_bytes: false,
};

fn string(text: &str, class: &str) -> Option<String> {
    let mut value = TextValue::default();
    if let Some(raw) = text.strip_prefix(['r', 'R']) {
        let quote = raw.chars().next()?.to_string();
        let inner = inside(raw, &quote, &quote)?.trim_matches('-');
        let inner = inner.strip_prefix(['(', '[', '{'])?.strip_suffix([')', ']', '}'])?;
        value.raw(&inner.replace("\r\n", "\n"));
    } else {
        let quote = text.chars().next()?.to_string();
        value.escaped(inside(text, &quote, &quote)?, &ESCAPES);
    }
    Some(value.of(class))
}

/// A name, with backticks or without.
fn name(text: &str) -> Option<String> {
    if text.starts_with('`') { string(text, "name") } else { Some(format!("name {text}")) }
}

/// `base::print`, whatever quotes are around either side.
fn qualified(text: &str) -> Option<String> {
    let sign = if text.contains(":::") { ":::" } else { "::" };
    let side = |text: &str| {
        let text = text.trim();
        if text.starts_with(['"', '\'', '`']) { string(text, "name") } else { name(text) }
    };
    let (package, name) = text.split_once(sign)?;
    Some(format!("{sign} {} {}", side(package)?, side(name)?))
}
