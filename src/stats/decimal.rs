//! Numbers as text for people: the one way in which numbers are rounded.

/// Farther from 0 and 1 than what rounding leaves of a sum of ratios.
const NEAR: f64 = 1e-12;

/// A number with so many digits behind the point. What is not 0, 1 or −1 is never shown as 0, 1 or −1.
///
/// ```
/// use bench_slicers::stats::decimal;
///
/// assert_eq!([0.99996, 1.0, 0.00004, 1.004, 2.0 / 3.0].map(|x| decimal(x, 2)), ["0.99", "1.00", "0.01", "1.01", "0.67"]);
/// ```
pub fn decimal(value: f64, n_digits: usize) -> String {
    rounded(value, n_digits, 1.0)
}

/// A share in percent, without the sign. What is not 0, 100 or −100 % is never shown as that.
///
/// ```
/// use bench_slicers::stats::percent;
///
/// assert_eq!([0.99996, 1.0, 0.00004, 0.667].map(|x| percent(x, 0)), ["99", "100", "1", "67"]);
/// ```
pub fn percent(share: f64, n_digits: usize) -> String {
    rounded(100.0 * share, n_digits, 100.0)
}

fn rounded(value: f64, n_digits: usize, whole: f64) -> String {
    let text = format!("{value:.n_digits$}");
    let shown: f64 = text.parse().unwrap_or(value);
    let Some(pole) = [0.0, whole, -whole].into_iter().find(|pole| *pole == shown) else { return text };
    let step = if (value - pole).abs() <= NEAR * whole { 0.0 } else { 10_f64.powi(-(n_digits as i32)) };
    // The sum with 0 takes the sign from −0.
    format!("{:.n_digits$}", pole + step.copysign(value - pole) + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_never_pretends_perfection_or_nothing() {
        let shown = |value: f64| [decimal(value, 2), decimal(value, 3), percent(value, 0), percent(value, 1)];
        assert_eq!(shown(0.99996), ["0.99", "0.999", "99", "99.9"]);
        assert_eq!(shown(1.00004), ["1.01", "1.001", "101", "100.1"]);
        assert_eq!(shown(0.00004), ["0.01", "0.001", "1", "0.1"]);
        assert_eq!(shown(-0.00004), ["-0.01", "-0.001", "-1", "-0.1"]);
        assert_eq!(shown(-0.99996), ["-0.99", "-0.999", "-99", "-99.9"]);
        assert_eq!(shown(1.0), ["1.00", "1.000", "100", "100.0"]);
        assert_eq!(shown(0.0), ["0.00", "0.000", "0", "0.0"]);
        assert_eq!(shown(-0.0), ["0.00", "0.000", "0", "0.0"]);
        assert_eq!(shown(2.0 / 3.0), ["0.67", "0.667", "67", "66.7"]);
        assert_eq!(shown(0.1 + 0.2 - 0.3), shown(0.0), "rounding of the sum");
        assert_eq!(shown(3.0 * (1.0 / 3.0) + 1e-16), shown(1.0));
        assert_eq!(decimal(37.0, 0), "37");
    }
}
