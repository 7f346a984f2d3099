//! Declarations of variables, and what initialises them.

use std::rc::Rc;

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowKey, FlowLowering, VarId};
use crate::languages::c::syntax::{Declaration, Declarator, constant};

use super::names::{CMeaning, CStorage, CVariable, DeclaredVariable};
use super::places::{ArrayPath, CPlace, Placed};
use super::types::{CType, RecordId};
use super::{CFlow, CValue, DeferredValue};
use crate::languages::c::syntax::forms::{self, CForm, ElementDesignator, ListElement, bare};

/// How a declaration says where its variables live.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StorageClass {
    Automatic,
    Static,
    /// Perhaps defined elsewhere.
    Shared,
}

impl<'t> CFlow<'t> {
    /// A declaration among statements.
    pub(super) fn declaration(&mut self, cst: Cst<'t>, declaration: Declaration<'t>) {
        self.constants(cst);
        let text = self.here.text;
        let class = if declaration.has_storage(text, "extern") {
            StorageClass::Shared
        } else if declaration.has_storage(text, "static") {
            StorageClass::Static
        } else {
            StorageClass::Automatic
        };
        for declarator in declaration.declarators() {
            self.declarator(cst, declarator, class);
        }
    }

    /// Names of the numbers of enumerations.
    pub(super) fn constants(&mut self, cst: Cst<'t>) {
        for name in cst.subtree().filter(|part| !forms::is_definition(*part)).filter_map(constant) {
            let word = self.word(name);
            self.scopes.declare(word, CMeaning::Constant);
        }
    }

    /// One declarator; a prototype declares nothing.
    pub(super) fn declarator(&mut self, cst: Cst<'t>, declarator: Cst<'t>, class: StorageClass) {
        let text = self.here.text;
        let Some(specifier) = cst.child_by_field_name("type") else { return };
        let base = self.types.of_specifier(specifier, text);
        let (inner, value) = match Declarator::of(declarator) {
            Declarator::Initialised { inner, value } => (inner, value),
            _ => (Some(declarator), None),
        };
        let (of, Some(name)) = self.types.declared(base, inner) else { return };
        let word = self.word(name);
        if matches!(of, CType::Function(_)) {
            if let Some(shared) = self.shared.get(word).filter(|_| self.scopes.here(word).is_none()) {
                let shared = shared.clone();
                self.scopes.declare(word, shared);
            }
            return;
        }
        let node = self.node_of(name);
        let at = if value.is_some() { self.node_of(declarator) } else { node };
        let key = (self.here.file_idx, name.start_byte());
        let known = self.read.get(&key).cloned().filter(|_| class != StorageClass::Automatic);
        let variable = match known {
            Some(CMeaning::Variable(known)) => {
                return self.scopes.declare(word, CMeaning::Variable(known));
            }
            _ => self.new_declared(word, of, class, node),
        };
        if class != StorageClass::Automatic && self.here.at.is_none() {
            self.read.insert(key, CMeaning::Variable(variable.clone()));
        }
        self.scopes.declare(word, CMeaning::Variable(variable.clone()));
        let declared = DeclaredVariable { variable, name: node, declarator: at };
        self.sizes(inner, &declared);
        match value {
            None => _ = self.compute(node, &[]),
            Some(value) if class == StorageClass::Automatic => self.initialise(&declared, value),
            Some(value) => {
                let words = text[cst.byte_range()].split(|c: char| !c.is_alphanumeric());
                let is_constant = words.into_iter().any(|word| word == "const");
                let (here, scopes) = (Rc::clone(&self.here), self.scopes.clone());
                self.statics.push(DeferredValue { declared, value, is_constant, here, scopes });
            }
        }
    }

    fn new_declared(
        &mut self,
        word: &str,
        of: CType,
        class: StorageClass,
        node: Option<NodeId>,
    ) -> CVariable {
        if class == StorageClass::Shared
            && let Some(CMeaning::Variable(known)) = self.shared.get(word).cloned()
        {
            self.declares(known.mention, node);
            return known;
        }
        let variable = self.new_variable(word, of, class != StorageClass::Automatic, node);
        if class == StorageClass::Shared {
            self.shared.insert(word.to_owned(), CMeaning::Variable(variable.clone()));
        }
        variable
    }

    /// Sizes of arrays stay with the names of these.
    fn sizes(&mut self, declarator: Option<Cst<'t>>, declared: &DeclaredVariable) {
        let mut values = Vec::new();
        for size in forms::sizes(declarator) {
            values.push(self.expression(size).var);
        }
        self.requires(declared.name, &values);
    }

