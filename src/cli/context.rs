//! What a subcommand works with.

use std::path::Path;

use super::settings::Settings;
use super::terminal::Terminal;
use crate::error::{Problem, Result};
use crate::graded::{self, Frontend};
use crate::results::Results;
use crate::suite::Suite;

/// Settings, and where everything is printed.
pub(super) struct Context {
    pub(super) settings: Settings,
    pub(super) terminal: Terminal,
}

impl Context {
    /// The suite that was asked for.
    pub(super) fn suite(&self) -> Result<Suite> {
        self.settings.suite()
    }

    /// The run that a path means; what is wrong with it is told.
    pub(super) fn read(&self, path: &Path) -> Result<Results> {
        graded::read(path, self)
    }

    /// Does something with a bar that follows how many steps are done, and of how many.
    pub(super) fn with_progress<T>(&self, work: impl FnOnce(&dyn Fn(usize, usize)) -> T) -> T {
        let bar = self.terminal.progress(0);
        let outcome = work(&|n_done, n_steps| bar.set(n_done, n_steps));
        bar.finish();
        outcome
    }
}

impl Frontend for Context {
    fn suite(&self) -> Result<Suite> {
        self.settings.suite()
    }

    fn warn(&self, problem: &Problem) {
        self.terminal.warning(problem);
    }
}
