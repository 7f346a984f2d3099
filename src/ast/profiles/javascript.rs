//! JavaScript.

use crate::ast::cst::Cst;
use crate::ast::literal::{Escapes, Number, TextValue, inside, number};
use crate::ast::profile::{Interpolation, Profile, Rule};
use crate::ast::role::NodeRole;
use crate::ast::tree::Flags;
use crate::ast::walk::{NodeShape, Walk};

const TEMPLATE: Interpolation =
    Interpolation { expression: "template_substitution", part: None, delimiters: &["`"], value: template };

pub(super) static PROFILE: Profile = Profile {
    rules: &[
        ("comment", Rule::Skip),
        ("html_comment", Rule::Skip),
        ("hash_bang_line", Rule::Skip),
        ("program", Rule::Through),
        ("import_statement", Rule::Skip),
        ("export_statement", Rule::Through),
        ("statement_block", Rule::Through),
        ("expression_statement", Rule::Through),
        ("empty_statement", Rule::Skip),
        ("parenthesized_expression", Rule::Through),
        ("lexical_declaration", Rule::Through),
        ("variable_declaration", Rule::Through),
        ("variable_declarator", Rule::NodeIf("value")),
        ("formal_parameters", Rule::Through),
        ("arguments", Rule::Through),
        ("else_clause", Rule::Through),
        ("switch_body", Rule::Through),
        ("class_body", Rule::Through),
        ("class_heritage", Rule::Through),
        ("computed_property_name", Rule::Through),
        ("optional_chain", Rule::Skip),
        ("function_declaration", Rule::Function),
        ("generator_function_declaration", Rule::Function),
        ("function_expression", Rule::Function),
        ("generator_function", Rule::Function),
        ("method_definition", Rule::Function),
        ("class_declaration", Rule::Function),
        ("class", Rule::Function),
        ("field_definition", Rule::Label("property")),
        ("identifier", Rule::Variable),
        (SHORT, Rule::Special(short_entry)),
        (SHORT_PATTERN, Rule::Special(short_entry)),
        (SHORT_DEFAULT, Rule::Special(short_default)),
        (FULL, Rule::Special(full_entry)),
        (FULL_PATTERN, Rule::Special(full_entry)),
        ("property_identifier", Rule::Leaf),
        ("private_property_identifier", Rule::Leaf),
        ("statement_identifier", Rule::Leaf),
        ("string", Rule::Quoted),
        ("regex", Rule::Leaf),
        ("template_string", Rule::Template(&TEMPLATE)),
        ("template_substitution", Rule::Through),
        ("binary_expression", Rule::Special(binary)),
        ("unary_expression", Rule::Special(unary)),
        ("update_expression", Rule::Operator),
        ("augmented_assignment_expression", Rule::Operator),
        ("for_in_statement", Rule::Label("operator")),
        ("member_expression", Rule::Label("property")),
        ("labeled_statement", Rule::Label("label")),
        ("meta_property", Rule::Leaf),
        ("ERROR", Rule::Through),
    ],
    branches: &[("if_statement", "consequence"), ("if_statement", "alternative")],
    vanishing: &["finally_clause"],
    statement_lists: &[
        "expression_statement",
        "program",
        "statement_block",
        "class_body",
        "switch_case",
        "switch_default",
        "export_statement",
    ],
    list_heads: &[("switch_case", "value")],
    declarations: &["lexical_declaration", "variable_declaration", "variable_declarator"],
    statements: &[
        "function_declaration",
        "method_definition",
        "class_declaration",
        "switch_case",
        "switch_default",
        "catch_clause",
        "finally_clause",
    ],
    placeholders: PLACEHOLDERS,
    texts: &["string"],
    announcing: &["else_clause"],
    roles: &[
        ("variable_declarator", "name", NodeRole::Declared),
        ("variable_declarator", "value", NodeRole::Use),
        ("for_in_statement", "left", NodeRole::Declared),
        ("formal_parameters", "*", NodeRole::Parameter),
        ("arrow_function", "parameter", NodeRole::Parameter),
        ("catch_clause", "parameter", NodeRole::Parameter),
        ("assignment_pattern", "right", NodeRole::Use),
        ("object_assignment_pattern", "right", NodeRole::Use),
        ("call_expression", "function", NodeRole::Callee),
        ("pair", "key", NodeRole::Key),
        ("pair_pattern", "key", NodeRole::Key),
        ("for_statement", "initializer", NodeRole::Initialiser),
        ("for_statement", "increment", NodeRole::Update),
    ],
    acts: &[
        "assignment_expression",
        "augmented_assignment_expression",
        "update_expression",
        "variable_declarator",
    ],
    values: &[
        ("number", |text| number(text, Number::JavaScript)),
        ("string", |text| string(text)),
        ("property_identifier", |text| Some(format!("key {text}"))),
        ("regex", regex),
    ],
    calls: &[("call_expression", 1), ("new_expression", 1)],
    ..Profile::PLAIN
};

