//! What is found in a foreign collection, and the files that it is read from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ast;
use crate::error::{self, Place, Problem};
use crate::language::Language;
use crate::suite::Input;

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Programs of which at least one slice was imported.
    pub n_programs: usize,
    /// Slices that were found, bad ones included.
    pub n_slices: usize,
    /// Slices that were imported: criteria of the new suite.
    pub n_imported: usize,
    /// Choices that were made where the source leaves one.
    pub notes: Vec<Problem>,
    /// Cases that were left out, in order of discovery.
    pub problems: Vec<Problem>,
}

/// A program with the slices that belong to it.
pub(super) struct ImportedProgram {
    /// Name of the new benchmark.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) language: Language,
    /// File name, which stays because modules and classes are named after it.
    pub(super) file: String,
    pub(super) text: String,
    /// Inputs that the source gives, each once.
    pub(super) inputs: Vec<Input>,
    pub(super) slices: Vec<ImportedSlice>,
}

impl ImportedProgram {
    /// Index of an input, which is added where it is new.
    pub(super) fn input_idx(&mut self, input: Input) -> usize {
        let known = self.inputs.iter().position(|known| *known == input);
        known.unwrap_or_else(|| {
            self.inputs.push(input);
            self.inputs.len() - 1
        })
    }
}

/// A slice with its criterion, as the source gives them.
pub(super) struct ImportedSlice {
    /// The slice's file.
    pub(super) path: PathBuf,
    /// Where the criterion is written.
    pub(super) place: Place,
    pub(super) line: usize,
    /// `None` when only the line is given.
    pub(super) variable: Option<String>,
    /// 1-based.
    pub(super) occurrence: Option<usize>,
    /// 1-based, a tab as one.
    pub(super) column: Option<usize>,
    pub(super) text: String,
    /// The input that a dynamic slice is of; `None` for a static one.
    pub(super) input_idx: Option<usize>,
}

/// Entries of a folder, sorted by name with numbers by value.
pub(super) fn entries(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir)? {
        paths.push(entry?.path());
    }
    paths.sort_by_cached_key(|path| natural_key(&file_name(path)));
    Ok(paths)
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Text up to the last number, the number, and the whole name: `slice10` comes after `slice9`.
fn natural_key(name: &str) -> (String, u64, String) {
    let stem = match name.rfind(|c: char| c.is_ascii_digit()) {
        Some(idx) => &name[..=idx],
        None => name,
    };
    let head = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = stem[head.len()..].parse().unwrap_or(0);
    (head.to_owned(), number, name.to_owned())
}

/// Text of a file, or why there is none.
pub(super) fn read(path: &Path) -> std::result::Result<String, Problem> {
    let bytes = fs::read(path).map_err(|cause| error::suite::unreadable(path, &cause))?;
    ast::decode(&bytes).map_err(|offset| error::import::not_utf8(path, offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_sort_by_value() {
        let mut names = ["b1_slice10.erl", "b1_slice9.erl", "b1_slice1.erl", "notes"];
        names.sort_by_key(|name| natural_key(name));
        assert_eq!(names, ["b1_slice1.erl", "b1_slice9.erl", "b1_slice10.erl", "notes"]);
    }
}
