//! Which funs a variable may hold, and from where each function and fun may be called.
//!
//! Funs flow along the value edges, against their direction, until nothing changes (a control-flow analysis without contexts, as
//! Silva, Tamarit and Tomás need it for higher-order calls). Every way is taken once by every fun: what grows is their product,
//! which stays small since functions of libraries that only call a fun do not hand it on.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::ast::NodeId;

use super::builtins::{Applied, Effect, applied, effect, only_calls};
use super::calls::CallTarget;
use super::graph::{Component, Label};
use super::patterns::could_match;
use super::state::{Call, Lower, LoweredClause};

/// A fun that the program does not define.
pub(super) const FOREIGN: usize = usize::MAX;

/// A place from where a function or fun may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) call: NodeId,
    /// `None` when the arguments come from elsewhere.
    pub(super) arguments: Option<Vec<NodeId>>,
    /// The fun is handed to a library function, which may call it.
    pub(super) is_escape: bool,
    /// How the library function does, where it is modelled.
    pub(super) applied: Option<Applied>,
}

impl Site {
    pub(super) fn could_enter(&self, lower: &Lower<'_>, clause: &LoweredClause) -> bool {
        self.arguments.as_ref().is_none_or(|arguments| {
            clause
                .patterns
                .iter()
                .zip(arguments)
                .all(|(&pattern, &value)| could_match(&lower.syntax, pattern, value))
        })
    }
}

/// Calls of each function, and the funs that may be the value of a node.
#[derive(Default)]
pub(super) struct Links {
    pub(super) sites: BTreeMap<usize, Vec<Site>>,
    pub(super) funs: HashMap<NodeId, BTreeSet<usize>>,
    /// What `sites` has: function, call, and whether its arguments are known and it escapes.
    known_sites: HashSet<(usize, NodeId, bool, bool)>,
    /// From a node to those whose value may come from it, each once.
    ways: HashMap<NodeId, Vec<NodeId>>,
    known_ways: HashSet<(NodeId, NodeId)>,
}

/// A way from a node to one whose value may come from it.
type Way = (NodeId, NodeId);

impl Links {
    /// Adds a call of a function; the new ways, `None` when it is known.
    pub(super) fn site(
        &mut self,
        lower: &Lower<'_>,
        idx: usize,
        call: &Call,
        has_arguments: bool,
    ) -> Option<Vec<Way>> {
        let fits = has_arguments && lower.callables[idx].arity == call.arguments.len();
        let arguments = fits.then(|| call.arguments.clone());
        let site = Site { call: call.node, arguments, is_escape: false, applied: None };
        self.add(lower, idx, site, call)
    }

    fn add(&mut self, lower: &Lower<'_>, idx: usize, site: Site, call: &Call) -> Option<Vec<Way>> {
        if !self.known_sites.insert((idx, site.call, site.arguments.is_some(), site.is_escape)) {
            return None;
        }
        let callable = &lower.callables[idx];
        let formal = |offset: usize| callable.first_formal + offset as NodeId;
        let mut ways = vec![(callable.result, call.node)];
        match &site.arguments {
            Some(arguments) => {
                let own = arguments.iter().enumerate();
                ways.extend(own.map(|(offset, &argument)| (argument, formal(offset))));
            }
            // Elements, and results of the call before.
            None if site.applied.is_some() => {
                for &from in call.arguments[1..].iter().chain([&callable.result]) {
                    ways.extend((0..callable.arity).map(|offset| (from, formal(offset))));
                }
            }
            // A library hands on anything it was given, and may call what a fun gives it.
            None => {
                for &argument in &call.arguments {
                    ways.extend((0..callable.arity).map(|offset| (argument, formal(offset))));
                    ways.extend(site.is_escape.then_some((callable.result, argument)));
                }
            }
        }
        ways.retain(|&(from, to)| self.way(from, to));
        self.sites.entry(idx).or_default().push(site);
        Some(ways)
    }

