//! Where a search is: the slice so far, what was learnt, and the questions to the oracle.

use std::ops::ControlFlow;
use std::time::Instant;

use super::moves::{DeletionUnit, MoveId, Moves, candidate};
use super::nogoods::{Nogood, NogoodId, Nogoods, Reason};
use crate::ast::NodeSet;
use crate::bits::Bits;
use crate::deletions::Candidate;
use crate::error::Result;
use crate::oracle::{Judgement, Oracle, Verdict};

/// Candidates asked for at a time.
pub(super) const BATCH: usize = 256;
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
}

/// Watches a search, and ends it with [`ControlFlow::Break`]. Called every few hundred candidates.
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
}

impl<'o, 'w> DeletionSearch<'o, 'w> {
    pub(super) fn new(
        oracle: &'o mut dyn Oracle,
        options: &'o SearchOptions,
        watch: SearchWatch<'w>,
    ) -> Result<Self> {
        let moves = Moves::new(oracle.program(), oracle.deletions(), options.granularity);
        let slice = Bits::with_bound(moves.n_deletions());
        let nogoods = Nogoods::new(&moves);
        let n_kept = oracle.program().n_counted();
        Ok(DeletionSearch {
            live: moves.live(&slice),
            oracle,
            options,
            watch,
            moves,
            nogoods,
            slice,
            n_kept,
            depth: 0,
            stages: Vec::new(),
            n_candidates: 0,
            n_ahead: 0,
            n_inferred: 0,
            begun: Instant::now(),
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

    /// The end, when whoever watches says so.
    pub(super) fn is_stopped(&mut self, depth: usize) -> Option<SearchEnd> {
        let progress = SearchProgress { depth, n_kept: self.n_kept, n_candidates: self.n_candidates };
        (self.watch)(&progress).is_break().then_some(SearchEnd::Stopped)
    }

    pub(super) fn judge<'b>(&mut self, deleted: impl Iterator<Item = &'b Bits>) -> Result<Vec<Judgement>> {
        let candidates: Vec<Candidate> = deleted.map(candidate).collect();
        let mut judgements = Vec::with_capacity(candidates.len());
        for chunk in candidates.chunks(BATCH * 4) {
            judgements.append(&mut self.oracle.judge(chunk, true)?);
        }
        Ok(judgements)
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
