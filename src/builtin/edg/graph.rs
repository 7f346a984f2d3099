//! Nodes and edges of the dependence graph, and its storage.
//!
//! The first nodes are those of the tree, under their ids; the others ([`Aux`]) have no text of their own.
//! Edges point backwards: from what needs to what is needed.

use std::fmt;

use crate::ast::NodeId;

/// Part of a composite value, the alphabet of the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Component {
    /// Element of a tuple, from 1.
    Element(u32),
    /// First element of a list.
    Head,
    /// Rest of a list.
    Tail,
    /// Value under a constant key of a map; the number names the key.
    Key(u32),
    /// What a fun returns.
    Result,
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Component::Element(element) => write!(f, "{element}"),
            Component::Head => f.write_str("H"),
            Component::Tail => f.write_str("T"),
            Component::Key(key) => write!(f, "k{key}"),
            Component::Result => f.write_str("r"),
        }
    }
}

/// What is needed of a node: bits, each of which implies that the node is kept.
///
/// [`Need::HEAD`], [`Need::FULL`] and [`Need::PATH`] are about the node's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Need(pub(super) u8);

impl Need {
    /// Something inside is needed: functions, clauses and blocks stay around their parts.
    pub(super) const INSIDE: Need = Need(1);
    /// The node has to be executed, its value does not matter.
    pub(super) const RUN: Need = Need(2);
    /// The outermost constructor of the value, the value itself where it is atomic.
    pub(super) const HEAD: Need = Need(4);
    /// The whole value: an empty stack of constraints.
    pub(super) const FULL: Need = Need(8);
    /// A part of the value: some stack of constraints.
    pub(super) const PATH: Need = Need(16);

    pub(super) fn is_kept(self) -> bool {
        self.0 != 0
    }

    /// Whether the node is executed in the slice.
    pub(super) fn is_active(self) -> bool {
        self.0 & !Need::INSIDE.0 != 0
    }

    /// Whether anything of the value is needed.
    pub(super) fn is_valued(self) -> bool {
        self.0 & (Need::HEAD.0 | Need::FULL.0 | Need::PATH.0) != 0
    }

    pub(super) fn has(self, other: Need) -> bool {
        self.0 & other.0 == other.0
    }
}

/// When a control edge is walked, by the need of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// The source is kept at all.
    Kept,
    /// The source is executed.
    Active,
    /// Some of the value of the source is needed.
    Valued,
}

impl When {
    pub(super) fn holds(self, need: Need) -> bool {
        match self {
            When::Kept => need.is_kept(),
            When::Active => need.is_active(),
            When::Valued => need.is_valued(),
        }
    }
}

/// Label of an edge: its constraint, and how it is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// The value is the other's value; the stack stays.
    Flow,
    /// The value is this part of the other's value (a pattern takes it apart): pushes.
    Push(Component),
    /// The other is this part of the value (a composite is built): pops when it is on top, else blocks.
    Pop(Component),
    /// Clears the stack: all or nothing of the value is needed, as the second part says.
    Star(When, Need),
    /// From an operand that is kept to its expression, which is executed for it; what encloses a criterion
    /// that is evaluated once needs only be there.
    Operand,
}

/// An edge, stored with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) to: NodeId,
    pub(super) label: Label,
    /// The edge is there only while this call is executed: arguments belong to their call.
    pub(super) call: Option<NodeId>,
}

/// A node without text of its own, with the tree node it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aux {
    /// Argument of a function as it comes in, from 0.
    Formal(NodeId, u32),
    /// What a function returns.
    Return(NodeId),
    /// The function is called whenever it is in the program, and in the same order.
    Entry(NodeId),
    /// Everything in the function happens as in the program, failures too.
    Frozen(NodeId),
    /// Pattern and guard of a clause accept as they do in the program.
    Test(NodeId),
    /// A comprehension takes as many turns as in the program.
    Turns(NodeId),
    /// Any element of a list.
    Elements(NodeId),
    /// The cells of a list without their elements.
    Spine(NodeId),
    /// Name of a record in its first element.
    Tag(NodeId),
    /// State outside of values: process dictionary, tables, files, messages.
    World,
    /// What calls have in common that may all enter the same many functions.
    Crowd,
}

impl Aux {
    /// The node of the tree that it belongs to; `None` for what is outside of the program.
    pub(super) fn owner(self) -> Option<NodeId> {
        match self {
            Aux::Formal(node, _)
            | Aux::Return(node)
            | Aux::Entry(node)
            | Aux::Frozen(node)
            | Aux::Test(node)
            | Aux::Turns(node)
            | Aux::Elements(node)
            | Aux::Spine(node)
            | Aux::Tag(node) => Some(node),
            Aux::World | Aux::Crowd => None,
        }
    }
}

/// Edges of all nodes, source by source.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// By call: the sources of edges that it guards.
    guarded: std::collections::BTreeMap<NodeId, Vec<NodeId>>,
}

impl Edges {
    /// Sorts edges by their source, without the repeated ones of a source in a row.
    pub(super) fn new(n_nodes: usize, mut list: Vec<(NodeId, Edge)>) -> Edges {
        list.sort_by_key(|&(from, _)| from);
        list.dedup();
        let mut starts = vec![0_u32; n_nodes + 1];
        for &(from, _) in &list {
            starts[from as usize + 1] += 1;
        }
        for idx in 0..n_nodes {
            starts[idx + 1] += starts[idx];
        }
        let mut guarded: std::collections::BTreeMap<NodeId, Vec<NodeId>> = std::collections::BTreeMap::new();
        for (from, edge) in &list {
            if let Some(call) = edge.call {
                guarded.entry(call).or_default().push(*from);
            }
        }
        Edges { starts, edges: list.into_iter().map(|(_, edge)| edge).collect(), guarded }
    }

    /// Edges from a node.
    pub(super) fn of(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// Sources of the edges that are there only when this call is executed.
    pub(super) fn guarded_by(&self, call: NodeId) -> &[NodeId] {
        self.guarded.get(&call).map_or(&[], Vec::as_slice)
    }
}
