//! A slicer over time: the numbers of each run, and where they changed.

use super::{Metric, Outcome, Snapshot};
use crate::grade::AnswerVerdict;
use crate::stats::{Sample, noise_penalty, steps};

/// Least difference of a mean that is a step: more than rounding, less than any node of a suite moves it.
const MIN_QUALITY_STEP: f64 = 1e-4;
/// Least relative difference of a time that is a step, however steady the others are.
const MIN_TIME_STEP: f64 = 0.05;

/// One run of a slicer.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryRun {
    /// Name of its folder.
    pub run: String,
    /// When it began, UTC.
    pub created: String,
    /// What the slicer said of itself.
    pub version: Option<String>,
    /// First characters of the suite's content hash.
    pub suite: String,
    /// All tasks that were asked for have their record.
    pub complete: bool,
    /// Tasks, contested and outdated ones left out.
    pub n_tasks: usize,
    /// With an answer.
    pub n_answered: usize,
    /// Nothing missing, exact ones included.
    pub n_complete: usize,
    /// The gold slice itself.
    pub n_exact: usize,
    /// Mean recall over all tasks, 0 without an answer; `None` without tasks.
    pub recall: Option<f64>,
    /// Mean precision over answered tasks.
    pub precision: Option<f64>,
    /// Mean F1 over all tasks, 0 without an answer.
    pub f1: Option<f64>,
    /// Wall-clock time of all tasks, seconds.
    pub wall_s: f64,
    /// Status or verdict of the only task, when the history is that of one.
    pub outcome: Option<&'static str>,
}

/// A change of level that began with a run.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelStep {
    /// `recall`, `precision`, `f1` or `wall_s`.
    pub metric: &'static str,
    /// Index of the run with which it began.
    pub run_idx: usize,
    /// Mean of the level before.
    pub before: f64,
    /// Mean of the level that began.
    pub after: f64,
    /// The suite is another one since this run: the numbers may have changed with it.
    pub other_suite: bool,
}

impl HistoryRun {
    /// The numbers of a run, named `run`, over all its tasks or over one.
    ///
    /// `wall_s` gives the wall-clock time of a task, seconds.
    pub fn new(
        run: &str,
        snapshot: &Snapshot,
        task: Option<&str>,
        wall_s: impl Fn(&str) -> f64,
    ) -> HistoryRun {
        let is_meant = |id: &str, outcome: &Outcome| match task {
            Some(task) => id == task,
            None => !outcome.contested && !outcome.outdated,
        };
        let tasks: Vec<(&String, &Outcome)> =
            snapshot.tasks.iter().filter(|(id, outcome)| is_meant(id, outcome)).collect();
        let mean = |metric: Metric| {
            Sample::new(tasks.iter().filter_map(|(id, outcome)| Some((id.as_str(), metric.of(outcome)?))))
                .mean()
        };
        let count =
            |keep: &dyn Fn(&Outcome) -> bool| tasks.iter().filter(|(_, outcome)| keep(outcome)).count();
        let origin = &snapshot.origin;
        HistoryRun {
            run: run.to_owned(),
            created: origin.created.clone(),
            version: origin.version.clone(),
            suite: origin.suite.hash.chars().take(8).collect(),
            complete: origin.complete,
            n_tasks: tasks.len(),
            n_answered: count(&Outcome::is_answered),
            n_complete: count(&|outcome| {
                matches!(outcome.verdict, AnswerVerdict::Exact | AnswerVerdict::Complete)
            }),
            n_exact: count(&|outcome| outcome.verdict == AnswerVerdict::Exact),
            recall: mean(Metric::RecallAll),
            precision: mean(Metric::Precision),
            f1: mean(Metric::F1All),
            wall_s: tasks.iter().map(|(id, _)| wall_s(id)).sum(),
            outcome: task.and_then(|_| tasks.first()).map(|(_, outcome)| match outcome.is_answered() {
                true => outcome.verdict.name(),
                false => outcome.status.name(),
            }),
        }
    }
}

/// Where the numbers of runs, in the order of time, changed their level: piecewise-constant fits of each.
pub fn history_steps(runs: &[HistoryRun]) -> Vec<LevelStep> {
    type RunNumber = fn(&HistoryRun) -> Option<f64>;
    let quality: [(&'static str, RunNumber); 3] =
        [("recall", |run| run.recall), ("precision", |run| run.precision), ("f1", |run| run.f1)];
    let mut found = Vec::new();
    for (metric, number) in quality {
        found.extend(steps_of(runs, metric, number, |_| MIN_QUALITY_STEP * MIN_QUALITY_STEP / 2.0));
    }
    let time = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        noise_penalty(values, (MIN_TIME_STEP * mean).powi(2) / 2.0)
    };
    found.extend(steps_of(runs, "wall_s", |run| Some(run.wall_s), time));
    found
}

fn steps_of(
    runs: &[HistoryRun],
    metric: &'static str,
    number: fn(&HistoryRun) -> Option<f64>,
    penalty: impl Fn(&[f64]) -> f64,
) -> Vec<LevelStep> {
    let defined: Vec<(usize, f64)> =
        runs.iter().enumerate().filter_map(|(idx, run)| Some((idx, number(run)?))).collect();
    let values: Vec<f64> = defined.iter().map(|(_, value)| *value).collect();
    if values.is_empty() {
        return Vec::new();
    }
    let begins = steps(&values, penalty(&values));
    let mean = |from: usize, to: usize| values[from..to].iter().sum::<f64>() / (to - from) as f64;
    let step = |(idx, begin): (usize, &usize)| {
        let before = if idx > 0 { begins[idx - 1] } else { 0 };
        let after = begins.get(idx + 1).copied().unwrap_or(values.len());
        let run_idx = defined[*begin].0;
        LevelStep {
            metric,
            run_idx,
            before: mean(before, *begin),
            after: mean(*begin, after),
            other_suite: runs[run_idx].suite != runs[defined[*begin - 1].0].suite,
        }
    };
    begins.iter().enumerate().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{outcome, snapshot};

    #[test]
    fn the_run_with_which_a_level_began_is_named() {
        let run = |kept: &str, wall_s: f64| {
            let snapshot = snapshot("a", &[outcome(kept), outcome("0-9")]);
            HistoryRun::new("r", &snapshot, None, |_| wall_s)
        };
        let runs = [run("0-9", 1.0), run("0-9", 1.01), run("0-4", 1.02), run("0-4", 1.0), run("0-9", 1.0)];
        let steps = history_steps(&runs);
        let found: Vec<(&str, usize)> = steps.iter().map(|step| (step.metric, step.run_idx)).collect();
        assert_eq!(found, [("recall", 2), ("recall", 4), ("f1", 2), ("f1", 4)]);
        assert_eq!((steps[0].before, steps[0].after), (1.0, 0.75));
    }

    #[test]
    fn one_task_has_its_own_history() {
        let snapshot = snapshot("a", &[outcome("0-4"), outcome("0-9")]);
        let run = HistoryRun::new("r", &snapshot, Some("c/p0/a"), |_| 2.0);
        assert_eq!((run.n_tasks, run.recall, run.outcome), (1, Some(0.5), Some("incomplete")));
        assert_eq!(HistoryRun::new("r", &snapshot, Some("c/p0/z"), |_| 2.0).n_tasks, 0);
    }
}
