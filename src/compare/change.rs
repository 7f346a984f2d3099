//! What became of one task: the rules of `docs/METRICS.md`, section 6.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::Outcome;
use crate::ast::NodeSet;
use crate::grade::AnswerVerdict;
use crate::results::Status;
use crate::stats::decimal;

/// What became of one task.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Worth less: an answer, completeness, gold nodes or precision was lost.
    Regressed,
    /// Other nodes, or another failure, at equal worth.
    Changed,
    /// Worth more.
    Improved,
    /// The same nodes and the same end.
    Same,
    /// The two sides are not of the same task, or one of them is nondeterministic.
    Incomparable,
    /// Only the base has the task.
    Disappeared,
    /// Only the current side has the task.
    Appeared,
}

impl Change {
    /// Every change, worst first.
    pub const ALL: &[Change] = Change::VARIANTS;

    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether both sides have the task and can be laid beside each other.
    pub fn is_paired(self) -> bool {
        matches!(self, Change::Regressed | Change::Changed | Change::Improved | Change::Same)
    }
}

/// Which nodes came and went between two answers to the same task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeChanges {
    /// Nodes of gold that only the current answer has.
    pub gold_gained: NodeSet,
    /// Nodes of gold that only the base has.
    pub gold_lost: NodeSet,
    /// Nodes beside gold that only the current answer has.
    pub surplus_gained: NodeSet,
    /// Nodes beside gold that only the base has.
    pub surplus_lost: NodeSet,
}

impl NodeChanges {
    /// From base to current. When they were graded against different minimal slices, what either of these has is gold.
    pub(super) fn new(base: &Outcome, current: &Outcome) -> NodeChanges {
        let gold = current.gold().union(&base.gold());
        let gained = current.kept.difference(&base.kept);
        let lost = base.kept.difference(&current.kept);
        NodeChanges {
            gold_gained: gained.intersection(&gold),
            gold_lost: lost.intersection(&gold),
            surplus_gained: gained.difference(&gold),
            surplus_lost: lost.difference(&gold),
        }
    }

    /// Nothing came or went.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of nodes that came or went.
    pub fn len(&self) -> usize {
        let sets = [&self.gold_gained, &self.gold_lost, &self.surplus_gained, &self.surplus_lost];
        sets.iter().map(|set| set.len()).sum()
    }
}

/// Why two outcomes cannot be laid beside each other; `None` when they can.
pub(super) fn obstacle(base: &Outcome, current: &Outcome) -> Option<String> {
    let jaccard = |side: &str, outcome: &Outcome| {
        let index = outcome.stability.unwrap_or(1.0);
        format!(
            "nondeterministic: repeated runs of the {side} side differ, Jaccard index {}",
            decimal(index, 2)
        )
    };
    if base.is_nondeterministic() {
        Some(jaccard("base", base))
    } else if current.is_nondeterministic() {
        Some(jaccard("current", current))
    } else if base.hash != current.hash {
        Some(changed_parts(base, current))
    } else if base.outdated || current.outdated {
        Some("the suite has changed since the run".to_owned())
    } else if base.is_answered() && current.is_answered() {
        obstacle_of_answers(base, current)
    } else {
        None
    }
}

/// What of the task has changed, by its hashes.
fn changed_parts(base: &Outcome, current: &Outcome) -> String {
    let said = |part: &str, old: &str, new: &str| {
        let short = |hash: &str| hash.chars().take(8).collect::<String>();
        format!("{part} changed: hash {} is now {}", short(old), short(new))
    };
    let names = ["program", "criterion", "gold"];
    let changed: Vec<String> = match (&base.parts, &current.parts) {
        (Some(old), Some(new)) => (0..names.len())
            .filter(|&idx| old[idx] != new[idx])
            .map(|idx| said(names[idx], &old[idx], &new[idx]))
            .collect(),
        _ => Vec::new(),
    };
    match changed.is_empty() {
        true => said("program, criterion or gold", &base.hash, &current.hash),
        false => changed.join("; "),
    }
}

fn obstacle_of_answers(base: &Outcome, current: &Outcome) -> Option<String> {
    if base.granularity != current.granularity {
        return Some(format!("graded by {} and by {}", base.granularity.name(), current.granularity.name()));
    }
    (base.tree != current.tree)
        .then(|| "graded on different trees: another grammar, counting rule or normal form".to_owned())
}

/// What became of a task that has no [`obstacle`]. Mirrors when the sides are swapped.
pub(super) fn change(base: &Outcome, current: &Outcome) -> Change {
    let worth = worth(current).cmp(&worth(base));
    let change = worth.then_with(|| match base.is_answered() && current.is_answered() {
        true => by_nodes(base, current),
        false => std::cmp::Ordering::Equal,
    });
    match change {
        std::cmp::Ordering::Less => Change::Regressed,
        std::cmp::Ordering::Greater => Change::Improved,
        std::cmp::Ordering::Equal if is_same(base, current) => Change::Same,
        std::cmp::Ordering::Equal => Change::Changed,
    }
}

fn is_same(base: &Outcome, current: &Outcome) -> bool {
    (base.status, &base.reason, base.verdict) == (current.status, &current.reason, current.verdict)
        && base.kept == current.kept
        && base.n_invented == current.n_invented
}

