//! How a run ended, and where its answer is.
//!
//! Success is: an allowed exit code, and an answer, and an answer that is not empty, and no message
//! that the adapter knows for a failure. Exit codes alone mean nothing with real slicers.

use std::path::{Path, PathBuf};

use super::offsets::LineTable;
use super::prepare::TaskCopy;
use super::schema::{AnswerSource, Ending, OutcomeText};
use super::{Adapter, OutcomeRule, Prepared, TableSource, extract};
use crate::ast::{SourceFile, decode};
use crate::error::{self, Error, Result};
use crate::process::{Completion, End, Left, LeftError, MAX_LEFT_DEPTH, MAX_LEFT_FILES, byte_text};
use crate::results::{Answer, RawFiles, Status};

/// What became of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// How it ended.
    pub status: Status,
    /// Short canonical text; `None` when the status says everything.
    pub reason: Option<String>,
    /// The answer; present exactly when the status is [`Status::Answered`].
    pub answer: Option<Answer>,
    /// The answer as the slicer left it, by file name; empty when there is none.
    pub raw: RawFiles,
}

impl Reply {
    fn failed(status: Status, reason: impl Into<String>) -> Reply {
        Reply { status, reason: Some(reason.into()), answer: None, raw: Vec::new() }
    }
}

impl Adapter {
    /// Reads what the steps left behind: one reply for each task that was prepared, in that order.
    ///
    /// `completions` are those of the steps that were run, in order; fewer than there are steps when one failed.
    ///
    /// # Errors
    /// This machine lacks what starting or reading takes: nothing is known of the slicer then.
    pub fn read_answers(&self, prepared: &Prepared, completions: &[Completion]) -> Result<Vec<Reply>> {
        for (step, completion) in prepared.steps.iter().zip(completions) {
            if let End::NoResources(lack) = &completion.end {
                return Err(error::results::not_started(&step.argv[0], &lack.cause, lack.remedy));
            }
        }
        let read = |place: &TaskCopy| self.read_answer(prepared, place, completions);
        prepared.places.iter().map(read).collect()
    }

    fn read_answer(
        &self,
        prepared: &Prepared,
        place: &TaskCopy,
        completions: &[Completion],
    ) -> Result<Reply> {
        // How a call ended says nothing of a criterion that it was done with before.
        let is_done = self.says_done(&place.part, completions);
        let cut_short = completions.iter().find_map(|completion| cut_short(prepared, completion));
        if let Some(reply) = cut_short.filter(|_| !is_done) {
            return Ok(reply);
        }
        let (raw, unreadable) = match self.raw_answer(prepared, place, completions) {
            Ok(raw) => (raw, None),
            Err(Unread::Slicer(why)) => (Vec::new(), Some(why)),
            Err(Unread::Ours(error)) => return Err(error),
        };
        let mut outcomes = self.outcomes.iter().filter(|outcome| !is_done || outcome.is_of_answer());
        if let Some((outcome, reason)) =
            outcomes.find_map(|outcome| Some((outcome, outcome.reason(completions, &raw)?)))
        {
            let status = match outcome.status {
                Ending::Unsupported => Status::Unsupported,
                Ending::Exited => Status::Exited,
            };
            return Ok(Reply { raw, ..Reply::failed(status, reason) });
        }
        let mut steps = self.steps.iter().zip(completions);
        let failed = steps.find(|(step, completion)| !step.allows(&completion.end));
        if let Some((_, completion)) = failed.filter(|_| !is_done) {
            let reason = completion.end.reason(&prepared.limits).unwrap_or_else(|| "exit 0".into());
            return Ok(Reply { raw, ..Reply::failed(Status::Exited, reason) });
        }
        if completions.len() < self.steps.len() && !is_done {
            return Ok(Reply { raw, ..Reply::failed(Status::NotStarted, "a step was not run") });
        }
        Ok(match unreadable {
            Some(why) => Reply::failed(Status::Unreadable, why),
            None => match self.line_lists(prepared, place, completions) {
                Ok(table) => self.extracted(place, raw, table.as_ref()),
                Err(Unread::Slicer(why)) => Reply { raw, ..Reply::failed(Status::Unreadable, why) },
                Err(Unread::Ours(error)) => return Err(error),
            },
        })
    }

