//! From a criterion to all that it needs.
//!
//! Walking up from the criterion takes all calls of its function, and of theirs; walking down into what a call returns or
//! changes does not come back out through other calls: what an input of a function needs is taken at the calls that are in
//! the slice. An executable slice has one version of each function, so that summary edges would add nothing to this.

use std::collections::BTreeMap;

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::bits::Bits;
use crate::flow::FunctionId;

use super::graph::{Dependences, Passed};
use super::nodes::NodeIdx;
use super::points::PointId;

pub(super) struct FlowWalk<'g, 't> {
    tree: &'t Tree,
    graph: &'g Dependences,
    /// By statement: the points in it, where statements are kept whole.
    units: Option<&'g Units>,
    needed: Bits,
    pending: Vec<NodeIdx>,
    kept: NodeSet,
    /// Kept, and done as in the program.
    done: NodeSet,
    whole: NodeSet,
    /// Functions of which all calls are kept.
    entered: Bits,
    /// By function with a `finally` that lets failures pass: none is in yet, and these points wait for one.
    waiting: BTreeMap<FunctionId, Vec<PointId>>,
}

/// Which points a statement has.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    /// By node of the tree: its statement.
    pub(super) statement: Vec<NodeId>,
    pub(super) points: BTreeMap<NodeId, Vec<PointId>>,
}

impl Units {
    pub(super) fn new(tree: &Tree, graph: &Dependences) -> Units {
        let mut units = Units::default();
        for node in tree.ids() {
            let above = tree.parent(node).map(|above| units.statement[above as usize]);
            let is_unit = tree.flags(node).has(Flags::STATEMENT);
            units.statement.push(above.filter(|_| !is_unit).unwrap_or(node));
        }
        for node in tree.ids() {
            let points = graph.points_at(node);
            if !points.is_empty() {
                units.points.entry(units.statement[node as usize]).or_default().extend(points);
            }
        }
        units
    }
}

impl<'g, 't> FlowWalk<'g, 't> {
    pub(super) fn new(tree: &'t Tree, graph: &'g Dependences, units: Option<&'g Units>) -> FlowWalk<'g, 't> {
        FlowWalk {
            tree,
            graph,
            units,
            needed: Bits::new(),
            pending: Vec::new(),
            kept: NodeSet::new(),
            done: NodeSet::new(),
            whole: NodeSet::new(),
            entered: Bits::new(),
            waiting: graph.finallys.values().flatten().map(|&function| (function, Vec::new())).collect(),
        }
    }

    /// The nodes of the tree that are needed for the values of these.
    pub(super) fn slice(mut self, criteria: &[NodeId], always: &[NodeId]) -> NodeSet {
        for &criterion in criteria {
            self.criterion(criterion);
        }
        self.closed(always)
    }

    /// Also what calls in the statements of criteria do with the objects of these: a variable is defined where a member of its object is.
    pub(super) fn with_definitions(mut self, criteria: &[NodeId]) -> FlowWalk<'g, 't> {
        let (graph, Some(units)) = (self.graph, self.units) else { return self };
        for &criterion in criteria {
            let points = units.points.get(&units.statement[criterion as usize]).into_iter().flatten();
            let writes: Bits =
                points.flat_map(|&point| &graph.writes[point]).map(|&node| node as u32).collect();
            let worths = graph.worths.at.get(&criterion).into_iter().flatten();
            for part in worths.flat_map(|worth| graph.worths.parts(worth)) {
                let all = graph.worths.writes.get(&part).into_iter().flatten();
                all.filter(|&&node| writes.contains(node as u32)).for_each(|&node| self.need(node));
            }
        }
        self
    }

    /// The nodes of the tree that decide how often these are reached, and these.
    pub(super) fn control_slice(mut self, criteria: &[NodeId], always: &[NodeId]) -> NodeSet {
        for &criterion in criteria {
            self.reached(criterion);
        }
        self.closed(always)
    }

    /// Everything that is needed, with what stays in any case.
    fn closed(mut self, always: &[NodeId]) -> NodeSet {
        self.walk();
        // What is not understood stays where it is done at all.
        loop {
            let before = self.kept.len();
            for &node in always {
                let is_done =
                    self.tree.ancestors(node).find(|&above| self.tree.flags(above).has(Flags::DEFINITION));
                if is_done.is_none_or(|above| self.kept.contains(above)) {
                    self.whole(node);
                }
            }
            self.attempts();
            self.walk();
            if self.kept.len() == before {
                return self.kept;
            }
        }
    }

