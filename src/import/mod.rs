//! Foreign collections of slices to suite folders.
//!
//! In: a folder laid out as [Bencher](Layout::Bencher) or [JavaSlicer](Layout::JavaSlicer) lay theirs out.
//! Out: `<language>/<benchmark>/` folders that [`crate::suite::Suite::load`] reads, gold slices marked
//! `asserted`, texts as they were. A bad case is listed and left out; the others go on.

mod bencher;
mod javaslicer;
mod write;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ast;
use crate::error::{self, Place, Problem, Result};
use crate::language::Language;

/// Which collection is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionLayout {
    /// `b1/b1.erl` with `b1/slices/b1_slice1.erl` …; the criterion is in a comment of each slice.
    Bencher,
    /// `X.java` with `X.java.sdg.criterion` and `X.java.sdg.sliced`, `X.java.sdg.sliced.1` …, at any depth.
    JavaSlicer,
}

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
struct ImportedProgram {
    /// Name of the new benchmark.
    name: String,
    title: String,
    language: Language,
    /// File name, which stays because modules and classes are named after it.
    file: String,
    text: String,
    slices: Vec<ImportedSlice>,
}

/// A slice with its criterion, as the source gives them.
struct ImportedSlice {
    /// The slice's file.
    path: PathBuf,
    /// Where the criterion is written.
    place: Place,
    line: usize,
    /// `None` when only the line is given.
    variable: Option<String>,
    /// 1-based.
    occurrence: Option<usize>,
    /// 1-based, a tab as one.
    column: Option<usize>,
    text: String,
}

/// Imports a collection into a suite folder, which need not exist; benchmarks that are there stay.
///
/// # Errors
/// When the collection cannot be listed or has nothing in the layout, and when something cannot be
/// written. Bad cases are no errors: see [`Imported::problems`].
pub fn import(layout: CollectionLayout, from: &Path, out: &Path) -> Result<Imported> {
    let mut imported = Imported::default();
    let programs = match layout {
        CollectionLayout::Bencher => bencher::scan(from, &mut imported)?,
        CollectionLayout::JavaSlicer => javaslicer::scan(from, &mut imported)?,
    };
    if programs.is_empty() && imported.problems.is_empty() {
        return Err(error::import::nothing_found(from, layout.pattern()));
    }
    let source = source_name(from);
    for program in &programs {
        write::program(program, &source, out, &mut imported)?;
    }
    Ok(imported)
}

impl CollectionLayout {
    fn pattern(self) -> &'static str {
        match self {
            CollectionLayout::Bencher => "b1/b1.erl and b1/slices/b1_slice1.erl",
            CollectionLayout::JavaSlicer => "X.java, X.java.sdg.criterion and X.java.sdg.sliced",
        }
    }
}

/// What the new benchmarks name as their source: the collection's folder.
fn source_name(from: &Path) -> String {
    let full = from.canonicalize().unwrap_or_else(|_| from.to_owned());
    full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned()
}

/// Entries of a folder, sorted by name with numbers by value.
fn entries(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir)? {
        paths.push(entry?.path());
    }
    paths.sort_by_cached_key(|path| natural_key(&file_name(path)));
    Ok(paths)
}

fn file_name(path: &Path) -> String {
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
fn read(path: &Path) -> std::result::Result<String, Problem> {
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
