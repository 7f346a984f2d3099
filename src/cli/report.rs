//! `report`: one or several runs as pages for a browser, tables, or files that other programs read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::compare;
use super::gate::{self, Rules};
use super::history::past_runs;
use super::number::whole;
use super::reasons::{WitnessValues, reasons};
use super::select::{SelectArgs, one_of};
use super::{Context, files};
use crate::compare::{FailOn, History, Outcome};
use crate::error::{self, EXIT_DONE, Error, Result};
use crate::grade::{Recorded, examine_all, gold_sizes};
use crate::graded::{
    Frontend, GradedRun, SeenByRunning, Side, behaviour, check_output, graded_run, run_folder,
};
use crate::report::{
    Export, HistoryTable, OutputExcerpt, PaperColumns, ReportInput, RunSet, SweepTable, TaskFacts, TaskView,
    export,
};
use crate::results::{self, RawFile, RawOutput, StoredSearch};
use crate::stats::Bootstrap;
use crate::suite::{Suite, Task};
use crate::sweep::Sweep;

/// What a slicer printed is read up to here, by file, bytes.
const MAX_OUTPUT_BYTE: u64 = 64 * 1024;

/// Files of a slicer's output that are shown of one task.
const MAX_OUTPUT_FILES: usize = 8;

/// Programs with changed nodes that are shown beside a baseline.
const N_SHOWN: usize = 5;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(
    after_help = "A run is its folder, a slicer's folder of which the latest run is taken, or `latest:SLICER`. \
                  Without a run the latest one of every slicer below the folder of results is taken."
)]
pub(super) struct ReportArgs {
    /// Runs, one or several
    #[arg(value_name = "RESULTS")]
    runs: Vec<String>,
    #[command(flatten)]
    select: SelectArgs,
    /// Format, or several with commas between
    #[arg(long, value_name = "FORMAT", default_value = "html", value_delimiter = ',', value_parser = one_of::<Export>())]
    format: Vec<Export>,
    /// Folder of the report [default: report; a format of one file is printed]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder of results, for `latest:SLICER` [default: reports]
    #[arg(long, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    reports: Option<PathBuf>,
    /// In front of the paths of programs in `sarif`: the folder of the suite, seen from that of the repository
    #[arg(long, value_name = "DIR", default_value = "")]
    uri_base: String,
    /// For what pages tables are made: with one column of text, with two, or landscape; for `--format latex`
    #[arg(long, value_name = "PAGE", default_value = "landscape", value_parser = one_of::<PaperColumns>())]
    columns: PaperColumns,
    /// What each run is compared with: a file, a run, a name below `reports/baselines`, `latest` for the run before, `best`
    #[arg(long, value_name = "BASE")]
    baseline: Option<String>,
    /// What fails beside the baseline [default: as in bench-slicers.toml, else regression]
    #[arg(long, value_name = "WHAT", requires = "baseline", value_parser = one_of::<FailOn>())]
    fail_on: Option<FailOn>,
    /// Searches for minimal slices to be tabled, files of `minimize --json`; for `--format latex`
    #[arg(long, value_name = "FILE", num_args = 1..)]
    minimized: Vec<PathBuf>,
    /// Sweeps to be tabled, folders such as reports/sweep/FIRST,SECOND; for `--format latex`
    #[arg(long, value_name = "DIR", num_args = 1..)]
    sweep: Vec<PathBuf>,
    /// A page of each slicer over time, from all of its runs; for `--format html`
    #[arg(long)]
    history: bool,
    /// Seed of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
}

/// A run of which is reported.
pub(super) struct Reported {
    /// Its folder.
    pub(super) dir: PathBuf,
    /// What it is compared with, and how.
    pub(super) base: Option<(Side, Rules)>,
}

