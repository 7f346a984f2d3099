//! Slicers beside answers that need no slicer: means over the same tasks, and curves that bound them.

use std::collections::BTreeMap;

use super::{ReportedRun, TaskFacts};
use crate::report::Row;

/// Answers that need no slicer, as points of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceCurve {
    /// What they answer.
    pub name: &'static str,
    /// Mean size as a multiple of gold, and mean share of gold that is kept, 0.0 to 1.0.
    pub points: Vec<(f64, f64)>,
}

/// Means of several slicers over one set of tasks, so that they can be laid beside each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommonTasks {
    /// Kind of slice and granularity, in words: the one with the most tasks. Empty without a task.
    pub section: String,
    /// Ids of the tasks, ordered: those that all slicers answered; every task when there is none.
    pub tasks: Vec<String>,
    /// All slicers answered all of the tasks; else a task without an answer counts as nothing kept.
    pub is_answered: bool,
    /// Tasks that were asked.
    pub n_asked: usize,
    /// Mean excess and mean recall by run; `None` of a slicer that was asked fewer tasks than another.
    pub means: Vec<Option<(f64, f64)>>,
    /// Answers that need no slicer, over the same tasks.
    pub references: Vec<ReferenceCurve>,
}

impl CommonTasks {
    /// Numbers of nodes by which the gold slice is made smaller and larger on the curves.
    pub(crate) const STEPS: [usize; 4] = [1, 5, 10, 20];

    /// Of the tasks of all runs; those in no total and those without a gold node are left out.
    pub(super) fn new(runs: &[ReportedRun], tasks: &[TaskFacts]) -> CommonTasks {
        let section = main_section(runs);
        let row = |run: &ReportedRun, task: &TaskFacts| -> Option<Option<(f64, f64)>> {
            let row = run.row(&task.id).filter(|row| row.section().as_ref() == Some(&section))?;
            Some(row.excess.zip(row.recall))
        };
        let asked: Vec<&TaskFacts> = tasks
            .iter()
            .filter(|task| task.gold_nodes > 0 && runs.iter().any(|run| row(run, task).is_some()))
            .collect();
        let is_counted = |run: &ReportedRun, task: &TaskFacts| row(run, task).is_some();
        let rivals = rivals(runs, &asked, &is_counted);
        let is_supported = |task: &&TaskFacts| supports_all(runs, &rivals, task, &is_counted);
        let n_all = asked.len();
        let asked: Vec<&TaskFacts> = asked.into_iter().filter(is_supported).collect();
        let is_common = |task: &&TaskFacts| {
            let mut pairs = runs.iter().zip(&rivals);
            pairs.all(|(run, is_rival)| !is_rival || row(run, task).flatten().is_some())
        };
        let answered: Vec<&TaskFacts> = asked.iter().copied().filter(is_common).collect();
        let is_answered = !answered.is_empty();
        let shown = if is_answered { answered } else { asked };
        let mean_of = |run: &ReportedRun| {
            let points = shown.iter().filter_map(|task| row(run, task)).map(Option::unwrap_or_default);
            mean(&points.collect::<Vec<_>>())
        };
        let means = runs.iter().zip(&rivals).map(|(run, is)| is.then(|| mean_of(run))?);
        CommonTasks {
            is_answered,
            n_asked: n_all,
            means: means.collect(),
            references: references(&shown),
            tasks: shown.iter().map(|task| task.id.clone()).collect(),
            section,
        }
    }
}

/// Whether a task of a slicer counts in the section.
type IsCounted<'f> = dyn Fn(&ReportedRun, &TaskFacts) -> bool + 'f;

/// All of these slicers support a task.
fn supports_all(runs: &[ReportedRun], rivals: &[bool], task: &TaskFacts, is_counted: &IsCounted<'_>) -> bool {
    runs.iter().zip(rivals).all(|(run, is_rival)| !is_rival || is_counted(run, task))
}

