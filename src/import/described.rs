//! Collections that a small TOML file describes: pairs of files, or lists of lines, with criteria in JSON or CSV.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::found::{Imported, ImportedProgram, ImportedSlice, file_name, read};
use crate::ast::{NodeSet, SourceFile, Tree};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages;

/// The description, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CollectionDescription {
    format: u32,
    /// File of criteria: JSON with an array of objects, or CSV with a header line.
    criteria: PathBuf,
    /// Where the array is in JSON, as a JSON pointer.
    #[serde(default)]
    records: String,
    /// Folder of programs.
    #[serde(default)]
    programs: PathBuf,
    /// Folder of slices.
    #[serde(default)]
    slices: PathBuf,
    columns: ColumnNames,
}

/// Keys of JSON objects or headings of CSV columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ColumnNames {
    program: String,
    line: String,
    variable: Option<String>,
    occurrence: Option<String>,
    column: Option<String>,
    /// File of the slice.
    slice: Option<String>,
    /// Lines of the slice: numbers and ranges, `1,3-5`.
    lines: Option<String>,
}

/// The only format there is.
const FORMAT: u32 = 1;

/// All programs of a collection with their slices; bad cases go to the list.
pub(super) fn scan(from: &Path, imported: &mut Imported) -> Result<Vec<ImportedProgram>> {
    let described = std::fs::read_to_string(from).map_err(|cause| error::cannot_read(from, &cause))?;
    let description: CollectionDescription = toml::from_str(&described).map_err(|cause| {
        error::import::bad_description(toml_place(from, &described, &cause), cause.message())
    })?;
    let CollectionDescription { format, columns, .. } = &description;
    if *format != FORMAT {
        return Err(error::import::other_format(from, *format, FORMAT));
    }
    if columns.slice.is_some() == columns.lines.is_some() {
        let what = "exactly one of `slice` and `lines` says what the slices are";
        return Err(error::import::bad_description(Place::file(from), what));
    }
    let folder = from.parent().unwrap_or(Path::new(""));
    let path = folder.join(&description.criteria);
    let rows = records(&path, &description.records)?;
    let mut programs: BTreeMap<String, ImportedProgram> = BTreeMap::new();
    let mut bad_programs: Vec<String> = Vec::new();
    for (place, row) in rows {
        imported.n_slices += 1;
        let text =
            |name: &Option<String>| name.as_ref().and_then(|name| row.get(name)).filter(|it| !it.is_empty());
        let Some(name) = row.get(&columns.program).filter(|name| !name.is_empty()) else {
            imported.problems.push(error::import::no_column(place, &columns.program));
            continue;
        };
        let Some(line) = row.get(&columns.line).and_then(|line| line.trim().parse().ok()) else {
            imported.problems.push(error::import::no_column(place, &columns.line));
            continue;
        };
        if bad_programs.contains(name) {
            continue;
        }
        if !programs.contains_key(name) {
            match program(&folder.join(&description.programs).join(name)) {
                Ok(program) => drop(programs.insert(name.clone(), program)),
                Err(problem) => {
                    imported.problems.push(problem);
                    bad_programs.push(name.clone());
                    continue;
                }
            }
        }
        let program = programs.get_mut(name).expect("it was just put there");
        let number = |name: &Option<String>| text(name).and_then(|text| text.trim().parse().ok());
        let slice = match (text(&columns.slice), text(&columns.lines)) {
            (Some(file), _) => {
                let path = folder.join(&description.slices).join(file);
                read(&path).map(|text| (path, text))
            }
            (_, Some(lines)) => match kept_lines(lines) {
                Some(lines) => Ok((path.clone(), of_lines(program, &lines))),
                None => Err(error::import::bad_lines(place.clone(), lines)),
            },
            _ => {
                let missing = columns.slice.as_ref().or(columns.lines.as_ref());
                let missing = missing.map_or("", String::as_str);
                Err(error::import::no_column(place.clone(), missing))
            }
        };
        match slice {
            Err(problem) => imported.problems.push(problem),
            Ok((path, slice_text)) => program.slices.push(ImportedSlice {
                path,
                place,
                line,
                variable: text(&columns.variable).cloned(),
                occurrence: number(&columns.occurrence),
                column: number(&columns.column),
                text: slice_text,
            }),
        }
    }
    Ok(programs.into_values().collect())
}

fn toml_place(path: &Path, text: &str, cause: &toml::de::Error) -> Place {
    cause.span().map_or_else(|| Place::file(path), |span| Place::of_offset(path, text, span.start))
}

fn program(path: &Path) -> std::result::Result<ImportedProgram, crate::error::Problem> {
    let file = file_name(path);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = stem.to_lowercase().replace('_', "-");
    let title = format!("Program {stem}");
    let (language, text) = (Language::of_file(path), read(path)?);
    Ok(ImportedProgram { name, title, language, file, text, slices: Vec::new() })
}

/// Numbers and ranges of lines: `1,3-5`, also with blanks or brackets.
fn kept_lines(text: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let words = text.split([',', ' ', ';', '[', ']']).filter(|word| !word.is_empty());
    for word in words {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        found.extend((first <= last && last - first < 1_000_000).then_some(first..=last)?);
    }
    Some(found)
}

/// The program with everything deleted that begins on no such line; what encloses something that stays does, too.
fn of_lines(program: &ImportedProgram, lines: &[usize]) -> String {
    let tree = Tree::parse(program.language, &[SourceFile::new(&program.file, program.text.as_str())]);
    let is_kept = |node: &u32| tree.is_counted(*node) && lines.contains(&tree.line(*node));
    let keep: NodeSet = tree.ids().filter(is_kept).collect();
    languages::text_of(&tree, &keep).into_iter().next().map(|file| file.text).unwrap_or_default()
}

type CriterionRow = BTreeMap<String, String>;

/// The criteria with where each is written.
fn records(path: &Path, pointer: &str) -> Result<Vec<(Place, CriterionRow)>> {
    let text = read(path).map_err(|problem| error::import::bad_criteria(path, &problem.message))?;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    if !is_json {
        let rows =
            csv_rows(&text).ok_or_else(|| error::import::bad_criteria(path, "a quote does not end"))?;
        let mut rows = rows.into_iter();
        let head = rows.next().map(|(_, cells)| cells).unwrap_or_default();
        let row = |(line, cells): (usize, Vec<String>)| {
            (Place::at(path, line, 0), head.iter().cloned().zip(cells).collect())
        };
        return Ok(rows.map(row).collect());
    }
    let all: Value =
        serde_json::from_str(&text).map_err(|cause| error::import::bad_criteria(path, &cause.to_string()))?;
    let found = all.pointer(pointer).and_then(Value::as_array);
    let found = found.ok_or_else(|| error::import::bad_criteria(path, "there is no array of objects"))?;
    let row = |value: &Value| {
        let pairs = value.as_object().into_iter().flatten();
        (Place::file(path), pairs.map(|(key, value)| (key.clone(), cell(value))).collect())
    };
    Ok(found.iter().map(row).collect())
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
    fn lines_are_numbers_and_ranges() {
        assert_eq!(kept_lines("[1, 3-5]"), Some(vec![1, 3, 4, 5]));
        assert_eq!(kept_lines(""), Some(Vec::new()));
        for wrong in ["a", "5-3", "1-", "-2"] {
            assert_eq!(kept_lines(wrong), None, "{wrong}");
        }
    }
}
