//! Standard input and command line arguments, made of what a Java program mentions.

use super::syntax::constant;
use crate::ast::Tree;
use crate::languages::literals::{LiteralWords, Literals, Temptation};
use crate::value::Value;

const WORDS: LiteralWords = LiteralWords {
    // The only entry point takes texts.
    read: |_| None,
    written,
    symbols: ["null", "true"],
    args: &["args", "argv", "arguments"],
    stdin: &["in"],
    tempting: TEMPTING,
    has_tables: false,
    opened: &[super::oracle::MAIN],
};

/// What Java takes for digits, letters, space and numbers.
const TEMPTING: &[Temptation] = &[
    Temptation {
        mentions: &[
            "isDigit",
            "isLetter",
            "isLetterOrDigit",
            "isAlphabetic",
            "getNumericValue",
            "digit",
            "\\d",
            "\\w",
        ],
        characters: "٣５É²",
        words: &["５"],
    },
    Temptation {
        mentions: &["parseInt", "valueOf", "parseLong", "decode", "nextInt", "hasNextInt", "nextLong"],
        characters: "+",
        words: &["+5", "５", "-0", " 7", "007", "2147483648", "-2147483648", "1_000", "0x10"],
    },
    Temptation {
        mentions: &["parseDouble", "nextDouble", "hasNextDouble", "parseFloat"],
        characters: "e",
        words: &["1e3", "NaN", "Infinity", "0x1p3", ".5", "1d", "-0.0"],
    },
    Temptation {
        mentions: &["trim", "strip", "split", "isBlank", "isWhitespace", "isSpaceChar", "\\s"],
        characters: "\t\u{a0}\u{2003}",
        words: &[],
    },
    Temptation {
        mentions: &["toUpperCase", "toLowerCase", "isUpperCase", "isLowerCase"],
        characters: "ßÉİ",
        words: &["ß"],
    },
];

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
