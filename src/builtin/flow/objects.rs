//! Objects by where they are made, the cells that they have, and the members that they find in their classes.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::NodeId;
use crate::bits::Bits;
use crate::flow::{FlowExtent, FlowKey, FunctionId, Made, VarId};

use super::points::PointId;

/// Index of an object.
pub(super) type ObjectId = usize;

/// Index of a cell: a variable, or a part of an object.
pub(super) type CellId = usize;

/// Where an object comes from: one for all that are made there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MadeAt {
    /// At a point, the so-manieth.
    Site(PointId, usize),
    /// At a call of a class.
    Instance(PointId, ObjectId),
    /// At any call of a class that is called at many places, or any copy of what is copied at many.
    Anywhere(ObjectId),
    Function(FunctionId),
    Bound(ObjectId, FunctionId),
    /// What a parameter takes that takes the rest.
    Rest(FunctionId),
    /// A copy that is made at a point, of what was first made elsewhere.
    Copied(PointId, ObjectId),
}

/// Copies that are told apart by the point that makes them. Where all that a program has may be in all else, each of as many points
/// would copy as many objects, and each copy hold every other: what is copied after these has one copy for all points.
const MANY_COPIES: usize = 512;

/// A set of objects; union takes a word for 64 of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ObjectSet(Bits);

impl ObjectSet {
    pub(super) fn new() -> ObjectSet {
        ObjectSet::default()
    }

    pub(super) fn of(object: ObjectId) -> ObjectSet {
        std::iter::once(object).collect()
    }

    /// Adds an object; whether it was not there before.
    pub(super) fn insert(&mut self, object: ObjectId) -> bool {
        self.0.insert(object as u32)
    }

    /// Adds all objects of another set.
    pub(super) fn add(&mut self, other: &ObjectSet) {
        self.0.add(&other.0);
    }

    pub(super) fn contains(&self, object: ObjectId) -> bool {
        self.0.contains(object as u32)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_subset(&self, other: &ObjectSet) -> bool {
        self.0.is_subset(&other.0)
    }

    /// In the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.0.iter().map(|object| object as ObjectId)
    }
}

impl FromIterator<ObjectId> for ObjectSet {
    fn from_iter<I: IntoIterator<Item = ObjectId>>(objects: I) -> ObjectSet {
        ObjectSet(objects.into_iter().map(|object| object as u32).collect())
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ObjectKind<'p> {
    Record,
    Memory(FlowExtent),
    Class {
        bases: &'p [VarId],
        methods: &'p [(String, FunctionId)],
        constructor: &'p str,
        shows: &'p [NodeId],
    },
    Instance(ObjectId),
    Function(FunctionId),
    Bound(ObjectId, FunctionId),
}

#[derive(Clone, Debug)]
pub(super) struct Object<'p> {
    pub(super) kind: ObjectKind<'p>,
    pub(super) origin: MadeAt,
    pub(super) cells: BTreeMap<FlowKey, CellId>,
    /// Made by a class without a constructor: what it was made with may be in any of its fields.
    pub(super) is_unbuilt: bool,
}

/// Objects, cells, and what each cell may hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap<'p> {
    pub(super) objects: Vec<Object<'p>>,
    ids: BTreeMap<MadeAt, ObjectId>,
    /// By cell, the variables first.
    pub(super) holds: Vec<ObjectSet>,
    /// The object of each cell that is no variable.
    pub(super) owner: Vec<Option<ObjectId>>,
    pub(super) has_changed: bool,
    n_copies: usize,
    /// Whether a class has several bases, so that the order in which they are looked through is not ours to know.
    pub(super) has_diamonds: bool,
    /// Parts of objects are not told apart.
    pub(super) is_coarse: bool,
    /// Of which there may be more than one, however often the point runs that makes them: code outside of the program does.
    pub(super) several: BTreeSet<ObjectId>,
    /// The methods that take the class they are called on.
    pub(super) of_class: BTreeSet<FunctionId>,
    /// Methods are read as elements are, so that one without a name may be any.
    pub(super) has_method_elements: bool,
}

