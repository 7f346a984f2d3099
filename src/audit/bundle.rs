//! What somebody needs to look at a slice that has something wrong with it.

use std::path::{Component, Path, PathBuf};

use super::AuditedSlice;
use super::subject::shown;
use crate::ast::SourceFile;
use crate::suite::Benchmark;

/// The files of a bundle, relative to its folder: what is wrong, the program, the slice, and the smaller one.
pub fn bundle(benchmark: &Benchmark, audited: &AuditedSlice) -> Vec<(PathBuf, String)> {
    let mut files = vec![(PathBuf::from("README.md"), readme(audited))];
    let mut add = |folder: &str, all: &[SourceFile]| {
        files.extend(all.iter().map(|file| (Path::new(folder).join(inside(&file.path)), file.text.clone())));
    };
    let program: Vec<SourceFile> = benchmark.tree.files().cloned().collect();
    add("program", &program);
    add("slice", &audited.files);
    add("smaller", audited.smaller.as_deref().unwrap_or_default());
    files
}

/// A path that leads nowhere else.
fn inside(path: &Path) -> PathBuf {
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

fn readme(audited: &AuditedSlice) -> String {
    let mut text = format!(
        "# {}: {}\n\nSlice: {}, {} nodes.\n\n{}\n",
        audited.task,
        audited.class.name(),
        audited.path,
        audited.n_nodes,
        audited.detail
    );
    if let Some(witness) = &audited.witness {
        text.push_str(&format!(
            "\nInput: {}\n\nPosition: {}\n\nThe program has: {}\n\nThe slice has: {}\n",
            shown(&witness.input),
            witness.position,
            witness.expected,
            witness.got
        ));
    }
    if let Some(n_smaller) = audited.n_smaller {
        text.push_str(&format!("\nThe slice in `smaller/` has {n_smaller} nodes.\n"));
    }
    text
}
