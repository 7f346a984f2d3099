//! Recorded runs of a slicer, read again without the slicer.
//!
//! A recorded case is a folder: `program.*` (or `Program.java`), `criterion.txt` (line and variable, and in a
//! call of several criteria its number), `prepared.*` when the slicer saw an edited copy, `stdout.txt`, `stderr.txt`, `exit.txt` of the last step,
//! `answer.*` when the slicer wrote a file, `table.*` when offsets are lines by one, and `expect.json`, what reading it must give. `origin.toml` says
//! whether it was recorded, of which version and when, or made up; `NOTE.md` has the command and what is to be seen.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::prepare::{self, TaskCopy};
use super::schema::AnswerSource;
use super::template::Values;
use super::{Adapter, CommandStep, Placeholder, Prepared, Reply};
use crate::ast::{SourceFile, decode};
use crate::error::{self, Place, Result};
use crate::process::{Completion, End, Left};
use crate::results::{Answer, Status};

/// What reading a recorded case gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Expected {
    /// How the run ended.
    pub status: Status,
    /// Why, when it did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The answer, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

/// Where a case comes from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "is", deny_unknown_fields)]
pub enum CaseOrigin {
    /// A real run.
    Recorded {
        /// Version of the slicer.
        version: String,
        /// Day of the run, as `2026-11-22`.
        date: String,
    },
    /// Written by hand, from what is known of the slicer.
    MadeUp,
}

impl CaseOrigin {
    fn read(case: &Path) -> Result<Option<CaseOrigin>> {
        let path = case.join("origin.toml");
        if !path.exists() {
            return Ok(None);
        }
        let text = text(&path)?;
        let origin = toml::from_str(&text).map_err(|cause| {
            let place = cause
                .span()
                .map_or_else(|| Place::file(&path), |span| Place::of_offset(&path, &text, span.start));
            error::adapter::bad_origin(place, cause.message())
        });
        origin.map(Some)
    }
}

/// A recorded case beside what reading it gives now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Name of its folder.
    pub case: String,
    /// Where it comes from; `None` when that is not said.
    pub origin: Option<CaseOrigin>,
    /// What is stored; `None` when nothing is.
    pub expected: Option<Expected>,
    /// What reading it gives now.
    pub found: Expected,
}

impl Replay {
    /// Whether it reads as stored.
    pub fn agrees(&self) -> bool {
        self.expected.as_ref() == Some(&self.found)
    }
}

/// Folders of the recorded cases, sorted; empty when the adapter names none.
///
/// # Errors
/// When the folder that the adapter names cannot be read.
pub fn cases(adapter: &Adapter) -> Result<Vec<PathBuf>> {
    let Some(recorded) = &adapter.recorded else { return Ok(Vec::new()) };
    let folder = adapter.home.recorded(recorded)?;
    let entries = std::fs::read_dir(&folder).map_err(|cause| error::cannot_read(&folder, &cause))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.is_dir());
    found.sort();
    Ok(found)
}

/// Reads a recorded case as if the slicer had just been run.
///
/// # Errors
/// When a file of the case cannot be read.
pub fn replay(adapter: &Adapter, case: &Path) -> Result<Replay> {
    let temporary = std::env::temp_dir();
    let workdir = tempfile::tempdir().map_err(|cause| error::cannot_write(&temporary, &cause))?;
    let prepared = prepared(adapter, case, workdir.path())?;
    let mut replies = adapter.read_answers(&prepared, &completions(adapter, case)?)?;
    let reply = replies.pop().expect("one place gives one reply");
    let stored = case.join("expect.json");
    let expected = match stored.exists() {
        true => Some(
            serde_json::from_str(&text(&stored)?)
                .map_err(|cause| error::adapter::bad_expectation(&stored, &cause))?,
        ),
        false => None,
    };
    let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Reply { status, reason, answer, .. } = reply;
    Ok(Replay {
        case: name,
        origin: CaseOrigin::read(case)?,
        expected,
        found: Expected { status, reason, answer },
    })
}

