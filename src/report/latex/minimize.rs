//! Searches for minimal slices by line: phase 1, phase 2, what is proved; then phase 2 by nodes deleted together.

use std::ops::Range;

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn, groups_of};
use super::placed::{Caption, placed};
use crate::report::runs::{RunSet, SearchNumbers, SearchRow, SearchTable, StageNumbers};

/// Depths beside each other on a landscape page.
const MOST_DEPTHS: usize = 5;

/// Headings of the three columns of a phase.
const PHASE: [&str; 3] = ["nodes", "iterations", "\\si{\\second}"];

pub(super) fn write(set: &RunSet) -> String {
    let table = set.search_table();
    let sentences = [
        "Iterations: calls of slicers in phase 1, candidates judged in phase 2, since the phase began. \\%: nodes of the slice as a \
         share of the program's. Depth: no set of so many nodes of the slice can go on the inputs, $\\infty$: no set of any size. \
         Coverage: statements and clauses that the inputs reach.",
        "Sums and means are over the criteria that have the number; a search that finds nothing left to try has no further depths.",
    ];
    let caption = Caption { label: "minimize", text: "Searches for minimal slices".to_owned() };
    let mut out = placed(&phases(&table), &caption, set.paper_columns, &sentences.map(str::to_owned));
    for (idx, depths) in groups_of(table.depth, MOST_DEPTHS).into_iter().enumerate() {
        if !depths.is_empty() {
            let label = if idx == 0 { "depths" } else { "" };
            let caption =
                Caption { label, text: "Phase 2 by the number of nodes deleted together".to_owned() };
            out.push_str(&placed(&by_depth(&table, depths), &caption, set.paper_columns, &[]));
        }
    }
    out
}

fn number(text: &str) -> GridColumn {
    GridColumn::Number(text.to_owned())
}

fn phases(table: &SearchTable) -> Grid {
    let mut columns =
        vec![GridColumn::Text("criterion"), number("nodes"), number("inputs"), number("coverage \\%")];
    let mut groups = Vec::new();
    for phase in ["phase 1", "phase 2"] {
        groups.push((columns.len()..columns.len() + 3, phase.to_owned()));
        columns.extend(PHASE.map(number));
    }
    columns.extend([number("\\%"), number("total \\si{\\second}"), number("depth")]);
    let line = |name: String, numbers: &SearchNumbers, depth: Cell, n_digits: usize| {
        let mut cells = vec![
            Cell::Text(name),
            Cell::value(numbers.nodes, n_digits),
            Cell::value(numbers.n_inputs, n_digits),
            Cell::percent(numbers.coverage),
        ];
        cells.extend(stage(&numbers.phase_1, n_digits));
        cells.extend(stage(&numbers.phase_2, n_digits));
        cells.extend([Cell::percent(numbers.size), Cell::value(numbers.total_s, 2), depth]);
        cells
    };
    let rows = table.rows.iter().map(|row| line(escaped(&row.name), &row.numbers, depth(row), 0)).collect();
    let last = vec![
        line("sum".to_owned(), &table.sum, Cell::blank(), 0),
        line("mean".to_owned(), &table.mean, Cell::blank(), 1),
    ];
    Grid { columns, groups, blocks: vec![rows, last] }
}

fn depth(row: &SearchRow) -> Cell {
    row.depth.map_or(Cell::Word("$\\infty$".to_owned()), Cell::count)
}

fn by_depth(table: &SearchTable, depths: Range<usize>) -> Grid {
    let mut columns = vec![GridColumn::Text("criterion")];
    let mut groups = Vec::new();
    for idx in depths.clone() {
        let nodes = if idx == 0 { "1 node".to_owned() } else { format!("{} nodes", idx + 1) };
        groups.push((columns.len()..columns.len() + 3, nodes));
        columns.extend(PHASE.map(number));
    }
    let line = |name: String, numbers: &SearchNumbers, n_digits: usize| {
        let mut cells = vec![Cell::Text(name)];
        cells.extend(numbers.stages[depths.clone()].iter().flat_map(|found| stage(found, n_digits)));
        cells
    };
    let rows = table.rows.iter().map(|row| line(escaped(&row.name), &row.numbers, 0)).collect();
    let mut reached = vec![Cell::Text("criteria".to_owned())];
    for n in &table.n_stages[depths.clone()] {
        reached.extend([Cell::blank(), Cell::count(*n), Cell::blank()]);
    }
    let last = vec![reached, line("sum".to_owned(), &table.sum, 0), line("mean".to_owned(), &table.mean, 1)];
    Grid { columns, groups, blocks: vec![rows, last] }
}

fn stage(stage: &StageNumbers, n_digits: usize) -> [Cell; 3] {
    [
        Cell::value(stage.nodes, n_digits),
        Cell::value(stage.n_iterations, n_digits),
        Cell::value(stage.wall_s, 2),
    ]
}
