//! Files that this program writes and reads back say themselves whether they are as they were written.
//!
//! The last key of an object is `sum`, the checksum of all bytes in front of it: of a line of records, or of a whole
//! file. It guards against disks, copies and hasty editors, not against somebody who computes it anew.

use std::fs;
use std::io;
use std::path::Path;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::{self, Error, Place, Problem, Result};

/// Hexadecimal digits of a checksum: 64 of the 256 bits of SHA-256.
const N_DIGITS: usize = 16;

/// What is around the digits, in a line and at the end of a file.
const AROUND: [[&str; 2]; 2] = [[",\"sum\":\"", "\"}"], [",\n  \"sum\": \"", "\"\n}\n"]];

/// What a text says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seal {
    /// It is as it was written.
    Whole,
    /// It is not.
    Broken,
    /// It has no checksum, as what older versions wrote.
    Absent,
}

/// What the lines of files are, all together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordsStamp {
    /// Number of lines.
    pub(crate) n: usize,
    /// Checksum of the files, one behind the other.
    pub(crate) sum: String,
}

impl RecordsStamp {
    /// Of the bytes of two files; one that is not there is empty.
    pub(crate) fn of(first: &[u8], second: &[u8]) -> RecordsStamp {
        let n = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
        RecordsStamp { n: n(first) + n(second), sum: sum(&[first, second].concat()) }
    }
}

/// Checksum of bytes, 16 hexadecimal digits.
pub(crate) fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(N_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect()
}

/// An object in one line with its checksum and a line end.
pub(crate) fn seal_line(object: &str) -> String {
    sealed(object.strip_suffix('}').expect("an object ends with a brace"), AROUND[0]) + "\n"
}

/// A pretty-printed object as a file with its checksum.
pub(crate) fn seal(object: &str) -> String {
    let object = object.trim_end_matches('\n');
    sealed(object.strip_suffix("\n}").expect("an object with a key ends with a line of its own"), AROUND[1])
}

fn sealed(open: &str, [before, behind]: [&str; 2]) -> String {
    format!("{open}{before}{}{behind}", sum(open.as_bytes()))
}

/// Whether an object is as [`seal_line`] or [`seal`] made it; a missing line end behind a line does not matter.
pub(crate) fn check_seal(object: &[u8]) -> Seal {
    #[derive(Deserialize)]
    struct Sum {
        sum: Option<IgnoredAny>,
    }
    let whole = AROUND.iter().find_map(|[before, behind]| {
        let line = if behind.ends_with('\n') { object } else { object.strip_suffix(b"\n").unwrap_or(object) };
        let open = line.strip_suffix(behind.as_bytes())?;
        let (open, digits) = open.split_at_checked(open.len().checked_sub(N_DIGITS)?)?;
        let open = open.strip_suffix(before.as_bytes())?;
        Some(sum(open).as_bytes() == digits)
    });
    match whole {
        Some(true) => Seal::Whole,
        Some(false) => Seal::Broken,
        // Somebody printed it anew, or changed what is around the digits.
        None => match serde_json::from_slice::<Sum>(object) {
            Ok(Sum { sum: None }) => Seal::Absent,
            Ok(_) | Err(_) => Seal::Broken,
        },
    }
}

/// The text of a file; `None` when there is none.
///
/// # Errors
/// It cannot be read, or is no text.
pub(crate) fn read_text(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(error::cannot_read(path, &cause)),
    }
}

/// What [`seal`] made a file of; the problem is that it has no checksum.
///
/// `bad` words what is wrong with the file and says what to do.
///
/// # Errors
/// It is something else, newer than `format`, or not as it was written.
pub(crate) fn parse_sealed<T: DeserializeOwned>(
    path: &Path,
    text: &str,
    format: u64,
    bad: impl Fn(Place, &str) -> Error,
) -> Result<(T, Option<Problem>)> {
    let fail = |cause: serde_json::Error| {
        let place =
            if cause.line() == 0 { Place::file(path) } else { Place::at(path, cause.line(), cause.column()) };
        bad(place, &without_place(&cause))
    };
    // The format first: a newer one may have other fields.
    let fields: Value = serde_json::from_str(text).map_err(fail)?;
    match fields["format"].as_u64() {
        Some(found) if found > format => return Err(error::format_too_new(path, found, format)),
        Some(1..) => {}
        _ => return Err(bad(Place::file(path), "the format number is missing")),
    }
    let seal = check_seal(text.as_bytes());
    if seal == Seal::Broken {
        return Err(bad(Place::file(path), "changed since it was written (its checksum is another)"));
    }
    let parsed = serde_json::from_str(text).map_err(fail)?;
    Ok((parsed, (seal == Seal::Absent).then(|| error::no_checksum(path))))
}

/// Why a line counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineFault {
    /// It is not as it was written.
    Changed,
    /// It never was what it should be, in words.
    Other(String),
}

/// One line that [`seal_line`] made; `None` for a blank one. `is_sealed` says that every line has its checksum.
pub(crate) fn parse_line<T: DeserializeOwned>(
    line: &[u8],
    is_sealed: bool,
) -> std::result::Result<Option<T>, LineFault> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let parsed = serde_json::from_slice(line).map_err(|cause| LineFault::Other(without_place(&cause)))?;
    match check_seal(line) {
        Seal::Whole => Ok(Some(parsed)),
        Seal::Absent if !is_sealed => Ok(Some(parsed)),
        _ => Err(LineFault::Changed),
    }
}

/// What serde says, without the position, which would be a second place beside that in the user's file.
fn without_place(cause: &serde_json::Error) -> String {
    let text = cause.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_breaks_the_seal() {
        let texts = [seal_line(r#"{"format":1,"a":"x"}"#), seal("{\n  \"format\": 1,\n  \"a\": \"x\"\n}")];
        for text in texts {
            assert_eq!(check_seal(text.as_bytes()), Seal::Whole, "{text}");
            assert!(serde_json::from_str::<Value>(&text).is_ok(), "{text}");
            for idx in 0..text.len() {
                for bit in 0..8 {
                    let mut other = text.clone().into_bytes();
                    other[idx] ^= 1 << bit;
                    let found = check_seal(&other);
                    // Another name for the key is another key.
                    let is_key = text[..idx].ends_with(['"', 's', 'u']) && found == Seal::Absent;
                    let is_end = idx + 1 == text.len() && other[idx].is_ascii_whitespace();
                    assert!(found == Seal::Broken || is_key || is_end, "{idx} {bit} {found:?}");
                }
                let is_line_end = idx + 1 == text.len() && !text.contains("\": ");
                assert_eq!(check_seal(&text.as_bytes()[..idx]) == Seal::Whole, is_line_end, "{idx}");
            }
        }
    }

    #[test]
    fn what_older_versions_wrote_has_no_seal() {
        assert_eq!(check_seal(b"{\"format\":1}\n"), Seal::Absent);
        // `jq .` on a sealed line.
        assert_eq!(check_seal(b"{\n  \"format\": 1,\n  \"sum\": \"0123456789abcdef\"\n}\n"), Seal::Broken);
    }
}
