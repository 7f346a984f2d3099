//! Bundles of answers that speak against a gold slice, for somebody to look at.
//!
//! An answer that lacks gold nodes, behaves, and is no larger than gold means one of two things: the gold slice is not
//! minimal, or no input needs what the answer lacks. Both are worth knowing, and neither is seen in an average.

use std::path::{Component, Path, PathBuf};

use crate::ast::{NodeSet, SourceFile, Tree};
use crate::grade::Examined;
use crate::suite::{Input, Task};

/// A file of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFile {
    /// Relative to the folder of the bundle.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// The files of the bundle of an answer; `run` and `slicer` are whose it is.
pub fn bundle(task: Task<'_>, examined: &Examined, run: &Path, slicer: &str) -> Vec<BundleFile> {
    let inputs = super::task_inputs(task);
    let mut files = vec![
        BundleFile { path: "README.md".into(), text: readme(task, examined, run, slicer, inputs.len()) },
        BundleFile { path: "inputs.txt".into(), text: inputs.iter().map(line).collect() },
    ];
    let program: Vec<SourceFile> = task.benchmark.tree.files().cloned().collect();
    let gold = task.criterion.golds.get(examined.grade.gold_idx).map_or(&[][..], |gold| &gold.files);
    let answer = match &examined.source {
        Some((answer, _)) => answer.files().cloned().collect(),
        None => super::rendered(task, examined).unwrap_or_default(),
    };
    for (folder, texts) in [("program", &program[..]), ("gold", gold), ("answer", &answer)] {
        files.extend(texts.iter().map(|file| BundleFile {
            path: Path::new(folder).join(inside(&file.path)),
            text: file.text.clone(),
        }));
    }
    files
}

/// A path that leads nowhere else, whatever a slicer called its file.
fn inside(path: &Path) -> PathBuf {
    let names = path.components().filter(|part| matches!(part, Component::Normal(_)));
    let path: PathBuf = names.collect();
    if path.as_os_str().is_empty() { "unnamed".into() } else { path }
}

fn line(input: &Input) -> String {
    match input.stdin.is_empty() {
        true => format!("[{}]\n", input.args.join(", ")),
        false => format!("[{}] {:?}\n", input.args.join(", "), input.stdin),
    }
}

fn readme(task: Task<'_>, examined: &Examined, run: &Path, slicer: &str, n_inputs: usize) -> String {
    let (id, criterion, counts) = (task.id(), task.criterion, &examined.grade.counts);
    let file = task.benchmark.tree.file(criterion.file_idx).path.display().to_string();
    let missing = nodes(&examined.program, &examined.gold.difference(&examined.kept));
    let surplus = nodes(&examined.program, &examined.kept.difference(&examined.gold));
    let surplus = if surplus.is_empty() { "- nothing\n".to_owned() } else { surplus };
    format!(
        "# A gold challenge: {id}

Criterion: {what}, {file}:{line}. Gold slice: {evidence}.

The answer of `{slicer}` has {slice} nodes, the gold slice {gold}. {n_missing} nodes of the gold slice are not in it, and on all
{n_inputs} inputs of `inputs.txt` the criterion takes the values that it takes in the program. So either the gold slice is not
minimal, or no input needs what the answer lacks.

In the gold slice only:

{missing}
In the answer only:

{surplus}
## What to check

1. Is there an input on which the criterion takes other values in `answer/` than in `program/`? Look for one that reaches the
   nodes above, and at the edges of the comparisons around them. If there is: add it to `inputs` in the benchmark's
   `benchmark.toml`, make the certificate again, and the answer is what it is graded as, incomplete.
2. If there is none: is `answer/` the program with code deleted and nothing else? Then the gold slice is too large, or there is
   another minimal slice beside it. `minimize` says which; a second one is listed as an alternative, with its reason.

## Commands

    bench-slicers explain '{id}' --results '{run}'
    bench-slicers minimize '{id}'
    bench-slicers check certificates --filter '{id}'
    bench-slicers grade '{run}' --filter '{id}' --behaviour
",
        what = match &criterion.variable {
            Some(variable) => format!("`{variable}`, occurrence {}", criterion.occurrence),
            None => "all statements that begin on the line".to_owned(),
        },
        line = criterion.line,
        evidence = criterion.evidence.name(),
        slice = counts.slice_nodes(),
        gold = counts.gold_nodes,
        n_missing = counts.missing,
        run = run.display(),
    )
}

/// A list item for each line of the program that has nodes of the set.
fn nodes(program: &Tree, nodes: &NodeSet) -> String {
    let mut text = String::new();
    let mut last = None;
    for node in nodes.iter() {
        let place = (program.file_of(node), program.line(node));
        let word = match program.label(node) {
            "" => program.kind(node),
            label => label,
        };
        if last == Some(place) {
            text.push_str(&format!(", `{word}`"));
        } else {
            let file = program.file(place.0).path.display().to_string();
            let end = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{end}- {file}:{}: `{word}`", place.1));
        }
        last = Some(place);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_file_leads_out_of_the_bundle() {
        assert_eq!(inside(Path::new("/../../etc/passwd")), Path::new("etc/passwd"));
        assert_eq!(inside(Path::new("..")), Path::new("unnamed"));
    }
}
