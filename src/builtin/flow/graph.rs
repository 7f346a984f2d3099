//! The dependence graph: nodes for running a point and for each cell that it writes, and edges to what they need.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::NodeId;
use crate::bits::Bits;
use crate::flow::{FlowProgram, FunctionId, ROOT, VarId};

use super::access::{Accesses, CellAccess};
use super::aliases::{self, Aliases, Binding};
use super::conditions::FlowConditions;
use super::contents::Contents;
use super::facts::{Calls, Shared};
use super::failures::{self, Deciders, Failures};
use super::nodes::{EdgeLists, Giver, GiverLists, NodeIdx, Nodes};
use super::objects::{CellId, MadeAt};
use super::points::{self, Attempt, Body, Event, Point, PointId};
use super::reach::{Blocks, Reaching};
use super::ties::{GraphOptions, Ties};
use super::worth::{Worth, Worths};

/// What a call gives to a function that it calls.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) function: FunctionId,
    /// An input of the function, and what it needs at this call.
    pub(super) inputs: Vec<(NodeIdx, Vec<NodeIdx>)>,
}

/// The graph of a program, built once.
#[derive(Clone, Debug, Default)]
pub(super) struct Dependences {
    pub(super) nodes: Nodes,
    pub(super) edges: EdgeLists,
    /// By point: what decides whether it runs, points and that calls fail.
    pub(super) deciders: Vec<Vec<NodeIdx>>,
    /// By point: what does, too, where one of the `finally`s of its function is in.
    pub(super) passing: BTreeMap<PointId, Vec<NodeIdx>>,
    /// By `finally` that lets failures pass: the functions where something depends on whether it is in.
    pub(super) finallys: BTreeMap<NodeId, Vec<FunctionId>>,
    /// By point: declarations of the variables in it.
    pub(super) declared: Vec<Vec<NodeIdx>>,
    /// By function: where it begins.
    pub(super) entries: Vec<PointId>,
    /// By function: its first point, and behind them the number of points.
    pub(super) starts: Vec<PointId>,
    /// By function, where they are asked for.
    pub(super) conditions: Vec<FlowConditions>,
    /// By point: the function that it is in.
    pub(super) function_of: Vec<FunctionId>,
    /// By function: its definition.
    pub(super) definitions: Vec<Option<NodeId>>,
    /// By function: the points that call it.
    pub(super) callers: Vec<Vec<PointId>>,
    /// By point.
    pub(super) passed: Vec<Vec<Passed>>,
    /// By node of the tree, as far as there are any: the points that are it.
    points_at: Vec<Vec<PointId>>,
    /// By node of the tree: what it is worth, everything in it included.
    pub(super) worths: Worths,
    /// By input: the calls that give it something.
    pub(super) givers: GiverLists,
    /// The first node that stands for all writes of a cell in any order; the others follow it.
    first_unordered: NodeIdx,
    /// By such a node: the functions that the writes are in.
    unordered: Vec<Vec<FunctionId>>,
    /// What has handlers, each with the header of the first.
    pub(super) attempts: Vec<(NodeIdx, Attempt)>,
    /// By point: handlers that must be there when it runs.
    pub(super) handlers: Vec<Vec<NodeIdx>>,
    /// By node of the tree of a parameter: its function.
    pub(super) parameters: BTreeMap<NodeId, FunctionId>,
    /// By node of the tree of what is evaluated by need, an argument or a parameter with a default: the points that read its
    /// parameter.
    pub(super) forced_by: BTreeMap<NodeId, BTreeSet<PointId>>,
    /// By point: its writes, first its own, then those of the functions that it calls.
    pub(super) writes: Vec<Vec<NodeIdx>>,
    /// By point: how many writes are its own.
    n_own: Vec<usize>,
    /// Nodes that are inputs.
    is_input: Bits,
}

