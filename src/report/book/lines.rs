//! Numbers that tables for print show: a line per slicer, a name for every number, what limits what they say.

use std::collections::{BTreeMap, BTreeSet};

use super::{Book, Chapter};
use crate::report::{Average, Mark, Section};
use crate::results::Status;
use crate::stats::Bootstrap;
use crate::suite::Evidence;

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
    pub ratios: [Standing; 5],
    /// Size as a share of the program over answered tasks.
    pub size: Option<f64>,
}

/// A number that a paper may quote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// How many.
    Count(usize),
    /// A ratio or a time in seconds.
    Value(f64),
}

/// Names of [`Line::ratios`] in macros.
const RATIOS: [&str; 5] = ["RecallAnswered", "PrecisionAnswered", "FOneAnswered", "RecallAll", "FOneAll"];

impl Book {
    /// One line per slicer and section.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut first: Option<(String, BTreeSet<&str>)> = None;
        for chapter in &self.chapters {
            for section in &chapter.report.sections {
                let name = section_name(section);
                let tasks = tasks_of(chapter, section);
                let (first_name, first_tasks) = first.get_or_insert_with(|| (name.clone(), tasks.clone()));
                let is_comparable = *first_name == name && *first_tasks == tasks;
                lines.push(Line::new(chapter, section, name, is_comparable));
            }
        }
        for idx in 0..RATIOS.len() {
            mark_best(&mut lines, idx);
        }
        lines
    }

    /// Every number of the lines by a name of letters only, which stays the same from run to run.
    pub fn named_numbers(&self) -> BTreeMap<String, Number> {
        let mut numbers = BTreeMap::new();
        let mut heads = BTreeSet::new();
        for line in self.lines() {
            let mut head = camel(&line.slicer);
            if line.section != "static, expression" {
                head.push_str(&camel(&line.section));
            }
            while !heads.insert(head.clone()) {
                head.push('X');
            }
            let counts = [("Tasks", line.n_tasks), ("Answered", line.n_answered), ("Exact", line.n_exact)];
            numbers.extend(counts.map(|(name, n)| (format!("{head}{name}"), Number::Count(n))));
            let mut put = |name: &str, value: Option<f64>| {
                if let Some(value) = value {
                    numbers.insert(format!("{head}{name}"), Number::Value(value));
                }
            };
            put("Seconds", Some(line.wall_s));
            put("Size", line.size);
            for (name, entry) in RATIOS.iter().zip(&line.ratios) {
                put(name, entry.value);
                put(&format!("{name}Low"), entry.interval.map(|(low, _)| low));
                put(&format!("{name}High"), entry.interval.map(|(_, high)| high));
            }
        }
        numbers.insert("AllTasks".to_owned(), Number::Count(self.tasks.len()));
        numbers
    }

    /// What a reader has to know before believing the numbers, in sentences with the numbers of these runs.
    pub fn threats(&self) -> Vec<String> {
        let mut threats = vec![self.gold_threat()];
        let n_contested = self.tasks.iter().filter(|task| task.contested.is_some()).count();
        threats.push(format!(
            "{n_contested} of {} criteria are contested and left out of all totals.",
            self.tasks.len()
        ));
        for chapter in &self.chapters {
            threats.push(chapter.threat());
            threats.extend(chapter.place());
        }
        threats.push(format!(
            "Intervals are 95 % bootstrap intervals of the mean with {} resamples of whole programs, since tasks of one \
             program are not independent.",
            Bootstrap::default().n_resamples
        ));
        threats
    }

    fn gold_threat(&self) -> String {
        let n = |evidence| self.tasks.iter().filter(|task| task.evidence == evidence).count();
        format!(
            "Of {} gold slices {} are proved minimal, {} are minimal for finitely many test inputs only, so that precision is a \
             lower bound, and {} are asserted.",
            self.tasks.len(),
            n(Evidence::Proved),
            n(Evidence::QuasiMinimal),
            n(Evidence::Asserted)
        )
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

fn tasks_of<'c>(chapter: &'c Chapter, section: &Section) -> BTreeSet<&'c str> {
    let granularity = section.granularity.name();
    let rows = chapter.report.rows.iter();
    rows.filter(|row| row.kind == section.kind && row.granularity == granularity)
        .filter(|row| !row.contested && !row.incomparable)
        .map(|row| row.task.as_str())
        .collect()
}

/// Letters only, each word with a capital, digits in words: macros of TeX have no others.
fn camel(text: &str) -> String {
    const DIGITS: [&str; 10] =
        ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let mut out = String::new();
    let mut is_start = true;
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => out.push_str(DIGITS[digit as usize]),
            None if c.is_ascii_alphabetic() && is_start => out.push(c.to_ascii_uppercase()),
            None if c.is_ascii_alphabetic() => out.push(c),
            None => {}
        }
        is_start = !c.is_ascii_alphabetic();
    }
    out
}

impl Chapter {
    fn threat(&self) -> String {
        let rows = &self.report.rows;
        let n = |status: Status| rows.iter().filter(|row| row.status == status.name()).count();
        let n_ambiguous = rows.iter().filter(|row| row.f1_min < row.f1_max).count();
        let n_bound = rows.iter().filter(|row| row.answered && row.mark == Mark::LowerBound).count();
        let n_old = rows.iter().filter(|row| row.incomparable).count();
        format!(
            "{}: {} tasks, {} not supported, {} timed out, {} crashed or out of memory; {n_ambiguous} answers fit the program in several \
             ways with different F1; {n_bound} answers are graded against a slice that may not be minimal; {n_old} tasks changed \
             since the run.",
            self.name,
            rows.len(),
            n(Status::Unsupported),
            n(Status::TimedOut),
            n(Status::Crashed) + n(Status::OutOfMemory)
        )
    }

    fn place(&self) -> Option<String> {
        let host = &self.header.host;
        let cpu = host.cpu.clone().unwrap_or_else(|| "unknown processor".to_owned());
        (!host.os.is_empty()).then(|| {
            format!(
                "{}: times were measured on {} ({}, {}, {} cores) with {} tasks at the same time.",
                self.name, cpu, host.os, host.arch, host.n_cores, self.header.jobs
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_macros_have_letters_only() {
        assert_eq!(camel("ce-edg"), "CeEdg");
        assert_eq!(camel("slicer_2 #1"), "SlicerTwoOne");
        assert_eq!(camel("static, expression"), "StaticExpression");
    }
}
