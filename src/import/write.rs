//! Found programs and slices to a suite folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::found::{Imported, ImportedProgram, ImportedSlice, file_name};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::error::{self, Problem, Result};
use crate::languages::room;
use crate::suite::{Wanted, criterion_id, resolve};

/// A slice whose criterion was found in the program.
struct Accepted<'p> {
    id: String,
    variable: String,
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
    write_file(&folder.join("benchmark.toml"), &manifest(program, source, &accepted))?;
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
    let mut first_of: BTreeMap<NodeId, &ImportedSlice> = BTreeMap::new();
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut accepted = Vec::new();
    for slice in &program.slices {
        let (node, variable, occurrence) = match locate(slice, tree, &mut imported.notes) {
            Ok(located) => located,
            Err(problem) => {
                imported.problems.push(problem);
                continue;
            }
        };
        if let Some(first) = first_of.get(&node) {
            imported.problems.push(error::import::same_criterion(slice.place.clone(), &first.path));
            continue;
        }
        first_of.insert(node, slice);
        let id = fresh_id(slice.line, &variable, occurrence, &mut ids);
        accepted.push(Accepted { id, variable, occurrence, slice });
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

/// Node, variable and occurrence that a slice's criterion means.
fn locate(
    slice: &ImportedSlice,
    tree: &Tree,
    notes: &mut Vec<Problem>,
) -> std::result::Result<(NodeId, String, usize), Problem> {
    let variable = match &slice.variable {
        Some(variable) => variable.clone(),
        None => choose(slice, tree, notes)?,
    };
    let occurrence = slice.occurrence.unwrap_or(1);
    let wanted =
        Wanted { file_idx: 0, line: slice.line, variable: &variable, occurrence, column: slice.column };
    let node = resolve(tree, &wanted)
        .map_err(|unresolved| unresolved.problem(slice.place.clone(), &tree.file(0).path, &wanted))?;
    let on_line = tree.variables_on(0, slice.line);
    let n_found = on_line.iter().filter(|&&node| tree.label(node) == variable).count();
    if slice.occurrence.is_none() && n_found > 1 {
        notes.push(error::import::first_of_several(slice.place.clone(), &variable, slice.line, n_found));
    }
    Ok((node, variable, occurrence))
}

/// The variable that a line alone means: the only one, else the first that the line defines.
fn choose(
    slice: &ImportedSlice,
    tree: &Tree,
    notes: &mut Vec<Problem>,
) -> std::result::Result<String, Problem> {
    let line = slice.line;
    // By convention, a Java name in upper case is a class.
    let is_candidate =
        |node: &NodeId| tree.is_counted(*node) && !tree.label(*node).starts_with(char::is_uppercase);
    let nodes: Vec<NodeId> = tree.variables_on(0, line).into_iter().filter(is_candidate).collect();
    let names: BTreeSet<&str> = nodes.iter().map(|&node| tree.label(node)).collect();
    let defined = nodes.iter().find(|&&node| {
        tree.parent(node).is_some_and(|parent| {
            room(tree.language()).defines(tree, parent) && tree.children(parent).next() == Some(node)
        })
    });
    let chosen = match (names.len(), defined) {
        (1, _) => tree.label(nodes[0]),
        (_, Some(&node)) => tree.label(node),
        _ => {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            return Err(error::import::ambiguous_line(slice.place.clone(), line, &names));
        }
    };
    notes.push(error::import::chosen(slice.place.clone(), chosen, line));
    Ok(chosen.to_owned())
}

fn manifest(program: &ImportedProgram, source: &str, accepted: &[Accepted<'_>]) -> String {
    let extension = program.language.extension();
    let mut text = String::from("format = 1\n");
    let mut line = |line: std::fmt::Arguments<'_>| writeln!(text, "{line}").expect("a string takes all text");
    line(format_args!("title = {}", quoted(&program.title)));
    line(format_args!("labels = []"));
    line(format_args!("source = {}", quoted(source)));
    line(format_args!("revision = 1"));
    line(format_args!("program = {}", quoted(&program.file)));
    for Accepted { id, variable, occurrence, slice } in accepted {
        line(format_args!("\n# from {}", quoted(&file_name(&slice.path))));
        line(format_args!("[[criterion]]"));
        line(format_args!("id = {}", quoted(id)));
        line(format_args!("line = {}", slice.line));
        line(format_args!("variable = {}", quoted(variable)));
        if *occurrence > 1 {
            line(format_args!("occurrence = {occurrence}"));
        }
        if let Some(column) = slice.column {
            line(format_args!("column = {column}"));
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
