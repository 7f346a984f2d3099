//! Every two slicers by line: wins, ties and losses, then differences, probabilities and effect sizes.

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn};
use super::placed::{Caption, placed};
use crate::compare::{Metric, SlicerPair};
use crate::report::pairs::{EXPLANATION, NamedPair, P_DIGITS, name};
use crate::report::runs::RunSet;

/// Numbers that have a place beside each other.
const SHOWN: [Metric; 3] = [Metric::RecallAll, Metric::Precision, Metric::F1All];

pub(super) fn write(set: &RunSet) -> String {
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let mut columns = vec![GridColumn::Text("first"), GridColumn::Text("second")];
    columns.extend(["tasks", "programs", "wins", "ties", "losses"].map(number));
    let mut groups = Vec::new();
    for metric in SHOWN {
        groups.push((columns.len()..columns.len() + 3, name(metric).to_owned()));
        columns.extend(["difference", "$p$", "$\\delta$"].map(number));
    }
    let pairs = set.slicer_pairs();
    let grid = Grid { columns, groups, blocks: vec![pairs.iter().map(row).collect()] };
    let caption = Caption { label: "pairs", text: "Differences between slicers".to_owned() };
    placed(&grid, &caption, set.paper_columns, &[escaped(EXPLANATION)])
}

fn row(named: &NamedPair) -> Vec<Cell> {
    let SlicerPair { n_tasks, n_programs, n_wins, n_ties, n_losses, .. } = named.pair;
    let mut cells: Vec<Cell> = named.slicers.iter().map(|name| Cell::Text(escaped(name))).collect();
    cells.extend([n_tasks, n_programs, n_wins, n_ties, n_losses].map(Cell::count));
    for metric in SHOWN {
        let test = named.pair.test(metric);
        cells.extend([
            Cell::value(test.and_then(|test| test.difference), 3),
            Cell::value(test.and_then(|test| test.p_holm), P_DIGITS),
            Cell::value(test.and_then(|test| test.delta), 2),
        ]);
    }
    cells
}
