//! The text of `explain`: header, side by side, legend, node lists and the arithmetic.

use std::collections::BTreeMap;

use super::panel::Panel;
use crate::ast::Tree;
use crate::cli::layout::{rows, wrapped};
use crate::cli::marks::{self, MarkedLine, NodeMark};
use crate::cli::reasons::MAX_GROUPS;
use crate::grade::{Counts, Examined};
use crate::map::Fate;
use crate::report::{NodeReason, TokenMark, columns, printable};
use crate::stats::decimal;
use crate::suite::Task;

/// Everything that is shown of one grade, in at most `width` columns.
pub(super) fn text(
    task: Task<'_>,
    examined: &Examined,
    reasons: &[NodeReason],
    answer_name: &str,
    width: usize,
) -> String {
    let wrap = |line: &String| wrapped(line, Some(width), 2);
    let mut lines: Vec<String> = header(task, examined, answer_name).iter().map(wrap).collect();
    for panel in panels(task, examined) {
        lines.push(String::new());
        lines.extend(panel.lines(width));
    }
    lines.push(String::new());
    lines.extend(legend(examined, width));
    lines.extend(nodes(reasons).iter().map(|line| wrapped(line, Some(width), 4)));
    lines.push(String::new());
    lines.extend(arithmetic(examined, width).iter().map(wrap));
    lines.join("\n") + "\n"
}

fn header(task: Task<'_>, examined: &Examined, answer_name: &str) -> Vec<String> {
    let (criterion, grade) = (task.criterion, &examined.grade);
    let file = &task.benchmark.tree.file(criterion.file_idx).path;
    let mut lines = vec![
        format!("{}: program on the left, {answer_name} on the right", task.id()),
        format!(
            "criterion: {}:{}, {}, {} slice",
            file.display(),
            criterion.line,
            match &criterion.variable {
                Some(variable) => format!("`{variable}`, occurrence {}", criterion.occurrence),
                None => "all statements that begin there".to_owned(),
            },
            criterion.kind.name()
        ),
        format!("verdict: {}, by {}", grade.verdict.name(), grade.granularity.name()),
    ];
    if grade.f1.is_none() {
        let reason = grade.reason.as_deref().map(|reason| format!(": {}", printable(reason)));
        lines.push(format!("status: {}{}", grade.status.name(), reason.unwrap_or_default()));
        if let Some(said) = &grade.said {
            lines.push(format!("it said last: {}", printable(&said.line)));
            lines.push(format!("all of it: {}", printable(&said.path.display().to_string())));
        }
    }
    if grade.parses == Some(false) {
        lines.push("parses: no".to_owned());
    }
    if let Some(behaved) = &grade.behaved {
        lines.push(format!("behaviour: {}", printable(&behaved.text())));
    }
    if grade.is_gold_challenge() {
        lines.push(
            "gold challenge: no larger than gold, and it behaves without what it lacks of gold".to_owned(),
        );
    }
    let n_golds = criterion.golds.len();
    if grade.gold_idx < n_golds {
        let which =
            if n_golds > 1 { format!(", {} of {n_golds}", grade.gold_idx + 1) } else { String::new() };
        lines.push(format!("gold: {}{which}", grade.evidence.name()));
    } else {
        lines.push("gold: a slice inside of the answer, found by running it".to_owned());
    }
    if let Some(reason) = criterion.golds.get(grade.gold_idx).and_then(|gold| gold.reason.as_deref()) {
        lines.push(format!("alternative: {reason}"));
    }
    if let Some(reason) = &criterion.contested {
        lines.push(format!("contested: {reason}"));
    }
    if grade.normalised {
        lines.push("program and gold are shown in the slicer's normal form".to_owned());
    }
    if grade.incomparable {
        lines.push("the task changed since this run: the grade speaks of another task".to_owned());
    }
    if grade.counts.altered > 0 {
        lines.push(format!(
            "altered: {} guards, types, modifiers or directives are not those of gold and program",
            grade.counts.altered
        ));
    }
    if let Some(hint) = &grade.hint {
        lines.push(format!("hint: {}", printable(hint)));
    }
    lines
}

/// One panel per file of the program, then those of answer files that belong to none.
fn panels(task: Task<'_>, examined: &Examined) -> Vec<Panel> {
    let program = &examined.program;
    let n_files = program.files().len();
    let criterion = |file_idx: usize| {
        let is_here = !examined.grade.normalised && task.criterion.file_idx == file_idx;
        is_here.then_some(task.criterion.line)
    };
    let Some((slice, mapping)) = &examined.source else {
        return (0..n_files).map(|file_idx| projected(examined, file_idx, criterion(file_idx))).collect();
    };
    let mut unpaired: Vec<usize> = (0..slice.files().len()).collect();
    let mut panels = Vec::new();
    for file_idx in 0..n_files {
        let only = (n_files == 1 && slice.files().len() == 1).then_some(0);
        let answer_idx = slice.file_idx(&program.file(file_idx).path).or(only);
        unpaired.retain(|&idx| Some(idx) != answer_idx);
        let (answer, origins) =
            answer_idx.map(|idx| answer_side(examined, slice, &mapping.fates, idx)).unwrap_or_default();
        let program = marks::program_lines(examined, file_idx, criterion(file_idx));
        panels.push(Panel { program, answer, origins });
    }
    for idx in unpaired {
        let (answer, origins) = answer_side(examined, slice, &mapping.fates, idx);
        panels.push(Panel { program: Vec::new(), answer, origins });
    }
    panels
}

