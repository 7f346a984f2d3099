//! `minimize` over many tasks: a line for each, in a folder in which an interrupted command goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use serde_json::{Value, json};

use super::args::MinimizeArgs;
use super::target::Target;
use super::watch::Watch;
use super::{SearchedFiles, gold, search};
use crate::cli::Context;
use crate::cli::terminal::Progress;
use crate::error::{self, EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED, Error, Problem, Result};
use crate::languages;
use crate::oracle::limit_workers;
use crate::process;
use crate::report::{Format, Listing, Records};
use crate::results::{DoneWork, GoldEnd, StoredProblem, WorkKind, WorkRecord, WorkStatus};
use crate::suite::Task;

pub(super) fn run(args: &MinimizeArgs, context: &Context) -> Result<u8> {
    if args.oracle.is_given() {
        return Err(error::minimize::commands_of_many());
    }
    let suite = context.settings.unfinished_suite()?;
    let tasks = suite.select(&args.select.filter())?;
    if args.write_gold && context.settings.is_embedded() {
        return Err(error::minimize::embedded_gold(&tasks[0].id()));
    }
    let header = args.share.header(WorkKind::Minimize, args.asked(), &args.select, &tasks);
    let tasks = args.share.of(tasks, context);
    let mut log = args.share.open(&context.settings.out(args.out.as_deref()), header, &tasks, context)?;
    // From here on, the first signal ends the command before another task begins.
    process::note_first_interrupt();
    // Of each task there is a line, and no more.
    let terse = Context::new(context.settings.clone(), context.terminal.without_notes());
    let bar = context.terminal.progress(tasks.len());
    let is_done =
        |task: &Task<'_>| log.done(&task.id(), &task.subject_hash(), &task.evidence_hash()).is_some();
    let (done, waiting): (Vec<Task<'_>>, Vec<Task<'_>>) = tasks.iter().copied().partition(is_done);
    done.iter().for_each(|task| bar.step(&task.id()));
    let mut n_done = done.len();
    let mut missing = None;
    searched(args, &waiting, &bar, &terse, &mut |(record, lacks)| {
        missing = missing.take().or(lacks);
        n_done += 1;
        log.append(&record)?;
        bar.step(&record.task);
        if !bar.is_drawn() {
            context.terminal.note(&format!("{n_done}/{} {}", tasks.len(), line(&record)));
        }
        Ok(())
    })?;
    if process::is_interrupted() && n_done < tasks.len() {
        bar.finish();
        return Err(error::minimize::interrupted(log.dir(), n_done, tasks.len()));
    }
    bar.finish();
    let work = log.finish()?;
    let exit_code = stored(&work, args.format.format, context)?;
    context.terminal.note(&format!("lines: {}", work.dir.display()));
    let is_done = |record: &WorkRecord| record.status == WorkStatus::Done;
    match missing {
        Some(missing) if !work.records.iter().any(is_done) => Err(missing),
        _ => Ok(exit_code),
    }
}

/// What came of a task, and what this machine lacks for it.
type SearchedTask = (WorkRecord, Option<Error>);

/// Searches in as many tasks at a time as there are workers, one worker for each: two that share a task both load its program, and
/// wait for each other. What comes of a task is seen when it is done; after an interrupt no other begins.
///
/// # Errors
/// The first of `see`.
fn searched(
    args: &MinimizeArgs,
    tasks: &[Task<'_>],
    bar: &Progress,
    context: &Context,
    see: &mut dyn FnMut(SearchedTask) -> Result<()>,
) -> Result<()> {
    // What is written down as proved is observed in several processes, which have other addresses.
    let n_beside = if args.write_gold { 1 } else { args.workers.min(tasks.len()).max(1) };
    limit_workers(args.workers / n_beside);
    let next = AtomicUsize::new(0);
    let work = |found: Sender<SearchedTask>| {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let one = one(args, *task, bar, context);
            if process::is_interrupted() || found.send(one).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (found, finds) = mpsc::channel();
        for _ in 0..n_beside {
            let (work, found) = (&work, found.clone());
            scope.spawn(move || work(found));
        }
        drop(found);
        finds.into_iter().try_for_each(see)
    })
}

fn one(args: &MinimizeArgs, task: Task<'_>, bar: &Progress, context: &Context) -> SearchedTask {
    let (began, subject) = (Instant::now(), task.subject_hash());
    let ended = |status: WorkStatus, problems: &[Problem]| WorkRecord {
        nodes: Some(task.benchmark.tree.n_counted()),
        problems: problems.iter().map(StoredProblem::from).collect(),
        wall_s: began.elapsed().as_secs_f64(),
        ..WorkRecord::new(task.id(), subject.clone(), status)
    };
    if task.benchmark.oracle.is_some() {
        return (ended(WorkStatus::LeftOut, &[error::minimize::by_commands(&task.id())]), None);
    }
    if languages::deletions(&task.benchmark.tree).is_none() {
        let none = error::oracle::no_oracle(task.benchmark.language.name());
        return (ended(WorkStatus::LeftOut, none.problems()), Some(none));
    }
    // A defect of this program in one task must not end the others, now and whenever the command is repeated.
    match catch_unwind(AssertUnwindSafe(|| minimized(args, task, bar, context))) {
        Ok(Ok(found)) => {
            let ended = ended(WorkStatus::Done, &[]);
            (WorkRecord { task: ended.task, subject: ended.subject, wall_s: ended.wall_s, ..found }, None)
        }
        Ok(Err(refused)) => {
            let record = ended(WorkStatus::Failed, refused.problems());
            (record, Some(refused).filter(|refused| refused.exit_code() == EXIT_NOTHING_MEASURED))
        }
        Err(_) => (ended(WorkStatus::Failed, &[error::minimize::defect(&task.id())]), None),
    }
}

