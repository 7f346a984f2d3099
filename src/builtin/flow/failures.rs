//! Failures that something in the program sees, handlers and each `finally`; and, for slices that must reach the criterion as often as
//! the program, what ends it.
//!
//! A `finally` that does not end a failure only lets it pass: where nothing behind ends it either, the failure is the end of the
//! program, but for what the `finally` does. So what the failure skips depends on it only where the `finally` is in the slice.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::NodeId;
use crate::bits::Bits;

use super::aliases::Aliases;
use super::control;
use super::facts::Calls;
use super::objects::ObjectKind;
use super::points::{Body, Event, Point, PointId};

/// What of a program sees a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Handled {
    /// Something that may end it.
    may_end: bool,
    /// Each `finally` on its way, none of which ends it.
    passing: BTreeSet<NodeId>,
}

impl Handled {
    fn is_seen(&self) -> bool {
        self.may_end || !self.passing.is_empty()
    }

    fn add(&mut self, other: &Handled) {
        self.may_end |= other.may_end;
        self.passing.extend(&other.passing);
    }
}

/// Points with failures that something in the program may see.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures {
    pub(super) points: Bits,
    /// Of them those that nothing ends: each `finally` that sees them. Without these such a failure is the end of the program.
    pub(super) passing: BTreeMap<PointId, BTreeSet<NodeId>>,
}

impl Failures {
    pub(super) fn is_at(&self, point: PointId) -> bool {
        self.points.contains(point as u32)
    }

    /// Makes edges of what ends the program, and of calls in which that may happen: past all handlers, out of the function.
    pub(super) fn end(&mut self, points: &mut [Point<'_>], bodies: &[Body], aliases: &Aliases<'_>) {
        let mut may_end = vec![false; bodies.len()];
        let mut ending = Bits::new();
        loop {
            let before = ending.len();
            for (id, point) in points.iter().enumerate() {
                let callees = aliases.calls.get(&id).map_or(&[][..], |site| &site.bindings);
                if matches!(point.event, Event::Exit)
                    || callees.iter().any(|binding| may_end[binding.function])
                {
                    ending.insert(id as u32);
                    may_end[point.function] = true;
                }
            }
            if ending.len() == before {
                break;
            }
        }
        for id in ending.iter() {
            let point = &mut points[id as usize];
            let failed = bodies[point.function].failed;
            if !point.next.contains(&failed) {
                point.next.push(failed);
            }
            self.points.insert(id);
            // No `finally` is asked.
            self.passing.remove(&(id as PointId));
        }
    }
}

/// Makes edges of the failures that something in the program may see.
pub(super) fn fail(
    points: &mut [Point<'_>],
    bodies: &[Body],
    aliases: &Aliases<'_>,
    calls: &Calls,
) -> Failures {
    let n = bodies.len();
    let mut may_throw = [vec![false; n], vec![false; n]];
    let mut guards = [vec![Handled::default(); n], vec![Handled::default(); n]];
    let own = |id: PointId, point: &Point<'_>, may_throw: &[Vec<bool>; 2], kind: usize| {
        let by_itself = match (point.event, kind) {
            (Event::Throw(Some(value)), kind) => {
                let held = &aliases.heap.holds[value];
                let is_own =
                    |object: usize| matches!(aliases.heap.objects[object].kind, ObjectKind::Instance(_));
                held.is_empty() || held.iter().any(|object| is_own(object) == (kind == 0))
            }
            (Event::Throw(None), _) => true,
            (_, 1) => point.throws,
            _ => false,
        };
        let callees = aliases.calls.get(&id).map_or(&[][..], |site| &site.bindings);
        by_itself || callees.iter().any(|binding| may_throw[kind][binding.function])
    };
    loop {
        let mut has_changed = false;
        for (id, point) in points.iter().enumerate() {
            for kind in 0..2 {
                if !may_throw[kind][point.function] && own(id, point, &may_throw, kind) {
                    may_throw[kind][point.function] = true;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    loop {
        let mut has_changed = false;
        for function in 0..n {
            for &call in &calls.callers[function] {
                for kind in 0..2 {
                    let handled = handled(points, bodies, &guards, points[call].fails_to[kind], kind);
                    let mut all = guards[kind][function].clone();
                    all.add(&handled);
                    has_changed |= all != guards[kind][function];
                    guards[kind][function] = all;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    let mut failures = Failures::default();
    for id in 0..points.len() {
        let mut seen = Handled::default();
        for kind in 0..2 {
            let target = points[id].fails_to[kind];
            if !own(id, &points[id], &may_throw, kind) {
                continue;
            }
            let handled = handled(points, bodies, &guards, target, kind);
            if handled.is_seen() {
                seen.add(&handled);
                if !points[id].next.contains(&target) {
                    points[id].next.push(target);
                }
            }
        }
        if seen.is_seen() {
            failures.points.insert(id as u32);
            if !seen.may_end {
                failures.passing.insert(id, seen.passing);
            }
        }
    }
    failures
}

/// What may see a failure that goes to this point.
fn handled(
    points: &[Point<'_>],
    bodies: &[Body],
    guards: &[Vec<Handled>; 2],
    at: PointId,
    kind: usize,
) -> Handled {
    let mut found = Handled::default();
    let mut at = at;
    loop {
        let function = points[at].function;
        if at == bodies[function].failed {
            found.add(&guards[kind][function]);
            return found;
        }
        match (points[at].event, &points[at].next[..], points[at].at, points[at].passes_to) {
            (Event::Dispatch, &[only], ..) if !matches!(points[only].event, Event::Catch(..)) => at = only,
            (_, _, Some(node), Some(to)) => {
                found.passing.insert(node);
                at = to[kind];
            }
            _ => {
                found.may_end = true;
                return found;
            }
        }
    }
}

/// What decides whether the points of a function run, each list in the order of its points.
pub(super) struct Deciders {
    pub(super) always: Vec<Vec<PointId>>,
    /// Where a `finally` is in that lets failures pass, these, too.
    pub(super) passing: Vec<Vec<PointId>>,
    /// Each such `finally`.
    pub(super) finallys: BTreeSet<NodeId>,
}

impl Deciders {
    pub(super) fn new(points: &[Point<'_>], body: &Body, failures: &Failures) -> Deciders {
        let all = control::dependences(points, body, |_, _| false);
        let passing = body.points.clone().filter_map(|id| failures.passing.get(&id));
        let finallys: BTreeSet<NodeId> = passing.flatten().copied().collect();
        if finallys.is_empty() {
            let passing = vec![Vec::new(); all.len()];
            return Deciders { always: all, passing, finallys };
        }
        let passes = |id: PointId, to: PointId| {
            failures.passing.contains_key(&id) && points[id].fails_to.contains(&to)
        };
        let always = control::dependences(points, body, passes);
        let only = |(all, always): (Vec<PointId>, &Vec<PointId>)| {
            all.into_iter().filter(|decides| !always.contains(decides)).collect()
        };
        let passing = all.into_iter().zip(&always).map(only).collect();
        Deciders { always, passing, finallys }
    }
}
