//! One unit of work: prepare, call, read, normalise.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::build::{Builds, BuiltFor};
use super::cleanup;
use super::commands::{CommandRunner, Done, DoneTask, StepPlan, failed_before, output};
use super::normal::{self, NormalForms};
use super::server::ServerPool;
use super::unit::Unit;
use crate::adapter::{Prepared, Reply};
use crate::error::{self, Result};
use crate::process::Completion;
use crate::results::{RawFiles, Record, Status};
use crate::suite::Task;

/// What a call must have left free on the disk, bytes: more than what files in memory round sizes up to.
const PROBE_BYTE: usize = 64 << 10;

/// A slicer, and how it is called.
#[derive(Clone, Copy)]
pub(super) struct Caller<'c> {
    pub(super) runner: CommandRunner<'c>,
    pub(super) normal_forms: &'c NormalForms,
    /// What was built of programs.
    pub(super) builds: &'c Builds,
    /// Servers that are asked; `None` for a slicer that is none.
    pub(super) servers: Option<&'c ServerPool>,
}

impl Caller<'_> {
    /// Runs the slicer on the tasks of a unit. Whatever the slicer does wrong is in the records.
    ///
    /// # Errors
    /// This machine lacks what a call takes, so that nothing is known of the slicer.
    pub(super) fn run(&self, unit: &Unit<'_>) -> Result<Done> {
        let mut done = self.run_once(unit)?;
        for task in &mut done.tasks {
            task.record.repeat = self.runner.surroundings.repeat();
        }
        Ok(done)
    }

    fn run_once(&self, unit: &Unit<'_>) -> Result<Done> {
        if let Some(reason) = &unit.refused {
            return Ok(refused(unit, reason));
        }
        let built = match unit.tasks.first() {
            Some(task) => self.builds.of(&self.runner, task)?,
            None => BuiltFor::default(),
        };
        let mut done = match (&built.failed, self.servers) {
            (Some(failed), _) => failed_before(unit, failed),
            (None, None) => self.run_steps(unit, built.folder.as_deref())?,
            (None, Some(servers)) => self.ask_server(servers, unit, built.folder.as_deref())?,
        };
        if let (Some(first), Some(build_s)) = (done.tasks.first_mut(), built.wall_s) {
            *first.record.setup_s.get_or_insert(0.0) += build_s;
        }
        Ok(done)
    }

    fn run_steps(&self, unit: &Unit<'_>, built: Option<&Path>) -> Result<Done> {
        let workdir = self.runner.surroundings.workdir()?;
        let prepared =
            self.runner.adapter.prepare_built(&unit.tasks, workdir.path(), self.runner.seed, built)?;
        let _alone = self.runner.adapter.wait_alone()?;
        let completions = self.call(&prepared, workdir.path(), built)?;
        let replies = self.runner.adapter.read_answers(&prepared, &completions)?;
        let mut done = self.done(unit, replies, &completions, workdir.path())?;
        cleanup::clean_up(&self.runner, &prepared, workdir.path(), built, &mut done)?;
        Ok(done)
    }

    fn ask_server(&self, servers: &ServerPool, unit: &Unit<'_>, built: Option<&Path>) -> Result<Done> {
        let builds = match self.runner.adapter.builds() {
            true => Some(self.builds.folder(&self.runner)?),
            false => None,
        };
        let asked = match servers.ask(&self.runner, unit, built, builds.as_deref())? {
            Ok(asked) => asked,
            Err(failed) => return Ok(failed_before(unit, &failed)),
        };
        let folder = asked.folder();
        let mut done =
            self.done(unit, asked.replies.clone(), std::slice::from_ref(&asked.completion), &folder)?;
        if let Some(first) = done.tasks.first_mut() {
            first.record.setup_s = asked.setup_s;
        }
        cleanup::clean_up(&self.runner, &asked.prepared, &folder, built, &mut done)?;
        servers.give_back(asked);
        Ok(done)
    }

    /// The records of a call.
    ///
    /// # Errors
    /// This machine lacks what it takes.
    fn done(
        &self,
        unit: &Unit<'_>,
        replies: Vec<Reply>,
        completions: &[Completion],
        workdir: &Path,
    ) -> Result<Done> {
        has_space(workdir, self.runner.adapter.limits().output_byte)?;
        let mut tasks = Vec::new();
        for (idx, (task, reply)) in unit.tasks.iter().zip(replies).enumerate() {
            let reason = reply.reason.map(|reason| without_folder(&reason, workdir));
            let mut record = Record::without_answer(task.id(), task.hash(), reply.status, reason);
            measure(&mut record, completions, idx, unit.tasks.len());
            record.answer = reply.answer;
            normal::add(task, self, &mut record)?;
            let answer =
                if self.runner.adapter.answers_on_stdout() { Vec::new() } else { below_answer(reply.raw) };
            tasks.push(DoneTask { record, answer });
        }
        Ok(Done { tasks, output: output(completions, "") })
    }

    /// Runs the steps until one fails; all together have the time of the call.
    fn call(&self, prepared: &Prepared, workdir: &Path, built: Option<&Path>) -> Result<Vec<Completion>> {
        let steps = StepPlan {
            invocations: &prepared.steps,
            wall_s: prepared.wall_s(),
            hand_on_byte: prepared.limits.output_byte,
            is_needless: &|idx| prepared.is_needless(idx),
            goes_on: &|idx, completion| self.runner.adapter.goes_on(idx, completion),
        };
        self.runner.run_each(&steps, workdir, built)
    }
}

