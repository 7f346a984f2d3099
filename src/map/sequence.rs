//! Pairs of positions in two sequences that keep the order of both.

use std::collections::HashMap;
use std::hash::Hash;

/// Pairs of positions of values that occur once in each sequence, as many as the order of both allows: the anchors of
/// Cohen's patience diff.
pub(super) fn unique_in_order<T: Copy + Eq + Hash>(program: &[T], slice: &[T]) -> Vec<(usize, usize)> {
    let once = |values: &[T]| once(values.iter().copied().enumerate().map(|(idx, value)| (value, idx)));
    in_order(&once(program), &once(slice), |_| true)
}

/// Index of each value; `None` for one that occurs more than once.
pub(super) fn once<T: Eq + Hash>(values: impl Iterator<Item = (T, usize)>) -> HashMap<T, Option<usize>> {
    let mut seen: HashMap<T, Option<usize>> = HashMap::new();
    for (value, idx) in values {
        seen.entry(value).and_modify(|first| *first = None).or_insert(Some(idx));
    }
    seen
}

/// A longest sequence of pairs of equal values that ascends on both sides.
pub(super) fn in_order<T: Eq + Hash>(
    program: &HashMap<T, Option<usize>>,
    slice: &HashMap<T, Option<usize>>,
    may_pair: impl Fn(&(usize, usize)) -> bool,
) -> Vec<(usize, usize)> {
    let both = |(value, &s): (&T, &Option<usize>)| Some(((*program.get(value)?)?, s?));
    let mut found: Vec<(usize, usize)> = slice.iter().filter_map(both).filter(may_pair).collect();
    found.sort_unstable();
    longest_increasing(&found)
}

/// A longest subsequence of pairs, sorted by the first component, whose second components ascend too.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; pairs.len()];
    for (idx, &(_, second)) in pairs.iter().enumerate() {
        let at = tails.partition_point(|&tail| pairs[tail].1 < second);
        if at > 0 {
            before[idx] = tails[at - 1];
        }
        if at == tails.len() {
            tails.push(idx);
        } else {
            tails[at] = idx;
        }
    }
    let mut found: Vec<_> = std::iter::successors(tails.last().copied(), |&idx| {
        (before[idx] != usize::MAX).then_some(before[idx])
    })
    .map(|idx| pairs[idx])
    .collect();
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_occur_once_are_paired_in_order() {
        assert_eq!(unique_in_order(&[1, 7, 7, 2, 3], &[7, 3, 1, 2]), [(0, 2), (3, 3)]);
    }

    #[test]
    fn longest_increasing_keeps_the_order_of_both() {
        let pairs = [(0, 3), (1, 0), (2, 1), (3, 9), (4, 2)];
        assert_eq!(longest_increasing(&pairs), [(1, 0), (2, 1), (4, 2)]);
        assert!(longest_increasing(&[]).is_empty());
    }
}
