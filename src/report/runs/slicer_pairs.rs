//! Every two slicers beside each other, and which number of several is the best.

use std::collections::BTreeSet;

use super::summary::N_RATIOS;
use super::{RunSet, SlicerSummary};
use crate::compare::{Metric, SlicerPair};
use crate::report::NamedPair;

/// A difference that would be as large once in so many times by chance is told.
const LEVEL: f64 = 0.05;

impl RunSet {
    /// Every two slicers, in the order of the runs.
    pub fn slicer_pairs(&self) -> Vec<NamedPair> {
        let n = self.runs.len();
        let indices = (0..n).flat_map(|first| (first + 1..n).map(move |second| (first, second)));
        let mut pairs: Vec<NamedPair> = indices
            .map(|(first, second)| NamedPair {
                slicers: [first, second].map(|idx| self.runs[idx].name.clone()),
                pair: SlicerPair::new(self.changes(first, second).iter().flatten(), self.bootstrap.seed),
            })
            .collect();
        SlicerPair::adjust(pairs.iter_mut().map(|named| &mut named.pair));
        pairs
    }

    /// Marks means as best where the next one is worse on the same tasks, or by a test on those of both.
    pub(super) fn mark_best(&self, summaries: &mut [SlicerSummary]) {
        let pairs = self.slicer_pairs();
        for idx in 0..N_RATIOS {
            let value = |summary: &SlicerSummary| summary.ratios[idx].value.filter(|_| summary.is_comparable);
            let best = summaries.iter().filter_map(value).fold(f64::NEG_INFINITY, f64::max);
            let next = summaries.iter().filter_map(value).filter(|value| *value < best);
            let next = next.fold(f64::NEG_INFINITY, f64::max);
            let having = |wanted: f64| {
                let found = summaries.iter().filter(move |summary| value(summary) == Some(wanted));
                found.collect::<Vec<_>>()
            };
            let is_ahead = |first: &SlicerSummary| {
                having(next)
                    .iter()
                    .all(|second| self.is_behind(&pairs, first, second, SlicerPair::TESTED[idx]))
            };
            let is_best: Vec<bool> = summaries
                .iter()
                .map(|summary| next.is_finite() && value(summary) == Some(best) && is_ahead(summary))
                .collect();
            for (summary, is_best) in summaries.iter_mut().zip(is_best) {
                summary.ratios[idx].is_best = is_best;
            }
        }
    }

    /// Whether the second, whose mean is smaller, is worse than the first.
    fn is_behind(
        &self,
        pairs: &[NamedPair],
        first: &SlicerSummary,
        second: &SlicerSummary,
        metric: Metric,
    ) -> bool {
        if self.defined(first, metric) == self.defined(second, metric) {
            return true;
        }
        let names = [&first.slicer, &second.slicer];
        pairs.iter().any(|named| {
            let sign = if named.slicers.each_ref() == names { -1.0 } else { 1.0 };
            let are_these = names.iter().all(|name| named.slicers.contains(name));
            named.pair.test(metric).filter(|_| are_these).is_some_and(|test| {
                test.p_holm.is_some_and(|p| p < LEVEL)
                    && test.difference.is_some_and(|found| sign * found > 0.0)
            })
        })
    }

    /// The tasks over which a mean is.
    fn defined(&self, summary: &SlicerSummary, metric: Metric) -> BTreeSet<&str> {
        let run = self.runs.iter().find(|run| run.name == summary.slicer);
        let section = run.and_then(|run| {
            run.report
                .sections
                .iter()
                .find(|section| section.name() == summary.section)
                .map(|section| (run, section))
        });
        let rows = section.into_iter().flat_map(|(run, section)| {
            let is_defined =
                |task: &str| run.outcomes.get(task).is_some_and(|outcome| metric.of(outcome).is_some());
            run.rows_of(section).into_iter().map(|row| row.task.as_str()).filter(move |task| is_defined(task))
        });
        rows.collect()
    }
}
