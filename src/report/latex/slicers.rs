//! Slicers by line: tasks, answers, ratios over answered and over all tasks, size and time.

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn, notes};
use crate::report::runs::{RunSet, SlicerSummary};

pub(super) fn write(set: &RunSet) -> String {
    let summaries = set.summaries();
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let grid = Grid {
        columns: vec![
            GridColumn::Text("slicer"),
            GridColumn::Text("slices"),
            number("tasks"),
            number("answered"),
            number("exact"),
            number("recall"),
            number("precision"),
            number("F1"),
            number("recall"),
            number("F1"),
            number("size \\%"),
            number("time (\\si{\\second})"),
        ],
        groups: vec![(5..8, "over answered".to_owned()), (8..10, "over all".to_owned())],
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
    format!("{}{}", grid.tabular(), notes(&sentences))
}

fn row(summary: &SlicerSummary) -> Vec<Cell> {
    let dagger = if summary.is_comparable { "" } else { "$^\\dagger$" };
    let mut cells = vec![
        Cell::Text(format!("{}{dagger}", escaped(&summary.slicer))),
        Cell::Text(escaped(&summary.section)),
        Cell::count(summary.n_tasks),
        Cell::count(summary.n_answered),
        Cell::count(summary.n_exact),
    ];
    cells.extend(summary.ratios.iter().map(|mean| Cell::value(mean.value, 3).with(mean.is_best, "")));
    cells.push(Cell::percent(summary.size));
    cells.push(Cell::value(Some(summary.wall_s), 1));
    cells
}
