//! One unit of work: prepare, call, read, normalise.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::normal::{self, NormalForms};
use super::surroundings::Surroundings;
use super::unit::Unit;
use crate::adapter::{Adapter, Prepared, Sandbox};
use crate::error::{self, Result};
use crate::process::{self, Completion, End, Invocation, LeftError};
use crate::results::{RawFiles, Record, Status};
use crate::suite::Task;

/// What a call must have left free on the disk, bytes: more than what files in memory round sizes up to.
const PROBE_BYTE: usize = 64 << 10;

/// A unit that was run.
pub(super) struct Done {
    /// In the order of the unit, one for each task.
    pub(super) tasks: Vec<DoneTask>,
    /// What the slicer printed; the same for all tasks.
    pub(super) output: RawFiles,
}

/// What became of one task.
pub(super) struct DoneTask {
    pub(super) record: Record,
    /// The answer as the slicer left it, where it is not in the output.
    pub(super) answer: RawFiles,
}

/// A slicer, and how it is called.
#[derive(Clone, Copy)]
pub(super) struct Caller<'c> {
    pub(super) adapter: &'c Adapter,
    pub(super) seed: u64,
    pub(super) normal_forms: &'c NormalForms,
    pub(super) surroundings: Surroundings,
    /// Walls around every command; `None` for none.
    pub(super) sandbox: Option<&'c Sandbox>,
}

impl Caller<'_> {
    /// Runs the slicer on the tasks of a unit. Whatever the slicer does wrong is in the records.
    ///
    /// # Errors
    /// This machine lacks what a call takes, so that nothing is known of the slicer.
    pub(super) fn run(&self, unit: &Unit<'_>) -> Result<Done> {
        let mut done = self.run_once(unit)?;
        for task in &mut done.tasks {
            task.record.repeat = self.surroundings.repeat();
        }
        Ok(done)
    }

    fn run_once(&self, unit: &Unit<'_>) -> Result<Done> {
        if let Some(reason) = &unit.refused {
            return Ok(refused(unit, reason));
        }
        let workdir = self.surroundings.workdir()?;
        let prepared = self.adapter.prepare(&unit.tasks, workdir.path(), self.seed)?;
        let _alone = self.adapter.wait_alone()?;
        let completions = self.call(&prepared, workdir.path())?;
        let replies = self.adapter.read_answers(&prepared, &completions)?;
        has_space(workdir.path(), self.adapter.limits().output_byte)?;
        let mut tasks = Vec::new();
        for (idx, (task, reply)) in unit.tasks.iter().zip(replies).enumerate() {
            let reason = reply.reason.map(|reason| without_folder(&reason, workdir.path()));
            let mut record = Record::without_answer(task.id(), task.hash(), reply.status, reason);
            measure(&mut record, &completions, idx, unit.tasks.len());
            record.answer = reply.answer;
            normal::add(task, self, &mut record)?;
            let answer = if self.adapter.answers_on_stdout() { Vec::new() } else { below_answer(reply.raw) };
            tasks.push(DoneTask { record, answer });
        }
        Ok(Done { tasks, output: output(&completions) })
    }
}

impl Caller<'_> {
    /// A command between the walls of this run.
    pub(super) fn enclosed(&self, invocation: Invocation, workdir: &Path) -> Result<Invocation> {
        match self.sandbox {
            Some(sandbox) => self.adapter.enclose(invocation, sandbox, workdir),
            None => Ok(invocation),
        }
    }

    /// Runs the steps until one fails; all together have the time of the call.
    fn call(&self, prepared: &Prepared, workdir: &Path) -> Result<Vec<Completion>> {
        let mut completions: Vec<Completion> = Vec::new();
        let mut left_s = prepared.wall_s();
        for (step_idx, step) in prepared.steps.iter().enumerate() {
            let mut invocation = step.clone();
            invocation.limits.wall_s = left_s;
            for (name, value) in self.surroundings.env() {
                invocation.env.entry(name.to_owned()).or_insert(value);
            }
            let mut completion = process::run(&self.enclosed(invocation, workdir)?);
            // A step that takes all of the time leaves the next one an instant, which then times out.
            left_s = (left_s - completion.wall_s).max(0.001);
            let is_last = step_idx + 1 == prepared.steps.len();
            let mut goes_on = self.adapter.goes_on(step_idx, &completion);
            if goes_on && !is_last {
                goes_on = hand_on(&mut completion, workdir, prepared.limits.output_byte)?;
            }
            completions.push(completion);
            if !goes_on {
                break;
            }
        }
        Ok(completions)
    }
}

/// Gives what one step left to the next one; whether that can be done.
///
/// # Errors
/// This machine lacks what it takes.
fn hand_on(completion: &mut Completion, workdir: &Path, limit_byte: u64) -> Result<bool> {
    let Some(left) = completion.left.take() else { return Ok(true) };
    match left.copy_to(workdir, limit_byte) {
        Ok(()) => Ok(true),
        Err(LeftError::Unreadable(cause)) if error::remedy(&cause).is_some() => {
            Err(error::cannot_write(workdir, &cause))
        }
        Err(_) => {
            completion.end = End::OutputOver;
            Ok(false)
        }
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

/// Output of every step.
fn output(completions: &[Completion]) -> RawFiles {
    let mut files = Vec::new();
    let is_single = completions.len() == 1;
    for (step_idx, completion) in completions.iter().enumerate() {
        let prefix = if is_single { String::new() } else { format!("{}-", step_idx + 1) };
        files.push((PathBuf::from(format!("{prefix}stdout.txt")), completion.stdout.clone()));
        files.push((PathBuf::from(format!("{prefix}stderr.txt")), completion.stderr.clone()));
    }
    files
}

fn below_answer(files: RawFiles) -> RawFiles {
    files.into_iter().map(|(name, bytes)| (PathBuf::from("answer").join(name), bytes)).collect()
}
