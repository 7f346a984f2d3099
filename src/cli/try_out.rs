//! `try`: one answer of a slicer to one question about any program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Context;
use super::layout::wrapped;
use super::number::{above_zero, whole};
use super::run::run_tasks;
use super::sandbox::SandboxArgs;
use super::select::CriterionArgs;
use super::slice::{json_text, lines_text};
use super::sources::{program, tree, write_source};
use crate::ast::{NodeSet, Tree};
use crate::error::{self, EXIT_DONE, Problem, Result};
use crate::grade::examine;
use crate::report::printable;
use crate::rerun::{benchmark, kept_in_program};
use crate::results::{Answer, RawOutput, Record, Results, Status};
use crate::run::RunOptions;
use crate::stats::percent;
use crate::suite::Task;
use crate::sweep::criterion_of;

/// Arguments of `try`.
#[derive(Debug, Args)]
pub(super) struct TryArgs {
    /// Name of a slicer, or its adapter file
    #[arg(value_name = "SLICER")]
    slicer: String,
    /// The files of the program, the one with the criterion first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    criterion: CriterionArgs,
    /// What to show
    #[arg(long, value_name = "FORMAT", default_value = "marked")]
    format: TryFormat,
    /// Time limit in seconds [default: the adapter's]
    #[arg(long, value_name = "SECONDS", env = "BENCH_SLICERS_TIMEOUT", value_parser = above_zero)]
    timeout: Option<f64>,
    /// Seed of slicers that use random numbers
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TryFormat {
    /// The program, with a mark at each line of which something is gone
    Marked,
    /// What the slicer answered, as it is
    Source,
    /// Kept lines, one number per line, as `file:line` for several files
    Lines,
    /// Kept lines by file and kept nodes, as JSON
    Json,
}

pub(super) fn run(args: &TryArgs, context: &Context) -> Result<u8> {
    let adapter = context.settings.adapter(Some(&args.slicer))?;
    let (language, files) = program(&args.files)?;
    let tree = tree(language, &files, &args.files[0])?;
    let nodes = args.criterion.resolve(&tree, &args.files[0])?;
    let benchmark = benchmark(&tree);
    let Some(criterion) = criterion_of(&benchmark, &nodes) else {
        return Err(error::cli::no_question(&args.files[0], args.criterion.line));
    };
    let task = Task { benchmark: &benchmark, criterion: &criterion };
    if adapter.needs_gold() {
        return Err(error::cli::knows_answer(&adapter.name));
    }
    if let Some(what) = adapter.refuses(&task) {
        return Err(error::cli::not_for_slicer(&adapter.name, &what));
    }
    let temporary = std::env::temp_dir();
    let out = tempfile::tempdir().map_err(|cause| error::cannot_write(Path::new(&temporary), &cause))?;
    let options = RunOptions {
        out: out.path().to_owned(),
        jobs: 1,
        timeout_s: args.timeout.or(context.settings.config.timeout_s),
        seed: args.seed,
        sandbox: args.sandbox.raise(out.path(), context)?,
        ..RunOptions::default()
    };
    let results = context.read(&run_tasks(&[task], &adapter, &options, context)?)?;
    let record = results.records.iter().find(|record| record.task == task.id());
    let record = record.ok_or_else(|| error::cli::not_in_results(&task.id(), &results.dir))?;
    if record.status != Status::Answered {
        return Err(no_answer(&adapter.name, record, &results));
    }
    let examined = examine(task, &task.hash(), record, &results.header.reading);
    let kept = kept_in_program(&benchmark, &examined);
    if let Some(hint) = &examined.grade.hint {
        context.terminal.warning(&Problem::general(printable(hint)));
    }
    match (args.format, &record.answer) {
        (TryFormat::Source, Some(Answer::Source { files })) => write_source(files, None, context)?,
        (TryFormat::Marked, _) => {
            let heading = heading(record, &tree, &kept, &results);
            let heading = wrapped(&heading, context.terminal.width(), 2);
            context.terminal.data(&format!("{heading}\n{}", marked(&tree, &kept)))?;
        }
        (TryFormat::Json, _) => context.terminal.data(&json_text(&tree, &kept))?,
        (TryFormat::Lines | TryFormat::Source, _) => context.terminal.data(&lines_text(&tree, &kept))?,
    }
    Ok(EXIT_DONE)
}

/// Why there is nothing to show, with all that the slicer said: its files are gone afterwards.
fn no_answer(slicer: &str, record: &Record, results: &Results) -> error::Error {
    let reason = record.reason.as_deref().map_or(String::new(), |reason| format!(": {}", printable(reason)));
    let said = RawOutput::of(&results.dir).last_words(&record.task).map(|said| printable(&said.line));
    error::cli::no_answer(slicer, &format!("{}{reason}", record.status.name()), said.as_deref())
}

fn heading(record: &Record, tree: &Tree, kept: &NodeSet, results: &Results) -> String {
    let slicer = &results.header.slicer;
    let version =
        slicer.version.as_deref().map_or(String::new(), |version| format!(" {}", printable(version)));
    let (n_kept, n_nodes) = (kept.len(), tree.n_counted());
    let share = percent(n_kept as f64 / n_nodes.max(1) as f64, 0);
    format!(
        "{}{version}: {n_kept} of {n_nodes} nodes ({share} %) in {:.2} s; `-` nothing of the line is kept, `~` a part",
        slicer.name, record.wall_s
    )
}

/// The program with a mark at each line that lost something; a line on which nothing begins that counts has none.
fn marked(tree: &Tree, kept: &NodeSet) -> String {
    let mut text = String::new();
    for (file_idx, file) in tree.files().enumerate() {
        if tree.files().len() > 1 {
            text.push_str(&format!("{}\n", printable(&file.path.to_string_lossy())));
        }
        let counts = counts_by_line(tree, file_idx, kept);
        for (idx, line) in file.text.lines().enumerate() {
            let mark = match counts.get(&(idx + 1)) {
                Some((0, _)) => '-',
                Some((n_kept, n_nodes)) if n_kept < n_nodes => '~',
                _ => ' ',
            };
            let line = format!("{:>5} {mark} {}", idx + 1, printable(&line.replace('\t', "    ")));
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// Kept and all counted nodes that begin on each line of a file.
fn counts_by_line(tree: &Tree, file_idx: usize, kept: &NodeSet) -> BTreeMap<usize, (usize, usize)> {
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for node in tree.counted().iter().filter(|&node| tree.file_of(node) == file_idx) {
        let (n_kept, n_nodes) = counts.entry(tree.line(node)).or_default();
        *n_kept += usize::from(kept.contains(node));
        *n_nodes += 1;
    }
    counts
}
