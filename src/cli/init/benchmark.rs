//! `init benchmark`: a program becomes a benchmark with one criterion, whose gold slice comes next.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::select::CriterionArgs;
use super::super::sources::{program, tree};
use super::super::{Context, files};
use super::scaffold::{Scaffold, commands, manifest, proof};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::error::{self, EXIT_DONE, Place, Result};
use crate::language::Language;
use crate::languages::room;
use crate::suite::criterion_id;

/// Folder of the suite when none is named.
const DEFAULT_SUITE: &str = "suite";

/// Arguments of `init benchmark`.
#[derive(Debug, Args)]
pub(in super::super) struct BenchmarkArgs {
    /// Language and name of the benchmark, as `erlang/word-count`
    #[arg(value_name = "LANGUAGE/NAME")]
    id: String,
    /// The files of the program, the one with the criterion first; they are copied
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    program: Vec<PathBuf>,
    #[command(flatten)]
    criterion: CriterionArgs,
    /// Function that inputs are given to [default in Erlang: the only exported one that leads to the criterion]
    #[arg(long, value_name = "NAME/ARITY")]
    entry: Option<String>,
}

pub(super) fn run(args: &BenchmarkArgs, context: &Context) -> Result<u8> {
    let (language, files) = program(&args.program)?;
    let language = named(&args.id, language, &args.program);
    let name = name(&args.id, language)?;
    let tree = tree(language, &files, &args.program[0])?;
    let criteria = check_program(&tree, args)?;
    let suite = context.settings.suite_folder().unwrap_or_else(|| PathBuf::from(DEFAULT_SUITE));
    let files = stored(&files, language);
    let scaffold = Scaffold {
        id: args.id.clone(),
        name,
        language,
        criterion: criterion_id(args.criterion.line, args.criterion.variable()),
        files: files.iter().map(|file| file.path.to_string_lossy().into_owned()).collect(),
        line: args.criterion.line,
        variable: args.criterion.variable().to_owned(),
        occurrence: args.criterion.occurrence,
        entry: entry(&tree, &criteria, args)?,
    };
    let folder = suite.join(&args.id);
    if folder.exists() {
        return Err(error::cli::benchmark_exists(&folder));
    }
    for file in &files {
        files::write(&folder.join(&file.path), &file.text)?;
    }
    files::write(&folder.join("benchmark.toml"), &manifest(&scaffold))?;
    files::write(&folder.join(format!("gold/{}.proof.md", scaffold.criterion)), &proof(&scaffold))?;
    context.terminal.data(&commands(&scaffold, &folder, &suite))?;
    Ok(EXIT_DONE)
}

/// The language in front of the name, for programs in a language without a grammar, and for any that is to be read as
/// lines: nobody else knows what such a language is called.
fn named(id: &str, of_file: Language, paths: &[PathBuf]) -> Language {
    let named = id.split_once('/').and_then(|(language, _)| language.parse().ok());
    named
        .filter(|named: &Language| named.is_lines() && paths.iter().all(|path| named.has_file(path)))
        .unwrap_or(of_file)
}

/// The name behind the language, which must be that of the program.
fn name(id: &str, language: Language) -> Result<String> {
    let is_kebab = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    match id.split_once('/') {
        Some((folder, name)) if folder == language.name() && is_kebab(name) => Ok(name.to_owned()),
        _ => Err(error::cli::bad_benchmark_id(id, language.name())),
    }
}

/// The nodes of the criterion, in a program that can be read.
fn check_program(tree: &Tree, args: &BenchmarkArgs) -> Result<Vec<NodeId>> {
    let file = |file_idx: usize| &args.program[file_idx];
    if let Some(problem) = tree.problems().first() {
        let place =
            Place::of_offset(file(problem.file_idx), &tree.file(problem.file_idx).text, problem.offset);
        return Err(error::oracle::does_not_parse(place, &problem.message));
    }
    args.criterion.resolve(tree, file(0))
}

/// What `entry` says in an Erlang benchmark, where it can be told: it is a function of the first file.
fn entry(tree: &Tree, criteria: &[NodeId], args: &BenchmarkArgs) -> Result<Option<String>> {
    if tree.language() != Language::Erlang {
        return Ok(args.entry.clone());
    }
    let room = room(Language::Erlang);
    let exported = room.exported(tree);
    match (&args.entry, &room.entries(tree, criteria)[..]) {
        (Some(named), _) if !exported.contains(named) => Err(error::oracle::no_entry(named, &exported)),
        (Some(named), _) => Ok(Some(named.clone())),
        (None, [one]) => Ok(tree.roots(0).any(|root| tree.label(root) == one).then(|| one.clone())),
        (None, _) => Ok(None),
    }
}

/// A single file is called `program`, where the language does not tie its name to what is in it.
fn stored(files: &[SourceFile], language: Language) -> Vec<SourceFile> {
    let is_tied = |file: &SourceFile| match language {
        Language::Java => true,
        Language::Erlang => !file.text.contains("-module(program)"),
        _ => false,
    };
    match files {
        [file] if !is_tied(file) => {
            let own = file.path.extension().filter(|_| language.is_lines());
            let extension = own.map_or(language.extension().into(), |own| own.to_string_lossy());
            let name = format!("program.{extension}");
            vec![SourceFile::new(Path::new(&name), file.text.clone())]
        }
        _ => files.to_vec(),
    }
}
