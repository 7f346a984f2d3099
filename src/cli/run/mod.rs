//! `run`: a slicer over the suite, then its grades.

mod resume;
mod several;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf, absolute};

use clap::Args;
use serde_json::json;

use super::Context;
use super::compare::AfterRun;
use super::gate::GateArgs;
use super::grade;
use super::layout::wrapped;
use super::number::{above_zero, whole};
use super::report::{self, Reported};
use super::sandbox::SandboxArgs;
use super::select::{FormatArgs, SelectArgs, one_of, partition_parser};
use super::view::ViewArgs;
use crate::adapter::Adapter;
use crate::error::{self, EXIT_DONE, Error, Result};
use crate::grade::Grade;
use crate::graded::{Side, graded_run};
use crate::report::{Export, FailureGroup, Format, Listing, Records, printable, shell_lines};
use crate::results::{Record, Results, Status, SuiteStamp};
use crate::run::{Plan, Rerun, RunEvent, RunOptions, plan, run_all};
use crate::stats::decimal;
use crate::suite::{Partition, Suite, Task};

/// What is asked most often.
const EXAMPLES: &str = "\
Examples:
  bench-slicers run                                        the default slicer over the whole suite
  bench-slicers run -s flowr -s reachable -f r             two slicers beside each other, on R alone
  bench-slicers run -s mine.toml -f python --tier plain    your own slicer on the easier programs
  bench-slicers run --only failed                          why there is no answer
  bench-slicers run -s ce-edg --baseline v1                exit code 1 where a task regressed
  bench-slicers run --resume reports/ce-edg/20261121T...   go on after Ctrl-C";

/// Arguments of `run`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct RunArgs {
    /// Name of a slicer, or its adapter file; several are run one after the other and shown beside each other
    /// [default: default, the best that ships inside]
    #[arg(long, short, value_name = "NAME|FILE", env = "BENCH_SLICERS_SLICER")]
    slicer: Vec<String>,
    #[command(flatten)]
    select: SelectArgs,
    /// Folder of results; a run makes <DIR>/<slicer>/<time>/ [default: reports]
    #[arg(help_heading = "How it runs", long, short, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    out: Option<PathBuf>,
    /// Tasks at the same time [default: one per processor]
    #[arg(help_heading = "How it runs", long, short, value_name = "N", env = "BENCH_SLICERS_JOBS", value_parser = whole(1_usize))]
    pub(super) jobs: Option<usize>,
    /// Time limit of a task in seconds [default: the adapter's]
    #[arg(help_heading = "How it runs", long, value_name = "SECONDS", env = "BENCH_SLICERS_TIMEOUT", value_parser = above_zero)]
    timeout: Option<f64>,
    /// Seed of slicers that use random numbers, and of the confidence intervals [default: 1]
    #[arg(help_heading = "How it runs", long, value_name = "N", env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    seed: Option<u64>,
    /// Run only partition K of N of the tasks; the partition of a task depends only on its id
    #[arg(help_heading = "How it runs", long, value_name = "K/N", value_parser = partition_parser)]
    partition: Option<Partition>,
    /// Runs of each task, each in other surroundings: tasks whose answers differ are nondeterministic [default: 1]
    #[arg(help_heading = "How it runs", long, value_name = "N", value_parser = whole(1_u32))]
    repeat: Option<u32>,
    /// Go on with the interrupted run in this folder, as it was begun; nothing else need be given
    #[arg(help_heading = "How it runs", long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// With `--resume`: run tasks again that have a record without an answer
    #[arg(help_heading = "How it runs", long, value_name = "WHICH", requires = "resume", value_parser = ["failed"])]
    rerun: Option<String>,
    /// Compare with a baseline afterwards, and gate by it
    #[arg(help_heading = "Comparison and gate", long, value_name = "BASE")]
    baseline: Option<String>,
    /// Store the grades as a baseline of this name
    #[arg(help_heading = "Comparison and gate", long, value_name = "NAME", value_parser = baseline_name)]
    save_baseline: Option<String>,
    #[command(flatten)]
    gate: GateArgs,
    /// Run the answers, too, and tell whether they behave as their programs do; needs Erlang or gcc
    #[arg(help_heading = "How it runs", long)]
    behaviour: bool,
    /// Write a report into the folder of the run, too: a format, or several with commas between
    #[arg(help_heading = "What is shown", long, value_name = "FORMAT", value_delimiter = ',', value_parser = one_of::<Export>())]
    report: Vec<Export>,
    #[command(flatten)]
    sandbox: SandboxArgs,
    /// Print the commands and run nothing
    #[arg(help_heading = "How it runs", help_heading = "How it runs", long)]
    dry_run: bool,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    format: FormatArgs,
}

