//! Where a search is: the slice so far, what was learnt, and the questions to the oracle.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::moves::{DeletionUnit, MoveId, Moves, candidate};
use super::nogoods::{FailedMoves, Learnt, Nogood, NogoodId, Nogoods, Reason};
use crate::ast::NodeSet;
use crate::bits::Bits;
use crate::deletions::Candidate;
use crate::error::Result;
use crate::oracle::{Judgement, Oracle, Verdict};

/// Candidates asked for at a time.
pub(super) const BATCH: usize = 256;
/// Whoever watches is asked about as often, as long as no single candidate takes longer.
const WATCH_EVERY: Duration = Duration::from_millis(50);

/// What is searched, and how far.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// What counts as one deletion.
    pub granularity: DeletionUnit,
    /// Largest number of deletions tried together, at least 1; `None` for no limit.
    pub max_nodes: Option<usize>,
    /// Candidates judged, at most; `None` for no limit. Candidates whose failure is known are not judged.
    pub max_candidates: Option<u64>,
    /// Counted nodes of a slice that is already known. It makes the search faster and does not change
    /// what is found.
    pub hint: Option<NodeSet>,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// Nothing is left to try, however many nodes go together.
    Exhausted,
    /// Everything up to [`SearchOptions::max_nodes`] was tried.
    MaxNodes,
    /// [`SearchOptions::max_candidates`] were judged.
    Budget,
    /// Whoever watches said so.
    Stopped,
    /// Too many sets are left to be remembered.
    Memory,
}

/// How far the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// Deletions tried together at the moment.
    pub depth: usize,
    /// Counted nodes of the slice so far.
    pub n_kept: usize,
    /// Candidates judged.
    pub n_candidates: u64,
}

/// The state when all sets of up to `depth` deletions were tried for the first time.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Deletions tried together.
    pub depth: usize,
    /// Counted nodes of the slice then.
    pub n_kept: usize,
    /// Candidates judged until then.
    pub n_candidates: u64,
    /// Candidates that failed for a known reason until then, without being judged.
    pub n_inferred: u64,
    /// Since the search began, seconds.
    pub wall_s: f64,
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The slice, as deletions.
    pub candidate: Candidate,
    /// Its counted nodes.
    pub kept: NodeSet,
    /// No set of up to so many deletions leaves a slice; 0 when nothing is proved.
    pub depth: usize,
    /// Why the search ended; with [`SearchEnd::Exhausted`] no set of deletions at all leaves a slice.
    pub end: SearchEnd,
    /// One for each depth, ascending.
    pub stages: Vec<Stage>,
    /// Candidates judged.
    pub n_candidates: u64,
    /// Candidates judged ahead and not needed, not among the others.
    pub n_ahead: u64,
    /// Candidates that failed for a known reason, without being judged.
    pub n_inferred: u64,
    /// Why candidates failed, for a search that goes on when there are more inputs.
    pub learnt: Learnt,
}

/// Watches a search, and ends it with [`ControlFlow::Break`]. Called about every 50 ms, however large the program; a
/// single candidate that takes longer is waited for.
pub type SearchWatch<'w> = &'w mut dyn FnMut(&SearchProgress) -> ControlFlow<()>;

/// What became of a candidate.
pub(super) enum CandidateOutcome {
    Passes,
    Fails(NogoodId),
}

pub(super) struct DeletionSearch<'o, 'w> {
    pub(super) oracle: &'o mut dyn Oracle,
    pub(super) options: &'o SearchOptions,
    watch: SearchWatch<'w>,
    pub(super) moves: Moves,
    pub(super) nogoods: Nogoods,
    pub(super) failed: FailedMoves,
    /// What the runs of the slice ask for, as long as blocks are tried.
    pub(super) asked: NodeSet,
    /// Deletions of the smallest slice known.
    pub(super) slice: Bits,
    pub(super) n_kept: usize,
    /// Moves of the slice that change anything.
    pub(super) live: Bits,
    pub(super) depth: usize,
    pub(super) stages: Vec<Stage>,
    pub(super) n_candidates: u64,
    pub(super) n_ahead: u64,
    pub(super) n_inferred: u64,
    pub(super) begun: Instant,
    watched: Instant,
    /// Candidates that are judged between two looks at the clock.
    n_between: usize,
}

