//! Points: where they are in the old version, and which nodes of the new version they are.

use std::path::{Path, PathBuf};

use crate::ast::{Flags, NodeId, Tree};
use crate::error::{self, Place, Result};
use crate::map::{self, Fate, MapOptions};
use crate::suite::{Unresolved, Wanted, resolve};

/// A point as somebody named it: `FILE:LINE:VARIABLE`, and `:N` for the N-th occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPoint {
    /// The file, as it was named.
    pub file: PathBuf,
    /// 1-based line.
    pub line: usize,
    /// Name of the variable.
    pub variable: String,
    /// 1-based, among the occurrences of the variable on the line.
    pub occurrence: usize,
}

impl NamedPoint {
    /// Reads a point; `None` where it is none.
    pub fn parse(text: &str) -> Option<NamedPoint> {
        let parts: Vec<&str> = text.split(':').collect();
        let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
        let point = |file: &[&str], line: &str, variable: &str, occurrence| {
            let is_named = !variable.is_empty() && !file.is_empty() && !file[0].is_empty();
            let line = number(line).filter(|_| is_named)?;
            Some(NamedPoint { file: file.join(":").into(), line, variable: variable.to_owned(), occurrence })
        };
        match &parts[..] {
            [file @ .., line, variable, n] if number(n).is_some() && !file.is_empty() => {
                point(file, line, variable, number(n)?)
            }
            [file @ .., line, variable] => point(file, line, variable, 1),
            _ => None,
        }
    }

    /// The node that it means in a version.
    ///
    /// # Errors
    /// The version has no such file, line, variable or occurrence.
    pub fn resolve(&self, tree: &Tree) -> Result<NodeId> {
        let is_it = |path: &Path| path == self.file || self.file.ends_with(path);
        let files: Vec<&Path> = tree.files().map(|file| file.path.as_path()).collect();
        let file_idx = match (files.iter().position(|path| is_it(path)), &files[..]) {
            (Some(idx), _) => idx,
            (None, [only]) if only.file_name() == self.file.file_name() => 0,
            (None, _) => {
                let known: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
                return Err(error::evolve::no_file(&self.file, &known));
            }
        };
        let wanted = Wanted {
            file_idx,
            line: self.line,
            variable: &self.variable,
            occurrence: self.occurrence,
            column: None,
        };
        let refused = |why: Unresolved| {
            let place = Place::at(&self.file, self.line, 0);
            error::cli::bad_criterion(why.problem(place, &self.file, &wanted))
        };
        resolve(tree, &wanted).map_err(refused)
    }
}

/// A point in both versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointPair {
    /// Its nodes in the old and the new version.
    pub nodes: [NodeId; 2],
    /// Both as people write them.
    pub names: [String; 2],
}

/// The points of the old version in the new one: where they are named, or else where the new version maps onto the old.
///
/// # Errors
/// A point of the old version has no counterpart, or several could be it.
pub fn pair_points(
    [old, new]: [&Tree; 2],
    points: &[NodeId],
    named: &[NodeId],
    paths: [&str; 2],
) -> Result<Vec<PointPair>> {
    let mapped = if named.is_empty() { mapped(old, new, points) } else { Vec::new() };
    let pair = |(idx, &point): (usize, &NodeId)| {
        let node = match named.get(idx) {
            Some(&node) => node,
            None => match mapped.get(idx).copied().flatten() {
                Some(node) => node,
                None => by_context(old, new, point).map_err(|candidates| {
                    let names: Vec<String> =
                        candidates.iter().map(|&node| name(new, node, paths[1])).collect();
                    error::evolve::no_counterpart(&name(old, point, paths[0]), &names)
                })?,
            },
        };
        let names = [name(old, point, paths[0]), name(new, node, paths[1])];
        Ok(PointPair { nodes: [point, node], names })
    };
    points.iter().enumerate().map(pair).collect()
}

