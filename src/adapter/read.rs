//! How a run ended, and where its answer is.
//!
//! Success is: an allowed exit code, and an answer, and an answer that is not empty, and no message
//! that the adapter knows for a failure. Exit codes alone mean nothing with real slicers.

use std::path::{Path, PathBuf};

use super::schema::{Ending, Origin, Stream};
use super::{Adapter, Outcome, Prepared, extract};
use crate::ast::{SourceFile, decode};
use crate::process::{Completion, End};
use crate::results::{Answer, Status};

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
    pub raw: Vec<(PathBuf, Vec<u8>)>,
}

impl Reply {
    fn failed(status: Status, reason: impl Into<String>) -> Reply {
        Reply { status, reason: Some(reason.into()), answer: None, raw: Vec::new() }
    }
}

impl Adapter {
    /// Reads what the steps left behind.
    ///
    /// `completions` are those of the steps that were run, in order; fewer than there are steps when one failed.
    pub fn read_answer(&self, prepared: &Prepared, completions: &[Completion]) -> Reply {
        if let Some(reply) = completions.iter().find_map(|completion| cut_short(prepared, completion)) {
            return reply;
        }
        let raw = self.raw_answer(prepared, completions);
        if let Some(outcome) = self.outcomes.iter().find(|outcome| outcome.applies(completions, &raw)) {
            let status = match outcome.status {
                Ending::Unsupported => Status::Unsupported,
                Ending::Exited => Status::Exited,
            };
            return Reply { raw, ..Reply::failed(status, &outcome.reason) };
        }
        let mut steps = self.steps.iter().zip(completions);
        let failed = steps.find(|(step, completion)| !step.allows(&completion.end));
        if let Some((_, completion)) = failed {
            let reason = completion.end.reason(&prepared.limits).unwrap_or_else(|| "exit 0".into());
            return Reply { raw, ..Reply::failed(Status::Exited, reason) };
        }
        if completions.len() < self.steps.len() {
            return Reply { raw, ..Reply::failed(Status::NotStarted, "a step was not run") };
        }
        self.extracted(prepared, raw)
    }

    /// Whether the answer is standard output, which is kept anyway.
    pub fn answers_on_stdout(&self) -> bool {
        self.answer.from == Origin::Stdout
    }

    /// Whether the next step may be run after this one ended.
    pub fn goes_on(&self, step_idx: usize, completion: &Completion) -> bool {
        self.steps.get(step_idx).is_some_and(|step| step.allows(&completion.end))
    }

    fn extracted(&self, prepared: &Prepared, raw: Vec<(PathBuf, Vec<u8>)>) -> Reply {
        if raw.is_empty() {
            return Reply::failed(Status::NoOutput, "no answer written");
        }
        let texts: Result<Vec<SourceFile>, String> = raw
            .iter()
            .map(|(path, bytes)| match decode(bytes) {
                Ok(text) => Ok(SourceFile::new(path, text)),
                Err(_) => Err("not UTF-8".to_owned()),
            })
            .collect();
        let answer = texts.and_then(|texts| extract::extract(self, &prepared.place, texts));
        match answer {
            Ok(Some(answer)) => Reply { status: Status::Answered, reason: None, answer: Some(answer), raw },
            Ok(None) => Reply { raw, ..Reply::failed(Status::NoOutput, "empty answer") },
            Err(why) => Reply { raw, ..Reply::failed(Status::Unreadable, why) },
        }
    }

    /// The files of the answer, sorted by name; names are relative to the folder of the answer.
    fn raw_answer(&self, prepared: &Prepared, completions: &[Completion]) -> Vec<(PathBuf, Vec<u8>)> {
        let place = &prepared.place;
        match self.answer.from {
            Origin::Stdout => completions
                .last()
                .filter(|_| completions.len() == self.steps.len())
                .map(|completion| (PathBuf::from("stdout"), completion.stdout.clone()))
                .into_iter()
                .collect(),
            Origin::File => {
                let name = place.answer.file_name().map(PathBuf::from).unwrap_or_default();
                std::fs::read(&place.answer).map(|bytes| (name, bytes)).into_iter().collect()
            }
            Origin::Folder => {
                let mut files = Vec::new();
                collect(&place.answer, Path::new(""), &mut files);
                files.sort();
                files
            }
            Origin::InPlace => place
                .names
                .iter()
                .filter_map(|(_, name)| Some((name.clone(), std::fs::read(place.program.join(name)).ok()?)))
                .collect(),
        }
    }
}

impl super::Step {
    pub(super) fn allows(&self, end: &End) -> bool {
        matches!(end, End::Exited(code) if self.exit_codes.contains(code))
    }
}

impl Outcome {
    fn applies(&self, completions: &[Completion], raw: &[(PathBuf, Vec<u8>)]) -> bool {
        let code_fits = self.exit_code.is_none_or(|code| {
            completions.last().is_some_and(|completion| completion.end == End::Exited(code))
        });
        if !code_fits {
            return false;
        }
        // An answer that was never written lacks nothing: that it is missing is said elsewhere.
        if self.stream == Stream::Answer && raw.is_empty() && self.exit_code.is_none() {
            return false;
        }
        let text = self.text(completions, raw);
        self.regex.as_ref().is_none_or(|regex| regex.is_match(&text))
            && self.lacks.as_ref().is_none_or(|regex| !regex.is_match(&text))
    }

    fn text(&self, completions: &[Completion], raw: &[(PathBuf, Vec<u8>)]) -> String {
        let mut bytes = Vec::new();
        for completion in completions {
            if matches!(self.stream, Stream::Stdout | Stream::Output) {
                bytes.extend_from_slice(&completion.stdout);
            }
            if matches!(self.stream, Stream::Stderr | Stream::Output) {
                bytes.extend_from_slice(&completion.stderr);
            }
        }
        if self.stream == Stream::Answer {
            raw.iter().for_each(|(_, content)| bytes.extend_from_slice(content));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A run that did not end by itself has no answer, whatever it wrote.
fn cut_short(prepared: &Prepared, completion: &Completion) -> Option<Reply> {
    let status = match completion.end {
        End::Exited(_) => return None,
        End::Signalled(_) => Status::Crashed,
        End::TimedOut => Status::TimedOut,
        End::OutOfMemory => Status::OutOfMemory,
        End::OutputOver => Status::Unreadable,
        End::NotStarted(_) => Status::NotStarted,
    };
    let reason = completion.end.reason(&prepared.limits);
    Some(Reply { status, reason, answer: None, raw: Vec::new() })
}

/// Files below a folder; what cannot be read is left out, since the slicer may have made it so.
fn collect(root: &Path, prefix: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    let Ok(entries) = std::fs::read_dir(root.join(prefix)) else { return };
    for entry in entries.flatten() {
        let name = prefix.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(root, &name, files),
            Ok(kind) if kind.is_file() => {
                if let Ok(bytes) = std::fs::read(root.join(&name)) {
                    files.push((name, bytes));
                }
            }
            _ => {}
        }
    }
}
