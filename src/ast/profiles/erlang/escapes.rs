//! Erlang's escape sequences: pretty printers choose their own.

/// Replaces Erlang's escape sequences by the characters they stand for.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(next) = rest.next() {
        if next != '\\' {
            plain.push(next);
            continue;
        }
        let (code, used) = escape(rest.as_str());
        plain.push(code);
        for _ in 0..used {
            rest.next();
        }
    }
    plain
}

/// The name that an atom is, however it is spelt.
pub(crate) fn atom_name(text: &str) -> String {
    match text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(quoted) => unescaped(quoted),
        None => text.to_owned(),
    }
}

/// The character that the text after a backslash stands for, and how many characters of it that takes.
pub(super) fn escape(text: &str) -> (char, usize) {
    let number = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
    let hex = text.strip_prefix("x{").and_then(|rest| Some(&rest[..rest.find('}')?]));
    if let Some(digits) = hex {
        return (number(digits, 16).unwrap_or('?'), digits.chars().count() + 3);
    }
    let n_octal = text.chars().take(3).take_while(|c| c.is_digit(8)).count();
    if n_octal > 0 {
        return (number(&text[..n_octal], 8).unwrap_or('?'), n_octal);
    }
    if text.starts_with('x')
        && let Some(code) = text.get(1..3).and_then(|digits| number(digits, 16))
    {
        return (code, 3);
    }
    let mut rest = text.chars();
    match rest.next() {
        Some('^') => (rest.next().map_or('^', |c| char::from(c as u8 & 31)), 2),
        Some(letter) => (named_escape(letter), 1),
        None => ('\\', 0),
    }
}

fn named_escape(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        's' => ' ',
        'e' => '\x1b',
        'd' => '\x7f',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_their_characters() {
        for (text, expected) in [
            (r"a\sb", "a b"),
            (r"\n\t\\", "\n\t\\"),
            (r"\x41\x{e9}b", "A\u{e9}b"),
            (r"\1012", "A2"),
            (r"\^A", "\u{1}"),
            (r"\", "\\"),
            (r"\x", "x"),
            (r"\x{zz}é", "?é"),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }
}
