//! `merge`: the shares of what was divided as one: of a run, a sweep, a search over many tasks, a check of certificates.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Context;
use super::check;
use super::grade;
use super::minimize;
use super::number::whole;
use super::select::FormatArgs;
use super::sweep::SweepRows;
use super::view::ViewArgs;
use crate::error::{self, EXIT_DONE, Result};
use crate::graded::{Frontend, check_output, graded_run};
use crate::results::{self, DoneWork, ResultsWriter, WorkKind, merge_work};
use crate::sweep::{self, Sweep};

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// Folders of the shares, made with `--partition K/N` by `run`, `sweep`, `minimize` or `check certificates`
    #[arg(required = true, value_name = "RESULTS")]
    shares: Vec<PathBuf>,
    /// Folder of results; a whole run gets a folder of its own in <DIR>/<slicer>/, the others get the folder that the undivided
    /// command writes [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    /// Merge what there is, even when shares are missing or not complete
    #[arg(long)]
    partial: bool,
    /// Seed of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &MergeArgs, context: &Context) -> Result<u8> {
    let is_of: [fn(&Path) -> bool; 2] = [Sweep::is_in, DoneWork::is_in];
    let kind = |path: &PathBuf| is_of.iter().position(|is_in| is_in(path));
    let first = &args.shares[0];
    if let Some(other) = args.shares.iter().find(|other| kind(other) != kind(first)) {
        return Err(error::results::unlike_kinds(other, first));
    }
    match kind(first) {
        Some(0) => sweeps(args, context),
        Some(_) => work(args, context),
        None => runs(args, context),
    }
}

fn sweeps(args: &MergeArgs, context: &Context) -> Result<u8> {
    let mut parts = Vec::new();
    for path in &args.shares {
        let (part, problems) = Sweep::read(path)?;
        problems.iter().for_each(|problem| context.terminal.warning(problem));
        parts.push(part);
    }
    let whole = sweep::merge(parts, args.partial)?;
    if whole.is_damaged {
        context.damaged();
    }
    let whole = whole.store(&context.settings.out(args.out.as_deref()))?;
    super::sweep::render(&whole, SweepRows::default(), args.format.format, context)?;
    context.terminal.note(&format!("measurements: {}", whole.dir.display()));
    Ok(EXIT_DONE)
}

fn work(args: &MergeArgs, context: &Context) -> Result<u8> {
    let mut parts = Vec::new();
    for path in &args.shares {
        let (part, problems) = DoneWork::read(path)?;
        problems.iter().for_each(|problem| context.terminal.warning(problem));
        parts.push(part);
    }
    let whole = merge_work(parts, args.partial)?;
    if whole.is_damaged {
        context.damaged();
    }
    let whole = whole.store(&context.settings.out(args.out.as_deref()))?;
    context.terminal.note(&format!("{}: {}", whole.header.kind.name(), whole.dir.display()));
    match whole.header.kind {
        WorkKind::Certificates => check::stored_certificates(&whole, args.format.format, context),
        WorkKind::Minimize => minimize::stored(&whole, args.format.format, context),
    }
}

fn runs(args: &MergeArgs, context: &Context) -> Result<u8> {
    let mut parts = Vec::new();
    for path in &args.shares {
        let part = context.read(&context.find(path, None)?)?;
        check_output(&part, part.records.iter().chain(part.repeats.values().flatten()), context);
        parts.push(part);
    }
    let folders: Vec<PathBuf> = parts.iter().map(|part| part.dir.clone()).collect();
    let whole = results::merge(parts, args.partial)?;
    let slicer = &whole.header.slicer.name;
    let folder = context.settings.out(args.out.as_deref()).join(slicer);
    let mut writer = ResultsWriter::create_in(&folder, whole.header.clone())?;
    for record in whole.records.iter().chain(whole.repeats.values().flatten()) {
        writer.append(record)?;
    }
    for from in &folders {
        writer.copy_raw(from)?;
    }
    let dir = if whole.header.complete { writer.finish()? } else { writer.dir().to_path_buf() };
    show(&dir, args, context)?;
    context.terminal.note(&format!("results of `{slicer}`: {}", dir.display()));
    Ok(EXIT_DONE)
}

fn show(dir: &Path, args: &MergeArgs, context: &Context) -> Result<()> {
    let suite = context.suite()?;
    let results = context.read(dir)?;
    let tasks: Vec<_> = suite.tasks().collect();
    let grades = graded_run(&suite, &results, &tasks, context);
    let format = args.format.format;
    let view = args.view.view(format, Some(context.look(&dir.display().to_string())));
    grade::print(&grades.graded, args.seed, &view, format, context).map(|_| ())
}
