//! Results as they come: nothing that was written is lost when the run is interrupted.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::header::StoredHeader;
use super::pack::PackWriter;
use super::raw::{self, MAX_FOLDERS, RawRun};
use super::read::{parse, read_bytes, stored_header};
use super::{HEADER_FILE, RAW_PACK, RECORDS_FILE, REPEATS_FILE, Record, Results, RunHeader};
use crate::error::{self, Problem, Result};
use crate::files::{self, RecordsStamp, Seal, check_seal, seal, seal_line};

/// Writes the results of one run. Several threads share one behind a lock.
#[derive(Debug)]
pub struct ResultsWriter {
    dir: PathBuf,
    header: RunHeader,
    records: File,
    /// Opened with the first repetition.
    repeats: Option<File>,
    /// Keeps others out who wait for the file that `records` has replaced.
    _replaced: Option<File>,
    /// The archive of what slicers print, in a large run.
    pack: Option<PackWriter>,
    /// Checksums of what was kept and has no record yet, by task and repetition.
    kept: BTreeMap<(String, usize), BTreeMap<String, String>>,
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
        write_header(dir, &header, None)?;
        let path = dir.join(RECORDS_FILE);
        let records = File::create_new(&path).map_err(|cause| error::cannot_write(&path, &cause))?;
        lock(&records, dir)?;
        Ok(ResultsWriter {
            dir: dir.to_path_buf(),
            pack: open_pack(dir, &header)?,
            header,
            records,
            repeats: None,
            _replaced: None,
            kept: BTreeMap::new(),
            attempts: BTreeMap::new(),
        })
    }

    /// Goes on with an interrupted run: what is there, what was wrong with it, and a writer for the rest.
    ///
    /// A torn last record and damaged ones are dropped; they are among those that are still to be made, and so are those
    /// that are not to be kept. What an older version wrote gets its checksums.
    ///
    /// # Errors
    /// As [`Results::read`], another process is writing here, or the files cannot be written.
    pub fn resume(
        dir: &Path,
        keeps: impl Fn(&Record) -> bool,
    ) -> Result<(ResultsWriter, Results, Vec<Problem>)> {
        // A folder without results is told before a file is made in it.
        let (_, unsealed, _) = stored_header(dir)?;
        let path = dir.join(RECORDS_FILE);
        let open = || {
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.map_err(|cause| error::cannot_write(&path, &cause))
        };
        let (mut records, mut replaced) = (open()?, None);
        // Before anything is read: what another process still writes would be made twice.
        lock(&records, dir)?;
        let (mut results, problems) = Results::read(dir)?;
        mend(&dir.join(REPEATS_FILE), unsealed.is_none())?;
        if mend(&path, unsealed.is_none())? {
            replaced = Some(std::mem::replace(&mut records, open()?));
            lock(&records, dir)?;
        }
        let header = RunHeader { complete: false, ..results.header.clone() };
        write_header(dir, &header, None)?;
        let repeats = open_existing(&dir.join(REPEATS_FILE))?;
        let attempts = results.drop_unless(keeps);
        let pack = open_pack(dir, &header)?;
        let (dir, kept) = (dir.to_path_buf(), BTreeMap::new());
        Ok((
            ResultsWriter { dir, header, records, repeats, _replaced: replaced, pack, kept, attempts },
            results,
            problems,
        ))
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
        let key = (record.task.clone(), record.repeat);
        let attempt = self.attempts.get(&key).map_or(1, |before| before + 1);
        let mut record = Record { attempt, ..record.clone() };
        if let Some(sums) = self.kept.remove(&key) {
            record.raw = sums;
        }
        let line = seal_line(&serde_json::to_string(&record).map_err(|cause| fail(cause.into()))?);
        let file = match (record.repeat > 1, &mut self.repeats) {
            (false, _) => &mut self.records,
            (true, Some(file)) => file,
            (true, none) => none.insert(File::create_new(&path).map_err(fail)?),
        };
        let n_whole = file.metadata().map_err(fail)?.len();
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(|cause| {
            // The first failure is the one to tell.
            let _ = file.set_len(n_whole);
            fail(cause)
        })
    }

    /// Keeps what one call of the slicer printed, for each of its tasks, and what else it left for them, as it came. The
    /// records are to follow.
    ///
    /// # Errors
    /// A file cannot be written, or a folder not emptied.
    pub fn keep_raw(&mut self, runs: &[RawRun<'_>], printed: &[(PathBuf, Vec<u8>)]) -> Result<()> {
        match &mut self.pack {
            Some(pack) => raw::keep_in_pack(pack, runs, printed)?,
            None => raw::keep_in_folders(&self.dir, runs, printed)?,
        }
        for run in runs {
            let sums = raw::sums(run.answer.iter().chain(printed));
            self.kept.insert((run.task.to_owned(), run.repeat), sums);
        }
        Ok(())
    }

    /// Adds what slicers printed in another run, whose records are added here.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn copy_raw(&mut self, from: &Path) -> Result<()> {
        match &mut self.pack {
            Some(pack) => raw::copy_into_pack(from, pack),
            None => raw::copy_folders(from, &self.dir),
        }
    }

    /// Marks the run complete, in one step, and gives back its folder.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(mut self) -> Result<PathBuf> {
        let path = self.dir.join(RECORDS_FILE);
        self.records.sync_all().map_err(|cause| error::cannot_write(&path, &cause))?;
        if let Some(pack) = &mut self.pack {
            pack.finish()?;
        }
        self.header.complete = true;
        let texts = [RECORDS_FILE, REPEATS_FILE].map(|name| read_bytes(&self.dir.join(name)));
        let [records, repeats] = texts.map(|text| Ok(text?.unwrap_or_default()));
        let stamp = RecordsStamp::of(&records?, &repeats?);
        write_header(&self.dir, &self.header, Some(stamp))?;
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

/// The archive of a run with many tasks; `None` for one that has a folder for each.
fn open_pack(dir: &Path, header: &RunHeader) -> Result<Option<PackWriter>> {
    let path = dir.join(RAW_PACK);
    let is_packed = header.suite.n_tasks > MAX_FOLDERS || path.exists();
    is_packed.then(|| PackWriter::open(&path)).transpose()
}

fn write_header(dir: &Path, header: &RunHeader, records: Option<RecordsStamp>) -> Result<()> {
    let path = dir.join(HEADER_FILE);
    let stored = StoredHeader { header: header.clone(), records };
    let text =
        serde_json::to_string_pretty(&stored).map_err(|cause| error::cannot_write(&path, &cause.into()))?;
    files::replace(&path, seal(&text))
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

/// Makes a file of records whole: drops what is torn or damaged, and gives checksums to lines that an older version
/// wrote. A file that is whole stays as it is, and `false` says so.
fn mend(path: &Path, is_sealed: bool) -> Result<bool> {
    let Some(text) = read_bytes(path)? else { return Ok(false) };
    let mut whole = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if let Ok(Some(_)) = parse(line, is_sealed) {
            match check_seal(line) {
                Seal::Absent => {
                    whole.extend(seal_line(&String::from_utf8_lossy(line.trim_ascii())).into_bytes())
                }
                _ => whole.extend([line.trim_ascii_end(), b"\n"].concat()),
            }
        }
    }
    if whole == text {
        return Ok(false);
    }
    files::replace(path, whole).map(|()| true)
}

/// Opens a file of records to go on with; `None` when there is none.
fn open_existing(path: &Path) -> Result<Option<File>> {
    match OpenOptions::new().append(true).open(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some).map_err(|cause| error::cannot_write(path, &cause)),
    }
}
