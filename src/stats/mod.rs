//! Statistics on plain numbers: means, medians and intervals of samples that come in clusters.
//!
//! In: finite numbers with the cluster each belongs to. Out: numbers. Pure; randomness comes from the
//! seed in [`Bootstrap`], so the same seed gives the same interval on every machine.
//!
//! Criteria of one program are not independent: a slicer that loses a record field in one of them
//! loses it in all. Resampling single tasks would pretend to know more than it does, so whole clusters
//! are drawn. Source: Davison and Hinkley, "Bootstrap Methods and their Application", 1997, 3.8
//! (strategy 1: groups with replacement, their members as they are) and 5.3 (percentile interval).

mod steady;
mod steps;

use std::collections::BTreeMap;

use crate::random::Random;

pub use steady::{Steady, SteadyState};
pub use steps::{noise_penalty, steps};

/// How a bootstrap interval is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Start of the random sequence.
    pub seed: u64,
    /// Number of resamples; at least 1.
    pub n_resamples: usize,
    /// Probability that the interval is to cover, between 0 and 1.
    pub confidence: f64,
}

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap { seed: 1, n_resamples: 10_000, confidence: 0.95 }
    }
}

/// Finite numbers in clusters; may be empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Clusters in the order of their keys; none is empty.
    clusters: Vec<Vec<f64>>,
}

impl Sample {
    /// Groups numbers by the key of their cluster.
    ///
    /// # Panics
    /// When a number is not finite: an undefined ratio has to be left out by the caller.
    pub fn new<'k>(values: impl IntoIterator<Item = (&'k str, f64)>) -> Sample {
        let mut clusters: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (key, value) in values {
            assert!(value.is_finite(), "a sample holds finite numbers only");
            clusters.entry(key).or_default().push(value);
        }
        Sample { clusters: clusters.into_values().collect() }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.clusters.iter().map(Vec::len).sum()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.clusters.is_empty()
    }

    /// Number of clusters.
    pub fn n_clusters(&self) -> usize {
        self.clusters.len()
    }

    /// Arithmetic mean of all values, each weighing the same; `None` when there is none.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.clusters.iter().flatten().sum();
        (!self.is_empty()).then(|| sum / self.len() as f64)
    }

    /// Middle value, or the mean of the two middle ones; `None` when there is none.
    pub fn median(&self) -> Option<f64> {
        let mut values: Vec<f64> = self.clusters.iter().flatten().copied().collect();
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then(|| quantile(&values, 0.5))
    }

    /// Half the width of the 95 % confidence interval of the mean by Student's t, clusters left aside.
    ///
    /// `None` below two values, which have no spread.
    pub fn error_margin(&self) -> Option<f64> {
        let n = self.len();
        let mean = self.mean().filter(|_| n > 1)?;
        let squares: f64 = self.clusters.iter().flatten().map(|value| (value - mean).powi(2)).sum();
        Some(student_t(n - 1) * (squares / (n - 1) as f64 / n as f64).sqrt())
    }

    /// Percentile interval of the mean, drawing whole clusters with replacement.
    ///
    /// `None` below two clusters, where resampling says nothing. The limits are quantiles of the
    /// resampled means with linear interpolation, as `numpy.percentile` has by default.
    pub fn bootstrap_ci(&self, options: &Bootstrap) -> Option<(f64, f64)> {
        if self.n_clusters() < 2 {
            return None;
        }
        let sums: Vec<(f64, usize)> =
            self.clusters.iter().map(|values| (values.iter().sum(), values.len())).collect();
        let mut random = Random::new(options.seed);
        let mut means: Vec<f64> = (0..options.n_resamples.max(1))
            .map(|_| {
                let (sum, n) = (0..sums.len())
                    .map(|_| sums[random.scaled(sums.len())])
                    .fold((0.0, 0), |(sum, n), (cluster_sum, cluster_n)| (sum + cluster_sum, n + cluster_n));
                sum / n as f64
            })
            .collect();
        means.sort_by(f64::total_cmp);
        let tail = (1.0 - options.confidence) / 2.0;
        Some((quantile(&means, tail), quantile(&means, 1.0 - tail)))
    }
}

/// Quantile 0.975 of Student's t distribution.
///
/// By the expansion of Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5, whose
/// error is below 0.2 % from three degrees of freedom on; the first two are exact.
fn student_t(n_degrees: usize) -> f64 {
    let x: f64 = 1.959_963_984_540_054;
    let n = match n_degrees {
        0 | 1 => return 12.706_204_736,
        2 => return 4.302_652_730,
        n => n as f64,
    };
    let terms = [
        (x.powi(3) + x) / 4.0,
        (5.0 * x.powi(5) + 16.0 * x.powi(3) + 3.0 * x) / 96.0,
        (3.0 * x.powi(7) + 19.0 * x.powi(5) + 17.0 * x.powi(3) - 15.0 * x) / 384.0,
        (79.0 * x.powi(9) + 776.0 * x.powi(7) + 1482.0 * x.powi(5) - 1920.0 * x.powi(3) - 945.0 * x)
            / 92_160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) / n) + x
}

