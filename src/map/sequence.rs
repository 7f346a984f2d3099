//! Pairs of positions in two sequences that keep the order of both.

use std::hash::Hash;

use super::exact::Bias;

/// Pairs of positions of equal values that a sequence differ finds; of values that are repeated, those on
/// the side the bias asks for.
///
/// A differ goes through its input from the front, so that to the right it gets both sequences turned
/// around.
pub(super) fn common<T: Copy + Hash + Ord>(
    algorithm: similar::Algorithm,
    program: &[T],
    slice: &[T],
    bias: Bias,
) -> Vec<(usize, usize)> {
    let equal = |program: &[T], slice: &[T]| -> Vec<(usize, usize)> {
        let pairs_of = |op| match op {
            similar::DiffOp::Equal { old_index, new_index, len } => (old_index, new_index, len),
            _ => (0, 0, 0),
        };
        similar::capture_diff_slices(algorithm, program, slice)
            .into_iter()
            .map(pairs_of)
            .flat_map(|(p, s, len)| (0..len).map(move |offset| (p + offset, s + offset)))
            .collect()
    };
    match bias {
        Bias::Left => equal(program, slice),
        Bias::Right => {
            let turned = |values: &[T]| values.iter().rev().copied().collect::<Vec<T>>();
            let mut pairs = equal(&turned(program), &turned(slice));
            pairs.reverse();
            pairs.iter().map(|&(p, s)| (program.len() - 1 - p, slice.len() - 1 - s)).collect()
        }
    }
}

/// A longest subsequence of pairs, sorted by the first component, whose second components ascend too.
pub(super) fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
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
    fn repeated_values_are_paired_on_the_side_asked_for() {
        let (program, slice) = ([1, 7, 7, 7, 2], [1, 7, 2]);
        let paired = |bias| common(similar::Algorithm::Patience, &program, &slice, bias);
        assert_eq!(paired(Bias::Left), [(0, 0), (1, 1), (4, 2)]);
        assert_eq!(paired(Bias::Right), [(0, 0), (3, 1), (4, 2)]);
    }

    #[test]
    fn longest_increasing_keeps_the_order_of_both() {
        let pairs = [(0, 3), (1, 0), (2, 1), (3, 9), (4, 2)];
        assert_eq!(longest_increasing(&pairs), [(1, 0), (2, 1), (4, 2)]);
        assert!(longest_increasing(&[]).is_empty());
    }
}
