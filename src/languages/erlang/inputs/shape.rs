//! Shapes of values: what a slot of a program (a parameter, a variable, an element) is known to hold.
//!
//! Slots are united when values flow from one into the other or are compared, as in B. Steensgaard,
//! "Points-to Analysis in Almost Linear Time", POPL 1996; so shapes may be recursive. A shape collects the
//! constants that a slot is compared with and the constructors that it is taken apart by.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::Chunk;
use super::term;
use crate::stack::deep;
use crate::value::Value;

/// Index of a slot.
pub(super) type Slot = usize;

/// Number of parts of a tuple, and its first part if that is an atom.
pub(super) type Tag = (usize, Option<String>);

/// What one slot is known to hold; everything empty when nothing is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// Numbers that the program names.
    pub(super) ints: BTreeSet<i128>,
    pub(super) is_number: bool,
    pub(super) is_float: bool,
    /// Some of the numbers are written as characters.
    pub(super) is_char: bool,
    pub(super) is_binary: bool,
    /// How binaries are taken apart.
    pub(super) layouts: Vec<Vec<Chunk>>,
    pub(super) atoms: BTreeSet<String>,
    /// Whole constants: strings, floats.
    pub(super) constants: Vec<Value>,
    pub(super) is_list: bool,
    /// Slot of the elements of a list.
    pub(super) element: Option<Slot>,
    pub(super) tuples: BTreeMap<Tag, Vec<Slot>>,
    /// Slots of the values of a map, by key as written.
    pub(super) fields: BTreeMap<String, Slot>,
    pub(super) is_map: bool,
    /// Parameters and result of a function value.
    pub(super) function: Option<(Vec<Slot>, Slot)>,
}

/// All slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    shapes: Vec<Shape>,
    /// Union-find forest.
    parents: Vec<Slot>,
}

impl Shapes {
    /// A slot of which nothing is known.
    pub(super) fn fresh(&mut self) -> Slot {
        self.of(Shape::default())
    }

    pub(super) fn of(&mut self, shape: Shape) -> Slot {
        self.shapes.push(shape);
        self.parents.push(self.shapes.len() - 1);
        self.shapes.len() - 1
    }

    pub(super) fn find(&self, mut slot: Slot) -> Slot {
        while self.parents[slot] != slot {
            slot = self.parents[slot];
        }
        slot
    }

    pub(super) fn shape(&self, slot: Slot) -> &Shape {
        &self.shapes[self.find(slot)]
    }

    pub(super) fn shape_mut(&mut self, slot: Slot) -> &mut Shape {
        let slot = self.find(slot);
        &mut self.shapes[slot]
    }

    /// A slot that holds numbers.
    pub(super) fn number(&mut self) -> Slot {
        self.of(Shape { is_number: true, ..Shape::default() })
    }

    /// A slot that holds lists of what another one holds.
    pub(super) fn list_of(&mut self, element: Slot) -> Slot {
        self.of(Shape { is_list: true, element: Some(element), ..Shape::default() })
    }

    /// Says that a slot holds lists; the slot of the elements.
    pub(super) fn element(&mut self, list: Slot) -> Slot {
        if let Some(element) = self.shape(list).element {
            return element;
        }
        let element = self.fresh();
        let shape = self.shape_mut(list);
        shape.is_list = true;
        shape.element = Some(element);
        element
    }

    /// A slot that holds one constant.
    pub(super) fn constant(&mut self, term: &Value) -> Slot {
        let slot = self.fresh();
        self.add_constant(slot, term);
        slot
    }

    pub(super) fn add_constant(&mut self, slot: Slot, term: &Value) {
        deep(|| match term {
            Value::Int(value) => {
                let shape = self.shape_mut(slot);
                shape.is_number = true;
                shape.ints.insert(*value);
            }
            Value::Float(_) => {
                let shape = self.shape_mut(slot);
                (shape.is_number, shape.is_float) = (true, true);
                shape.constants.push(term.clone());
            }
            Value::Symbol(name) => _ = self.shape_mut(slot).atoms.insert(name.clone()),
            Value::List(parts) => {
                let element = self.element(slot);
                parts.iter().for_each(|part| self.add_constant(element, part));
                if !parts.is_empty() {
                    self.shape_mut(slot).constants.push(term.clone());
                }
            }
            Value::Tuple(parts) => {
                let tag = match parts.first() {
                    Some(Value::Symbol(tag)) => Some(tag.clone()),
                    _ => None,
                };
                let slots: Vec<Slot> = parts.iter().map(|part| self.constant(part)).collect();
                let tuple = self.tuple(tag, slots);
                self.unite(slot, tuple);
            }
            Value::Map(pairs) => {
                for (key, value) in pairs {
                    let field = self.constant(value);
                    let map = self.map(term::write(key), field);
                    self.unite(slot, map);
                }
                self.shape_mut(slot).is_map = true;
            }
            Value::Bytes(bytes) => {
                self.shape_mut(slot).is_binary = true;
                if !bytes.is_empty() {
                    self.shape_mut(slot).constants.push(term.clone());
                }
            }
            Value::Improper(items, tail) => {
                let element = self.element(slot);
                items.iter().for_each(|item| self.add_constant(element, item));
                self.add_constant(slot, tail);
                self.shape_mut(slot).constants.push(term.clone());
            }
            Value::Large(..) => {
                let shape = self.shape_mut(slot);
                shape.is_number = true;
                shape.constants.push(term.clone());
            }
            Value::Bits(..) => {
                let shape = self.shape_mut(slot);
                shape.is_binary = true;
                shape.constants.push(term.clone());
            }
            Value::Text(_) => {}
        })
    }

