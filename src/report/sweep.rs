//! A sweep as a table: one row per program, or per range of sizes, and one for all of them.

use serde_json::json;

use super::document::{FilledColumn, NONE, left, ratio, right};
use super::records::KeyedValue;
use super::{Block, Column, Document, Records, Render, TextTable};
use crate::results::Host;
use crate::stats::{decimal, percent};

/// What a sweep says of one program, of slices of one range of sizes, or of all.
///
/// The first slicer is measured by the second. Means are over the criteria that both answered.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRow {
    /// `<language>/<benchmark>`; `None` for all programs.
    pub program: Option<String>,
    /// From how many nodes of the second's slice on, and below how many; `None` for all sizes.
    pub range: Option<(usize, usize)>,
    /// Number of criteria.
    pub n_criteria: usize,
    /// Criteria that both slicers answered.
    pub n_compared: usize,
    /// Time to build the graph of each slicer, seconds; a sum over programs; `None` where it is not measured.
    pub graph_s: [Option<f64>; 2],
    /// Mean time of a slice of each slicer, seconds.
    pub slice_s: [Option<f64>; 2],
    /// Half the interval of these means, seconds: of 95 %, in rows of ranges of 99 %, as all margins.
    pub slice_margin_s: [Option<f64>; 2],
    /// Mean size of a slice of each slicer, nodes.
    pub nodes: [Option<f64>; 2],
    /// Mean time of the first slicer over that of the second.
    pub slowdown: Option<f64>,
    /// Half its interval, by criterion; `None` below two criteria.
    pub slowdown_margin: Option<f64>,
    /// Mean of `(second - first) / second` in nodes: by how much slices of the first are smaller.
    pub reduction: Option<f64>,
    /// Half its interval.
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
    /// Ordered by range of the second's slices, then the row of all.
    pub ranges: Vec<SweepRow>,
    /// Answers with nodes that are nowhere in their program, by slicer.
    pub n_not_slices: [usize; 2],
    /// Criteria are only variables with objects that reach the result of their function.
    pub only_objects: bool,
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
                 interval; slowdown: 1st / 2nd; size: nodes; reduction: (2nd - 1st) / 2nd in nodes; larger: criteria \
                 whose 1st slice is larger. Graphs of all programs are a sum."
            )),
        ];
        blocks.extend(self.foreign());
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(&self.rows, &RECORD_COLUMNS)
    }
}

impl SweepTable {
    /// Says whose answers are no slices.
    fn foreign(&self) -> impl Iterator<Item = Block> + '_ {
        let answers = self.slicers.iter().zip(self.n_not_slices).filter(|(_, n_answers)| *n_answers > 0);
        answers.map(|(name, n_answers)| {
            Block::Note(format!(
                "Answers of {name} with nodes that are nowhere in their program: {n_answers}."
            ))
        })
    }
}

/// The rows of a sweep by size of the second's slices.
///
/// Source: the columns are those of Pérez Rubio, "Analysis Techniques for Software Maintenance", 2023, chapter 3.
#[derive(Clone, Copy, Debug)]
pub struct SweepRanges<'t>(
    /// The sweep.
    pub &'t SweepTable,
);

impl Render for SweepRanges<'_> {
    fn document(&self) -> Document {
        let table = self.0;
        let [first, second] = &table.slicers;
        let mut blocks = vec![
            Block::Heading(format!("{first} beside {second}, by size")),
            Block::Table(TextTable::new(&RANGE_COLUMNS, &table.ranges)),
            Block::Note(format!(
                "1st: {first}, 2nd: {second}. Nodes: of slices of {second}. Means over the criteria that both \
                 answered, ± half the 99 % interval; slowdown: 1st / 2nd; size: nodes; reduction: (2nd - 1st) / 2nd \
                 in nodes. Graphs: a sum over all programs."
            )),
        ];
        blocks.extend(table.foreign());
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(&self.0.ranges, &RECORD_COLUMNS)
    }
}

