//! The text of a candidate of a Python program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{NOTHING, PythonPart, PythonParts, PythonPlace, Separated};
use crate::ast::{SourceFile, Tree};
use crate::deletions::{Candidate, Cut, Deletion, Deletions, Layout, Mark, apply};

/// Text of a normalised candidate; see [`Deletions::text`].
pub(super) fn text(
    program: &Tree,
    deletions: &Deletions,
    candidate: &Candidate,
    marks: &[Mark<'_>],
) -> Vec<SourceFile> {
    let made: BTreeSet<Deletion> = candidate.ids().iter().map(|&id| deletions.get(id)).collect();
    let parts = PythonParts::new(program);
    let mut cuts: Vec<Vec<Cut<'_>>> = program.files().map(|_| Vec::new()).collect();
    let (mut bodies, mut lists) = (BTreeMap::new(), BTreeMap::new());
    for part in parts.all.iter().filter(|part| made.contains(&part.deletion)) {
        match part.place {
            PythonPlace::Statement { body_idx } => rows(&mut bodies, body_idx, &part.range),
            PythonPlace::Item { list_idx, .. } => rows(&mut lists, list_idx, &part.range),
            _ => cut(&program.file(part.file_idx).text, part, &mut cuts[part.file_idx]),
        }
    }
    for (body_idx, gone) in bodies {
        let body = &parts.bodies[body_idx];
        statements(&program.file(body.file_idx).text, body, &gone, &mut cuts[body.file_idx]);
    }
    for (list_idx, gone) in lists {
        let list = &parts.lists[list_idx];
        row(&program.file(list.file_idx).text, (&list.ranges, ','), &gone, "", &mut cuts[list.file_idx]);
    }
    // At one place inner marks end before outer ones, and all of them before others begin.
    for mark in marks.iter().rev() {
        let end = program.span(mark.node).end;
        cuts[program.file_of(mark.node)].push(Cut { start: end, stop: end, by: mark.after });
    }
    for mark in marks {
        let start = program.span(mark.node).start;
        cuts[program.file_of(mark.node)].push(Cut { start, stop: start, by: mark.before });
    }
    let files = program.files().zip(cuts);
    files
        .map(|(file, cuts)| SourceFile::new(file.path.clone(), apply(&file.text, cuts, Layout::Lines)))
        .collect()
}

fn rows(rows: &mut BTreeMap<usize, Vec<Range<usize>>>, idx: usize, range: &Range<usize>) {
    rows.entry(idx).or_default().push(range.clone());
}

/// Cuts what stands by itself.
fn cut<'p>(text: &str, part: &'p PythonPart, cuts: &mut Vec<Cut<'p>>) {
    let by = match &part.place {
        PythonPlace::Branch => "pass",
        PythonPlace::Parameter { by } => by.as_str(),
        PythonPlace::Value { is_whole_list: true } => "(...)",
        PythonPlace::Value { is_whole_list: false } | PythonPlace::Splat => NOTHING,
        _ => "",
    };
    let Range { start, end } = part.range;
    if !matches!(part.place, PythonPlace::Value { .. } | PythonPlace::Splat) {
        // A word before it does not grow into one behind it.
        let grows = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let joins = by.is_empty() && text[..start].ends_with(grows) && text[end..].starts_with(grows);
        cuts.push(Cut { start, stop: end, by: if joins { " " } else { by } });
        return;
    }
    // Outside of brackets a statement ends with its line, and what follows would stand alone.
    let rest = text[end..].split(['\n', '\r', '#']).next().unwrap_or_default();
    let is_joined = !rest.trim().is_empty();
    let mut from = start;
    let mut by = by;
    for (at, _) in text[start..end].match_indices('\n').filter(|_| is_joined) {
        let stop = start + at - usize::from(text[..start + at].ends_with('\r'));
        cuts.push(Cut { start: from, stop, by });
        cuts.push(Cut { start: stop, stop, by: "\\" });
        from = start + at + 1;
        by = "";
    }
    if from < end || !by.is_empty() {
        cuts.push(Cut { start: from, stop: end, by });
    }
}

/// Cuts statements; those joined by semicolons stay joined, and an empty body says `pass`.
fn statements(text: &str, body: &Separated, gone: &[Range<usize>], cuts: &mut Vec<Cut<'_>>) {
    let is_empty = body.needs_one && body.ranges.iter().all(|range| gone.contains(range));
    let mut at = 0;
    let mut by = if is_empty { "pass" } else { "" };
    while at < body.ranges.len() {
        let mut end = at + 1;
        while end < body.ranges.len() && text[body.ranges[end - 1].end..body.ranges[end].start].trim() == ";"
        {
            end += 1;
        }
        let joined = &body.ranges[at..end];
        let gone: Vec<Range<usize>> = joined.iter().filter(|range| gone.contains(range)).cloned().collect();
        if !gone.is_empty() {
            row(text, (joined, ';'), &gone, by, cuts);
            by = "";
        }
        at = end;
    }
}

/// Cuts some of a row with what separates them; `by` stands for all.
fn row<'b>(
    text: &str,
    (all, separator): (&[Range<usize>], char),
    gone: &[Range<usize>],
    by: &'b str,
    cuts: &mut Vec<Cut<'b>>,
) {
    let is_gone = |idx: usize| gone.contains(&all[idx]);
    let end = all[all.len() - 1].end;
    let rest = &text[end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let is_behind =
        rest[blanks..].starts_with(separator) && (separator == ',' || !rest[..blanks].contains('\n'));
    let past = end + if is_behind { blanks + 1 } else { 0 };
    let Some(last) = (0..all.len()).rfind(|&idx| !is_gone(idx)) else {
        cuts.push(Cut { start: all[0].start, stop: past, by });
        return;
    };
    for idx in (0..all.len()).filter(|&idx| is_gone(idx)) {
        // What is left keeps the separator behind it, unless there is none behind the last.
        let next = all.get(idx + 1).map_or(past, |next| next.start);
        cuts.push(match idx < last || is_behind {
            true => Cut { start: all[idx].start, stop: next, by: "" },
            false => Cut { start: all[last].end, stop: all[idx].end, by: "" },
        });
    }
}
