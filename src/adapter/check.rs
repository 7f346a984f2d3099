//! What an adapter resolves to on this machine: commands, executables, version, replayed recordings.

use std::path::{Path, PathBuf};

use super::template::{Template, Values};
use super::{Adapter, CommandStep, Placeholder, Replay, Required, Sandbox, prepare};
use crate::error::{self, Place, Problem, Result};
use crate::process::{self, End, Invocation, Limits};

/// Time limit of a version command, seconds.
const VERSION_LIMIT_S: f64 = 30.0;

/// A step as it will be run; values that depend on the task stay as placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCommand {
    /// Program and arguments.
    pub argv: Vec<String>,
    /// Working folder.
    pub cwd: String,
}

/// A program or file that a command needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executable {
    /// As the command names it.
    pub name: String,
    /// Where it is; `None` when it is missing.
    pub path: Option<PathBuf>,
    /// Where the adapter names it.
    pub place: Place,
}

/// Everything that `check slicer` shows.
#[derive(Clone, Debug)]
pub struct AdapterCheck {
    /// What builds programs, the steps, or what starts the server, and what cleans up.
    pub commands: Vec<CheckedCommand>,
    /// Programs and files that the commands need, in order of use, each once.
    pub executables: Vec<Executable>,
    /// What the slicer needs besides, up to the first that is missing.
    pub required: Vec<Required>,
    /// Version, as the slicer prints it; `None` when the adapter has no version command or it failed.
    pub version: Option<String>,
    /// Recorded runs, read again; empty when the adapter has none.
    pub replays: Vec<Replay>,
    /// What is wrong: missing programs, a version command that fails. Replays that differ are in `replays`.
    pub problems: Vec<Problem>,
}

impl AdapterCheck {
    /// Whether the slicer can be run and its recordings are read as expected.
    pub fn is_good(&self) -> bool {
        self.problems.is_empty() && self.replays.iter().all(Replay::agrees)
    }
}

impl Adapter {
    /// Looks at everything an adapter says, without slicing anything; the slicer is asked for its version between `walls`, with a
    /// folder that it may write.
    ///
    /// # Errors
    /// When the adapter cannot be resolved at all: an unset variable, recordings that cannot be read.
    pub fn check(&self, walls: Option<(&Sandbox, &Path)>) -> Result<AdapterCheck> {
        let values = self.host_values()?;
        let executables = self.executables(&values)?;
        let mut problems = self.missing(&executables);
        let required = if problems.is_empty() { self.requirements()? } else { Vec::new() };
        problems.extend(required.iter().filter_map(|required| required.problem.clone()));
        let mut version = None;
        if problems.is_empty() {
            match self.said_version(walls)? {
                Ok(found) => version = found,
                Err(error) => problems.extend(error.problems().iter().cloned()),
            }
        }
        let commands: Result<Vec<CheckedCommand>> =
            self.commands().map(|step| self.command(step, &values)).collect();
        let replays: Result<Vec<Replay>> =
            super::cases(self)?.iter().map(|case| super::replay(self, case)).collect();
        Ok(AdapterCheck { commands: commands?, executables, required, version, replays: replays?, problems })
    }

    /// The programs and files that the steps need, all present.
    ///
    /// # Errors
    /// Every one that is missing, with the exit code for nothing measured.
    pub fn resolve(&self) -> Result<Vec<Executable>> {
        let executables = self.executables(&self.host_values()?)?;
        let missing = self.missing(&executables);
        if !missing.is_empty() {
            return Err(error::adapter::missing_tools(missing));
        }
        let required = self.requirements()?;
        match required.into_iter().find_map(|required| required.problem) {
            Some(problem) => Err(error::adapter::missing_tools(vec![problem])),
            None => Ok(executables),
        }
    }

    /// Version as the slicer prints it; `None` when the adapter has no version command.
    ///
    /// # Errors
    /// When the command fails, or prints nothing that looks like a version, or this machine lacks what starting it takes.
    pub fn version(&self) -> Result<Option<String>> {
        self.said_version(None)?
    }

