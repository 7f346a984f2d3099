//! `minimize` with commands as oracle: programs in any language, by lines, statements or expressions.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::args::{DeletionUnitArg, MinimizeArgs};
use super::command_report as report;
use super::watch::Watch;
use crate::ast::{NodeSet, ParseOptions, SourceFile, Tree};
use crate::cli::Context;
use crate::cli::select::CriterionArgs;
use crate::cli::sources::{program, read, tree, write_source};
use crate::error::{self, EXIT_DONE, Result};
use crate::language::Language;
use crate::languages;
use crate::minimize::{Phase, TextFound, TextRequest, TextUnits, delete_text};
use crate::oracle::{CommandOracle, CommandSubject, InsertedLines};
use crate::process;
use crate::suite::{Benchmark, Input, OracleCommands, words};

/// A program, its criterion and the commands that judge it.
pub(super) struct CommandTarget {
    /// Id of the task, or path of the file.
    pub(super) name: String,
    /// The program's tree: of its grammar, or of its lines.
    pub(super) tree: Arc<Tree>,
    /// What reads candidates, besides the commands; `None` when nothing but them does.
    grammar: Option<Language>,
    pub(super) unit: DeletionUnitArg,
    /// Nodes that stay.
    fixed: NodeSet,
    /// Index of the criterion's file.
    file_idx: usize,
    /// 1-based line of the criterion; `None` when every line may go.
    pub(super) line: Option<usize>,
    pub(super) variable: Option<String>,
    pub(super) inputs: Vec<Input>,
    pub(super) commands: OracleCommands,
    /// Folder that `{here}` stands for.
    here: PathBuf,
}

/// Searches when commands are the oracle; `None` when they are not.
pub(super) fn run(args: &MinimizeArgs, context: &Context) -> Result<Option<u8>> {
    let Some(target) = CommandTarget::new(args, context)? else { return Ok(None) };
    if args.write_gold {
        return Err(error::minimize::gold_by_command());
    }
    if args.strict {
        return Err(error::cli::missing_option(
            "commands judge by the rule of the prefix only",
            "leave out `--strict`",
        ));
    }
    if args.json && target.line.is_none() {
        return Err(error::cli::missing_option(
            "what is stored names its criterion",
            "name the line that stays with `--line N`",
        ));
    }
    let began = Instant::now();
    let original: Vec<SourceFile> = target.tree.files().cloned().collect();
    let subject = CommandSubject {
        here: &target.here,
        original: &original,
        inputs: &target.inputs,
        insertion: target.insertion(),
        n_workers: args.workers,
    };
    let oracle = CommandOracle::new(target.commands.clone(), subject)?;
    let observed_s = began.elapsed().as_secs_f64();
    process::note_first_interrupt();
    let bar = context.terminal.spinner();
    let watch = Watch::new(args, &bar);
    let found = search(&target, args, &oracle, &watch);
    bar.finish();
    let found = found?;
    if let Some(folder) = &args.output_dir {
        write_source(&found.files, Some(folder), context)?;
    }
    let version = oracle.version();
    if args.json {
        let stored = report::stored(&target, &found, version, observed_s);
        context.terminal.data(&stored.text())?;
        return Ok(Some(EXIT_DONE));
    }
    if args.output_dir.is_none() {
        write_source(&found.files, None, context)?;
    }
    context.terminal.note(&report::statement(&target, &found, version.as_deref()));
    Ok(Some(EXIT_DONE))
}

fn search(
    target: &CommandTarget,
    args: &MinimizeArgs,
    oracle: &CommandOracle,
    watch: &Watch<'_>,
) -> Result<TextFound> {
    let options = args.search_options();
    let TextUnits { levels, blocks } = TextUnits::of(&target.tree, target.unit.unit(), &target.fixed);
    let table = languages::deletions(&target.tree);
    let render = |keep: &NodeSet| {
        let files = languages::text_of(&target.tree, keep);
        // Where the syntax asks for more than is wanted, it stays.
        let kept = table.as_ref().map(|table| table.kept(&target.tree, &table.keeping(&target.tree, keep)));
        target.can_be_read(&files).then(|| (files, kept.unwrap_or_else(|| keep.clone())))
    };
    let deadline = watch.deadline();
    let is_over =
        move || process::is_interrupted() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    // Pairs of nodes are many, and each is a run of the command.
    let default = if target.tree.language().is_lines() { 2 } else { 1 };
    let request = TextRequest {
        nodes: target.tree.counted(),
        levels,
        blocks,
        max_nodes: args.max_nodes.map_or(default, |_| options.max_nodes.unwrap_or(2)).clamp(1, 2),
        max_candidates: options.max_candidates,
        render: &render,
        is_over: &is_over,
    };
    delete_text(&request, oracle, &mut |progress| match is_over() {
        true => ControlFlow::Break(()),
        false => watch.see(Phase::Search, progress),
    })
}

