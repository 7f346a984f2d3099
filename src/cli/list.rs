//! `list`: what there is to run.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::Context;
use super::select::{FormatArgs, SelectArgs};
use crate::error::{EXIT_DONE, Result};
use crate::grade;
use crate::report::{Listing, Records};

/// Arguments of `list`.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// What to list
    what: ListWhat,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ListWhat {
    /// Tasks with their sizes in AST nodes
    Tasks,
    /// Slicers that can be run
    Slicers,
    /// Labels with the number of their tasks
    Labels,
}

pub(super) fn run(args: &ListArgs, context: &Context) -> Result<u8> {
    let records = match args.what {
        ListWhat::Tasks => tasks(args, context)?,
        ListWhat::Slicers => slicers(context)?,
        ListWhat::Labels => labels(args, context)?,
    };
    context.terminal.render(&Listing { records }, args.format.format)?;
    Ok(EXIT_DONE)
}

fn tasks(args: &ListArgs, context: &Context) -> Result<Records> {
    let suite = context.suite()?;
    let mut rows = Vec::new();
    let tasks = suite.select(&args.select.filter())?;
    for (task, gold_nodes) in tasks.iter().zip(grade::gold_sizes(&tasks)) {
        rows.push(vec![
            json!(task.id()),
            json!(task.benchmark.language.name()),
            json!(task.criterion.kind.name()),
            json!(task.criterion.labels),
            json!(task.benchmark.tier.name()),
            json!(task.benchmark.tree.n_counted()),
            json!(gold_nodes),
            json!(task.criterion.evidence.name()),
        ]);
    }
    let columns = vec!["task", "language", "kind", "labels", "tier", "nodes", "gold_nodes", "evidence"];
    Ok(Records { columns, rows })
}

fn slicers(context: &Context) -> Result<Records> {
    let adapters = context.settings.adapters()?;
    let rows = adapters
        .iter()
        .map(|adapter| {
            let languages: Vec<&str> = adapter.languages.iter().map(|language| language.name()).collect();
            vec![
                json!(adapter.name),
                json!(languages),
                json!(adapter.kind.name()),
                json!(adapter.reading().granularity.name()),
                json!(adapter.path.to_string_lossy()),
            ]
        })
        .collect();
    Ok(Records { columns: vec!["slicer", "languages", "kind", "granularity", "adapter"], rows })
}

fn labels(args: &ListArgs, context: &Context) -> Result<Records> {
    let suite = context.suite()?;
    let mut counts: BTreeMap<&str, (usize, Vec<&str>)> = BTreeMap::new();
    let tasks = suite.select(&args.select.filter())?;
    for task in &tasks {
        for label in &task.criterion.labels {
            let (n_tasks, benchmarks) = counts.entry(label).or_default();
            *n_tasks += 1;
            benchmarks.push(&task.benchmark.id);
        }
    }
    let row = |(label, (n_tasks, mut benchmarks)): (&str, (usize, Vec<&str>))| -> Vec<Value> {
        benchmarks.dedup();
        vec![json!(label), json!(n_tasks), json!(benchmarks.len())]
    };
    Ok(Records { columns: vec!["label", "tasks", "programs"], rows: counts.into_iter().map(row).collect() })
}
