//! What a command that does one thing to many tasks left of each: `minimize` over a choice of tasks, and `check certificates`.
//!
//! Layout: `work.json` (what was asked, marked complete last) and `work.jsonl` (a line as soon as a task is done, each with
//! its checksum). The same command goes on where an interrupted one was. `docs/FORMATS.md` names every field.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::shares::{StoredShare, has_all_shares};
use super::{Host, SuiteStamp, ToolStamp};
use crate::error::{self, Place, Problem, Result};
use crate::files::{self, RecordsStamp};

/// Version of these files.
pub const WORK_FORMAT: u64 = 1;

const HEADER_FILE: &str = "work.json";
const LINES_FILE: &str = "work.jsonl";

/// What is done to each task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum WorkKind {
    /// A minimal slice is searched for.
    Minimize,
    /// Its certificate is replayed, or made.
    Certificates,
}

impl WorkKind {
    /// The word used in files, and the name of the folder.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What was asked, in `work.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkHeader {
    /// [`WORK_FORMAT`].
    pub format: u64,
    /// When it began, UTC.
    pub created: String,
    /// Every task has its line.
    pub complete: bool,
    /// The command.
    pub kind: WorkKind,
    /// This program.
    pub tool: ToolStamp,
    /// Options on which the outcome depends, by name.
    pub asked: BTreeMap<String, String>,
    /// The tasks that were asked for; the hash is that of what their slices follow from, before they were divided.
    pub suite: SuiteStamp,
    /// The machine on which it began.
    #[serde(default)]
    pub host: Host,
}

/// How it ended for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum WorkStatus {
    /// A slice was found; a certificate holds, or was made.
    Done,
    /// It could not be done; a certificate does not hold.
    Failed,
    /// Nothing can be done for it: there is no oracle, or no certificate.
    LeftOut,
}

/// What became of a gold slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum GoldEnd {
    /// There was none.
    Written,
    /// That which was there was not minimal.
    Replaced,
    /// It was minimal.
    Kept,
}

/// One line of `work.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkRecord {
    /// Task id.
    pub task: String,
    /// Hash of what its slices follow from.
    pub subject: String,
    /// Hash of gold slices and certificate as they were left in the suite; `None` where they did not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// How it ended.
    pub status: WorkStatus,
    /// Counted nodes of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<usize>,
    /// Counted nodes of the slice found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice_nodes: Option<usize>,
    /// No set of up to so many nodes can go; 0 when nothing is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<usize>,
    /// No set of any size can go.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbounded: bool,
    /// Candidates judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<u64>,
    /// What became of the gold slice; `None` when none was to be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold: Option<GoldEnd>,
    /// Deletions that a certificate shows to break its gold slices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witnesses: Option<usize>,
    /// Places of those that only ran out of fuel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_fuel: Vec<String>,
    /// Why it failed or was left out, or what it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<StoredProblem>,
    /// Seconds.
    pub wall_s: f64,
}

/// A problem as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProblem {
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// 1-based line, 0 for the file as a whole.
    #[serde(default)]
    pub line: usize,
    /// 1-based column, 0 when unknown.
    #[serde(default)]
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl From<&Problem> for StoredProblem {
    fn from(problem: &Problem) -> StoredProblem {
        let Problem { place, message, hint } = problem.clone();
        let (line, column) = place.as_ref().map_or((0, 0), |place| (place.line, place.column));
        let path = place.map(|place| place.path.display().to_string());
        StoredProblem { path, line, column, message, hint }
    }
}

impl From<&StoredProblem> for Problem {
    fn from(stored: &StoredProblem) -> Problem {
        let StoredProblem { path, line, column, message, hint } = stored.clone();
        Problem { place: path.map(|path| Place::at(path, line, column)), message, hint }
    }
}

impl WorkRecord {
    /// Of a task for which nothing is known yet.
    pub fn new(task: String, subject: String, status: WorkStatus) -> WorkRecord {
        WorkRecord {
            task,
            subject,
            evidence: None,
            status,
            nodes: None,
            slice_nodes: None,
            depth: None,
            unbounded: false,
            candidates: None,
            gold: None,
            witnesses: None,
            by_fuel: Vec::new(),
            problems: Vec::new(),
            wall_s: 0.0,
        }
    }
}

/// What such a command left.
#[derive(Clone, Debug, PartialEq)]
pub struct DoneWork {
    /// Where it is stored.
    pub dir: PathBuf,
    /// What was asked.
    pub header: WorkHeader,
    /// Ordered by task.
    pub records: Vec<WorkRecord>,
    /// Something is not as it was written, and was left out.
    pub is_damaged: bool,
}

