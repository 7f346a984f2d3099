//! The text of a candidate of a Python program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{NOTHING, PythonPart, PythonParts, PythonPlace};
use crate::ast::{SourceFile, Tree};
use crate::deletions::{
    Candidate, Cut, Deletion, Deletions, Layout, Mark, cut_files, cut_row, cut_statements,
};

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
        cut_statements(&program.file(body.file_idx).text, body, &gone, "pass", &mut cuts[body.file_idx]);
    }
    for (list_idx, gone) in lists {
        let list = &parts.lists[list_idx];
        cut_row(&program.file(list.file_idx).text, (&list.ranges, ','), &gone, "", &mut cuts[list.file_idx]);
    }
    cut_files(program, cuts, marks, Layout::Lines)
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
