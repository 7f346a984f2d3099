//! Standard input and command line arguments, made of what a Java program mentions.

use super::syntax::constant;
use crate::ast::Tree;
use crate::languages::literals::{LiteralWords, Literals};
use crate::value::Value;

const WORDS: LiteralWords = LiteralWords {
    // The only entry point takes texts.
    read: |_| None,
    written,
    symbols: ["null", "true"],
    args: &["args", "argv", "arguments"],
    stdin: &["in"],
    opened: &[super::oracle::MAIN],
};

/// What inputs of a program are made of.
pub(super) fn source(program: &Tree) -> Literals {
    Literals::new(program, &super::deletions::of(program), None, constant, &WORDS)
}

fn written(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Large(is_negative, bytes) => {
            format!("{}{}", if *is_negative { "-" } else { "" }, "9".repeat(bytes.len() * 2))
        }
        Value::Symbol(text) | Value::Text(text) => text.clone(),
        _ => String::new(),
    }
}
