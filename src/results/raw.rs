//! What slicers printed and wrote, as it came: files below `raw`, whose checksums are in the records.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{RAW_FOLDER, Record, Results};
use crate::error::{self, Problem, Result};
use crate::files;

impl Results {
    /// Folder with what the slicer printed and wrote for a task; it need not exist.
    pub fn raw_path(&self, task: &str) -> PathBuf {
        raw_path(&self.dir, task, 1)
    }

    /// Files of a record that are not as they were stored, each with its place; none where all of them were thrown away.
    pub fn raw_problems(&self, record: &Record) -> Vec<Problem> {
        let dir = raw_path(&self.dir, &record.task, record.repeat);
        if !dir.is_dir() {
            return Vec::new();
        }
        let is_whole = |(name, sum): &(&String, &String)| {
            fs::read(dir.join(name)).is_ok_and(|bytes| files::sum(&bytes) == **sum)
        };
        let changed = record.raw.iter().filter(|file| !is_whole(file));
        changed.map(|(name, _)| error::results::changed_output(&dir.join(name))).collect()
    }
}

/// Where what the slicer printed for one run of a task is kept; never outside the run's folder.
pub(super) fn raw_path(dir: &Path, task: &str, repeat: usize) -> PathBuf {
    let name = if repeat > 1 { format!("{task}.{repeat}") } else { task.to_owned() };
    let names = Path::new(&name).components().filter(|part| matches!(part, Component::Normal(_)));
    dir.join(RAW_FOLDER).join(names.collect::<PathBuf>())
}

/// Checksums of all files below a folder, by their paths in it; empty when it is not there.
pub(super) fn sums(dir: &Path) -> Result<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
    for path in below(dir)?.1 {
        // What has a name that no record can hold is not read back, either.
        let Some(name) = path.to_str() else { continue };
        let full = dir.join(name);
        let bytes = fs::read(&full).map_err(|cause| error::cannot_read(&full, &cause))?;
        sums.insert(name.to_owned(), files::sum(&bytes));
    }
    Ok(sums)
}

/// Puts what the slicer printed in one run beside that of another, stored once where the file system can.
///
/// # Errors
/// A file cannot be read or written.
pub fn copy_raw(from: &Path, to: &Path) -> Result<()> {
    let (from, to) = (from.join(RAW_FOLDER), to.join(RAW_FOLDER));
    let (folders, files) = below(&from)?;
    for folder in folders {
        let new = to.join(folder);
        fs::create_dir_all(&new).map_err(|cause| error::cannot_write(&new, &cause))?;
    }
    for file in files {
        let (old, new) = (from.join(&file), to.join(&file));
        let copied = fs::hard_link(&old, &new).or_else(|_| fs::copy(&old, &new).map(|_| ()));
        copied.map_err(|cause| error::cannot_write(&new, &cause))?;
    }
    Ok(())
}

/// Folders and files below a folder, by their paths in it, each behind the folder it is in; links are not followed.
fn below(dir: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut folders, mut files, mut waiting) = (Vec::new(), Vec::new(), vec![PathBuf::new()]);
    while let Some(folder) = waiting.pop() {
        let full = dir.join(&folder);
        let entries = match fs::read_dir(&full) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(|cause| error::cannot_read(&full, &cause))?,
        };
        for entry in entries.flatten() {
            let path = folder.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(path),
                Ok(kind) if kind.is_file() => files.push(path),
                _ => {}
            }
        }
        folders.push(folder);
    }
    Ok((folders, files))
}
