//! `compare`: two runs, two baselines, or two slicers; and the end of `run`, which compares with what was before.

mod source;

use std::path::{Path, PathBuf};

use clap::Args;

use super::Context;
use super::gate::{GateArgs, Rules};
use super::sandbox::SandboxArgs;
use super::select::FormatArgs;
use crate::adapter::Adapter;
use crate::cli::number::{from_zero, whole};
use crate::compare::{self, Change, Snapshot, causes};
use crate::error::{self, EXIT_DONE, EXIT_NOTHING_MEASURED, Error, Result};
use crate::graded::{Side, changed_trees, slicer_in};
use crate::report::{ComparisonReport, Format};
use crate::rerun::{Adapted, TimeOptions, Timing, composed, measure};
use crate::snapshot;
use crate::stats::Bootstrap;
use crate::suite::benchmark_of;

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(
    after_help = "A side is the folder of a run or of a slicer's runs, a file, the name of a baseline, \
                        `latest:SLICER` (`latest:SLICER~1` is the run before), or `best:SLICER`. With \
                        `--slicer FIRST --slicer SECOND` the latest runs of two slicers are compared."
)]
pub(super) struct CompareArgs {
    /// What is compared with
    #[arg(value_name = "BASE")]
    base: Option<String>,
    /// What is compared [default: the latest run of the base's slicer]
    #[arg(value_name = "CURRENT")]
    current: Option<String>,
    /// Name of a slicer, or its adapter file; given twice, in place of BASE and CURRENT
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(super) slicer: Vec<String>,
    /// Folder of results [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    /// With two slicers: run each on the answers of the other, too
    #[arg(long)]
    compose: bool,
    /// With two slicers: run both again, in turn, and compare their times
    #[arg(long)]
    time: bool,
    /// Runs of each slicer on each task for `--time`
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(3_u32))]
    rounds: u32,
    /// Smallest relative difference of times that counts as more than noise
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = from_zero)]
    min_effect: f64,
    /// Fail when the second slicer is slower than noise explains
    #[arg(long, requires = "time")]
    fail_on_slower: bool,
    #[command(flatten)]
    gate: GateArgs,
    /// Seed of the confidence intervals, and of slicers that use random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &CompareArgs, context: &Context) -> Result<u8> {
    let reports = context.settings.out(args.out.as_deref());
    let [base, current] = sides(args, &reports, context)?;
    if current.is_run_of(&base) {
        context.terminal.note("both sides are the same run: nothing can differ");
    }
    let bootstrap = Bootstrap { seed: args.seed, ..Bootstrap::default() };
    let rules = args.gate.rules(context);
    let mut report = report(&base, &current, &rules, &bootstrap, context);
    let mut is_slower = false;
    if args.compose {
        let adapters = adapters(&report, context)?;
        let sandbox = args.sandbox.raise_for(&adapters, context)?;
        let slicers = adapters.map(|adapter| Adapted::new(adapter, args.seed, sandbox.clone()));
        let suite = context.suite()?;
        report.composed =
            context.with_progress(|progress| composed(&report.comparison, &slicers, &suite, progress));
    }
    if args.time {
        let timing = timing(&report, args, bootstrap, context)?;
        is_slower = timing.is_slower;
        report.times = timing.lines;
    }
    let exit_code = finish(&report, &args.gate, args.format.format, context)?;
    Ok(if args.fail_on_slower && is_slower { exit_code.max(error::EXIT_NEGATIVE) } else { exit_code })
}

fn sides(args: &CompareArgs, reports: &Path, context: &Context) -> Result<[Side; 2]> {
    match (&args.base, &args.current, context.settings.slicer_names(&args.slicer)) {
        (None, None, [first, second]) if first != second => {
            Ok([Side::run_of(reports, first, 0, context)?, Side::run_of(reports, second, 0, context)?])
        }
        (Some(name), given, []) => {
            let other = given.as_deref().and_then(slicer_in);
            let base = Side::resolve(name, reports, other, context)?;
            let slicer = base.snapshot.origin.slicer.clone();
            let current = given.as_deref().unwrap_or("latest");
            let current = Side::resolve(current, reports, Some(&slicer), context)?;
            if given.is_none() && current.is_run_of(&base) {
                return Err(error::baseline::beside_itself(name, &slicer));
            }
            Ok([base, current])
        }
        _ => Err(error::cli::missing_option(
            "compare needs two runs",
            "name BASE and CURRENT, or two slicers with `--slicer FIRST --slicer SECOND`",
        )),
    }
}

/// The slicers of both sides, which are there to be run.
fn adapters(report: &ComparisonReport, context: &Context) -> Result<[Adapter; 2]> {
    let adapter = |name: &str| {
        let adapter = context.settings.adapter(Some(name))?;
        adapter.resolve()?;
        Ok(adapter)
    };
    Ok([adapter(&report.comparison.base.slicer)?, adapter(&report.comparison.current.slicer)?])
}

fn timing(
    report: &ComparisonReport,
    args: &CompareArgs,
    bootstrap: Bootstrap,
    context: &Context,
) -> Result<Timing> {
    let comparison = &report.comparison;
    if comparison.base.slicer == comparison.current.slicer {
        return Err(error::cli::missing_option(
            "`--time` needs two slicers, and both sides are of the same one",
            "compare two slicers with `--slicer FIRST --slicer SECOND`; an older release needs an adapter of its own",
        ));
    }
    let (adapters, suite) = (adapters(report, context)?, context.suite()?);
    let options = TimeOptions {
        n_rounds: args.rounds as usize,
        min_effect: args.min_effect,
        seed: args.seed,
        sandbox: args.sandbox.raise_for(&adapters, context)?,
        bootstrap,
    };
    Ok(context.with_progress(|progress| measure(comparison, &adapters, &suite, &options, progress)))
}

