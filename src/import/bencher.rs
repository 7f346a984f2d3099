//! The layout of Bencher: a folder per program, slices beside it, the criterion in a comment of the slice.

use std::path::Path;

use super::found::{Imported, ImportedProgram, ImportedSlice, entries, file_name, read};
use crate::error::{self, Place, Problem, Result};
use crate::language::Language;

/// A criterion as the comment of a slice gives it.
#[derive(Debug, PartialEq, Eq)]
struct Comment {
    line: usize,
    variable: String,
    occurrence: Option<usize>,
    column: Option<usize>,
}

/// All programs of a collection with their slices; bad cases go to the list.
pub(super) fn scan(from: &Path, imported: &mut Imported) -> Result<Vec<ImportedProgram>> {
    let mut programs = Vec::new();
    for dir in entries(from).map_err(|cause| error::cannot_read(from, &cause))? {
        if dir.is_dir() {
            programs.extend(program(&dir, imported));
        }
    }
    Ok(programs)
}

/// The program of a folder; `None` when the folder is something else, or bad.
fn program(dir: &Path, imported: &mut Imported) -> Option<ImportedProgram> {
    let name = file_name(dir);
    let (path, slices_dir) = (dir.join(format!("{name}.erl")), dir.join("slices"));
    if !slices_dir.is_dir() {
        if path.is_file() {
            imported.problems.push(error::import::no_slices(&path, "slices"));
        }
        return None;
    }
    let paths = match entries(&slices_dir) {
        Ok(paths) => paths,
        Err(cause) => {
            imported.problems.push(error::suite::unreadable(&slices_dir, &cause));
            return None;
        }
    };
    let paths: Vec<_> = paths.into_iter().filter(|path| is_erlang(path)).collect();
    imported.n_slices += paths.len();
    if !path.is_file() {
        imported.problems.push(error::import::no_original(&slices_dir, &path));
        return None;
    }
    let text = read(&path).map_err(|problem| imported.problems.push(problem)).ok()?;
    let mut slices = Vec::new();
    for path in paths {
        match slice(&path) {
            Ok(slice) => slices.push(slice),
            Err(problem) => imported.problems.push(problem),
        }
    }
    let file = format!("{name}.erl");
    let title = format!("Bencher program {name}");
    Some(ImportedProgram { name, title, language: Language::Erlang, file, text, inputs: Vec::new(), slices })
}

fn is_erlang(path: &Path) -> bool {
    Language::from_path(path) == Some(Language::Erlang)
}

fn slice(path: &Path) -> std::result::Result<ImportedSlice, Problem> {
    let text = read(path)?;
    let header = text.lines().take_while(|line| line.trim().is_empty() || line.trim().starts_with('%'));
    let found = header.enumerate().find_map(|(idx, line)| Some((idx + 1, comment(line)?)));
    let Some((line_number, Comment { line, variable, occurrence, column })) = found else {
        return Err(error::import::no_criterion(path));
    };
    let place = Place::at(path, line_number, 1);
    let variable = Some(variable);
    Ok(ImportedSlice {
        path: path.to_owned(),
        place,
        line,
        variable,
        occurrence,
        column,
        text,
        input_idx: None,
    })
}

/// The criterion in a comment line; `None` when it speaks of something else.
fn comment(line: &str) -> Option<Comment> {
    let line = line.trim_start_matches(|c: char| c == '%' || c == '-' || c.is_whitespace());
    match line.strip_prefix("SLICING CRITERION:") {
        Some(pair) => {
            let (line, variable) = pair.trim().strip_prefix('(')?.split_once(')')?.0.split_once(',')?;
            let (line, variable) = (line.trim().parse().ok()?, variable.trim().to_owned());
            Some(Comment { line, variable, occurrence: None, column: None })
        }
        None => {
            let value = |key: &str| line.split_whitespace().find_map(|word| word.strip_prefix(key));
            Some(Comment {
                line: value("line=")?.parse().ok()?,
                variable: value("var=")?.to_owned(),
                occurrence: value("oc=").and_then(|number| number.parse().ok()),
                column: value("col=").and_then(|number| number.parse().ok()),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_comment_are_read() {
        let expected =
            |occurrence, column| Some(Comment { line: 25, variable: "Abb".to_owned(), occurrence, column });
        assert_eq!(comment("% line=25 var=Abb oc=1 offset=1284 col=2"), expected(Some(1), Some(2)));
        assert_eq!(comment("%% line=25 var=Abb"), expected(None, None));
        assert_eq!(comment("%-- SLICING CRITERION: (25,Abb)"), expected(None, None));
        assert_eq!(comment("% SLICING CRITERION: ( 25 , Abb )"), expected(None, None));
        assert_eq!(comment("% line=many var=Abb"), None);
        assert_eq!(comment("%-- AUTHORS: somebody"), None);
    }
}
