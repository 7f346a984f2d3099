//! Literals in one spelling: a pretty printer may choose another one, and means the same.

/// Text of a literal in one spelling: string quotes stay, digit separators go, layout goes.
pub(super) fn normal_literal(text: &str) -> String {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return normal_number(text);
    }
    let has_quotes = text.contains(['"', '\'', '$']);
    if has_quotes { text.to_owned() } else { text.split_whitespace().collect() }
}

/// Numbers in one spelling: Erlang's `16#FF` and `1_000` are what a pretty printer makes of them.
fn normal_number(text: &str) -> String {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    if let Some((base, rest)) = digits.split_once('#')
        && let Some(value) = base
            .parse()
            .ok()
            .filter(|base| (2..=36).contains(base))
            .and_then(|base| u128::from_str_radix(rest, base).ok())
    {
        return value.to_string();
    }
    let is_decimal_float =
        digits.contains('.') && digits.chars().all(|c| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
    match digits.parse::<f64>() {
        Ok(value) if is_decimal_float => format!("{value:?}"),
        _ => digits,
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
