//! Deletion of blocks, then of single nodes to a fix point, then of sets of nodes in the order of their size.
//!
//! Phase 2 of Algorithm 1 of Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019, with
//! its enumeration of all sets replaced by a hitting-set tree: what must go together with a deletion
//! that fails is read off the run that failed (see `nogoods`). The sets found are the same.
//!
//! Nothing the search takes depends on why a run failed, on the order of the oracle's answers or on
//! how many are asked at a time: blocks (see `blocks`) and single deletions are taken in an order of their own, whatever
//! was asked ahead, and of the smallest sets that pass, all of which are found, the best is taken. A reason to fail
//! only spares candidates that would fail.

use super::moves::{MoveId, candidate};
use super::nogoods::{Learnt, NogoodId};
use super::sets::Sets;
use super::state::{BATCH, CandidateOutcome, DeletionSearch, Found, SearchEnd, SearchOptions, SearchWatch};
use crate::ast::NodeSet;
use crate::bits::Bits;
use crate::deletions::Candidate;
use crate::error::{self, Result};
use crate::oracle::Oracle;

/// Searches for a slice from which nothing can go.
///
/// Every input counts that the oracle has. The slice is the same for equal programs, criteria, inputs and
/// options, whatever the hint and however many processes judge.
///
/// # Errors
/// Those of the oracle; and an oracle for which the program is no slice of itself.
pub fn search(oracle: &mut dyn Oracle, options: &SearchOptions, watch: SearchWatch<'_>) -> Result<Found> {
    search_again(oracle, &Learnt::default(), options, watch)
}

/// As [`search`], and finds the same, with what an earlier search has learnt: [`Found::learnt`].
///
/// The oracle must be about the same program and criterion, and have at least the inputs that it had then: what failed
/// on those fails still. Candidates that are known to fail are not judged again.
///
/// # Errors
/// As [`search`].
pub(super) fn search_again(
    oracle: &mut dyn Oracle,
    earlier: &Learnt,
    options: &SearchOptions,
    watch: SearchWatch<'_>,
) -> Result<Found> {
    let mut search = DeletionSearch::new(oracle, options, earlier, watch)?;
    let needed = search.needed(earlier)?;
    let end = match search.blocks(&needed)? {
        Some(end) => end,
        None => search.run(&needed)?,
    };
    Ok(found(search, end))
}

/// As [`search`], among the slices inside of a given one, which must be a slice. A proof that it is minimal
/// finds it again.
///
/// # Errors
/// As [`search`].
pub fn search_from(
    oracle: &mut dyn Oracle,
    start: &Candidate,
    options: &SearchOptions,
    watch: SearchWatch<'_>,
) -> Result<Found> {
    go_on(oracle, start, &Learnt::default(), options, watch)
}

/// As [`search_from`], with what an earlier search has learnt, as [`search_again`] wants it.
///
/// # Errors
/// As [`search`].
pub(super) fn go_on(
    oracle: &mut dyn Oracle,
    start: &Candidate,
    earlier: &Learnt,
    options: &SearchOptions,
    watch: SearchWatch<'_>,
) -> Result<Found> {
    let mut search = DeletionSearch::new(oracle, options, earlier, watch)?;
    let start = Bits::of(search.moves.n_deletions(), start.ids().iter().copied());
    search.set_slice(start);
    let needed = search.needed(earlier)?;
    let end = search.run(&needed)?;
    Ok(found(search, end))
}

fn found(search: DeletionSearch<'_, '_>, end: SearchEnd) -> Found {
    let kept = search.kept(&search.slice);
    Found {
        candidate: candidate(&search.slice),
        depth: search.depth,
        end,
        stages: search.stages,
        n_candidates: search.n_candidates,
        n_ahead: search.n_ahead,
        n_inferred: search.n_inferred,
        learnt: Learnt::new(&search.moves, search.nogoods, search.failed, &kept),
        kept,
    }
}

/// Single moves to ask for together.
struct Ahead {
    steps: Vec<GuessedMove>,
    /// Moves among them that fail for a known reason.
    n_known: u64,
    /// Where to go on.
    next: MoveId,
}

/// A move to ask for, after those before it that should pass.
struct GuessedMove {
    id: MoveId,
    deleted: Bits,
    /// Whether it should pass.
    guess: bool,
    /// Moves before it that fail for a known reason.
    n_known: u64,
}

