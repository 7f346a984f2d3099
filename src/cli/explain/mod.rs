//! `explain`: one answer beside its program, and where the numbers of its grade come from.

mod marks;
mod panel;
mod view;

use clap::Args;

use super::Context;
use super::select::one_task;
use super::terminal::READING_WIDTH;
use crate::error::{EXIT_DONE, Result};
use crate::grade;
use crate::results::{Answer, Reading, Record, Status};
use crate::suite::Task;

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Task id, or the last segments of one
    task: String,
}

pub(super) fn run(args: &ExplainArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let task = one_task(&suite, &args.task)?;
    let shown = gold(task);
    let examined = grade::examine(task, &task.hash(), &shown.record, &shown.reading);
    let width = context.terminal.width().unwrap_or(READING_WIDTH);
    context.terminal.data(&view::text(task, &examined, &shown.name, width))?;
    Ok(EXIT_DONE)
}

/// An answer, and whose it is.
struct Shown {
    name: String,
    record: Record,
    reading: Reading,
}

/// The gold slice in the place of an answer, which shows the task itself.
fn gold(task: Task<'_>) -> Shown {
    let record = Record {
        task: task.id(),
        hash: task.hash(),
        status: Status::Answered,
        reason: None,
        wall_s: 0.0,
        cpu_s: None,
        memory_byte: None,
        n_leaked: 0,
        answer: task.criterion.golds.first().map(|gold| Answer::Source { files: gold.files.clone() }),
        normalised: None,
    };
    Shown { name: "the gold slice".to_owned(), record, reading: Reading::default() }
}
