//! Whether a difference between two slicers is more than chance, and how large it is.
//!
//! Were both slicers alike, it would not matter which of the two answers of a program is whose: the sign of the differences of
//! each program could as well be the other one. Sources: Good, "Permutation, Parametric and Bootstrap Tests of Hypotheses", 3rd edition, 2005,
//! 3.2; Edgington and Onghena, "Randomization Tests", 4th edition, 2007; Phipson and Smyth, "Permutation P-values Should Never
//! Be Zero", 2010, for the one that is added; Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979; Cliff,
//! "Dominance Statistics: Ordinal Analyses to Answer Ordinal Questions", 1993.

use super::Sample;
use crate::random::Random;

/// Most clusters of which all signs are tried.
const MAX_EXACT: usize = 16;

/// Random signs that are tried of more clusters.
const N_RANDOM: usize = 9_999;

impl Sample {
    /// Probability of a mean as far from 0 if the signs of clusters were chance: two-sided, never 0.
    ///
    /// Exact for up to 16 clusters that are not 0; `None` when there is no value. There are few such probabilities for few
    /// clusters, so that at most a share of p of them is p or less where nothing differs.
    pub fn permutation_p(&self, seed: u64) -> Option<f64> {
        let sums: Vec<f64> = self.sums().into_iter().map(|(sum, _)| sum).collect();
        let reach: f64 = sums.iter().map(|sum| sum.abs()).sum();
        // A sum of differences that is nothing but what rounding left.
        let moved: Vec<f64> = sums.iter().copied().filter(|sum| sum.abs() > 1e-12 * reach).collect();
        let least = moved.iter().sum::<f64>().abs() - 1e-9 * reach;
        let p = match moved.len() {
            0 => 1.0,
            n if n <= MAX_EXACT => n_as_far(&moved, 0.0, least) as f64 / 2_f64.powi(n as i32),
            _ => (1 + n_random(&moved, least, seed)) as f64 / (1 + N_RANDOM) as f64,
        };
        (!self.is_empty()).then_some(p)
    }
}

/// Number of choices of signs with which a sum is at least so far from 0.
fn n_as_far(sums: &[f64], sum: f64, least: f64) -> usize {
    match sums {
        [] => usize::from(sum.abs() >= least),
        [first, rest @ ..] => n_as_far(rest, sum + first, least) + n_as_far(rest, sum - first, least),
    }
}

fn n_random(sums: &[f64], least: f64, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let is_as_far = |_: &usize| {
        let sum: f64 = sums
            .chunks(64)
            .map(|sums| {
                let signs = random.number();
                let signed = sums.iter().enumerate();
                signed.map(|(bit, sum)| if signs >> bit & 1 == 1 { *sum } else { -sum }).sum::<f64>()
            })
            .sum();
        sum.abs() >= least
    };
    (0..N_RANDOM).filter(is_as_far).count()
}

/// Probabilities of several tests, each made so large that all that are small enough can be believed together; in the same order.
///
/// ```
/// assert_eq!(bench_slicers::stats::holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|a, b| ps[*a].total_cmp(&ps[*b]));
    let mut adjusted = vec![0.0; ps.len()];
    let mut largest = 0.0_f64;
    for (n_before, idx) in order.into_iter().enumerate() {
        largest = largest.max(ps[idx] * (ps.len() - n_before) as f64).min(1.0);
        adjusted[idx] = largest;
    }
    adjusted
}

