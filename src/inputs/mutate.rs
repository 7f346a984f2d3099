//! Changes of values, for programs that are sensitive to what nobody writes down: another length, another kind, two
//! numbers near each other.
//!
//! Nothing here knows a language. What is changed is a copy of an input that mattered; what goes in comes from the
//! input itself, from another one, from the program's constants and from the edges of machine numbers. This is the mutation of
//! grey-box fuzzing (M. Böhme, V.-T. Pham, A. Roychoudhury, "Coverage-based Greybox Fuzzing as Markov Chain", CCS 2016),
//! on values in place of bytes.

use crate::random::Random;
use crate::value::{Value, part_mut, parts, path};

/// Exponents of the powers of two near which runtimes change how they hold a number.
const EDGES: [u32; 12] = [7, 8, 15, 16, 31, 32, 53, 59, 60, 63, 64, 100];

/// Most times that one part is repeated.
const MAX_COPIES: usize = 12;

/// What goes into the copies.
pub(super) struct Mutator<'m> {
    /// Values that the program names.
    pub(super) constants: &'m [Value],
    /// Another input that mattered.
    pub(super) other: &'m [Value],
}

impl Mutator<'_> {
    /// The values with one to four changes. There are as many values as before.
    pub(super) fn mutated(&self, values: &[Value], random: &mut Random) -> Vec<Value> {
        let mut values = values.to_vec();
        self.change(&mut values, random);
        for _ in 0..3 {
            if random.one_in(2) {
                self.change(&mut values, random);
            }
        }
        values
    }

    fn change(&self, values: &mut [Value], random: &mut Random) {
        let n_parts = parts(values).len();
        let Some(at) = path(values, random.below(n_parts)) else { return };
        if random.one_in(5) {
            let donor = self.donor(values, random);
            replace(values, &at, donor);
            return;
        }
        if values.len() > 1 && random.one_in(12) {
            // Equal arguments are hardly ever drawn.
            let (from, to) = (random.below(values.len()), random.below(values.len()));
            values[to] = values[from].clone();
            return;
        }
        if random.one_in(12) {
            let Some(second) = path(values, random.below(n_parts)) else { return };
            swap(values, &at, &second);
            return;
        }
        let numbers = numbers(values);
        let donor = self.donor(values, random);
        let Some(part) = part_mut(values, &at) else { return };
        let changed = match std::mem::replace(part, Value::Int(0)) {
            Value::Int(number) => self.number(number, &numbers, random),
            Value::Large(is_negative, bytes) => match random.below(3) {
                0 => Value::Large(!is_negative, bytes),
                1 => large(random),
                _ => edge(random),
            },
            Value::Float(number) => fraction(number, &numbers, random),
            Value::Symbol(_) => self.symbol(random).unwrap_or(donor),
            Value::Text(text) => Value::Text(self.text(&text, random)),
            Value::Bits(bytes, _) if random.one_in(3) => Value::Bytes(bytes),
            Value::Bits(mut bytes, n_bits) => {
                let last = bytes.len().saturating_sub(1);
                if let Some(last) = bytes.get_mut(last) {
                    *last = (random.number() as u8) << (8 - n_bits);
                }
                Value::Bits(bytes, n_bits)
            }
            Value::Bytes(bytes) if random.one_in(8) => bits(bytes, random),
            Value::Bytes(bytes) => Value::Bytes(self.bytes(bytes, random)),
            Value::List(items) => list(items, donor, random),
            Value::Improper(mut items, tail) => match random.below(4) {
                0 => Value::List(items),
                1 => Value::ending(items, donor),
                2 => {
                    items.push(donor);
                    Value::Improper(items, tail)
                }
                _ => Value::ending(items[..items.len() - 1].to_vec(), *tail),
            },
            Value::Tuple(items) => tuple(items, donor, random),
            Value::Map(pairs) => self.map(pairs, donor, random),
        };
        replace(values, &at, changed);
    }

    /// A value to put somewhere: of the program, of this input, of another, or a plain one.
    fn donor(&self, values: &[Value], random: &mut Random) -> Value {
        let part_of = |values: &[Value], random: &mut Random| {
            let all = parts(values);
            random.choose(&all).map(|&part| part.clone())
        };
        let found = match random.below(8) {
            0..=2 => random.choose(self.constants).cloned(),
            3 | 4 => part_of(values, random),
            5 => part_of(self.other, random),
            _ => None,
        };
        found.unwrap_or_else(|| plain(random))
    }

    fn number(&self, number: i128, numbers: &[i128], random: &mut Random) -> Value {
        let step = random.below(19) as i128 - 9;
        let constants = || {
            let all: Vec<i128> = self.constants.iter().filter_map(whole).collect();
            all
        };
        Value::Int(match random.below(15) {
            0 | 1 => number.saturating_add([1, -1][random.below(2)]),
            2 => number.saturating_add(step),
            // Near another number of the same input.
            3 | 4 => random.choose(numbers).copied().unwrap_or(number).saturating_add(step),
            5 => random.choose(numbers).copied().unwrap_or(number),
            6 | 7 => random.choose(&constants()).copied().unwrap_or(step).saturating_add(step.signum()),
            8 => match random.below(3) {
                0 => number.saturating_neg(),
                1 => number.saturating_mul(2),
                _ => number.saturating_add(random.choose(&constants()).copied().unwrap_or(100)),
            },
            9 => return edge(random),
            11 => random.below(50) as i128,
            // What adds up to a constant, or makes up half of it.
            12 => {
                let constant = random.choose(&constants()).copied().unwrap_or(step);
                match random.below(4) {
                    0 => constant / 2,
                    1 => constant.saturating_sub(random.choose(numbers).copied().unwrap_or(number)),
                    2 => constant.saturating_add(random.choose(&constants()).copied().unwrap_or(step)),
                    _ => constant.saturating_sub(random.choose(&constants()).copied().unwrap_or(step)),
                }
            }
            10 => return Value::Float(number as f64 + [0.0, 0.5][random.below(2)]),
            _ => {
                let bound = 1 << random.below(20);
                let size = random.below(bound) as i128;
                if random.one_in(3) { -size } else { size }
            }
        })
    }

    fn symbol(&self, random: &mut Random) -> Option<Value> {
        let is_symbol = |value: &&Value| matches!(value, Value::Symbol(_));
        let symbols: Vec<&Value> = self.constants.iter().filter(is_symbol).collect();
        random.choose(&symbols).map(|&symbol| symbol.clone())
    }

    fn bytes(&self, mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
        let known: Vec<u8> =
            self.constants.iter().filter_map(whole).filter_map(|number| u8::try_from(number).ok()).collect();
        let byte = random.choose(&known).copied().filter(|_| random.one_in(2));
        let byte = byte.unwrap_or_else(|| random.number() as u8);
        let place = random.below(bytes.len() + 1);
        match random.below(6) {
            0 | 1 => bytes.push(byte),
            2 => bytes.insert(place, byte),
            3 => _ = bytes.pop(),
            _ if bytes.is_empty() => bytes.push(byte),
            4 => _ = bytes.remove(place.min(bytes.len() - 1)),
            _ => {
                let last = bytes.len() - 1;
                bytes[place.min(last)] = byte;
            }
        }
        bytes
    }

    /// Characters, and numbers among them, change.
    fn text(&self, text: &str, random: &mut Random) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let texts: Vec<&str> = self
            .constants
            .iter()
            .filter_map(|value| if let Value::Text(text) = value { Some(&text[..]) } else { None })
            .collect();
        let place = random.below(characters.len() + 1);
        let last = characters.len().saturating_sub(1);
        match random.below(6) {
            0 => {
                let number =
                    random.choose(&self.constants.iter().filter_map(whole).collect::<Vec<_>>()).copied();
                let number = number.unwrap_or(0) + random.below(3) as i128 - 1;
                characters.splice(place..place, number.to_string().chars());
            }
            1 => {
                let added = random.choose(&texts).copied().unwrap_or("\n");
                characters.splice(place..place, added.chars());
            }
            2 if !characters.is_empty() => _ = characters.remove(place.min(last)),
            3 if !characters.is_empty() => {
                let copied = characters[random.below(characters.len())];
                characters.insert(place, copied);
            }
            4 if !characters.is_empty() => {
                let end = (place + random.below(characters.len())).min(characters.len());
                let copied: Vec<char> = characters[place..end].to_vec();
                characters.splice(place..place, copied);
            }
            _ => characters.insert(place, [' ', '\n', '0', '1', '-', 'a', 'Z', '.'][random.below(8)]),
        }
        characters.into_iter().collect()
    }

    fn map(&self, mut pairs: Vec<(Value, Value)>, donor: Value, random: &mut Random) -> Value {
        let place = random.below(pairs.len());
        match random.below(3) {
            0 if !pairs.is_empty() => _ = pairs.remove(place),
            1 => {
                let key = self.symbol(random).unwrap_or_else(|| plain(random));
                pairs.push((key, donor));
            }
            _ if !pairs.is_empty() => pairs[place].1 = donor,
            _ => pairs.push((plain(random), donor)),
        }
        Value::map(pairs)
    }
}

