//! The layout of JavaSlicer's regression tests: beside each program, a list of criteria and a file per slice.

use std::path::{Path, PathBuf};

use super::found::{Imported, ImportedProgram, ImportedSlice, entries, file_name, read};
use crate::error::{self, Place, Result};
use crate::language::Language;

const CRITERION: &str = ".sdg.criterion";
const SLICED: &str = ".sdg.sliced";

/// All programs of a collection, at any depth, with their slices; bad cases go to the list.
pub(super) fn scan(from: &Path, imported: &mut Imported) -> Result<Vec<ImportedProgram>> {
    let mut programs = Vec::new();
    let files = entries(from).map_err(|cause| error::cannot_read(from, &cause))?;
    scan_folder(files, "", imported, &mut programs);
    Ok(programs)
}

fn scan_folder(
    paths: Vec<PathBuf>,
    prefix: &str,
    imported: &mut Imported,
    programs: &mut Vec<ImportedProgram>,
) {
    for path in &paths {
        let name = file_name(path);
        if path.is_dir() {
            match entries(path) {
                Ok(inner) => scan_folder(inner, &format!("{prefix}{name}-"), imported, programs),
                Err(cause) => imported.problems.push(error::suite::unreadable(path, &cause)),
            }
        } else if let Some(java) = name.strip_suffix(CRITERION) {
            let java = path.with_file_name(java);
            programs.extend(program(&java, path, prefix, imported));
        } else if let Some(java) = name.strip_suffix(SLICED) {
            let criteria = path.with_file_name(format!("{java}{CRITERION}"));
            if !paths.contains(&criteria) {
                imported.n_slices += 1;
                imported.problems.push(error::import::no_criterion_file(path, &criteria));
            }
        }
    }
}

fn program(java: &Path, criteria: &Path, prefix: &str, imported: &mut Imported) -> Option<ImportedProgram> {
    let list = read(criteria).map_err(|problem| imported.problems.push(problem)).ok()?;
    let lines: Vec<(usize, &str)> =
        list.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    imported.n_slices += lines.len();
    if !java.is_file() {
        imported.problems.push(error::import::no_original(criteria, java));
        return None;
    }
    let text = read(java).map_err(|problem| imported.problems.push(problem)).ok()?;
    let mut slices = Vec::new();
    for (slice_idx, (line_idx, line)) in lines.into_iter().enumerate() {
        let place = Place::at(criteria, line_idx + 1, 1);
        slices.extend(slice(java, slice_idx, place, line, imported));
    }
    let file = file_name(java);
    let stem = file.strip_suffix(".java").unwrap_or(&file);
    let name = format!("{prefix}{stem}");
    let title = format!("JavaSlicer program {name}");
    Some(ImportedProgram { name, title, language: Language::Java, file, text, inputs: Vec::new(), slices })
}

/// The slice of a criterion by its place in the list; `None` with a problem when something is bad.
fn slice(
    java: &Path,
    slice_idx: usize,
    place: Place,
    criterion: &str,
    imported: &mut Imported,
) -> Option<ImportedSlice> {
    let Some((line, variable)) = parse(criterion) else {
        imported.problems.push(error::import::bad_criterion(place, criterion.trim()));
        return None;
    };
    let number = if slice_idx == 0 { String::new() } else { format!(".{slice_idx}") };
    let path = java.with_file_name(format!("{}{SLICED}{number}", file_name(java)));
    if !path.exists() {
        imported.problems.push(error::import::no_slice(place, &path));
        return None;
    }
    let text = read(&path).map_err(|problem| imported.problems.push(problem)).ok()?;
    Some(ImportedSlice { path, place, line, variable, occurrence: None, column: None, text, input_idx: None })
}

/// `13 sum`, or `10` alone.
fn parse(criterion: &str) -> Option<(usize, Option<String>)> {
    let mut words = criterion.split_whitespace();
    let line = words.next()?.parse().ok()?;
    let variable = words.next().map(str::to_owned);
    words.next().is_none().then_some((line, variable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_criterion_is_a_line_and_perhaps_a_variable() {
        assert_eq!(parse("13 sum"), Some((13, Some("sum".to_owned()))));
        assert_eq!(parse(" 10 "), Some((10, None)));
        assert_eq!(parse("sum 13"), None);
        assert_eq!(parse("13 sum x"), None);
        assert_eq!(parse(""), None);
    }
}
