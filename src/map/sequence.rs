//! Pairs of positions in two sequences that keep the order of both.

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
    fn longest_increasing_keeps_the_order_of_both() {
        let pairs = [(0, 3), (1, 0), (2, 1), (3, 9), (4, 2)];
        assert_eq!(longest_increasing(&pairs), [(1, 0), (2, 1), (4, 2)]);
        assert!(longest_increasing(&[]).is_empty());
    }
}
