//! `install`: slicers from package registries, into the folder of tools.

use clap::Args;

use super::Context;
use crate::adapter::{Adapter, Installed};
use crate::error::{EXIT_DONE, Error, Result};
use crate::report::{printable, shell_lines};

/// Arguments of `install`.
#[derive(Debug, Args)]
#[command(
    after_help = "Packages come from apt, npm, PyPI, crates.io and Maven Central, with the versions that the adapter names. \
                  All but Debian packages go into the folder of the slicer below $BENCH_SLICERS_TOOLS \
                  [default: $XDG_CACHE_HOME/bench-slicers/tools, else ~/.cache/bench-slicers/tools]. \
                  What is there already is left alone."
)]
pub(super) struct InstallArgs {
    /// Names of slicers, or their adapter files
    #[arg(required = true, value_name = "SLICER")]
    names: Vec<String>,
    /// Say what would be installed, with licences, and install nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &InstallArgs, context: &Context) -> Result<u8> {
    let adapters = context.settings.adapters_of(&args.names)?;
    let mut failed: Option<Error> = None;
    for adapter in &adapters {
        let outcome = if args.dry_run { describe(adapter, context) } else { install(adapter, context) };
        if let Err(error) = outcome {
            failed = Some(match failed {
                Some(failed) => failed.and(error),
                None => error,
            });
        }
    }
    failed.map_or(Ok(EXIT_DONE), Err)
}

fn describe(adapter: &Adapter, context: &Context) -> Result<()> {
    let text = match &adapter.packages {
        Some(packages) => {
            let lines: String = packages.lines().iter().map(|line| format!("  {line}\n")).collect();
            format!("{} ({})\n{lines}", adapter.name, packages.licence)
        }
        None => {
            let how = adapter.install.as_deref().unwrap_or("nothing to install");
            format!("{}\n  by hand: {how}\n", adapter.name)
        }
    };
    context.terminal.data(&text)
}

fn install(adapter: &Adapter, context: &Context) -> Result<()> {
    let spinner = context.terminal.spinner();
    let installed = adapter.install_tool(&|argv| {
        spinner.show(argv.iter().take(3).cloned().collect::<Vec<_>>().join(" "));
        context.terminal.note(&shell_lines("run      ", argv, context.terminal.width()));
    });
    spinner.finish();
    let word = match installed? {
        Installed::Already => "there",
        Installed::Now => "ready",
    };
    let version = adapter.version()?.map_or(String::new(), |version| format!(" {}", printable(&version)));
    let licence =
        adapter.packages.as_ref().map_or(String::new(), |packages| format!(" ({})", packages.licence));
    context.terminal.data(&format!("{word}    {}{version}{licence}\n", adapter.name))
}
