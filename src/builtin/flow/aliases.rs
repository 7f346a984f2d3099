//! What variables and parts of objects may hold, and what is called where: inclusion-based, without regard to the order of
//! steps (Andersen, *Program analysis and specialization for the C programming language*, 1994), with
//! functions among the objects, so that calls are found along the way.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::flow::{
    Act, FlowArgument, FlowCallee, FlowKey, FlowProgram, FunctionId, HOOKS, ROOT, Receiver, VarId,
};

use super::contents::Closures;
use super::effects::Answering;
use super::objects::{CellId, Heap, MadeAt, ObjectId, ObjectKind, ObjectSet};
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
    /// Code outside of the program calls it by itself, and fails if the result is none that it can use.
    pub(super) is_checked: bool,
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
    pub(super) instances: ObjectSet,
    /// Of these, those of classes whose constructor is not the program's.
    pub(super) unbuilt: ObjectSet,
    /// Objects that code outside of the program makes.
    pub(super) fresh: ObjectSet,
    /// Copies that it makes, each with what it is a copy of.
    pub(super) copies: BTreeSet<(ObjectId, ObjectId)>,
}

/// The result.
#[derive(Clone, Debug)]
pub(super) struct Aliases<'p> {
    pub(super) heap: Heap<'p>,
    pub(super) calls: BTreeMap<PointId, CallSite>,
    /// What was thrown anywhere.
    pub(super) thrown: ObjectSet,
    /// Functions that others call.
    pub(super) entries: BTreeSet<FunctionId>,
}

/// What is called, and from which argument on it gets them.
struct CalledFunction {
    function: FunctionId,
    /// What the first parameter gets, before the arguments.
    receiver: Option<(ObjectSet, Vec<VarId>)>,
    n_skipped: usize,
}

/// Calls of one function that get their arguments alike are one, with all that it is called on: a value may be as many methods of objects as
/// there are objects.
fn merged(targets: Vec<CalledFunction>) -> Vec<CalledFunction> {
    let mut merged: Vec<CalledFunction> = Vec::new();
    let mut known: BTreeMap<(FunctionId, usize, Option<Vec<VarId>>), usize> = BTreeMap::new();
    for target in targets {
        let vars = target.receiver.as_ref().map(|(_, vars)| vars.clone());
        match known.entry((target.function, target.n_skipped, vars)) {
            Entry::Vacant(entry) => {
                entry.insert(merged.len());
                merged.push(target);
            }
            Entry::Occupied(entry) => {
                let same = merged[*entry.get()].receiver.as_mut();
                if let (Some((objects, _)), Some((others, _))) = (same, &target.receiver) {
                    objects.add(others);
                }
            }
        }
    }
    merged
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
    let mut heap = Heap::new(program.variables.len(), is_coarse);
    let takes_class = |id: &FunctionId| program.functions[*id].receiver == Receiver::Class;
    heap.has_method_elements = program.passes_receivers;
    heap.of_class = (0..program.functions.len()).filter(takes_class).collect();
    let aliases =
        Aliases { heap, calls: BTreeMap::new(), thrown: ObjectSet::new(), entries: BTreeSet::new() };
    let mut solver = Solver {
        program,
        aliases,
        one_for_all,
        places_of: BTreeMap::new(),
        closures: None,
        answering: BTreeMap::new(),
        resumable: None,
        foreign: BTreeSet::new(),
        memberless: BTreeSet::new(),
        unresolved: BTreeSet::new(),
        plain: BTreeSet::new(),
        empty: BTreeSet::new(),
        is_called: false,
    };
    loop {
        solver.aliases.heap.has_changed = false;
        solver.closures = None;
        solver.answering.clear();
        solver.resumable = None;
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
        } else if !solver.is_called && solver.is_library(points) {
            solver.is_called = true;
            solver.call_from_outside();
        } else {
            return Ok(solver.aliases);
        }
    }
}

/// Goes through all points until nothing changes any more.
pub(super) struct Solver<'s, 'p> {
    pub(super) program: &'p FlowProgram,
    pub(super) aliases: Aliases<'p>,
    /// Classes with one object for all that are made of them.
    one_for_all: &'s BTreeSet<MadeAt>,
    /// By class: where it is called.
    places_of: BTreeMap<ObjectId, BTreeSet<PointId>>,
    /// What objects reach, at the earliest since the round began; in the last round nothing changes.
    pub(super) closures: Option<Closures>,
    /// By names of methods, the objects that have one of them; as old as the closures.
    pub(super) answering: BTreeMap<&'static [&'static str], Rc<Answering>>,
    /// The records that have a function which makes elements; as old.
    pub(super) resumable: Option<Rc<Answering>>,
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
    /// Whether others call the program, which is a library.
    is_called: bool,
}

