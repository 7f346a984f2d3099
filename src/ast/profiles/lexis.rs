//! How the text of each language falls into tokens, as far as it can be told without parsing.

use crate::language::Language;

/// A literal that ends where its closing text stands.
pub(in crate::ast) struct Quote {
    pub(in crate::ast) open: &'static str,
    pub(in crate::ast) close: &'static str,
    /// It may go on on the next line.
    pub(in crate::ast) is_long: bool,
}

/// What a scanner must know of a language besides its operators, which its grammar lists.
pub(in crate::ast) struct Lexis {
    /// Text that starts a comment to the end of the line.
    pub(in crate::ast) line_comment: &'static str,
    /// Text around a comment of any length.
    pub(in crate::ast) block_comment: Option<(&'static str, &'static str)>,
    /// Longer ones come before those that they begin with.
    pub(in crate::ast) quotes: &'static [Quote],
    /// Characters of words besides letters, digits and `_`.
    pub(in crate::ast) in_words: &'static str,
    /// Character that makes a literal of the next one.
    pub(in crate::ast) char_prefix: Option<char>,
    /// A slash where no operator can stand begins a regular expression.
    pub(in crate::ast) has_patterns: bool,
    /// Letters that, before a quote, begin a string without escapes between brackets.
    pub(in crate::ast) raw_prefixes: &'static [&'static str],
    /// Blanks in front of a line say what it belongs to.
    pub(in crate::ast) indentation_counts: bool,
}

const fn quote(text: &'static str, is_long: bool) -> Quote {
    Quote { open: text, close: text, is_long }
}

const PLAIN: [Quote; 2] = [quote("\"", false), quote("'", false)];

const SLASHES: Lexis = Lexis {
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &PLAIN,
    in_words: "",
    char_prefix: None,
    has_patterns: false,
    raw_prefixes: &[],
    indentation_counts: false,
};

const HASHES: Lexis = Lexis { line_comment: "#", block_comment: None, ..SLASHES };

static LEXES: [(Language, Lexis); 6] = [
    (Language::C, SLASHES),
    (
        Language::Erlang,
        Lexis {
            line_comment: "%",
            block_comment: None,
            quotes: &[quote("\"\"\"", true), quote("\"", true), quote("'", false)],
            in_words: "@",
            char_prefix: Some('$'),
            ..SLASHES
        },
    ),
    (
        Language::Java,
        Lexis { quotes: &[quote("\"\"\"", true), quote("\"", false), quote("'", false)], ..SLASHES },
    ),
    (
        Language::JavaScript,
        Lexis {
            quotes: &[quote("`", true), quote("\"", false), quote("'", false)],
            in_words: "$",
            has_patterns: true,
            ..SLASHES
        },
    ),
    (
        Language::Python,
        Lexis {
            quotes: &[quote("\"\"\"", true), quote("'''", true), quote("\"", false), quote("'", false)],
            indentation_counts: true,
            ..HASHES
        },
    ),
    (
        Language::R,
        Lexis {
            quotes: &[quote("\"", true), quote("'", true), quote("`", false)],
            in_words: ".",
            raw_prefixes: &["r", "R"],
            ..HASHES
        },
    ),
];

/// The lexis of a language; `None` for one that has none.
pub(in crate::ast) fn lexis(language: Language) -> Option<&'static Lexis> {
    LEXES.iter().find(|(other, _)| *other == language).map(|(_, lexis)| lexis)
}
