//! Scores of relations as a table, and the first task of each that does not hold.

use serde_json::json;

use super::{RelationCheck, RelationScore};
use crate::report::{Align, Block, Column, Document, Records, Render, TextTable, printable};
use crate::stats::percent;

impl RelationScore {
    fn title(&self) -> String {
        match &self.beside {
            Some(other) => format!("{} {other}", self.relation.name()),
            None => self.relation.name().to_owned(),
        }
    }

    fn n_untried(&self) -> usize {
        self.untried.values().sum()
    }

    /// Share of the tasks that were tried of which it holds, 0.0 to 1.0; `None` where none was.
    fn share(&self) -> Option<f64> {
        let n_tried = self.n_held + self.n_broken;
        (n_tried > 0).then(|| self.n_held as f64 / n_tried as f64)
    }

    fn cells(&self) -> Vec<String> {
        let share = self.share().map_or("–".to_owned(), |share| format!("{} %", percent(share, 1)));
        let counts = [self.n_held, self.n_broken, self.n_untried()].map(|n| n.to_string());
        [self.title()].into_iter().chain(counts).chain([share]).collect()
    }
}

fn column(heading: &'static str, align: Align) -> Column {
    Column { heading, short: heading, align, drop: 0, squeeze: None, group: "" }
}

impl Render for RelationCheck {
    fn document(&self) -> Document {
        let columns = vec![
            column("relation", Align::Left),
            column("holds", Align::Right),
            column("does not", Align::Right),
            column("untried", Align::Right),
            column("score", Align::Right),
        ];
        let rows = self.scores.iter().map(RelationScore::cells).collect();
        let mut blocks = vec![
            Block::Heading(format!("Relations of {}", printable(&self.slicer))),
            Block::Table(TextTable { columns, rows }),
            Block::Note(format!("Seed of the twins: {}.", self.seed)),
        ];
        for score in &self.scores {
            for (why, n) in &score.untried {
                blocks.push(Block::Note(format!(
                    "{}: untried {n} times, {}.",
                    score.title(),
                    printable(why)
                )));
            }
        }
        for score in &self.scores {
            let Some(first) = &score.first else { continue };
            blocks.push(Block::Note(format!(
                "{} does not hold of {}: {}.",
                score.title(),
                printable(&first.task),
                printable(&first.what)
            )));
            for answer in [&first.answer, &first.other].into_iter().filter(|answer| !answer.is_empty()) {
                let plain: String = answer.lines().map(|line| format!("    {}\n", printable(line))).collect();
                blocks.push(Block::Code { styled: plain.clone(), plain });
            }
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        let columns = vec![
            "relation", "beside", "slicer", "seed", "holds", "broken", "untried", "score", "task", "what",
            "answer", "other",
        ];
        let row = |score: &RelationScore| {
            let first = score.first.as_ref();
            vec![
                json!(score.relation.name()),
                json!(score.beside),
                json!(self.slicer),
                json!(self.seed),
                json!(score.n_held),
                json!(score.n_broken),
                json!(score.untried),
                json!(score.share()),
                json!(first.map(|first| &first.task)),
                json!(first.map(|first| &first.what)),
                json!(first.map(|first| &first.answer)),
                json!(first.map(|first| &first.other)),
            ]
        };
        Records { columns, rows: self.scores.iter().map(row).collect() }
    }
}
