//! `merge`: the shares of a divided run as one run.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Context;
use super::grade;
use super::number::whole;
use super::select::FormatArgs;
use crate::error::{EXIT_DONE, Result};
use crate::graded::{check_output, graded_run};
use crate::results::{self, ResultsWriter};

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// Folders of the shares, made with `run --partition K/N`
    #[arg(required = true, value_name = "RESULTS")]
    shares: Vec<PathBuf>,
    /// Folder of results; the whole run gets a folder of its own in <DIR>/<slicer>/ [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    /// Merge what there is, even when shares are missing or not complete
    #[arg(long)]
    partial: bool,
    /// Seed of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &MergeArgs, context: &Context) -> Result<u8> {
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
        results::copy_raw(from, writer.dir())?;
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
    grade::print(&grades.graded, args.seed, args.format.format, context).map(|_| ())
}
