//! Deletion of single nodes to a fix point, then of sets of nodes in the order of their size.
//!
//! Phase 2 of Algorithm 1 of Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019, with
//! its enumeration of all sets replaced by a hitting-set tree: what must go together with a deletion
//! that fails is read off the run that failed (see `nogoods`). The sets found are the same.
//!
//! Nothing the search takes depends on why a candidate failed, on the order of the oracle's answers or on
//! how many are asked at a time: single deletions are taken in the order of the program, whatever was
//! asked ahead, and of the smallest sets that pass, all of which are found, the best is taken.

use super::moves::{MoveId, candidate};
use super::nogoods::NogoodId;
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
    search_from(oracle, &Candidate::default(), options, watch)
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
    let mut search = DeletionSearch::new(oracle, options, watch)?;
    let start = Bits::of(search.moves.n_deletions(), start.ids().iter().copied());
    search.set_slice(start);
    let end = search.run()?;
    let found = candidate(&search.slice);
    Ok(Found {
        kept: search.kept(&search.slice),
        candidate: found,
        depth: search.depth,
        end,
        stages: search.stages,
        n_candidates: search.n_candidates,
        n_ahead: search.n_ahead,
        n_inferred: search.n_inferred,
    })
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
    fn needed(&mut self) -> Result<NodeSet> {
        let original = self.oracle.judge(&[Candidate::default()], true)?;
        let asked = match original.first() {
            Some(judgement) if judgement.is_same() => judgement.consulted.clone(),
            _ => return Err(error::minimize::not_its_own_slice()),
        };
        Ok(self.options.hint.as_ref().map_or(asked.clone(), |hint| hint.intersection(&asked)))
    }

    fn run(&mut self) -> Result<SearchEnd> {
        let needed = self.needed()?;
        let mut needed = Some(&needed);
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
    /// nothing would. Answers after the first wrong guess are forgotten, so that guesses change nothing.
    fn descend(&mut self, mut needed: Option<&NodeSet>) -> Result<Option<SearchEnd>> {
        let mut refuted: Vec<Option<NogoodId>> = vec![None; self.moves.len()];
        loop {
            let mut changed = false;
            let mut next: MoveId = 0;
            let mut width = 1;
            while (next as usize) < self.moves.len() {
                let is_spent = self.options.max_candidates.is_some_and(|max| self.n_candidates >= max);
                let end = if is_spent { Some(SearchEnd::Budget) } else { self.is_stopped(1) };
                if end.is_some() {
                    return Ok(end);
                }
                let ahead = self.ahead(next, width, needed, &refuted);
                let before = self.slice.clone();
                let wrong = self.follow(&ahead, &mut refuted)?;
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
    fn ahead(
        &self,
        first: MoveId,
        width: usize,
        needed: Option<&NodeSet>,
        refuted: &[Option<NogoodId>],
    ) -> Ahead {
        let left = self.options.max_candidates.map_or(u64::MAX, |max| max - self.n_candidates);
        let width = width.min(usize::try_from(left).unwrap_or(usize::MAX));
        let mut at = self.slice.clone();
        let mut ahead = Ahead { steps: Vec::new(), n_known: 0, next: first };
        while (ahead.next as usize) < self.moves.len() && ahead.steps.len() < width {
            let id = ahead.next;
            ahead.next += 1;
            if !self.moves.is_live(&at, id) {
                continue;
            }
            let deleted = self.moves.after(&at, id);
            let is_reason = |why: NogoodId| self.nogoods.get(why).fits(&self.moves, &deleted);
            if self.moves.empty_group(&deleted).is_some() || refuted[id as usize].is_some_and(is_reason) {
                ahead.n_known += 1;
                continue;
            }
            let guess = needed.is_some_and(|needed| self.moves.gone(id).n_common(needed) == 0);
            if guess {
                at = deleted.clone();
            }
            ahead.steps.push(GuessedMove { id, deleted, guess, n_known: ahead.n_known });
        }
        ahead
    }

    /// Asks, and makes the moves that pass up to the first wrong guess: that move.
    fn follow(&mut self, ahead: &Ahead, refuted: &mut [Option<NogoodId>]) -> Result<Option<MoveId>> {
        let judgements = self.judge(ahead.steps.iter().map(|step| &step.deleted))?;
        for (idx, (step, judgement)) in ahead.steps.iter().zip(judgements).enumerate() {
            self.n_candidates += 1;
            let outcome = self.learn(&step.deleted, judgement);
            let passes = matches!(outcome, CandidateOutcome::Passes);
            match outcome {
                CandidateOutcome::Passes => self.set_slice(step.deleted.clone()),
                CandidateOutcome::Fails(why) => refuted[step.id as usize] = Some(why),
            }
            if passes != step.guess {
                self.n_ahead += (ahead.steps.len() - idx - 1) as u64;
                self.n_inferred += step.n_known;
                return Ok(Some(step.id));
            }
        }
        self.n_inferred += ahead.n_known;
        Ok(None)
    }
}
