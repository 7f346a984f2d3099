//! A name of letters only for every number that a paper may quote; names stay the same from run to run.

use std::collections::{BTreeMap, BTreeSet};

use super::summary::N_RATIOS;
use super::{RunSet, SearchNumbers, SlicerSummary, StageNumbers};
use crate::compare::SlicerPair;
use crate::report::{SweepRow, SweepTable, TaskCounts};
use crate::stats::MeanInterval;

/// A number that a paper may quote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuotedNumber {
    /// How many.
    Count(usize),
    /// A number with so many digits behind the point; `None` when it is undefined.
    Decimal(Option<f64>, usize),
    /// A share, to be written in percent with one digit behind the point; `None` when it is undefined.
    Percent(Option<f64>),
    /// The 95 % interval of a mean, in words: it may have no limits.
    Interval(MeanInterval),
    /// Larger than any number.
    Infinite,
}

/// Numbers by name.
pub type NamedNumbers = BTreeMap<String, QuotedNumber>;

/// Names of [`SlicerSummary::ratios`].
const RATIOS: [&str; N_RATIOS] =
    ["RecallAnswered", "PrecisionAnswered", "FOneAnswered", "RecallSupported", "FOneSupported"];

impl RunSet {
    /// Every number that is not of a single task.
    pub fn named_numbers(&self) -> NamedNumbers {
        let mut names = NamedNumbers::new();
        let mut heads = UniqueNames::default();
        for summary in self.summaries() {
            let mut head = camel(&summary.slicer);
            if summary.section != "static, expression" {
                head.push_str(&camel(&summary.section));
            }
            of_slicer(&mut names, &heads.unique(head), &summary);
        }
        if !self.runs.is_empty() {
            names.insert("AllTasks".to_owned(), QuotedNumber::Count(self.tasks.len()));
        }
        for named in self.slicer_pairs() {
            let [first, second] = named.slicers.each_ref().map(|name| camel(name));
            of_pair(&mut names, &heads.unique(format!("Pair{first}{second}")), &named.pair);
        }
        self.name_searches(&mut names);
        for table in &self.sweeps {
            let [first, second] = table.slicers.each_ref().map(|name| camel(name));
            of_sweep(&mut names, &heads.unique(format!("Sweep{first}{second}")), table);
        }
        names
    }

    fn name_searches(&self, names: &mut NamedNumbers) {
        let table = self.search_table();
        if table.rows.is_empty() {
            return;
        }
        let mut heads = UniqueNames::default();
        let [sum, mean] = ["Sum", "Mean"].map(|head| heads.unique(head.to_owned()));
        for row in &table.rows {
            let head = heads.unique(camel(&row.name));
            of_search(names, &format!("Minimize{head}"), &row.numbers, 0);
            names.insert(
                format!("Minimize{head}Depth"),
                row.depth.map_or(QuotedNumber::Infinite, QuotedNumber::Count),
            );
        }
        of_search(names, &format!("Minimize{sum}"), &table.sum, 0);
        of_search(names, &format!("Minimize{mean}"), &table.mean, 1);
        names.insert("MinimizeCriteria".to_owned(), QuotedNumber::Count(table.rows.len()));
        let n_unbounded = table.rows.iter().filter(|row| row.depth.is_none()).count();
        names.insert("MinimizeUnbounded".to_owned(), QuotedNumber::Count(n_unbounded));
    }

    /// The numbers of single tasks: sizes of program and gold slice, and of each slicer size, time and ratios.
    pub fn named_task_numbers(&self) -> NamedNumbers {
        let mut names = NamedNumbers::new();
        let paper_table = self.paper_table();
        let (mut tasks, mut slicers) = (UniqueNames::default(), UniqueNames::default());
        let slicers: Vec<String> =
            paper_table.slicers.iter().map(|slicer| slicers.unique(camel(&slicer.name))).collect();
        for row in &paper_table.rows {
            let task = tasks.unique(camel(&row.task.id));
            names.insert(format!("Task{task}Nodes"), QuotedNumber::Count(row.task.nodes));
            names.insert(format!("Task{task}GoldNodes"), QuotedNumber::Count(row.task.gold_nodes));
            for (slicer, cell) in slicers.iter().zip(&row.cells) {
                let Some(cell) = cell else { continue };
                let mut put = |name: &str, number| names.insert(format!("{slicer}Task{task}{name}"), number);
                put("Nodes", cell.nodes.map_or(QuotedNumber::Decimal(None, 0), QuotedNumber::Count));
                put("Percent", QuotedNumber::Percent(cell.size));
                put("Seconds", QuotedNumber::Decimal(Some(cell.wall_s), 3));
                for (name, ratio) in ["Recall", "Precision", "FOne"].iter().zip(cell.ratios) {
                    put(name, QuotedNumber::Decimal(ratio, 3));
                }
            }
        }
        names
    }
}

fn of_slicer(names: &mut NamedNumbers, head: &str, summary: &SlicerSummary) {
    let mut put = |name: &str, number| names.insert(format!("{head}{name}"), number);
    put("Tasks", QuotedNumber::Count(summary.n_tasks));
    put("Answered", QuotedNumber::Count(summary.n_answered));
    for (name, _, n) in TaskCounts::COLUMNS {
        put(&camel(name), QuotedNumber::Count(n(&summary.counts)));
    }
    put("Seconds", QuotedNumber::Decimal(Some(summary.wall_s), 3));
    put("Size", QuotedNumber::Decimal(summary.size, 3));
    for (over, means) in ["Answered", "Supported"].iter().zip(&summary.means) {
        put(&format!("Nodes{over}"), QuotedNumber::Decimal(means.nodes, 1));
        put(&format!("Percent{over}"), QuotedNumber::Percent(means.size));
        put(&format!("MeanSeconds{over}"), QuotedNumber::Decimal(means.wall_s, 3));
    }
    for (name, entry) in RATIOS.iter().zip(&summary.ratios) {
        put(name, QuotedNumber::Decimal(entry.value, 3));
        put(&format!("{name}Interval"), QuotedNumber::Interval(entry.interval));
        put(&format!("{name}Low"), QuotedNumber::Decimal(entry.interval.limits().map(|(low, _)| low), 3));
        put(&format!("{name}High"), QuotedNumber::Decimal(entry.interval.limits().map(|(_, high)| high), 3));
    }
}