/// Columns of the machine-readable rows.
pub(super) const RECORD_COLUMNS: [KeyedValue<SweepRow>; 18] = [
    ("program", |row| json!(row.program)),
    ("from_nodes", |row| json!(row.range.map(|range| range.0))),
    ("below_nodes", |row| json!(row.range.map(|range| range.1))),
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
    ("first_nodes", |row| json!(row.nodes[0])),
    ("second_nodes", |row| json!(row.nodes[1])),
    ("reduction", |row| json!(row.reduction)),
    ("reduction_margin", |row| json!(row.reduction_margin)),
    ("larger", |row| json!(row.n_larger)),
];

const COLUMNS: [FilledColumn<SweepRow>; 12] = [
    (Column { squeeze: Some(24), ..left("program", 0) }, |row| {
        row.program.clone().unwrap_or("all".to_owned())
    }),
    (right("criteria", "crit", 0), |row| row.n_criteria.to_string()),
    (right("both", "both", 3), |row| row.n_compared.to_string()),
    (right("graph 1st", "graph 1", 1), |row| duration(row.graph_s[0])),
    (right("graph 2nd", "graph 2", 1), |row| duration(row.graph_s[1])),
    (right("slice 1st", "slice 1", 0), |row| duration(row.slice_s[0])),
    (right("slice 2nd", "slice 2", 0), |row| duration(row.slice_s[1])),
    (right("slowdown", "slower", 0), slowdown),
    (right("size 1st", "size 1", 2), |row| size(row.nodes[0])),
    (right("size 2nd", "size 2", 2), |row| size(row.nodes[1])),
    (right("reduction", "reduction", 0), reduction),
    (right("larger", "larger", 0), |row| row.n_larger.to_string()),
];

const RANGE_COLUMNS: [FilledColumn<SweepRow>; 10] = [
    (left("nodes", 0), range),
    (right("criteria", "crit", 0), |row| row.n_compared.to_string()),
    (right("graph 1st", "graph 1", 2), |row| duration(row.graph_s[0])),
    (right("graph 2nd", "graph 2", 2), |row| duration(row.graph_s[1])),
    (right("slice 1st", "slice 1", 0), |row| with_margin(row.slice_s[0], row.slice_margin_s[0])),
    (right("slice 2nd", "slice 2", 0), |row| with_margin(row.slice_s[1], row.slice_margin_s[1])),
    (right("slowdown", "slower", 0), slowdown),
    (right("size 1st", "size 1", 1), |row| size(row.nodes[0])),
    (right("size 2nd", "size 2", 1), |row| size(row.nodes[1])),
    (right("reduction", "reduction", 0), reduction),
];

fn range(row: &SweepRow) -> String {
    row.range.map_or("all".to_owned(), |(from, below)| format!("{from}–{}", below - 1))
}

fn slowdown(row: &SweepRow) -> String {
    match (row.slowdown, row.slowdown_margin) {
        (Some(times), Some(margin)) => format!("{} ± {}", decimal(times, 2), decimal(margin, 2)),
        (times, _) => ratio(times),
    }
}

fn reduction(row: &SweepRow) -> String {
    match (row.reduction, row.reduction_margin) {
        (Some(mean), Some(margin)) => format!("{} ± {} %", percent(mean, 1), percent(margin, 1)),
        (Some(mean), None) => format!("{} %", percent(mean, 1)),
        (None, _) => NONE.to_owned(),
    }
}

fn size(nodes: Option<f64>) -> String {
    nodes.map_or(NONE.to_owned(), |nodes| decimal(nodes, 1))
}

fn with_margin(seconds: Option<f64>, margin: Option<f64>) -> String {
    match margin {
        Some(margin) => format!("{} ± {}", duration(seconds), duration(Some(margin))),
        None => duration(seconds),
    }
}

/// A time with a unit that fits it.
pub(super) fn duration(seconds: Option<f64>) -> String {
    match seconds {
        None => NONE.to_owned(),
        Some(time) if time < 1e-3 => format!("{:.1} µs", time * 1e6),
        Some(time) if time < 1.0 => format!("{:.2} ms", time * 1e3),
        Some(time) => format!("{time:.2} s"),
    }
}
