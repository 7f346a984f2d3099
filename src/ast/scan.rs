//! Text in tokens, whether or not it parses.
//!
//! A slicer that leaves text out may leave what no parser takes. Its tokens are still those of the program, so both
//! are scanned in the same way: comments and blanks apart, then literals, words, operators.

use std::ops::Range;

use super::profiles::lexis::{Lexis, lexis};
use super::profiles::rules;
use crate::language::Language;

/// Bytes of each token, in order; `None` for a language whose tokens are not known.
pub(crate) fn scan(language: Language, text: &str) -> Option<Vec<Range<usize>>> {
    let mut scanner =
        Scanner { lexis: lexis(language)?, operators: operators(language), text, at: 0, pattern_from: 0 };
    let mut tokens: Vec<Range<usize>> = Vec::new();
    loop {
        scanner.skip_blanks();
        let start = scanner.at;
        let follows_value = tokens.last().is_some_and(|last| ends_value(&text[last.clone()]));
        scanner.skip_token(follows_value);
        if scanner.at == start {
            return Some(tokens);
        }
        tokens.push(start..scanner.at);
    }
}

/// Whether blanks in front of a line say what it belongs to.
pub(crate) fn indentation_counts(language: Language) -> bool {
    lexis(language).is_some_and(|lexis| lexis.indentation_counts)
}

/// Operators of several characters, longest first.
fn operators(language: Language) -> Vec<&'static str> {
    let is_operator = |kind: &str| {
        // Two closing brackets belong to what opened them, not together.
        let is_sign = |c: char| c.is_ascii_punctuation() && !"\"'`()[]{}_".contains(c);
        kind.len() > 1 && kind.chars().all(is_sign)
    };
    let kinds = rules(language).names.kinds().iter().map(|kind| &**kind);
    let mut found: Vec<&str> = kinds.filter(|kind| is_operator(kind)).collect();
    found.sort_unstable_by_key(|kind| (std::cmp::Reverse(kind.len()), *kind));
    found.dedup();
    found
}

/// Whether a slash after this token divides.
fn ends_value(token: &str) -> bool {
    let is_keyword = ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do"];
    token.ends_with(|c: char| c.is_alphanumeric() || "_$)]}\"'`".contains(c)) && !is_keyword.contains(&token)
}

