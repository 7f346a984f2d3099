//! Nodes that came and went, grouped by what they have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::TaskChange;
use crate::ast::{NodeId, NodeSet, Tree};

/// Trees of the programs whose nodes are told, by task id; tasks without one are in no group.
pub type Trees = BTreeMap<String, Arc<Tree>>;

/// What can happen to a node, the worst first.
const WAYS: [&str; 4] = ["gold lost", "surplus gained", "gold gained", "surplus lost"];

/// Nodes of several tasks that came or went alike: in the same way, of the same kind, in the same construct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What happened to them: `gold lost`, `surplus gained`, `gold gained`, `surplus lost`.
    pub way: &'static str,
    /// Syntactic kind of the outermost nodes.
    pub kind: String,
    /// What is around them: kind of the node above; empty at the top of a file.
    pub around: String,
    /// Nodes, those below the outermost ones included.
    pub n_nodes: usize,
    /// The tasks, ordered.
    pub tasks: Vec<String>,
    /// Labels of these tasks, with the number of tasks that have each; the most frequent first.
    pub labels: Vec<(String, usize)>,
}

impl Cause {
    /// In words: `12 nodes of gold lost in 3 tasks: variable in call`.
    pub fn text(&self) -> String {
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let around = if self.around.is_empty() { String::new() } else { format!(" in {}", self.around) };
        let labels: Vec<String> =
            self.labels.iter().take(4).map(|(label, n)| format!("{label} {n}")).collect();
        format!(
            "{} of {} in {}: {}{around}{}",
            plural(self.n_nodes, "node"),
            self.way,
            plural(self.tasks.len(), "task"),
            self.kind,
            if labels.is_empty() { String::new() } else { format!(" ({})", labels.join(", ")) },
        )
    }
}

#[derive(Default)]
struct CauseGroup {
    n_nodes: usize,
    tasks: BTreeSet<String>,
    labels: BTreeMap<String, usize>,
}

/// Groups of nodes that came and went: what is worse first, and of each way the largest.
///
/// A node belongs to the outermost node above it that came or went with it, so that a call that is gone is one
/// group, and not one for each of its arguments.
pub fn causes<'t>(tasks: impl IntoIterator<Item = &'t TaskChange>, trees: &Trees) -> Vec<Cause> {
    let mut groups: BTreeMap<(&'static str, String, String), CauseGroup> = BTreeMap::new();
    for task in tasks {
        let Some(tree) = trees.get(&task.task) else { continue };
        let nodes = &task.nodes;
        let sets = [&nodes.gold_lost, &nodes.surplus_gained, &nodes.gold_gained, &nodes.surplus_lost];
        for (way, nodes) in WAYS.into_iter().zip(sets) {
            for ((kind, around), n_nodes) in by_place(tree, nodes) {
                let group =
                    groups.entry((way, words(kind), around.map(words).unwrap_or_default())).or_default();
                group.n_nodes += n_nodes;
                group.tasks.insert(task.task.clone());
                let outcome = task.current.as_ref().or(task.base.as_ref());
                for label in outcome.map(|outcome| &outcome.labels).into_iter().flatten() {
                    *group.labels.entry(label.clone()).or_default() += 1;
                }
            }
        }
    }
    let mut causes: Vec<Cause> = groups.into_iter().map(cause).collect();
    let rank = |cause: &Cause| WAYS.iter().position(|way| *way == cause.way);
    causes.sort_by_key(|cause| (rank(cause), std::cmp::Reverse(cause.n_nodes)));
    causes
}

fn cause(((way, kind, around), group): ((&'static str, String, String), CauseGroup)) -> Cause {
    let mut labels: Vec<(String, usize)> = group.labels.into_iter().collect();
    labels.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Cause { way, kind, around, n_nodes: group.n_nodes, tasks: group.tasks.into_iter().collect(), labels }
}

/// Numbers of nodes by kind of the outermost node, and of the counted node above it.
fn by_place<'t>(tree: &'t Tree, nodes: &NodeSet) -> BTreeMap<(&'t str, Option<&'t str>), usize> {
    let mut by_root: BTreeMap<NodeId, usize> = BTreeMap::new();
    for node in nodes.iter() {
        *by_root.entry(outermost(tree, node, nodes)).or_default() += 1;
    }
    let mut by_place = BTreeMap::new();
    for (root, n_nodes) in by_root {
        let around = tree.ancestors(root).find(|above| tree.is_counted(*above));
        *by_place.entry((tree.kind(root), around.map(|above| tree.kind(above)))).or_default() += n_nodes;
    }
    by_place
}

/// The highest node above `node` up to which every counted node is in the set.
fn outermost(tree: &Tree, node: NodeId, nodes: &NodeSet) -> NodeId {
    let counted = |above: &NodeId| tree.is_counted(*above);
    tree.ancestors(node).filter(counted).take_while(|above| nodes.contains(*above)).last().unwrap_or(node)
}

/// A kind as words: `function_clause` is `function clause`.
fn words(kind: &str) -> String {
    kind.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::compare::testing::{outcome, snapshot};
    use crate::compare::{Change, NodeChanges, compare};
    use crate::language::Language;
    use crate::stats::Bootstrap;

    #[test]
    fn a_lost_call_is_one_group_with_its_arguments() {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", "f(X) -> g(X + 1), X.")]);
        let call = tree.ids().find(|&node| tree.text(node) == "g(X + 1)" && tree.is_counted(node)).unwrap();
        let lost: NodeSet = tree.subtree(call).filter(|&node| tree.is_counted(node)).collect();
        let run = snapshot("a", &[outcome("0-9")]);
        let mut task = compare(&run, &run, &Bootstrap::default()).tasks.remove(0);
        task.change = Change::Regressed;
        task.nodes = NodeChanges { gold_lost: lost.clone(), ..NodeChanges::default() };
        let trees = Trees::from([(task.task.clone(), Arc::new(tree))]);
        let found = causes([&task], &trees);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].n_nodes, found[0].kind.as_str()), (lost.len(), "call"));
        assert_eq!(found[0].text(), "5 nodes of gold lost in 1 task: call in function clause (IP 1)");
        assert_eq!(causes([&task], &Trees::new()), []);
    }
}
