//! `benchmark.toml` as it is written: names, types and spans, not yet checked against any other file.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::{SliceKind, Tier};
use crate::error::{self, Place, Problem};

/// The newest format of `benchmark.toml` that is read.
pub(super) const FORMAT: i64 = 1;

/// A whole `benchmark.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Manifest {
    /// Checked before anything else; see [`parse`].
    #[serde(rename = "format")]
    pub(super) _format: i64,
    pub(super) title: Spanned<String>,
    #[serde(default)]
    pub(super) labels: Vec<Spanned<String>>,
    pub(super) source: Spanned<String>,
    #[serde(default = "first_revision")]
    pub(super) revision: u32,
    #[serde(default)]
    pub(super) tier: Tier,
    pub(super) program: Spanned<FileList>,
    pub(super) entry: Option<Spanned<String>>,
    pub(super) oracle: Option<Spanned<OracleTable>>,
    #[serde(default, rename = "input")]
    pub(super) inputs: Vec<Spanned<InputTable>>,
    #[serde(default, rename = "contract")]
    pub(super) contracts: Vec<Spanned<ContractTable>>,
    #[serde(rename = "criterion")]
    pub(super) criteria: Vec<Spanned<CriterionTable>>,
}

fn first_revision() -> u32 {
    1
}

/// `[oracle]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OracleTable {
    pub(super) build: Option<Vec<String>>,
    pub(super) command: Vec<String>,
    pub(super) version: Option<Vec<String>>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) marker: Option<String>,
    pub(super) timeout_s: Option<Spanned<f64>>,
}

/// `[[input]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct InputTable {
    #[serde(default)]
    pub(super) args: Vec<String>,
    pub(super) stdin: Option<Spanned<String>>,
    pub(super) stdin_file: Option<Spanned<String>>,
}

/// `[[contract]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ContractTable {
    pub(super) function: Spanned<String>,
    #[serde(default)]
    pub(super) parameters: Vec<String>,
    pub(super) requires: Option<Spanned<String>>,
    pub(super) ensures: Option<Spanned<String>>,
}

/// `[[criterion]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CriterionTable {
    pub(super) id: Spanned<String>,
    pub(super) file: Option<Spanned<String>>,
    pub(super) line: Spanned<usize>,
    pub(super) variable: Option<Spanned<String>>,
    pub(super) occurrence: Option<Spanned<usize>>,
    pub(super) column: Option<Spanned<usize>>,
    #[serde(default)]
    pub(super) kind: SliceKind,
    pub(super) input: Option<Spanned<usize>>,
    #[serde(default)]
    pub(super) labels: Vec<Spanned<String>>,
    pub(super) evidence: Option<Spanned<String>>,
    pub(super) status: Option<Spanned<String>>,
    pub(super) reason: Option<Spanned<String>>,
    pub(super) gold: Option<Spanned<String>>,
    #[serde(default, rename = "alternative")]
    pub(super) alternatives: Vec<AlternativeTable>,
}

/// `[[criterion.alternative]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AlternativeTable {
    pub(super) gold: Spanned<String>,
    pub(super) reason: Spanned<String>,
}

