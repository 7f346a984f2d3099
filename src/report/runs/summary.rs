//! Slicers beside each other: a summary per slicer and section.

use std::collections::BTreeSet;

use super::paper_table::{self, SizeMeans};
use super::{ReportedRun, RunSet};
use crate::report::{Average, Section, TaskCounts};
use crate::stats::MeanInterval;

/// Recall, precision, F1 over answered tasks, recall and F1 over supported ones.
pub(super) const N_RATIOS: usize = 5;

/// A mean of a summary, and whether it is the best.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedMean {
    /// The mean; `None` when undefined.
    pub value: Option<f64>,
    /// 95 % interval of the mean.
    pub interval: MeanInterval,
    /// No comparable slicer has a better one, and the next one is worse on the same tasks or by a test on those of both.
    pub is_best: bool,
}

/// One slicer on the tasks of one section.
#[derive(Clone, Debug)]
pub struct SlicerSummary {
    /// Name of the slicer.
    pub slicer: String,
    /// Kind of slice and granularity, in words.
    pub section: String,
    /// Same tasks, kind of slice and granularity as the first summary, so that the numbers can be compared with its.
    pub is_comparable: bool,
    /// Supported tasks.
    pub n_tasks: usize,
    /// Answered tasks.
    pub n_answered: usize,
    /// What became of the tasks.
    pub counts: TaskCounts,
    /// Time of all tasks, seconds.
    pub wall_s: f64,
    /// Recall, precision, F1 over answered tasks, then recall and F1 over supported ones; higher is better.
    pub ratios: [RankedMean; N_RATIOS],
    /// Size as a share of the program over answered tasks.
    pub size: Option<f64>,
    /// Sizes and times over answered, then over supported tasks.
    pub means: [SizeMeans; 2],
}

impl RunSet {
    /// One summary per slicer and section.
    pub fn summaries(&self) -> Vec<SlicerSummary> {
        let mut summaries = Vec::new();
        let mut first: Option<(String, BTreeSet<&str>)> = None;
        for run in &self.runs {
            for section in &run.report.sections {
                let name = section.name();
                let tasks: BTreeSet<&str> =
                    run.rows_of(section).into_iter().map(|row| row.task.as_str()).collect();
                let (first_name, first_tasks) = first.get_or_insert_with(|| (name.clone(), tasks.clone()));
                let is_comparable = *first_name == name && *first_tasks == tasks;
                summaries.push(SlicerSummary::new(run, section, name, is_comparable));
            }
        }
        self.mark_best(&mut summaries);
        summaries
    }
}

impl SlicerSummary {
    fn new(run: &ReportedRun, section: &Section, name: String, is_comparable: bool) -> SlicerSummary {
        let totals = &section.totals;
        let entry = |average: &Average| RankedMean {
            value: average.mean,
            interval: average.interval,
            is_best: false,
        };
        let (answered, supported) = (&totals.answered, &totals.supported);
        SlicerSummary {
            slicer: run.name.clone(),
            section: name,
            is_comparable,
            n_tasks: totals.n_tasks,
            n_answered: totals.answered.n_tasks,
            counts: totals.counts,
            wall_s: totals.wall_s,
            ratios: [&answered.recall, &answered.precision, &answered.f1, &supported.recall, &supported.f1]
                .map(entry),
            size: answered.size.mean,
            means: paper_table::means(run, section),
        }
    }
}
