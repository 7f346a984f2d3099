//! `run`: a slicer over the suite, then its grades.

mod several;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Context;
use super::compare::AfterRun;
use super::gate::GateArgs;
use super::grade;
use super::layout::{shell_lines, wrapped};
use super::number::{above_zero, whole};
use super::report::{self, Reported};
use super::sandbox::SandboxArgs;
use super::select::{FormatArgs, SelectArgs, one_of, partition_parser};
use crate::adapter::Adapter;
use crate::error::{self, EXIT_DONE, Error, Result};
use crate::grade::Grade;
use crate::graded::{Side, graded_run};
use crate::report::{Export, FailureGroup, Format, Listing, Records};
use crate::results::{Record, Results, Status, SuiteStamp};
use crate::run::{Plan, Rerun, RunEvent, RunOptions, plan, run_all};
use crate::stats::decimal;
use crate::suite::{Partition, Suite, Task};

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Name of a slicer, or its adapter file; several are run one after the other and shown beside each other
    /// [default: default, the best that ships inside]
    #[arg(long, short, value_name = "NAME|FILE", env = "BENCH_SLICERS_SLICER")]
    slicer: Vec<String>,
    #[command(flatten)]
    select: SelectArgs,
    /// Folder of results; a run makes <DIR>/<slicer>/<time>/ [default: reports]
    #[arg(long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    /// Tasks at the same time [default: one per processor]
    #[arg(long, short, value_name = "N", env = "BENCH_SLICERS_JOBS", value_parser = whole(1_usize))]
    pub(super) jobs: Option<usize>,
    /// Time limit of a task in seconds [default: the adapter's]
    #[arg(long, value_name = "SECONDS", env = "BENCH_SLICERS_TIMEOUT", value_parser = above_zero)]
    timeout: Option<f64>,
    /// Seed of slicers that use random numbers, and of the confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    seed: u64,
    /// Run only partition K of N of the tasks; the partition of a task depends only on its id
    #[arg(long, value_name = "K/N", value_parser = partition_parser)]
    partition: Option<Partition>,
    /// Runs of each task, each in other surroundings: tasks whose answers differ are nondeterministic
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_u32))]
    repeat: u32,
    /// Go on with an interrupted run in this folder
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// With `--resume`: run tasks again that have a record without an answer
    #[arg(long, value_name = "WHICH", requires = "resume", value_parser = ["failed"])]
    rerun: Option<String>,
    /// Compare with a baseline afterwards, and gate by it
    #[arg(long, value_name = "BASE")]
    baseline: Option<String>,
    /// Store the grades as a baseline of this name
    #[arg(long, value_name = "NAME", value_parser = baseline_name)]
    save_baseline: Option<String>,
    #[command(flatten)]
    gate: GateArgs,
    /// Run the answers, too, and tell whether they behave as their programs do; needs Erlang or gcc
    #[arg(long)]
    behaviour: bool,
    /// Write a report into the folder of the run, too: a format, or several with commas between
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', value_parser = one_of::<Export>())]
    report: Vec<Export>,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Print the commands and run nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    format: FormatArgs,
}

fn baseline_name(text: &str) -> std::result::Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match text {
        "latest" | "best" => Err("`latest` and `best` have their own meaning".to_owned()),
        text if !text.is_empty() && !text.starts_with('.') && text.chars().all(is_plain) => {
            Ok(text.to_owned())
        }
        _ => Err("use letters, digits, `-`, `_` and `.`".to_owned()),
    }
}

pub(super) fn run(args: &RunArgs, context: &Context) -> Result<u8> {
    let suite = context.suite()?;
    let mut tasks = suite.select(&args.select.filter())?;
    if let Some(part) = args.partition {
        tasks.retain(|task| part.has(task));
    }
    let adapters = context.settings.adapters_of(&args.slicer)?;
    if args.dry_run {
        let options = options(args, context, &suite);
        let plans = adapters.iter().map(|adapter| plan(&tasks, adapter, &options));
        let plans = plans.collect::<Result<Vec<_>>>()?.concat();
        return print_plans(&plans, args.format.format, context);
    }
    match adapters.as_slice() {
        [adapter] => one(&suite, adapter, &tasks, args, context),
        adapters => several::run(&suite, adapters, &tasks, args, context),
    }
}

