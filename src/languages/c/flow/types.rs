//! Types of C, as far as they decide which memory an expression means.
//!
//! All that is inside of a variable, or was allocated together, is one object: a structure in a structure is part of it,
//! and a pointer to it is one to all of it. Its parts are told apart by the names of their fields, so that a pointer to the
//! inside finds them, too.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::ast::Cst;
use crate::languages::c::syntax::forms::{
    DeclaratorStep, TypeSpecifier, declaring_type, defined_names, is_declarator,
};
use crate::languages::c::syntax::{Declarator, StructDefinition, declared_name, named};

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CType {
    Number(NumberKind),
    Void,
    Pointer(Rc<CType>),
    Array(Rc<CType>),
    Record(RecordId),
    /// By what it returns.
    Function(Rc<CType>),
    Unknown,
}

/// Numbers that are told apart by the pointers to them, with their sizes in bytes where `long` has eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NumberKind {
    Integer(u8),
    Float(u8),
}

impl NumberKind {
    /// Anything can be looked at as bytes.
    pub(super) const BYTE: NumberKind = NumberKind::Integer(1);
    pub(super) const INT: NumberKind = NumberKind::Integer(4);
    pub(super) const DOUBLE: NumberKind = NumberKind::Float(8);

    fn of(word: &str) -> NumberKind {
        let has = |parts: &[&str]| parts.iter().any(|part| word.contains(*part));
        match () {
            () if has(&["float", "_Float"]) => NumberKind::Float(if has(&["128"]) { 16 } else { 4 }),
            () if has(&["double"]) => NumberKind::Float(if has(&["long"]) { 16 } else { 8 }),
            () if has(&["char", "int8", "bool", "Bool"]) => NumberKind::BYTE,
            () if has(&["short", "int16"]) => NumberKind::Integer(2),
            () if has(&["int128"]) => NumberKind::Integer(16),
            () if has(&["long", "int64", "size_t", "ptr", "max_t"]) => NumberKind::Integer(8),
            () => NumberKind::INT,
        }
    }
}

/// Index of a structure or union.
pub(super) type RecordId = usize;

impl CType {
    pub(super) const INT: CType = CType::Number(NumberKind::INT);

    pub(super) fn pointer_to(self) -> CType {
        CType::Pointer(Rc::new(self))
    }

    /// Whether a value of it is memory that is copied as a whole, or decays to a pointer to it.
    pub(super) fn is_aggregate(&self) -> bool {
        matches!(self, CType::Array(_) | CType::Record(_))
    }

    /// What a pointer points to, or what is in an array.
    pub(super) fn target(&self) -> CType {
        match self {
            CType::Pointer(inner) | CType::Array(inner) => (**inner).clone(),
            CType::Function(_) => self.clone(),
            _ => CType::Unknown,
        }
    }

    /// What an array of any number of dimensions consists of.
    pub(super) fn element(&self) -> &CType {
        match self {
            CType::Array(inner) => inner.element(),
            other => other,
        }
    }

    /// Whether it may hold the address of something.
    pub(super) fn may_point(&self) -> bool {
        !matches!(self, CType::Number(_) | CType::Void)
    }

    /// Values that one piece of memory may have; `None` where that is not known.
    pub(super) fn kind(&self) -> Option<&'static str> {
        match self {
            CType::Number(NumberKind::Float(_)) => Some("*float"),
            CType::Number(_) => Some("*integer"),
            CType::Pointer(_) | CType::Function(_) => Some("*pointer"),
            _ => None,
        }
    }
}

/// A field of a structure or union.
#[derive(Clone, Debug)]
pub(super) struct RecordMember {
    pub(super) name: String,
    pub(super) of: CType,
    /// Whether it shares its memory with others.
    pub(super) is_shared: bool,
}

/// Part of an object that has no parts itself, or an array of such.
#[derive(Clone, Debug)]
pub(super) struct RecordLeaf {
    pub(super) member: RecordMember,
    pub(super) is_several: bool,
}

/// The types that a program defines.
#[derive(Clone, Debug, Default)]
pub(super) struct CTypes {
    records: Vec<Vec<RecordMember>>,
    tags: BTreeMap<String, RecordId>,
    names: BTreeMap<String, CType>,
    /// Names of fields that several parts of one object may have.
    pub(super) repeated: BTreeSet<String>,
}

