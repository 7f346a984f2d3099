//! `slice`: the slicers that ship inside, called like any other slicer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::number::whole;
use super::select::{CriterionArgs, one_of};
use super::{Context, files};
use crate::ast::{NodeId, NodeSet, ParseOptions, SourceFile, Tree, decode};
use crate::builtin::{self, Builtin, Graph, Note, Query, Variant};
use crate::error::{self, EXIT_DONE, Place, Problem, Result};
use crate::language::Language;
use crate::map::{self, MapOptions};

/// Arguments of `slice`.
#[derive(Debug, Args)]
pub(super) struct SliceArgs {
    /// The files of the program, the one with the criterion first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which slicer
    #[arg(long, short, alias = "algorithm", short_alias = 'a', value_name = "NAME", value_parser = one_of::<Builtin>())]
    slicer: Builtin,
    #[command(flatten)]
    criterion: CriterionArgs,
    /// Gold slice, a file or a folder, for the slicers that start from it
    #[arg(long, value_name = "PATH")]
    gold: Option<PathBuf>,
    /// Seed of `random`
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    /// Write the slice into this folder, under the names of the program's files
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "source")]
    format: Form,
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
    let tree = tree(language, &files, &args.files[0])?;
    let criteria = args.criterion.resolve(&tree, &args.files[0])?;
    let gold = gold_files(&tree, args)?;
    if let Some(variant) = args.slicer.for_language(language).variant() {
        return by_graph(&tree, &criteria, variant, args, context);
    }
    let query = Query { program: &tree, criteria: &criteria, gold: gold.as_deref(), seed: args.seed };
    let slice = args.slicer.slice(&query);
    match args.format {
        Form::Source => write_source(&slice, args.output_dir.as_deref(), context)?,
        Form::Lines => context.terminal.data(&lines_text(&tree, &kept_nodes(&tree, &slice)))?,
        Form::Json => context.terminal.data(&json_text(&tree, &kept_nodes(&tree, &slice)))?,
        Form::Dot => {
            return Err(error::cli::missing_option(
                &format!("`{}` has no graph", args.slicer.name()),
                "`--format dot` is for `sdg`, `edg`, `ce-sdg` and `ce-edg`",
            ));
        }
    }
    Ok(EXIT_DONE)
}

/// Slices with a dependence graph, which knows its nodes and says what it does not model.
fn by_graph(
    tree: &Tree,
    criteria: &[NodeId],
    variant: Variant,
    args: &SliceArgs,
    context: &Context,
) -> Result<u8> {
    let graph = Graph::build(tree);
    for note in graph.notes() {
        context.terminal.warning(&note_problem(tree, note, args));
    }
    let keep = graph.slice_all(criteria, variant);
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

pub(super) fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|cause| error::cannot_read(path, &cause))?;
    decode(&bytes).map_err(|offset| error::not_utf8(path, offset))
}

/// The files of the program, named relative to the innermost folder that holds them all.
pub(super) fn program(paths: &[PathBuf]) -> Result<(Language, Vec<SourceFile>)> {
    let first = &paths[0];
    let language = Language::of_file(first);
    let parent = first.parent().unwrap_or(Path::new(""));
    let holds_all = |folder: &&Path| paths.iter().all(|path| path.starts_with(folder));
    let folder = parent.ancestors().find(holds_all).unwrap_or(Path::new(""));
    let mut files = Vec::new();
    for path in paths {
        files.push(SourceFile::new(path.strip_prefix(folder).unwrap_or(path), read(path)?));
    }
    Ok((language, files))
}

/// Tree of a program that was read from files, of which this is the first.
pub(super) fn tree(language: Language, files: &[SourceFile], path: &Path) -> Result<Tree> {
    let parsed = Tree::parse_limited(language, files, &ParseOptions::default());
    parsed.map_err(|overrun| error::cli::too_large(path, &overrun.to_string()))
}

/// Nodes of the program that a slice kept.
fn kept_nodes(tree: &Tree, slice: &[SourceFile]) -> NodeSet {
    let options = ParseOptions { placeholders: vec![builtin::DELETED.to_owned()] };
    let slice = Tree::parse_with(tree.language(), slice, &options);
    map::map(tree, &slice, &MapOptions::default()).kept
}

/// Files of the gold slice, when one is given.
fn gold_files(tree: &Tree, args: &SliceArgs) -> Result<Option<Vec<SourceFile>>> {
    let Some(path) = &args.gold else {
        return match args.slicer.needs_gold() {
            true => Err(error::cli::missing_option(
                &format!("`{}` starts from a gold slice", args.slicer.name()),
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

pub(super) fn write_source(files: &[SourceFile], folder: Option<&Path>, context: &Context) -> Result<()> {
    let Some(folder) = folder else {
        let text: String = files.iter().map(|file| file.text.as_str()).collect();
        return context.terminal.data(&text);
    };
    for file in files {
        files::write(&folder.join(&file.path), &file.text)?;
    }
    Ok(())
}

fn kept_lines(tree: &Tree, keep: &NodeSet) -> BTreeMap<String, BTreeSet<usize>> {
    let mut lines: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for node in keep.iter() {
        let path = &tree.file(tree.file_of(node)).path;
        lines.entry(path.to_string_lossy().into_owned()).or_default().insert(tree.line(node));
    }
    lines
}

fn lines_text(tree: &Tree, keep: &NodeSet) -> String {
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

fn json_text(tree: &Tree, keep: &NodeSet) -> String {
    let nodes: Vec<NodeId> = keep.iter().collect();
    format!("{}\n", json!({ "lines": kept_lines(tree, keep), "nodes": nodes }))
}
