//! The conditions of a Python program, and text in which those that are gone go as they went in the program.

use crate::ast::{Cst, Tree, concrete};
use crate::deletions::Edits;
use crate::language::Language;
use crate::languages::python::deletions::NOTHING;
use crate::languages::python::syntax::{BodyClause, PythonStatement, condition, named, ternary_condition};
use crate::oracle::conditions::{DrivenConditions, HeadCondition, OutcomeKind};
use crate::stack::deep;

/// The conditions of a text: of `if`, `elif`, `while`, conditional expressions, and what a `for` goes over; outer before inner.
pub(super) fn heads(text: &str) -> Vec<HeadCondition> {
    let mut found = Vec::new();
    walk(concrete(Language::Python, text).root(), text, &mut found);
    found
}

/// Those of a program.
pub(super) fn of(program: &Tree) -> DrivenConditions {
    DrivenConditions::new(program, heads(&program.file(0).text))
}

fn walk(cst: Cst<'_>, text: &str, found: &mut Vec<HeadCondition>) {
    let head = match PythonStatement::of(cst) {
        Some(PythonStatement::If { condition, .. } | PythonStatement::While { condition }) => {
            condition.map(|condition| (condition, OutcomeKind::Truth))
        }
        Some(PythonStatement::For { right, .. }) => right.map(|right| (right, OutcomeKind::Rounds)),
        Some(_) => None,
        None if BodyClause::of(cst) == Some(BodyClause::Elif) => {
            condition(cst).map(|condition| (condition, OutcomeKind::Truth))
        }
        None => ternary_condition(cst).map(|condition| (condition, OutcomeKind::Truth)),
    };
    if let Some((condition, outcome)) = head {
        let at = condition.byte_range();
        let inside = text[at.clone()].trim_matches(|c: char| c.is_whitespace() || "()\\".contains(c));
        found.push(HeadCondition { file_idx: 0, at, is_gone: inside == NOTHING, outcome });
    }
    deep(|| named(cst).for_each(|child| walk(child, text, found)));
}

/// A text with marks in the places of conditions that are gone; `numbers` are those of all its conditions, in their order.
pub(super) fn driven(text: &str, numbers: &[Option<usize>]) -> String {
    let mut edits = Edits::default();
    let found = heads(text);
    // Of a text whose conditions are others nothing is known.
    if found.len() == numbers.len() {
        for (head, number) in found.iter().zip(numbers).filter(|(head, _)| head.is_gone) {
            let Some(number) = number else { continue };
            let function = if head.outcome == OutcomeKind::Rounds { "bs__r" } else { "bs__k" };
            edits.wrap(head.at.clone(), format!("{function}({number},"), ")");
        }
    }
    edits.apply(text)
}
