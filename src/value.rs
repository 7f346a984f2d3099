//! Values that inputs are made of, in no particular language: what JSON has, and symbols, tuples, bytes, improper lists.
//!
//! A language's room reads and writes them as its own literals; who changes them needs to know no language.

use std::cmp::Ordering;

use crate::stack::deep;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i128),
    /// A whole number beyond those of 128 bits: whether it is below 0, and its bytes, the lowest first.
    Large(bool, Vec<u8>),
    /// A number with a fraction.
    Float(f64),
    /// A name that stands for itself, such as an atom or `null`.
    Symbol(String),
    /// Text where a language tells it from a list of characters.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Bytes, and of the last one only so many bits, 1 to 7, the highest.
    Bits(Vec<u8>, u8),
    /// A list.
    List(Vec<Value>),
    /// A list of at least one item that ends in something that is no list.
    Improper(Vec<Value>, Box<Value>),
    /// As many parts as it has, each with its own meaning.
    Tuple(Vec<Value>),
    /// Pairs, ordered by key, each key once.
    Map(Vec<(Value, Value)>),
}

/// Where a part of some values is: index of the value, then of its parts. The tail of an improper list comes after its
/// items; parts of a map are its values.
pub type Path = Vec<usize>;

impl Value {
    /// A symbol.
    pub fn symbol(name: &str) -> Value {
        Value::Symbol(name.to_owned())
    }

    /// The list of a text's characters, as numbers.
    pub fn characters(text: &str) -> Value {
        Value::List(text.chars().map(|c| Value::Int(i128::from(u32::from(c)))).collect())
    }

    /// A map; of two values of one key the later stays.
    pub fn map(pairs: Vec<(Value, Value)>) -> Value {
        let mut kept: Vec<(Value, Value)> = Vec::new();
        for (key, value) in pairs {
            match kept.binary_search_by(|(known, _)| known.order(&key)) {
                Ok(idx) => kept[idx].1 = value,
                Err(idx) => kept.insert(idx, (key, value)),
            }
        }
        Value::Map(kept)
    }

    /// A list with something after its items: a longer list where that is a list itself.
    pub fn ending(mut items: Vec<Value>, tail: Value) -> Value {
        match tail {
            tail if items.is_empty() => tail,
            Value::List(rest) => {
                items.extend(rest);
                Value::List(items)
            }
            Value::Improper(rest, tail) => {
                items.extend(rest);
                Value::Improper(items, tail)
            }
            tail => Value::Improper(items, Box::new(tail)),
        }
    }

    /// Number of values in it, itself included.
    pub fn size(&self) -> usize {
        deep(|| {
            1 + match self {
                Value::Tuple(parts) | Value::List(parts) => parts.iter().map(Value::size).sum(),
                Value::Improper(items, tail) => items.iter().map(Value::size).sum::<usize>() + tail.size(),
                Value::Map(pairs) => pairs.iter().map(|(key, value)| key.size() + value.size()).sum(),
                _ => 0,
            }
        })
    }

    /// Numbers come first, then symbols, tuples, maps, lists, bytes, texts; equal only when the values are.
    pub fn order(&self, other: &Value) -> Ordering {
        deep(|| match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Float(a), Value::Float(b)) => a.total_cmp(b),
            (Value::Symbol(a), Value::Symbol(b)) | (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
            (Value::Bits(a, n), Value::Bits(b, m)) => a.cmp(b).then(n.cmp(m)),
            (Value::Large(a, s), Value::Large(b, t)) => b.cmp(a).then_with(|| s.cmp(t)),
            (Value::Tuple(a), Value::Tuple(b)) => a.len().cmp(&b.len()).then_with(|| order_all(a, b)),
            (Value::List(a), Value::List(b)) => order_all(a, b),
            (Value::Improper(a, s), Value::Improper(b, t)) => order_all(a, b).then_with(|| s.order(t)),
            (Value::Map(a), Value::Map(b)) => a.len().cmp(&b.len()).then_with(|| {
                let pairs = a.iter().zip(b).map(|((k, v), (l, w))| k.order(l).then_with(|| v.order(w)));
                pairs.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
            }),
            _ => self.rank().cmp(&other.rank()),
        })
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Int(_) => 0,
            Value::Large(..) => 1,
            Value::Float(_) => 2,
            Value::Symbol(_) => 3,
            Value::Tuple(_) => 4,
            Value::Map(_) => 5,
            Value::List(_) => 6,
            Value::Improper(..) => 7,
            Value::Bytes(_) => 8,
            Value::Bits(..) => 9,
            Value::Text(_) => 10,
        }
    }

    /// Direct parts, in the order that paths count.
    fn parts(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        let n_parts = match self {
            Value::List(parts) | Value::Tuple(parts) => parts.len(),
            Value::Improper(items, _) => items.len() + 1,
            Value::Map(pairs) => pairs.len(),
            _ => 0,
        };
        (0..n_parts).map(|idx| match self {
            Value::List(parts) | Value::Tuple(parts) => &parts[idx],
            Value::Improper(items, tail) => items.get(idx).unwrap_or(tail),
            Value::Map(pairs) => &pairs[idx].1,
            _ => self,
        })
    }

    fn part_mut(&mut self, idx: usize) -> Option<&mut Value> {
        match self {
            Value::List(parts) | Value::Tuple(parts) => parts.get_mut(idx),
            Value::Improper(items, tail) if idx == items.len() => Some(tail),
            Value::Improper(items, _) => items.get_mut(idx),
            Value::Map(pairs) => pairs.get_mut(idx).map(|(_, value)| value),
            _ => None,
        }
    }
}

