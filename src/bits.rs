//! Sets of small numbers, as bits: a word per 64 of them.

use std::fmt;
use std::ops::Range;

/// A set of numbers; union, difference and counting take a word per 64 of them. Equal when it has the same
/// numbers, whatever it has room for.
#[derive(Clone, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set.
    pub fn new() -> Bits {
        Bits::default()
    }

    /// The empty set with room for the numbers below `bound`.
    pub fn with_bound(bound: usize) -> Bits {
        Bits { words: vec![0; bound.div_ceil(64)] }
    }

    /// The set of these numbers, with room for those below `bound`.
    pub fn of(bound: usize, numbers: impl IntoIterator<Item = u32>) -> Bits {
        let mut bits = Bits::with_bound(bound);
        bits.extend(numbers);
        bits
    }

    /// Adds a number; whether it was not there before.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number as usize / 64, number % 64);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let fresh = self.words[word] & (1 << bit) == 0;
        self.words[word] |= 1 << bit;
        fresh
    }

    /// Takes a number out; whether it was there.
    pub fn remove(&mut self, number: u32) -> bool {
        let found = self.contains(number);
        if found {
            self.words[number as usize / 64] &= !(1 << (number % 64));
        }
        found
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        self.words.get(number as usize / 64).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The numbers, ascending: of nodes, their preorder.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(idx, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| idx as u32 * 64 + rest.trailing_zeros())
        })
    }

    /// Words of both sets, side by side.
    fn pairs<'b>(&'b self, other: &'b Bits) -> impl Iterator<Item = (u64, u64)> + 'b {
        self.words.iter().copied().zip(other.words.iter().copied())
    }

    /// Adds the numbers of another set.
    pub fn add(&mut self, other: &Bits) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    /// Takes the numbers of another set out.
    pub fn subtract(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, less)| *word &= !less);
    }

    /// Takes the numbers of a range out; a word at a time.
    pub fn remove_range(&mut self, range: Range<u32>) {
        for (idx, mask) in masks(range) {
            let Some(word) = self.words.get_mut(idx) else { return };
            *word &= !mask;
        }
    }

    /// Adds the numbers of a range; a word at a time.
    pub fn insert_range(&mut self, range: Range<u32>) {
        let n_words = (range.end as usize).div_ceil(64);
        if !range.is_empty() && n_words > self.words.len() {
            self.words.resize(n_words, 0);
        }
        masks(range).for_each(|(idx, mask)| self.words[idx] |= mask);
    }

    /// Whether some number of the range is in the set.
    pub fn intersects_range(&self, range: Range<u32>) -> bool {
        masks(range).any(|(idx, mask)| self.words.get(idx).is_some_and(|word| word & mask != 0))
    }

    /// Numbers in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Bits) -> Bits {
        Bits { words: self.pairs(other).map(|(a, b)| a & b).collect() }
    }

    /// Numbers in either set.
    #[must_use]
    pub fn union(&self, other: &Bits) -> Bits {
        let mut all = self.clone();
        all.add(other);
        all
    }

    /// Numbers in this set and not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Bits) -> Bits {
        let mut left = self.clone();
        left.subtract(other);
        left
    }

    /// How many numbers are in both sets.
    pub fn n_common(&self, other: &Bits) -> usize {
        self.pairs(other).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether some number is in both sets.
    pub fn intersects(&self, other: &Bits) -> bool {
        self.pairs(other).any(|(a, b)| a & b != 0)
    }

    /// Whether every number of this set is in `other`.
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.pairs(other).all(|(a, b)| a & !b == 0)
            && self.words.iter().skip(other.words.len()).all(|&word| word == 0)
    }

    /// Whether both sets, with room for as much, have the same numbers of `mask`.
    pub fn agrees(&self, other: &Bits, mask: &Bits) -> bool {
        debug_assert!(self.words.len() == other.words.len() && mask.words.len() <= self.words.len());
        self.pairs(other).zip(&mask.words).all(|((a, b), mask)| (a ^ b) & mask == 0)
    }

    /// The set as ascending ranges, `0-3,7`: the ids 0, 1, 2, 3 and 7; empty for the empty set.
    pub fn to_ranges(&self) -> String {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for node in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == node => *last = node,
                _ => ranges.push((node, node)),
            }
        }
        let text = |(first, last): &(u32, u32)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        ranges.iter().map(text).collect::<Vec<_>>().join(",")
    }

    /// Reads what [`Bits::to_ranges`] wrote; `None` for anything else, and for ids above `max`.
    pub fn from_ranges(text: &str, max: u32) -> Option<Bits> {
        let mut numbers = Bits::new();
        for range in text.split(',').filter(|_| !text.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
            if last > max {
                return None;
            }
            numbers.extend(first..=last);
        }
        (numbers.to_ranges() == text).then_some(numbers)
    }
}

