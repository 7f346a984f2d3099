//! Results as they come: nothing that was written is lost when the run is interrupted.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use super::read::read_header;
use super::{HEADER_FILE, RAW_FOLDER, RECORDS_FILE, Record, Results, RunHeader};
use crate::error::{self, Problem, Result};

/// Writes the results of one run. Several threads share one behind a lock.
#[derive(Debug)]
pub struct ResultsWriter {
    dir: PathBuf,
    header: RunHeader,
    records: File,
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
        Ok(ResultsWriter { dir: dir.to_path_buf(), header, records })
    }

    /// Goes on with an interrupted run: what is there, what was wrong with it, and a writer for the rest.
    ///
    /// A torn last record is cut off; it is one of those that are still to be made.
    ///
    /// # Errors
    /// As [`Results::read`], another process is writing here, or the files cannot be written.
    pub fn resume(dir: &Path) -> Result<(ResultsWriter, Results, Vec<Problem>)> {
        // A folder without results is told before a file is made in it.
        read_header(dir)?;
        let path = dir.join(RECORDS_FILE);
        let fail = |cause: io::Error| error::cannot_write(&path, &cause);
        let mut records = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        // Before anything is read: what another process still writes would be made twice.
        lock(&records, dir)?;
        let (results, problems) = Results::read(dir)?;
        end_line(&path, &mut records).map_err(fail)?;
        let header = RunHeader { complete: false, ..results.header.clone() };
        write_header(dir, &header)?;
        Ok((ResultsWriter { dir: dir.to_path_buf(), header, records }, results, problems))
    }

    /// Folder of the run.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Header of the run, not complete.
    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    /// Adds one record, in a single write, so that an interruption tears at most the last line.
    ///
    /// What was written of a record that does not fit on the disk is taken back: another one may follow.
    ///
    /// # Errors
    /// The record has a path that is not UTF-8, or the file cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<()> {
        let path = self.dir.join(RECORDS_FILE);
        let fail = |cause: io::Error| error::cannot_write(&path, &cause);
        let mut line = serde_json::to_vec(record).map_err(|cause| fail(cause.into()))?;
        line.push(b'\n');
        let n_whole = self.records.metadata().map_err(fail)?.len();
        self.records.write_all(&line).and_then(|()| self.records.flush()).map_err(|cause| {
            // The first failure is the one to tell.
            let _ = self.records.set_len(n_whole);
            fail(cause)
        })
    }

    /// Empty folder for what the slicer printed and wrote for a task.
    ///
    /// What an interrupted run left there goes: it belongs to no record, and its files may be those of other tasks, too.
    ///
    /// # Errors
    /// It cannot be made or emptied.
    pub fn raw_dir(&self, task: &str) -> Result<PathBuf> {
        let dir = raw_path(&self.dir, task);
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
    /// Writes header and records as they are into a folder that holds no results, for merged runs.
    ///
    /// # Errors
    /// As [`ResultsWriter::create`].
    pub fn write(&self, dir: &Path) -> Result<()> {
        let mut writer = ResultsWriter::create(dir, self.header.clone())?;
        for record in &self.records {
            writer.append(record)?;
        }
        if self.header.complete { writer.finish().map(|_| ()) } else { Ok(()) }
    }
}

/// Where what the slicer printed for a task is kept; never outside the run's folder.
pub(super) fn raw_path(dir: &Path, task: &str) -> PathBuf {
    let names = Path::new(task).components().filter(|part| matches!(part, Component::Normal(_)));
    dir.join(RAW_FOLDER).join(names.collect::<PathBuf>())
}

/// Writes beside the file and renames, so that there is a whole header at any time.
fn write_header(dir: &Path, header: &RunHeader) -> Result<()> {
    let path = dir.join(HEADER_FILE);
    let draft = dir.join(format!("{HEADER_FILE}.tmp"));
    let write = || -> io::Result<()> {
        let mut text = serde_json::to_string_pretty(header)?;
        text.push('\n');
        let mut file = File::create(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, &path)
    };
    write().map_err(|cause| error::cannot_write(&path, &cause))
}

/// Until the file is closed, nobody else writes records here; where the system has no locks, nobody is kept out.
fn lock(records: &File, dir: &Path) -> Result<()> {
    match records.try_lock() {
        Err(TryLockError::WouldBlock) => Err(error::results::busy(dir)),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
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
