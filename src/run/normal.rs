//! Normal forms of programs, gold slices and answers, for slicers that print one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::call::workdir;
use super::lock;
use crate::adapter::Adapter;
use crate::ast::SourceFile;
use crate::process::{self, End};
use crate::results::{Answer, Normalised, Record};
use crate::suite::Task;

/// Normal forms of programs, by id of the benchmark: criteria of one program share it.
pub(super) type NormalForms = Mutex<BTreeMap<String, Option<String>>>;

/// Adds the normal forms of program and gold slices, and brings the answer into it where asked.
///
/// A program of several files has none. A normaliser that fails leaves the answer to be graded as it is.
pub(super) fn add(task: &Task<'_>, adapter: &Adapter, record: &mut Record, normal_forms: &NormalForms) {
    let tree = &task.benchmark.tree;
    if record.answer.is_none() || !adapter.normalises() || tree.files().len() != 1 {
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
