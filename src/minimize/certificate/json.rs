//! The text of a certificate: one way to write it, so that a difference shows what changed.

use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Certificate, FORMAT};
use crate::error::{self, Problem};

/// Longest value that stays on one line, in bytes.
const MAX_LINE: usize = 120;

impl Certificate {
    /// The file's text. Equal certificates have equal texts; a witness takes a line.
    pub fn text(&self) -> String {
        let value = serde_json::to_value(self).expect("a certificate has only texts and numbers");
        let mut text = String::new();
        write(&value, 0, &mut text);
        text.push('\n');
        text
    }

    /// The same certificate with the seal that belongs to its content.
    #[must_use]
    pub fn sealed(mut self) -> Certificate {
        self.seal = String::new();
        let digest = Sha256::digest(self.text());
        self.seal = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        self
    }

    /// Reads a certificate, and makes sure that it is as it was written; `path` is for messages.
    ///
    /// # Errors
    /// It is no certificate, of a newer format, or was changed by hand.
    pub fn parse(text: &str, path: &Path) -> Result<Certificate, Problem> {
        let value: Value =
            serde_json::from_str(text).map_err(|cause| error::certificate::unreadable(path, &cause))?;
        match value.get("format").and_then(Value::as_u64) {
            Some(1..=FORMAT) => {}
            Some(newer) if newer > FORMAT => {
                return Err(error::certificate::too_new(path, newer, FORMAT));
            }
            _ => return Err(error::certificate::no_format(path, FORMAT)),
        }
        let certificate: Certificate =
            serde_json::from_value(value).map_err(|cause| error::certificate::unreadable(path, &cause))?;
        if certificate.clone().sealed().text() != text {
            return Err(error::certificate::changed(path));
        }
        Ok(certificate)
    }
}

/// Objects and lists that fit stay on one line, except for the outermost.
fn write(value: &Value, depth: usize, text: &mut String) {
    let flat = value.to_string();
    if depth > 0 && flat.len() <= MAX_LINE {
        text.push_str(&flat);
        return;
    }
    let indent = |depth: usize| "  ".repeat(depth);
    match value {
        Value::Object(fields) => {
            text.push('{');
            for (idx, (key, value)) in fields.iter().enumerate() {
                text.push_str(if idx > 0 { ",\n" } else { "\n" });
                text.push_str(&format!("{}{}: ", indent(depth + 1), Value::from(key.as_str())));
                write(value, depth + 1, text);
            }
            text.push_str(&format!("\n{}}}", indent(depth)));
        }
        Value::Array(items) => {
            text.push('[');
            for (idx, item) in items.iter().enumerate() {
                text.push_str(if idx > 0 { ",\n" } else { "\n" });
                text.push_str(&indent(depth + 1));
                write(item, depth + 1, text);
            }
            text.push_str(&format!("\n{}]", indent(depth)));
        }
        _ => text.push_str(&flat),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        CoverageEntry, DeletionEntry, Depth, InputEntry, OptionalEntry, RefutationEnd, SliceEntry, Unbounded,
        ValuesEntry, WitnessEntry,
    };
    use super::*;

    fn certificate() -> Certificate {
        let (at, action) = ("program.erl:4:9".to_owned(), "undef".to_owned());
        let witness = |node, input, error: Option<&str>| WitnessEntry {
            node,
            at: at.clone(),
            action: action.clone(),
            input,
            position: input.map(|_| 3),
            error: error.map(str::to_owned),
        };
        let slice = SliceEntry {
            gold: "2".repeat(64),
            nodes: 7,
            depth: Depth::Unbounded(Unbounded::Unbounded),
            deleted: vec![DeletionEntry { node: 5, at: at.clone(), action: action.clone() }],
            witnesses: vec![witness(1, Some(0), None), witness(9, None, Some("`X` is unbound"))],
            optional: vec![OptionalEntry { node: 2, at: at.clone(), needs: vec![3] }],
        };
        let other = SliceEntry { depth: Depth::Sets(2), deleted: Vec::new(), ..slice.clone() };
        let certificate = Certificate {
            format: FORMAT,
            program: "0".repeat(64),
            criterion: "1".repeat(64),
            entry: "main/1".to_owned(),
            runtime: "Erlang/OTP 25".to_owned(),
            inputs: vec![
                InputEntry::Args(vec!["[1,\"ü\"]".to_owned()]),
                InputEntry::Full { args: Vec::new(), stdin: "a\n".to_owned() },
            ],
            coverage: CoverageEntry { reached: 3, of: 4, missing: vec![at.clone()] },
            values: Some(ValuesEntry {
                inputs: 2,
                reached: 2,
                sequences: 1,
                consulted: None,
                exhausted: false,
                ended: None,
            }),
            refutation: Some(ValuesEntry {
                inputs: 10_000,
                reached: 9_000,
                sequences: 12,
                consulted: Some(7),
                exhausted: true,
                ended: Some(RefutationEnd::Fuel),
            }),
            slices: vec![slice, other],
            seal: String::new(),
        };
        certificate.sealed()
    }

    #[test]
    fn what_is_written_reads_back_equal() {
        let certificate = certificate();
        let text = certificate.text();
        assert_eq!(Certificate::parse(&text, Path::new("c")).as_ref(), Ok(&certificate));
        assert!(text.contains(
            "{\"node\":9,\"at\":\"program.erl:4:9\",\"as\":\"undef\",\"error\":\"`X` is unbound\"}"
        ));
        assert!(text.contains("\"depth\": \"unbounded\"") && text.contains("\"depth\": 2"));
    }

    #[test]
    fn a_change_of_any_byte_is_noticed() {
        let text = certificate().text();
        for at in 0..text.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= change;
                // Bytes that are no text are refused before this reader sees them.
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                assert!(Certificate::parse(&changed, Path::new("c")).is_err(), "byte {at}, bit {change}");
            }
            if text.is_char_boundary(at) {
                let shorter = text[..at].to_owned() + text[at..].get(1..).unwrap_or("");
                let longer = format!("{} {}", &text[..at], &text[at..]);
                for changed in [shorter, longer, text[..at].to_owned()] {
                    assert!(Certificate::parse(&changed, Path::new("c")).is_err(), "at byte {at}");
                }
            }
        }
    }

    #[test]
    fn a_newer_format_is_refused_with_the_remedy() {
        let (now, newer) = (format!("\"format\": {FORMAT}"), format!("\"format\": {}", FORMAT + 1));
        let text = certificate().text().replacen(&now, &newer, 1);
        let problem = Certificate::parse(&text, Path::new("c")).unwrap_err();
        assert!(problem.to_string().contains("update bench-slicers"), "{problem}");
    }
}
