//! Commands of a slicer in the surroundings of a run, and what is left of them.
//!
//! In: invocations that an adapter prepared. Out: completions, in order, and files of what was printed.

use std::path::{Path, PathBuf};

use super::surroundings::Surroundings;
use super::unit::Unit;
use crate::adapter::{Adapter, Sandbox};
use crate::error::{self, Result};
use crate::process::{self, Completion, End, Invocation, LeftError};
use crate::results::{RawFiles, Record, Status};
use crate::suite::Task;

/// A slicer, and what is around its commands.
#[derive(Clone, Copy)]
pub(super) struct CommandRunner<'c> {
    pub(super) adapter: &'c Adapter,
    pub(super) seed: u64,
    pub(super) surroundings: Surroundings,
    /// Walls around every command; `None` for none.
    pub(super) sandbox: Option<&'c Sandbox>,
}

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

/// Commands that are run in turn.
pub(super) struct StepPlan<'s> {
    pub(super) invocations: &'s [Invocation],
    /// Time of all of them together, seconds.
    pub(super) wall_s: f64,
    /// Size of what one may leave to the next, bytes.
    pub(super) hand_on_byte: u64,
    /// Whether a step need not be run, which is asked when it is its turn.
    pub(super) is_needless: &'s dyn Fn(usize) -> bool,
    /// Whether the next step may be run after this one ended.
    pub(super) goes_on: &'s dyn Fn(usize, &Completion) -> bool,
}

impl CommandRunner<'_> {
    /// A command between the walls of this run.
    pub(super) fn enclosed(&self, invocation: Invocation, workdir: &Path) -> Result<Invocation> {
        match self.sandbox {
            Some(sandbox) => self.adapter.enclose(invocation, sandbox, workdir),
            None => Ok(invocation),
        }
    }

    /// A command of a call in its surroundings, from where it also sees what was built.
    pub(super) fn surrounded(
        &self,
        mut invocation: Invocation,
        workdir: &Path,
        built: Option<&Path>,
    ) -> Result<Invocation> {
        for (name, value) in self.surroundings.env() {
            invocation.env.entry(name.to_owned()).or_insert(value);
        }
        let mut invocation = self.enclosed(invocation, workdir)?;
        if let Some(walls) = &mut invocation.walls {
            walls.read.extend(built.map(Path::to_owned));
        }
        Ok(invocation)
    }

    /// Runs commands one after the other, until one of them fails.
    pub(super) fn run_each(
        &self,
        steps: &StepPlan<'_>,
        workdir: &Path,
        built: Option<&Path>,
    ) -> Result<Vec<Completion>> {
        let mut completions: Vec<Completion> = Vec::new();
        let mut left_s = steps.wall_s;
        for (step_idx, step) in steps.invocations.iter().enumerate() {
            if (steps.is_needless)(step_idx) {
                completions.push(Completion::needless());
                continue;
            }
            let mut invocation = step.clone();
            invocation.limits.wall_s = left_s;
            let mut completion = process::run(&self.surrounded(invocation, workdir, built)?);
            // A step that takes all of the time leaves the next one an instant, which then times out.
            left_s = (left_s - completion.wall_s).max(0.001);
            let is_last = step_idx + 1 == steps.invocations.len();
            let mut goes_on = (steps.goes_on)(step_idx, &completion);
            if goes_on && !is_last {
                goes_on = hand_on(&mut completion, workdir, steps.hand_on_byte)?;
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
pub(super) fn hand_on(completion: &mut Completion, workdir: &Path, limit_byte: u64) -> Result<bool> {
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

/// What every task of a unit ends with that did not come to its call.
pub(super) struct FailedBefore {
    pub(super) status: Status,
    pub(super) reason: String,
    /// Time that the attempt took, seconds, where nobody else is told it.
    pub(super) wall_s: f64,
    /// What was printed.
    pub(super) output: RawFiles,
}

pub(super) fn failed_before(unit: &Unit<'_>, failed: &FailedBefore) -> Done {
    let record = |(idx, task): (usize, &Task<'_>)| {
        let reason = Some(failed.reason.clone());
        // Told by this from a task that its adapter refuses.
        let setup_s = Some(if idx == 0 { failed.wall_s } else { 0.0 });
        Record { setup_s, ..Record::without_answer(task.id(), task.hash(), failed.status, reason) }
    };
    let done = |task| DoneTask { record: record(task), answer: Vec::new() };
    Done { tasks: unit.tasks.iter().enumerate().map(done).collect(), output: failed.output.clone() }
}

/// Output of every command, in files whose names begin so.
pub(super) fn output(completions: &[Completion], begin: &str) -> RawFiles {
    let mut files = Vec::new();
    let is_single = completions.len() == 1;
    for (step_idx, completion) in completions.iter().enumerate() {
        let number = if is_single { String::new() } else { format!("{}-", step_idx + 1) };
        let prefix = format!("{begin}{number}");
        files.push((PathBuf::from(format!("{prefix}stdout.txt")), completion.stdout.clone()));
        files.push((PathBuf::from(format!("{prefix}stderr.txt")), completion.stderr.clone()));
    }
    files
}
