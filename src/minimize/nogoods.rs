//! Why candidates failed, kept so that no other candidate has to fail for the same reason.
//!
//! A run that fails depends only on what it asked: "was this node deleted?" Every candidate that gives
//! the same answers fails alike, whatever else it deletes (conflict sets as in Reiter, "A Theory of
//! Diagnosis from First Principles", 1987; nogoods of constraint programming). What is wrong with a
//! program that does not compile stays wrong until one of its repairs is made.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::moves::{MoveId, Moves};
use crate::ast::NodeSet;
use crate::bits::Bits;
use crate::random::Random;

/// Index of a nogood.
pub(super) type NogoodId = u32;

/// More are not remembered: they take some 100 bytes each.
const MAX_NOGOODS: usize = 2_000_000;
/// More are not handed to another search.
const MAX_LEARNT: usize = 200_000;
/// Reasons that are remembered of the same moves.
const MAX_OF_MOVES: usize = 4;
/// Of one subset of moves, so many are looked at.
const MAX_OF_KEY: usize = 8;
/// Subsets of larger sets of moves are looked up to this size only.
const MAX_SUBSET: usize = 4;

/// A reason to fail.
#[derive(Clone)]
pub(super) enum Reason {
    /// Candidates that have exactly `deleted` of what the run asked for.
    Run { asked: Bits, deleted: Bits },
    /// Candidates that delete at least all of `deleted`, and nothing of `repairs`.
    Flaw { deleted: Bits, repairs: Bits },
}

#[derive(Clone)]
pub(super) struct Nogood {
    reason: Reason,
    /// Moves of which a candidate that deletes more must make one, if it is to pass.
    pub(super) ways_out: Bits,
}

impl Nogood {
    pub(super) fn new(moves: &Moves, reason: Reason) -> Nogood {
        let ways_out = match &reason {
            Reason::Run { asked, deleted } => {
                // What is deleted in a larger deletion is not asked for any more.
                let mut out = moves.with_coverers(deleted).difference(deleted);
                out.add(&asked.difference(deleted));
                out
            }
            Reason::Flaw { repairs, .. } => repairs.clone(),
        };
        Nogood { ways_out: moves.making(&ways_out), reason }
    }

    /// Whether the candidate fails for this reason.
    pub(super) fn fits(&self, moves: &Moves, candidate: &Bits) -> bool {
        match &self.reason {
            Reason::Run { asked, deleted } => candidate.agrees(deleted, asked),
            Reason::Flaw { deleted, repairs } => {
                let reach = moves.down(candidate);
                deleted.is_subset(&reach) && !repairs.intersects(&reach)
            }
        }
    }

    /// What must be deleted beyond `base` for the reason to apply; `None` when it cannot apply to what
    /// is made by deleting more.
    fn needs(&self, base: &Bits) -> Option<Bits> {
        match &self.reason {
            Reason::Run { asked, deleted } => {
                let fits = base.intersection(asked).is_subset(deleted);
                fits.then(|| deleted.difference(base))
            }
            Reason::Flaw { deleted, repairs } => {
                (!repairs.intersects(base)).then(|| deleted.difference(base))
            }
        }
    }
}

/// Which nogoods ended moves that were tried: of the same moves the next time, they are the first to be asked.
#[derive(Clone, Default)]
pub(super) struct FailedMoves {
    of_moves: BTreeMap<Vec<MoveId>, Vec<NogoodId>>,
}

impl FailedMoves {
    /// Remembers why these moves failed together, the last reasons only.
    pub(super) fn note(&mut self, moves: &[MoveId], why: NogoodId) {
        let reasons = self.of_moves.entry(moves.to_vec()).or_default();
        if reasons.len() == MAX_OF_MOVES {
            reasons.remove(0);
        }
        reasons.push(why);
    }

    /// Why these moves failed together before, which need not hold any more.
    pub(super) fn reasons(&self, moves: &[MoveId]) -> &[NogoodId] {
        self.of_moves.get(moves).map_or(&[], Vec::as_slice)
    }

    fn forget_from(&mut self, first: NogoodId) {
        self.of_moves.values_mut().for_each(|reasons| reasons.retain(|&why| why < first));
    }
}

/// Why candidates failed, for another search with the same program, criterion and unit of deletion, and at least the
/// inputs of the one that learnt it. Cloning it is cheap.
#[derive(Clone, Default)]
pub struct Learnt(Arc<LearntReasons>);

#[derive(Default)]
struct LearntReasons {
    nogoods: Vec<Nogood>,
    failed: FailedMoves,
    n_deletions: usize,
    n_moves: usize,
    kept: Option<NodeSet>,
}

impl Learnt {
    pub(super) fn new(moves: &Moves, nogoods: Nogoods, mut failed: FailedMoves, kept: &NodeSet) -> Learnt {
        let mut all = nogoods.all;
        all.truncate(MAX_LEARNT);
        failed.forget_from(all.len() as NogoodId);
        let (n_deletions, n_moves) = (moves.n_deletions(), moves.len());
        Learnt(Arc::new(LearntReasons {
            nogoods: all,
            failed,
            n_deletions,
            n_moves,
            kept: Some(kept.clone()),
        }))
    }

