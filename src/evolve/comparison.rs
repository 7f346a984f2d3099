//! How two sequences of values are compared.

use crate::oracle::{Element, RunEnd};

/// What makes two sequences equal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ValueComparison {
    /// The same values in the same order.
    #[default]
    Equal,
    /// The same values, however often and in whatever order.
    Set,
    /// The same values equally often, in whatever order.
    Sorted,
    /// The same values in the same order, numbers within this share of the larger, or of 1 where both are smaller.
    Tolerance(f64),
    /// Equal values, each reached with at most so many percent more ticks than before.
    Ticks(f64),
}

impl ValueComparison {
    /// In words.
    pub fn name(self) -> String {
        match self {
            ValueComparison::Equal => "equal".to_owned(),
            ValueComparison::Set => "as sets".to_owned(),
            ValueComparison::Sorted => "sorted".to_owned(),
            ValueComparison::Tolerance(share) => format!("numbers within {share}"),
            ValueComparison::Ticks(percent) => format!("equal, at most {percent} % more ticks"),
        }
    }

    /// Whether sequences are compared whatever their order.
    pub(super) fn is_ordered(self) -> bool {
        !matches!(self, ValueComparison::Set | ValueComparison::Sorted)
    }
}

/// The values of a point in a run, or of all points.
#[derive(Clone, Debug)]
pub(super) struct Taken<'s> {
    pub(super) elements: Vec<&'s Element>,
    pub(super) end: &'s RunEnd,
}

/// Where two sequences differ, and what that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unequal {
    /// Position in each sequence of what has no equal; past its end where the sequence lacks it.
    pub(super) positions: [usize; 2],
    pub(super) label: String,
}

/// The first difference of two sequences. A sequence of a run without an end says nothing of what it lacks.
pub(super) fn first_difference(
    comparison: ValueComparison,
    old: &Taken<'_>,
    new: &Taken<'_>,
) -> Option<Unequal> {
    if !comparison.is_ordered() {
        return unordered(comparison, old, new);
    }
    for (position, (a, b)) in old.elements.iter().zip(&new.elements).enumerate() {
        let label = match comparison {
            ValueComparison::Tolerance(share) if is_near(&a.value, &b.value, share) => continue,
            ValueComparison::Ticks(percent) if a.value == b.value => {
                if b.ticks as f64 <= a.ticks as f64 * (1.0 + percent / 100.0) {
                    continue;
                }
                "more ticks"
            }
            _ if a.value == b.value => continue,
            _ => "other value",
        };
        return Some(Unequal { positions: [position; 2], label: label.to_owned() });
    }
    let (n_old, n_new) = (old.elements.len(), new.elements.len());
    let (shorter, label) = match n_old.cmp(&n_new) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Less => (old, "more values"),
        std::cmp::Ordering::Greater => (new, "fewer values"),
    };
    let position = n_old.min(n_new);
    (*shorter.end != RunEnd::OutOfFuel).then(|| Unequal { positions: [position; 2], label: label.to_owned() })
}

fn unordered(comparison: ValueComparison, old: &Taken<'_>, new: &Taken<'_>) -> Option<Unequal> {
    let lacks = |one: &Taken<'_>, other: &Taken<'_>| -> Option<usize> {
        if *other.end == RunEnd::OutOfFuel {
            return None;
        }
        let mut left: Vec<&str> = other.elements.iter().map(|element| element.value.as_str()).collect();
        left.sort_unstable();
        let mut taken = vec![false; left.len()];
        one.elements.iter().position(|element| {
            let value = element.value.as_str();
            let from = left.partition_point(|known| *known < value);
            let until = left.partition_point(|known| *known <= value);
            if comparison == ValueComparison::Set {
                return from == until;
            }
            match (from..until).find(|&idx| !taken[idx]) {
                Some(idx) => {
                    taken[idx] = true;
                    false
                }
                None => true,
            }
        })
    };
    if let Some(position) = lacks(old, new) {
        return Some(Unequal { positions: [position, new.elements.len()], label: "fewer values".to_owned() });
    }
    lacks(new, old).map(|position| Unequal {
        positions: [old.elements.len(), position],
        label: "more values".to_owned(),
    })
}

/// Whether two values are the same but for numbers that are near each other.
fn is_near(old: &str, new: &str, share: f64) -> bool {
    let (old, new) = (pieces(old), pieces(new));
    old.len() == new.len()
        && old.iter().zip(&new).all(|(a, b)| match (a.parse::<f64>(), b.parse::<f64>()) {
            _ if a == b => true,
            (Ok(a), Ok(b)) if a.is_finite() && b.is_finite() => {
                (a - b).abs() <= share * a.abs().max(b.abs()).max(1.0)
            }
            _ => false,
        })
}

