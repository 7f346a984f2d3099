//! A library that others published, as its authors wrote it: files of thousands of lines, each a program that starts nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;
use bench_slicers::random::Random;

use crate::harness::{amount, library_of_java};

/// Variables that are sliced for, over all files.
const CRITERIA: usize = 400;

/// Java files of the library, unpacked.
fn sources(into: &Path) -> Vec<PathBuf> {
    let sources = library_of_java("-sources");
    let unpacked = Command::new("jar").arg("--extract").arg("--file").arg(sources).current_dir(into).status();
    assert!(unpacked.as_ref().is_ok_and(|status| status.success()), "{unpacked:?}");
    let is_java = |path: &PathBuf| path.extension().is_some_and(|it| it == "java");
    let files = walkdir::WalkDir::new(into).sort_by_file_name().into_iter();
    files.map(|entry| entry.unwrap().into_path()).filter(is_java).collect()
}

/// What javac says of a file beside the library, other than of the names that stand for what a slice has not.
fn refused(text: &str, name: &str, folder: &Path) -> Vec<String> {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    let output = Command::new("javac")
        .args([
            "-proc:none",
            "-implicit:none",
            "-nowarn",
            "-Xdiags:verbose",
            "-XDrawDiagnostics",
            "-Xmaxerrs",
            "10000",
            "-cp",
        ])
        .arg(library_of_java(""))
        .arg("-d")
        .arg(folder.join("classes"))
        .arg(&file)
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_error = |line: &&str| {
        line.starts_with(name) && !line.contains("compiler.warn") && !line.contains("compiler.note")
    };
    said.lines().filter(is_error).filter(|line| !line.contains("sliced")).map(str::to_owned).collect()
}

#[apply(test)]
#[needs(Java, JavaLibrary, SlowTests)]
fn slices_of_a_published_library_have_their_criterion_and_compile() {
    // One slice in how many is compiled.
    let of = amount(24, 24, 1);
    let folder = tempfile::tempdir().unwrap();
    let files = sources(folder.path());
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            (file.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(file).unwrap())
        })
        .collect();
    let lines: usize = texts.iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines >= 8_000, "{lines}");
    // javac is there, and looks for the library.
    let (good, bad) = ("org.apache.commons.lang3.Range<Integer> r = sliced;", "int n = missing;");
    assert_eq!(refused(&format!("class A {{ {good} }}"), "A.java", folder.path()), Vec::<String>::new());
    assert_eq!(refused(&format!("class A {{ {good} {bad} }}"), "A.java", folder.path()).len(), 1);
    let trees: Vec<Tree> = texts
        .iter()
        .map(|(name, text)| Tree::parse(Language::Java, &[SourceFile::new(name, text)]))
        .collect();
    let variables: Vec<(usize, NodeId)> = trees
        .iter()
        .enumerate()
        .flat_map(|(idx, tree)| {
            tree.ids().filter(|&node| tree.flags(node).has(Flags::VARIABLE)).map(move |node| (idx, node))
        })
        .collect();
    let mut random = Random::new(22);
    let mut drawn: Vec<(usize, NodeId)> =
        (0..CRITERIA).map(|_| variables[random.below(variables.len())]).collect();
    drawn.sort_unstable();
    let (mut complaints, mut compiled) = (Vec::new(), 0);
    for group in drawn.chunk_by(|one, other| one.0 == other.0) {
        let (idx, _) = group[0];
        let (tree, name) = (&trees[idx], &texts[idx].0);
        let graph = ProgramGraph::build(tree, Variant::CeEdg);
        for &(_, criterion) in group {
            let kept = graph.slice_all(&[criterion]);
            let place = format!("{name}:{}:{}", tree.line(criterion), tree.label(criterion));
            assert!(kept.contains(criterion), "{place}");
            let text = graph.render(&kept)[0].text.clone();
            let slice = Tree::parse(Language::Java, &[SourceFile::new(name, &*text)]);
            assert!(slice.problems().is_empty(), "{place}: {:?}", slice.problems());
            if (criterion as usize).is_multiple_of(of) {
                compiled += 1;
                let refused = refused(&text, name, folder.path());
                complaints.extend(refused.into_iter().map(|line| format!("{place}: {line}")));
            }
        }
    }
    assert!(compiled >= CRITERIA / of / 2, "{compiled}");
    assert!(complaints.is_empty(), "{lines} lines, {compiled} compiled\n{}", complaints.join("\n"));
}
