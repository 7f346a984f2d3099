//! Answers are run, what they show is stored beside them, and those that speak against a gold slice are put where
//! somebody finds them.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::Frontend;
use crate::behave;
use crate::error::{self, Result};
use crate::grade::{Grade, examine};
use crate::results::{Behaved, Behaviours, Record, Results};
use crate::suite::Task;

/// Folder of bundles, in the folder of a run.
const CHALLENGES: &str = "challenges";

/// Runs the answers to these tasks, and stores what they show beside the run; `step` is told each outcome and the
/// number of answers.
///
/// # Errors
/// It cannot be stored.
pub(crate) fn run_answers(
    results: &Results,
    wanted: &[Task<'_>],
    frontend: &dyn Frontend,
    step: &(dyn Fn(&str, usize) + Sync),
) -> Result<()> {
    let mut known = stored(results, frontend);
    let by_id: BTreeMap<String, Task<'_>> = wanted.iter().map(|task| (task.id(), *task)).collect();
    let answered: Vec<(Task<'_>, String, &Record)> = results
        .records
        .iter()
        .filter(|record| record.answer.is_some())
        .filter_map(|record| by_id.get(&record.task).map(|task| (*task, task.hash(), record)))
        .collect();
    let behave = |(task, hash, record): &(Task<'_>, String, &Record)| {
        // What a slicer wrote must not end the others' turn, whatever it is.
        let behaved = catch_unwind(AssertUnwindSafe(|| {
            behave::behave(*task, &examine(*task, hash, record, &results.header.reading))
        }));
        let behaved =
            behaved.unwrap_or_else(|_| Behaved::not_run("bench-slicers itself failed to run the answer"));
        step(behaved.behaviour.map_or("not run", |behaviour| behaviour.name()), answered.len());
        behaved
    };
    let behaved: Vec<Behaved> = answered.par_iter().map(behave).collect();
    for ((task, hash, record), behaved) in answered.iter().zip(behaved) {
        if let Some(answer) = &record.answer {
            known.insert(*task, hash, answer, behaved);
        }
    }
    known.write(&results.dir)
}

/// What is stored beside a run; what cannot be read is told, and is as if it were not there.
pub(crate) fn stored(results: &Results, frontend: &dyn Frontend) -> Behaviours {
    match Behaviours::read(&results.dir) {
        Ok((known, unsealed)) => {
            unsealed.iter().for_each(|problem| frontend.warn(problem));
            known
        }
        Err(error) => {
            error.problems().iter().for_each(|problem| frontend.warn(problem));
            frontend.damaged();
            Behaviours::default()
        }
    }
}

/// What is known of running the answer of a record.
pub(crate) fn of_record(known: &Behaviours, task: Task<'_>, hash: &str, record: &Record) -> Option<Behaved> {
    known.find(task, hash, record.answer.as_ref()?).cloned()
}

/// Writes a bundle for each answer that speaks against its gold slice: their tasks and folders. Bundles of answers that
/// do so no more are removed.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_challenges(
    results: &Results,
    wanted: &[Task<'_>],
    grades: &[Grade],
) -> Result<Vec<(String, PathBuf)>> {
    let mut written = Vec::new();
    for task in wanted {
        let id = task.id();
        let dir = results.dir.join(CHALLENGES).join(&id);
        if dir.exists() {
            fs::remove_dir_all(&dir).map_err(|cause| error::cannot_write(&dir, &cause))?;
        }
        let is_challenge = grades.iter().any(|grade| grade.task == id && grade.is_gold_challenge());
        let record = results.records.iter().find(|record| record.task == id);
        let Some(record) = record.filter(|_| is_challenge) else { continue };
        let examined = examine(*task, &task.hash(), record, &results.header.reading);
        for file in behave::bundle(*task, &examined, &results.dir, &results.header.slicer.name) {
            write(&dir.join(&file.path), &file.text)?;
        }
        written.push((id, dir));
    }
    Ok(written)
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
    fs::write(path, text).map_err(|cause| error::cannot_write(path, &cause))
}
