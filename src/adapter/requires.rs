//! What must be there before a slicer is called: files, programs, versions of programs.
//!
//! Found out before the first task, since a tool that lacks a part of itself often waits for ever instead of
//! saying so. In: the tables `[[requires]]`. Out: for each, what was found and whether it is enough.

use std::path::{Path, PathBuf};

use regex::Regex;
use toml::Spanned;

use super::compile::AdapterCompiler;
use super::schema::RequiresTable;
use super::template::Values;
use super::{Adapter, CommandStep, Placeholder, Template, prepare};
use crate::error::{self, Place, Problem, Result};
use crate::process::{self, End, Limits};

/// Time limit of a command that looks for something, seconds.
const LOOK_LIMIT_S: f64 = 4.0;

/// Something that a slicer needs, and how it is looked for.
#[derive(Clone, Debug)]
pub(super) struct Requirement {
    what: String,
    hint: String,
    place: Place,
    look: Look,
}

#[derive(Clone, Debug)]
enum Look {
    /// A file; `*` in its name stands for any text.
    File(Template),
    /// A command that must end with exit code 0, and print what the pattern matches, within the range.
    Command { step: CommandStep, pattern: Option<Regex>, range: Option<VersionRange> },
}

/// Bounds of a version, all of which it must keep: `>= 25, < 28`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionRange {
    text: String,
    bounds: Vec<(Bound, Vec<u64>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Least,
    Above,
    Most,
    Below,
    Exactly,
}

/// What was looked for, and found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// What it is.
    pub what: String,
    /// Where it is, or its version, or what the command printed first; empty when it printed nothing.
    pub found: String,
    /// Why it is not enough; `None` when it is.
    pub problem: Option<Problem>,
}

impl Adapter {
    /// Looks for everything that `[[requires]]` names, in that order, up to the first that is missing: what follows may be
    /// missing because of it.
    ///
    /// # Errors
    /// An environment variable without a default is not set.
    pub fn requirements(&self) -> Result<Vec<Required>> {
        let values = self.host_values()?;
        let mut found = Vec::new();
        for requirement in &self.requires {
            found.push(self.look(requirement, &values)?);
            if found.last().is_some_and(|required| required.problem.is_some()) {
                break;
            }
        }
        Ok(found)
    }

    fn look(&self, requirement: &Requirement, values: &Values) -> Result<Required> {
        let (found, why) = match &requirement.look {
            Look::File(path) => {
                let path = PathBuf::from(self.expand(path, values)?);
                match first_file(&path) {
                    Some(found) => (prepare::text_of(&found), None),
                    None => (String::new(), Some(format!("`{}` is missing", path.display()))),
                }
            }
            Look::Command { step, pattern, range } => {
                self.look_with(step, values, pattern.as_ref(), range.as_ref())?
            }
        };
        let what = requirement.what.clone();
        let problem = why.map(|why| {
            Problem::at(requirement.place.clone(), format!("{what}: {why}")).hint(&requirement.hint)
        });
        Ok(Required { what, found, problem })
    }

    /// What a command printed that matters, and why it is not enough.
    fn look_with(
        &self,
        step: &CommandStep,
        values: &Values,
        pattern: Option<&Regex>,
        range: Option<&VersionRange>,
    ) -> Result<(String, Option<String>)> {
        let mut invocation = self.invocation(step, values)?;
        invocation.limits = Limits { wall_s: LOOK_LIMIT_S, ..Limits::default() };
        let completion = process::run(&invocation);
        let program = &invocation.argv[0];
        let printed = [completion.stdout, b"\n".to_vec(), completion.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        let first =
            printed.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned();
        match &completion.end {
            End::NoResources(lack) => {
                return Err(error::results::not_started(program, &lack.cause, lack.remedy));
            }
            End::NotStarted(_) => return Ok((String::new(), Some(format!("`{program}` is missing")))),
            // What a command prints when it fails is what it says of it.
            end if !step.allows(end) => {
                let reason = end.reason(&invocation.limits).unwrap_or_default();
                let why = if first.is_empty() { format!("`{program}`: {reason}") } else { first };
                return Ok((String::new(), Some(why)));
            }
            _ => {}
        }
        let Some(pattern) = pattern else { return Ok((first, None)) };
        let Some(captures) = pattern.captures(&printed) else {
            return Ok((first, Some(format!("what `{program}` prints does not match `{pattern}`"))));
        };
        let found = captures.get(1).map_or(&captures[0], |group| group.as_str()).to_owned();
        let why = range.filter(|range| !range.has(&found));
        let why = why.map(|range| format!("version {found} is not `{}`", range.text));
        Ok((found, why))
    }
}

impl VersionRange {
    fn parse(text: &str) -> Option<VersionRange> {
        let words = [
            (">=", Bound::Least),
            ("<=", Bound::Most),
            (">", Bound::Above),
            ("<", Bound::Below),
            ("=", Bound::Exactly),
        ];
        let bound = |part: &str| {
            let part = part.trim();
            let (word, bound) = words.iter().find(|(word, _)| part.starts_with(word))?;
            let version = part[word.len()..].trim();
            let is_version = version.split('.').all(|number| number.parse::<u64>().is_ok());
            is_version.then(|| (*bound, numbers(version)))
        };
        let bounds: Option<Vec<(Bound, Vec<u64>)>> = text.split(',').map(bound).collect();
        Some(VersionRange { text: text.to_owned(), bounds: bounds? })
    }