/// How often a number of the first is larger than one of the second, less how often it is smaller: −1 to 1.
///
/// Over all pairs of a number of the first and one of the second. `None` when either is empty.
///
/// ```
/// assert_eq!(bench_slicers::stats::cliffs_delta(&[1.0, 1.0], &[0.5, 1.0]), Some(0.5));
/// ```
pub fn cliffs_delta(first: &[f64], second: &[f64]) -> Option<f64> {
    let mut sorted = second.to_vec();
    sorted.sort_by(f64::total_cmp);
    let dominance = |value: &f64| {
        let n_smaller = sorted.partition_point(|other| other < value);
        let n_larger = sorted.len() - sorted.partition_point(|other| other <= value);
        n_smaller as f64 - n_larger as f64
    };
    let n_pairs = first.len() * second.len();
    (n_pairs > 0).then(|| first.iter().map(dominance).sum::<f64>() / n_pairs as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected numbers are those of this script (SciPy 1, statsmodels 0):
    //
    //     import numpy as np
    //     from scipy.stats import permutation_test, mannwhitneyu
    //     from statsmodels.stats.multitest import multipletests
    //     A = [0.91, 0.35, 1.0, 0.62, 0.77, 1.0, 0.48, 0.83, 0.95, 0.12, 0.66, 0.89, 0.7, 0.2]
    //     B = [0.81, 0.55, 0.9, 0.52, 0.77, 0.7, 0.58, 0.63, 1.0, 0.02, 0.36, 0.59, 0.4, 0.1]
    //     programs = [0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9]
    //     def p(n, **options):
    //         d = np.round(np.array(A[:n]) - np.array(B[:n]), 12)
    //         sums = np.bincount(programs[:n], d)
    //         test = permutation_test((sums,), np.sum, permutation_type="samples", n_resamples=np.inf, **options)
    //         return test.pvalue
    //     print(p(14), p(6), p(4))
    //     d = [((i * 37) % 23 - 9) / 20 for i in range(30)]
    //     test = permutation_test((d,), np.sum, permutation_type="samples", n_resamples=999_999, rng=1)
    //     print(test.pvalue)
    //     print(multipletests([0.01, 0.2, 0.03, 0.03, 0.6], method="holm")[1])
    //     print(2 * mannwhitneyu(A, B).statistic / len(A) / len(B) - 1)
    const A: [f64; 14] = [0.91, 0.35, 1.0, 0.62, 0.77, 1.0, 0.48, 0.83, 0.95, 0.12, 0.66, 0.89, 0.7, 0.2];
    const B: [f64; 14] = [0.81, 0.55, 0.9, 0.52, 0.77, 0.7, 0.58, 0.63, 1.0, 0.02, 0.36, 0.59, 0.4, 0.1];
    const PROGRAMS: [&str; 14] = ["0", "0", "0", "1", "2", "2", "3", "4", "5", "5", "6", "7", "8", "9"];

    fn p(n: usize) -> f64 {
        let differences = A.iter().zip(&B).map(|(a, b)| a - b);
        Sample::new(PROGRAMS.into_iter().zip(differences).take(n)).permutation_p(1).unwrap()
    }

    #[test]
    fn probabilities_equal_those_of_scipy() {
        for (n, expected) in [(14, 0.01953125), (6, 0.5), (4, 1.0)] {
            assert!((p(n) - expected).abs() < 1e-12, "{n}: {}", p(n));
        }
        let keys: Vec<String> = (0..30).map(|idx| idx.to_string()).collect();
        let values = (0..30).map(|idx| f64::from((idx * 37) % 23 - 9) / 20.0);
        let random = Sample::new(keys.iter().map(String::as_str).zip(values)).permutation_p(1).unwrap();
        // Four standard errors of what 9,999 draws tell.
        assert!((random - 0.227406).abs() < 0.02, "{random}");
    }

    #[test]
    fn nothing_that_differs_is_no_difference() {
        assert_eq!(Sample::new([]).permutation_p(1), None);
        assert_eq!(Sample::new([("a", 0.0), ("b", 0.1), ("b", -0.1)]).permutation_p(1), Some(1.0));
        let keys: Vec<String> = (0..40).map(|idx| idx.to_string()).collect();
        let all_better = Sample::new(keys.iter().map(|key| (key.as_str(), 0.1)));
        assert_eq!(all_better.permutation_p(1), Some(1e-4));
    }

    #[test]
    fn holm_and_cliff_are_those_of_statsmodels_and_scipy() {
        let found = holm(&[0.01, 0.2, 0.03, 0.03, 0.6]);
        for (found, expected) in found.iter().zip([0.05, 0.4, 0.12, 0.12, 0.6]) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
        assert_eq!(holm(&[]), [0.0; 0]);
        let delta = cliffs_delta(&A, &B).unwrap();
        assert!((delta - 0.26530612244897966).abs() < 1e-12, "{delta}");
        assert_eq!(cliffs_delta(&[], &B), None);
    }
}
