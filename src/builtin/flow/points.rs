//! Points of a program and where control goes from each: one graph for each function.
//!
//! Blocks are lowered from their ends, so that what comes next is known when a statement is. A `finally` has a copy
//! for each way into it. A jump *pretends* to go on behind itself, too (Ball, Horwitz, *Slicing programs with
//! arbitrary control-flow*, 1993): what it skips depends on it. A failure that nothing handles, and what ends the program, only
//! pretend: behind them the program has no values that a slice must have.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ast::NodeId;
use crate::flow::{Act, Flow, FlowHandler, FlowProgram, FunctionId, LabelId, Leap, VarId};
use crate::stack::deep;

/// Index of a point.
pub(super) type PointId = usize;

/// What happens at a point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'p> {
    Nothing,
    Act(&'p Act),
    Test(VarId),
    Throw(Option<VarId>),
    /// Gets what was thrown, and names classes.
    Catch(Option<VarId>, &'p [VarId]),
    /// Looks for a handler.
    Dispatch,
    /// Ends the program.
    Exit,
}

#[derive(Clone, Debug)]
pub(super) struct Point<'p> {
    pub(super) function: FunctionId,
    pub(super) at: Option<NodeId>,
    pub(super) also: &'p [NodeId],
    pub(super) event: Event<'p>,
    pub(super) next: Vec<PointId>,
    /// Where a jump pretends to go.
    pub(super) pretended: Option<PointId>,
    /// Where it goes when it fails by what the program throws, and by what others do.
    pub(super) fails_to: [PointId; 2],
    /// Where a failure goes on to that begins a `finally` here which does not end it.
    pub(super) passes_to: Option<[PointId; 2]>,
    pub(super) throws: bool,
    pub(super) is_repeated: bool,
}

/// The points of a function.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) points: Range<PointId>,
    pub(super) entry: PointId,
    pub(super) exit: PointId,
    /// Where failures leave the function.
    pub(super) failed: PointId,
}

/// A `try` with its handlers and its `finally`, without all of which it is none.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub(super) at: NodeId,
    pub(super) parts: Vec<NodeId>,
    /// The first handler.
    pub(super) first: PointId,
}

/// All functions, in the order of the program, and what has handlers in them.
pub(super) fn lower(program: &FlowProgram) -> (Vec<Point<'_>>, Vec<Body>, Vec<Attempt>) {
    let mut points = Vec::new();
    let mut bodies = Vec::new();
    let mut attempts = Vec::new();
    for (function, lowered) in program.functions.iter().enumerate() {
        let start = points.len();
        let mut lowering = ControlLowering {
            function,
            points,
            frames: Vec::new(),
            labels: BTreeMap::new(),
            fails_to: [start + 1; 2],
            exit: start,
            n_loops: 0,
            attempts,
        };
        let exit = lowering.nothing(None, &[]);
        let failed = lowering.nothing(None, &[exit]);
        let entry = lowering.block(&lowered.body, exit);
        ControlLowering { points, attempts, .. } = lowering;
        bodies.push(Body { points: start..points.len(), entry, exit, failed });
    }
    (points, bodies, attempts)
}

enum WayOut<'p> {
    Loop { label: LabelId, behind: PointId, round: Option<PointId> },
    Finally { body: &'p [Flow], fails_to: [PointId; 2] },
}

struct ControlLowering<'p> {
    function: FunctionId,
    points: Vec<Point<'p>>,
    frames: Vec<WayOut<'p>>,
    labels: BTreeMap<LabelId, PointId>,
    fails_to: [PointId; 2],
    exit: PointId,
    /// Loops around, and places that jumps go back to.
    n_loops: usize,
    attempts: Vec<Attempt>,
}

impl<'p> ControlLowering<'p> {
    fn point(&mut self, at: Option<NodeId>, event: Event<'p>, next: &[PointId]) -> PointId {
        self.points.push(Point {
            function: self.function,
            at,
            also: &[],
            event,
            next: next.to_vec(),
            pretended: None,
            fails_to: self.fails_to,
            passes_to: None,
            throws: false,
            is_repeated: self.n_loops > 0,
        });
        self.points.len() - 1
    }