pub(super) fn run(args: &ReportArgs, context: &Context) -> Result<u8> {
    let (searches, sweeps) = tabled(args, context)?;
    let suite = context.suite()?;
    let wanted = suite.select(&args.select.filter())?;
    let reports = context.settings.out(args.reports.as_deref());
    let mut runs = Vec::new();
    for name in named_or_all(&args.runs, &reports) {
        let dir = run_folder(&name, &reports)?;
        let base = base(args, &wanted, &dir, &reports, context)?;
        runs.push(Reported { dir, base });
    }
    // Without runs there is nothing for another format to write.
    let is_tables_only = !(searches.is_empty() && sweeps.is_empty()) && args.format == [Export::Latex];
    if runs.is_empty() && !is_tables_only {
        return Err(error::results::none_in(&reports));
    }
    let mut set = run_set(&suite, &wanted, &runs, args.seed, context)?;
    (set.searches, set.sweeps) = (searches, sweeps);
    set.uri_base.clone_from(&args.uri_base);
    set.paper_columns = args.columns;
    if args.history {
        set.histories = histories(&runs, context)?;
        set.gate_limits.clone_from(&context.settings.config.gate.limits);
    }
    let comparisons = || set.runs.iter().filter_map(|run| run.comparison.as_ref());
    if let Some(report) = comparisons().find(|report| report.comparison.n_paired() == 0) {
        return Err(compare::nothing_compared(report));
    }
    write(&set, &args.format, args.out.as_deref(), context)?;
    Ok(EXIT_DONE)
}

/// The slicers of these runs over time: all runs beside each of them, every slicer once.
fn histories(runs: &[Reported], context: &Context) -> Result<Vec<HistoryTable>> {
    let mut folders: Vec<&Path> = Vec::new();
    for folder in runs.iter().filter_map(|run| run.dir.parent()) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    let history = |folder: &&Path| {
        let past = past_runs(folder, context)?;
        let slicer = past.last().map_or_else(String::new, |run| run.snapshot.origin.slicer.clone());
        Ok(HistoryTable::new(&slicer, History::new(&past, None)))
    };
    folders.iter().map(history).collect()
}

