//! Smaller inputs that show a difference, too (as in Claessen and Hughes, "QuickCheck", ICFP 2000).

use std::collections::BTreeSet;

use crate::languages::InputSource;
use crate::suite::Input;
use crate::value::Value;

/// Small inputs that are tried first.
const N_SERIES: usize = 400;

/// Rounds of changes, and changes of a round, at most.
const MAX_ROUNDS: usize = 60;
const MAX_CANDIDATES: usize = 400;

/// How large an input is: parts and characters, then the length of its text, then the sizes of its numbers.
type InputSize = (usize, usize, u128, Vec<String>, String);

/// Makes an input smaller, step by step.
pub(super) struct Shrinker<'s> {
    source: Option<&'s dyn InputSource>,
    smallest: Input,
    known: BTreeSet<(Vec<String>, String)>,
    n_rounds: usize,
    is_first: bool,
    is_done: bool,
}

impl<'s> Shrinker<'s> {
    /// Begins with the smallest of these inputs, of which `first` is one.
    pub(super) fn new(source: Option<&'s dyn InputSource>, all: &[Input], first: Input) -> Shrinker<'s> {
        let size = |input: &&Input| size(source, input);
        let smallest = all.iter().min_by_key(size).cloned().unwrap_or(first);
        Shrinker { source, smallest, known: BTreeSet::new(), n_rounds: 0, is_first: true, is_done: false }
    }

    /// The next inputs to try, all smaller than the smallest known, smallest first; `None` when there are no more.
    pub(super) fn candidates(&mut self) -> Option<Vec<Input>> {
        let source = self.source?;
        if self.is_done || self.n_rounds == MAX_ROUNDS {
            return None;
        }
        self.n_rounds += 1;
        let mut drawn: Vec<Vec<Value>> = Vec::new();
        if self.is_first {
            drawn.extend(source.series(N_SERIES));
        }
        let values = source.read(&self.smallest).unwrap_or_default();
        drawn.extend(smaller_all(&values, true));
        self.is_first = false;
        let limit = size(Some(source), &self.smallest);
        let mut found: Vec<(InputSize, Input)> = drawn
            .iter()
            .map(|values| source.write(values))
            .map(|input| (size(Some(source), &input), input))
            .filter(|(size, _)| *size < limit)
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found.dedup_by(|a, b| a.1 == b.1);
        found.retain(|(_, input)| !self.known.contains(&(input.args.clone(), input.stdin.clone())));
        found.truncate(N_SERIES + MAX_CANDIDATES);
        let found: Vec<Input> = found.into_iter().map(|(_, input)| input).collect();
        self.known.extend(found.iter().map(|input| (input.args.clone(), input.stdin.clone())));
        (!found.is_empty()).then_some(found)
    }

    /// Takes in which of the candidates show a difference.
    pub(super) fn take(&mut self, differing: &[Input]) {
        let smallest = differing.iter().min_by_key(|input| size(self.source, input));
        match smallest {
            Some(smallest) => self.smallest = smallest.clone(),
            None => self.is_done = true,
        }
    }

    /// The smallest input found.
    pub(super) fn smallest(self) -> Input {
        self.smallest
    }
}

fn size(source: Option<&dyn InputSource>, input: &Input) -> InputSize {
    let length =
        input.args.iter().map(|arg| arg.chars().count()).sum::<usize>() + input.stdin.chars().count();
    let values = source.and_then(|source| source.read(input));
    let (parts, numbers) = values.map_or((length, 0), |values| {
        let sizes = values.iter().map(weight).fold((0, 0_u128), |(parts, numbers), (more, others)| {
            (parts + more, numbers.saturating_add(others))
        });
        (sizes.0, sizes.1)
    });
    (parts, length, numbers, input.args.clone(), input.stdin.clone())
}

/// Parts and characters of a value, and the sum of its numbers, where those below 0 count a little more.
fn weight(value: &Value) -> (usize, u128) {
    let all = |values: &mut dyn Iterator<Item = &Value>| {
        values.map(weight).fold((1, 0_u128), |(parts, numbers), (more, others)| {
            (parts + more, numbers.saturating_add(others))
        })
    };
    match value {
        Value::Int(n) => (1, n.unsigned_abs().saturating_mul(2).saturating_add(u128::from(*n < 0))),
        Value::Large(_, bytes) => (1 + bytes.len(), u128::MAX),
        Value::Float(n) => (1, (n.abs() * 4.0) as u128 + 1),
        Value::Symbol(name) => (1, name.len() as u128),
        Value::Text(text) => (1 + text.chars().count(), text.bytes().map(u128::from).sum()),
        Value::Bytes(bytes) | Value::Bits(bytes, _) => {
            (1 + bytes.len(), bytes.iter().map(|&byte| u128::from(byte)).sum())
        }
        Value::List(parts) | Value::Tuple(parts) => all(&mut parts.iter()),
        Value::Improper(items, tail) => all(&mut items.iter().chain([&**tail])),
        Value::Map(pairs) => all(&mut pairs.iter().flat_map(|(key, value)| [key, value])),
    }
}

/// Values with one part less, or with one part smaller.
fn smaller_all(values: &[Value], can_drop: bool) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    if can_drop {
        if values.len() > 3 {
            found.push(values[..values.len() / 2].to_vec());
            found.push(values[values.len() / 2..].to_vec());
        }
        for idx in 0..values.len() {
            let mut left = values.to_vec();
            left.remove(idx);
            found.push(left);
        }
    }
    for (idx, value) in values.iter().enumerate() {
        for other in smaller(value) {
            let mut changed = values.to_vec();
            changed[idx] = other;
            found.push(changed);
        }
        if found.len() > 4 * MAX_CANDIDATES {
            break;
        }
    }
    found
}

fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(0) => Vec::new(),
        Value::Int(n) => {
            let mut found = vec![Value::Int(0), Value::Int(n / 2), Value::Int(n - n.signum())];
            found.extend((*n < 0).then(|| Value::Int(n.saturating_neg())));
            // From afar, in steps that halve.
            let mut step = n / 4;
            while step != 0 {
                found.push(Value::Int(n - step));
                step /= 2;
            }
            found
        }
        Value::Large(..) => vec![Value::Int(0), Value::Int(i128::MAX)],
        Value::Float(n) => {
            let mut found = vec![Value::Float(0.0), Value::Float(n.trunc()), Value::Float(n / 2.0)];
            found.retain(|other| other != value);
            found
        }
        Value::Symbol(_) => Vec::new(),
        Value::Text(text) => texts(text),
        Value::Bytes(bytes) => {
            lists(bytes, |&byte| if byte > 0 { vec![0, byte / 2, byte - 1] } else { vec![] })
                .into_iter()
                .map(Value::Bytes)
                .collect()
        }
        Value::Bits(bytes, _) => vec![Value::Bytes(bytes.clone())],
        Value::List(items) => smaller_all(items, true).into_iter().map(Value::List).collect(),
        Value::Tuple(parts) => smaller_all(parts, false).into_iter().map(Value::Tuple).collect(),
        Value::Improper(items, _) => vec![Value::List(items.clone())],
        Value::Map(pairs) => {
            let mut found: Vec<Value> = (0..pairs.len())
                .map(|idx| {
                    let mut left = pairs.clone();
                    left.remove(idx);
                    Value::Map(left)
                })
                .collect();
            for (idx, (key, value)) in pairs.iter().enumerate() {
                found.extend(smaller(value).into_iter().map(|other| {
                    let mut changed = pairs.clone();
                    changed[idx] = (key.clone(), other);
                    Value::Map(changed)
                }));
            }
            found
        }
    }
}

