//! Standard input, command line arguments and JSON, made of what a JavaScript program mentions.

use super::literal;
use super::scope::SCRIPT;
use super::syntax::{constant, n_parameters};
use crate::ast::Tree;
use crate::languages::literals::{LiteralWords, Literals, Temptation};

const WORDS: LiteralWords = LiteralWords {
    read: literal::read,
    written: literal::written,
    symbols: ["null", "true"],
    args: &["argv"],
    stdin: &["readFileSync", "stdin"],
    tempting: TEMPTING,
    has_tables: false,
    opened: &[],
};

/// What JavaScript takes for digits, letters, space and numbers.
const TEMPTING: &[Temptation] = &[
    Temptation { mentions: &["\\d", "\\w", "\\b"], characters: "٣É_", words: &[] },
    Temptation {
        mentions: &["trim", "trimStart", "trimEnd", "split", "\\s"],
        characters: "\t\u{a0}\u{feff}",
        words: &[],
    },
    Temptation { mentions: &["toUpperCase", "toLowerCase"], characters: "ßÉİ", words: &["ß"] },
    Temptation {
        mentions: &["Number", "parseInt", "parseFloat", "isNaN", "isFinite"],
        characters: "+ex",
        words: &["", " ", "0x10", "1e3", "Infinity", "-0", "12px", "+5", ".5", "0b11", "1_000"],
    },
    // What stands before the arguments.
    Temptation { mentions: &["argv"], characters: "", words: &["node", "program.js"] },
    Temptation {
        mentions: &["length", "charAt", "charCodeAt", "codePointAt"], characters: "😀", words: &[]
    },
];

/// What inputs of a program are made of.
pub(super) fn source(program: &Tree, entry: &str) -> Literals {
    let n_params = (entry != SCRIPT).then(|| n_parameters(program, entry));
    Literals::new(program, &super::deletions::of(program), n_params, constant, &WORDS)
}
