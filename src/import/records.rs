//! Rows of criteria: CSV with a header line, JSON with an array of objects, or JSON with an object on each line.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::found::read;
use crate::error::{self, Place, Result};

/// A row by its columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CriterionRow(BTreeMap<String, Value>);

impl CriterionRow {
    /// What is in a column, as a cell of CSV would have it; `None` where nothing is.
    pub(super) fn text(&self, column: &str) -> Option<String> {
        self.0.get(column).map(cell).filter(|text| !text.is_empty())
    }

    /// The same of a column that need not be asked for.
    pub(super) fn text_of(&self, column: Option<&String>) -> Option<String> {
        column.and_then(|column| self.text(column))
    }

    /// Words: those of a list, or of a text as of a command line; `None` where a quote is left open.
    pub(super) fn words(&self, column: &str) -> Option<Vec<String>> {
        match self.0.get(column) {
            Some(Value::Array(items)) => Some(items.iter().map(cell).collect()),
            other => crate::suite::words(&other.map(cell).unwrap_or_default()),
        }
    }

    /// A text as it is, also an empty one.
    pub(super) fn whole_text(&self, column: &str) -> String {
        self.0.get(column).map(cell).unwrap_or_default()
    }
}

/// The rows of a file, each with where it is written; `pointer` says where in JSON the array is.
pub(super) fn records(path: &Path, pointer: &str) -> Result<Vec<(Place, CriterionRow)>> {
    let text = read(path).map_err(|problem| error::import::bad_criteria(path, &problem.message))?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => from_json(path, &text, pointer),
        Some("jsonl" | "ndjson") => from_lines(path, &text),
        _ => from_csv(path, &text),
    }
}

fn from_csv(path: &Path, text: &str) -> Result<Vec<(Place, CriterionRow)>> {
    let rows = csv_rows(text).ok_or_else(|| error::import::bad_criteria(path, "a quote does not end"))?;
    let mut rows = rows.into_iter();
    let head = rows.next().map(|(_, cells)| cells).unwrap_or_default();
    let row = |(line, cells): (usize, Vec<String>)| {
        let cells = cells.into_iter().map(Value::String);
        (Place::at(path, line, 0), CriterionRow(head.iter().cloned().zip(cells).collect()))
    };
    Ok(rows.map(row).collect())
}

fn from_json(path: &Path, text: &str, pointer: &str) -> Result<Vec<(Place, CriterionRow)>> {
    let all: Value =
        serde_json::from_str(text).map_err(|cause| error::import::bad_criteria(path, &cause.to_string()))?;
    let found = all.pointer(pointer).and_then(Value::as_array);
    let found = found.ok_or_else(|| error::import::bad_criteria(path, "there is no array of objects"))?;
    Ok(found.iter().map(|value| (Place::file(path), object(value))).collect())
}

fn from_lines(path: &Path, text: &str) -> Result<Vec<(Place, CriterionRow)>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let row = |(idx, line): (usize, &str)| {
        let value: Value = serde_json::from_str(line)
            .map_err(|cause| error::import::bad_criteria(path, &format!("line {}: {cause}", idx + 1)))?;
        Ok((Place::at(path, idx + 1, 0), object(&value)))
    };
    lines.map(row).collect()
}

fn object(value: &Value) -> CriterionRow {
    let pairs = value.as_object().into_iter().flatten();
    CriterionRow(pairs.map(|(key, value)| (key.clone(), value.clone())).collect())
}

/// A value as a cell of CSV would have it.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Rows of RFC 4180 that are not empty, each with its first line; `None` where a quote does not end.
fn csv_rows(text: &str) -> Option<Vec<(usize, Vec<String>)>> {
    let mut rows = Vec::new();
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let (mut line, mut first) = (1, 1);
    let mut chars = text.chars().filter(|&c| c != '\r').chain(['\n']).peekable();
    while let Some(c) = chars.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            // The last line end is ours.
            '\n' if is_quoted && chars.peek().is_none() => return None,
            '\n' if !is_quoted => {
                cells.push(std::mem::take(&mut cell).trim().to_owned());
                let row = std::mem::take(&mut cells);
                if row.iter().any(|cell| !cell.is_empty()) {
                    rows.push((first, row));
                }
                first = line;
            }
            c => cell.push(c),
        }
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_parted_by_commas_outside_of_quotes() {
        let rows = csv_rows("a,b\r\n\"x,\"\"y\"\"\n\", 2\n\n3,").unwrap();
        let cells = |row: &[&str]| row.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        assert_eq!(rows, [(1, cells(&["a", "b"])), (2, cells(&["x,\"y\"", "2"])), (5, cells(&["3", ""]))]);
        assert_eq!(csv_rows("\"a"), None);
    }

    #[test]
    fn a_value_of_json_is_a_cell_and_a_list_is_words() {
        let row =
            object(&serde_json::json!({"a": ["x y", 2], "b": "'x y' 2", "c": null, "d": "'", "e": true}));
        assert_eq!(row.text("a"), Some("x y,2".to_owned()));
        assert_eq!(row.text("e"), Some("true".to_owned()));
        assert_eq!((row.text("c"), row.text("missing")), (None, None));
        let words = ["x y".to_owned(), "2".to_owned()];
        assert_eq!((row.words("a"), row.words("b")), (Some(words.to_vec()), Some(words.to_vec())));
        assert_eq!((row.words("d"), row.words("missing")), (None, Some(Vec::new())));
    }
}