impl RunArgs {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
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
    if args.slicer.len() > 1 {
        several::refuse_what_needs_one(args)?;
    }
    let begun = args.resume.as_deref().map(resume::Begun::read).transpose()?;
    let (filled, suite) = match &begun {
        Some(begun) => (begun.fill(args, context)?, begun.suite(context)?),
        None => (args.clone(), context.suite()?),
    };
    let args = &filled;
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
    let dir = run_and_keep(tasks, adapter, &options, context)?;
    let results = context.read(&dir)?;
    if args.behaviour {
        grade::run_answers(&results, tasks, context)?;
    }
    let grades = graded_run(suite, &results, tasks, context);
    if let Some(part) = args.partition.filter(|_| tasks.is_empty()) {
        context.terminal.note(&format!("partition {part} contains none of the selected tasks"));
    }
    let format = args.format.format;
    let look = look(&dir, adapter, args, context);
    grade::print(&grades.graded, args.seed(), &args.view.view(format, Some(look)), format, context)?;
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
        seed: args.seed(),
    };
    let exit_code = after.finish(base.clone(), format, context);
    if !args.report.is_empty() {
        let runs = [Reported { dir: dir.clone(), base: base.map(|base| (base, args.gate.rules(context))) }];
        let set = report::run_set(suite, tasks, &runs, args.seed(), context)?;
        report::write(&set, &args.report, Some(&dir.join("report")), context)?;
    }
    // Last, where it is seen: an error of the gate, too, only follows from it.
    nothing.map_or(exit_code, Err)
}

/// The command that shows an answer of a run, up to the id of its task.
fn look(dir: &Path, adapter: &Adapter, args: &RunArgs, context: &Context) -> Vec<String> {
    let results = match args.out {
        // Where `explain` looks by itself.
        None => format!("latest:{}", adapter.name),
        Some(_) => dir.display().to_string(),
    };
    context.look(&results)
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
        seed: args.seed(),
        suite: SuiteStamp {
            hash: suite.hash(),
            n_tasks: 0,
            filters: filter.filters,
            labels: filter.labels,
            tier: filter.tier,
            folders: context
                .settings
                .suites()
                .iter()
                .map(|folder| absolute(folder).unwrap_or_else(|_| folder.clone()))
                .collect(),
            partition: args.partition.map(|partition| partition.to_string()),
        },
        repeats: args.repeat.unwrap_or(1) as usize,
        resume: args.resume.clone(),
        sandbox: None,
        rerun: if args.rerun.is_some() { Rerun::Failed } else { Rerun::Missing },
    }
}

/// Runs with progress on standard error; the folder of the results, which nobody is told of.
pub(super) fn run_tasks(
    tasks: &[Task<'_>],
    adapter: &Adapter,
    options: &RunOptions,
    context: &Context,
) -> Result<PathBuf> {
    run_beginning(tasks, adapter, options, context, &|_| ())
}

/// The same; the folder is told before anything runs.
fn run_and_keep(
    tasks: &[Task<'_>],
    adapter: &Adapter,
    options: &RunOptions,
    context: &Context,
) -> Result<PathBuf> {
    let terminal = context.terminal;
    run_beginning(tasks, adapter, options, context, &|dir| {
        let (name, dir) = (&adapter.name, dir.display());
        terminal.note(&format!("results of `{name}`: {dir}"));
        if terminal.is_watched() {
            terminal.note(&format!("after Ctrl-C, `bench-slicers run --resume {dir}` goes on"));
        }
    })
}

fn run_beginning(
    tasks: &[Task<'_>],
    adapter: &Adapter,
    options: &RunOptions,
    context: &Context,
    begun: &(dyn Fn(&Path) + Sync),
) -> Result<PathBuf> {
    let progress = context.terminal.progress(tasks.len());
    let outcome = run_all(tasks, adapter, options, &|event| match event {
        RunEvent::Begun { dir, n_tasks } => {
            begun(dir);
            progress.begin(n_tasks);
        }
        RunEvent::Started { task } => progress.start(task),
        RunEvent::Finished { record } => progress.end(&record.task, record.status.name()),
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
    for request in &plan.requests {
        text.push_str(&wrapped(&format!("  request: {}", printable(request.trim_end())), width, 2));
        text.push('\n');
    }
    text
}

fn plan_records(plans: &[Plan]) -> Records {
    let mut rows = Vec::new();
    for plan in plans {
        let commands: Vec<&[String]> = plan.steps.iter().map(|step| step.argv.as_slice()).collect();
        let row = |task| vec![json!(task), json!(plan.refused), json!(commands), json!(plan.requests)];
        rows.extend(plan.tasks.iter().map(row));
    }
    Records { columns: vec!["task", "unsupported", "commands", "requests"], rows }
}
