//! A name of letters only for every number that a paper may quote; names stay the same from run to run.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::N_RATIOS;
use super::{Book, Line, SearchNumbers, StageNumbers};
use crate::report::{SweepRow, SweepTable};

/// A number that a paper may quote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// How many.
    Count(usize),
    /// A number with so many digits behind the point; `None` when it is undefined.
    Decimal(Option<f64>, usize),
    /// Larger than any number.
    Infinite,
}

/// Numbers by name.
pub type Names = BTreeMap<String, Number>;

/// Names of [`Line::ratios`].
const RATIOS: [&str; N_RATIOS] =
    ["RecallAnswered", "PrecisionAnswered", "FOneAnswered", "RecallAll", "FOneAll"];

impl Book {
    /// Every number that is not of a single task.
    pub fn named_numbers(&self) -> Names {
        let mut names = Names::new();
        let mut heads = Heads::default();
        for line in self.lines() {
            let mut head = camel(&line.slicer);
            if line.section != "static, expression" {
                head.push_str(&camel(&line.section));
            }
            of_line(&mut names, &heads.unique(head), &line);
        }
        if !self.chapters.is_empty() {
            names.insert("AllTasks".to_owned(), Number::Count(self.tasks.len()));
        }
        self.name_searches(&mut names);
        for table in &self.sweeps {
            let [first, second] = table.slicers.each_ref().map(|name| camel(name));
            of_sweep(&mut names, &heads.unique(format!("Sweep{first}{second}")), table);
        }
        names
    }

    fn name_searches(&self, names: &mut Names) {
        let table = self.search_table();
        if table.rows.is_empty() {
            return;
        }
        let mut heads = Heads::default();
        let [sum, mean] = ["Sum", "Mean"].map(|head| heads.unique(head.to_owned()));
        for row in &table.rows {
            let head = heads.unique(camel(&row.name));
            of_search(names, &format!("Minimize{head}"), &row.numbers, 0);
            names.insert(format!("Minimize{head}Depth"), row.depth.map_or(Number::Infinite, Number::Count));
        }
        of_search(names, &format!("Minimize{sum}"), &table.sum, 0);
        of_search(names, &format!("Minimize{mean}"), &table.mean, 1);
        names.insert("MinimizeCriteria".to_owned(), Number::Count(table.rows.len()));
        let n_unbounded = table.rows.iter().filter(|row| row.depth.is_none()).count();
        names.insert("MinimizeUnbounded".to_owned(), Number::Count(n_unbounded));
    }

    /// The numbers of single tasks: sizes of program and gold slice, and of each slicer size, time and ratios.
    pub fn named_task_numbers(&self) -> Names {
        let mut names = Names::new();
        let sheet = self.sheet();
        let (mut tasks, mut slicers) = (Heads::default(), Heads::default());
        let slicers: Vec<String> =
            sheet.slicers.iter().map(|slicer| slicers.unique(camel(&slicer.name))).collect();
        for row in &sheet.rows {
            let task = tasks.unique(camel(&row.task.id));
            names.insert(format!("Task{task}Nodes"), Number::Count(row.task.nodes));
            names.insert(format!("Task{task}GoldNodes"), Number::Count(row.task.gold_nodes));
            for (slicer, entry) in slicers.iter().zip(&row.entries) {
                let Some(entry) = entry else { continue };
                let mut put = |name: &str, number| names.insert(format!("{slicer}Task{task}{name}"), number);
                put("Nodes", entry.nodes.map_or(Number::Decimal(None, 0), Number::Count));
                put("Percent", percent(entry.size));
                put("Seconds", Number::Decimal(Some(entry.wall_s), 3));
                for (name, ratio) in ["Recall", "Precision", "FOne"].iter().zip(entry.ratios) {
                    put(name, Number::Decimal(ratio, 3));
                }
            }
        }
        names
    }
}

