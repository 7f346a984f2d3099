//! One task: prepare, call, read, normalise.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

use tempfile::TempDir;

use super::lock;
use crate::adapter::{Adapter, Prepared};
use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::process::{self, Completion, End};
use crate::results::{Answer, Normalised, Record, Status};
use crate::suite::Task;

/// Normal forms of programs, by id of the benchmark: criteria of one program share it.
pub(super) type NormalForms = Mutex<BTreeMap<String, Option<String>>>;

/// A task that was run.
pub(super) struct Done {
    pub(super) record: Record,
    /// What the slicer printed and wrote, by file name.
    pub(super) raw: Vec<(PathBuf, Vec<u8>)>,
}

/// A private temporary folder, removed when dropped.
pub(super) fn workdir() -> Result<TempDir> {
    let made = tempfile::Builder::new().prefix("bench-slicers-").tempdir();
    made.map_err(|cause| error::cannot_write(&std::env::temp_dir(), &cause))
}

/// Runs a slicer on a task. Whatever goes wrong is in the record.
pub(super) fn run(task: &Task<'_>, adapter: &Adapter, seed: u64, normal_forms: &NormalForms) -> Done {
    let mut record =
        Record::without_answer(task.id(), task.hash(), Status::Unsupported, adapter.refuses(task));
    if record.reason.is_some() {
        return Done { record, raw: Vec::new() };
    }
    let called = workdir().and_then(|workdir| {
        let prepared = adapter.prepare(task, workdir.path(), seed)?;
        Ok((call(adapter, &prepared), prepared, workdir))
    });
    let (completions, prepared, workdir) = match called {
        Ok(called) => called,
        Err(error) => {
            record.status = Status::NotStarted;
            record.reason = error.problems().first().map(|problem| problem.message.clone());
            return Done { record, raw: Vec::new() };
        }
    };
    measure(&mut record, &completions);
    let reply = adapter.read_answer(&prepared, &completions);
    drop(workdir);
    let raw = raw(&completions, reply.raw, adapter.answers_on_stdout());
    (record.status, record.reason, record.answer) = (reply.status, reply.reason, reply.answer);
    normalise(task, adapter, &mut record, normal_forms);
    Done { record, raw }
}

/// Runs the steps until one fails; all together have the time of the task.
fn call(adapter: &Adapter, prepared: &Prepared) -> Vec<Completion> {
    let mut completions: Vec<Completion> = Vec::new();
    let mut left_s = prepared.limits.wall_s;
    for (step_idx, step) in prepared.steps.iter().enumerate() {
        let mut invocation = step.clone();
        invocation.limits.wall_s = left_s;
        let completion = process::run(&invocation);
        // A step that takes all of the time leaves the next one an instant, which then times out.
        left_s = (left_s - completion.wall_s).max(0.001);
        let goes_on = adapter.goes_on(step_idx, &completion);
        completions.push(completion);
        if !goes_on {
            break;
        }
    }
    completions
}

fn measure(record: &mut Record, completions: &[Completion]) {
    record.wall_s = completions.iter().map(|completion| completion.wall_s).sum();
    record.cpu_s = completions.iter().map(|completion| completion.cpu_s).sum();
    record.memory_byte = completions.iter().filter_map(|completion| completion.memory_byte).max();
    record.n_leaked = completions.iter().map(|completion| completion.n_leaked).sum();
}

/// Files to keep: output of every step, and the answer where it is not standard output.
fn raw(
    completions: &[Completion],
    answer: Vec<(PathBuf, Vec<u8>)>,
    answer_is_stdout: bool,
) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let is_single = completions.len() == 1;
    for (step_idx, completion) in completions.iter().enumerate() {
        let prefix = if is_single { String::new() } else { format!("{}-", step_idx + 1) };
        files.push((PathBuf::from(format!("{prefix}stdout.txt")), completion.stdout.clone()));
        files.push((PathBuf::from(format!("{prefix}stderr.txt")), completion.stderr.clone()));
    }
    if !answer_is_stdout {
        files.extend(answer.into_iter().map(|(name, bytes)| (PathBuf::from("answer").join(name), bytes)));
    }
    files
}

/// Adds the normal forms of program and gold slices, and brings the answer into it where asked.
///
/// A program of several files has none. A normaliser that fails leaves the answer to be graded as it is.
fn normalise(task: &Task<'_>, adapter: &Adapter, record: &mut Record, normal_forms: &NormalForms) {
    let tree = &task.benchmark.tree;
    if record.status != Status::Answered || !adapter.normalises() || tree.files().len() != 1 {
        return;
    }
    let program = tree.file(0);
    let golds: Option<Vec<String>> = task
        .criterion
        .golds
        .iter()
        .map(|gold| normal_form(adapter, &SourceFile::new(&program.path, &gold.files.first()?.text)))
        .collect();
    let (Some(text), Some(golds)) = (program_form(task, adapter, normal_forms), golds) else { return };
    if adapter.normalises_answers()
        && let Some(Answer::Source { files }) = &mut record.answer
    {
        for file in files.iter_mut() {
            if let Some(text) = normal_form(adapter, file) {
                file.text = text;
            }
        }
    }
    let program = vec![SourceFile::new(&program.path, text)];
    record.normalised = Some(Normalised { program, golds });
}

fn program_form(task: &Task<'_>, adapter: &Adapter, normal_forms: &NormalForms) -> Option<String> {
    let id = &task.benchmark.id;
    if let Some(known) = lock(normal_forms).get(id) {
        return known.clone();
    }
    let form = normal_form(adapter, task.benchmark.tree.file(0));
    lock(normal_forms).insert(id.clone(), form.clone());
    form
}

fn normal_form(adapter: &Adapter, source: &SourceFile) -> Option<String> {
    let workdir = workdir().ok()?;
    let normalisation = adapter.prepare_normalisation(source, workdir.path()).ok()??;
    let completion = process::run(&normalisation.invocation);
    match completion.end {
        End::Exited(_) => adapter.read_normalisation(&normalisation, &completion),
        _ => None,
    }
}
