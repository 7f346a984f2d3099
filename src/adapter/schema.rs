//! The adapter file as it is written: its keys, and reading them without stopping at the first mistake.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use strum::IntoStaticStr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{self, Place, Problem};
use crate::language::Language;
use crate::results::{Close, Granularity, SlicerRole};
use crate::suite::SliceKind;

/// A whole adapter file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct AdapterFile {
    pub(super) format: Spanned<u64>,
    pub(super) name: Spanned<String>,
    pub(super) home: Option<String>,
    pub(super) notes: Option<String>,
    pub(super) description: Option<String>,
    pub(super) install: Option<InstallKey>,
    pub(super) languages: Spanned<LanguagesKey>,
    #[serde(default)]
    pub(super) role: SlicerRole,
    #[serde(default)]
    pub(super) kind: KindsWord,
    #[serde(default)]
    pub(super) direction: Direction,
    pub(super) criteria: Option<Spanned<Vec<CriterionForm>>>,
    #[serde(default)]
    pub(super) granularity: Granularity,
    #[serde(default = "yes")]
    pub(super) parallel_safe: bool,
    #[serde(default)]
    pub(super) multi_file: bool,
    #[serde(default)]
    pub(super) placeholders: Vec<String>,
    #[serde(default)]
    pub(super) helpers: Vec<String>,
    pub(super) tool_dir: Option<Spanned<String>>,
    pub(super) recorded: Option<String>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    pub(super) requires: Vec<Spanned<RequiresTable>>,
    pub(super) version: Option<VersionTable>,
    #[serde(default)]
    pub(super) pass_env: Vec<String>,
    #[serde(default)]
    pub(super) network: NetworkWord,
    #[serde(default)]
    pub(super) read: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) limits: LimitsTable,
    #[serde(default)]
    pub(super) positions: PositionsTable,
    #[serde(default)]
    pub(super) prepare: PrepareTable,
    #[serde(default)]
    pub(super) build: Vec<StepTable>,
    pub(super) step: Option<Spanned<Vec<StepTable>>>,
    pub(super) server: Option<Spanned<ServerTable>>,
    #[serde(default)]
    pub(super) cleanup: Vec<CleanupTable>,
    pub(super) answer: AnswerTable,
    pub(super) batch: Option<BatchTable>,
    #[serde(default)]
    pub(super) outcome: Vec<OutcomeTable>,
    pub(super) normalise: Option<NormaliseTable>,
}

fn yes() -> bool {
    true
}

/// Which way the slicer follows dependences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// What the criterion depends on.
    #[default]
    Backward,
    /// What depends on the criterion.
    Forward,
}

/// What a slicer can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum CriterionForm {
    /// A variable on a line.
    Variable,
    /// All statements that begin on a line.
    Statement,
}

/// The key `languages` as it is written: a list, or `all`.
#[derive(Debug)]
pub(super) struct LanguagesKey(pub(super) Vec<Language>);

impl<'de> Deserialize<'de> for LanguagesKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<LanguagesKey, D::Error> {
        struct ListOrAll;
        impl<'de> Visitor<'de> for ListOrAll {
            type Value = LanguagesKey;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of languages, or `\"all\"`")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> std::result::Result<LanguagesKey, E> {
                match word {
                    "all" => Ok(LanguagesKey([Language::ALL, &[Language::TEXT]].concat())),
                    word => {
                        Err(E::custom(format!("`{word}` is not a list; write `[\"{word}\"]`, or `\"all\"`")))
                    }
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> std::result::Result<LanguagesKey, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(LanguagesKey)
            }
        }
        deserializer.deserialize_any(ListOrAll)
    }
}

/// The key `install` as it is written.
#[derive(Debug)]
pub(super) enum InstallKey {
    /// What a user has to do.
    Sentence(String),
    /// What package managers do.
    Table(InstallTable),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct InstallTable {
    pub(super) licence: String,
    pub(super) hint: Option<String>,
    #[serde(default)]
    pub(super) apt: Vec<String>,
    #[serde(default)]
    pub(super) npm: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) pip: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) cargo: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) maven: Vec<Spanned<String>>,
}