/// One slicer: its grades by task, its gate and its baselines.
fn one(
    suite: &Suite,
    adapter: &Adapter,
    tasks: &[Task<'_>],
    args: &RunArgs,
    context: &Context,
) -> Result<u8> {
    let mut options = options(args, context, suite);
    // Before anything is run: a baseline that is missing is told at once.
    let base = match &args.baseline {
        Some(name) => Some(Side::resolve(name, &options.out, Some(&adapter.name), context)?),
        None if args.gate.is_asked() => {
            return Err(error::cli::missing_option(
                "the gate needs a baseline",
                "name what the run is compared with: `--baseline BASE`",
            ));
        }
        None => None,
    };
    options.sandbox = args.sandbox.raise(&options.out, context)?;
    args.resume.iter().for_each(|dir| context.warn_of_damage(dir));
    let dir = run_tasks(tasks, adapter, &options, context)?;
    let results = context.read(&dir)?;
    if args.behaviour {
        grade::run_answers(&results, tasks, context)?;
    }
    let grades = graded_run(suite, &results, tasks, context);
    if let Some(part) = args.partition.filter(|_| tasks.is_empty()) {
        context.terminal.note(&format!("partition {part} contains none of the selected tasks"));
    }
    let format = args.format.format;
    grade::print(&grades.graded, args.seed, format, context)?;
    let nothing = nothing_measured(&adapter.name, &results, &grades.graded.grades, args.partition.is_some());
    if args.behaviour {
        grade::write_challenges(&results, tasks, &grades.graded, context)?;
    }
    for (task, outcome) in grades.snapshot.tasks.iter().filter(|(_, outcome)| outcome.is_nondeterministic()) {
        context
            .terminal
            .warning(&error::cli::nondeterministic(task, &decimal(outcome.stability.unwrap_or(0.0), 2)));
    }
    let after = AfterRun {
        reports: &options.out,
        dir: &dir,
        snapshot: &grades.snapshot,
        // Beside a run without an answer, every later one is better.
        save: args.save_baseline.as_deref().filter(|_| nothing.is_none()),
        gate: &args.gate,
        seed: args.seed,
    };
    let exit_code = after.finish(base.clone(), format, context);
    if !args.report.is_empty() {
        let runs = [Reported { dir: dir.clone(), base: base.map(|base| (base, args.gate.rules(context))) }];
        let set = report::run_set(suite, tasks, &runs, args.seed, context)?;
        report::write(&set, &args.report, Some(&dir.join("report")), context)?;
    }
    context.terminal.note(&format!("results of `{}`: {}", adapter.name, dir.display()));
    // Last, where it is seen: an error of the gate, too, only follows from it.
    nothing.map_or(exit_code, Err)
}

/// Why a run has measured nothing: not one task has an answer. `None` when one has, and of a share that has by chance no task
/// that is supported, or none at all.
fn nothing_measured(slicer: &str, results: &Results, grades: &[Grade], is_share: bool) -> Option<Error> {
    let is_answered = |record: &Record| record.status == Status::Answered;
    if results.records.is_empty() || results.records.iter().any(is_answered) {
        return None;
    }
    let n_tasks = results.records.len();
    let mut supported = results.records.iter().filter(|record| record.is_supported());
    let Some(first) = supported.next() else {
        if is_share {
            return None;
        }
        let reasons = results.records.iter().filter_map(|record| record.reason.as_deref());
        let reasons: BTreeSet<&str> = reasons.collect();
        return Some(error::cli::nothing_supported(slicer, n_tasks, &Vec::from_iter(reasons).join(", ")));
    };
    let mut why: Vec<String> = FailureGroup::all(grades).iter().map(FailureGroup::text).collect();
    // Contested tasks are in no group.
    if why.is_empty() {
        why.push(format!("{} in `{}`", first.status.name(), first.task));
    }
    Some(error::cli::no_call_succeeded(slicer, 1 + supported.count(), &why.join("; ")))
}

fn options(args: &RunArgs, context: &Context, suite: &Suite) -> RunOptions {
    let filter = args.select.filter();
    RunOptions {
        out: context.settings.out(args.out.as_deref()),
        jobs: context.settings.jobs(args.jobs),
        timeout_s: args.timeout.or(context.settings.config.timeout_s),
        seed: args.seed,
        suite: SuiteStamp {
            hash: suite.hash(),
            n_tasks: 0,
            filters: filter.filters,
            labels: filter.labels,
            partition: args.partition.map(|partition| partition.to_string()),
        },
        repeats: args.repeat as usize,
        resume: args.resume.clone(),
        sandbox: None,
        rerun: if args.rerun.is_some() { Rerun::Failed } else { Rerun::Missing },
    }
}

/// Runs with progress on standard error; the folder of the results.
pub(super) fn run_tasks(
    tasks: &[Task<'_>],
    adapter: &Adapter,
    options: &RunOptions,
    context: &Context,
) -> Result<PathBuf> {
    let progress = context.terminal.progress(tasks.len());
    let outcome = run_all(tasks, adapter, options, &|event| match event {
        RunEvent::Begun { n_tasks } => progress.begin(n_tasks),
        RunEvent::Finished { record } => progress.count(record.status.name()),
    });
    progress.finish();
    outcome
}

fn print_plans(plans: &[Plan], format: Format, context: &Context) -> Result<u8> {
    match format {
        Format::Table => {
            let width = context.terminal.width();
            context.terminal.data(&plans.iter().map(|plan| plan_text(plan, width)).collect::<String>())?;
        }
        format => context.terminal.render(&Listing { records: plan_records(plans) }, format)?,
    }
    Ok(EXIT_DONE)
}

fn plan_text(plan: &Plan, width: Option<usize>) -> String {
    let mut text: String = plan.tasks.iter().map(|task| format!("{task}\n")).collect();
    if let Some(reason) = &plan.refused {
        text.push_str(&wrapped(&format!("  not run: unsupported, {reason}"), width, 2));
        text.push('\n');
    }
    for step in &plan.steps {
        text.push_str(&shell_lines("  ", &step.argv, width));
        text.push('\n');
    }
    text
}

fn plan_records(plans: &[Plan]) -> Records {
    let mut rows = Vec::new();
    for plan in plans {
        let commands: Vec<&[String]> = plan.steps.iter().map(|step| step.argv.as_slice()).collect();
        rows.extend(plan.tasks.iter().map(|task| vec![json!(task), json!(plan.refused), json!(commands)]));
    }
    Records { columns: vec!["task", "unsupported", "commands"], rows }
}
