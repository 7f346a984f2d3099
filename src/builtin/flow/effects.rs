//! What code outside of the program does with what it is given: what its results hold, what it puts where, and which functions of the
//! program it calls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::flow::{FlowArgument, FlowDepth, FlowEffect, FlowKey, FlowShape, FunctionId, VarId};

use super::aliases::{Binding, CallSite, Solver};
use super::contents::Closures;
use super::objects::{CellId, MadeAt, ObjectId, ObjectKind, ObjectSet};
use super::points::PointId;

/// Functions of the program that code outside of it calls, with the object that is their receiver, if one is.
type ForeignCalls = BTreeSet<(FunctionId, Option<ObjectId>)>;

/// Objects, and which functions of each answer when code outside of the program asks.
pub(super) type Answering = Vec<(ObjectId, Vec<FunctionId>)>;

/// What one function may be called on.
#[derive(Default)]
struct Receivers {
    objects: ObjectSet,
    /// Whether it may be called on nothing, too.
    has_none: bool,
}

/// A function is called once by what calls it on any of many objects: what happens with one of them may happen with each.
fn by_function(calls: &ForeignCalls) -> BTreeMap<FunctionId, Receivers> {
    let mut found: BTreeMap<FunctionId, Receivers> = BTreeMap::new();
    for &(function, receiver) in calls {
        let receivers = found.entry(function).or_default();
        match receiver {
            Some(object) => _ = receivers.objects.insert(object),
            None => receivers.has_none = true,
        }
    }
    found
}

