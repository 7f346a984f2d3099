//! Changed programs with their nodes marked, and the trees that this needs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::side::Side;
use crate::ast::Tree;
use crate::cli::Context;
use crate::cli::marks::{Mark, MarkedLine, marked_lines, styled};
use crate::compare::{Change, Comparison, NodeChanges, TaskChange, Trees};
use crate::language::Language;
use crate::report::MarkedSource;
use crate::suite::benchmark_of;

/// Lines without a change between two with one are shown when they are no more than this.
const MAX_BETWEEN: usize = 1;

/// Trees of the programs on which nodes came or went, as far as they are at hand: those of the suite, and the normal
/// forms that slicers printed.
pub(super) fn trees(comparison: &Comparison, sides: [&Side; 2], context: &Context) -> Trees {
    let changed = || comparison.tasks.iter().filter(|task| !task.nodes.is_empty());
    let wanted: BTreeSet<&str> = changed().map(|task| benchmark_of(&task.task)).collect();
    let programs: BTreeMap<String, (Arc<Tree>, u64)> = context
        .settings
        .programs(&wanted)
        .into_iter()
        .map(|(id, tree)| (id, (tree.clone(), tree.fingerprint())))
        .collect();
    let mut trees = Trees::new();
    let mut other = Vec::new();
    for task in changed() {
        match programs.get(benchmark_of(&task.task)) {
            Some((tree, fingerprint)) if is_of(*fingerprint, task) => {
                trees.insert(task.task.clone(), tree.clone());
            }
            _ => other.push(task),
        }
    }
    if !other.is_empty() {
        let normal_forms = sides.map(Side::normal_forms);
        for task in other {
            let tree = normal_forms.iter().find_map(|forms| normal_form(task, forms));
            trees.extend(tree.map(|tree| (task.task.clone(), tree)));
        }
    }
    trees
}

fn normal_form(
    task: &TaskChange,
    forms: &BTreeMap<String, Vec<crate::ast::SourceFile>>,
) -> Option<Arc<Tree>> {
    let language = Language::from_name(task.task.split('/').next()?)?;
    let tree = Arc::new(Tree::parse(language, forms.get(&task.task)?));
    is_of(tree.fingerprint(), task).then_some(tree)
}

fn is_of(fingerprint: u64, task: &TaskChange) -> bool {
    task.current.as_ref().is_some_and(|outcome| outcome.tree == fingerprint)
}

/// The worst changes in the source of their programs, at most so many.
pub(super) fn sources(comparison: &Comparison, trees: &Trees, most: usize) -> Vec<MarkedSource> {
    let changed = comparison.ranked(&[Change::Regressed, Change::Changed, Change::Improved]);
    let with_nodes = changed.into_iter().filter(|task| !task.nodes.is_empty());
    with_nodes.filter_map(|task| Some(marked(task, trees.get(&task.task)?))).take(most).collect()
}

fn marked(task: &TaskChange, tree: &Tree) -> MarkedSource {
    let (mut styled, mut plain) = (Vec::new(), Vec::new());
    let n_files = tree.files().len();
    for file_idx in 0..n_files {
        let lines = marked_lines(tree, file_idx, |node| mark(&task.nodes, node));
        if n_files > 1 && lines.iter().any(is_changed) {
            let name = tree.file(file_idx).path.display().to_string();
            styled.push(name.clone());
            plain.push(name);
        }
        for (line, plain_line) in shown(&lines) {
            styled.push(line);
            plain.push(plain_line);
        }
    }
    let legend = legend(&task.nodes);
    styled.push(legend.clone());
    plain.push(legend);
    MarkedSource {
        title: format!("{}: {}", task.task, task.change.name()),
        styled: styled.join("\n"),
        plain: plain.join("\n"),
    }
}

fn mark(nodes: &NodeChanges, node: crate::ast::NodeId) -> Mark {
    let sets = [
        (&nodes.gold_lost, Mark::GoldLost),
        (&nodes.gold_gained, Mark::GoldGained),
        (&nodes.surplus_gained, Mark::SurplusGained),
        (&nodes.surplus_lost, Mark::SurplusLost),
    ];
    sets.into_iter().find(|(set, _)| set.contains(node)).map_or(Mark::Plain, |(_, mark)| mark)
}

fn is_changed(line: &MarkedLine) -> bool {
    !line.marks().is_empty()
}

/// Lines with a change, with short gaps between them, styled and plain; below each changed line are its marks.
fn shown(lines: &[MarkedLine]) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let changed: Vec<usize> = (0..lines.len()).filter(|&idx| is_changed(&lines[idx])).collect();
    let mut last: Option<usize> = None;
    for idx in changed {
        match last {
            Some(last) if idx - last - 1 > MAX_BETWEEN => out.push(("   …".to_owned(), "   …".to_owned())),
            Some(last) => out.extend((last + 1..idx).map(|between| numbered(&lines[between]))),
            None => {}
        }
        out.push(numbered(&lines[idx]));
        let symbols: Vec<(char, Mark)> =
            lines[idx].chars.iter().map(|(_, mark)| (mark.symbol(), *mark)).collect();
        let plain: String = symbols.iter().map(|(symbol, _)| *symbol).collect();
        out.push((format!("       {}", styled(&symbols)).trim_end().to_owned(), {
            format!("       {}", plain.trim_end())
        }));
        last = Some(idx);
    }
    out
}

fn numbered(line: &MarkedLine) -> (String, String) {
    let plain: String = line.chars.iter().map(|(c, _)| *c).collect();
    (
        format!("{:>4}   {}", line.number, styled(&line.chars)).trim_end().to_owned(),
        format!("{:>4}   {plain}", line.number).trim_end().to_owned(),
    )
}

fn legend(nodes: &NodeChanges) -> String {
    let counts = [
        nodes.gold_lost.len(),
        nodes.gold_gained.len(),
        nodes.surplus_gained.len(),
        nodes.surplus_lost.len(),
    ];
    let entries: Vec<String> = Mark::CHANGES
        .into_iter()
        .zip(counts)
        .filter(|(_, n)| *n > 0)
        .map(|(mark, n)| format!("{} {} {n}", mark.symbol(), mark.name()))
        .collect();
    entries.join("   ")
}
