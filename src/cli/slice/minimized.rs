//! `slice --slicer NAME+qm`: a slicer's answer, made smaller by a bounded search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use super::{Form, SliceArgs, json_text, kept_nodes, lines_text};
use crate::ast::{NodeId, Tree};
use crate::builtin::{Builtin, ProgramGraph, Query};
use crate::cli::Context;
use crate::cli::minimize::{input_lines, only_entry, refusal};
use crate::cli::number::from_zero;
use crate::cli::sources::write_source;
use crate::error::{self, Result};
use crate::inputs::InputOptions;
use crate::language::Language;
use crate::languages;
use crate::minimize::{Phase, Request, SearchOptions, Slicer, SlicerAnswer, minimize};
use crate::oracle::Question;
use crate::process;

/// Random inputs that try to refute the slice.
const N_FRESH: usize = 10_000;

/// Flags of slicers with `+qm`.
#[derive(Debug, Args)]
pub(super) struct MinimizedArgs {
    /// With `+qm`: seconds of search, after which the smallest slice so far is the answer
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = from_zero)]
    budget: f64,
    /// With `+qm` and slicers of one run: function that is called with the inputs [default: the only exported one that leads to the criterion]
    #[arg(long, value_name = "NAME/ARITY")]
    pub(super) entry: Option<String>,
    /// With `+qm` and slicers of one run, which have one line: file with the arguments of the entry point, as a list of terms on
    /// each line
    #[arg(long, value_name = "FILE")]
    pub(super) inputs: Option<PathBuf>,
}

/// A built-in slicer, for phase 1.
struct BuiltinSlicer {
    builtin: Builtin,
    pure: BTreeSet<String>,
    seed: u64,
}

impl Slicer for BuiltinSlicer {
    fn name(&self) -> &str {
        self.builtin.name()
    }

    fn slice(&self, program: &Tree, criteria: &[NodeId]) -> std::result::Result<SlicerAnswer, String> {
        if let Some(variant) = self.builtin.variant() {
            let keep = ProgramGraph::trusting(program, variant, &self.pure).slice_all(criteria);
            return Ok(keep.intersection(&program.counted()).into());
        }
        let query = Query { program, criteria, gold: None, trace: None, seed: self.seed };
        Ok(kept_nodes(program, &self.builtin.slice(&query)).into())
    }
}

pub(super) fn run(tree: &Tree, criteria: &[NodeId], args: &SliceArgs, context: &Context) -> Result<()> {
    let MinimizedArgs { budget, entry, inputs } = &args.minimized;
    let entry = match entry {
        Some(entry) => entry.clone(),
        None if tree.language() == Language::C => "main".to_owned(),
        // Without a table nothing can be run, which the oracle says.
        None if languages::deletions(tree).is_none() => String::new(),
        None => only_entry(tree, criteria)?,
    };
    let question = Question::new(criteria.to_vec(), entry);
    let mut oracle = languages::oracle(tree, &question)?;
    let inputs = inputs.as_deref().map(input_lines).transpose()?.unwrap_or_default();
    let builtin = args.slicer.builtin.for_language(tree.language());
    let slicer = BuiltinSlicer { builtin, pure: args.pure.iter().cloned().collect(), seed: args.seed };
    let request = Request {
        question: &question,
        inputs: &inputs,
        is_bound: false,
        slicers: &[&slicer],
        generation: InputOptions { seed: args.seed, ..InputOptions::default() },
        n_fresh: N_FRESH,
        search: SearchOptions { max_nodes: Some(1), ..SearchOptions::default() },
    };
    process::note_first_interrupt();
    let limit = Duration::try_from_secs_f64(*budget).unwrap_or(Duration::MAX);
    let mut began: Option<Instant> = None;
    let minimized = minimize(oracle.as_mut(), &request, &mut |phase, _| {
        // Starting a runtime may take as long on a busy machine, and nothing would have been searched.
        if phase == Phase::Search {
            began.get_or_insert_with(Instant::now);
        }
        let is_late = began.is_some_and(|began| began.elapsed() >= limit);
        match is_late || process::is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    let name = &args.files[0].display().to_string();
    for refused in &minimized.composed.refused {
        let why = refusal(&refused.why);
        context.terminal.warning(&error::minimize::refused(name, &refused.slicer, &why, None));
    }
    // A search that was ended early may be behind the slicer, whose answer the oracle has confirmed.
    let (found, composed) = (&minimized.found, &minimized.composed);
    let (candidate, kept) = match composed.kept.len() < found.kept.len() {
        true => (&composed.candidate, &composed.kept),
        false => (&found.candidate, &found.kept),
    };
    match args.format {
        Form::Source => {
            let files = oracle.deletions().text(tree, candidate);
            write_source(&files, args.output_dir.as_deref(), context)?;
        }
        Form::Lines => context.terminal.data(&lines_text(tree, kept))?,
        Form::Json => context.terminal.data(&json_text(tree, kept))?,
        Form::Dot => return Err(super::no_graph(args)),
    }
    let depth = if found.depth > 0 { "no single node can go" } else { "there was no time to try all nodes" };
    context.terminal.note(&format!(
        "{} of {} nodes; `{}` left {}; {depth} on {} inputs",
        kept.len(),
        tree.n_counted(),
        slicer.name(),
        composed.kept.len(),
        minimized.inputs.inputs.len()
    ));
    Ok(())
}
