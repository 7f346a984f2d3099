//! Calls of which each may enter any of many functions, tied to these through nodes of their own, so that edges grow with the sum of
//! both and not with their product.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::NodeId;

use super::funs::Way;
use super::graph::{Aux, Edge, Label, Need, When};
use super::state::{Call, Lower};

/// What is called, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CrowdKind {
    /// Any fun of the program with so many parameters, by the program.
    Called(usize),
    /// Any fun of the program, by a library function that may be given it.
    Escaped,
    /// Any function that is exported, by a name that is a value.
    Named,
    /// Any function of the program.
    Anything,
}

/// Calls, and what each of them may enter.
#[derive(Debug)]
pub(super) struct Crowd {
    members: Vec<usize>,
    /// Indices of calls.
    calls: BTreeSet<usize>,
    /// Nodes: some call is made; a member stays; what members return; failures in them are behaviour.
    entry: NodeId,
    code: NodeId,
    result: NodeId,
    frozen: NodeId,
    /// What members are given, of [`CrowdKind::Called`] one after the other for each parameter.
    given: NodeId,
}

/// All crowds that there are calls for.
#[derive(Debug, Default)]
pub(super) struct Crowds {
    crowds: BTreeMap<CrowdKind, Crowd>,
}

impl Crowds {
    /// Whether a function or fun is a member of one.
    pub(super) fn has(&self, idx: usize) -> bool {
        self.crowds.values().any(|crowd| crowd.members.binary_search(&idx).is_ok())
    }

    /// Adds a call, and the crowd with these members when it is the first one; the ways that funs have there, none when it is known.
    pub(super) fn join(
        &mut self,
        lower: &mut Lower<'_>,
        kind: CrowdKind,
        (call_idx, call): (usize, &Call),
        members: impl FnOnce(&Lower<'_>) -> Vec<usize>,
    ) -> Vec<Way> {
        let mut ways = Vec::new();
        let crowd = self.crowds.entry(kind).or_insert_with(|| {
            let crowd = Crowd::new(lower, kind, members(lower));
            ways = crowd.ways_of_members(lower, kind);
            crowd
        });
        if !crowd.calls.insert(call_idx) {
            return Vec::new();
        }
        ways.extend(crowd.ways_of_call(kind, call));
        ways
    }
}

impl Crowd {
    fn new(lower: &mut Lower<'_>, kind: CrowdKind, members: Vec<usize>) -> Crowd {
        let [entry, code, result, frozen, given] = [(); 5].map(|()| lower.aux(Aux::Crowd));
        if let CrowdKind::Called(arity) = kind {
            for _ in 1..arity {
                lower.aux(Aux::Crowd);
            }
        }
        Crowd { members, calls: BTreeSet::new(), entry, code, result, frozen, given }
    }

    /// The node of what members are given as a parameter.
    fn parameter(&self, kind: CrowdKind, offset: usize) -> NodeId {
        match kind {
            CrowdKind::Called(_) => self.given + offset as NodeId,
            CrowdKind::Escaped | CrowdKind::Named | CrowdKind::Anything => self.given,
        }
    }

    fn ways_of_members(&self, lower: &Lower<'_>, kind: CrowdKind) -> Vec<Way> {
        let of_member = |&idx: &usize| {
            let callable = &lower.callables[idx];
            let first = callable.first_formal;
            let given = (0..callable.arity)
                .map(move |offset| (self.parameter(kind, offset), first + offset as NodeId));
            given.chain([(callable.result, self.result)])
        };
        self.members.iter().flat_map(of_member).collect()
    }

    fn ways_of_call(&self, kind: CrowdKind, call: &Call) -> Vec<Way> {
        let arguments = call.arguments.iter().enumerate();
        let given = arguments.map(|(offset, &argument)| (argument, self.parameter(kind, offset)));
        match kind {
            CrowdKind::Called(_) | CrowdKind::Named | CrowdKind::Anything => {
                given.chain([(self.result, call.node)]).collect()
            }
            // A library may call what a fun gives it.
            CrowdKind::Escaped => {
                given.chain(call.arguments.iter().map(|&argument| (self.result, argument))).collect()
            }
        }
    }
}

impl Lower<'_> {
    /// Edges of crowds, as those of single calls and functions.
    pub(super) fn link_crowds(&mut self, crowds: &Crowds, calls: &[Call]) {
        for (&kind, crowd) in &crowds.crowds {
            for &idx in &crowd.members {
                self.link_member(crowd, kind, idx);
            }
            for &call_idx in &crowd.calls {
                self.link_crowd_call(crowd, kind, &calls[call_idx]);
            }
        }
    }

    fn link_member(&mut self, crowd: &Crowd, kind: CrowdKind, idx: usize) {
        let callable = &self.callables[idx];
        let (node, entry, result) = (callable.node, callable.entry, callable.result);
        let (first, arity, frozen) = (callable.first_formal, callable.arity, callable.frozen);
        self.star(entry, When::Kept, crowd.entry, Need::RUN);
        self.star(crowd.frozen, When::Kept, frozen, Need::RUN);
        if kind == CrowdKind::Escaped {
            return;
        }
        self.star(crowd.code, When::Kept, node, Need::INSIDE);
        self.edge(crowd.result, result, Label::Flow);
        if let CrowdKind::Called(_) = kind {
            for offset in 0..arity {
                let formal = first + offset as NodeId;
                self.edge(formal, crowd.parameter(kind, offset), Label::Flow);
            }
        }
    }

    fn link_crowd_call(&mut self, crowd: &Crowd, kind: CrowdKind, call: &Call) {
        if !self.is_dead(call.node) {
            self.star(crowd.entry, When::Kept, call.node, Need::RUN);
            if let Some(owner) = self.owner(call.node) {
                let entry = self.callables[owner].entry;
                self.star(crowd.entry, When::Kept, entry, Need::RUN);
            }
        }
        if kind == CrowdKind::Escaped {
            return;
        }
        self.star(call.node, When::Kept, crowd.code, Need::INSIDE);
        self.edge(call.node, crowd.result, Label::Flow);
        if let CrowdKind::Called(_) = kind {
            for (offset, &argument) in call.arguments.iter().enumerate() {
                let edge = Edge { to: argument, label: Label::Flow, call: Some(call.node) };
                self.edges.push((crowd.parameter(kind, offset), edge));
            }
        }
    }

    /// What crowds are called from while failures are caught fails as in the program.
    pub(super) fn freeze_crowds(&mut self, crowds: &Crowds, calls: &[Call], tries: &BTreeSet<NodeId>) {
        for crowd in crowds.crowds.values() {
            for call in crowd.calls.iter().map(|&idx| &calls[idx]) {
                for above in self.tree.ancestors(call.node).filter(|above| tries.contains(above)) {
                    self.star(above, When::Kept, crowd.frozen, Need::RUN);
                }
                if let Some(owner) = self.owner(call.node) {
                    let above = self.callables[owner].frozen;
                    self.star(above, When::Kept, crowd.frozen, Need::RUN);
                }
            }
        }
    }
}
