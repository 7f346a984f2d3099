//! Terms of the language of inputs: numbers, atoms, lists, tuples, maps.
//!
//! Only what a test input can be, and what the tracer computes with. Written and read as Erlang source.

use std::cmp::Ordering;
use std::fmt;

use crate::ast::{NodeId, SourceFile, Tree};
use crate::language::Language;
use crate::languages::erlang::syntax::{Expr, Field, Syntax};
use crate::stack::deep;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Int(i128),
    Float(f64),
    Atom(String),
    /// A function value of one run of the tracer; never part of an input.
    Fun(usize),
    Tuple(Vec<Term>),
    /// Ordered by key, each key once.
    Map(Vec<(Term, Term)>),
    /// Proper lists only.
    List(Vec<Term>),
    Binary(Vec<u8>),
}

impl Term {
    pub(super) fn atom(name: &str) -> Term {
        Term::Atom(name.to_owned())
    }

    pub(super) fn bool(value: bool) -> Term {
        Term::atom(if value { "true" } else { "false" })
    }

    pub(super) fn string(text: &str) -> Term {
        Term::List(text.chars().map(|c| Term::Int(i128::from(u32::from(c)))).collect())
    }

    /// Reads a term as it stands in a benchmark; `None` when it is something else, or has parts that
    /// terms here do not have.
    pub(super) fn parse(text: &str) -> Option<Term> {
        let source = format!("f() ->\n{text}\n.");
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("input.erl", source)]);
        let syntax = Syntax::new(&tree);
        let function = syntax.functions(0).next().filter(|_| tree.problems().is_empty())?;
        let mut body = syntax.clause(function.clauses.clone().next()?)?.body;
        let node = body.next().filter(|_| body.next().is_none())?;
        Term::of_literal(&syntax, node)
    }

    /// The value of a node that is a literal, or is built of literals.
    pub(super) fn of_literal(syntax: &Syntax<'_>, node: NodeId) -> Option<Term> {
        deep(|| {
            let value = |node| Term::of_literal(syntax, node);
            Some(match syntax.expr(node) {
                Expr::Integer(digits) => Term::Int(integer(digits)?),
                Expr::Float(digits) => Term::Float(digits.replace('_', "").parse().ok()?),
                Expr::Char(character) => Term::Int(i128::from(u32::from(character))),
                Expr::Atom(name) => Term::atom(name),
                Expr::String(text) => Term::string(text),
                Expr::Nil => Term::List(Vec::new()),
                Expr::Tuple(parts) => Term::Tuple(parts.map(value).collect::<Option<_>>()?),
                Expr::Cons { head, tail } => {
                    let (head, Term::List(tail)) = (value(head)?, value(tail)?) else { return None };
                    Term::List(std::iter::once(head).chain(tail).collect())
                }
                Expr::Map(fields) => {
                    let pair = |field| match syntax.field(field)? {
                        Field::Map { key, value: held } => Some((value(key)?, value(held)?)),
                        Field::Record { .. } => None,
                    };
                    Term::map(fields.map(pair).collect::<Option<_>>()?)
                }
                Expr::UnaryOperator { operator: "-", operand } => match value(operand)? {
                    Term::Int(value) => Term::Int(-value),
                    Term::Float(value) => Term::Float(-value),
                    _ => return None,
                },
                _ => return None,
            })
        })
    }

    /// A map; of two values of one key the later stays.
    pub(super) fn map(pairs: Vec<(Term, Term)>) -> Term {
        let mut kept: Vec<(Term, Term)> = Vec::new();
        for (key, value) in pairs {
            match kept.binary_search_by(|(known, _)| known.order(&key)) {
                Ok(idx) => kept[idx].1 = value,
                Err(idx) => kept.insert(idx, (key, value)),
            }
        }
        Term::Map(kept)
    }

    /// The number as a real number.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Term::Int(value) => Some(*value as f64),
            Term::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Number of nodes.
    pub(super) fn size(&self) -> usize {
        deep(|| {
            1 + match self {
                Term::Tuple(parts) | Term::List(parts) => parts.iter().map(Term::size).sum(),
                Term::Map(pairs) => pairs.iter().map(|(key, value)| key.size() + value.size()).sum(),
                _ => 0,
            }
        })
    }

    /// Erlang's order of terms; an integer and a float of the same value are equal here.
    pub(super) fn order(&self, other: &Term) -> Ordering {
        deep(|| match (self, other) {
            (Term::Int(a), Term::Int(b)) => a.cmp(b),
            (Term::Atom(a), Term::Atom(b)) => a.cmp(b),
            (Term::Fun(a), Term::Fun(b)) => a.cmp(b),
            (Term::Binary(a), Term::Binary(b)) => a.cmp(b),
            (Term::Tuple(a), Term::Tuple(b)) => a.len().cmp(&b.len()).then_with(|| order_all(a, b)),
            (Term::List(a), Term::List(b)) => order_all(a, b),
            (Term::Map(a), Term::Map(b)) => {
                let flat = |pairs: &[(Term, Term)], second: bool| -> Vec<Term> {
                    pairs.iter().map(|(key, value)| if second { value } else { key }.clone()).collect()
                };
                (a.len().cmp(&b.len()))
                    .then_with(|| order_all(&flat(a, false), &flat(b, false)))
                    .then_with(|| order_all(&flat(a, true), &flat(b, true)))
            }
            _ => match (self.number(), other.number()) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => self.rank().cmp(&other.rank()),
            },
        })
    }

    fn rank(&self) -> u8 {
        match self {
            Term::Int(_) | Term::Float(_) => 0,
            Term::Atom(_) => 1,
            Term::Fun(_) => 2,
            Term::Tuple(_) => 3,
            Term::Map(_) => 4,
            Term::List(_) => 5,
            Term::Binary(_) => 6,
        }
    }
}