    fn criterion(&mut self, criterion: NodeId) {
        let around = std::iter::once(criterion).chain(self.tree.ancestors(criterion));
        let graph = self.graph;
        let mut found = around.filter_map(|node| Some((node, graph.worths.at.get(&node)?)));
        let Some((valued, worths)) = found.next() else {
            return self.keep(criterion);
        };
        for worth in worths {
            graph.worths.needs(worth, graph).into_iter().for_each(|needed| self.need(needed));
        }
        self.keep(criterion);
        self.forced(criterion);
        // The name of a parameter may stand in it, beside its default or type.
        if let Some(&function) = self.graph.parameters.get(&valued) {
            self.enter(function);
        }
        for worth in worths.iter().filter(|worth| worth.point.is_some()) {
            self.enter(worth.function);
        }
    }

    /// What is evaluated by need needs reads of its parameter, and these, where they are given to others, what reads those.
    fn forced(&mut self, node: NodeId) {
        let graph = self.graph;
        let mut pending = vec![node];
        let mut seen = NodeSet::new();
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            for around in std::iter::once(node).chain(self.tree.ancestors(node)) {
                for &point in graph.forced_by.get(&around).into_iter().flatten() {
                    self.need(point);
                    pending.extend(graph.nodes.at[point]);
                }
            }
        }
    }

    /// What decides whether a criterion is reached. Its statement stays, and nothing that its values need.
    fn reached(&mut self, criterion: NodeId) {
        let graph = self.graph;
        let mut around = std::iter::once(criterion).chain(self.tree.ancestors(criterion));
        let valued = around.find_map(|node| Some((node, graph.worths.at.get(&node)?)));
        let Some((valued, worths)) = valued else {
            return self.keep(criterion);
        };
        worths.iter().filter_map(|worth| worth.point).for_each(|point| self.reached_point(point));
        if let Some(&function) = graph.parameters.get(&valued) {
            self.enter(function);
        }
        self.forced(criterion);
        self.statement(criterion);
    }

    /// Keeps the statement of a node without what it needs; of one that has others in it, what is around the node.
    fn statement(&mut self, node: NodeId) {
        let statement = self.tree.statement_of(node);
        let mut inside = self.tree.subtree(statement).skip(1);
        let is_made_of_parts = |below: NodeId| {
            let flags = self.tree.flags(below);
            flags.has(Flags::STATEMENT) || flags.has(Flags::DEFINITION)
        };
        let is_definition = self.tree.flags(statement).has(Flags::DEFINITION);
        let is_plain = !is_definition && !inside.any(is_made_of_parts);
        for below in self.tree.subtree(statement) {
            let is_part = is_plain && !self.graph.parameters.contains_key(&below);
            if is_part || self.tree.subtree(below).contains(&node) {
                self.kept.insert(below);
                self.named(below);
            }
        }
        self.tree.parent(statement).into_iter().for_each(|above| self.keep(above));
    }

    fn reached_point(&mut self, point: PointId) {
        let graph = self.graph;
        graph.deciders[point].iter().for_each(|&decides| self.need(decides));
        self.passing(point);
        self.enter(graph.function_of[point]);
    }

    /// What compilers want for the names in a node that is kept without its value.
    fn named(&mut self, node: NodeId) {
        let graph = self.graph;
        for &point in graph.points_at(node) {
            graph.declared[point].iter().for_each(|&declared| self.need(declared));
            let definitions =
                graph.passed[point].iter().filter_map(|passed| graph.definitions[passed.function]);
            definitions.for_each(|definition| self.keep(definition));
        }
        let tree = self.tree;
        if !tree.flags(node).has(Flags::VARIABLE) {
            return;
        }
        let names =
            |part: NodeId| tree.flags(part).has(Flags::VARIABLE) && tree.label(part) == tree.label(node);
        let is_meant = |&(&parameter, function): &(&NodeId, &FunctionId)| {
            let definition = graph.definitions[*function];
            // With a default or a type, or taken apart, it holds its name.
            tree.subtree(parameter).any(names)
                && definition.is_some_and(|definition| self.tree.subtree(definition).contains(&node))
        };
        self.kept.extend(graph.parameters.iter().filter(is_meant).map(|(&parameter, _)| parameter));
    }

    /// All calls of a function are kept, and those of what calls it.
    fn enter(&mut self, function: FunctionId) {
        let mut pending = vec![function];
        while let Some(function) = pending.pop() {
            if !self.entered.insert(function as u32) {
                continue;
            }
            for &call in &self.graph.callers[function] {
                self.need(call);
                pending.push(self.graph.function_of[call]);
            }
            self.graph.definitions[function].into_iter().for_each(|node| self.keep(node));
        }
    }

    fn need(&mut self, node: NodeIdx) {
        if self.needed.insert(node as u32) {
            self.pending.push(node);
        }
    }

    fn walk(&mut self) {
        while let Some(node) = self.pending.pop() {
            self.graph.nodes.at[node].into_iter().for_each(|at| self.keep(at));
            let graph = self.graph;
            graph.needs(node).for_each(|needed| self.need(needed));
            graph.unordered(node).iter().for_each(|&function| self.enter(function));
            if node < graph.function_of.len() {
                self.passing(node);
                graph.passed[node].iter().for_each(|passed| self.called(passed));
                graph.handlers[node].iter().for_each(|&handler| self.header(handler));
            }
            // An input is needed: calls that are kept give it.
            for giver in graph.givers.of(node) {
                if self.needed.contains(giver.call) {
                    let passed = &graph.passed[giver.call as usize][giver.passed as usize];
                    let (_, needs) = &passed.inputs[giver.input as usize];
                    needs.iter().for_each(|&needed| self.need(needed));
                }
            }
        }
    }

    /// What decides whether a point runs where a `finally` is in, now or when there is one.
    fn passing(&mut self, point: PointId) {
        let graph = self.graph;
        let Some(deciders) = graph.passing.get(&point) else { return };
        match self.waiting.get_mut(&graph.function_of[point]) {
            Some(waiting) => waiting.push(point),
            None => deciders.iter().for_each(|&decides| self.need(decides)),
        }
    }

    /// A call is kept: the function is, and what it needs comes from here, too.
    fn called(&mut self, passed: &Passed) {
        self.graph.definitions[passed.function].into_iter().for_each(|node| self.keep(node));
        for (input, needs) in &passed.inputs {
            if self.needed.contains(*input as u32) {
                needs.iter().for_each(|&needed| self.need(needed));
            }
        }
    }

    /// What has handlers keeps one, the first when nothing needs any, with the classes that it names.
    fn attempts(&mut self) {
        let graph = self.graph;
        for (header, attempt) in &graph.attempts {
            let is_bare = !attempt.parts.iter().any(|&part| self.kept.contains(part));
            if is_bare && self.kept.contains(attempt.at) {
                self.header(*header);
            }
        }
    }

    /// A handler must be there, whatever it does.
    fn header(&mut self, handler: NodeIdx) {
        if !self.needed.insert(handler as u32) {
            return;
        }
        if let Some(at) = self.graph.nodes.at[handler] {
            self.kept.insert(at);
            self.tree.parent(at).into_iter().for_each(|above| self.keep(above));
        }
        let graph = self.graph;
        graph.edges.of(handler).for_each(|needed| self.need(needed));
    }

    /// Keeps a node with all that is around it, which is done then.
    fn keep(&mut self, node: NodeId) {
        for node in std::iter::once(node).chain(self.tree.ancestors(node)) {
            self.kept.insert(node);
            if !self.done.insert(node) {
                return;
            }
            if let Some(units) = self.units {
                self.unit(units, units.statement[node as usize]);
            }
            for &point in self.graph.points_at(node) {
                self.need(point);
            }
            for function in self.graph.finallys.get(&node).into_iter().flatten() {
                let waiting = self.waiting.remove(function).unwrap_or_default();
                waiting.into_iter().for_each(|point| self.passing(point));
            }
        }
    }

    /// Everything in a statement, but for the statements in it. What its calls write elsewhere is needed where it is read.
    fn unit(&mut self, units: &'g Units, statement: NodeId) {
        if !self.whole.insert(statement) {
            return;
        }
        for &point in units.points.get(&statement).into_iter().flatten() {
            self.need(point);
            self.graph.own_writes(point).iter().for_each(|&write| self.need(write));
        }
    }

    /// Everything in a node.
    fn whole(&mut self, node: NodeId) {
        for node in self.tree.subtree(node) {
            self.keep(node);
            for &point in self.graph.points_at(node) {
                self.graph.writes[point].iter().for_each(|&write| self.need(write));
            }
        }
    }
}