impl Dependences {
    /// Everything that a node needs.
    pub(super) fn needs(&self, node: NodeIdx) -> impl Iterator<Item = NodeIdx> + '_ {
        let of_point = [&self.deciders, &self.declared].map(|of| of.get(node).map_or(&[][..], Vec::as_slice));
        of_point.into_iter().flatten().copied().chain(self.edges.of(node))
    }

    /// All that decides whether a point runs, whichever `finally` is in.
    pub(super) fn all_deciders(&self, point: PointId) -> impl Iterator<Item = NodeIdx> + '_ {
        self.deciders[point].iter().chain(self.passing.get(&point).into_iter().flatten()).copied()
    }

    /// The functions with writes of a cell, of a node that stands for all of them in any order.
    pub(super) fn unordered(&self, node: NodeIdx) -> &[FunctionId] {
        let idx = node.checked_sub(self.first_unordered);
        idx.and_then(|idx| self.unordered.get(idx)).map_or(&[], Vec::as_slice)
    }

    /// The function that a node is an input of.
    pub(super) fn input_of(&self, node: NodeIdx) -> Option<FunctionId> {
        self.is_input.contains(node as u32).then(|| self.nodes.owner[node])
    }

    fn all_givers(&self) -> GiverLists {
        let mut givers = Vec::new();
        for (call, all) in self.passed.iter().enumerate() {
            for (passed, given) in all.iter().enumerate() {
                for (input, (node, _)) in given.inputs.iter().enumerate() {
                    let [call, passed, input] = [call, passed, input].map(|idx| idx as u32);
                    givers.push((*node, Giver { call, passed, input }));
                }
            }
        }
        GiverLists::new(self.nodes.at.len(), givers)
    }

    /// What a point writes by itself.
    pub(super) fn own_writes(&self, point: PointId) -> &[NodeIdx] {
        &self.writes[point][..self.n_own[point]]
    }

    /// The points that a node of the tree is.
    pub(super) fn points_at(&self, node: NodeId) -> &[PointId] {
        self.points_at.get(node as usize).map_or(&[], Vec::as_slice)
    }

    /// Nodes of the tree that points, parts of them, or inputs stand for.
    pub(super) fn covered(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.at.iter().copied().flatten()
    }
}

/// Builds the graph.
pub(super) fn build(program: &FlowProgram, options: GraphOptions) -> Dependences {
    let (mut points, bodies, attempts) = points::lower(program);
    let mut aliases = aliases::solve(program, &points, options.is_coarse);
    let thrown = aliases.heap.hidden();
    aliases.heap.holds[thrown] = aliases.thrown.clone();
    let contents = Contents::new(&aliases.heap);
    let calls = Calls::new(program, &points, &aliases);
    let mut failures = failures::fail(&mut points, &bodies, &aliases, &calls);
    if options.has_ends {
        failures.end(&mut points, &bodies, &aliases);
    }
    let is_single = calls.single(&aliases, &points);
    let ties = Ties::new(options.ties, &aliases, program.variables.len());
    let reader = Accesses {
        program,
        aliases: &aliases,
        contents: &contents,
        is_single: &is_single,
        ties: &ties,
        thrown,
    };
    let accesses: Vec<CellAccess> =
        points.iter().enumerate().map(|(id, point)| reader.of(id, point)).collect();
    let shared = Shared::new(program, &points, &accesses, &aliases, &calls);
    let mut builder = GraphBuilder {
        program,
        points: &points,
        bodies: &bodies,
        aliases: &aliases,
        calls: &calls,
        failures: &failures,
        accesses: &accesses,
        reader: &reader,
        ties: &ties,
        shared: &shared,
        graph: Dependences::default(),
        written: Vec::new(),
        inputs: Vec::new(),
        outputs: vec![BTreeMap::new(); bodies.len()],
        thrown: Vec::new(),
        failed: Vec::new(),
        loose: BTreeMap::new(),
        headers: BTreeMap::new(),
        methods: BTreeMap::new(),
        declarations: BTreeMap::new(),
        is_declared: Bits::new(),
    };
    builder.declare();
    let fails = |id: PointId| failures.is_at(id);
    let inputs = builder.inputs.iter().cloned();
    let mut reaching: Vec<Reaching> = bodies
        .iter()
        .zip(inputs)
        .map(|(body, inputs)| Reaching::new(Blocks::new(&points, body, fails), inputs))
        .collect();
    for (function, reaching) in reaching.iter_mut().enumerate() {
        builder.function(function, reaching);
    }
    builder.worths();
    if program.is_by_need {
        builder.needs();
    }
    let attempt = |of: Attempt| (builder.headers.get(&of.first).copied(), of);
    let attempts = attempts.into_iter().map(attempt);
    let attempts = attempts.filter_map(|(header, of)| Some((header?, of))).collect();
    let mut graph = Dependences { attempts, ..builder.graph };
    graph.edges = EdgeLists::new(std::mem::take(&mut graph.nodes.edges));
    graph.givers = graph.all_givers();
    graph.worths =
        Worths { contents, ties, reaching, homes: shared.homes, is_lazy: calls.is_lazy, ..graph.worths };
    if options.has_conditions {
        graph.conditions = bodies.iter().map(|body| FlowConditions::new(&points, body)).collect();
    }
    graph
}

