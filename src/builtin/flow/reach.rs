//! Which writes of a cell reach a point: by blocks, with a node where several ways meet, made when it is asked for (Braun and
//! others, *Simple and efficient construction of static single assignment form*, 2013).

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::Bits;
use crate::stack::deep;

use super::nodes::{NodeIdx, Nodes};
use super::objects::CellId;
use super::points::{Body, Point, PointId};

/// Points that follow each other without another way in or out.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    start: PointId,
    /// By point: its block, named by its first point, and its place there.
    place: Vec<(PointId, usize)>,
    /// By point: where control comes from, and whether by a failure.
    before: Vec<Vec<(PointId, bool)>>,
    entry: PointId,
}

impl Blocks {
    pub(super) fn new(points: &[Point<'_>], body: &Body, fails: impl Fn(PointId) -> bool) -> Blocks {
        let start = body.points.start;
        let n = body.points.len();
        let mut before: Vec<Vec<(PointId, bool)>> = vec![Vec::new(); n];
        for id in body.points.clone() {
            for &next in &points[id].next {
                let is_failure = fails(id) && points[id].fails_to.contains(&next);
                before[next - start].push((id, is_failure));
            }
        }
        let is_first = |id: PointId| match before[id - start][..] {
            [(above, false)] => points[above].next.len() > 1 || fails(above),
            _ => true,
        };
        let mut place = vec![(0, 0); n];
        for first in body.points.clone().filter(|&id| id == body.entry || is_first(id)) {
            let (mut at, mut idx) = (first, 0);
            loop {
                place[at - start] = (first, idx);
                match points[at].next[..] {
                    [next] if next != body.entry && !is_first(next) => (at, idx) = (next, idx + 1),
                    _ => break,
                }
            }
        }
        Blocks { start, place, before, entry: body.entry }
    }
}

/// Writes of a function, by cell, block and place.
#[derive(Clone, Debug)]
pub(super) struct Reaching {
    blocks: Blocks,
    writes: BTreeMap<(CellId, PointId), Vec<(usize, NodeIdx)>>,
    entries: BTreeMap<(CellId, PointId), Option<NodeIdx>>,
    /// Cells that are written anywhere in the function.
    written: Bits,
    /// The nodes of what comes in, by cell.
    inputs: BTreeMap<CellId, NodeIdx>,
}

impl Reaching {
    pub(super) fn new(blocks: Blocks, inputs: BTreeMap<CellId, NodeIdx>) -> Reaching {
        Reaching { blocks, writes: BTreeMap::new(), entries: BTreeMap::new(), written: Bits::new(), inputs }
    }

    /// Several writes of a cell at one point are all there behind it.
    pub(super) fn write(&mut self, nodes: &mut Nodes, cell: CellId, point: PointId, node: NodeIdx) {
        let (block, idx) = self.blocks.place[point - self.blocks.start];
        self.written.insert(cell as u32);
        let writes = self.writes.entry((cell, block)).or_default();
        match writes.iter_mut().find(|(at, _)| *at == idx) {
            Some((_, known)) => {
                let both = nodes.add(None);
                nodes.edges[both].extend([*known, node]);
                *known = both;
            }
            None => {
                let place = writes.partition_point(|(at, _)| *at < idx);
                writes.insert(place, (idx, node));
            }
        }
    }

    /// What a cell has before a point.
    pub(super) fn before(&mut self, nodes: &mut Nodes, cell: CellId, point: PointId) -> Option<NodeIdx> {
        let (block, idx) = self.blocks.place[point - self.blocks.start];
        let writes = self.writes.get(&(cell, block)).map_or(&[][..], Vec::as_slice);
        match writes.iter().rev().find(|(at, _)| *at < idx) {
            Some((_, node)) => Some(*node),
            None => self.entry(nodes, cell, block),
        }
    }

    /// What a cell has behind a point.
    pub(super) fn behind(&mut self, nodes: &mut Nodes, cell: CellId, point: PointId) -> Option<NodeIdx> {
        let (block, idx) = self.blocks.place[point - self.blocks.start];
        let writes = self.writes.get(&(cell, block)).map_or(&[][..], Vec::as_slice);
        match writes.iter().rev().find(|(at, _)| *at <= idx) {
            Some((_, node)) => Some(*node),
            None => self.entry(nodes, cell, block),
        }
    }

    fn entry(&mut self, nodes: &mut Nodes, cell: CellId, block: PointId) -> Option<NodeIdx> {
        if !self.written.contains(cell as u32) {
            return self.inputs.get(&cell).copied();
        }
        if let Some(&known) = self.entries.get(&(cell, block)) {
            return known;
        }
        let before = self.blocks.before[block - self.blocks.start].clone();
        let input = self.inputs.get(&cell).copied().filter(|_| block == self.blocks.entry);
        if before.is_empty() {
            self.entries.insert((cell, block), input);
            return input;
        }
        let node = nodes.add(None);
        self.entries.insert((cell, block), Some(node));
        nodes.edges[node].extend(input);
        for (above, is_failure) in before {
            let behind = deep(|| self.behind(nodes, cell, above));
            nodes.edges[node].extend(behind);
            if is_failure {
                let earlier = deep(|| self.before(nodes, cell, above));
                nodes.edges[node].extend(earlier);
            }
        }
        Some(node)
    }

    /// Whether a cell comes in.
    pub(super) fn has_input(&self, cell: CellId) -> bool {
        self.inputs.contains_key(&cell)
    }

    /// What a cell has before a point, or behind it, without nodes where ways meet that nothing made so far.
    pub(super) fn find(&self, cell: CellId, place: (PointId, bool), found: &mut Vec<NodeIdx>) {
        if !self.written.contains(cell as u32) {
            return found.extend(self.inputs.get(&cell));
        }
        let blocks = &self.blocks;
        let mut seen = BTreeSet::new();
        let mut pending = vec![place];
        while let Some((point, is_behind)) = pending.pop() {
            let (block, idx) = blocks.place[point - blocks.start];
            let writes = self.writes.get(&(cell, block)).map_or(&[][..], Vec::as_slice);
            if let Some((_, node)) = writes.iter().rev().find(|(at, _)| *at < idx + usize::from(is_behind)) {
                found.push(*node);
            } else if let Some(known) = self.entries.get(&(cell, block)) {
                found.extend(known);
            } else if seen.insert(block) {
                found.extend(self.inputs.get(&cell).filter(|_| block == blocks.entry));
                for &(above, is_failure) in &blocks.before[block - blocks.start] {
                    pending.push((above, true));
                    pending.extend(is_failure.then_some((above, false)));
                }
            }
        }
    }
}
