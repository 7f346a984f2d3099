//! Files on the disk, each the old or the new one, whole, and with a checksum where this program reads them back.

mod seal;

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::error::{self, Result};

pub(crate) use seal::{
    LineFault, RecordsStamp, Seal, check_seal, parse_line, parse_sealed, read_text, seal, seal_line, sum,
};

/// Like that of files that anybody else makes, before the user's mask.
const MODE: u32 = 0o666;

/// Begins the names of what is being written; readers of suites pass over hidden names.
pub(crate) const DRAFT: &str = ".new-";

/// Writes a file in one step, with the folders above it: under a hidden name beside its place, and then renamed.
///
/// # Errors
/// What the system says; then the file is as it was.
pub(crate) fn replace(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    try_replace(path, text.as_ref()).map_err(|cause| error::cannot_write(path, &cause))
}

fn try_replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let mode = Permissions::from_mode(MODE);
    let mut draft = tempfile::Builder::new().prefix(DRAFT).permissions(mode).tempfile_in(parent(path)?)?;
    draft.write_all(text)?;
    draft.as_file().sync_all()?;
    draft.persist(path)?;
    Ok(())
}

/// The folder of a file, which is made when it is missing.
///
/// # Errors
/// It cannot be made.
pub(crate) fn parent(path: &Path) -> io::Result<&Path> {
    let folder = path.parent().ok_or_else(|| io::Error::other("has no folder"))?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    fs::create_dir_all(folder)?;
    Ok(folder)
}
