//! `audit`: whether the slices of a collection are slices, and minimal ones.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Context;
use super::number::whole;
use super::select::SelectArgs;
use crate::audit::{AuditOptions, AuditTable, audit, bundle, latex};
use crate::error::{self, EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED, Result};
use crate::report::Format;
use crate::suite::Suite;

/// Arguments of `audit`.
#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// Folder of the suite, as `import` writes one
    #[arg(value_name = "SUITE")]
    suite: PathBuf,
    #[command(flatten)]
    select: SelectArgs,
    /// Inputs that are drawn to refute a slice
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(0_usize))]
    fresh: usize,
    /// Most nodes that are deleted together
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1_usize))]
    max_nodes: usize,
    /// Most candidates that are judged for a slice
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole(1_u64))]
    max_candidates: u64,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    /// Folder for a bundle of each slice with something wrong: program, slice, smaller slice, and why
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How the report is written
    #[arg(long, value_enum, default_value_t = AuditFormat::Table)]
    format: AuditFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AuditFormat {
    /// Aligned columns for a terminal
    Table,
    /// An array of objects, one per slice
    Json,
    /// Tables as in GitHub's Markdown
    Markdown,
    /// The share of each class as a table of LaTeX
    Latex,
}

pub(super) fn run(args: &AuditArgs, context: &Context) -> Result<u8> {
    let suite = Suite::load(std::slice::from_ref(&args.suite))?;
    let selected = suite.select(&args.select.filter())?;
    let wanted: Vec<String> = selected.iter().map(|task| task.id()).collect();
    let options = AuditOptions {
        n_fresh: args.fresh,
        max_nodes: args.max_nodes,
        max_candidates: args.max_candidates,
        seed: args.seed,
    };
    let progress = context.terminal.progress(wanted.len());
    let mut slices = Vec::new();
    for benchmark in &suite.benchmarks {
        let is_wanted = |task: &str| wanted.iter().any(|id| id == task);
        let audited = audit(benchmark, options, &is_wanted, &mut |task| progress.step(task));
        if let Some(out) = &args.out {
            for slice in audited.iter().filter(|slice| slice.class.is_fault()) {
                let name = slice.task.replace('/', "-");
                for (path, text) in bundle(benchmark, slice) {
                    let path = out.join(&name).join(path);
                    let folder = path.parent().unwrap_or(out);
                    fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
                    fs::write(&path, text).map_err(|cause| error::cannot_write(&path, &cause))?;
                }
            }
        }
        slices.extend(audited);
    }
    progress.finish();
    let table = AuditTable { collection: args.suite.display().to_string(), slices };
    match args.format {
        AuditFormat::Table => context.terminal.render(&table, Format::Table)?,
        AuditFormat::Json => context.terminal.render(&table, Format::Json)?,
        AuditFormat::Markdown => context.terminal.render(&table, Format::Markdown)?,
        AuditFormat::Latex => context.terminal.data(&latex(&table))?,
    }
    Ok(match (table.n_faults(), table.n_run()) {
        (0, 0) => EXIT_NOTHING_MEASURED,
        (0, _) => EXIT_DONE,
        _ => EXIT_NEGATIVE,
    })
}
