//! Many statements at a time, before single nodes: what a program of thousands of nodes does not need goes in a few
//! steps.
//!
//! Siblings are tried together, from the last to the first, and when that fails in halves: delta debugging from the top
//! of the tree down (Misherghi, Su, "HDD: Hierarchical Delta Debugging", 2006; Zeller, Hildebrandt, "Simplifying and
//! Isolating Failure-Inducing Input", 2002). From the last to the first, because what uses a variable comes after what
//! binds it. What no run of the slice so far asks for goes without being tried one by one. Functions are entered callers
//! first: what their statements no longer call is gone before it is looked at.
//!
//! Like single deletions, blocks are taken in an order that only verdicts, and the places of what does not compile, decide.

use std::collections::{BTreeMap, BTreeSet};

use super::moves::{MoveId, Moves};
use super::nogoods::NogoodId;
use super::state::{BATCH, CandidateOutcome, DeletionSearch, SearchEnd};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::bits::Bits;
use crate::deletions::Deletions;
use crate::error::Result;
use crate::oracle::Verdict;

/// Reasons that a block inherits from those it is a part of, at most: the last ones.
const MAX_INHERITED: usize = 4;

/// Moves that take whole functions, clauses and statements, and which are inside which.
struct StatementTree {
    roots: Vec<MoveId>,
    inside: BTreeMap<MoveId, Vec<MoveId>>,
    /// The node of each, in the order of the program.
    all: BTreeMap<MoveId, NodeId>,
}

impl StatementTree {
    fn new(program: &Tree, table: &Deletions, moves: &Moves) -> StatementTree {
        let mut tree = StatementTree { roots: Vec::new(), inside: BTreeMap::new(), all: BTreeMap::new() };
        let mut open: Vec<(MoveId, NodeId)> = Vec::new();
        for &(id, deletion) in moves.statements() {
            let node = table.get(deletion).node;
            while open.last().is_some_and(|&(_, end)| end <= node) {
                open.pop();
            }
            match open.last() {
                Some(&(above, _)) => tree.inside.entry(above).or_default().push(id),
                None => tree.roots.push(id),
            }
            open.push((id, program.subtree(node).end));
            tree.all.insert(id, node);
        }
        tree
    }

    fn inside(&self, id: MoveId) -> &[MoveId] {
        self.inside.get(&id).map_or(&[], Vec::as_slice)
    }
}

/// Moves to make together.
#[derive(Clone)]
struct MoveBlock {
    members: Vec<MoveId>,
    /// Why larger blocks failed.
    why: Vec<NogoodId>,
}

impl MoveBlock {
    /// Leaves the halves to be tried, the first before the second.
    fn split(self, why: Option<NogoodId>, open: &mut Vec<MoveBlock>) {
        if self.members.len() > 1 {
            let mut inherited = self.why;
            inherited.extend(why);
            inherited.drain(..inherited.len().saturating_sub(MAX_INHERITED));
            let (first, second) = self.members.split_at(self.members.len() / 2);
            for half in [second, first] {
                open.push(MoveBlock { members: half.to_vec(), why: inherited.clone() });
            }
        }
    }
}

/// A block to ask for.
struct NextBlock {
    block: MoveBlock,
    deleted: Bits,
}

/// What helps, and does not decide, what is asked ahead; and what flaws tell.
struct BlockGuide<'n> {
    /// Nodes without which a slice will probably fail.
    needed: &'n NodeSet,
    /// For a function that could not go, one that calls it: their nodes.
    callers: BTreeMap<NodeId, NodeId>,
}

impl DeletionSearch<'_, '_> {
    /// Makes moves in blocks. The end, if it came to it.
    pub(super) fn blocks(&mut self, needed: &NodeSet) -> Result<Option<SearchEnd>> {
        let tree = StatementTree::new(self.oracle.program(), self.oracle.deletions(), &self.moves);
        let mut guide = BlockGuide { needed, callers: BTreeMap::new() };
        if let Some(end) = self.sweep(&tree, &mut guide)? {
            return Ok(Some(end));
        }
        if let Some(end) = self.reduce(reversed(&tree.roots), &mut guide)? {
            return Ok(Some(end));
        }
        for root in callers_first(&tree, &guide.callers) {
            let before = self.n_kept;
            let mut open = vec![root];
            while let Some(id) = open.pop() {
                if !self.moves.is_live(&self.slice, id) {
                    continue;
                }
                if let Some(end) = self.reduce(reversed(tree.inside(id)), &mut guide)? {
                    return Ok(Some(end));
                }
                open.extend(tree.inside(id));
            }
            let end = if self.n_kept < before { self.sweep(&tree, &mut guide)? } else { None };
            if end.is_some() {
                return Ok(end);
            }
        }
        Ok(None)
    }

    /// Takes what no run of the slice asks for, as far as the rest compiles without it.
    fn sweep(&mut self, tree: &StatementTree, guide: &mut BlockGuide<'_>) -> Result<Option<SearchEnd>> {
        let mut free: Vec<MoveId> = Vec::new();
        let mut end = 0;
        for (&id, &node) in &tree.all {
            let is_inside = node < end;
            if !is_inside && self.moves.is_live(&self.slice, id) && !self.moves.takes_any(id, &self.asked) {
                free.push(id);
                end = self.oracle.program().subtree(node).end;
            }
        }
        self.reduce(reversed(&free), guide)
    }

