//! Trees of the programs on which nodes came or went from one side of a comparison to the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Side;
use crate::ast::{SourceFile, Tree};
use crate::compare::{Comparison, TaskChange, Trees};
use crate::language::Language;
use crate::suite::benchmark_of;

/// The trees by task, as far as they are at hand: `programs` of the suite by `<language>/<name>`, and the normal forms
/// that slicers printed.
pub(crate) fn changed_trees(
    comparison: &Comparison,
    sides: [&Side; 2],
    programs: BTreeMap<String, Arc<Tree>>,
) -> Trees {
    let changed = comparison.tasks.iter().filter(|task| !task.nodes.is_empty());
    let programs: BTreeMap<String, (Arc<Tree>, u64)> =
        programs.into_iter().map(|(id, tree)| (id, (tree.clone(), tree.fingerprint()))).collect();
    let mut trees = Trees::new();
    let mut other = Vec::new();
    for task in changed {
        match programs.get(benchmark_of(&task.task)) {
            Some((tree, fingerprint)) if is_of(*fingerprint, task) => {
                trees.insert(task.task.clone(), tree.clone());
            }
            _ => other.push(task),
        }
    }
    if !other.is_empty() {
        let normal_forms = sides.map(Side::normal_forms);
        for task in other {
            let tree = normal_forms.iter().find_map(|forms| normal_form(task, forms));
            trees.extend(tree.map(|tree| (task.task.clone(), tree)));
        }
    }
    trees
}

fn normal_form(task: &TaskChange, forms: &BTreeMap<String, Vec<SourceFile>>) -> Option<Arc<Tree>> {
    let language: Language = task.task.split('/').next()?.parse().ok()?;
    let tree = Arc::new(Tree::parse(language, forms.get(&task.task)?));
    is_of(tree.fingerprint(), task).then_some(tree)
}

fn is_of(fingerprint: u64, task: &TaskChange) -> bool {
    task.current.as_ref().is_some_and(|outcome| outcome.tree == fingerprint)
}
