//! The texts of macros, read as if each were the body of a function.

use crate::ast::Cst;
use crate::languages::c::syntax::{FunctionDefinition, MacroDefinition, Statement, named};

/// The text of a macro as the body of a function.
pub(super) struct WrappedMacro {
    pub(super) name: String,
    pub(super) text: String,
    parameters: Option<Vec<String>>,
}

/// All macros of a program.
pub(super) fn wrapped(files: &[(&str, Cst<'_>)]) -> Vec<WrappedMacro> {
    let mut found = Vec::new();
    for (text, root) in files {
        for definition in root.subtree().filter_map(MacroDefinition::of) {
            let value = definition.value.map_or("", |value| &text[value.byte_range()]);
            let value = value.replace("\\\n", "  ").replace("\\\r\n", "   ");
            let parameters = definition.parameters.map(|list| {
                let inside = text[list.byte_range()].trim_matches(['(', ')']);
                inside.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
            });
            let name = text[definition.name.byte_range()].to_owned();
            found.push(WrappedMacro { name, text: format!("void f(void) {{ {value}; }}"), parameters });
        }
    }
    found
}

/// A macro as it is lowered.
pub(super) struct MacroText<'t> {
    pub(super) text: &'t str,
    pub(super) is_function: bool,
    pub(super) parameters: &'t [String],
    /// Its text in braces; none for what the grammar does not know.
    pub(super) body: Option<Cst<'t>>,
}

impl<'t> MacroText<'t> {
    pub(super) fn new(wrapped: &'t WrappedMacro, root: Cst<'t>) -> MacroText<'t> {
        let is_broken = root.subtree().any(|part| part.is_error() || part.is_missing());
        let function = named(root).find_map(FunctionDefinition::of).filter(|_| !is_broken);
        let has_signs = wrapped.text.contains('#') || wrapped.text.contains("__VA_ARGS__");
        MacroText {
            text: &wrapped.text,
            is_function: wrapped.parameters.is_some(),
            parameters: wrapped.parameters.as_deref().unwrap_or_default(),
            body: function.and_then(|function| function.body).filter(|_| !has_signs),
        }
    }

    /// Its text, if it is an expression.
    pub(super) fn expression(&self) -> Option<Cst<'t>> {
        let parts = || named(self.body.into_iter().flat_map(named).next()?).next();
        let all: Vec<Cst<'t>> = self.body.into_iter().flat_map(named).collect();
        match all[..] {
            [only] if matches!(Statement::of(only), Statement::Expression(Some(_))) => parts(),
            _ => None,
        }
    }
}
