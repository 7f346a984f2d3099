//! `history`: all stored runs of a slicer in the order of time, and where its numbers changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Context;
use super::select::FormatArgs;
use crate::compare::{History, PastRun};
use crate::error::{self, EXIT_DONE, Result};
use crate::graded::snapshot_of;
use crate::report::HistoryTable;
use crate::results;

/// Arguments of `history`.
#[derive(Debug, Args)]
pub(super) struct HistoryArgs {
    /// Name of the slicer
    slicer: String,
    /// Only this task: its whole id
    #[arg(long, value_name = "TASK")]
    task: Option<String>,
    /// Folder of results [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &HistoryArgs, context: &Context) -> Result<u8> {
    let reports = context.settings.out(args.out.as_deref());
    let folder = reports.join(&args.slicer);
    let runs = past_runs(&folder, context)?;
    if runs.is_empty() {
        return Err(error::baseline::no_run(&args.slicer, 0, &reports));
    }
    let history = History::new(&runs, args.task.as_deref());
    if let Some(task) = args.task.as_deref().filter(|_| history.runs.iter().all(|run| run.n_tasks == 0)) {
        return Err(error::cli::not_in_results(task, &folder));
    }
    context.terminal.render(&HistoryTable::new(&args.slicer, history), args.format.format)?;
    Ok(EXIT_DONE)
}

/// The runs in a slicer's folder of results, in the order of time, graded.
///
/// # Errors
/// A run cannot be read.
pub(super) fn past_runs(folder: &Path, context: &Context) -> Result<Vec<PastRun>> {
    let mut dirs = results::runs(folder);
    dirs.reverse();
    let past_run = |dir: &PathBuf| {
        let results = context.read(dir)?;
        let wall_s: BTreeMap<String, f64> =
            results.records.iter().map(|record| (record.task.clone(), record.wall_s)).collect();
        let run = dir.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(PastRun { run, snapshot: snapshot_of(&results, context)?, wall_s })
    };
    dirs.iter().map(past_run).collect()
}