    /// What the search found; `None` when there was none.
    pub(super) fn kept(&self) -> Option<&NodeSet> {
        self.0.kept.as_ref()
    }

    /// The reasons; none when they are of another program or unit of deletion.
    pub(super) fn reasons(&self, moves: &Moves) -> (Nogoods, FailedMoves) {
        let mut nogoods = Nogoods::new(moves);
        if (self.0.n_deletions, self.0.n_moves) != (moves.n_deletions(), moves.len()) {
            return (nogoods, FailedMoves::default());
        }
        nogoods.all = self.0.nogoods.clone();
        (nogoods, self.0.failed.clone())
    }
}

impl fmt::Debug for Learnt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Learnt({} reasons)", self.0.nogoods.len())
    }
}

/// Keys are random already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// All nogoods, to be found by the moves that a candidate makes beyond the slice reached.
pub(super) struct Nogoods {
    all: Vec<Nogood>,
    /// One number for each move; the key of a set of moves is their exclusive or.
    keys: Vec<u64>,
    index: HashMap<u64, Vec<NogoodId>, BuildHasherDefault<Plain>>,
    base: Bits,
}

impl Nogoods {
    pub(super) fn new(moves: &Moves) -> Nogoods {
        let mut random = Random::new(0);
        let keys = (0..moves.len()).map(|_| random.number()).collect();
        let base = Bits::with_bound(moves.n_deletions());
        Nogoods { all: Vec::new(), keys, index: HashMap::default(), base }
    }

    pub(super) fn get(&self, id: NogoodId) -> &Nogood {
        &self.all[id as usize]
    }

    /// Candidates looked up from now on delete `base` and more.
    pub(super) fn rebase(&mut self, moves: &Moves, base: &Bits) {
        self.index.clear();
        self.base = base.clone();
        for id in 0..self.all.len() as NogoodId {
            self.enter(moves, id);
        }
    }

    /// Remembers a nogood; beyond the limit it takes the place of the last.
    pub(super) fn add(&mut self, moves: &Moves, nogood: Nogood) -> NogoodId {
        if self.all.len() == MAX_NOGOODS {
            // Whoever still has its id would read another reason, so that the last place is never entered.
            self.all.pop();
            self.all.push(nogood);
            return (MAX_NOGOODS - 1) as NogoodId;
        }
        let id = self.all.len() as NogoodId;
        self.all.push(nogood);
        if self.all.len() < MAX_NOGOODS {
            self.enter(moves, id);
        }
        id
    }

    fn enter(&mut self, moves: &Moves, id: NogoodId) {
        let Some(needs) = self.all[id as usize].needs(&self.base) else { return };
        let mut made: Vec<MoveId> = Vec::new();
        for deletion in needs.iter() {
            match moves.of_deletion(deletion) {
                Some(made_by) if !made.contains(&made_by) => made.push(made_by),
                Some(_) => {}
                None => return,
            }
        }
        let key = made.iter().fold(0, |key, &id| key ^ self.keys[id as usize]);
        let bucket = self.index.entry(key).or_default();
        if bucket.len() < MAX_OF_KEY {
            bucket.push(id);
        }
    }

    /// Calls `found` with the nogoods that a candidate fits and that need the `last` of its moves, until
    /// that says to stop. Not all of them when the candidate makes many moves.
    pub(super) fn fitting(
        &self,
        moves: &Moves,
        (picked, last): (&[MoveId], MoveId),
        candidate: &Bits,
        found: &mut dyn FnMut(NogoodId) -> bool,
    ) {
        let key = self.keys[last as usize];
        if picked.len() <= MAX_SUBSET + 2 {
            self.subsets(moves, picked, picked.len(), key, candidate, found);
            return;
        }
        let all = picked.iter().fold(key, |key, &id| key ^ self.keys[id as usize]);
        if self.bucket(moves, all, candidate, found) {
            self.subsets(moves, picked, MAX_SUBSET - 1, key, candidate, found);
        }
    }

    /// Goes through the subsets of up to `size` moves; whether to go on.
    fn subsets(
        &self,
        moves: &Moves,
        picked: &[MoveId],
        size: usize,
        key: u64,
        candidate: &Bits,
        found: &mut dyn FnMut(NogoodId) -> bool,
    ) -> bool {
        if !self.bucket(moves, key, candidate, found) {
            return false;
        }
        size == 0
            || (0..picked.len()).all(|idx| {
                let key = key ^ self.keys[picked[idx] as usize];
                self.subsets(moves, &picked[idx + 1..], size - 1, key, candidate, found)
            })
    }

    fn bucket(
        &self,
        moves: &Moves,
        key: u64,
        candidate: &Bits,
        found: &mut dyn FnMut(NogoodId) -> bool,
    ) -> bool {
        let Some(bucket) = self.index.get(&key) else { return true };
        bucket.iter().all(|&id| !self.get(id).fits(moves, candidate) || found(id))
    }
}
