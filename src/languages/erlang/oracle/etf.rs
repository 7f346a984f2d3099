//! Erlang's external term format, as much of it as the server speaks.
//!
//! Source: "External Term Format", ERTS User's Guide.

use std::sync::Arc;

use crate::stack::deep;
use crate::value::Value;

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Etf {
    Atom(String),
    Integer(u64),
    /// Below 0.
    Negative(i64),
    Binary(Vec<u8>),
    Tuple(Vec<Etf>),
    List(Vec<Etf>),
    /// Keys are atoms.
    Map(Vec<(&'static str, Etf)>),
    Value(Value),
    /// The list of the values of an input, of which there are thousands.
    Values(Arc<[Value]>),
}

impl Etf {
    pub(super) fn atom(name: &str) -> Etf {
        Etf::Atom(name.to_owned())
    }

    pub(super) fn flag(is_set: bool) -> Etf {
        Etf::atom(if is_set { "true" } else { "false" })
    }

    pub(super) fn text(text: &str) -> Etf {
        Etf::Binary(text.as_bytes().to_vec())
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = vec![131];
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Etf::Atom(name) => atom(out, name),
            Etf::Integer(value) => integer(out, i128::from(*value)),
            Etf::Negative(value) => integer(out, i128::from(*value)),
            Etf::Binary(bytes) => binary(out, bytes),
            Etf::Tuple(items) => {
                out.push(105);
                out.extend(len(items.len()));
                items.iter().for_each(|item| item.write(out));
            }
            Etf::List(items) => {
                if !items.is_empty() {
                    out.push(108);
                    out.extend(len(items.len()));
                    items.iter().for_each(|item| item.write(out));
                }
                out.push(106);
            }
            Etf::Map(pairs) => {
                out.push(116);
                out.extend(len(pairs.len()));
                for (key, value) in pairs {
                    atom(out, key);
                    value.write(out);
                }
            }
            Etf::Value(held) => value(out, held),
            Etf::Values(held) => {
                if !held.is_empty() {
                    list(out, held);
                }
                out.push(106);
            }
        }
    }
}

fn len(len: usize) -> [u8; 4] {
    u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes()
}

fn atom(out: &mut Vec<u8>, name: &str) {
    out.push(118);
    out.extend((name.len() as u16).to_be_bytes());
    out.extend(name.as_bytes());
}

fn binary(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(109);
    out.extend(len(bytes.len()));
    out.extend(bytes);
}

/// A value as the term that it is written as. Texts are lists of characters.
fn value(out: &mut Vec<u8>, held: &Value) {
    deep(|| match held {
        Value::Int(number) => integer(out, *number),
        Value::Float(number) => {
            out.push(70);
            out.extend(number.to_be_bytes());
        }
        Value::Large(is_negative, bytes) => {
            // The number of bytes is one byte only in the short form.
            out.push(111);
            out.extend(len(bytes.len()));
            out.push(u8::from(*is_negative));
            out.extend(bytes);
        }
        Value::Bits(bytes, n_bits) => {
            out.push(77);
            out.extend(len(bytes.len()));
            out.push(*n_bits);
            out.extend(bytes);
        }
        Value::Symbol(name) => atom(out, name),
        Value::Text(text) => value(out, &Value::characters(text)),
        Value::Bytes(bytes) => binary(out, bytes),
        Value::Tuple(parts) => {
            out.push(105);
            out.extend(len(parts.len()));
            parts.iter().for_each(|part| value(out, part));
        }
        Value::List(items) if items.is_empty() => out.push(106),
        Value::List(items) => {
            list(out, items);
            out.push(106);
        }
        Value::Improper(items, tail) => {
            list(out, items);
            value(out, tail);
        }
        Value::Map(pairs) => {
            out.push(116);
            out.extend(len(pairs.len()));
            for (key, held) in pairs {
                value(out, key);
                value(out, held);
            }
        }
    });
}

fn list(out: &mut Vec<u8>, items: &[Value]) {
    out.push(108);
    out.extend(len(items.len()));
    items.iter().for_each(|item| value(out, item));
}

/// The shortest form, as the runtime itself writes it.
fn integer(out: &mut Vec<u8>, value: i128) {
    match (u8::try_from(value), i32::try_from(value)) {
        (Ok(byte), _) => out.extend([97, byte]),
        (_, Ok(value)) => {
            out.push(98);
            out.extend(value.to_be_bytes());
        }
        _ => {
            let digits = value.unsigned_abs().to_le_bytes();
            let n_digits = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
            out.extend([110, n_digits as u8, u8::from(value < 0)]);
            out.extend(&digits[..n_digits]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_written_as_the_runtime_writes_them() {
        // `io:format("~w", [term_to_binary(T, [{minor_version, 2}])])` of OTP 25.
        for (term, expected) in [
            (Etf::Integer(0), &[131, 97, 0][..]),
            (Etf::Integer(255), &[131, 97, 255]),
            (Etf::Integer(256), &[131, 98, 0, 0, 1, 0]),
            (Etf::Integer(2147483647), &[131, 98, 127, 255, 255, 255]),
            (Etf::Integer(2147483648), &[131, 110, 4, 0, 0, 0, 0, 128]),
            (Etf::Integer(1 << 40), &[131, 110, 6, 0, 0, 0, 0, 0, 0, 1]),
            (Etf::Integer(u64::MAX), &[131, 110, 8, 0, 255, 255, 255, 255, 255, 255, 255, 255]),
            (Etf::Negative(-1), &[131, 98, 255, 255, 255, 255]),
            (Etf::Negative(-2147483648), &[131, 98, 128, 0, 0, 0]),
            (Etf::Negative(-2147483649), &[131, 110, 4, 1, 1, 0, 0, 128]),
            (Etf::Negative(i64::MIN), &[131, 110, 8, 1, 0, 0, 0, 0, 0, 0, 0, 128]),
            (Etf::Value(Value::Int(1 << 64)), &[131, 110, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            (Etf::Value(Value::Float(0.5)), &[131, 70, 63, 224, 0, 0, 0, 0, 0, 0]),
            (
                Etf::Value(Value::ending(vec![Value::Int(2)], Value::symbol("x"))),
                &[131, 108, 0, 0, 0, 1, 97, 2, 118, 0, 1, 120],
            ),
            (Etf::Values([].into()), &[131, 106]),
            (Etf::Values([Value::Int(2)].into()), &[131, 108, 0, 0, 0, 1, 97, 2, 106]),
        ] {
            assert_eq!(term.encode(), expected, "{term:?}");
        }
    }
}