fn prepared(adapter: &Adapter, case: &Path, workdir: &Path) -> Result<Prepared> {
    let file = program(adapter, case)?;
    let (program, out) = (workdir.join("program"), workdir.join("out"));
    for folder in [&program, &out] {
        std::fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
    }
    let name = prepare::text_of(&file.path);
    let criterion = CaseCriterion::read(case)?;
    let values = Values::from([
        (Placeholder::Builddir, prepare::text_of(&prepare::build_folder(workdir))),
        (Placeholder::Outdir, prepare::text_of(&out)),
        (Placeholder::Output, prepare::text_of(&out.join(&name))),
        (Placeholder::Basename, name.clone()),
        (Placeholder::Dir, prepare::text_of(&program)),
        (Placeholder::File, prepare::text_of(&program.join(&name))),
        (Placeholder::Line, adapter.positions.line(criterion.line).to_string()),
        (Placeholder::Variable, criterion.variable),
        (Placeholder::Number, criterion.number),
    ]);
    let part = adapter.part(&values, Vec::new())?;
    if let (Some(target), Some(recorded)) = (&part.table, with_stem(case, "table")?) {
        prepare::write(target, &text(&recorded)?)?;
    }
    let target = match adapter.answer.from {
        AnswerSource::Stdout => None,
        AnswerSource::File => Some(part.path.clone()),
        AnswerSource::Folder => Some(part.path.join(&name)),
        AnswerSource::InPlace => Some(program.join(&name)),
    };
    if let (Some(target), Some(recorded)) = (target, with_stem(case, "answer")?) {
        let folder = target.parent().unwrap_or(&out);
        std::fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
        std::fs::copy(&recorded, &target).map_err(|cause| error::cannot_write(&target, &cause))?;
    }
    let names = vec![(file.path.clone(), file.path.clone())];
    let copies = vec![match with_stem(case, "prepared")? {
        Some(path) => text(&path)?,
        None => file.text.clone(),
    }];
    let place =
        TaskCopy { names, copies, files: vec![file], file_idx: 0, line: criterion.line, program, part };
    let folder = Left::open(workdir).map_err(|cause| error::cannot_read(workdir, &cause))?;
    Ok(Prepared {
        steps: Vec::new(),
        limits: adapter.limits.clone(),
        folder,
        places: vec![place],
        values,
        unless: Vec::new(),
        build: None,
        hold: None,
    })
}

/// What `criterion.txt` says.
struct CaseCriterion {
    line: usize,
    variable: String,
    /// Number in a call of several criteria.
    number: String,
}

impl CaseCriterion {
    fn read(case: &Path) -> Result<CaseCriterion> {
        let text = text(&case.join("criterion.txt"))?;
        let mut words = text.split_whitespace();
        let line = words.next().and_then(|line| line.parse().ok()).filter(|line| *line > 0).unwrap_or(1);
        let mut word = || words.next().unwrap_or_default().to_owned();
        Ok(CaseCriterion { line, variable: word(), number: word() })
    }
}

/// The recorded program; an empty one when the case is about a missing file.
fn program(adapter: &Adapter, case: &Path) -> Result<SourceFile> {
    let recorded = match with_stem(case, "program")? {
        Some(path) => Some(path),
        None => with_stem(case, "Program")?,
    };
    match recorded {
        Some(path) => Ok(SourceFile::new(path.file_name().unwrap_or_default(), text(&path)?)),
        None => Ok(SourceFile::new(format!("program.{}", adapter.languages[0].extension()), "")),
    }
}

fn with_stem(case: &Path, stem: &str) -> Result<Option<PathBuf>> {
    let entries = std::fs::read_dir(case).map_err(|cause| error::cannot_read(case, &cause))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.file_stem().is_some_and(|known| known == stem));
    found.sort();
    Ok(found.into_iter().next())
}

/// Earlier steps went well, silently but for a table; the recorded one is the last, or the request of a server, which replied
/// where there is no exit code.
fn completions(adapter: &Adapter, case: &Path) -> Result<Vec<Completion>> {
    let read = |name: &str| {
        let path = case.join(name);
        std::fs::read(&path).map_err(|cause| error::cannot_read(&path, &cause))
    };
    let completion = |end: End, stdout, stderr| Completion {
        end,
        stdout,
        stderr,
        wall_s: 0.0,
        cpu_s: None,
        memory_byte: None,
        n_leaked: 0,
        left: None,
    };
    let (last, earlier) = adapter.steps.split_last().expect("an adapter has a step");
    let well = |step: &CommandStep| step.exit_codes.first().map_or(End::Done, |code| End::Exited(*code));
    let mut all: Vec<Completion> =
        earlier.iter().map(|step| completion(well(step), Vec::new(), Vec::new())).collect();
    if let (Some(step), Some(table)) =
        (adapter.table_step().and_then(|idx| all.get_mut(idx)), with_stem(case, "table")?)
    {
        step.stdout = text(&table)?.into_bytes();
    }
    let exit = text(&case.join("exit.txt"))?;
    let end = exit.trim().parse().map_or_else(|_| well(last), End::Exited);
    all.push(completion(end, read("stdout.txt")?, read("stderr.txt")?));
    Ok(all)
}

fn text(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|cause| error::cannot_read(path, &cause))?;
    decode(&bytes).map_err(|offset| error::not_utf8(path, offset))
}