/// Writes of a point, those of the functions that it calls among them.
pub(super) struct Written {
    pub(super) cell: CellId,
    pub(super) node: NodeIdx,
    is_weak: bool,
}

pub(super) struct GraphBuilder<'a, 'p> {
    pub(super) program: &'p FlowProgram,
    pub(super) points: &'a [Point<'p>],
    bodies: &'a [Body],
    pub(super) aliases: &'a Aliases<'p>,
    calls: &'a Calls,
    failures: &'a Failures,
    pub(super) accesses: &'a [CellAccess],
    pub(super) reader: &'a Accesses<'a, 'p>,
    ties: &'a Ties,
    pub(super) shared: &'a Shared,
    pub(super) graph: Dependences,
    /// By point; those that stand in `accesses` first, in their order.
    pub(super) written: Vec<Vec<Written>>,
    /// By function, what comes in.
    pub(super) inputs: Vec<BTreeMap<CellId, NodeIdx>>,
    /// By function, what it leaves behind.
    pub(super) outputs: Vec<BTreeMap<CellId, NodeIdx>>,
    /// By point that calls: that the call fails.
    thrown: Vec<Option<NodeIdx>>,
    /// By function: that it fails.
    failed: Vec<NodeIdx>,
    loose: BTreeMap<CellId, NodeIdx>,
    headers: BTreeMap<PointId, NodeIdx>,
    /// Definitions of methods that are read and not called.
    pub(super) methods: BTreeMap<FunctionId, NodeIdx>,
    /// Declarations of variables that are no steps.
    declarations: BTreeMap<(FunctionId, VarId), Vec<NodeIdx>>,
    /// Variables that have one.
    is_declared: Bits,
}

