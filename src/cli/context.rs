//! What a subcommand works with.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::settings::Settings;
use super::terminal::Terminal;
use crate::error::{self, Problem, Result};
use crate::graded::{self, Frontend};
use crate::results::{self, Integrity, Results};
use crate::suite::Suite;

/// Settings, and where everything is printed.
pub(super) struct Context {
    pub(super) settings: Settings,
    pub(super) terminal: Terminal,
    loaded: OnceLock<Suite>,
    is_damaged: AtomicBool,
}

impl Context {
    pub(super) fn new(settings: Settings, terminal: Terminal) -> Context {
        Context { settings, terminal, loaded: OnceLock::new(), is_damaged: AtomicBool::new(false) }
    }

    /// Whether something that was read back is not as it was stored.
    pub(super) fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// What a command ends with that could do its work: nothing is what it should be when what it was made of is damaged.
    pub(super) fn ended(&self, exit_code: u8) -> Result<u8> {
        if self.is_damaged() { Err(error::results::damaged()) } else { Ok(exit_code) }
    }

    /// The suite that was asked for.
    pub(super) fn suite(&self) -> Result<Suite> {
        let suite = self.settings.suite()?;
        self.warn_of_unfinished(&suite);
        Ok(suite)
    }

    /// Says which criteria are no tasks yet. Without any task, nothing can be selected, and this is why.
    fn warn_of_unfinished(&self, suite: &Suite) {
        if suite.tasks().next().is_none() {
            return;
        }
        suite.unfinished.iter().for_each(|unfinished| self.warn(&unfinished.problem));
    }

    /// The folder of the run that is named: its own, a slicer's, or `latest:SLICER[~N]` below the folder of results.
    pub(super) fn find(&self, name: &Path, out: Option<&Path>) -> Result<PathBuf> {
        match name.to_str() {
            Some(name) => graded::run_folder(name, &self.settings.out(out)),
            None => results::find(name),
        }
    }

    /// The command that shows an answer among these results, up to the id of its task.
    pub(super) fn look(&self, results: &str) -> Vec<String> {
        let suites =
            self.settings.suites().iter().flat_map(|folder| ["--suite".into(), folder.display().to_string()]);
        let command = ["bench-slicers", "explain"].map(str::to_owned).into_iter();
        command.chain(suites).chain(["--results".to_owned(), results.to_owned()]).collect()
    }

    /// The run that a path means; what is wrong with it is told.
    pub(super) fn read(&self, path: &Path) -> Result<Results> {
        graded::read(path, self)
    }

    /// Warns of damage to a run, which it will be rid of when it goes on.
    pub(super) fn warn_of_damage(&self, dir: &Path) {
        if let Ok((Results { integrity: Integrity::Damaged, .. }, problems)) = Results::read(dir) {
            problems.iter().for_each(|problem| self.warn(problem));
        }
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
    fn suite(&self) -> Result<&Suite> {
        if self.loaded.get().is_none() {
            // Whoever else has set it meanwhile has loaded the same.
            let _ = self.loaded.set(Context::suite(self)?);
        }
        Ok(self.loaded.get().expect("just loaded"))
    }

    fn damaged(&self) {
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    fn warn(&self, problem: &Problem) {
        self.terminal.warning(problem);
    }
}
