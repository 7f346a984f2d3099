//! Slicers beside each other: a line per slicer and section.

use std::collections::BTreeSet;

use super::sheet::{self, SizeMeans};
use super::{Book, Chapter};
use crate::report::{Average, Row, Section};
use crate::results::Status;

/// Recall, precision, F1 over answered tasks, recall and F1 over all.
pub(super) const N_RATIOS: usize = 5;

/// A number of a line, with what makes it stand out.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The mean; `None` when undefined.
    pub value: Option<f64>,
    /// 95 % interval of the mean.
    pub interval: Option<(f64, f64)>,
    /// No comparable slicer has a better one, and some has a worse one.
    pub is_best: bool,
}

/// One slicer on the tasks of one section.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name of the slicer.
    pub slicer: String,
    /// Kind of slice and granularity, in words.
    pub section: String,
    /// Other tasks, another kind or granularity than the first line: its numbers are not to be compared with those.
    pub is_comparable: bool,
    /// Tasks.
    pub n_tasks: usize,
    /// Answered tasks.
    pub n_answered: usize,
    /// Answers equal to gold.
    pub n_exact: usize,
    /// Time of all tasks, seconds.
    pub wall_s: f64,
    /// Recall, precision, F1 over answered tasks, then recall and F1 over all; higher is better.
    pub ratios: [Standing; N_RATIOS],
    /// Size as a share of the program over answered tasks.
    pub size: Option<f64>,
    /// Sizes and times over answered, then over all tasks.
    pub means: [SizeMeans; 2],
}

impl Book {
    /// One line per slicer and section.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut first: Option<(String, BTreeSet<&str>)> = None;
        for chapter in &self.chapters {
            for section in &chapter.report.sections {
                let name = section_name(section);
                let tasks: BTreeSet<&str> =
                    rows_of(chapter, section).into_iter().map(|row| row.task.as_str()).collect();
                let (first_name, first_tasks) = first.get_or_insert_with(|| (name.clone(), tasks.clone()));
                let is_comparable = *first_name == name && *first_tasks == tasks;
                lines.push(Line::new(chapter, section, name, is_comparable));
            }
        }
        for idx in 0..N_RATIOS {
            mark_best(&mut lines, idx);
        }
        lines
    }
}

impl Line {
    fn new(chapter: &Chapter, section: &Section, name: String, is_comparable: bool) -> Line {
        let totals = &section.totals;
        let entry =
            |average: &Average| Standing { value: average.mean, interval: average.interval, is_best: false };
        let (answered, all) = (&totals.answered, &totals.all);
        Line {
            slicer: chapter.name.clone(),
            section: name,
            is_comparable,
            n_tasks: totals.n_tasks,
            n_answered: totals.statuses.get(&Status::Answered).copied().unwrap_or(0),
            n_exact: totals.n_verdict(crate::grade::Verdict::Exact),
            wall_s: totals.wall_s,
            ratios: [&answered.recall, &answered.precision, &answered.f1, &all.recall, &all.f1].map(entry),
            size: answered.size.mean,
            means: sheet::means(chapter, section),
        }
    }
}

fn mark_best(lines: &mut [Line], idx: usize) {
    let values: Vec<f64> =
        lines.iter().filter(|line| line.is_comparable).filter_map(|line| line.ratios[idx].value).collect();
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if values.iter().all(|value| *value == best) {
        return;
    }
    for line in lines.iter_mut().filter(|line| line.is_comparable) {
        line.ratios[idx].is_best = line.ratios[idx].value == Some(best);
    }
}

/// `static, expression`.
pub(crate) fn section_name(section: &Section) -> String {
    format!("{}, {}", section.kind.name(), section.granularity.name())
}

/// The rows that the totals of a section are of.
pub(super) fn rows_of<'c>(chapter: &'c Chapter, section: &Section) -> Vec<&'c Row> {
    let granularity = section.granularity.name();
    let rows = chapter.report.rows.iter();
    rows.filter(|row| row.kind == section.kind && row.granularity == granularity)
        .filter(|row| !row.contested && !row.incomparable)
        .collect()
}