fn minimized(args: &MinimizeArgs, task: Task<'_>, bar: &Progress, context: &Context) -> Result<WorkRecord> {
    // The budget is that of each task.
    let watch = Watch::new(args, bar);
    let target = Target::of(task, args)?;
    if args.write_gold {
        gold::check(args, &target, context)?;
    }
    let SearchedFiles { minimized, files, .. } = search(args, &target, &watch, context)?;
    let saved = match args.write_gold {
        true => Some(gold::write(args, &target, &minimized, &files, &watch, context)?),
        false => None,
    };
    let found = &minimized.found;
    Ok(WorkRecord {
        nodes: Some(target.program.n_counted()),
        slice_nodes: Some(found.kept.len()),
        depth: Some(found.depth),
        unbounded: minimized.is_unbounded(),
        candidates: Some(found.n_candidates),
        gold: saved.as_ref().map(|saved| saved.end),
        evidence: saved.map(|saved| saved.evidence),
        ..WorkRecord::new(String::new(), String::new(), WorkStatus::Done)
    })
}

/// Prints what came of many tasks: a table with a row for each, why some failed, and their number.
pub(in crate::cli) fn stored(work: &DoneWork, format: Format, context: &Context) -> Result<u8> {
    context.terminal.render(&listing(&work.records, format), format)?;
    let of = |status: WorkStatus| work.records.iter().filter(move |record| record.status == status);
    for record in of(WorkStatus::Failed) {
        for problem in &record.problems {
            let problem = Problem::from(problem);
            let said = Problem::general(format!("{}: {problem}", record.task));
            context.terminal.warning(&said);
        }
    }
    let counts = [WorkStatus::Done, WorkStatus::Failed, WorkStatus::LeftOut].map(|status| of(status).count());
    let sum = |of_record: fn(&WorkRecord) -> Option<usize>| -> usize {
        of(WorkStatus::Done).filter_map(of_record).sum()
    };
    let (n_nodes, n_kept) = (sum(|record| record.nodes), sum(|record| record.slice_nodes));
    context.terminal.note(&format!(
        "{} tasks: {} done, {} failed, {} left out; {n_kept} of {n_nodes} nodes are left ({} %), in {:.1} s",
        work.records.len(),
        counts[0],
        counts[1],
        counts[2],
        percent(n_kept, n_nodes),
        work.records.iter().map(|record| record.wall_s).sum::<f64>()
    ));
    Ok(if counts[1] == 0 { EXIT_DONE } else { EXIT_NEGATIVE })
}

fn percent(n_kept: usize, n_nodes: usize) -> f64 {
    (1000.0 * n_kept as f64 / n_nodes.max(1) as f64).round() / 10.0
}

/// A row for each task. Why one failed stands below the table, and in a column of the other formats.
fn listing(records: &[WorkRecord], format: Format) -> Listing {
    let is_table = format == Format::Table;
    let mut columns = vec!["task", "nodes", "slice", "percent", "depth", "candidates", "time_s", "result"];
    columns.extend((!is_table).then_some("reason"));
    let row = |record: &WorkRecord| {
        let share = record.slice_nodes.zip(record.nodes).map(|(kept, nodes)| percent(kept, nodes));
        let depth = match record.unbounded {
            true => json!("unbounded"),
            false => json!(record.depth),
        };
        let mut row = vec![
            json!(record.task),
            json!(record.nodes),
            json!(record.slice_nodes),
            json!(share),
            depth,
            json!(record.candidates),
            json!(if is_table { (record.wall_s * 10.0).round() / 10.0 } else { record.wall_s }),
            json!(result(record)),
        ];
        row.extend((!is_table).then(|| reason(record)));
        row
    };
    Listing { records: Records { columns, rows: records.iter().map(row).collect() } }
}

fn reason(record: &WorkRecord) -> Value {
    let reasons: Vec<String> =
        record.problems.iter().map(|problem| Problem::from(problem).to_string()).collect();
    if reasons.is_empty() { Value::Null } else { json!(reasons.join("; ")) }
}

/// How it ended, in a word or two.
fn result(record: &WorkRecord) -> &'static str {
    match (record.status, record.gold, record.depth) {
        (WorkStatus::Failed, ..) => "failed",
        (WorkStatus::LeftOut, ..) => "left out",
        (_, Some(GoldEnd::Written), _) => "gold written",
        (_, Some(GoldEnd::Replaced), _) => "gold replaced",
        (_, Some(GoldEnd::Kept), _) => "gold kept",
        (_, None, Some(0)) => "not proved",
        (_, None, _) => "minimal",
    }
}

/// A task in a line.
fn line(record: &WorkRecord) -> String {
    let (task, result) = (&record.task, result(record));
    let time = format!("{:.1} s", record.wall_s);
    match (record.nodes, record.slice_nodes, record.problems.first()) {
        (Some(nodes), Some(kept), _) => format!("{task}: {result}, {kept} of {nodes} nodes, {time}"),
        (_, _, Some(problem)) => format!("{task}: {result}, {}, {time}", problem.message),
        _ => format!("{task}: {result}, {time}"),
    }
}
