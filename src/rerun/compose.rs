//! Two slicers one after the other: the second on what the first left, with the criterion found again by the mapping.

use super::Adapted;
use crate::ast::{NodeId, NodeSet, Tree};
use crate::compare::{Comparison, Together};
use crate::grade::{Counts, counts_of};
use crate::languages::text_of;
use crate::map::{MapOptions, map};
use crate::minimize::Slicer;
use crate::suite::{Suite, Task};

/// Both orders of the two slicers of a comparison, in words and with their grades, over the tasks that both answer;
/// `progress` is told how many tasks are done, and of how many.
pub(crate) fn composed(
    comparison: &Comparison,
    slicers: &[Adapted; 2],
    suite: &Suite,
    progress: &dyn Fn(usize, usize),
) -> Vec<(String, Together)> {
    let mut counts: [Vec<Counts>; 2] = Default::default();
    let pairs: Vec<_> = suite.tasks().filter_map(|task| Some((task, kept(comparison, task)?))).collect();
    for (n_done, (task, kept)) in pairs.iter().enumerate() {
        progress(n_done, pairs.len());
        for (order, counts) in counts.iter_mut().enumerate() {
            let after = after(*task, &kept[order], &slicers[1 - order]);
            counts.push(counts_of(*task, &after));
        }
    }
    let names = [&comparison.base.slicer, &comparison.current.slicer];
    let name = |order: usize| format!("{} on the answer of {}", names[1 - order], names[order]);
    let [first, second] = counts;
    vec![(name(0), Together::new(&first)), (name(1), Together::new(&second))]
}

/// What each of the two kept of a task, when both answered it in the nodes of the suite's tree.
fn kept(comparison: &Comparison, task: Task<'_>) -> Option<[NodeSet; 2]> {
    let id = task.id();
    let found = comparison.tasks.iter().find(|change| change.task == id)?;
    let (base, current) = (found.base.as_ref()?, found.current.as_ref()?);
    let is_pair = base.is_answered() && current.is_answered() && found.change.is_paired();
    let is_usable = is_pair && !found.is_contested() && base.tree == task.benchmark.tree.fingerprint();
    is_usable.then(|| [base.kept.clone(), current.kept.clone()])
}

/// What the slicer leaves of what the other one left; all of it when the slicer has no answer there.
fn after(task: Task<'_>, kept: &NodeSet, slicer: &Adapted) -> NodeSet {
    let program = &task.benchmark.tree;
    let text = Tree::parse(program.language(), &text_of(program, kept));
    let fates = map(program, &text, &MapOptions::of_criterion(&task.criterion.nodes)).fates;
    let origin = |node: NodeId| fates[node as usize].origin();
    let wanted = &task.criterion.nodes;
    let is_criterion = |&node: &NodeId| origin(node).is_some_and(|origin| wanted.contains(&origin));
    let criteria: Vec<NodeId> = text.ids().filter(is_criterion).collect();
    match (criteria.len() == wanted.len()).then(|| slicer.slice(&text, &criteria)) {
        Some(Ok(left)) => left.kept.iter().filter_map(origin).collect(),
        _ => kept.clone(),
    }
}
