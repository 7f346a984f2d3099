//! `--sandbox`: which walls stand around slicers.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Context;
use crate::adapter::{Adapter, Sandbox};
use crate::error::{self, Result};
use crate::process::Layers;

/// The walls around slicers.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SandboxArgs {
    /// Walls around the slicer: what the kernel gives, nothing less than all, or none [default: auto]
    #[arg(
        help_heading = "How it runs",
        long,
        value_name = "WHICH",
        env = "BENCH_SLICERS_SANDBOX",
        default_value = "auto",
        hide_default_value = true
    )]
    sandbox: SandboxMode,
}

impl SandboxArgs {
    /// The walls of slicers whose results go below `out`; what is missing is told once.
    ///
    /// # Errors
    /// All are asked for and not all are to be had.
    pub(super) fn raise(self, out: &Path, context: &Context) -> Result<Option<Sandbox>> {
        self.sandbox.raise(out, context)
    }

    /// The same where slicers are called besides other work: none around this program alone.
    ///
    /// # Errors
    /// As [`SandboxArgs::raise`].
    pub(super) fn raise_for(self, adapters: &[Adapter], context: &Context) -> Result<Option<Sandbox>> {
        match adapters.iter().all(Adapter::is_own) {
            true => Ok(None),
            false => self.raise(&context.settings.out(None), context),
        }
    }
}

/// Which walls are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SandboxMode {
    /// None: the slicer can do all that you can
    Off,
    /// What the kernel gives; what it does not is said
    Auto,
    /// All, or nothing is run
    Strict,
}

impl SandboxMode {
    /// The walls of a run whose results go below `out`; what is missing is told once.
    ///
    /// # Errors
    /// All are asked for and not all are to be had.
    fn raise(self, out: &Path, context: &Context) -> Result<Option<Sandbox>> {
        if self == SandboxMode::Off {
            return Ok(None);
        }
        let layers = Layers::probe();
        let missing = layers.missing().join(", ");
        match (missing.is_empty(), self) {
            (true, _) => {}
            (false, SandboxMode::Strict) => return Err(error::cli::walls_missing(&missing)),
            (false, _) => {
                let cost = layers.cost().map_or(String::new(), |cost| format!("; {cost}"));
                context.terminal.warning(&error::cli::fewer_walls(&missing, &cost));
            }
        }
        let mut hidden: Vec<PathBuf> = context.settings.suites().to_vec();
        hidden.push(out.to_owned());
        Ok(Some(Sandbox { layers, hidden }))
    }
}
