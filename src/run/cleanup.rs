//! What is run after each call, whatever became of it.

use std::path::Path;

use super::commands::{CommandRunner, Done, output};
use crate::adapter::Prepared;
use crate::error::Result;
use crate::process;

/// Runs the commands of a call that clean up, all of them; what fails is noted in its records, and what it printed kept.
///
/// # Errors
/// An environment variable without a default is not set.
pub(super) fn clean_up(
    runner: &CommandRunner<'_>,
    prepared: &Prepared,
    workdir: &Path,
    built: Option<&Path>,
    done: &mut Done,
) -> Result<()> {
    for command in runner.adapter.cleanups(prepared)? {
        let completion = process::run(&runner.surrounded(command.invocation.clone(), workdir, built)?);
        let Some(note) = command.note(&completion) else { continue };
        for task in &mut done.tasks {
            // The first is the one to tell: others may follow from it.
            task.record.note.get_or_insert_with(|| note.clone());
        }
        done.output.retain(|(name, _)| !name.to_string_lossy().starts_with(PREFIX));
        done.output.extend(output(&[completion], PREFIX));
    }
    Ok(())
}

/// Beginning of the names of files with what was printed.
const PREFIX: &str = "cleanup-";