/// What deleted expressions and parameters leave.
const PLACEHOLDERS: &[&str] = &[
    "void 0", "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9", "_10", "_11", "_12", "_13", "_14", "_15",
    "_16", "_17", "_18", "_19", "_20",
];

const ESCAPES: Escapes = Escapes {
    letters: &[('b', '\x08'), ('f', '\x0c'), ('n', '\n'), ('r', '\r'), ('t', '\t'), ('v', '\x0b')],
    octal: Some(true),
    digits: [(2, 2), (4, 4), (0, 0)],
    has_braces: true,
    has_names: false,
    keeps_unknown: false,
    has_surrogates: true,
    is_bytes: false,
};

fn string(text: &str) -> Option<String> {
    let text = inside(text, "\"", "\"").or_else(|| inside(text, "'", "'"))?;
    let mut value = TextValue::default();
    value.escaped(text, &ESCAPES);
    Some(value.of("text"))
}

/// The order of the flags means nothing.
fn regex(text: &str) -> Option<String> {
    let (pattern, flags) = text.rsplit_once('/')?;
    let mut flags: Vec<char> = flags.chars().collect();
    flags.sort_unstable();
    Some(format!("regex {pattern}/{}", flags.into_iter().collect::<String>()))
}

const SHORT: &str = "shorthand_property_identifier";
const SHORT_PATTERN: &str = "shorthand_property_identifier_pattern";
const SHORT_DEFAULT: &str = "object_assignment_pattern";
const FULL: &str = "pair";
const FULL_PATTERN: &str = "pair_pattern";
const DEFAULT: &str = "assignment_pattern";
const KEY: &str = "property_identifier";
const NAME: &str = "identifier";

/// `{a: b}`, which is `{a}` where both are one name and the program has it so.
fn full_entry(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let value = cst.child_by_field_name("value");
    let default = value.filter(|value| value.kind() == DEFAULT);
    let variable = default.map_or(value, |default| default.child_by_field_name("left"));
    let key = cst.child_by_field_name("key").filter(|key| key.kind() == KEY);
    let name = key.map(|key| walk.slice(key));
    let Some(variable) = variable.filter(|it| it.kind() == NAME && name == Some(walk.slice(*it))) else {
        walk.plain(cst);
        return;
    };
    let name = walk.slice(variable);
    walk.noted_entries().add_full(name);
    let right = default.and_then(|default| default.child_by_field_name("right"));
    match (walk.entries().is_short(name), right) {
        (false, _) => walk.plain(cst),
        (true, None) if cst.kind() == FULL => walk.name_of_kind(variable, SHORT, name),
        (true, None) => walk.name_of_kind(variable, SHORT_PATTERN, name),
        (true, Some(right)) => {
            let flags = walk.flags_of(cst);
            walk.open_at(cst, cst.start_byte(), &NodeShape { kind: SHORT_DEFAULT, label: "", flags });
            walk.name_of_kind(variable, SHORT_PATTERN, name);
            walk.visit_as(right, NodeRole::Use);
            walk.close();
        }
    }
}

/// `{a}`, which is `{a: a}` where the program has it so.
fn short_entry(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let name = walk.slice(cst);
    walk.noted_entries().add_short(name);
    if !walk.entries().is_full(name) {
        walk.leaf(cst, name, Flags::VARIABLE);
        return;
    }
    open_full(walk, cst, if cst.kind() == SHORT { FULL } else { FULL_PATTERN }, name);
    walk.name_of_kind(cst, NAME, name);
    walk.close();
}