    fn nothing(&mut self, at: Option<NodeId>, next: &[PointId]) -> PointId {
        self.point(at, Event::Nothing, next)
    }

    fn block(&mut self, flows: &'p [Flow], next: PointId) -> PointId {
        let has_label = flows.iter().any(|flow| matches!(flow, Flow::Label(_)));
        self.n_loops += usize::from(has_label);
        let entry = flows.iter().rev().fold(next, |next, flow| deep(|| self.flow(flow, next)));
        self.n_loops -= usize::from(has_label);
        entry
    }

    fn flow(&mut self, flow: &'p Flow, next: PointId) -> PointId {
        match flow {
            Flow::Step(step) => {
                let point = self.point(step.at, Event::Act(&step.act), &[next]);
                self.points[point].also = &step.also;
                let is_call = matches!(&step.act, Act::Call { callee, .. } if !callee.hands_on());
                self.points[point].throws = step.throws || is_call;
                point
            }
            Flow::If { at, test, then, other } => {
                let then = self.block(then, next);
                let other = self.block(other, next);
                self.point(*at, Event::Test(*test), &[then, other])
            }
            Flow::Loop { .. } => self.repeat(flow, next),
            Flow::Switch { at, label, test, arms } => {
                self.frames.push(WayOut::Loop { label: *label, behind: next, round: None });
                let mut entries = Vec::new();
                let mut falls_to = next;
                for arm in arms.iter().rev() {
                    let body = self.block(&arm.body, falls_to);
                    falls_to = self.nothing(arm.at, &[body]);
                    entries.push(falls_to);
                }
                self.frames.pop();
                if !arms.iter().any(|arm| arm.is_default) {
                    entries.push(next);
                }
                self.point(*at, Event::Test(*test), &entries)
            }
            Flow::Block { label, body } => {
                self.frames.push(WayOut::Loop { label: *label, behind: next, round: None });
                let entry = self.block(body, next);
                self.frames.pop();
                entry
            }
            Flow::Try { at, body, handlers, otherwise, finally } => {
                let finally = finally.as_ref().map(|(at, body)| (*at, &body[..]));
                self.handled(*at, [body, otherwise], handlers, finally, next)
            }
            Flow::Jump { at, leap } => self.jump(*at, *leap, next),
            Flow::Label(label) => {
                let point = self.label(*label);
                self.points[point].next = vec![next];
                point
            }
        }
    }

    fn label(&mut self, label: LabelId) -> PointId {
        if let Some(&point) = self.labels.get(&label) {
            return point;
        }
        let point = self.nothing(None, &[]);
        self.labels.insert(label, point);
        point
    }

    fn repeat(&mut self, flow: &'p Flow, next: PointId) -> PointId {
        let Flow::Loop { at, label, head, test, is_tested_last, body, step, otherwise } = flow else {
            return next;
        };
        let otherwise = self.block(otherwise, next);
        self.n_loops += 1;
        let round = self.nothing(None, &[]);
        let event = test.map_or(Event::Nothing, Event::Test);
        let decides = self.point(*at, event, &[]);
        let tested = self.block(head, decides);
        let stepped = self.block(step, if *is_tested_last { tested } else { round });
        self.frames.push(WayOut::Loop { label: *label, behind: next, round: Some(stepped) });
        let entry = self.block(body, stepped);
        self.frames.pop();
        self.n_loops -= 1;
        self.points[round].next = vec![if *is_tested_last { entry } else { tested }];
        self.points[decides].next = vec![if *is_tested_last { round } else { entry }];
        match test {
            Some(_) => self.points[decides].next.push(otherwise),
            None => self.points[decides].pretended = Some(otherwise),
        }
        round
    }

