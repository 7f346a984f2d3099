//! Programs as lines: what is left when no line, or no two lines, can go.
//!
//! Halves, quarters and so on are tried first (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
//! Input", IEEE TSE 2002), then single lines until none goes, then pairs, after each of which single lines come again.

use std::ops::ControlFlow;

use super::state::SearchProgress;
use crate::ast::{NodeId, NodeSet};
use crate::error::Result;

/// What is left of a program by lines.
#[derive(Clone, Debug, PartialEq)]
pub struct LinesFound {
    /// Lines that are left.
    pub kept: NodeSet,
    /// Candidates that were judged.
    pub n_candidates: u64,
    /// No set of up to so many lines can go; 0 when the search was ended before that.
    pub depth: usize,
}

/// Deletes lines as long as what is left is a slice.
///
/// `lines` may go, `fixed` stay; sets of up to `max_lines` lines are tried, at most pairs. `watch` ends the search.
///
/// # Errors
/// Those of `is_slice`.
pub fn delete_lines(
    (lines, fixed): (&NodeSet, &NodeSet),
    max_lines: usize,
    is_slice: &mut dyn FnMut(&NodeSet) -> Result<bool>,
    watch: &mut dyn FnMut(&SearchProgress) -> ControlFlow<()>,
) -> Result<LinesFound> {
    let mut search = LineSearch {
        kept: lines.difference(fixed).iter().collect(),
        fixed,
        n_candidates: 0,
        is_stopped: false,
        is_slice,
        watch,
    };
    let mut size = search.kept.len() / 2;
    while size > 1 {
        search.pass(size)?;
        size = (size / 2).min(search.kept.len() / 2);
    }
    let depth = search.until_none_goes(max_lines.clamp(1, 2))?;
    let kept = fixed.union(&search.kept.iter().copied().collect());
    Ok(LinesFound { kept, n_candidates: search.n_candidates, depth })
}

struct LineSearch<'s> {
    /// Lines that may still go, in order.
    kept: Vec<NodeId>,
    fixed: &'s NodeSet,
    n_candidates: u64,
    is_stopped: bool,
    is_slice: &'s mut dyn FnMut(&NodeSet) -> Result<bool>,
    watch: &'s mut dyn FnMut(&SearchProgress) -> ControlFlow<()>,
}

impl LineSearch<'_> {
    /// How many lines together were tried in vain.
    fn until_none_goes(&mut self, max_lines: usize) -> Result<usize> {
        loop {
            while self.pass(1)? {}
            if self.is_stopped {
                return Ok(0);
            }
            if max_lines == 1 || !self.delete_pair()? {
                return Ok(if self.is_stopped { 1 } else { max_lines });
            }
        }
    }

    /// Tries neighbouring lines, so many at a time, from the last to the first; whether any went.
    fn pass(&mut self, size: usize) -> Result<bool> {
        let n_before = self.kept.len();
        let mut end = n_before;
        while end > 0 {
            let start = end.saturating_sub(size);
            self.delete(&(start..end).collect::<Vec<_>>())?;
            end = start;
        }
        Ok(self.kept.len() < n_before)
    }

    fn delete_pair(&mut self) -> Result<bool> {
        for one in (0..self.kept.len()).rev() {
            for other in (0..one).rev() {
                if self.delete(&[other, one])? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Deletes the lines at these places, ascending, when what is left is a slice.
    fn delete(&mut self, places: &[usize]) -> Result<bool> {
        let n_kept = self.kept.len() + self.fixed.len();
        let progress = SearchProgress { depth: places.len(), n_kept, n_candidates: self.n_candidates };
        self.is_stopped |= (self.watch)(&progress).is_break();
        if self.is_stopped {
            return Ok(false);
        }
        let is_left = |place: &usize| places.binary_search(place).is_err();
        let left: Vec<NodeId> = (0..self.kept.len()).filter(is_left).map(|place| self.kept[place]).collect();
        self.n_candidates += 1;
        let is_slice = (self.is_slice)(&self.fixed.union(&left.iter().copied().collect()))?;
        if is_slice {
            self.kept = left;
        }
        Ok(is_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines left of twenty, of which the tenth stays, when the slices are those for which this holds.
    fn check(max_lines: usize, is_slice: impl Fn(&NodeSet) -> bool, expected: &[NodeId], depth: usize) {
        let (lines, fixed) = ((0..20).collect(), [10].into_iter().collect());
        let mut judge = |kept: &NodeSet| Ok(is_slice(kept));
        let mut watch = |_: &SearchProgress| ControlFlow::Continue(());
        let found = delete_lines((&lines, &fixed), max_lines, &mut judge, &mut watch).expect("nothing fails");
        assert_eq!((found.kept.iter().collect::<Vec<_>>().as_slice(), found.depth), (expected, depth));
    }

    #[test]
    fn what_is_needed_is_left() {
        check(2, |_| true, &[10], 2);
        check(2, |kept| kept.contains(3) && kept.contains(17), &[3, 10, 17], 2);
        check(1, |kept| kept.contains(3) == kept.contains(17), &[3, 10, 17], 1);
        check(2, |kept| kept.contains(3) == kept.contains(17), &[10], 2);
        let brackets = |kept: &NodeSet| kept.contains(5) && kept.contains(4) == kept.contains(6);
        check(1, brackets, &[4, 5, 6, 10], 1);
        check(2, brackets, &[5, 10], 2);
    }

    #[test]
    fn what_was_found_is_left_when_the_search_is_ended() {
        let (lines, fixed) = ((0..64).collect(), NodeSet::new());
        let mut judge = |kept: &NodeSet| Ok(kept.contains(40));
        let mut watch = |progress: &SearchProgress| match progress.n_candidates {
            0..4 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let found = delete_lines((&lines, &fixed), 2, &mut judge, &mut watch).expect("nothing fails");
        assert!(found.kept.contains(40) && found.kept.len() < 64, "{found:?}");
        assert_eq!((found.n_candidates, found.depth), (4, 0));
    }
}
