//! Results as they come: nothing that was written is lost when the run is interrupted.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use super::read::read_header;
use super::{HEADER_FILE, RAW_FOLDER, RECORDS_FILE, REPEATS_FILE, Record, Results, RunHeader};
use crate::error::{self, Problem, Result};
use crate::files;

/// Writes the results of one run. Several threads share one behind a lock.
#[derive(Debug)]
pub struct ResultsWriter {
    dir: PathBuf,
    header: RunHeader,
    records: File,
    /// Opened with the first repetition.
    repeats: Option<File>,
    /// Attempts so far at runs, by task and repetition, whose records are to be made again.
    attempts: BTreeMap<(String, usize), usize>,
}

impl ResultsWriter {
    /// Starts a run in a new folder under `slicer_dir`, named by [`RunHeader::folder_name`].
    ///
    /// # Errors
    /// A folder or file cannot be made.
    pub fn create_in(slicer_dir: &Path, header: RunHeader) -> Result<ResultsWriter> {
        fs::create_dir_all(slicer_dir).map_err(|cause| error::cannot_write(slicer_dir, &cause))?;
        let mut attempt = 0;
        loop {
            let dir = slicer_dir.join(header.folder_name(attempt));
            match fs::create_dir(&dir) {
                Ok(()) => return ResultsWriter::create(&dir, header),
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
                Err(cause) => return Err(error::cannot_write(&dir, &cause)),
            }
        }
    }

    /// Starts a run in this folder, which is made if it is missing and must not hold results.
    ///
    /// # Errors
    /// There are results, or a folder or file cannot be made.
    pub fn create(dir: &Path, header: RunHeader) -> Result<ResultsWriter> {
        fs::create_dir_all(dir).map_err(|cause| error::cannot_write(dir, &cause))?;
        if dir.join(HEADER_FILE).exists() {
            return Err(error::results::exists(dir));
        }
        let header = RunHeader { complete: false, ..header };
        write_header(dir, &header)?;
        let path = dir.join(RECORDS_FILE);
        let records = File::create_new(&path).map_err(|cause| error::cannot_write(&path, &cause))?;
        lock(&records, dir)?;
        Ok(ResultsWriter {
            dir: dir.to_path_buf(),
            header,
            records,
            repeats: None,
            attempts: BTreeMap::new(),
        })
    }

    /// Goes on with an interrupted run: what is there, what was wrong with it, and a writer for the rest.
    ///
    /// A torn last record is cut off; it is one of those that are still to be made, and so are those that are
    /// not to be kept.
    ///
    /// # Errors
    /// As [`Results::read`], another process is writing here, or the files cannot be written.
    pub fn resume(
        dir: &Path,
        keeps: impl Fn(&Record) -> bool,
    ) -> Result<(ResultsWriter, Results, Vec<Problem>)> {
        // A folder without results is told before a file is made in it.
        read_header(dir)?;
        let path = dir.join(RECORDS_FILE);
        let fail = |cause: io::Error| error::cannot_write(&path, &cause);
        let mut records = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        // Before anything is read: what another process still writes would be made twice.
        lock(&records, dir)?;
        let (mut results, problems) = Results::read(dir)?;
        end_line(&path, &mut records).map_err(fail)?;
        let repeats = open_existing(&dir.join(REPEATS_FILE))?;
        let header = RunHeader { complete: false, ..results.header.clone() };
        write_header(dir, &header)?;
        let attempts = results.drop_unless(keeps);
        Ok((ResultsWriter { dir: dir.to_path_buf(), header, records, repeats, attempts }, results, problems))
    }

