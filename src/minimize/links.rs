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

/// Two places are alike where constructs of the same kind, with as many children, speak of the same name.
type LinkKey<'t> = (&'t str, &'t str, usize, usize);

/// Moves that take single nodes at alike places, two or more together, in the order of the program.
fn links(program: &Tree, table: &Deletions, moves: &Moves) -> Vec<Vec<MoveId>> {
    let mut alike: BTreeMap<LinkKey<'_>, Vec<MoveId>> = BTreeMap::new();
    for id in 0..moves.len() as MoveId {
        let &[deletion] = moves.deletions(id) else { return Vec::new() };
        let node = table.get(deletion).node;
        let Some(key) = program.parent(node).and_then(|parent| key(program, parent, node)) else { continue };
        let ids = alike.entry(key).or_default();
        let is_known = |&other: &MoveId| table.get(moves.deletions(other)[0]).node == node;
        if !ids.last().is_some_and(is_known) {
            ids.push(id);
        }
    }
    let mut links: Vec<Vec<MoveId>> = alike.into_values().filter(|ids| ids.len() > 1).collect();
    links.sort_unstable();
    links
}

fn key(program: &Tree, parent: NodeId, node: NodeId) -> Option<LinkKey<'_>> {
    let children: Vec<NodeId> = program.children(parent).collect();
    let place = children.iter().position(|&child| child == node)?;
    let label = program.label(parent);
    let name = if label.is_empty() { program.label(*children.first()?) } else { label };
    (!name.is_empty()).then_some((program.kind(parent), name, children.len(), place))
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
            if picked.len() > 2 && self.moves.empty_group(&deleted).is_none() {
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
