//! What is known of a mean beyond the programs that were looked at.
//!
//! An interval is as wide as two that are computed in different ways need: Student's t with the jackknife over clusters as
//! its variance (Cochran, "Sampling Techniques", 1977, 6.17 and 9.3; Donner and Klar, "Design and Analysis of Cluster Randomization
//! Trials", 2000), and the studentised bootstrap of whole clusters (Davison and Hinkley, "Bootstrap Methods and their
//! Application", 1997, 3.8 and 5.2.2). The first alone is too short where most numbers are 1, the second where clusters differ
//! much in size. The tests simulate what they cover.

use serde::Serialize;

use super::{Sample, decimal, percent, quantile, student};
use crate::random::Random;

/// Fewest clusters of which an interval is told.
const MIN_CLUSTERS: usize = 10;

/// How random numbers are drawn for intervals and tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Start of the random sequence.
    pub seed: u64,
    /// Number of resamples for an interval; at least 1.
    pub n_resamples: usize,
    /// Probability that the interval is to cover, between 0 and 1.
    pub confidence: f64,
}

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap { seed: 1, n_resamples: 2_000, confidence: 0.95 }
    }
}

/// What the numbers of a sample can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From 0 to 1, which is flawless.
    Quality,
    /// From 0 to 1.
    Share,
    /// From −1 to 1.
    Difference,
    /// Any.
    Free,
}

impl Scale {
    fn limits(self) -> (f64, f64) {
        match self {
            Scale::Quality | Scale::Share => (0.0, 1.0),
            Scale::Difference => (-1.0, 1.0),
            Scale::Free => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }
}

/// What the mean of all programs like those of a sample may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MeanInterval {
    /// Fewer than ten programs, or too few of them differ from the others.
    #[default]
    Unknown,
    /// From here to there.
    Limits(f64, f64),
    /// Every number is 1.
    Flawless {
        /// Number of programs.
        programs: usize,
        /// With the confidence asked for, no more than this share of all programs has a number below 1.
        most: f64,
    },
}

impl MeanInterval {
    /// Low and high; `None` of anything else.
    pub fn limits(self) -> Option<(f64, f64)> {
        match self {
            MeanInterval::Limits(low, high) => Some((low, high)),
            _ => None,
        }
    }

    /// For a cell of a table; empty when unknown.
    pub fn text(self, n_digits: usize) -> String {
        match self {
            MeanInterval::Unknown => String::new(),
            MeanInterval::Limits(low, high) => {
                format!("[{}, {}]", decimal(low, n_digits), decimal(high, n_digits))
            }
            MeanInterval::Flawless { programs, most } => {
                let plural = if programs == 1 { "" } else { "s" };
                format!("no failure in {programs} program{plural} (≤ {} %)", percent(most, 1))
            }
        }
    }
}

/// A cluster: its sum and its number of values.
type Cluster = (f64, f64);

impl Sample {
    /// The interval of the mean over all values.
    pub fn interval(&self, scale: Scale, options: &Bootstrap) -> MeanInterval {
        let programs = self.n_clusters();
        if scale == Scale::Quality
            && programs > 0
            && self.clusters.iter().flatten().all(|value| *value == 1.0)
        {
            // Clopper and Pearson 1934, for none of n.
            let most = 1.0 - (1.0 - options.confidence).powf(1.0 / programs as f64);
            return MeanInterval::Flawless { programs, most };
        }
        if programs < MIN_CLUSTERS {
            return MeanInterval::Unknown;
        }
        let sums = self.sums();
        let (by_t, by_bootstrap) = (by_t(&sums, options.confidence), by_bootstrap(&sums, options));
        let (low, high) = (by_t.0.min(by_bootstrap.0), by_t.1.max(by_bootstrap.1));
        // Without a number where too many resamples are all alike: what they would say is between here and the end of the scale.
        if !(by_bootstrap.0.is_finite() && by_bootstrap.1.is_finite() && low < high) {
            return MeanInterval::Unknown;
        }
        let (least, most) = scale.limits();
        MeanInterval::Limits(low.max(least), high.min(most))
    }

