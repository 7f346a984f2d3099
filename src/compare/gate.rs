//! Whether a comparison passes: one verdict for a machine, which its rows explain.

use std::collections::BTreeMap;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use super::rank::{in_one_line, losses, other_changes};
use super::{Change, Comparison, Loss, Metric, TaskChange};
use crate::error::{EXIT_COULD_NOT, EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED};
use crate::grade::AnswerVerdict;
use crate::stats::decimal;

/// What makes a gate fail.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum FailOn {
    /// A task that regressed.
    #[default]
    Regression,
    /// A task that regressed, or whose current answer is missing or misses something.
    Incomplete,
    /// A task that is not the same.
    AnyChange,
    /// Nothing but thresholds.
    Never,
}

impl FailOn {
    /// Every choice, the default first.
    pub const ALL: &[FailOn] = <FailOn as VariantArray>::VARIANTS;

    /// The word used in files and flags.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A task that may fail for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiver {
    /// Task id.
    pub task: String,
    /// Why.
    pub reason: String,
    /// Last day on which it counts: `2026-12-31`.
    pub expires: String,
    /// Where it is written, for messages.
    pub place: String,
}

/// The rules of a gate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gate {
    /// What fails.
    pub fail_on: FailOn,
    /// Least mean of the current side, by metric; most mean for [`Metric::Size`] and [`Metric::Excess`].
    pub limits: BTreeMap<Metric, f64>,
    /// Most that the paired mean may get worse, by metric.
    pub max_drops: BTreeMap<Metric, f64>,
    /// Tasks that do not fail the gate.
    pub waivers: Vec<Waiver>,
    /// Today, UTC: `2026-11-21`.
    pub today: String,
}

/// One reason why the gate failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GateFailure {
    /// `task`, `threshold`, or `waiver`.
    pub kind: &'static str,
    /// The task; `None` for thresholds.
    pub task: Option<String>,
    /// The word for what became of it; `None` for thresholds and waivers.
    pub change: Option<Change>,
    /// What it lost; `None` unless it regressed.
    pub loss: Option<Loss>,
    /// In words.
    pub text: String,
}

/// The outcome of a gate. Serialises as `docs/schema/verdict.schema.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GateVerdict {
    /// Format of the file, 1.
    pub format: u64,
    /// `pass`, `fail`, `nothing-measured`, or `could-not`: stored results are damaged.
    pub outcome: &'static str,
    /// The outcome and what it rests on in one line, the worst first.
    pub headline: String,
    /// What the command ends with: 0, 1, 3 or 2.
    pub exit_code: u8,
    /// The rule for tasks.
    pub fail_on: &'static str,
    /// Slicer and time of the base.
    pub base: String,
    /// Slicer and time of the current side.
    pub current: String,
    /// Tasks by change.
    pub counts: BTreeMap<Change, usize>,
    /// Common, comparable tasks.
    pub n_compared: usize,
    /// Why it failed, the worst first; empty unless it did.
    pub failures: Vec<GateFailure>,
    /// Tasks that would have failed, with the reason of the waiver.
    pub waived: BTreeMap<String, String>,
    /// What is not as it should be and fails nothing.
    pub warnings: Vec<String>,
}

impl Gate {
    /// Applies the rules. Nondeterministic and contested tasks are never gated.
    pub fn judge(&self, comparison: &Comparison) -> GateVerdict {
        // Worst first: whoever shows only some shows these. A rule that fails speaks of many tasks.
        let mut failures: Vec<GateFailure> = self.expired().collect();
        failures.extend(self.thresholds(comparison));
        let mut waived = BTreeMap::new();
        for task in comparison.ranked(Change::ALL).into_iter().filter(|task| self.fails(task)) {
            match self.waiver(&task.task) {
                Some(waiver) => drop(waived.insert(task.task.clone(), waiver.reason.clone())),
                None => failures.push(failure(task)),
            }
        }
        let n_compared = comparison.n_paired();
        let (outcome, exit_code) = match (n_compared, failures.is_empty()) {
            (0, _) => ("nothing-measured", EXIT_NOTHING_MEASURED),
            (_, true) => ("pass", EXIT_DONE),
            (_, false) => ("fail", EXIT_NEGATIVE),
        };
        GateVerdict {
            format: 1,
            outcome,
            headline: format!(
                "{}: {}",
                outcome.replace('-', " ").to_uppercase(),
                in_short(comparison, &failures, waived.len())
            ),
            exit_code,
            fail_on: self.fail_on.name(),
            base: comparison.base.name(),
            current: comparison.current.name(),
            counts: comparison.counts(),
            n_compared,
            failures,
            warnings: self.warnings(comparison, &waived),
            waived,
        }
    }

    fn fails(&self, task: &TaskChange) -> bool {
        if task.is_nondeterministic() || task.is_contested() {
            return false;
        }
        let is_incomplete = |task: &TaskChange| {
            let verdict = task.current.as_ref().map(|outcome| outcome.verdict);
            verdict.is_some_and(|verdict| !matches!(verdict, AnswerVerdict::Exact | AnswerVerdict::Complete))
        };
        match self.fail_on {
            FailOn::Regression => task.change == Change::Regressed,
            FailOn::Incomplete => task.change == Change::Regressed || is_incomplete(task),
            FailOn::AnyChange => task.change != Change::Same,
            FailOn::Never => false,
        }
    }