/// `{a = 1}`, which is `{a: a = 1}`.
fn short_default(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let (left, right) = (cst.child_by_field_name("left"), cst.child_by_field_name("right"));
    let left = left.filter(|left| left.kind() == SHORT_PATTERN && walk.entries().is_full(walk.slice(*left)));
    let (Some(left), Some(right)) = (left, right) else {
        walk.plain(cst);
        return;
    };
    let name = walk.slice(left);
    walk.noted_entries().add_short(name);
    open_full(walk, cst, FULL_PATTERN, name);
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: DEFAULT, label: "", flags });
    walk.name_of_kind(left, NAME, name);
    walk.visit_as(right, NodeRole::Use);
    walk.close();
    walk.close();
}

/// Opens an entry, with its key, where only the variable is written.
fn open_full(walk: &mut Walk<'_>, cst: Cst<'_>, kind: &str, name: &str) {
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind, label: "", flags });
    walk.set_value(Some(format!("key {name}")));
    let (start, stop) = (cst.start_byte(), cst.start_byte() + name.len());
    walk.open_span(start, stop, start, &NodeShape { kind: KEY, label: name, flags: Flags::COUNTED });
    walk.close();
}

/// `void 0` is nothing, however it is spaced or put in parentheses.
fn unary(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let text = walk.slice(cst).replace(['(', ')'], " ");
    match text.split_whitespace().eq(["void", "0"]) {
        true => walk.leaf(cst, PLACEHOLDERS[0], Flags::PLACEHOLDER),
        false => walk.operation(cst),
    }
}

/// `a || (b || c)` is `a || b || c`: the same values in the same order, with the same end.
fn binary(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let sign = |part: Cst<'_>| {
        let sign = (part.kind() == cst.kind()).then(|| part.child_by_field_name("operator")).flatten()?;
        Some((walk.slice(sign), sign.start_byte()))
    };
    let Some((operator, _)) = sign(cst).filter(|(operator, _)| matches!(*operator, "||" | "&&" | "??"))
    else {
        walk.operation(cst);
        return;
    };
    // Operands from the left, each with the place of the operator before it.
    let mut operands: Vec<(usize, Cst<'_>)> = Vec::new();
    let mut left_over = vec![(cst.start_byte(), cst)];
    while let Some((own, mut part)) = left_over.pop() {
        while part.kind() == "parenthesized_expression"
            && let Some(inner) = part.children().find(|child| child.is_named() && !child.is_extra())
        {
            part = inner;
        }
        let sides = (part.child_by_field_name("left"), part.child_by_field_name("right"));
        match (sign(part), sides) {
            (Some((same, place)), (Some(left), Some(right))) if same == operator => {
                left_over.extend([(place, right), (own, left)]);
            }
            _ => operands.push((own, part)),
        }
    }
    let mut flags = walk.flags_of(cst);
    let label = format!("_{operator}_");
    for (own, operand) in operands[1..].iter().rev() {
        let shape = NodeShape { kind: cst.kind(), label: &label, flags };
        walk.open_span(cst.start_byte(), operand.end_byte(), *own, &shape);
        flags = Flags::COUNTED;
    }
    for (idx, (_, operand)) in operands.iter().enumerate() {
        walk.visit(*operand);
        if idx > 0 {
            walk.close();
        }
    }
}

/// A template without expressions is a string, unless a function gets to see how it is written.
fn template(walk: &Walk<'_>, cst: Cst<'_>) -> Option<String> {
    let is_tagged = cst.field() == "arguments";
    let mut value = TextValue::default();
    let mut at = cst.start_byte() + 1;
    let add = |at: usize, stop: usize, value: &mut TextValue| {
        let text = walk.bytes(at..stop);
        match is_tagged {
            true => value.raw(text),
            false => value.escaped(text, &ESCAPES),
        }
    };
    let mut n_expressions = 0;
    for part in cst.children().filter(|part| part.kind() == TEMPLATE.expression) {
        add(at, part.start_byte(), &mut value);
        value.expression("");
        at = part.end_byte();
        n_expressions += 1;
    }
    add(at, cst.end_byte() - 1, &mut value);
    Some(value.of(if is_tagged {
        "tagged"
    } else if n_expressions > 0 {
        "template"
    } else {
        "text"
    }))
}
