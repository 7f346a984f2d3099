//! What is run once for each program: built by the first task that needs it, kept by content until the run is over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::commands::{CommandRunner, FailedBefore, StepPlan, hand_on, output};
use super::locks::lock;
use super::surroundings::WorkFolder;
use crate::adapter::ProgramBuild;
use crate::error::{self, Result};
use crate::process::{Completion, End};
use crate::results::Status;
use crate::suite::Task;

/// All programs that were built, by the hash of their content.
#[derive(Default)]
pub(super) struct Builds {
    /// The folder of all of them; `None` before the first.
    folder: Mutex<Option<Arc<WorkFolder>>>,
    /// A program that is being built is locked, and whoever else needs it waits.
    built: Mutex<BTreeMap<String, Arc<Mutex<Option<Built>>>>>,
}

/// What became of building a program.
#[derive(Clone)]
struct Built {
    folder: PathBuf,
    failed: Option<Arc<FailedBefore>>,
}

/// What a task needs to know of it.
#[derive(Default)]
pub(super) struct BuiltFor {
    /// Folder of the build; `None` where nothing is to be built.
    pub(super) folder: Option<PathBuf>,
    /// Why it failed.
    pub(super) failed: Option<Arc<FailedBefore>>,
    /// Time that it took, seconds, for whoever came first; `None` for all others.
    pub(super) wall_s: Option<f64>,
}

impl std::fmt::Debug for Builds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builds").field("n_built", &lock(&self.built).len()).finish()
    }
}

impl Builds {
    /// What was built of a task's program, which is done now where nobody needed it before.
    ///
    /// # Errors
    /// This machine lacks what it takes.
    pub(super) fn of(&self, runner: &CommandRunner<'_>, task: &Task<'_>) -> Result<BuiltFor> {
        if !runner.adapter.builds() {
            return Ok(BuiltFor::default());
        }
        let key = runner.adapter.build_key(task)?;
        let own = Arc::clone(lock(&self.built).entry(key.clone()).or_default());
        let mut own = lock(&own);
        if let Some(Built { folder, failed }) = own.clone() {
            return Ok(BuiltFor { folder: Some(folder), failed, wall_s: None });
        }
        let (built, wall_s) = build(runner, task, &self.folder(runner)?.join(&key[..16]))?;
        let Built { folder, failed } = own.insert(built).clone();
        Ok(BuiltFor { folder: Some(folder), failed, wall_s: Some(wall_s) })
    }

    /// The folder of all builds, which a server reads that is asked about any program.
    pub(super) fn folder(&self, runner: &CommandRunner<'_>) -> Result<PathBuf> {
        let mut folder = lock(&self.folder);
        if folder.is_none() {
            *folder = Some(Arc::new(runner.surroundings.workdir()?));
        }
        Ok(folder.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default())
    }
}

/// Builds a program in a folder, which is made.
fn build(runner: &CommandRunner<'_>, task: &Task<'_>, folder: &Path) -> Result<(Built, f64)> {
    std::fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
    let prepared = runner.adapter.prepare_build(task, folder, runner.seed)?;
    // A server that must be alone keeps everybody away already, this process too.
    let _alone = if runner.adapter.is_server() { None } else { runner.adapter.wait_alone()? };
    let mut completions = run(runner, &prepared, folder)?;
    let wall_s = completions.iter().map(|completion| completion.wall_s).sum();
    let mut failed = runner.adapter.build_failure(&completions);
    if let (None, Some(last)) = (&failed, completions.last_mut())
        && !hand_on(last, folder, prepared.files_byte)?
    {
        let reason = "build: too much was written".to_owned();
        failed = Some(crate::adapter::BuildFailure { status: Status::Unreadable, reason });
    }
    let failed = failed.map(|failed| {
        let output = output(&completions, "build-");
        Arc::new(FailedBefore { status: failed.status, reason: failed.reason, wall_s: 0.0, output })
    });
    Ok((Built { folder: folder.to_owned(), failed }, wall_s))
}

fn run(runner: &CommandRunner<'_>, prepared: &ProgramBuild, folder: &Path) -> Result<Vec<Completion>> {
    let steps = StepPlan {
        invocations: &prepared.steps,
        wall_s: prepared.wall_s,
        hand_on_byte: prepared.files_byte,
        is_needless: &|idx| prepared.is_needless(idx),
        goes_on: &|idx, completion| runner.adapter.build_goes_on(idx, completion),
    };
    let completions = runner.run_each(&steps, folder, None)?;
    for (step, completion) in prepared.steps.iter().zip(&completions) {
        if let End::NoResources(lack) = &completion.end {
            return Err(error::results::not_started(&step.argv[0], &lack.cause, lack.remedy));
        }
    }
    Ok(completions)
}
