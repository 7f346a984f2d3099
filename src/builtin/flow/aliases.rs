//! What variables and parts of objects may hold, and what is called where: inclusion-based, without regard to the order of
//! steps (Andersen, *Program analysis and specialization for the C programming language*, 1994), with
//! functions among the objects, so that calls are found along the way.

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::Bits;
use crate::flow::{
    Act, FlowArgument, FlowCallee, FlowEffect, FlowKey, FlowProgram, FlowShape, FunctionId, Receiver, VarId,
};

use super::contents::Closures;
use super::objects::{CellId, Heap, MadeAt, ObjectId, ObjectKind};
use super::points::{Event, Point, PointId};

/// A function that a call may call, and what its parameters get.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) function: FunctionId,
    /// By parameter.
    pub(super) params: Vec<Vec<VarId>>,
    /// The cell of the rest, if it takes one.
    pub(super) rest: Option<CellId>,
    /// Called by code outside of the program, which the call only hands it to.
    pub(super) is_indirect: bool,
    /// Perhaps later than at the call.
    pub(super) is_lazy: bool,
}

/// What a call may do.
#[derive(Clone, Debug, Default)]
pub(super) struct CallSite {
    pub(super) bindings: Vec<Binding>,
    /// May call code outside of the program.
    pub(super) is_foreign: bool,
    /// Objects that it makes, of classes.
    pub(super) instances: BTreeSet<ObjectId>,
    /// Of these, those of classes whose constructor is not the program's.
    pub(super) unbuilt: BTreeSet<ObjectId>,
    /// Objects that code outside of the program makes.
    pub(super) fresh: BTreeSet<ObjectId>,
    /// Copies that it makes, each with what it is a copy of.
    pub(super) copies: BTreeSet<(ObjectId, ObjectId)>,
}

/// The result.
#[derive(Clone, Debug)]
pub(super) struct Aliases<'p> {
    pub(super) heap: Heap<'p>,
    pub(super) calls: BTreeMap<PointId, CallSite>,
    /// What was thrown anywhere.
    pub(super) thrown: BTreeSet<ObjectId>,
}

/// What is called, and from which argument on it gets them.
struct CalledFunction {
    function: FunctionId,
    /// What the first parameter gets, before the arguments.
    receiver: Option<(BTreeSet<ObjectId>, Vec<VarId>)>,
    n_skipped: usize,
}

/// Classes that are called at more places than this have one object for all that are made: what a method does with its object it
/// would else do with as many as there are places, in everything that calls it.
const MANY_PLACES: usize = 64;

/// Solves the whole program.
pub(super) fn solve<'p>(program: &'p FlowProgram, points: &[Point<'p>], is_coarse: bool) -> Aliases<'p> {
    let mut one_for_all = BTreeSet::new();
    loop {
        match solve_with(program, points, is_coarse, &one_for_all) {
            Ok(aliases) => return aliases,
            Err(class) => _ = one_for_all.insert(class),
        }
    }
}

/// Solves the program with one object for each of these classes; another class that is made at many places is an error.
fn solve_with<'p>(
    program: &'p FlowProgram,
    points: &[Point<'p>],
    is_coarse: bool,
    one_for_all: &BTreeSet<MadeAt>,
) -> Result<Aliases<'p>, MadeAt> {
    let heap = Heap::new(program.variables.len(), is_coarse);
    let aliases = Aliases { heap, calls: BTreeMap::new(), thrown: BTreeSet::new() };
    let mut solver = Solver {
        program,
        aliases,
        one_for_all,
        places_of: BTreeMap::new(),
        closures: None,
        foreign: BTreeSet::new(),
        memberless: BTreeSet::new(),
        unresolved: BTreeSet::new(),
        plain: BTreeSet::new(),
        empty: BTreeSet::new(),
    };
    loop {
        solver.aliases.heap.has_changed = false;
        solver.closures = None;
        let open = [&mut solver.memberless, &mut solver.unresolved, &mut solver.empty];
        open.into_iter().for_each(BTreeSet::clear);
        // Points are from the last to the first.
        for (id, point) in points.iter().enumerate().rev() {
            solver.point(id, point);
        }
        if let Some((&class, _)) = solver.places_of.iter().find(|(_, places)| places.len() > MANY_PLACES) {
            return Err(solver.aliases.heap.objects[class].origin.clone());
        }
        if solver.aliases.heap.has_changed {
            continue;
        }
        // What nothing in the program gives is from outside, or made where it is written into: what is known best comes first, for it
        // may give what the others lack.
        if !solver.memberless.is_empty() {
            solver.foreign.append(&mut solver.memberless);
        } else if !solver.unresolved.is_empty() {
            solver.foreign.append(&mut solver.unresolved);
        } else if !solver.empty.is_empty() {
            solver.plain.append(&mut solver.empty);
        } else {
            return Ok(solver.aliases);
        }
    }
}