impl CommandTarget {
    /// What is to be minimised; `None` when no command is named, and the benchmark has none.
    fn new(args: &MinimizeArgs, context: &Context) -> Result<Option<CommandTarget>> {
        let name = &args.program[0];
        let mut target = match Path::new(name).is_file() {
            true if args.oracle.has_command() => of_files(args)?,
            true if args.oracle.is_given() => {
                return Err(error::cli::missing_option(
                    "no command runs the program",
                    "name it with `--oracle-command`, the last option, which takes all words that follow",
                ));
            }
            true => return Ok(None),
            false => match of_task(name, args, context)? {
                Some(target) => target,
                None => return Ok(None),
            },
        };
        for text in &args.inputs {
            target.inputs.push(input(text)?);
        }
        if let Some(path) = &args.input_file {
            for line in read(path)?.lines().filter(|line| !line.trim().is_empty()) {
                target.inputs.push(input(line)?);
            }
        }
        Ok(Some(target))
    }

    fn insertion(&self) -> Option<InsertedLines> {
        let OracleCommands { before, after, .. } = &self.commands;
        let line = self.line.filter(|_| before.is_some() || after.is_some())?;
        Some(InsertedLines {
            file_idx: self.file_idx,
            line,
            variable: self.variable.clone().unwrap_or_default(),
            before: before.clone(),
            after: after.clone(),
        })
    }

    /// Whether the grammar reads a candidate, where there is one.
    fn can_be_read(&self, files: &[SourceFile]) -> bool {
        let is_read = |language| {
            let tree = Tree::parse_limited(language, files, &ParseOptions::default());
            tree.is_ok_and(|tree| tree.problems().is_empty())
        };
        self.grammar.is_none_or(is_read)
    }

    /// Takes a program by lines where that is asked for, or where there is no other way.
    fn by(mut self, unit: Option<DeletionUnitArg>) -> CommandTarget {
        let language = self.tree.language();
        let has_grammar = !language.is_lines();
        self.grammar = (has_grammar && self.tree.problems().is_empty()).then_some(language);
        self.unit = match unit {
            _ if !has_grammar => DeletionUnitArg::Line,
            None => DeletionUnitArg::Expression,
            Some(unit) => unit,
        };
        if has_grammar && self.unit == DeletionUnitArg::Line {
            let files: Vec<SourceFile> = self.tree.files().cloned().collect();
            let lines = Tree::parse(Language::TEXT, &files);
            let stays = |&node: &u32| Some(lines.line(node)) == self.line;
            self.fixed = lines.file_nodes(self.file_idx).filter(stays).collect();
            self.tree = Arc::new(lines);
        }
        self
    }
}

fn of_task(name: &str, args: &MinimizeArgs, context: &Context) -> Result<Option<CommandTarget>> {
    let suite = context.settings.unfinished_suite()?;
    let task = suite.tasks().find(|task| task.id() == name);
    let task = task.ok_or_else(|| error::cli::no_target(name))?;
    let Benchmark { tree, oracle, inputs, path, .. } = task.benchmark;
    if oracle.is_none() && !args.oracle.has_command() {
        return Ok(None);
    }
    let criterion = task.criterion;
    // What was named on the command line is found from where that was typed.
    let here = if args.oracle.has_command() { PathBuf::from(".") } else { path.clone() };
    let target = CommandTarget {
        name: name.to_owned(),
        tree: tree.clone(),
        grammar: None,
        unit: DeletionUnitArg::Expression,
        fixed: criterion.nodes.iter().copied().collect(),
        file_idx: criterion.file_idx,
        line: Some(criterion.line),
        variable: criterion.variable.clone(),
        inputs: match criterion.input_idx {
            Some(bound) => inputs[bound..=bound].to_vec(),
            None => inputs.clone(),
        },
        commands: args.oracle.commands(oracle.as_ref())?,
        here,
    };
    Ok(Some(target.by(args.granularity)))
}

fn of_files(args: &MinimizeArgs) -> Result<CommandTarget> {
    let paths: Vec<PathBuf> = args.program.iter().map(PathBuf::from).collect();
    let (language, files) = program(&paths)?;
    let tree = tree(language, &files, &paths[0])?;
    let variable = args.variable.clone().filter(|variable| !variable.is_empty());
    let criterion = |line| CriterionArgs { line, variable: variable.clone(), occurrence: args.occurrence };
    let nodes = args.line.map(|line| criterion(line).resolve(&tree, &paths[0])).transpose()?;
    let target = CommandTarget {
        name: args.program[0].clone(),
        tree: Arc::new(tree),
        grammar: None,
        unit: DeletionUnitArg::Expression,
        fixed: nodes.into_iter().flatten().collect(),
        file_idx: 0,
        line: args.line,
        variable,
        inputs: Vec::new(),
        commands: args.oracle.commands(None)?,
        here: PathBuf::from("."),
    };
    Ok(target.by(args.granularity))
}

/// Words of a command line, and `< FILE` at the end for the standard input.
fn input(text: &str) -> Result<Input> {
    let mut args = words(text).ok_or_else(|| error::cli::open_quote(text))?;
    let mut stdin = String::new();
    if let [.., sign, path] = &args[..]
        && sign == "<"
    {
        stdin = read(Path::new(path))?;
        args.truncate(args.len() - 2);
    }
    Ok(Input { args, stdin })
}
