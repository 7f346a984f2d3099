//! Conditions at the heads of constructs, for slices whose conditions may go as they go in the program.
//!
//! A condition has the number of its place in the program, from 1. A candidate that deleted it leaves its construct with a
//! placeholder in its head, or nothing; the n-th time that one is asked, it has the n-th outcome of the program's run on the same
//! input. What a language's room says is where conditions are; which is which is the same for all.

use std::ops::Range;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Deletions};

/// A condition where a text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadCondition {
    /// Index of the file.
    pub(crate) file_idx: usize,
    /// Its bytes; none, where it would stand, when nothing is there.
    pub(crate) at: Range<usize>,
    /// Whether nothing or a placeholder stands there.
    pub(crate) is_gone: bool,
    /// What its outcomes are.
    pub(crate) outcome: OutcomeKind,
}

/// What a condition decides by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutcomeKind {
    /// Whether it is true.
    Truth,
    /// Whether there is another element.
    Rounds,
    /// Its value.
    Value,
}

/// The conditions of a program.
#[derive(Clone, Debug)]
pub(crate) struct DrivenConditions {
    pub(crate) heads: Vec<HeadCondition>,
    /// By condition, its node, where the program has it.
    nodes: Vec<Option<NodeId>>,
    /// By condition, the node of its construct.
    constructs: Vec<Option<NodeId>>,
}

impl DrivenConditions {
    /// `heads` are those of all files, in order.
    pub(crate) fn new(program: &Tree, heads: Vec<HeadCondition>) -> DrivenConditions {
        let is_in = |node: NodeId, head: &HeadCondition| {
            let span = program.span(node);
            program.file_of(node) == head.file_idx
                && head.at.start <= span.start
                && span.end <= head.at.end
                && !span.is_empty()
        };
        let present = |head: &HeadCondition| program.ids().find(|&node| !head.is_gone && is_in(node, head));
        let nodes = heads.iter().map(present).collect();
        let constructs = heads.iter().map(|head| construct(program, head)).collect();
        DrivenConditions { heads, nodes, constructs }
    }

    /// The condition that is this node: its number, and what its outcomes are.
    pub(crate) fn of_node(&self, node: NodeId) -> Option<(usize, OutcomeKind)> {
        let idx = self.nodes.iter().position(|&found| found == Some(node))?;
        Some((idx + 1, self.heads[idx].outcome))
    }

    /// Numbers of the conditions whose constructs a normalised candidate leaves, in the order of its text.
    pub(crate) fn of_candidate(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
    ) -> Vec<Option<usize>> {
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let is_left = |node: Option<NodeId>, construct: Option<NodeId>| match (node, construct) {
            (Some(node), _) if !gone.contains(node) => true,
            // It went by itself, and not with what is around it.
            (Some(node), _) => candidate.ids().iter().any(|&id| deletions.get(id).node == node),
            (None, construct) => construct.is_none_or(|construct| !gone.contains(construct)),
        };
        let left = |(idx, (&node, &construct)): (usize, (&Option<NodeId>, &Option<NodeId>))| {
            is_left(node, construct).then_some(Some(idx + 1))
        };
        self.nodes.iter().zip(&self.constructs).enumerate().filter_map(left).collect()
    }

    /// Numbers of the conditions of another program; `origins` is the program's node for each of its nodes, as far as known.
    pub(crate) fn of_other(
        &self,
        other: &Tree,
        heads: &[HeadCondition],
        origins: &[Option<NodeId>],
    ) -> Vec<Option<usize>> {
        let number = |head: &HeadCondition| {
            let origin = (*origins.get(construct(other, head)? as usize)?)?;
            let idx = self.constructs.iter().position(|&construct| construct == Some(origin))?;
            Some(idx + 1)
        };
        heads.iter().map(number).collect()
    }
}

/// The innermost node around a condition.
fn construct(program: &Tree, head: &HeadCondition) -> Option<NodeId> {
    let is_around = |&node: &NodeId| {
        let span = program.span(node);
        program.file_of(node) == head.file_idx
            && span.start <= head.at.start
            && head.at.end <= span.end
            && span != head.at
    };
    program.ids().rev().find(is_around)
}
