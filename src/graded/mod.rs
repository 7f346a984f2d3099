//! From stored results and a suite to a graded run: grades, what running the answers showed, and the stored snapshot.
//!
//! In: the folder of a run, and a [`Frontend`] for the suite and for warnings. Out: a [`GradedRun`], or a [`Side`] for
//! `compare`. Nothing here runs a slicer.

pub(crate) mod behaviour;
mod side;
mod trees;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::compare::{Outcome, Snapshot};
use crate::error::{self, Problem, Result};
use crate::grade::{self, Examined, Graded, Recorded};
use crate::results::{self, Record, Results, Status, read_header, records_byte};
use crate::snapshot;
use crate::suite::{Filter, Partition, Suite, Task};

pub(crate) use side::{Side, run_folder, slicer_in};
pub(crate) use trees::changed_trees;

/// Who asks: it knows the suite, which is loaded only when it is needed, and hears of what is not fatal.
pub(crate) trait Frontend {
    /// The suite of the answers.
    ///
    /// # Errors
    /// It cannot be loaded.
    fn suite(&self) -> Result<Suite>;

    /// Says what is wrong and does not end the work.
    fn warn(&self, problem: &Problem);
}

/// What the tasks of a run are worth.
pub(crate) struct GradedRun {
    /// In numbers.
    pub graded: Graded,
    /// In sets of nodes.
    pub snapshot: Snapshot,
}

/// Reads the run that a path means, and warns of what is wrong with it.
///
/// # Errors
/// There is no run, or it cannot be read.
pub(crate) fn read(path: &Path, frontend: &dyn Frontend) -> Result<Results> {
    let (results, problems) = Results::read(&results::find(path)?)?;
    problems.iter().for_each(|problem| frontend.warn(problem));
    Ok(results)
}

/// The grades of a run: those stored beside it, or made now.
///
/// # Errors
/// The run or the suite cannot be read.
pub(crate) fn snapshot_of(dir: &Path, frontend: &dyn Frontend) -> Result<Snapshot> {
    let header = read_header(dir)?;
    let stored = records_byte(dir).and_then(|n_bytes| snapshot::grades_of_run(dir, &header, n_bytes));
    if let Some(snapshot) = stored {
        return Ok(snapshot);
    }
    let suite = frontend.suite()?;
    let results = read(dir, frontend)?;
    let tasks: Vec<_> = suite.tasks().collect();
    Ok(graded_run(&suite, &results, &tasks, frontend).snapshot)
}

/// Grades of the records of `wanted` tasks, and of those that were asked for and have no record.
///
/// When these are all records, they are stored beside the run for later comparisons.
pub(crate) fn graded_run(
    suite: &Suite,
    results: &Results,
    wanted: &[Task<'_>],
    frontend: &dyn Frontend,
) -> GradedRun {
    let wanted: BTreeMap<String, Task<'_>> = wanted.iter().map(|task| (task.id(), *task)).collect();
    let known: BTreeSet<String> = suite.tasks().map(|task| task.id()).collect();
    for record in results.records.iter().filter(|record| !known.contains(&record.task)) {
        frontend.warn(&error::cli::not_in_suite(&record.task));
    }
    let lost = lost(suite, results);
    let recorded: Vec<Recorded<'_>> = results
        .records
        .iter()
        .chain(&lost)
        .filter_map(|record| wanted.get(&record.task).map(|task| (*task, task.hash(), record)))
        .collect();
    let behaviours = behaviour::stored(results, frontend);
    let examined =
        grade::examine_all(&recorded, &results.header.reading, |(task, hash, record), mut examined| {
            examined.grade.behaved = behaviour::of_record(&behaviours, *task, hash, record);
            if examined.grade.f1.is_none() && examined.grade.supported {
                examined.grade.said = results.last_words(&record.task);
            }
            let stability = stability(&examined, *task, hash, results);
            (Outcome::new(*task, &examined, &record.hash, stability), examined.grade)
        });
    let (mut outcomes, mut grades) = (BTreeMap::new(), Vec::new());
    for examined in examined {
        let (outcome, grade) = examined.unzip();
        if let (Some(outcome), Some(grade)) = (outcome, &grade) {
            outcomes.insert(grade.task.clone(), outcome);
        }
        grades.push(grade);
    }
    let graded = Graded::new(&recorded, grades);
    let snapshot = Snapshot::new(&results.header, outcomes);
    if snapshot.tasks.len() == results.records.len() + lost.len() {
        store(results, &snapshot);
    }
    GradedRun { graded, snapshot }
}

/// Stores the grades beside the run. Where that cannot be done, they are made again whenever they are asked for.
fn store(results: &Results, snapshot: &Snapshot) {
    if let Some(n_bytes) = records_byte(&results.dir) {
        let _ = snapshot::write_grades_of_run(&results.dir, snapshot, n_bytes);
    }
}

/// Jaccard index of all answers to a task that ran several times; `None` for one that ran once.
fn stability(first: &Examined, task: Task<'_>, hash: &str, results: &Results) -> Option<f64> {
    let repeats = results.repeats.get(&first.grade.task)?;
    let others = repeats.iter().map(|record| grade::examine(task, hash, record, &results.header.reading));
    Some(snapshot::stability(first, others))
}

/// Tasks that the run was asked for and left no record of: no answer, and nothing that flatters.
fn lost(suite: &Suite, results: &Results) -> Vec<Record> {
    let stamp = &results.header.suite;
    let filter = Filter { filters: stamp.filters.clone(), labels: stamp.labels.clone(), ..Filter::default() };
    // A suite in which the filters mean nothing any more cannot say what was asked for.
    let Ok(mut asked) = suite.select(&filter) else { return Vec::new() };
    if let Some(part) = stamp.partition.as_deref().and_then(Partition::parse) {
        asked.retain(|task| part.has(task));
    }
    if asked.len() != stamp.n_tasks {
        return Vec::new();
    }
    let recorded: BTreeSet<&str> = results.records.iter().map(|record| record.task.as_str()).collect();
    let no_record = |task: &Task<'_>| {
        let reason = Some("no record".to_owned());
        Record::without_answer(task.id(), task.hash(), Status::NotStarted, reason)
    };
    asked.iter().filter(|task| !recorded.contains(task.id().as_str())).map(no_record).collect()
}