impl<'de> Deserialize<'de> for InstallKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<InstallKey, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = InstallKey;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sentence, or a table of packages")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> std::result::Result<InstallKey, E> {
                Ok(InstallKey::Sentence(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<InstallKey, A::Error> {
                InstallTable::deserialize(MapAccessDeserializer::new(map)).map(InstallKey::Table)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct RequiresTable {
    pub(super) what: String,
    pub(super) hint: String,
    pub(super) file: Option<Spanned<String>>,
    pub(super) command: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) pattern: Option<Spanned<String>>,
    pub(super) version: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct VersionTable {
    pub(super) command: Spanned<Vec<Spanned<String>>>,
    pub(super) cwd: Option<Spanned<String>>,
    pub(super) pattern: Option<Spanned<String>>,
}

/// What of a network the slicer needs.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum NetworkWord {
    #[default]
    None,
    Loopback,
    Full,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct LimitsTable {
    pub(super) timeout_s: Option<Spanned<f64>>,
    pub(super) memory_mb: Option<u64>,
    pub(super) output_mb: Option<u64>,
    pub(super) files_mb: Option<u64>,
    pub(super) build_timeout_s: Option<Spanned<f64>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PositionsTable {
    pub(super) line_base: Option<Spanned<usize>>,
    pub(super) column_base: Option<Spanned<usize>>,
    pub(super) column_unit: PositionUnit,
    pub(super) offset_unit: PositionUnit,
    pub(super) tab_width: Option<Spanned<usize>>,
}

/// What columns and offsets count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PositionUnit {
    /// Bytes of UTF-8.
    Byte,
    /// Unicode characters.
    #[default]
    Char,
    /// UTF-16 code units, as in JavaScript and Java.
    #[serde(rename = "utf-16")]
    Utf16,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PrepareTable {
    pub(super) insert: Vec<InsertTable>,
    pub(super) rename: Option<Spanned<String>>,
    pub(super) final_newline: bool,
    pub(super) copy_tool: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct InsertTable {
    pub(super) at: Spanned<At>,
    pub(super) text: Spanned<String>,
    pub(super) if_line: Option<Spanned<String>>,
    pub(super) unless_line: Option<Spanned<String>>,
}

/// Where text is put into the private copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum At {
    /// First column of the criterion's line.
    LineStart,
    /// Behind the indentation of the criterion's line.
    LineIndent,
    /// Before the line end of the criterion's line.
    LineEnd,
    /// Before the criterion.
    Before,
    /// After the criterion.
    After,
    /// First byte of the file.
    FileStart,
    /// Behind the last byte of the file.
    FileEnd,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct StepTable {
    pub(super) command: Spanned<Vec<Spanned<String>>>,
    pub(super) cwd: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) shell: bool,
    pub(super) exit_codes: Option<Vec<i32>>,
    pub(super) unless: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CleanupTable {
    pub(super) command: Spanned<Vec<Spanned<String>>>,
    pub(super) cwd: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) shell: bool,
    pub(super) exit_codes: Option<Vec<i32>>,
    pub(super) unless: Option<Spanned<String>>,
    pub(super) timeout_s: Option<Spanned<f64>>,
}

impl CleanupTable {
    /// The command, without its time limit.
    pub(super) fn into_step(self) -> (StepTable, Option<Spanned<f64>>) {
        let CleanupTable { command, cwd, shell, exit_codes, unless, timeout_s } = self;
        (StepTable { command, cwd, shell, exit_codes, unless }, timeout_s)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct ServerTable {
    pub(super) command: Spanned<Vec<Spanned<String>>>,
    pub(super) cwd: Option<Spanned<String>>,
    pub(super) over: Option<Spanned<RouteWord>>,
    pub(super) framing: Option<Spanned<FramingWord>>,
    pub(super) ready: Option<Spanned<String>>,
    pub(super) start_s: Option<Spanned<f64>>,
    pub(super) hello: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) request: Spanned<Vec<Spanned<String>>>,
    pub(super) end: Option<Spanned<String>>,
    pub(super) prompt: Option<Spanned<String>>,
}

/// By which way a server is talked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RouteWord {
    /// Standard input and output.
    #[default]
    Stdio,
    /// A Unix socket, `{socket}`.
    Socket,
    /// A TCP port of this machine, `{port}`.
    Port,
}

/// What tells the messages of a server apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FramingWord {
    /// Lines, up to one that matches a pattern, or a prompt.
    #[default]
    Lines,
    /// A header with their length, as in the Language Server Protocol.
    ContentLength,
    /// The end of the connection.
    Close,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BatchTable {
    pub(super) criterion: Spanned<Vec<Spanned<String>>>,
    pub(super) separator: Option<String>,
    pub(super) number_base: Option<Spanned<usize>>,
    pub(super) max: Option<Spanned<usize>>,
    pub(super) done: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct AnswerTable {
    pub(super) from: Spanned<AnswerSource>,
    pub(super) path: Option<Spanned<String>>,
    pub(super) is: Spanned<Is>,
    pub(super) strip: Option<Spanned<usize>>,
    pub(super) file_names: Option<Spanned<FileNames>>,
    pub(super) pointer: Option<Spanned<String>>,
    pub(super) begin: Option<Spanned<String>>,
    pub(super) end: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) strip_ansi: bool,
    pub(super) header: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) replace: Vec<ReplaceTable>,
    pub(super) pattern: Option<Spanned<String>>,
    pub(super) line_base: Option<Spanned<usize>>,
    pub(super) column_base: Option<Spanned<usize>>,
    #[serde(default)]
    pub(super) end_inclusive: bool,
    #[serde(default)]
    pub(super) add_criterion: bool,
    pub(super) empty: Option<Spanned<String>>,
    pub(super) attribute: Option<Spanned<String>>,
    pub(super) table: Option<Spanned<LineTableKey>>,
    pub(super) close: Option<Spanned<Close>>,
    #[serde(default)]
    pub(super) fence: bool,
    pub(super) after: Option<Spanned<String>>,
    pub(super) before: Option<Spanned<String>>,
}

/// Where it is printed which line an offset in a method is of.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct LineTableKey {
    pub(super) step: Option<Spanned<usize>>,
    pub(super) path: Option<Spanned<String>>,
    pub(super) pattern: Spanned<String>,
    pub(super) method: Option<Spanned<String>>,
}

/// Where the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum AnswerSource {
    /// Standard output of the last step.
    Stdout,
    /// A file that the slicer writes.
    File,
    /// A folder in which the slicer writes one file per program file.
    Folder,
    /// The private copy of the program, changed.
    InPlace,
}

/// What the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Is {
    /// Source text of the slice.
    Source,
    /// Numbers of kept lines.
    Lines,
    /// Kept ranges.
    Spans,
    /// Unified diff from the program to the slice.
    Diff,
    /// Graph in the language of Graphviz, whose nodes have lines.
    Dot,
    /// Offsets in compiled methods.
    Offsets,
    /// Text with directives `#line` that say of which lines it is.
    LineDirectives,
}