    /// Sum and number of the values of each cluster.
    pub(super) fn sums(&self) -> Vec<Cluster> {
        self.clusters.iter().map(|values| (values.iter().sum(), values.len() as f64)).collect()
    }
}

/// Mean of all values, and its standard error by leaving out one cluster after the other.
fn mean_and_error(clusters: &[Cluster]) -> (f64, f64) {
    let (sum, n) = clusters.iter().fold((0.0, 0.0), |(sum, n), cluster| (sum + cluster.0, n + cluster.1));
    let (mean, k) = (sum / n, clusters.len() as f64);
    let (mut moved, mut squares) = (0.0, 0.0);
    for cluster in clusters {
        let without = (sum - cluster.0) / (n - cluster.1) - mean;
        moved += without;
        squares += without * without;
    }
    let error = ((k - 1.0) / k * (squares - moved * moved / k).max(0.0)).sqrt();
    // Equal clusters have no spread, whatever rounding leaves of it.
    (mean, if error < 1e-9 { 0.0 } else { error })
}

fn by_t(clusters: &[Cluster], confidence: f64) -> (f64, f64) {
    let (mean, error) = mean_and_error(clusters);
    let margin = student::quantile(clusters.len() - 1, confidence) * error;
    (mean - margin, mean + margin)
}

