//! The text of a candidate of a JavaScript program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{DeclaredRow, NOTHING, ScriptPart, ScriptParts, ScriptPlace};
use crate::ast::{SourceFile, Tree};
use crate::deletions::{Candidate, Cut, Deletion, Deletions, Layout, Mark, cut_files, cut_row};

/// Text of a normalised candidate; see [`Deletions::text`].
pub(super) fn text(
    program: &Tree,
    deletions: &Deletions,
    candidate: &Candidate,
    marks: &[Mark<'_>],
) -> Vec<SourceFile> {
    let made: BTreeSet<Deletion> = candidate.ids().iter().map(|&id| deletions.get(id)).collect();
    let parts = ScriptParts::new(program);
    let mut cuts: Vec<Vec<Cut<'_>>> = program.files().map(|_| Vec::new()).collect();
    let mut rows: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
    for part in parts.all.iter().filter(|part| made.contains(&part.deletion)) {
        match part.place {
            ScriptPlace::Declarator { row_idx, .. }
            | ScriptPlace::Item { row_idx, .. }
            | ScriptPlace::PatternItem { row_idx } => {
                rows.entry(row_idx).or_default().push(part.range.clone());
            }
            _ => cut(&program.file(part.file_idx).text, part, &mut cuts[part.file_idx]),
        }
    }
    for (row_idx, gone) in rows {
        let row = &parts.rows[row_idx];
        row_cuts(&program.file(row.row.file_idx).text, row, &gone, &mut cuts[row.row.file_idx]);
    }
    cut_files(program, cuts, marks, Layout::Lines)
}

fn row_cuts<'p>(text: &str, declared: &'p DeclaredRow, gone: &[Range<usize>], cuts: &mut Vec<Cut<'p>>) {
    let DeclaredRow { row, around, by } = declared;
    let is_all = row.ranges.iter().all(|range| gone.contains(range));
    if is_all && !around.is_empty() {
        let by = if by.is_empty() { left_of_statement(text, around.end) } else { by };
        cuts.push(Cut { start: around.start, stop: around.end, by });
        return;
    }
    cut_row(text, (&row.ranges, ','), gone, "", cuts);
}

/// Without a semicolon what follows could go on with what stands before.
fn left_of_statement(text: &str, end: usize) -> &'static str {
    let mut rest = text[end..].trim_start();
    loop {
        let comment = match rest {
            _ if rest.starts_with("//") => rest.split_once('\n').map_or("", |(_, rest)| rest),
            _ if rest.starts_with("/*") => rest.split_once("*/").map_or("", |(_, rest)| rest),
            _ => break,
        };
        rest = comment.trim_start();
    }
    if rest.starts_with(['(', '[', '`', '+', '-', '/', '*', '.', ',', '?', '<', '=', '%', '&', '|', '^']) {
        ";"
    } else {
        ""
    }
}

/// Cuts what stands by itself.
fn cut<'p>(text: &str, part: &'p ScriptPart, cuts: &mut Vec<Cut<'p>>) {
    let Range { start, end } = part.range;
    let by = match &part.place {
        ScriptPlace::Statement { is_body: true, .. } => ";",
        ScriptPlace::Statement { .. } | ScriptPlace::Definition { .. } | ScriptPlace::Member => {
            left_of_statement(text, end)
        }
        ScriptPlace::Branch if text[start..].starts_with('{') => {
            cuts.push(Cut { start: start + 1, stop: end - 1, by: "" });
            return;
        }
        ScriptPlace::Branch => ";",
        ScriptPlace::Else { needs_else: true } => "else ;",
        ScriptPlace::Parameter { by, .. } => by.as_str(),
        ScriptPlace::Value { is_wrapped: true } => "(void 0)",
        ScriptPlace::Value { is_wrapped: false } | ScriptPlace::Splat => NOTHING,
        _ => "",
    };
    // A word before it does not grow into one behind it.
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\\');
    let starts = |text: &str| text.starts_with(is_word);
    let before = if text[..start].ends_with(is_word) && (starts(by) || by.is_empty() && starts(&text[end..]))
    {
        " "
    } else {
        ""
    };
    let after = if by.ends_with(is_word) && starts(&text[end..]) { " " } else { "" };
    if !before.is_empty() {
        cuts.push(Cut { start, stop: start, by: before });
    }
    cuts.push(Cut { start, stop: end, by });
    if !after.is_empty() {
        cuts.push(Cut { start: end, stop: end, by: after });
    }
}
