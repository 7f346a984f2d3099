//! Stored snapshots: named baselines, the best ever of a slicer, and the grades of a run.
//!
//! All are one format, a header and a line per task, sorted, so that a checked-in file shows in a diff which tasks
//! changed. `docs/FORMATS.md` names every field.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Origin, Outcome, Snapshot};
use crate::error::{self, Place, Result};
use crate::files;
use crate::grade::GRADER;
use crate::results::RunHeader;

/// Newest format that is read.
const FORMAT: u64 = 1;
/// Folder of named baselines, in the folder of results.
const BASELINES: &str = "baselines";
/// The best ever, in the folder of a slicer.
const BEST: &str = "best.json";
/// The grades of a run, in its folder.
const GRADES: &str = "grades.json";

/// A stored snapshot.
#[derive(Serialize, Deserialize)]
struct Stored {
    format: u64,
    #[serde(flatten)]
    origin: Origin,
    /// Size of the records that these grades are of, bytes; only beside a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records_byte: Option<u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tasks: BTreeMap<String, Outcome>,
}

/// File of a named baseline.
pub fn named(reports: &Path, name: &str) -> PathBuf {
    reports.join(BASELINES).join(format!("{name}.json"))
}

/// File with the best that a slicer ever did.
pub fn best(reports: &Path, slicer: &str) -> PathBuf {
    reports.join(slicer).join(BEST)
}

/// Names of the baselines in a folder of results, sorted.
pub fn names(reports: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(reports.join(BASELINES)) else { return Vec::new() };
    let files = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> =
        files.filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect();
    names.sort();
    names
}

/// Reads a stored snapshot.
///
/// # Errors
/// The file cannot be read, is not a snapshot, or is newer than this program.
pub fn read(path: &Path) -> Result<Snapshot> {
    let text = fs::read_to_string(path).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => error::baseline::missing(path),
        _ => error::cannot_read(path, &cause),
    })?;
    let stored = parse(path, &text)?;
    Ok(Snapshot { origin: stored.origin, tasks: stored.tasks })
}

fn parse(path: &Path, text: &str) -> Result<Stored> {
    #[derive(Deserialize)]
    struct Head {
        format: u64,
    }
    let fail = |cause: serde_json::Error| {
        let message = cause.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        error::baseline::not_a_snapshot(Place::at(path, cause.line(), cause.column()), message)
    };
    // Before anything else is read: a newer file may look different.
    let head: Head = serde_json::from_str(text).map_err(fail)?;
    if head.format > FORMAT {
        return Err(error::format_too_new(path, head.format, FORMAT));
    }
    serde_json::from_str(text).map_err(fail)
}

/// Writes a snapshot, in one step; folders are made.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, snapshot: &Snapshot) -> Result<()> {
    write_stored(path, snapshot, None)
}

fn write_stored(path: &Path, snapshot: &Snapshot, records_byte: Option<u64>) -> Result<()> {
    let text = text(snapshot, records_byte).map_err(|cause| error::cannot_write(path, &cause.into()))?;
    files::replace(path, text)
}

fn text(snapshot: &Snapshot, records_byte: Option<u64>) -> serde_json::Result<String> {
    let head =
        Stored { format: FORMAT, origin: snapshot.origin.clone(), records_byte, tasks: BTreeMap::new() };
    let head = serde_json::to_string_pretty(&head)?;
    let mut text = head.strip_suffix("\n}").expect("a header has fields").to_owned();
    text.push_str(",\n  \"tasks\": {");
    for (idx, (task, outcome)) in snapshot.tasks.iter().enumerate() {
        text.push_str(if idx > 0 { ",\n    " } else { "\n    " });
        text.push_str(&serde_json::to_string(task)?);
        text.push_str(": ");
        text.push_str(&serde_json::to_string(outcome)?);
    }
    text.push_str("\n  }\n}\n");
    Ok(text)
}

/// The grades stored beside a run; `None` unless this program's grader made them of the records as they are.
pub fn grades_of_run(dir: &Path, header: &RunHeader, records_byte: u64) -> Option<Snapshot> {
    let path = dir.join(GRADES);
    let stored = parse(&path, &fs::read_to_string(&path).ok()?).ok()?;
    let is_of_run = stored.origin.grader == GRADER
        && stored.origin.created == header.created
        && stored.origin.complete == header.complete
        && stored.records_byte == Some(records_byte);
    is_of_run.then_some(Snapshot { origin: stored.origin, tasks: stored.tasks })
}

/// Stores the grades of all tasks of a run beside it, so that it need not be graded again to be compared.
///
/// # Errors
/// The file cannot be written.
pub fn write_grades_of_run(dir: &Path, snapshot: &Snapshot, records_byte: u64) -> Result<()> {
    write_stored(&dir.join(GRADES), snapshot, Some(records_byte))
}
