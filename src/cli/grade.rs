//! `grade`: stored results against the suite as it is now, without running anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;

use super::select::{FormatArgs, Partition, SelectArgs, in_partition};
use super::{Context, behaviour};
use crate::baseline;
use crate::compare::{self, Outcome, Snapshot};
use crate::error::{self, EXIT_DONE, Result};
use crate::grade::{self, Examined, Graded, Recorded};
use crate::report::{Format, Report};
use crate::results::{self, Record, Results, Status};
use crate::stats::Bootstrap;
use crate::suite::{Filter, Suite, Task};

/// Arguments of `grade`.
#[derive(Debug, Args)]
pub(super) struct GradeArgs {
    /// Folder of a run, or of a slicer for its latest run
    results: PathBuf,
    #[command(flatten)]
    select: SelectArgs,
    /// Run the answers, too, and tell whether they behave as their programs do; needs Erlang or gcc
    #[arg(long)]
    behaviour: bool,
    /// Seed of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &GradeArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let results = read(&args.results, context)?;
    let wanted = suite.select(&args.select.filter())?;
    if args.behaviour {
        behaviour::run_answers(&results, &wanted, context)?;
    }
    let RunGrades { graded, .. } = grades(&suite, &results, &wanted, context);
    if graded.grades.is_empty() && graded.failed.is_empty() {
        return Err(error::nothing_selected(
            "stored task",
            "the results have no record of the selected tasks",
        ));
    }
    let exit_code = print(&graded, args.seed, args.format.format, context);
    if args.behaviour {
        behaviour::write_challenges(&results, &wanted, &graded.grades, context)?;
    }
    exit_code
}

/// What the tasks of a run are worth.
pub(super) struct RunGrades {
    /// In numbers.
    pub(super) graded: Graded,
    /// In sets of nodes.
    pub(super) snapshot: Snapshot,
}

/// Prints grades with their totals.
///
/// # Errors
/// When they cannot be written, and afterwards when tasks are not among them through a defect of ours.
pub(super) fn print(graded: &Graded, seed: u64, format: Format, context: &Context) -> Result<u8> {
    let report = Report::new(&graded.grades, &Bootstrap { seed, ..Bootstrap::default() });
    context.terminal.render(&report, format)?;
    match graded.failed.as_slice() {
        [] => Ok(EXIT_DONE),
        failed => Err(error::cli::ungraded(failed)),
    }
}

/// Reads the run that a path means, and warns of what is wrong with it.
pub(super) fn read(path: &Path, context: &Context) -> Result<Results> {
    let (results, problems) = Results::read(&results::find(path)?)?;
    for problem in &problems {
        context.terminal.warning(problem);
    }
    Ok(results)
}

/// Grades of the records of `wanted` tasks, and of those that were asked for and have no record.
///
/// When these are all records, they are stored beside the run for later comparisons.
pub(super) fn grades(suite: &Suite, results: &Results, wanted: &[Task<'_>], context: &Context) -> RunGrades {
    let wanted: BTreeMap<String, Task<'_>> = wanted.iter().map(|task| (task.id(), *task)).collect();
    let known: BTreeSet<String> = suite.tasks().map(|task| task.id()).collect();
    for record in results.records.iter().filter(|record| !known.contains(&record.task)) {
        context.terminal.warning(&error::cli::not_in_suite(&record.task));
    }
    let lost = lost(suite, results);
    let recorded: Vec<Recorded<'_>> = results
        .records
        .iter()
        .chain(&lost)
        .filter_map(|record| wanted.get(&record.task).map(|task| (*task, task.hash(), record)))
        .collect();
    let reading = &results.header.reading;
    let behaviours = behaviour::stored(results, context);
    let examined = grade::examine_all(&recorded, reading, |(task, hash, record), mut examined| {
        examined.grade.behaved = behaviour::of_record(&behaviours, *task, hash, record);
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
    RunGrades { graded, snapshot }
}

/// Stores the grades beside the run. Where that cannot be done, they are made again whenever they are asked for.
fn store(results: &Results, snapshot: &Snapshot) {
    if let Some(n_bytes) = results::records_byte(&results.dir) {
        let _ = baseline::write_grades_of_run(&results.dir, snapshot, n_bytes);
    }
}

/// Jaccard index of all answers to a task that ran several times; `None` for one that ran once.
fn stability(first: &Examined, task: Task<'_>, hash: &str, results: &Results) -> Option<f64> {
    let repeats = results.repeats.get(&first.grade.task)?;
    let others = repeats.iter().map(|record| grade::examine(task, hash, record, &results.header.reading));
    Some(compare::stability(first, others))
}

/// Tasks that the run was asked for and left no record of: no answer, and nothing that flatters.
fn lost(suite: &Suite, results: &Results) -> Vec<Record> {
    let stamp = &results.header.suite;
    let filter = Filter { filters: stamp.filters.clone(), labels: stamp.labels.clone(), ..Filter::default() };
    // A suite in which the filters mean nothing any more cannot say what was asked for.
    let Ok(asked) = suite.select(&filter) else { return Vec::new() };
    let asked = in_partition(asked, stamp.partition.as_deref().and_then(Partition::parse));
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
