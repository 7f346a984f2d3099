//! The text of a candidate of a Java program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{JavaPart, JavaParts, JavaPlace};
use crate::ast::{SourceFile, Tree};
use crate::deletions::{Candidate, Cut, Deletion, Deletions, Layout, Mark, cut_files, cut_row};

/// Text of a normalised candidate, with what the caller has in the places of deleted expressions; see [`Deletions::text`].
pub(in crate::languages::java) fn text_with(
    program: &Tree,
    deletions: &Deletions,
    candidate: &Candidate,
    marks: &[Mark<'_>],
    value: impl Fn(&JavaPart) -> String,
) -> Vec<SourceFile> {
    let made: BTreeSet<Deletion> = candidate.ids().iter().map(|&id| deletions.get(id)).collect();
    let parts = JavaParts::new(program);
    let gone: Vec<&JavaPart> = parts.all.iter().filter(|part| made.contains(&part.deletion)).collect();
    let values: Vec<String> = gone.iter().map(|part| value(part)).collect();
    let mut cuts: Vec<Vec<Cut<'_>>> = program.files().map(|_| Vec::new()).collect();
    let (mut declared, mut steps) = (BTreeMap::new(), BTreeMap::new());
    for (part, value) in gone.iter().zip(&values) {
        let Range { start, end } = part.range;
        let by = match &part.place {
            JavaPlace::Declarator { declaration_idx } => {
                rows(&mut declared, *declaration_idx, &part.range);
                continue;
            }
            JavaPlace::Step { list_idx } => {
                rows(&mut steps, *list_idx, &part.range);
                continue;
            }
            JavaPlace::Statement { by } | JavaPlace::Branch { by } => by,
            JavaPlace::Parameter { by } => by.as_str(),
            JavaPlace::Value => value.as_str(),
            JavaPlace::Definition | JavaPlace::Case | JavaPlace::Catch | JavaPlace::Finally => "",
        };
        cuts[part.file_idx].push(Cut { start, stop: end, by });
    }
    for (idx, gone) in declared {
        let declaration = &parts.declarations[idx];
        let file_idx = declaration.row.file_idx;
        if gone.len() == declaration.row.ranges.len() {
            let Range { start, end } = declaration.whole;
            cuts[file_idx].push(Cut { start, stop: end, by: "" });
        } else {
            let text = &program.file(file_idx).text;
            cut_row(text, (&declaration.row.ranges, ','), &gone, "", &mut cuts[file_idx]);
        }
    }
    for (idx, gone) in steps {
        let row = &parts.steps[idx];
        let text = &program.file(row.file_idx).text;
        cut_row(text, (&row.ranges, ','), &gone, "", &mut cuts[row.file_idx]);
    }
    cut_files(program, cuts, marks, Layout::Columns)
}

fn rows(rows: &mut BTreeMap<usize, Vec<Range<usize>>>, idx: usize, range: &Range<usize>) {
    rows.entry(idx).or_default().push(range.clone());
}
