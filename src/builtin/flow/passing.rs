//! What calls give to the functions that they call.

use std::collections::BTreeMap;

use crate::flow::{Act, FlowDepth, VarId};

use super::aliases::Binding;
use super::graph::{GraphBuilder, Passed};
use super::nodes::NodeIdx;
use super::objects::CellId;
use super::points::{Event, PointId};
use super::reach::Reaching;

impl<'a> GraphBuilder<'a, '_> {
    /// What a call gives to the functions that it calls.
    pub(super) fn pass(&mut self, id: PointId, reaching: &mut Reaching) {
        let mut all = Vec::new();
        let mut handed: BTreeMap<&'a [VarId], NodeIdx> = BTreeMap::new();
        // What is there before the call is so for all that it may call.
        let mut before: BTreeMap<CellId, NodeIdx> = BTreeMap::new();
        let has_many = self.bindings(id).len() > 1;
        let node = self.graph.nodes.add(None);
        for binding in self.bindings(id) {
            let function = binding.function;
            let params = &self.program.functions[function].params;
            let mut inputs = Vec::new();
            let caller = self.points[id].function;
            let taken = std::mem::take(&mut self.inputs[function]);
            for (&cell, &input) in &taken {
                let param = params.iter().position(|param| param.var == cell);
                // The rest of the arguments is made by the call.
                let is_known = binding.rest == Some(cell) || self.shared.homes.is_seen(caller, cell);
                if param.is_none() && !is_known {
                    continue;
                }
                if let Some(idx) = param.filter(|_| binding.is_indirect) {
                    let vars = &binding.params[idx];
                    let node = handed.entry(vars).or_insert_with(|| self.handed_on(id, vars, reaching));
                    inputs.push((input, vec![*node]));
                    continue;
                }
                if has_many && param.is_none() && binding.rest != Some(cell) {
                    let node = *before.entry(cell).or_insert_with(|| {
                        let node = self.graph.nodes.add(None);
                        self.read(node, cell, id, reaching);
                        node
                    });
                    inputs.push((input, vec![node]));
                    continue;
                }
                let given = match param {
                    Some(idx) => Some(idx),
                    None if binding.rest == Some(cell) => params.iter().position(|param| param.is_rest),
                    None => None,
                };
                if let Some(idx) = given {
                    let vars =
                        binding.params[idx].iter().copied().chain(self.spread(id, &binding.params[idx]));
                    vars.for_each(|var| self.read(node, var, id, reaching));
                }
                if param.is_none() {
                    self.read(node, cell, id, reaching);
                }
                inputs.push((input, std::mem::take(&mut self.graph.nodes.edges[node])));
            }
            self.inputs[function] = taken;
            self.named(id, binding);
            inputs.sort_unstable();
            all.push(Passed { function, inputs });
        }
        self.graph.passed[id] = all;
    }

    /// What code outside of the program has of these variables, and gives to each parameter of all that it calls.
    fn handed_on(&mut self, id: PointId, vars: &[VarId], reaching: &mut Reaching) -> NodeIdx {
        let node = self.graph.nodes.add(None);
        let mut all = vars.to_vec();
        all.extend(self.reader.content(vars, FlowDepth::All));
        all.extend(self.spread(id, &all));
        all.into_iter().for_each(|var| self.read(node, var, id, reaching));
        node
    }

    /// Elements of those arguments that stand for all of their elements.
    fn spread(&self, id: PointId, vars: &[VarId]) -> Vec<CellId> {
        let Event::Act(Act::Call { args, .. }) = self.points[id].event else {
            return Vec::new();
        };
        let spread = args.iter().filter(|arg| arg.is_spread && vars.contains(&arg.var));
        let spread: Vec<VarId> = spread.map(|arg| arg.var).collect();
        self.reader.content(&spread, FlowDepth::Elements)
    }

    /// Arguments with names, and what is taken apart, need their parameters.
    fn named(&mut self, id: PointId, binding: &Binding) {
        let Event::Act(Act::Call { args, .. }) = self.points[id].event else { return };
        let params = &self.program.functions[binding.function].params;
        for name in args.iter().filter_map(|arg| arg.name.as_ref()) {
            let named = params.iter().filter(|param| param.name == *name || param.is_rest);
            for param in named {
                let input = self.inputs[binding.function][&param.var];
                self.graph.nodes.edges[id].push(input);
            }
        }
    }
}
