//! `[oracle]`: commands that build and run a program of any language, and what they print of the criterion.

use std::collections::BTreeMap;

/// Commands that tell slices from other programs; `docs/FORMATS.md` has the placeholders of their words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OracleCommands {
    /// Builds a candidate, once; `None` where nothing is to be built.
    pub build: Option<Vec<String>>,
    /// Runs it on one input.
    pub command: Vec<String>,
    /// Prints in its first line the version of what runs the program.
    pub version: Option<Vec<String>>,
    /// Variables added to the environment of all of them.
    pub env: BTreeMap<String, String>,
    /// Line that is put before that of the criterion.
    pub before: Option<String>,
    /// Line that is put behind that of the criterion.
    pub after: Option<String>,
    /// Only printed lines with this text count, from it on; `None` when all lines do.
    pub marker: Option<String>,
    /// Wall-clock time of the build and of each run, seconds; `None` for what the original takes, ten times, and a second.
    pub timeout_s: Option<f64>,
}

/// What stands in the words of commands for something else.
pub mod placeholder {
    /// Path of the candidate's first file.
    pub const PROGRAM: &str = "{program}";
    /// Paths of all its files, each a word of its own; a word by itself.
    pub const FILES: &str = "{files}";
    /// Folder of the candidate.
    pub const DIR: &str = "{dir}";
    /// Folder of the `benchmark.toml`, or that in which the commands were written.
    pub const HERE: &str = "{here}";
    /// Arguments of the input, each a word of its own; a word by itself.
    pub const ARGS: &str = "{args}";
    /// Name of the criterion's variable, in lines that are put beside it.
    pub const VARIABLE: &str = "{variable}";
    /// Number of the criterion's line, likewise.
    pub const LINE: &str = "{line}";
}

/// Why commands are no oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleFlaw {
    /// Nothing says where the program goes.
    NoProgram,
    /// Nothing says where the arguments of inputs go.
    NoArgs,
    /// A line is put beside the criterion, and nothing tells what it prints from other output.
    NoMarker,
    /// A command without a word, or an empty marker, which is in every line.
    Empty,
}

impl OracleFlaw {
    /// What is wrong, and what to do about it.
    pub fn wording(self) -> (&'static str, &'static str) {
        match self {
            OracleFlaw::NoProgram => (
                "neither the build nor the command says where the program goes",
                "write `{program}` for the path of its first file, or `{files}` for all",
            ),
            OracleFlaw::NoArgs => (
                "the command does not say where the arguments of inputs go",
                "write `{args}` as a word of the command",
            ),
            OracleFlaw::NoMarker => (
                "nothing tells what the inserted line prints from other output",
                "let it print a text of its own, and name the text as the marker",
            ),
            OracleFlaw::Empty => ("a command or the marker is empty", "name it, or leave the key out"),
        }
    }
}

impl OracleCommands {
    /// What is missing for programs with such inputs, if anything.
    pub fn flaw(&self, has_args: bool) -> Option<OracleFlaw> {
        let words = || self.build.iter().flatten().chain(&self.command);
        let names_program = |word: &String| {
            [placeholder::PROGRAM, placeholder::FILES, placeholder::DIR]
                .iter()
                .any(|name| word.contains(name))
        };
        let commands = [self.build.as_ref(), Some(&self.command), self.version.as_ref()];
        let is_empty = |command: &&Vec<String>| command.first().is_none_or(String::is_empty);
        if commands.iter().flatten().any(is_empty) || self.marker.as_ref().is_some_and(String::is_empty) {
            return Some(OracleFlaw::Empty);
        }
        if !words().any(names_program) {
            return Some(OracleFlaw::NoProgram);
        }
        if has_args && !self.command.iter().any(|word| word == placeholder::ARGS) {
            return Some(OracleFlaw::NoArgs);
        }
        let inserts = self.before.is_some() || self.after.is_some();
        (inserts && self.marker.is_none()).then_some(OracleFlaw::NoMarker)
    }
}

/// The words of a command line: parted by blanks, with `'` or `"` around a word that has some; nothing is expanded.
/// `None` when a quote is left open.
///
/// ```
/// assert_eq!(bench_slicers::suite::words("go build 'my program.go'").unwrap(), ["go", "build", "my program.go"]);
/// ```
pub fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_by_blanks_outside_of_quotes() {
        let check = |text: &str, expected: Option<&[&str]>| {
            let expected = expected.map(|words| words.iter().map(|&word| word.to_owned()).collect());
            assert_eq!(words(text), expected, "{text}");
        };
        check(" a  b\tc ", Some(&["a", "b", "c"]));
        check("'a b'c \"it's\" ''", Some(&["a bc", "it's", ""]));
        check("", Some(&[]));
        check("'a", None);
    }

    #[test]
    fn commands_say_where_things_go() {
        let command =
            |text: &str| OracleCommands { command: words(text).unwrap(), ..OracleCommands::default() };
        let check = |commands: OracleCommands, has_args: bool, flaw: Option<OracleFlaw>| {
            assert_eq!(commands.flaw(has_args), flaw, "{commands:?}");
        };
        check(command("sh {program}"), false, None);
        check(command("sh {files}"), false, None);
        check(command("sh"), false, Some(OracleFlaw::NoProgram));
        check(command(""), false, Some(OracleFlaw::Empty));
        check(command("sh {program} {args}"), true, None);
        check(command("sh {program} x{args}"), true, Some(OracleFlaw::NoArgs));
        let build = Some(words("cc {program}").unwrap());
        check(OracleCommands { build, ..command("./a.out") }, false, None);
        let after = Some("print(x)".to_owned());
        check(OracleCommands { after, ..command("sh {program}") }, false, Some(OracleFlaw::NoMarker));
        let marker = Some(String::new());
        check(OracleCommands { marker, ..command("sh {program}") }, false, Some(OracleFlaw::Empty));
    }
}
