//! Found programs and slices to a suite folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::found::{Imported, ImportedProgram, ImportedSlice, file_name};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::error::{self, Problem, Result};
use crate::language::Language;
use crate::languages::room;
use crate::suite::{SliceKind, Wanted, criterion_id, resolve, statements};

/// A slice whose criterion was found in the program.
struct Accepted<'p> {
    id: String,
    nodes: Vec<NodeId>,
    /// `None` when the criterion is all statements that begin on its line.
    variable: Option<String>,
    occurrence: usize,
    slice: &'p ImportedSlice,
}

/// Writes a benchmark with the slices that are in order; none when no slice is.
pub(super) fn program(
    program: &ImportedProgram,
    source: &str,
    out: &Path,
    imported: &mut Imported,
) -> Result<()> {
    let name = safe_name(&program.name);
    let folder = out.join(program.language.name()).join(&name);
    if folder.exists() {
        imported.problems.push(error::import::already_there(&folder));
        return Ok(());
    }
    let tree = Tree::parse(program.language, &[SourceFile::new(&program.file, program.text.as_str())]);
    let accepted = accept(program, &tree, imported);
    if accepted.is_empty() {
        return Ok(());
    }
    let extension = program.language.extension();
    write_file(&folder.join(&program.file), &program.text)?;
    for Accepted { id, slice, .. } in &accepted {
        write_file(&folder.join("gold").join(format!("{id}.{extension}")), &slice.text)?;
    }
    write_file(
        &folder.join("benchmark.toml"),
        &manifest(program, source, entry(&tree, &accepted).as_deref(), &accepted),
    )?;
    imported.n_programs += 1;
    imported.n_imported += accepted.len();
    Ok(())
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
    fs::write(path, text).map_err(|cause| error::cannot_write(path, &cause))
}

/// A folder name that every system and every task id takes.
fn safe_name(name: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let name: String = name.chars().map(|c| if is_safe(c) { c } else { '-' }).collect();
    name.trim_start_matches('.').to_owned()
}

fn accept<'p>(program: &'p ImportedProgram, tree: &Tree, imported: &mut Imported) -> Vec<Accepted<'p>> {
    let mut first_of: BTreeMap<(Vec<NodeId>, Option<usize>), &ImportedSlice> = BTreeMap::new();
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut accepted = Vec::new();
    for slice in &program.slices {
        let (nodes, variable, occurrence) = match locate(slice, tree, &mut imported.notes) {
            Ok(located) => located,
            Err(problem) => {
                imported.problems.push(problem);
                continue;
            }
        };
        if let Some(first) = first_of.get(&(nodes.clone(), slice.input_idx)) {
            imported.problems.push(error::import::same_criterion(slice.place.clone(), &first.path));
            continue;
        }
        first_of.insert((nodes.clone(), slice.input_idx), slice);
        let id = fresh_id(slice.line, variable.as_deref().unwrap_or_default(), occurrence, &mut ids);
        accepted.push(Accepted { id, nodes, variable, occurrence, slice });
    }
    accepted
}

/// An id that differs from the others in more than case, because files are named after it.
fn fresh_id(line: usize, variable: &str, occurrence: usize, ids: &mut BTreeSet<String>) -> String {
    let base = criterion_id(line, variable);
    let numbered = (occurrence..).map(|number| match number {
        1 => base.clone(),
        number => format!("{base}-{number}"),
    });
    let mut fresh = numbered.skip_while(|id| ids.contains(&id.to_lowercase()));
    let id = fresh.next().expect("there are more numbers than ids");
    ids.insert(id.to_lowercase());
    id
}