fn answer_side(
    examined: &Examined,
    slice: &Tree,
    fates: &[Fate],
    file_idx: usize,
) -> (Vec<MarkedLine>, Vec<Option<usize>>) {
    let lines = marks::answer_lines(examined, slice, fates, file_idx);
    let mut votes: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); lines.len()];
    for node in slice.file_nodes(file_idx) {
        let origin = match fates[node as usize] {
            Fate::Mapped(origin) | Fate::Rewritten(origin) => origin,
            Fate::Residue | Fate::Invented => continue,
        };
        if let Some(votes) = votes.get_mut(slice.line(node) - 1) {
            *votes.entry(examined.program.line(origin)).or_default() += 1;
        }
    }
    let most = |votes: &BTreeMap<usize, usize>| {
        votes.iter().max_by_key(|(line, n)| (**n, std::cmp::Reverse(**line))).map(|(line, _)| *line)
    };
    let origins = votes.iter().map(most).collect();
    (lines, origins)
}

/// An answer without source: the lines of the program that have something kept.
fn projected(examined: &Examined, file_idx: usize, criterion: Option<usize>) -> Panel {
    let program = marks::program_lines(examined, file_idx, criterion);
    let is_shown = |line: &&MarkedLine| {
        line.marks().iter().any(|mark| matches!(mark, NodeMark::Kept | NodeMark::Surplus))
    };
    let answer: Vec<MarkedLine> = program.iter().filter(is_shown).cloned().collect();
    let origins = answer.iter().map(|line| Some(line.number)).collect();
    Panel { program, answer, origins }
}

fn legend(examined: &Examined, width: usize) -> Vec<String> {
    let counts = &examined.grade.counts;
    let number = |mark: NodeMark| match mark {
        NodeMark::Kept => counts.kept,
        NodeMark::Missing => counts.missing,
        NodeMark::Surplus => counts.surplus,
        NodeMark::Residue => counts.residue,
        NodeMark::Rewritten => counts.rewritten,
        NodeMark::Invented => counts.invented,
        _ => 0,
    };
    let entry = |mark: NodeMark| {
        let style = mark.style();
        format!("{style}{} {}{style:#} {}", mark.symbol(), mark.name(), number(mark))
    };
    let entries: Vec<String> = NodeMark::SHOWN.into_iter().map(entry).collect();
    let others = ["* several of these, marked below the line", "> the criterion"].map(str::to_owned);
    [rows(&entries, width), rows(&others, width)].concat()
}

/// The lists of missing and surplus nodes; nothing for what there is none of.
fn nodes(reasons: &[NodeReason]) -> Vec<String> {
    let mut lines = Vec::new();
    for mark in [TokenMark::Missing, TokenMark::Surplus] {
        let groups: Vec<&NodeReason> = reasons.iter().filter(|reason| reason.mark == mark).collect();
        if groups.is_empty() {
            continue;
        }
        lines.extend([String::new(), format!("{} nodes:", mark.name())]);
        for reason in groups.iter().take(MAX_GROUPS) {
            let because = reason.because.as_ref().map(|because| format!(": {because}"));
            lines.push(format!("  {}{}", reason.text, because.unwrap_or_default()));
        }
        let rest: usize = groups.iter().skip(MAX_GROUPS).map(|reason| reason.nodes.len()).sum();
        if rest > 0 {
            lines.push(format!("  … and {rest} more node{}", if rest == 1 { "" } else { "s" }));
        }
        if mark == TokenMark::Surplus {
            lines.push("  gold is a slice without all of these together".to_owned());
        }
    }
    lines
}

fn arithmetic(examined: &Examined, width: usize) -> Vec<String> {
    let grade = &examined.grade;
    let Counts { nodes, gold_nodes, kept, missing, surplus, .. } = grade.counts;
    if grade.f1.is_none() {
        return vec![format!("no answer, no ratios; gold has {gold_nodes} of {nodes} nodes")];
    }
    if grade.vacuous {
        return vec!["gold and answer are both empty: all ratios are 1 by definition".to_owned()];
    }
    let n_slice = kept + surplus;
    let quotient = |name, formula, part, whole| quotient(name, formula, part, whole, width);
    let mut lines = vec![
        quotient("recall", "kept / (kept + missing)", kept, kept + missing),
        quotient("precision", "kept / (kept + surplus)", kept, n_slice),
        quotient("F1", "2·kept / (2·kept + missing + surplus)", 2 * kept, 2 * kept + missing + surplus),
        quotient("size", "(kept + surplus) / program", n_slice, nodes),
        quotient("excess", "(kept + surplus) / (kept + missing)", n_slice, kept + missing),
    ];
    let Counts { optional, frame, .. } = grade.counts;
    let around = |n: usize| if n == 1 { "1 node".to_owned() } else { format!("{n} nodes") };
    if optional > 0 {
        let n = around(optional);
        lines.push(format!("not missing: {n} of gold that stand only around the criterion in its statement"));
    }
    if frame > 0 {
        let n = around(frame);
        lines.push(format!("not surplus: {n} that stand only around the criterion in its statement"));
    }
    if let (Some(min), Some(max)) = (grade.f1_min, grade.f1_max)
        && min < max
    {
        lines.push(format!(
            "F1 is between {} and {}: the answer fits the program in several ways",
            decimal(min, 3),
            decimal(max, 3)
        ));
    }
    lines
}

fn quotient(name: &str, formula: &str, part: usize, whole: usize, width: usize) -> String {
    let value = match whole {
        0 => "undefined".to_owned(),
        whole => decimal(part as f64 / whole as f64, 3),
    };
    let line = format!("{name:<9} = {formula:<37} = {:>11} = {value}", format!("{part}/{whole}"));
    match columns(&line) <= width {
        true => line,
        false => format!("{name:<9} = {formula}\n          = {part}/{whole} = {value}"),
    }
}
