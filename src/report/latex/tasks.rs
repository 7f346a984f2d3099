//! Tasks by line: nodes of program and gold slice, then for each slicer nodes, percent and time, or its ratios.

use super::escape::escaped;
use super::grid::{Cell, Grid, GridColumn};
use super::placed::{Caption, placed};
use crate::report::runs::{PaperTable, PaperTableCell, PaperTableRow, PaperTableSlicer, RunSet, SizeMeans};
use crate::suite::Evidence;

/// Nodes, percent of the program and time, with the averages over answered and over supported tasks.
pub(super) fn sizes(set: &RunSet) -> String {
    let paper_table = set.paper_table();
    let heads = ["nodes", "\\%", "\\si{\\second}"];
    let averages = {
        let row = |name: &str, nodes: Option<[f64; 2]>, means: &dyn Fn(&PaperTableSlicer) -> SizeMeans| {
            let mut to_cells = vec![Cell::Text(format!("average over {name}"))];
            to_cells.extend(
                (0..2).map(|idx| nodes.map_or(Cell::blank(), |nodes| Cell::value(Some(nodes[idx]), 1))),
            );
            to_cells.extend(paper_table.slicers.iter().flat_map(|slicer| size_means(means(slicer))));
            to_cells
        };
        vec![
            row("answered", None, &|slicer| slicer.answered),
            row("supported", paper_table.nodes, &|slicer| slicer.all),
        ]
    };
    let mut sentences = vec![
        "\\%: nodes of the slice as a share of the program's. Averages over supported tasks count one without an answer as its whole \
         program."
            .to_owned(),
    ];
    if has(&paper_table, |cell| cell.is_best) {
        sentences.push("Bold: the smallest answer that has all of gold.".to_owned());
    }
    sentences.extend(marks(&paper_table, true));
    let grid = grid(&paper_table, heads, &size_cells, averages);
    let caption = Caption { label: "tasks", text: "Sizes of slices and times by task".to_owned() };
    placed(&grid, &caption, set.paper_columns, &sentences)
}

/// Recall, precision and F1.
pub(super) fn ratios(set: &RunSet) -> String {
    let paper_table = set.paper_table();
    let heads = ["recall", "precision", "F1"];
    let grid = grid(&paper_table, heads, &ratio_cells, Vec::new());
    let caption = Caption { label: "ratios", text: "Recall, precision and F1 by task".to_owned() };
    placed(&grid, &caption, set.paper_columns, &marks(&paper_table, false))
}

fn grid(
    paper_table: &PaperTable,
    heads: [&str; 3],
    to_cells: &dyn Fn(&PaperTableCell) -> Vec<Cell>,
    averages: Vec<Vec<Cell>>,
) -> Grid {
    let number = |text: &str| GridColumn::Number(text.to_owned());
    let mut columns = vec![GridColumn::Text("task"), number("nodes"), number("gold")];
    let mut groups = Vec::new();
    for slicer in &paper_table.slicers {
        let dagger = if slicer.is_comparable { "" } else { "$^\\dagger$" };
        groups.push((columns.len()..columns.len() + 3, format!("{}{dagger}", escaped(&slicer.name))));
        columns.extend(heads.map(number));
    }
    let row = |row: &PaperTableRow| {
        let mut line = vec![
            Cell::Text(format!("{}{}", escaped(&row.task.id), task_marks(row))),
            Cell::count(row.task.nodes),
            Cell::count(row.task.gold_nodes),
        ];
        for cell in &row.cells {
            line.extend(cell.as_ref().map_or(vec![Cell::blank(); 3], to_cells));
        }
        line
    };
    let rows = paper_table.rows.iter().map(row).collect();
    Grid { columns, groups, blocks: vec![rows, averages] }
}

fn size_cells(cell: &PaperTableCell) -> Vec<Cell> {
    let time = Cell::value(Some(cell.wall_s), 3);
    match cell.nodes {
        None => vec![no_answer(2, cell), time],
        Some(nodes) => vec![
            Cell::count(nodes).with(cell.is_best, mark(cell)),
            Cell::percent(cell.size).with(cell.is_best, ""),
            time,
        ],
    }
}

fn ratio_cells(cell: &PaperTableCell) -> Vec<Cell> {
    match cell.nodes {
        None => vec![no_answer(3, cell)],
        Some(_) => cell.ratios.map(|ratio| Cell::value(ratio, 2)).to_vec(),
    }
}

/// A dash, as wherever there is no number, and why: there is no other column for it.
fn no_answer(n_columns: usize, cell: &PaperTableCell) -> Cell {
    Cell::Wide(n_columns, format!("-- ({})", escaped(cell.status)))
}

fn size_means(means: SizeMeans) -> Vec<Cell> {
    vec![Cell::value(means.nodes, 1), Cell::percent(means.size), Cell::value(means.wall_s, 3)]
}

/// What keeps an answer from being compared.
fn mark(cell: &PaperTableCell) -> &'static str {
    match cell {
        PaperTableCell { is_comparable: false, .. } => "\\dagger",
        PaperTableCell { is_complete: false, .. } => "*",
        _ => "",
    }
}

/// What keeps a gold slice from being believed.
fn task_marks(row: &PaperTableRow) -> String {
    let evidence = match row.task.evidence {
        Evidence::Proved => "",
        Evidence::Certified => "c",
        Evidence::Asserted => "a",
    };
    let contested = if row.task.contested.is_some() { "c" } else { "" };
    match [evidence, contested].concat() {
        marks if marks.is_empty() => marks,
        marks => format!("$^{{\\mathrm{{{marks}}}}}$"),
    }
}

fn has(paper_table: &PaperTable, is_so: impl Fn(&PaperTableCell) -> bool) -> bool {
    paper_table.rows.iter().flat_map(|row| &row.cells).flatten().any(is_so)
}

/// The meaning of the marks that occur.
fn marks(paper_table: &PaperTable, has_cells: bool) -> Vec<String> {
    let has_task = |is_so: &dyn Fn(&PaperTableRow) -> bool| paper_table.rows.iter().any(is_so);
    let answered = |cell: &PaperTableCell| cell.nodes.is_some();
    let dagger = paper_table.slicers.iter().any(|slicer| !slicer.is_comparable)
        || has_cells && has(paper_table, |cell| answered(cell) && !cell.is_comparable);
    let lacks =
        has_cells && has(paper_table, |cell| answered(cell) && cell.is_comparable && !cell.is_complete);
    let is = |evidence: Evidence| has_task(&|row| row.task.evidence == evidence);
    let all = [
        (lacks, "$^*$\\,Lacks nodes of the gold slice, or has others than the program."),
        (
            dagger,
            "$^\\dagger$\\,Not comparable: other tasks, another kind of slice, another granularity, or a task that changed since the run.",
        ),
        (
            is(Evidence::Certified),
            "$^{\\mathrm c}$\\,Gold slice certified: minimal for the inputs of its certificate.",
        ),
        (is(Evidence::Asserted), "$^{\\mathrm a}$\\,Gold slice not checked by a machine."),
        (has_task(&|row| row.task.contested.is_some()), "$^{\\mathrm c}$\\,Contested, in no average."),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text.to_owned()).collect()
}
