//! A static backward slicer for every language whose room lowers its trees to [`crate::flow`].
//!
//! In: the tree of a program, what its room makes of it, and a criterion. Out: the nodes that an executable slice keeps.
//! Nothing is run, and nothing here knows a language.
//!
//! **Graph.** A node for *running* each step and one for each *cell* that it writes: variables, and parts of objects by where
//! these are made. A step that runs needs what it would fail without; a cell needs what it is computed from, and that the
//! step runs. So a call stays for what it does, while its result, or an argument that nothing needs, goes.
//!
//! **Order of work.** `points` lowers blocks to a graph of control for each function, `aliases` and `effects` find what cells may
//! hold and what is called (Andersen 1994), `homes` which functions these do not outlive (Choi and others 1999), `facts` which
//! functions run once, what they read and write, `failures` which of them something sees, `access` the cells of each step,
//! `control` what decides (Ferrante, Ottenstein, Warren 1987; jumps as Ball, Horwitz 1993), `reach` which writes reach (Braun and
//! others 2013), `graph` puts them together, with `passing` for what calls give, `hooks` for what libraries call by themselves,
//! `contents` and `worth` say what is in a value, `ties` are what variables have to do with the objects that they hold,
//! `traverse` walks (Horwitz, Reps, Binkley 1990; Binkley 1993). Data slices are walked by `data`, with what `conditions` knows
//! of each outcome of a condition (Kumar, Sanyal, Khedker 2014).
//!
//! **Completeness.** For every input, the values at the criterion in the program are a prefix of those in the slice. What
//! ends the program, or never ends, is not needed: behind it the program has no more values. Failures are
//! followed where something may handle them. What encloses a kept node is kept and done, and does not fail where the program
//! did not.

mod access;
mod aliases;
mod components;
mod conditions;
mod contents;
mod control;
mod data;
mod effects;
mod facts;
mod failures;
mod graph;
mod homes;
mod hooks;
mod members;
mod nodes;
mod objects;
mod passing;
mod points;
mod reach;
mod returned;
mod ties;
mod traverse;
mod worth;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use crate::flow::FlowProgram;
use crate::languages::{room, text_of};

use super::edg::{Note, Variant};
use data::DataWalk;
use graph::Dependences;
pub(super) use returned::returned_objects;
use ties::{GraphOptions, ObjectTies};
use traverse::{FlowWalk, Units};

/// Something that decides whether what happens at a node is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Decider {
    pub(super) of: NodeId,
    pub(super) at: NodeId,
    /// Not a condition: what it skips depends on it.
    pub(super) is_jump: bool,
}

