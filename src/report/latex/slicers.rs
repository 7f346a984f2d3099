//! Slicers by line: tasks, answers, ratios over answered and over all tasks, size and time.

use super::escape::escaped;
use super::grid::{Cell, Column, Grid, notes};
use crate::report::book::{Book, Line};

pub(super) fn write(book: &Book) -> String {
    let lines = book.lines();
    let number = |text: &str| Column::Number(text.to_owned());
    let grid = Grid {
        columns: vec![
            Column::Text("slicer"),
            Column::Text("slices"),
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
        blocks: vec![lines.iter().map(row).collect()],
    };
    let mut sentences = Vec::new();
    if lines.iter().any(|line| !line.is_comparable) {
        let sentence =
            "$^\\dagger$\\,Other tasks, another kind of slice or another granularity than the first line.";
        sentences.push(sentence.to_owned());
    }
    format!("{}{}", grid.tabular(), notes(&sentences))
}

fn row(line: &Line) -> Vec<Cell> {
    let dagger = if line.is_comparable { "" } else { "$^\\dagger$" };
    let mut cells = vec![
        Cell::Text(format!("{}{dagger}", escaped(&line.slicer))),
        Cell::Text(escaped(&line.section)),
        Cell::count(line.n_tasks),
        Cell::count(line.n_answered),
        Cell::count(line.n_exact),
    ];
    cells.extend(line.ratios.iter().map(|entry| Cell::value(entry.value, 3).with(entry.is_best, "")));
    cells.push(Cell::percent(line.size));
    cells.push(Cell::value(Some(line.wall_s), 1));
    cells
}
