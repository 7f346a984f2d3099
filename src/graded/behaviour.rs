//! `--behaviour` of `run` and `grade`: answers are run, what they show is stored beside them, and those that speak
//! against a gold slice are put where somebody finds them.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Context, files};
use crate::behave;
use crate::error::{self, Result};
use crate::grade::{Grade, examine};
use crate::parallel::on_all_cores;
use crate::results::{Behaved, Behaviours, Record, Results};
use crate::suite::Task;

/// Folder of bundles, in the folder of a run.
const CHALLENGES: &str = "challenges";

/// Runs the answers to these tasks, and stores what they show beside the run.
///
/// # Errors
/// It cannot be stored.
pub(super) fn run_answers(results: &Results, wanted: &[Task<'_>], context: &Context) -> Result<()> {
    let mut known = stored(results, context);
    let by_id: BTreeMap<String, Task<'_>> = wanted.iter().map(|task| (task.id(), *task)).collect();
    let answered: Vec<(Task<'_>, String, &Record)> = results
        .records
        .iter()
        .filter(|record| record.answer.is_some())
        .filter_map(|record| by_id.get(&record.task).map(|task| (*task, task.hash(), record)))
        .collect();
    let progress = context.terminal.progress(answered.len());
    let behaved = on_all_cores(&answered, |(task, hash, record)| {
        // What a slicer wrote must not end the others' turn, whatever it is.
        let behaved = catch_unwind(AssertUnwindSafe(|| {
            behave::behave(*task, &examine(*task, hash, record, &results.header.reading))
        }));
        let behaved =
            behaved.unwrap_or_else(|_| Behaved::not_run("bench-slicers itself failed to run the answer"));
        progress.count(behaved.behaviour.map_or("not run", |behaviour| behaviour.name()));
        behaved
    });
    progress.finish();
    for ((task, hash, record), behaved) in answered.iter().zip(behaved) {
        if let Some(answer) = &record.answer {
            known.insert(*task, hash, answer, behaved);
        }
    }
    known.write(&results.dir)
}

/// What is stored beside a run; what cannot be read is told, and is as if it were not there.
pub(super) fn stored(results: &Results, context: &Context) -> Behaviours {
    Behaviours::read(&results.dir).unwrap_or_else(|error| {
        error.problems().iter().for_each(|problem| context.terminal.warning(problem));
        Behaviours::default()
    })
}

/// What is known of running the answer of a record.
pub(super) fn of_record(known: &Behaviours, task: Task<'_>, hash: &str, record: &Record) -> Option<Behaved> {
    known.find(task, hash, record.answer.as_ref()?).cloned()
}

/// Writes a bundle for each answer that speaks against its gold slice, and names it. Bundles of answers that do so
/// no more are removed.
///
/// # Errors
/// A file cannot be written.
pub(super) fn write_challenges(
    results: &Results,
    wanted: &[Task<'_>],
    grades: &[Grade],
    context: &Context,
) -> Result<()> {
    let folder = results.dir.join(CHALLENGES);
    for task in wanted {
        let id = task.id();
        let dir = folder.join(&id);
        if dir.exists() {
            fs::remove_dir_all(&dir).map_err(|cause| error::cannot_write(&dir, &cause))?;
        }
        let is_challenge = grades.iter().any(|grade| grade.task == id && grade.is_gold_challenge());
        let record = results.records.iter().find(|record| record.task == id);
        let Some(record) = record.filter(|_| is_challenge) else { continue };
        let examined = examine(*task, &task.hash(), record, &results.header.reading);
        let slicer = &results.header.slicer.name;
        for file in behave::bundle(*task, &examined, &results.dir, slicer) {
            files::write(&dir.join(&file.path), &file.text)?;
        }
        context.terminal.note(&format!("gold challenge: `{id}`, see {}", dir.join("README.md").display()));
    }
    Ok(())
}
