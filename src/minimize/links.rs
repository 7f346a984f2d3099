//! Deletions far apart that only help together: what all calls of one function say in one place.
//!
//! A value that is handed round in a circle of calls, and only there, can go when it goes everywhere: as many deletions as
//! there are calls, which sets in the order of their size do not come to. So these sets are tried besides, once no
//! two deletions are left that can go.

use std::collections::BTreeMap;

use super::moves::{MoveId, Moves};
use super::state::{CandidateOutcome, DeletionSearch, SearchEnd};
use crate::ast::{NodeId, Tree};
use crate::bits::Bits;
use crate::deletions::Deletions;
use crate::error::Result;

/// Linked moves are tried when all sets of so many have failed.
pub(super) const LINKED_AFTER: usize = 2;

/// Two places are alike where constructs of the same kind, with as many children, speak of the same name.
type LinkKey<'t> = (&'t str, &'t str, usize, usize);

/// Moves that take nodes at alike places, one for each, in the order of the program.
fn links(program: &Tree, table: &Deletions, moves: &Moves) -> Vec<Vec<MoveId>> {
    let keys = keys(program);
    let mut alike: BTreeMap<LinkKey<'_>, Vec<MoveId>> = BTreeMap::new();
    let mut last = None;
    for id in 0..moves.len() as MoveId {
        // Neighbouring lines are at no place of the tree.
        let &[deletion] = moves.deletions(id) else { return Vec::new() };
        let node = table.get(deletion).node;
        if let Some(key) = keys[node as usize]
            && last.replace(node) != Some(node)
        {
            alike.entry(key).or_default().push(id);
        }
    }
    let mut links: Vec<Vec<MoveId>> = alike.into_values().collect();
    links.sort_unstable();
    links
}

/// The place of each node that has one.
fn keys(program: &Tree) -> Vec<Option<LinkKey<'_>>> {
    let mut keys = vec![None; program.len()];
    for parent in program.ids() {
        let children: Vec<NodeId> = program.children(parent).collect();
        let Some(&first) = children.first() else { continue };
        let label = program.label(parent);
        let name = if label.is_empty() { program.label(first) } else { label };
        for (place, &child) in children.iter().enumerate().filter(|_| !name.is_empty()) {
            keys[child as usize] = Some((program.kind(parent), name, children.len(), place));
        }
    }
    keys
}

/// What trying linked moves came to.
pub(super) enum Linked {
    Over(SearchEnd),
    Passing(Vec<MoveId>),
    Nothing,
}

impl DeletionSearch<'_, '_> {
    /// Tries linked moves, as far as each changes anything; the first that pass.
    pub(super) fn linked(&mut self) -> Result<Linked> {
        let all = links(self.oracle.program(), self.oracle.deletions(), &self.moves);
        let mut tries: Vec<(Vec<MoveId>, Bits)> = Vec::new();
        for mut picked in all {
            picked.retain(|&id| self.live.contains(id));
            let deleted = self.moves.after_all(&self.slice, &picked);
            // Smaller sets were tried.
            if picked.len() > LINKED_AFTER && self.moves.empty_group(&deleted).is_none() {
                tries.push((picked, deleted));
            }
        }
        tries.truncate(self.n_left());
        let Some(judgements) = self.judge(tries.iter().map(|(_, deleted)| deleted))? else {
            return Ok(Linked::Over(SearchEnd::Stopped));
        };
        let mut passing = Linked::Nothing;
        for ((picked, deleted), judgement) in tries.into_iter().zip(judgements) {
            self.n_candidates += 1;
            let passes = matches!(self.learn(&deleted, judgement), CandidateOutcome::Passes);
            if passes && matches!(passing, Linked::Nothing) {
                passing = Linked::Passing(picked);
            }
        }
        Ok(passing)
    }
}
