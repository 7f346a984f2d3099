//! Results as they were left, perhaps by an interrupted run: what can be read is read.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::write::raw_path;
use super::{
    Answer, FORMAT, Granularity, HEADER_FILE, RECORDS_FILE, REPEATS_FILE, Record, Results, RunHeader, Status,
};
use crate::error::{self, Error, Place, Problem, Result};

impl Results {
    /// Reads a run's folder. Records are ordered by task, one for each; of several, the last one stays.
    ///
    /// The problems are warnings: torn, corrupt and repeated records, and a run that is not complete.
    ///
    /// # Errors
    /// The header is missing, not a header, or newer than this program.
    pub fn read(dir: &Path) -> Result<(Results, Vec<Problem>)> {
        let mut header = read_header(dir)?;
        let mut problems = Vec::new();
        let path = dir.join(RECORDS_FILE);
        let records = match read_records(&path, &mut problems)? {
            None => {
                problems.push(error::results::no_records(&path));
                Vec::new()
            }
            Some(records) => records,
        };
        // Earlier releases did not take it from the adapter that its answers are lines.
        if records.iter().any(|record| matches!(record.answer, Some(Answer::Lines { .. }))) {
            header.reading.granularity = Granularity::Line;
        }
        if !header.complete {
            problems.push(error::results::incomplete(dir, records.len(), header.suite.n_tasks));
        }
        let mut repeats: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for record in read_records(&dir.join(REPEATS_FILE), &mut problems)?.unwrap_or_default() {
            repeats.entry(record.task.clone()).or_default().push(record);
        }
        Ok((Results { dir: dir.to_path_buf(), header, records, repeats }, problems))
    }

    /// Folder with what the slicer printed and wrote for a task; it need not exist.
    pub fn raw_path(&self, task: &str) -> PathBuf {
        raw_path(&self.dir, task)
    }
}

/// Size of the records of a run and of its repetitions, bytes; `None` when there are none.
pub fn records_byte(dir: &Path) -> Option<u64> {
    let size = |name| fs::metadata(dir.join(name)).map(|file| file.len()).ok();
    Some(size(RECORDS_FILE)? + size(REPEATS_FILE).unwrap_or(0))
}

/// Reads `run.json` of a run's folder.
///
/// # Errors
/// As [`Results::read`].
pub fn read_header(dir: &Path) -> Result<RunHeader> {
    let path = dir.join(HEADER_FILE);
    let text = match fs::read_to_string(&path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(error::results::none_in(dir)),
        text => text.map_err(|cause| error::cannot_read(&path, &cause))?,
    };
    let fail = |cause: serde_json::Error| -> Error {
        error::results::not_a_header(Place::at(&path, cause.line(), cause.column()), &without_place(&cause))
    };
    // Before anything else is read: a newer header may look different.
    let value: Value = serde_json::from_str(&text).map_err(fail)?;
    match value.get("format").and_then(Value::as_u64) {
        Some(FORMAT) => serde_json::from_str(&text).map_err(fail),
        Some(format) if format > FORMAT => Err(error::format_too_new(&path, format, FORMAT)),
        _ => Err(error::results::not_a_header(Place::file(&path), "the format number is missing")),
    }
}

/// Records ordered by task and repetition; `None` when there is no such file.
fn read_records(path: &Path, problems: &mut Vec<Problem>) -> Result<Option<Vec<Record>>> {
    let text = match fs::read(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|cause| error::cannot_read(path, &cause))?,
    };
    let mut records: BTreeMap<(String, usize), Record> = BTreeMap::new();
    for (idx, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let place = Place::at(path, idx + 1, 0);
        match parse(line) {
            Ok(None) => {}
            Ok(Some(record)) => {
                let attempt = record.attempt;
                // A later attempt takes the place of an earlier one; the same attempt twice is a mistake.
                let earlier = records.insert((record.task.clone(), record.repeat), record);
                if let Some(earlier) = earlier.filter(|earlier| earlier.attempt >= attempt) {
                    problems.push(error::results::repeated(place, &earlier.task));
                }
            }
            Err(_) if !line.ends_with(b"\n") => problems.push(error::results::torn(place)),
            Err(cause) => problems.push(error::results::not_a_record(place, &cause)),
        }
    }
    Ok(Some(records.into_values().collect()))
}

/// One line; `None` for a blank one.
fn parse(line: &[u8]) -> std::result::Result<Option<Record>, String> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let record: Record = serde_json::from_slice(line).map_err(|cause| without_place(&cause))?;
    match (record.status, &record.answer) {
        (Status::Answered, None) => Err("`answered`, but there is no answer".to_string()),
        (status, Some(_)) if status != Status::Answered => {
            Err("there is an answer, but the status is not `answered`".to_string())
        }
        _ => Ok(Some(record)),
    }
}

/// What serde says, without the position, which counts in another text than the user's file.
fn without_place(cause: &serde_json::Error) -> String {
    let text = cause.to_string();
    match text.rsplit_once(" at line ") {
        Some((message, _)) => message.to_string(),
        None => text,
    }
}
