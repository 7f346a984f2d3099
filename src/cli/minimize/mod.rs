//! `minimize`: a slice from which nothing can go, found by deleting code and running what is left.

mod args;
mod command;
mod command_report;
mod gold;
mod many;
mod oracle_args;
mod report;
mod target;
mod watch;

use super::Context;
use super::sources::write_source;
use crate::adapter::Adapter;
use crate::ast::SourceFile;
use crate::error::{self, EXIT_DONE, Result};
use crate::inputs::InputOptions;
use crate::languages;
use crate::minimize::{Minimized, Refusal, Request, Slicer, minimize, runs_on};
use crate::oracle::{SliceRule, limit_workers};
use crate::process;
use crate::rerun::Adapted;
use crate::suite::Input;
use report::SearchOutput;
use target::Target;
use watch::Watch;

pub(super) use args::MinimizeArgs;
pub(super) use many::stored;
pub(super) use report::refusal;
pub(super) use target::{input_lines, only_entry, typed_input};

/// Slicer of phase 1 when none is named, where it ships inside.
const DEFAULT_COMPOSED: &str = "ce-edg";

pub(super) fn run(args: &MinimizeArgs, context: &Context) -> Result<u8> {
    if args.program.is_empty() {
        return many::run(args, context);
    }
    if let Some(exit_code) = command::run(args, context)? {
        return Ok(exit_code);
    }
    // From here on, the first signal and the budget end with the best slice so far.
    process::note_first_interrupt();
    let bar = context.terminal.spinner();
    let watch = Watch::new(args, &bar);
    let target = Target::new(args, context)?;
    if args.write_gold {
        gold::check(args, &target, context)?;
    }
    limit_workers(args.workers);
    let searched = search(args, &target, &watch, context);
    bar.finish();
    let SearchedFiles { minimized, files, runtime } = searched?;
    warn(&minimized, &target, context);
    let endless = endless(&target, &minimized)?;
    print(args, &target, &minimized, &SearchOutput { runtime, endless, files: &files }, context)?;
    if args.write_gold {
        let outcome = gold::write(args, &target, &minimized, &files, &watch, context);
        bar.finish();
        outcome?;
    }
    Ok(EXIT_DONE)
}

/// What a search found, and what ran the programs.
struct SearchedFiles {
    minimized: Minimized,
    files: Vec<SourceFile>,
    runtime: String,
}

/// Searches, and gives back what runs the programs: another oracle takes it over.
fn search(
    args: &MinimizeArgs,
    target: &Target,
    watch: &Watch<'_>,
    context: &Context,
) -> Result<SearchedFiles> {
    let question = target.question(target.rule);
    let mut oracle = languages::oracle(&target.program, &question)?;
    let adapted = slicers(args, target, context)?;
    let slicers: Vec<&dyn Slicer> = adapted.iter().map(|slicer| slicer as &dyn Slicer).collect();
    let request = Request {
        question: &question,
        inputs: &target.inputs,
        is_bound: target.is_bound,
        slicers: &slicers,
        generation: InputOptions { seed: args.seed, ..InputOptions::default() },
        n_fresh: args.fresh,
        search: args.search_options(),
    };
    let minimized = minimize(oracle.as_mut(), &request, &mut |phase, progress| watch.see(phase, progress))?;
    let files = oracle.deletions().text(&target.program, &minimized.found.candidate);
    let runtime = oracle.runtime().to_owned();
    Ok(SearchedFiles { minimized, files, runtime })
}

/// The slicers of phase 1, in the order in which they were named.
fn slicers(args: &MinimizeArgs, target: &Target, context: &Context) -> Result<Vec<Adapted>> {
    let mut adapters = Vec::new();
    let names = context.settings.slicer_names(&args.slicer);
    if names.is_empty() && Adapter::embedded_names().iter().any(|name| name == DEFAULT_COMPOSED) {
        adapters.push(Adapter::embedded(DEFAULT_COMPOSED)?);
        adapters.retain(|adapter| adapter.slices(target.program.language()));
    }
    for name in names {
        let adapter = context.settings.adapter(Some(name))?;
        adapter.resolve()?;
        adapters.push(adapter);
    }
    let sandbox = args.sandbox.raise_for(&adapters, context)?;
    Ok(adapters.into_iter().map(|adapter| Adapted::new(adapter, args.seed, sandbox.clone())).collect())
}

/// The input on which the slice first runs for ever, where the program ends: the rule of the prefix lets it.
fn endless(target: &Target, minimized: &Minimized) -> Result<Option<Input>> {
    if target.rule != SliceRule::Prefix || process::is_interrupted() {
        return Ok(None);
    }
    let mut oracle = languages::oracle(&target.program, &target.question(SliceRule::PrefixAndEnd))?;
    let inputs = &minimized.inputs.inputs;
    let found = runs_on(oracle.as_mut(), inputs, &minimized.found.candidate)?;
    Ok(found.and_then(|input_idx| inputs.get(input_idx)).cloned())
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
    shown: &SearchOutput<'_>,
    context: &Context,
) -> Result<()> {
    let files = shown.files;
    if let Some(folder) = &args.output_dir {
        write_source(files, Some(folder), context)?;
    }
    if args.json {
        return context.terminal.data(&report::stored(target, minimized, shown).text());
    }
    context.terminal.render(&report::table(target, minimized), args.format.format)?;
    if args.output_dir.is_none() && args.format.format == crate::report::Format::Table {
        context.terminal.data("\n")?;
        write_source(files, None, context)?;
    }
    context.terminal.note(&report::statement(target, minimized));
    if let Some(input) = &shown.endless {
        context.terminal.note(&report::runs_for_ever(target, input));
    }
    Ok(())
}
