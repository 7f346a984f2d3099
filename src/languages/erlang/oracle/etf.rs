//! Erlang's external term format, as much of it as the server speaks.
//!
//! Source: "External Term Format", ERTS User's Guide.

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

impl Etf {
    pub(super) fn atom(name: &str) -> Etf {
        Etf::Atom(name.to_owned())
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
        let len = |len: usize| u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes();
        match self {
            Etf::Atom(name) => {
                let bytes = name.as_bytes();
                out.push(118);
                out.extend((bytes.len() as u16).to_be_bytes());
                out.extend(bytes);
            }
            Etf::Integer(value) => integer(out, *value, false),
            Etf::Negative(value) => integer(out, value.unsigned_abs(), *value < 0),
            Etf::Binary(bytes) => {
                out.push(109);
                out.extend(len(bytes.len()));
                out.extend(bytes);
            }
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
                    Etf::atom(key).write(out);
                    value.write(out);
                }
            }
        }
    }
}

/// The shortest form, as the runtime itself writes it.
fn integer(out: &mut Vec<u8>, size: u64, is_negative: bool) {
    let value = if is_negative { -i128::from(size) } else { i128::from(size) };
    match (u8::try_from(value), i32::try_from(value)) {
        (Ok(byte), _) => out.extend([97, byte]),
        (_, Ok(value)) => {
            out.push(98);
            out.extend(value.to_be_bytes());
        }
        _ => {
            let n_digits =
                size.to_le_bytes().iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
            out.extend([110, n_digits as u8, u8::from(is_negative)]);
            out.extend(&size.to_le_bytes()[..n_digits]);
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
        ] {
            assert_eq!(term.encode(), expected, "{term:?}");
        }
    }
}