impl<'p> Solver<'_, 'p> {
    pub(super) fn holds(&self, cell: CellId) -> ObjectSet {
        self.aliases.heap.holds[cell].clone()
    }

    /// Whether the program starts nothing, so that others must be who call its functions.
    fn is_library(&self, points: &[Point<'p>]) -> bool {
        let of_root = self.aliases.calls.iter().filter(|(id, _)| points[**id].function == ROOT);
        self.program.is_library || of_root.flat_map(|(_, site)| &site.bindings).next().is_none()
    }

    /// Others call what the program itself does not: methods on any object of their classes. Of other arguments nothing is known.
    fn call_from_outside(&mut self) {
        let bindings = self.aliases.calls.values().flat_map(|site| &site.bindings);
        let called: BTreeSet<FunctionId> = bindings.map(|binding| binding.function).collect();
        let heap = &mut self.aliases.heap;
        let mut receivers: BTreeMap<FunctionId, ObjectSet> = BTreeMap::new();
        for class in 0..heap.objects.len() {
            let ObjectKind::Class { methods, .. } = heap.objects[class].kind else { continue };
            let object = heap.object(MadeAt::Anywhere(class), ObjectKind::Instance(class));
            for (_, function) in methods {
                let given = match self.program.functions[*function].receiver {
                    Receiver::Object => object,
                    Receiver::Class => class,
                    Receiver::Nothing => continue,
                };
                receivers.entry(*function).or_default().insert(given);
            }
        }
        for (id, function) in self.program.functions.iter().enumerate() {
            if id == ROOT || called.contains(&id) {
                continue;
            }
            self.aliases.entries.insert(id);
            if let (Some(receiver), Some(first)) = (receivers.get(&id), function.params.first()) {
                heap.add(first.var, receiver);
            }
        }
    }

    fn point(&mut self, id: PointId, point: &Point<'p>) {
        match point.event {
            Event::Act(act) => self.act(id, act),
            Event::Throw(Some(value)) => {
                let before = self.aliases.thrown.len();
                self.aliases.thrown.add(&self.aliases.heap.holds[value]);
                self.aliases.heap.has_changed |= self.aliases.thrown.len() != before;
            }
            Event::Catch(Some(var), _) => self.aliases.heap.add(var, &self.aliases.thrown),
            _ => {}
        }
    }

    fn act(&mut self, id: PointId, act: &'p Act) {
        match act {
            Act::Copy { to, from } => self.aliases.heap.flow(*from, *to),
            Act::Compute { .. } => {}
            Act::Make { to, kind, holds } => {
                let object = self.aliases.heap.made(MadeAt::Site(id, 0), kind);
                self.aliases.heap.add(*to, &ObjectSet::of(object));
                for held in holds {
                    let cell = self.aliases.heap.cell(object, &held.key);
                    self.aliases.heap.flow(held.from, cell);
                }
            }
            Act::Closure { to, function } => {
                let object = self.function(*function);
                self.aliases.heap.add(*to, &ObjectSet::of(object));
            }
            Act::Load { to, base, key, .. } => {
                for object in self.holds(*base).iter() {
                    let found = self.aliases.heap.load(object, key);
                    self.aliases.heap.add(*to, &found);
                }
            }
            Act::Inner { to, base, key, .. } => self.inner(id, *to, *base, key),
            Act::Store { base, key, from, .. } => {
                for object in self.holds(*base).iter() {
                    let cell = self.aliases.heap.cell(object, key);
                    self.aliases.heap.flow(*from, cell);
                }
            }
            Act::Call { to, callee, args } => self.call(id, *to, callee, args),
        }
    }

    fn inner(&mut self, id: PointId, to: VarId, base: VarId, key: &FlowKey) {
        let objects = self.holds(base);
        let mut found = ObjectSet::new();
        for object in objects.iter() {
            found.add(&self.aliases.heap.load(object, key));
        }
        if self.plain.contains(&id) {
            let made = ObjectSet::of(self.aliases.heap.object(MadeAt::Site(id, 0), ObjectKind::Record));
            for object in objects.iter() {
                let cell = self.aliases.heap.cell(object, key);
                self.aliases.heap.add(cell, &made);
            }
            found.add(&made);
        } else if found.is_empty() {
            self.empty.insert(id);
        }
        self.aliases.heap.add(to, &found);
    }

    /// The object that a call of a class makes.
    pub(super) fn instance(&mut self, id: PointId, class: ObjectId) -> ObjectId {
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
                for object in objects.iter() {
                    self.called(id, object, (*value, 0), &mut targets, &mut site);
                }
                Some(otherwise)
            }
            FlowCallee::Method { name, otherwise } => {
                let objects = args.first().map(|first| self.holds(first.var)).unwrap_or_default();
                if objects.is_empty() && !site.is_foreign {
                    self.unresolved.insert(id);
                }
                for object in objects.iter() {
                    self.method(id, object, (name, args[0].var), &mut targets, &mut site);
                }
                Some(otherwise)
            }
            FlowCallee::Base { class, name } => {
                let classes = self.holds(*class);
                let functions: BTreeSet<FunctionId> =
                    classes.iter().flat_map(|class| self.aliases.heap.inherited(class, name)).collect();
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
        for target in merged(targets) {
            let binding = self.bind(&target, args);
            self.aliases.heap.flow(self.program.functions[target.function].result, to);
            site.bindings.push(binding);
        }
        let instances = site.instances.clone();
        self.aliases.heap.add(to, &instances);
        for object in site.unbuilt.clone().iter() {
            let cell = self.aliases.heap.cell(object, &FlowKey::AnyElement);
            for arg in args {
                self.aliases.heap.flow(arg.var, cell);
            }
        }
        if let Some(effect) = effect.filter(|_| site.is_foreign) {
            let hooks = match callee {
                FlowCallee::Method { name, .. } => self.hooks(name, args),
                _ => Vec::new(),
            };
            self.effect(id, to, effect, (args, hooks), &mut site);
        }
        self.aliases.calls.insert(id, site);
    }

    /// What a method of a base that is not the program's may call: all that classes of the program put in the place of what the base
    /// has.
    fn hooks(&self, name: &str, args: &[FlowArgument]) -> Vec<(FunctionId, ObjectId)> {
        let heap = &self.aliases.heap;
        let receivers = args.first().map(|first| heap.holds[first.var].iter()).into_iter().flatten();
        let mut found = Vec::new();
        for object in receivers {
            let ObjectKind::Instance(class) = heap.objects[object].kind else { continue };
            if !heap.methods(class, name).is_empty() {
                continue;
            }
            let mut functions = heap.methods(class, HOOKS);
            if functions.is_empty() && heap.has_foreign_base(class) {
                functions = heap.all_methods(class);
            }
            found.extend(functions.into_iter().map(|function| (function, object)));
        }
        found
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
                let receiver = Some((ObjectSet::of(receiver), vec![value]));
                let n_skipped = if self.program.passes_receivers { 1 } else { n_skipped };
                targets.push(CalledFunction { function, receiver, n_skipped });
            }
            ObjectKind::Class { constructor, .. } => {
                let instance = self.instance(id, object);
                site.instances.insert(instance);
                let functions = self.aliases.heap.methods(object, constructor);
                if functions.is_empty() {
                    // Without a name for them, constructors are called otherwise.
                    self.aliases.heap.objects[instance].is_unbuilt = !constructor.is_empty();
                    site.unbuilt.insert(instance);
                }
                for function in functions {
                    let receiver = Some((ObjectSet::of(instance), Vec::new()));
                    let n_skipped = if self.program.passes_receivers { 1 } else { n_skipped };
                    targets.push(CalledFunction { function, receiver, n_skipped });
                }
            }
            ObjectKind::Instance(class) => {
                let functions = self.call_methods(class);
                site.is_foreign |= functions.is_empty();
                for function in functions {
                    let receiver = Some((ObjectSet::of(object), vec![value]));
                    targets.push(CalledFunction { function, receiver, n_skipped });
                }
            }
            ObjectKind::Record | ObjectKind::Memory(_) => site.is_foreign = true,
        }
    }

    /// What a call of an object of this class calls.
    pub(super) fn call_methods(&self, class: ObjectId) -> Vec<FunctionId> {
        let method = self.program.call_method;
        method.map(|name| self.aliases.heap.methods(class, name)).into_iter().flatten().collect()
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
            found.add(&self.aliases.heap.load(object, &FlowKey::Element(name.to_owned())));
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
        for member in found.iter() {
            match self.aliases.heap.objects[member].kind {
                // What another object's method is bound to is that object.
                ObjectKind::Bound(of, function) if of == object => {
                    targets.push(self.received(function, object, receiver));
                }
                ObjectKind::Function(function) => {
                    let n_skipped = usize::from(!self.program.passes_receivers);
                    targets.push(CalledFunction { function, receiver: None, n_skipped });
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
                let receiver = Some((ObjectSet::of(class), vec![var]));
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
            // Where calls say what a method is called on, one that was read is bound to nothing, unless something bound it.
            if let (true, false, Some(said)) = (program.passes_receivers, values.is_empty(), args.first()) {
                let objects = self.holds(said.var);
                self.aliases.heap.add(first.var, &objects);
                params[0].push(said.var);
            }
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
                    self.aliases.heap.add(param.var, &ObjectSet::of(object));
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
            is_checked: false,
            is_lazy: program.functions[target.function].is_lazy,
        }
    }
}
