//! What Java says beside its nodes.

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
    ..Noted::PLAIN
};

fn directive(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    Some(Saying {
        directives: vec![reader.line(cst).trim_end_matches([';', ' ']).to_owned()],
        words: Vec::new(),
    })
}
