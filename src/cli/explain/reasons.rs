//! The missing and surplus nodes of an answer, by what was left out or kept as a whole, each with what is known of it.
//!
//! Of a missing node that is the certificate's witness: an input on which gold without it takes other values. Of surplus
//! nodes it is no more than that gold is a slice without all of them together: some may be needed by others.

use std::path::Path;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::cli::layout::wrapped;
use crate::grade::Examined;
use crate::minimize::certificate::{Certificate, InputEntry, WitnessEntry};
use crate::report::printable;
use crate::suite::Task;

/// Groups of missing nodes, and of surplus nodes, that are listed at most.
const MAX_GROUPS: usize = 12;

/// Longest text of a group's code, in characters.
const MAX_TEXT: usize = 40;

/// The lists of missing and surplus nodes, in at most `width` columns; nothing for what there is none of.
pub(super) fn reasons(task: Task<'_>, examined: &Examined, width: usize) -> Vec<String> {
    if examined.grade.f1.is_none() {
        return Vec::new();
    }
    let program = &examined.program;
    let witnesses = Witnesses::of(task, examined);
    let missing = examined.gold.difference(&examined.kept);
    let surplus = examined.kept.difference(&examined.gold);
    let why = |root: NodeId| witnesses.as_ref().and_then(|witnesses| witnesses.text(program, root));
    let mut lines = listed("missing", program, &missing, &why);
    lines.extend(listed("surplus", program, &surplus, &|_| None));
    if !surplus.is_empty() {
        lines.push("  gold is a slice without all of these together".to_owned());
    }
    lines.iter().map(|line| wrapped(line, Some(width), 4)).collect()
}

/// A line for each group: a node and everything of the set below it.
fn listed(
    name: &str,
    program: &Tree,
    nodes: &NodeSet,
    why: &dyn Fn(NodeId) -> Option<String>,
) -> Vec<String> {
    if nodes.is_empty() {
        return Vec::new();
    }
    let roots: Vec<NodeId> = nodes.iter().filter(|&node| !is_below(program, node, nodes)).collect();
    let mut lines = vec![String::new(), format!("{name} nodes:")];
    for &root in roots.iter().take(MAX_GROUPS) {
        let because = why(root).map(|why| format!(": {why}")).unwrap_or_default();
        lines.push(format!("  {}{because}", group(program, root, nodes)));
    }
    if roots.len() > MAX_GROUPS {
        let rest: usize = roots[MAX_GROUPS..].iter().map(|&root| n_below(program, root, nodes)).sum();
        lines.push(format!("  … and {rest} more node{}", if rest == 1 { "" } else { "s" }));
    }
    lines
}

/// Whether the nearest counted node around is in the set, too.
fn is_below(program: &Tree, node: NodeId, nodes: &NodeSet) -> bool {
    program
        .ancestors(node)
        .find(|&above| program.is_counted(above))
        .is_some_and(|above| nodes.contains(above))
}

fn n_below(program: &Tree, root: NodeId, nodes: &NodeSet) -> usize {
    program.subtree(root).filter(|&node| nodes.contains(node)).count()
}

/// `line 16: the whole call `io:format(…)`, 9 nodes`, or a node with what is in it and in the set.
fn group(program: &Tree, root: NodeId, nodes: &NodeSet) -> String {
    let n_nodes = n_below(program, root, nodes);
    let n_all = program.subtree(root).filter(|&node| program.is_counted(node)).count();
    let place = match program.files().len() {
        1 => format!("line {}", program.line(root)),
        _ => format!("{}:{}", program.file(program.file_of(root)).path.display(), program.line(root)),
    };
    let kind = program.kind(root).replace('_', " ");
    let kind = kind.trim();
    match (n_nodes, n_all) {
        (1, 1) => format!("{place}: {}", code(program, root)),
        (1, _) => format!("{place}: the {kind} of {}, without what is in it", code(program, root)),
        (n, all) if n == all => format!("{place}: the whole {kind} {}, {n} nodes", code(program, root)),
        (n, all) => format!("{place}: {n} of the {all} nodes of the {kind} {}", code(program, root)),
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

/// Why single nodes of the gold slice cannot go, by its certificate.
struct Witnesses {
    inputs: Vec<InputEntry>,
    witnesses: Vec<WitnessEntry>,
    criterion: String,
}

impl Witnesses {
    /// Those of the gold slice that was used; `None` where it is not certified.
    fn of(task: Task<'_>, examined: &Examined) -> Option<Witnesses> {
        if examined.grade.normalised || examined.grade.incomparable {
            return None;
        }
        // Of another program or gold slice it would speak of other nodes; then the evidence is `asserted`.
        let text = task.criterion.certificate.as_deref().filter(|_| task.criterion.is_certified())?;
        let certificate = Certificate::parse(text, Path::new("")).ok()?;
        let slice = certificate.slices.into_iter().nth(examined.grade.gold_idx)?;
        let criterion = match &task.criterion.variable {
            Some(variable) => format!("`{variable}`"),
            None => "the criterion".to_owned(),
        };
        Some(Witnesses { inputs: certificate.inputs, witnesses: slice.witnesses, criterion })
    }

    /// What the deletion of a node, or of the next around it that can go, does to gold.
    fn text(&self, program: &Tree, node: NodeId) -> Option<String> {
        let around = std::iter::once(node).chain(program.ancestors(node));
        let (at, witness) = around
            .filter_map(|node| Some((node, self.witnesses.iter().find(|witness| witness.node == node)?)))
            .next()?;
        let without = match at == node {
            true => "gold without it".to_owned(),
            false => format!("gold without the {} around it", program.kind(at).replace('_', " ")),
        };
        let input = witness.input.and_then(|idx| self.inputs.get(idx)).map(shown);
        Some(match (&witness.error, input, witness.position) {
            (Some(error), ..) => format!("{without} does not compile, {error}"),
            (None, Some(input), Some(position)) => {
                let criterion = &self.criterion;
                format!("{without}, on {input}, has another value {} of {criterion}, or none", position + 1)
            }
            (None, Some(input), None) => format!("{without}, on {input}, does not end"),
            (None, None, _) => return None,
        })
    }
}

fn shown(input: &InputEntry) -> String {
    match input {
        InputEntry::Args(args) if args.is_empty() => "an empty input".to_owned(),
        InputEntry::Args(args) => format!("input {}", printable(&args.join(", "))),
        InputEntry::Full { args, stdin } if args.is_empty() => format!("standard input {stdin:?}"),
        InputEntry::Full { args, stdin } => {
            format!("input {} and standard input {stdin:?}", printable(&args.join(", ")))
        }
    }
}
