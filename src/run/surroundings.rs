//! What a repetition changes around a slicer that should change nothing in its answer.

use tempfile::TempDir;

use crate::error::{self, Result};

/// Locales that repetitions take in turn; one that is not installed counts as `C`.
const LOCALES: [&str; 3] = ["C.UTF-8", "C", "en_US.UTF-8"];

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
    pub(super) fn workdir(self) -> Result<TempDir> {
        let made = tempfile::Builder::new().prefix(&self.folder_prefix()).tempdir();
        made.map_err(|cause| error::results::no_temporary_folder(&std::env::temp_dir(), &cause))
    }

    /// Beginning of the name of the temporary folder; each repetition has another length.
    fn folder_prefix(self) -> String {
        let filler = "x".repeat(7 * (self.repeat - 1));
        if filler.is_empty() { "bench-slicers-".to_owned() } else { format!("bench-slicers-{filler}-") }
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
    fn the_first_run_changes_nothing_and_later_ones_differ() {
        let first = Surroundings::of(1);
        assert_eq!((first.env(), first.folder_prefix().as_str()), (vec![], "bench-slicers-"));
        assert_eq!(first.jobs(4, true), 4);
        let (second, third) = (Surroundings::of(2), Surroundings::of(3));
        assert_ne!(second.env(), third.env());
        assert_ne!(second.folder_prefix().len(), third.folder_prefix().len());
        assert_eq!((second.jobs(4, true), second.jobs(1, true), second.jobs(1, false)), (1, 2, 1));
    }
}