/// Not finite when too many resamples have no spread.
fn by_bootstrap(clusters: &[Cluster], options: &Bootstrap) -> (f64, f64) {
    let (mean, error) = mean_and_error(clusters);
    let mut random = Random::new(options.seed);
    let mut drawn = vec![(0.0, 0.0); clusters.len()];
    let mut pivots: Vec<f64> = (0..options.n_resamples.max(1))
        .map(|_| {
            drawn.fill_with(|| clusters[random.scaled(clusters.len())]);
            let (drawn_mean, drawn_error) = mean_and_error(&drawn);
            let distance = drawn_mean - mean;
            if distance.abs() < 1e-12 { 0.0 } else { distance / drawn_error }
        })
        .collect();
    pivots.sort_by(f64::total_cmp);
    let tail = (1.0 - options.confidence) / 2.0;
    (mean - quantile(&pivots, 1.0 - tail) * error, mean - quantile(&pivots, tail) * error)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected intervals are those of this script (NumPy 2, SciPy 1):
    //
    //     import numpy as np
    //     from scipy.stats import t, sem
    //     M = 2**64 - 1
    //     def splitmix(state):
    //         while True:
    //             state = (state + 0x9e3779b97f4a7c15) & M
    //             v = state
    //             v = ((v ^ v >> 30) * 0xbf58476d1ce4e5b9) & M
    //             v = ((v ^ v >> 27) * 0x94d049bb133111eb) & M
    //             yield v ^ v >> 31
    //     def mean_and_error(clusters):
    //         without = [np.mean(np.concatenate(clusters[:i] + clusters[i + 1:])) for i in range(len(clusters))]
    //         k = len(clusters)
    //         return np.mean(np.concatenate(clusters)), np.sqrt((k - 1) / k * np.sum((without - np.mean(without)) ** 2))
    //     def by_bootstrap(clusters, seed, n_resamples):
    //         r, n, pivots = splitmix(seed), len(clusters), []
    //         mean, error = mean_and_error(clusters)
    //         for _ in range(n_resamples):
    //             drawn = mean_and_error([clusters[next(r) * n >> 64] for _ in range(n)])
    //             pivots.append((drawn[0] - mean) / drawn[1])
    //         high, low = np.percentile(pivots, [2.5, 97.5])
    //         return mean - low * error, mean - high * error
    //     X = [0.91, 0.35, 1.0, 0.62, 0.77, 1.0, 0.48, 0.83, 0.95, 0.12, 0.66, 0.89]
    //     single = [[x] for x in X]
    //     clustered = [X[:3], X[3:4], X[4:6], X[6:10], X[10:11], X[11:], [0.4], [0.7, 0.9], [1.0], [0.3, 0.6], [0.8]]
    //     print(t.interval(0.95, 11, np.mean(X), sem(X)), by_bootstrap(single, 1, 2000))
    //     mean, error = mean_and_error(clustered)
    //     print(t.interval(0.95, 10, mean, error), by_bootstrap(clustered, 7, 1000))
    const X: [f64; 12] = [0.91, 0.35, 1.0, 0.62, 0.77, 1.0, 0.48, 0.83, 0.95, 0.12, 0.66, 0.89];

    fn clustered() -> Vec<Cluster> {
        let more: [&[f64]; 5] = [&[0.4], &[0.7, 0.9], &[1.0], &[0.3, 0.6], &[0.8]];
        let all = [&X[..3], &X[3..4], &X[4..6], &X[6..10], &X[10..11], &X[11..]].into_iter().chain(more);
        all.map(|values| (values.iter().sum(), values.len() as f64)).collect()
    }

    fn check((low, high): (f64, f64), expected: (f64, f64)) {
        assert!((low - expected.0).abs() < 1e-9 && (high - expected.1).abs() < 1e-9, "[{low}, {high}]");
    }

    #[test]
    fn intervals_equal_those_of_scipy_and_numpy() {
        let single: Vec<Cluster> = X.iter().map(|x| (*x, 1.0)).collect();
        check(by_t(&single, 0.95), (0.537643995518, 0.892356004482));
        check(by_bootstrap(&single, &Bootstrap::default()), (0.458633755791, 0.859501516284));
        check(by_t(&clustered(), 0.95), (0.581174081531, 0.816720655311));
        let options = Bootstrap { seed: 7, n_resamples: 1000, ..Bootstrap::default() };
        check(by_bootstrap(&clustered(), &options), (0.550921597428, 0.808007511919));
    }

    fn sample(values: &[f64]) -> Sample {
        let keys: Vec<String> = (0..values.len()).map(|idx| format!("{idx:03}")).collect();
        Sample::new(keys.iter().zip(values).map(|(key, value)| (key.as_str(), *value)))
    }

    #[test]
    fn few_programs_and_programs_that_are_alike_have_no_interval() {
        let interval = |values: &[f64]| sample(values).interval(Scale::Quality, &Bootstrap::default());
        assert_eq!(interval(&X[..9]), MeanInterval::Unknown);
        assert!(interval(&X[..10]).limits().is_some());
        assert_eq!(interval(&[0.3; 20]), MeanInterval::Unknown);
        // One of twelve differs: a third of the resamples lack it.
        let mut values = [1.0; 12];
        values[4] = 0.5;
        assert_eq!(interval(&values), MeanInterval::Unknown);
        let limits = sample(&values.map(|value| 1.0 - value)).interval(Scale::Share, &Bootstrap::default());
        assert_eq!(limits, MeanInterval::Unknown);
    }

    #[test]
    fn without_a_failure_the_share_that_may_fail_is_bounded() {
        let interval = sample(&[1.0; 43]).interval(Scale::Quality, &Bootstrap::default());
        // scipy.stats.binomtest(0, 43, alternative="less").proportion_ci(0.95).high
        let MeanInterval::Flawless { programs: 43, most } = interval else { panic!("{interval:?}") };
        assert!((most - 0.067296753413857).abs() < 1e-12, "{most}");
        assert_eq!(interval.text(3), "no failure in 43 programs (≤ 6.7 %)");
        assert_eq!(
            sample(&[1.0]).interval(Scale::Quality, &Bootstrap::default()).text(3),
            "no failure in 1 program (≤ 95.0 %)"
        );
        assert_eq!(sample(&[1.0; 43]).interval(Scale::Share, &Bootstrap::default()), MeanInterval::Unknown);
        assert_eq!(Sample::new([]).interval(Scale::Quality, &Bootstrap::default()), MeanInterval::Unknown);
    }

    #[test]
    fn limits_stay_on_their_scale() {
        let mut values = [1.0; 12];
        values[..4].copy_from_slice(&[0.9, 0.95, 0.9, 0.2]);
        let on = |scale| sample(&values).interval(scale, &Bootstrap::default()).limits().unwrap();
        assert_eq!(on(Scale::Quality).1, 1.0);
        assert!(on(Scale::Free).1 > 1.0 && on(Scale::Free).0 == on(Scale::Quality).0);
    }
}