/// The nodes of the new version that are mapped onto the points.
fn mapped(old: &Tree, new: &Tree, points: &[NodeId]) -> Vec<Option<NodeId>> {
    let mapping = map::map(old, new, &MapOptions::of_criterion(points));
    let with = |wanted: Fate| new.ids().find(|&node| mapping.fates[node as usize] == wanted);
    let found =
        points.iter().map(|&point| with(Fate::Mapped(point)).or_else(|| with(Fate::Rewritten(point))));
    found.collect()
}

/// The only node of the new version with the same name whose line reads alike, or else the only one in such a place of the tree.
fn by_context(old: &Tree, new: &Tree, point: NodeId) -> std::result::Result<NodeId, Vec<NodeId>> {
    let alike = |node: &NodeId| {
        new.label(*node) == old.label(point)
            && new.kind(*node) == old.kind(point)
            && new.flags(*node).has(Flags::VARIABLE) == old.flags(point).has(Flags::VARIABLE)
    };
    let all: Vec<NodeId> = new.ids().filter(alike).collect();
    let occurrence = |tree: &Tree, node: NodeId| {
        let is_before = |&other: &NodeId| {
            other < node
                && tree.file_of(other) == tree.file_of(node)
                && tree.line(other) == tree.line(node)
                && tree.label(other) == tree.label(node)
        };
        tree.ids().filter(is_before).count()
    };
    let line = |tree: &Tree, node: NodeId| {
        let text = tree.file(tree.file_of(node)).text.lines().nth(tree.line(node).saturating_sub(1));
        text.unwrap_or_default().split_whitespace().collect::<String>()
    };
    let (wanted, nth) = (line(old, point), occurrence(old, point));
    let same = all.iter().copied().filter(|&node| line(new, node) == wanted && occurrence(new, node) == nth);
    let same: Vec<NodeId> = same.collect();
    if let [only] = same[..] {
        return Ok(only);
    }
    let around = |tree: &Tree, node: NodeId| -> Vec<String> {
        tree.ancestors(node).map(|above| tree.kind(above).to_owned()).collect()
    };
    let wanted = around(old, point);
    let placed: Vec<NodeId> = all.iter().copied().filter(|&node| around(new, node) == wanted).collect();
    match placed[..] {
        [only] if same.is_empty() => Ok(only),
        _ => Err(if same.is_empty() { all } else { same }),
    }
}

/// A node as people write a point.
pub(super) fn name(tree: &Tree, node: NodeId, path: &str) -> String {
    let (file_idx, line) = (tree.file_of(node), tree.line(node));
    let file = match tree.files().len() {
        1 => path.to_owned(),
        _ => tree.file(file_idx).path.display().to_string(),
    };
    let text = tree.text(node);
    let alike = tree.variables_on(file_idx, line);
    let mut alike = alike.into_iter().filter(|&other| tree.text(other) == text);
    match alike.position(|other| other == node) {
        None | Some(0) => format!("{file}:{line}:{text}"),
        Some(n_before) => format!("{file}:{line}:{text}:{}", n_before + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_from_the_right() {
        let check = |text: &str, expected: Option<(&str, usize, &str, usize)>| {
            let expected = expected.map(|(file, line, variable, occurrence)| NamedPoint {
                file: file.into(),
                line,
                variable: variable.to_owned(),
                occurrence,
            });
            assert_eq!(NamedPoint::parse(text), expected, "{text}");
        };
        check("a.erl:3:X", Some(("a.erl", 3, "X", 1)));
        check("a.erl:3:X:2", Some(("a.erl", 3, "X", 2)));
        check("C:\\a.c:3:x:2", Some(("C:\\a.c", 3, "x", 2)));
        for wrong in ["a.erl:3", "a.erl:0:X", "a.erl:x:X", ":3:X", "a.erl:3:", "3:X"] {
            check(wrong, None);
        }
    }
}