/// What changed from one side to the other, and what the gate says of it.
pub(super) fn report(
    base: &Side,
    current: &Side,
    rules: &Rules,
    bootstrap: &Bootstrap,
    context: &Context,
) -> ComparisonReport {
    let comparison = compare::compare(&base.snapshot, &current.snapshot, bootstrap);
    let changed = comparison.tasks.iter().filter(|task| !task.nodes.is_empty());
    let wanted = changed.map(|task| benchmark_of(&task.task)).collect();
    let trees = changed_trees(&comparison, [base, current], context.settings.programs(&wanted));
    let found = causes(&comparison.tasks, &trees);
    let sources = source::sources(&comparison, &trees, rules.n_shown, context.terminal.width());
    let mut verdict = rules.gate.judge(&comparison);
    if context.is_damaged() {
        verdict.refuse();
    }
    ComparisonReport { causes: found, sources, verdict: Some(verdict), ..ComparisonReport::new(comparison) }
}

/// Prints and publishes a comparison; the exit code of its gate.
fn finish(report: &ComparisonReport, gate: &GateArgs, format: Format, context: &Context) -> Result<u8> {
    context.terminal.render(report, format)?;
    gate.publish(report, context)?;
    let exit_code = report.verdict.as_ref().map_or(EXIT_DONE, |verdict| verdict.exit_code);
    if exit_code == EXIT_NOTHING_MEASURED {
        return Err(nothing_compared(report));
    }
    Ok(exit_code)
}

/// Why a comparison says nothing.
pub(super) fn nothing_compared(report: &ComparisonReport) -> Error {
    let counts = report.comparison.counts();
    let n_both = counts[&Change::Incomparable];
    error::baseline::nothing_compared(
        counts[&Change::Disappeared] + n_both,
        counts[&Change::Appeared] + n_both,
        n_both,
    )
}

/// A run that is over, with what it is to be compared with.
pub(super) struct AfterRun<'a> {
    /// Folder of results.
    pub(super) reports: &'a Path,
    /// Folder of the run.
    pub(super) dir: &'a Path,
    /// Its grades.
    pub(super) snapshot: &'a Snapshot,
    /// Name under which the run becomes a baseline.
    pub(super) save: Option<&'a str>,
    /// Rules of the gate.
    pub(super) gate: &'a GateArgs,
    /// Seed of the confidence intervals.
    pub(super) seed: u64,
}

impl AfterRun<'_> {
    /// Compares with the baseline, saves a new one, and brings the best ever up to date; the exit code of the gate.
    ///
    /// The comparison is printed below tables. After JSON and CSV only its verdict, summary and exit code tell of it.
    pub(super) fn finish(&self, base: Option<Side>, format: Format, context: &Context) -> Result<u8> {
        if let Some(name) = self.save {
            let path = snapshot::named(self.reports, name);
            snapshot::write(&path, self.snapshot)?;
            context.terminal.note(&format!("baseline `{name}`: {}", path.display()));
        }
        self.beside_best(context)?;
        let Some(base) = base else { return Ok(EXIT_DONE) };
        let current = Side::graded(self.snapshot.clone(), self.dir);
        let bootstrap = Bootstrap { seed: self.seed, ..Bootstrap::default() };
        let rules = self.gate.rules(context);
        let report = report(&base, &current, &rules, &bootstrap, context);
        match format {
            // One command prints one document for a machine: that of its grades.
            Format::Json | Format::Csv => {
                self.gate.publish(&report, context)?;
                Ok(report.verdict.as_ref().map_or(EXIT_DONE, |verdict| verdict.exit_code))
            }
            format => finish(&report, self.gate, format, context),
        }
    }

    fn beside_best(&self, context: &Context) -> Result<()> {
        let path = snapshot::best(self.reports, &self.snapshot.origin.slicer);
        let best = if path.is_file() { Some(snapshot::read(&path)?.0) } else { None };
        if let Some(best) = &best {
            let few = Bootstrap { n_resamples: 1, ..Bootstrap::default() };
            let comparison = compare::compare(best, self.snapshot, &few);
            context.terminal.note(&format!("beside the best ever: {}", in_words(&comparison)));
        }
        let name = self.dir.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match compare::with_run(best.as_ref(), self.snapshot, &name) {
            Some(next) if best.as_ref().is_none_or(|best| best.tasks != next.tasks) => {
                snapshot::write(&path, &next)
            }
            _ => Ok(()),
        }
    }
}

/// `2 regressed (a, b), 60 same`, worst first.
fn in_words(comparison: &compare::Comparison) -> String {
    const MAX_NAMED: usize = 3;
    let counts = comparison.counts();
    let words = Change::ALL
        .iter()
        .filter(|change| counts[change] > 0 && **change != Change::Disappeared)
        .map(|change| {
            let names: Vec<&str> =
                comparison.ranked(&[*change]).iter().take(MAX_NAMED).map(|task| task.task.as_str()).collect();
            let more = if counts[change] > MAX_NAMED { ", …" } else { "" };
            match change {
                Change::Same | Change::Appeared => format!("{} {}", counts[change], change.name()),
                _ => format!("{} {} ({}{more})", counts[change], change.name(), names.join(", ")),
            }
        });
    words.collect::<Vec<_>>().join(", ")
}