impl CTypes {
    /// Reads everything that files define, whatever is around it.
    pub(super) fn new(files: &[(&str, Cst<'_>)]) -> CTypes {
        let mut types = CTypes::default();
        // Names first, which may be used before they are complete.
        for _ in 0..2 {
            types.records.clear();
            types.tags.clear();
            for (text, root) in files {
                for cst in root.subtree() {
                    if let Some(specifier) = defined_names(cst) {
                        let base = types.of_specifier(specifier, text);
                        for declarator in cst.children().filter(|part| part.field() == "declarator") {
                            let (of, name) = types.declared(base.clone(), Some(declarator));
                            name.into_iter().for_each(|name| {
                                types.names.insert(text[name.byte_range()].to_owned(), of.clone());
                            });
                        }
                    } else if StructDefinition::of(cst).is_some_and(|it| it.tag.is_some()) {
                        types.of_specifier(cst, text);
                    }
                }
            }
        }
        for (text, root) in files {
            types.find_arrays(*root, text);
        }
        for record in 0..types.records.len() {
            types.find_repeated(record);
        }
        types
    }

    /// Structures of which there are arrays.
    fn find_arrays(&mut self, root: Cst<'_>, text: &str) {
        for cst in root.subtree() {
            let Some(specifier) = declaring_type(cst) else { continue };
            let base = self.of_specifier(specifier, text);
            for declarator in cst.children().filter(|part| part.field() == "declarator") {
                let (of, _) = self.declared(base.clone(), Some(declarator));
                let mut of = &of;
                while let CType::Pointer(inner) = of {
                    of = inner;
                }
                if let (CType::Array(_), CType::Record(record)) = (of, of.element()) {
                    let leaves = self.leaves(*record);
                    self.repeated.extend(leaves.into_iter().map(|leaf| leaf.member.name));
                }
            }
        }
    }

    fn find_repeated(&mut self, record: RecordId) {
        let mut seen = BTreeSet::new();
        for leaf in self.leaves(record) {
            if leaf.is_several || !seen.insert(leaf.member.name.clone()) {
                self.repeated.insert(leaf.member.name);
            }
        }
    }

    /// All parts of a structure, those of structures in it among them.
    pub(super) fn leaves(&self, record: RecordId) -> Vec<RecordLeaf> {
        let mut found = Vec::new();
        self.collect_leaves(record, (false, false), 0, &mut found);
        found
    }

    fn collect_leaves(
        &self,
        record: RecordId,
        (is_several, is_shared): (bool, bool),
        depth: usize,
        found: &mut Vec<RecordLeaf>,
    ) {
        // No structure holds itself, but a broken program may say so.
        if depth > 20 {
            return;
        }
        for member in self.records.get(record).into_iter().flatten() {
            let is_several = is_several || matches!(member.of, CType::Array(_));
            let is_shared = is_shared || member.is_shared;
            match member.of.element() {
                CType::Record(inner) => {
                    self.collect_leaves(*inner, (is_several, is_shared), depth + 1, found);
                }
                _ => {
                    let member = RecordMember { is_shared, ..member.clone() };
                    found.push(RecordLeaf { member, is_several });
                }
            }
        }
    }

    /// A field of a structure, also of one that has no name in it.
    pub(super) fn member(&self, record: RecordId, name: &str) -> Option<&RecordMember> {
        self.records.get(record)?.iter().find(|member| member.name == name)
    }

    /// A field of a structure that is not known.
    pub(super) fn guess(&self, name: &str) -> RecordMember {
        let found = self.records().find_map(|record| self.member(record, name));
        let unknown = || RecordMember { name: name.to_owned(), of: CType::Unknown, is_shared: false };
        found.cloned().unwrap_or_else(unknown)
    }

    /// Whether a type of arrays has a name.
    pub(super) fn has_array_names(&self) -> bool {
        self.names.values().any(|of| matches!(of, CType::Array(_)))
    }

    pub(super) fn members(&self, record: RecordId) -> &[RecordMember] {
        self.records.get(record).map_or(&[], Vec::as_slice)
    }

    fn records(&self) -> std::ops::Range<RecordId> {
        0..self.records.len()
    }

    /// Whether all fields of one structure begin another, or the other way round.
    pub(super) fn begins(&self, one: RecordId, other: RecordId) -> bool {
        let names = |record| self.leaves(record).into_iter().map(|leaf| leaf.member.name);
        names(one).zip(names(other)).all(|(one, other)| one == other)
    }

    /// The type that stands before declarators.
    pub(super) fn of_specifier(&mut self, cst: Cst<'_>, text: &str) -> CType {
        let word = &text[cst.byte_range()];
        match TypeSpecifier::of(cst) {
            TypeSpecifier::Number if word == "void" => CType::Void,
            TypeSpecifier::Number => CType::Number(NumberKind::of(word)),
            TypeSpecifier::Name => match self.names.get(word) {
                Some(known) => known.clone(),
                None if word == "va_list" => CType::Unknown,
                None if word == "FILE" => CType::Void,
                None => CType::Number(NumberKind::of(word)),
            },
            TypeSpecifier::Record => self.record(cst, text),
            TypeSpecifier::Other => CType::Unknown,
        }
    }

    fn record(&mut self, cst: Cst<'_>, text: &str) -> CType {
        let tag = cst.child_by_field_name("name").map(|tag| text[tag.byte_range()].to_owned());
        // Without a tag, its place is its name.
        let tag = tag.unwrap_or_else(|| format!("{}:{}", text.as_ptr() as usize, cst.start_byte()));
        let known = self.tags.get(&tag).copied();
        let record = known.unwrap_or_else(|| {
            self.records.push(Vec::new());
            self.records.len() - 1
        });
        self.tags.insert(tag, record);
        let Some(definition) = StructDefinition::of(cst) else { return CType::Record(record) };
        let is_union = definition.is_union();
        let fields: Vec<Cst<'_>> = definition.members().collect();
        for field in fields {
            for member in self.fields(field, is_union, text) {
                if self.member(record, &member.name).is_none() {
                    self.records[record].push(member);
                }
            }
        }
        CType::Record(record)
    }

    /// What one declaration adds to the fields of a structure.
    fn fields(&mut self, field: Cst<'_>, is_union: bool, text: &str) -> Vec<RecordMember> {
        let Some(specifier) = field.child_by_field_name("type") else { return Vec::new() };
        let base = self.of_specifier(specifier, text);
        let declarators: Vec<Cst<'_>> =
            field.children().filter(|part| part.field() == "declarator").collect();
        if let (CType::Record(inner), []) = (&base, &declarators[..]) {
            let inner = self.members(*inner).to_vec();
            let share =
                |member: RecordMember| RecordMember { is_shared: member.is_shared || is_union, ..member };
            return inner.into_iter().map(share).collect();
        }
        let mut found = Vec::new();
        for declarator in declarators {
            let (of, name) = self.declared(base.clone(), Some(declarator));
            let name = name.or_else(|| declared_name(declarator));
            let name = name.map(|name| text[name.byte_range()].to_owned());
            found.extend(name.map(|name| RecordMember { name, of, is_shared: is_union }));
        }
        found
    }

    /// What a declarator makes of the type before it, and the name in it.
    pub(super) fn declared<'c>(&self, base: CType, declarator: Option<Cst<'c>>) -> (CType, Option<Cst<'c>>) {
        let Some(cst) = declarator else { return (base, None) };
        let inner = cst.child_by_field_name("declarator");
        match DeclaratorStep::of(cst) {
            DeclaratorStep::Name => (base, Some(cst)),
            DeclaratorStep::Pointer => self.declared(base.pointer_to(), inner),
            DeclaratorStep::Array => self.declared(CType::Array(Rc::new(base)), inner),
            DeclaratorStep::Function => self.declared(CType::Function(Rc::new(base)), inner),
            DeclaratorStep::Same => {
                let inner = inner.or_else(|| named(cst).find(|part| is_declarator(*part)));
                self.declared(base, inner)
            }
        }
    }

    /// A type as it stands in a cast.
    pub(super) fn of_descriptor(&mut self, cst: Cst<'_>, text: &str) -> CType {
        let Some(specifier) = cst.child_by_field_name("type") else { return CType::Unknown };
        let base = self.of_specifier(specifier, text);
        self.declared(base, cst.child_by_field_name("declarator")).0
    }
}

/// How many dimensions an array has that a declarator declares.
pub(super) fn n_dimensions(declarator: Cst<'_>) -> usize {
    let is_array = |link: &Cst<'_>| matches!(Declarator::of(*link), Declarator::Array { .. });
    Declarator::chain(Some(declarator)).filter(is_array).count()
}