impl DoneWork {
    /// Whether a folder is one of these.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(HEADER_FILE).is_file()
    }

    /// Reads a folder; one that is not complete has what was done so far. The problems are warnings.
    ///
    /// # Errors
    /// There is nothing in the folder, or the header is damaged or of a newer format.
    pub fn read(dir: &Path) -> Result<(DoneWork, Vec<Problem>)> {
        let (stored, unsealed) = read_header(dir)?.ok_or_else(|| error::results::no_work(dir))?;
        let mut problems = Vec::from_iter(unsealed);
        let path = dir.join(LINES_FILE);
        let (records, stamp, damaged) = read_lines(&path, problems.is_empty())?;
        let n_unsealed = problems.len();
        problems.extend(damaged);
        if let Some(written) = stored.lines.filter(|lines| stored.header.complete && *lines != stamp) {
            problems.push(error::results::other_lines(&path, stamp.n, written.n));
        }
        let is_damaged = problems.len() > n_unsealed;
        if !stored.header.complete {
            problems.push(error::results::incomplete_work(dir, records.len(), stored.header.suite.n_tasks));
        }
        let records = records.into_values().collect();
        Ok((DoneWork { dir: dir.to_owned(), header: stored.header, records, is_damaged }, problems))
    }

    /// Writes a whole that was put together, in the place of what is there.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn store(mut self, out: &Path) -> Result<DoneWork> {
        self.dir = out.join(self.header.kind.name());
        let text: Vec<u8> = self.records.iter().flat_map(line).collect();
        files::replace(&self.dir.join(LINES_FILE), &text)?;
        let stamp = self.header.complete.then(|| RecordsStamp::of(&text, &[]));
        write_header(&self.dir, &self.header, stamp)?;
        Ok(self)
    }
}

/// Puts the shares of one command together: what the undivided one would have left, times and places aside.
///
/// # Errors
/// As [`has_all_shares`].
pub fn merge_work(mut parts: Vec<DoneWork>, partial: bool) -> Result<DoneWork> {
    parts.sort_by(|a, b| a.header.suite.partition.cmp(&b.header.suite.partition).then(a.dir.cmp(&b.dir)));
    let shares: Vec<StoredShare<'_>> = parts.iter().map(share).collect();
    let has_all =
        has_all_shares(&shares, &|idx| difference(&parts[0].header, &parts[idx].header, false), partial)?;
    let mut header = parts[0].header.clone();
    header.created = parts.iter().map(|part| part.header.created.clone()).min().unwrap_or_default();
    header.complete = has_all && parts.iter().all(|part| part.header.complete);
    header.suite.partition = None;
    header.suite.n_tasks = parts.iter().map(|part| part.header.suite.n_tasks).sum();
    let is_damaged = parts.iter().any(|part| part.is_damaged);
    let dir = parts[0].dir.clone();
    let mut records: Vec<WorkRecord> = parts.into_iter().flat_map(|part| part.records).collect();
    records.sort_by(|a, b| a.task.cmp(&b.task));
    Ok(DoneWork { dir, header, records, is_damaged })
}

fn share(part: &DoneWork) -> StoredShare<'_> {
    StoredShare {
        dir: &part.dir,
        partition: part.header.suite.partition.as_deref(),
        is_complete: part.header.complete,
        n_done: part.records.len(),
        n_tasks: part.header.suite.n_tasks,
    }
}

/// In what two requests differ. One that goes on must be of the same share, and may be of programs that changed since, and by
/// another version: tasks are compared one by one.
fn difference(a: &WorkHeader, b: &WorkHeader, goes_on: bool) -> Option<String> {
    let names = |list: &[String]| list.iter().cloned().collect::<BTreeSet<String>>();
    let option = || {
        let keys: BTreeSet<&String> = a.asked.keys().chain(b.asked.keys()).collect();
        keys.into_iter().find(|key| a.asked.get(*key) != b.asked.get(*key))
    };
    let differs = [
        ("command", a.kind != b.kind),
        ("filter", names(&a.suite.filters) != names(&b.suite.filters)),
        ("choice of labels", names(&a.suite.labels) != names(&b.suite.labels)),
        ("share", goes_on && a.suite.partition != b.suite.partition),
        ("suite", !goes_on && a.suite.hash != b.suite.hash),
        ("version of bench-slicers", !goes_on && a.tool != b.tool),
    ];
    let found = differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what.to_owned());
    found.or_else(|| option().map(|key| format!("`{key}`")))
}

/// The folder of a command that is at work.
pub struct WorkLog {
    dir: PathBuf,
    header: WorkHeader,
    records: BTreeMap<String, WorkRecord>,
    file: File,
    problems: Vec<Problem>,
}

