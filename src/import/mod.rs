//! Foreign collections of slices to suite folders.
//!
//! In: a folder laid out as [Bencher](CollectionLayout::Bencher) or [JavaSlicer](CollectionLayout::JavaSlicer) lay theirs out, tests of
//! [flowR](CollectionLayout::Flowr), or what a TOML file [describes](CollectionLayout::Described).
//! Out: `<language>/<benchmark>/` folders that [`crate::suite::Suite::load`] reads, gold slices marked
//! `asserted`, texts as they were. A bad case is listed and left out; the others go on.

mod bencher;
mod described;
mod flowr;
mod found;
mod javaslicer;
mod lines;
mod records;
mod typescript;
mod write;

use std::path::Path;

use crate::error::{self, Result};

pub use found::Imported;

/// Which collection is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionLayout {
    /// `b1/b1.erl` with `b1/slices/b1_slice1.erl` …; the criterion is in a comment of each slice.
    Bencher,
    /// `X.java` with `X.java.sdg.criterion` and `X.java.sdg.sliced`, `X.java.sdg.sliced.1` …, at any depth.
    JavaSlicer,
    /// Tests of flowR in TypeScript: `assertSliced(label(…), shell, program, ['2@x'], slice)`, a file or a folder of any depth.
    Flowr,
    /// A TOML file that says where programs, slices and criteria are; see docs/FORMATS.md.
    Described,
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
        CollectionLayout::Flowr => flowr::scan(from, &mut imported)?,
        CollectionLayout::Described => described::scan(from, &mut imported)?,
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
            CollectionLayout::Flowr => "a.test.ts with assertSliced(…)",
            CollectionLayout::Described => "a TOML file with criteria in JSON or CSV",
        }
    }
}

/// What the new benchmarks name as their source: the collection's folder.
fn source_name(from: &Path) -> String {
    let full = from.canonicalize().unwrap_or_else(|_| from.to_owned());
    full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned()
}
