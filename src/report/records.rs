//! Rows for machines: named columns, values unrounded.

use serde_json::{Map, Value};

use super::Row;

/// Records with the same keys, in a fixed order.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// Column names, in order.
    pub columns: Vec<&'static str>,
    /// One value per column; lists are arrays of strings.
    pub rows: Vec<Vec<Value>>,
}

/// Columns of grades, as published in `docs/schema/grades.schema.json`.
const GRADE_COLUMNS: [&str; 21] = [
    "task",
    "nodes",
    "gold_nodes",
    "slice_nodes",
    "kept",
    "missing",
    "surplus",
    "residue",
    "invented",
    "recall",
    "precision",
    "f1",
    "f1_min",
    "f1_max",
    "status",
    "reason",
    "verdict",
    "behaviour",
    "granularity",
    "evidence",
    "wall_s",
];

impl Records {
    pub(super) fn of_rows(rows: &[Row]) -> Records {
        let values = |row: &Row| match serde_json::to_value(row) {
            Ok(Value::Object(mut object)) => GRADE_COLUMNS
                .iter()
                .map(|column| object.remove(*column).expect("a row has every published column"))
                .collect(),
            _ => unreachable!("a row serialises as an object"),
        };
        Records { columns: GRADE_COLUMNS.to_vec(), rows: rows.iter().map(values).collect() }
    }

    /// The rows as objects whose keys are in the order of the columns.
    pub fn objects(&self) -> impl Iterator<Item = Map<String, Value>> + '_ {
        self.rows.iter().map(|row| {
            self.columns.iter().map(|column| (*column).to_owned()).zip(row.iter().cloned()).collect()
        })
    }
}
