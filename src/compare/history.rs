//! A slicer over time: the numbers of each run over the tasks that all runs have unchanged, and where they changed.

use std::collections::BTreeMap;

use super::{Metric, Outcome, Snapshot};
use crate::grade::AnswerVerdict;
use crate::stats::{Sample, noise_penalty, steps};

/// Least difference of a mean that is a step: more than rounding, less than any node of a suite moves it.
const MIN_QUALITY_STEP: f64 = 1e-4;
/// Least relative difference of a time that is a step, however steady the others are.
const MIN_TIME_STEP: f64 = 0.05;
/// Fewest runs that are a level: one run that differs is news of that run, not of the slicer.
const MIN_LEVEL_RUNS: usize = 3;

/// A stored run.
#[derive(Clone, Debug, PartialEq)]
pub struct PastRun {
    /// Name of its folder.
    pub run: String,
    /// What its answers are worth.
    pub snapshot: Snapshot,
    /// Wall-clock time by task, seconds.
    pub wall_s: BTreeMap<String, f64>,
}

/// Runs of a slicer in the order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// One per run.
    pub runs: Vec<HistoryRun>,
    /// Tasks that all complete runs have, with one content and one tree: the numbers are over these.
    pub n_common: usize,
    /// Tasks that some run has besides.
    pub n_others: usize,
    /// Where the numbers changed.
    pub steps: Vec<LevelStep>,
}

/// One run of a slicer.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Its tasks, contested and outdated ones left out.
    pub n_tasks: usize,
    /// Over the tasks of all runs; `None` when the run is not complete, or there is no such task.
    pub common: Option<CommonNumbers>,
    /// Status or verdict of the only task, when the history is that of one.
    pub outcome: Option<&'static str>,
}

/// Numbers of a run over the tasks that all runs have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommonNumbers {
    /// With an answer.
    pub n_answered: usize,
    /// Nothing missing, exact ones included.
    pub n_complete: usize,
    /// The gold slice itself.
    pub n_exact: usize,
    /// Mean recall, 0 without an answer.
    pub recall: Option<f64>,
    /// Mean precision over answered tasks.
    pub precision: Option<f64>,
    /// Mean F1, 0 without an answer.
    pub f1: Option<f64>,
    /// Wall-clock time, seconds.
    pub wall_s: f64,
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
}

impl History {
    /// Of all tasks, or of one, of runs in the order of time.
    pub fn new(runs: &[PastRun], task: Option<&str>) -> History {
        let is_meant = |id: &str, outcome: &Outcome| match task {
            Some(task) => id == task,
            None => !outcome.contested && !outcome.outdated,
        };
        let tasks = |run: &PastRun| -> BTreeMap<String, Outcome> {
            let tasks = run.snapshot.tasks.iter().filter(|(id, outcome)| is_meant(id, outcome));
            tasks.map(|(id, outcome)| (id.clone(), outcome.clone())).collect()
        };
        let tasks: Vec<BTreeMap<String, Outcome>> = runs.iter().map(tasks).collect();
        // A run that was stopped, or that was asked for other tasks only, says nothing of the others.
        let counts: Vec<bool> = runs
            .iter()
            .zip(&tasks)
            .map(|(run, tasks)| run.snapshot.origin.complete && !tasks.is_empty())
            .collect();
        let counted = || tasks.iter().zip(&counts).filter(|(_, counts)| **counts).map(|(tasks, _)| tasks);
        let is_common = |(id, outcome): &(&String, &Outcome)| {
            counted().all(|tasks| {
                tasks.get(*id).is_some_and(|other| (&other.hash, other.tree) == (&outcome.hash, outcome.tree))
            })
        };
        let first = counted().next();
        let common: Vec<&String> = first.into_iter().flatten().filter(is_common).map(|(id, _)| id).collect();
        let mut known: Vec<&String> = counted().flat_map(BTreeMap::keys).collect();
        known.sort_unstable();
        known.dedup();
        let history_runs: Vec<HistoryRun> = runs
            .iter()
            .zip(&tasks)
            .zip(&counts)
            .map(|((run, tasks), counts)| HistoryRun {
                common: (*counts && !common.is_empty()).then(|| CommonNumbers::new(run, tasks, &common)),
                outcome: task.and_then(|_| tasks.values().next()).map(end),
                ..HistoryRun::of(run, tasks.len())
            })
            .collect();
        History {
            n_common: common.len(),
            n_others: known.len() - common.len(),
            steps: history_steps(&history_runs),
            runs: history_runs,
        }
    }
}

fn end(outcome: &Outcome) -> &'static str {
    if outcome.is_answered() { outcome.verdict.name() } else { outcome.status.name() }
}

impl HistoryRun {
    fn of(run: &PastRun, n_tasks: usize) -> HistoryRun {
        let origin = &run.snapshot.origin;
        HistoryRun {
            run: run.run.clone(),
            created: origin.created.clone(),
            version: origin.version.clone(),
            suite: origin.suite.hash.chars().take(8).collect(),
            complete: origin.complete,
            n_tasks,
            ..HistoryRun::default()
        }
    }
}

