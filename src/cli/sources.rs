//! Programs on the command line: files that are read and parsed, and slices that are written.

use std::path::{Path, PathBuf};

use super::{Context, files};
use crate::ast::{ParseOptions, SourceFile, Tree, decode};
use crate::error::{self, Result};
use crate::language::Language;

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|cause| error::cannot_read(path, &cause))?;
    decode(&bytes).map_err(|offset| error::not_utf8(path, offset))
}

/// The files of the program, named relative to the innermost folder that holds them all.
pub(super) fn program(paths: &[PathBuf]) -> Result<(Language, Vec<SourceFile>)> {
    let first = &paths[0];
    let language = Language::of_file(first);
    let parent = first.parent().unwrap_or(Path::new(""));
    let holds_all = |folder: &&Path| paths.iter().all(|path| path.starts_with(folder));
    let folder = parent.ancestors().find(holds_all).unwrap_or(Path::new(""));
    let mut files = Vec::new();
    for path in paths {
        files.push(SourceFile::new(path.strip_prefix(folder).unwrap_or(path), read(path)?));
    }
    Ok((language, files))
}

/// Tree of a program that was read from files, of which this is the first.
pub(super) fn tree(language: Language, files: &[SourceFile], path: &Path) -> Result<Tree> {
    let parsed = Tree::parse_limited(language, files, &ParseOptions::default());
    parsed.map_err(|overrun| error::cli::too_large(path, &overrun.to_string()))
}

/// Writes the files of a slice into a folder, or one behind the other as data.
pub(super) fn write_source(files: &[SourceFile], folder: Option<&Path>, context: &Context) -> Result<()> {
    let Some(folder) = folder else {
        let text: String = files.iter().map(|file| file.text.as_str()).collect();
        return context.terminal.data(&text);
    };
    for file in files {
        files::write(&folder.join(&file.path), &file.text)?;
    }
    Ok(())
}
