//! What each point reads and writes by itself, calls of the program's functions left out.

use crate::ast::NodeId;
use crate::flow::{
    Act, FlowArgument, FlowCallee, FlowDepth, FlowEffect, FlowHeld, FlowKey, FlowProgram, FlowShape, ROOT,
    VarId,
};

use super::aliases::{Aliases, CallSite};
use super::contents::Contents;
use super::objects::{CellId, ObjectId, ObjectKind};
use super::points::{Event, Point, PointId};
use super::ties::Ties;

/// A cell that a point writes.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) cell: CellId,
    /// Other objects, or other elements, may be meant: what was there before may still be.
    pub(super) is_weak: bool,
    pub(super) reads: Vec<CellId>,
    /// Reads what is common to writes of the point, too.
    pub(super) is_common: bool,
    /// What in the source goes with this write alone.
    pub(super) at: Option<NodeId>,
}

/// What a point does with cells.
#[derive(Clone, Debug, Default)]
pub(super) struct CellAccess {
    /// Without these it fails, or goes elsewhere.
    pub(super) runs_by: Vec<CellId>,
    pub(super) writes: Vec<Write>,
    /// What several writes read: code outside of the program puts all that it is given into all that it makes and changes, which
    /// may be most cells into most cells.
    pub(super) common: Vec<CellId>,
}

impl CellAccess {
    /// All that writes read.
    pub(super) fn reads(&self) -> impl Iterator<Item = CellId> + '_ {
        self.writes.iter().flat_map(|write| &write.reads).chain(&self.common).copied()
    }
}

/// Reads the accesses of points.
pub(super) struct Accesses<'a, 'p> {
    pub(super) program: &'p FlowProgram,
    pub(super) aliases: &'a Aliases<'p>,
    pub(super) contents: &'a Contents,
    /// By object, whether there is only one that is made there.
    pub(super) is_single: &'a [bool],
    pub(super) ties: &'a Ties,
    /// The cell of what is thrown.
    pub(super) thrown: CellId,
}

impl Accesses<'_, '_> {
    pub(super) fn of(&self, id: PointId, point: &Point<'_>) -> CellAccess {
        let mut access = CellAccess::default();
        match point.event {
            Event::Nothing | Event::Exit => {}
            Event::Test(var) => access.runs_by.push(var),
            Event::Dispatch => access.runs_by.push(self.thrown),
            Event::Throw(value) => {
                access.runs_by.extend(value);
                let reads = value.into_iter().collect();
                access.writes.extend(value.map(|_| self.write(self.thrown, reads)));
            }
            Event::Catch(var, classes) => {
                access.runs_by.extend(classes);
                access.writes.extend(var.map(|var| self.write(var, vec![self.thrown])));
            }
            Event::Act(act) => self.act(id, point, act, &mut access),
        }
        access
    }

    fn write(&self, cell: CellId, reads: Vec<CellId>) -> Write {
        Write { cell, is_weak: false, reads, is_common: false, at: None }
    }

    fn part(&self, cell: CellId, reads: Vec<CellId>) -> Write {
        Write { cell, is_weak: true, reads, is_common: false, at: None }
    }

    /// Memory of a variable has nothing in it when its function is called again.
    fn anew(&self, id: PointId, point: &Point<'_>, access: &mut CellAccess) {
        let made = super::objects::MadeAt::Site(id, 0);
        let Some(object) = self.aliases.heap.find(&made) else { return };
        if self.is_single[object] && point.function != ROOT {
            let cells = self.aliases.heap.objects[object].cells.values();
            access.writes.extend(cells.map(|&cell| self.write(cell, Vec::new())));
        }
    }

