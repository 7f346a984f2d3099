//! Terms of a shape: drawn at random, and enumerated from small to large.
//!
//! The enumeration follows C. Runciman, M. Naylor, F. Lindblad, "SmallCheck and Lazy SmallCheck", Haskell
//! Symposium 2008: all values up to a depth, where a constructor costs one; the numbers that the program
//! names come with their neighbours. Where a product would explode, combinations with small indices come first.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::random::Random;
use crate::value::Value;

use super::layout;
use super::shape::{Shape, Shapes, Slot};
use super::term;

/// Nesting below which terms are cut short.
const MAX_DEPTH: usize = 6;

/// Nesting below which nothing of the shape is made: some types have no term that ends.
const DEEPEST: usize = 2 * MAX_DEPTH;

/// Most terms of one slot at one depth of the enumeration.
const MAX_SERIES: usize = 120;

/// Makes terms of slots.
pub(super) struct Maker<'s> {
    shapes: &'s Shapes,
    /// Numbers that the program names anywhere.
    numbers: &'s [i128],
    known: RefCell<HashMap<(*const Shape, usize), Vec<Value>>>,
}

/// What a slot may be made of.
#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Number,
    Float,
    Atom(String),
    Constant(Value),
    List(Option<Slot>),
    Tuple(Vec<Slot>),
    Map(Vec<(Value, Slot)>),
    Binary,
}