impl Solver<'_, '_> {
    pub(super) fn effect(
        &mut self,
        id: PointId,
        to: VarId,
        effect: &FlowEffect,
        (args, hooks): (&[FlowArgument], Vec<(FunctionId, ObjectId)>),
        site: &mut CallSite,
    ) {
        let values: Vec<ObjectSet> = args.iter().map(|arg| self.holds(arg.var)).collect();
        let mut n_fresh = 0;
        for shape in &effect.result {
            let objects = self.shape(id, shape, &values, &mut n_fresh, site);
            self.aliases.heap.add(to, &objects);
        }
        for (idx, shape) in &effect.puts {
            let objects = self.shape(id, shape, &values, &mut n_fresh, site);
            for object in values.get(*idx).into_iter().flat_map(ObjectSet::iter) {
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &objects);
            }
        }
        for idx in &effect.changes {
            for object in values.get(*idx).into_iter().flat_map(ObjectSet::iter) {
                let objects = self.aliases.heap.parts(&ObjectSet::of(object));
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &objects);
            }
        }
        let mut all = ObjectSet::new();
        values.iter().for_each(|value| all.add(value));
        let mut indirect = self.calls_of_arguments(id, effect, &values, &all, site);
        let lazy: BTreeSet<FunctionId> = indirect.iter().map(|(function, _)| *function).collect();
        indirect.extend(hooks.into_iter().map(|(function, object)| (function, Some(object))));
        indirect.extend(self.implicit_calls(effect, &all));
        let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        let mut given = ObjectSet::new();
        if !indirect.is_empty() {
            given = self.aliases.heap.parts(&all);
            given.add(&all);
        }
        // Of objects that are made of a class that it was given, it may make elements.
        for object in site.fresh.clone().iter() {
            let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
            self.aliases.heap.add(cell, &site.instances);
        }
        site.bindings.extend(self.resumed(effect, &all));
        for (function, receivers) in by_function(&indirect) {
            let mut binding = self.hand_on(function, &receivers, &given, &vars);
            binding.is_checked =
                effect.checks_results || self.program.checks_results && !lazy.contains(&function);
            binding.is_lazy = lazy.contains(&function) || self.program.functions[function].is_lazy;
            let result = self.holds(self.program.functions[function].result);
            self.aliases.heap.add(to, &result);
            if self.program.functions[function].is_hook {
                // What an object gives when it is asked are its elements for all others.
                for receiver in receivers.objects.iter() {
                    let cell = self.aliases.heap.cell(receiver, &FlowKey::AnyElement);
                    self.aliases.heap.add(cell, &result);
                }
            }
            for object in site.fresh.clone().iter() {
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &result);
            }
            site.bindings.push(binding);
        }
    }

    /// What code outside of the program calls of what it is given: functions, objects that are called as functions, and classes.
    fn calls_of_arguments(
        &mut self,
        id: PointId,
        effect: &FlowEffect,
        values: &[ObjectSet],
        all: &ObjectSet,
        site: &mut CallSite,
    ) -> ForeignCalls {
        let mut indirect = ForeignCalls::new();
        let mut called = ObjectSet::new();
        effect.calls.iter().filter_map(|&idx| values.get(idx)).for_each(|direct| called.add(direct));
        let holders = effect.calls_held.iter().filter_map(|&idx| values.get(idx));
        holders.for_each(|holders| called.add(&self.aliases.heap.parts(holders)));
        for object in called.iter() {
            match self.aliases.heap.objects[object].kind {
                ObjectKind::Function(function) => _ = indirect.insert((function, None)),
                ObjectKind::Bound(receiver, function) => {
                    indirect.insert((function, Some(receiver)));
                    // It may be told what to call it on.
                    indirect.extend(self.program.passes_receivers.then_some((function, None)));
                }
                ObjectKind::Class { constructor, .. } => {
                    let instance = self.instance(id, object);
                    self.aliases.heap.several.insert(instance);
                    site.instances.insert(instance);
                    let functions = self.aliases.heap.methods(object, constructor);
                    indirect.extend(functions.into_iter().map(|function| (function, Some(instance))));
                }
                ObjectKind::Instance(class) => {
                    let functions = self.call_methods(class);
                    indirect.extend(functions.into_iter().map(|function| (function, Some(object))));
                }
                _ => {}
            }
        }
        // A class that is handed out, with a base that is not the program's, may be made an object of, as the base is.
        let handed_out: Vec<ObjectId> = match effect.reads {
            FlowDepth::Nothing => Vec::new(),
            _ => all.iter().filter(|&object| self.aliases.heap.has_foreign_base(object)).collect(),
        };
        for class in handed_out {
            let instance = self.instance(id, class);
            site.instances.insert(instance);
            let methods = self.aliases.heap.all_methods(class);
            indirect.extend(methods.into_iter().map(|function| (function, Some(instance))));
        }
        indirect
    }

    /// Which methods code outside of the program calls without naming them, of all that it reaches: those that print or compare.
    fn implicit_calls(&mut self, effect: &FlowEffect, all: &ObjectSet) -> ForeignCalls {
        let mut indirect = ForeignCalls::new();
        let answering = self.answering(effect.implicit);
        if answering.is_empty() {
            return indirect;
        }
        let heap = &self.aliases.heap;
        let read = self.closures.get_or_insert_with(|| Closures::new(heap)).of(all.iter());
        for (object, functions) in answering.iter().filter(|(object, _)| read.contains(*object as u32)) {
            indirect.extend(functions.iter().map(|&function| (function, Some(*object))));
        }
        indirect
    }

    /// The objects of the program that have one of these methods, and which.
    fn answering(&mut self, names: &'static [&'static str]) -> Rc<Answering> {
        if let Some(known) = self.answering.get(names) {
            return Rc::clone(known);
        }
        let heap = &self.aliases.heap;
        let passes_receivers = self.program.passes_receivers;
        let functions = |object: ObjectId, name: &str| match heap.objects[object].kind {
            // What a class holds itself is no method of its objects here.
            ObjectKind::Instance(class) if passes_receivers => heap.methods(class, name),
            ObjectKind::Instance(class) => heap.implicit_methods(class, name),
            ObjectKind::Record if passes_receivers => heap.own_functions(object, name),
            _ => BTreeSet::new(),
        };
        let found = (0..heap.objects.len()).map(|object| {
            (object, names.iter().flat_map(|name| functions(object, name)).collect::<Vec<_>>())
        });
        let found = Rc::new(found.filter(|(_, functions)| !functions.is_empty()).collect());
        self.answering.insert(names, Rc::clone(&found));
        found
    }

    /// The functions that make elements of records, which run when code outside of the program takes one.
    fn resumed(&mut self, effect: &FlowEffect, all: &ObjectSet) -> Vec<Binding> {
        let Some(name) = self.program.resumed_by.filter(|name| effect.implicit.contains(name)) else {
            return Vec::new();
        };
        let resumable = Rc::clone(self.resumable.get_or_insert_with(|| {
            let heap = &self.aliases.heap;
            let records = (0..heap.objects.len()).filter(|&object| heap.is_record(object));
            let found = records.map(|record| (record, Vec::from_iter(heap.own_functions(record, name))));
            Rc::new(found.filter(|(_, functions)| !functions.is_empty()).collect())
        }));
        if resumable.is_empty() {
            return Vec::new();
        }
        let heap = &self.aliases.heap;
        let read = self.closures.get_or_insert_with(|| Closures::new(heap)).of(all.iter());
        let mut found: Vec<Binding> = Vec::new();
        for &(record, ref functions) in resumable.iter().filter(|(record, _)| read.contains(*record as u32)) {
            for &function in functions {
                let given = |name: &String| heap.own(record, &FlowKey::given(name));
                let params = &self.program.functions[function].params;
                let params = params.iter().map(|param| given(&param.name)).collect();
                let is_lazy = self.program.functions[function].is_lazy;
                found.push(Binding {
                    function,
                    params,
                    rest: None,
                    is_indirect: false,
                    is_checked: false,
                    is_lazy,
                });
            }
        }
        found
    }

    /// Code outside of the program calls a function with whatever it has.
    fn hand_on(
        &mut self,
        function: FunctionId,
        receivers: &Receivers,
        given: &ObjectSet,
        vars: &[VarId],
    ) -> Binding {
        let program = self.program;
        let params = &program.functions[function].params;
        let mut rest = None;
        for (idx, param) in params.iter().enumerate() {
            if idx == 0 && !receivers.objects.is_empty() {
                self.aliases.heap.add(param.var, &receivers.objects);
                if !receivers.has_none {
                    continue;
                }
            }
            if param.is_rest {
                let object = self.aliases.heap.object(MadeAt::Rest(function), ObjectKind::Record);
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(param.var, &ObjectSet::of(object));
                self.aliases.heap.add(cell, given);
                rest = Some(cell);
            } else {
                self.aliases.heap.add(param.var, given);
            }
        }
        let params = vec![vars.to_vec(); params.len()];
        Binding { function, params, rest, is_indirect: true, is_checked: false, is_lazy: false }
    }

    fn shape(
        &mut self,
        id: PointId,
        shape: &FlowShape,
        values: &[ObjectSet],
        n_fresh: &mut usize,
        site: &mut CallSite,
    ) -> ObjectSet {
        // Counted whether it is made or not, so that each has its number as long as the call is looked at.
        *n_fresh += usize::from(is_made(shape));
        let made_at = MadeAt::Site(id, *n_fresh);
        match shape {
            FlowShape::Plain => ObjectSet::new(),
            FlowShape::Whole(idx) => values.get(*idx).cloned().unwrap_or_default(),
            FlowShape::Part(idx) => {
                values.get(*idx).map(|of| self.aliases.heap.parts(of)).unwrap_or_default()
            }
            FlowShape::Members(idx, prefix) => {
                let objects = values.get(*idx).cloned().unwrap_or_default();
                let mut found = ObjectSet::new();
                for object in objects.iter() {
                    for name in self.aliases.heap.member_names(object, prefix) {
                        found.add(&self.aliases.heap.load(object, &FlowKey::Field(name)));
                    }
                }
                found
            }
            FlowShape::Class(idx) => {
                let class = |object: ObjectId| match self.aliases.heap.objects[object].kind {
                    ObjectKind::Instance(class) => Some(class),
                    _ => None,
                };
                values.get(*idx).into_iter().flat_map(ObjectSet::iter).filter_map(class).collect()
            }
            FlowShape::Joined(joined) => {
                let mut all = ObjectSet::new();
                joined.iter().filter_map(|&idx| values.get(idx)).for_each(|joined| all.add(joined));
                if all.is_empty() {
                    return ObjectSet::new();
                }
                let object = self.made(made_at, site);
                let parts = self.aliases.heap.parts(&all);
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &parts);
                ObjectSet::of(object)
            }
            FlowShape::Copied(idx) => {
                let object = self.aliases.heap.object(made_at, ObjectKind::Record);
                self.copied(id, object, values.get(*idx).cloned().unwrap_or_default(), site)
            }
            FlowShape::Fresh(holds) => {
                let object = self.made(made_at, site);
                for (key, shape) in holds {
                    let objects = self.shape(id, shape, values, n_fresh, site);
                    if is_made(shape) && *key == FlowKey::AnyElement {
                        self.aliases.heap.several.extend(objects.iter());
                    }
                    let cell = self.aliases.heap.cell(object, key);
                    self.aliases.heap.add(cell, &objects);
                }
                ObjectSet::of(object)
            }
            FlowShape::Nested(holds) => {
                let object = self.made(made_at, site);
                let mut held = ObjectSet::of(object);
                for shape in holds {
                    held.add(&self.shape(id, shape, values, n_fresh, site));
                }
                let heap = &mut self.aliases.heap;
                heap.several.insert(object);
                let cell = heap.cell(object, &FlowKey::AnyElement);
                heap.add(cell, &held);
                ObjectSet::of(object)
            }
        }
    }

    /// A record that a call makes, and nothing but it has yet.
    fn made(&mut self, made_at: MadeAt, site: &mut CallSite) -> ObjectId {
        let object = self.aliases.heap.object(made_at, ObjectKind::Record);
        site.fresh.insert(object);
        object
    }

    /// Copies values to an object; gives what the copy is.
    fn copied(&mut self, id: PointId, object: ObjectId, values: ObjectSet, site: &mut CallSite) -> ObjectSet {
        let heap = &mut self.aliases.heap;
        heap.cell(object, &FlowKey::AnyElement);
        let (records, others): (Vec<ObjectId>, Vec<ObjectId>) =
            values.iter().partition(|&value| heap.is_record(value));
        let mut found: ObjectSet = others.into_iter().collect();
        let mut pending: Vec<(ObjectId, ObjectId)> =
            records.into_iter().map(|record| (object, record)).collect();
        while let Some((copy, of)) = pending.pop() {
            if !site.copies.insert((copy, of)) {
                continue;
            }
            let parts: Vec<(FlowKey, CellId)> =
                heap.objects[of].cells.iter().map(|(key, &cell)| (key.clone(), cell)).collect();
            for (key, cell) in parts {
                let mut held = ObjectSet::new();
                for part in heap.holds[cell].clone().iter() {
                    let is_record = heap.is_record(part);
                    let inner = if is_record { heap.copy(id, part) } else { part };
                    pending.extend(is_record.then_some((inner, part)));
                    held.insert(inner);
                }
                let cell = heap.cell(copy, &key);
                heap.add(cell, &held);
            }
        }
        found.insert(object);
        found
    }
}

/// Whether a shape is an object that is made, not one that was there.
fn is_made(shape: &FlowShape) -> bool {
    matches!(shape, FlowShape::Fresh(_) | FlowShape::Nested(_) | FlowShape::Joined(_) | FlowShape::Copied(_))
}
