//! `??Argument`: the tokens of a macro's argument as a string.

use super::escapes::unescaped;
use crate::ast::literal::{normal_literal, unquoted};

/// A string literal whose text is that of the tokens, a space between them, as `epp` writes it.
pub(super) fn stringified<'t>(tokens: impl Iterator<Item = &'t str>) -> String {
    let written: Vec<String> = tokens.map(token).collect();
    quoted(&written.join(" "))
}

fn token(token: &str) -> String {
    let name = unquoted(token);
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '@'));
    match token.chars().next() {
        Some('"') => quoted(&unescaped(name)),
        Some('\'') if is_plain => name.to_owned(),
        Some('0'..='9') => normal_literal(token),
        _ => token.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{escaped}\"")
}