/// Some arguments, or one part inside of them, come from the same place of another input: what matters may be what one
/// has here together with what the other has there.
pub(super) fn cross(values: &mut [Value], other: &[Value], random: &mut Random) {
    if values.len() > 1 && !random.one_in(4) {
        for (argument, other) in values.iter_mut().zip(other) {
            if random.one_in(2) {
                argument.clone_from(other);
            }
        }
        return;
    }
    let parts = parts(other);
    let idx = random.below(parts.len());
    if let (Some(&part), Some(at)) = (parts.get(idx), path(other, idx))
        && part_mut(values, &at).is_some()
    {
        replace(values, &at, part.clone());
    }
}

fn replace(values: &mut [Value], path: &[usize], by: Value) {
    let Some(part) = part_mut(values, path) else { return };
    *part = by;
    // The end of a list that is a list is no end.
    if let Some((_, above)) = path.split_last()
        && let Some(around) = part_mut(values, above)
        && matches!(around, Value::Improper(..))
        && let Value::Improper(items, tail) = std::mem::replace(around, Value::Int(0))
    {
        *around = Value::ending(items, *tail);
    }
}

fn swap(values: &mut [Value], first: &[usize], second: &[usize]) {
    if first.starts_with(second) || second.starts_with(first) {
        return;
    }
    let copy = |values: &mut [Value], path: &[usize]| part_mut(values, path).cloned();
    if let (Some(one), Some(other)) = (copy(values, first), copy(values, second)) {
        replace(values, first, other);
        replace(values, second, one);
    }
}

