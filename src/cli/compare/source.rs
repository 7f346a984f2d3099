//! Changed programs with their nodes marked.

use crate::ast::Tree;
use crate::cli::layout::rows;
use crate::cli::marks::{MarkedLine, NodeMark, chunks, marked_lines, styled, symbols};
use crate::compare::{Change, Comparison, NodeChanges, TaskChange, Trees};
use crate::report::MarkedSource;

/// Lines without a change between two with one are shown when they are no more than this.
const MAX_BETWEEN: usize = 1;

/// Columns of a line number and the blanks behind it.
const MARGIN: usize = 7;

/// The worst changes in the source of their programs, at most so many; styled lines fit the width.
pub(super) fn sources(
    comparison: &Comparison,
    trees: &Trees,
    most: usize,
    width: Option<usize>,
) -> Vec<MarkedSource> {
    let changed = comparison.ranked(&[Change::Regressed, Change::Changed, Change::Improved]);
    let with_nodes = changed.into_iter().filter(|task| !task.nodes.is_empty());
    with_nodes.filter_map(|task| Some(marked(task, trees.get(&task.task)?, width))).take(most).collect()
}

fn marked(task: &TaskChange, tree: &Tree, width: Option<usize>) -> MarkedSource {
    let (mut styled, mut plain) = (Vec::new(), Vec::new());
    let n_files = tree.files().len();
    for file_idx in 0..n_files {
        let lines = marked_lines(tree, file_idx, |node| mark(&task.nodes, node));
        if n_files > 1 && lines.iter().any(is_changed) {
            let name = tree.file(file_idx).path.display().to_string();
            styled.push(name.clone());
            plain.push(name);
        }
        let changed = shown(&lines);
        let room = width.map_or(usize::MAX, |width| width.saturating_sub(MARGIN).max(10));
        styled.extend(
            changed.iter().flat_map(|line| line.as_ref().map_or(gap(), |line| styled_lines(line, room))),
        );
        plain.extend(changed.iter().flat_map(|line| line.as_ref().map_or(gap(), |line| plain_lines(line))));
    }
    let entries = legend(&task.nodes);
    styled.extend(rows(&entries, width.unwrap_or(usize::MAX)));
    plain.extend(rows(&entries, usize::MAX));
    MarkedSource {
        title: format!("{}: {}", task.task, task.change.name()),
        styled: styled.join("\n"),
        plain: plain.join("\n"),
    }
}

fn mark(nodes: &NodeChanges, node: crate::ast::NodeId) -> NodeMark {
    let sets = [
        (&nodes.gold_lost, NodeMark::GoldLost),
        (&nodes.gold_gained, NodeMark::GoldGained),
        (&nodes.surplus_gained, NodeMark::SurplusGained),
        (&nodes.surplus_lost, NodeMark::SurplusLost),
    ];
    sets.into_iter().find(|(set, _)| set.contains(node)).map_or(NodeMark::Plain, |(_, mark)| mark)
}

fn is_changed(line: &MarkedLine) -> bool {
    !line.marks().is_empty()
}

/// Lines with a change, those of short gaps between them, and `None` for what is left out.
fn shown(lines: &[MarkedLine]) -> Vec<Option<&MarkedLine>> {
    let mut out = Vec::new();
    let changed: Vec<usize> = (0..lines.len()).filter(|&idx| is_changed(&lines[idx])).collect();
    let mut last: Option<usize> = None;
    for idx in changed {
        match last {
            Some(last) if idx - last - 1 > MAX_BETWEEN => out.push(None),
            Some(last) => out.extend((last + 1..idx).map(|between| Some(&lines[between]))),
            None => {}
        }
        out.push(Some(&lines[idx]));
        last = Some(idx);
    }
    out
}

fn gap() -> Vec<String> {
    vec!["   …".to_owned()]
}

/// A line with its number, in pieces of so many columns, each with its marks below where the line has any.
fn styled_lines(line: &MarkedLine, n_columns: usize) -> Vec<String> {
    let mut out = Vec::new();
    for (idx, chunk) in chunks(&line.chars, n_columns).into_iter().enumerate() {
        let number = if idx == 0 { line.number.to_string() } else { String::new() };
        out.push(format!("{number:>4}   {}", styled(chunk)).trim_end().to_owned());
        if is_changed(line) {
            out.push(format!("       {}", styled(&symbols(chunk))).trim_end().to_owned());
        }
    }
    out
}

fn plain_lines(line: &MarkedLine) -> Vec<String> {
    let text = |chars: &[(char, NodeMark)]| chars.iter().map(|(c, _)| *c).collect::<String>();
    let mut out = vec![format!("{:>4}   {}", line.number, text(&line.chars)).trim_end().to_owned()];
    if is_changed(line) {
        out.push(format!("       {}", text(&symbols(&line.chars)).trim_end()));
    }
    out
}

fn legend(nodes: &NodeChanges) -> Vec<String> {
    let counts = [
        nodes.gold_lost.len(),
        nodes.gold_gained.len(),
        nodes.surplus_gained.len(),
        nodes.surplus_lost.len(),
    ];
    NodeMark::CHANGES
        .into_iter()
        .zip(counts)
        .filter(|(_, n)| *n > 0)
        .map(|(mark, n)| format!("{} {} {n}", mark.symbol(), mark.name()))
        .collect()
}
