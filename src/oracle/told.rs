//! What a server tells of a run that it traced, with places as bytes; as nodes of the program's tree.

use serde::Deserialize;

use crate::ast::{NodeId, Tree};
use crate::flow::{FlowTrace, TracedNeed, TracedUnit, UnitId};

/// A trace as servers write it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToldTrace {
    /// Of each unit the first byte of its text and the one behind it.
    units: Vec<[usize; 2]>,
    /// Of each unit the one around it, for operands; -1 for others.
    around: Vec<isize>,
    /// Units that ran.
    ran: Vec<UnitId>,
    /// Why, from, to.
    edges: Vec<(TracedNeed, UnitId, UnitId)>,
    n_values: usize,
}

impl ToldTrace {
    /// The same with the program's nodes.
    pub(super) fn of(self, program: &Tree) -> FlowTrace {
        let mut units: Vec<TracedUnit> = Vec::new();
        for (&place, &around) in self.units.iter().zip(&self.around) {
            let around = usize::try_from(around).ok();
            let at = node_at(program, place, around.is_some());
            units.push(TracedUnit { at, around, has_run: false });
        }
        for unit in self.ran {
            if let Some(unit) = units.get_mut(unit) {
                unit.has_run = true;
            }
        }
        let n_units = units.len();
        let needs = self.edges.into_iter().filter(|(_, from, to)| *from < n_units && *to < n_units);
        FlowTrace { needs: needs.collect(), units, n_values: self.n_values }
    }
}

/// The node that a unit is: the innermost one around its text, or the statement of that.
fn node_at(program: &Tree, [start, end]: [usize; 2], is_operand: bool) -> NodeId {
    let holds = |node: NodeId| {
        let span = program.span(node);
        span.start <= start && end <= span.end && program.is_counted(node)
    };
    let mut at = program.roots(0).find(|&node| holds(node)).unwrap_or(0);
    while let Some(inner) = program.children(at).find(|&node| holds(node)) {
        at = inner;
    }
    if is_operand { at } else { program.statement_of(at) }
}
