//! What code outside of the program does that calls methods of objects which it is given: it may call each again and again, goes on
//! by what they give, and sees what they leave.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::FunctionId;

use super::graph::GraphBuilder;
use super::nodes::NodeIdx;
use super::objects::CellId;
use super::points::PointId;

impl GraphBuilder<'_, '_> {
    /// What code outside of the program calls by itself has to give what it can use.
    pub(super) fn checked(&mut self, id: PointId) {
        let checked = self.bindings(id).iter().filter(|binding| binding.is_checked);
        let result = |function: FunctionId| self.outputs[function][&self.program.functions[function].result];
        let results: Vec<NodeIdx> = checked.map(|binding| result(binding.function)).collect();
        self.graph.nodes.edges[id].extend(results);
    }

    /// Ties what hooks that are called at a point need and leave to one another; `common` reads what the point is given.
    pub(super) fn hooked(&mut self, id: PointId, common: Option<NodeIdx>) {
        let is_hook = |function: FunctionId| self.program.functions[function].is_hook;
        let indirect = self.bindings(id).iter().filter(|binding| binding.is_indirect);
        let hooks: BTreeSet<FunctionId> =
            indirect.map(|binding| binding.function).filter(|&function| is_hook(function)).collect();
        if hooks.is_empty() {
            return;
        }
        let access = &self.accesses[id];
        let by_calls = &self.written[id][access.writes.len()..];
        let left: BTreeMap<CellId, NodeIdx> =
            by_calls.iter().map(|written| (written.cell, written.node)).collect();
        let edges = &mut self.graph.nodes.edges;
        for &node in left.values() {
            // Whether and how often they are called.
            let results = hooks.iter().map(|&hook| self.outputs[hook][&self.program.functions[hook].result]);
            edges[node].extend(results.chain(common));
        }
        if let Some(common) = common {
            let seen = access.common.iter().filter_map(|cell| left.get(cell));
            edges[common].extend(seen);
        }
        for passed in self.graph.passed[id].iter_mut().filter(|passed| hooks.contains(&passed.function)) {
            let params = &self.program.functions[passed.function].params;
            let cells: BTreeMap<NodeIdx, CellId> =
                self.inputs[passed.function].iter().map(|(&cell, &input)| (input, cell)).collect();
            for (input, needs) in &mut passed.inputs {
                let Some(cell) = cells.get(input) else { continue };
                match params.iter().any(|param| param.var == *cell) {
                    true => needs.extend(common),
                    false => needs.extend(left.get(cell)),
                }
            }
        }
    }
}