impl<'o, 'w> DeletionSearch<'o, 'w> {
    pub(super) fn new(
        oracle: &'o mut dyn Oracle,
        options: &'o SearchOptions,
        earlier: &Learnt,
        watch: SearchWatch<'w>,
    ) -> Result<Self> {
        let moves = Moves::new(oracle.program(), oracle.deletions(), options.granularity);
        let slice = Bits::with_bound(moves.n_deletions());
        let (nogoods, failed) = earlier.reasons(&moves);
        let n_kept = oracle.program().n_counted();
        Ok(DeletionSearch {
            live: moves.live(&slice),
            oracle,
            options,
            watch,
            moves,
            nogoods,
            failed,
            asked: NodeSet::new(),
            slice,
            n_kept,
            depth: 0,
            stages: Vec::new(),
            n_candidates: 0,
            n_ahead: 0,
            n_inferred: 0,
            begun: Instant::now(),
            watched: Instant::now(),
            n_between: 16,
        })
    }

    pub(super) fn kept(&self, deleted: &Bits) -> NodeSet {
        self.oracle.deletions().kept(self.oracle.program(), &candidate(deleted))
    }

    pub(super) fn take(&mut self, picked: &[MoveId]) {
        let deleted = picked.iter().fold(self.slice.clone(), |deleted, &id| self.moves.after(&deleted, id));
        self.set_slice(deleted);
    }

    pub(super) fn set_slice(&mut self, deleted: Bits) {
        self.n_kept = self.kept(&deleted).len();
        self.live = self.moves.live(&deleted);
        self.slice = deleted;
    }

    /// Whether no candidate may be judged any more.
    pub(super) fn is_spent(&self) -> bool {
        self.n_left() == 0
    }

    /// Candidates that may still be judged.
    pub(super) fn n_left(&self) -> usize {
        let left = self.options.max_candidates.map_or(u64::MAX, |max| max.saturating_sub(self.n_candidates));
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// As `is_stopped`, when it is time to ask.
    pub(super) fn is_stopped_by_now(&mut self, depth: usize) -> Option<SearchEnd> {
        if self.watched.elapsed() < WATCH_EVERY { None } else { self.is_stopped(depth) }
    }

    /// The end, when whoever watches says so.
    pub(super) fn is_stopped(&mut self, depth: usize) -> Option<SearchEnd> {
        self.watched = Instant::now();
        let progress = SearchProgress { depth, n_kept: self.n_kept, n_candidates: self.n_candidates };
        (self.watch)(&progress).is_break().then_some(SearchEnd::Stopped)
    }

    /// Judges candidates, a few at a time, and asks in between whether to go on; `None` when not.
    ///
    /// The clock decides how many at a time, which no judgement depends on.
    pub(super) fn judge<'b>(
        &mut self,
        deleted: impl Iterator<Item = &'b Bits>,
    ) -> Result<Option<Vec<Judgement>>> {
        let candidates: Vec<Candidate> = deleted.map(candidate).collect();
        let mut judgements = Vec::with_capacity(candidates.len());
        while judgements.len() < candidates.len() {
            if !judgements.is_empty() && self.is_stopped_by_now(self.depth + 1).is_some() {
                return Ok(None);
            }
            let begun = Instant::now();
            let n_wanted = self.n_between.min(candidates.len() - judgements.len());
            let next = &candidates[judgements.len()..][..n_wanted];
            judgements.append(&mut self.oracle.judge(next, true)?);
            let took = begun.elapsed();
            if took > WATCH_EVERY {
                let rate = WATCH_EVERY.as_secs_f64() / took.as_secs_f64();
                self.n_between = ((n_wanted as f64 * rate) as usize).max(1);
            } else if n_wanted == self.n_between && took < WATCH_EVERY / 4 {
                self.n_between = (self.n_between * 2).min(BATCH * 4);
            }
        }
        Ok(Some(judgements))
    }

    /// Remembers why moves fail that were judged too early; what passes must be judged again.
    pub(super) fn learn_ahead(&mut self, moves: &[MoveId], deleted: &Bits, judgement: Judgement) {
        self.n_ahead += 1;
        if let CandidateOutcome::Fails(why) = self.learn(deleted, judgement) {
            self.failed.note(moves, why);
        }
    }

    pub(super) fn learn(&mut self, deleted: &Bits, judgement: Judgement) -> CandidateOutcome {
        let reason = match judgement.verdict {
            Verdict::Same => return CandidateOutcome::Passes,
            Verdict::Different(_) | Verdict::OutOfFuel { .. } => {
                let asked = self.moves.of_nodes(&judgement.consulted);
                Reason::Run { deleted: deleted.intersection(&asked), asked }
            }
            Verdict::Invalid(flaw) => {
                let repairs = self.moves.of_nodes(&flaw.repairs);
                let repairs = self.moves.with_coverers(&repairs).difference(deleted);
                Reason::Flaw { deleted: deleted.clone(), repairs }
            }
        };
        let nogood = Nogood::new(&self.moves, reason);
        CandidateOutcome::Fails(self.nogoods.add(&self.moves, nogood))
    }
}