    /// Makes as many of these moves as can be made in blocks: all, else the halves.
    fn reduce(&mut self, members: Vec<MoveId>, guide: &mut BlockGuide<'_>) -> Result<Option<SearchEnd>> {
        let mut open = vec![MoveBlock { members, why: Vec::new() }];
        let mut width = 1;
        loop {
            let end = if self.is_spent() { Some(SearchEnd::Budget) } else { self.is_stopped(1) };
            if end.is_some() {
                return Ok(end);
            }
            let ahead = self.blocks_ahead(open.clone(), width, guide);
            if ahead.is_empty() {
                let (n_known, _) = self.next_block(&self.slice, &mut open);
                self.n_inferred += n_known;
                return Ok(None);
            }
            let Some(judgements) = self.judge(ahead.iter().map(|next| &next.deleted))? else {
                return Ok(Some(SearchEnd::Stopped));
            };
            let n_before = self.n_ahead;
            let mut wanted: Option<NextBlock> = None;
            for early in ahead.iter().zip(judgements) {
                let (NextBlock { block, deleted }, judgement) = early;
                if wanted.is_none() {
                    let (n_known, next) = self.next_block(&self.slice, &mut open);
                    self.n_inferred += n_known;
                    wanted = next;
                }
                let Some(next) = wanted.take_if(|next| next.deleted == *deleted) else {
                    self.learn_ahead(&block.members, deleted, judgement);
                    continue;
                };
                self.n_candidates += 1;
                if let (Verdict::Invalid(flaw), &[id]) = (&judgement.verdict, &next.block.members[..]) {
                    self.note_caller(id, flaw.node, guide);
                }
                let asked = judgement.consulted.clone();
                match self.learn(&next.deleted, judgement) {
                    CandidateOutcome::Passes => {
                        self.asked = asked;
                        self.set_slice(next.deleted);
                    }
                    CandidateOutcome::Fails(why) => {
                        self.failed.note(&next.block.members, why);
                        next.block.split(Some(why), &mut open);
                    }
                }
            }
            open.extend(wanted.map(|next| next.block));
            width = if self.n_ahead == n_before { (width * 4).min(BATCH) } else { 1 };
        }
    }

    /// The next candidates to ask for, as if those that take nothing needed would pass.
    fn blocks_ahead(&self, mut open: Vec<MoveBlock>, width: usize, guide: &BlockGuide<'_>) -> Vec<NextBlock> {
        let mut at = self.slice.clone();
        let mut ahead = Vec::new();
        while ahead.len() < self.n_left().min(width) {
            let (_, Some(next)) = self.next_block(&at, &mut open) else { break };
            match next.block.members.iter().any(|&id| self.moves.takes_any(id, guide.needed)) {
                true => next.block.clone().split(None, &mut open),
                false => at.clone_from(&next.deleted),
            }
            ahead.push(next);
        }
        ahead
    }

    /// The next block that nobody knows anything of, and how many before it fail for known reasons.
    fn next_block(&self, at: &Bits, open: &mut Vec<MoveBlock>) -> (u64, Option<NextBlock>) {
        let mut n_known = 0;
        while let Some(mut block) = open.pop() {
            block.members.retain(|&id| self.moves.is_live(at, id));
            if block.members.is_empty() {
                continue;
            }
            let deleted = self.moves.after_all(at, &block.members);
            let mut reasons = block.why.iter().chain(self.failed.reasons(&block.members));
            // What is wrong without a function tells who calls it, whatever else is known.
            let is_known = self.moves.empty_group(&deleted).is_some()
                || !self.is_function(&block)
                    && reasons.any(|&why| self.nogoods.get(why).fits(&self.moves, &deleted));
            if !is_known {
                return (n_known, Some(NextBlock { block, deleted }));
            }
            n_known += 1;
            block.split(None, open);
        }
        (n_known, None)
    }

    fn is_function(&self, block: &MoveBlock) -> bool {
        let node = |id: MoveId| self.oracle.deletions().get(self.moves.deletions(id)[0]).node;
        let is_root = |&id: &MoveId| self.oracle.program().parent(node(id)).is_none();
        block.members.len() == 1 && block.members.iter().all(is_root)
    }

    /// The place of a flaw that a function leaves behind is in a function that calls it.
    fn note_caller(&self, id: MoveId, place: NodeId, guide: &mut BlockGuide<'_>) {
        let program = self.oracle.program();
        let root = |node: NodeId| program.ancestors(node).last().unwrap_or(node);
        let node = self.oracle.deletions().get(self.moves.deletions(id)[0]).node;
        if root(node) == node && root(place) != node {
            guide.callers.insert(node, root(place));
        }
    }
}

fn reversed(ids: &[MoveId]) -> Vec<MoveId> {
    ids.iter().rev().copied().collect()
}

/// The roots, each after the one that calls it; in the order of the program where nobody knows.
fn callers_first(tree: &StatementTree, callers: &BTreeMap<NodeId, NodeId>) -> Vec<MoveId> {
    let distance = |id: &MoveId| {
        let mut seen = BTreeSet::new();
        let mut node = tree.all[id];
        while let Some(&caller) = callers.get(&node).filter(|caller| seen.insert(**caller)) {
            node = caller;
        }
        seen.len()
    };
    let mut roots: Vec<(usize, MoveId)> = tree.roots.iter().map(|id| (distance(id), *id)).collect();
    roots.sort_unstable();
    roots.into_iter().map(|(_, id)| id).collect()
}
