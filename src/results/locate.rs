//! Which folder is meant: `<reports>/<slicer>/<run>/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{HEADER_FILE, read_header};
use crate::error::{self, Result};

/// The run that a user's path names: a run's folder or its `run.json`, or a slicer's folder, of which
/// the latest run is taken as by [`latest`].
///
/// # Errors
/// There are no results, or the header of a run that may be the latest cannot be read.
pub fn find(path: &Path) -> Result<PathBuf> {
    let dir = match path.file_name() {
        Some(name) if name == HEADER_FILE => path.parent().filter(|dir| !dir.as_os_str().is_empty()),
        _ => Some(path),
    };
    let dir = dir.unwrap_or(Path::new("."));
    if dir.join(HEADER_FILE).is_file() { Ok(dir.to_path_buf()) } else { latest_in(dir) }
}

/// Latest complete run of a slicer, or the latest of all when none is complete.
///
/// # Errors
/// There are no results, or the header of a run that may be the latest cannot be read.
pub fn latest(reports_dir: &Path, slicer: &str) -> Result<PathBuf> {
    latest_in(&reports_dir.join(slicer))
}

/// All runs in a slicer's folder, the latest first; empty when there are none.
pub fn runs(slicer_dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(slicer_dir) else { return Vec::new() };
    let mut runs: Vec<(String, SystemTime, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let dir = entry.path();
            let written = fs::metadata(dir.join(HEADER_FILE)).ok().filter(fs::Metadata::is_file)?.modified();
            let name = entry.file_name().to_string_lossy().into_owned();
            // Names begin with the time, to the second; runs of one second are told apart by their headers' files.
            let second = name.split('-').next().unwrap_or_default().to_owned();
            Some((second, written.unwrap_or(SystemTime::UNIX_EPOCH), dir))
        })
        .collect();
    runs.sort_by(|a, b| b.cmp(a));
    runs.into_iter().map(|(.., dir)| dir).collect()
}

fn latest_in(slicer_dir: &Path) -> Result<PathBuf> {
    let runs = runs(slicer_dir);
    for dir in &runs {
        // A header that cannot be read is told: an older run is not the latest.
        if read_header(dir)?.complete {
            return Ok(dir.clone());
        }
    }
    runs.into_iter().next().ok_or_else(|| error::results::none_in(slicer_dir))
}