/// One file name, or a list of them.
#[derive(Debug)]
pub(super) struct FileList(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for FileList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FileList, D::Error> {
        struct NamesVisitor;

        impl<'de> Visitor<'de> for NamesVisitor {
            type Value = FileList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a file name or a list of file names")
            }

            fn visit_str<E>(self, name: &str) -> Result<FileList, E> {
                Ok(FileList(vec![name.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<FileList, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element()? {
                    names.push(name);
                }
                Ok(FileList(names))
            }
        }

        deserializer.deserialize_any(NamesVisitor)
    }
}

/// Reads the text of a `benchmark.toml`; `path` is for messages.
///
/// Reports every syntax error, else every unknown key and every value of a wrong type, else a missing key.
pub(super) fn parse(path: &Path, text: &str) -> Result<Manifest, Vec<Problem>> {
    let (mut table, failures) = DeTable::parse_recoverable(text);
    if !failures.is_empty() {
        return Err(failures.iter().map(|failure| problem(path, text, failure)).collect());
    }
    check_format(path, text, table.get_ref())?;
    let mut problems: Vec<Problem> = Vec::new();
    loop {
        let failure = match Manifest::deserialize(toml::de::Deserializer::from(table.clone())) {
            Ok(manifest) if problems.is_empty() => return Ok(manifest),
            Ok(_) => break,
            Err(failure) => failure,
        };
        // A key may be missing only because it is misspelt, which has been said already.
        let is_missing = failure.message().starts_with("missing field");
        let has_unknown = problems.iter().any(|problem| problem.message.starts_with("unknown field"));
        if !(is_missing && has_unknown) {
            problems.push(problem(path, text, &failure));
        }
        // serde stops at the first mistake; without that key, it finds the next one. A missing key has its table as
        // span, which goes as a whole.
        if !failure.span().is_some_and(|span| remove_key(table.get_mut(), &span)) {
            break;
        }
    }
    problems.sort_by(|a, b| a.place.cmp(&b.place));
    Err(problems)
}

/// A file of a newer format would only produce complaints about keys that this program cannot know.
fn check_format(path: &Path, text: &str, table: &DeTable<'_>) -> Result<(), Vec<Problem>> {
    let Some(value) = table.get("format") else {
        return Err(vec![error::suite::no_format(path, FORMAT)]);
    };
    let place = Place::of_offset(path, text, value.span().start);
    let number = match value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    };
    match number {
        Some(FORMAT) => Ok(()),
        Some(newer) if newer > FORMAT => Err(vec![error::suite::format_too_new(place, newer, FORMAT)]),
        _ => Err(vec![error::suite::bad_format(place, FORMAT)]),
    }
}

/// Takes out what is at a span, a key or its value or an element of a list; whether it was there.
fn remove_key(table: &mut DeTable<'_>, span: &Range<usize>) -> bool {
    let found = table.iter().find(|(key, value)| key.span() == *span || value.span() == *span);
    match found.map(|(key, _)| key.clone()) {
        Some(key) => table.remove(&key).is_some(),
        None => table.iter_mut().any(|(_, value)| remove_key_inside(value.get_mut(), span)),
    }
}

fn remove_key_inside(value: &mut DeValue<'_>, span: &Range<usize>) -> bool {
    match value {
        DeValue::Table(table) => remove_key(table, span),
        DeValue::Array(values) if values.iter().any(|value| value.span() == *span) => {
            let mut kept = DeArray::new();
            values.iter().filter(|value| value.span() != *span).for_each(|value| kept.push(value.clone()));
            *values = kept;
            true
        }
        DeValue::Array(values) => values.iter_mut().any(|value| remove_key_inside(value.get_mut(), span)),
        _ => false,
    }
}

pub(super) fn problem(path: &Path, text: &str, failure: &toml::de::Error) -> Problem {
    let place = match failure.span() {
        Some(span) => Place::of_offset(path, text, span.start),
        None => Place::file(path),
    };
    error::suite::toml(place, failure.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        let problems = parse(Path::new("benchmark.toml"), text).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_unknown_keys_and_wrong_types_are_reported() {
        let text = "format = 1\ntitel = 'a'\n\n[[criterion]]\nid = 's1X'\nvar = 'X'\nline = 'one'\n";
        assert_eq!(
            complaints(text),
            [
                "benchmark.toml:2:1: unknown field `titel`\nhint: did you mean `title`?",
                "benchmark.toml:6:1: unknown field `var`\nhint: did you mean `variable`?",
                "benchmark.toml:7:8: invalid type: string \"one\", expected a whole number",
            ]
        );
    }

    #[test]
    fn syntax_errors_come_alone() {
        assert_eq!(complaints("format = 1\ntitle = \n[x\n").len(), 2);
    }

    #[test]
    fn a_newer_format_is_all_that_is_said() {
        assert_eq!(
            complaints("format = 2\nnews = 1\n"),
            ["benchmark.toml:1:10: format 2 is newer than this program reads (1)\n\
              hint: update bench-slicers to read this suite"]
        );
        assert_eq!(
            complaints("title = 'a'"),
            ["benchmark.toml: the format number is missing\nhint: begin the file with `format = 1`"]
        );
    }

    #[test]
    fn a_program_is_one_name_or_several() {
        let head = "format = 1\ntitle = 'a'\nsource = 'b'\ncriterion = []\n";
        for (program, expected) in
            [("'p.erl'", vec!["p.erl"]), ("['p.erl', 'q.erl']", vec!["p.erl", "q.erl"])]
        {
            let text = format!("{head}program = {program}\n");
            let manifest = parse(Path::new("benchmark.toml"), &text).unwrap();
            assert_eq!(manifest.program.get_ref().0, expected);
        }
    }
}
