//! Sets of small numbers of one known range, as bits: a word per 64 of them.

use std::hash::{Hash, Hasher};

/// A set of numbers below a bound that all sets of one kind share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub(super) fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)].into())
    }

    /// The set of these numbers, all below `bound`.
    pub(super) fn of(bound: usize, numbers: impl IntoIterator<Item = u32>) -> Bits {
        let mut bits = Bits::new(bound);
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }

    pub(super) fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] & (1 << (number % 64)) != 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub(super) fn subtract(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, less)| *word &= !less);
    }

    pub(super) fn intersects(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Whether both sets have the same numbers of `mask`.
    pub(super) fn agrees(&self, other: &Bits, mask: &Bits) -> bool {
        self.0.iter().zip(&other.0).zip(&mask.0).all(|((a, b), mask)| (a ^ b) & mask == 0)
    }

    pub(super) fn and(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    pub(super) fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// The numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(idx, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| idx as u32 * 64 + rest.trailing_zeros())
        })
    }
}

impl Hash for Bits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_algebra_follows_its_laws() {
        let a = Bits::of(130, [0, 63, 64, 129]);
        let b = Bits::of(130, [63, 129]);
        assert_eq!(a.and(&b), b);
        assert_eq!(a.without(&b).iter().collect::<Vec<_>>(), [0, 64]);
        assert!(b.is_subset(&a) && !a.is_subset(&b) && a.intersects(&b));
        assert!(a.agrees(&b, &b) && !a.agrees(&b, &a));
        let mut c = b.clone();
        c.add(&Bits::of(130, [5]));
        assert_eq!(c.len(), 3);
        c.subtract(&b);
        assert_eq!(c.iter().collect::<Vec<_>>(), [5]);
        assert!(Bits::new(0).is_empty());
    }
}