impl WorkLog {
    /// Begins, or goes on with what was asked the same; `tasks` are the ids of those that are wanted.
    ///
    /// # Errors
    /// The folder has what was asked otherwise, or cannot be read or written.
    pub fn open(out: &Path, header: WorkHeader, tasks: &BTreeSet<String>, restart: bool) -> Result<WorkLog> {
        let dir = out.join(header.kind.name());
        let path = dir.join(LINES_FILE);
        let begun = if restart { None } else { read_header(&dir)? };
        let (mut records, mut problems, mut created) = (BTreeMap::new(), Vec::new(), header.created.clone());
        if let Some((begun, unsealed)) = begun {
            if let Some(what) = difference(&begun.header, &header, true) {
                return Err(error::results::other_work(&dir, &what));
            }
            let (found, _, damaged) = read_lines(&path, unsealed.is_none())?;
            problems = damaged;
            // What another version did is done again.
            if begun.header.tool == header.tool {
                created = begun.header.created;
                records = found;
            }
        }
        records.retain(|task, _| tasks.contains(task));
        // Written anew, which drops what an interruption tore.
        let text: Vec<u8> = records.values().flat_map(line).collect();
        files::replace(&path, text)?;
        let header = WorkHeader { created, complete: false, ..header };
        write_header(&dir, &header, None)?;
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.map_err(|cause| error::cannot_write(&path, &cause))?;
        Ok(WorkLog { dir, header, records, file, problems })
    }

    /// Folder of the lines.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What was wrong with lines whose tasks are done again.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What was done for a task that is still the same: `subject` and `evidence` are the hashes of today.
    ///
    /// What failed is tried again: it may have been the machine's doing.
    pub fn done(&self, task: &str, subject: &str, evidence: &str) -> Option<&WorkRecord> {
        self.records.get(task).filter(|record| {
            record.status != WorkStatus::Failed
                && record.subject == subject
                && record.evidence.as_deref().is_none_or(|left| left == evidence)
        })
    }

    /// Adds a line, in a single write, so that an interruption tears at most the last one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, record: &WorkRecord) -> Result<()> {
        let written = self.file.write_all(&line(record)).and_then(|()| self.file.flush());
        written.map_err(|cause| error::cannot_write(&self.dir.join(LINES_FILE), &cause))?;
        self.records.insert(record.task.clone(), record.clone());
        Ok(())
    }

    /// Marks it complete, with a line for each task.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(self) -> Result<DoneWork> {
        let header = WorkHeader { complete: true, ..self.header };
        let records = self.records.into_values().collect();
        let whole = DoneWork { dir: self.dir.clone(), header, records, is_damaged: false };
        whole.store(self.dir.parent().unwrap_or(&self.dir))
    }
}

/// `work.json` as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredWork {
    #[serde(flatten)]
    header: WorkHeader,
    /// The lines of what is complete; `None` before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lines: Option<RecordsStamp>,
}

fn line(record: &WorkRecord) -> Vec<u8> {
    let line = serde_json::to_string(record).expect("a record has text keys and finite numbers");
    files::seal_line(&line).into_bytes()
}

fn read_header(dir: &Path) -> Result<Option<(StoredWork, Option<Problem>)>> {
    let path = dir.join(HEADER_FILE);
    let Some(text) = files::read_text(&path)? else { return Ok(None) };
    files::parse_sealed(&path, &text, WORK_FORMAT, error::results::not_work).map(Some)
}

type FoundLines = (BTreeMap<String, WorkRecord>, RecordsStamp, Vec<Problem>);

/// What can be read, the last line of each task; the tasks of a torn last line and of damaged ones are done again.
fn read_lines(path: &Path, is_sealed: bool) -> Result<FoundLines> {
    let text = match fs::read(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Vec::new(),
        text => text.map_err(|cause| error::cannot_read(path, &cause))?,
    };
    let (mut records, mut problems) = (BTreeMap::new(), Vec::new());
    for (idx, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match files::parse_line::<WorkRecord>(line, is_sealed) {
            Ok(Some(record)) => drop(records.insert(record.task.clone(), record)),
            Err(_) if line.ends_with(b"\n") => {
                problems.push(error::results::changed_work(Place::at(path, idx + 1, 0)));
            }
            _ => {}
        }
    }
    Ok((records, RecordsStamp::of(&text, &[]), problems))
}