impl CommonNumbers {
    fn new(run: &PastRun, tasks: &BTreeMap<String, Outcome>, common: &[&String]) -> CommonNumbers {
        let outcomes = || common.iter().map(|id| (id.as_str(), &tasks[*id]));
        let mean = |metric: Metric| {
            Sample::new(outcomes().filter_map(|(id, outcome)| Some((id, metric.of(outcome)?)))).mean()
        };
        let count = |keep: &dyn Fn(&Outcome) -> bool| outcomes().filter(|(_, outcome)| keep(outcome)).count();
        let wall_s = common.iter().filter_map(|id| run.wall_s.get(*id));
        CommonNumbers {
            n_answered: count(&Outcome::is_answered),
            n_complete: count(&|outcome| {
                matches!(outcome.verdict, AnswerVerdict::Exact | AnswerVerdict::Complete)
            }),
            n_exact: count(&|outcome| outcome.verdict == AnswerVerdict::Exact),
            recall: mean(Metric::RecallAll),
            precision: mean(Metric::Precision),
            f1: mean(Metric::F1All),
            wall_s: wall_s.fold(0.0, |sum, wall_s| sum + wall_s),
        }
    }
}

/// Where the numbers of runs, in the order of time, changed their level: piecewise-constant fits of each.
fn history_steps(runs: &[HistoryRun]) -> Vec<LevelStep> {
    type RunNumber = fn(&CommonNumbers) -> Option<f64>;
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
    number: fn(&CommonNumbers) -> Option<f64>,
    penalty: impl Fn(&[f64]) -> f64,
) -> Vec<LevelStep> {
    let defined: Vec<(usize, f64)> =
        runs.iter().enumerate().filter_map(|(idx, run)| Some((idx, number(run.common.as_ref()?)?))).collect();
    let values: Vec<f64> = defined.iter().map(|(_, value)| *value).collect();
    if values.is_empty() {
        return Vec::new();
    }
    let begins = steps(&values, penalty(&values), MIN_LEVEL_RUNS);
    let mean = |from: usize, to: usize| values[from..to].iter().sum::<f64>() / (to - from) as f64;
    let step = |(idx, begin): (usize, &usize)| {
        let before = if idx > 0 { begins[idx - 1] } else { 0 };
        let after = begins.get(idx + 1).copied().unwrap_or(values.len());
        LevelStep {
            metric,
            run_idx: defined[*begin].0,
            before: mean(before, *begin),
            after: mean(*begin, after),
        }
    };
    begins.iter().enumerate().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{outcome, snapshot};

    fn past(outcomes: &[Outcome], wall_s: f64) -> PastRun {
        let snapshot = snapshot("a", outcomes);
        let wall_s = snapshot.tasks.keys().map(|id| (id.clone(), wall_s)).collect();
        PastRun { run: "r".to_owned(), snapshot, wall_s }
    }

    fn steps(history: &History) -> Vec<(&'static str, usize)> {
        history.steps.iter().map(|step| (step.metric, step.run_idx)).collect()
    }

    #[test]
    fn the_run_with_which_a_level_began_is_named() {
        let run = |kept: &str, wall_s: f64| past(&[outcome(kept), outcome("0-9")], wall_s);
        let mut runs =
            vec![run("0-9", 1.0), run("0-9", 1.01), run("0-9", 1.02), run("0-4", 1.0), run("0-4", 1.0)];
        assert_eq!(steps(&History::new(&runs, None)), [], "two runs are no level");
        runs.push(run("0-4", 1.01));
        let history = History::new(&runs, None);
        assert_eq!(steps(&history), [("recall", 3), ("f1", 3)]);
        assert_eq!((history.steps[0].before, history.steps[0].after), (1.0, 0.75));
    }

    #[test]
    fn numbers_are_over_the_tasks_that_all_runs_have_unchanged() {
        let (good, bad) = (outcome("0-9"), outcome("0-4"));
        let other = Outcome { hash: "another".into(), ..bad.clone() };
        let before = past(&[good.clone(), good.clone()], 1.0);
        // A task that is new and a task that was changed make no slicer worse.
        let after = past(&[good.clone(), other.clone(), bad.clone()], 1.0);
        let mut stopped = past(std::slice::from_ref(&good), 1.0);
        stopped.snapshot.origin.complete = false;
        let mut runs =
            vec![before.clone(), before.clone(), before, stopped, after.clone(), after.clone(), after];
        let history = History::new(&runs, None);
        assert_eq!((history.n_common, history.n_others), (1, 2));
        assert_eq!(steps(&history), []);
        let recalls: Vec<Option<f64>> =
            history.runs.iter().map(|run| run.common.as_ref().and_then(|common| common.recall)).collect();
        assert_eq!(recalls, [Some(1.0), Some(1.0), Some(1.0), None, Some(1.0), Some(1.0), Some(1.0)]);
        assert_eq!(history.runs[4].n_tasks, 3);
        assert_eq!(history.runs[4].common.as_ref().unwrap().wall_s, 1.0);
        runs.push(past(std::slice::from_ref(&other), 1.0));
        let history = History::new(&runs, None);
        assert_eq!((history.n_common, history.n_others), (0, 3));
        assert!(history.runs.iter().all(|run| run.common.is_none()));
    }

    #[test]
    fn one_task_has_its_own_history() {
        let runs = [past(&[outcome("0-4"), outcome("0-9")], 2.0), past(&[outcome("0-3")], 2.0)];
        let history = History::new(&runs, Some("c/p0/a"));
        assert_eq!((history.n_common, history.n_others), (1, 0));
        let run = &history.runs[0];
        assert_eq!(
            (run.n_tasks, run.common.as_ref().unwrap().recall, run.outcome),
            (1, Some(0.5), Some("incomplete"))
        );
        let other = History::new(&runs, Some("c/p0/b"));
        assert_eq!((other.runs[1].n_tasks, other.runs[1].outcome), (0, None));
        assert_eq!(
            other.runs[0].common.as_ref().unwrap().recall,
            Some(1.0),
            "runs without the task do not count"
        );
    }
}
