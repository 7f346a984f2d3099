//! Types that `-spec` and `-type` state, as shapes. What is not understood says nothing.

use std::collections::BTreeMap;

use crate::ast::SourceFile;
use crate::languages::erlang::module::{FunctionName, Module};
use crate::languages::erlang::types::{Type, TypeSignature};

use super::shape::{Shapes, Slot};
use crate::value::Value;

/// Adds what the specification of the entry point, in its file, says of its parameters.
pub(super) fn apply(file: &SourceFile, entry: &str, params: &[Slot], shapes: &mut Shapes) {
    let module = Module::read(&file.text);
    let types = module.types().map(|found| ((found.name.as_str(), found.n_params), &found.body)).collect();
    let mut maker = SpecReader { types, known: BTreeMap::new(), bounds: &[], open: Vec::new(), shapes };
    let entry = FunctionName::of_label(entry);
    let specs = module.specs().filter(|spec| spec.function == entry && spec.is_of(module.name()));
    for TypeSignature { params: stated, bounds } in specs.flat_map(|spec| &spec.signatures) {
        maker.bounds = bounds;
        for (&param, stated) in params.iter().zip(stated) {
            let slot = maker.slot(stated);
            maker.shapes.unite(param, slot);
        }
    }
}

struct SpecReader<'s> {
    /// The types that the module defines, by name and number of parameters.
    types: BTreeMap<(&'s str, usize), &'s Type>,
    /// Their slots, once asked for; a recursive type finds itself here.
    known: BTreeMap<(&'s str, usize), Slot>,
    /// What the signature says of its variables.
    bounds: &'s [(String, Type)],
    /// Variables whose bounds are being read.
    open: Vec<&'s str>,
    shapes: &'s mut Shapes,
}

impl<'s> SpecReader<'s> {
    fn slot(&mut self, stated: &'s Type) -> Slot {
        match stated {
            Type::Atom(name) => self.shapes.constant(&Value::symbol(name)),
            Type::Integer(value) => self.numbers(&[*value]),
            Type::Range(first, last) => self.numbers(&[*first, *last]),
            Type::Tuple(parts) => {
                let tag = parts.first().and_then(|part| match part {
                    Type::Atom(name) => Some(name.clone()),
                    _ => None,
                });
                let slots = parts.iter().map(|part| self.slot(part)).collect();
                self.shapes.tuple(tag, slots)
            }
            Type::List(element) => {
                let element = element.as_deref().map(|element| self.slot(element));
                let element = element.unwrap_or_else(|| self.shapes.fresh());
                self.shapes.list_of(element)
            }
            Type::Union(members) => {
                let slots: Vec<Slot> = members.iter().map(|member| self.slot(member)).collect();
                slots.windows(2).for_each(|pair| self.shapes.unite(pair[0], pair[1]));
                slots.first().copied().unwrap_or_else(|| self.shapes.fresh())
            }
            Type::Named(name, args) => self.named(name, args),
            Type::Variable(name) => {
                let bound = self.bounds.iter().find(|(known, _)| known == name);
                let Some((_, bound)) = bound.filter(|_| !self.open.contains(&name.as_str())) else {
                    return self.shapes.fresh();
                };
                self.open.push(name);
                let slot = self.slot(bound);
                self.open.pop();
                slot
            }
            Type::Other => self.shapes.fresh(),
        }
    }

    fn numbers(&mut self, values: &[i128]) -> Slot {
        let slot = self.shapes.number();
        for &value in values {
            self.shapes.add_constant(slot, &Value::Int(value));
        }
        slot
    }

    fn named(&mut self, name: &'s str, args: &'s [Type]) -> Slot {
        match (name, args) {
            ("list" | "nonempty_list", [element]) => {
                let element = self.slot(element);
                self.shapes.list_of(element)
            }
            ("integer" | "non_neg_integer" | "pos_integer" | "neg_integer", _) => self.shapes.number(),
            ("number" | "float", _) => {
                let slot = self.shapes.number();
                self.shapes.shape_mut(slot).is_float = true;
                slot
            }
            ("boolean", _) => {
                let slot = self.shapes.constant(&Value::symbol("true"));
                self.shapes.add_constant(slot, &Value::symbol("false"));
                slot
            }
            ("atom", _) => self.shapes.constant(&Value::symbol("a")),
            ("string" | "char", _) => {
                let character = self.shapes.number();
                self.shapes.shape_mut(character).is_char = true;
                if name == "char" { character } else { self.shapes.list_of(character) }
            }
            ("binary", _) => self.shapes.constant(&Value::Bytes(Vec::new())),
            _ => self.defined((name, args.len())),
        }
    }

    fn defined(&mut self, name: (&'s str, usize)) -> Slot {
        if let Some(&slot) = self.known.get(&name) {
            return slot;
        }
        let slot = self.shapes.fresh();
        let Some(&body) = self.types.get(&name) else { return slot };
        self.known.insert(name, slot);
        // Variables of a definition are its own.
        let outer = std::mem::take(&mut self.bounds);
        let found = self.slot(body);
        self.bounds = outer;
        self.shapes.unite(slot, found);
        slot
    }
}
