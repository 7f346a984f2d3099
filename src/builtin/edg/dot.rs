//! The graph in the language of Graphviz.

use std::fmt::Write;

use crate::ast::{NodeId, NodeSet};

use super::Graph;
use super::graph::{Aux, Label, Need, When};

impl Graph<'_> {
    /// The graph in the language of Graphviz; the nodes of a slice are filled.
    ///
    /// One node a line, then one edge a line; edges go from what needs to what is needed.
    pub fn dot(&self, keep: &NodeSet) -> String {
        let mut text = String::from("digraph edg {\n  node [shape=box, fontname=monospace];\n");
        for node in 0..self.n_nodes() as NodeId {
            let style = match (node as usize) < self.tree.len() {
                true if keep.contains(node) => ", style=filled",
                true => "",
                false => ", style=dashed",
            };
            let _ = writeln!(text, "  n{node} [label=\"{}\"{style}];", escaped(&label(self, node)));
        }
        for node in 0..self.n_nodes() as NodeId {
            for edge in self.edges.of(node) {
                let style = match edge.label {
                    Label::Flow | Label::Push(_) | Label::Pop(_) => "solid",
                    Label::Star(..) | Label::Operand => "dashed",
                };
                let guard = edge.call.map_or_else(String::new, |call| format!(" if n{call}"));
                let constraint = constraint(edge.label);
                let _ = writeln!(
                    text,
                    "  n{node} -> n{} [label=\"{constraint}{guard}\", style={style}];",
                    edge.to
                );
            }
        }
        text.push_str("}\n");
        text
    }
}

/// Constraints as the literature writes them: opening where a composite is built, closing where it is
/// taken apart, `*` where the stack is cleared, nothing where it stays.
fn constraint(label: Label) -> String {
    match label {
        Label::Flow | Label::Operand => String::new(),
        Label::Pop(field) => match field.to_string().as_str() {
            list @ ("H" | "T") => format!("[{list}"),
            other => format!("{{{other}"),
        },
        Label::Push(field) => match field.to_string().as_str() {
            list @ ("H" | "T") => format!("]{list}"),
            other => format!("}}{other}"),
        },
        Label::Star(when, need) => {
            let when = match when {
                When::Kept => "",
                When::Active => " run",
                When::Valued => " value",
            };
            let need = match need {
                Need::HEAD => " head",
                Need::FULL => "",
                _ => " control",
            };
            format!("*{when}{need}")
        }
    }
}

fn label(graph: &Graph<'_>, node: NodeId) -> String {
    let tree = graph.tree;
    if (node as usize) < tree.len() {
        let place = tree.own_position(node);
        return format!("{} {}\n{}:{}", tree.kind(node), tree.label(node), place.line, place.column);
    }
    let (name, owner) = match graph.aux[node as usize - tree.len()] {
        Aux::Formal(owner, idx) => (format!("argument {}", idx + 1), owner),
        Aux::Return(owner) => ("return".to_owned(), owner),
        Aux::Entry(owner) => ("entry".to_owned(), owner),
        Aux::Frozen(owner) => ("failures".to_owned(), owner),
        Aux::Test(owner) => ("test".to_owned(), owner),
        Aux::Turns(owner) => ("turns".to_owned(), owner),
        Aux::Elements(owner) => ("elements".to_owned(), owner),
        Aux::Spine(owner) => ("cells".to_owned(), owner),
        Aux::Tag(owner) => ("record name".to_owned(), owner),
        Aux::World => return "world".to_owned(),
        Aux::Crowd => return "any of many".to_owned(),
    };
    format!("{name}\nof n{owner}")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
