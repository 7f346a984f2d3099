//! `explain`: one answer beside its program, and where the numbers of its grade come from.

mod panel;
mod view;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::Context;
use super::reasons::{WitnessValues, reasons};
use super::run::run_tasks;
use super::sandbox::SandboxArgs;
use super::select::{one_of, one_task};
use super::terminal::READING_WIDTH;
use crate::cli::number::whole;
use crate::error::{self, EXIT_DONE, Result};
use crate::grade::{Examined, examine};
use crate::graded::behaviour;
use crate::report::{Format, Listing, NodeFault, NodeReason, Records, TaskView};
use crate::results::{Answer, Behaved, LastWords, RawOutput, Reading, Record, Results, Status};
use crate::run::RunOptions;
use crate::suite::{Criterion, Task};

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Task id, or the last segments of one
    task: String,
    /// Folder of a run, or of a slicer for its latest run, or `latest:SLICER[~N]`, with the answer to show
    #[arg(long, value_name = "RESULTS", conflicts_with = "slicer")]
    results: Option<PathBuf>,
    /// Slicer to ask now; without it and without results, the gold slice is shown
    #[arg(long, short, value_name = "NAME|FILE")]
    slicer: Option<String>,
    /// Seed of a slicer that uses random numbers
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Format of the output; but for `table`, a row per missing, surplus and invented node
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = one_of::<Format>())]
    format: Format,
}

pub(super) fn run(args: &ExplainArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let task = one_task(&suite, &args.task)?;
    let shown = match (&args.results, &args.slicer) {
        (Some(path), _) => stored(task, &context.read(&context.find(path, None)?)?, context)?,
        (None, Some(slicer)) => asked(task, slicer, args, context)?,
        (None, None) => gold(task),
    };
    let task = Task { criterion: shown.framed.as_ref().unwrap_or(task.criterion), ..task };
    let mut examined = examine(task, &task.hash(), &shown.record, &shown.reading);
    examined.grade.behaved = shown.behaved;
    examined.grade.said = shown.said.filter(|_| examined.grade.f1.is_none());
    let reasons = reasons(task, &examined, WitnessValues::Run);
    if args.format != Format::Table {
        context.terminal.render(&Listing { records: wrong_nodes(&examined, reasons) }, args.format)?;
        return Ok(EXIT_DONE);
    }
    let width = context.terminal.width().unwrap_or(READING_WIDTH);
    context.terminal.data(&view::text(task, &examined, &reasons, &shown.name, width))?;
    Ok(EXIT_DONE)
}

/// The nodes that are not as in gold, with their places: in the program, in the answer those that are invented.
fn wrong_nodes(examined: &Examined, reasons: Vec<NodeReason>) -> Records {
    let view = TaskView::new(examined, Vec::new()).with_reasons(reasons);
    let row = |fault: &NodeFault| {
        let because = view.reason_of(fault);
        let NodeFault { mark, file, line, column, kind, token, .. } = fault;
        vec![
            json!(mark.name()),
            json!(file),
            json!(line),
            json!(column),
            json!(kind),
            json!(token),
            json!(because),
        ]
    };
    Records {
        columns: vec!["mark", "file", "line", "column", "kind", "token", "because"],
        rows: view.faults.iter().map(row).collect(),
    }
}

/// An answer, and whose it is.
struct Shown {
    name: String,
    record: Record,
    reading: Reading,
    /// What running it showed, when somebody did.
    behaved: Option<Behaved>,
    /// The criterion with what running its gold slices showed, when somebody did.
    framed: Option<Criterion>,
    /// What the slicer printed last, when it printed something.
    said: Option<LastWords>,
}

fn stored(task: Task<'_>, results: &Results, context: &Context) -> Result<Shown> {
    let id = task.id();
    let record = results.records.iter().find(|record| record.task == id);
    let record = record.ok_or_else(|| error::cli::not_in_results(&id, &results.dir))?;
    let (known, hash) = (behaviour::stored(results, context), task.hash());
    Ok(Shown {
        behaved: behaviour::of_record(&known, task, &hash, record),
        framed: known.framed(task, &hash),
        said: RawOutput::of(&results.dir).last_words(&id),
        name: format!("the answer of `{}`", results.header.slicer.name),
        record: known.with_inner(task, &hash, record).unwrap_or_else(|| record.clone()),
        reading: results.header.reading.clone(),
    })
}

/// Runs the slicer on this task only; nothing of the run stays.
fn asked(task: Task<'_>, slicer: &str, args: &ExplainArgs, context: &Context) -> Result<Shown> {
    let adapter = context.settings.adapter(Some(slicer))?;
    let temporary = std::env::temp_dir();
    let out = tempfile::tempdir().map_err(|cause| error::cannot_write(Path::new(&temporary), &cause))?;
    let options = RunOptions {
        out: out.path().to_owned(),
        jobs: 1,
        timeout_s: context.settings.config.timeout_s,
        seed: args.seed,
        sandbox: args.sandbox.raise(out.path(), context)?,
        ..RunOptions::default()
    };
    let dir = run_tasks(&[task], &adapter, &options, context)?;
    stored(task, &context.read(&dir)?, context)
}

/// The gold slice in the place of an answer, which shows the task itself.
fn gold(task: Task<'_>) -> Shown {
    let answer = task.criterion.golds.first().map(|gold| Answer::Source { files: gold.files.clone() });
    let record = Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) };
    Shown {
        name: "the gold slice".to_owned(),
        record,
        reading: Reading::default(),
        behaved: None,
        framed: None,
        said: None,
    }
}