impl<'p> Heap<'p> {
    pub(super) fn new(n_variables: usize, is_coarse: bool) -> Heap<'p> {
        Heap {
            holds: vec![ObjectSet::new(); n_variables],
            owner: vec![None; n_variables],
            is_coarse,
            ..Heap::default()
        }
    }

    pub(super) fn object(&mut self, origin: MadeAt, kind: ObjectKind<'p>) -> ObjectId {
        if let Some(&id) = self.ids.get(&origin) {
            return id;
        }
        let id = self.objects.len();
        self.ids.insert(origin.clone(), id);
        self.objects.push(Object { kind, origin, cells: BTreeMap::new(), is_unbuilt: false });
        self.has_changed = true;
        id
    }

    /// The copy of an object that is in what a point copies: one of all that are copies of the same.
    pub(super) fn copy(&mut self, point: PointId, of: ObjectId) -> ObjectId {
        let first = match self.objects[of].origin {
            MadeAt::Copied(_, first) | MadeAt::Anywhere(first) => first,
            _ => of,
        };
        let origin = MadeAt::Copied(point, first);
        if !self.ids.contains_key(&origin) {
            if self.n_copies == MANY_COPIES {
                return self.object(MadeAt::Anywhere(first), ObjectKind::Record);
            }
            self.n_copies += 1;
        }
        self.object(origin, ObjectKind::Record)
    }

    pub(super) fn is_record(&self, object: ObjectId) -> bool {
        matches!(self.objects[object].kind, ObjectKind::Record)
    }

    pub(super) fn find(&self, origin: &MadeAt) -> Option<ObjectId> {
        self.ids.get(origin).copied()
    }

    /// A cell of nothing in the program.
    pub(super) fn hidden(&mut self) -> CellId {
        self.holds.push(ObjectSet::new());
        self.owner.push(None);
        self.holds.len() - 1
    }

    pub(super) fn made(&mut self, origin: MadeAt, made: &'p Made) -> ObjectId {
        let kind = match made {
            Made::Record => ObjectKind::Record,
            Made::Memory(extent) => ObjectKind::Memory(*extent),
            Made::Class { bases, methods, constructor, shows } => {
                self.has_diamonds |= bases.len() > 1;
                ObjectKind::Class { bases, methods, constructor, shows }
            }
        };
        self.object(origin, kind)
    }

    pub(super) fn cell(&mut self, object: ObjectId, key: &FlowKey) -> CellId {
        let key = self.key_in(object, key);
        if let Some(&cell) = self.objects[object].cells.get(key) {
            return cell;
        }
        let cell = self.holds.len();
        self.holds.push(ObjectSet::new());
        self.owner.push(Some(object));
        self.objects[object].cells.insert(key.clone(), cell);
        self.has_changed = true;
        cell
    }

    /// What a key means in an object.
    pub(super) fn key_in<'k>(&self, object: ObjectId, key: &'k FlowKey) -> &'k FlowKey {
        if self.is_coarse || self.is_cell(object) { &FlowKey::AnyElement } else { key }
    }

    /// Whether an object has one value only.
    pub(super) fn is_cell(&self, object: ObjectId) -> bool {
        matches!(self.objects[object].kind, ObjectKind::Memory(FlowExtent::Cell))
    }

    pub(super) fn add(&mut self, cell: CellId, objects: &ObjectSet) {
        if !objects.is_subset(&self.holds[cell]) {
            self.holds[cell].add(objects);
            self.has_changed = true;
        }
    }

    /// What one cell holds, another one may hold.
    pub(super) fn flow(&mut self, from: CellId, to: CellId) {
        if let Ok([source, target]) = self.holds.get_disjoint_mut([from, to])
            && !source.is_subset(target)
        {
            target.add(source);
            self.has_changed = true;
        }
    }

    /// Cells of an object that a key may mean, not those of its class.
    pub(super) fn own(&self, object: ObjectId, key: &FlowKey) -> Vec<CellId> {
        let means = |other: &FlowKey| match key {
            _ if self.is_coarse || self.is_cell(object) => true,
            FlowKey::Field(_) => {
                other == key || self.objects[object].is_unbuilt && *other == FlowKey::AnyElement
            }
            FlowKey::Element(_) | FlowKey::Kind(_) => other == key || *other == FlowKey::AnyElement,
            FlowKey::AnyElement => !matches!(other, FlowKey::Field(_)),
        };
        self.objects[object].cells.iter().filter(|(other, _)| means(other)).map(|(_, &cell)| cell).collect()
    }

    /// Cells that loading this part reads, those of classes among them.
    pub(super) fn read_by(&self, object: ObjectId, key: &FlowKey) -> Vec<CellId> {
        let mut cells = self.own(object, key);
        for class in self.classes(object) {
            cells.extend(self.own(class, key));
        }
        cells
    }

    /// Definitions that are part of what an object is as a value.
    pub(super) fn shown(&self, object: ObjectId) -> impl Iterator<Item = NodeId> + '_ {
        let classes = self.classes(object).into_iter();
        classes.flat_map(|class| match self.objects[class].kind {
            ObjectKind::Class { shows, .. } => shows.iter().copied(),
            _ => [].iter().copied(),
        })
    }

    /// The class of an object and its bases, or the bases of a class.
    fn classes(&self, object: ObjectId) -> Vec<ObjectId> {
        match self.objects[object].kind {
            ObjectKind::Instance(class) => std::iter::once(class).chain(self.above(class)).collect(),
            ObjectKind::Class { .. } => self.above(object),
            _ => Vec::new(),
        }
    }

    fn bases(&self, class: ObjectId) -> Vec<ObjectId> {
        let ObjectKind::Class { bases, .. } = self.objects[class].kind else { return Vec::new() };
        let is_class = |object: &ObjectId| matches!(self.objects[*object].kind, ObjectKind::Class { .. });
        bases.iter().flat_map(|&base| self.holds[base].iter()).filter(is_class).collect()
    }

    /// The functions that a class has under this name, or else its bases.
    pub(super) fn methods(&self, class: ObjectId, name: &str) -> BTreeSet<FunctionId> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        self.find_methods(class, name, &mut seen, &mut found);
        found
    }

    /// The functions that reading a part of an object of a class, or of the class, may find.
    pub(super) fn methods_at(&self, class: ObjectId, key: &FlowKey) -> BTreeSet<FunctionId> {
        match key {
            FlowKey::Field(name) | FlowKey::Element(name) => self.methods(class, name),
            FlowKey::AnyElement if self.has_method_elements => self.all_methods(class),
            _ => BTreeSet::new(),
        }
    }

    /// Whether a class, or one of its bases in the program, has a base that is not the program's.
    pub(super) fn has_foreign_base(&self, class: ObjectId) -> bool {
        let is_foreign = |class: ObjectId| {
            let ObjectKind::Class { bases, .. } = self.objects[class].kind else { return false };
            let is_class = |object: ObjectId| matches!(self.objects[object].kind, ObjectKind::Class { .. });
            bases.iter().any(|&base| !self.holds[base].iter().any(is_class))
        };
        is_foreign(class) || self.above(class).into_iter().any(is_foreign)
    }

    /// All methods of a class and its bases, but for those that make objects.
    pub(super) fn all_methods(&self, class: ObjectId) -> BTreeSet<FunctionId> {
        self.methods_named(class, "")
    }

    /// The methods of a class and its bases with names that begin so, but for those that make objects.
    pub(super) fn methods_named(&self, class: ObjectId, prefix: &str) -> BTreeSet<FunctionId> {
        let mut found = BTreeSet::new();
        for class in std::iter::once(class).chain(self.above(class)) {
            let ObjectKind::Class { methods, constructor, .. } = self.objects[class].kind else { continue };
            let others = methods.iter().filter(|(name, _)| name != constructor && name.starts_with(prefix));
            found.extend(others.map(|(_, function)| *function));
        }
        found
    }

    /// The bases of a class in the program, and theirs.
    fn above(&self, class: ObjectId) -> Vec<ObjectId> {
        let mut found = Vec::new();
        let mut pending = self.bases(class);
        while let Some(class) = pending.pop() {
            if !found.contains(&class) {
                found.push(class);
                pending.extend(self.bases(class));
            }
        }
        found
    }

    /// Names of fields and methods of an object that begin so.
    pub(super) fn member_names(&self, object: ObjectId, prefix: &str) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for of in std::iter::once(object).chain(self.classes(object)) {
            names.extend(self.objects[of].cells.keys().filter_map(|key| match key {
                FlowKey::Field(name) => Some(name.clone()),
                _ => None,
            }));
            if let ObjectKind::Class { methods, .. } = self.objects[of].kind {
                names.extend(methods.iter().map(|(name, _)| name.clone()));
            }
        }
        names.retain(|name| name.starts_with(prefix));
        names
    }

    /// The functions that an object itself holds under this name; where parts are not told apart, all that it holds unless it is a class.
    pub(super) fn own_functions(&self, object: ObjectId, name: &str) -> BTreeSet<FunctionId> {
        let cells = &self.objects[object].cells;
        let is_class = matches!(self.objects[object].kind, ObjectKind::Class { .. });
        let keys = match self.is_coarse && !is_class {
            true => vec![FlowKey::AnyElement],
            false => vec![FlowKey::Element(name.to_owned()), FlowKey::Field(name.to_owned())],
        };
        let held = keys.iter().filter_map(|key| cells.get(key)).flat_map(|&cell| self.holds[cell].iter());
        let functions = held.filter_map(|held| match self.objects[held].kind {
            ObjectKind::Function(function) => Some(function),
            _ => None,
        });
        functions.collect()
    }

    /// Methods of an object of a class that code outside of the program calls by this name: where parts are not told apart, also
    /// functions that the class and its bases were given.
    pub(super) fn implicit_methods(&self, class: ObjectId, name: &str) -> BTreeSet<FunctionId> {
        let mut found = self.methods(class, name);
        if self.is_coarse {
            let classes = std::iter::once(class).chain(self.above(class));
            let cells = classes.filter_map(|class| self.objects[class].cells.get(&FlowKey::AnyElement));
            for held in cells.flat_map(|&cell| self.holds[cell].iter()) {
                if let ObjectKind::Function(function) = self.objects[held].kind {
                    found.insert(function);
                }
            }
        }
        found
    }

    fn find_methods(
        &self,
        class: ObjectId,
        name: &str,
        seen: &mut BTreeSet<ObjectId>,
        found: &mut BTreeSet<FunctionId>,
    ) {
        let ObjectKind::Class { methods, .. } = self.objects[class].kind else { return };
        if !seen.insert(class) {
            return;
        }
        let before = found.len();
        found.extend(methods.iter().filter(|(other, _)| other == name).map(|(_, function)| *function));
        found.extend(self.own_functions(class, name));
        if found.len() == before || self.has_diamonds {
            for base in self.bases(class) {
                self.find_methods(base, name, seen, found);
            }
        }
    }

    /// The functions that the bases of a class have under this name.
    pub(super) fn inherited(&self, class: ObjectId, name: &str) -> BTreeSet<FunctionId> {
        match self.has_diamonds {
            true => (0..self.objects.len()).flat_map(|object| self.methods(object, name)).collect(),
            false => self.bases(class).into_iter().flat_map(|base| self.methods(base, name)).collect(),
        }
    }

    /// What a part of an object may be: what it holds, and the methods of its class, bound to it or to that class.
    pub(super) fn load(&mut self, object: ObjectId, key: &FlowKey) -> ObjectSet {
        let mut found = ObjectSet::new();
        let mut functions = BTreeSet::new();
        let class = match self.objects[object].kind {
            ObjectKind::Instance(class) => class,
            _ => object,
        };
        for of in std::iter::once(object).chain(self.classes(object)) {
            for held in self.own(of, key).into_iter().flat_map(|cell| self.holds[cell].iter()) {
                match self.objects[held].kind {
                    ObjectKind::Function(function) if of != object || self.of_class.contains(&function) => {
                        functions.insert(function);
                    }
                    _ => _ = found.insert(held),
                }
            }
        }
        functions.extend(self.methods_at(class, key));
        let is_class = matches!(self.objects[object].kind, ObjectKind::Class { .. });
        for function in functions {
            let (origin, kind) = match self.of_class.contains(&function) {
                true => (MadeAt::Bound(class, function), ObjectKind::Bound(class, function)),
                false if is_class => (MadeAt::Function(function), ObjectKind::Function(function)),
                false => (MadeAt::Bound(object, function), ObjectKind::Bound(object, function)),
            };
            found.insert(self.object(origin, kind));
        }
        found
    }

    /// What any element or member of these objects may be.
    pub(super) fn parts(&self, objects: &ObjectSet) -> ObjectSet {
        let mut parts = ObjectSet::new();
        let cells = objects.iter().flat_map(|object| self.objects[object].cells.values());
        cells.for_each(|&cell| parts.add(&self.holds[cell]));
        parts
    }

    /// What an object holds. Static parts of classes are read by name.
    pub(super) fn next(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        let (receiver, cells) = match self.objects[object].kind {
            ObjectKind::Bound(receiver, _) => (Some(receiver), Some(&self.objects[object].cells)),
            ObjectKind::Class { .. } => (None, None),
            _ => (None, Some(&self.objects[object].cells)),
        };
        let cells = cells.into_iter().flat_map(|cells| cells.values());
        receiver.into_iter().chain(cells.flat_map(|&cell| self.holds[cell].iter()))
    }
}
