//! Tasks by line: nodes of program and gold slice, then for each slicer nodes, percent and time, or its ratios.

use std::ops::Range;

use super::escape::escaped;
use super::grid::{Cell, Column, Grid, groups_of, notes};
use crate::report::book::{Book, Sheet, SheetEntry, SheetRow, SheetSlicer, SizeMeans};
use crate::suite::Evidence;

/// Small characters in a line of a landscape page.
const PAGE_CHARS: usize = 190;

/// Characters of three columns of numbers, and of those of program and gold slice.
const COLUMNS_CHARS: usize = 24;

/// Nodes, percent of the program and time, with the averages over answered and over all tasks.
pub(super) fn sizes(book: &Book) -> String {
    let sheet = book.sheet();
    let heads = ["nodes", "\\%", "\\si{\\second}"];
    let averages = |slicers: Range<usize>| {
        let row = |name: &str, nodes: Option<[f64; 2]>, means: &dyn Fn(&SheetSlicer) -> SizeMeans| {
            let mut cells = vec![Cell::Text(format!("average over {name}"))];
            cells.extend(
                (0..2).map(|idx| nodes.map_or(Cell::blank(), |nodes| Cell::value(Some(nodes[idx]), 1))),
            );
            cells.extend(sheet.slicers[slicers.clone()].iter().flat_map(|slicer| size_means(means(slicer))));
            cells
        };
        vec![row("answered", None, &|slicer| slicer.answered), row("all", sheet.nodes, &|slicer| slicer.all)]
    };
    let mut sentences = vec![
        "\\%: nodes of the slice as a share of the program's. Averages over all count a task without an answer as its whole \
         program."
            .to_owned(),
    ];
    if has(&sheet, |entry| entry.is_best) {
        sentences.push("Bold: the smallest answer that has all of gold.".to_owned());
    }
    let tables = tables(&sheet, heads.map(str::to_owned), &size_cells, &averages);
    sentences.extend(marks(&sheet, true));
    format!("{tables}{}", notes(&sentences))
}

/// Recall, precision and F1.
pub(super) fn ratios(book: &Book) -> String {
    let sheet = book.sheet();
    let heads = ["recall", "precision", "F1"];
    let tables = tables(&sheet, heads.map(str::to_owned), &ratio_cells, &|_| Vec::new());
    format!("{tables}{}", notes(&marks(&sheet, false)))
}

fn tables(
    sheet: &Sheet,
    heads: [String; 3],
    cells: &dyn Fn(&SheetEntry) -> Vec<Cell>,
    averages: &dyn Fn(Range<usize>) -> Vec<Vec<Cell>>,
) -> String {
    let mut tables = Vec::new();
    for slicers in groups_of(sheet.slicers.len(), most_slicers(sheet)) {
        let number = |text: &str| Column::Number(text.to_owned());
        let mut columns = vec![Column::Text("task"), number("nodes"), number("gold")];
        let mut groups = Vec::new();
        for slicer in &sheet.slicers[slicers.clone()] {
            let dagger = if slicer.is_comparable { "" } else { "$^\\dagger$" };
            groups.push((columns.len()..columns.len() + 3, format!("{}{dagger}", escaped(&slicer.name))));
            columns.extend(heads.each_ref().map(|head| number(head)));
        }
        let row = |row: &SheetRow| {
            let mut line = vec![
                Cell::Text(format!("{}{}", escaped(&row.task.id), task_marks(row))),
                Cell::count(row.task.nodes),
                Cell::count(row.task.gold_nodes),
            ];
            for entry in &row.entries[slicers.clone()] {
                line.extend(entry.as_ref().map_or(vec![Cell::blank(); 3], cells));
            }
            line
        };
        let rows = sheet.rows.iter().map(row).collect();
        tables.push(Grid { columns, groups, blocks: vec![rows, averages(slicers)] }.long());
    }
    tables.concat()
}

/// How many slicers a page has room for.
fn most_slicers(sheet: &Sheet) -> usize {
    let longest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.chars().count()).max();
    let task = longest(&mut sheet.rows.iter().map(|row| &row.task.id)).unwrap_or(0);
    let slicer = longest(&mut sheet.slicers.iter().map(|slicer| &slicer.name)).unwrap_or(0);
    (PAGE_CHARS.saturating_sub(task + COLUMNS_CHARS) / COLUMNS_CHARS.max(slicer + 3)).max(1)
}

fn size_cells(entry: &SheetEntry) -> Vec<Cell> {
    let time = Cell::value(Some(entry.wall_s), 3);
    match entry.nodes {
        None => vec![Cell::Wide(2, escaped(entry.status)), time],
        Some(nodes) => vec![
            Cell::count(nodes).with(entry.is_best, mark(entry)),
            Cell::percent(entry.size).with(entry.is_best, ""),
            time,
        ],
    }
}

fn ratio_cells(entry: &SheetEntry) -> Vec<Cell> {
    match entry.nodes {
        None => vec![Cell::Wide(3, escaped(entry.status))],
        Some(_) => entry.ratios.map(|ratio| Cell::value(ratio, 2)).to_vec(),
    }
}

fn size_means(means: SizeMeans) -> Vec<Cell> {
    vec![Cell::value(means.nodes, 1), Cell::percent(means.size), Cell::value(means.wall_s, 3)]
}

/// What keeps an answer from being compared.
fn mark(entry: &SheetEntry) -> &'static str {
    match entry {
        SheetEntry { is_comparable: false, .. } => "\\dagger",
        SheetEntry { is_complete: false, .. } => "*",
        _ => "",
    }
}

/// What keeps a gold slice from being believed.
fn task_marks(row: &SheetRow) -> String {
    let evidence = match row.task.evidence {
        Evidence::Proved => "",
        Evidence::QuasiMinimal => "q",
        Evidence::Asserted => "a",
    };
    let contested = if row.task.contested.is_some() { "c" } else { "" };
    match [evidence, contested].concat() {
        marks if marks.is_empty() => marks,
        marks => format!("$^{{\\mathrm{{{marks}}}}}$"),
    }
}

fn has(sheet: &Sheet, is_so: impl Fn(&SheetEntry) -> bool) -> bool {
    sheet.rows.iter().flat_map(|row| &row.entries).flatten().any(is_so)
}

/// The meaning of the marks that occur.
fn marks(sheet: &Sheet, has_cells: bool) -> Vec<String> {
    let has_task = |is_so: &dyn Fn(&SheetRow) -> bool| sheet.rows.iter().any(is_so);
    let answered = |entry: &SheetEntry| entry.nodes.is_some();
    let dagger = sheet.slicers.iter().any(|slicer| !slicer.is_comparable)
        || has_cells && has(sheet, |entry| answered(entry) && !entry.is_comparable);
    let lacks = has_cells && has(sheet, |entry| answered(entry) && entry.is_comparable && !entry.is_complete);
    let is = |evidence: Evidence| has_task(&|row| row.task.evidence == evidence);
    let all = [
        (lacks, "$^*$\\,Lacks nodes of the gold slice, or has others than the program."),
        (
            dagger,
            "$^\\dagger$\\,Not comparable: other tasks, another kind of slice, another granularity, or a task that changed since the run.",
        ),
        (is(Evidence::QuasiMinimal), "$^{\\mathrm q}$\\,Gold slice minimal for finitely many test inputs."),
        (is(Evidence::Asserted), "$^{\\mathrm a}$\\,Gold slice not checked by a machine."),
        (has_task(&|row| row.task.contested.is_some()), "$^{\\mathrm c}$\\,Contested, in no average."),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text.to_owned()).collect()
}
