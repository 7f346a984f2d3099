//! Normal forms of programs, gold slices and answers, for slicers that print one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::call::Caller;
use super::locks::lock;
use super::surroundings::Surroundings;
use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::language::Language;
use crate::process::{self, End};
use crate::results::{Answer, Normalised, Record};
use crate::suite::Task;

/// Normal forms of programs, by id of the benchmark: criteria of one program share it.
pub(super) type NormalForms = Mutex<BTreeMap<String, Option<Vec<SourceFile>>>>;

/// Adds the normal forms of program and gold slices, and brings the answer into it where asked.
///
/// A normaliser that fails on program or gold leaves the answer to be graded as it is.
///
/// # Errors
/// This machine lacks what it takes.
pub(super) fn add(task: &Task<'_>, caller: &Caller<'_>, record: &mut Record) -> Result<()> {
    let adapter = caller.runner.adapter;
    if record.answer.is_none() || !adapter.normalises() {
        return Ok(());
    }
    let language = task.benchmark.language;
    let golds = task.criterion.golds.iter().map(|gold| normal_form(caller, language, &gold.files));
    let golds: Option<Vec<Vec<SourceFile>>> = golds.collect::<Result<_>>()?;
    let (Some(program), Some(golds)) = (program_form(task, caller)?, golds) else {
        return Ok(());
    };
    if adapter.normalises_answers()
        && let Some(Answer::Source { files }) = &mut record.answer
        && let Some(normal) = normal_form(caller, language, files)?
    {
        *files = normal;
    }
    record.normalised = Some(Normalised { program, golds });
    Ok(())
}

fn program_form(task: &Task<'_>, caller: &Caller<'_>) -> Result<Option<Vec<SourceFile>>> {
    let normal_forms = caller.normal_forms;
    let id = &task.benchmark.id;
    if let Some(known) = lock(normal_forms).get(id) {
        return Ok(known.clone());
    }
    let files: Vec<SourceFile> = task.benchmark.tree.files().cloned().collect();
    let form = normal_form(caller, task.benchmark.language, &files)?;
    lock(normal_forms).insert(id.clone(), form.clone());
    Ok(form)
}

/// All files in normal form, headers as they are; `None` when one of them has none.
fn normal_form(
    caller: &Caller<'_>,
    language: Language,
    files: &[SourceFile],
) -> Result<Option<Vec<SourceFile>>> {
    let normal = |(idx, file): (usize, &SourceFile)| match language.is_unit(&file.path) {
        true => {
            let text = normal_text(caller, files, idx)?;
            Ok(text.map(|text| SourceFile::new(file.path.clone(), text)))
        }
        false => Ok(Some(file.clone())),
    };
    files.iter().enumerate().map(normal).collect()
}

fn normal_text(caller: &Caller<'_>, files: &[SourceFile], file_idx: usize) -> Result<Option<String>> {
    let adapter = caller.runner.adapter;
    let workdir = Surroundings::of(1).workdir()?;
    let Some(normalisation) = adapter.prepare_normalisation(files, file_idx, workdir.path())? else {
        return Ok(None);
    };
    let completion = process::run(&caller.runner.enclosed(normalisation.invocation.clone(), workdir.path())?);
    if let End::NoResources(lack) = &completion.end {
        let program = &normalisation.invocation.argv[0];
        return Err(error::results::not_started(program, &lack.cause, lack.remedy));
    }
    Ok(adapter.read_normalisation(&normalisation, &completion))
}