/// What outranks all counting of nodes. Saying that something is not supported is worth more than failing at it.
fn worth(outcome: &Outcome) -> u8 {
    match (outcome.verdict, outcome.status) {
        (AnswerVerdict::Exact | AnswerVerdict::Complete, _) => 4,
        (AnswerVerdict::Incomplete, _) => 3,
        (AnswerVerdict::NotASlice | AnswerVerdict::WrongCriterion, _) => 2,
        (AnswerVerdict::NoAnswer, Status::Unsupported) => 1,
        (AnswerVerdict::NoAnswer, _) => 0,
    }
}

/// Completeness first, then precision: a set decides when one side's is a part of the other's, and by its size
/// where the answers are graded against different minimal slices.
fn by_nodes(base: &Outcome, current: &Outcome) -> std::cmp::Ordering {
    let missing = less_is_missing(base, current);
    // Some gold nodes came and others went: neither side is the better one, whatever its surplus.
    if missing.is_eq() && base.gold_idx == current.gold_idx && base.missing != current.missing {
        return missing;
    }
    missing
        .then_with(|| fewer(base, current, |outcome| &outcome.surplus))
        .then_with(|| base.n_invented.cmp(&current.n_invented))
}

/// Greater when the current answer misses less of gold, equal where neither misses a part of what the other does.
pub(super) fn less_is_missing(base: &Outcome, current: &Outcome) -> std::cmp::Ordering {
    fewer(base, current, |outcome| &outcome.missing)
}

fn fewer(base: &Outcome, current: &Outcome, of: fn(&Outcome) -> &NodeSet) -> std::cmp::Ordering {
    let (old, new) = (of(base), of(current));
    if base.gold_idx != current.gold_idx {
        return old.len().cmp(&new.len());
    }
    match (new.is_subset(old), old.is_subset(new)) {
        (true, false) => std::cmp::Ordering::Greater,
        (false, true) => std::cmp::Ordering::Less,
        _ => std::cmp::Ordering::Equal,
    }
}

/// Nothing of gold is missing.
pub(super) fn is_complete(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, AnswerVerdict::Exact | AnswerVerdict::Complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{no_answer, outcome};

    /// The change in the other direction of time.
    fn mirrored(change: Change) -> Change {
        match change {
            Change::Regressed => Change::Improved,
            Change::Improved => Change::Regressed,
            same => same,
        }
    }

    fn check(base: &Outcome, current: &Outcome, expected: Change) {
        assert_eq!(obstacle(base, current), None);
        assert_eq!(change(base, current), expected);
        assert_eq!(change(current, base), mirrored(expected));
    }

    // Gold is 0-9 in all of these.
    #[test]
    fn completeness_outranks_precision() {
        check(&outcome("0-9,20-30"), &outcome("0-8"), Change::Regressed);
        check(&outcome("0-5,20-30"), &outcome("0-4"), Change::Regressed);
        check(&outcome("0-9,20-30"), &outcome("0-9,20-29"), Change::Improved);
        check(&outcome("0-9"), &outcome("0-9,20"), Change::Regressed);
    }

    #[test]
    fn other_nodes_at_equal_worth_are_changed() {
        check(&outcome("0-9,20"), &outcome("0-9,21"), Change::Changed);
        check(&outcome("0-7,20"), &outcome("1-8"), Change::Changed);
        check(&outcome("0-9,20"), &outcome("0-9,20"), Change::Same);
    }

    #[test]
    fn a_failure_is_worth_less_than_saying_so() {
        let crashed = no_answer(Status::Crashed, "SIGSEGV");
        check(&outcome("0-3"), &crashed, Change::Regressed);
        check(&no_answer(Status::Unsupported, "maps"), &crashed, Change::Regressed);
        check(&no_answer(Status::TimedOut, "10 s"), &crashed, Change::Changed);
        check(&crashed, &crashed, Change::Same);
        check(&crashed, &no_answer(Status::Crashed, "SIGBUS"), Change::Changed);
    }

    #[test]
    fn alternatives_are_compared_by_size() {
        let other = Outcome { gold_idx: 1, ..outcome("0-9,20") };
        check(&outcome("0-9,20-22"), &other, Change::Improved);
        check(&outcome("0-9,21"), &other, Change::Changed);
    }

    #[test]
    fn what_is_no_pair_says_why() {
        let base = outcome("0-9");
        let says = |current: Outcome, expected: &str| {
            let found = obstacle(&base, &current).unwrap();
            assert!(found.contains(expected), "{found}");
            assert!(obstacle(&current, &base).is_some());
        };
        says(Outcome { hash: "ffff".into(), parts: None, ..base.clone() }, "criterion or gold changed");
        let parts = Some(["p", "c", "h"].map(str::to_owned));
        says(Outcome { hash: "ffff".into(), parts, ..base.clone() }, "gold changed: hash ");
        says(Outcome { tree: 2, ..base.clone() }, "different trees");
        says(Outcome { granularity: crate::results::Granularity::Line, ..base.clone() }, "graded by");
        says(Outcome { stability: Some(0.5), ..base.clone() }, "Jaccard index 0.50");
        says(Outcome { outdated: true, ..base.clone() }, "suite has changed");
        assert_eq!(obstacle(&base, &Outcome { stability: Some(1.0), ..base.clone() }), None);
    }
}
