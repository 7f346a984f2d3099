//! A command as oracle, for any language: it runs a program, and what it prints are the values of the criterion.
//!
//! A candidate is a slice when the command ends with exit code 0 and its output begins with the lines that it printed of
//! the original. A command that prints nothing decides by its exit code alone.

use std::fs;
use std::path::PathBuf;

use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::process::{self, End, Invocation, Limits};

/// Stands in the command for the path of the program's first file.
const PROGRAM: &str = "{program}";

/// A command that tells slices from other programs.
pub struct CommandOracle {
    argv: Vec<String>,
    limits: Limits,
    /// What it printed of the original.
    expected: Vec<u8>,
}

impl CommandOracle {
    /// Runs the original twice, each run for at most so many seconds.
    ///
    /// # Errors
    /// The command does not say where the program goes, cannot be started, fails on the original, or prints something
    /// else the second time.
    pub fn new(argv: &[String], wall_s: f64, original: &[SourceFile]) -> Result<CommandOracle> {
        if !argv.iter().any(|word| word.contains(PROGRAM)) {
            return Err(error::oracle::no_program_in_command(&argv.join(" ")));
        }
        let limits = Limits { wall_s, ..Limits::default() };
        let mut oracle = CommandOracle { argv: argv.to_vec(), limits, expected: Vec::new() };
        let refused = |why: &str| Err(error::oracle::command_refused(&argv.join(" "), why));
        match (oracle.output(original)?, oracle.output(original)?) {
            (Ok(one), Ok(other)) if one == other => oracle.expected = one,
            (Ok(_), Ok(_)) => return refused("it prints something else the second time"),
            (Err(why), _) | (_, Err(why)) => return refused(&why),
        }
        Ok(oracle)
    }

    /// Whether the command takes the candidate for a slice.
    ///
    /// # Errors
    /// The command cannot be started, or there is no room for the candidate's files.
    pub fn is_slice(&self, candidate: &[SourceFile]) -> Result<bool> {
        Ok(self.output(candidate)?.is_ok_and(|output| begins_with(&output, &self.expected)))
    }

    /// What the command prints of a program, or why it is worth nothing.
    fn output(&self, files: &[SourceFile]) -> Result<std::result::Result<Vec<u8>, String>> {
        let unwritten = |cause| error::oracle::candidate_not_written(&cause);
        let folder = tempfile::tempdir().map_err(unwritten)?;
        for file in files {
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(folder.path())).map_err(unwritten)?;
            fs::write(path, &file.text).map_err(unwritten)?;
        }
        let program = folder.path().join(files.first().map_or(&PathBuf::new(), |file| &file.path));
        let argv = self.argv.iter().map(|word| word.replace(PROGRAM, &program.to_string_lossy())).collect();
        let invocation =
            Invocation { argv, cwd: ".".into(), limits: self.limits.clone(), ..Invocation::default() };
        let done = process::run(&invocation);
        match done.end {
            End::NotStarted(why) => Err(error::oracle::command_refused(&self.argv.join(" "), &why)),
            End::Exited(0) => Ok(Ok(done.stdout)),
            end => Ok(Err(end.reason(&self.limits).unwrap_or_default())),
        }
    }
}

/// Whether an output has these lines first; the last one may end without a line end.
fn begins_with(output: &[u8], expected: &[u8]) -> bool {
    let lines = |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let expected = expected.strip_suffix(b"\n").unwrap_or(expected);
    expected.is_empty() || lines(output).starts_with(&lines(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whole_lines_from_the_first() {
        let check = |output: &str, expected: &str, is_slice: bool| {
            let found = begins_with(output.as_bytes(), expected.as_bytes());
            assert_eq!(found, is_slice, "{output:?} {expected:?}");
        };
        check("1\n2\n3\n", "1\n2\n", true);
        check("1\n2", "1\n2\n", true);
        check("1\n23\n", "1\n2\n", false);
        check("0\n1\n", "1\n", false);
        check("1\n", "1\n2\n", false);
        check("anything", "", true);
    }
}