/// Which slicers are laid beside each other: those that were asked for most tasks and support some of them. A task that a slicer does
/// not support was asked of it all the same. Where no task is supported by all, those that support most.
fn rivals(runs: &[ReportedRun], asked: &[&TaskFacts], is_counted: &IsCounted<'_>) -> Vec<bool> {
    let count = |is_so: &dyn Fn(&ReportedRun, &TaskFacts) -> bool| {
        runs.iter().map(|run| asked.iter().filter(|task| is_so(run, task)).count()).collect::<Vec<usize>>()
    };
    let n_supported = count(&|run, task| is_counted(run, task));
    let n_asked =
        count(&|run, task| is_counted(run, task) || run.row(&task.id).is_some_and(|row| !row.supported));
    let most = |numbers: &[usize]| numbers.iter().copied().max().unwrap_or(0);
    let wide: Vec<bool> =
        n_asked.iter().zip(&n_supported).map(|(n, some)| *n == most(&n_asked) && *some > 0).collect();
    match asked.iter().any(|task| supports_all(runs, &wide, task, is_counted)) {
        true => wide,
        false => n_supported.iter().map(|n| *n == most(&n_supported)).collect(),
    }
}

/// The section with the most rows of all slicers together, the first by name of several.
fn main_section(runs: &[ReportedRun]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for section in runs.iter().flat_map(|run| &run.report.rows).filter_map(Row::section) {
        *counts.entry(section).or_default() += 1;
    }
    counts.into_iter().rev().max_by_key(|(_, n)| *n).map_or_else(String::new, |(name, _)| name)
}

fn mean(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (n > 0.0).then(|| (sum.0 / n, sum.1 / n))
}

/// What can be had without looking at the program, over the same tasks as the slicers.
fn references(tasks: &[&TaskFacts]) -> Vec<ReferenceCurve> {
    if tasks.is_empty() {
        return Vec::new();
    }
    let of_all = |point: &dyn Fn(f64, f64) -> (f64, f64)| {
        let points: Vec<_> =
            tasks.iter().map(|task| point(task.nodes as f64, task.gold_nodes as f64)).collect();
        mean(&points).unwrap_or_default()
    };
    let whole = of_all(&|nodes, gold| (nodes / gold, 1.0));
    let by_steps = |point: &dyn Fn(f64, f64, f64) -> (f64, f64)| {
        CommonTasks::STEPS
            .iter()
            .map(|&step| of_all(&|nodes, gold| point(nodes, gold, step as f64)))
            .collect()
    };
    let fewer = |_: f64, gold: f64, step: f64| {
        let share = (gold - step).max(0.0) / gold;
        (share, share)
    };
    let more = |nodes: f64, gold: f64, step: f64| ((gold + step).min(nodes.max(gold)) / gold, 1.0);
    let reference = |name, points| ReferenceCurve { name, points };
    vec![
        reference("a random share of the program", vec![(0.0, 0.0), whole]),
        reference("a part of gold", vec![(0.0, 0.0), (1.0, 1.0)]),
        reference("gold and more", vec![(1.0, 1.0), whole]),
        reference("gold minus nodes", by_steps(&fewer)),
        reference("gold plus nodes", by_steps(&more)),
        reference("criterion only", vec![of_all(&|_, gold| (1.0 / gold, 1.0 / gold))]),
        reference("gold", vec![(1.0, 1.0)]),
        reference("whole program", vec![whole]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Evidence, SliceKind, Tier};

    fn facts(nodes: usize, gold_nodes: usize) -> TaskFacts {
        TaskFacts {
            id: format!("c/a/{nodes}"),
            title: String::new(),
            language: "c".into(),
            labels: Vec::new(),
            tier: Tier::Full,
            kind: SliceKind::Static,
            evidence: Evidence::Proved,
            contested: None,
            file: "a.c".into(),
            line: 1,
            variable: Some("x".into()),
            occurrence: 1,
            nodes,
            gold_nodes,
        }
    }

    #[test]
    fn references_are_means_over_the_tasks() {
        let (small, large) = (facts(10, 4), facts(100, 20));
        let found = references(&[&small, &large]);
        let points = |name: &str| &found.iter().find(|found| found.name == name).unwrap().points;
        assert_eq!(points("whole program"), &[(3.75, 1.0)]);
        assert_eq!(points("a random share of the program")[1], (3.75, 1.0));
        // 3/4 and 19/20; 0 and 15/20.
        assert_eq!(points("gold minus nodes")[..2], [(0.85, 0.85), (0.375, 0.375)]);
        // 5/4 and 21/20; the whole of 10 nodes and 30/20.
        assert_eq!(points("gold plus nodes")[0], (1.15, 1.0));
        assert_eq!(points("gold plus nodes")[2], (2.0, 1.0));
        assert_eq!(references(&[]), []);
    }
}
