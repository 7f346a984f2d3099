//! Why there is no answer, each reason once: how often, where first, and what the slicer said then.

use super::escape::printable;
use crate::grade::Grade;
use crate::results::{LastWords, Status};

/// A last line is shown up to this many characters.
const MAX_LINE_CHARS: usize = 200;

/// Supported tasks without an answer that ended in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureGroup {
    /// How they ended: the status, with its reason where it has one, as in `exited: exit 3`.
    pub why: String,
    /// How many.
    pub n_tasks: usize,
    /// Id of the first one.
    pub first: String,
    /// What the slicer said last there, and the file with all of it; `None` when it said nothing.
    pub said: Option<String>,
}

impl FailureGroup {
    /// The groups of these grades: the largest first, what the slicer says it cannot do last.
    pub fn all(grades: &[Grade]) -> Vec<FailureGroup> {
        let mut sorted: Vec<&Grade> = grades.iter().collect();
        sorted.sort_by(|a, b| a.task.cmp(&b.task));
        groups(&sorted)
    }

    /// In one sentence.
    pub fn text(&self) -> String {
        let FailureGroup { why, n_tasks, first, said } = self;
        let said = said.as_deref().unwrap_or("it printed nothing");
        match n_tasks {
            1 => format!("1 × {why}, in `{first}`: {said}"),
            n_tasks => format!("{n_tasks} × {why}, first in `{first}`: {said}"),
        }
    }
}

/// The same of grades in the order of tasks.
pub(super) fn groups(grades: &[&Grade]) -> Vec<FailureGroup> {
    let mut groups: Vec<(Status, FailureGroup)> = Vec::new();
    for grade in grades.iter().filter(|grade| grade.is_counted() && grade.f1.is_none()) {
        let why = why(grade);
        match groups.iter_mut().find(|(_, group)| group.why == why) {
            Some((_, group)) => group.n_tasks += 1,
            None => {
                let said = grade.said.as_ref().map(|said| printable(&last_words(said)));
                groups
                    .push((grade.status, FailureGroup { why, n_tasks: 1, first: grade.task.clone(), said }));
            }
        }
    }
    // Stable: of equals the one that came first.
    groups.sort_by_key(|(status, group)| (*status == Status::Unsupported, std::cmp::Reverse(group.n_tasks)));
    groups.into_iter().map(|(_, group)| group).collect()
}

fn why(grade: &Grade) -> String {
    match &grade.reason {
        Some(reason) => format!("{}: {}", grade.status.name(), printable(reason)),
        None => grade.status.name().to_owned(),
    }
}

/// The line and the file.
pub(super) fn last_words(said: &LastWords) -> String {
    let mut line: String = said.line.chars().take(MAX_LINE_CHARS).collect();
    if line.len() < said.line.len() {
        line.push('…');
    }
    format!("`{line}`, all of it in {}", said.path.display())
}
