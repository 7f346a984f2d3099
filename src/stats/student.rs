//! Student's t distribution with a whole number of degrees of freedom.

use std::f64::consts::FRAC_PI_2;

/// The number that |T| stays below with this probability, between 0 and 1; `n_degrees` is at least 1.
pub(super) fn quantile(n_degrees: usize, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while central(n_degrees, high) < probability {
        high *= 2.0;
    }
    // Until the two are neighbours.
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if central(n_degrees, middle) < probability { low = middle } else { high = middle }
    }
}

/// Probability of |T| < t. Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.7.3 and 26.7.4.
fn central(n_degrees: usize, t: f64) -> f64 {
    let angle = (t / (n_degrees as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = n_degrees % 2 == 1;
    let (mut sum, mut term) = (0.0, if is_odd { cosine } else { 1.0 });
    // Powers of the cosine below the number of degrees: 1, 3, 5 … or 0, 2, 4 ….
    for power in (usize::from(is_odd)..n_degrees.saturating_sub(1)).step_by(2) {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
    }
    if is_odd { (angle + sine * sum) / FRAC_PI_2 } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    // from scipy.stats import t
    // print([(n, t.ppf(0.975, n)) for n in (1, 2, 3, 4, 9, 19, 30, 200)], t.ppf(0.95, 5))
    #[test]
    fn quantiles_are_those_of_scipy() {
        let expected = [
            (1, 12.706204736175),
            (2, 4.302652729749),
            (3, 3.182446305284),
            (4, 2.776445105198),
            (9, 2.262157162798),
            (19, 2.093024054408),
            (30, 2.042272456301),
            (200, 1.971896223634),
        ];
        for (n, value) in expected {
            let found = quantile(n, 0.95);
            assert!((found / value - 1.0).abs() < 1e-10, "{n}: {found}");
        }
        assert!((quantile(5, 0.9) - 2.015048373333).abs() < 1e-10);
    }
}