fn list(mut items: Vec<Value>, donor: Value, random: &mut Random) -> Value {
    let place = random.below(items.len() + 1);
    let last = items.len().saturating_sub(1);
    match random.below(10) {
        0 if !items.is_empty() => _ = items.remove(place.min(last)),
        1 if !items.is_empty() => _ = items.pop(),
        2 | 3 if !items.is_empty() => {
            let copied = items[random.below(items.len())].clone();
            let n = if random.one_in(4) { random.below(MAX_COPIES) } else { 1 };
            (0..n).for_each(|_| items.insert(place, copied.clone()));
        }
        4 if !items.is_empty() => {
            let mut copy = items.clone();
            items.append(&mut copy);
        }
        5 if !items.is_empty() => items.reverse(),
        6 if !items.is_empty() => return Value::ending(items, donor),
        7 => items.push(donor),
        8 => match donor {
            Value::List(more) => items.extend(more),
            donor => items.insert(0, donor),
        },
        _ => items.insert(place, donor),
    }
    Value::List(items)
}

/// Of another number of parts once in a while.
fn tuple(mut items: Vec<Value>, donor: Value, random: &mut Random) -> Value {
    let place = random.below(items.len());
    match random.below(6) {
        0 => _ = items.pop(),
        1 => items.push(donor),
        2 if random.one_in(3) => return Value::List(items),
        2 => (0..random.below(MAX_COPIES)).for_each(|_| items.push(donor.clone())),
        _ if !items.is_empty() => items[place] = donor,
        _ => {}
    }
    Value::Tuple(items)
}

fn fraction(number: f64, numbers: &[i128], random: &mut Random) -> Value {
    match random.below(6) {
        0 => Value::Int(number as i128),
        1 => Value::Float(-number),
        2 => Value::Float(number + 1.0),
        3 => Value::Float(number / 2.0),
        4 => Value::Float(random.choose(numbers).map_or(0.0, |&number| number as f64)),
        _ => {
            Value::Float([0.0, -0.0, 0.5, 1e10, -1.5, 1e300, 1e-9, 9_007_199_254_740_992.0][random.below(8)])
        }
    }
}

/// A number near which machines change how they hold it.
fn edge(random: &mut Random) -> Value {
    if random.one_in(6) {
        return large(random);
    }
    let power = 1_i128 << random.choose(&EDGES).copied().unwrap_or(63);
    let number = power + random.below(5) as i128 - 2;
    Value::Int(if random.one_in(3) { -number } else { number })
}

/// A number beyond 128 bits, or beyond what a float holds.
fn large(random: &mut Random) -> Value {
    let n_bytes = [17, 32, 128, 129, 300][random.below(5)];
    let mut bytes = vec![if random.one_in(2) { 0 } else { 255 }; n_bytes - 1];
    bytes.push([1, 128, 255][random.below(3)]);
    Value::Large(random.one_in(3), bytes)
}

/// The bytes without some bits of the last.
fn bits(mut bytes: Vec<u8>, random: &mut Random) -> Value {
    let n_bits = 1 + random.below(7) as u8;
    let last = bytes.pop().unwrap_or_else(|| random.number() as u8);
    bytes.push(last >> (8 - n_bits) << (8 - n_bits));
    Value::Bits(bytes, n_bits)
}