    /// The same, with an error in the error for what is the slicer's doing.
    pub(crate) fn said_version(&self, walls: Option<(&Sandbox, &Path)>) -> Result<Result<Option<String>>> {
        let Some(version) = &self.version else { return Ok(Ok(None)) };
        let mut invocation = self.invocation(&version.step, &self.host_values()?)?;
        invocation.limits = Limits { wall_s: VERSION_LIMIT_S, ..Limits::default() };
        if let Some((sandbox, work)) = walls {
            invocation = self.enclose(invocation, sandbox, work)?;
        }
        let completion = process::run(&invocation);
        let failed = |why: &str| error::adapter::no_version(&version.step.place, why);
        if let End::NoResources(lack) = &completion.end {
            return Err(error::results::not_started(&invocation.argv[0], &lack.cause, lack.remedy));
        }
        if completion.end != End::Exited(0) {
            let reason = completion.end.reason(&invocation.limits);
            return Ok(Err(failed(&reason.unwrap_or_default())));
        }
        let printed = [completion.stdout, b"\n".to_vec(), completion.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        let found = match &version.pattern {
            Some(pattern) => pattern.captures(&printed).map(|found| found[1].to_owned()),
            None => printed.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned),
        };
        Ok(found.map(Some).ok_or_else(|| failed("its output does not match `pattern`")))
    }

    fn missing(&self, executables: &[Executable]) -> Vec<Problem> {
        let missing = executables.iter().filter(|tool| tool.path.is_none());
        missing.map(|tool| error::adapter::missing_tool(&tool.place, &tool.name, &self.remedy())).collect()
    }

    pub(super) fn remedy(&self) -> String {
        match (&self.install, &self.home_page) {
            (Some(install), _) => install.clone(),
            (None, Some(home_page)) => format!("install it, see {home_page}"),
            (None, None) => "install it, or correct the command".to_owned(),
        }
    }

    fn command(&self, step: &CommandStep, values: &Values) -> Result<CheckedCommand> {
        let invocation = self.invocation(step, values)?;
        Ok(CheckedCommand { argv: invocation.argv, cwd: prepare::text_of(&invocation.cwd) })
    }

    fn executables(&self, values: &Values) -> Result<Vec<Executable>> {
        let mut found: Vec<Executable> = Vec::new();
        let normaliser = self.normaliser.as_ref().map(|normaliser| &normaliser.step);
        for step in self.commands().chain(normaliser) {
            for executable in self.needed(step, values)? {
                if !found.iter().any(|known| known.name == executable.name) {
                    found.push(executable);
                }
            }
        }
        Ok(found)
    }

    /// The program of a step, and its words that are files of the tool or the adapter.
    fn needed(&self, step: &CommandStep, values: &Values) -> Result<Vec<Executable>> {
        let invocation = self.invocation(step, values)?;
        let executable =
            |name: &String, path| Executable { name: name.clone(), path, place: step.place.clone() };
        let program = &invocation.argv[0];
        let mut needed = vec![executable(program, find_program(program, &invocation))];
        for (word, text) in step.argv.iter().zip(&invocation.argv).skip(1) {
            if !step.shell && names_file(word, text) {
                let path = PathBuf::from(without_star(text));
                needed.push(executable(text, path.exists().then_some(path)));
            }
        }
        Ok(needed)
    }
}

/// The folder of a class path `folder/*`; any other word as it is.
fn without_star(text: &str) -> &str {
    text.strip_suffix("/*").unwrap_or(text)
}

/// Words such as `{tooldir}/tool.jar` and `{tooldir}/*`; longer class paths and words with values of the task are no files.
fn names_file(word: &Template, text: &str) -> bool {
    let folders = [Placeholder::Tooldir, Placeholder::Adapterdir];
    let uses = word.placeholders();
    text.starts_with('/')
        && !without_star(text).contains([':', '*'])
        && !uses.is_empty()
        && uses.iter().all(|placeholder| folders.contains(placeholder))
}

/// The file a program's name leads to: with a slash as it is, else along the `PATH` that it is run with.
pub(super) fn find_program(name: &str, invocation: &Invocation) -> Option<PathBuf> {
    let cwd = &invocation.cwd;
    if name.contains('/') {
        let path = cwd.join(name);
        return is_program(&path).then_some(path);
    }
    let path = match invocation.env.get("PATH") {
        Some(path) => path.into(),
        None => std::env::var_os("PATH")?,
    };
    std::env::split_paths(&path).map(|folder| cwd.join(folder).join(name)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
