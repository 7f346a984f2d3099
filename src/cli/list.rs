//! `list`: what there is to run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::Context;
use super::select::{FormatArgs, SelectArgs};
use crate::adapter::Adapter;
use crate::error::{EXIT_DONE, Result};
use crate::grade;
use crate::report::{Listing, Records, SlicerEntry, SlicerList};
use crate::results::{self, Record, Results, Status};

/// Arguments of `list`.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// What to list
    what: ListWhat,
    #[command(flatten)]
    select: SelectArgs,
    /// Folder of results, which says when a slicer answered last [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ListWhat {
    /// Tasks with their sizes in AST nodes
    Tasks,
    /// Slicers: those of others, those that ship inside, controls; and which are installed
    Slicers,
    /// Labels with their tasks and programs, and what each means
    Labels,
}

pub(super) fn run(args: &ListArgs, context: &Context) -> Result<u8> {
    let records = match args.what {
        ListWhat::Tasks => tasks(args, context)?,
        ListWhat::Slicers => {
            context.terminal.render(&slicers(args, context)?, args.format.format)?;
            return Ok(EXIT_DONE);
        }
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

/// Slicers, with what is found of each on this machine.
fn slicers(args: &ListArgs, context: &Context) -> Result<SlicerList> {
    let adapters = context.settings.adapters()?;
    let reports = context.settings.out(args.out.as_deref());
    let entry = |adapter: &Adapter| SlicerEntry {
        name: adapter.name.clone(),
        role: adapter.role,
        description: adapter.description.clone(),
        languages: adapter.languages.iter().map(|language| language.name()).collect(),
        kind: adapter.kind.name(),
        granularity: adapter.reading().granularity.name(),
        is_installed: adapter.resolve().is_ok(),
        is_installable: adapter.packages.is_some(),
        last_answered: last_answered(&reports.join(&adapter.name)),
        adapter: adapter.path.to_string_lossy().into_owned(),
    };
    Ok(SlicerList { entries: adapters.par_iter().map(entry).collect() })
}

/// Day of the latest run of a slicer that has an answer.
fn last_answered(runs: &Path) -> Option<String> {
    let is_answered = |record: &Record| record.status == Status::Answered;
    let day = |dir: PathBuf| {
        let (results, _) = Results::read(&dir).ok()?;
        let created = results.header.created.chars().take("2000-01-01".len()).collect::<String>();
        results.records.iter().any(is_answered).then_some(created)
    };
    results::runs(runs).into_iter().rev().find_map(day)
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
        let meaning = suite.labels.get(label).map(String::as_str);
        vec![json!(label), json!(n_tasks), json!(benchmarks.len()), json!(meaning)]
    };
    Ok(Records {
        columns: vec!["label", "tasks", "programs", "meaning"],
        rows: counts.into_iter().map(row).collect(),
    })
}
