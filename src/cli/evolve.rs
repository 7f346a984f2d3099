//! `evolve`: whether values at points are the same in two versions of a program.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Context;
use super::minimize::{input_lines, only_entry, typed_input};
use super::number::{from_zero, whole};
use super::sources::{program, tree};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::error::{self, EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED, Result};
use crate::evolve::{
    EvolveOptions, Evolved, NamedPoint, SavedSuite, UserLabels, ValueComparison, Version, compare_versions,
    junit, pair_points, replay,
};
use crate::language::Language;
use crate::languages::room;
use crate::report::Format;
use crate::suite::Input;

/// Arguments of `evolve`.
#[derive(Debug, Args)]
pub(super) struct EvolveArgs {
    /// The old and the new version, each a file or a folder of files; with `--replay` the new one alone
    #[arg(required = true, num_args = 1..=2, value_name = "OLD NEW")]
    versions: Vec<PathBuf>,
    /// A point of the old version, where values are compared; repeatable
    #[arg(long = "at", value_name = "FILE:LINE:VARIABLE[:N]")]
    points: Vec<String>,
    /// The same point in the new version, one for each `--at` [default: found by mapping]
    #[arg(long = "new-at", value_name = "FILE:LINE:VARIABLE[:N]")]
    new_points: Vec<String>,
    /// Function that is called with inputs, repeatable [default: the only one that leads to the points]
    #[arg(long = "entry", value_name = "NAME/ARITY")]
    entries: Vec<String>,
    /// The same function in the new version, one for each `--entry` [default: of the same name]
    #[arg(long = "new-entry", value_name = "NAME/ARITY")]
    new_entries: Vec<String>,
    /// Arguments of the entry point, as a list of terms, that are tried beside those that are found; repeatable
    #[arg(long = "input", value_name = "TERMS")]
    inputs: Vec<String>,
    /// File with such an input on each line
    #[arg(long = "inputs", value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// Inputs that are drawn for each version
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(0_usize))]
    fresh: usize,
    /// What makes sequences of values equal
    #[arg(long, value_enum, default_value_t = ComparisonArg::Equal, conflicts_with = "labels")]
    compare: ComparisonArg,
    /// Numbers may differ by this share of the larger, or of 1 where both are smaller
    #[arg(long, value_name = "SHARE", value_parser = from_zero, conflicts_with_all = ["compare", "max_growth", "labels"])]
    tolerance: Option<f64>,
    /// Values are equal, and reached with at most N percent more ticks
    #[arg(long, value_name = "N", value_parser = from_zero, conflicts_with_all = ["compare", "labels"])]
    max_growth: Option<f64>,
    /// A command that reads pairs of sequences, each a line of JSON, and prints a label for each, `same` for what is equal
    #[arg(long, value_name = "COMMAND")]
    labels: Option<String>,
    /// Keeps inputs and values of the old version as a suite for `--replay`
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    save: Option<PathBuf>,
    /// Compares with what a version did, which `--save` kept
    #[arg(long, value_name = "FILE", conflicts_with_all = ["points", "entries", "inputs", "input_file"])]
    replay: Option<PathBuf>,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0_u64))]
    seed: u64,
    /// How the report is written
    #[arg(long, value_enum, default_value_t = EvolveFormat::Table)]
    format: EvolveFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ComparisonArg {
    /// The same values in the same order
    Equal,
    /// The same values, however often and in whatever order
    Set,
    /// The same values equally often, in whatever order
    Sorted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EvolveFormat {
    /// Aligned columns for a terminal
    Table,
    /// An array of objects, one per entry point and point
    Json,
    /// Tables as in GitHub's Markdown
    Markdown,
    /// A test report of JUnit
    Junit,
}

/// A version as it was read.
struct Read {
    name: String,
    tree: Tree,
}

pub(super) fn run(args: &EvolveArgs, context: &Context) -> Result<u8> {
    let evolved = match (&args.replay, &args.versions[..]) {
        (Some(saved), [new]) => replayed(args, saved, new)?,
        (Some(_), several) => return Err(error::evolve::one_version(several.len())),
        (None, [old, new]) => compared(args, old, new)?,
        (None, _) => return Err(error::evolve::two_versions()),
    };
    match args.format {
        EvolveFormat::Table => context.terminal.render(&evolved, Format::Table)?,
        EvolveFormat::Json => context.terminal.render(&evolved, Format::Json)?,
        EvolveFormat::Markdown => context.terminal.render(&evolved, Format::Markdown)?,
        EvolveFormat::Junit => context.terminal.data(&junit(&evolved))?,
    }
    if evolved.is_empty() {
        context.terminal.note("no input reaches a point: nothing was compared");
        return Ok(EXIT_NOTHING_MEASURED);
    }
    Ok(if evolved.has_difference() { EXIT_NEGATIVE } else { EXIT_DONE })
}

fn compared(args: &EvolveArgs, old: &Path, new: &Path) -> Result<Evolved> {
    let named = named(&args.points)?;
    if named.is_empty() {
        return Err(error::evolve::no_points());
    }
    let (old, new) = (read(old)?, read(new)?);
    check_languages(&old.tree, &new.tree)?;
    let points = resolved(&named, &old.tree)?;
    let new_named = self::named(&args.new_points)?;
    if !new_named.is_empty() && new_named.len() != named.len() {
        return Err(error::evolve::n_points(named.len(), new_named.len()));
    }
    let new_points = resolved(&new_named, &new.tree)?;
    let pairs = pair_points([&old.tree, &new.tree], &points, &new_points, [&old.name, &new.name])?;
    let new_points: Vec<NodeId> = pairs.iter().map(|pair| pair.nodes[1]).collect();
    let point_names: Vec<[String; 2]> = pairs.into_iter().map(|pair| pair.names).collect();
    let entries = match args.entries.is_empty() {
        true => vec![only_entry(&old.tree, &points)?],
        false => args.entries.clone(),
    };
    let new_entries = new_entries(args, &entries)?;
    check_entries(&old.tree, &entries)?;
    check_entries(&new.tree, &new_entries)?;
    let inputs = inputs(args)?;
    let labels = labels(args)?;
    let options =
        options(args, [&old, &new].map(|it| it.name.clone()), &point_names, &inputs, labels.as_ref());
    let (evolved, tests) = compare_versions(
        Version { tree: &old.tree, entries: &entries, points: &points },
        Version { tree: &new.tree, entries: &new_entries, points: &new_points },
        &options,
    )?;
    if let Some(path) = &args.save {
        let names = point_names.iter().map(|names| names[0].clone()).collect();
        let files: Vec<SourceFile> = old.tree.files().cloned().collect();
        SavedSuite::new(&old.name, entries, (names, points), &files, tests).write(path)?;
    }
    Ok(evolved)
}

fn replayed(args: &EvolveArgs, saved: &Path, new: &Path) -> Result<Evolved> {
    let suite = SavedSuite::read(saved)?;
    let new = read(new)?;
    let sources = suite.sources();
    let old = tree(new.tree.language(), &sources, saved)?;
    let new_named = named(&args.new_points)?;
    if !new_named.is_empty() && new_named.len() != suite.nodes.len() {
        return Err(error::evolve::n_points(suite.nodes.len(), new_named.len()));
    }
    if suite.nodes.iter().any(|&node| node as usize >= old.len()) {
        return Err(error::evolve::bad_suite(saved, "a point is not in its program"));
    }
    let new_points = resolved(&new_named, &new.tree)?;
    let pairs = pair_points([&old, &new.tree], &suite.nodes, &new_points, [&suite.name, &new.name])?;
    let new_points: Vec<NodeId> = pairs.iter().map(|pair| pair.nodes[1]).collect();
    let point_names: Vec<[String; 2]> = pairs.into_iter().map(|pair| pair.names).collect();
    let new_entries = new_entries(args, &suite.entries)?;
    check_entries(&new.tree, &new_entries)?;
    let labels = labels(args)?;
    let names = [suite.name.clone(), new.name.clone()];
    let options = options(args, names, &point_names, &[], labels.as_ref());
    replay(&suite.tests, Version { tree: &new.tree, entries: &new_entries, points: &new_points }, &options)
}

fn options<'o>(
    args: &EvolveArgs,
    names: [String; 2],
    point_names: &'o [[String; 2]],
    inputs: &'o [Input],
    labels: Option<&'o UserLabels>,
) -> EvolveOptions<'o> {
    let comparison = match (args.tolerance, args.max_growth, args.compare) {
        (Some(share), ..) => ValueComparison::Tolerance(share),
        (_, Some(percent), _) => ValueComparison::Ticks(percent),
        (.., ComparisonArg::Equal) => ValueComparison::Equal,
        (.., ComparisonArg::Set) => ValueComparison::Set,
        (.., ComparisonArg::Sorted) => ValueComparison::Sorted,
    };
    let (n_inputs, seed, is_saved) = (args.fresh, args.seed, args.save.is_some());
    EvolveOptions { names, point_names, comparison, labels, inputs, n_inputs, seed, is_saved }
}

