//! Values written and read as Erlang terms.

use crate::ast::{NodeId, Siblings, SourceFile, Tree};
use crate::language::Language;
use crate::languages::erlang::syntax::{Expr, Field, Syntax};
use crate::stack::deep;
use crate::value::Value;

/// Reads a term as it stands in a benchmark; `None` when it is something else, or has parts that values do not have.
pub(super) fn parse(text: &str) -> Option<Value> {
    let source = format!("f() ->\n{text}\n.");
    let tree = Tree::parse(Language::Erlang, &[SourceFile::new("input.erl", source)]);
    let syntax = Syntax::new(&tree);
    let function = syntax.functions(0).next().filter(|_| tree.problems().is_empty())?;
    let mut body = syntax.clause(function.clauses.clone().next()?)?.body;
    let node = body.next().filter(|_| body.next().is_none())?;
    literal(&syntax, node)
}

/// The value of a node that is a literal, or is built of literals.
pub(super) fn literal(syntax: &Syntax<'_>, node: NodeId) -> Option<Value> {
    deep(|| {
        let value = |node| literal(syntax, node);
        Some(match syntax.expr(node) {
            Expr::Integer(digits) => integer(digits)?,
            Expr::Float(digits) => Value::Float(digits.replace('_', "").parse().ok()?),
            Expr::Char(character) => Value::Int(i128::from(u32::from(character))),
            Expr::Atom(name) => Value::symbol(name),
            Expr::String(text) => Value::characters(text),
            Expr::Nil => Value::List(Vec::new()),
            Expr::Tuple(parts) => Value::Tuple(parts.map(value).collect::<Option<_>>()?),
            Expr::Cons { head, tail } => Value::ending(vec![value(head)?], value(tail)?),
            Expr::Map(fields) => {
                let pair = |field| match syntax.field(field)? {
                    Field::Map { key, value: held } => Some((value(key)?, value(held)?)),
                    Field::Record { .. } => None,
                };
                Value::map(fields.map(pair).collect::<Option<_>>()?)
            }
            Expr::Binary(segments) => binary(syntax, segments)?,
            Expr::UnaryOperator { operator: "-", operand } => match value(operand)? {
                Value::Int(value) => Value::Int(-value),
                Value::Large(is_negative, bytes) => Value::Large(!is_negative, bytes),
                Value::Float(value) => Value::Float(-value),
                _ => return None,
            },
            _ => return None,
        })
    })
}

/// Bytes, after which a few bits may follow.
fn binary(syntax: &Syntax<'_>, segments: Siblings<'_>) -> Option<Value> {
    let all: Vec<NodeId> = segments.collect();
    let (whole, bits) = match all.split_last().map(|(&last, before)| (bits(syntax, last), before)) {
        Some((Some(bits), before)) => (before, Some(bits)),
        _ => (&all[..], None),
    };
    let bytes: Option<Vec<Vec<u8>>> = whole.iter().map(|&segment| bytes(syntax, segment)).collect();
    let mut bytes = bytes?.concat();
    Some(match bits {
        Some((last, n_bits)) => {
            bytes.push(last);
            Value::Bits(bytes, n_bits)
        }
        None => Value::Bytes(bytes),
    })
}

/// A segment of fewer than eight bits: a byte that begins with them, and their number.
fn bits(syntax: &Syntax<'_>, segment: NodeId) -> Option<(u8, u8)> {
    let segment = syntax.segment(segment)?;
    let (Value::Int(size), Value::Int(value)) =
        (literal(syntax, segment.size?)?, literal(syntax, segment.value)?)
    else {
        return None;
    };
    let n_bits = u8::try_from(size).ok().filter(|size| (1..8).contains(size))?;
    Some(((value as u8) << (8 - n_bits), n_bits))
}

/// The bytes of a segment without size and type.
fn bytes(syntax: &Syntax<'_>, segment: NodeId) -> Option<Vec<u8>> {
    let segment = syntax.segment(segment)?;
    if segment.size.is_some() || segment.types().next().is_some() {
        return None;
    }
    match syntax.expr(segment.value) {
        Expr::String(text) => text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect(),
        _ => match literal(syntax, segment.value)? {
            Value::Int(value) => Some(vec![value as u8]),
            _ => None,
        },
    }
}

/// An integer literal, perhaps with base and underscores: `16#ff`, `1_000`.
fn integer(text: &str) -> Option<Value> {
    let text = text.replace('_', "");
    let (base, digits) = text.split_once('#').unwrap_or(("10", &text));
    let base = base.parse().ok().filter(|base| (2..=36).contains(base))?;
    match i128::from_str_radix(digits, base) {
        Ok(number) => Some(Value::Int(number)),
        Err(_) => Some(Value::Large(false, bytes_of(digits, base)?)),
    }
}