    /// Adds a way; whether it is new.
    fn way(&mut self, from: NodeId, to: NodeId) -> bool {
        let is_new = self.known_ways.insert((from, to));
        if is_new {
            self.ways.entry(from).or_default().push(to);
        }
        is_new
    }

    /// Lets funs flow until nothing changes.
    pub(super) fn propagate(&mut self, lower: &Lower<'_>, calls: &[Call], callees: &[CallTarget]) {
        self.ways_of_values(lower);
        let mut called: HashMap<NodeId, Vec<usize>> = HashMap::new();
        let mut handed: HashMap<NodeId, Vec<usize>> = HashMap::new();
        for (call_idx, (call, callee)) in calls.iter().zip(callees).enumerate() {
            match callee {
                CallTarget::Value(value) => called.entry(*value).or_default().push(call_idx),
                CallTarget::Library(module, name) => {
                    for (idx, &argument) in call.arguments.iter().enumerate() {
                        handed.entry(argument).or_default().push(call_idx);
                        if !only_calls(module, name, call.arguments.len(), idx) {
                            self.way(argument, call.node);
                        }
                    }
                    if effect(module, name) == Effect::World {
                        self.funs.entry(call.node).or_default().insert(FOREIGN);
                    }
                }
                CallTarget::Anything => {
                    for &argument in &call.arguments {
                        handed.entry(argument).or_default().push(call_idx);
                        self.way(argument, call.node);
                    }
                    self.funs.entry(call.node).or_default().insert(FOREIGN);
                }
                CallTarget::Local(_) => {}
            }
        }
        let mut pending: Vec<(NodeId, usize)> =
            self.funs.iter().flat_map(|(&node, funs)| funs.iter().map(move |&fun| (node, fun))).collect();
        pending.sort_unstable();
        while let Some((node, fun)) = pending.pop() {
            if fun != FOREIGN {
                for &call_idx in called.get(&node).into_iter().flatten() {
                    let call = &calls[call_idx];
                    if lower.callables[fun].arity == call.arguments.len()
                        && let Some(ways) = self.site(lower, fun, call, true)
                    {
                        self.send(&ways, &mut pending);
                    }
                }
                for &call_idx in handed.get(&node).into_iter().flatten() {
                    let call = &calls[call_idx];
                    let applied = match &callees[call_idx] {
                        CallTarget::Library(module, name) => applied(module, name, call.arguments.len()),
                        _ => None,
                    };
                    let site = Site { call: call.node, arguments: None, is_escape: true, applied };
                    if let Some(ways) = self.add(lower, fun, site, call) {
                        self.send(&ways, &mut pending);
                    }
                }
            }
            for &to in self.ways.get(&node).into_iter().flatten() {
                if self.funs.entry(to).or_default().insert(fun) {
                    pending.push((to, fun));
                }
            }
        }
    }

    /// The ways that do not depend on what is called.
    fn ways_of_values(&mut self, lower: &Lower<'_>) {
        for &(to, edge) in &lower.edges {
            let is_value = match edge.label {
                // A fun is not what it returns.
                Label::Pop(Component::Result) => false,
                label => matches!(label, Label::Flow | Label::Push(_) | Label::Pop(_)),
            };
            if is_value {
                self.way(edge.to, to);
            }
        }
        for &(to, from) in &lower.flows {
            self.way(from, to);
        }
        for callable in &lower.callables {
            for last in callable.clauses.iter().filter_map(|clause| clause.body.last()) {
                self.way(*last, callable.result);
            }
            if callable.is_open {
                for offset in 0..callable.arity {
                    let formal = callable.first_formal + offset as NodeId;
                    self.funs.entry(formal).or_default().insert(FOREIGN);
                }
            }
        }
    }

    /// Sends what is there on new ways.
    fn send(&mut self, ways: &[Way], pending: &mut Vec<(NodeId, usize)>) {
        for &(from, to) in ways {
            let Some(funs) = self.funs.get(&from).cloned() else { continue };
            let there = self.funs.entry(to).or_default();
            pending.extend(funs.into_iter().filter(|&fun| there.insert(fun)).map(|fun| (to, fun)));
        }
    }
}