/// The name of a temporary folder differs from call to call, and would make each reason another one.
fn without_folder(reason: &str, workdir: &Path) -> String {
    reason.replace(&*workdir.to_string_lossy(), "…")
}

/// Whether a slicer had space to write its answer. One that itself wrote more than it may has only itself to blame.
///
/// # Errors
/// The disk is full: whatever the slicer left may be torn.
fn has_space(workdir: &Path, limit_byte: u64) -> Result<()> {
    let probe =
        tempfile::NamedTempFile::new_in(workdir).and_then(|mut file| file.write_all(&[1; PROBE_BYTE]));
    match probe {
        Err(cause) if error::remedy(&cause).is_some() && size_below(workdir, limit_byte) <= limit_byte => {
            Err(error::cannot_write(workdir, &cause))
        }
        _ => Ok(()),
    }
}

/// Size of the files below a folder, bytes, counted until it is over the limit; links are not followed.
fn size_below(folder: &Path, limit_byte: u64) -> u64 {
    let mut folders = vec![folder.to_path_buf()];
    let mut n_bytes = 0;
    while let Some(folder) = folders.pop().filter(|_| n_bytes <= limit_byte) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(found) if found.is_dir() => folders.push(entry.path()),
                Ok(found) => n_bytes += found.len(),
                Err(_) => {}
            }
        }
    }
    n_bytes
}

fn refused(unit: &Unit<'_>, reason: &str) -> Done {
    let record = |task: &Task<'_>| {
        Record::without_answer(task.id(), task.hash(), Status::Unsupported, Some(reason.to_owned()))
    };
    let done = |task| DoneTask { record: record(task), answer: Vec::new() };
    Done { tasks: unit.tasks.iter().map(done).collect(), output: Vec::new() }
}

/// Times of a shared call are divided, so that sums over tasks stay what was spent; memory is not.
fn measure(record: &mut Record, completions: &[Completion], task_idx: usize, n_tasks: usize) {
    let wall_s: f64 = completions.iter().map(|completion| completion.wall_s).sum();
    let cpu_s: Option<f64> = completions.iter().map(|completion| completion.cpu_s).sum();
    record.wall_s = wall_s / n_tasks as f64;
    record.cpu_s = cpu_s.map(|cpu_s| cpu_s / n_tasks as f64);
    record.memory_byte = completions.iter().filter_map(|completion| completion.memory_byte).max();
    if task_idx == 0 {
        record.n_leaked = completions.iter().map(|completion| completion.n_leaked).sum();
    }
    record.shared_by = (n_tasks > 1).then_some(n_tasks);
}

fn below_answer(files: RawFiles) -> RawFiles {
    files.into_iter().map(|(name, bytes)| (PathBuf::from("answer").join(name), bytes)).collect()
}
