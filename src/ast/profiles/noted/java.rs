//! What Java says beside its nodes.

use std::sync::Arc;

use crate::ast::cst::Cst;
use crate::ast::noted::{Noted, Saying, WordReader};

pub(super) static NOTED: Noted = Noted {
    modifiers: &["modifiers"],
    // They are not in the class file, or no program asks for them there.
    unneeded: &["@ Override", "@ Deprecated", "@ FunctionalInterface", "@ SafeVarargs"],
    declaring: &[
        "local_variable_declaration",
        "field_declaration",
        "constant_declaration",
        "formal_parameter",
        "spread_parameter",
        "catch_formal_parameter",
        "variable_declarator",
        "resource",
    ],
    tokens: &[("spread_parameter", &[("...", false)])],
    directives: &[("package_declaration", directive), ("import_declaration", directive)],
    results: &["method_declaration"],
    returns: &["return_statement"],
    spelling: Some(annotations),
    ..Noted::PLAIN
};

/// `@A()` is `@A`, and `@A(x)` is `@A(value = x)`.
fn annotations(words: &[Arc<str>]) -> Vec<Arc<str>> {
    let mut spelled: Vec<Arc<str>> = Vec::with_capacity(words.len());
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        let is_named = spelled.iter().rev().skip(1).step_by(2).find(|word| ***word != *".");
        let opens = **first == *"(" && is_named.is_some_and(|sign| **sign == *"@");
        match behind {
            [close, after @ ..] if opens && **close == *")" => {
                rest = after;
                continue;
            }
            [_, equals, ..] if opens && **equals == *"=" => {}
            [_, ..] if opens => {
                spelled.extend([first.clone(), "value".into(), "=".into()]);
                rest = behind;
                continue;
            }
            _ => {}
        }
        spelled.push(first.clone());
        rest = behind;
    }
    spelled
}

fn directive(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    Some(Saying {
        directives: vec![reader.line(cst).trim_end_matches([';', ' ']).to_owned()],
        words: Vec::new(),
    })
}
