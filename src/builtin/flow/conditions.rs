//! What each outcome of a condition leads to: strong and weak dependence by edge (Podgurski, Clarke, *A formal model of program
//! dependences and its implications for software testing, debugging, and maintenance*, 1990).
//!
//! A point depends *strongly* on a condition by one of its edges when a way from this edge gets to it without the
//! nearest postdominator of the condition; *weakly* when without the nearest point that every way, an endless one
//! too, passes. The second is the first as long as nothing between the condition and it is repeated, and there is none otherwise.
//! Jumps only go where they go: what they skip is told by the conditions around them.

use std::collections::BTreeMap;

use crate::bits::Bits;

use super::control;
use super::points::{Body, Event, Point, PointId};

/// The conditions of a function. Points in sets are counted from its first.
#[derive(Clone, Debug)]
pub(super) struct FlowConditions {
    start: PointId,
    next: Vec<Vec<usize>>,
    immediate: Vec<Option<usize>>,
    /// By condition and edge: what depends on it strongly.
    strongly: BTreeMap<usize, Vec<Bits>>,
    tests: Bits,
    /// Points where anything is computed or decided.
    computing: Bits,
}

impl FlowConditions {
    pub(super) fn new(points: &[Point<'_>], body: &Body) -> FlowConditions {
        let start = body.points.start;
        let mut next: Vec<Vec<usize>> =
            body.points.clone().map(|id| control::targets(&points[id].next, start)).collect();
        let is_condition: Vec<bool> = next.iter().map(|targets| targets.len() > 1).collect();
        let immediate = control::immediate(&mut next, body.exit - start);
        let events = |wanted: fn(&Event<'_>) -> bool| {
            let found = body.points.clone().filter(|&id| wanted(&points[id].event));
            Bits::of(next.len(), found.map(|id| (id - start) as u32))
        };
        let tests = events(|event| matches!(event, Event::Test(_)));
        let computing = events(|event| !matches!(event, Event::Nothing | Event::Exit));
        let mut conditions =
            FlowConditions { start, next, immediate, strongly: BTreeMap::new(), tests, computing };
        for test in conditions.tests.iter().map(|test| test as usize).filter(|&test| is_condition[test]) {
            let edges = conditions.next[test].iter();
            let strongly = edges.map(|&to| conditions.reached(to, conditions.immediate[test])).collect();
            conditions.strongly.insert(test, strongly);
        }
        conditions
    }

    /// Whether a point of the function is a condition.
    pub(super) fn is_test(&self, point: PointId) -> bool {
        self.tests.contains((point - self.start) as u32)
    }

    /// Whether anything is computed or decided at a point of the function.
    pub(super) fn is_computing(&self, point: PointId) -> bool {
        self.computing.contains((point - self.start) as u32)
    }

    /// The conditions that have an impact on what these points compute, as the site sees it; none stands for
    /// the end of the function, which no condition decides about.
    ///
    /// Source: Kumar, Sanyal, Khedker, "Sliced slices: separating data and control influences", 2014: computed value impact.
    pub(super) fn with_impact(&self, site: Option<PointId>, values: &Bits) -> Vec<PointId> {
        let site = site.map(|site| (site - self.start) as u32);
        let has_impact = |test: usize, strongly: &[Bits]| {
            let leads_to_site = |reached: &Bits| site.is_some_and(|site| reached.contains(site));
            let leads: Vec<bool> = strongly.iter().map(leads_to_site).collect();
            match leads.contains(&true) {
                false => strongly.iter().any(|reached| reached.intersects(values)),
                true => self.differs_before(test, strongly, &leads, values),
            }
        };
        let conditions = self.strongly.iter().filter(|(test, strongly)| has_impact(**test, strongly));
        conditions.map(|(test, _)| test + self.start).collect()
    }

    /// Whether another edge of a condition than one that leads to the site may lead to a value first.
    fn differs_before(&self, test: usize, strongly: &[Bits], leads: &[bool], values: &Bits) -> bool {
        let weakly = self.weakly(test);
        (0..leads.len()).filter(|&edge| leads[edge]).any(|edge| {
            let others = weakly.iter().enumerate().filter(|(other, _)| *other != edge);
            let elsewhere = values.difference(&strongly[edge]);
            others.into_iter().any(|(_, reached)| reached.intersects(&elsewhere))
        })
    }

    /// By edge of a condition: what depends on it weakly.
    fn weakly(&self, test: usize) -> Vec<Bits> {
        let barrier = self.immediate[test].filter(|&barrier| !self.is_repeated(test, barrier));
        self.next[test].iter().map(|&to| self.reached(to, barrier)).collect()
    }

    /// What can be reached from a point, itself among it, without passing the barrier.
    fn reached(&self, from: usize, barrier: Option<usize>) -> Bits {
        let mut reached = Bits::with_bound(self.next.len());
        let mut open = vec![from];
        while let Some(point) = open.pop() {
            if Some(point) != barrier && reached.insert(point as u32) {
                open.extend(&self.next[point]);
            }
        }
        reached
    }

    /// Whether a way from a point comes back to where it was before it gets to the barrier.
    fn is_repeated(&self, from: usize, barrier: usize) -> bool {
        let mut is_open = Bits::new();
        let mut is_closed = Bits::new();
        let mut path = vec![(from, 0)];
        is_open.insert(from as u32);
        while let Some((point, idx)) = path.pop() {
            let Some(&to) = self.next[point].get(idx) else {
                is_open.remove(point as u32);
                is_closed.insert(point as u32);
                continue;
            };
            path.push((point, idx + 1));
            if to == barrier || is_closed.contains(to as u32) {
                continue;
            }
            if !is_open.insert(to as u32) {
                return true;
            }
            path.push((to, 0));
        }
        false
    }
}
