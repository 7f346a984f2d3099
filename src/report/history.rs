//! Runs of a slicer over time as a table, with the runs in which its numbers changed.

use serde_json::json;

use super::document::{Block, Document, FilledColumn, NONE, TextTable, fine, left, right, seconds};
use super::records::KeyedValue;
use super::{Records, Render};
use crate::compare::{HistoryRun, LevelStep, history_steps};

/// All runs of a slicer, in the order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryTable {
    /// Name of the slicer.
    pub slicer: String,
    /// The runs.
    pub runs: Vec<HistoryRun>,
    /// Where the numbers changed.
    pub steps: Vec<LevelStep>,
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
    (right("answered", "answ", 5), |run| run.n_answered.to_string()),
    (right("complete", "compl", 0), |run| run.n_complete.to_string()),
    (right("exact", "exact", 0), |run| run.n_exact.to_string()),
    (right("R", "R", 0), |run| fine(run.recall)),
    (right("P", "P", 0), |run| fine(run.precision)),
    (right("F1", "F1", 0), |run| fine(run.f1)),
    (right("time", "time", 6), |run| seconds(run.wall_s)),
    // Only of a single task.
    (left("outcome", 0), |run| run.outcome.unwrap_or(NONE).to_owned()),
];

impl HistoryTable {
    /// Of these runs, which are in the order of time.
    pub fn new(slicer: &str, runs: Vec<HistoryRun>) -> HistoryTable {
        HistoryTable { slicer: slicer.to_owned(), steps: history_steps(&runs), runs }
    }

    fn step_note(&self, step: &LevelStep) -> String {
        let run = &self.runs[step.run_idx];
        let shown = |value: f64| match step.metric {
            "wall_s" => seconds(value),
            _ => fine(Some(value)),
        };
        let metric = if step.metric == "wall_s" { "time" } else { step.metric };
        format!(
            "{metric}: {} → {} since {} ({}){}",
            shown(step.before),
            shown(step.after),
            run.created,
            run.run,
            if step.other_suite { ", over another suite than before" } else { "" }
        )
    }
}

impl Render for HistoryTable {
    fn document(&self) -> Document {
        let is_one_task = self.runs.iter().any(|run| run.outcome.is_some());
        let columns = &COLUMNS[..COLUMNS.len() - usize::from(!is_one_task)];
        let mut blocks = vec![
            Block::Heading(format!("Runs of {}", self.slicer)),
            Block::Table(TextTable::new(columns, &self.runs)),
        ];
        let heading = if self.steps.is_empty() { "No number changed its level" } else { "Changes of level" };
        blocks.push(Block::Heading(heading.to_owned()));
        blocks.extend(self.steps.iter().map(|step| Block::Note(self.step_note(step))));
        Document { blocks }
    }

    fn records(&self) -> Records {
        let steps_of = |run_idx: usize| {
            let steps = self.steps.iter().filter(move |step| step.run_idx == run_idx);
            steps.map(|step| step.metric).collect()
        };
        let rows: Vec<HistoryRow> =
            self.runs.iter().enumerate().map(|(idx, run)| (run.clone(), steps_of(idx))).collect();
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
    ("answered", |(run, _)| json!(run.n_answered)),
    ("complete_tasks", |(run, _)| json!(run.n_complete)),
    ("exact_tasks", |(run, _)| json!(run.n_exact)),
    ("recall", |(run, _)| json!(run.recall)),
    ("precision", |(run, _)| json!(run.precision)),
    ("f1", |(run, _)| json!(run.f1)),
    ("wall_s", |(run, _)| json!(run.wall_s)),
    ("outcome", |(run, _)| json!(run.outcome)),
    ("steps", |(_, steps)| json!(steps)),
];
