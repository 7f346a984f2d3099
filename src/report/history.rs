//! Runs of a slicer over time as a table, with the runs in which its numbers changed.

use serde_json::json;

use super::document::{Block, Column, Document, TextTable, fine, left, right, seconds};
use super::{Records, Render};
use crate::compare::{HistoryRun, Step, history_steps};

/// All runs of a slicer, in the order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryTable {
    /// Name of the slicer.
    pub slicer: String,
    /// The runs.
    pub runs: Vec<HistoryRun>,
    /// Where the numbers changed.
    pub steps: Vec<Step>,
}

const COLUMNS: [Column; 11] = [
    left("run", 4),
    left("when", 0),
    left("version", 1),
    left("suite", 3),
    right("tasks", "tasks", 2),
    right("answered", "answ", 5),
    right("complete", "compl", 0),
    right("exact", "exact", 0),
    right("R", "R", 0),
    right("P", "P", 0),
    right("F1", "F1", 0),
];

impl HistoryTable {
    /// Of these runs, which are in the order of time.
    pub fn new(slicer: &str, runs: Vec<HistoryRun>) -> HistoryTable {
        HistoryTable { slicer: slicer.to_owned(), steps: history_steps(&runs), runs }
    }

    fn step_note(&self, step: &Step) -> String {
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
        let mut columns = COLUMNS.to_vec();
        columns.push(right("time", "time", 6));
        if is_one_task {
            columns.push(left("outcome", 0));
        }
        let cells = |run: &HistoryRun| {
            let mut cells = vec![
                run.run.clone(),
                if run.complete { run.created.clone() } else { format!("{} (not complete)", run.created) },
                run.version.clone().unwrap_or_default(),
                run.suite.clone(),
                run.n_tasks.to_string(),
                run.n_answered.to_string(),
                run.n_complete.to_string(),
                run.n_exact.to_string(),
                fine(run.recall),
                fine(run.precision),
                fine(run.f1),
                seconds(run.wall_s),
            ];
            if is_one_task {
                cells.push(run.outcome.unwrap_or("-").to_owned());
            }
            cells
        };
        let mut blocks = vec![
            Block::Heading(format!("Runs of {}", self.slicer)),
            Block::Table(TextTable { columns, rows: self.runs.iter().map(cells).collect() }),
        ];
        let heading = if self.steps.is_empty() { "No number changed its level" } else { "Changes of level" };
        blocks.push(Block::Heading(heading.to_owned()));
        blocks.extend(self.steps.iter().map(|step| Block::Note(self.step_note(step))));
        Document { blocks }
    }

    fn records(&self) -> Records {
        let began = |run_idx: usize| {
            let began: Vec<&str> =
                self.steps.iter().filter(|step| step.run_idx == run_idx).map(|step| step.metric).collect();
            json!(began)
        };
        let row = |(idx, run): (usize, &HistoryRun)| {
            vec![
                json!(run.run),
                json!(run.created),
                json!(run.version),
                json!(run.suite),
                json!(run.complete),
                json!(run.n_tasks),
                json!(run.n_answered),
                json!(run.n_complete),
                json!(run.n_exact),
                json!(run.recall),
                json!(run.precision),
                json!(run.f1),
                json!(run.wall_s),
                json!(run.outcome),
                began(idx),
            ]
        };
        Records {
            columns: vec![
                "run",
                "created",
                "version",
                "suite",
                "complete",
                "tasks",
                "answered",
                "complete_tasks",
                "exact_tasks",
                "recall",
                "precision",
                "f1",
                "wall_s",
                "outcome",
                "steps",
            ],
            rows: self.runs.iter().enumerate().map(row).collect(),
        }
    }
}
