//! What is run after each call, however it ended, and what is noted where it fails.

use super::compile::AdapterCompiler;
use super::schema::CleanupTable;
use super::{Adapter, Cleanup, CommandStep, Placeholder, Prepared};
use crate::error::Result;
use crate::process::{Completion, Invocation, Limits};

/// Time limit of a command that sets none, seconds.
const DEFAULT_LIMIT_S: f64 = 5.0;

/// A command that is to be run after a call.
#[derive(Clone, Debug)]
pub struct CleanupCommand {
    /// The command, with its own limit.
    pub invocation: Invocation,
    step: CommandStep,
}

impl CleanupCommand {
    /// Why it failed, in a few words; `None` when it did not.
    pub fn note(&self, completion: &Completion) -> Option<String> {
        let reason = completion.end.reason(&self.invocation.limits).unwrap_or_else(|| "exit 0".to_owned());
        (!self.step.allows(&completion.end)).then(|| format!("cleanup: {reason}"))
    }
}

impl Adapter {
    /// The commands that are run after a call; those that are not needed are left out.
    ///
    /// # Errors
    /// An environment variable without a default is not set.
    pub fn cleanups(&self, prepared: &Prepared) -> Result<Vec<CleanupCommand>> {
        let mut commands = Vec::new();
        for Cleanup { step, limit_s } in &self.cleanups {
            let mut invocation = self.invocation(step, &prepared.values)?;
            invocation.limits = Limits { wall_s: *limit_s, ..self.limits.clone() };
            let unless = self.unless(step, &prepared.values)?;
            if unless.is_none_or(|path| path.symlink_metadata().is_err()) {
                commands.push(CleanupCommand { invocation, step: step.clone() });
            }
        }
        Ok(commands)
    }
}

impl AdapterCompiler<'_> {
    pub(super) fn cleanups(&mut self, tables: Vec<CleanupTable>, allowed: &[Placeholder]) -> Vec<Cleanup> {
        let mut cleanups = Vec::new();
        for table in tables {
            let (step, timeout_s) = table.into_step();
            let limit_s = self.seconds(timeout_s.as_ref(), DEFAULT_LIMIT_S);
            cleanups.push(Cleanup { step: self.step(&step, allowed, false), limit_s });
        }
        cleanups
    }
}
