//! What Python says beside its nodes.

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
        ("raise_statement", &[("from", true)]),
        ("interpolation", &[("=", false)]),
    ],
    directives: &[
        ("import_statement", import),
        ("import_from_statement", import),
        ("future_import_statement", import),
    ],
    ..Noted::PLAIN
};

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
