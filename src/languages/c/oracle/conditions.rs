//! The conditions of a C program, and text in which those that are gone go as they went in the program.

use crate::ast::{Cst, SourceFile, Tree, concrete};
use crate::deletions::{DELETED, Edits};
use crate::language::Language;
use crate::languages::c::syntax::{Expression, Statement, named};
use crate::oracle::conditions::{DrivenConditions, HeadCondition, OutcomeKind};
use crate::stack::deep;

/// The conditions of all files: of `if`, loops, `switch` and conditional expressions; outer before inner.
pub(super) fn heads<'f>(files: impl Iterator<Item = &'f SourceFile>) -> Vec<HeadCondition> {
    let mut found = Vec::new();
    for (file_idx, file) in files.enumerate() {
        walk(concrete(Language::C, &file.text).root(), &file.text, file_idx, &mut found);
    }
    found
}

/// Those of a program.
pub(super) fn of(program: &Tree) -> DrivenConditions {
    DrivenConditions::new(program, heads(program.files()))
}

fn walk(cst: Cst<'_>, text: &str, file_idx: usize, found: &mut Vec<HeadCondition>) {
    let (condition, outcome) = match Statement::of(cst) {
        Statement::If { condition, .. }
        | Statement::While { condition, .. }
        | Statement::For { condition, .. } => (condition, OutcomeKind::Truth),
        Statement::Switch { condition, .. } => (condition, OutcomeKind::Value),
        Statement::Other => match Expression::of(cst) {
            Expression::Conditional { condition, .. } => (condition, OutcomeKind::Truth),
            _ => (None, OutcomeKind::Truth),
        },
        _ => (None, OutcomeKind::Truth),
    };
    // Where a `for` has no condition, it stands behind the first semicolon in its head.
    let nothing = || match Statement::of(cst) {
        Statement::For { body: Some(body), .. } => {
            let head = &text[cst.start_byte()..body.start_byte()];
            let at = cst.start_byte() + head.find(';')? + 1;
            Some(at..at)
        }
        _ => None,
    };
    if let Some(at) = condition.map(|condition| condition.byte_range()).or_else(nothing) {
        let inside = text[at.clone()].trim_matches(|c: char| c.is_whitespace() || "()".contains(c));
        let is_gone = inside.is_empty() || inside == DELETED;
        found.push(HeadCondition { file_idx, at, is_gone, outcome });
    }
    deep(|| named(cst).for_each(|child| walk(child, text, file_idx, found)));
}

/// What gives the outcomes of a condition that is gone.
pub(super) fn function(outcome: OutcomeKind) -> &'static str {
    match outcome {
        OutcomeKind::Value => "bs__driven_value",
        OutcomeKind::Truth | OutcomeKind::Rounds => "bs__driven",
    }
}

/// Files with calls in the places of conditions that are gone; `numbers` are those of all conditions, in their order.
pub(super) fn driven(files: &[SourceFile], numbers: &[Option<usize>]) -> Vec<SourceFile> {
    let found = heads(files.iter());
    // Of a text whose conditions are others nothing is known.
    if found.len() != numbers.len() {
        return files.to_vec();
    }
    let driven = |(file_idx, file): (usize, &SourceFile)| {
        let mut edits = Edits::default();
        for (head, number) in found.iter().zip(numbers) {
            let Some(number) = number.filter(|_| head.is_gone && head.file_idx == file_idx) else { continue };
            let function = function(head.outcome);
            match head.at.is_empty() {
                true => edits.insert(head.at.start, format!("{function}({number})")),
                false => edits.wrap(head.at.clone(), "(", format!(",{function}({number}))")),
            }
        }
        SourceFile::new(&file.path, edits.apply(&file.text))
    };
    files.iter().enumerate().map(driven).collect()
}