    fn act(&self, id: PointId, point: &Point<'_>, act: &Act, access: &mut CellAccess) {
        let heap = &self.aliases.heap;
        match act {
            Act::Copy { to, from } => access.writes.push(self.write(*to, vec![*from])),
            Act::Compute { to, from } => access.writes.push(self.write(*to, from.clone())),
            Act::Closure { to, .. } => access.writes.push(self.write(*to, Vec::new())),
            Act::Make { to, kind, holds } => {
                if let crate::flow::Made::Class { bases, .. } = kind {
                    access.runs_by.extend(bases);
                }
                access.writes.push(self.write(*to, Vec::new()));
                if let crate::flow::Made::Memory(_) = kind {
                    self.anew(id, point, access);
                }
                self.held(id, holds, access);
            }
            Act::Load { to, base, key, index } => {
                self.load(*to, *base, (key, *index), access);
            }
            Act::Inner { to, base, key, index } => {
                self.load(*to, *base, (key, *index), access);
                if heap.find(&super::objects::MadeAt::Site(id, 0)).is_some() {
                    let cells = heap.holds[*base].iter().filter_map(|object| self.cell(object, key));
                    access.writes.extend(cells.map(|cell| self.part(cell, access.runs_by.clone())));
                }
            }
            Act::Store { base, key, index, from } => {
                access.runs_by.push(*base);
                access.runs_by.extend(index);
                let objects = &heap.holds[*base];
                let is_named = matches!(key, FlowKey::Field(_) | FlowKey::Element(_)) && !heap.is_coarse;
                for object in objects.iter() {
                    let is_one = objects.len() == 1 && (is_named || heap.is_cell(object));
                    let Some(cell) = self.cell(object, key) else { continue };
                    let mut reads = vec![*base, *from];
                    reads.extend(index);
                    reads.extend(self.content(index.as_slice(), FlowDepth::All));
                    let is_weak = !(is_one && self.is_single[object]);
                    access.writes.push(Write { is_weak, ..self.part(cell, reads) });
                }
            }
            Act::Call { to, callee, args } => self.call(id, *to, callee, args, access),
        }
    }

    fn load(&self, to: VarId, base: VarId, (key, index): (&FlowKey, Option<VarId>), access: &mut CellAccess) {
        let heap = &self.aliases.heap;
        let mut reads = vec![base];
        reads.extend(index);
        access.runs_by.extend(reads.iter().copied());
        for object in heap.holds[base].iter() {
            let parts = heap.read_by(object, key);
            // A part that is not there fails to be loaded.
            if !matches!(heap.objects[object].kind, ObjectKind::Memory(_)) {
                access.runs_by.extend(parts.iter().copied());
            }
            reads.extend(parts);
        }
        access.writes.push(self.write(to, reads));
    }

    fn cell(&self, object: ObjectId, key: &FlowKey) -> Option<CellId> {
        let heap = &self.aliases.heap;
        heap.objects[object].cells.get(heap.key_in(object, key)).copied()
    }

    fn held(&self, id: PointId, holds: &[FlowHeld], access: &mut CellAccess) {
        let made = super::objects::MadeAt::Site(id, 0);
        let heap = &self.aliases.heap;
        let Some(object) = heap.find(&made) else { return };
        for held in holds {
            let Some(cell) = self.cell(object, &held.key) else { continue };
            let mut reads = vec![held.from];
            reads.extend(held.index);
            reads.extend(self.content(held.index.as_slice(), FlowDepth::All));
            access.writes.push(Write { at: held.at, ..self.part(cell, reads) });
        }
    }

    fn call(
        &self,
        id: PointId,
        to: VarId,
        callee: &FlowCallee,
        args: &[FlowArgument],
        access: &mut CellAccess,
    ) {
        let nothing = CallSite::default();
        let site = self.aliases.calls.get(&id).unwrap_or(&nothing);
        let must = args.iter().filter(|arg| arg.is_spread || arg.name.is_some()).map(|arg| arg.var);
        let effect = match callee {
            FlowCallee::Value { value, otherwise } => {
                access.runs_by.push(*value);
                access.runs_by.extend(must);
                otherwise
            }
            FlowCallee::Method { name, otherwise } => {
                let receiver = args.first().map(|first| first.var);
                access.runs_by.extend(receiver);
                access.runs_by.extend(receiver.into_iter().flat_map(|receiver| self.members(receiver, name)));
                access.runs_by.extend(must);
                otherwise
            }
            FlowCallee::Base { class, .. } => {
                access.runs_by.extend([*class]);
                access.runs_by.extend(must);
                return self.unbuilt(to, site, args, access);
            }
            FlowCallee::Library(effect) => effect,
        };
        if site.is_foreign {
            self.effect(to, effect, args, site, access);
        }
        self.unbuilt(to, site, args, access);
    }

