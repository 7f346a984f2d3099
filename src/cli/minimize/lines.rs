//! `minimize --oracle-command`: programs as lines, judged by a command.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::args::{Budget, MinimizeArgs};
use super::watch::Watch;
use crate::ast::{NodeSet, SourceFile, Tree};
use crate::cli::Context;
use crate::cli::slice::{program, tree, write_source};
use crate::error::{EXIT_DONE, Result};
use crate::language::Language;
use crate::languages;
use crate::minimize::{LinesFound, Phase, delete_lines};
use crate::oracle::CommandOracle;
use crate::process;

pub(super) fn run(args: &MinimizeArgs, context: &Context) -> Result<u8> {
    let paths: Vec<PathBuf> = args.program.iter().map(PathBuf::from).collect();
    let (_, files) = program(&paths)?;
    let lines = tree(Language::TEXT, &files, &paths[0])?;
    let oracle = CommandOracle::new(&args.oracle_command, args.oracle_timeout, &files)?;
    process::note_first_interrupt();
    let bar = context.terminal.spinner();
    let watch = Watch::new(args, &bar);
    let max_candidates = match args.budget {
        Some(Budget::Candidates(most)) => most,
        _ => u64::MAX,
    };
    let fixed: NodeSet = lines.file_nodes(0).filter(|&node| args.line == Some(lines.line(node))).collect();
    let found = delete_lines(
        (&lines.counted(), &fixed),
        args.search_options().max_nodes.unwrap_or(usize::MAX),
        &mut |kept| oracle.is_slice(&languages::text_of(&lines, kept)),
        &mut |progress| match progress.n_candidates < max_candidates {
            true => watch.see(Phase::Search, progress),
            false => ControlFlow::Break(()),
        },
    );
    bar.finish();
    let found = found?;
    write(&lines, &found, args, context)?;
    Ok(EXIT_DONE)
}

fn write(lines: &Tree, found: &LinesFound, args: &MinimizeArgs, context: &Context) -> Result<()> {
    let files: Vec<SourceFile> = languages::text_of(lines, &found.kept);
    write_source(&files, args.output_dir.as_deref(), context)?;
    let proved = match found.depth {
        0 => "the search was ended before every line was tried",
        1 => "no line of them can go",
        _ => "no line of them and no two lines can go",
    };
    context.terminal.note(&format!(
        "{} of {} lines after {} candidates: {proved}",
        found.kept.len(),
        lines.n_counted(),
        found.n_candidates
    ));
    Ok(())
}