impl DeletionSearch<'_, '_> {
    /// The nodes without which the original cannot do what it does, as a guess.
    fn needed(&mut self, earlier: &Learnt) -> Result<NodeSet> {
        let original = self.oracle.judge(&[Candidate::default()], true)?;
        let asked = match original.first() {
            Some(judgement) if judgement.is_same() => judgement.consulted.clone(),
            _ => return Err(error::minimize::not_its_own_slice()),
        };
        self.asked = asked.clone();
        let hint = earlier.kept().or(self.options.hint.as_ref());
        Ok(hint.map_or(asked.clone(), |hint| hint.intersection(&asked)))
    }

    fn run(&mut self, needed: &NodeSet) -> Result<SearchEnd> {
        let mut needed = Some(needed);
        loop {
            self.depth = 0;
            if let Some(end) = self.descend(needed.take())? {
                return Ok(end);
            }
            self.nogoods.rebase(&self.moves, &self.slice);
            match self.sets()? {
                Sets::Over(end) => return Ok(end),
                Sets::Passing(picked) => self.take(&picked),
            }
        }
    }

    /// Makes single moves, in the order of the program, until none passes. The end, if it came to it.
    ///
    /// With nodes that may be `needed`, it asks ahead as if what takes none of them would pass, else as if
    /// nothing would. Of answers after the first wrong guess only the reasons of failures are of use.
    fn descend(&mut self, mut needed: Option<&NodeSet>) -> Result<Option<SearchEnd>> {
        loop {
            let mut changed = false;
            let mut next: MoveId = 0;
            let mut width = 1;
            while (next as usize) < self.moves.len() {
                let end = if self.is_spent() { Some(SearchEnd::Budget) } else { self.is_stopped(1) };
                if end.is_some() {
                    return Ok(end);
                }
                let ahead = self.ahead(next, width, needed);
                let before = self.slice.clone();
                let Some(wrong) = self.follow(&ahead)? else { return Ok(Some(SearchEnd::Stopped)) };
                changed |= self.slice != before;
                width = if wrong.is_some() { 1 } else { (width * 4).min(BATCH) };
                next = wrong.map_or(ahead.next, |id| id + 1);
            }
            needed = None;
            if !changed {
                return Ok(None);
            }
        }
    }

    /// The next moves to ask for from `first` on.
    fn ahead(&self, first: MoveId, width: usize, needed: Option<&NodeSet>) -> Ahead {
        let width = width.min(self.n_left());
        let mut at = self.slice.clone();
        let mut ahead = Ahead { steps: Vec::new(), n_known: 0, next: first };
        while (ahead.next as usize) < self.moves.len() && ahead.steps.len() < width {
            let id = ahead.next;
            ahead.next += 1;
            if !self.moves.is_live(&at, id) {
                continue;
            }
            let deleted = self.moves.after(&at, id);
            let is_reason = |&why: &NogoodId| self.nogoods.get(why).fits(&self.moves, &deleted);
            let is_refuted = self.failed.reasons(&[id]).iter().any(is_reason);
            if is_refuted || self.moves.empty_group(&deleted).is_some() {
                ahead.n_known += 1;
                continue;
            }
            let guess = needed.is_some_and(|needed| !self.moves.takes_any(id, needed));
            if guess {
                at = deleted.clone();
            }
            ahead.steps.push(GuessedMove { id, deleted, guess, n_known: ahead.n_known });
        }
        ahead
    }

    /// Asks, and makes the moves that pass up to the first wrong guess: that move, if there is one. `None` when the
    /// search is stopped.
    fn follow(&mut self, ahead: &Ahead) -> Result<Option<Option<MoveId>>> {
        let Some(judgements) = self.judge(ahead.steps.iter().map(|step| &step.deleted))? else {
            return Ok(None);
        };
        let mut judged = ahead.steps.iter().zip(judgements);
        while let Some((step, judgement)) = judged.next() {
            self.n_candidates += 1;
            let outcome = self.learn(&step.deleted, judgement);
            let passes = matches!(outcome, CandidateOutcome::Passes);
            match outcome {
                CandidateOutcome::Passes => self.set_slice(step.deleted.clone()),
                CandidateOutcome::Fails(why) => self.failed.note(&[step.id], why),
            }
            if passes != step.guess {
                self.n_inferred += step.n_known;
                judged.for_each(|(step, judgement)| self.learn_ahead(&[step.id], &step.deleted, judgement));
                return Ok(Some(Some(step.id)));
            }
        }
        self.n_inferred += ahead.n_known;
        Ok(Some(None))
    }
}
