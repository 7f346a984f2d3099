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
use super::versions::VersionRange;
use super::{Adapter, CommandStep, Lookup, Placeholder, Requirement, prepare};
use crate::error::{self, Problem, Result};
use crate::process::{self, End, Limits};

/// Time limit of a command that looks for something, seconds.
const LOOK_LIMIT_S: f64 = 4.0;

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
            Lookup::File(path) => {
                let path = PathBuf::from(self.expand(path, values)?);
                match first_file(&path) {
                    Some(found) => (prepare::text_of(&found), None),
                    None => (String::new(), Some(format!("`{}` is missing", path.display()))),
                }
            }
            Lookup::Command { step, pattern, range } => {
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
        let why = why.map(|range| format!("version {found} is not `{}`", range.text()));
        Ok((found, why))
    }
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
            (Some(file), None) => Lookup::File(self.template(file, Placeholder::OF_HOST)),
            (None, Some(command)) => {
                let (argv, place) = self.argv(command, Placeholder::OF_HOST);
                let cwd = self.cwd(None, "{env:TMPDIR:-/tmp}", Placeholder::OF_HOST);
                let step = CommandStep::new(argv, place, cwd);
                Lookup::Command {
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
