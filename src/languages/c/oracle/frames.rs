//! The frames that `server/runtime.c` describes.

use crate::suite::Input;

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Observed {
    /// 0 returned, 1 crashed, 2 out of fuel.
    pub(super) end: u8,
    /// Signal of a crash.
    pub(super) signal: u8,
    pub(super) n_values: u32,
    pub(super) ticks: u64,
    /// The values, each with its length.
    pub(super) values: Vec<u8>,
    /// One byte for each switch, from 1.
    pub(super) seen: Vec<u8>,
}

/// An input that candidates are judged on.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) input: Input,
    pub(super) fuel: u64,
    pub(super) n_values: u32,
    pub(super) values: Vec<u8>,
}

fn put_u32(frame: &mut Vec<u8>, value: usize) {
    frame.extend((value as u32).to_be_bytes());
}

fn put_bytes(frame: &mut Vec<u8>, bytes: &[u8]) {
    put_u32(frame, bytes.len());
    frame.extend(bytes);
}

fn put_input(frame: &mut Vec<u8>, input: &Input, fuel: u64) {
    frame.extend(fuel.to_be_bytes());
    put_u32(frame, input.args.len());
    input.args.iter().for_each(|arg| put_bytes(frame, arg.as_bytes()));
    put_bytes(frame, input.stdin.as_bytes());
}

/// Operation 1.
pub(super) fn observe<'i>(inputs: impl ExactSizeIterator<Item = (&'i Input, u64)>) -> Vec<u8> {
    let mut frame = vec![1];
    put_u32(&mut frame, inputs.len());
    inputs.for_each(|(input, fuel)| put_input(&mut frame, input, fuel));
    frame
}

/// Operation 2.
pub(super) fn add(known: &[Known]) -> Vec<u8> {
    let mut frame = vec![2];
    put_u32(&mut frame, known.len());
    for Known { input, fuel, n_values, values } in known {
        put_input(&mut frame, input, *fuel);
        put_u32(&mut frame, *n_values as usize);
        put_bytes(&mut frame, values);
    }
    frame
}

/// The answer to operation 1; `None` when it is none.
pub(super) fn observed(answer: &[u8], n_inputs: usize, n_switches: usize) -> Option<Vec<Observed>> {
    let mut rest = answer;
    let mut take = |n: usize| -> Option<&[u8]> {
        let (taken, others) = rest.split_at_checked(n)?;
        rest = others;
        Some(taken)
    };
    let number = |bytes: &[u8]| bytes.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    let mut all = Vec::with_capacity(n_inputs);
    for _ in 0..n_inputs {
        let (end, signal) = (take(1)?[0], take(1)?[0]);
        let n_values = number(take(4)?) as u32;
        let ticks = number(take(8)?);
        let n_bytes = number(take(4)?) as usize;
        let values = take(n_bytes)?.to_vec();
        let seen = take(n_switches)?.to_vec();
        all.push(Observed { end, signal, n_values, ticks, values, seen });
    }
    Some(all)
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
