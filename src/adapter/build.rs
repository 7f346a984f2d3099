//! What is run once for a program, before it is sliced for any criterion: compilers, extractors of graphs.
//!
//! In: the tables `[[build]]` and a program. Out: the commands, and why they failed. A program is known by its content, so that
//! whoever runs them can keep what they made.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::batch::WORD_SEPARATOR;
use super::compile::AdapterCompiler;
use super::prepare::{Copy, build_folder, module_of, text_of, write};
use super::schema::{AdapterFile, Ending, LimitsTable};
use super::template::Values;
use super::{Adapter, CommandStep, Placeholder, hex};
use crate::error::{self, Result};
use crate::process::{Completion, Invocation};
use crate::results::Status;
use crate::suite::Task;

/// A program made ready to be built.
#[derive(Clone, Debug)]
pub struct ProgramBuild {
    /// One invocation per step. Together they may take [`ProgramBuild::wall_s`].
    pub steps: Vec<Invocation>,
    /// For each step a file or folder; where it is there, the step is not run.
    unless: Vec<Option<PathBuf>>,
    /// Wall-clock time of all steps together, seconds.
    pub wall_s: f64,
    /// Size of all files that may be kept, bytes.
    pub files_byte: u64,
}

/// Why a program was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFailure {
    /// How each of its tasks ends.
    pub status: Status,
    /// Short canonical text.
    pub reason: String,
}

impl ProgramBuild {
    /// Whether a step need not be run, as things are.
    pub fn is_needless(&self, step_idx: usize) -> bool {
        let unless = self.unless.get(step_idx).and_then(Option::as_ref);
        unless.is_some_and(|path| path.symlink_metadata().is_ok())
    }
}

impl Adapter {
    /// Whether programs are built before they are sliced.
    pub fn builds(&self) -> bool {
        !self.builds.is_empty()
    }

    /// SHA-256 over what a build sees of a task's program; the same for all of its tasks.
    ///
    /// # Errors
    /// An environment variable without a default is not set.
    pub fn build_key(&self, task: &Task<'_>) -> Result<String> {
        let copy = self.copy(task, &mut Values::new())?;
        let mut hash = Sha256::new();
        hash.update(task.benchmark.language.name());
        hash.update(task.benchmark.entry.as_deref().unwrap_or_default());
        for ((_, name), text) in copy.names.iter().zip(&copy.texts) {
            for part in [name.as_os_str().as_encoded_bytes(), text.as_bytes()] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        Ok(hex(&hash.finalize()))
    }

    /// Writes the task's program below `workdir`, which must be empty, and makes the commands that build it.
    ///
    /// # Errors
    /// When something cannot be written, or an environment variable without a default is not set.
    pub fn prepare_build(&self, task: &Task<'_>, workdir: &Path, seed: u64) -> Result<ProgramBuild> {
        let mut values = self.host_values()?;
        let copy = self.copy(task, &mut Values::new())?;
        for folder in ["program", "build", "tmp"].map(|name| workdir.join(name)) {
            std::fs::create_dir_all(&folder).map_err(|cause| error::cannot_write(&folder, &cause))?;
        }
        let program = workdir.join("program");
        for ((_, name), text) in copy.names.iter().zip(&copy.texts) {
            write(&program.join(name), text)?;
        }
        add_program(task, &copy, &program, &mut values);
        values.insert(Placeholder::Builddir, text_of(&build_folder(workdir)));
        values.insert(Placeholder::Tmp, text_of(&workdir.join("tmp")));
        values.insert(Placeholder::Seed, seed.to_string());
        let steps: Result<Vec<Invocation>> =
            self.builds.iter().map(|step| self.invocation(step, &values)).collect();
        let unless: Result<Vec<Option<PathBuf>>> =
            self.builds.iter().map(|step| self.unless(step, &values)).collect();
        Ok(ProgramBuild {
            steps: steps?,
            unless: unless?,
            wall_s: self.build_s,
            files_byte: self.access.files_byte,
        })
    }

    /// Whether the next step of a build may be run after this one ended.
    pub fn build_goes_on(&self, step_idx: usize, completion: &Completion) -> bool {
        self.builds.get(step_idx).is_some_and(|step| step.allows(&completion.end))
    }

    /// Why a build failed; `None` when it did not. Outcomes of the adapter say it in their words.
    pub fn build_failure(&self, completions: &[Completion]) -> Option<BuildFailure> {
        let mut steps = self.builds.iter().zip(completions);
        let (_, failed) = steps.find(|(step, completion)| !step.allows(&completion.end))?;
        let told =
            self.outcomes.iter().find_map(|outcome| Some((outcome, outcome.reason(completions, &[])?)));
        let (status, reason) = match told {
            Some((outcome, reason)) if outcome.status == Ending::Unsupported => (Status::Unsupported, reason),
            Some((_, reason)) => (Status::Exited, reason),
            None => {
                let mut limits = self.limits.clone();
                limits.wall_s = self.build_s;
                let reason = failed.end.reason(&limits).unwrap_or_else(|| "exit 0".to_owned());
                (super::read::status_of(&failed.end).unwrap_or(Status::Exited), reason)
            }
        };
        Some(BuildFailure { status, reason: format!("build: {reason}") })
    }
}

fn add_program(task: &Task<'_>, copy: &Copy, program: &Path, values: &mut Values) {
    let tree = &task.benchmark.tree;
    let paths: Vec<String> = copy.names.iter().map(|(_, name)| text_of(&program.join(name))).collect();
    let name = copy.names.first().and_then(|(_, name)| name.file_name()).unwrap_or_default();
    values.insert(Placeholder::Basename, name.to_string_lossy().into_owned());
    values.insert(Placeholder::Module, module_of(tree.language(), tree.file(0)));
    values.insert(Placeholder::File, paths.first().cloned().unwrap_or_default());
    values.insert(Placeholder::Files, paths.join(&WORD_SEPARATOR.to_string()));
    values.insert(Placeholder::Dir, text_of(program));
    values.insert(Placeholder::Language, task.benchmark.language.name().to_owned());
    values.insert(Placeholder::Entry, task.benchmark.entry.clone().unwrap_or_default());
}

impl AdapterCompiler<'_> {
    /// The steps of a build, and what contradicts them elsewhere in the file.
    pub(super) fn builds(&mut self, file: &AdapterFile) -> Vec<CommandStep> {
        if let Some(insert) = file.prepare.insert.first().filter(|_| !file.build.is_empty()) {
            let hint = "build in a `[[step]]`, or name the criterion in the command";
            self.wrong(
                &insert.at,
                "text inserted for a criterion into a program that is built for all",
                hint,
            );
        }
        file.build.iter().map(|step| self.step(step, Placeholder::OF_PROGRAM, true)).collect()
    }

    pub(super) fn build_s(&mut self, limits: &LimitsTable, timeout_s: f64) -> f64 {
        self.seconds(limits.build_timeout_s.as_ref(), timeout_s)
    }
}
