//! Statistics on plain numbers: means, medians, intervals and tests of samples that come in clusters, and numbers as text.
//!
//! In: finite numbers with the cluster each belongs to. Out: numbers. Pure; randomness comes from the
//! seed in [`Bootstrap`], so the same seed gives the same numbers on every machine.
//!
//! Criteria of one program are not independent: a slicer that loses a record field in one of them
//! loses it in all. Resampling single tasks would pretend to know more than it does, so whole clusters
//! are drawn, and flipped. `docs/METRICS.md`, section 5, says what was chosen and why.

mod decimal;
mod interval;
mod permutation;
mod steady;
mod steps;
mod student;

use std::collections::BTreeMap;

pub use decimal::{decimal, percent};
pub use interval::{Bootstrap, MeanInterval, Scale};
pub use permutation::{cliffs_delta, holm};
pub use steady::{Steady, SteadyState};
pub use steps::{noise_penalty, steps};

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

    /// Half the width of the confidence interval of the mean by Student's t, clusters left aside.
    ///
    /// `confidence` is between 0 and 1. `None` below two values, which have no spread.
    pub fn error_margin(&self, confidence: f64) -> Option<f64> {
        let n = self.len();
        let mean = self.mean().filter(|_| n > 1)?;
        let squares: f64 = self.clusters.iter().flatten().map(|value| (value - mean).powi(2)).sum();
        Some(student::quantile(n - 1, confidence) * (squares / (n - 1) as f64 / n as f64).sqrt())
    }
}

/// Mean of the first numbers of pairs over that of the second, with half its interval of this confidence by Student's t.
///
/// The interval is that of the residuals `first - ratio * second` over the mean of the second: the linear estimator of a ratio, fit
/// for pairs that differ less than they have in common. `None` where the second are 0 in sum; no margin below two pairs.
///
/// Source: Cochran, "Sampling Techniques", 3rd edition, Wiley 1977, section 6.4.
pub fn ratio_of_means(pairs: &[(f64, f64)], confidence: f64) -> Option<(f64, Option<f64>)> {
    let (first, second) = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    if second <= 0.0 {
        return None;
    }
    let (ratio, mean) = (first / second, second / pairs.len() as f64);
    let residuals = Sample::new(pairs.iter().map(|pair| ("", (pair.0 - ratio * pair.1) / mean)));
    Some((ratio, residuals.error_margin(confidence)))
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

    #[test]
    fn an_error_margin_needs_two_values() {
        assert_eq!(Sample::new([("a", 1.0)]).error_margin(0.95), None);
        let margin = Sample::new([("a", 1.0), ("a", 2.0), ("b", 3.0)]).error_margin(0.95).unwrap();
        // 4.302653 * 1 / sqrt(3)
        assert!((margin - 2.484_138).abs() < 1e-5, "{margin}");
        let margin = Sample::new([("a", 1.0), ("a", 2.0), ("b", 3.0)]).error_margin(0.99).unwrap();
        // 9.924843 * 1 / sqrt(3)
        assert!((margin - 5.730_111).abs() < 1e-5, "{margin}");
    }

    #[test]
    fn a_ratio_of_means_has_the_margin_of_its_residuals() {
        assert_eq!(ratio_of_means(&[], 0.95), None);
        assert_eq!(ratio_of_means(&[(1.0, 0.0), (2.0, 0.0)], 0.95), None);
        assert_eq!(ratio_of_means(&[(3.0, 2.0)], 0.95), Some((1.5, None)));
        // What is proportional has one ratio.
        assert_eq!(ratio_of_means(&[(2.0, 1.0), (4.0, 2.0), (10.0, 5.0)], 0.95), Some((2.0, Some(0.0))));
        // 4.302653 * sd(x - 2.25 * y) / mean(y) / sqrt(3)
        let (ratio, margin) = ratio_of_means(&[(3.0, 1.0), (5.0, 3.0), (10.0, 4.0)], 0.95).unwrap();
        assert!((ratio - 2.25).abs() < 1e-12, "{ratio}");
        assert!((margin.unwrap() - 1.416_602).abs() < 1e-5, "{margin:?}");
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
