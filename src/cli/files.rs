//! Files that commands write for their users.

use std::fs;
use std::path::Path;

use crate::error::{self, Result};

/// Writes a file, with the folders above it.
///
/// # Errors
/// The first path that cannot be written.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
    }
    fs::write(path, text).map_err(|cause| error::cannot_write(path, &cause))
}