    /// Values of variables that live as long as the program.
    pub(super) fn initialise_statics(&mut self) {
        for deferred in std::mem::take(&mut self.statics) {
            let DeferredValue { declared, value, is_constant, here, scopes } = deferred;
            let outside = std::mem::replace(&mut self.scopes, scopes);
            self.within(here, |it| it.initialise_static(&declared, value, is_constant));
            self.scopes = outside;
        }
    }

    /// No part of what initialises it can go, and all of it only if it is no array or constant.
    fn initialise_static(&mut self, declared: &DeclaredVariable, value: Cst<'t>, is_constant: bool) {
        let values = match CForm::of(bare(value)) {
            CForm::List => {
                let at = self.node_of(value);
                let values = self.initialise_list(&declared.variable, value, at);
                declared.name.into_iter().for_each(|name| self.shows(name, declared.variable.var));
                let stays = is_constant || matches!(declared.variable.of, CType::Array(_));
                return self.requires(if stays { declared.declarator } else { at }, &values);
            }
            _ => {
                self.initialise(declared, value);
                self.mentions(value)
            }
        };
        if is_constant {
            self.requires(declared.declarator, &values);
        }
    }

    fn initialise(&mut self, declared: &DeclaredVariable, value: Cst<'t>) {
        let DeclaredVariable { variable, name, declarator } = declared.clone();
        let variable = &variable;
        let value = bare(value);
        let at = self.node_of(value);
        let placed = Placed { root: name.map(|name| (name, variable.var)), ..self.stored(variable) };
        match (&variable.of, CForm::of(value)) {
            (_, CForm::List) => {
                self.initialise_list(variable, value, at);
                name.into_iter().for_each(|name| self.shows(name, variable.var));
            }
            (CType::Record(_), _) => {
                let from = self.expression(value);
                self.write(&placed, &from, at);
            }
            (CType::Array(_), _) => {
                let from = self.expression(value);
                let content = self.compute(at, &[]);
                let key = self.any_element(variable);
                self.flow.step(at, Act::Store { base: variable.var, key, index: None, from: content });
                self.requires(declarator, &[from.var]);
                name.into_iter().for_each(|name| self.shows(name, variable.var));
            }
            _ => {
                let from = self.expression(value);
                self.looks_at(&from, &variable.of, value);
                self.write(&placed, &from, declarator);
            }
        }
    }

    fn any_element(&self, variable: &CVariable) -> FlowKey {
        match variable.is_array_only {
            true => FlowKey::AnyElement,
            false => self.kind_key(variable.of.element()),
        }
    }

    /// Where a variable is.
    pub(super) fn stored(&self, variable: &CVariable) -> Placed {
        let place = match variable.place {
            CStorage::Plain => CPlace::Variable(variable.var),
            CStorage::Cell => {
                let key = self.kind_key(&variable.of);
                CPlace::Part { base: variable.var, key, index: None }
            }
            CStorage::Parts => CPlace::Whole(variable.var),
        };
        Placed { place, of: variable.of.clone(), root: None, path: None }
    }

    /// A list in braces; gives all values in it.
    pub(super) fn initialise_list(
        &mut self,
        variable: &CVariable,
        list: Cst<'t>,
        at: Option<NodeId>,
    ) -> Vec<VarId> {
        let path = (variable.is_array_only && !self.is_wild()).then(|| ArrayPath::Indices(Vec::new()));
        let mut filling = ListFilling { base: variable.var, at, values: Vec::new() };
        if !variable.of.is_aggregate() {
            for ListElement { value, .. } in forms::elements(list) {
                let from = self.expression(value);
                filling.values.push(from.var);
                self.write(&self.stored(variable), &from, at);
            }
            return filling.values;
        }
        let zero = self.compute(at, &[]);
        for key in self.keys_in(&variable.of, path.as_ref()) {
            self.flow.step(at, Act::Store { base: variable.var, key, index: None, from: zero });
        }
        self.fill(&mut filling, &variable.of, list, path);
        filling.values
    }

    /// The keys that the parts of something may have.
    fn keys_in(&self, of: &CType, path: Option<&ArrayPath>) -> Vec<FlowKey> {
        match (of.element(), path) {
            (CType::Record(record), _) => self.keys_of(*record),
            (_, Some(ArrayPath::Key(key))) => vec![key.clone()],
            (_, Some(ArrayPath::Indices(_))) => vec![FlowKey::AnyElement],
            (of, None) => vec![self.kind_key(of)],
        }
    }

