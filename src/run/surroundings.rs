//! What a repetition changes around a slicer that should change nothing in its answer.

use std::path::{Path, PathBuf};

use crate::error::{self, Result};
use crate::process;

/// Locales that repetitions take in turn; one that is not installed counts as `C`.
const LOCALES: [&str; 3] = ["C.UTF-8", "C", "en_US.UTF-8"];

/// Beginning of the names of all folders in which slicers run.
const FOLDER_PREFIX: &str = "bench-slicers-";

/// A folder that is removed when dropped, whatever a slicer made of it.
pub(super) struct WorkFolder {
    path: PathBuf,
}

impl WorkFolder {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // What takes too long is found by a later start.
        let _ = process::remove_tree(&self.path);
    }
}

/// Names the process namespace that process ids are of: containers may share their temporary folder.
fn process_space() -> String {
    let space = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    space.to_string_lossy().chars().filter(char::is_ascii_digit).collect()
}

/// Removes the folders that runs of this user left which were killed.
pub(super) fn remove_abandoned() {
    let own = process_space();
    for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_prefix(FOLDER_PREFIX));
        let Some((space, rest)) = name.and_then(|name| name.split_once('.')) else { continue };
        let owner = rest.split_once('-').and_then(|(pid, _)| pid.parse::<u32>().ok());
        let is_dead = owner.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists());
        if space == own && !own.is_empty() && is_dead {
            // Refused where it is another user's.
            let _ = process::remove_tree(&entry.path());
        }
    }
}

/// Everything that differs between the runs of a task. The first run leaves all as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// From 1.
    repeat: usize,
}

impl Surroundings {
    pub(super) fn of(repeat: usize) -> Surroundings {
        Surroundings { repeat }
    }

    /// Which run of a task it is, from 1.
    pub(super) fn repeat(self) -> usize {
        self.repeat
    }

    /// A private temporary folder, removed when dropped.
    pub(super) fn workdir(self) -> Result<WorkFolder> {
        let made = tempfile::Builder::new().prefix(&self.folder_prefix()).tempdir();
        let made =
            made.map_err(|cause| error::results::no_temporary_folder(&std::env::temp_dir(), &cause))?;
        Ok(WorkFolder { path: made.keep() })
    }

    /// Beginning of the name of the temporary folder, which says whose it is; each repetition has another length.
    fn folder_prefix(self) -> String {
        let filler = "x".repeat(7 * (self.repeat - 1));
        let owner = format!("{FOLDER_PREFIX}{}.{}", process_space(), std::process::id());
        if filler.is_empty() { format!("{owner}-") } else { format!("{owner}-{filler}-") }
    }

    /// Environment variables; those of the adapter win.
    pub(super) fn env(self) -> Vec<(&'static str, String)> {
        match self.repeat {
            1 => Vec::new(),
            repeat => vec![
                ("PYTHONHASHSEED", (repeat - 1).to_string()),
                ("LC_ALL", LOCALES[repeat % LOCALES.len()].to_owned()),
            ],
        }
    }

    /// Tasks at the same time: every other repetition runs one by one, or two where the first ran one by one.
    pub(super) fn jobs(self, n_jobs: usize, parallel_safe: bool) -> usize {
        match (self.repeat % 2, n_jobs) {
            (1, _) => n_jobs,
            (_, 1) if parallel_safe => 2,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_dead_runs_are_removed_and_those_of_living_ones_stay() {
        let make = |pid: u32| {
            let prefix = format!("{FOLDER_PREFIX}{}.{pid}-", process_space());
            tempfile::Builder::new().prefix(&prefix).tempdir().unwrap().keep()
        };
        // Above every process id that Linux gives.
        let (dead, living) = (make(1 << 23), make(std::process::id()));
        remove_abandoned();
        assert!(!dead.exists() && living.exists());
        process::remove_tree(&living).unwrap();
    }

    #[test]
    fn the_first_run_changes_nothing_and_later_ones_differ() {
        let first = Surroundings::of(1);
        assert_eq!(first.env(), vec![]);
        assert!(first.folder_prefix().starts_with(FOLDER_PREFIX), "{}", first.folder_prefix());
        assert_eq!(first.jobs(4, true), 4);
        let (second, third) = (Surroundings::of(2), Surroundings::of(3));
        assert_ne!(second.env(), third.env());
        assert_ne!(second.folder_prefix().len(), third.folder_prefix().len());
        assert_eq!((second.jobs(4, true), second.jobs(1, true), second.jobs(1, false)), (1, 2, 1));
    }
}
