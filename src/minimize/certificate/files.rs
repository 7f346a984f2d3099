//! Gold slices and certificates on the disk, each the old or the new one, whole.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Certificate;
use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::files;

/// Like that of folders that anybody else makes, before the user's mask.
const FOLDER_MODE: u32 = 0o777;

/// Writes a certificate.
///
/// # Errors
/// What the system says; then the file is as it was.
pub fn write_certificate(path: &Path, certificate: &Certificate) -> Result<()> {
    files::replace(path, certificate.text())
}

/// Writes a gold slice: its only file, or a folder when the program has several.
///
/// # Errors
/// What the system says; then the gold slice is as it was.
pub fn write_gold(path: &Path, files: &[SourceFile], is_folder: bool) -> Result<()> {
    match files {
        [file] if !is_folder => files::replace(path, &file.text),
        files => replace_folder(path, files).map_err(|cause| error::cannot_write(path, &cause)),
    }
}

fn replace_folder(path: &Path, files: &[SourceFile]) -> io::Result<()> {
    let mode = fs::Permissions::from_mode(FOLDER_MODE);
    let mut builder = tempfile::Builder::new();
    let made = builder.prefix(files::DRAFT).permissions(mode).tempdir_in(files::parent(path)?)?;
    let (new, old) = (made.path().join("new"), made.path().join("old"));
    for file in files {
        let place = new.join(&file.path);
        fs::create_dir_all(place.parent().unwrap_or(&new))?;
        fs::write(&place, &file.text)?;
    }
    let is_there = path.exists();
    if is_there {
        fs::rename(path, &old)?;
    }
    let renamed = fs::rename(&new, path);
    if renamed.is_err() && is_there {
        fs::rename(&old, path)?;
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_there_is_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let gold = dir.path().join("gold");
        for text in ["one", "two"] {
            write_gold(&gold.join("a.erl"), &[SourceFile::new("program.erl", text)], false).unwrap();
            assert_eq!(fs::read_to_string(gold.join("a.erl")).unwrap(), text);
            let files = [SourceFile::new("one.erl", text), SourceFile::new("lib/two.erl", text)];
            let files = if text == "one" { &files[..] } else { &files[..1] };
            write_gold(&gold.join("b"), files, true).unwrap();
            assert_eq!(fs::read_to_string(gold.join("b/one.erl")).unwrap(), text);
            assert_eq!(gold.join("b/lib/two.erl").exists(), text == "one");
            assert_eq!(names(&gold), ["a.erl", "b"]);
        }
    }

    #[test]
    fn what_cannot_be_written_leaves_what_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let gold = dir.path().join("gold");
        fs::create_dir_all(gold.join("a.erl/full")).unwrap();
        assert!(write_gold(&gold.join("a.erl"), &[SourceFile::new("program.erl", "one")], false).is_err());
        assert_eq!(names(&gold), ["a.erl"]);
        assert_eq!(names(&gold.join("a.erl")), ["full"]);
    }
}
