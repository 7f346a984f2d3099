//! The values that a witness is about: the program's, and those of the gold slice without a node.
//!
//! They are not in the certificate, which says where they differ and is small; whoever asks for them runs what it lists.

use super::replay::{candidate, entry};
use super::{Certificate, SliceEntry, WitnessEntry};
use crate::ast::Tree;
use crate::deletions::{Candidate, DeletionId};
use crate::error::Result;
use crate::languages;
use crate::map::{Fate, MapOptions, map};
use crate::oracle::{Difference, Oracle, Question, Trial};
use crate::suite::{Input, Task};

/// For each of these witnesses of a gold slice, how the gold slice without its node differs; `None` where it does not compile,
/// does not end, has no criterion any more, or shows something else than the certificate says.
///
/// # Errors
/// There is no oracle for the program, or it cannot be run.
pub fn witnessed(
    task: Task<'_>,
    certificate: &Certificate,
    slice: &SliceEntry,
    witnesses: &[&WitnessEntry],
) -> Result<Vec<Option<Difference>>> {
    let criterion = task.criterion;
    let question = Question::of_kind(criterion.nodes.clone(), certificate.entry.clone(), criterion.kind);
    let mut oracle = languages::oracle(&task.benchmark.tree, &question)?;
    // On the inputs of a certificate before the one of a witness the slice without the node behaves.
    let mut used: Vec<usize> = witnesses.iter().filter_map(|witness| witness.input).collect();
    used.sort_unstable();
    used.dedup();
    let inputs = used.iter().filter_map(|&idx| certificate.inputs.get(idx));
    oracle.add_inputs(&inputs.map(Input::from).collect::<Vec<_>>())?;
    let mut found = Vec::new();
    for witness in witnesses {
        found.push(match (witness.input, witness.position, without(oracle.as_ref(), slice, witness)) {
            (Some(input), Some(position), Some(candidate)) => {
                let difference = tried(oracle.as_mut(), task, &candidate)?;
                let is_it = |found: &Difference| {
                    found.witness.position == position && used.get(found.witness.input_idx) == Some(&input)
                };
                difference.filter(is_it)
            }
            _ => None,
        });
    }
    Ok(found)
}

/// The slice with the deletion of a witness.
fn without(oracle: &dyn Oracle, slice: &SliceEntry, witness: &WitnessEntry) -> Option<Candidate> {
    let (program, table) = (oracle.program(), oracle.deletions());
    let claimed = candidate(program, table, slice).ok()?;
    let is_its = |id: &DeletionId| {
        let entry = entry(program, table, *id);
        entry.node == witness.node && entry.action == witness.action
    };
    let further = (0..table.all().len() as DeletionId).find(is_its)?;
    let more: Candidate = claimed.ids().iter().copied().chain([further]).collect();
    Some(table.normalised(program, &more))
}

/// How a candidate differs, run as a program of its own.
fn tried(oracle: &mut dyn Oracle, task: Task<'_>, candidate: &Candidate) -> Result<Option<Difference>> {
    let program = oracle.program();
    let tree = Tree::parse(program.language(), &oracle.deletions().text(program, candidate));
    let criteria = &task.criterion.nodes;
    let mapping = map(program, &tree, &MapOptions::of_criterion(criteria));
    let is_criterion = |fate: &Fate| matches!(fate, Fate::Mapped(origin) if criteria.contains(origin));
    let at: Vec<_> = tree.ids().filter(|&node| is_criterion(&mapping.fates[node as usize])).collect();
    if at.len() != criteria.len() {
        return Ok(None);
    }
    Ok(match oracle.try_placed(&tree, &at, &mapping.origins())? {
        Trial::Different(difference) => Some(difference),
        _ => None,
    })
}
