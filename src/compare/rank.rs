//! What is worse than what: the one order in which everything that changed is listed, and the line above it.
//!
//! Answers lost come first, those that are lost for one reason together; then completeness lost, gold lost by what was
//! incomplete before, precision lost; then what changed otherwise, and what improved.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

use super::change::{is_complete, less_is_missing};
use super::{Change, Outcome, TaskChange};
use crate::results::Status;

/// Reasons that are named in one line; more are counted.
const MAX_REASONS: usize = 4;

/// What a task lost that regressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Its answer.
    Answer,
    /// Its answer was complete.
    Completeness,
    /// Its answer was incomplete before, and has less of gold now or is no slice any more.
    Gold,
    /// It was said to be unsupported, and fails now.
    Refusal,
    /// Its answer has more beside gold.
    Precision,
}

impl Loss {
    /// The word used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    fn text(self, n: usize) -> String {
        match (self, n) {
            (Loss::Answer, 1) => "1 answer lost".to_owned(),
            (Loss::Answer, n) => format!("{n} answers lost"),
            (Loss::Completeness, n) => format!("{n} no longer complete"),
            (Loss::Gold, n) => format!("{n} less complete"),
            (Loss::Refusal, n) => format!("{n} not refused any more, without an answer"),
            (Loss::Precision, n) => format!("{n} less precise"),
        }
    }
}

impl TaskChange {
    /// What it lost; `None` unless it regressed.
    pub fn loss(&self) -> Option<Loss> {
        let (Some(base), Some(current), Change::Regressed) = (&self.base, &self.current, self.change) else {
            return None;
        };
        Some(match (base.is_answered(), current.is_answered()) {
            (true, false) => Loss::Answer,
            (false, _) => Loss::Refusal,
            (true, true) if is_complete(base) && !is_complete(current) => Loss::Completeness,
            (true, true) if base.verdict != current.verdict && !is_complete(current) => Loss::Gold,
            (true, true) if less_is_missing(base, current).is_lt() => Loss::Gold,
            (true, true) => Loss::Precision,
        })
    }
}

/// Puts the worst first: by what was lost, of answers the most frequent reason, then by the number of nodes that came and
/// went, then by name.
pub fn rank(tasks: &mut [&TaskChange]) {
    let frequent: BTreeMap<String, usize> = reasons(tasks).into_iter().collect();
    tasks.sort_by_cached_key(|task| {
        let reason = reason_lost(task);
        let rare = reason.as_ref().map(|reason| Reverse(frequent[reason]));
        (task.change, task.loss(), rare, reason, Reverse(task.nodes.len()), task.task.clone())
    });
}

/// All of it in one line: `14 answers lost (8 × exit 139, 6 × timed out 3 s), 7 less precise; 18 improved`.
pub fn summary(tasks: &[&TaskChange]) -> String {
    in_one_line(losses(tasks), other_changes(tasks))
}

/// What is worse in front of everything else.
pub(super) fn in_one_line(worse: Vec<String>, others: Vec<String>) -> String {
    let parts = [worse, others].map(|part| part.join(", "));
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "nothing changed".to_owned() } else { parts.join("; ") }
}

/// `2 changed`, `18 improved`: what did not get worse and is not the same.
pub(super) fn other_changes(tasks: &[&TaskChange]) -> Vec<String> {
    let n = |change: Change| tasks.iter().filter(|task| task.change == change).count();
    let is_other = |change: &&Change| !matches!(change, Change::Regressed | Change::Same) && n(**change) > 0;
    Change::ALL.iter().filter(is_other).map(|change| format!("{} {}", n(*change), change.name())).collect()
}

/// What got worse, the worst first: `14 answers lost (8 × exit 139, 6 × timed out 3 s)`, `7 less precise`.
pub(super) fn losses(tasks: &[&TaskChange]) -> Vec<String> {
    let n = |loss: Loss| tasks.iter().filter(|task| task.loss() == Some(loss)).count();
    let text = |loss: &Loss| match (*loss, n(*loss)) {
        (_, 0) => None,
        (Loss::Answer, n) => Some(format!("{} ({})", Loss::Answer.text(n), in_words(reasons(tasks)))),
        (loss, n) => Some(loss.text(n)),
    };
    Loss::VARIANTS.iter().filter_map(text).collect()
}

/// Why answers are lost, with the number of each reason, the most frequent first.
fn reasons(tasks: &[&TaskChange]) -> Vec<(String, usize)> {
    let mut by_reason: BTreeMap<String, usize> = BTreeMap::new();
    for reason in tasks.iter().filter_map(|task| reason_lost(task)) {
        *by_reason.entry(reason).or_default() += 1;
    }
    let mut reasons: Vec<(String, usize)> = by_reason.into_iter().collect();
    reasons.sort_by_key(|(_, n)| Reverse(*n));
    reasons
}