/// What a run is compared with; tasks that were not asked for are not in it.
fn base(
    args: &ReportArgs,
    wanted: &[Task<'_>],
    dir: &Path,
    reports: &Path,
    context: &Context,
) -> Result<Option<(Side, Rules)>> {
    let Some(name) = &args.baseline else { return Ok(None) };
    let mut side = Side::beside(name, reports, dir, context)?;
    let ids: BTreeSet<String> = wanted.iter().map(Task::id).collect();
    if args.select.is_given() {
        side.retain(|task| ids.contains(task));
    }
    let rules = Rules { gate: gate::configured(args.fail_on, context), n_shown: N_SHOWN };
    Ok(Some((side, rules)))
}

/// The searches and sweeps that were named.
fn tabled(args: &ReportArgs, context: &Context) -> Result<(Vec<StoredSearch>, Vec<SweepTable>)> {
    if !args.format.contains(&Export::Latex) {
        let flags = [("--minimized", args.minimized.is_empty()), ("--sweep", args.sweep.is_empty())];
        if let Some((flag, _)) = flags.iter().find(|(_, is_absent)| !is_absent) {
            return Err(error::cli::latex_only(flag));
        }
    }
    let (searches, unsealed): (Vec<_>, Vec<_>) =
        all(&args.minimized, StoredSearch::read)?.into_iter().unzip();
    let (sweeps, problems): (Vec<_>, Vec<_>) = all(&args.sweep, Sweep::read)?.into_iter().unzip();
    unsealed.iter().flatten().chain(problems.iter().flatten()).for_each(|problem| context.warn(problem));
    if sweeps.iter().any(|sweep| sweep.is_damaged) {
        context.damaged();
    }
    let table = |sweep: &Sweep| {
        let n_slicers = sweep.header.slicers.len();
        SweepTable::new(sweep).ok_or_else(|| error::sweep::not_a_pair(&sweep.dir, n_slicers))
    };
    Ok((searches, sweeps.iter().map(table).collect::<Result<_>>()?))
}

/// Reads every path, or says of each what is wrong with it.
fn all<T>(paths: &[PathBuf], read: fn(&Path) -> Result<T>) -> Result<Vec<T>> {
    let (mut found, mut failed) = (Vec::new(), None::<Error>);
    for path in paths {
        match read(path) {
            Ok(one) => found.push(one),
            Err(error) => failed = Some(failed.map_or(error.clone(), |earlier| earlier.and(error))),
        }
    }
    failed.map_or(Ok(found), Err)
}

/// The names given, or the folders of all slicers that have a run.
pub(super) fn named_or_all(names: &[String], reports: &Path) -> Vec<String> {
    if !names.is_empty() {
        return names.to_vec();
    }
    let Ok(entries) = fs::read_dir(reports) else { return Vec::new() };
    let mut found: Vec<String> = entries
        .flatten()
        .map(|report_input| report_input.path())
        .filter(|path| path.is_dir() && !results::runs(path).is_empty())
        .map(|path| path.display().to_string())
        .collect();
    found.sort();
    found
}

/// Reads, examines and compares the runs.
///
/// # Errors
/// A run cannot be read, or none has a wanted task.
pub(super) fn run_set(
    suite: &Suite,
    wanted: &[Task<'_>],
    runs: &[Reported],
    seed: u64,
    context: &Context,
) -> Result<RunSet> {
    let mut entries = Vec::new();
    for run in runs {
        entries.push(report_input(suite, wanted, run, seed, context)?);
    }
    if !entries.is_empty() && entries.iter().all(|report_input| report_input.grades.is_empty()) {
        return Err(error::nothing_selected(
            "stored task",
            "the results have no record of the selected tasks",
        ));
    }
    let facts = wanted.iter().zip(gold_sizes(wanted)).map(|(task, n)| TaskFacts::new(*task, n)).collect();
    let mut set = RunSet::new(entries, facts, &Bootstrap { seed, ..Bootstrap::default() });
    set.label_meanings.clone_from(&suite.labels);
    Ok(set)
}

fn report_input(
    suite: &Suite,
    wanted: &[Task<'_>],
    run: &Reported,
    seed: u64,
    context: &Context,
) -> Result<ReportInput> {
    let results = context.read(&run.dir)?;
    let GradedRun { graded, snapshot } = graded_run(suite, &results, wanted, context);
    let bootstrap = Bootstrap { seed, ..Bootstrap::default() };
    let comparison = run.base.as_ref().map(|(base, rules)| {
        compare::report(base, &Side::graded(snapshot.clone(), &run.dir), rules, &bootstrap, context)
    });
    let bases: BTreeMap<&str, &Outcome> =
        comparison.iter().flat_map(|report| report.comparison.paired_bases()).collect();
    let by_id: BTreeMap<String, Task<'_>> = wanted.iter().map(|task| (task.id(), *task)).collect();
    let recorded: Vec<Recorded<'_>> = results
        .records
        .iter()
        .filter_map(|record| by_id.get(&record.task).map(|task| (*task, task.hash(), record)))
        .collect();
    let known = behaviour::stored(&results, context);
    let observed = SeenByRunning::new(&known, &recorded);
    let recorded = observed.of(recorded);
    check_output(&results, recorded.iter().map(|(.., record)| *record), context);
    let output = RawOutput::of(&results.dir);
    let views = examine_all(&recorded, &results.header.reading, |(task, ..), examined| {
        let id = task.id();
        let view = TaskView::new(&examined, excerpts(&output, &id, examined.source.is_some()));
        let view = view.with_reasons(reasons(*task, &examined, WitnessValues::Stored));
        let view = match bases.get(id.as_str()) {
            Some(base) => view.beside(&examined, base),
            None => view,
        };
        (id, view)
    });
    Ok(ReportInput {
        folder: run.dir.display().to_string(),
        header: results.header,
        grades: graded.grades,
        outcomes: snapshot.tasks,
        views: views.into_iter().flatten().collect(),
        comparison,
    })
}

/// What the slicer printed; its answer, too, when it could not be read as one.
fn excerpts(output: &RawOutput, task: &str, is_answered: bool) -> Vec<OutputExcerpt> {
    let excerpt = |file: RawFile| {
        let bytes = file.read_from(0, MAX_OUTPUT_BYTE).ok()?;
        let name = file.name.display().to_string();
        (!bytes.is_empty()).then(|| OutputExcerpt::new(&name, &bytes, file.n_bytes))
    };
    let files = output.files(task, 1).into_iter();
    let shown = files.filter(|file| !(is_answered && file.name.starts_with("answer")));
    shown.filter_map(excerpt).take(MAX_OUTPUT_FILES).collect()
}

/// Prints a report that is one text, or writes its files into a folder.
pub(super) fn write(set: &RunSet, formats: &[Export], out: Option<&Path>, context: &Context) -> Result<()> {
    if let ([format], None) = (formats, out)
        && format.is_one_file()
    {
        let text: String = export(set, *format).into_iter().take(1).map(|file| file.text).collect();
        return context.terminal.data(&text);
    }
    let dir = out.unwrap_or(Path::new("report"));
    for format in formats {
        for artifact in export(set, *format) {
            files::write(&dir.join(&artifact.path), &artifact.text)?;
        }
        context.terminal.note(&format!("{}: {}", format.name(), dir.join(format.main_file()).display()));
    }
    Ok(())
}