fn of_pair(names: &mut NamedNumbers, head: &str, pair: &SlicerPair) {
    let mut put = |name: &str, number| names.insert(format!("{head}{name}"), number);
    let counts = [
        ("Tasks", pair.n_tasks),
        ("Programs", pair.n_programs),
        ("Wins", pair.n_wins),
        ("Ties", pair.n_ties),
        ("Losses", pair.n_losses),
    ];
    for (name, n) in counts {
        put(name, QuotedNumber::Count(n));
    }
    for (name, test) in RATIOS.iter().zip(&pair.tests) {
        put(&format!("{name}Difference"), QuotedNumber::Decimal(test.difference, 3));
        put(&format!("{name}P"), QuotedNumber::Decimal(test.p_holm, 4));
        put(&format!("{name}Delta"), QuotedNumber::Decimal(test.delta, 2));
    }
}

/// Counts have so many digits behind the point: means have some.
fn of_search(names: &mut NamedNumbers, head: &str, numbers: &SearchNumbers, n_digits: usize) {
    let mut put = |name: String, number| names.insert(format!("{head}{name}"), number);
    put("Nodes".to_owned(), QuotedNumber::Decimal(numbers.nodes, n_digits));
    put("Inputs".to_owned(), QuotedNumber::Decimal(numbers.n_inputs, n_digits));
    put("Coverage".to_owned(), QuotedNumber::Percent(numbers.coverage));
    put("Percent".to_owned(), QuotedNumber::Percent(numbers.size));
    put("Seconds".to_owned(), QuotedNumber::Decimal(numbers.total_s, 3));
    let mut put_stage = |phase: &str, stage: &StageNumbers| {
        put(format!("{phase}Nodes"), QuotedNumber::Decimal(stage.nodes, n_digits));
        put(format!("{phase}Iterations"), QuotedNumber::Decimal(stage.n_iterations, n_digits));
        put(format!("{phase}Seconds"), QuotedNumber::Decimal(stage.wall_s, 3));
    };
    put_stage("PhaseOne", &numbers.phase_1);
    put_stage("PhaseTwo", &numbers.phase_2);
    for (idx, stage) in numbers.stages.iter().enumerate() {
        put_stage(&camel(&format!("depth {}", idx + 1)), stage);
    }
}

fn of_sweep(names: &mut NamedNumbers, head: &str, table: &SweepTable) {
    let mut heads = UniqueNames::default();
    // The row of all programs comes last, and its name must not depend on theirs.
    heads.unique("All".to_owned());
    for row in &table.rows {
        let program = row.program.as_ref().map_or("All".to_owned(), |program| heads.unique(camel(program)));
        of_sweep_row(names, &format!("{head}{program}"), row);
    }
    for (slicer, n) in ["First", "Second"].iter().zip(table.n_not_slices) {
        names.insert(format!("{head}{slicer}NotSlices"), QuotedNumber::Count(n));
    }
}

fn of_sweep_row(names: &mut NamedNumbers, head: &str, row: &SweepRow) {
    let mut put = |name: &str, number| names.insert(format!("{head}{name}"), number);
    let ms =
        |time_s: Option<f64>, n_digits| QuotedNumber::Decimal(time_s.map(|time_s| 1e3 * time_s), n_digits);
    put("Criteria", QuotedNumber::Count(row.n_criteria));
    put("Compared", QuotedNumber::Count(row.n_compared));
    put("Larger", QuotedNumber::Count(row.n_larger));
    for (idx, slicer) in ["First", "Second"].iter().enumerate() {
        put(&format!("{slicer}GraphMs"), ms(row.graph_s[idx], 3));
        put(&format!("{slicer}SliceMs"), ms(row.slice_s[idx], 4));
        put(&format!("{slicer}SliceMarginMs"), ms(row.slice_margin_s[idx], 4));
    }
    put("Slowdown", QuotedNumber::Decimal(row.slowdown, 2));
    put("SlowdownMargin", QuotedNumber::Decimal(row.slowdown_margin, 2));
    put("Reduction", QuotedNumber::Percent(row.reduction));
    put("ReductionMargin", QuotedNumber::Percent(row.reduction_margin));
}

/// Names that are taken: of two that would be the same the later one gets an `X`.
#[derive(Default)]
struct UniqueNames(BTreeSet<String>);

impl UniqueNames {
    fn unique(&mut self, mut head: String) -> String {
        while !self.0.insert(head.clone()) {
            head.push('X');
        }
        head
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_macros_have_letters_only() {
        assert_eq!(camel("ce-edg"), "CeEdg");
        assert_eq!(camel("slicer_2 #1"), "SlicerTwoOne");
        assert_eq!(camel("static, expression"), "StaticExpression");
        assert_eq!(camel("erlang/word-count/s11Top"), "ErlangWordCountSOneOneTop");
    }

    #[test]
    fn no_two_names_are_the_same() {
        let mut heads = UniqueNames::default();
        let names = ["a-b", "aB", "AB"].map(|name| heads.unique(camel(name)));
        assert_eq!(names, ["AB", "ABX", "ABXX"]);
    }
}
