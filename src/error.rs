//! Every message that a user can see because something was ours to refuse.
//!
//! An [`Error`] is a list of [`Problem`]s with one exit code, so that a file with five mistakes
//! reports five. It is built only by constructor functions: all wording is in this file and its children.
//! What a *slicer* does wrong is never an error, it is data in a run record.

/// Constructors that differ in their text only: parameters, where it is, what is wrong, what to do.
macro_rules! messages {
    (@Problem $problem:expr) => { $problem };
    (@Error $problem:expr) => { $problem.could_not() };
    (@at $message:expr) => { Problem::general($message) };
    (@at $message:expr, $place:ident) => { Problem::at($place, $message) };
    ($(
        $(#[$doc:meta])*
        $name:ident($($param:ident: $type:ty),*) -> $made:ident =
            $(at $place:ident:)? $message:literal $(($($part:expr),*))?
            $(hint $hint:literal $(($($hint_part:expr),*))?)?;
    )*) => {$(
        $(#[$doc])*
        pub(crate) fn $name($($param: $type),*) -> $made {
            let problem = messages!(@at format!($message $($(, $part)*)?) $(, $place)?);
            $(let problem = problem.hint(format!($hint $($(, $hint_part)*)?));)?
            messages!(@$made problem)
        }
    )*};
}

pub(crate) mod adapter;
pub(crate) mod baseline;
pub(crate) mod certificate;
pub(crate) mod check;
pub(crate) mod cli;
pub(crate) mod evolve;
pub(crate) mod import;
pub(crate) mod minimize;
mod near;
pub(crate) mod oracle;
pub(crate) mod results;
pub(crate) mod suite;
pub(crate) mod sweep;

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub use near::near;
use near::nearest_of_listed;

/// Everything was done.
pub const EXIT_DONE: u8 = 0;
/// The answer is negative: a regression, a failed gate, a defect found by `check`.
pub const EXIT_NEGATIVE: u8 = 1;
/// It could not be done: usage, configuration, input or output.
pub const EXIT_COULD_NOT: u8 = 2;
/// Nothing was measured: no task selected, or the slicer is missing.
pub const EXIT_NOTHING_MEASURED: u8 = 3;
/// The baseline is missing or cannot be compared.
pub const EXIT_NO_BASELINE: u8 = 4;

/// A place in a file; `line` and `column` are 1-based and 0 when unknown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as the user would name it.
    pub path: PathBuf,
    /// 1-based line, 0 for the file as a whole.
    pub line: usize,
    /// 1-based column in characters, 0 when unknown.
    pub column: usize,
}

impl Place {
    /// A file as a whole.
    pub fn file(path: impl Into<PathBuf>) -> Place {
        Place { path: path.into(), line: 0, column: 0 }
    }

    /// A position in a file, 1-based.
    pub fn at(path: impl Into<PathBuf>, line: usize, column: usize) -> Place {
        Place { path: path.into(), line, column }
    }

    /// The place of a 0-based byte offset in `text`.
    pub fn of_offset(path: impl Into<PathBuf>, text: &str, offset: usize) -> Place {
        let before = &text[..text.floor_char_boundary(offset.min(text.len()))];
        let line = before.matches('\n').count() + 1;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[line_start..].chars().count() + 1;
        Place::at(path, line, column)
    }
}

impl From<&Path> for Place {
    fn from(file: &Path) -> Place {
        Place::file(file)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        match (self.line, self.column) {
            (0, _) => Ok(()),
            (line, 0) => write!(f, ":{line}"),
            (line, column) => write!(f, ":{line}:{column}"),
        }
    }
}

/// One thing that is wrong, where it is, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, when it is in a file.
    pub place: Option<Place>,
    /// What is wrong: lowercase, present tense, no full stop.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem at a place, with no remedy yet.
    pub fn at(place: impl Into<Place>, message: impl Into<String>) -> Problem {
        Problem { place: Some(place.into()), message: message.into(), hint: None }
    }

    /// A problem of no file.
    pub fn general(message: impl Into<String>) -> Problem {
        Problem { place: None, message: message.into(), hint: None }
    }

    /// The same problem with its remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    fn could_not(self) -> Error {
        Error { exit_code: EXIT_COULD_NOT, problems: vec![self] }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

/// Why a command could not go on: one or more problems and the exit code they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    exit_code: u8,
    problems: Vec<Problem>,
}