    /// The waiver that counts today.
    fn waiver(&self, task: &str) -> Option<&Waiver> {
        self.waivers.iter().find(|waiver| waiver.task == task && waiver.expires >= self.today)
    }

    fn expired(&self) -> impl Iterator<Item = GateFailure> + '_ {
        let gates = self.fail_on != FailOn::Never;
        self.waivers.iter().filter(move |waiver| gates && waiver.expires < self.today).map(|waiver| {
            GateFailure {
                kind: "waiver",
                task: Some(waiver.task.clone()),
                change: None,
                loss: None,
                text: format!(
                    "{}: the waiver of `{}` expired on {} ({})",
                    waiver.place, waiver.task, waiver.expires, waiver.reason
                ),
            }
        })
    }

    fn thresholds(&self, comparison: &Comparison) -> Vec<GateFailure> {
        let mut texts = Vec::new();
        for aggregate in &comparison.aggregates {
            for paired in &aggregate.metrics {
                let (metric, name) = (paired.metric, paired.metric.name());
                if let Some(limit) = self.limits.get(&metric) {
                    let word = if metric.is_gain() { "below" } else { "above" };
                    match paired.current {
                        None => texts.push(format!("{name} is undefined on all compared tasks")),
                        Some(mean) if is_worse(metric, mean - limit) => {
                            texts
                                .push(format!("{name} is {}, {word} the limit of {limit}", decimal(mean, 4)));
                        }
                        Some(_) => {}
                    }
                }
                if let (Some(most), Some(change)) = (self.max_drops.get(&metric), paired.difference) {
                    let drop = if metric.is_gain() { -change } else { change };
                    if drop > *most {
                        texts.push(format!(
                            "{name} got worse by {}, which is more than {most} (over {} tasks)",
                            decimal(drop, 4),
                            paired.n
                        ));
                    }
                }
            }
        }
        let failure = |text| GateFailure { kind: "threshold", task: None, change: None, loss: None, text };
        texts.into_iter().map(failure).collect()
    }

    fn warnings(&self, comparison: &Comparison, waived: &BTreeMap<String, String>) -> Vec<String> {
        let unused = self
            .waivers
            .iter()
            .filter(|waiver| waiver.expires >= self.today && !waived.contains_key(&waiver.task))
            .map(|waiver| format!("{}: the waiver of `{}` is not needed", waiver.place, waiver.task));
        let unsteady = comparison
            .tasks
            .iter()
            .filter(|task| task.is_nondeterministic())
            .map(|task| format!("`{}` is nondeterministic and not gated", task.task));
        unused.chain(unsteady).collect()
    }
}

impl GateVerdict {
    /// There is no verdict on stored results that are damaged: what is left of them may be better or worse.
    pub fn refuse(&mut self) {
        (self.outcome, self.exit_code) = ("could-not", EXIT_COULD_NOT);
        let of_rest = self.headline.split_once(": ").map_or("", |(_, of_rest)| of_rest);
        self.headline = format!("COULD NOT: stored results are damaged; what is left of them: {of_rest}");
    }
}

/// What failed and what changed, the worst first, for one line.
fn in_short(comparison: &Comparison, failures: &[GateFailure], n_waived: usize) -> String {
    let n_of = |kind: &str| failures.iter().filter(|failure| failure.kind == kind).count();
    // With `fail-on = "incomplete"` what was no better before fails, too.
    let n_same = failures.iter().filter(|failure| failure.change == Some(Change::Same)).count();
    let counted =
        |n: usize, one: &str, many: &str| (n > 0).then(|| format!("{n} {}", if n == 1 { one } else { many }));
    let mut worse = Vec::from_iter(counted(n_of("waiver"), "waiver expired", "waivers expired"));
    worse.extend(counted(n_of("threshold"), "threshold missed", "thresholds missed"));
    let tasks: Vec<&TaskChange> = comparison.tasks.iter().collect();
    worse.extend(losses(&tasks));
    worse.extend(counted(n_same, "incomplete as before", "incomplete as before"));
    let mut others = other_changes(&tasks);
    others.extend(counted(n_waived, "waived", "waived"));
    in_one_line(worse, others)
}

fn is_worse(metric: Metric, difference: f64) -> bool {
    if metric.is_gain() { difference < 0.0 } else { difference > 0.0 }
}

