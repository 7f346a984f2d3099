//! Slicers by line: tasks, answers, ratios over answered and over supported tasks, size and time.

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn};
use super::placed::{Caption, placed};
use crate::report::TaskCounts;
use crate::report::runs::{RunSet, SlicerSummary};

pub(super) fn write(set: &RunSet) -> String {
    let summaries = set.summaries();
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let mut columns =
        vec![GridColumn::Text("slicer"), GridColumn::Text("slices"), number("supported"), number("answered")];
    columns.extend(TaskCounts::COLUMNS.map(|(heading, ..)| number(heading)));
    let first = columns.len();
    columns.extend(
        ["recall", "precision", "F1", "recall", "F1", "size \\%", "time (\\si{\\second})"].map(number),
    );
    let grid = Grid {
        columns,
        groups: vec![
            (first..first + 3, "over answered".to_owned()),
            (first + 3..first + 5, "over supported".to_owned()),
        ],
        blocks: vec![summaries.iter().map(row).collect()],
    };
    let mut sentences = Vec::new();
    if summaries.iter().any(|summary| !summary.is_comparable) {
        let sentence =
            "$^\\dagger$\\,Other tasks, another kind of slice or another granularity than the first line.";
        sentences.push(sentence.to_owned());
    }
    if summaries.iter().flat_map(|summary| &summary.ratios).any(|mean| mean.is_best) {
        sentences.push(
            "Bold: the best of the comparable slicers, where the next one is worse on the same tasks or by a permutation test ($p < \
             0.05$ by Holm's method) on those of both."
                .to_owned(),
        );
    }
    let caption = Caption {
        label: "slicers",
        text: "Slicers: what became of their tasks, and how good their answers are".to_owned(),
    };
    placed(&grid, &caption, set.paper_columns, &sentences)
}

fn row(summary: &SlicerSummary) -> Vec<Cell> {
    let dagger = if summary.is_comparable { "" } else { "$^\\dagger$" };
    let mut cells = vec![
        Cell::Text(format!("{}{dagger}", escaped(&summary.slicer))),
        Cell::Text(escaped(&summary.section)),
        Cell::count(summary.n_tasks),
        Cell::count(summary.n_answered),
    ];
    cells.extend(TaskCounts::COLUMNS.map(|(.., n)| Cell::count(n(&summary.counts))));
    cells.extend(summary.ratios.iter().map(|mean| Cell::value(mean.value, 3).with(mean.is_best, "")));
    cells.push(Cell::percent(summary.size));
    cells.push(Cell::value(Some(summary.wall_s), 1));
    cells
}
