//! A sweep as a table: one row per program, and one for all of them.

use serde_json::json;

use super::document::{FilledColumn, NONE, left, ratio, right};
use super::records::KeyedValue;
use super::{Block, Column, Document, Records, Render, TextTable};
use crate::results::Host;
use crate::stats::{decimal, percent};

/// What a sweep says of one program, or of all.
///
/// The first slicer is measured by the second. Means are over the criteria that both answered.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRow {
    /// `<language>/<benchmark>`; `None` for all programs.
    pub program: Option<String>,
    /// Number of criteria.
    pub n_criteria: usize,
    /// Criteria that both slicers answered.
    pub n_compared: usize,
    /// Time to build the graph of each slicer, seconds; a sum over programs; `None` where it is not measured.
    pub graph_s: [Option<f64>; 2],
    /// Mean time of a slice of each slicer, seconds.
    pub slice_s: [Option<f64>; 2],
    /// Half the 95 % interval of these means, seconds.
    pub slice_margin_s: [Option<f64>; 2],
    /// Mean time of the first slicer over that of the second.
    pub slowdown: Option<f64>,
    /// Half its 95 % interval, by criterion; `None` below two criteria.
    pub slowdown_margin: Option<f64>,
    /// Mean of `(second - first) / second` in nodes: by how much slices of the first are smaller.
    pub reduction: Option<f64>,
    /// Half its 95 % interval.
    pub reduction_margin: Option<f64>,
    /// Criteria whose first slice is the larger one.
    pub n_larger: usize,
}

/// All rows of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepTable {
    /// Names of the two slicers.
    pub slicers: [String; 2],
    /// Ordered by program, then the row of all programs.
    pub rows: Vec<SweepRow>,
    /// Answers with nodes that are nowhere in their program, by slicer.
    pub n_not_slices: [usize; 2],
    /// Every measurement that was asked for is in it.
    pub complete: bool,
    /// The machine of the times.
    pub host: Host,
}

impl Render for SweepTable {
    fn document(&self) -> Document {
        let [first, second] = &self.slicers;
        let mut blocks = vec![
            Block::Heading(format!("{first} beside {second}")),
            Block::Table(TextTable::new(&COLUMNS, &self.rows)),
            Block::Note(format!(
                "1st: {first}, 2nd: {second}. Means over the criteria that both answered, ± half the 95 % \
                 interval; slowdown: 1st / 2nd; reduction: (2nd - 1st) / 2nd in nodes; larger: criteria whose \
                 1st slice is larger. Graphs of all programs are a sum."
            )),
        ];
        for (name, n_answers) in self.slicers.iter().zip(self.n_not_slices) {
            if n_answers > 0 {
                blocks.push(Block::Note(format!(
                    "Answers of {name} with nodes that are nowhere in their program: {n_answers}."
                )));
            }
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(&self.rows, &RECORD_COLUMNS)
    }
}

/// Columns of the machine-readable rows.
pub(super) const RECORD_COLUMNS: [KeyedValue<SweepRow>; 14] = [
    ("program", |row| json!(row.program)),
    ("criteria", |row| json!(row.n_criteria)),
    ("compared", |row| json!(row.n_compared)),
    ("first_graph_s", |row| json!(row.graph_s[0])),
    ("second_graph_s", |row| json!(row.graph_s[1])),
    ("first_slice_s", |row| json!(row.slice_s[0])),
    ("first_slice_margin_s", |row| json!(row.slice_margin_s[0])),
    ("second_slice_s", |row| json!(row.slice_s[1])),
    ("second_slice_margin_s", |row| json!(row.slice_margin_s[1])),
    ("slowdown", |row| json!(row.slowdown)),
    ("slowdown_margin", |row| json!(row.slowdown_margin)),
    ("reduction", |row| json!(row.reduction)),
    ("reduction_margin", |row| json!(row.reduction_margin)),
    ("larger", |row| json!(row.n_larger)),
];

const COLUMNS: [FilledColumn<SweepRow>; 10] = [
    (Column { squeeze: Some(24), ..left("program", 0) }, |row| {
        row.program.clone().unwrap_or("all".to_owned())
    }),
    (right("criteria", "crit", 0), |row| row.n_criteria.to_string()),
    (right("both", "both", 3), |row| row.n_compared.to_string()),
    (right("graph 1st", "graph 1", 1), |row| duration(row.graph_s[0])),
    (right("graph 2nd", "graph 2", 1), |row| duration(row.graph_s[1])),
    (right("slice 1st", "slice 1", 0), |row| duration(row.slice_s[0])),
    (right("slice 2nd", "slice 2", 0), |row| duration(row.slice_s[1])),
    (right("slowdown", "slower", 0), |row| match (row.slowdown, row.slowdown_margin) {
        (Some(times), Some(margin)) => format!("{} ± {}", decimal(times, 2), decimal(margin, 2)),
        (times, _) => ratio(times),
    }),
    (right("reduction", "reduction", 0), |row| match (row.reduction, row.reduction_margin) {
        (Some(mean), Some(margin)) => format!("{} ± {} %", percent(mean, 1), percent(margin, 1)),
        (Some(mean), None) => format!("{} %", percent(mean, 1)),
        (None, _) => NONE.to_owned(),
    }),
    (right("larger", "larger", 0), |row| row.n_larger.to_string()),
];

/// A time with a unit that fits it.
pub(super) fn duration(seconds: Option<f64>) -> String {
    match seconds {
        None => NONE.to_owned(),
        Some(time) if time < 1e-3 => format!("{:.1} µs", time * 1e6),
        Some(time) if time < 1.0 => format!("{:.2} ms", time * 1e3),
        Some(time) => format!("{time:.2} s"),
    }
}