/// Nodes, variable and occurrence that a slice's criterion means; a line alone is all statements that begin on it.
fn locate(
    slice: &ImportedSlice,
    tree: &Tree,
    notes: &mut Vec<Problem>,
) -> std::result::Result<(Vec<NodeId>, Option<String>, usize), Problem> {
    let variable = slice.variable.as_deref().unwrap_or_default();
    let occurrence = slice.occurrence.unwrap_or(1);
    let wanted = Wanted { file_idx: 0, line: slice.line, variable, occurrence, column: slice.column };
    let nodes = match slice.variable {
        Some(_) => resolve(tree, &wanted).map(|node| vec![node]),
        None => statements(tree, 0, slice.line).map(|found| found.nodes),
    };
    let nodes =
        nodes.map_err(|unresolved| unresolved.problem(slice.place.clone(), &tree.file(0).path, &wanted))?;
    let on_line = tree.variables_on(0, slice.line);
    let n_found = on_line.iter().filter(|&&node| tree.label(node) == variable).count();
    if slice.occurrence.is_none() && n_found > 1 {
        notes.push(error::import::first_of_several(slice.place.clone(), variable, slice.line, n_found));
    }
    Ok((nodes, slice.variable.clone(), occurrence))
}

/// The function from which an Erlang program is entered, where it is the same for all criteria.
fn entry(tree: &Tree, accepted: &[Accepted<'_>]) -> Option<String> {
    if tree.language() != Language::Erlang {
        return None;
    }
    let entries = |accepted: &Accepted<'_>| room(Language::Erlang).entries(tree, &accepted.nodes);
    let mut found: Vec<Vec<String>> = accepted.iter().map(entries).collect();
    found.dedup();
    match &found[..] {
        [only] if only.len() == 1 => only.first().cloned(),
        _ => None,
    }
}

fn manifest(
    program: &ImportedProgram,
    source: &str,
    entry: Option<&str>,
    accepted: &[Accepted<'_>],
) -> String {
    let extension = program.language.extension();
    let mut text = String::from("format = 1\n");
    let mut line = |line: std::fmt::Arguments<'_>| writeln!(text, "{line}").expect("a string takes all text");
    line(format_args!("title = {}", quoted(&program.title)));
    line(format_args!("labels = []"));
    line(format_args!("source = {}", quoted(source)));
    line(format_args!("revision = 1"));
    line(format_args!("program = {}", quoted(&program.file)));
    if let Some(entry) = entry {
        line(format_args!("entry = {}", quoted(entry)));
    }
    for input in &program.inputs {
        line(format_args!("\n[[input]]"));
        line(format_args!(
            "args = [{}]",
            input.args.iter().map(|arg| quoted(arg)).collect::<Vec<_>>().join(", ")
        ));
        if !input.stdin.is_empty() {
            line(format_args!("stdin = {}", quoted(&input.stdin)));
        }
    }
    for Accepted { id, variable, occurrence, slice, .. } in accepted {
        line(format_args!("\n# from {}", quoted(&file_name(&slice.path))));
        line(format_args!("[[criterion]]"));
        line(format_args!("id = {}", quoted(id)));
        line(format_args!("line = {}", slice.line));
        if let Some(variable) = variable {
            line(format_args!("variable = {}", quoted(variable)));
        }
        if *occurrence > 1 {
            line(format_args!("occurrence = {occurrence}"));
        }
        if let Some(column) = slice.column {
            line(format_args!("column = {column}"));
        }
        if let Some(idx) = slice.input_idx {
            line(format_args!("kind = {}", quoted(SliceKind::Dynamic.name())));
            line(format_args!("input = {}", idx + 1));
        }
        line(format_args!("evidence = \"asserted\""));
        line(format_args!("gold = {}", quoted(&format!("gold/{id}.{extension}"))));
    }
    text
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(c)).expect("a string takes all text")
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_in_more_than_case() {
        let mut ids = BTreeSet::new();
        let mut fresh = |variable, occurrence| fresh_id(3, variable, occurrence, &mut ids);
        assert_eq!(fresh("x", 1), "s3X");
        assert_eq!(fresh("X", 1), "s3X-2");
        assert_eq!(fresh("x", 2), "s3X-3");
    }

    #[test]
    fn strings_survive_toml() {
        let table: toml::Table = format!("a = {}", quoted("\"\\\n\té")).parse().unwrap();
        assert_eq!(table["a"].as_str(), Some("\"\\\n\té"));
    }
}
