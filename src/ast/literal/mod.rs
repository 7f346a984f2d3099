//! Literals in one spelling: a pretty printer may choose another one, and means the same.
//!
//! Labels keep something that a reader knows from the source; what a literal *means*, its type first, is its value:
//! `int 255`, `text it's`. Two literals of a program are the same exactly when their values are.

mod number;
mod text;

pub(super) use text::{Escapes, TextValue, inside};

/// Text of a literal in one spelling: string quotes stay, digit separators go, layout goes.
pub(super) fn normal_literal(text: &str) -> String {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return normal_number(text);
    }
    let has_quotes = text.contains(['"', '\'', '$']);
    if has_quotes { text.to_owned() } else { text.split_whitespace().collect() }
}

/// How a language reads numbers.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// Suffixes and bases choose the type.
    C,
    /// As C, with fewer types.
    Java,
    /// All are doubles, but for big integers.
    JavaScript,
    /// Integers of any size.
    Python,
    /// Doubles, unless `L` says otherwise.
    R,
    /// Integers of any size in bases up to 36.
    Erlang,
}

/// What a number means, its type first; `None` when the text is none.
pub(super) fn number(text: &str, language: Number) -> Option<String> {
    number::value(text, language)
}

/// Numbers in one spelling: Erlang's `16#FF` and `1_000` are what a pretty printer makes of them.
fn normal_number(text: &str) -> String {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    if let Some((base, rest)) = digits.split_once('#')
        && let Some(value) = base
            .parse()
            .ok()
            .filter(|base| (2..=36).contains(base))
            .and_then(|base| number::decimal(rest, base))
    {
        return value;
    }
    let is_decimal_float =
        digits.contains('.') && digits.chars().all(|c| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
    match digits.parse::<f64>() {
        Ok(value) if is_decimal_float => format!("{value:?}"),
        _ => digits,
    }
}

/// The name that a value spells, where it stands for one: `'a'` as the name of a member is `a`.
pub(super) fn name_of(value: &str) -> Option<String> {
    let (class, name) = value.split_once(' ')?;
    match class {
        "text" | "key" | "name" | "bigint" => Some(name.to_owned()),
        "number" => Some(name.strip_suffix(".0").unwrap_or(name).to_owned()),
        _ => None,
    }
}

/// A quoted name or string without its quotes.
pub(super) fn unquoted(text: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (text, expected) in [
            ("16#FF", "255"),
            ("1_000", "1000"),
            ("1.50", "1.5"),
            ("1.5e0", "1.5"),
            ("0x1F", "0x1F"),
            ("3L", "3L"),
        ] {
            assert_eq!(normal_literal(text), expected, "{text}");
        }
    }

    #[test]
    fn quotes_are_not_part_of_a_name() {
        assert_eq!(unquoted("'abc'"), "abc");
        assert_eq!(unquoted("abc"), "abc");
        assert_eq!(unquoted("'"), "'");
    }
}
