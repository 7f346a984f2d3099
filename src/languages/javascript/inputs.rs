//! Standard input, command line arguments and JSON, made of what a JavaScript program mentions.

use super::literal;
use super::scope::SCRIPT;
use super::syntax::{constant, n_parameters};
use crate::ast::Tree;
use crate::languages::literals::{LiteralWords, Literals};

const WORDS: LiteralWords = LiteralWords {
    read: literal::read,
    written: literal::written,
    symbols: ["null", "true"],
    args: &["argv"],
    stdin: &["readFileSync", "stdin"],
};

/// What inputs of a program are made of.
pub(super) fn source(program: &Tree, entry: &str) -> Literals {
    let n_params = (entry != SCRIPT).then(|| n_parameters(program, entry));
    Literals::new(program, &super::deletions::of(program), n_params, constant, &WORDS)
}