/// Texts with a line, or some characters, less or smaller; a text that is a number becomes smaller ones.
fn texts(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    if let Ok(number) = text.parse::<i128>() {
        let others = smaller(&Value::Int(number));
        found.extend(others.into_iter().filter_map(|other| match other {
            Value::Int(other) => Some(Value::Text(other.to_string())),
            _ => None,
        }));
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.len() > 1 {
        for idx in 0..lines.len() {
            let left = lines.iter().enumerate().filter(|&(other, _)| other != idx).map(|(_, line)| *line);
            found.push(Value::Text(left.collect()));
        }
        for (idx, line) in lines.iter().enumerate() {
            if let Ok(number) = line.trim().parse::<i128>() {
                found.extend(smaller(&Value::Int(number)).into_iter().filter_map(|other| {
                    let Value::Int(other) = other else { return None };
                    let mut changed: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
                    changed[idx] = line.replacen(line.trim(), &other.to_string(), 1);
                    Some(Value::Text(changed.concat()))
                }));
            }
        }
    }
    let chars: Vec<char> = text.chars().collect();
    let plainer = |&c: &char| match c {
        '\n' | '0' | 'a' => Vec::new(),
        '1'..='9' => vec!['0', char::from_u32(u32::from(c) - 1).unwrap_or('0')],
        _ if c > 'a' => vec!['a'],
        _ => Vec::new(),
    };
    found.extend(lists(&chars, plainer).into_iter().map(|chars| Value::Text(chars.into_iter().collect())));
    found
}

/// Lists with half of the items, one less, or a smaller one.
fn lists<T: Clone>(items: &[T], smaller: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let mut found = vec![items[..items.len() / 2].to_vec(), items[items.len() / 2..].to_vec()];
    for idx in 0..items.len().min(MAX_CANDIDATES) {
        let mut left = items.to_vec();
        left.remove(idx);
        found.push(left);
        for other in smaller(&items[idx]) {
            let mut changed = items.to_vec();
            changed[idx] = other;
            found.push(changed);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Numbers;

    impl InputSource for Numbers {
        fn reachable(&self) -> crate::ast::NodeSet {
            crate::ast::NodeSet::new()
        }

        fn series(&self, _: usize) -> Vec<Vec<Value>> {
            Vec::new()
        }

        fn draw(&self, _: &mut crate::random::Random) -> Option<Vec<Value>> {
            None
        }

        fn constants(&self) -> Vec<Value> {
            Vec::new()
        }

        fn read(&self, input: &Input) -> Option<Vec<Value>> {
            let number = |text: &String| text.parse().ok().map(Value::Int);
            Some(vec![Value::List(input.args.iter().map(number).collect::<Option<_>>()?)])
        }

        fn write(&self, values: &[Value]) -> Input {
            let text = |value: &Value| match value {
                Value::Int(n) => n.to_string(),
                _ => String::new(),
            };
            match values {
                [Value::List(items)] => {
                    Input { args: items.iter().map(text).collect(), stdin: String::new() }
                }
                _ => Input::default(),
            }
        }
    }

    fn check(args: &[i128], differs: impl Fn(&[i128]) -> bool, expected: &[i128]) {
        let first = Input { args: args.iter().map(i128::to_string).collect(), stdin: String::new() };
        let mut shrinker = Shrinker::new(Some(&Numbers), std::slice::from_ref(&first), first.clone());
        while let Some(candidates) = shrinker.candidates() {
            let is_differing = |input: &&Input| {
                let numbers: Vec<i128> = input.args.iter().filter_map(|arg| arg.parse().ok()).collect();
                differs(&numbers)
            };
            let differing: Vec<Input> = candidates.iter().filter(is_differing).cloned().collect();
            shrinker.take(&differing);
        }
        let expected: Vec<String> = expected.iter().map(i128::to_string).collect();
        assert_eq!(shrinker.smallest().args, expected);
    }

    #[test]
    fn what_does_not_matter_goes_and_what_does_stays() {
        check(&[5, 1000, -7, 3], |numbers| numbers.iter().any(|&n| n >= 100), &[100]);
        check(&[99, -4], |numbers| numbers.len() == 2, &[0, 0]);
        check(&[3, 77, 12], |numbers| numbers.contains(&77), &[77]);
        check(&[-50], |numbers| numbers.iter().any(|&n| n < -9), &[-10]);
        check(&[8, 9], |numbers| numbers.iter().sum::<i128>() > 16, &[8, 9]);
    }
}
