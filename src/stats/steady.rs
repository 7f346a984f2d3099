//! Times of something that is repeated until it repeats itself.
//!
//! Source: Georges, Buytaert, Eeckhout, "Statistically Rigorous Java Performance Evaluation", OOPSLA
//! 2007, section 4.2: iterate until the coefficient of variation of the last `k` iterations is below a
//! threshold; after too many iterations take the `k` consecutive ones that vary least.

/// When repetitions count as steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyState {
    /// Consecutive runs that are looked at together; at least 2.
    pub n_window: usize,
    /// Largest coefficient of variation (standard deviation / mean) of a steady window.
    pub max_variation: f64,
    /// Runs after which the steadiest window is taken; at least 1. A single run is taken as it is.
    pub max_runs: usize,
}

impl Default for SteadyState {
    fn default() -> SteadyState {
        SteadyState { n_window: 10, max_variation: 0.01, max_runs: 60 }
    }
}

/// What the steadiest window says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// Mean of the window, in the unit of the runs.
    pub mean: f64,
    /// Coefficient of variation of the window; `None` for a single run.
    pub variation: Option<f64>,
    /// Runs made, the first included, which is never in the window.
    pub n_runs: usize,
}

impl SteadyState {
    /// Repeats `run`, which gives the time of one run, until it is steady.
    pub fn measure(&self, mut run: impl FnMut() -> f64) -> Steady {
        let first = run();
        if self.max_runs <= 1 {
            return Steady { mean: first, variation: None, n_runs: 1 };
        }
        let mut times: Vec<f64> = Vec::new();
        let mut best: Option<(f64, f64)> = None;
        while times.len() + 1 < self.max_runs {
            times.push(run());
            if times.len() < self.n_window {
                continue;
            }
            let window = spread(&times[times.len() - self.n_window..]);
            if best.is_none_or(|best| window.1 < best.1) {
                best = Some(window);
            }
            if window.1 < self.max_variation {
                break;
            }
        }
        let (mean, variation) = best.unwrap_or_else(|| spread(&times));
        Steady { mean, variation: Some(variation), n_runs: times.len() + 1 }
    }
}

/// Mean and coefficient of variation of some times; 0 for a mean of 0.
fn spread(times: &[f64]) -> (f64, f64) {
    let n = times.len() as f64;
    let mean = times.iter().sum::<f64>() / n;
    let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, if mean > 0.0 { variance.sqrt() / mean } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(times: &[f64], max_runs: usize, expected: (f64, usize)) {
        let mut times = times.iter().copied();
        let steady = SteadyState { n_window: 3, max_variation: 0.01, max_runs };
        let found = steady.measure(|| times.next().expect("no more runs than allowed"));
        assert_eq!((found.mean, found.n_runs), expected);
    }

    #[test]
    fn the_first_run_is_dropped_and_the_first_steady_window_taken() {
        check(&[90.0, 5.0, 4.0, 4.0, 4.0], 9, (4.0, 5));
    }

    #[test]
    fn the_steadiest_window_is_taken_when_none_is_steady() {
        check(&[90.0, 1.0, 2.0, 3.0, 3.0, 3.3, 9.0], 7, (3.1, 7));
    }

    #[test]
    fn few_runs_are_averaged_and_one_is_taken_as_it_is() {
        check(&[90.0, 2.0, 4.0], 3, (3.0, 3));
        check(&[90.0], 1, (90.0, 1));
    }
}