fn labels(args: &EvolveArgs) -> Result<Option<UserLabels>> {
    let Some(command) = &args.labels else { return Ok(None) };
    let words = crate::suite::words(command).filter(|words| !words.is_empty());
    words.map(|words| Some(UserLabels::new(words))).ok_or_else(|| error::cli::bad_command(command))
}

/// A file, or the files of its language in a folder.
fn read(path: &Path) -> Result<Read> {
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(|cause| error::cannot_read(path, &cause))?;
        files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|it| it.is_file()).collect();
        files.retain(|file| !Language::of_file(file).is_lines());
        files.sort();
        let languages: Vec<Language> = files.iter().map(|file| Language::of_file(file)).collect();
        files.retain(|file| Language::of_file(file) == languages[0]);
        if files.is_empty() {
            return Err(error::evolve::empty_folder(path));
        }
    }
    let (language, sources) = program(&files)?;
    let tree = tree(language, &sources, &files[0])?;
    Ok(Read { name: path.display().to_string(), tree })
}

fn check_languages(old: &Tree, new: &Tree) -> Result<()> {
    match old.language() == new.language() {
        true => Ok(()),
        false => Err(error::evolve::other_languages(old.language().name(), new.language().name())),
    }
}

fn named(points: &[String]) -> Result<Vec<NamedPoint>> {
    let point = |text: &String| NamedPoint::parse(text).ok_or_else(|| error::evolve::no_point(text));
    points.iter().map(point).collect()
}

fn resolved(points: &[NamedPoint], tree: &Tree) -> Result<Vec<NodeId>> {
    points.iter().map(|point| point.resolve(tree)).collect()
}

fn new_entries(args: &EvolveArgs, entries: &[String]) -> Result<Vec<String>> {
    match args.new_entries.len() {
        0 => Ok(entries.to_vec()),
        n if n == entries.len() => Ok(args.new_entries.clone()),
        n => Err(error::evolve::n_entries(entries.len(), n)),
    }
}

fn check_entries(tree: &Tree, entries: &[String]) -> Result<()> {
    let exported = room(tree.language()).exported(tree);
    match entries.iter().find(|entry| !exported.is_empty() && !exported.contains(*entry)) {
        Some(entry) => Err(error::oracle::no_entry(entry, &exported)),
        None => Ok(()),
    }
}

fn inputs(args: &EvolveArgs) -> Result<Vec<Input>> {
    let mut found = args.inputs.iter().map(|text| typed_input(text)).collect::<Result<Vec<Input>>>()?;
    if let Some(path) = &args.input_file {
        found.extend(input_lines(path)?);
    }
    Ok(found)
}
