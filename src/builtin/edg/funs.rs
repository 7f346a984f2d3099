//! Which funs a variable may hold, and from where each function and fun may be called.
//!
//! Funs flow along the value edges, against their direction, until nothing changes (a control-flow analysis without contexts, as
//! Silva, Tamarit and Tomás need it for higher-order calls). Every way is taken once by every fun, up to [`MOST_FUNS`] of them: a node that
//! may hold more may hold any fun of the program, so that the work grows with the ways alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::ast::NodeId;

use super::builtins::{Applied, Effect, applied, only_calls};
use super::calls::CallTarget;
use super::crowds::{CrowdKind, Crowds};
use super::graph::{Component, Label};
use super::patterns::could_match;
use super::state::{Call, Lower, LoweredClause};

/// A fun that the program does not define.
pub(super) const FOREIGN: usize = usize::MAX;

/// Any fun of the program.
pub(super) const ANY: usize = usize::MAX - 1;

/// Funs that are told apart in one place.
pub(super) const MOST_FUNS: usize = 16;

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
    /// Calls that may enter any fun, or any function.
    pub(super) crowds: Crowds,
    /// All funs of the program.
    all: BTreeSet<usize>,
    /// [`MOST_FUNS`], or fewer.
    most_funs: usize,
    /// What `sites` has: function, call, and whether its arguments are known and it escapes.
    known_sites: HashSet<(usize, NodeId, bool, bool)>,
    /// From a node to those whose value may come from it, each once.
    ways: HashMap<NodeId, Vec<NodeId>>,
    known_ways: HashSet<(NodeId, NodeId)>,
}

/// A way from a node to one whose value may come from it.
pub(super) type Way = (NodeId, NodeId);

impl Links {
    /// Nothing yet; so many funs will be told apart in one place.
    pub(super) fn new(most_funs: usize) -> Links {
        Links { most_funs, ..Links::default() }
    }

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
    pub(super) fn propagate(&mut self, lower: &mut Lower<'_>, calls: &[Call], callees: &[CallTarget]) {
        self.ways_of_values(lower);
        self.all = self.funs.values().flatten().copied().filter(|&fun| fun != FOREIGN).collect();
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
                    if lower.effect(module, name) == Effect::World {
                        self.funs.entry(call.node).or_default().insert(FOREIGN);
                    }
                }
                CallTarget::Named(_) | CallTarget::Anything => {
                    for &argument in &call.arguments {
                        handed.entry(argument).or_default().push(call_idx);
                        self.way(argument, call.node);
                    }
                    self.funs.entry(call.node).or_default().insert(FOREIGN);
                    let kind = match callee {
                        CallTarget::Named(_) => CrowdKind::Named,
                        _ => CrowdKind::Anything,
                    };
                    self.join(lower, kind, (call_idx, call));
                }
                CallTarget::Local(_) => {}
            }
        }
        let mut pending: Vec<(NodeId, usize)> =
            self.funs.iter().flat_map(|(&node, funs)| funs.iter().map(move |&fun| (node, fun))).collect();
        pending.sort_unstable();
        while let Some((node, fun)) = pending.pop() {
            if fun == ANY {
                for &call_idx in called.get(&node).into_iter().flatten() {
                    let call = &calls[call_idx];
                    let ways = self.join(lower, CrowdKind::Called(call.arguments.len()), (call_idx, call));
                    self.send(&ways, &mut pending);
                }
                for &call_idx in handed.get(&node).into_iter().flatten() {
                    let ways = self.join(lower, CrowdKind::Escaped, (call_idx, &calls[call_idx]));
                    self.send(&ways, &mut pending);
                }
            } else if fun != FOREIGN {
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
            for idx in 0..self.ways.get(&node).map_or(0, Vec::len) {
                let to = self.ways[&node][idx];
                pending.extend(self.put(to, fun).map(|fun| (to, fun)));
            }
        }
    }

    /// Puts a fun into a node; what is new there: the fun, any fun where these have become too many, or nothing.
    fn put(&mut self, node: NodeId, fun: usize) -> Option<usize> {
        let there = self.funs.entry(node).or_default();
        if fun == FOREIGN || there.contains(&ANY) {
            return (fun == FOREIGN && there.insert(fun)).then_some(fun);
        }
        let is_new = there.insert(fun);
        if fun == ANY || there.len() - usize::from(there.contains(&FOREIGN)) > self.most_funs {
            there.retain(|&fun| fun == FOREIGN);
            there.insert(ANY);
            return Some(ANY);
        }
        is_new.then_some(fun)
    }

    /// Adds a call to a crowd; the new ways.
    fn join(&mut self, lower: &mut Lower<'_>, kind: CrowdKind, call: (usize, &Call)) -> Vec<Way> {
        let all = &self.all;
        let members = |lower: &Lower<'_>| -> Vec<usize> {
            match kind {
                CrowdKind::Called(arity) => {
                    all.iter().copied().filter(|&idx| lower.callables[idx].arity == arity).collect()
                }
                CrowdKind::Escaped => all.iter().copied().collect(),
                CrowdKind::Named => lower.named_functions(),
                CrowdKind::Anything => {
                    (0..lower.callables.len()).filter(|&idx| lower.is_function(idx)).collect()
                }
            }
        };
        let mut ways = self.crowds.join(lower, kind, call, members);
        ways.retain(|&(from, to)| self.way(from, to));
        ways
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
            for fun in self.funs.get(&from).cloned().into_iter().flatten() {
                pending.extend(self.put(to, fun).map(|fun| (to, fun)));
            }
        }
    }
}
