//! Programs in the normal form of a slicer that prints one, so that like is compared with like.

use std::path::{Component, Path, PathBuf};

use super::prepare::{text_of, write};
use super::{Adapter, Placeholder, extract};
use crate::ast::{SourceFile, decode};
use crate::error::{self, Result};
use crate::process::{Completion, Invocation, Left};

/// One file made ready for the normaliser.
#[derive(Clone, Debug)]
pub struct Normalisation {
    /// The command.
    pub invocation: Invocation,
    /// Where the normal form is; `None` for standard output.
    output: Option<PathBuf>,
    /// The folder that the command may write.
    folder: Left,
    limit_byte: u64,
}

impl Adapter {
    /// Whether program and gold slices are to be normalised.
    pub fn normalises(&self) -> bool {
        self.normaliser.is_some()
    }

    /// Whether answers are to be normalised, too.
    pub fn normalises_answers(&self) -> bool {
        self.normaliser.as_ref().is_some_and(|normaliser| normaliser.of_answer)
    }

    /// Writes files below `workdir`, which must be empty, and makes the command that normalises one of them.
    ///
    /// The others are beside it for tools that look for them. `None` when the adapter has no normaliser.
    ///
    /// # Errors
    /// When something cannot be written, or an environment variable without a default is not set.
    pub fn prepare_normalisation(
        &self,
        files: &[SourceFile],
        file_idx: usize,
        workdir: &Path,
    ) -> Result<Option<Normalisation>> {
        let Some(normaliser) = &self.normaliser else { return Ok(None) };
        let (program, out, tmp) = (workdir.join("program"), workdir.join("out"), workdir.join("tmp"));
        for folder in [&program, &out, &tmp] {
            std::fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
        }
        for source in files {
            write(&program.join(inside(&source.path)), &source.text)?;
        }
        let file = program.join(inside(&files[file_idx].path));
        let name = file.file_name().map(PathBuf::from).unwrap_or_default();
        let output = out.join(&name);
        let mut values = self.host_values()?;
        values.insert(Placeholder::File, text_of(&file));
        values.insert(Placeholder::Dir, text_of(&program));
        values.insert(Placeholder::Basename, text_of(&name));
        values.insert(Placeholder::Output, text_of(&output));
        values.insert(Placeholder::Outdir, text_of(&out));
        values.insert(Placeholder::Tmp, text_of(&tmp));
        let invocation = self.invocation(&normaliser.step, &values)?;
        let folder = Left::open(workdir).map_err(|cause| error::cannot_read(workdir, &cause))?;
        let output = normaliser.writes_file.then_some(output);
        Ok(Some(Normalisation { invocation, output, folder, limit_byte: self.limits.output_byte }))
    }

    /// The normal form, or `None` when the normaliser failed.
    pub fn read_normalisation(
        &self,
        normalisation: &Normalisation,
        completion: &Completion,
    ) -> Option<String> {
        let normaliser = self.normaliser.as_ref()?;
        if !normaliser.step.allows(&completion.end) {
            return None;
        }
        let bytes = match &normalisation.output {
            Some(output) => {
                let left = completion.left.as_ref().unwrap_or(&normalisation.folder);
                left.file(output, normalisation.limit_byte).ok()??
            }
            None => completion.stdout.clone(),
        };
        let text = decode(&bytes).ok()?;
        (!text.trim().is_empty()).then(|| extract::replaced(&normaliser.replace, &text))
    }
}

/// A slicer may have named a file of its answer as it likes; nothing is written outside of the folder.
fn inside(path: &Path) -> PathBuf {
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}
