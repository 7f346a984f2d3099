//! What must be gone with what: the order that tells most of the sets that are slices, and no other.
//!
//! In: which sets of a few groups of nodes can be gone from a gold slice so that a slice is left. Out: for each group
//! the groups that must be gone with it. A set *keeps to* such needs if it has all that its groups need; every such
//! set is a slice. Sets that keep to needs are closed under union and under intersection, slices are not: where one
//! group needs either of two others, one of them is chosen, and what is lost is said by nobody.

use std::collections::BTreeSet;

/// A set of groups: one bit each.
pub(super) type GroupSet = usize;

/// What each of `n_groups` needs, itself included, so that most sets keep to it; ties go to the smallest needs in the
/// order of the groups.
///
/// The set of all groups must be a slice: with it there is always an answer.
pub(super) fn needs(n_groups: usize, is_slice: &dyn Fn(GroupSet) -> bool) -> Vec<GroupSet> {
    let all = (1 << n_groups) - 1;
    let mut search = NeedSearch { is_slice, seen: BTreeSet::new(), best: vec![all; n_groups], most: 2 };
    search.visit((0..n_groups).map(|idx| 1 << idx).collect());
    search.best
}

/// Whether a set has all that its groups need.
pub(super) fn keeps_to(set: GroupSet, needs: &[GroupSet]) -> bool {
    needs.iter().enumerate().all(|(idx, need)| set >> idx & 1 == 0 || need & !set == 0)
}

struct NeedSearch<'s> {
    is_slice: &'s dyn Fn(GroupSet) -> bool,
    seen: BTreeSet<Vec<GroupSet>>,
    best: Vec<GroupSet>,
    /// Number of sets that keep to the best.
    most: usize,
}

impl NeedSearch<'_> {
    fn visit(&mut self, needs: Vec<GroupSet>) {
        let sets: Vec<GroupSet> = (0..1 << needs.len()).filter(|&set| keeps_to(set, &needs)).collect();
        // More needs leave fewer sets.
        if sets.len() <= self.most || !self.seen.insert(needs.clone()) {
            return;
        }
        let Some(&wrong) = sets.iter().find(|&&set| !(self.is_slice)(set)) else {
            self.most = sets.len();
            self.best = needs;
            return;
        };
        for from in (0..needs.len()).filter(|idx| wrong >> idx & 1 == 1) {
            for to in (0..needs.len()).filter(|idx| wrong >> idx & 1 == 0) {
                self.visit(with(&needs, from, to));
            }
        }
    }
}

/// Needs in which one group also needs another, and what that one needs.
fn with(needs: &[GroupSet], from: usize, to: usize) -> Vec<GroupSet> {
    let added = |&need: &GroupSet| match need >> from & 1 {
        1 => need | needs[to],
        _ => need,
    };
    needs.iter().map(added).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most sets that keep to any needs under which every set is a slice, by trying all relations.
    fn most(n_groups: usize, is_slice: &dyn Fn(GroupSet) -> bool) -> usize {
        let n_pairs = n_groups * n_groups;
        let count = |relation: usize| {
            let needs: Vec<GroupSet> =
                (0..n_groups).map(|idx| relation >> (idx * n_groups) & ((1 << n_groups) - 1)).collect();
            let sets: Vec<GroupSet> = (0..1 << n_groups).filter(|&set| keeps_to(set, &needs)).collect();
            if sets.iter().all(|&set| is_slice(set)) { sets.len() } else { 0 }
        };
        (0..1 << n_pairs).map(count).max().unwrap()
    }

    #[test]
    fn most_sets_are_told_and_only_slices() {
        // All families of sets of three groups that have the empty set and the whole.
        for family in 0..64_usize {
            let is_slice = |set: GroupSet| set == 0 || set == 7 || family >> (set - 1) & 1 == 1;
            let needs = needs(3, &is_slice);
            let told: Vec<GroupSet> = (0..8).filter(|&set| keeps_to(set, &needs)).collect();
            assert!(told.iter().all(|&set| is_slice(set)), "{family:b}: {needs:?}");
            assert_eq!(told.len(), most(3, &is_slice), "{family:b}: {needs:?}");
        }
    }

    #[test]
    fn needs_are_passed_on() {
        // Layers of a call: 0 inside of 1 inside of 2, each can go only with what is inside of it.
        let is_slice = |set: GroupSet| matches!(set, 0b000 | 0b001 | 0b011 | 0b111);
        assert_eq!(needs(3, &is_slice), [0b001, 0b011, 0b111]);
    }

    #[test]
    fn either_of_two_is_one_of_them() {
        let is_slice = |set: GroupSet| set != 0b001;
        assert_eq!(needs(3, &is_slice), [0b011, 0b010, 0b100]);
    }
}
