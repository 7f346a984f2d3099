//! How graph slicers come from the criterion to nodes that gold has not.

use super::{code, place};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::builtin::{Builtin, ChainStep, Dependence, Graph, KeepReasons};
use crate::grade::Examined;
use crate::suite::Task;

/// Graph slicers, the one that keeps least first.
const SLICERS: [Builtin; 4] = [Builtin::CeEdg, Builtin::CeSdg, Builtin::Edg, Builtin::Sdg];

/// Dependences of a chain that are told at its begin and at its end, where it has more.
const MAX_BEGIN: usize = 2;
const MAX_END: usize = 3;

/// The dependences of a program from its criterion.
pub(super) struct Chains<'e> {
    program: &'e Tree,
    criteria: &'e [NodeId],
    graph: Graph<'e>,
    /// What each slicer keeps, from the first on as far as was asked for.
    walked: Vec<KeepReasons>,
}

impl<'e> Chains<'e> {
    /// `None` in languages without dependence graphs, and in the normal form of a program, where the criterion is not known.
    pub(super) fn of(task: Task<'e>, examined: &'e Examined) -> Option<Chains<'e>> {
        let program: &Tree = &examined.program;
        if examined.grade.normalised || !SLICERS.iter().all(|slicer| slicer.can_slice(program.language())) {
            return None;
        }
        let graph = Graph::build(program);
        Some(Chains { program, criteria: &task.criterion.nodes, graph, walked: Vec::new() })
    }

    /// The chain of the most precise slicer that keeps some of these nodes for a dependence of its own.
    pub(super) fn text(&mut self, nodes: &NodeSet) -> Option<String> {
        for (idx, slicer) in SLICERS.into_iter().enumerate() {
            let variant = slicer.variant().expect("it is a graph slicer");
            if idx == self.walked.len() {
                self.walked.push(self.graph.reasons(self.criteria, variant));
            }
            if let Some(steps) = self.walked[idx].chain(nodes) {
                return self.told(slicer, nodes, &steps);
            }
        }
        // What stays for the sake of syntax has no dependence.
        let least = SLICERS[SLICERS.len() - 1].variant().expect("it is a graph slicer");
        let kept = self.graph.slice_all(self.criteria, least);
        (kept.n_common(nodes) == 0).then(|| {
            let names: Vec<&str> = SLICERS.iter().map(|slicer| slicer.name()).collect();
            format!("no dependence leads to it; none of {} keeps it", names.join(", "))
        })
    }

    fn told(&self, slicer: Builtin, nodes: &NodeSet, steps: &[ChainStep]) -> Option<String> {
        // What lies in the group itself explains nothing but its first node.
        let n_outside = steps.iter().position(|step| nodes.contains(step.node))?;
        let steps = &steps[..=n_outside];
        let n_left = steps.len().saturating_sub(MAX_BEGIN + MAX_END);
        let mut text = format!("{} keeps it: {}", slicer.name(), self.node(*self.criteria.first()?));
        for (idx, step) in steps.iter().enumerate() {
            let is_left_out = n_left > 1 && (MAX_BEGIN..MAX_BEGIN + n_left).contains(&idx);
            if is_left_out {
                if idx == MAX_BEGIN {
                    text += &format!(", … {n_left} dependences …");
                }
                continue;
            }
            text += if idx > 0 { ", which " } else { " " };
            let node = self.node(step.node);
            text += &match step.how {
                Dependence::Value => format!("needs the value of {node}"),
                Dependence::Control => format!("needs {node} to run"),
                Dependence::Statement => format!("is in one statement with {node}"),
            };
        }
        Some(text)
    }

    fn node(&self, node: NodeId) -> String {
        format!("{} ({})", code(self.program, node), place(self.program, node))
    }
}
