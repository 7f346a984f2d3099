//! Sets of deletions in the order of their size, by a hitting-set tree.
//!
//! A set that fails is the root of those of its supersets that make one of its ways out (see
//! `nogoods`); each further branch leaves out what the branches before it try. So every smallest set
//! that passes is reached, once (Reiter, "A Theory of Diagnosis from First Principles", 1987). After the pairs, sets of
//! deletions that belong together are tried besides, whatever their size (see `links`).

use super::links::{LINKED_AFTER, Linked};
use super::moves::MoveId;
use super::nogoods::{Nogood, NogoodId, Reason};
use super::state::{BATCH, CandidateOutcome, DeletionSearch, SearchEnd, Stage};
use crate::bits::Bits;
use crate::error::Result;

/// Sets whose supersets are still to be tried; beyond so many, some 100 MB, the search ends.
const MAX_OPEN: usize = 1_000_000;

/// A set of moves that fails, and how it could be made to pass by making more.
struct OpenSet {
    picked: Vec<MoveId>,
    /// Moves of sets that are tried elsewhere.
    banned: Bits,
    /// Moves of which one must be made.
    branch: Vec<MoveId>,
}

/// A set of moves to be judged.
struct Pending {
    picked: Vec<MoveId>,
    banned: Bits,
    deleted: Bits,
}

/// What one depth brought.
#[derive(Default)]
struct Level {
    open: Vec<OpenSet>,
    passing: Vec<Vec<MoveId>>,
    /// Whether supersets are left to try; without room for all of them in `open`.
    goes_on: bool,
    end: Option<SearchEnd>,
}

/// What trying sets came to.
pub(super) enum Sets {
    Over(SearchEnd),
    /// The best of the smallest sets that pass.
    Passing(Vec<MoveId>),
}

impl DeletionSearch<'_, '_> {
    /// Tries sets of moves in the order of their size. The end, or the best of the smallest that pass.
    pub(super) fn sets(&mut self) -> Result<Sets> {
        let mut open = vec![OpenSet {
            picked: Vec::new(),
            banned: Bits::with_bound(self.moves.len()),
            branch: self.live.iter().collect(),
        }];
        for depth in 1.. {
            let mut level = self.level(&open, depth)?;
            if let Some(picked) = self.best(&mut level.passing) {
                if let Some(end) = level.end {
                    self.take(&picked);
                    self.depth = 0;
                    return Ok(Sets::Over(end));
                }
                return Ok(Sets::Passing(picked));
            }
            if let Some(end) = level.end {
                return Ok(Sets::Over(end));
            }
            self.reach(depth);
            if depth == LINKED_AFTER && level.goes_on {
                match self.linked()? {
                    Linked::Over(end) => return Ok(Sets::Over(end)),
                    Linked::Passing(picked) => return Ok(Sets::Passing(picked)),
                    Linked::Nothing => {}
                }
            }
            if !level.goes_on {
                return Ok(Sets::Over(SearchEnd::Exhausted));
            }
            if self.options.max_nodes.is_some_and(|max| depth >= max) {
                return Ok(Sets::Over(SearchEnd::MaxNodes));
            }
            if level.open.len() > MAX_OPEN {
                return Ok(Sets::Over(SearchEnd::Memory));
            }
            open = level.open;
        }
        unreachable!("a set has at most as many moves as there are")
    }

    /// All sets of up to `depth` moves were tried.
    fn reach(&mut self, depth: usize) {
        self.depth = depth;
        if self.stages.last().is_none_or(|stage| stage.depth < depth) {
            self.stages.push(Stage {
                depth,
                n_kept: self.n_kept,
                n_candidates: self.n_candidates,
                n_inferred: self.n_inferred,
                wall_s: self.begun.elapsed().as_secs_f64(),
            });
        }
    }

    /// Of sets that pass, that which leaves the fewest nodes; of these the first in the program.
    fn best(&self, passing: &mut [Vec<MoveId>]) -> Option<Vec<MoveId>> {
        passing.iter_mut().for_each(|picked| picked.sort_unstable());
        let n_left = |picked: &Vec<MoveId>| {
            let after = |deleted: Bits, &id: &MoveId| self.moves.after(&deleted, id);
            self.kept(&picked.iter().fold(self.slice.clone(), after)).len()
        };
        passing.iter().min_by_key(|picked| (n_left(picked), (*picked).clone())).cloned()
    }

    /// Tries every set that has one move more than one of `open`.
    fn level(&mut self, open: &[OpenSet], depth: usize) -> Result<Level> {
        let mut level = Level::default();
        let mut pending: Vec<Pending> = Vec::new();
        for parent in open {
            self.children(parent, depth, &mut level, &mut pending);
            if pending.len() >= BATCH {
                self.flush(&mut pending, depth, &mut level)?;
                level.end = level.end.or_else(|| self.is_stopped(depth));
            }
            if level.end.is_some() {
                return Ok(level);
            }
        }
        self.flush(&mut pending, depth, &mut level)?;
        Ok(level)
    }

