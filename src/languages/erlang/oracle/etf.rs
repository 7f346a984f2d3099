//! Erlang's external term format, as much of it as the server speaks.
//!
//! Source: "External Term Format", ERTS User's Guide.

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Atom(String),
    Integer(u64),
    /// `-1` and below, which the server says in place of a node.
    Negative(i64),
    Binary(Vec<u8>),
    Tuple(Vec<Term>),
    List(Vec<Term>),
    /// Keys are atoms.
    Map(Vec<(&'static str, Term)>),
}

impl Term {
    pub(super) fn atom(name: &str) -> Term {
        Term::Atom(name.to_owned())
    }

    pub(super) fn text(text: &str) -> Term {
        Term::Binary(text.as_bytes().to_vec())
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = vec![131];
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut Vec<u8>) {
        let len = |len: usize| u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes();
        match self {
            Term::Atom(name) => {
                let bytes = name.as_bytes();
                out.push(118);
                out.extend((bytes.len() as u16).to_be_bytes());
                out.extend(bytes);
            }
            Term::Integer(value) => match i32::try_from(*value) {
                Ok(value) => {
                    out.push(98);
                    out.extend(value.to_be_bytes());
                }
                Err(_) => {
                    out.extend([110, 8, 0]);
                    out.extend(value.to_le_bytes());
                }
            },
            Term::Negative(value) => {
                out.push(98);
                out.extend((*value as i32).to_be_bytes());
            }
            Term::Binary(bytes) => {
                out.push(109);
                out.extend(len(bytes.len()));
                out.extend(bytes);
            }
            Term::Tuple(items) => {
                out.push(105);
                out.extend(len(items.len()));
                items.iter().for_each(|item| item.write(out));
            }
            Term::List(items) => {
                if !items.is_empty() {
                    out.push(108);
                    out.extend(len(items.len()));
                    items.iter().for_each(|item| item.write(out));
                }
                out.push(106);
            }
            Term::Map(pairs) => {
                out.push(116);
                out.extend(len(pairs.len()));
                for (key, value) in pairs {
                    Term::atom(key).write(out);
                    value.write(out);
                }
            }
        }
    }

    /// Reads a term; `None` when it is none, or of a kind that the server does not send.
    pub(super) fn decode(bytes: &[u8]) -> Option<Term> {
        let mut rest = bytes.strip_prefix(&[131])?;
        read(&mut rest)
    }

    /// The parts of a tuple whose first element is this atom, without it.
    pub(super) fn tagged(&self, tag: &str) -> Option<&[Term]> {
        match self {
            Term::Tuple(items) => match items.split_first()? {
                (Term::Atom(name), rest) if name == tag => Some(rest),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn integer(&self) -> Option<i64> {
        match self {
            Term::Integer(value) => i64::try_from(*value).ok(),
            Term::Negative(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn string(&self) -> Option<String> {
        match self {
            Term::Binary(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Term]> {
        match self {
            Term::List(items) => Some(items),
            _ => None,
        }
    }
}

fn take<'b>(bytes: &mut &'b [u8], n_bytes: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(n_bytes)?;
    *bytes = rest;
    Some(taken)
}

fn number(bytes: &mut &[u8], n_bytes: usize) -> Option<usize> {
    Some(take(bytes, n_bytes)?.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)))
}

fn read(bytes: &mut &[u8]) -> Option<Term> {
    let tag = number(bytes, 1)?;
    Some(match tag {
        97 => Term::Integer(number(bytes, 1)? as u64),
        98 => match i64::from(number(bytes, 4)? as u32 as i32) {
            value if value < 0 => Term::Negative(value),
            value => Term::Integer(value as u64),
        },
        110 => {
            let len = number(bytes, 1)?;
            take(bytes, 1)?;
            let digits = take(bytes, len)?;
            Term::Integer(digits.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        }
        100 | 118 => atom(bytes, 2)?,
        115 | 119 => atom(bytes, 1)?,
        109 => {
            let len = number(bytes, 4)?;
            Term::Binary(take(bytes, len)?.to_vec())
        }
        104 => items(bytes, 1).map(Term::Tuple)?,
        105 => items(bytes, 4).map(Term::Tuple)?,
        106 => Term::List(Vec::new()),
        107 => {
            let len = number(bytes, 2)?;
            Term::List(take(bytes, len)?.iter().map(|&byte| Term::Integer(u64::from(byte))).collect())
        }
        108 => {
            let items = items(bytes, 4)?;
            read(bytes)?;
            Term::List(items)
        }
        _ => return None,
    })
}

fn atom(bytes: &mut &[u8], n_bytes: usize) -> Option<Term> {
    let len = number(bytes, n_bytes)?;
    Some(Term::Atom(String::from_utf8_lossy(take(bytes, len)?).into_owned()))
}

fn items(bytes: &mut &[u8], n_bytes: usize) -> Option<Vec<Term>> {
    let len = number(bytes, n_bytes)?;
    (0..len).map(|_| read(bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_equal() {
        let term = Term::Tuple(vec![
            Term::atom("é"),
            Term::Integer(7),
            Term::Integer(1 << 40),
            Term::Negative(-3),
            Term::List(vec![Term::text("x"), Term::List(Vec::new())]),
        ]);
        assert_eq!(Term::decode(&term.encode()), Some(term));
        assert_eq!(Term::decode(&[131, 104, 2, 97]), None);
    }
}
