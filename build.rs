//! Puts suite and slicer adapters into the binary, so that an installed program needs no checkout, and
//! names the grader.
//!
//! Writes `embedded_suite.rs` and `embedded_slicers.rs` to the build directory: sorted tables of
//! relative path and content. Sets `BENCH_SLICERS_GRADER`, a hash of everything that a grade depends on.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest_dir = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    println!("cargo::rerun-if-changed=build.rs");
    embed(&manifest_dir, "suite", &out_dir.join("embedded_suite.rs"))?;
    embed(&manifest_dir, "slicers", &out_dir.join("embedded_slicers.rs"))?;
    println!("cargo::rustc-env=BENCH_SLICERS_GRADER={:016x}", grader(&manifest_dir)?);
    Ok(())
}

/// What decides a grade: parsing, mapping, grading, and the pinned versions of the grammars.
const GRADER_SOURCES: [&str; 5] = ["src/ast", "src/grade", "src/map", "src/language.rs", "Cargo.toml"];

/// FNV-1a over names and texts, so that grades stored by another grader are not taken for ours.
fn grader(manifest_dir: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    for source in GRADER_SOURCES {
        println!("cargo::rerun-if-changed={source}");
        let path = manifest_dir.join(source);
        match path.is_dir() {
            true => collect(&path, &format!("{source}/"), &mut files)?,
            false => files.push((source.to_owned(), path)),
        }
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (name, path) in files {
        for byte in name.bytes().chain(fs::read(path)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(hash)
}

/// Writes an expression of type `&[(&str, &[u8])]` with all files below a folder.
fn embed(manifest_dir: &Path, folder: &str, target: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={folder}");
    let root = manifest_dir.join(folder);
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in &files {
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes all text");
    }
    table.push_str("]\n");
    fs::write(target, table)
}

fn collect(dir: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), files)?;
        } else {
            files.push((format!("{prefix}{name}"), entry.path()));
        }
    }
    Ok(())
}
