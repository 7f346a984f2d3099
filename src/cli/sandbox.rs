//! `--sandbox`: which walls stand around slicers.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::Context;
use crate::adapter::Sandbox;
use crate::error::{self, Result};
use crate::process::Layers;

/// Which walls are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SandboxMode {
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
    pub(super) fn raise(self, out: &Path, context: &Context) -> Result<Option<Sandbox>> {
        if self == SandboxMode::Off {
            return Ok(None);
        }
        let layers = Layers::probe();
        let missing = layers.missing().join(", ");
        match (missing.is_empty(), self) {
            (true, _) => {}
            (false, SandboxMode::Strict) => return Err(error::cli::walls_missing(&missing)),
            (false, _) => context.terminal.warning(&error::cli::fewer_walls(&missing)),
        }
        let mut hidden: Vec<PathBuf> = context.settings.suites().to_vec();
        hidden.push(out.to_owned());
        Ok(Some(Sandbox { layers, hidden }))
    }
}