fn plain(random: &mut Random) -> Value {
    match random.below(16) {
        0..=3 => Value::Int(random.below(7) as i128 - 2),
        4 => Value::Int(random.below(400) as i128 - 100),
        5 => edge(random),
        6 => Value::List(small(random)),
        7 => Value::Tuple(small(random)),
        8 => Value::symbol("other"),
        9 => Value::Bytes(Vec::new()),
        10 => Value::Float(random.below(9) as f64 / 2.0 - 2.0),
        11 => Value::Map(Vec::new()),
        12 => Value::map(vec![(Value::symbol("a"), Value::Int(random.below(4) as i128))]),
        13 => Value::characters(&digits(random)),
        14 => Value::Bytes(digits(random).into_bytes()),
        _ => Value::List(vec![Value::Int(random.below(4) as i128)]),
    }
}

/// Parts of no great interest, up to seven of them; often none.
fn small(random: &mut Random) -> Vec<Value> {
    let bound = if random.one_in(2) { 8 } else { 1 };
    (0..random.below(bound)).map(|_| Value::Int(random.below(5) as i128)).collect()
}

/// A number as text, which programs read.
fn digits(random: &mut Random) -> String {
    let number = random.below(1 << 12);
    match random.below(5) {
        0 => format!("-{number}"),
        1 => format!("{number}.5"),
        2 => format!("{number}x"),
        _ => number.to_string(),
    }
}

fn whole(value: &Value) -> Option<i128> {
    if let Value::Int(number) = value { Some(*number) } else { None }
}

/// The whole numbers of an input.
fn numbers(values: &[Value]) -> Vec<i128> {
    parts(values).into_iter().filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i128]) -> Value {
        Value::List(values.iter().copied().map(Value::Int).collect())
    }

    /// Whether one of so many mutants of an input is wanted.
    fn check(input: &[Value], constants: &[Value], n: usize, is_wanted: impl Fn(&[Value]) -> bool) {
        let mutator = Mutator { constants, other: &[] };
        let mut random = Random::new(1);
        let mut wanted = (0..n).map(|_| mutator.mutated(input, &mut random));
        assert!(wanted.any(|values| is_wanted(&values)), "{input:?}");
    }

    /// Each is one step from what mattered, and hardly ever drawn.
    #[test]
    fn near_misses_are_among_the_mutants() {
        let improper = Value::ending(vec![Value::Int(2)], Value::Int(0));
        check(&[ints(&[2])], &[], 4_000, |values| values[0] == improper);
        let constant = ints(&[1, 3]);
        check(&[constant.clone(), Value::Int(0)], &[constant, Value::Int(5)], 40_000, |values| {
            values[0] == ints(&[1, 3, 5])
        });
        let near = |values: &[Value]| match values {
            [Value::Int(a), Value::Int(b)] => *a > 150 && *b > 150 && (a - b).abs() < 10 && a != b,
            _ => false,
        };
        check(&[Value::Int(200), Value::Int(3)], &[], 4_000, near);
        check(&[Value::Int(7)], &[], 4_000, |values| whole(&values[0]).is_some_and(|n| n > 1 << 62));
        check(
            &[Value::Int(7)],
            &[],
            4_000,
            |values| matches!(&values[0], Value::Large(_, bytes) if bytes.len() > 128),
        );
        check(&[Value::Bytes(vec![1])], &[], 4_000, |values| matches!(values[0], Value::Bits(..)));
        check(&[Value::symbol("a"), ints(&[1])], &[], 4_000, |values| values == [ints(&[1]), ints(&[1])]);
        check(
            &[Value::symbol("a")],
            &[],
            4_000,
            |values| matches!(&values[0], Value::List(items) if items.len() > 1 && items.iter().all(|item| matches!(item, Value::Int(48..=57)))),
        );
        let longer = |values: &[Value]| values[0] == Value::Bytes(vec![1, 2, 0]);
        check(&[Value::Bytes(vec![1, 2])], &[Value::Int(0)], 4_000, longer);
    }

    #[test]
    fn there_are_as_many_values_as_before() {
        let input = [ints(&[1, 2]), Value::map(vec![(Value::symbol("a"), Value::Bytes(vec![1]))])];
        let mutator = Mutator { constants: &[Value::Text("x".to_owned())], other: &input };
        let mut random = Random::new(3);
        let mut values = input.to_vec();
        for _ in 0..2_000 {
            values = mutator.mutated(&values, &mut random);
            assert_eq!(values.len(), 2);
            if parts(&values).len() > 300 {
                values = input.to_vec();
            }
        }
    }
}
