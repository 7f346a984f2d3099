//! What criteria are worth: values at points with everything in them, looked for when they are asked for.
//!
//! In a value that holds objects that hold others there may be most cells of the program, at any of its points: edges to all of
//! them would be as many as points times cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::NodeId;
use crate::flow::{FunctionId, ROOT};

use super::contents::Contents;
use super::graph::Dependences;
use super::homes::Homes;
use super::nodes::NodeIdx;
use super::objects::CellId;
use super::points::PointId;
use super::reach::Reaching;
use super::ties::Ties;

/// What a node of the tree is worth at one of its points, or as a parameter.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    pub(super) function: FunctionId,
    /// None for a parameter.
    pub(super) point: Option<PointId>,
    /// Cells, each with the node that writes it.
    pub(super) written: Vec<(CellId, NodeIdx)>,
}

/// All that is needed to look for values.
#[derive(Clone, Debug, Default)]
pub(super) struct Worths {
    pub(super) at: BTreeMap<NodeId, Vec<Worth>>,
    pub(super) contents: Contents,
    pub(super) ties: Ties,
    /// By function.
    pub(super) reaching: Vec<Reaching>,
    pub(super) homes: Homes,
    /// By cell that has the same writers everywhere: these.
    pub(super) fixed: BTreeMap<CellId, Vec<NodeIdx>>,
    /// By function: it may run when others have written since it was called.
    pub(super) is_lazy: Vec<bool>,
    /// By cell: all of its writes.
    pub(super) writes: BTreeMap<CellId, Vec<NodeIdx>>,
    /// By definition that is part of values.
    pub(super) shown: BTreeMap<NodeId, NodeIdx>,
}

impl Worths {
    /// Cells of everything in a value.
    pub(super) fn parts(&self, worth: &Worth) -> Vec<CellId> {
        let cells: Vec<CellId> = worth.written.iter().map(|(cell, _)| *cell).collect();
        self.contents.cells(&cells)
    }

    /// The nodes that a value needs, everything in it included.
    pub(super) fn needs(&self, worth: &Worth, graph: &Dependences) -> Vec<NodeIdx> {
        let mut found: Vec<NodeIdx> = worth.point.into_iter().collect();
        let behind = worth.point.map(|point| (point, true));
        let place = behind.unwrap_or((graph.entries[worth.function], false));
        found.extend(worth.written.iter().map(|(_, node)| node));
        let cells: Vec<CellId> = worth.written.iter().map(|(cell, _)| *cell).collect();
        for part in self.parts(worth) {
            if self.ties.is_apart(part) {
                continue;
            }
            if let Some(fixed) = self.fixed.get(&part) {
                found.extend(fixed);
            } else if self.is_passing(worth.function, part) {
                self.passing(worth.function, part, graph, &mut found);
            } else {
                self.reaching[worth.function].find(part, place, &mut found);
            }
        }
        if self.ties.has_definitions() {
            found.extend(self.contents.shown(&cells).into_iter().map(|definition| self.shown[&definition]));
        }
        found
    }

    /// Whether a cell is the same all the while that a function runs, so that it is no input of the function.
    fn is_passing(&self, function: FunctionId, cell: CellId) -> bool {
        function != ROOT && !self.reaching[function].has_input(cell) && !self.homes.is_home(function, cell)
    }

    /// What a cell has in a function that does not touch it: what it has where the function is called.
    fn passing(&self, function: FunctionId, cell: CellId, graph: &Dependences, found: &mut Vec<NodeIdx>) {
        let mut seen = BTreeSet::from([function]);
        let mut pending = vec![function];
        while let Some(function) = pending.pop() {
            for &call in &graph.callers[function] {
                let caller = graph.function_of[call];
                match self.is_passing(caller, cell) {
                    true => pending.extend(seen.insert(caller).then_some(caller)),
                    false => self.reaching[caller].find(cell, (call, false), found),
                }
            }
            if self.is_lazy[function] {
                found.extend(self.writes.get(&cell).into_iter().flatten());
            }
        }
    }
}
