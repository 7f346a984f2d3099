//! The data slice: what computes the values of a criterion, whatever decides how often it is reached.
//!
//! Source: Kumar, Sanyal, Khedker, "Sliced slices: separating data and control influences", 2014. In it are the
//! assignments that reach the criterion or what is in, and the conditions with an impact on these ([`FlowConditions`]). Other
//! conditions around what is in are *abstract*: their construct stays, and a placeholder stands for the condition.
//!
//! Functions have *sites*, each sliced for itself, and the slices are united: the criterion in its function; in those that
//! call it, and their callers, the calls; elsewhere the end, of functions that are called for what they return or leave. What may
//! fail where a handler is, is no condition that a placeholder could stand for: where something depends on it, it is in.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::bits::Bits;
use crate::flow::{FunctionId, ROOT};

use super::conditions::FlowConditions;
use super::graph::Dependences;
use super::nodes::NodeIdx;
use super::points::PointId;
use super::traverse::Units;
use super::worth::Worth;

/// A function as one of its sites sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SiteContext {
    function: FunctionId,
    /// The point, none for the end of the function.
    site: Option<PointId>,
}

impl SiteContext {
    fn end(function: FunctionId) -> SiteContext {
        SiteContext { function, site: None }
    }
}

pub(super) struct DataWalk<'g, 't> {
    tree: &'t Tree,
    graph: &'g Dependences,
    units: &'g Units,
    /// By function.
    conditions: &'g [FlowConditions],
    needed: BTreeMap<SiteContext, Bits>,
    /// Points of which something that is in takes a value, or the failure: not those that stay because of the syntax alone.
    valued: BTreeMap<SiteContext, Bits>,
    pending: Vec<(SiteContext, NodeIdx)>,
    /// Conditions that are around something that is in.
    around: BTreeSet<(SiteContext, PointId)>,
    kept: NodeSet,
    done: BTreeSet<(SiteContext, NodeId)>,
    whole: BTreeSet<(SiteContext, NodeId)>,
    /// Calls that are kept, by function.
    calls: Vec<BTreeSet<(SiteContext, PointId)>>,
    /// Calls on the way to the criterion.
    entered: BTreeSet<SiteContext>,
    /// By function, the first of its sites.
    sites: BTreeMap<FunctionId, SiteContext>,
}

impl<'g, 't> DataWalk<'g, 't> {
    pub(super) fn new(
        tree: &'t Tree,
        graph: &'g Dependences,
        units: &'g Units,
        conditions: &'g [FlowConditions],
    ) -> DataWalk<'g, 't> {
        DataWalk {
            tree,
            graph,
            units,
            conditions,
            needed: BTreeMap::new(),
            valued: BTreeMap::new(),
            pending: Vec::new(),
            around: BTreeSet::new(),
            kept: NodeSet::new(),
            done: BTreeSet::new(),
            whole: BTreeSet::new(),
            calls: vec![BTreeSet::new(); graph.definitions.len()],
            entered: BTreeSet::new(),
            sites: BTreeMap::new(),
        }
    }

    /// The nodes of the tree that the data slice of these has, the constructs of abstract conditions among them.
    pub(super) fn slice(mut self, criteria: &[NodeId], always: &[NodeId]) -> NodeSet {
        for &criterion in criteria {
            self.criterion(criterion);
        }
        loop {
            let before = self.kept.len();
            self.closed();
            for &node in always {
                let mut above = self.tree.ancestors(node);
                let definition = above.find(|&above| self.tree.flags(above).has(Flags::DEFINITION));
                if definition.is_none_or(|above| self.kept.contains(above)) {
                    self.unread(node);
                }
            }
            if self.kept.len() == before && self.pending.is_empty() {
                return self.kept;
            }
        }
    }

    fn criterion(&mut self, criterion: NodeId) {
        let mut around = std::iter::once(criterion).chain(self.tree.ancestors(criterion));
        let graph = self.graph;
        let Some(worths) = around.find_map(|node| graph.worths.at.get(&node)) else {
            return self.keep(SiteContext::end(ROOT), criterion);
        };
        // The site is the point, or the entry of the function of a parameter.
        let contexts: Vec<SiteContext> = worths
            .iter()
            .map(|&Worth { function, point, .. }| SiteContext {
                function,
                site: point.or(Some(graph.entries[function])),
            })
            .collect();
        for context in &contexts {
            self.sites.entry(context.function).or_insert(*context);
        }
        for (worth, context) in worths.iter().zip(contexts) {
            self.enter(context.function, true);
            worth.point.into_iter().for_each(|point| self.has_value(context, point));
            graph.worths.needs(worth, graph).into_iter().for_each(|needed| self.take(context, needed));
            self.keep(context, criterion);
        }
    }