    /// A slot that holds tuples of these parts.
    pub(super) fn tuple(&mut self, tag: Option<String>, parts: Vec<Slot>) -> Slot {
        let tuples = BTreeMap::from([((parts.len(), tag), parts)]);
        self.of(Shape { tuples, ..Shape::default() })
    }

    /// A slot that holds maps with this field.
    pub(super) fn map(&mut self, key: String, value: Slot) -> Slot {
        self.of(Shape { is_map: true, fields: BTreeMap::from([(key, value)]), ..Shape::default() })
    }

    /// Lets two slots hold the same.
    pub(super) fn unite(&mut self, a: Slot, b: Slot) {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let other = std::mem::take(&mut self.shapes[b]);
            self.parents[b] = a;
            self.shapes[a].absorb(other, &mut pairs);
        }
    }
}

impl Shape {
    /// Takes over what another shape says; what must be united in turn goes to `pairs`.
    fn absorb(&mut self, other: Shape, pairs: &mut Vec<(Slot, Slot)>) {
        self.ints.extend(other.ints);
        self.is_number |= other.is_number;
        self.is_float |= other.is_float;
        self.is_char |= other.is_char;
        self.is_binary |= other.is_binary;
        for layout in other.layouts {
            if !self.layouts.contains(&layout) {
                self.layouts.push(layout);
            }
        }
        self.is_list |= other.is_list;
        self.is_map |= other.is_map;
        self.atoms.extend(other.atoms);
        for constant in other.constants {
            if !self.constants.contains(&constant) {
                self.constants.push(constant);
            }
        }
        match (self.element, other.element) {
            (Some(mine), Some(theirs)) => pairs.push((mine, theirs)),
            (None, theirs) => self.element = theirs,
            (Some(_), None) => {}
        }
        for (variant, theirs) in other.tuples {
            match self.tuples.get(&variant) {
                Some(mine) => pairs.extend(mine.iter().copied().zip(theirs)),
                None => drop(self.tuples.insert(variant, theirs)),
            }
        }
        for (key, theirs) in other.fields {
            match self.fields.get(&key) {
                Some(&mine) => pairs.push((mine, theirs)),
                None => drop(self.fields.insert(key, theirs)),
            }
        }
        match (&self.function, other.function) {
            (Some((mine, result)), Some((theirs, other))) => {
                pairs.extend(mine.iter().copied().zip(theirs));
                pairs.push((*result, other));
            }
            (None, theirs) => self.function = theirs,
            (Some(_), None) => {}
        }
    }

    /// Whether nothing is known.
    pub(super) fn is_unknown(&self) -> bool {
        !self.is_number
            && !self.is_binary
            && !self.is_list
            && !self.is_map
            && self.atoms.is_empty()
            && self.tuples.is_empty()
            && self.constants.is_empty()
            && self.function.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn united_slots_know_what_each_knew() {
        let mut shapes = Shapes::default();
        let (one, two) = (shapes.constant(&Value::Int(1)), shapes.constant(&Value::symbol("two")));
        let first = shapes.list_of(one);
        let second = shapes.list_of(two);
        shapes.unite(first, second);
        let element = shapes.element(second);
        let shape = shapes.shape(element);
        assert!(shape.ints.contains(&1) && shape.atoms.contains("two"));
    }

    #[test]
    fn a_slot_may_hold_itself() {
        let mut shapes = Shapes::default();
        let leaf = shapes.constant(&Value::symbol("leaf"));
        let tree = shapes.tuple(None, vec![leaf, leaf]);
        shapes.unite(tree, leaf);
        let parts = &shapes.shape(tree).tuples[&(2, None)];
        assert_eq!(shapes.find(parts[0]), shapes.find(tree));
    }
}
