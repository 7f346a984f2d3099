//! Occurrences of object variables that still hold their object where their function gets its result.

use std::collections::BTreeSet;

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::flow::{Act, FlowProgram, VarId};
use crate::languages::room;

use super::aliases;
use super::objects::ObjectKind;
use super::points::{self, Event, Point, PointId};

/// The nodes of these occurrences: names that are read or written, of variables that may hold an object of a class of the program, from
/// which control may reach a point that gives the function its result, with nothing assigned to the variable in between.
pub(in crate::builtin) fn returned_objects(tree: &Tree) -> NodeSet {
    let Some(program) = room(tree.language()).flow(tree).filter(|_| tree.problems().is_empty()) else {
        return NodeSet::new();
    };
    let (points, ..) = points::lower(&program);
    let aliases = aliases::solve(&program, &points, false);
    let is_instance = |object: usize| matches!(aliases.heap.objects[object].kind, ObjectKind::Instance(_));
    let mut found = NodeSet::new();
    for (id, point) in points.iter().enumerate() {
        for (node, var) in occurrences(point) {
            let is_name = tree.flags(node).has(Flags::VARIABLE);
            if is_name
                && aliases.heap.holds[var].iter().any(is_instance)
                && reaches_result(&program, &points, id, var)
            {
                found.insert(node);
            }
        }
    }
    found
}

/// Names of variables at a point, each with the variable.
fn occurrences(point: &Point<'_>) -> Vec<(NodeId, VarId)> {
    let Event::Act(Act::Copy { to, from }) = point.event else { return Vec::new() };
    let read = point.at.map(|at| (at, *from));
    let written = point.also.iter().map(|&name| (name, *to));
    read.into_iter().chain(written).collect()
}

/// Whether a way from a point comes to one where its function gets its result, without an assignment to the variable behind it.
fn reaches_result(program: &FlowProgram, points: &[Point<'_>], from: PointId, var: VarId) -> bool {
    let result = program.functions[points[from].function].result;
    let mut seen = BTreeSet::new();
    let mut pending = points[from].next.clone();
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        match assigned(&points[id]) {
            Some(to) if to == result => return true,
            Some(to) if to == var => {}
            _ => pending.extend(&points[id].next),
        }
    }
    false
}

/// The variable that a point assigns.
fn assigned(point: &Point<'_>) -> Option<VarId> {
    let Event::Act(act) = point.event else { return None };
    match act {
        Act::Copy { to, .. }
        | Act::Compute { to, .. }
        | Act::Make { to, .. }
        | Act::Closure { to, .. }
        | Act::Load { to, .. }
        | Act::Inner { to, .. }
        | Act::Call { to, .. } => Some(*to),
        Act::Store { .. } => None,
    }
}
