//! Places in memory: what is left of an assignment, and what a value is read from.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowKey, FlowLowering, Step, VarId};

use super::names::{CMeaning, CStorage};
use super::types::{CType, RecordMember};
use super::{CFlow, CValue, library};
use crate::languages::c::syntax::forms::{CForm, bare};

/// Where a value is.
#[derive(Clone, Debug)]
pub(super) enum CPlace {
    /// In a variable of which nobody has the address.
    Variable(VarId),
    /// In a part of an object.
    Part { base: VarId, key: FlowKey, index: Option<VarId> },
    /// It is the object.
    Whole(VarId),
    /// It has no place.
    Value(VarId),
}

/// A place with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) place: CPlace,
    pub(super) of: CType,
    /// The variable that is named first, with the node of its name, and whether it is memory.
    pub(super) root: Option<(NodeId, VarId)>,
    /// How elements of an array are told apart that was not reached by a pointer.
    pub(super) path: Option<ArrayPath>,
}

/// How the elements of an array are told apart.
#[derive(Clone, Debug)]
pub(super) enum ArrayPath {
    /// By these indices so far, where they are numbers.
    Indices(Vec<Option<String>>),
    /// Not at all.
    Key(FlowKey),
}

impl ArrayPath {
    pub(super) fn key(self) -> FlowKey {
        match self {
            ArrayPath::Key(key) => key,
            ArrayPath::Indices(indices) => {
                let all: Option<Vec<String>> = indices.into_iter().collect();
                all.map_or(FlowKey::AnyElement, |all| FlowKey::Element(all.join(",")))
            }
        }
    }
}

impl Placed {
    fn of_value(value: CValue) -> Placed {
        let place = match value.of.is_aggregate() {
            true => CPlace::Whole(value.var),
            false => CPlace::Value(value.var),
        };
        Placed { place, of: value.of, root: None, path: None }
    }

    /// The same place, of which the parts were evaluated in some order.
    pub(super) fn rebase(&mut self, to: VarId, to_index: VarId) {
        match &mut self.place {
            CPlace::Part { base, index, .. } => {
                *base = to;
                *index = index.map(|_| to_index);
            }
            CPlace::Whole(base) => *base = to,
            CPlace::Variable(_) | CPlace::Value(_) => {}
        }
    }
}

impl<'t> CFlow<'t> {
    /// Finds a place, evaluating what it is made of.
    pub(super) fn place(&mut self, cst: Cst<'t>) -> Placed {
        let cst = bare(cst);
        let at = self.node_of(cst);
        match CForm::of(cst) {
            CForm::Name => self.named_place(cst, at),
            CForm::Deref(argument) => {
                let pointer = self.expression(argument);
                self.target_of(pointer, at)
            }
            CForm::Member { argument, field, is_arrow } => self.member(argument, field, is_arrow, at),
            CForm::Subscript { argument, index } => self.element(argument, index, at),
            _ => {
                let value = self.expression(cst);
                Placed::of_value(value)
            }
        }
    }

