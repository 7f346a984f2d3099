//! `run` with several slicers: one after the other, then all beside each other.

use super::super::grade::run_answers;
use super::super::leaderboard;
use super::super::report::{self, Reported};
use super::{Context, RunArgs, nothing_measured, options, run_and_keep};
use crate::adapter::Adapter;
use crate::error::{self, EXIT_DONE, Error, Result};
use crate::graded::graded_run;
use crate::suite::{Suite, Task};

/// Runs every slicer; one that is missing or measures nothing does not keep the others from their turn, and is told again
/// behind the table.
///
/// # Errors
/// What only one run can be asked for; what keeps every run from its work; at the end, slicers that have measured nothing.
pub(super) fn run(
    suite: &Suite,
    adapters: &[Adapter],
    tasks: &[Task<'_>],
    args: &RunArgs,
    context: &Context,
) -> Result<u8> {
    let mut options = options(args, context, suite);
    options.sandbox = args.sandbox.raise(&options.out, context)?;
    let mut failed: Option<Error> = None;
    let mut fail = |error: Error| {
        failed = Some(match failed.take() {
            Some(failed) => failed.and(error),
            None => error,
        });
    };
    let mut runs = Vec::new();
    for adapter in adapters {
        context.terminal.note(&format!(
            "slicer `{}`, {} of {}",
            adapter.name,
            runs.len() + 1,
            adapters.len()
        ));
        let dir = match adapter.resolve() {
            Ok(_) => run_and_keep(tasks, adapter, &options, context)?,
            Err(error) => {
                fail(error);
                continue;
            }
        };
        let results = context.read(&dir)?;
        if args.behaviour {
            run_answers(&results, tasks, context)?;
        }
        let graded = graded_run(suite, &results, tasks, context).graded;
        if let Some(error) =
            nothing_measured(&adapter.name, &results, &graded.grades, args.partition.is_some())
        {
            fail(error);
        }
        runs.push(dir);
    }
    if !runs.is_empty() {
        let board = leaderboard::of_runs(suite, tasks, &runs, Vec::new(), args.seed(), context)?;
        context.terminal.render(&board.short(), args.format.format)?;
        if !args.report.is_empty() {
            let reported: Vec<Reported> =
                runs.iter().map(|dir| Reported { dir: dir.clone(), base: None }).collect();
            let set = report::run_set(suite, tasks, &reported, args.seed(), context)?;
            report::write(&set, &args.report, Some(&options.out.join("report")), context)?;
        }
    }
    failed.map_or(Ok(EXIT_DONE), Err)
}

/// Options that mean one run.
pub(super) fn refuse_what_needs_one(args: &RunArgs) -> Result<()> {
    let given = [
        ("--resume", args.resume.is_some()),
        ("--baseline", args.baseline.is_some()),
        ("--save-baseline", args.save_baseline.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(error::cli::one_slicer_only(flag)),
        None => Ok(()),
    }
}