/// What decides about each node, failures left out.
pub(super) fn deciders(program: &FlowProgram) -> Vec<Decider> {
    let (points, bodies, _) = points::lower(program);
    let mut found = Vec::new();
    for body in &bodies {
        for (idx, deciding) in control::dependences(&points, body, |_, _| false).into_iter().enumerate() {
            let Some(of) = points[body.points.start + idx].at else { continue };
            let decider = |point: points::PointId| {
                Some(Decider { of, at: points[point].at?, is_jump: points[point].pretended.is_some() })
            };
            found.extend(deciding.into_iter().filter_map(decider));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The dependence graph of a program: built once, sliced many times.
#[derive(Clone, Debug)]
pub struct FlowGraph<'t> {
    tree: &'t Tree,
    /// `None` for what cannot be read, or has no room that lowers it: it is kept whole.
    graph: Option<Dependences>,
    units: Units,
    /// Nodes that steps of the program stand for.
    covered: NodeSet,
    opaque: Vec<(NodeId, String)>,
    variant: Variant,
}

impl<'t> FlowGraph<'t> {
    pub(super) fn build(tree: &'t Tree, variant: Variant) -> FlowGraph<'t> {
        let program = room(tree.language()).flow(tree).filter(|_| tree.problems().is_empty());
        let ties = match variant {
            Variant::Jsdg => ObjectTies::All,
            Variant::Jsysdg => ObjectTies::Absent,
            _ => ObjectTies::Needed,
        };
        let options = GraphOptions {
            is_coarse: !variant.is_constrained(),
            has_conditions: variant == Variant::Data,
            has_ends: matches!(variant, Variant::Sdg | Variant::Control),
            ties,
        };
        let graph = program.as_ref().map(|program| graph::build(program, options));
        let units = graph.as_ref().map(|graph| Units::new(tree, graph)).unwrap_or_default();
        let covered = graph.iter().flat_map(Dependences::covered).collect();
        let opaque = program.map(|program| program.opaque).unwrap_or_default();
        FlowGraph { tree, graph, units, covered, opaque, variant }
    }

    /// Constructs that are kept because they are not understood, in source order.
    pub(super) fn notes(&self) -> Vec<Note> {
        if self.graph.is_none() {
            let text = "the program cannot be read, or has several files: it is kept whole".to_owned();
            return vec![Note { node: None, text }];
        }
        let said = self.opaque.iter().filter(|(_, text)| !text.is_empty());
        said.map(|(node, text)| Note { node: Some(*node), text: text.clone() }).collect()
    }

    /// The nodes that the slice for all of these keeps.
    pub(super) fn slice_all(&self, criteria: &[NodeId]) -> NodeSet {
        let Some(graph) = &self.graph else { return self.tree.ids().collect() };
        let units = Some(&self.units).filter(|_| self.variant.is_by_statement());
        let always: BTreeSet<NodeId> = self.opaque.iter().map(|(node, _)| *node).collect();
        let always: Vec<NodeId> = always.into_iter().collect();
        let walk = FlowWalk::new(self.tree, graph, units);
        let mut kept = match self.variant {
            Variant::Control => walk.control_slice(criteria, &always),
            Variant::Data => {
                DataWalk::new(self.tree, graph, &self.units, &graph.conditions).slice(criteria, &always)
            }
            Variant::Jsdg | Variant::Jsysdg => walk.with_definitions(criteria).slice(criteria, &always),
            _ => walk.slice(criteria, &always),
        };
        for node in self.tree.ids() {
            let is_part = !self.tree.flags(node).has(Flags::STATEMENT) && !self.covered.contains(node);
            if is_part && self.tree.parent(node).is_some_and(|above| kept.contains(above)) {
                kept.insert(node);
            }
        }
        kept
    }

    /// Source text of a slice.
    pub(super) fn render(&self, keep: &NodeSet) -> Vec<SourceFile> {
        text_of(self.tree, keep)
    }

    /// The graph in the language of Graphviz: one node a line, then one edge a line, from what needs to what is needed. What
    /// calls give to functions is dashed, what is needed beside a `finally` dotted.
    pub(super) fn dot(&self, keep: &NodeSet) -> String {
        let mut text = String::from("digraph flow {\n  node [shape=box, fontname=monospace];\n");
        let Some(graph) = &self.graph else { return text + "}\n" };
        for (node, at) in graph.nodes.at.iter().enumerate() {
            let label =
                at.map_or(String::new(), |at| format!("{} {}", self.tree.line(at), self.tree.kind(at)));
            let style = if at.is_some_and(|at| keep.contains(at)) { ", style=filled" } else { "" };
            let _ = writeln!(text, "  n{node} [label=\"{label}\"{style}];");
        }
        for node in 0..graph.nodes.at.len() {
            for to in graph.needs(node) {
                let _ = writeln!(text, "  n{node} -> n{to};");
            }
        }
        for (point, deciders) in &graph.passing {
            for to in deciders {
                let _ = writeln!(text, "  n{point} -> n{to} [style=dotted];");
            }
        }
        for passed in graph.passed.iter().flatten() {
            for (input, needs) in &passed.inputs {
                for to in needs {
                    let _ = writeln!(text, "  n{input} -> n{to} [style=dashed];");
                }
            }
        }
        text + "}\n"
    }
}
