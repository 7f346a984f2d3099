//! What slicers printed and wrote, as it came: files below `raw`, in large runs packed into `raw.tar`; their checksums are
//! in the records.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};

use super::pack::{Pack, PackWriter, PackedFile};
use super::{RAW_FOLDER, RAW_PACK, Record};
use crate::error::{self, Problem, Result};
use crate::files;

/// Files by their names, paths that do not leave the folder that they are in.
pub type RawFiles = Vec<(PathBuf, Vec<u8>)>;

/// A run with more tasks than this keeps what slicers print in one file, and not in thousands of small ones.
pub(super) const MAX_FOLDERS: usize = 1000;

/// What one run of a slicer on a task left beside what it printed.
#[derive(Clone, Copy, Debug)]
pub struct RawRun<'r> {
    /// Id of the task.
    pub task: &'r str,
    /// Which run of the task it is, from 1.
    pub repeat: usize,
    /// Files of the answer that are not in what was printed.
    pub answer: &'r [(PathBuf, Vec<u8>)],
}

impl RawRun<'_> {
    /// Where its files are, below the folder of results; never outside.
    fn folder(&self) -> PathBuf {
        folder(self.task, self.repeat)
    }
}

/// Where what the slicer printed for one run of a task is kept, below the folder of results; never outside.
fn folder(task: &str, repeat: usize) -> PathBuf {
    let name = if repeat > 1 { format!("{task}.{repeat}") } else { task.to_owned() };
    let names = Path::new(&name).components().filter(|part| matches!(part, Component::Normal(_)));
    Path::new(RAW_FOLDER).join(names.collect::<PathBuf>())
}

/// Checksums of files, by their names. What has a name that no record can hold is not read back, either.
pub(super) fn sums<'f>(files: impl Iterator<Item = &'f (PathBuf, Vec<u8>)>) -> BTreeMap<String, String> {
    files.filter_map(|(name, bytes)| Some((name.to_str()?.to_owned(), files::sum(bytes)))).collect()
}

/// Keeps what one call printed, and the answers to its tasks, in folders of their own.
///
/// What an interrupted run left there goes: it belongs to no record, and its files may be those of other tasks, too.
///
/// # Errors
/// A file cannot be written, or a folder not emptied.
pub(super) fn keep_in_folders(dir: &Path, runs: &[RawRun<'_>], printed: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let mut first: Option<PathBuf> = None;
    for run in runs {
        let folder = dir.join(run.folder());
        match fs::remove_dir_all(&folder) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                return Err(error::cannot_write(&folder, &cause));
            }
            _ => {}
        }
        fs::create_dir_all(&folder).map_err(|cause| error::cannot_write(&folder, &cause))?;
        for (name, bytes) in run.answer {
            let path = folder.join(name);
            let written =
                fs::create_dir_all(path.parent().unwrap_or(&folder)).and_then(|()| fs::write(&path, bytes));
            written.map_err(|cause| error::cannot_write(&path, &cause))?;
        }
        for (name, bytes) in printed {
            let path = folder.join(name);
            // Stored once where the file system can.
            let written = match &first {
                Some(first) => fs::hard_link(first.join(name), &path).or_else(|_| fs::write(&path, bytes)),
                None => fs::write(&path, bytes),
            };
            written.map_err(|cause| error::cannot_write(&path, &cause))?;
        }
        first.get_or_insert(folder);
    }
    Ok(())
}

