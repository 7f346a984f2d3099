//! Runs of a slicer over time as a table, with the runs in which its numbers changed.

use serde_json::json;

use super::document::{Block, Document, FilledColumn, NONE, TextTable, fine, left, right, seconds, tasks};
use super::records::KeyedValue;
use super::{Records, Render};
use crate::compare::{CommonNumbers, History, HistoryRun, LevelStep};

/// All runs of a slicer, in the order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryTable {
    /// Name of the slicer.
    pub slicer: String,
    /// The runs, and where their numbers changed.
    pub history: History,
}

const COLUMNS: [FilledColumn<HistoryRun>; 13] = [
    (left("run", 4), |run| run.run.clone()),
    (left("when", 0), |run| match run.complete {
        true => run.created.clone(),
        false => format!("{} (not complete)", run.created),
    }),
    (left("version", 1), |run| run.version.clone().unwrap_or_default()),
    (left("suite", 3), |run| run.suite.clone()),
    (right("tasks", "tasks", 2), |run| run.n_tasks.to_string()),
    (right("answered", "answ", 5), |run| common(run, |found| found.n_answered.to_string())),
    (right("complete", "compl", 0), |run| common(run, |found| found.n_complete.to_string())),
    (right("exact", "exact", 0), |run| common(run, |found| found.n_exact.to_string())),
    (right("R", "R", 0), |run| common(run, |found| fine(found.recall))),
    (right("P", "P", 0), |run| common(run, |found| fine(found.precision))),
    (right("F1", "F1", 0), |run| common(run, |found| fine(found.f1))),
    (right("time", "time", 6), |run| common(run, |found| seconds(found.wall_s))),
    // Only of a single task.
    (left("outcome", 0), |run| run.outcome.unwrap_or(NONE).to_owned()),
];

/// A number over the tasks that all runs have.
fn common(run: &HistoryRun, text: fn(&CommonNumbers) -> String) -> String {
    run.common.as_ref().map_or(NONE.to_owned(), text)
}

impl HistoryTable {
    /// Of a slicer of this name.
    pub fn new(slicer: &str, history: History) -> HistoryTable {
        HistoryTable { slicer: slicer.to_owned(), history }
    }

    /// Over what the numbers are.
    fn scope_note(&self) -> String {
        let History { n_common, n_others, .. } = self.history;
        match (n_common, n_others) {
            (0, _) => "No task is the same in all complete runs: there are no numbers to compare.".to_owned(),
            (_, 0) => format!("Numbers are over {}, the same in all complete runs.", tasks(n_common)),
            _ => format!(
                "Numbers are over {}, the same in all complete runs; {n_others} others are new, changed, or not in every run.",
                tasks(n_common)
            ),
        }
    }

    fn step_note(&self, step: &LevelStep) -> String {
        let run = &self.history.runs[step.run_idx];
        let shown = |value: f64| match step.metric {
            "wall_s" => seconds(value),
            _ => fine(Some(value)),
        };
        let metric = if step.metric == "wall_s" { "time" } else { step.metric };
        format!(
            "{metric}: {} → {} since {} ({})",
            shown(step.before),
            shown(step.after),
            run.created,
            run.run
        )
    }
}

impl Render for HistoryTable {
    fn document(&self) -> Document {
        let History { runs, steps, .. } = &self.history;
        let is_one_task = runs.iter().any(|run| run.outcome.is_some());
        let columns = &COLUMNS[..COLUMNS.len() - usize::from(!is_one_task)];
        let mut blocks = vec![
            Block::Heading(format!("Runs of {}", self.slicer)),
            Block::Table(TextTable::new(columns, runs)),
            Block::Note(self.scope_note()),
        ];
        let heading = if steps.is_empty() { "No number changed its level" } else { "Changes of level" };
        blocks.push(Block::Heading(heading.to_owned()));
        blocks.push(Block::Note("A level has at least three runs.".to_owned()));
        blocks.extend(steps.iter().map(|step| Block::Note(self.step_note(step))));
        Document { blocks }
    }

    fn records(&self) -> Records {
        let steps_of = |run_idx: usize| {
            let steps = self.history.steps.iter().filter(move |step| step.run_idx == run_idx);
            steps.map(|step| step.metric).collect()
        };
        let rows: Vec<HistoryRow> =
            self.history.runs.iter().enumerate().map(|(idx, run)| (run.clone(), steps_of(idx))).collect();
        Records::new(&rows, &RECORD_COLUMNS)
    }
}

/// A run, and the numbers whose level changed with it.
type HistoryRow = (HistoryRun, Vec<&'static str>);

/// Columns of the machine-readable rows.
pub(super) const RECORD_COLUMNS: [KeyedValue<HistoryRow>; 15] = [
    ("run", |(run, _)| json!(run.run)),
    ("created", |(run, _)| json!(run.created)),
    ("version", |(run, _)| json!(run.version)),
    ("suite", |(run, _)| json!(run.suite)),
    ("complete", |(run, _)| json!(run.complete)),
    ("tasks", |(run, _)| json!(run.n_tasks)),
    ("answered", |(run, _)| json!(run.common.as_ref().map(|found| found.n_answered))),
    ("complete_tasks", |(run, _)| json!(run.common.as_ref().map(|found| found.n_complete))),
    ("exact_tasks", |(run, _)| json!(run.common.as_ref().map(|found| found.n_exact))),
    ("recall", |(run, _)| json!(run.common.as_ref().and_then(|found| found.recall))),
    ("precision", |(run, _)| json!(run.common.as_ref().and_then(|found| found.precision))),
    ("f1", |(run, _)| json!(run.common.as_ref().and_then(|found| found.f1))),
    ("wall_s", |(run, _)| json!(run.common.as_ref().map(|found| found.wall_s))),
    ("outcome", |(run, _)| json!(run.outcome)),
    ("steps", |(_, steps)| json!(steps)),
];
