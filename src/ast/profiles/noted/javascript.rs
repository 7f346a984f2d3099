//! What JavaScript says beside its nodes.

use crate::ast::cst::Cst;
use crate::ast::noted::{Noted, Saying, WordReader};

const FUNCTION: &[(&str, bool)] = &[("async", true)];
const GROUP: &str = "parenthesized_expression";
const KIND: &[(&str, bool)] = &[("const", true), ("let", true), ("var", true), ("await", true)];

pub(super) static NOTED: Noted = Noted {
    silent: &["hash_bang_line", "html_comment", "empty_statement"],
    declaring: &["lexical_declaration", "variable_declaration", "variable_declarator", "export_statement"],
    tokens: &[
        ("lexical_declaration", KIND),
        ("variable_declaration", KIND),
        ("for_in_statement", KIND),
        ("export_statement", &[("export", true), ("default", true)]),
        ("function_declaration", FUNCTION),
        ("generator_function_declaration", FUNCTION),
        ("function_expression", FUNCTION),
        ("generator_function", FUNCTION),
        ("arrow_function", FUNCTION),
        (
            "method_definition",
            &[("async", true), ("static", true), ("get", true), ("set", true), ("*", true)],
        ),
        ("field_definition", &[("static", true)]),
        ("yield_expression", &[("*", true)]),
    ],
    directives: &[("import_statement", import)],
    words: &[("member_expression", ended), ("subscript_expression", ended), ("call_expression", ended)],
    // The grammar takes empty ones in calls and objects, too, where the language has none.
    places: &[("array", false), ("array_pattern", false), ("arguments", false), ("object", false)],
    ..Noted::PLAIN
};

/// What an optional chain skips ends at parentheses: `(a?.b).c` fails where `a?.b.c` has no value.
fn ended(_: &WordReader<'_>, cst: Cst<'_>) -> Vec<String> {
    let is_optional = |cst: Cst<'_>| cst.child_by_field_name("optional_chain").is_some();
    let mut link = link_before(cst).filter(|before| before.kind() == GROUP && !is_optional(cst));
    while let Some(part) = link {
        if is_optional(part) {
            return vec!["(?.)".to_owned()];
        }
        link = match part.kind() {
            GROUP => part.children().find(|child| child.is_named() && !child.is_extra()),
            _ => link_before(part),
        };
    }
    Vec::new()
}

/// Whose member is read, or what is called.
fn link_before(cst: Cst<'_>) -> Option<Cst<'_>> {
    cst.child_by_field_name("object").or_else(|| cst.child_by_field_name("function"))
}

/// One directive for each name that is imported.
fn import(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let source = cst.child_by_field_name("source").map_or_else(String::new, |source| reader.line(source));
    let mut directives = Vec::new();
    let mut parts: Vec<Cst<'_>> = cst.children().filter(|part| part.is_named()).collect();
    while let Some(part) = parts.pop() {
        match part.kind() {
            "import_clause" | "named_imports" => {
                parts.extend(part.children().filter(|part| part.is_named()));
            }
            "identifier" => directives.push(format!("import default as {} from {source}", reader.line(part))),
            "import_specifier" => {
                let name =
                    |field| part.child_by_field_name(field).map(|name| reader.line(name)).unwrap_or_default();
                let (name, alias) = (name("name"), name("alias"));
                let alias = if alias.is_empty() { &name } else { &alias };
                directives.push(format!("import {name} as {alias} from {source}"));
            }
            "string" => {}
            _ if part.is_extra() => {}
            _ => directives.push(format!("import {} from {source}", reader.line(part))),
        }
    }
    if directives.is_empty() {
        directives.push(format!("import {source}"));
    }
    Some(Saying { directives, words: Vec::new() })
}