fn failure(task: &TaskChange) -> GateFailure {
    let end = |outcome: Option<&super::Outcome>| match outcome {
        Some(outcome) if outcome.is_answered() => outcome.verdict.name().to_owned(),
        Some(outcome) => outcome.reason.as_ref().map_or_else(
            || outcome.status.name().to_owned(),
            |reason| format!("{}: {reason}", outcome.status.name()),
        ),
        None => "absent".to_owned(),
    };
    let nodes = &task.nodes;
    let counts: Vec<String> = [
        (nodes.gold_lost.len(), "gold nodes lost"),
        (nodes.gold_gained.len(), "gold nodes gained"),
        (nodes.surplus_gained.len(), "surplus nodes gained"),
        (nodes.surplus_lost.len(), "surplus nodes lost"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, what)| format!("{n} {what}"))
    .collect();
    let counts = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    GateFailure {
        kind: "task",
        task: Some(task.task.clone()),
        change: Some(task.change),
        loss: task.loss(),
        text: format!(
            "{} {}: {} → {}{counts}",
            task.task,
            task.change.name(),
            end(task.base.as_ref()),
            end(task.current.as_ref())
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{outcome, snapshot};
    use crate::compare::{Outcome, compare};
    use crate::stats::Bootstrap;

    fn judged(gate: &Gate, base: &[Outcome], current: &[Outcome]) -> GateVerdict {
        let comparison = compare(
            &snapshot("a", base),
            &snapshot("a", current),
            &Bootstrap { n_resamples: 20, ..Bootstrap::default() },
        );
        gate.judge(&comparison)
    }

    fn gate(fail_on: FailOn) -> Gate {
        Gate { fail_on, today: "2026-11-21".into(), ..Gate::default() }
    }

    fn waiver(task: &str, expires: &str) -> Waiver {
        let place = "bench-slicers.toml:3:1".into();
        Waiver { task: task.into(), reason: "known".into(), expires: expires.into(), place }
    }

    #[test]
    fn each_rule_fails_on_what_it_says() {
        let complete = [outcome("0-9,20")];
        let cases = [
            (outcome("0-8"), [1, 1, 1, 0]),
            (outcome("0-9"), [0, 0, 1, 0]),
            (outcome("0-9,21"), [0, 0, 1, 0]),
            (outcome("0-9,20"), [0, 0, 0, 0]),
        ];
        for (current, expected) in cases {
            for (&fail_on, expected) in FailOn::ALL.iter().zip(expected) {
                let verdict = judged(&gate(fail_on), &complete, std::slice::from_ref(&current));
                assert_eq!(verdict.exit_code, expected, "{fail_on:?} {current:?}");
                assert_eq!(verdict.failures.is_empty(), expected == 0);
            }
        }
        let incomplete = [outcome("0-5")];
        assert_eq!(judged(&gate(FailOn::Incomplete), &incomplete, &incomplete).exit_code, 1);
        assert_eq!(judged(&gate(FailOn::Regression), &incomplete, &incomplete).exit_code, 0);
    }

    #[test]
    fn waivers_expire_and_unused_ones_are_told() {
        let (base, current) = ([outcome("0-9")], [outcome("0-8")]);
        let with = |waivers: Vec<Waiver>| Gate { waivers, ..gate(FailOn::Regression) };
        let verdict = judged(&with(vec![waiver("c/p0/a", "2026-11-21")]), &base, &current);
        assert_eq!((verdict.outcome, verdict.waived.len(), verdict.warnings.len()), ("pass", 1, 0));
        let verdict = judged(&with(vec![waiver("c/p0/a", "2026-11-20")]), &base, &current);
        let kinds: Vec<&str> = verdict.failures.iter().map(|failure| failure.kind).collect();
        assert_eq!((verdict.exit_code, kinds), (1, vec!["waiver", "task"]));
        let verdict = judged(&with(vec![waiver("c/p0/a", "2027-01-01")]), &base, &base);
        assert_eq!((verdict.outcome, verdict.warnings.len()), ("pass", 1));
    }

    #[test]
    fn thresholds_are_on_paired_means() {
        let (base, current) = ([outcome("0-9,20"), outcome("0-9")], [outcome("0-9,20-25"), outcome("0-9")]);
        let mut rules = gate(FailOn::Never);
        rules.max_drops.insert(Metric::Precision, 0.1);
        let verdict = judged(&rules, &base, &current);
        assert_eq!(
            verdict.failures[0].text,
            "precision got worse by 0.1420, which is more than 0.1 (over 2 tasks)"
        );
        rules.max_drops.insert(Metric::Precision, 0.2);
        assert_eq!(judged(&rules, &base, &current).exit_code, 0);
        rules.limits.insert(Metric::Excess, 1.2);
        let verdict = judged(&rules, &base, &current);
        assert_eq!(verdict.failures[0].text, "excess is 1.3000, above the limit of 1.2");
    }

    #[test]
    fn a_gate_that_measured_nothing_does_not_pass() {
        let verdict = judged(&gate(FailOn::Never), &[], &[outcome("0-9")]);
        assert_eq!((verdict.outcome, verdict.exit_code), ("nothing-measured", 3));
    }

    #[test]
    fn what_is_nondeterministic_is_not_gated() {
        let unsteady = Outcome { stability: Some(0.5), ..outcome("0-3") };
        let verdict =
            judged(&gate(FailOn::AnyChange), &[outcome("0-9"), outcome("0-9")], &[unsteady, outcome("0-9")]);
        assert_eq!((verdict.outcome, verdict.warnings.len()), ("pass", 1));
    }
}
