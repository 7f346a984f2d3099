//! Means with their intervals, medians and pooled numbers of each slicer, and its ratios by language and by label.

use std::collections::BTreeSet;

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn};
use super::placed::{Caption, placed};
use crate::report::runs::{ReportedRun, RunSet};
use crate::report::{Average, Averages, Section, Totals};
use crate::stats::{MeanInterval, percent};

/// A mean by its heading.
type NamedAverage = (&'static str, fn(&Averages) -> &Average);

const AVERAGES: [NamedAverage; 5] = [
    ("recall", |averages| &averages.recall),
    ("precision", |averages| &averages.precision),
    ("F1", |averages| &averages.f1),
    ("size", |averages| &averages.size),
    ("excess", |averages| &averages.excess),
];

const NOTE: &str = "In brackets the 95\\,\\% interval of the mean, by program. $\\le p$: all are 1, and with 95\\,\\% confidence no \
                    more than $p$ of programs are not.";

/// Every slicer and section, a line for each number.
pub(super) fn averages(set: &RunSet) -> String {
    let sections =
        || set.runs.iter().flat_map(|run| run.report.sections.iter().map(move |section| (run, section)));
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let heads = ["tasks", "mean", "95\\,\\% interval", "median", "pooled"];
    let mut columns = vec![GridColumn::Text("")];
    columns.extend(heads.iter().chain(&heads).map(|text| number(text)));
    let n_sections = sections().map(|(_, section)| section.name()).collect::<BTreeSet<_>>().len();
    let block = |(run, section): (&ReportedRun, &Section)| {
        let name = match n_sections {
            1 => escaped(&run.name),
            _ => format!("{}, {}", escaped(&run.name), escaped(&section.name())),
        };
        let line = |(what, of): &NamedAverage| {
            let mut cells = vec![Cell::Text((*what).to_owned())];
            let Totals { answered, supported, .. } = &section.totals;
            cells.extend([answered, supported].into_iter().flat_map(|averages| average(of(averages))));
            cells
        };
        // Names may be longer than a column of a page has room for beside the numbers.
        let heading = vec![Cell::Heading(format!("\\textit{{{name}}}"))];
        std::iter::once(heading).chain(AVERAGES.iter().map(line)).collect()
    };
    let grid = Grid {
        columns,
        groups: vec![(1..6, "over answered".to_owned()), (6..11, "over supported".to_owned())],
        blocks: sections().map(block).collect(),
    };
    let caption =
        Caption { label: "averages", text: "Means, medians and pooled numbers of each slicer".to_owned() };
    let pooled = "Pooled: the same ratio of the nodes of all tasks together. Size: share of the program; excess: multiple of gold.";
    placed(&grid, &caption, set.paper_columns, &[NOTE.to_owned(), pooled.to_owned()])
}

fn average(average: &Average) -> Vec<Cell> {
    vec![
        Cell::count(average.n),
        Cell::value(average.mean, 3),
        interval(average.interval),
        Cell::value(average.median, 3),
        Cell::value(average.micro, 3),
    ]
}

fn interval(interval: MeanInterval) -> Cell {
    match interval {
        MeanInterval::Limits(..) => Cell::Word(interval.text(2)),
        MeanInterval::Flawless { most, .. } => Cell::Word(format!("$\\le$\\,{}\\,\\%", percent(most, 1))),
        MeanInterval::Unknown => Cell::blank(),
    }
}

/// By language, of what is in the main section of each slicer.
pub(super) fn languages(set: &RunSet) -> String {
    by_part(set, "language", "languages", &|section| &section.languages)
}

/// By label; a task counts under each of its labels.
pub(super) fn labels(set: &RunSet) -> String {
    by_part(set, "label", "labels", &|section| &section.labels)
}

fn by_part(
    set: &RunSet,
    what: &'static str,
    label: &'static str,
    parts: &dyn Fn(&Section) -> &Vec<Totals>,
) -> String {
    let sections: Vec<Option<&Section>> = set.runs.iter().map(ReportedRun::main_section).collect();
    let names: BTreeSet<&str> =
        sections.iter().flatten().flat_map(|section| parts(section)).map(|part| part.name.as_str()).collect();
    let (mut columns, mut groups) = (vec![GridColumn::Text(what)], Vec::new());
    for run in &set.runs {
        groups.push((columns.len()..columns.len() + 5, escaped(&run.name)));
        let heads = ["tasks", "recall", "precision", "F1", "95\\,\\% interval"];
        columns.extend(heads.map(|text| GridColumn::Number(text.to_owned())));
    }
    let line = |name: &str, find: &dyn Fn(&Section) -> Option<&Totals>| {
        let mut cells = vec![Cell::Text(escaped(name))];
        for section in &sections {
            cells.extend(section.and_then(find).map_or(vec![Cell::blank(); 5], part));
        }
        cells
    };
    let find = |name: &str| line(name, &|section| parts(section).iter().find(|part| part.name == name));
    let rows = names.iter().map(|name| find(name)).collect();
    let grid =
        Grid { columns, groups, blocks: vec![rows, vec![line("all", &|section| Some(&section.totals))]] };
    let caption = Caption { label, text: format!("Slicers by {what}") };
    let over = "Recall, F1 and its interval over supported tasks, where no answer counts 0; precision over answered ones.";
    placed(&grid, &caption, set.paper_columns, &[over.to_owned(), NOTE.to_owned()])
}

fn part(totals: &Totals) -> Vec<Cell> {
    let Totals { supported, answered, .. } = totals;
    vec![
        Cell::count(totals.n_tasks),
        Cell::value(supported.recall.mean, 3),
        Cell::value(answered.precision.mean, 3),
        Cell::value(supported.f1.mean, 3),
        interval(supported.f1.interval),
    ]
}