impl<'s> Maker<'s> {
    pub(super) fn new(shapes: &'s Shapes, numbers: &'s [i128]) -> Maker<'s> {
        Maker { shapes, numbers, known: RefCell::default() }
    }

    /// A term of the slot. Once in a while it has another shape: programs have clauses for what they do
    /// not expect.
    pub(super) fn draw(&self, slot: Slot, random: &mut Random, depth: usize) -> Value {
        let shape = self.shapes.shape(slot);
        let choices = choices(shape);
        if choices.is_empty() || depth >= DEEPEST || random.one_in(25) {
            return self.anything(random);
        }
        let wants_leaf = depth >= MAX_DEPTH || (depth > 1 && random.one_in(3));
        let leaves: Vec<&Choice> = choices.iter().filter(|choice| choice.is_leaf()).collect();
        let choice = match random.choose(&leaves) {
            Some(leaf) if wants_leaf => leaf,
            _ => random.choose(&choices).expect("there is a choice"),
        };
        self.make(choice, shape, random, depth)
    }

    fn make(&self, choice: &Choice, shape: &Shape, random: &mut Random, depth: usize) -> Value {
        match choice {
            Choice::Number => Value::Int(self.number(shape, random)),
            Choice::Float => {
                Value::Float(self.number(shape, random) as f64 + [0.5, 0.0, 0.25][random.below(3)])
            }
            Choice::Atom(name) => Value::symbol(name),
            Choice::Constant(term) => term.clone(),
            Choice::Binary => Value::Bytes(match random.choose(&shape.layouts) {
                Some(layout) if depth < MAX_DEPTH && !random.one_in(6) => {
                    layout::draw(layout, self, random, depth)
                }
                _ => (0..random.below(4)).map(|_| random.number() as u8).collect(),
            }),
            Choice::List(element) => {
                let max = match random.below(12) {
                    // Counters and sums need a length.
                    0 if depth == 0 => 40,
                    1..=3 if depth == 0 => 10,
                    _ => [5, 4, 3, 2, 1, 0][depth.min(5)],
                };
                let n = random.below(max + 1);
                let mut parts: Vec<Value> = Vec::new();
                for _ in 0..n {
                    // Equal elements matter to programs that compare them.
                    let repeated = (random.one_in(5)).then(|| random.choose(&parts).cloned()).flatten();
                    parts.push(repeated.unwrap_or_else(|| match element {
                        Some(slot) => self.draw(*slot, random, depth + 1),
                        None => self.anything(random),
                    }));
                }
                Value::List(parts)
            }
            Choice::Tuple(slots) => {
                let mut parts: Vec<Value> = Vec::new();
                for &slot in slots {
                    let repeated = random.one_in(8).then(|| parts.last().cloned()).flatten();
                    parts.push(repeated.unwrap_or_else(|| self.draw(slot, random, depth + 1)));
                }
                Value::Tuple(parts)
            }
            Choice::Map(fields) => {
                let mut pairs = Vec::new();
                for (key, slot) in fields {
                    if !random.one_in(8) {
                        pairs.push((key.clone(), self.draw(*slot, random, depth + 1)));
                    }
                }
                Value::map(pairs)
            }
        }
    }

    /// A number near those that the slot is compared with, or a small one, or another of the program's.
    fn number(&self, shape: &Shape, random: &mut Random) -> i128 {
        let own: Vec<i128> = shape.ints.iter().copied().collect();
        if shape.is_char && !random.one_in(10) {
            let letter = i128::from(b'a') + random.below(5) as i128;
            let own = if random.one_in(2) { random.choose(&own) } else { None };
            return own.copied().unwrap_or(letter);
        }
        match random.below(8) {
            0..=2 if !own.is_empty() => {
                let near = random.below(3) as i128 - 1;
                random.choose(&own).copied().unwrap_or(0).saturating_add(near)
            }
            3 => {
                let near = random.below(3) as i128 - 1;
                random.choose(self.numbers).copied().unwrap_or(0).saturating_add(near)
            }
            4 => random.below(201) as i128 - 100,
            5 if random.one_in(3) => random.below(2_001) as i128 - 1_000,
            5 => random.below(50) as i128,
            _ => random.below(12) as i128 - 3,
        }
    }

    fn anything(&self, random: &mut Random) -> Value {
        match random.below(8) {
            0..=2 => Value::Int(random.below(12) as i128 - 3),
            3 => Value::Float(random.below(20) as f64 / 2.0 - 2.0),
            4 => Value::symbol(["a", "b", "other"][random.below(3)]),
            5 => Value::List((0..random.below(3)).map(|_| Value::Int(random.below(5) as i128)).collect()),
            6 => Value::Tuple((0..random.below(7)).map(|_| Value::Int(random.below(5) as i128)).collect()),
            _ => Value::characters(["", "ab", "a b"][random.below(3)]),
        }
    }

    /// Terms of the slot up to a depth, small ones first, each once.
    pub(super) fn series(&self, slot: Slot, depth: usize) -> Vec<Value> {
        let shape = self.shapes.shape(slot);
        // Types that are parts of each other would be asked for again and again.
        let key = (std::ptr::from_ref(shape), depth);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let found = self.enumerated(shape, depth);
        self.known.borrow_mut().insert(key, found.clone());
        found
    }

    fn enumerated(&self, shape: &Shape, depth: usize) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        if shape.is_unknown() {
            found.extend([0, 1, 2].map(Value::Int));
            found.extend([Value::symbol("a"), Value::List(Vec::new())]);
        }
        // How often each is there is for who draws one.
        let mut choices = choices(shape);
        choices.dedup();
        for choice in choices {
            found.extend(self.series_of(&choice, shape, depth));
        }
        found.sort_by_cached_key(Value::size);
        let mut seen: Vec<Value> = Vec::new();
        // Equal ones are of one size.
        let (mut size, mut start) = (0, 0);
        for term in found {
            if term.size() != size {
                (size, start) = (term.size(), seen.len());
            }
            if seen.len() < MAX_SERIES && !seen[start..].contains(&term) {
                seen.push(term);
            }
        }
        seen
    }

    fn series_of(&self, choice: &Choice, shape: &Shape, depth: usize) -> Vec<Value> {
        match choice {
            Choice::Number => numbers(shape, depth),
            Choice::Float => vec![Value::Float(0.5), Value::Float(-1.5)],
            Choice::Atom(name) => vec![Value::symbol(name)],
            Choice::Constant(term) => vec![term.clone()],
            Choice::Binary => vec![Value::Bytes(Vec::new()), Value::Bytes(vec![1])],
            Choice::List(element) => {
                let mut lists = vec![Value::List(Vec::new())];
                if depth > 0 {
                    let parts = element.map_or_else(
                        || vec![Value::Int(0), Value::Int(1)],
                        |slot| self.series(slot, depth - 1),
                    );
                    for n in 1..=depth.min(3) {
                        lists.extend(
                            products(&vec![parts.clone(); n], MAX_SERIES / 2).into_iter().map(Value::List),
                        );
                    }
                }
                lists
            }
            Choice::Tuple(_) | Choice::Map(_) if depth == 0 => Vec::new(),
            Choice::Tuple(slots) => {
                let parts: Vec<Vec<Value>> = slots.iter().map(|&slot| self.series(slot, depth - 1)).collect();
                products(&parts, MAX_SERIES).into_iter().map(Value::Tuple).collect()
            }
            Choice::Map(fields) => {
                let parts: Vec<Vec<Value>> =
                    fields.iter().map(|&(_, slot)| self.series(slot, depth - 1)).collect();
                let keys = || fields.iter().map(|(key, _)| key.clone());
                let maps = products(&parts, MAX_SERIES).into_iter();
                maps.map(|values| Value::map(keys().zip(values).collect())).collect()
            }
        }
    }
}

impl Choice {
    fn is_leaf(&self) -> bool {
        match self {
            Choice::Tuple(slots) => slots.is_empty(),
            Choice::List(_) | Choice::Map(_) => false,
            _ => true,
        }
    }
}