/// The bytes of a number, the lowest first.
fn bytes_of(digits: &str, base: u32) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    for digit in digits.chars() {
        let mut carry = digit.to_digit(base)?;
        for byte in &mut bytes {
            carry += u32::from(*byte) * base;
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry > 0 {
            bytes.push(carry as u8);
        }
    }
    Some(bytes)
}

/// Lists of letters and blanks are written as strings.
fn is_text(parts: &[Value]) -> bool {
    let is_letter = |part: &Value| matches!(part, Value::Int(32 | 65..=90 | 97..=122));
    !parts.is_empty() && parts.iter().all(is_letter)
}

const RESERVED: [&str; 29] = [
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch", "cond",
    "div", "else", "end", "fun", "if", "let", "maybe", "not", "of", "or", "orelse", "receive", "rem", "try",
    "when", "xor",
];

/// A value as source text. Texts are lists of characters.
pub(super) fn write(value: &Value) -> String {
    let mut out = String::new();
    write_to(&mut out, value);
    out
}

fn write_to(out: &mut String, value: &Value) {
    deep(|| match value {
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => {
            // Erlang has no `1e300`.
            let text = format!("{value:?}");
            out.push_str(&if text.contains('.') { text } else { text.replace('e', ".0e") });
        }
        Value::Symbol(name) => {
            let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '@'))
                && !RESERVED.contains(&name.as_str());
            let quoted = || format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"));
            out.push_str(&if is_plain { name.clone() } else { quoted() });
        }
        Value::Large(is_negative, bytes) => {
            let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
            let digits = digits.trim_start_matches('0');
            out.push_str(&format!("{}16#{digits}", if *is_negative { "-" } else { "" }));
        }
        Value::Text(text) => write_to(out, &Value::characters(text)),
        Value::Bits(bytes, n_bits) => {
            let (last, bytes) = bytes.split_last().unwrap_or((&0, &[]));
            out.push_str("<<");
            bytes.iter().for_each(|byte| out.push_str(&format!("{byte},")));
            out.push_str(&format!("{}:{n_bits}>>", last >> (8 - n_bits)));
        }
        Value::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            out.push_str(&format!("<<{}>>", bytes.join(",")));
        }
        Value::Tuple(parts) => between(out, "{", parts, "}"),
        Value::List(parts) if is_text(parts) => {
            out.push('"');
            out.extend(parts.iter().map(|part| match part {
                Value::Int(code) => char::from(*code as u8),
                _ => ' ',
            }));
            out.push('"');
        }
        Value::List(parts) => between(out, "[", parts, "]"),
        Value::Improper(items, tail) => {
            between(out, "[", items, "|");
            write_to(out, tail);
            out.push(']');
        }
        Value::Map(pairs) => {
            out.push_str("#{");
            for (idx, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if idx > 0 { "," } else { "" });
                write_to(out, key);
                out.push_str("=>");
                write_to(out, value);
            }
            out.push('}');
        }
    });
}

fn between(out: &mut String, open: &str, parts: &[Value], close: &str) {
    out.push_str(open);
    for (idx, part) in parts.iter().enumerate() {
        out.push_str(if idx > 0 { "," } else { "" });
        write_to(out, part);
    }
    out.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_written_as_they_are_read() {
        for text in [
            "0",
            "-3",
            "2.5",
            "ok",
            "'Not plain'",
            "'end'",
            "[]",
            "[1,[2]]",
            "[1,2|0]",
            "[\"ab\"|x]",
            "{a,{},\"b c\"}",
            "#{a=>1,[]=>2}",
            "<<>>",
            "<<0,255>>",
            "<<5:4>>",
            "<<1,2:3>>",
            "16#100000000000000000000000000000000000000000",
            "-16#fffffffffffffffffffffffffffffffffffffffff",
            "340282366920938463463374607431768",
        ] {
            assert_eq!(parse(text).map(|term| write(&term)).as_deref(), Some(text));
        }
        let again = |text: &str| parse(text).map(|term| write(&term));
        assert_eq!(again("[16#ff,$a,1_000|[x]]").as_deref(), Some("[255,97,1000,x]"));
        assert_eq!(again("<<\"ab\",300>>").as_deref(), Some("<<97,98,44>>"));
        for text in ["X", "f()", "1, 2", "{", "1 + 1", "<<1:4,2>>", "<<1:16>>"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
