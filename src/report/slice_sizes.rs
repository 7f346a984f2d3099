//! Sizes and times of the slices of several slicers as a table: a row per program and slicer, and one per slicer for all programs.

use serde_json::json;

use super::document::{FilledColumn, NONE, left, right, share};
use super::records::KeyedValue;
use super::sweep::duration;
use super::{Block, Column, Document, Records, Render, TextTable};
use crate::stats::{decimal, percent};

/// Slices of one slicer in one program, or in all.
///
/// Source: the columns are those of Kumar, Sanyal, Khedker, "Sliced slices: separating data and control influences", 2014.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceSizeRow {
    /// `<language>/<benchmark>`; `None` for all programs: sums, and means of the programs' means.
    pub program: Option<String>,
    /// Name of the slicer.
    pub slicer: String,
    /// Counted nodes of the program; `None` where the sweep was stored without.
    pub program_nodes: Option<usize>,
    /// Number of criteria.
    pub n_criteria: usize,
    /// Criteria that all slicers answered, over which means are.
    pub n_slices: usize,
    /// Mean size of a slice, counted nodes.
    pub nodes: Option<f64>,
    /// Mean of size over size of the program, 0.0 to 1.0.
    pub share: Option<f64>,
    /// Time to build the graph, seconds; `None` where it is not measured.
    pub graph_s: Option<f64>,
    /// Mean time of a slice, seconds.
    pub slice_s: Option<f64>,
}

/// All rows of a sweep of several slicers.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceSizes {
    /// Names of the slicers.
    pub slicers: Vec<String>,
    /// Ordered by program, then as the slicers are named; the rows of all programs come last.
    pub rows: Vec<SliceSizeRow>,
    /// Answers with nodes that are nowhere in their program, by slicer.
    pub n_not_slices: Vec<usize>,
}

impl Render for SliceSizes {
    fn document(&self) -> Document {
        let mut blocks = vec![
            Block::Heading(format!("Slices of {}", self.slicers.join(", "))),
            Block::Table(TextTable::new(&COLUMNS, &self.rows)),
            Block::Note(
                "Means are over the criteria that all slicers answered; of all programs, means of the programs' \
                 means, and graphs are a sum. Size: nodes, and of the program's."
                    .to_owned(),
            ),
        ];
        for (name, n_answers) in self.slicers.iter().zip(&self.n_not_slices).filter(|(_, n)| **n > 0) {
            blocks.push(Block::Note(format!(
                "Answers of {name} with nodes that are nowhere in their program: {n_answers}."
            )));
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(&self.rows, &RECORD_COLUMNS)
    }
}

/// Columns of the machine-readable rows.
pub(super) const RECORD_COLUMNS: [KeyedValue<SliceSizeRow>; 9] = [
    ("program", |row| json!(row.program)),
    ("slicer", |row| json!(row.slicer)),
    ("program_nodes", |row| json!(row.program_nodes)),
    ("criteria", |row| json!(row.n_criteria)),
    ("slices", |row| json!(row.n_slices)),
    ("nodes", |row| json!(row.nodes)),
    ("share", |row| json!(row.share)),
    ("graph_s", |row| json!(row.graph_s)),
    ("slice_s", |row| json!(row.slice_s)),
];

const COLUMNS: [FilledColumn<SliceSizeRow>; 8] = [
    (Column { squeeze: Some(24), ..left("program", 0) }, |row| {
        row.program.clone().unwrap_or("all".to_owned())
    }),
    (right("nodes", "nodes", 0), |row| row.program_nodes.map_or(NONE.to_owned(), |nodes| nodes.to_string())),
    (right("slices", "slices", 0), |row| row.n_slices.to_string()),
    (left("slicer", 0), |row| row.slicer.clone()),
    (right("size", "size", 0), |row| row.nodes.map_or(NONE.to_owned(), |nodes| decimal(nodes, 1))),
    (right("of program", "%", 0), |row| match row.share {
        Some(part) => format!("{} %", percent(part, 1)),
        None => share(None),
    }),
    (right("graph", "graph", 1), |row| duration(row.graph_s)),
    (right("slice", "slice", 0), |row| duration(row.slice_s)),
];
