//! How far two terms, or the two sides of a comparison, are from what a branch needs.
//!
//! Source: B. Korel, "Automated Software Test Data Generation", TSE 1990; N. Tracey et al., ASE 1998. Numbers are
//! far apart by the logarithm of their difference: of two numbers the nearer one always has the smaller
//! distance, and structure always outweighs numbers.

use super::term::Term;
use crate::stack::deep;

/// Distance of terms that have nothing in common.
pub(super) const FAR: f64 = 100.0;

fn scaled(difference: f64) -> f64 {
    difference.abs().ln_1p()
}

/// Distance of two terms; 0 exactly when they match.
pub(super) fn apart(a: &Term, b: &Term) -> f64 {
    deep(|| {
        if a == b {
            return 0.0;
        }
        match (a, b) {
            (Term::List(a), Term::List(b)) => all_apart(a, b) + FAR * a.len().abs_diff(b.len()) as f64,
            (Term::Tuple(a), Term::Tuple(b)) if a.len() == b.len() => all_apart(a, b),
            _ => match (a.number(), b.number()) {
                // 1 and 1.0 do not match.
                (Some(a), Some(b)) => scaled(a - b).max(0.5),
                _ => FAR,
            },
        }
    })
}

fn all_apart(a: &[Term], b: &[Term]) -> f64 {
    a.iter().zip(b).map(|(a, b)| apart(a, b)).sum()
}

/// Distance of `left <operator> right` from being as wanted; `None` for what is no comparison.
pub(super) fn relation(operator: &str, left: &Term, right: &Term, wanted: bool) -> Option<f64> {
    let order = left.order(right);
    let is_true = match operator {
        "=:=" => left == right,
        "=/=" => left != right,
        "==" => order.is_eq(),
        "/=" => order.is_ne(),
        "<" => order.is_lt(),
        ">" => order.is_gt(),
        "=<" => order.is_le(),
        ">=" => order.is_ge(),
        _ => return None,
    };
    if is_true == wanted {
        return Some(0.0);
    }
    let is_equality = match operator {
        "=:=" | "==" => wanted,
        "=/=" | "/=" => !wanted,
        _ => false,
    };
    Some(match (left.number(), right.number()) {
        (Some(left), Some(right)) if left != right => scaled(left - right),
        // Equal, and should be unequal or of the other side.
        (Some(_), Some(_)) => 0.5,
        _ if is_equality => apart(left, right).max(0.5),
        _ => FAR / 2.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_fail_by_less_when_nearer() {
        let distance = |left, right| relation("<", &Term::Int(left), &Term::Int(right), true);
        assert_eq!(distance(1, 2), Some(0.0));
        assert!(distance(9, 2) > distance(5, 2) && distance(5, 2) > distance(2, 2));
        assert!(distance(2, 2) > Some(0.0));
        assert_eq!(relation("+", &Term::Int(1), &Term::Int(2), true), None);
        assert!(
            apart(&Term::Int(123_456_789), &Term::Int(1)) > apart(&Term::Int(123_456_789), &Term::Int(2))
        );
        assert!(apart(&Term::Int(1), &Term::Float(1.0)) > 0.0);
    }
}
