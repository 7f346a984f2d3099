//! `check relations`: what must hold of a slicer's answers whatever is in them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use crate::adapter::Adapter;
use crate::builtin::Builtin;
use crate::cli::Context;
use crate::cli::number::whole;
use crate::cli::sandbox::SandboxArgs;
use crate::cli::select::{FormatArgs, SelectArgs};
use crate::cli::sources::{program, tree};
use crate::error::{self, EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED, Result};
use crate::relations::{self, RelationOptions, check_relations};
use crate::rerun::benchmark;
use crate::suite::{Benchmark, Input, Task};
use crate::sweep::every_variable;

/// Arguments of `check relations`.
#[derive(Debug, Args)]
pub(super) struct RelationsArgs {
    /// The files of a program of which every variable is a criterion, run without input; none for the tasks of the suite
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Name of a slicer, or its adapter file
    #[arg(long, short, value_name = "NAME|FILE")]
    slicer: Option<String>,
    #[command(flatten)]
    select: SelectArgs,
    /// Seed of the changed programs, and of slicers that use random numbers
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &RelationsArgs, context: &Context) -> Result<u8> {
    let slicer = context.settings.adapter(args.slicer.as_deref())?;
    if slicer.needs_gold() {
        return Err(error::cli::knows_answer(&slicer.name));
    }
    let of_file = if args.files.is_empty() { None } else { Some(of_files(args)?) };
    let suite = if args.files.is_empty() { Some(context.suite()?) } else { None };
    let tasks: Vec<Task<'_>> = match (&of_file, &suite) {
        (Some(benchmark), _) => tasks_of(benchmark),
        (None, Some(suite)) => suite.select(&args.select.filter())?,
        (None, None) => Vec::new(),
    };
    let others = larger(&slicer, &tasks, context)?;
    let mut adapters = others.clone();
    adapters.push(slicer.clone());
    let options = RelationOptions { seed: args.seed, sandbox: args.sandbox.raise_for(&adapters, context)? };
    let progress = context.terminal.progress(tasks.len());
    let check = check_relations(&tasks, &slicer, &others, &options, &|task| progress.step(task));
    progress.finish();
    let check = check?;
    context.terminal.render(&check, args.format.format)?;
    Ok(match check.has_tried() {
        false => EXIT_NOTHING_MEASURED,
        true if check.is_broken() => EXIT_NEGATIVE,
        true => EXIT_DONE,
    })
}

/// A program of the user's, with all of its variables, and one input: nothing.
fn of_files(args: &RelationsArgs) -> Result<Benchmark> {
    let (language, files) = program(&args.files)?;
    let tree = tree(language, &files, &args.files[0])?;
    let mut benchmark = benchmark(&tree);
    benchmark.inputs.push(Input::default());
    benchmark.criteria = every_variable(&benchmark);
    Ok(benchmark)
}

fn tasks_of(benchmark: &Benchmark) -> Vec<Task<'_>> {
    benchmark.criteria.iter().map(|criterion| Task { benchmark, criterion }).collect()
}

/// Adapters of the slicers inside whose slices have all that this one's have.
fn larger(slicer: &Adapter, tasks: &[Task<'_>], context: &Context) -> Result<Vec<Adapter>> {
    let Ok(builtin) = slicer.name.parse::<Builtin>() else { return Ok(Vec::new()) };
    let languages: BTreeSet<_> = tasks.iter().map(|task| task.benchmark.language).collect();
    let larger: BTreeSet<Builtin> =
        languages.into_iter().flat_map(|language| relations::larger(builtin, language)).copied().collect();
    larger.into_iter().map(|larger| context.settings.adapter(Some(larger.name()))).collect()
}