/// The words that hold numbers of a range, with a bit for each of these.
fn masks(range: Range<u32>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = range;
    let words = if start < end { start / 64..end.div_ceil(64) } else { 0..0 };
    words.map(move |word| {
        let from = start.saturating_sub(word * 64).min(63);
        let to = (end - word * 64).min(64);
        (word as usize, (u64::MAX << from) & (u64::MAX >> (64 - to)))
    })
}

impl PartialEq for Bits {
    fn eq(&self, other: &Bits) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl Eq for Bits {}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Bits {
        let mut set = Bits::new();
        set.extend(numbers);
        set
    }
}

impl Extend<u32> for Bits {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, numbers: I) {
        for number in numbers {
            self.insert(number);
        }
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_different_capacity_compare_by_content() {
        let mut a: Bits = [1, 5, 200].into_iter().collect();
        let b: Bits = [1, 5].into_iter().collect();
        assert_ne!(a, b);
        a.remove(200);
        assert_eq!(a, b);
        assert_eq!(a.len(), 2);
    }

    #[test]
    fn ranges_are_read_back() {
        for (nodes, text) in [(vec![], ""), (vec![4], "4"), (vec![0, 1, 2, 3, 7, 64, 65], "0-3,7,64-65")] {
            let set: Bits = nodes.into_iter().collect();
            assert_eq!(set.to_ranges(), text);
            assert_eq!(Bits::from_ranges(text, 65), Some(set));
        }
        for bad in ["a", "3-1", "1,", "2,1", "1-2,3", "66", "0-4000000000", "-1"] {
            assert_eq!(Bits::from_ranges(bad, 65), None, "{bad}");
        }
    }

    #[test]
    fn set_algebra_follows_its_laws() {
        let a: Bits = [0, 63, 64, 100].into_iter().collect();
        let b: Bits = [63, 100, 300].into_iter().collect();
        assert_eq!(a.intersection(&b).iter().collect::<Vec<_>>(), [63, 100]);
        assert_eq!(a.difference(&b).iter().collect::<Vec<_>>(), [0, 64]);
        assert_eq!(a.union(&b).len(), 5);
        assert_eq!(a.n_common(&b), 2);
        assert!(Bits::new().is_empty());
        assert!(a.intersection(&b).is_subset(&a) && !b.is_subset(&a) && !a.is_subset(&b));
        assert!(a.intersects(&b) && !a.difference(&b).intersects(&b));
        assert!(Bits::of(400, [63]).is_subset(&a) && a.difference(&a).is_subset(&Bits::new()));
    }

    #[test]
    fn ranges_are_as_their_numbers() {
        for start in 0..=140 {
            for end in [0, 1, 63, 64, 65, 127, 128, 129, 140] {
                let range = || start..end;
                let mut all = Bits::of(130, 0..130);
                all.remove_range(range());
                let expected: Vec<u32> = (0..130).filter(|number| !range().contains(number)).collect();
                assert_eq!(all.iter().collect::<Vec<_>>(), expected, "{start}..{end}");
                let mut some = Bits::of(10, [3]);
                some.insert_range(range());
                assert_eq!(some, range().chain([3]).collect(), "{start}..{end}");
                let is_hit = [0, 63, 64, 129].iter().any(|number| range().contains(number));
                assert_eq!(Bits::of(130, [0, 63, 64, 129]).intersects_range(range()), is_hit);
            }
        }
    }

    #[test]
    fn sets_agree_where_the_mask_says() {
        let (a, b) = (Bits::of(130, [0, 63, 64, 129]), Bits::of(130, [63, 129]));
        assert!(a.agrees(&b, &b) && !a.agrees(&b, &a));
    }
}
