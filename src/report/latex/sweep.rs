//! Sweeps: for each pair of slicers a table with programs by line, and one with ranges of sizes.

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn};
use super::placed::{Caption, placed};
use crate::report::SweepRow;
use crate::report::runs::RunSet;

pub(super) fn write(set: &RunSet) -> String {
    let mut out = String::new();
    for (idx, table) in set.sweeps.iter().enumerate() {
        let names = table.slicers.each_ref().map(|name| escaped(name));
        let (all, programs): (Vec<&SweepRow>, Vec<&SweepRow>) =
            table.rows.iter().partition(|row| row.program.is_none());
        let lines = |rows: Vec<&SweepRow>| rows.into_iter().map(line).collect();
        let grid = Grid {
            columns: columns(),
            groups: vec![
                (3..6, names[0].clone()),
                (6..9, names[1].clone()),
                (9..11, "slowdown".to_owned()),
                (11..13, "reduction \\%".to_owned()),
            ],
            blocks: vec![lines(programs), lines(all)],
        };
        let sentence = format!(
            "Times in milliseconds; slice: mean over the criteria that both answered, $\\pm$: half the 95\\,\\% interval. Slowdown: \
             {0} / {1}. Reduction: ({1} $-$ {0}) / {1} in nodes. Larger: criteria whose slice by {0} is larger. Graphs of all \
             programs are a sum.",
            names[0], names[1]
        );
        let label = if idx == 0 { "sweep" } else { "" };
        let what = if table.only_objects { "objects that functions return" } else { "every variable" };
        let text = format!("{} and {} on {what} of every program", names[0], names[1]);
        let caption = Caption { label, text };
        out.push_str(&placed(&grid, &caption, set.paper_columns, &[sentence]));
        let (all, ranges): (Vec<&SweepRow>, Vec<&SweepRow>) =
            table.ranges.iter().partition(|row| row.range.is_none());
        let lines = |rows: Vec<&SweepRow>| rows.into_iter().map(range_line).collect();
        let grid = Grid {
            columns: range_columns(),
            groups: vec![
                (2..4, format!("slice, {}", names[0])),
                (4..6, format!("slice, {}", names[1])),
                (6..8, "slowdown".to_owned()),
                (8..10, "size".to_owned()),
                (10..12, "reduction \\%".to_owned()),
            ],
            blocks: vec![lines(ranges), lines(all)],
        };
        let sentence = format!(
            "Nodes: of the slice by {1}. Times in milliseconds, sizes in nodes: means over the criteria that both answered, $\\pm$: half \
             the 99\\,\\% interval. Slowdown: {0} / {1}. Reduction: ({1} $-$ {0}) / {1} in nodes.",
            names[0], names[1]
        );
        let label = if idx == 0 { "sweep-sizes" } else { "" };
        let caption = Caption { label, text: format!("{} and {} by size of the slice", names[0], names[1]) };
        out.push_str(&placed(&grid, &caption, set.paper_columns, &[sentence]));
    }
    out
}

fn range_columns() -> Vec<GridColumn> {
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let mut columns = vec![GridColumn::Text("nodes"), number("criteria")];
    columns.extend(
        ["mean", "$\\pm$", "mean", "$\\pm$", "mean", "$\\pm$", "1st", "2nd", "mean", "$\\pm$"].map(number),
    );
    columns
}

fn range_line(row: &SweepRow) -> Vec<Cell> {
    let ms = |time_s: Option<f64>| Cell::value(time_s.map(|time_s| 1e3 * time_s), 4);
    let range = row.range.map_or("all".to_owned(), |(from, below)| format!("{from}--{}", below - 1));
    let mut cells = vec![Cell::Text(range), Cell::count(row.n_compared)];
    for idx in 0..2 {
        cells.extend([ms(row.slice_s[idx]), ms(row.slice_margin_s[idx])]);
    }
    cells.extend([
        Cell::value(row.slowdown, 2),
        Cell::value(row.slowdown_margin, 2),
        Cell::value(row.nodes[0], 1),
        Cell::value(row.nodes[1], 1),
        Cell::percent(row.reduction),
        Cell::percent(row.reduction_margin),
    ]);
    cells
}

fn columns() -> Vec<GridColumn> {
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let mut columns = vec![GridColumn::Text("program"), number("criteria"), number("both")];
    for _ in 0..2 {
        columns.extend(["graph", "slice", "$\\pm$"].map(number));
    }
    columns.extend(["mean", "$\\pm$", "mean", "$\\pm$", "larger"].map(number));
    columns
}

fn line(row: &SweepRow) -> Vec<Cell> {
    let ms = |time_s: Option<f64>, n_digits: usize| Cell::value(time_s.map(|time_s| 1e3 * time_s), n_digits);
    let program = row.program.as_ref().map_or("all".to_owned(), |program| escaped(program));
    let mut cells = vec![Cell::Text(program), Cell::count(row.n_criteria), Cell::count(row.n_compared)];
    for idx in 0..2 {
        cells.extend([ms(row.graph_s[idx], 3), ms(row.slice_s[idx], 4), ms(row.slice_margin_s[idx], 4)]);
    }
    cells.extend([
        Cell::value(row.slowdown, 2),
        Cell::value(row.slowdown_margin, 2),
        Cell::percent(row.reduction),
        Cell::percent(row.reduction_margin),
        Cell::count(row.n_larger),
    ]);
    cells
}
