//! Collections that a small TOML file describes: programs with slices as files, lists of lines or labels of lines, with criteria in
//! JSON or CSV.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::found::{Imported, ImportedProgram, ImportedSlice, file_name, read};
use super::lines::{kept_lines, labelled_lines, n_lines, of_lines, unmarked};
use super::records::{CriterionRow, records};
use crate::error::{self, Place, Problem, Result};
use crate::language::Language;
use crate::suite::{Input, SliceKind};

/// The description, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CollectionDescription {
    format: u32,
    /// File of criteria: JSON with an array of objects, JSON with an object on each line, or CSV with a header line.
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
    /// Kind of the slices: static or dynamic.
    #[serde(default)]
    kind: SliceKind,
    /// Language of programs that are in the criteria and not in files.
    language: Option<String>,
    /// What stands before the labels of a line in a program.
    marker: Option<String>,
    columns: ColumnNames,
}

/// Keys of JSON objects or headings of CSV columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ColumnNames {
    /// File of the program; a name of it where `code` has the text.
    program: Option<String>,
    /// Text of the program.
    code: Option<String>,
    line: String,
    variable: Option<String>,
    occurrence: Option<String>,
    column: Option<String>,
    /// File of the slice.
    slice: Option<String>,
    /// Lines of the slice: numbers and ranges, `1,3-5`.
    lines: Option<String>,
    /// A label for each line of the program: 1 where the slice has it.
    labels: Option<String>,
    /// The label that lines of the slice have behind `marker`.
    label: Option<String>,
    /// Arguments of the input.
    args: Option<String>,
    /// Standard input.
    stdin: Option<String>,
}

/// The only format there is.
const FORMAT: u32 = 1;

/// All programs of a collection with their slices; bad cases go to the list.
pub(super) fn scan(from: &Path, imported: &mut Imported) -> Result<Vec<ImportedProgram>> {
    let text = std::fs::read_to_string(from).map_err(|cause| error::cannot_read(from, &cause))?;
    let description: CollectionDescription = toml::from_str(&text)
        .map_err(|cause| error::import::bad_description(toml_place(from, &text, &cause), cause.message()))?;
    if description.format != FORMAT {
        return Err(error::import::other_format(from, description.format, FORMAT));
    }
    if let Some(what) = description.flaw() {
        return Err(error::import::bad_description(Place::file(from), what));
    }
    let folder = from.parent().unwrap_or(Path::new(""));
    let path = folder.join(&description.criteria);
    let rows = records(&path, &description.records)?;
    let mut collection = DescribedCollection {
        folder,
        path: &path,
        description: &description,
        programs: BTreeMap::new(),
        bad: Vec::new(),
        marks: BTreeMap::new(),
    };
    for (place, row) in rows {
        imported.n_slices += 1;
        if let Err(problem) = collection.take(place, &row) {
            imported.problems.extend(problem);
        }
    }
    Ok(collection.programs.into_values().collect())
}

fn toml_place(path: &Path, text: &str, cause: &toml::de::Error) -> Place {
    cause.span().map_or_else(|| Place::file(path), |span| Place::of_offset(path, text, span.start))
}

impl CollectionDescription {
    /// What is wrong with it as a whole.
    fn flaw(&self) -> Option<&'static str> {
        let ColumnNames { program, code, slice, lines, labels, label, args, stdin, .. } = &self.columns;
        let n_slices = [slice, lines, labels, label].iter().filter(|column| column.is_some()).count();
        if n_slices != 1 {
            return Some("exactly one of `slice`, `lines`, `labels` and `label` says what the slices are");
        }
        if program.is_none() && code.is_none() {
            return Some("`program` or `code` says what the programs are");
        }
        if code.is_some() && self.language.is_none() {
            return Some("`language` is that of programs in `code`");
        }
        if label.is_some() != self.marker.as_ref().is_some_and(|marker| !marker.is_empty()) {
            return Some("`label` and `marker` need each other");
        }
        match self.kind {
            SliceKind::Static => None,
            SliceKind::Dynamic if args.is_some() || stdin.is_some() => None,
            SliceKind::Dynamic => Some("dynamic slices need `args` or `stdin`, the input that they are of"),
            SliceKind::Relevant | SliceKind::Data | SliceKind::Control => {
                Some("`kind` is `static` or `dynamic`")
            }
        }
    }
}

/// A collection while its rows are read.
struct DescribedCollection<'d> {
    folder: &'d Path,
    /// The file of criteria.
    path: &'d Path,
    description: &'d CollectionDescription,
    /// By what the criteria call them, else by their texts.
    programs: BTreeMap<String, ImportedProgram>,
    /// Those that cannot be read, which has been said.
    bad: Vec<String>,
    /// Lines that labels mark in a program.
    marks: BTreeMap<String, BTreeMap<String, Vec<usize>>>,
}

