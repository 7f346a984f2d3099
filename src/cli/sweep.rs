//! `sweep`: two slicers or more on every variable of every program.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::Context;
use super::number::whole;
use super::sandbox::SandboxArgs;
use super::select::{FormatArgs, partition_parser};
use crate::adapter::{Adapter, Sandbox};
use crate::error::{self, EXIT_DONE, Result};
use crate::language::Language;
use crate::report::Format;
use crate::results::SuiteStamp;
use crate::suite::{Benchmark, Filter, Partition};
use crate::sweep::{self, SliceSizes, Sweep, SweepEvent, SweepOptions, SweepRanges, SweepTable};

/// Arguments of `sweep`.
#[derive(Debug, Args)]
#[command(
    after_help = "Of two slicers, `--slicer FIRST --slicer SECOND`, the first is measured by the second; of more, the table has \
                  sizes and times of each."
)]
pub(super) struct SweepArgs {
    /// Name of a slicer, or its adapter file; given twice or more
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(super) slicer: Vec<String>,
    /// Only programs in this language; repeatable
    #[arg(long = "language", value_name = "LANGUAGE")]
    languages: Vec<Language>,
    /// Only programs with a task whose id has these whole segments, `*` for any text; repeatable
    #[arg(long = "filter", short = 'f', value_name = "ID")]
    filters: Vec<String>,
    /// Do only partition K of N of the programs; the partition of a program depends only on its id
    #[arg(long, value_name = "K/N", value_parser = partition_parser)]
    partition: Option<Partition>,
    /// Only occurrences of variables with objects of the program's classes that are still there where the function returns its value
    #[arg(long)]
    objects: bool,
    /// What a row is of: a program, or slices of a range of sizes, in nodes of SECOND's slice (two slicers only)
    #[arg(long, value_name = "ROWS", value_enum, default_value_t = SweepRows::Program)]
    by: SweepRows,
    /// Largest number of runs per measured time [default: 60 for a slicer that ships inside, 1 for a command]
    #[arg(long, value_name = "N", value_parser = whole(1_u32))]
    max_runs: Option<u32>,
    /// Seed of slicers that use random numbers
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    seed: u64,
    /// Folder of results; the sweep is in <DIR>/sweep/FIRST,SECOND [default: reports]
    #[arg(long, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    /// Throw away what an interrupted sweep of these slicers left, instead of going on with it
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// What the rows of a sweep of two slicers are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum SweepRows {
    /// One per program.
    #[default]
    Program,
    /// One per range of sizes.
    Size,
}

pub(super) fn run(args: &SweepArgs, context: &Context) -> Result<u8> {
    let slicers = slicers(&args.slicer, context)?;
    let suite = context.suite()?;
    let filter =
        Filter { filters: args.filters.clone(), languages: args.languages.clone(), ..Filter::default() };
    let mut programs: Vec<&Benchmark> = suite.select(&filter)?.iter().map(|task| task.benchmark).collect();
    programs.dedup_by(|a, b| a.id == b.id);
    if let Some(part) = args.partition {
        programs.retain(|program| part.has_program(program));
        if programs.is_empty() {
            context.terminal.note(&format!("partition {part} contains none of the selected programs"));
        }
    }
    let stamp = SuiteStamp {
        hash: suite.hash(),
        filters: args.filters.clone(),
        partition: args.partition.map(|partition| partition.to_string()),
        ..SuiteStamp::default()
    };
    let sandbox = args.sandbox.raise_for(&slicers, context)?;
    let progress = context.terminal.progress(0);
    let outcome =
        sweep::sweep(&programs, &slicers, &stamp, &options(args, sandbox, context), &|event| match event {
            SweepEvent::Begun { dir, n_measurements, n_stored, problems } => {
                problems.iter().for_each(|problem| context.terminal.warning(problem));
                progress.begin(n_measurements - n_stored);
                if n_stored > 0 {
                    let dir = dir.display();
                    context.terminal.note(&format!("resuming after {n_stored} measurements in {dir}"));
                }
            }
            SweepEvent::Measured(measurement) => progress.count(measurement.status.name()),
        });
    progress.finish();
    let sweep = outcome?;
    render(&sweep, args.by, args.format.format, context)?;
    context.terminal.note(&format!("measurements: {}", sweep.dir.display()));
    Ok(EXIT_DONE)
}

fn options(args: &SweepArgs, sandbox: Option<Sandbox>, context: &Context) -> SweepOptions {
    let mut options = SweepOptions {
        out: context.settings.out(args.out.as_deref()),
        restart: args.restart,
        only_objects: args.objects,
        seed: args.seed,
        sandbox,
        ..SweepOptions::default()
    };
    if let Some(max_runs) = args.max_runs {
        options.in_process.max_runs = max_runs as usize;
        options.command.max_runs = max_runs as usize;
    }
    options
}

/// Prints the table of a sweep: two slicers beside each other, or sizes of more.
pub(super) fn render(sweep: &Sweep, by: SweepRows, format: Format, context: &Context) -> Result<()> {
    match SweepTable::new(sweep) {
        Some(table) if by == SweepRows::Size => context.terminal.render(&SweepRanges(&table), format),
        Some(table) => context.terminal.render(&table, format),
        None => context.terminal.render(&SliceSizes::new(sweep), format),
    }
}

fn slicers(names: &[String], context: &Context) -> Result<Vec<Adapter>> {
    let names = context.settings.slicer_names(names);
    let different: BTreeSet<&String> = names.iter().collect();
    if different.len() < 2 || different.len() < names.len() {
        return Err(error::sweep::too_few(names));
    }
    names.iter().map(|name| context.settings.adapter(Some(name))).collect()
}
