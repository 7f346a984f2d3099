//! Stored snapshots: named baselines, the best ever of a slicer, and the grades of a run.
//!
//! All are one format, a header and a line per task, sorted, so that a checked-in file shows in a diff which tasks
//! changed. `docs/FORMATS.md` names every field.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Origin, Outcome, Snapshot};
use crate::error::{self, Problem, Result};
use crate::files;
use crate::grade::GRADER;

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
    /// Only beside a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made_of: Option<MadeOf>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tasks: BTreeMap<String, Outcome>,
}

/// What the grades of a run were made of, besides by which grader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeOf {
    /// Checksum of the header and the records.
    pub run: String,
    /// Checksum of what the suite says of their tasks.
    pub suite: String,
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

/// Reads a stored snapshot; the problem is that it has no checksum.
///
/// # Errors
/// The file cannot be read, is not a snapshot, not as it was written, or newer than this program.
pub fn read(path: &Path) -> Result<(Snapshot, Option<Problem>)> {
    let text = files::read_text(path)?.ok_or_else(|| error::baseline::missing(path))?;
    let (stored, unsealed) = parse(path, &text)?;
    Ok((Snapshot { origin: stored.origin, tasks: stored.tasks }, unsealed))
}

fn parse(path: &Path, text: &str) -> Result<(Stored, Option<Problem>)> {
    files::parse_sealed(path, text, FORMAT, error::baseline::not_a_snapshot)
}

/// Writes a snapshot, in one step; folders are made.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, snapshot: &Snapshot) -> Result<()> {
    write_stored(path, snapshot, None)
}

fn write_stored(path: &Path, snapshot: &Snapshot, made_of: Option<MadeOf>) -> Result<()> {
    let text = text(snapshot, made_of).map_err(|cause| error::cannot_write(path, &cause.into()))?;
    files::replace(path, files::seal(&text))
}

fn text(snapshot: &Snapshot, made_of: Option<MadeOf>) -> serde_json::Result<String> {
    let head = Stored { format: FORMAT, origin: snapshot.origin.clone(), made_of, tasks: BTreeMap::new() };
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

/// The grades stored beside a run; `None` unless this program's grader made them of these records and what the suite says
/// of their tasks, `None` where it does not matter.
pub fn grades_of_run(dir: &Path, run: &str, suite: Option<&str>) -> Option<Snapshot> {
    let path = dir.join(GRADES);
    let (stored, unsealed) = parse(&path, &files::read_text(&path).ok()??).ok()?;
    let made_of = stored.made_of?;
    let is_of_run = made_of.run == run && suite.is_none_or(|suite| made_of.suite == suite);
    (is_of_run && stored.origin.grader == GRADER && unsealed.is_none())
        .then_some(Snapshot { origin: stored.origin, tasks: stored.tasks })
}

/// Stores the grades of all tasks of a run beside it, so that it need not be graded again to be compared.
///
/// # Errors
/// The file cannot be written.
pub fn write_grades_of_run(dir: &Path, snapshot: &Snapshot, made_of: MadeOf) -> Result<()> {
    write_stored(&dir.join(GRADES), snapshot, Some(made_of))
}
