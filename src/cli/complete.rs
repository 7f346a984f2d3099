//! What a shell asks while a command is typed: names of slicers, tasks, labels, runs and baselines, besides the flags.
//!
//! The scripts of `completions` call the program with [`VARIABLE`] set. Where something cannot be read, nothing is offered:
//! what is wrong is said when the command runs.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use clap_complete::env::{CompleteEnv, Shells};
use clap_complete::{ArgValueCompleter, CompletionCandidate, PathCompleter, Shell};

use super::settings::{GlobalArgs, Settings};
use crate::results;

/// Names the shell that asks.
const VARIABLE: &str = "BENCH_SLICERS_COMPLETE";

/// Answers a shell, and ends this process when one has asked.
pub(super) fn answer(command: fn() -> Command) {
    CompleteEnv::with_factory(move || with_names(command())).var(VARIABLE).complete();
}

/// What a shell sources: it calls the program of this name.
pub(super) fn script(shell: Shell, program: &str) -> String {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let completer = shells.completer(&shell.to_string()).expect("both lists have the same shells");
    let written = completer.write_registration(VARIABLE, program, program, program, &mut script);
    written.expect("memory takes what is written");
    String::from_utf8_lossy(&script).into_owned()
}

/// The same command line, whose values are completed by what they name.
fn with_names(command: Command) -> Command {
    let command = command.mut_args(|arg| match names(&arg) {
        Some(names) => arg.add(ArgValueCompleter::new(move |typed: &OsStr| offered(names, typed))),
        None => arg,
    });
    command.mut_subcommands(with_names)
}

/// All names of one sort.
type NamesOf = fn(&Settings) -> Option<Vec<String>>;

/// Names of one sort, and whether a path may stand in their place.
#[derive(Clone, Copy)]
struct OfferedNames {
    all: NamesOf,
    or_path: bool,
}

/// By the word that help shows for the value.
fn names(arg: &Arg) -> Option<OfferedNames> {
    if !matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) {
        return None;
    }
    let shown = arg.get_value_names().and_then(|names| names.first());
    let (all, or_path): (NamesOf, bool) = match shown.map_or("", |name| name) {
        "NAME|FILE" => (slicers, true),
        "SLICER" | "SLICER|FILE" => (slicers, true),
        "ID" | "TASK" => (tasks, false),
        "TASK|FILE" => (tasks, true),
        "LABEL" => (labels, false),
        "RESULTS" => (runs, true),
        "BASE" => (baselines, true),
        _ => return None,
    };
    Some(OfferedNames { all, or_path })
}

fn offered(names: OfferedNames, typed: &OsStr) -> Vec<CompletionCandidate> {
    let begun = typed.to_string_lossy();
    let settings = settings();
    let all = settings.as_ref().and_then(names.all).unwrap_or_default();
    let mut offered: Vec<CompletionCandidate> =
        all.into_iter().filter(|name| name.starts_with(&*begun)).map(CompletionCandidate::new).collect();
    if names.or_path {
        offered.extend(clap_complete::engine::ValueCompleter::complete(&PathCompleter::any(), typed));
    }
    offered
}

/// As the command that is being typed will have them.
fn settings() -> Option<Settings> {
    let args = GlobalArgs::of_folders(typed_before("--suite"), typed_before("--slicer-dir"));
    Settings::resolve(&args, false).ok()
}

/// Values of a flag in the command that is being typed.
fn typed_before(flag: &str) -> Vec<PathBuf> {
    let words: Vec<String> = std::env::args().collect();
    let beside = words.windows(2).filter(|pair| pair[0] == flag).map(|pair| &*pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix(flag)?.strip_prefix('='));
    beside.chain(joined).map(PathBuf::from).collect()
}

fn slicers(settings: &Settings) -> Option<Vec<String>> {
    Some(settings.adapters().ok()?.into_iter().map(|adapter| adapter.name).collect())
}

/// Whole ids, and the languages and programs that they begin with.
fn tasks(settings: &Settings) -> Option<Vec<String>> {
    let suite = settings.unfinished_suite().ok()?;
    let mut ids = BTreeSet::new();
    for id in suite.tasks().map(|task| task.id()) {
        ids.extend(id.match_indices('/').map(|(end, _)| id[..end].to_owned()));
        ids.insert(id);
    }
    Some(ids.into_iter().collect())
}

fn labels(settings: &Settings) -> Option<Vec<String>> {
    let suite = settings.unfinished_suite().ok()?;
    let labels: BTreeSet<String> = suite.tasks().flat_map(|task| task.criterion.labels.clone()).collect();
    Some(labels.into_iter().collect())
}

/// `latest:SLICER` of all whose results are there; folders are completed as paths.
fn runs(settings: &Settings) -> Option<Vec<String>> {
    let latest = |dir: PathBuf| {
        results::find(&dir).ok()?;
        Some(format!("latest:{}", dir.file_name()?.to_str()?))
    };
    Some(folders(&settings.out(None)).filter_map(latest).collect())
}

/// Names of stored ones, and the words that mean a run.
fn baselines(settings: &Settings) -> Option<Vec<String>> {
    let stored = fs::read_dir(settings.out(None).join("baselines")).into_iter().flatten().flatten();
    let stored =
        stored.filter_map(|file| file.file_name().to_str()?.strip_suffix(".json").map(str::to_owned));
    Some(stored.chain(["latest", "best"].map(str::to_owned)).collect())
}

fn folders(dir: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let inside = fs::read_dir(dir).into_iter().flatten().flatten();
    inside.map(|entry| entry.path()).filter(|path| path.is_dir())
}