fn order_all(a: &[Value], b: &[Value]) -> Ordering {
    let parts = a.iter().zip(b).map(|(a, b)| a.order(b));
    parts.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// All parts of some values, outer ones first.
pub fn parts(values: &[Value]) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut open: Vec<&Value> = values.iter().rev().collect();
    while let Some(value) = open.pop() {
        found.push(value);
        open.extend(value.parts().rev());
    }
    found
}

/// The places of all parts of some values, in the order of [`parts`].
pub fn paths(values: &[Value]) -> Vec<Path> {
    (0..parts(values).len()).filter_map(|idx| path(values, idx)).collect()
}

/// The place of the part that [`parts`] has at this index; `None` when there are not so many.
pub fn path(values: &[Value], idx: usize) -> Option<Path> {
    // Of each part that was passed, the number of the one around it, and its place in that.
    let mut passed: Vec<(Option<usize>, usize)> = Vec::new();
    let mut open: Vec<(Option<usize>, usize, &Value)> =
        values.iter().enumerate().map(|(place, value)| (None, place, value)).rev().collect();
    while let Some((around, place, value)) = open.pop() {
        passed.push((around, place));
        let last = passed.len() - 1;
        if last == idx {
            let mut path: Path = std::iter::successors(Some((around, place)), |(around, _)| {
                around.and_then(|around| passed.get(around).copied())
            })
            .map(|(_, place)| place)
            .collect();
            path.reverse();
            return Some(path);
        }
        open.extend(value.parts().enumerate().map(|(place, part)| (Some(last), place, part)).rev());
    }
    None
}

/// The part at a place, `None` when there is none.
pub fn part_mut<'v>(values: &'v mut [Value], path: &[usize]) -> Option<&'v mut Value> {
    let (&first, rest) = path.split_first()?;
    rest.iter().try_fold(values.get_mut(first)?, |value, &idx| value.part_mut(idx))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_found_where_its_path_says() {
        let one = || Value::Int(1);
        let values = [
            Value::Tuple(vec![one(), Value::ending(vec![one()], Value::symbol("end"))]),
            Value::map(vec![(Value::symbol("b"), Value::Bytes(vec![7])), (Value::symbol("a"), one())]),
        ];
        let found = parts(&values);
        let paths = paths(&values);
        assert_eq!((found.len(), paths.len()), (8, 8));
        let mut copy = values.clone();
        for (path, part) in paths.iter().zip(found) {
            assert_eq!(part_mut(&mut copy, path), Some(&mut part.clone()), "{path:?}");
        }
        assert_eq!(paths[..3], [vec![0], vec![0, 0], vec![0, 1]]);
        assert_eq!(path(&values, 8), None);
        assert_eq!(part_mut(&mut copy, &[0, 9]), None);
    }

    #[test]
    fn a_tail_that_is_a_list_is_no_tail() {
        let list = |values: &[i128]| Value::List(values.iter().copied().map(Value::Int).collect());
        assert_eq!(Value::ending(vec![Value::Int(1)], list(&[2])), list(&[1, 2]));
        let improper = Value::ending(vec![Value::Int(1)], Value::Int(2));
        assert_eq!(improper.size(), 3);
        assert_eq!(Value::ending(vec![Value::Int(0)], improper).size(), 4);
        assert_eq!(Value::ending(Vec::new(), Value::Int(2)), Value::Int(2));
    }

    #[test]
    fn of_two_values_of_a_key_the_later_stays() {
        let pair = |key, value| (Value::Int(key), Value::Int(value));
        assert_eq!(
            Value::map(vec![pair(2, 0), pair(1, 1), pair(2, 3)]),
            Value::Map(vec![pair(1, 1), pair(2, 3)])
        );
    }
}
