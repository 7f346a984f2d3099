//! Methods that are read like members and not called where they are read: without its definition there would be none to read.

use std::collections::BTreeSet;

use crate::flow::{Act, FlowCallee, FlowShape, FunctionId, ROOT, VarId};

use super::graph::GraphBuilder;
use super::nodes::NodeIdx;
use super::objects::{ObjectId, ObjectKind};
use super::points::{Event, PointId};

impl GraphBuilder<'_, '_> {
    /// Edges to the definitions of methods that a point reads, unless methods have names of their own.
    pub(super) fn methods_read(&mut self, id: PointId) {
        if self.program.function_methods.is_some() {
            return;
        }
        let Event::Act(act) = self.points[id].event else { return };
        let mut functions = BTreeSet::new();
        match act {
            Act::Load { base, key, .. } => {
                for class in self.classes_of(*base) {
                    functions.extend(self.aliases.heap.methods_at(class, key));
                }
            }
            Act::Call { callee: FlowCallee::Library(effect), args, .. } => {
                for shape in &effect.result {
                    let FlowShape::Members(idx, prefix) = shape else { continue };
                    let bases = args.get(*idx).map(|arg| self.classes_of(arg.var)).into_iter().flatten();
                    for class in bases {
                        functions.extend(self.aliases.heap.methods_named(class, prefix));
                    }
                }
            }
            _ => {}
        }
        for function in functions {
            let definition = self.definition(function);
            self.graph.nodes.edges[id].push(definition);
        }
    }

    /// The classes that a variable may hold, and those of the objects it may hold.
    fn classes_of(&self, var: VarId) -> BTreeSet<ObjectId> {
        let heap = &self.aliases.heap;
        let class = |object: ObjectId| match heap.objects[object].kind {
            ObjectKind::Instance(class) => Some(class),
            ObjectKind::Class { .. } => Some(object),
            _ => None,
        };
        heap.holds[var].iter().filter_map(class).collect()
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