    /// Folder of the run.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Adds one record, in a single write, so that an interruption tears at most the last line.
    ///
    /// What was written of a record that does not fit on the disk is taken back: another one may follow.
    ///
    /// # Errors
    /// The record has a path that is not UTF-8, or the file cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<()> {
        let path = self.dir.join(if record.repeat > 1 { REPEATS_FILE } else { RECORDS_FILE });
        let fail = |cause: io::Error| error::cannot_write(&path, &cause);
        let attempt = self.attempts.get(&(record.task.clone(), record.repeat)).map_or(1, |before| before + 1);
        let mut line =
            serde_json::to_vec(&Record { attempt, ..record.clone() }).map_err(|cause| fail(cause.into()))?;
        line.push(b'\n');
        let file = match (record.repeat > 1, &mut self.repeats) {
            (false, _) => &mut self.records,
            (true, Some(file)) => file,
            (true, none) => none.insert(File::create_new(&path).map_err(fail)?),
        };
        let n_whole = file.metadata().map_err(fail)?.len();
        file.write_all(&line).and_then(|()| file.flush()).map_err(|cause| {
            // The first failure is the one to tell.
            let _ = file.set_len(n_whole);
            fail(cause)
        })
    }

    /// Empty folder for what the slicer printed and wrote for a task in one of its runs, from 1.
    ///
    /// What an interrupted run left there goes: it belongs to no record, and its files may be those of other tasks, too.
    ///
    /// # Errors
    /// It cannot be made or emptied.
    pub fn raw_dir(&self, task: &str, repeat: usize) -> Result<PathBuf> {
        let name = if repeat > 1 { format!("{task}.{repeat}") } else { task.to_owned() };
        let dir = raw_path(&self.dir, &name);
        match fs::remove_dir_all(&dir) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                return Err(error::cannot_write(&dir, &cause));
            }
            _ => {}
        }
        fs::create_dir_all(&dir).map_err(|cause| error::cannot_write(&dir, &cause))?;
        Ok(dir)
    }

    /// Marks the run complete, in one step, and gives back its folder.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<PathBuf> {
        let path = self.dir.join(RECORDS_FILE);
        self.records.sync_all().map_err(|cause| error::cannot_write(&path, &cause))?;
        self.header.complete = true;
        write_header(&self.dir, &self.header)?;
        Ok(self.dir)
    }
}

impl Results {
    /// Leaves out records that are not to be kept: how many attempts there were at each, by task and repetition.
    fn drop_unless(&mut self, keeps: impl Fn(&Record) -> bool) -> BTreeMap<(String, usize), usize> {
        let mut dropped = BTreeMap::new();
        let mut retains = |record: &Record| {
            let kept = keeps(record);
            if !kept {
                dropped.insert((record.task.clone(), record.repeat), record.attempt);
            }
            kept
        };
        self.records.retain(&mut retains);
        self.repeats.values_mut().for_each(|repeats| repeats.retain(&mut retains));
        dropped
    }
}

/// Where what the slicer printed for a task is kept; never outside the run's folder.
pub(super) fn raw_path(dir: &Path, task: &str) -> PathBuf {
    let names = Path::new(task).components().filter(|part| matches!(part, Component::Normal(_)));
    dir.join(RAW_FOLDER).join(names.collect::<PathBuf>())
}

/// Puts what the slicer printed in one run beside that of another, stored once where the file system can.
///
/// # Errors
/// A file cannot be read or written.
pub fn copy_raw(from: &Path, to: &Path) -> Result<()> {
    let (from, to) = (from.join(RAW_FOLDER), to.join(RAW_FOLDER));
    let fail = |path: &Path, cause: io::Error| error::cannot_write(path, &cause);
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(from.join(&folder)) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(|cause| error::cannot_read(&from.join(&folder), &cause))?,
        };
        fs::create_dir_all(to.join(&folder)).map_err(|cause| fail(&to, cause))?;
        for entry in entries.flatten() {
            let path = folder.join(entry.file_name());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
                continue;
            }
            let (old, new) = (from.join(&path), to.join(&path));
            let copied = fs::hard_link(&old, &new).or_else(|_| fs::copy(&old, &new).map(|_| ()));
            copied.map_err(|cause| fail(&new, cause))?;
        }
    }
    Ok(())
}

fn write_header(dir: &Path, header: &RunHeader) -> Result<()> {
    let path = dir.join(HEADER_FILE);
    let text =
        serde_json::to_string_pretty(header).map_err(|cause| error::cannot_write(&path, &cause.into()))?;
    files::replace(&path, text + "\n")
}

/// How long a lock is waited for: a run that was killed may have a child that is still on its way to its own program and
/// holds what its parent held.
const LOCK_WAIT: Duration = Duration::from_secs(1);

/// Until the file is closed, nobody else writes records here; where the system has no locks, nobody is kept out.
fn lock(records: &File, dir: &Path) -> Result<()> {
    let deadline = Instant::now() + LOCK_WAIT;
    loop {
        match records.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(error::results::busy(dir)),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}

/// A file to go on with, its last line whole; `None` when there is none.
fn open_existing(path: &Path) -> Result<Option<File>> {
    let fail = |cause: io::Error| error::cannot_write(path, &cause);
    match OpenOptions::new().append(true).open(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(fail(cause)),
        Ok(mut file) => {
            end_line(path, &mut file).map_err(fail)?;
            Ok(Some(file))
        }
    }
}

/// Ends the last line, or cuts it off when it is torn.
fn end_line(path: &Path, file: &mut File) -> io::Result<()> {
    let text = fs::read(path)?;
    let n_whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    match serde_json::from_slice::<Record>(&text[n_whole..]) {
        // Only the line end is missing.
        Ok(_) => file.write_all(b"\n"),
        Err(_) => file.set_len(n_whole as u64),
    }
}
