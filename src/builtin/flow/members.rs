//! Methods that are read like members and not called where they are read: without its definition there would be none to read.

use std::collections::BTreeSet;

use crate::flow::{Act, FlowKey, FunctionId, ROOT};

use super::graph::GraphBuilder;
use super::nodes::NodeIdx;
use super::objects::{ObjectId, ObjectKind};
use super::points::{Event, PointId};

impl GraphBuilder<'_, '_> {
    /// Edges to the definitions of methods that a point reads, unless methods have names of their own.
    pub(super) fn methods_read(&mut self, id: PointId) {
        let Event::Act(Act::Load { base, key: FlowKey::Field(name) | FlowKey::Element(name), .. }) =
            self.points[id].event
        else {
            return;
        };
        if self.program.function_methods.is_some() {
            return;
        }
        let heap = &self.aliases.heap;
        let class = |object: ObjectId| match heap.objects[object].kind {
            ObjectKind::Instance(class) => Some(class),
            ObjectKind::Class { .. } => Some(object),
            _ => None,
        };
        let classes: BTreeSet<ObjectId> = heap.holds[*base].iter().filter_map(class).collect();
        let functions: BTreeSet<FunctionId> =
            classes.into_iter().flat_map(|class| heap.methods(class, name)).collect();
        for function in functions {
            let definition = self.definition(function);
            self.graph.nodes.edges[id].push(definition);
        }
    }

    fn definition(&mut self, function: FunctionId) -> NodeIdx {
        if let Some(&known) = self.methods.get(&function) {
            return known;
        }
        let nodes = &mut self.graph.nodes;
        let outside = std::mem::replace(&mut nodes.function, ROOT);
        let node = nodes.add(self.program.functions[function].at);
        nodes.function = outside;
        self.methods.insert(function, node);
        node
    }
}
