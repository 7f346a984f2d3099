//! The text of a candidate of an R program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{NOTHING, RPart, RParts, RPlace};
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
    let parts = RParts::new(program);
    let mut cuts: Vec<Vec<Cut<'_>>> = program.files().map(|_| Vec::new()).collect();
    let mut rows: [BTreeMap<usize, Vec<Range<usize>>>; 2] = Default::default();
    for part in parts.all.iter().filter(|part| made.contains(&part.deletion)) {
        let (row, idx) = match part.place {
            RPlace::Statement { body_idx } => (&mut rows[0], body_idx),
            RPlace::Item { list_idx } => (&mut rows[1], list_idx),
            _ => {
                cut(&program.file(part.file_idx).text, part, &mut cuts[part.file_idx]);
                continue;
            }
        };
        row.entry(idx).or_default().push(part.range.clone());
    }
    let [bodies, lists] = rows;
    for (body_idx, gone) in bodies {
        let body = &parts.bodies[body_idx];
        cut_statements(&program.file(body.file_idx).text, body, &gone, "", &mut cuts[body.file_idx]);
    }
    for (list_idx, gone) in lists {
        let list = &parts.lists[list_idx];
        cut_row(&program.file(list.file_idx).text, (&list.ranges, ','), &gone, "", &mut cuts[list.file_idx]);
    }
    cut_files(program, cuts, marks, Layout::Lines)
}

/// Cuts what stands by itself.
fn cut<'p>(text: &str, part: &'p RPart, cuts: &mut Vec<Cut<'p>>) {
    let Range { start, end } = part.range;
    match &part.place {
        RPlace::Parameter { by, .. } => cuts.push(Cut { start, stop: end, by }),
        RPlace::Else => cuts.push(Cut { start, stop: end, by: "" }),
        // Outside of brackets an expression ends with its line: line ends stay within the braces.
        _ if text[start..end].contains('\n') => {
            cuts.push(Cut { start, stop: end, by: "{" });
            cuts.push(Cut { start: end, stop: end, by: "}" });
        }
        _ => cuts.push(Cut { start, stop: end, by: NOTHING }),
    }
}