/// Which name of a file in a diff is that of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FileNames {
    /// That behind `---`.
    #[default]
    Old,
    /// That behind `+++`.
    New,
    /// Neither: the diff is of the criterion's file.
    Criterion,
}

/// How the files of a diff are found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DiffNames {
    /// Leading folders that are left out of names, as in `patch -p`.
    pub(super) strip: usize,
    /// Which of the two names of a file counts.
    pub(super) from: FileNames,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct ReplaceTable {
    pub(super) pattern: Spanned<String>,
    pub(super) with: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct OutcomeTable {
    pub(super) when: Spanned<OutcomeCondition>,
    pub(super) status: Ending,
    pub(super) reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct OutcomeCondition {
    pub(super) stream: Option<OutcomeText>,
    pub(super) regex: Option<Spanned<String>>,
    pub(super) lacks: Option<Spanned<String>>,
    pub(super) exit_code: Option<i32>,
}

/// Text that an outcome is recognised by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OutcomeText {
    /// Standard output of any step.
    Stdout,
    /// Standard error of any step.
    Stderr,
    /// Either of the two.
    #[default]
    Output,
    /// The answer, before anything is stripped from it.
    Answer,
}

/// How a recognised run counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ending {
    /// The slicer says that it cannot do this.
    Unsupported,
    /// The slicer failed.
    Exited,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct NormaliseTable {
    pub(super) command: Spanned<Vec<Spanned<String>>>,
    pub(super) cwd: Option<Spanned<String>>,
    pub(super) exit_codes: Option<Vec<i32>>,
    #[serde(default)]
    pub(super) answer: bool,
    #[serde(default)]
    pub(super) replace: Vec<ReplaceTable>,
}

/// Reads a file of keys; every mistake is a problem, and `None` when a required key is missing or unusable.
pub(super) fn decode(path: &Path, text: &str) -> (Option<AdapterFile>, Vec<Problem>) {
    let mut table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => return (None, vec![problem(path, text, &error)]),
    };
    let mut problems = Vec::new();
    let mut removed = Vec::new();
    loop {
        let error = match AdapterFile::deserialize(toml::de::Deserializer::from(table.clone())) {
            Ok(file) => return (Some(file), problems),
            Err(error) => error,
        };
        // A key that was only taken out below is not missing.
        let is_echo = removed.iter().any(|key| error.message().contains(&format!("missing field `{key}`")));
        if !is_echo {
            problems.push(problem(path, text, &error));
        }
        // Without the offending entry the rest can be looked at; an entry that cannot be found ends it.
        match error.span().and_then(|span| remove_at(table.get_mut(), &span)) {
            Some(key) => removed.push(key),
            None => return (None, problems),
        }
    }
}

