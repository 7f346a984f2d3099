//! What can be reached from objects through what they hold: once for each component of objects that hold one another.

use std::collections::BTreeSet;

use crate::ast::NodeId;
use crate::bits::Bits;

use super::components::components;
use super::objects::{CellId, Heap, ObjectId, ObjectKind, ObjectSet};

/// For each object, the objects that can be reached from it, itself included.
#[derive(Clone, Debug, Default)]
pub(super) struct Closures {
    /// By object.
    component: Vec<usize>,
    /// By component.
    reached: Vec<Bits>,
}

impl Closures {
    pub(super) fn new(heap: &Heap<'_>) -> Closures {
        let n = heap.objects.len();
        let edges = (0..n).flat_map(|object| heap.next(object).map(move |next| (object, next)));
        let mut closures = Closures { component: vec![0; n], reached: Vec::new() };
        for component in components(n, edges) {
            let mut reached = Bits::of(n, component.iter().map(|&object| object as u32));
            component.iter().for_each(|&object| closures.component[object] = closures.reached.len());
            let next: BTreeSet<usize> = component
                .iter()
                .flat_map(|&object| heap.next(object))
                .map(|next| closures.component[next])
                .collect();
            next.into_iter().filter(|&next| next != closures.reached.len()).for_each(|next| {
                reached.add(&closures.reached[next]);
            });
            closures.reached.push(reached);
        }
        closures
    }

    /// Everything that can be reached from these objects, themselves included; what was made since reaches itself alone.
    pub(super) fn of(&self, objects: impl IntoIterator<Item = ObjectId>) -> Bits {
        let mut all = Bits::new();
        let mut seen = BTreeSet::new();
        for object in objects {
            match self.component.get(object) {
                Some(&component) if seen.insert(component) => all.add(&self.reached[component]),
                Some(_) => {}
                None => _ = all.insert(object as u32),
            }
        }
        all
    }
}

/// What cells hold, with everything in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    closures: Closures,
    /// By cell.
    holds: Vec<ObjectSet>,
    /// By object: its cells, and the definitions that are part of what it is as a value. Static parts of classes are read by name.
    objects: Vec<(Vec<CellId>, Vec<NodeId>)>,
}

impl Contents {
    pub(super) fn new(heap: &Heap<'_>) -> Contents {
        let is_class = |object: ObjectId| matches!(heap.objects[object].kind, ObjectKind::Class { .. });
        let cells = |object: ObjectId| heap.objects[object].cells.values().copied().collect();
        let of = |object: ObjectId| match is_class(object) {
            true => (Vec::new(), heap.shown(object).collect()),
            false => (cells(object), heap.shown(object).collect()),
        };
        Contents {
            closures: Closures::new(heap),
            holds: heap.holds.clone(),
            objects: (0..heap.objects.len()).map(of).collect(),
        }
    }

    /// Cells of all that is in these cells.
    pub(super) fn cells(&self, cells: &[CellId]) -> Vec<CellId> {
        let objects = self.closures.of(cells.iter().flat_map(|&cell| self.holds[cell].iter()));
        objects.iter().flat_map(|object| self.objects[object as usize].0.iter().copied()).collect()
    }

    /// Cells of the objects that these cells hold, not of what is in them.
    pub(super) fn elements(&self, cells: &[CellId]) -> Vec<CellId> {
        let mut objects = ObjectSet::new();
        cells.iter().for_each(|&cell| objects.add(&self.holds[cell]));
        objects.iter().flat_map(|object| self.objects[object].0.iter().copied()).collect()
    }

    /// Definitions that are part of the values of these cells.
    pub(super) fn shown(&self, cells: &[CellId]) -> BTreeSet<NodeId> {
        let objects = self.closures.of(cells.iter().flat_map(|&cell| self.holds[cell].iter()));
        objects.iter().flat_map(|object| self.objects[object as usize].1.iter().copied()).collect()
    }

    /// All definitions that are part of values.
    pub(super) fn definitions(&self) -> BTreeSet<NodeId> {
        self.objects.iter().flat_map(|(_, shown)| shown.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::flow::FlowKey;

    use super::super::objects::MadeAt;
    use super::*;

    proptest! {
        /// What a walk from each object finds.
        #[test]
        fn closures_are_what_a_walk_finds(edges in prop::collection::vec((0usize..12, 0usize..12), 0..30)) {
            let mut heap = Heap::new(0, false);
            for object in 0..12 {
                heap.object(MadeAt::Site(object, 0), ObjectKind::Record);
            }
            for (from, to) in edges {
                let cell = heap.cell(from, &FlowKey::AnyElement);
                heap.add(cell, &ObjectSet::of(to));
            }
            let closures = Closures::new(&heap);
            for object in 0..12 {
                let mut found = BTreeSet::from([object]);
                let mut pending = vec![object];
                while let Some(object) = pending.pop() {
                    pending.extend(heap.next(object).filter(|&next| found.insert(next)));
                }
                let reached: BTreeSet<usize> = closures.of([object]).iter().map(|object| object as usize).collect();
                prop_assert_eq!(reached, found);
            }
        }
    }
}
