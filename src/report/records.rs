//! Rows for machines: named columns, values unrounded.

use serde_json::{Map, Value};

/// Records with the same keys, in a fixed order.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// Column names, in order.
    pub columns: Vec<&'static str>,
    /// One value per column; lists are arrays of strings.
    pub rows: Vec<Vec<Value>>,
}

/// The key of a column, and how a row gets its value.
pub(super) type KeyedValue<R> = (&'static str, fn(&R) -> Value);

impl Records {
    pub(super) fn new<'r, R: 'r>(
        rows: impl IntoIterator<Item = &'r R>,
        columns: &[KeyedValue<R>],
    ) -> Records {
        let values = |row: &R| columns.iter().map(|(_, value)| value(row)).collect();
        Records {
            columns: columns.iter().map(|(key, _)| *key).collect(),
            rows: rows.into_iter().map(values).collect(),
        }
    }

    /// The rows as objects whose keys are in the order of the columns.
    pub fn objects(&self) -> impl Iterator<Item = Map<String, Value>> + '_ {
        self.rows.iter().map(|row| {
            self.columns.iter().map(|column| (*column).to_owned()).zip(row.iter().cloned()).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::KeyedValue;
    use crate::report::{Row, comparison, history, slice_sizes, sweep};

    fn read(path: &str) -> String {
        std::fs::read_to_string(format!("{}/docs/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    fn keys<R>(columns: &[KeyedValue<R>]) -> Vec<&'static str> {
        columns.iter().map(|(key, _)| *key).collect()
    }

    /// The words in backticks in a cell of each row of the first table of a section of docs/FORMATS.md.
    fn documented_keys(heading: &str, cell_idx: usize) -> Vec<String> {
        let text = read("FORMATS.md");
        let section = text.split("\n## ").find(|section| section.starts_with(heading)).unwrap();
        let table = section.split("\n|---").nth(1).unwrap();
        let rows = table.lines().skip(1).map_while(|line| line.strip_prefix("| "));
        let cells = rows.filter_map(|row| row.split(" | ").nth(cell_idx));
        cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    fn schema_keys(name: &str) -> Vec<String> {
        let schema: Value = serde_json::from_str(&read(&format!("schema/{name}.schema.json"))).unwrap();
        let items = &schema["items"];
        let keys: Vec<String> = items["properties"].as_object().unwrap().keys().cloned().collect();
        let required: Vec<&str> =
            items["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
        assert_eq!(keys, required, "{name}: every key is always there");
        keys
    }

    #[test]
    fn schemas_and_documents_have_the_columns_that_are_written() {
        assert_eq!(schema_keys("grades"), keys(&Row::COLUMNS));
        assert_eq!(documented_keys("Grades\n", 0), keys(&Row::COLUMNS));
        assert_eq!(schema_keys("comparison"), keys(&comparison::RECORD_COLUMNS));
        assert_eq!(documented_keys("Comparisons\n", 0), keys(&comparison::RECORD_COLUMNS));
        let formats = read("FORMATS.md").replace('\n', " ");
        assert!(formats.contains(&format!("`{}`", keys(&history::RECORD_COLUMNS).join(" "))));
        let sweeps = formats.split(" ## Sweeps ").nth(1).unwrap();
        for key in keys(&sweep::RECORD_COLUMNS).into_iter().chain(keys(&slice_sizes::RECORD_COLUMNS)) {
            assert!(sweeps.contains(&format!("`{key}`")), "{key}");
        }
    }
}