    /// Where a member of an object, or of its class, is that is called like a method, unless methods have names of their own.
    fn members(&self, receiver: VarId, name: &str) -> Vec<CellId> {
        if self.program.function_methods.is_some() {
            return Vec::new();
        }
        let heap = &self.aliases.heap;
        let mut keys = vec![FlowKey::Field(name.to_owned())];
        if self.program.passes_receivers {
            keys.push(FlowKey::Element(name.to_owned()));
        }
        let mut cells: Vec<CellId> = heap.holds[receiver]
            .iter()
            .flat_map(|object| keys.iter().flat_map(move |key| heap.read_by(object, key)))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Objects without a constructor of the program keep what they are made with.
    fn unbuilt(&self, to: VarId, site: &CallSite, args: &[FlowArgument], access: &mut CellAccess) {
        let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        for object in site.unbuilt.iter() {
            let cell = self.cell(object, &FlowKey::AnyElement);
            access.writes.extend(cell.map(|cell| self.part(cell, vars.clone())));
        }
        if !access.writes.iter().any(|write| write.cell == to) {
            access.writes.push(self.write(to, Vec::new()));
        }
    }

    /// Cells of what these variables hold, so far down.
    pub(super) fn content(&self, vars: &[VarId], depth: FlowDepth) -> Vec<CellId> {
        let mut cells = match depth {
            FlowDepth::Nothing => Vec::new(),
            FlowDepth::Elements => self.contents.elements(vars),
            FlowDepth::All => self.contents.cells(vars),
        };
        cells.retain(|&cell| !self.ties.is_apart(cell));
        cells
    }

    fn effect(
        &self,
        to: VarId,
        effect: &FlowEffect,
        args: &[FlowArgument],
        site: &CallSite,
        access: &mut CellAccess,
    ) {
        let heap = &self.aliases.heap;
        let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        let content = self.content(&vars, effect.reads);
        let must: Vec<VarId> = vars.iter().take(effect.tolerates_from).copied().collect();
        access.runs_by.extend(must.iter().copied());
        access.runs_by.extend(self.content(&must, effect.reads));
        let mut reads: Vec<CellId> = vars.iter().copied().chain(content).collect();
        reads.extend(effect.uses.iter().copied());
        let parts = |shape: &FlowShape| match shape {
            FlowShape::Part(idx) => vars.get(*idx).map(|&var| self.content(&[var], FlowDepth::Elements)),
            _ => None,
        };
        let shapes = effect.result.iter().chain(effect.puts.iter().map(|(_, shape)| shape));
        let mut pending: Vec<&FlowShape> = shapes.collect();
        while let Some(shape) = pending.pop() {
            reads.extend(parts(shape).into_iter().flatten());
            if let FlowShape::Joined(joined) = shape {
                let joined: Vec<VarId> = joined.iter().filter_map(|&idx| vars.get(idx).copied()).collect();
                reads.extend(self.content(&joined, FlowDepth::Elements));
            }
            if let FlowShape::Fresh(holds) = shape {
                pending.extend(holds.iter().map(|(_, shape)| shape));
            }
        }
        access.common = reads;
        let of_common = |write: Write| Write { is_common: true, ..write };
        access.writes.push(of_common(self.write(to, Vec::new())));
        for object in site.fresh.iter() {
            let cells = heap.objects[object].cells.values();
            access.writes.extend(cells.map(|&cell| of_common(self.part(cell, Vec::new()))));
        }
        for &(copy, of) in &site.copies {
            for (key, &cell) in &heap.objects[copy].cells {
                let mut reads = vars.clone();
                reads.extend(heap.objects[of].cells.get(key));
                access.writes.push(self.part(cell, reads));
            }
        }
        for (idx, _) in &effect.puts {
            for object in vars.get(*idx).into_iter().flat_map(|&var| heap.holds[var].iter()) {
                let cell = self.cell(object, &FlowKey::AnyElement);
                access.writes.extend(cell.map(|cell| of_common(self.part(cell, Vec::new()))));
            }
        }
        for &var in effect.changes.iter().filter_map(|idx| vars.get(*idx)) {
            let changed = self.content(&[var], FlowDepth::Elements);
            // All of these is read in common already, where anything in the arguments is.
            let others = match effect.reads {
                FlowDepth::Nothing => changed.clone(),
                FlowDepth::Elements | FlowDepth::All => Vec::new(),
            };
            access.writes.extend(changed.into_iter().map(|cell| of_common(self.part(cell, others.clone()))));
        }
        for &var in &effect.defines {
            access.writes.push(of_common(self.part(var, Vec::new())));
        }
    }
}
