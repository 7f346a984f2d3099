//! Erlang's escape sequences: pretty printers choose their own.

use crate::ast::literal::TextValue;

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

/// A character is the number of it.
pub(super) fn character(text: &str) -> Option<String> {
    let only = unescaped(text.strip_prefix('$')?);
    only.chars().next().map(|only| format!("int {}", u32::from(only)))
}

/// Adjacent strings as one; a sigil says whether that is a binary and whether backslashes mean something.
pub(super) fn string(texts: &[&str]) -> Option<String> {
    let mut value = TextValue::default();
    let mut class = "text";
    for text in texts {
        let quote = text.find(|c: char| !c.is_ascii_alphabetic() && c != '~')?;
        let (sigil, quoted) = text.split_at(quote);
        if sigil.starts_with('~') && !sigil.contains(['s', 'S']) {
            class = "binary";
        }
        let is_verbatim = sigil.contains(['B', 'S']);
        if let Some(block) = block(quoted) {
            // Without a sigil, or with the plain one, a block is verbatim.
            match sigil {
                "~b" | "~s" => value.raw(&unescaped(&block)),
                _ => value.raw(&block),
            }
            continue;
        }
        let inner = quoted.get(1..quoted.len().checked_sub(1)?)?;
        value.raw(&if is_verbatim { inner.to_owned() } else { unescaped(inner) }.replace("\r\n", "\n"));
    }
    Some(value.of(class))
}

/// The lines between three quotes or more, without the indentation of the closing ones.
fn block(text: &str) -> Option<String> {
    let n_quotes = text.len() - text.trim_start_matches('"').len();
    let quotes = text.get(..n_quotes).filter(|_| n_quotes >= 3 && text.contains('\n'))?;
    let text = text.replace("\r\n", "\n");
    let (_, lines) = text.split_once('\n')?;
    let (content, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
    let indent = last.strip_suffix(quotes)?;
    let line = |line| str::strip_prefix(line, indent).unwrap_or(line.trim_start());
    Some(content.split('\n').map(line).collect::<Vec<_>>().join("\n"))
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