fn choices(shape: &Shape) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    // More ways to draw a number than any single atom.
    if shape.is_number {
        choices.extend(vec![Choice::Number; 3]);
    }
    if shape.is_float || (shape.is_number && !shape.is_char) {
        choices.extend(shape.is_float.then_some(Choice::Float));
    }
    choices.extend(shape.atoms.iter().cloned().map(Choice::Atom));
    choices.extend(shape.constants.iter().cloned().map(Choice::Constant));
    if shape.is_list {
        choices.extend(vec![Choice::List(shape.element); 3]);
    }
    for slots in shape.tuples.values() {
        choices.extend(vec![Choice::Tuple(slots.clone()); 2]);
    }
    if shape.is_map {
        let fields = shape.fields.iter();
        let fields = fields.filter_map(|(key, &slot)| Some((term::parse(key)?, slot)));
        choices.push(Choice::Map(fields.collect()));
    }
    choices.extend(shape.is_binary.then_some(Choice::Binary));
    choices
}

/// The numbers that the slot is compared with and their neighbours, 0, and small numbers.
fn numbers(shape: &Shape, depth: usize) -> Vec<Value> {
    let depth = depth as i128;
    let near = shape.ints.iter().flat_map(|&value| [value, value.saturating_add(1), value.saturating_sub(1)]);
    let small = std::iter::once(0).chain((1..=depth + 1).flat_map(|value| [value, -value]));
    small.chain(near).map(Value::Int).collect()
}

/// Combinations of one item of each list, those with the smallest sum of indices first.
pub(super) fn products(lists: &[Vec<Value>], max: usize) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    let largest: usize = lists.iter().map(|list| list.len().saturating_sub(1)).sum();
    if lists.iter().any(Vec::is_empty) {
        return found;
    }
    for sum in 0..=largest {
        let mut indices = Vec::new();
        combine(lists, sum, &mut indices, max, &mut found);
        if found.len() >= max {
            break;
        }
    }
    found
}

fn combine(
    lists: &[Vec<Value>],
    sum: usize,
    indices: &mut Vec<usize>,
    max: usize,
    found: &mut Vec<Vec<Value>>,
) {
    if found.len() >= max {
        return;
    }
    let at = indices.len();
    if at == lists.len() {
        if sum == 0 {
            found.push(indices.iter().zip(lists).map(|(&idx, list)| list[idx].clone()).collect());
        }
        return;
    }
    let rest: usize = lists[at + 1..].iter().map(|list| list.len() - 1).sum();
    for idx in sum.saturating_sub(rest)..=sum.min(lists[at].len() - 1) {
        indices.push(idx);
        combine(lists, sum - idx, indices, max, found);
        indices.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_begin_with_small_indices() {
        let list = |n: i128| (0..n).map(Value::Int).collect::<Vec<_>>();
        let found = products(&[list(3), list(2)], 100);
        let text: Vec<String> = found.iter().map(|row| term::write(&Value::List(row.clone()))).collect();
        assert_eq!(text, ["[0,0]", "[0,1]", "[1,0]", "[1,1]", "[2,0]", "[2,1]"]);
        assert_eq!(products(&[list(100), list(100), list(100)], 50).len(), 50);
        assert!(products(&[list(3), Vec::new()], 9).is_empty());
    }

    #[test]
    fn a_series_holds_constants_and_their_neighbours() {
        let mut shapes = Shapes::default();
        let number = shapes.constant(&Value::Int(42));
        let leaf = shapes.constant(&Value::symbol("leaf"));
        let node = shapes.tuple(None, vec![leaf, number]);
        shapes.unite(leaf, node);
        let maker = Maker::new(&shapes, &[]);
        let terms: Vec<String> = maker.series(leaf, 2).iter().map(term::write).collect();
        for wanted in ["leaf", "{leaf,0}", "{leaf,41}", "{leaf,43}", "{{leaf,0},1}"] {
            assert!(terms.iter().any(|term| term == wanted), "{wanted} in {terms:?}");
        }
    }

    /// Forms of a language that has forms in its forms: without what is known, their number would be a power of the depth.
    #[test]
    fn types_that_are_parts_of_each_other_are_enumerated_once() {
        let mut shapes = Shapes::default();
        let form = shapes.constant(&Value::symbol("form"));
        for idx in 0..40 {
            let name = shapes.constant(&Value::symbol(&format!("form{idx}")));
            let tuple = shapes.tuple(Some(format!("form{idx}")), vec![name, form, form, form]);
            shapes.unite(form, tuple);
        }
        let maker = Maker::new(&shapes, &[]);
        assert_eq!(maker.series(form, 6).len(), MAX_SERIES);
        assert!(maker.known.borrow().len() < 300);
    }

    #[test]
    fn terms_of_a_type_that_has_no_end_are_cut() {
        let mut shapes = Shapes::default();
        let endless = shapes.fresh();
        let pair = shapes.tuple(None, vec![endless, endless]);
        shapes.unite(endless, pair);
        let maker = Maker::new(&shapes, &[]);
        for seed in 0..20 {
            assert!(maker.draw(endless, &mut Random::new(seed), 0).size() < 100_000);
        }
    }

    #[test]
    fn the_same_seed_draws_the_same_terms() {
        let mut shapes = Shapes::default();
        let number = shapes.number();
        let list = shapes.list_of(number);
        let maker = Maker::new(&shapes, &[7]);
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..50).map(|_| term::write(&maker.draw(list, &mut random, 0))).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