fn problem(path: &Path, text: &str, error: &toml::de::Error) -> Problem {
    let place = match error.span() {
        Some(span) if span.len() < text.len() => Place::of_offset(path, text, span.start),
        _ => Place::file(path),
    };
    let message = error.message().trim();
    match message.starts_with("missing field") {
        true => Problem::at(place, message).hint("see the section Adapter of docs/FORMATS.md"),
        false => error::toml_problem(place, message),
    }
}

/// Removes the smallest entry whose key or value has this span; its key, or `None` when there is none.
fn remove_at(table: &mut DeTable<'_>, span: &Range<usize>) -> Option<String> {
    for (key, value) in table.iter_mut() {
        if let Some(removed) = remove_inside(key.get_ref(), value.get_mut(), span) {
            return Some(removed);
        }
    }
    let key = table
        .iter()
        .find(|(key, value)| key.span() == *span || value.span() == *span)
        .map(|(key, _)| key.get_ref().to_string())?;
    table.remove(key.as_str());
    Some(key)
}

fn remove_inside(key: &str, value: &mut DeValue<'_>, span: &Range<usize>) -> Option<String> {
    match value {
        DeValue::Table(table) => remove_at(table, span),
        DeValue::Array(items) => {
            if let Some(idx) = items.iter().position(|item| item.span() == *span) {
                let others = items.clone().into_iter().enumerate().filter(|(other, _)| *other != idx);
                *items = others.map(|(_, item)| item).collect();
                return Some(key.to_owned());
            }
            items.iter_mut().find_map(|item| remove_inside(key, item.get_mut(), span))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_unknown_keys_are_reported_at_once() {
        let text = "format = 1\nname = \"x\"\nlanguages = [\"c\"]\nhom = \"y\"\n\n[[step]]\ncommand = [\"x\"]\n\
                    shel = true\n\n[answer]\nfrom = \"stdout\"\nis = \"sauce\"\n";
        let (_, mut problems) = decode(Path::new("a.toml"), text);
        problems.sort_by(|a, b| a.place.cmp(&b.place));
        let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(
            shown[0].starts_with("a.toml:4:1: unknown field `hom`\nhint: did you mean `home`?"),
            "{shown:?}"
        );
        assert!(shown[1].starts_with("a.toml:8:1: unknown field `shel`"), "{shown:?}");
        assert!(shown[2].starts_with("a.toml:12:6: unknown variant `sauce`"), "{shown:?}");
        assert_eq!(shown.len(), 3);
    }

    #[test]
    fn broken_toml_has_a_place() {
        let (file, problems) = decode(Path::new("a.toml"), "format = \n");
        assert!(file.is_none());
        assert_eq!(problems[0].place.as_ref().unwrap().line, 1);
    }
}

/// What a slicer's slices preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Whatever a task asks for: the slicer is a point of reference, and not told.
    Any,
    /// This.
    One(SliceKind),
}

impl Kinds {
    /// The word used in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Kinds::Any => "any",
            Kinds::One(kind) => kind.name(),
        }
    }

    pub(super) fn has(self, kind: SliceKind) -> bool {
        self == Kinds::Any || self == Kinds::One(kind)
    }
}

/// A [`SliceKind`], or `any`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "expected `any`, `static`, `dynamic`, `relevant`, `data` or `control`")]
pub(super) enum KindsWord {
    One(SliceKind),
    Any(AnyWord),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnyWord {
    Any,
}

impl Default for KindsWord {
    fn default() -> KindsWord {
        KindsWord::One(SliceKind::default())
    }
}

impl From<KindsWord> for Kinds {
    fn from(word: KindsWord) -> Kinds {
        match word {
            KindsWord::One(kind) => Kinds::One(kind),
            KindsWord::Any(AnyWord::Any) => Kinds::Any,
        }
    }
}
