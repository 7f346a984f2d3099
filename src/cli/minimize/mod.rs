//! `minimize`: a slice from which nothing can go, found by deleting code and running what is left.

mod gold;
mod report;

mod target;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::Context;
use super::select::FormatArgs;
use super::slice::write_source;
use super::terminal::Progress as Bar;
use crate::adapter::Adapter;
use crate::ast::SourceFile;
use crate::error::{self, EXIT_DONE, Result};
use crate::inputs::InputOptions;
use crate::languages;
use crate::minimize::{
    DeletionUnit, Minimized, Phase, Refusal, Request, SearchOptions, SearchProgress, Slicer, minimize,
};
use crate::oracle::Question;
use crate::process;

use super::adapted::Adapted;
use target::Target;

pub(super) use target::default_entry;

/// Slicer of phase 1 when none is named, where it ships inside.
const DEFAULT_COMPOSED: &str = "ce-edg";

/// Arguments of `minimize`.
#[derive(Debug, Args)]
#[command(
    after_help = "Phase 1 composes the slicers named with `--slicers A,B`, by default `ce-edg` where it \
                        ships inside. They make the search faster and never change what it finds."
)]
pub(super) struct MinimizeArgs {
    /// Id of a task, or the files of a program, that of the criterion first
    #[arg(required = true, value_name = "TASK|FILE")]
    program: Vec<String>,
    /// Line of the criterion in a file, from 1
    #[arg(long, value_name = "N")]
    line: Option<usize>,
    /// Variable of the criterion
    #[arg(long, value_name = "NAME", requires = "line")]
    variable: Option<String>,
    /// Which occurrence of the variable on the line, from 1
    #[arg(long, value_name = "K", default_value_t = 1)]
    occurrence: usize,
    /// Function that inputs are given to [default: that of the benchmark, or the only `main`]
    #[arg(long, value_name = "NAME/ARITY")]
    entry: Option<String>,
    /// Arguments of the entry point, as a list of terms; repeatable
    #[arg(long = "input", value_name = "TERMS")]
    inputs: Vec<String>,
    /// File with such a list on each line
    #[arg(long = "inputs", value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// Most nodes that are deleted together, or `unbounded`
    #[arg(long, value_name = "K", default_value = "4", value_parser = max_nodes)]
    max_nodes: MaxNodes,
    /// End after so many candidates, `N`, or so many seconds, `Ns`, with what is proved by then
    #[arg(long, value_name = "N|Ns", value_parser = budget)]
    budget: Option<Budget>,
    /// What counts as one deletion
    #[arg(long, value_name = "UNIT", default_value = "expression")]
    granularity: DeletionUnitArg,
    /// Random inputs that try to refute the slice
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    fresh: usize,
    /// Seed of inputs that are drawn
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED")]
    seed: u64,
    /// Write the slice into this folder, under the names of the program's files
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
    /// Make the slice the gold slice of its task, with a certificate: into the suite's folder
    #[arg(long, conflicts_with_all = ["entry", "line"])]
    write_gold: bool,
    /// Print one JSON object with everything; `report --minimized` makes tables of such files
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MaxNodes(Option<usize>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Budget {
    Candidates(u64),
    Seconds(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DeletionUnitArg {
    /// Any node that can go, with everything below it
    Expression,
    /// A function, a clause or a statement
    Statement,
    /// Lines filled by whole functions, clauses and statements
    Line,
}

fn max_nodes(text: &str) -> std::result::Result<MaxNodes, String> {
    match (text, text.parse::<usize>()) {
        ("unbounded", _) => Ok(MaxNodes(None)),
        (_, Ok(max)) if max > 0 => Ok(MaxNodes(Some(max))),
        _ => Err("expected a number from 1, or `unbounded`".to_owned()),
    }
}

fn budget(text: &str) -> std::result::Result<Budget, String> {
    let seconds = || text.strip_suffix('s')?.parse::<f64>().ok().filter(|s| *s >= 0.0 && s.is_finite());
    match (text.parse::<u64>(), seconds()) {
        (Ok(candidates), _) => Ok(Budget::Candidates(candidates)),
        (_, Some(seconds)) => Ok(Budget::Seconds(seconds)),
        _ => Err("expected candidates, such as `100000`, or seconds, such as `60s`".to_owned()),
    }
}

pub(super) fn run(args: &MinimizeArgs, context: &Context) -> Result<u8> {
    let target = Target::new(args, context)?;
    if args.write_gold {
        gold::check(args, &target, context)?;
    }
    let question = Question { criterion: target.criterion, entry: target.entry.clone() };
    let mut oracle = languages::oracle(&target.program, &question)?;
    let adapted = slicers(&target, context)?;
    let slicers: Vec<&dyn Slicer> = adapted.iter().map(|slicer| slicer as &dyn Slicer).collect();
    let request = Request {
        question: &question,
        inputs: &target.inputs,
        slicers: &slicers,
        generation: InputOptions { seed: args.seed, ..InputOptions::default() },
        n_fresh: args.fresh,
        search: search_options(args),
    };
    process::note_first_interrupt();
    let bar = context.terminal.spinner();
    let watch = Watch::new(args, &bar);
    let outcome = minimize(oracle.as_mut(), &request, &mut |phase, progress| watch.see(phase, progress));
    bar.finish();
    let minimized = outcome?;
    let files = oracle.deletions().text(&target.program, &minimized.found.candidate);
    warn(&minimized, &target, context);
    print(args, &target, &minimized, oracle.runtime(), &files, context)?;
    if args.write_gold {
        let outcome = gold::write(args, &target, &minimized, &files, &watch, context);
        bar.finish();
        outcome?;
    }
    Ok(EXIT_DONE)
}

/// The slicers of phase 1, in the order in which they were named.
fn slicers(target: &Target, context: &Context) -> Result<Vec<Adapted>> {
    let names = &context.settings.slicer_names;
    if names.is_empty() {
        let is_inside = Adapter::embedded_names().iter().any(|name| name == DEFAULT_COMPOSED);
        let default = if is_inside { Some(Adapter::embedded(DEFAULT_COMPOSED)?) } else { None };
        let slices = |adapter: &Adapter| adapter.languages.contains(&target.program.language());
        return Ok(default.into_iter().filter(slices).map(|adapter| Adapted { adapter }).collect());
    }
    names
        .iter()
        .map(|name| {
            let adapter = context.settings.adapter(Some(name))?;
            adapter.resolve()?;
            Ok(Adapted { adapter })
        })
        .collect()
}

fn search_options(args: &MinimizeArgs) -> SearchOptions {
    SearchOptions {
        granularity: match args.granularity {
            DeletionUnitArg::Expression => DeletionUnit::Expression,
            DeletionUnitArg::Statement => DeletionUnit::Statement,
            DeletionUnitArg::Line => DeletionUnit::Line,
        },
        max_nodes: args.max_nodes.0,
        max_candidates: match args.budget {
            Some(Budget::Candidates(candidates)) => Some(candidates),
            _ => None,
        },
        hint: None,
    }
}

/// Draws the progress bar, and ends the search when the time is over or the user has had enough.
struct Watch<'w> {
    bar: &'w Bar,
    begun: Instant,
    deadline: Option<Instant>,
}

impl<'w> Watch<'w> {
    fn new(args: &MinimizeArgs, bar: &'w Bar) -> Watch<'w> {
        let begun = Instant::now();
        let deadline = match args.budget {
            Some(Budget::Seconds(seconds)) => {
                Duration::try_from_secs_f64(seconds).ok().and_then(|time| begun.checked_add(time))
            }
            _ => None,
        };
        Watch { bar, begun, deadline }
    }

    fn see(&self, phase: Phase, progress: &SearchProgress) -> ControlFlow<()> {
        let what = match phase {
            Phase::Inputs => "looking for inputs",
            Phase::Compose => "phase 1",
            Phase::Search => "phase 2",
            Phase::Refute => "trying random inputs",
        };
        let per_s = progress.n_candidates as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        self.bar.show(format!(
            "{what}: {} nodes, {} together, {} candidates, {per_s:.0}/s",
            progress.n_kept, progress.depth, progress.n_candidates
        ));
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        match is_late || process::is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Says which slicers were refused, and why.
fn warn(minimized: &Minimized, target: &Target, context: &Context) {
    for refused in &minimized.composed.refused {
        let witness = match &refused.why {
            Refusal::NotASlice(verdict) => report::witness(verdict, &minimized.inputs.inputs),
            _ => None,
        };
        let why = report::refusal(&refused.why);
        context.terminal.warning(&error::minimize::refused(&target.name, &refused.slicer, &why, witness));
    }
}

fn print(
    args: &MinimizeArgs,
    target: &Target,
    minimized: &Minimized,
    runtime: &str,
    files: &[SourceFile],
    context: &Context,
) -> Result<()> {
    if let Some(folder) = &args.output_dir {
        write_source(files, Some(folder), context)?;
    }
    if args.json {
        return context.terminal.data(&report::stored(target, minimized, runtime, files).text());
    }
    context.terminal.render(&report::table(target, minimized), args.format.format)?;
    if args.output_dir.is_none() && args.format.format == crate::report::Format::Table {
        context.terminal.data("\n")?;
        write_source(files, None, context)?;
    }
    context.terminal.note(&report::statement(target, minimized));
    Ok(())
}
