//! The missing and surplus nodes of an answer, by what was left out or kept as a whole, each with what is known of it.
//!
//! Of a missing node that is the certificate's witness: an input on which gold without it takes other values. Of surplus
//! nodes it is no more than that gold is a slice without all of them together: some may be needed by others. Where there are
//! dependence graphs, it is besides the chain of dependences by which a graph slicer comes from the criterion to them.

mod chains;
mod witnesses;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::grade::Examined;
use crate::report::{NodeReason, TokenMark, printable};
use crate::suite::Task;

use chains::Chains;
use witnesses::Witnesses;

/// Groups of missing nodes, and of surplus nodes, that are listed at most, and whose witnesses are run.
pub(super) const MAX_GROUPS: usize = 12;

/// Longest text of a group's code, in characters.
const MAX_TEXT: usize = 40;

/// Whether what a certificate names is run for the values that it is about, which takes a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WitnessValues {
    /// Only what is stored.
    Stored,
    /// The first [`MAX_GROUPS`] are run.
    Run,
}

/// What is missing, then what is surplus, each in the order of the program; nothing without an answer.
pub(super) fn reasons(task: Task<'_>, examined: &Examined, values: WitnessValues) -> Vec<NodeReason> {
    if examined.grade.f1.is_none() {
        return Vec::new();
    }
    let program = &examined.program;
    let missing = groups(program, &examined.gold.difference(&examined.kept));
    let surplus = groups(program, &examined.kept.difference(&examined.gold));
    let roots: Vec<NodeId> = missing.iter().map(|(root, _)| *root).collect();
    let witnesses = Witnesses::of(task, examined).filter(|_| !missing.is_empty());
    let found = witnesses.map(|witnesses| witnesses.texts(task, program, &roots, values)).unwrap_or_default();
    let mut chains = Chains::of(task, examined).filter(|_| !surplus.is_empty());
    let mut because = found.into_iter();
    let mut reasons = Vec::new();
    for (root, nodes) in missing {
        let because = because.next().flatten();
        let text = group(program, root, nodes.len());
        reasons.push(NodeReason { mark: TokenMark::Missing, text, because, nodes });
    }
    for (root, nodes) in surplus {
        let because = chains.as_mut().and_then(|chains| chains.text(&nodes));
        let text = group(program, root, nodes.len());
        reasons.push(NodeReason { mark: TokenMark::Surplus, text, because, nodes });
    }
    reasons
}

/// Each outermost node of a set, with everything of the set that hangs together below it.
fn groups(program: &Tree, nodes: &NodeSet) -> Vec<(NodeId, NodeSet)> {
    let roots = nodes.iter().filter(|&node| !is_below(program, node, nodes));
    let below = |root| program.subtree(root).filter(|&node| nodes.contains(node)).collect();
    roots.map(|root| (root, below(root))).collect()
}

/// Whether the nearest counted node around is in the set, too.
fn is_below(program: &Tree, node: NodeId, nodes: &NodeSet) -> bool {
    program
        .ancestors(node)
        .find(|&above| program.is_counted(above))
        .is_some_and(|above| nodes.contains(above))
}

/// `line 16: the whole call `io:format(…)`, 9 nodes`, or a node with what is in it and in the set.
fn group(program: &Tree, root: NodeId, n_nodes: usize) -> String {
    let n_all = program.subtree(root).filter(|&node| program.is_counted(node)).count();
    let place = place(program, root);
    let kind = program.kind(root).replace('_', " ");
    let kind = kind.trim();
    match (n_nodes, n_all) {
        (1, 1) => format!("{place}: {}", code(program, root)),
        (1, _) => format!("{place}: the {kind} of {}, without what is in it", code(program, root)),
        (n, all) if n == all => format!("{place}: the whole {kind} {}, {n} nodes", code(program, root)),
        (n, all) => format!("{place}: {n} of the {all} nodes of the {kind} {}", code(program, root)),
    }
}

/// `line 16`, or with its file where there are several.
fn place(program: &Tree, node: NodeId) -> String {
    match program.files().len() {
        1 => format!("line {}", program.line(node)),
        _ => format!("{}:{}", program.file(program.file_of(node)).path.display(), program.line(node)),
    }
}

/// The first line of a node's text, cut.
fn code(program: &Tree, node: NodeId) -> String {
    let text = program.text(node);
    let line = text.lines().next().unwrap_or_default().trim();
    let is_cut = line.chars().count() > MAX_TEXT || text.trim().lines().count() > 1;
    let start: String = line.chars().take(MAX_TEXT).collect();
    format!("`{}{}`", printable(start.trim_end()), if is_cut { "…" } else { "" })
}
