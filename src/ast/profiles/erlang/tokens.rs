//! Erlang text in tokens, as `erl_scan` finds them; comments and white space are left out.

use super::escapes::escape;

/// Bytes of a token.
#[derive(Clone, Copy)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Longer ones first: the scanner takes as much as it can.
const OPERATORS: [&str; 19] = [
    "=:=", "=/=", "...", "<<", ">>", "=<", ">=", "=>", "<=", "->", "<-", "==", "/=", ":=", "::", "++", "--",
    "||", "?=",
];

/// Splits a file into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let len = match first {
            _ if first.is_whitespace() => {
                start += first.len_utf8();
                continue;
            }
            '%' => {
                start += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '"' | '\'' => quoted(rest, first),
            '$' => character(rest),
            '0'..='9' => number(rest),
            _ if is_word(first) => run(rest, is_word),
            _ => {
                let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
                operator.map_or(first.len_utf8(), |operator| operator.len())
            }
        };
        found.push(Token { start, end: start + len });
        start += len;
    }
    found
}

/// What names and keywords are made of.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '@') || !c.is_ascii()
}

/// Bytes at the start that are all of this sort.
fn run(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

fn character(text: &str) -> usize {
    let after = &text[1..];
    let n_chars = after.strip_prefix('\\').map_or(1, |rest| 1 + escape(rest).1);
    1 + after.chars().take(n_chars).map(char::len_utf8).sum::<usize>()
}

fn number(text: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_digit() || c == '_';
    let whole = run(text, is_digit);
    let rest = &text[whole..];
    if let Some(digits) = rest.strip_prefix('#') {
        return whole + 1 + run(digits, is_word);
    }
    let Some(fraction) = rest.strip_prefix('.').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    else {
        return whole + run(rest, is_word);
    };
    let point = whole + 1 + run(fraction, is_digit);
    let Some(exponent) = text[point..].strip_prefix(['e', 'E']) else { return point };
    let sign = usize::from(exponent.starts_with(['+', '-']));
    match run(&exponent[sign..], is_digit) {
        0 => point,
        digits => point + 1 + sign + digits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_of_the_scanner() {
        for (text, expected) in [
            ("f(X)->X+1.5e-3.", "f ( X ) -> X + 1.5e-3 ."),
            (r"$\^(,$(,$\x{41}+16#FF", r"$\^( , $( , $\x{41} + 16#FF"),
            ("<<1,X:8/binary>>=<2", "<< 1 , X : 8 / binary >> =< 2"),
            ("'a (b' % c, (\n\"d\\\",\"", "'a (b' \"d\\\",\""),
            ("X#r.a=:=1.", "X # r . a =:= 1 ."),
            ("\"open", "\"open"),
            ("$\\", "$\\"),
            ("é $é", "é $é"),
        ] {
            let found: Vec<&str> = tokens(text).iter().map(|token| &text[token.start..token.end]).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }
}
