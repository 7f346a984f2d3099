//! Every occurrence of every variable as a criterion.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{NodeId, Tree};
use crate::suite::{
    Benchmark, Criterion, Evidence, FoundStatements, Gold, SliceKind, Unresolved, Wanted, criterion_id,
    resolve, statements,
};

/// The variables of a program as criteria of static slices, in the order of the source.
///
/// Left out is what a benchmark could not name either: variables that weigh nothing, such as those of Erlang's
/// guards, and those that stand several times in one place, such as arguments that a macro repeats. Ids are
/// `s<line><Variable>`, followed by `.<occurrence>` from the second on, after the name of the file where there
/// are several. The gold slice of each is the program itself: nothing smaller is known to be a slice.
pub(crate) fn every_variable(benchmark: &Benchmark) -> Vec<Criterion> {
    let tree = &benchmark.tree;
    let mut criteria: Vec<Criterion> = Vec::new();
    for file_idx in 0..tree.files().len() {
        for line in 1..=tree.line_index(file_idx).n_lines() {
            let names: BTreeSet<&str> =
                tree.variables_on(file_idx, line).into_iter().map(|node| tree.label(node)).collect();
            // Names that differ in the first letter's case or in signs share an id, and count on in it.
            let mut n_before: BTreeMap<String, usize> = BTreeMap::new();
            for variable in names {
                let n_before = n_before.entry(criterion_id(line, variable)).or_default();
                let (found, n_seen) = occurrences(benchmark, file_idx, line, variable, *n_before);
                criteria.extend(found);
                *n_before += n_seen;
            }
        }
    }
    criteria.sort_by_key(|criterion| criterion.node);
    criteria
}

/// The criterion that means exactly these nodes: a variable, else all statements that begin on a line.
pub(crate) fn criterion_of(benchmark: &Benchmark, nodes: &[NodeId]) -> Option<Criterion> {
    let tree = &benchmark.tree;
    let &first = nodes.first()?;
    let variable = || every_variable(benchmark).into_iter().find(|criterion| criterion.nodes == nodes);
    let statement = tree.statement_of(first);
    let file_idx = tree.file_of(first);
    // A definition begins where its name is.
    let lines = [tree.position(file_idx, tree.span(statement).start).line, tree.line(statement)];
    let of_line = |line: usize| {
        let found = statements(tree, file_idx, line).ok().filter(|found| found.nodes == nodes)?;
        let id = id(tree, file_idx, line, "", 1);
        Some(criterion(benchmark, Meant { id, file_idx, line, variable: None, occurrence: 1, found }))
    };
    variable().or_else(|| lines.into_iter().find_map(of_line))
}

/// What a criterion of a program is, without its gold slice.
struct Meant {
    id: String,
    file_idx: usize,
    line: usize,
    variable: Option<String>,
    occurrence: usize,
    found: FoundStatements,
}

/// A criterion whose gold slice is the program itself: nothing smaller is known to be a slice.
fn criterion(benchmark: &Benchmark, meant: Meant) -> Criterion {
    let Meant { id, file_idx, line, variable, occurrence, found } = meant;
    let files = benchmark.tree.files().cloned().collect();
    Criterion {
        id,
        file_idx,
        line,
        variable,
        occurrence,
        node: found.nodes[0],
        nodes: found.nodes,
        statements: found.statements,
        kind: SliceKind::Static,
        input_idx: None,
        labels: Vec::new(),
        evidence: Evidence::Asserted,
        shortfalls: Vec::new(),
        certificate: None,
        contested: None,
        golds: vec![Gold { path: benchmark.path.clone(), files, reason: None, optional: None }],
    }
}

/// The criteria of a variable on a line, whose ids count on from so many, and how many places it has there.
fn occurrences(
    benchmark: &Benchmark,
    file_idx: usize,
    line: usize,
    variable: &str,
    n_before: usize,
) -> (Vec<Criterion>, usize) {
    let tree = &benchmark.tree;
    let mut criteria = Vec::new();
    let mut n_seen = 0;
    for occurrence in 1.. {
        let wanted = Wanted { file_idx, line, variable, occurrence, column: None };
        match resolve(tree, &wanted) {
            Ok(node) => {
                let found = FoundStatements { statements: vec![tree.statement_of(node)], nodes: vec![node] };
                let id = id(tree, file_idx, line, variable, n_before + occurrence);
                let variable = Some(variable.to_owned());
                criteria
                    .push(criterion(benchmark, Meant { id, file_idx, line, variable, occurrence, found }));
            }
            Err(Unresolved::Uncounted | Unresolved::Several(_)) => {}
            Err(_) => break,
        }
        n_seen = occurrence;
    }
    (criteria, n_seen)
}

fn id(tree: &Tree, file_idx: usize, line: usize, variable: &str, occurrence: usize) -> String {
    let mut id = criterion_id(line, variable);
    if occurrence > 1 {
        id.push_str(&format!(".{occurrence}"));
    }
    match tree.files().len() {
        1 => id,
        _ => format!("{}:{id}", tree.file(file_idx).path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    #[test]
    fn the_criteria_of_the_suite_are_among_them() {
        let suite = Suite::embedded().unwrap();
        for task in suite.tasks() {
            let all = every_variable(task.benchmark);
            let found = all.iter().filter(|criterion| criterion.node == task.criterion.node).count();
            assert_eq!(found, 1, "{}", task.id());
        }
    }

    #[test]
    fn ids_are_unique_in_a_program() {
        for benchmark in &Suite::embedded().unwrap().benchmarks {
            let all = every_variable(benchmark);
            let ids: BTreeSet<&str> = all.iter().map(|criterion| criterion.id.as_str()).collect();
            assert_eq!(ids.len(), all.len(), "{}", benchmark.id);
        }
    }
}