    /// The calls of a function, and those of what calls it, as sites or for whatever they are.
    fn enter(&mut self, function: FunctionId, are_sites: bool) {
        let mut pending = vec![function];
        while let Some(function) = pending.pop() {
            for &call in &self.graph.callers[function] {
                let caller = self.graph.function_of[call];
                let context = SiteContext { function: caller, site: Some(call).filter(|_| are_sites) };
                if are_sites && !self.entered.insert(context) {
                    continue;
                }
                if are_sites {
                    self.sites.entry(caller).or_insert(context);
                }
                let is_new = self.need(context, call);
                if is_new || are_sites {
                    pending.push(caller);
                }
            }
            self.define(function);
        }
    }

    /// The definition of a function must be there, whoever sees it.
    fn define(&mut self, function: FunctionId) {
        let context = self.sites.get(&function).copied().unwrap_or(SiteContext::end(function));
        self.graph.definitions[function].into_iter().for_each(|node| self.keep(context, node));
    }

    /// The function of a node, as a site of it sees it where that is in the same.
    fn context_of(&self, context: SiteContext, node: NodeIdx) -> SiteContext {
        let function = self.graph.nodes.owner[node];
        if function == context.function { context } else { SiteContext::end(function) }
    }

    /// The same for what only the syntax or the compiler wants: it has no part in values, whoever sees it.
    fn context_around(&self, context: SiteContext, node: NodeIdx) -> SiteContext {
        let own = self.context_of(context, node);
        match own == context {
            true => own,
            false => self.sites.get(&own.function).copied().unwrap_or(own),
        }
    }

    fn need_around(&mut self, context: SiteContext, node: NodeIdx) {
        self.need(self.context_around(context, node), node);
    }

    /// Whether it was not needed before.
    fn need(&mut self, context: SiteContext, node: NodeIdx) -> bool {
        let context = self.context_of(context, node);
        let is_new = self.needed.entry(context).or_default().insert(node as u32);
        if is_new {
            self.pending.push((context, node));
        }
        is_new
    }

    /// The value of a node is needed.
    fn take(&mut self, context: SiteContext, node: NodeIdx) {
        self.need(context, node);
        let n_points = self.graph.function_of.len();
        let point = self.graph.edges.of(node).next().filter(|&point| point < n_points && node >= n_points);
        point.into_iter().for_each(|point| self.has_value(context, point));
    }

    fn has_value(&mut self, context: SiteContext, point: PointId) {
        let context = self.context_of(context, point);
        self.valued.entry(context).or_default().insert(point as u32);
    }

    fn is_needed(&self, context: SiteContext, node: NodeIdx) -> bool {
        self.needed.get(&context).is_some_and(|needed| needed.contains(node as u32))
    }

    fn is_test(&self, node: NodeIdx) -> bool {
        let function = self.graph.function_of.get(node);
        function.is_some_and(|&function| self.conditions[function].is_test(node))
    }

    /// Everything that is needed, and the conditions with an impact on it.
    fn closed(&mut self) {
        self.walk();
        loop {
            let contexts: Vec<SiteContext> = self.needed.keys().copied().collect();
            for context in contexts {
                for condition in self.with_impact(context) {
                    self.need(context, condition);
                }
            }
            if self.pending.is_empty() {
                return;
            }
            self.walk();
        }
    }

    fn with_impact(&self, context: SiteContext) -> Vec<PointId> {
        let start = self.graph.starts[context.function];
        let points = start..self.graph.starts[context.function + 1];
        let is_of_function = |node: &usize| points.contains(node);
        let valued = self.valued.get(&context).into_iter().flat_map(Bits::iter).map(|point| point as usize);
        let tests = self.needed[&context].iter().map(|node| node as usize).filter(is_of_function);
        let tests = tests.filter(|&node| self.is_test(node));
        let values = valued.chain(tests).map(|point| (point - start) as u32).collect();
        self.conditions[context.function].with_impact(context.site, &values)
    }

    fn walk(&mut self) {
        let graph = self.graph;
        while let Some((context, node)) = self.pending.pop() {
            graph.nodes.at[node].into_iter().for_each(|at| self.keep(context, at));
            graph.edges.of(node).for_each(|needed| self.take(context, needed));
            if node < graph.function_of.len() {
                self.point(context, node);
            }
            for &function in graph.unordered(node) {
                self.enter(function, false);
            }
            if let Some(function) = graph.input_of(node) {
                self.input(context, function, node);
            }
        }
    }

