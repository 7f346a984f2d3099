//! What Python says beside its nodes.

use std::sync::Arc;

use crate::ast::cst::Cst;
use crate::ast::noted::{Noted, Saying, WordReader};

const ASYNC: &[(&str, bool)] = &[("async", true)];

pub(super) static NOTED: Noted = Noted {
    silent: &["line_continuation"],
    declaring: &["typed_parameter", "interpolation"],
    tokens: &[
        ("function_definition", ASYNC),
        ("for_statement", ASYNC),
        ("with_statement", ASYNC),
        ("for_in_clause", ASYNC),
        ("yield", &[("from", true)]),
        ("except_clause", &[("*", false)]),
        ("raise_statement", &[("from", true)]),
    ],
    directives: &[
        ("import_statement", import),
        ("import_from_statement", import),
        ("future_import_statement", import),
    ],
    words: &[("interpolation", shown)],
    spelling: Some(ungrouped),
    ..Noted::PLAIN
};

/// `{x=}` is `x={x!r}` where nothing else is said of how the value is shown; the text before it is in the string's value.
fn shown(reader: &WordReader<'_>, cst: Cst<'_>) -> Vec<String> {
    let says_how = |part: Cst<'_>| matches!(part.kind(), "type_conversion" | "format_specifier");
    let names_it = cst.children().any(|part| !part.is_named() && reader.slice(part) == "=");
    if names_it && !cst.children().any(says_how) { vec!["!r".to_owned()] } else { Vec::new() }
}

/// A type in parentheses is that type, unless they hold several.
fn ungrouped(words: &[Arc<str>]) -> Vec<Arc<str>> {
    let [open, inside @ .., close] = words else { return words.to_vec() };
    let mut depth = 0usize;
    let is_group = inside.iter().all(|word| {
        match &**word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return false,
            ")" | "]" | "}" => depth -= 1,
            "," => return depth > 0,
            _ => {}
        }
        true
    });
    match &**open == "(" && &**close == ")" && is_group && !inside.is_empty() {
        true => ungrouped(inside),
        false => words.to_vec(),
    }
}

/// One directive for each name that is imported.
fn import(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let module = match cst.kind() {
        "import_statement" => String::new(),
        "future_import_statement" => "from __future__ ".to_owned(),
        _ => {
            let module = cst.child_by_field_name("module_name").map(|module| dotted(reader, module));
            format!("from {} ", module.unwrap_or_default())
        }
    };
    let imported = |part: Cst<'_>| match part.kind() {
        "aliased_import" => {
            let name = |field| part.child_by_field_name(field).map(|name| dotted(reader, name));
            let (name, alias) = (name("name").unwrap_or_default(), name("alias").unwrap_or_default());
            // `from a import b as b` is `from a import b`.
            if !module.is_empty() && name == alias { name } else { format!("{name} as {alias}") }
        }
        _ => dotted(reader, part),
    };
    let is_imported = |part: &Cst<'_>| part.field() == "name" || part.kind() == "wildcard_import";
    let parts = cst.children().filter(is_imported);
    let directives = parts.map(|part| format!("{module}import {}", imported(part))).collect();
    Some(Saying { directives, words: Vec::new() })
}

fn dotted(reader: &WordReader<'_>, name: Cst<'_>) -> String {
    reader.words(name).concat()
}