    /// The table by which offsets in methods are lines; `None` where answers have none.
    fn line_lists(
        &self,
        prepared: &Prepared,
        place: &TaskCopy,
        completions: &[Completion],
    ) -> std::result::Result<Option<LineTable>, Unread> {
        let Some(table) = &self.answer.table else { return Ok(None) };
        let bytes = match (&table.source, &place.part.table) {
            (TableSource::Step(idx), _) => completions.get(*idx).map(|step| step.stdout.clone()),
            (TableSource::File(_), Some(path)) => {
                let left = completions.last().and_then(|last| last.left.as_ref()).unwrap_or(&prepared.folder);
                let of_build = prepared.build.as_ref().filter(|build| build.has(path));
                let mut files = AnswerFiles::new(of_build.unwrap_or(left), prepared.limits.output_byte);
                files.add(PathBuf::from("table"), path)?;
                files.found.pop().map(|(_, bytes)| bytes)
            }
            (TableSource::File(_), None) => None,
        };
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        Ok(Some(LineTable::read(table, &text)))
    }

    /// The replies to a call of which nothing can be read, for this reason.
    pub fn unreadable(&self, prepared: &Prepared, reason: &str) -> Vec<Reply> {
        prepared.places.iter().map(|_| Reply::failed(Status::Unreadable, reason)).collect()
    }

    /// Whether the answer is standard output, which is kept anyway.
    pub fn answers_on_stdout(&self) -> bool {
        self.answer.from == AnswerSource::Stdout
    }

    /// Whether the next step may be run after this one ended.
    pub fn goes_on(&self, step_idx: usize, completion: &Completion) -> bool {
        self.steps.get(step_idx).is_some_and(|step| step.allows(&completion.end))
    }

    fn extracted(&self, place: &TaskCopy, raw: RawFiles, table: Option<&LineTable>) -> Reply {
        if raw.is_empty() {
            return Reply::failed(Status::NoOutput, "no answer written");
        }
        let texts: std::result::Result<Vec<SourceFile>, String> = raw
            .iter()
            .map(|(path, bytes)| match decode(bytes) {
                Ok(text) => Ok(SourceFile::new(path, text)),
                Err(_) => Err("not UTF-8".to_owned()),
            })
            .collect();
        let answer = texts.and_then(|texts| extract::extract(self, place, texts, table));
        match answer {
            Ok(Some(answer)) => Reply { status: Status::Answered, reason: None, answer: Some(answer), raw },
            Ok(None) => Reply { raw, ..Reply::failed(Status::NoOutput, "empty answer") },
            Err(why) => Reply { raw, ..Reply::failed(Status::Unreadable, why) },
        }
    }

    /// The files of the answer, those of a folder sorted by name; names are relative to the folder of the answer.
    ///
    /// # Errors
    /// Why they cannot be read, in a few words.
    fn raw_answer(
        &self,
        prepared: &Prepared,
        place: &TaskCopy,
        completions: &[Completion],
    ) -> std::result::Result<RawFiles, Unread> {
        let left = completions.last().and_then(|last| last.left.as_ref()).unwrap_or(&prepared.folder);
        let mut files = AnswerFiles::new(left, prepared.limits.output_byte);
        match self.answer.from {
            AnswerSource::Stdout => {
                let last = completions.last().filter(|_| completions.len() == self.steps.len());
                files.found.extend(last.map(|last| (PathBuf::from("stdout"), last.stdout.clone())));
            }
            AnswerSource::File => {
                let name = place.part.path.file_name().map(PathBuf::from).unwrap_or_default();
                files.add(name, &place.part.path)?;
            }
            AnswerSource::Folder => files.add_below(&place.part.path)?,
            AnswerSource::InPlace if place.is_untouched(left) => {}
            AnswerSource::InPlace => {
                for (_, name) in &place.names {
                    files.add(name.clone(), &place.program.join(name))?;
                }
            }
        }
        let Some(section) = &place.part.section else { return Ok(files.found) };
        let own = |(name, bytes): (PathBuf, Vec<u8>)| Some((name, section.of(&bytes)?.0.to_vec()));
        Ok(files.found.into_iter().filter_map(own).collect())
    }
}

impl super::CommandStep {
    pub(super) fn allows(&self, end: &End) -> bool {
        matches!(end, End::Exited(code) if self.exit_codes.contains(code)) || *end == End::Done
    }
}

impl OutcomeRule {
    /// Whether it looks at the answer only, not at how the call went.
    fn is_of_answer(&self) -> bool {
        self.stream == OutcomeText::Answer && self.exit_code.is_none()
    }