/// Quantile of sorted, non-empty values with linear interpolation (Hyndman and Fan, type 7).
fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let position = probability.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected intervals are those of this script (NumPy 2, SciPy 1):
    //
    //     import numpy as np
    //     M = 2**64 - 1
    //     def splitmix(state):
    //         while True:
    //             state = (state + 0x9e3779b97f4a7c15) & M
    //             v = state
    //             v = ((v ^ v >> 30) * 0xbf58476d1ce4e5b9) & M
    //             v = ((v ^ v >> 27) * 0x94d049bb133111eb) & M
    //             yield v ^ v >> 31
    //     def ci(clusters, seed, n_resamples):
    //         r, n, means = splitmix(seed), len(clusters), []
    //         for _ in range(n_resamples):
    //             drawn = [clusters[next(r) * n >> 64] for _ in range(n)]
    //             means.append(np.mean(np.concatenate(drawn)))
    //         return np.percentile(means, [2.5, 97.5])
    //     C = [[1.0, 0.9, 0.8], [0.5], [1.0, 1.0], [0.2, 0.4, 0.3, 0.1], [0.75]]
    //     print(ci(C, 1, 10_000), ci(C, 7, 1_000))   # [0.34090909 0.92272727] [0.34090909 0.9309375]
    //     X = [0.91, 0.35, 1.0, 0.62, 0.77, 1.0, 0.48, 0.83, 0.95, 0.12, 0.66, 0.89]
    //     print(ci([[x] for x in X], 1, 10_000))     # [0.5525 0.855]
    //     from scipy.stats import bootstrap          # (0.555, 0.855): another random sequence
    //     print(bootstrap((np.array(X),), np.mean, n_resamples=200_000, method="percentile",
    //                     random_state=1).confidence_interval)
    const CLUSTERED: [(&str, f64); 11] = [
        ("a", 1.0),
        ("a", 0.9),
        ("a", 0.8),
        ("b", 0.5),
        ("c", 1.0),
        ("c", 1.0),
        ("d", 0.2),
        ("d", 0.4),
        ("d", 0.3),
        ("d", 0.1),
        ("e", 0.75),
    ];
    const SINGLE: [f64; 12] = [0.91, 0.35, 1.0, 0.62, 0.77, 1.0, 0.48, 0.83, 0.95, 0.12, 0.66, 0.89];
    const KEYS: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

    fn check(found: Option<(f64, f64)>, expected: (f64, f64), tolerance: f64) {
        let (low, high) = found.unwrap();
        assert!((low - expected.0).abs() < tolerance, "{low} is not {}", expected.0);
        assert!((high - expected.1).abs() < tolerance, "{high} is not {}", expected.1);
    }

    #[test]
    fn clustered_intervals_equal_those_of_numpy() {
        let sample = Sample::new(CLUSTERED);
        check(sample.bootstrap_ci(&Bootstrap::default()), (0.340_909_09, 0.922_727_27), 1e-8);
        let other = Bootstrap { seed: 7, n_resamples: 1_000, ..Bootstrap::default() };
        check(sample.bootstrap_ci(&other), (0.340_909_09, 0.930_937_5), 1e-8);
    }

    #[test]
    fn single_values_give_the_interval_of_scipy() {
        let sample = Sample::new(KEYS.into_iter().zip(SINGLE));
        check(sample.bootstrap_ci(&Bootstrap::default()), (0.5525, 0.855), 1e-9);
        check(sample.bootstrap_ci(&Bootstrap::default()), (0.555, 0.855), 0.01);
    }

    #[test]
    fn one_cluster_has_a_mean_and_no_interval() {
        let sample = Sample::new([("a", 0.5), ("a", 1.0)]);
        assert_eq!(sample.mean(), Some(0.75));
        assert_eq!(sample.bootstrap_ci(&Bootstrap::default()), None);
    }

    // scipy.stats.t.ppf(0.975, n)
    #[test]
    fn quantiles_of_student_are_those_of_scipy() {
        let expected = [
            (1, 12.706_205),
            (2, 4.302_653),
            (3, 3.182_446),
            (4, 2.776_445),
            (9, 2.262_157),
            (30, 2.042_272),
            (200, 1.971_896),
        ];
        for (n, quantile) in expected {
            assert!((student_t(n) / quantile - 1.0).abs() < 0.002, "{n}: {}", student_t(n));
        }
    }

    #[test]
    fn an_error_margin_needs_two_values() {
        assert_eq!(Sample::new([("a", 1.0)]).error_margin(), None);
        let margin = Sample::new([("a", 1.0), ("a", 2.0), ("b", 3.0)]).error_margin().unwrap();
        // 4.302653 * 1 / sqrt(3)
        assert!((margin - 2.484_138).abs() < 1e-5, "{margin}");
    }

    #[test]
    fn an_empty_sample_has_no_numbers() {
        let sample = Sample::new([]);
        assert_eq!((sample.mean(), sample.median(), sample.len()), (None, None, 0));
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(Sample::new([("a", 3.0), ("b", 1.0), ("a", 2.0)]).median(), Some(2.0));
        assert_eq!(Sample::new([("a", 4.0), ("b", 1.0), ("a", 2.0), ("c", 3.0)]).median(), Some(2.5));
    }
}
