//! `run --resume DIR`: what a run was begun with stands in its folder, and need not be given again.

use std::path::{Path, PathBuf};

use super::super::select::SelectArgs;
use super::{Context, RunArgs};
use crate::error::Result;
use crate::results::{RunHeader, read_header};
use crate::suite::{Partition, Suite};

/// A run to go on with.
pub(super) struct Begun {
    header: RunHeader,
}

impl Begun {
    /// # Errors
    /// The folder is none of a run.
    pub(super) fn read(dir: &Path) -> Result<Begun> {
        Ok(Begun { header: read_header(dir)? })
    }

    /// The arguments, with those of the run in the place of what is not given. What is given stays, and is compared later.
    pub(super) fn fill(&self, args: &RunArgs, context: &Context) -> Result<RunArgs> {
        let RunHeader { suite, slicer, limits, repeats, seed, .. } = &self.header;
        let mut filled = args.clone();
        if filled.slicer.is_empty() {
            let is_same = |name: &str| {
                context.settings.adapter(Some(name)).is_ok_and(|found| found.hash() == slicer.adapter_hash)
            };
            let file = slicer.path.as_deref().and_then(Path::to_str).filter(|_| !is_same(&slicer.name));
            filled.slicer = vec![file.unwrap_or(&slicer.name).to_owned()];
        }
        if !filled.select.is_given() {
            filled.select = SelectArgs::begun_with(suite);
        }
        filled.partition = filled.partition.or(suite.partition.as_deref().and_then(Partition::parse));
        filled.timeout = filled.timeout.or(limits.wall_s);
        filled.repeat = filled.repeat.or(u32::try_from(*repeats).ok());
        filled.seed = filled.seed.or(Some(*seed));
        Ok(filled)
    }

    /// The suite of the run, where no other is asked for.
    pub(super) fn suite(&self, context: &Context) -> Result<Suite> {
        let folders: &[PathBuf] = &self.header.suite.folders;
        if folders.is_empty() || !context.settings.is_embedded() {
            return context.suite();
        }
        Suite::load(folders)
    }
}
