//! Puts suite and slicer adapters into the binary, so that an installed program needs no checkout.
//!
//! Writes `embedded_suite.rs` and `embedded_slicers.rs` to the build directory: sorted tables of
//! relative path and content.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest_dir = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    println!("cargo::rerun-if-changed=build.rs");
    embed(&manifest_dir, "suite", &out_dir.join("embedded_suite.rs"))?;
    embed(&manifest_dir, "slicers", &out_dir.join("embedded_slicers.rs"))
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