fn order_all(a: &[Term], b: &[Term]) -> Ordering {
    let parts = a.iter().zip(b).map(|(a, b)| a.order(b));
    parts.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// An integer literal, perhaps with base and underscores: `16#ff`, `1_000`.
fn integer(text: &str) -> Option<i128> {
    let text = text.replace('_', "");
    match text.split_once('#') {
        Some((base, digits)) => i128::from_str_radix(digits, base.parse().ok().filter(|b| *b <= 36)?).ok(),
        None => text.parse().ok(),
    }
}

/// Lists of letters and blanks are written as strings.
fn is_text(parts: &[Term]) -> bool {
    let is_letter = |part: &Term| matches!(part, Term::Int(32 | 65..=90 | 97..=122));
    !parts.is_empty() && parts.iter().all(is_letter)
}

const RESERVED: [&str; 28] = [
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch", "cond",
    "div", "else", "end", "fun", "if", "let", "maybe", "not", "of", "or", "orelse", "receive", "rem", "try",
    "when",
];

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, parts: &[Term]| {
            for (idx, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if idx > 0 { "," } else { "" })?;
            }
            Ok(())
        };
        match self {
            Term::Int(value) => write!(f, "{value}"),
            Term::Float(value) => {
                // Erlang has no `1e300`.
                let text = format!("{value:?}");
                f.write_str(&if text.contains('.') { text } else { text.replace('e', ".0e") })
            }
            Term::Atom(name) => {
                let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '@'))
                    && !RESERVED.contains(&name.as_str())
                    && name != "xor";
                if is_plain {
                    f.write_str(name)
                } else {
                    write!(f, "'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
                }
            }
            Term::Fun(_) => f.write_str("fun"),
            Term::Tuple(parts) => {
                f.write_str("{")?;
                join(f, parts)?;
                f.write_str("}")
            }
            Term::Map(pairs) => {
                f.write_str("#{")?;
                for (idx, (key, value)) in pairs.iter().enumerate() {
                    write!(f, "{}{key}=>{value}", if idx > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
            Term::List(parts) if is_text(parts) => {
                let code = |part: &Term| match part {
                    Term::Int(code) => char::from(*code as u8),
                    _ => ' ',
                };
                write!(f, "\"{}\"", parts.iter().map(code).collect::<String>())
            }
            Term::List(parts) => {
                f.write_str("[")?;
                join(f, parts)?;
                f.write_str("]")
            }
            Term::Binary(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
                write!(f, "<<{}>>", bytes.join(","))
            }
        }
    }
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
            "{a,{},\"b c\"}",
            "#{2=>[],a=>1}",
        ] {
            assert_eq!(Term::parse(text).map(|term| term.to_string()).as_deref(), Some(text));
        }
        assert_eq!(
            Term::parse("[16#ff,$a,1_000|[x]]").map(|t| t.to_string()).as_deref(),
            Some("[255,97,1000,x]")
        );
        for text in ["X", "f()", "1, 2", "[1|2]", "{", "1 + 1"] {
            assert_eq!(Term::parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_come_before_atoms_tuples_and_lists() {
        let sorted = ["-1", "2", "2.5", "a", "{9}", "{1,1}", "[]", "[1]", "[1,0]", "[2]"];
        let mut terms: Vec<Term> = sorted.iter().rev().filter_map(|text| Term::parse(text)).collect();
        terms.sort_by(Term::order);
        assert_eq!(terms.iter().map(Term::to_string).collect::<Vec<_>>(), sorted);
    }
}