impl DescribedCollection<'_> {
    /// Takes in a row; the problem where it is left out, none where it has been told.
    fn take(&mut self, place: Place, row: &CriterionRow) -> std::result::Result<(), Option<Problem>> {
        let columns = &self.description.columns;
        let missing = |column: &str| error::import::no_column(place.clone(), column);
        let key = self.key(row).map_err(missing)?;
        let line = row.text(&columns.line).and_then(|line| line.trim().parse().ok());
        let line = line.ok_or_else(|| missing(&columns.line))?;
        if self.bad.contains(&key) {
            return Err(None);
        }
        if !self.programs.contains_key(&key) {
            match self.program(&key, row) {
                Ok(program) => drop(self.programs.insert(key.clone(), program)),
                Err(problem) => {
                    self.bad.push(key);
                    return Err(Some(problem));
                }
            }
        }
        let input = self.input(row).map_err(|column| error::import::bad_words(place.clone(), column))?;
        let program = self.programs.get_mut(&key).expect("it was just put there");
        let (path, text) = {
            let (marks, program) = (self.marks.get(&key), &*program);
            slice_text(self.description, (self.folder, self.path), program, marks, &place, row)?
        };
        let input_idx = input.map(|input| program.input_idx(input));
        let number =
            |column: &Option<String>| row.text_of(column.as_ref()).and_then(|text| text.trim().parse().ok());
        program.slices.push(ImportedSlice {
            path,
            place,
            line,
            variable: row.text_of(columns.variable.as_ref()),
            occurrence: number(&columns.occurrence),
            column: number(&columns.column),
            text,
            input_idx: input_idx.filter(|_| self.description.kind == SliceKind::Dynamic),
        });
        Ok(())
    }

    /// What tells programs apart; the column that is missing.
    fn key(&self, row: &CriterionRow) -> std::result::Result<String, &str> {
        let ColumnNames { program, code, .. } = &self.description.columns;
        let column = program.as_ref().or(code.as_ref()).map_or("", String::as_str);
        row.text(column).ok_or(column)
    }

    fn program(&mut self, key: &str, row: &CriterionRow) -> std::result::Result<ImportedProgram, Problem> {
        let CollectionDescription { columns, language, marker, programs, .. } = self.description;
        let (file, language, text) = match &columns.code {
            Some(code) => {
                let name = columns.program.is_some().then(|| file_name(Path::new(key)));
                let name = name.unwrap_or_else(|| format!("program-{}", self.programs.len() + 1));
                let named = language.as_deref().unwrap_or_default();
                let language: Language = named
                    .parse()
                    .map_err(|_| error::import::unknown_language(Place::file(self.path), named))?;
                let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
                (format!("{stem}.{}", language.extension()), language, row.whole_text(code))
            }
            None => {
                let path = self.folder.join(programs).join(key);
                (file_name(&path), Language::of_file(&path), read(&path)?)
            }
        };
        let text = match marker {
            Some(marker) => {
                let (plain, marks) = unmarked(&text, marker);
                self.marks.insert(key.to_owned(), marks);
                plain
            }
            None => text,
        };
        let stem = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = stem.to_lowercase().replace('_', "-");
        let title = format!("Program {stem}");
        Ok(ImportedProgram { name, title, language, file, text, inputs: Vec::new(), slices: Vec::new() })
    }

    /// The input of a row; the column where it cannot be read, `None` where there is none.
    fn input(&self, row: &CriterionRow) -> std::result::Result<Option<Input>, &str> {
        let ColumnNames { args, stdin, .. } = &self.description.columns;
        if args.is_none() && stdin.is_none() {
            return Ok(None);
        }
        let args = args.as_deref().map_or(Ok(Vec::new()), |column| row.words(column).ok_or(column))?;
        let stdin = stdin.as_deref().map(|column| row.whole_text(column)).unwrap_or_default();
        Ok(Some(Input { args, stdin }))
    }
}

/// The text of the slice of a row, and the file that has it.
fn slice_text(
    description: &CollectionDescription,
    (folder, criteria): (&Path, &Path),
    program: &ImportedProgram,
    marks: Option<&BTreeMap<String, Vec<usize>>>,
    place: &Place,
    row: &CriterionRow,
) -> std::result::Result<(PathBuf, String), Problem> {
    let ColumnNames { slice, lines, labels, label, .. } = &description.columns;
    let column = [slice, lines, labels, label].into_iter().flatten().next().map_or("", String::as_str);
    let value = row.text(column).ok_or_else(|| error::import::no_column(place.clone(), column))?;
    if slice.is_some() {
        let path = folder.join(&description.slices).join(&value);
        return read(&path).map(|text| (path, text));
    }
    let kept = if lines.is_some() {
        kept_lines(&value).ok_or_else(|| error::import::bad_lines(place.clone(), &value))?
    } else if labels.is_some() {
        labelled_lines(&value, n_lines(&program.text))
            .map_err(|why| error::import::bad_labels(place.clone(), &why))?
    } else {
        let marked = marks.and_then(|marks| marks.get(&value)).cloned();
        marked.ok_or_else(|| error::import::no_marked_line(place.clone(), &value, &program.file))?
    };
    Ok((criteria.to_owned(), of_lines(program, &kept)))
}
