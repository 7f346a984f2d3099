//! `grade`: stored results against the suite as it is now, without running anything.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Context;
use super::number::whole;
use super::select::{FormatArgs, SelectArgs};
use super::view::ViewArgs;
use crate::error::{self, EXIT_DONE, Result};
use crate::grade::Graded;
use crate::graded::{behaviour, graded_run};
use crate::report::{Format, Report, RunView, ViewedReport};
use crate::results::Results;
use crate::stats::Bootstrap;
use crate::suite::Task;

/// Arguments of `grade`.
#[derive(Debug, Args)]
pub(super) struct GradeArgs {
    /// Folder of a run, or of a slicer for its latest run, or `latest:SLICER[~N]`
    results: PathBuf,
    /// Folder of results, in which `latest:SLICER` is [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    #[command(flatten)]
    select: SelectArgs,
    /// Run the answers, too, and tell whether they behave as their programs do; needs Erlang or gcc
    #[arg(long)]
    behaviour: bool,
    /// Seed of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &GradeArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let results = context.read(&context.find(&args.results, args.out.as_deref())?)?;
    let wanted = suite.select(&args.select.filter())?;
    if args.behaviour {
        run_answers(&results, &wanted, context)?;
    }
    let graded = graded_run(&suite, &results, &wanted, context).graded;
    if graded.grades.is_empty() && graded.failed.is_empty() {
        return Err(error::nothing_selected(
            "stored task",
            "the results have no record of the selected tasks",
        ));
    }
    let format = args.format.format;
    let view = args.view.view(format, Some(look(&args.results, args.out.as_deref(), context)?));
    let exit_code = print(&graded, args.seed, &view, format, context);
    if args.behaviour {
        write_challenges(&results, &wanted, &graded, context)?;
    }
    exit_code
}

/// The command that shows an answer of these results, up to the id of its task.
fn look(results: &Path, out: Option<&Path>, context: &Context) -> Result<Vec<String>> {
    let shown = match out {
        None => results.to_path_buf(),
        // `explain` looks in the usual folder only.
        Some(_) => context.find(results, out)?,
    };
    Ok(context.look(&shown.display().to_string()))
}

/// Prints grades as a view shows them.
///
/// # Errors
/// When they cannot be written, and afterwards when tasks are not among them through a defect of ours.
pub(super) fn print(
    graded: &Graded,
    seed: u64,
    view: &RunView,
    format: Format,
    context: &Context,
) -> Result<u8> {
    let report = Report::new(&graded.grades, &Bootstrap { seed, ..Bootstrap::default() });
    context.terminal.render(&ViewedReport { report: &report, view }, format)?;
    match graded.failed.as_slice() {
        [] => Ok(EXIT_DONE),
        failed => Err(error::cli::ungraded(failed)),
    }
}

/// Runs the answers to these tasks, with progress.
pub(super) fn run_answers(results: &Results, wanted: &[Task<'_>], context: &Context) -> Result<()> {
    let progress = context.terminal.progress(0);
    let outcome = behaviour::run_answers(results, wanted, context, &|outcome, n_answers| {
        progress.begin(n_answers);
        progress.count(outcome);
    });
    progress.finish();
    outcome
}

/// Writes a bundle for each answer that speaks against its gold slice, and names it.
pub(super) fn write_challenges(
    results: &Results,
    wanted: &[Task<'_>],
    graded: &Graded,
    context: &Context,
) -> Result<()> {
    for (task, dir) in behaviour::write_challenges(results, wanted, &graded.grades, context)? {
        context.terminal.note(&format!("gold challenge: `{task}`, see {}", dir.join("README.md").display()));
    }
    Ok(())
}