/// Result of everything that can be refused.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The exit code that `cli` ends with, one of the `EXIT_*` constants.
    pub fn exit_code(&self) -> u8 {
        self.exit_code
    }

    /// What is wrong, in order of discovery; never empty.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Joins the problems of several failures; the largest exit code stays.
    #[must_use]
    pub fn and(mut self, other: Error) -> Error {
        self.exit_code = self.exit_code.max(other.exit_code);
        self.problems.extend(other.problems);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, problem) in self.problems.iter().enumerate() {
            if idx > 0 {
                f.write_str("\n")?;
            }
            write!(f, "error: {problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Several problems found in one go; `None` when there are none.
pub fn from_problems(problems: Vec<Problem>) -> Option<Error> {
    (!problems.is_empty()).then_some(Error { exit_code: EXIT_COULD_NOT, problems })
}

/// What to do about something that this machine lacks; `None` for every other cause, which may be whoever's fault.
pub(crate) fn remedy(cause: &std::io::Error) -> Option<&'static str> {
    // Their numbers are the same on every Unix, and the standard library has no name for them.
    const ENFILE: i32 = 23;
    const EMFILE: i32 = 24;
    match (os_code(cause), cause.kind()) {
        (Some(ENFILE | EMFILE), _) => {
            Some("raise the limit of open files (`ulimit -n`), or use fewer `--jobs`")
        }
        (_, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => Some("free some space on this disk"),
        (_, ErrorKind::FileTooLarge) => Some("raise the limit of the size of files (`ulimit -f`)"),
        (_, ErrorKind::ReadOnlyFilesystem) => Some("make the file system writable"),
        (_, ErrorKind::WouldBlock) => {
            Some("raise the limit of processes (`ulimit -u`), or use fewer `--jobs`")
        }
        (_, ErrorKind::OutOfMemory) => Some("free some memory, or use fewer `--jobs`"),
        _ => None,
    }
}

/// The number of the system's error, also where a library has put words around it.
fn os_code(cause: &std::io::Error) -> Option<i32> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(cause);
    while let Some(error) = cause {
        let code = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::raw_os_error);
        if code.is_some() {
            return code;
        }
        cause = error.source();
    }
    None
}

fn io_problem(path: &Path, what: &str, cause: &std::io::Error) -> Error {
    let problem = Problem::at(path, format!("{what}: {cause}"));
    match remedy(cause) {
        Some(remedy) => problem.hint(remedy).could_not(),
        None => problem.could_not(),
    }
}

pub(crate) fn cannot_read(path: &Path, cause: &std::io::Error) -> Error {
    io_problem(path, "cannot read", cause)
}

pub(crate) fn cannot_write(path: &Path, cause: &std::io::Error) -> Error {
    io_problem(path, "cannot write", cause)
}

messages! {
    /// A text that must be UTF-8 is not.
    not_utf8(path: &Path, offset: usize) -> Error =
        at path: "not UTF-8 (first bad byte at offset {offset})"
        hint "store the file as UTF-8, for example with `iconv -t UTF-8`";
    /// A file that this program reads back.
    no_checksum(path: &Path) -> Problem =
        at path: "written by an older version, without checksums: damage to it goes unnoticed"
        hint "make it again with this version";
    /// A stored file of a newer format.
    format_too_new(path: &Path, found: u64, known: u64) -> Error =
        at path: "format {found} is newer than this program reads ({known})"
        hint "update bench-slicers, or make the file again with this version";
}

/// Nothing is left after the filters.
pub fn nothing_selected(what: &str, hint: &str) -> Error {
    Error {
        exit_code: EXIT_NOTHING_MEASURED,
        problems: vec![Problem::general(format!("no {what} selected")).hint(hint)],
    }
}

/// No such task, benchmark, slicer …; `known` are close or existing names.
pub fn unknown_name(what: &str, name: &str, known: &[String]) -> Error {
    let mut problem = Problem::general(format!("unknown {what} `{name}`"));
    let near = near(name, known.iter().cloned());
    if !near.is_empty() {
        problem = problem.hint(format!("did you mean {}?", either(&near)));
    } else if !known.is_empty() {
        problem = problem.hint(format!("expected one of {}", list(known)));
    }
    problem.could_not()
}

/// Names in backticks, the last after `or`.
fn either(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// What a TOML reader says, whose message ends with what it expected; a name that was nearly right is told alone.
pub(crate) fn toml_problem(place: Place, message: &str) -> Problem {
    let Some((message, expected)) = message.trim().split_once(", expected ") else {
        return Problem::at(place, message.trim());
    };
    let wanted = message.split('`').nth(1).or_else(|| message.split('"').nth(1)).unwrap_or_default();
    match nearest_of_listed(wanted, expected) {
        Some(name) => Problem::at(place, message).hint(format!("did you mean `{name}`?")),
        None => Problem::at(place, message).hint(format!("expected {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters_from_one() {
        let text = "a\nbé = x\n";
        assert_eq!(Place::of_offset("f", text, 0).to_string(), "f:1:1");
        assert_eq!(Place::of_offset("f", text, 5).to_string(), "f:2:3");
        assert_eq!(Place::of_offset("f", text, 99).to_string(), "f:3:1");
    }

    #[test]
    fn a_problem_prints_place_message_and_hint() {
        let problem =
            Problem::at(Place::at("a.toml", 3, 1), "unknown field `comand`").hint("expected `command`");
        assert_eq!(problem.to_string(), "a.toml:3:1: unknown field `comand`\nhint: expected `command`");
    }
}