/// Keeps what one call printed, and the answers to its tasks, in an archive.
///
/// # Errors
/// The archive cannot be written.
pub(super) fn keep_in_pack(
    pack: &mut PackWriter,
    runs: &[RawRun<'_>],
    printed: &[(PathBuf, Vec<u8>)],
) -> Result<()> {
    let mut first: Option<PathBuf> = None;
    for run in runs {
        let folder = run.folder();
        for (name, bytes) in run.answer {
            pack.add(&folder.join(name), bytes)?;
        }
        for (name, bytes) in printed {
            match &first {
                Some(first) => pack.add_again(&folder.join(name), &first.join(name))?,
                None => pack.add(&folder.join(name), bytes)?,
            }
        }
        first.get_or_insert(folder);
    }
    Ok(())
}

/// What slicers printed and wrote in a run, as far as it is still there.
#[derive(Debug)]
pub struct RawOutput {
    dir: PathBuf,
    pack: Option<Pack>,
}

/// One file of it.
#[derive(Debug)]
pub struct RawFile {
    /// Its name, among the files of the task.
    pub name: PathBuf,
    /// The file, below the folder of the run as it was named; one in an archive is named behind it and a colon.
    pub path: PathBuf,
    /// Its size, bytes.
    pub n_bytes: u64,
    stored: PathBuf,
    start: u64,
}

impl RawOutput {
    /// What is in the folder of a run; of an archive only where its files are, and nothing where it cannot be read.
    pub fn of(dir: &Path) -> RawOutput {
        let pack = Pack::read(&dir.join(RAW_PACK)).unwrap_or_else(|_| Some(Pack::default()));
        RawOutput { dir: dir.to_path_buf(), pack }
    }

    /// The files of one run of a task, in the order of their names.
    pub fn files(&self, task: &str, repeat: usize) -> Vec<RawFile> {
        let folder = folder(task, repeat);
        let mut files = self.packed(&folder);
        if files.is_empty() {
            let dir = self.dir.join(&folder);
            let names = below(&dir).map(|(_, names)| names).unwrap_or_default();
            files.extend(names.into_iter().filter_map(|name| {
                let path = dir.join(&name);
                let n_bytes = fs::metadata(&path).ok()?.len();
                Some(RawFile { name, n_bytes, stored: path.clone(), path, start: 0 })
            }));
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files
    }

    fn packed(&self, folder: &Path) -> Vec<RawFile> {
        let Some(pack) = &self.pack else { return Vec::new() };
        let stored = self.dir.join(RAW_PACK);
        let behind = pack.files.range(folder.to_path_buf()..).skip_while(|(path, _)| *path == folder);
        let inside =
            behind.map_while(|(path, stretch)| Some((path.strip_prefix(folder).ok()?, path, *stretch)));
        let file = |(name, path, stretch): (&Path, &PathBuf, PackedFile)| RawFile {
            name: name.to_path_buf(),
            path: PathBuf::from(format!("{}:{}", stored.display(), path.display())),
            n_bytes: stretch.n_bytes,
            stored: stored.clone(),
            start: stretch.start,
        };
        inside.map(file).collect()
    }

    /// Files of a record that are not as they were stored, each with its place; none where all of them were thrown away.
    pub fn problems(&self, record: &Record) -> Vec<Problem> {
        let folder = folder(&record.task, record.repeat);
        let place = self.dir.join(&folder);
        if self.pack.is_none() && !place.is_dir() {
            return Vec::new();
        }
        let found = self.files(&record.task, record.repeat);
        let is_whole = |name: &str, sum: &str| {
            let file = found.iter().find(|file| file.name == Path::new(name));
            file.and_then(|file| file.read_from(0, u64::MAX).ok())
                .is_some_and(|bytes| files::sum(&bytes) == *sum)
        };
        let changed = record.raw.iter().filter(|(name, sum)| !is_whole(name, sum));
        changed.map(|(name, _)| error::results::changed_output(&place.join(name))).collect()
    }
}

impl RawFile {
    /// At most `n_bytes` of its content, from a byte on.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read_from(&self, first: u64, n_bytes: u64) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.stored)?;
        file.seek(SeekFrom::Start(self.start + first.min(self.n_bytes)))?;
        let mut bytes = Vec::new();
        file.take(n_bytes.min(self.n_bytes.saturating_sub(first))).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Puts what the slicer printed in one run beside that of another, stored once where the file system can.
///
/// # Errors
/// A file cannot be read or written.
pub(super) fn copy_folders(from: &Path, to: &Path) -> Result<()> {
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

/// Adds what the slicer printed in one run, in folders or packed, to an archive.
///
/// # Errors
/// A file cannot be read or written.
pub(super) fn copy_into_pack(from: &Path, pack: &mut PackWriter) -> Result<()> {
    let raw = RawOutput::of(from);
    let names = below(&from.join(RAW_FOLDER))?.1.into_iter().map(|name| Path::new(RAW_FOLDER).join(name));
    for name in names {
        let path = from.join(&name);
        let bytes = fs::read(&path).map_err(|cause| error::cannot_read(&path, &cause))?;
        pack.add(&name, &bytes)?;
    }
    // What one call printed for several tasks is there once, and stays so.
    let mut copied: BTreeMap<(u64, u64), PathBuf> = BTreeMap::new();
    for file in raw.packed(Path::new(RAW_FOLDER)) {
        let name = Path::new(RAW_FOLDER).join(&file.name);
        match copied.get(&(file.start, file.n_bytes)) {
            Some(stored) => pack.add_again(&name, stored)?,
            None => {
                let bytes =
                    file.read_from(0, u64::MAX).map_err(|cause| error::cannot_read(&file.path, &cause))?;
                pack.add(&name, &bytes)?;
                copied.insert((file.start, file.n_bytes), name);
            }
        }
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