    /// What a point needs besides values: its declarations, functions and handlers, and what is around it.
    fn point(&mut self, context: SiteContext, point: PointId) {
        let graph = self.graph;
        for &declared in &graph.declared[point] {
            self.need(context, declared);
        }
        for decides in graph.all_deciders(point) {
            self.decided(context, decides);
        }
        for passed in &graph.passed[point] {
            self.called(context, point, passed.function);
        }
        for &handler in &graph.handlers[point] {
            self.header(context, handler);
        }
    }

    /// Something that is in depends on this: on a condition with or without what it is computed from.
    fn decided(&mut self, context: SiteContext, decides: NodeIdx) {
        if self.is_test(decides) {
            return self.around(context, decides);
        }
        self.take(context, decides);
        let function = self.graph.function_of.get(decides);
        if function.is_some_and(|&function| self.conditions[function].is_computing(decides)) {
            self.has_value(context, decides);
        }
    }

    fn around(&mut self, context: SiteContext, test: PointId) {
        if self.is_needed(context, test) || !self.around.insert((context, test)) {
            return;
        }
        let graph = self.graph;
        graph.nodes.at[test].into_iter().for_each(|at| self.keep(context, at));
        graph.all_deciders(test).for_each(|decides| self.decided(context, decides));
    }

    fn called(&mut self, context: SiteContext, call: PointId, function: FunctionId) {
        if !self.calls[function].insert((context, call)) {
            return;
        }
        let graph = self.graph;
        let callee = SiteContext::end(function);
        self.define(function);
        for passed in graph.passed[call].iter().filter(|passed| passed.function == function) {
            for (input, needs) in &passed.inputs {
                if self.is_needed(callee, *input) {
                    needs.iter().for_each(|&needed| self.take(context, needed));
                }
            }
        }
    }

    /// An input of a function is needed: on the way to the criterion all calls give it, elsewhere those that are kept.
    fn input(&mut self, context: SiteContext, function: FunctionId, input: NodeIdx) {
        let graph = self.graph;
        let of_site =
            |&call: &PointId| (SiteContext { function: graph.function_of[call], site: Some(call) }, call);
        let calls: Vec<(SiteContext, PointId)> = match context.site {
            Some(_) => graph.callers[function].iter().map(of_site).collect(),
            None => self.calls[function].iter().copied().collect(),
        };
        for (caller, call) in calls {
            for passed in &graph.passed[call] {
                if let Ok(idx) = passed.inputs.binary_search_by_key(&input, |(input, _)| *input) {
                    passed.inputs[idx].1.iter().for_each(|&needed| self.take(caller, needed));
                }
            }
        }
    }

    /// A handler must be there, whatever it does.
    fn header(&mut self, context: SiteContext, handler: NodeIdx) {
        let context = self.context_of(context, handler);
        if !self.needed.entry(context).or_default().insert(handler as u32) {
            return;
        }
        if let Some(at) = self.graph.nodes.at[handler] {
            self.kept.insert(at);
            self.tree.parent(at).into_iter().for_each(|above| self.keep(context, above));
        }
        let graph = self.graph;
        graph.edges.of(handler).for_each(|needed| self.take(context, needed));
    }

    /// Keeps a node with all that is around it: constructs with a condition without it, others done.
    fn keep(&mut self, context: SiteContext, node: NodeId) {
        let graph = self.graph;
        for node in std::iter::once(node).chain(self.tree.ancestors(node)) {
            self.kept.insert(node);
            if !self.done.insert((context, node)) {
                return;
            }
            let points = graph.points_at(node);
            let tests: Vec<PointId> = points.iter().copied().filter(|&point| self.is_test(point)).collect();
            for &test in &tests {
                self.around(self.context_around(context, test), test);
            }
            if tests.is_empty() {
                points.iter().for_each(|&point| self.need_around(context, point));
            }
            self.unit(context, self.units.statement[node as usize]);
        }
    }

    /// Everything in a statement that has no condition.
    fn unit(&mut self, context: SiteContext, statement: NodeId) {
        let graph = self.graph;
        let mut own = graph.points_at(statement).iter();
        if own.any(|&point| self.is_test(point)) || !self.whole.insert((context, statement)) {
            return;
        }
        let units = self.units;
        for &point in units.points.get(&statement).into_iter().flatten() {
            self.need_around(context, point);
            graph.own_writes(point).iter().for_each(|&write| self.need_around(context, write));
        }
    }

    /// Everything in a node that is not understood.
    fn unread(&mut self, node: NodeId) {
        let context = SiteContext::end(ROOT);
        for node in self.tree.subtree(node) {
            self.keep(context, node);
            for &point in self.graph.points_at(node) {
                self.need_around(context, point);
                self.graph.writes[point].iter().for_each(|&write| self.need_around(context, write));
            }
        }
    }
}