struct Solver<'s, 'p> {
    program: &'p FlowProgram,
    aliases: Aliases<'p>,
    /// Classes with one object for all that are made of them.
    one_for_all: &'s BTreeSet<MadeAt>,
    /// By class: where it is called.
    places_of: BTreeMap<ObjectId, BTreeSet<PointId>>,
    /// What objects reach, at the earliest since the round began; in the last round nothing changes.
    closures: Option<Closures>,
    /// Points that call what is not the program's.
    foreign: BTreeSet<PointId>,
    /// Points that call a member that objects of the program do not have.
    memberless: BTreeSet<PointId>,
    /// Points that found nothing to call.
    unresolved: BTreeSet<PointId>,
    /// Points that make an object, as there is none to write into.
    plain: BTreeSet<PointId>,
    /// Points that found none to write into.
    empty: BTreeSet<PointId>,
}

impl<'p> Solver<'_, 'p> {
    fn holds(&self, cell: CellId) -> BTreeSet<ObjectId> {
        self.aliases.heap.holds[cell].clone()
    }

    fn point(&mut self, id: PointId, point: &Point<'p>) {
        match point.event {
            Event::Act(act) => self.act(id, act),
            Event::Throw(Some(value)) => {
                let before = self.aliases.thrown.len();
                self.aliases.thrown.extend(self.aliases.heap.holds[value].iter().copied());
                self.aliases.heap.has_changed |= self.aliases.thrown.len() != before;
            }
            Event::Catch(Some(var), _) => {
                let thrown = self.aliases.thrown.clone();
                self.aliases.heap.add(var, &thrown);
            }
            _ => {}
        }
    }

    fn act(&mut self, id: PointId, act: &'p Act) {
        match act {
            Act::Copy { to, from } => {
                let objects = self.holds(*from);
                self.aliases.heap.add(*to, &objects);
            }
            Act::Compute { .. } => {}
            Act::Make { to, kind, holds } => {
                let object = self.aliases.heap.made(MadeAt::Site(id, 0), kind);
                self.aliases.heap.add(*to, &BTreeSet::from([object]));
                for held in holds {
                    let objects = self.holds(held.from);
                    let cell = self.aliases.heap.cell(object, &held.key);
                    self.aliases.heap.add(cell, &objects);
                }
            }
            Act::Closure { to, function } => {
                let object = self.function(*function);
                self.aliases.heap.add(*to, &BTreeSet::from([object]));
            }
            Act::Load { to, base, key, .. } => {
                for object in self.holds(*base) {
                    let found = self.aliases.heap.load(object, key);
                    self.aliases.heap.add(*to, &found);
                }
            }
            Act::Inner { to, base, key, .. } => self.inner(id, *to, *base, key),
            Act::Store { base, key, from, .. } => {
                let objects = self.holds(*from);
                for object in self.holds(*base) {
                    let cell = self.aliases.heap.cell(object, key);
                    self.aliases.heap.add(cell, &objects);
                }
            }
            Act::Call { to, callee, args } => self.call(id, *to, callee, args),
        }
    }

    fn inner(&mut self, id: PointId, to: VarId, base: VarId, key: &FlowKey) {
        let objects = self.holds(base);
        let mut found = BTreeSet::new();
        for &object in &objects {
            found.extend(self.aliases.heap.load(object, key));
        }
        if self.plain.contains(&id) {
            let made = BTreeSet::from([self.aliases.heap.object(MadeAt::Site(id, 0), ObjectKind::Record)]);
            for object in objects {
                let cell = self.aliases.heap.cell(object, key);
                self.aliases.heap.add(cell, &made);
            }
            found.extend(made);
        } else if found.is_empty() {
            self.empty.insert(id);
        }
        self.aliases.heap.add(to, &found);
    }

    /// The object that a call of a class makes.
    fn instance(&mut self, id: PointId, class: ObjectId) -> ObjectId {
        let kind = ObjectKind::Instance(class);
        if self.one_for_all.contains(&self.aliases.heap.objects[class].origin) {
            return self.aliases.heap.object(MadeAt::Anywhere(class), kind);
        }
        self.places_of.entry(class).or_default().insert(id);
        self.aliases.heap.object(MadeAt::Instance(id, class), kind)
    }

    fn function(&mut self, function: FunctionId) -> ObjectId {
        self.aliases.heap.object(MadeAt::Function(function), ObjectKind::Function(function))
    }

    fn call(&mut self, id: PointId, to: VarId, callee: &'p FlowCallee, args: &'p [FlowArgument]) {
        let mut site = CallSite { is_foreign: self.foreign.contains(&id), ..CallSite::default() };
        let mut targets = Vec::new();
        let effect = match callee {
            FlowCallee::Value { value, otherwise } => {
                let objects = self.holds(*value);
                if objects.is_empty() && !site.is_foreign {
                    self.unresolved.insert(id);
                }
                for object in objects {
                    self.called(id, object, (*value, 0), &mut targets, &mut site);
                }
                Some(otherwise)
            }
            FlowCallee::Method { name, otherwise } => {
                let objects = args.first().map(|first| self.holds(first.var)).unwrap_or_default();
                if objects.is_empty() && !site.is_foreign {
                    self.unresolved.insert(id);
                }
                for object in objects {
                    self.method(id, object, (name, args[0].var), &mut targets, &mut site);
                }
                Some(otherwise)
            }
            FlowCallee::Base { class, name } => {
                let classes = self.holds(*class);
                let functions: BTreeSet<FunctionId> =
                    classes.iter().flat_map(|&class| self.aliases.heap.inherited(class, name)).collect();
                if let (true, Some(first)) = (functions.is_empty(), args.first()) {
                    site.unbuilt = self.holds(first.var);
                }
                targets.extend(functions.into_iter().map(|function| CalledFunction {
                    function,
                    receiver: None,
                    n_skipped: 0,
                }));
                None
            }
            FlowCallee::Library(effect) => {
                site.is_foreign = true;
                Some(effect)
            }
        };
        for target in targets {
            let binding = self.bind(&target, args);
            let result = self.holds(self.program.functions[target.function].result);
            self.aliases.heap.add(to, &result);
            site.bindings.push(binding);
        }
        let instances = site.instances.clone();
        self.aliases.heap.add(to, &instances);
        for object in site.unbuilt.clone() {
            let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
            for arg in args {
                let objects = self.holds(arg.var);
                self.aliases.heap.add(cell, &objects);
            }
        }
        if let Some(effect) = effect.filter(|_| site.is_foreign) {
            self.effect(id, to, effect, args, &mut site);
        }
        self.aliases.calls.insert(id, site);
    }

    /// A value is called.
    fn called(
        &mut self,
        id: PointId,
        object: ObjectId,
        (value, n_skipped): (VarId, usize),
        targets: &mut Vec<CalledFunction>,
        site: &mut CallSite,
    ) {
        match self.aliases.heap.objects[object].kind {
            ObjectKind::Function(function) => {
                targets.push(CalledFunction { function, receiver: None, n_skipped })
            }
            ObjectKind::Bound(_, function)
                if self.program.functions[function].receiver == Receiver::Nothing =>
            {
                targets.push(CalledFunction { function, receiver: None, n_skipped });
            }
            ObjectKind::Bound(receiver, function) => {
                let receiver = Some((BTreeSet::from([receiver]), vec![value]));
                let n_skipped = if self.program.passes_receivers { 1 } else { n_skipped };
                targets.push(CalledFunction { function, receiver, n_skipped });
            }
            ObjectKind::Class { constructor, .. } => {
                let instance = self.instance(id, object);
                site.instances.insert(instance);
                let functions = self.aliases.heap.methods(object, constructor);
                if functions.is_empty() {
                    site.unbuilt.insert(instance);
                }
                for function in functions {
                    let receiver = Some((BTreeSet::from([instance]), Vec::new()));
                    let n_skipped = if self.program.passes_receivers { 1 } else { n_skipped };
                    targets.push(CalledFunction { function, receiver, n_skipped });
                }
            }
            ObjectKind::Record | ObjectKind::Memory(_) | ObjectKind::Instance(_) => site.is_foreign = true,
        }
    }

    /// A member of an object is called.
    fn method(
        &mut self,
        id: PointId,
        object: ObjectId,
        (name, receiver): (&str, VarId),
        targets: &mut Vec<CalledFunction>,
        site: &mut CallSite,
    ) {
        let mut found = self.aliases.heap.load(object, &FlowKey::Field(name.to_owned()));
        if self.program.passes_receivers {
            found.extend(self.aliases.heap.load(object, &FlowKey::Element(name.to_owned())));
        }
        let is_coarse = self.aliases.heap.is_coarse;
        let kind = self.aliases.heap.objects[object].kind;
        if let (true, ObjectKind::Function(_) | ObjectKind::Bound(..), Some(methods)) =
            (found.is_empty() || is_coarse, kind, &self.program.function_methods)
        {
            let mut own = methods.iter().filter(|(other, _)| other == name).peekable();
            if own.peek().is_none() {
                return self.called(id, object, (receiver, 1), targets, site);
            }
            let target =
                |&(_, function): &(_, FunctionId)| CalledFunction { function, receiver: None, n_skipped: 0 };
            return targets.extend(own.map(target));
        }
        // Where parts are not told apart, what was found is whatever the object holds.
        let is_held = is_coarse
            && match kind {
                ObjectKind::Instance(class) => self.aliases.heap.methods(class, name).is_empty(),
                ObjectKind::Class { .. } => false,
                _ => true,
            };
        site.is_foreign |= is_held;
        if found.is_empty() && !site.is_foreign {
            self.memberless.insert(id);
        }
        for member in found {
            match self.aliases.heap.objects[member].kind {
                ObjectKind::Bound(_, function) => targets.push(self.received(function, object, receiver)),
                ObjectKind::Function(function) => {
                    let is_class = matches!(self.aliases.heap.objects[object].kind, ObjectKind::Class { .. });
                    targets.push(match self.program.functions[function].receiver {
                        Receiver::Class if is_class => self.received(function, object, receiver),
                        _ => {
                            let n_skipped = usize::from(!self.program.passes_receivers);
                            CalledFunction { function, receiver: None, n_skipped }
                        }
                    });
                }
                _ => self.called(id, member, (receiver, 1), targets, site),
            }
        }
    }

    /// A method with what it takes of the object that it is called on.
    fn received(&self, function: FunctionId, object: ObjectId, var: VarId) -> CalledFunction {
        match self.program.functions[function].receiver {
            Receiver::Object => CalledFunction { function, receiver: None, n_skipped: 0 },
            Receiver::Nothing => CalledFunction { function, receiver: None, n_skipped: 1 },
            Receiver::Class => {
                let class = match self.aliases.heap.objects[object].kind {
                    ObjectKind::Instance(class) => class,
                    _ => object,
                };
                let receiver = Some((BTreeSet::from([class]), vec![var]));
                CalledFunction { function, receiver, n_skipped: 1 }
            }
        }
    }

    /// Hands the arguments on.
    fn bind(&mut self, target: &CalledFunction, args: &[FlowArgument]) -> Binding {
        let program = self.program;
        let lowered = &program.functions[target.function];
        let mut params: Vec<Vec<VarId>> = vec![Vec::new(); lowered.params.len()];
        let place =
            |name: &String| lowered.params.iter().position(|param| param.name == *name && !param.is_rest);
        let given: BTreeSet<usize> =
            args.iter().skip(target.n_skipped).filter_map(|arg| place(arg.name.as_ref()?)).collect();
        let mut next = 0;
        if let Some((objects, values)) = &target.receiver
            && let Some(first) = lowered.params.first()
        {
            self.aliases.heap.add(first.var, objects);
            params[0].extend(values);
            next = 1;
        }
        let mut rest = None;
        let mut is_spread = false;
        for arg in args.iter().skip(target.n_skipped) {
            let mut objects = self.holds(arg.var);
            if arg.is_spread {
                objects = self.aliases.heap.parts(&objects);
            }
            let named = arg.name.as_ref().map(place);
            // What has no name takes places that no name takes.
            while named.is_none() && given.contains(&next) {
                next += 1;
            }
            is_spread |= arg.is_spread;
            for (idx, param) in lowered.params.iter().enumerate() {
                let takes = match named {
                    Some(Some(place)) => idx == place,
                    Some(None) => param.is_rest,
                    None if param.is_rest => idx <= next || is_spread,
                    None => idx == next || is_spread && idx >= next,
                };
                if !takes {
                    continue;
                }
                params[idx].push(arg.var);
                if param.is_rest {
                    let origin = MadeAt::Rest(target.function);
                    let object = self.aliases.heap.object(origin, ObjectKind::Record);
                    let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                    self.aliases.heap.add(param.var, &BTreeSet::from([object]));
                    self.aliases.heap.add(cell, &objects);
                    rest = Some(cell);
                } else {
                    self.aliases.heap.add(param.var, &objects);
                }
            }
            let at_rest = lowered.params.get(next).is_some_and(|param| param.is_rest);
            next += usize::from(named.is_none() && !is_spread && !at_rest);
        }
        Binding {
            function: target.function,
            params,
            rest,
            is_indirect: false,
            is_lazy: program.functions[target.function].is_lazy,
        }
    }

    fn effect(
        &mut self,
        id: PointId,
        to: VarId,
        effect: &FlowEffect,
        args: &[FlowArgument],
        site: &mut CallSite,
    ) {
        let values: Vec<BTreeSet<ObjectId>> = args.iter().map(|arg| self.holds(arg.var)).collect();
        let mut n_fresh = 0;
        for shape in &effect.result {
            let objects = self.shape(id, shape, &values, &mut n_fresh, site);
            self.aliases.heap.add(to, &objects);
        }
        for (idx, shape) in &effect.puts {
            let objects = self.shape(id, shape, &values, &mut n_fresh, site);
            for object in values.get(*idx).into_iter().flatten() {
                let cell = self.aliases.heap.cell(*object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &objects);
            }
        }
        for idx in &effect.changes {
            for &object in values.get(*idx).into_iter().flatten() {
                let objects = self.aliases.heap.parts(&BTreeSet::from([object]));
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &objects);
            }
        }
        let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        let all: BTreeSet<ObjectId> = values.iter().flatten().copied().collect();
        let mut indirect: BTreeSet<(FunctionId, Option<ObjectId>)> = BTreeSet::new();
        let mut lazy: BTreeSet<FunctionId> = BTreeSet::new();
        let direct = effect.calls.iter().filter_map(|&idx| values.get(idx)).flatten().copied();
        let held = effect.calls_held.iter().filter_map(|&idx| values.get(idx));
        let held = held.flat_map(|holders| self.aliases.heap.parts(holders));
        let called: BTreeSet<ObjectId> = direct.chain(held).collect();
        for object in called {
            match self.aliases.heap.objects[object].kind {
                ObjectKind::Function(function) => _ = indirect.insert((function, None)),
                ObjectKind::Bound(receiver, function) => _ = indirect.insert((function, Some(receiver))),
                ObjectKind::Class { constructor, .. } => {
                    let instance = self.instance(id, object);
                    site.instances.insert(instance);
                    let functions = self.aliases.heap.methods(object, constructor);
                    indirect.extend(functions.into_iter().map(|function| (function, Some(instance))));
                }
                _ => {}
            }
        }
        lazy.extend(indirect.iter().map(|(function, _)| *function));
        let heap = &self.aliases.heap;
        let read = match effect.implicit {
            [] => Bits::new(),
            _ => self.closures.get_or_insert_with(|| Closures::new(heap)).of(&all),
        };
        for object in read.iter().map(|object| object as usize) {
            let ObjectKind::Instance(class) = self.aliases.heap.objects[object].kind else { continue };
            for name in effect.implicit {
                let functions = self.aliases.heap.methods(class, name);
                indirect.extend(functions.into_iter().map(|function| (function, Some(object))));
            }
        }
        let mut given = BTreeSet::new();
        if !indirect.is_empty() {
            given = self.aliases.heap.parts(&all);
            given.extend(all);
        }
        for (function, receiver) in indirect {
            let mut binding = self.hand_on(function, receiver, &given, &vars);
            binding.is_lazy = lazy.contains(&function) || self.program.functions[function].is_lazy;
            let result = self.holds(self.program.functions[function].result);
            self.aliases.heap.add(to, &result);
            for object in site.fresh.clone() {
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &result);
            }
            site.bindings.push(binding);
        }
    }

    /// Code outside of the program calls a function with whatever it has.
    fn hand_on(
        &mut self,
        function: FunctionId,
        receiver: Option<ObjectId>,
        given: &BTreeSet<ObjectId>,
        vars: &[VarId],
    ) -> Binding {
        let program = self.program;
        let params = &program.functions[function].params;
        let mut rest = None;
        for (idx, param) in params.iter().enumerate() {
            match receiver.filter(|_| idx == 0) {
                Some(receiver) => self.aliases.heap.add(param.var, &BTreeSet::from([receiver])),
                None if param.is_rest => {
                    let object = self.aliases.heap.object(MadeAt::Rest(function), ObjectKind::Record);
                    let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                    self.aliases.heap.add(param.var, &BTreeSet::from([object]));
                    self.aliases.heap.add(cell, given);
                    rest = Some(cell);
                }
                None => self.aliases.heap.add(param.var, given),
            }
        }
        let params = vec![vars.to_vec(); params.len()];
        Binding { function, params, rest, is_indirect: true, is_lazy: false }
    }

    fn shape(
        &mut self,
        id: PointId,
        shape: &FlowShape,
        values: &[BTreeSet<ObjectId>],
        n_fresh: &mut usize,
        site: &mut CallSite,
    ) -> BTreeSet<ObjectId> {
        match shape {
            FlowShape::Plain => BTreeSet::new(),
            FlowShape::Whole(idx) => values.get(*idx).cloned().unwrap_or_default(),
            FlowShape::Part(idx) => {
                values.get(*idx).map(|of| self.aliases.heap.parts(of)).unwrap_or_default()
            }
            FlowShape::Joined(joined) => {
                *n_fresh += 1;
                let joined = joined.iter().filter_map(|&idx| values.get(idx)).flatten().copied();
                let joined: BTreeSet<ObjectId> = joined.collect();
                if joined.is_empty() {
                    return BTreeSet::new();
                }
                let object = self.aliases.heap.object(MadeAt::Site(id, *n_fresh), ObjectKind::Record);
                site.fresh.insert(object);
                let parts = self.aliases.heap.parts(&joined);
                let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
                self.aliases.heap.add(cell, &parts);
                BTreeSet::from([object])
            }
            FlowShape::Copied(idx) => {
                *n_fresh += 1;
                let object = self.aliases.heap.object(MadeAt::Site(id, *n_fresh), ObjectKind::Record);
                self.copied(id, object, values.get(*idx).cloned().unwrap_or_default(), site)
            }
            FlowShape::Fresh(holds) => {
                *n_fresh += 1;
                let object = self.aliases.heap.object(MadeAt::Site(id, *n_fresh), ObjectKind::Record);
                site.fresh.insert(object);
                for (key, shape) in holds {
                    let objects = self.shape(id, shape, values, n_fresh, site);
                    let cell = self.aliases.heap.cell(object, key);
                    self.aliases.heap.add(cell, &objects);
                }
                BTreeSet::from([object])
            }
        }
    }

    /// Copies values to an object; gives what the copy is.
    fn copied(
        &mut self,
        id: PointId,
        object: ObjectId,
        values: BTreeSet<ObjectId>,
        site: &mut CallSite,
    ) -> BTreeSet<ObjectId> {
        let heap = &mut self.aliases.heap;
        heap.cell(object, &FlowKey::AnyElement);
        let (records, mut found): (BTreeSet<_>, BTreeSet<_>) =
            values.into_iter().partition(|&value| heap.is_record(value));
        let mut pending: Vec<(ObjectId, ObjectId)> =
            records.into_iter().map(|record| (object, record)).collect();
        while let Some((copy, of)) = pending.pop() {
            if !site.copies.insert((copy, of)) {
                continue;
            }
            let parts: Vec<(FlowKey, CellId)> =
                heap.objects[of].cells.iter().map(|(key, &cell)| (key.clone(), cell)).collect();
            for (key, cell) in parts {
                let mut held = BTreeSet::new();
                for part in heap.holds[cell].clone() {
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
