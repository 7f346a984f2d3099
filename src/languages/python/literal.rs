//! Python literals as values, and values as Python literals.

use crate::stack::deep;
use crate::value::Value;

/// The value of a literal; `None` for what is no literal, or a set.
pub(super) fn read(text: &str) -> Option<Value> {
    let mut reader = LiteralReader { rest: text };
    let value = reader.value()?;
    reader.blanks();
    reader.rest.is_empty().then_some(value)
}

struct LiteralReader<'t> {
    rest: &'t str,
}

impl LiteralReader<'_> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, token: &str) -> bool {
        self.blanks();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Value> {
        deep(|| {
            self.blanks();
            let first = self.rest.chars().next()?;
            match first {
                '[' => self.items('[', ']').map(|(items, _)| Value::List(items)),
                '(' => self.items('(', ')').map(|(items, is_tuple)| match <[Value; 1]>::try_from(items) {
                    Ok([only]) if !is_tuple => only,
                    Ok([only]) => Value::Tuple(vec![only]),
                    Err(items) => Value::Tuple(items),
                }),
                '{' => self.pairs(),
                '"' | '\'' => self.text().map(Value::Text),
                'b' if self.rest[1..].starts_with(['"', '\'']) => {
                    self.take("b");
                    let bytes: Option<Vec<u8>> =
                        self.text()?.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
                    bytes.map(Value::Bytes)
                }
                _ => self.word(),
            }
        })
    }

    /// Items, and whether there is a comma behind the last.
    fn items(&mut self, open: char, close: char) -> Option<(Vec<Value>, bool)> {
        self.take(open.encode_utf8(&mut [0; 4]));
        let mut items = Vec::new();
        let mut has_comma = false;
        loop {
            if self.take(close.encode_utf8(&mut [0; 4])) {
                return Some((items, has_comma));
            }
            if !items.is_empty() && !has_comma {
                return None;
            }
            items.push(self.value()?);
            has_comma = self.take(",");
        }
    }

    fn pairs(&mut self) -> Option<Value> {
        self.take("{");
        let mut pairs = Vec::new();
        let mut has_comma = true;
        loop {
            if self.take("}") {
                return Some(Value::map(pairs));
            }
            let key = has_comma.then(|| self.value()).flatten()?;
            if !self.take(":") {
                return None;
            }
            pairs.push((key, self.value()?));
            has_comma = self.take(",");
        }
    }

    fn text(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut chars = self.rest.char_indices().skip(1);
        let mut text = String::new();
        while let Some((at, c)) = chars.next() {
            match c {
                _ if c == quote => {
                    self.rest = &self.rest[at + 1..];
                    return Some(text);
                }
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    '0' => text.push('\0'),
                    'x' => {
                        let digits: String = chars.by_ref().take(2).map(|(_, digit)| digit).collect();
                        text.push(char::from(u8::from_str_radix(&digits, 16).ok()?));
                    }
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
                        text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                    }
                    escaped @ ('\\' | '\'' | '"') => text.push(escaped),
                    _ => return None,
                },
                _ => text.push(c),
            }
        }
        None
    }

    fn word(&mut self) -> Option<Value> {
        let end =
            self.rest.find(|c: char| !(c.is_alphanumeric() || "+-._".contains(c))).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        self.rest = &self.rest[end..];
        match word {
            "None" | "True" | "False" => Some(Value::symbol(word)),
            _ if word.starts_with(|c: char| c.is_ascii_digit() || "-+.".contains(c)) => {
                let plain = word.replace('_', "");
                let whole = plain.parse().ok().map(Value::Int);
                whole.or_else(|| plain.parse().ok().map(Value::Float))
            }
            _ => None,
        }
    }
}

/// A value as a literal.
pub(super) fn written(value: &Value) -> String {
    let all = |items: &[Value]| items.iter().map(written).collect::<Vec<_>>().join(", ");
    deep(|| match value {
        Value::Int(number) => number.to_string(),
        Value::Large(is_negative, bytes) => {
            let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
            format!("{}0x{digits}", if *is_negative { "-" } else { "" })
        }
        // Beyond all numbers is what a literal too large means.
        Value::Float(number) if number.is_nan() => "0.0".to_owned(),
        Value::Float(number) if number.is_infinite() => {
            (if *number > 0.0 { "1e999" } else { "-1e999" }).to_owned()
        }
        Value::Float(number) => format!("{number:?}"),
        Value::Symbol(name) if matches!(name.as_str(), "None" | "True" | "False") => name.clone(),
        Value::Symbol(text) | Value::Text(text) => quoted(text.chars()),
        Value::Bytes(bytes) | Value::Bits(bytes, _) => {
            format!("b{}", quoted(bytes.iter().map(|&byte| char::from(byte))))
        }
        Value::List(items) => format!("[{}]", all(items)),
        Value::Improper(items, tail) => format!("[{}, {}]", all(items), written(tail)),
        Value::Tuple(items) if items.len() == 1 => format!("({},)", all(items)),
        Value::Tuple(items) => format!("({})", all(items)),
        Value::Map(pairs) => {
            let pair = |(key, value): &(Value, Value)| match key {
                // Nothing that could be changed can be a key.
                Value::List(items) => {
                    format!("{}: {}", written(&Value::Tuple(items.clone())), written(value))
                }
                Value::Map(_) => format!("None: {}", written(value)),
                key => format!("{}: {}", written(key), written(value)),
            };
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
    })
}

fn quoted(text: impl Iterator<Item = char>) -> String {
    let mut quoted = String::from("'");
    for c in text {
        match c {
            '\'' => quoted.push_str("\\'"),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() || u32::from(c) > 126 && u32::from(c) < 256 => {
                quoted.push_str(&format!("\\x{:02x}", u32::from(c)));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_as_they_are_written() {
        for text in [
            "1",
            "-3",
            "2.5",
            "'a\\'b\\n'",
            "b'\\xff'",
            "[]",
            "[1, 'x']",
            "(1,)",
            "(1, 2)",
            "{'k': None}",
            "True",
        ] {
            assert_eq!(written(&read(text).expect("a literal")), text);
        }
        assert_eq!(read("( [1,] )"), Some(Value::List(vec![Value::Int(1)])));
        for text in ["", "x", "[1 2]", "{1}", "1 2", "'a", "f(1)"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