struct Scanner<'t> {
    lexis: &'static Lexis,
    operators: Vec<&'static str>,
    text: &'t str,
    at: usize,
    /// No regular expression begins before this offset: one that did would not end on its line.
    pattern_from: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0';
            self.at += rest.len() - rest.trim_start_matches(blank).len();
            let rest = self.rest();
            if rest.starts_with(self.lexis.line_comment) {
                self.skip_line();
            } else if let Some((open, close)) = self.lexis.block_comment
                && rest.starts_with(open)
            {
                // A comment without an end must not swallow what follows: its words are then tokens.
                let inside = &rest[open.len()..];
                self.at += open.len() + inside.find(close).map_or(0, |found| found + close.len());
            } else {
                return;
            }
        }
    }

    fn skip_token(&mut self, follows_value: bool) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if let Some(len) = self.raw_string() {
            self.at += len;
        } else if self.is_in_word(first) {
            self.skip_word(first.is_ascii_digit());
        } else if Some(first) == self.lexis.char_prefix {
            self.at += first.len_utf8();
            let is_escape = self.rest().starts_with('\\');
            self.at +=
                self.rest().chars().take(1 + usize::from(is_escape)).map(char::len_utf8).sum::<usize>();
        } else if let Some(quote) = self.lexis.quotes.iter().find(|quote| rest.starts_with(quote.open)) {
            self.at += quote.open.len();
            self.skip_quoted(quote.close, quote.is_long);
        } else if self.lexis.has_patterns && first == '/' && !follows_value && self.at >= self.pattern_from {
            self.skip_pattern();
        } else {
            let operator = self.operators.iter().find(|operator| rest.starts_with(**operator));
            self.at += operator.map_or(first.len_utf8(), |operator| operator.len());
        }
    }

    fn is_in_word(&self, c: char) -> bool {
        c.is_alphanumeric()
            || c == '_'
            || self.lexis.in_words.contains(c)
            || (!c.is_ascii() && !c.is_whitespace())
    }

    /// A word, or a number with its fraction and the sign of its exponent.
    fn skip_word(&mut self, is_number: bool) {
        let mut previous = ' ';
        while let Some(c) = self.rest().chars().next() {
            let followed_by_digit = || self.rest()[c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
            let is_part = self.is_in_word(c)
                || (is_number && c == '.' && followed_by_digit())
                || (is_number && "+-".contains(c) && "eE".contains(previous) && followed_by_digit());
            if !is_part {
                return;
            }
            previous = c;
            self.at += c.len_utf8();
        }
    }

    /// Goes behind the closing quote; a short literal ends with its line where that is missing.
    fn skip_quoted(&mut self, close: &str, is_long: bool) {
        while let Some(c) = self.rest().chars().next() {
            if self.rest().starts_with(close) {
                self.at += close.len();
                return;
            }
            if !is_long && (c == '\n' || c == '\r') {
                return;
            }
            self.at += c.len_utf8();
            if c == '\\' {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
        }
    }

    /// A regular expression with its flags; a lone slash where the line ends before it does.
    fn skip_pattern(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut in_class = false;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '\n' | '\r' => break,
                '/' if !in_class => {
                    self.at += 1;
                    self.skip_word(false);
                    return;
                }
                '[' => in_class = true,
                ']' => in_class = false,
                '\\' => self.at += 1,
                _ => {}
            }
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        (self.pattern_from, self.at) = (self.at, start + 1);
    }

    /// Length of a raw string that begins here: `r"--( … )--"`.
    fn raw_string(&self) -> Option<usize> {
        let rest = self.rest();
        let prefix = self.lexis.raw_prefixes.iter().find(|prefix| rest.starts_with(**prefix))?;
        let body = &rest[prefix.len()..];
        let quote = body.chars().next().filter(|c| "\"'".contains(*c))?;
        let dashes = &body[1..1 + body[1..].bytes().take_while(|byte| *byte == b'-').count()];
        let inner = &body[1 + dashes.len()..];
        let close = match inner.chars().next()? {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            _ => return None,
        };
        let end = format!("{close}{dashes}{quote}");
        let head = prefix.len() + 1 + dashes.len();
        Some(inner.find(&end).map_or(rest.len(), |found| head + found + end.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, text: &str, expected: &[&str]) {
        let tokens = scan(language, text).expect("has a lexis");
        assert_eq!(tokens.into_iter().map(|token| &text[token]).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tokens_are_told_apart_without_a_parser() {
        check(Language::C, "a /* b */ += 1.5e-3; // c\nx>>=y", &["a", "+=", "1.5e-3", ";", "x", ">>=", "y"]);
        check(
            Language::C,
            "s = \"a // \\\" b\"; t = 'x",
            &["s", "=", "\"a // \\\" b\"", ";", "t", "=", "'x"],
        );
        check(
            Language::Erlang,
            "f($%, $\\\", 'a b') -> X@1. % c",
            &["f", "(", "$%", ",", "$\\\"", ",", "'a b'", ")", "->", "X@1", "."],
        );
        check(
            Language::JavaScript,
            "a / b; c = /[/]x\\/\"/g; `${d}//`",
            &["a", "/", "b", ";", "c", "=", "/[/]x\\/\"/g", ";", "`${d}//`"],
        );
        check(Language::Python, "x = '''a\n# b''' # c\ny", &["x", "=", "'''a\n# b'''", "y"]);
        check(
            Language::R,
            "a.b <- r\"-(x\")-\" %in% c[d[1]]",
            &["a.b", "<-", "r\"-(x\")-\"", "%", "in", "%", "c", "[", "d", "[", "1", "]", "]"],
        );
        check(
            Language::Java,
            "List<A> s = \"\"\"\n \"x\" \"\"\";",
            &["List", "<", "A", ">", "s", "=", "\"\"\"\n \"x\" \"\"\"", ";"],
        );
    }

    #[test]
    fn every_text_has_tokens() {
        for &language in Language::ALL {
            for text in
                ["", "\"", "'", "`", "/", "/*", "$", "$\\", "\\", "é🦀", "r\"(", "\0", "\u{feff}a", "1e", "…"]
            {
                let tokens = scan(language, text).expect("has a lexis");
                assert!(tokens.windows(2).all(|pair| pair[0].end <= pair[1].start), "{language} {text}");
            }
        }
    }
}
