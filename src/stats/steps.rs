//! Where a series of numbers changes its level.
//!
//! The piecewise-constant function with least squares plus a penalty for each step, found exactly by dynamic programming
//! in quadratic time. Source: Jackson et al., "An Algorithm for Optimal Partitioning of Data on an Interval", IEEE Signal
//! Processing Letters 12(2), 2005; with the penalty of Schwarz, "Estimating the Dimension of a Model", 1978.

/// Indices at which a new level begins, ascending, the first value left out.
///
/// A step is taken when it lowers the sum of squares by more than `penalty`, which has the square of the unit of the
/// values: two levels of a single value each must differ by √(2·penalty). Each level has at least `min_len` values, at
/// least 1.
///
/// # Panics
/// When a value is not finite.
pub fn steps(values: &[f64], penalty: f64, min_len: usize) -> Vec<usize> {
    assert!(values.iter().all(|value| value.is_finite()), "a series holds finite numbers only");
    // Sums of the first n values, from a level near theirs so that nothing is lost to rounding.
    let level = values.first().copied().unwrap_or(0.0);
    let mut sums = vec![(0.0, 0.0)];
    for value in values {
        let (sum, squares) = sums[sums.len() - 1];
        let value = value - level;
        sums.push((sum + value, squares + value * value));
    }
    let spread = |from: usize, to: usize| {
        let (sum, squares) = (sums[to].0 - sums[from].0, sums[to].1 - sums[from].1);
        (squares - sum * sum / (to - from) as f64).max(0.0)
    };
    // Cost of the best fit of the first n values, and where its last level begins.
    let mut best: Vec<(f64, usize)> = vec![(-penalty, 0)];
    for to in 1..=values.len() {
        // A series that is too short for two levels is one.
        let is_level = |from: &usize| to - from >= min_len || *from == 0 && to == values.len();
        let fits = (0..to).filter(is_level).map(|from| (best[from].0 + spread(from, to) + penalty, from));
        // Of equal fits the one with the earlier step: fewer, longer levels.
        best.push(fits.fold((f64::INFINITY, 0), |least, fit| if fit.0 < least.0 { fit } else { least }));
    }
    let mut begins = Vec::new();
    let mut to = values.len();
    while to > 0 {
        to = best[to].1;
        begins.push(to);
    }
    begins.reverse();
    begins.into_iter().filter(|&begin| begin > 0).collect()
}

/// A penalty for noisy values: 2·σ²·ln n, with σ from the median absolute difference of neighbours, which a few steps
/// do not move. At least `least`, also for fewer than three values.
pub fn noise_penalty(values: &[f64], least: f64) -> f64 {
    if values.len() < 3 {
        return least;
    }
    let mut differences: Vec<f64> = values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    differences.sort_by(f64::total_cmp);
    let median = differences[differences.len() / 2];
    // A normal distribution has its median absolute deviation at 0.6745 σ; a difference has twice the variance.
    let sigma = median / 0.6745 / std::f64::consts::SQRT_2;
    (2.0 * sigma * sigma * (values.len() as f64).ln()).max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], penalty: f64, expected: &[usize]) {
        assert_eq!(steps(values, penalty, 1), expected, "{values:?}");
    }

    #[test]
    fn steps_are_where_the_level_changes() {
        check(&[], 0.1, &[]);
        check(&[1.0], 0.1, &[]);
        check(&[1.0, 1.0, 1.0], 1e-9, &[]);
        check(&[0.9, 0.9, 0.8, 0.8, 0.95], 1e-6, &[2, 4]);
        check(&[1.0, 1.001, 0.999, 1.0], 0.01, &[]);
        check(&[1e9, 1e9, 1e9 + 1.0], 0.1, &[2]);
    }

    #[test]
    fn the_fit_is_the_best_of_all() {
        // Against every subset of the places.
        let values = [3.0, 3.2, 2.9, 5.0, 5.1, 1.0, 1.2, 1.1, 4.0];
        let cost = |begins: &[usize], penalty: f64| {
            let ends = begins.iter().copied().skip(1).chain([values.len()]);
            let parts = begins.iter().copied().zip(ends).map(|(from, to)| {
                let part = &values[from..to];
                let mean = part.iter().sum::<f64>() / part.len() as f64;
                part.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
            });
            parts.sum::<f64>() + penalty * (begins.len() - 1) as f64
        };
        for penalty in [0.01, 0.05, 0.5, 2.0, 20.0] {
            let all = (0..1_u32 << (values.len() - 1)).map(|bits| {
                let chosen = (1..values.len()).filter(|idx| bits >> (idx - 1) & 1 == 1);
                cost(&std::iter::once(0).chain(chosen).collect::<Vec<_>>(), penalty)
            });
            let least = all.fold(f64::INFINITY, f64::min);
            let found: Vec<usize> = std::iter::once(0).chain(steps(&values, penalty, 1)).collect();
            assert!((cost(&found, penalty) - least).abs() < 1e-9, "{penalty}: {found:?}");
        }
    }

    #[test]
    fn a_level_needs_as_many_values_as_asked_for() {
        let check =
            |values: &[f64], expected: &[usize]| assert_eq!(steps(values, 1e-6, 3), expected, "{values:?}");
        check(&[], &[]);
        check(&[1.0, 0.5], &[]);
        check(&[1.0, 1.0, 1.0, 0.5, 0.5], &[]);
        check(&[1.0, 1.0, 0.5, 0.5, 0.5], &[]);
        check(&[1.0, 1.0, 1.0, 0.5, 0.5, 0.5], &[3]);
        check(&[1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.7, 0.7, 0.7], &[3, 7]);
    }

    #[test]
    fn noise_is_no_step_and_a_slower_release_is() {
        let noisy = [1.0, 1.1, 0.95, 1.05, 0.9, 1.02, 1.08, 0.97];
        check(&noisy, noise_penalty(&noisy, 1e-6), &[]);
        let slower = [1.0, 1.1, 0.95, 1.05, 2.0, 2.1, 1.9, 2.05];
        check(&slower, noise_penalty(&slower, 1e-6), &[4]);
    }
}
