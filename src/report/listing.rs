//! A list of things with their properties, such as `list tasks`: one record per thing.

use serde_json::Value;

use super::document::{Align, Block, Column, Document, NONE, TextTable};
use super::{Records, Render, printable};

/// Records that are shown as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The records.
    pub records: Records,
}

impl Render for Listing {
    fn document(&self) -> Document {
        let Records { columns, rows } = &self.records;
        let is_number = |idx: usize| rows.iter().all(|row| row[idx].is_number() || row[idx].is_null());
        let column = |(idx, heading): (usize, &&'static str)| Column {
            heading,
            short: heading,
            align: if !rows.is_empty() && is_number(idx) { Align::Right } else { Align::Left },
            drop: 0,
            squeeze: None,
            group: "",
        };
        let columns = columns.iter().enumerate().map(column).collect();
        let rows = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        Document { blocks: vec![Block::Table(TextTable { columns, rows })] }
    }

    fn records(&self) -> Records {
        self.records.clone()
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => NONE.to_owned(),
        Value::String(text) => printable(text),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
