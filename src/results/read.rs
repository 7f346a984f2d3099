//! Results as they were left, perhaps by an interrupted run: what can be read is read, and what was changed is named.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::header::StoredHeader;
use super::{
    Answer, FORMAT, Granularity, HEADER_FILE, Integrity, RECORDS_FILE, REPEATS_FILE, Record, Results,
    RunHeader, Status,
};
use crate::error::{self, Place, Problem, Result};
use crate::files::{self, LineFault, RecordsStamp};

impl Results {
    /// Reads a run's folder. Records are ordered by task, one for each; of several, the last one stays.
    ///
    /// The problems are warnings: torn, damaged and repeated records, a run that is not complete, and one without
    /// checksums. What is damaged is left out, and [`Results::integrity`] says so.
    ///
    /// # Errors
    /// The header is missing, damaged, not a header, or newer than this program.
    pub fn read(dir: &Path) -> Result<(Results, Vec<Problem>)> {
        let (StoredHeader { mut header, records: stamp }, unsealed, header_sum) = stored_header(dir)?;
        let is_sealed = unsealed.is_none();
        let mut found = RecordsFound { is_sealed, problems: Vec::from_iter(unsealed), is_damaged: false };
        let path = dir.join(RECORDS_FILE);
        let texts = [RECORDS_FILE, REPEATS_FILE].map(|name| read_bytes(&dir.join(name)));
        let [text, repeats_text] = texts;
        let (text, repeats_text) = (text?, repeats_text?.unwrap_or_default());
        if text.is_none() {
            found.damage(error::results::no_records(&path));
        }
        let text = text.unwrap_or_default();
        let records = found.records(&path, &text);
        // Earlier releases did not take it from the adapter that its answers are lines.
        if records.iter().any(|record| matches!(record.answer, Some(Answer::Lines { .. }))) {
            header.reading.granularity = Granularity::Line;
        }
        let mut repeats: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for record in found.records(&dir.join(REPEATS_FILE), &repeats_text) {
            repeats.entry(record.task.clone()).or_default().push(record);
        }
        let found_stamp = RecordsStamp::of(&text, &repeats_text);
        // What is damaged by itself is named already.
        if let Some(stamp) =
            stamp.filter(|stamp| header.complete && !found.is_damaged && *stamp != found_stamp)
        {
            found.damage(error::results::other_records(&path, found_stamp.n, stamp.n));
        }
        if !header.complete {
            found.problems.push(error::results::incomplete(dir, records.len(), header.suite.n_tasks));
        }
        let integrity = match (found.is_damaged, found.problems.is_empty()) {
            (true, _) => Integrity::Damaged,
            (false, true) => {
                Integrity::Whole(files::sum(format!("{header_sum} {}", found_stamp.sum).as_bytes()))
            }
            (false, false) => Integrity::Unknown,
        };
        Ok((Results { dir: dir.to_path_buf(), header, records, repeats, integrity }, found.problems))
    }
}

/// Reads `run.json` of a run's folder.
///
/// # Errors
/// As [`Results::read`].
pub fn read_header(dir: &Path) -> Result<RunHeader> {
    stored_header(dir).map(|(stored, ..)| stored.header)
}

/// The header with the problem that it has no checksum, and the checksum of its text.
pub(super) fn stored_header(dir: &Path) -> Result<(StoredHeader, Option<Problem>, String)> {
    let path = dir.join(HEADER_FILE);
    let text = files::read_text(&path)?.ok_or_else(|| error::results::none_in(dir))?;
    let (stored, unsealed) = files::parse_sealed(&path, &text, FORMAT, error::results::not_a_header)?;
    Ok((stored, unsealed, files::sum(text.as_bytes())))
}

/// The bytes of a file; `None` when there is none.
pub(super) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(error::cannot_read(path, &cause)),
    }
}

/// What is wrong with the records of a run.
struct RecordsFound {
    is_sealed: bool,
    problems: Vec<Problem>,
    is_damaged: bool,
}

impl RecordsFound {
    fn damage(&mut self, problem: Problem) {
        self.problems.push(problem);
        self.is_damaged = true;
    }

    /// Records ordered by task and repetition.
    fn records(&mut self, path: &Path, text: &[u8]) -> Vec<Record> {
        let mut records: BTreeMap<(String, usize), Record> = BTreeMap::new();
        for (idx, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let place = Place::at(path, idx + 1, 0);
            match parse(line, self.is_sealed) {
                Ok(None) => {}
                Ok(Some(record)) => {
                    let attempt = record.attempt;
                    // A later attempt takes the place of an earlier one; the same attempt twice is a mistake.
                    let earlier = records.insert((record.task.clone(), record.repeat), record);
                    if let Some(earlier) = earlier.filter(|earlier| earlier.attempt >= attempt) {
                        self.problems.push(error::results::repeated(place, &earlier.task));
                    }
                }
                Err(_) if !line.ends_with(b"\n") => self.problems.push(error::results::torn(place)),
                Err(LineFault::Changed) => self.damage(error::results::changed_record(place)),
                Err(LineFault::Other(cause)) => self.damage(error::results::not_a_record(place, &cause)),
            }
        }
        records.into_values().collect()
    }
}

/// One line; `None` for a blank one. `is_sealed` says that every line has its checksum.
pub(super) fn parse(line: &[u8], is_sealed: bool) -> std::result::Result<Option<Record>, LineFault> {
    let record: Option<Record> = files::parse_line(line, is_sealed)?;
    match record.as_ref().map(|record| (record.status, &record.answer)) {
        Some((Status::Answered, None)) => {
            Err(LineFault::Other("`answered`, but there is no answer".to_owned()))
        }
        Some((status, Some(_))) if status != Status::Answered => {
            Err(LineFault::Other("there is an answer, but the status is not `answered`".to_owned()))
        }
        _ => Ok(record),
    }
}