    /// The reason, with the groups of the pattern filled in; `None` when it does not apply.
    pub(super) fn reason(&self, completions: &[Completion], raw: &[(PathBuf, Vec<u8>)]) -> Option<String> {
        let code_fits = self.exit_code.is_none_or(|code| {
            completions.last().is_some_and(|completion| completion.end == End::Exited(code))
        });
        if !code_fits {
            return None;
        }
        // An answer that was never written lacks nothing: that it is missing is said elsewhere.
        if self.stream == OutcomeText::Answer && raw.is_empty() && self.exit_code.is_none() {
            return None;
        }
        let text = self.text(completions, raw);
        if self.lacks.as_ref().is_some_and(|lacks| lacks.is_match(&text)) {
            return None;
        }
        let Some(regex) = &self.regex else { return Some(self.reason.clone()) };
        let mut reason = String::new();
        regex.captures(&text)?.expand(&self.reason, &mut reason);
        Some(reason)
    }

    fn text(&self, completions: &[Completion], raw: &[(PathBuf, Vec<u8>)]) -> String {
        let mut bytes = Vec::new();
        for completion in completions {
            if matches!(self.stream, OutcomeText::Stdout | OutcomeText::Output) {
                bytes.extend_from_slice(&completion.stdout);
            }
            if matches!(self.stream, OutcomeText::Stderr | OutcomeText::Output) {
                bytes.extend_from_slice(&completion.stderr);
            }
        }
        if self.stream == OutcomeText::Answer {
            raw.iter().for_each(|(_, content)| bytes.extend_from_slice(content));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A run that did not end by itself has no answer, whatever it wrote.
fn cut_short(prepared: &Prepared, completion: &Completion) -> Option<Reply> {
    let status = status_of(&completion.end)?;
    let reason = completion.end.reason(&prepared.limits);
    Some(Reply { status, reason, answer: None, raw: Vec::new() })
}

/// How a run ended that did not end by itself; `None` for an exit code or a reply.
pub(super) fn status_of(end: &End) -> Option<Status> {
    match end {
        End::Done | End::Exited(_) => None,
        End::Signalled(_) => Some(Status::Crashed),
        End::TimedOut => Some(Status::TimedOut),
        End::OutOfMemory => Some(Status::OutOfMemory),
        End::OutputOver => Some(Status::Unreadable),
        End::NotStarted(_) | End::NoResources(_) => Some(Status::NotStarted),
    }
}

/// Why a file cannot be read.
enum Unread {
    /// It was left so; in a few words.
    Slicer(String),
    /// This machine lacks what reading takes.
    Ours(Error),
}

/// Files that a slicer left, up to the output limit together: they are read whole, and stored.
struct AnswerFiles<'l> {
    left: &'l Left,
    found: RawFiles,
    limit_byte: u64,
    left_byte: u64,
}

impl<'l> AnswerFiles<'l> {
    fn new(left: &'l Left, limit_byte: u64) -> AnswerFiles<'l> {
        AnswerFiles { left, found: Vec::new(), limit_byte, left_byte: limit_byte }
    }

    fn unread(&self, path: &Path, error: LeftError) -> Unread {
        match error {
            LeftError::TooLarge => Unread::Slicer(format!("output over {}", byte_text(self.limit_byte))),
            LeftError::TooMany => Unread::Slicer(format!("more than {MAX_LEFT_FILES} files")),
            LeftError::TooDeep => Unread::Slicer(format!("more than {MAX_LEFT_DEPTH} folders deep")),
            LeftError::Unreadable(cause) => match error::remedy(&cause) {
                Some(_) => Unread::Ours(error::cannot_read(path, &cause)),
                None => Unread::Slicer(format!("not readable: {}", cause.kind())),
            },
        }
    }

    /// Adds a file if there is one. Pipes, devices and links are none.
    fn add(&mut self, name: PathBuf, path: &Path) -> std::result::Result<(), Unread> {
        let read = self.left.file(path, self.left_byte).map_err(|error| self.unread(path, error))?;
        let Some(bytes) = read else { return Ok(()) };
        if name.to_str().is_none() {
            return Err(Unread::Slicer("file name not UTF-8".to_owned()));
        }
        self.left_byte = self.left_byte.saturating_sub(bytes.len() as u64);
        self.found.push((name, bytes));
        Ok(())
    }

    /// Adds the files below a folder, sorted by name.
    fn add_below(&mut self, folder: &Path) -> std::result::Result<(), Unread> {
        let names = match self.left.files_below(folder).map_err(|error| self.unread(folder, error)) {
            Ok(names) => names,
            Err(Unread::Slicer(why)) if why.starts_with("not readable") => return Ok(()),
            Err(other) => return Err(other),
        };
        names.into_iter().try_for_each(|name| {
            let path = folder.join(&name);
            self.add(name, &path)
        })
    }
}