    fn named_place(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> Placed {
        let word = self.word(cst);
        if let Some((argument, context)) = self.here.args.get(word).cloned() {
            return self.within(context, |it| it.place(argument));
        }
        let Some(CMeaning::Variable(variable)) = self.meaning(word) else {
            if self.macros.contains_key(word)
                && let Some(placed) = self.expanded(word, at, |it, body| it.place(body))
            {
                return placed;
            }
            let value = self.name(cst, at);
            return Placed::of_value(value);
        };
        let root = at.map(|at| (at, variable.var));
        let place = match variable.place {
            CStorage::Plain => CPlace::Variable(variable.var),
            CStorage::Cell => {
                let key = self.kind_key(&variable.of);
                CPlace::Part { base: variable.var, key, index: None }
            }
            CStorage::Parts => {
                let base = self.flow.temp();
                self.copy(at, base, variable.var);
                CPlace::Whole(base)
            }
        };
        let is_told_apart = variable.is_array_only && !self.is_wild();
        let path = is_told_apart.then(|| ArrayPath::Indices(Vec::new()));
        Placed { place, of: variable.of, root, path }
    }

    /// What a pointer points to.
    pub(super) fn target_of(&mut self, pointer: CValue, at: Option<NodeId>) -> Placed {
        let of = match &pointer.of {
            CType::Function(_) => return Placed::of_value(pointer),
            of => of.target(),
        };
        let place = match &of {
            // What a pointer to a function points to is called as the pointer is.
            CType::Function(_) => CPlace::Value(pointer.var),
            of if of.is_aggregate() => {
                let base = self.flow.temp();
                self.copy(at, base, pointer.var);
                CPlace::Whole(base)
            }
            of => CPlace::Part { base: pointer.var, key: self.kind_key(of), index: None },
        };
        if let (CPlace::Value(value), Some(_)) = (&place, at) {
            let copied = self.flow.temp();
            self.copy(at, copied, *value);
        }
        Placed { place, of, root: None, path: None }
    }

    /// Where any value of a type may be that something has the address of.
    pub(super) fn kind_key(&self, of: &CType) -> FlowKey {
        match of.kind().filter(|_| !self.is_wild()) {
            Some(kind) => FlowKey::Kind(kind.to_owned()),
            None => FlowKey::AnyElement,
        }
    }

    /// Where a field is.
    pub(super) fn field_key(&self, member: &RecordMember) -> FlowKey {
        let is_array = matches!(member.of, CType::Array(_));
        let facts = &self.facts;
        let name = &member.name;
        let has_address = match is_array {
            true => facts.decaying_fields.contains(name) || self.has_array_names,
            false => facts.addressed_fields.contains(name),
        };
        if self.is_wild() || member.is_shared {
            FlowKey::AnyElement
        } else if has_address {
            self.kind_key(member.of.element())
        } else if is_array || self.types.repeated.contains(name) {
            FlowKey::Kind(name.clone())
        } else {
            FlowKey::Element(name.clone())
        }
    }

    fn member(&mut self, argument: Cst<'t>, field: Cst<'t>, is_arrow: bool, at: Option<NodeId>) -> Placed {
        let placed = match is_arrow {
            true => {
                let pointer = self.expression(argument);
                let of = pointer.of.target();
                Placed { place: CPlace::Whole(pointer.var), of, root: None, path: None }
            }
            false => self.place(argument),
        };
        let root = placed.root.or_else(|| self.root_of(argument));
        let base = match placed.place {
            CPlace::Whole(base) | CPlace::Value(base) | CPlace::Variable(base) => base,
            CPlace::Part { .. } => self.read(&placed, at).var,
        };
        let name = self.word(field);
        let member = match placed.of {
            CType::Record(record) => self.types.member(record, name).cloned(),
            _ => None,
        };
        let member = member.unwrap_or_else(|| self.types.guess(name));
        let place = match member.of.is_aggregate() {
            true => {
                let inner = self.flow.temp();
                self.copy(at, inner, base);
                CPlace::Whole(inner)
            }
            false => CPlace::Part { base, key: self.field_key(&member), index: None },
        };
        let path = matches!(member.of, CType::Array(_)).then(|| ArrayPath::Key(self.field_key(&member)));
        Placed { place, of: member.of, root, path }
    }

    /// The variable that a place begins with, for a criterion that names it.
    fn root_of(&mut self, cst: Cst<'t>) -> Option<(NodeId, VarId)> {
        let cst = bare(cst);
        match CForm::of(cst) {
            CForm::Name => {
                let at = self.node_of(cst)?;
                Some((at, self.variable(self.word(cst))?.var))
            }
            CForm::Member { argument, .. } | CForm::Subscript { argument, .. } | CForm::Deref(argument) => {
                self.root_of(argument)
            }
            _ => None,
        }
    }

    fn element(&mut self, argument: Cst<'t>, index: Cst<'t>, at: Option<NodeId>) -> Placed {
        let mut placed = None;
        let mut indexed = None;
        let (first, second) = self.unordered(&[argument, index], |it, idx, part| match idx {
            0 => {
                let found = it.place(part);
                let base = it.as_pointer(&found, part);
                placed = Some(found);
                base
            }
            _ => {
                let value = it.expression(part);
                indexed = Some(value.of.clone());
                value.var
            }
        });
        let Some(array) = placed else { return Placed::of_value(CValue { var: first, of: CType::Unknown }) };
        // `1[a]` is `a[1]`.
        let is_turned = !array.of.may_point() && indexed.is_some_and(|of| of.may_point());
        let (base, index_var) = if is_turned { (second, first) } else { (first, second) };
        let of = array.of.target();
        let root = array.root.or_else(|| self.root_of(argument));
        let path = array.path.map(|path| match path {
            ArrayPath::Indices(mut indices) => {
                indices.push(self.constant(index));
                ArrayPath::Indices(indices)
            }
            path => path,
        });
        if of.is_aggregate() {
            let inner = self.flow.library(at, &[base, index_var], library::moved(&[0]));
            return Placed { place: CPlace::Whole(inner), of, root, path };
        }
        let key = path.map_or_else(|| self.kind_key(&of), ArrayPath::key);
        Placed { place: CPlace::Part { base, key, index: Some(index_var) }, of, root, path: None }
    }

    /// The value of a place as a pointer to what is there: of an array its address.
    fn as_pointer(&mut self, placed: &Placed, cst: Cst<'t>) -> VarId {
        let at = self.node_of(bare(cst));
        self.read(placed, at).var
    }

    /// An index that is a number.
    pub(super) fn constant(&self, cst: Cst<'t>) -> Option<String> {
        let word = self.word(bare(cst));
        let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let is_octal = word.len() > 1 && word.starts_with('0');
        (is_number && !is_octal).then(|| word.to_owned())
    }

    /// Reads what is in a place; of an object that is its address.
    pub(super) fn read(&mut self, placed: &Placed, at: Option<NodeId>) -> CValue {
        let of = placed.of.clone();
        let var = match &placed.place {
            CPlace::Whole(var) | CPlace::Value(var) => *var,
            CPlace::Variable(var) => {
                let to = self.flow.temp();
                self.copy(at, to, *var);
                to
            }
            CPlace::Part { base, key, index } => {
                let to = self.flow.temp();
                self.flow.step(at, Act::Load { to, base: *base, key: key.clone(), index: *index });
                to
            }
        };
        CValue { var, of }
    }

    /// Writes a value to a place.
    pub(super) fn write(&mut self, placed: &Placed, value: &CValue, at: Option<NodeId>) {
        let root: Vec<NodeId> = placed.root.iter().map(|(node, _)| *node).collect();
        match (&placed.place, &placed.of) {
            (CPlace::Whole(to), CType::Record(record)) => {
                self.copy_record(value.var, *to, *record, at);
                self.requires(at, &[value.var]);
            }
            (CPlace::Variable(to), _) => {
                let act = Act::Copy { to: *to, from: value.var };
                return self.flow.push(Flow::Step(Step { at, also: root, act, throws: false }));
            }
            (CPlace::Part { base, key, index }, _) => {
                let (base, key, index) = (*base, key.clone(), *index);
                self.flow.step(at, Act::Store { base, key, index, from: value.var });
            }
            (CPlace::Whole(_) | CPlace::Value(_), _) => {
                self.requires(at, &[value.var]);
            }
        }
        if let Some((node, var)) = placed.root {
            self.shows(node, var);
        }
    }

    /// A name gets its value here, in parts.
    pub(super) fn shows(&mut self, node: NodeId, var: VarId) {
        let to = self.flow.temp();
        let act = Act::Copy { to, from: var };
        self.flow.push(Flow::Step(Step { at: None, also: vec![node], act, throws: false }));
    }

    /// Copies a structure, part by part.
    pub(super) fn copy_record(&mut self, from: VarId, to: VarId, record: usize, at: Option<NodeId>) {
        for key in self.keys_of(record) {
            let value = self.flow.temp();
            self.flow.step(at, Act::Load { to: value, base: from, key: key.clone(), index: None });
            self.flow.step(at, Act::Store { base: to, key, index: None, from: value });
        }
    }

    /// The keys of all parts of a structure.
    pub(super) fn keys_of(&self, record: usize) -> Vec<FlowKey> {
        let mut keys = Vec::new();
        for leaf in self.types.leaves(record) {
            let key = self.field_key(&leaf.member);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        if keys.is_empty() {
            keys.push(FlowKey::AnyElement);
        }
        keys
    }
}