fn in_words(reasons: Vec<(String, usize)>) -> String {
    let n_shown = if reasons.len() > MAX_REASONS { MAX_REASONS - 1 } else { reasons.len() };
    let (shown, others) = reasons.split_at(n_shown);
    let mut words: Vec<String> = shown.iter().map(|(reason, n)| format!("{n} × {reason}")).collect();
    let n_others: usize = others.iter().map(|(_, n)| n).sum();
    if n_others > 0 {
        words.push(format!("{n_others} for {} other reasons", others.len()));
    }
    words.join(", ")
}

fn reason_lost(task: &TaskChange) -> Option<String> {
    task.current.as_ref().filter(|_| task.loss() == Some(Loss::Answer)).map(reason)
}

/// Why there is no answer, as short as it can be said: `exit 139`, `SIGSEGV`, `timed out 3 s`.
fn reason(outcome: &Outcome) -> String {
    let status = outcome.status.name().replace('-', " ");
    match (outcome.status, outcome.reason.as_deref()) {
        (_, None) => status,
        (Status::Exited | Status::Crashed, Some(reason)) => reason.to_owned(),
        (_, Some(reason)) if reason.starts_with(&status) => reason.to_owned(),
        (Status::TimedOut, Some(reason)) => format!("{status} {reason}"),
        (_, Some(reason)) => format!("{status}: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{no_answer, outcome, snapshot};
    use crate::compare::{Comparison, compare};
    use crate::stats::Bootstrap;

    // Gold is 0-9 in all of these.
    fn compared(pairs: &[(Outcome, Outcome)]) -> Comparison {
        let (base, current): (Vec<Outcome>, Vec<Outcome>) = pairs.iter().cloned().unzip();
        let few = Bootstrap { n_resamples: 20, ..Bootstrap::default() };
        compare(&snapshot("a", &base), &snapshot("a", &current), &few)
    }

    fn pairs() -> Vec<(Outcome, Outcome)> {
        let out = |reason| no_answer(Status::TimedOut, reason);
        vec![
            (outcome("0-9,20-30"), outcome("0-9")),
            (outcome("0-9"), outcome("0-9,20-39")),
            (outcome("0-9"), out("3 s")),
            (outcome("0-8"), outcome("0-7")),
            (outcome("0-9"), no_answer(Status::Exited, "exit 139")),
            (outcome("0-9,20"), outcome("0-9,21")),
            (outcome("0-9,20"), outcome("0-8")),
            (outcome("0-9"), outcome("0-9")),
            (outcome("0-3"), no_answer(Status::Exited, "exit 139")),
            (no_answer(Status::Unsupported, "maps"), no_answer(Status::Crashed, "SIGSEGV")),
        ]
    }

    #[test]
    fn the_worst_comes_first_whatever_the_number_of_nodes() {
        let comparison = compared(&pairs());
        let letters: String = comparison
            .ranked(&[Change::Regressed, Change::Changed, Change::Improved])
            .into_iter()
            .map(|task| task.task.chars().next_back().unwrap())
            .collect();
        assert_eq!(letters, "eicgdjbfa");
        let losses: Vec<Option<&str>> =
            comparison.tasks.iter().map(|task| task.loss().map(Loss::name)).collect();
        let expected = [
            None,
            Some("precision"),
            Some("answer"),
            Some("gold"),
            Some("answer"),
            None,
            Some("completeness"),
            None,
            Some("answer"),
            Some("refusal"),
        ];
        assert_eq!(losses, expected);
        assert_eq!(
            comparison.summary(),
            "3 answers lost (2 × exit 139, 1 × timed out 3 s), 1 no longer complete, 1 less complete, 1 not refused \
             any more, without an answer, 1 less precise; 1 changed, 1 improved"
        );
    }

    #[test]
    fn many_reasons_are_counted() {
        let lost = |idx: usize| (outcome("0-9"), no_answer(Status::Unreadable, &format!("line {idx}")));
        let mut pairs: Vec<(Outcome, Outcome)> = (0..5).map(lost).collect();
        pairs.push(pairs[4].clone());
        assert_eq!(
            compared(&pairs).summary(),
            "6 answers lost (2 × unreadable: line 4, 1 × unreadable: line 0, 1 × unreadable: line 1, 2 for 2 other \
             reasons)"
        );
        assert_eq!(compared(&pairs[..0]).summary(), "nothing changed");
    }
}