    fn has(&self, version: &str) -> bool {
        let version = numbers(version);
        self.bounds.iter().all(|(bound, limit)| {
            // `3` means every 3.x where a bound includes it, and none where it excludes it.
            let known = &version[..version.len().min(limit.len())];
            match bound {
                Bound::Least => version >= *limit,
                Bound::Above => known > limit.as_slice(),
                Bound::Most => known <= limit.as_slice(),
                Bound::Below => version < *limit,
                Bound::Exactly => known == limit.as_slice(),
            }
        })
    }
}

/// The numbers of a version, without what follows the last dotted one.
fn numbers(version: &str) -> Vec<u64> {
    let digits = |part: &str| part.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
    version.split('.').map_while(digits).collect()
}

/// The file; with `*` in its name, the first by name that fits.
fn first_file(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let Some((before, after)) = name.split_once('*') else {
        return path.exists().then(|| path.to_owned());
    };
    let entries = std::fs::read_dir(path.parent()?).ok()?;
    let fits = |found: &PathBuf| {
        found.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after)
        })
    };
    entries.flatten().map(|entry| entry.path()).filter(fits).min()
}

impl AdapterCompiler<'_> {
    /// One thing that a slicer needs.
    pub(super) fn requirement(&mut self, requires: &Spanned<RequiresTable>) -> Option<Requirement> {
        let table = requires.get_ref();
        let place = self.place(requires);
        let look = match (&table.file, &table.command) {
            (Some(file), None) => Look::File(self.template(file, Placeholder::OF_HOST)),
            (None, Some(command)) => {
                let (argv, place) = self.argv(command, Placeholder::OF_HOST);
                let cwd = self.cwd(None, "{env:TMPDIR:-/tmp}", Placeholder::OF_HOST);
                let step = CommandStep { argv, place, cwd, shell: false, exit_codes: vec![0] };
                Look::Command {
                    step,
                    pattern: self.optional_regex(table.pattern.as_ref()),
                    range: self.range(table),
                }
            }
            _ => {
                self.wrong(
                    requires,
                    "neither a file nor a command",
                    "give `file`, or `command`, and not both",
                );
                return None;
            }
        };
        Some(Requirement { what: table.what.clone(), hint: table.hint.clone(), place, look })
    }

    fn range(&mut self, table: &RequiresTable) -> Option<VersionRange> {
        let text = table.version.as_ref()?;
        let range = VersionRange::parse(text.get_ref());
        if range.is_none() {
            self.wrong(text, "not a range of versions", "write bounds with commas between: `>= 25, < 28`");
        }
        if table.pattern.is_none() {
            self.wrong(text, "a version that nothing finds", "add `pattern` with one group, the version");
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(range: &str, inside: &[&str], outside: &[&str]) {
        let range = VersionRange::parse(range).unwrap();
        inside.iter().for_each(|version| assert!(range.has(version), "{version} in {}", range.text));
        outside.iter().for_each(|version| assert!(!range.has(version), "{version} not in {}", range.text));
    }

    #[test]
    fn versions_are_compared_number_by_number() {
        check(">= 25", &["25", "25.3.2", "26"], &["24.9", "9"]);
        check(">=3.9, <3.12", &["3.9", "3.11.7", "3.10"], &["3.8.9", "3.12", "3.12.0"]);
        check("= 0.4", &["0.4", "0.4.1"], &["0.5", "0.41"]);
        check("> 3, <= 4.1", &["4", "4.1.9"], &["3", "3.5", "4.2"]);
        check(">= 22", &["22.3.0-rc1"], &["unknown", ""]);
        for bad in ["", "25", ">= x", ">= 1,,"] {
            assert_eq!(VersionRange::parse(bad), None, "{bad}");
        }
    }
}