fn of_line(names: &mut Names, head: &str, line: &Line) {
    let mut put = |name: &str, number| names.insert(format!("{head}{name}"), number);
    put("Tasks", Number::Count(line.n_tasks));
    put("Answered", Number::Count(line.n_answered));
    put("Exact", Number::Count(line.n_exact));
    put("Seconds", Number::Decimal(Some(line.wall_s), 3));
    put("Size", Number::Decimal(line.size, 3));
    for (over, means) in ["Answered", "All"].iter().zip(&line.means) {
        put(&format!("Nodes{over}"), Number::Decimal(means.nodes, 1));
        put(&format!("Percent{over}"), percent(means.size));
        put(&format!("MeanSeconds{over}"), Number::Decimal(means.wall_s, 3));
    }
    for (name, entry) in RATIOS.iter().zip(&line.ratios) {
        put(name, Number::Decimal(entry.value, 3));
        put(&format!("{name}Low"), Number::Decimal(entry.interval.map(|(low, _)| low), 3));
        put(&format!("{name}High"), Number::Decimal(entry.interval.map(|(_, high)| high), 3));
    }
}

/// Counts have so many digits behind the point: means have some.
fn of_search(names: &mut Names, head: &str, numbers: &SearchNumbers, n_digits: usize) {
    let mut put = |name: String, number| names.insert(format!("{head}{name}"), number);
    put("Nodes".to_owned(), Number::Decimal(numbers.nodes, n_digits));
    put("Inputs".to_owned(), Number::Decimal(numbers.n_inputs, n_digits));
    put("Coverage".to_owned(), percent(numbers.coverage));
    put("Percent".to_owned(), percent(numbers.size));
    put("Seconds".to_owned(), Number::Decimal(numbers.total_s, 3));
    let mut put_stage = |phase: &str, stage: &StageNumbers| {
        put(format!("{phase}Nodes"), Number::Decimal(stage.nodes, n_digits));
        put(format!("{phase}Iterations"), Number::Decimal(stage.n_iterations, n_digits));
        put(format!("{phase}Seconds"), Number::Decimal(stage.wall_s, 3));
    };
    put_stage("PhaseOne", &numbers.phase_1);
    put_stage("PhaseTwo", &numbers.phase_2);
    for (idx, stage) in numbers.stages.iter().enumerate() {
        put_stage(&camel(&format!("depth {}", idx + 1)), stage);
    }
}

fn of_sweep(names: &mut Names, head: &str, table: &SweepTable) {
    let mut heads = Heads::default();
    // The row of all programs comes last, and its name must not depend on theirs.
    heads.unique("All".to_owned());
    for row in &table.rows {
        let program = row.program.as_ref().map_or("All".to_owned(), |program| heads.unique(camel(program)));
        of_sweep_row(names, &format!("{head}{program}"), row);
    }
    for (slicer, n) in ["First", "Second"].iter().zip(table.n_not_slices) {
        names.insert(format!("{head}{slicer}NotSlices"), Number::Count(n));
    }
}

fn of_sweep_row(names: &mut Names, head: &str, row: &SweepRow) {
    let mut put = |name: &str, number| names.insert(format!("{head}{name}"), number);
    let ms = |time_s: Option<f64>, n_digits| Number::Decimal(time_s.map(|time_s| 1e3 * time_s), n_digits);
    put("Criteria", Number::Count(row.n_criteria));
    put("Compared", Number::Count(row.n_compared));
    put("Larger", Number::Count(row.n_larger));
    for (idx, slicer) in ["First", "Second"].iter().enumerate() {
        put(&format!("{slicer}GraphMs"), ms(row.graph_s[idx], 3));
        put(&format!("{slicer}SliceMs"), ms(row.slice_s[idx], 4));
        put(&format!("{slicer}SliceMarginMs"), ms(row.slice_margin_s[idx], 4));
    }
    put("Slowdown", Number::Decimal(row.slowdown, 2));
    put("Reduction", percent(row.reduction));
    put("ReductionMargin", percent(row.reduction_margin));
}

fn percent(share: Option<f64>) -> Number {
    Number::Decimal(share.map(|share| 100.0 * share), 1)
}

/// Names that are taken: of two that would be the same the later one gets an `X`.
#[derive(Default)]
struct Heads(BTreeSet<String>);

impl Heads {
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
        let mut heads = Heads::default();
        let names = ["a-b", "aB", "AB"].map(|name| heads.unique(camel(name)));
        assert_eq!(names, ["AB", "ABX", "ABXX"]);
    }
}
