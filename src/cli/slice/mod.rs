//! `slice`: the slicers that ship inside, called like any other slicer.

mod minimized;
mod traced;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::Context;
use super::number::whole;
use super::select::CriterionArgs;
use super::sources::{program, read, tree, write_source};
use crate::ast::{NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use crate::builtin::{self, Builtin, Note, ProgramGraph, Query, Variant};
use crate::error::{self, EXIT_DONE, Error, Place, Problem, Result};
use crate::language::Language;
use crate::map::{self, MapOptions};
use minimized::MinimizedArgs;
use strum::VariantNames;

/// Arguments of `slice`.
#[derive(Debug, Args)]
pub(super) struct SliceArgs {
    /// The files of the program, the one with the criterion first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which slicer; with `+qm` behind its name, as in `ce-edg+qm`, what it leaves is made smaller by deleting single nodes and
    /// running the program (C, Erlang, JavaScript and Python)
    #[arg(long, short, alias = "algorithm", short_alias = 'a', value_name = "NAME", default_value = "default", value_parser = slicer_name())]
    slicer: SlicerName,
    #[command(flatten)]
    criterion: CriterionArgs,
    /// Gold slice, a file or a folder, for the slicers that start from it
    #[arg(long, value_name = "PATH")]
    gold: Option<PathBuf>,
    /// An Erlang module outside of the program whose functions depend on their arguments alone and change nothing, which is not
    /// checked; may be given several times
    #[arg(long, value_name = "MODULE")]
    pure: Vec<String>,
    /// Seed of `random`
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    /// Write the slice into this folder, under the names of the program's files
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "source")]
    format: Form,
    #[command(flatten)]
    minimized: MinimizedArgs,
}

/// A slicer that ships inside, alone or with a search behind it.
#[derive(Clone, Copy, Debug)]
struct SlicerName {
    builtin: Builtin,
    is_minimized: bool,
}

/// Slicers that need nothing but the program, with a search behind them.
const MINIMIZED: [&str; 9] = [
    "ce-edg+qm",
    "ce-sdg+qm",
    "criterion-only+qm",
    "default+qm",
    "edg+qm",
    "identity+qm",
    "random+qm",
    "reachable+qm",
    "sdg+qm",
];