    fn handled(
        &mut self,
        at: Option<NodeId>,
        [body, otherwise]: [&'p [Flow]; 2],
        handlers: &'p [FlowHandler],
        finally: Option<(Option<NodeId>, &'p [Flow])>,
        next: PointId,
    ) -> PointId {
        let outside = self.fails_to;
        let mut behind = next;
        if let Some((at, finally)) = finally {
            let ended = self.block(finally, next);
            behind = self.nothing(at, &[ended]);
            let again = self.nothing(None, &outside);
            self.points[again].next.dedup();
            let failed = self.block(finally, again);
            let begins = self.nothing(at, &[failed]);
            self.points[begins].passes_to = self.only_leads_to(again).then_some(outside);
            self.fails_to = [begins; 2];
            self.frames.push(WayOut::Finally { body: finally, fails_to: outside });
        }
        let otherwise = self.block(otherwise, behind);
        let mut taking: [Vec<PointId>; 2] = [Vec::new(), Vec::new()];
        let mut passes = [true; 2];
        let mut first = None;
        for handler in handlers {
            let entry = self.block(&handler.body, behind);
            let var = handler.var.map(|(var, _)| var);
            let catches = self.point(handler.at, Event::Catch(var, &handler.classes), &[entry]);
            if let Some((_, Some(_))) = &handler.var {
                self.points[catches].also = handler.var.as_ref().map_or(&[], |(_, at)| at.as_slice());
            }
            first.get_or_insert(catches);
            let takes = [true, handler.takes_foreign];
            for idx in 0..2 {
                if takes[idx] && passes[idx] {
                    taking[idx].push(catches);
                }
                passes[idx] &= !(handler.takes_all && takes[idx]);
            }
        }
        let inside = self.fails_to;
        for idx in 0..2 {
            if passes[idx] {
                taking[idx].push(inside[idx]);
            }
        }
        let dispatch = taking.map(|taking| self.point(None, Event::Dispatch, &taking));
        self.fails_to = dispatch;
        let entry = self.block(body, otherwise);
        if finally.is_some() {
            self.frames.pop();
        }
        self.fails_to = outside;
        if let (Some(at), Some(first)) = (at, first) {
            let finally = finally.and_then(|(at, _)| at);
            let parts = handlers.iter().filter_map(|handler| handler.at).chain(finally).collect();
            self.attempts.push(Attempt { at, parts, first });
        }
        self.nothing(at, &[entry])
    }

    /// Whether all points that were made since one lead to it, but for failures: none jumps elsewhere.
    fn only_leads_to(&self, since: PointId) -> bool {
        let next = self.points[since + 1..].iter().flat_map(|point| &point.next);
        next.into_iter().all(|&next| next >= since)
    }

    fn jump(&mut self, at: Option<NodeId>, leap: Leap, next: PointId) -> PointId {
        let event = match leap {
            Leap::Throw(value) => Event::Throw(value),
            Leap::Exit => Event::Exit,
            _ => {
                let target = self.target(leap).unwrap_or(next);
                let point = self.nothing(at, &[target]);
                self.points[point].pretended = Some(next).filter(|&next| next != target);
                return point;
            }
        };
        let point = self.point(at, event, &[]);
        self.points[point].throws = true;
        self.points[point].pretended = Some(next);
        point
    }

    /// Where a jump arrives, through what has to be done before.
    fn target(&mut self, leap: Leap) -> Option<PointId> {
        let found = |frame: &WayOut<'_>| match (frame, leap) {
            (WayOut::Loop { label, behind, .. }, Leap::Break(to)) if *label == to => Some(*behind),
            (WayOut::Loop { label, round, .. }, Leap::Continue(to)) if *label == to => *round,
            _ => None,
        };
        let (depth, target) = match leap {
            Leap::Return => (0, self.exit),
            Leap::Goto(label) => (self.frames.len(), self.label(label)),
            _ => {
                let frames = self.frames.iter().enumerate().rev();
                frames.filter_map(|(idx, frame)| Some((idx, found(frame)?))).next()?
            }
        };
        let crossed = self.frames.split_off(depth);
        let fails_to = self.fails_to;
        let mut entry = target;
        for frame in crossed {
            if let WayOut::Finally { body, fails_to } = frame {
                self.fails_to = fails_to;
                entry = self.block(body, entry);
            }
            self.frames.push(frame);
        }
        self.fails_to = fails_to;
        Some(entry)
    }
}