impl<'a> GraphBuilder<'a, '_> {
    pub(super) fn bindings(&self, point: PointId) -> &'a [Binding] {
        self.aliases.calls.get(&point).map_or(&[], |site| &site.bindings)
    }

    /// Makes the nodes that others refer to.
    fn declare(&mut self) {
        self.graph.entries = self.bodies.iter().map(|body| body.entry).collect();
        let starts = self.bodies.iter().map(|body| body.points.start);
        self.graph.starts = starts.chain([self.points.len()]).collect();
        self.graph.deciders = vec![Vec::new(); self.points.len()];
        self.graph.declared = vec![Vec::new(); self.points.len()];
        self.graph.passed = vec![Vec::new(); self.points.len()];
        self.graph.handlers = vec![Vec::new(); self.points.len()];
        let n_nodes =
            self.points.iter().filter_map(|point| point.at).max().map_or(0, |last| last as usize + 1);
        self.graph.points_at = vec![Vec::new(); n_nodes];
        for point in self.points {
            self.graph.nodes.function = point.function;
            self.graph.nodes.add(point.at);
        }
        for function in 0..self.bodies.len() {
            self.graph.nodes.function = function;
            let lowered = &self.program.functions[function];
            let mut inputs = BTreeMap::new();
            for param in &lowered.params {
                inputs.insert(param.var, self.graph.nodes.add(param.at));
            }
            for cell in self.crossing(&self.shared.touched[function]) {
                let add = || self.graph.nodes.add(None);
                inputs.entry(cell).or_insert_with(add);
                self.outputs[function].insert(cell, self.graph.nodes.add(None));
            }
            self.outputs[function].insert(lowered.result, self.graph.nodes.add(None));
            self.graph.is_input.extend(inputs.values().map(|&input| input as u32));
            self.inputs.push(inputs);
            self.failed.push(self.graph.nodes.add(None));
        }
        for (id, point) in self.points.iter().enumerate() {
            self.graph.nodes.function = point.function;
            let mut written = Vec::new();
            for write in &self.accesses[id].writes {
                let node = self.graph.nodes.add(write.at.or(point.at));
                written.push(Written { cell: write.cell, node, is_weak: write.is_weak });
            }
            let by_calls: BTreeSet<CellId> = self
                .bindings(id)
                .iter()
                .flat_map(|binding| self.crossing(&self.shared.written[binding.function]))
                .filter(|&cell| self.shared.homes.is_seen(point.function, cell))
                .collect();
            for cell in by_calls {
                let node = self.graph.nodes.add(point.at);
                written.push(Written { cell, node, is_weak: false });
            }
            let thrown = (!self.bindings(id).is_empty()).then(|| self.graph.nodes.add(None));
            self.thrown.push(thrown);
            self.graph.function_of.push(point.function);
            self.graph.n_own.push(self.accesses[id].writes.len());
            self.graph.writes.push(written.iter().map(|written| written.node).collect());
            self.written.push(written);
            if let Event::Catch(..) = point.event {
                self.headers.insert(id, self.graph.nodes.add(point.at));
            }
            if let Some(at) = point.at {
                self.graph.points_at[at as usize].push(id);
            }
        }
        let loose = self.loose_declarations();
        for &(function, var, at) in &self.program.declarations {
            if loose.contains(&at) {
                continue;
            }
            self.graph.nodes.function = function;
            let node = self.graph.nodes.add(Some(at));
            self.declarations.entry((function, var)).or_default().push(node);
            self.is_declared.insert(var as u32);
            let binder = self.binder(function, var);
            self.graph.nodes.edges[node].extend(binder);
        }
        self.declare_unordered();
        self.graph.definitions = self.program.functions.iter().map(|function| function.at).collect();
        self.graph.callers = self.calls.callers.clone();
    }

    /// Definitions of variables that nothing needs who uses the variable.
    fn loose_declarations(&self) -> BTreeSet<NodeId> {
        let defines = |id: &PointId| {
            let mut writes = self.accesses[*id].writes.iter();
            writes.any(|write| write.cell < self.program.variables.len() && self.ties.is_loose(write.cell))
        };
        let is_copy = |id: &PointId| {
            matches!(self.points[*id].event, Event::Act(crate::flow::Act::Copy { .. }))
                && !self.points[*id].also.is_empty()
        };
        let defining = (0..self.points.len()).filter(|id| is_copy(id) && defines(id));
        defining.filter_map(|id| self.points[id].at).collect()
    }

    /// Of these cells those that come in and go out with calls: not those that are read in any order.
    fn crossing(&self, cells: &Bits) -> Vec<CellId> {
        let cells = cells.iter().filter(|&cell| !self.shared.loose.contains(cell));
        cells.map(|cell| cell as CellId).collect()
    }

    /// What binds a variable of a function around the one that declares it, so that there is one to mean.
    fn binder(&mut self, function: FunctionId, var: VarId) -> Option<NodeIdx> {
        let owner = self.program.variables[var].owner;
        if owner == function || owner == ROOT {
            return None;
        }
        let is_it = |id: &PointId| self.accesses[*id].writes.iter().any(|write| write.cell == var);
        let param = self.program.functions[owner].params.iter().find(|param| param.var == var);
        match param {
            Some(param) => Some(self.graph.nodes.add(param.at)),
            None => self.bodies[owner].points.clone().rev().find(is_it),
        }
    }

    fn declare_unordered(&mut self) {
        self.graph.nodes.function = ROOT;
        self.graph.first_unordered = self.graph.nodes.at.len();
        let mut writers: BTreeMap<CellId, Vec<(PointId, NodeIdx)>> = BTreeMap::new();
        for (id, access) in self.accesses.iter().enumerate() {
            for (write, written) in access.writes.iter().zip(&self.written[id]) {
                if self.shared.loose.contains(write.cell as u32) {
                    writers.entry(write.cell).or_default().push((id, written.node));
                }
            }
        }
        for cell in self.shared.loose.iter() {
            let node = self.graph.nodes.add(None);
            self.loose.insert(cell as usize, node);
            let mut functions = BTreeSet::new();
            for &(id, written) in writers.get(&(cell as usize)).into_iter().flatten() {
                self.graph.nodes.edges[node].push(written);
                functions.insert(self.points[id].function);
            }
            for (function, lowered) in self.program.functions.iter().enumerate() {
                let owner = self.aliases.heap.owner[cell as usize];
                let is_rest = owner
                    .is_some_and(|owner| self.aliases.heap.objects[owner].origin == MadeAt::Rest(function));
                for param in &lowered.params {
                    if param.var == cell as usize || is_rest && param.is_rest {
                        self.graph.nodes.edges[node].push(self.inputs[function][&param.var]);
                        functions.insert(function);
                    }
                }
            }
            self.graph.unordered.push(functions.into_iter().collect());
        }
    }

    fn function(&mut self, function: FunctionId, reaching: &mut Reaching) {
        self.graph.nodes.function = function;
        let body = &self.bodies[function];
        for id in body.points.clone() {
            for written in &self.written[id] {
                reaching.write(&mut self.graph.nodes, written.cell, id, written.node);
            }
        }
        let deciders = Deciders::new(self.points, body, self.failures);
        for id in body.points.clone() {
            let idx = id - body.points.start;
            self.graph.deciders[id] = self.decided_by(&deciders.always[idx]);
            if !deciders.passing[idx].is_empty() {
                let passing = self.decided_by(&deciders.passing[idx]);
                self.graph.passing.insert(id, passing);
            }
            self.point(id, reaching);
        }
        for finally in deciders.finallys {
            self.graph.finallys.entry(finally).or_default().push(function);
        }
        let has_failures = body
            .points
            .clone()
            .any(|id| self.failures.is_at(id) && self.points[id].fails_to.contains(&body.failed));
        for (cell, node) in self.outputs[function].clone() {
            let ends = [Some(body.exit), Some(body.failed).filter(|_| has_failures)];
            for end in ends.into_iter().flatten() {
                self.read(node, cell, end, reaching);
            }
        }
        for id in body.points.clone().filter(|&id| self.failures.is_at(id)) {
            let thrown = self.thrown[id];
            let failed = self.failed[function];
            self.graph.nodes.edges[failed].extend([Some(id), thrown].into_iter().flatten());
            let found = self.handlers_of(id);
            self.graph.handlers[id] = found;
        }
    }

    /// Edges from a node to what a cell has before a point.
    pub(super) fn read(&mut self, node: NodeIdx, cell: CellId, point: PointId, reaching: &mut Reaching) {
        if self.ties.is_loose(cell) {
            return;
        }
        if let Some(only) = self.shared.constants[cell] {
            let written = only.point().into_iter().flat_map(|writer| &self.written[writer]);
            let written = written.filter(|written| written.cell == cell);
            self.graph.nodes.edges[node].extend(written.map(|written| written.node));
        } else if self.shared.loose.contains(cell as u32) {
            self.graph.nodes.edges[node].push(self.loose[&cell]);
        } else {
            let found = reaching.before(&mut self.graph.nodes, cell, point);
            self.graph.nodes.edges[node].extend(found.filter(|&found| found != node));
        }
    }

    /// These points, and that calls at them fail.
    fn decided_by(&self, points: &[PointId]) -> Vec<NodeIdx> {
        let failed = |point: PointId| self.thrown[point].filter(|_| self.failures.is_at(point));
        points.iter().flat_map(|&point| [Some(point), failed(point)]).flatten().collect()
    }

    fn point(&mut self, id: PointId, reaching: &mut Reaching) {
        let access = &self.accesses[id];
        let writes = access.writes.iter().map(|write| write.cell);
        let cells = access.reads().chain(writes).chain(access.runs_by.iter().copied());
        for cell in cells.filter(|&cell| self.is_declared.contains(cell as u32)) {
            let declared = self.declarations.get(&(self.points[id].function, cell));
            self.graph.declared[id].extend(declared.into_iter().flatten());
        }
        for &cell in &access.runs_by {
            self.read(id, cell, id, reaching);
        }
        self.methods_read(id);
        self.checked(id);
        let common = (!access.common.is_empty()).then(|| self.graph.nodes.add(None));
        for &cell in &access.common {
            common.into_iter().for_each(|node| self.read(node, cell, id, reaching));
        }
        for idx in 0..self.written[id].len() {
            let Written { cell, node, is_weak } = self.written[id][idx];
            self.graph.nodes.edges[node].push(id);
            let is_common = access.writes.get(idx).is_some_and(|write| write.is_common);
            self.graph.nodes.edges[node].extend(common.filter(|_| is_common));
            if is_weak {
                self.read(node, cell, id, reaching);
            } else if let Event::Act(crate::flow::Act::Store { .. }) = self.points[id].event {
                self.total(node, cell);
            }
            let reads = access.writes.get(idx).map_or(&[][..], |write| &write.reads);
            for &read in reads {
                self.read(node, read, id, reaching);
            }
            let is_by_call = idx >= access.writes.len();
            self.outcome(id, (cell, node), is_by_call, reaching);
        }
        if let Some(&header) = self.headers.get(&id)
            && let Event::Catch(_, classes) = self.points[id].event
        {
            for &class in classes {
                self.read(header, class, id, reaching);
                let declared = self.declarations.get(&(self.points[id].function, class));
                self.graph.nodes.edges[header].extend(declared.into_iter().flatten());
            }
        }
        if let Some(thrown) = self.thrown[id] {
            let failed: Vec<NodeIdx> =
                self.bindings(id).iter().map(|binding| self.failed[binding.function]).collect();
            self.graph.nodes.edges[thrown].extend(failed);
            self.pass(id, reaching);
            self.hooked(id, common);
        }
    }

    /// A partial definition of a member needs the total one: all that is done with the member where its object is made.
    fn total(&mut self, node: NodeIdx, cell: CellId) {
        let maker = self.ties.maker(cell, self.aliases).and_then(|maker| self.points[maker].at);
        let makers = maker.map_or(&[][..], |at| self.graph.points_at(at));
        let written = makers.iter().flat_map(|&maker| &self.written[maker]);
        let written = written.filter(|written| written.cell == cell).map(|written| written.node);
        let total: Vec<NodeIdx> = written.collect();
        self.graph.nodes.edges[node].extend(total);
    }

    /// What functions that are called leave in a cell that a point writes.
    fn outcome(
        &mut self,
        id: PointId,
        (cell, node): (CellId, NodeIdx),
        is_by_call: bool,
        reaching: &mut Reaching,
    ) {
        let Event::Act(crate::flow::Act::Call { to, .. }) = self.points[id].event else { return };
        let is_foreign = self.aliases.calls.get(&id).is_some_and(|site| site.is_foreign);
        let is_made = self.is_made_by(id, cell);
        let mut may_be_left = is_by_call && is_foreign;
        for binding in self.bindings(id) {
            let function = binding.function;
            let output = self.outputs[function].get(&cell).copied();
            may_be_left |= is_by_call && (output.is_none() || binding.is_lazy);
            if !self.shared.is_shared[cell] && cell != *to {
                continue;
            }
            self.graph.nodes.edges[node].extend(output);
            // What code outside of the program writes may be decided by what it calls: a sorted array.
            let is_decided = binding.is_indirect && !is_by_call;
            let is_result = cell == *to || is_decided || is_made;
            if is_result {
                let result = self.outputs[function][&self.program.functions[function].result];
                self.graph.nodes.edges[node].push(result);
            }
        }
        if may_be_left {
            self.read(node, cell, id, reaching);
        }
    }

    /// Whether code outside of the program puts results of the functions that it calls into the cell.
    fn is_made_by(&self, id: PointId, cell: CellId) -> bool {
        let owner = self.aliases.heap.owner[cell];
        owner
            .is_some_and(|object| self.aliases.calls.get(&id).is_some_and(|site| site.fresh.contains(object)))
    }

    /// Headers of the handlers that may get the failure of a point.
    fn handlers_of(&self, id: PointId) -> Vec<NodeIdx> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending: Vec<PointId> = self.points[id].fails_to.to_vec();
        while let Some(at) = pending.pop() {
            if !seen.insert(at) {
                continue;
            }
            found.extend(self.headers.get(&at));
            if matches!(self.points[at].event, Event::Dispatch) {
                pending.extend(&self.points[at].next);
            }
        }
        found.into_iter().collect()
    }

    /// What the nodes of the tree are worth.
    fn worths(&mut self) {
        let mut worths = Worths::default();
        for (id, point) in self.points.iter().enumerate() {
            let written = self.written[id].iter().take(self.accesses[id].writes.len());
            let written: Vec<(CellId, NodeIdx)> =
                written.map(|written| (written.cell, written.node)).collect();
            for written in &self.written[id] {
                worths.writes.entry(written.cell).or_default().push(written.node);
            }
            for &at in point.at.iter().chain(point.also) {
                let worth = Worth { function: point.function, point: Some(id), written: written.clone() };
                worths.at.entry(at).or_default().push(worth);
            }
        }
        for (function, lowered) in self.program.functions.iter().enumerate() {
            for param in &lowered.params {
                let Some(at) = param.at else { continue };
                let written = vec![(param.var, self.inputs[function][&param.var])];
                worths.at.entry(at).or_default().push(Worth { function, point: None, written });
                self.graph.parameters.insert(at, function);
            }
        }
        for (cell, only) in self.shared.constants.iter().enumerate() {
            let Some(only) = only else { continue };
            let written = only.point().into_iter().flat_map(|writer| &self.written[writer]);
            let written = written.filter(|written| written.cell == cell);
            worths.fixed.insert(cell, written.map(|written| written.node).collect());
        }
        worths.fixed.extend(self.loose.iter().map(|(&cell, &unordered)| (cell, vec![unordered])));
        self.graph.nodes.function = ROOT;
        for definition in self.reader.contents.definitions() {
            worths.shown.insert(definition, self.graph.nodes.add(Some(definition)));
        }
        self.graph.worths = worths;
    }

    /// Which points read parameters, for criteria in arguments and defaults.
    fn needs(&mut self) {
        let mut readers: BTreeMap<CellId, BTreeSet<PointId>> = BTreeMap::new();
        let mut writers: BTreeMap<CellId, Vec<NodeId>> = BTreeMap::new();
        for (id, access) in self.accesses.iter().enumerate() {
            let reads = access.reads().chain(access.runs_by.iter().copied());
            reads.for_each(|cell| _ = readers.entry(cell).or_default().insert(id));
            for written in &self.written[id] {
                writers.entry(written.cell).or_default().extend(self.points[id].at);
            }
        }
        let mut forced_by: BTreeMap<NodeId, BTreeSet<PointId>> = BTreeMap::new();
        let mut force = |at: NodeId, cell: CellId| {
            forced_by.entry(at).or_default().extend(readers.get(&cell).into_iter().flatten());
        };
        for param in self.program.functions.iter().flat_map(|function| &function.params) {
            param.at.into_iter().for_each(|at| force(at, param.var));
        }
        for binding in self.aliases.calls.values().flat_map(|site| &site.bindings) {
            let params = &self.program.functions[binding.function].params;
            for (param, given) in params.iter().zip(&binding.params) {
                for &at in given.iter().filter_map(|var| writers.get(var)).flatten() {
                    force(at, param.var);
                    binding.rest.filter(|_| param.is_rest).into_iter().for_each(|rest| force(at, rest));
                }
            }
        }
        self.graph.forced_by = forced_by;
    }
}
