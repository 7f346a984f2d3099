//! `completions` and `man`: what a shell and `man` know of the command line, generated from its definition.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::complete;
use super::terminal::Terminal;
use crate::error::{self, EXIT_DONE, Result};

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bench-slicers completions bash > ~/.local/share/bash-completion/completions/bench-slicers\n  \
    bench-slicers completions zsh > ~/.zfunc/_bench-slicers\n  \
    bench-slicers completions fish > ~/.config/fish/completions/bench-slicers.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bench-slicers man --out ~/.local/share/man/man1")]
pub(super) struct ManArgs {
    /// Folder for a page of every subcommand [default: the page of the program is printed]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionsArgs, command: &Command, terminal: &Terminal) -> Result<u8> {
    terminal.data(&complete::script(args.shell, command.get_name()))?;
    Ok(EXIT_DONE)
}

pub(super) fn man(args: &ManArgs, mut command: Command, terminal: &Terminal) -> Result<u8> {
    // `help` prints what the pages say.
    command = command.disable_help_subcommand(true);
    command.build();
    let Some(dir) = &args.out else {
        terminal.data(&page(&command))?;
        return Ok(EXIT_DONE);
    };
    fs::create_dir_all(dir).map_err(|cause| error::cannot_write(dir, &cause))?;
    let n_pages = write_pages(&command, command.get_name(), dir)?;
    terminal.note(&format!("{n_pages} pages: {}", dir.display()));
    Ok(EXIT_DONE)
}

/// Writes the page of a command and of all below it; their number. Names are joined as in `bench-slicers-check-suite`.
fn write_pages(command: &Command, name: &str, dir: &Path) -> Result<usize> {
    let path = dir.join(format!("{name}.1"));
    fs::write(&path, page(command)).map_err(|cause| error::cannot_write(&path, &cause))?;
    let mut n_pages = 1;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        n_pages += write_pages(below, &format!("{name}-{}", below.get_name()), dir)?;
    }
    Ok(n_pages)
}

fn page(command: &Command) -> String {
    let mut roff = Vec::new();
    Man::new(command.clone()).render(&mut roff).expect("a vector takes everything");
    // A date that is not given is left out with its place, so that the version would be taken for it; and a blank line is
    // framed by breaks that formatters warn of.
    String::from_utf8_lossy(&roff).replacen(" 1  \"", " 1 \"\" \"", 1).replace(".br\n\n.br\n", ".sp\n")
}