    /// Sorts the sets with one move more into those to be judged and those whose failure is known.
    fn children(&mut self, parent: &OpenSet, depth: usize, level: &mut Level, pending: &mut Vec<Pending>) {
        let deleted =
            parent.picked.iter().fold(self.slice.clone(), |deleted, &id| self.moves.after(&deleted, id));
        let inherited = self.reasons(&parent.picked, &deleted);
        let mut banned = parent.banned.clone();
        for &id in &parent.branch {
            // One set may have thousands of supersets that are settled without a run.
            level.end = self.is_stopped_by_now(depth);
            if level.end.is_some() {
                return;
            }
            let still: Vec<NogoodId> = inherited
                .iter()
                .copied()
                .filter(|&why| !self.nogoods.get(why).ways_out.contains(id))
                .collect();
            let goes_deeper = self.goes_deeper(depth, level);
            if still.is_empty() || goes_deeper {
                let child = Pending {
                    picked: parent.picked.iter().copied().chain([id]).collect(),
                    banned: banned.clone(),
                    deleted: self.moves.after(&deleted, id),
                };
                self.sort(child, still, goes_deeper, level, pending);
            } else {
                self.n_inferred += 1;
            }
            banned.insert(id);
        }
    }

    /// Whether it matters how a set that fails could go on.
    fn goes_deeper(&self, depth: usize, level: &Level) -> bool {
        let is_last = self.options.max_nodes.is_some_and(|max| depth >= max);
        let is_full = level.open.len() > MAX_OPEN;
        !(level.goes_on && (is_last || is_full))
    }

    fn sort(
        &mut self,
        child: Pending,
        mut why: Vec<NogoodId>,
        goes_deeper: bool,
        level: &mut Level,
        pending: &mut Vec<Pending>,
    ) {
        if let Some(around) = self.moves.empty_group(&child.deleted) {
            let reason = Reason::Flaw { deleted: child.deleted.clone(), repairs: around };
            let nogood = Nogood::new(&self.moves, reason);
            why.push(self.nogoods.add(&self.moves, nogood));
        } else {
            let (last, picked) = child.picked.split_last().expect("a child has one move more");
            let mut found = |id| {
                why.push(id);
                goes_deeper
            };
            self.nogoods.fitting(&self.moves, (picked, *last), &child.deleted, &mut found);
        }
        if why.is_empty() {
            pending.push(child);
        } else {
            self.n_inferred += 1;
            self.close(child, &why, level);
        }
    }

    /// Known reasons for which a set of moves fails.
    fn reasons(&self, picked: &[MoveId], deleted: &Bits) -> Vec<NogoodId> {
        let mut why = Vec::new();
        for (idx, &last) in picked.iter().enumerate() {
            self.nogoods.fitting(&self.moves, (&picked[..idx], last), deleted, &mut |id| {
                why.push(id);
                true
            });
        }
        why
    }

    /// Enters a set that fails with the least of its ways out.
    fn close(&mut self, failed: Pending, why: &[NogoodId], level: &mut Level) {
        let ways_out = |&id: &NogoodId| {
            let mut out = self.nogoods.get(id).ways_out.intersection(&self.live).difference(&failed.banned);
            failed.picked.iter().for_each(|&id| self.moves.subtract_rivals(&mut out, id));
            out
        };
        let least = why.iter().map(ways_out).min_by_key(Bits::len).expect("a set fails for a reason");
        if least.is_empty() {
            return;
        }
        let is_last = self.options.max_nodes.is_some_and(|max| failed.picked.len() >= max);
        level.goes_on = true;
        if !is_last && level.open.len() <= MAX_OPEN {
            let branch = least.iter().collect();
            level.open.push(OpenSet { picked: failed.picked, banned: failed.banned, branch });
        }
    }

    /// Judges what is pending.
    fn flush(&mut self, pending: &mut Vec<Pending>, depth: usize, level: &mut Level) -> Result<()> {
        if pending.len() > self.n_left() {
            pending.truncate(self.n_left());
            level.end = Some(SearchEnd::Budget);
        }
        let Some(judgements) = self.judge(pending.iter().map(|child| &child.deleted))? else {
            level.end = Some(SearchEnd::Stopped);
            pending.clear();
            return Ok(());
        };
        self.n_candidates += pending.len() as u64;
        for (child, judgement) in pending.drain(..).zip(judgements) {
            match self.learn(&child.deleted, judgement) {
                CandidateOutcome::Passes => level.passing.push(child.picked),
                CandidateOutcome::Fails(why) if self.goes_deeper(depth, level) => {
                    self.close(child, &[why], level)
                }
                CandidateOutcome::Fails(_) => {}
            }
        }
        Ok(())
    }
}
