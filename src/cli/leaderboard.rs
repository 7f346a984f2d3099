//! `leaderboard`: every slicer that ran, language by language, as a table, as a page, and for programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::number::whole;
use super::report::named_or_all;
use super::select::{FormatArgs, SelectArgs};
use super::{Context, files};
use crate::error::{self, EXIT_DONE, Result};
use crate::graded::{graded_run, run_folder};
use crate::report::{Format, Leaderboard, LeaderboardRow, LeaderboardRun, Render};
use crate::stats::Bootstrap;
use crate::suite::{Suite, Task, Tier};

/// Arguments of `leaderboard`.
#[derive(Debug, Args)]
#[command(
    after_help = "A run is its folder, a slicer's folder of which the latest run is taken, or `latest:SLICER`; a file \
                  results.json that somebody else has made is put beside them. Without any the latest run of every slicer \
                  below the folder of results is taken."
)]
pub(super) struct LeaderboardArgs {
    /// Runs, and files results.json
    #[arg(value_name = "RESULTS")]
    runs: Vec<String>,
    #[command(flatten)]
    select: SelectArgs,
    /// Write RESULTS.md and results.json into this folder, too
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder of results [default: reports]
    #[arg(long, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    reports: Option<PathBuf>,
    /// Only the best three slicers of each language
    #[arg(long)]
    best: bool,
    /// Seed of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
}

/// What stands above the tables of the page.
const HEAD: &str = "# Results\n\n\
    Every slicer that was run over the suite, language by language, the best first: by F1 over the tasks that its adapter \
    supports, where no answer counts 0. Numbers of different languages, kinds of slices and granularities cannot be compared. \
    Controls (`identity`, `gold`, …) know the answer or look at nothing; they show what a grade can be. What the columns mean \
    is in [METRICS.md](METRICS.md); the same rows for programs are in [results.json](results.json).\n\n\
    `qm` and reducers of test cases (`cvise`, `delta`, `jsdelta`, `picire`, `treereduce`) delete code and run what is left on the \
    inputs of the task, nearly as the gold slices were found: they show what deletion by running reaches, and their lead over others \
    says nothing about programs whose inputs are not known.\n\n\
    Made by `bench-slicers run` with several `--slicer`, then `bench-slicers leaderboard --out docs`. Rows of others are put \
    beside one's own by `bench-slicers leaderboard THEIR-results.json RUN …`.\n\n\
    ## The best of each language\n\n";

pub(super) fn run(args: &LeaderboardArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let tasks = suite.select(&args.select.filter())?;
    let reports = context.settings.out(args.reports.as_deref());
    let (files, names): (Vec<&String>, Vec<&String>) =
        args.runs.iter().partition(|name| name.ends_with(".json"));
    let mut stored = Vec::new();
    for file in &files {
        stored.extend(read_rows(Path::new(file))?);
    }
    let names: Vec<String> = names.into_iter().cloned().collect();
    let names = if files.is_empty() { named_or_all(&names, &reports) } else { names };
    let runs = names.iter().map(|name| run_folder(name, &reports)).collect::<Result<Vec<PathBuf>>>()?;
    let board = of_runs(&suite, &tasks, &runs, stored, args.seed, context)?;
    if board.rows.is_empty() {
        return Err(error::results::none_in(&reports));
    }
    if let Some(out) = &args.out {
        write(&board, out, context)?;
    }
    if args.best {
        context.terminal.render(&BestOf(&board), args.format.format)?;
    } else {
        context.terminal.render(&board, args.format.format)?;
    }
    Ok(EXIT_DONE)
}

/// The rows of these runs and of those that are stored.
///
/// # Errors
/// A run cannot be read.
pub(super) fn of_runs(
    suite: &Suite,
    tasks: &[Task<'_>],
    runs: &[PathBuf],
    stored: Vec<LeaderboardRow>,
    seed: u64,
    context: &Context,
) -> Result<Leaderboard> {
    let tiers: BTreeMap<String, Tier> = tasks.iter().map(|task| (task.id(), task.benchmark.tier)).collect();
    let mut read = Vec::new();
    for dir in runs {
        let results = context.read(dir)?;
        let graded = graded_run(suite, &results, tasks, context).graded;
        read.push((results.header, graded.grades));
    }
    let runs: Vec<LeaderboardRun<'_>> =
        read.iter().map(|(header, grades)| LeaderboardRun { header, grades, tiers: &tiers }).collect();
    Ok(Leaderboard::new(&runs, stored, &Bootstrap { seed, ..Bootstrap::default() }))
}

fn read_rows(path: &Path) -> Result<Vec<LeaderboardRow>> {
    let bytes = std::fs::read(path).map_err(|cause| error::cannot_read(path, &cause))?;
    serde_json::from_slice(&bytes).map_err(|cause| error::results::no_rows(path, &cause))
}

fn write(board: &Leaderboard, out: &Path, context: &Context) -> Result<()> {
    let page = format!(
        "{HEAD}{}\n{}",
        BestOf(board).write(Format::Markdown, None),
        board.write(Format::Markdown, None)
    );
    for (name, text) in [("RESULTS.md", page), ("results.json", board.write(Format::Json, None))] {
        let path = out.join(name);
        files::write(&path, &text)?;
        context.terminal.note(&format!("written: {}", path.display()));
    }
    Ok(())
}

/// The best slicers alone; for programs these are rows like the others.
struct BestOf<'b>(&'b Leaderboard);

impl Render for BestOf<'_> {
    fn document(&self) -> crate::report::Document {
        self.0.best_document()
    }

    fn records(&self) -> crate::report::Records {
        Leaderboard { rows: self.0.best() }.records()
    }
}