    fn fill(&mut self, filling: &mut ListFilling, of: &CType, list: Cst<'t>, path: Option<ArrayPath>) {
        let mut next = Some(0);
        for ListElement { designators, value } in forms::elements(list) {
            let part = match of {
                CType::Record(record) => self.part_of_record(*record, &designators, &mut next),
                _ => self.part_of_array(of, &designators, path.as_ref(), &mut next),
            };
            match part {
                Some((of, path)) => self.fill_part(filling, &of, path, value, &mut next),
                None => {
                    next = None;
                    self.fill_anything(filling, of, path.as_ref(), value);
                }
            }
        }
    }

    /// The field that is meant, and how parts of it are told apart.
    fn part_of_record(
        &mut self,
        record: RecordId,
        designators: &[ElementDesignator<'t>],
        next: &mut Option<usize>,
    ) -> Option<(CType, Option<ArrayPath>)> {
        let members = self.types.members(record).to_vec();
        let idx = match designators {
            [] => (*next)?,
            [ElementDesignator::Field(name)] => {
                let name = self.word(*name);
                members.iter().position(|member| member.name == name)?
            }
            _ => return None,
        };
        *next = Some(idx + 1);
        let member = members.get(idx)?;
        Some((member.of.clone(), Some(ArrayPath::Key(self.field_key(member)))))
    }

    fn part_of_array(
        &mut self,
        of: &CType,
        designators: &[ElementDesignator<'t>],
        path: Option<&ArrayPath>,
        next: &mut Option<usize>,
    ) -> Option<(CType, Option<ArrayPath>)> {
        let idx = match designators {
            [] => (*next)?,
            [ElementDesignator::Index(index)] => {
                let index = bare(*index);
                self.constant(index)?.parse().ok()?
            }
            _ => return None,
        };
        *next = Some(idx + 1);
        let path = path.cloned().map(|path| match path {
            ArrayPath::Indices(mut indices) => {
                indices.push(Some(idx.to_string()));
                ArrayPath::Indices(indices)
            }
            path => path,
        });
        Some((of.target(), path))
    }

    fn fill_part(
        &mut self,
        filling: &mut ListFilling,
        of: &CType,
        path: Option<ArrayPath>,
        value: Cst<'t>,
        next: &mut Option<usize>,
    ) {
        let value = bare(value);
        if let CForm::List = CForm::of(value) {
            if of.is_aggregate() {
                return self.fill(filling, of, value, path);
            }
            let inner: Vec<ListElement<'t>> = forms::elements(value).collect();
            for ListElement { value, .. } in inner {
                self.fill_part(filling, of, path.clone(), value, next);
            }
            return;
        }
        let from = self.expression(value);
        filling.values.push(from.var);
        match of {
            CType::Record(record) if matches!(from.of, CType::Record(_)) => {
                self.copy_record(from.var, filling.base, *record, filling.at);
                self.requires(filling.at, &[from.var]);
            }
            CType::Array(_) if matches!(CForm::of(value), CForm::Literal) && from.of.may_point() => {
                let content = self.compute(filling.at, &[]);
                self.store_all(filling, &self.keys_in(of, path.as_ref()), content);
                self.requires(filling.at, &[from.var]);
            }
            of if of.is_aggregate() => {
                // Braces were left out: which part comes next is not known.
                *next = None;
                self.store_all(filling, &self.keys_in(of, path.as_ref()), from.var);
            }
            _ => {
                self.looks_at(&from, of, value);
                let key = path.map_or_else(|| self.kind_key(of), ArrayPath::key);
                let base = filling.base;
                self.flow.step(filling.at, Act::Store { base, key, index: None, from: from.var });
            }
        }
    }

    /// A value that may be that of any part.
    fn fill_anything(
        &mut self,
        filling: &mut ListFilling,
        of: &CType,
        path: Option<&ArrayPath>,
        value: Cst<'t>,
    ) {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if let CForm::List = CForm::of(value) {
                pending.extend(forms::elements(value).map(|element| element.value));
                continue;
            }
            let from: CValue = self.expression(value);
            filling.values.push(from.var);
            self.requires(filling.at, &[from.var]);
            let keys = self.keys_in(of, path);
            self.store_all(filling, &keys, from.var);
        }
    }

    /// Writes a value to each of these, or to none.
    fn store_all(&mut self, filling: &ListFilling, keys: &[FlowKey], from: VarId) {
        let test = self.flow.temp();
        let then = self.block(|it| {
            for key in keys {
                let (base, key) = (filling.base, key.clone());
                it.flow.step(filling.at, Act::Store { base, key, index: None, from });
            }
        });
        self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
    }
}

/// A list in braces that is being read.
struct ListFilling {
    base: VarId,
    at: Option<NodeId>,
    values: Vec<VarId>,
}
