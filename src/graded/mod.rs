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
use crate::files;
use crate::grade::{self, Examined, Graded, Recorded};
use crate::results::{self, Behaviours, Integrity, RawOutput, Record, Results, Status};
use crate::snapshot::{self, MadeOf};
use crate::suite::{Filter, Partition, Suite, Task};

pub(crate) use behaviour::SeenByRunning;
pub(crate) use side::{Side, run_folder, slicer_in};
pub(crate) use trees::changed_trees;

/// Who asks: it knows the suite, which is loaded only when it is needed, and hears of what is not fatal.
pub(crate) trait Frontend {
    /// The suite of the answers.
    ///
    /// # Errors
    /// It cannot be loaded.
    fn suite(&self) -> Result<&Suite>;

    /// Says what is wrong and does not end the work.
    fn warn(&self, problem: &Problem);

    /// Hears that stored results are not as they were written, which it was warned of in particular: what is made of the
    /// rest is not what was asked for.
    fn damaged(&self);
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
    if results.integrity == Integrity::Damaged {
        frontend.damaged();
    }
    Ok(results)
}

/// Says what of the output of the slicer is not as it was stored.
pub(crate) fn check_output<'r>(
    results: &Results,
    records: impl IntoIterator<Item = &'r Record>,
    frontend: &dyn Frontend,
) {
    let output = RawOutput::of(&results.dir);
    for problem in records.into_iter().flat_map(|record| output.problems(record)) {
        frontend.warn(&problem);
        frontend.damaged();
    }
}

/// The grades of a run: those stored beside it, or made now.
///
/// # Errors
/// The suite cannot be read.
pub(crate) fn snapshot_of(results: &Results, frontend: &dyn Frontend) -> Result<Snapshot> {
    let suite = frontend.suite()?;
    if let Integrity::Whole(run) = &results.integrity {
        // A suite with other tasks has nothing to say of these.
        let of_suite = suite_sum(suite, results);
        if let Some(snapshot) = snapshot::grades_of_run(&results.dir, run, of_suite.as_deref()) {
            return Ok(snapshot);
        }
    }
    let tasks: Vec<_> = suite.tasks().collect();
    Ok(graded_run(suite, results, &tasks, frontend).snapshot)
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
    let (behaviours, output) = (behaviour::stored(results, frontend), RawOutput::of(&results.dir));
    let observed = SeenByRunning::new(&behaviours, &recorded);
    let recorded = observed.of(recorded);
    let examined =
        grade::examine_all(&recorded, &results.header.reading, |(task, hash, record), mut examined| {
            examined.grade.behaved = behaviour::of_record(&behaviours, *task, hash, record);
            if examined.grade.f1.is_none() && examined.grade.supported {
                examined.grade.said = output.last_words(&record.task);
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
        store(suite, results, &snapshot);
    }
    GradedRun { graded, snapshot }
}

/// Stores the grades beside a run that is whole and of this suite. Where that cannot be done, they are made again whenever
/// they are asked for.
fn store(suite: &Suite, results: &Results, snapshot: &Snapshot) {
    if let (Integrity::Whole(run), Some(suite)) = (&results.integrity, suite_sum(suite, results)) {
        let _ = snapshot::write_grades_of_run(&results.dir, snapshot, MadeOf { run: run.clone(), suite });
    }
}

/// Checksum of what a suite says of the tasks of a run; `None` when a task is another one in it, or is not there.
fn suite_sum(suite: &Suite, results: &Results) -> Option<String> {
    let by_id: BTreeMap<String, Task<'_>> = suite.tasks().map(|task| (task.id(), task)).collect();
    // Whoever reads what cannot be read here says so.
    let known = Behaviours::read(&results.dir).map(|(known, _)| known).unwrap_or_default();
    let mut text = String::new();
    for record in &results.records {
        let task = by_id.get(&record.task).filter(|task| task.hash() == record.hash)?;
        let Task { benchmark, criterion } = task;
        let said = (&criterion.labels, criterion.evidence, &criterion.contested, &criterion.certificate);
        text += &format!("{} {} {said:?}\n", record.task, benchmark.revision);
        // Only the frame of what has been run differs from what the certificate says.
        if let Some(criterion) = known.framed(*task, &record.hash) {
            let observed: Vec<_> = criterion.golds.into_iter().map(|gold| gold.optional).collect();
            text += &format!("{observed:?}\n");
        }
        if let Some(normalised) =
            known.with_inner(*task, &record.hash, record).and_then(|held| held.normalised)
        {
            text += &format!("{:?}\n", normalised.golds.last());
        }
    }
    Some(files::sum(text.as_bytes()))
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
