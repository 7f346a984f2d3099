//! Where adapter files are: folders of the user, or the table inside the program.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tempfile::TempDir;

use super::embedded;
use crate::error::{self, Result};

/// The folder of an adapter file and of the files beside it.
#[derive(Clone, Debug)]
pub(super) enum Home {
    /// An absolute folder.
    Folder(PathBuf),
    /// Inside the program; written to a temporary folder when first needed, gone with the last adapter.
    Embedded(Arc<OnceLock<TempDir>>),
}

impl Home {
    pub(super) fn folder(folder: PathBuf) -> Home {
        Home::Folder(folder)
    }

    pub(super) fn embedded() -> Home {
        Home::Embedded(Arc::default())
    }

    /// The folder on disk.
    pub(super) fn path(&self) -> Result<PathBuf> {
        let cell = match self {
            Home::Folder(folder) => return Ok(folder.clone()),
            Home::Embedded(cell) => cell,
        };
        if let Some(folder) = cell.get() {
            return Ok(folder.path().to_owned());
        }
        let failed = |cause: std::io::Error| error::cannot_write(&std::env::temp_dir(), &cause);
        let folder = tempfile::Builder::new().prefix("bench-slicers-").tempdir().map_err(failed)?;
        embedded::extract(folder.path()).map_err(failed)?;
        // Another thread may have been faster; its folder counts, and ours vanishes here.
        let folder = cell.get_or_init(|| folder);
        Ok(folder.path().to_owned())
    }

    /// The folder on disk of recorded cases, given as it is below the folder of the adapter.
    pub(super) fn recorded(&self, part: &Path) -> Result<PathBuf> {
        let folder = self.path()?;
        let cases = folder.join(part);
        if matches!(self, Home::Embedded(_)) && !cases.exists() {
            embedded::extract_below(&folder, part).map_err(|cause| error::cannot_write(&folder, &cause))?;
        }
        Ok(cases)
    }
}

/// The `*.toml` files directly inside the folders, sorted within each.
pub(super) fn files(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in folders {
        found.extend(files_of(folder).map_err(|cause| error::cannot_read(folder, &cause))?);
    }
    Ok(found)
}

fn files_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