/// A value in numbers and what is between them.
fn pieces(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let is_inside_word = at > 0
            && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_' || bytes[at - 1] == b'.');
        let end = if is_inside_word { at } else { number_end(bytes, at) };
        if end > at {
            found.extend((start < at).then(|| &text[start..at]));
            found.push(&text[at..end]);
            (start, at) = (end, end);
        } else {
            at += 1;
        }
    }
    found.extend((start < text.len()).then(|| &text[start..]));
    found
}

/// Where the number that begins here ends; the place itself where none does.
fn number_end(bytes: &[u8], from: usize) -> usize {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let sign = usize::from(bytes[from] == b'-');
    let mut end = digits(from + sign);
    if end == from + sign {
        return from;
    }
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = if digits(exponent) > exponent { digits(exponent) } else { end };
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(comparison: ValueComparison, old: &[&str], new: &[&str], expected: Option<([usize; 2], &str)>) {
        let elements = |values: &[&str], growth: u64| -> Vec<Element> {
            let element = |(idx, value): (usize, &&str)| Element {
                node: 0,
                value: (*value).to_owned(),
                ticks: (idx as u64 + 1) * 100 + growth,
                call: String::new(),
                stack: Vec::new(),
            };
            values.iter().enumerate().map(element).collect()
        };
        let (old, new) = (elements(old, 0), elements(new, 5));
        let taken = |all: &'static RunEnd, elements| Taken { elements, end: all };
        let found = first_difference(
            comparison,
            &taken(&RunEnd::Returned, old.iter().collect()),
            &taken(&RunEnd::Returned, new.iter().collect()),
        );
        let expected = expected.map(|(positions, label)| Unequal { positions, label: label.to_owned() });
        assert_eq!(found, expected, "{comparison:?}");
    }

    #[test]
    fn each_comparison_finds_what_it_is_for_and_nothing_else() {
        check(ValueComparison::Equal, &["1", "2"], &["1", "2"], None);
        check(ValueComparison::Equal, &["1", "2"], &["2", "1"], Some(([0, 0], "other value")));
        check(ValueComparison::Equal, &["1"], &["1", "1"], Some(([1, 1], "more values")));
        check(ValueComparison::Sorted, &["1", "2"], &["2", "1"], None);
        check(ValueComparison::Sorted, &["1", "1", "2"], &["2", "1"], Some(([1, 2], "fewer values")));
        check(ValueComparison::Set, &["1", "1", "2"], &["2", "1"], None);
        check(ValueComparison::Set, &["1"], &["1", "3"], Some(([1, 1], "more values")));
        check(ValueComparison::Ticks(5.0), &["1"], &["1"], None);
        check(ValueComparison::Ticks(4.9), &["1"], &["1"], Some(([0, 0], "more ticks")));
    }

    #[test]
    fn numbers_are_near_wherever_they_stand_and_words_are_not() {
        let near = |share, old: &str, new: &str| is_near(old, new, share);
        assert!(near(1e-6, "{1.0, [2.0000001]}", "{1.0, [2.0]}"));
        assert!(near(0.1, "-1.0e3", "-1.05e3") && near(0.1, "0.01", "-0.01"));
        assert!(!near(0.1, "1", "2") && !near(0.1, "1", "-1") && !near(0.5, "a1", "a2"));
        assert!(!near(0.1, "[1]", "[1,1]") && !near(0.1, "nan", "inf"));
        assert_eq!(pieces("x1 -2.5e-3,7"), ["x1 ", "-2.5e-3", ",", "7"]);
    }

    #[test]
    fn a_run_without_an_end_says_nothing_of_what_it_lacks() {
        let element =
            Element { node: 0, value: "1".into(), ticks: 1, call: String::new(), stack: Vec::new() };
        let some = Taken { elements: vec![&element], end: &RunEnd::Returned };
        let none = Taken { elements: Vec::new(), end: &RunEnd::OutOfFuel };
        for comparison in [ValueComparison::Equal, ValueComparison::Set, ValueComparison::Sorted] {
            assert_eq!(first_difference(comparison, &some, &none), None);
            let ended = Taken { end: &RunEnd::Returned, ..none.clone() };
            assert!(first_difference(comparison, &some, &ended).is_some());
        }
    }
}
