//! Inputs and values as `server/runtime.c` has them.

use std::collections::BTreeSet;

use crate::ast::NodeId;
use crate::oracle::protocol::{Operation, Reader, request};
use crate::oracle::{Observation, SliceRule};
use crate::suite::Input;

/// Bytes of an outcome that was told; the first four are the number of its condition.
const OUTCOME_BYTE: usize = 16;

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Observed {
    pub(super) observation: Observation,
    /// The values, each with its length.
    pub(super) values: Vec<u8>,
    /// The outcomes of conditions, where they are told.
    pub(super) outcomes: Vec<u8>,
}

/// An input that candidates are judged on.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) input: Input,
    pub(super) fuel: u64,
    /// That of this input: the prefix where the original does not end.
    pub(super) rule: SliceRule,
    pub(super) n_values: usize,
    pub(super) values: Vec<u8>,
    pub(super) outcomes: Vec<u8>,
}

impl Known {
    /// As it is given to a program that stands by itself.
    pub(super) fn given(&self, turned: Option<(u32, bool)>) -> GivenInput<'_> {
        GivenInput { input: &self.input, fuel: self.fuel, outcomes: &self.outcomes, turned }
    }

    /// How conditions that are gone go: as in the original, and each always one way.
    pub(super) fn turns(&self) -> Vec<Option<(u32, bool)>> {
        let number = |told: &[u8]| Some(u32::from_ne_bytes(told.get(..4)?.try_into().ok()?));
        let numbers: BTreeSet<u32> = self.outcomes.chunks_exact(OUTCOME_BYTE).filter_map(number).collect();
        let turned = numbers.into_iter().flat_map(|number| [Some((number, true)), Some((number, false))]);
        std::iter::once(None).chain(turned).collect()
    }
}

/// An input with its fuel, and the outcomes that conditions have which are gone.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenInput<'i> {
    pub(super) input: &'i Input,
    pub(super) fuel: u64,
    pub(super) outcomes: &'i [u8],
    /// The number of the condition that always goes one way, and which.
    pub(super) turned: Option<(u32, bool)>,
}

impl<'i> GivenInput<'i> {
    /// For a program that has all of its conditions.
    pub(super) fn new(input: &'i Input, fuel: u64) -> GivenInput<'i> {
        GivenInput { input, fuel, outcomes: &[], turned: None }
    }
}

fn put_u32(frame: &mut Vec<u8>, value: usize) {
    frame.extend((value as u32).to_be_bytes());
}

fn put_bytes(frame: &mut Vec<u8>, bytes: &[u8]) {
    put_u32(frame, bytes.len());
    frame.extend(bytes);
}

fn put_input(frame: &mut Vec<u8>, GivenInput { input, fuel, outcomes, turned }: GivenInput<'_>) {
    frame.extend(fuel.to_be_bytes());
    put_u32(frame, input.args.len());
    input.args.iter().for_each(|arg| put_bytes(frame, arg.as_bytes()));
    put_bytes(frame, input.stdin.as_bytes());
    put_bytes(frame, outcomes);
    let (number, way) = turned.unwrap_or_default();
    frame.extend(number.to_be_bytes());
    frame.push(u8::from(way));
}

/// The request to run these inputs.
pub(super) fn observe<'i>(inputs: impl ExactSizeIterator<Item = GivenInput<'i>>) -> Vec<u8> {
    let mut content = Vec::new();
    put_u32(&mut content, inputs.len());
    inputs.for_each(|input| put_input(&mut content, input));
    request(Operation::Observe, &content)
}

/// The request to judge candidates on these inputs, too.
pub(super) fn add(known: &[Known]) -> Vec<u8> {
    let mut content = Vec::new();
    put_known(&mut content, known);
    request(Operation::Inputs, &content)
}

/// The request to run a candidate on these inputs, which are not kept; each answer is a byte.
pub(super) fn refute(modes: &[(u16, u8)], known: &[Known]) -> Vec<u8> {
    let mut content = Vec::new();
    content.extend((modes.len() as u16).to_be_bytes());
    for (switch, mode) in modes {
        content.extend(switch.to_be_bytes());
        content.push(*mode);
    }
    put_known(&mut content, known);
    request(Operation::TryInputs, &content)
}

fn put_known(content: &mut Vec<u8>, all: &[Known]) {
    put_u32(content, all.len());
    for Known { input, fuel, rule, n_values, values, outcomes } in all {
        put_input(content, GivenInput { input, fuel: *fuel, outcomes, turned: None });
        content.push(match rule {
            SliceRule::Prefix | SliceRule::Driven => 0,
            SliceRule::PrefixAndEnd => 1,
            SliceRule::Strict | SliceRule::Visits => 2,
        });
        put_u32(content, *n_values);
        put_bytes(content, values);
    }
}

/// What a run of each input did; `switched` are the nodes of the program's switches.
pub(super) fn observed(
    reader: &mut Reader<'_>,
    n_inputs: usize,
    switched: &[NodeId],
) -> Option<Vec<Observed>> {
    let mut one = || {
        Some(Observed {
            observation: reader.observation(switched)?,
            values: reader.block()?.to_vec(),
            outcomes: reader.block()?.to_vec(),
        })
    };
    (0..n_inputs).map(|_| one()).collect()
}

/// Number of values at the start of `found` that are those of `wanted`, in order.
pub(super) fn n_alike(wanted: &[u8], found: &[u8]) -> usize {
    let mut n = 0;
    let mut at = 0;
    while let Some(head) = wanted.get(at..at + 4) {
        let size = u32::from_ne_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = at + 4 + size;
        if wanted.get(at..end).is_none() || wanted.get(at..end) != found.get(at..end) {
            break;
        }
        (n, at) = (n + 1, end);
    }
    n
}

/// The value at a position, from 0; `None` when there are not so many.
pub(super) fn value_at(values: &[u8], position: usize) -> Option<&[u8]> {
    let mut at = 0;
    for idx in 0..=position {
        let head = values.get(at..at + 4)?;
        let end = at + 4 + u32::from_ne_bytes([head[0], head[1], head[2], head[3]]) as usize;
        if idx == position {
            return values.get(at + 4..end);
        }
        at = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_one_by_one() {
        let value = |bytes: &[u8]| [&(bytes.len() as u32).to_ne_bytes()[..], bytes].concat();
        let two = [value(b"a"), value(b"bc")].concat();
        assert_eq!(n_alike(&two, &two), 2);
        assert_eq!(n_alike(&two, &[value(b"a"), value(b"bd")].concat()), 1);
        assert_eq!(n_alike(&two, &value(b"a")), 1);
        assert_eq!(n_alike(&[], &two), 0);
        assert_eq!(value_at(&two, 0), Some(&b"a"[..]));
        assert_eq!(value_at(&two, 1), Some(&b"bc"[..]));
        assert_eq!(value_at(&two, 2), None);
    }
}