/// Accepts names of slicers; those with a search are left out of help, which says what `+qm` is.
fn slicer_name() -> impl TypedValueParser<Value = SlicerName> {
    let minimized = MINIMIZED.iter().map(|&name| PossibleValue::new(name).hide(true));
    let all = Builtin::VARIANTS.iter().map(|&name| PossibleValue::new(name)).chain(minimized);
    PossibleValuesParser::new(all).try_map(|name| {
        let (builtin, is_minimized) = match name.strip_suffix("+qm") {
            Some(builtin) => (builtin, true),
            None => (name.as_str(), false),
        };
        builtin.parse().map(|builtin| SlicerName { builtin, is_minimized })
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Source text of the slice
    Source,
    /// Kept lines, one number per line, as `file:line` for several files
    Lines,
    /// Kept lines by file and kept nodes, as JSON
    Json,
    /// The dependence graph with its constraints, for Graphviz; the nodes of the slice are filled
    Dot,
}

pub(super) fn run(args: &SliceArgs, context: &Context) -> Result<u8> {
    let (language, files) = program(&args.files)?;
    if !args.slicer.builtin.can_slice(language) {
        return Err(error::cli::slicer_of_other_language(args.slicer.builtin.name(), language.name()));
    }
    let tree = tree(language, &files, &args.files[0])?;
    let criteria = args.criterion.resolve(&tree, &args.files[0])?;
    check_pure(args, language)?;
    if args.slicer.is_minimized {
        minimized::run(&tree, &criteria, args, context)?;
        return Ok(EXIT_DONE);
    }
    let builtin = args.slicer.builtin;
    let gold = gold_files(&tree, args)?;
    if let Some(variant) = builtin.for_language(language).variant() {
        return by_graph(&tree, &criteria, variant, args, context);
    }
    let asked = (builtin.name(), &args.minimized);
    let trace = builtin.of_run().map(|_| traced::trace(&tree, &criteria, asked, context)).transpose()?;
    let (gold, trace) = (gold.as_deref(), trace.as_ref());
    let query = Query { program: &tree, criteria: &criteria, gold, trace, seed: args.seed };
    let kept = || match trace {
        Some(_) => builtin.keep_of_run(&query).intersection(&tree.counted()),
        None => kept_nodes(&tree, &builtin.slice(&query)),
    };
    match args.format {
        Form::Source => write_source(&builtin.slice(&query), args.output_dir.as_deref(), context)?,
        Form::Lines => context.terminal.data(&lines_text(&tree, &kept()))?,
        Form::Json => context.terminal.data(&json_text(&tree, &kept()))?,
        Form::Dot => return Err(no_graph(args)),
    }
    Ok(EXIT_DONE)
}

/// Slicers that know what calls do can be told more of it.
fn check_pure(args: &SliceArgs, language: Language) -> Result<()> {
    let builtin = args.slicer.builtin.for_language(language);
    if !args.pure.is_empty() && (language != Language::Erlang || builtin.variant().is_none()) {
        return Err(error::cli::missing_option(
            &format!("`{}` of {} does not know pure modules", builtin.name(), language.name()),
            "`--pure` is for `sdg`, `edg`, `ce-sdg` and `ce-edg` of Erlang",
        ));
    }
    match args.pure.iter().any(|module| module == "erlang") {
        true => Err(error::cli::missing_option(
            "`erlang` has functions that change state",
            "`--pure` takes modules of which every function is pure; of `erlang` the slicers know which are",
        )),
        false => Ok(()),
    }
}

fn no_graph(args: &SliceArgs) -> Error {
    let search = if args.slicer.is_minimized { "+qm" } else { "" };
    error::cli::missing_option(
        &format!("`{}{search}` has no graph", args.slicer.builtin.name()),
        "`--format dot` is for `sdg`, `edg`, `ce-sdg`, `ce-edg`, `data`, `control`, `jsdg` and `jsysdg`",
    )
}

/// Slices with a dependence graph, which knows its nodes and says what it does not model.
fn by_graph(
    tree: &Tree,
    criteria: &[NodeId],
    variant: Variant,
    args: &SliceArgs,
    context: &Context,
) -> Result<u8> {
    let graph = ProgramGraph::trusting(tree, variant, &args.pure.iter().cloned().collect());
    for note in graph.notes() {
        context.terminal.warning(&note_problem(tree, &note, args));
    }
    let keep = graph.slice_all(criteria);
    let counted = keep.intersection(&tree.counted());
    match args.format {
        Form::Source => write_source(&graph.render(&keep), args.output_dir.as_deref(), context)?,
        Form::Lines => context.terminal.data(&lines_text(tree, &counted))?,
        Form::Json => context.terminal.data(&json_text(tree, &counted))?,
        Form::Dot => context.terminal.data(&graph.dot(&keep))?,
    }
    Ok(EXIT_DONE)
}

/// A construct that is kept whole, with its place.
fn note_problem(tree: &Tree, note: &Note, args: &SliceArgs) -> Problem {
    let Some(node) = note.node else { return Problem::general(&note.text) };
    let position = tree.own_position(node);
    let file = &args.files[tree.file_of(node)];
    Problem::at(Place::at(file, position.line, position.column), &note.text)
}

/// Nodes of the program that a slice kept.
fn kept_nodes(tree: &Tree, slice: &[SourceFile]) -> NodeSet {
    let options = ParseOptions { placeholders: vec![builtin::DELETED.to_owned()], ..Default::default() };
    let slice = Tree::parse_with(tree.language(), slice, &options);
    map::map(tree, &slice, &MapOptions::default()).kept
}

/// Files of the gold slice, when one is given.
fn gold_files(tree: &Tree, args: &SliceArgs) -> Result<Option<Vec<SourceFile>>> {
    let Some(path) = &args.gold else {
        return match args.slicer.builtin.needs_gold() {
            true => Err(error::cli::missing_option(
                &format!("`{}` starts from a gold slice", args.slicer.builtin.name()),
                "name it with `--gold PATH`",
            )),
            false => Ok(None),
        };
    };
    let mut files = Vec::new();
    if path.is_dir() {
        for file in tree.files() {
            let part = path.join(&file.path);
            if part.is_file() {
                files.push(SourceFile::new(&file.path, read(&part)?));
            }
        }
    } else {
        files.push(SourceFile::new(&tree.file(0).path, read(path)?));
    }
    Ok(Some(files))
}

fn kept_lines(tree: &Tree, keep: &NodeSet) -> BTreeMap<String, BTreeSet<usize>> {
    let mut lines: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for node in keep.iter() {
        let path = &tree.file(tree.file_of(node)).path;
        lines.entry(path.to_string_lossy().into_owned()).or_default().insert(tree.line(node));
    }
    lines
}

/// Numbers of kept lines, as `--format lines` writes them.
pub(super) fn lines_text(tree: &Tree, keep: &NodeSet) -> String {
    let mut text = String::new();
    for (path, lines) in kept_lines(tree, keep) {
        for line in lines {
            match tree.files().len() {
                1 => text.push_str(&format!("{line}\n")),
                _ => text.push_str(&format!("{path}:{line}\n")),
            }
        }
    }
    text
}

/// Kept lines and nodes, as `--format json` writes them.
pub(super) fn json_text(tree: &Tree, keep: &NodeSet) -> String {
    let nodes: Vec<NodeId> = keep.iter().collect();
    format!("{}\n", json!({ "lines": kept_lines(tree, keep), "nodes": nodes }))
}
