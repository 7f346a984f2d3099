//! Tests of flowR: calls of `assertSliced` in TypeScript, each with an R program, slicing criteria, and the slice that is expected.

use std::path::Path;

use super::found::{Imported, ImportedProgram, ImportedSlice, entries, file_name, read};
use super::typescript::{TextConstants, WrittenCall, calls};
use crate::ast::{SourceFile, Tree};
use crate::error::{self, Place, Problem, Result};
use crate::language::Language;

/// The function that asserts what a slice is.
const ASSERTION: &str = "assertSliced";

/// The function that gives an assertion its name.
const LABEL: &str = "label";

/// All programs of a file, or of the files in a folder at any depth; bad cases go to the list.
pub(super) fn scan(from: &Path, imported: &mut Imported) -> Result<Vec<ImportedProgram>> {
    let mut programs = Vec::new();
    if from.is_file() {
        scan_file(from, "", imported, &mut programs);
    } else {
        scan_folder(from, "", imported, &mut programs).map_err(|cause| error::cannot_read(from, &cause))?;
    }
    Ok(programs)
}

fn scan_folder(
    folder: &Path,
    prefix: &str,
    imported: &mut Imported,
    programs: &mut Vec<ImportedProgram>,
) -> std::io::Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            let inner = format!("{prefix}{}-", file_name(&path));
            if let Err(cause) = scan_folder(&path, &inner, imported, programs) {
                imported.problems.push(error::suite::unreadable(&path, &cause));
            }
        } else if path.extension().is_some_and(|extension| extension == "ts") {
            scan_file(&path, prefix, imported, programs);
        }
    }
    Ok(())
}

/// An assertion in words that are read.
struct ReadAssertion {
    label: Option<String>,
    program: String,
    criterion: String,
    slice: String,
}

fn scan_file(path: &Path, prefix: &str, imported: &mut Imported, programs: &mut Vec<ImportedProgram>) {
    let text = match read(path) {
        Ok(text) => text,
        Err(problem) => return imported.problems.push(problem),
    };
    let constants = TextConstants::of(&text);
    let first = programs.len();
    for call in calls(&text, ASSERTION) {
        imported.n_slices += 1;
        let place = Place::of_offset(path, &text, call.offset);
        let read = assertion(&text, &constants, &call, &place);
        let slice = read.and_then(|assertion| Ok((slice(path, &assertion, place)?, assertion)));
        let (slice, assertion) = match slice {
            Ok(read) => read,
            Err(problem) => {
                imported.problems.push(problem);
                continue;
            }
        };
        let known = programs[first..].iter().position(|program| program.text == assertion.program);
        let idx = known.map_or(programs.len(), |idx| first + idx);
        if idx == programs.len() {
            let name = format!("{prefix}{}-{}", stem(path), idx + 1 - first);
            programs.push(program(name, &assertion));
        }
        programs[idx].slices.push(slice);
    }
}

/// `static-program-slices` of `static-program-slices.test.ts`.
fn stem(path: &Path) -> String {
    let name = file_name(path);
    name.split('.').next().unwrap_or_default().to_owned()
}

fn program(name: String, assertion: &ReadAssertion) -> ImportedProgram {
    let label = assertion.label.as_deref().unwrap_or_default();
    let title = label.split_whitespace().collect::<Vec<_>>().join(" ");
    ImportedProgram {
        title: if title.is_empty() { format!("flowR's {name}") } else { title },
        name,
        language: Language::R,
        file: format!("program.{}", Language::R.extension()),
        text: assertion.program.clone(),
        inputs: Vec::new(),
        slices: Vec::new(),
    }
}

/// The texts of a call: `(label, shell, program, criteria, slice, …)`.
fn assertion(
    text: &str,
    constants: &TextConstants,
    call: &WrittenCall,
    place: &Place,
) -> std::result::Result<ReadAssertion, Problem> {
    let [label, _, program, criteria, slice, ..] = &call.arguments[..] else {
        return Err(error::import::too_few_arguments(place.clone()));
    };
    let not_a_text = |what: &str, argument: &std::ops::Range<usize>| {
        let found = text[argument.clone()].lines().next().unwrap_or_default();
        error::import::not_a_text(place.clone(), what, found)
    };
    let read =
        |what: &str, argument| constants.text(text, argument).ok_or_else(|| not_a_text(what, argument));
    let (program, slice) = (read("the program", program)?, read("the slice", slice)?);
    let criteria = constants.texts(text, criteria).ok_or_else(|| not_a_text("a criterion", criteria))?;
    let [criterion] = &criteria[..] else {
        return Err(error::import::several_criteria(place.clone(), criteria.len()));
    };
    let named = |label: &std::ops::Range<usize>| {
        let inside = calls(&text[label.clone()], LABEL).into_iter().next();
        let first = inside.and_then(|call| call.arguments.into_iter().next());
        let first = first.map(|range| label.start + range.start..label.start + range.end);
        constants.text(text, &first.unwrap_or_else(|| label.clone()))
    };
    Ok(ReadAssertion { label: named(label), program, criterion: criterion.clone(), slice })
}

fn slice(
    path: &Path,
    assertion: &ReadAssertion,
    place: Place,
) -> std::result::Result<ImportedSlice, Problem> {
    let (line, variable, occurrence) = located(&assertion.program, &assertion.criterion, &place)?;
    Ok(ImportedSlice {
        path: path.to_owned(),
        place,
        line,
        variable: Some(variable),
        occurrence: Some(occurrence),
        column: None,
        text: assertion.slice.clone(),
        input_idx: None,
    })
}

/// Line, variable and occurrence of `2@x`, the first `x` of the line, or of `2:5`, the variable that begins in that column.
fn located(
    program: &str,
    criterion: &str,
    place: &Place,
) -> std::result::Result<(usize, String, usize), Problem> {
    let bad = || error::import::bad_flowr_criterion(place.clone(), criterion);
    if let Some((line, name)) = criterion.split_once('@') {
        return Ok((line.parse().map_err(|_| bad())?, name.to_owned(), 1));
    }
    let (line, column) = criterion.split_once(':').ok_or_else(bad)?;
    let (line, column): (usize, usize) =
        (line.parse().map_err(|_| bad())?, column.parse().map_err(|_| bad())?);
    let tree = Tree::parse(Language::R, &[SourceFile::new("program.R", program)]);
    let on_line = tree.variables_on(0, line);
    let found = on_line.iter().find(|&&node| tree.own_position(node).column == column);
    let &node = found.ok_or_else(|| error::import::no_variable_there(place.clone(), line, column))?;
    let before = on_line.iter().take_while(|&&other| other != node);
    let occurrence = before.filter(|&&other| tree.label(other) == tree.label(node)).count() + 1;
    Ok((line, tree.label(node).to_owned(), occurrence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criteria_are_names_or_columns_of_a_line() {
        let program = "x <- 1\ny <- x + x\n";
        let check = |criterion: &str, expected: Option<(usize, &str, usize)>| {
            let found = located(program, criterion, &Place::file("a.test.ts")).ok();
            let expected = expected.map(|(line, name, nth)| (line, name.to_owned(), nth));
            assert_eq!(found, expected, "{criterion}");
        };
        check("2@x", Some((2, "x", 1)));
        check("1:1", Some((1, "x", 1)));
        check("2:10", Some((2, "x", 2)));
        check("2:1", Some((2, "y", 1)));
        for wrong in ["$12", "2:3", "9:1", "x@2", "2", ""] {
            check(wrong, None);
        }
    }
}