fn write_header(dir: &Path, header: &WorkHeader, lines: Option<RecordsStamp>) -> Result<()> {
    let stored = StoredWork { header: header.clone(), lines };
    let text = serde_json::to_string_pretty(&stored).expect("a header has text keys and finite numbers");
    files::replace(&dir.join(HEADER_FILE), files::seal(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn header() -> WorkHeader {
        WorkHeader {
            format: WORK_FORMAT,
            created: "2026-11-21T10:53:06Z".to_owned(),
            complete: false,
            kind: WorkKind::Minimize,
            tool: ToolStamp::this(),
            asked: BTreeMap::from([("--max-nodes".to_owned(), "1".to_owned())]),
            suite: SuiteStamp { n_tasks: 2, ..SuiteStamp::default() },
            host: Host::default(),
        }
    }

    fn tasks() -> BTreeSet<String> {
        ["python/a/s1".to_owned(), "python/a/s2".to_owned()].into()
    }

    fn record(task: &str) -> WorkRecord {
        WorkRecord {
            nodes: Some(12),
            wall_s: 0.25,
            ..WorkRecord::new(task.to_owned(), "abc".to_owned(), WorkStatus::Done)
        }
    }

    #[test]
    fn no_changed_bit_and_no_cut_is_silent() {
        let out = tempfile::tempdir().unwrap();
        let mut log = WorkLog::open(out.path(), header(), &tasks(), false).unwrap();
        tasks().iter().for_each(|task| log.append(&record(task)).unwrap());
        let work = log.finish().unwrap();
        assert_eq!(DoneWork::read(&work.dir).unwrap(), (work.clone(), Vec::new()));
        let mut random = Random::new(17);
        for name in [HEADER_FILE, LINES_FILE] {
            let path = work.dir.join(name);
            let whole = fs::read(&path).unwrap();
            let mut flipped = |_| {
                let mut changed = whole.clone();
                changed[random.below(whole.len())] ^= 1 << random.below(8);
                changed
            };
            let flips: Vec<Vec<u8>> = (0..500).map(&mut flipped).collect();
            for changed in flips.into_iter().chain((0..whole.len()).map(|n_left| whole[..n_left].to_vec())) {
                fs::write(&path, &changed).unwrap();
                let read = DoneWork::read(&work.dir).ok().filter(|(_, problems)| problems.is_empty());
                assert!(read.is_none_or(|(read, _)| read == work), "{}", String::from_utf8_lossy(&changed));
            }
            fs::write(&path, whole).unwrap();
        }
    }

    #[test]
    fn what_is_torn_changed_or_failed_is_done_again() {
        let out = tempfile::tempdir().unwrap();
        let mut log = WorkLog::open(out.path(), header(), &tasks(), false).unwrap();
        log.append(&record("python/a/s1")).unwrap();
        log.append(&WorkRecord { evidence: Some("left".to_owned()), ..record("python/a/s2") }).unwrap();
        let path = log.dir().join(LINES_FILE);
        let whole = fs::read(&path).unwrap();
        for n_left in 0..=whole.len() {
            fs::write(&path, &whole[..n_left]).unwrap();
            let log = WorkLog::open(out.path(), header(), &tasks(), false).unwrap();
            let n_done = tasks().iter().filter(|task| log.done(task, "abc", "left").is_some()).count();
            // A line of which only the line end is missing is whole.
            let lines = whole[..n_left].split(|byte| *byte == b'\n');
            assert_eq!(n_done, lines.filter(|line| line.ends_with(b"}")).count(), "{n_left}");
        }
        fs::write(&path, &whole).unwrap();
        let log = WorkLog::open(out.path(), header(), &tasks(), false).unwrap();
        assert!(log.done("python/a/s1", "other", "left").is_none());
        assert!(log.done("python/a/s1", "abc", "other").is_some(), "its gold slice did not matter");
        assert!(log.done("python/a/s2", "abc", "other").is_none());

        let mut log = log;
        log.append(&WorkRecord { status: WorkStatus::Failed, ..record("python/a/s1") }).unwrap();
        assert!(log.done("python/a/s1", "abc", "left").is_none());
        let newer = ToolStamp { version: "9.0.0".to_owned(), ..ToolStamp::this() };
        let log = WorkLog::open(out.path(), WorkHeader { tool: newer, ..header() }, &tasks(), false).unwrap();
        assert!(tasks().iter().all(|task| log.done(task, "abc", "left").is_none()));
    }

    #[test]
    fn what_was_asked_otherwise_is_refused() {
        let out = tempfile::tempdir().unwrap();
        drop(WorkLog::open(out.path(), header(), &tasks(), false).unwrap());
        let asked = BTreeMap::from([("--max-nodes".to_owned(), "2".to_owned())]);
        let other = || WorkHeader { asked: asked.clone(), ..header() };
        let refused = WorkLog::open(out.path(), other(), &tasks(), false).err().unwrap().to_string();
        assert!(refused.contains("another `--max-nodes`"), "{refused}");
        assert!(WorkLog::open(out.path(), other(), &tasks(), true).is_ok());
    }
}
