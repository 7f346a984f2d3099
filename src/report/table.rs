//! Aligned columns for a terminal.

use tabled::builder::Builder;
use tabled::settings::object::Columns;
use tabled::settings::{Alignment, Padding, Style};

use super::width::{columns as n_columns, end, start};
use super::{Align, Block, Column, Document, TextTable, shell_lines};

/// Blanks between columns.
const GAP: usize = 2;
/// Cells are cut to the first of these that lets the table fit; where none does, columns go from the right.
const MIN_CELLS: [usize; 3] = [12, 8, 6];

pub(super) fn write(document: &Document, width: Option<usize>) -> String {
    let mut out = String::new();
    let mut after_table = false;
    for block in &document.blocks {
        let is_note = matches!(block, Block::Note(_));
        if !out.is_empty() && (!is_note || after_table) {
            out.push('\n');
        }
        after_table = matches!(block, Block::Table(_) | Block::Code { .. } | Block::Commands(_));
        match block {
            Block::Heading(text) | Block::Note(text) => out.push_str(&wrapped(text, width)),
            Block::Table(table) => out.push_str(&table_text(table, width)),
            Block::Commands(commands) => {
                let lines: Vec<String> = commands.iter().map(|argv| shell_lines("", argv, width)).collect();
                out.push_str(&lines.join("\n"));
            }
            Block::Code { styled, .. } => out.push_str(styled.trim_end_matches('\n')),
        }
        out.push('\n');
    }
    out
}

fn table_text(table: &TextTable, width: Option<usize>) -> String {
    if let Some(width) = width
        && has_long_ids(table, width)
    {
        return below_ids(table, width);
    }
    beside(table, width, (0..table.columns.len()).collect())
}

/// Whether the first column has ids that would have to be cut.
fn has_long_ids(table: &TextTable, width: usize) -> bool {
    let is_id = |text: &String| text.contains('/') && !text.contains(' ');
    if !table.rows.iter().any(|row| row.first().is_some_and(is_id)) {
        return false;
    }
    let mut columns: Vec<usize> = (0..table.columns.len()).collect();
    drop_columns(table, &mut columns, width);
    full_width(table, &columns, true) > width && columns.len() > 1
}

/// What the first column says in a line of its own, the others in the line below: an id is of use only as a whole.
fn below_ids(table: &TextTable, width: usize) -> String {
    let narrow = width.saturating_sub(GAP);
    let text = beside(table, Some(narrow), (1..table.columns.len()).collect());
    let lines: Vec<&str> = text.lines().collect();
    let n_heads = lines.len() - table.rows.len();
    let indented = |line: &&str| format!("{}{line}", " ".repeat(GAP)).trim_end().to_owned();
    let mut out = vec![heading(&table.columns[0], true).to_owned()];
    // The rule below the headings is below those of the first column, too.
    out.extend(lines[..n_heads - 1].iter().map(indented));
    out.push(format!("{}{}", "─".repeat(GAP), lines[n_heads - 1]));
    for (row, line) in table.rows.iter().zip(&lines[n_heads..]) {
        out.push(row[0].clone());
        out.push(indented(line));
    }
    out.join("\n")
}

/// These columns beside each other.
fn beside(table: &TextTable, width: Option<usize>, mut columns: Vec<usize>) -> String {
    let mut widest = usize::MAX;
    let is_short = width.is_some_and(|width| full_width(table, &columns, false) > width);
    if let Some(width) = width {
        drop_columns(table, &mut columns, width);
        widest = cell_limit(table, &mut columns, width);
    }
    let mut builder = Builder::default();
    builder.push_record(columns.iter().map(|&idx| heading(&table.columns[idx], is_short)));
    for row in &table.rows {
        builder.push_record(columns.iter().map(|&idx| cell(table, row, idx, is_short, widest)));
    }
    let mut text = builder.build();
    text.with(Style::empty());
    text.with(Padding::new(0, GAP, 0, 0));
    for (position, &idx) in columns.iter().enumerate() {
        if table.columns[idx].align == Align::Right {
            text.modify(Columns::one(position), Alignment::right());
        }
    }
    let mut lines: Vec<String> = text.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    let longest = lines.iter().map(|line| n_columns(line)).max().unwrap_or(0);
    lines.insert(1, "─".repeat(longest));
    let shown: Vec<&Column> = columns.iter().map(|&idx| &table.columns[idx]).collect();
    if shown.iter().any(|column| !column.group.is_empty()) {
        let cell_width = |idx: usize| {
            let cells = table.rows.iter().map(|row| n_columns(&cell(table, row, idx, is_short, widest)));
            cells.max().unwrap_or(0).max(n_columns(heading(&table.columns[idx], is_short)))
        };
        let widths: Vec<usize> = columns.iter().map(|&idx| cell_width(idx)).collect();
        lines.insert(0, group_line(&shown, &widths));
    }
    lines.join("\n")
}

/// The headings over several columns, each in the middle of a line as wide as its columns.
fn group_line(columns: &[&Column], widths: &[usize]) -> String {
    let mut line = String::new();
    let mut begin = 0;
    while begin < columns.len() {
        let group = columns[begin].group;
        let n = columns[begin..].iter().take_while(|column| column.group == group).count();
        let width = widths[begin..begin + n].iter().sum::<usize>() + GAP * (n - 1);
        // The last word says most.
        let last = group.rsplit(' ').next().unwrap_or_default();
        let text = if n_columns(group) <= width { group } else { start(last, width) };
        let left = width - n_columns(text);
        // A heading without room for its line stands where its columns begin.
        let (fill, space) = if group.is_empty() || left < 4 { (" ", "") } else { ("─", " ") };
        let n_before = if fill == " " { 0 } else { left / 2 - 1 };
        let n_behind = left - n_before - 2 * space.len();
        line.push_str(&format!("{}{space}{text}{space}{}", fill.repeat(n_before), fill.repeat(n_behind)));
        line.push_str(&" ".repeat(GAP));
        begin += n;
    }
    line.trim_end().to_owned()
}

fn heading(column: &Column, is_short: bool) -> &'static str {
    if is_short { column.short } else { column.heading }
}

/// A cell as it is shown: what may be squeezed is cut at its end, the rest in its middle.
fn cell(table: &TextTable, row: &[String], idx: usize, is_short: bool, widest: usize) -> String {
    match table.columns[idx].squeeze {
        Some(limit) if is_short => cut(&row[idx], limit.min(widest), 0),
        _ => cut(&row[idx], widest, widest / 2),
    }
}

fn column_width(table: &TextTable, idx: usize, is_short: bool) -> usize {
    cells_width(table, idx, is_short).max(n_columns(heading(&table.columns[idx], is_short)))
}

fn cells_width(table: &TextTable, idx: usize, is_short: bool) -> usize {
    let cells = table.rows.iter().map(|row| n_columns(&row[idx])).max().unwrap_or(0);
    match table.columns[idx].squeeze {
        Some(limit) if is_short => cells.min(limit),
        _ => cells,
    }
}

fn full_width(table: &TextTable, columns: &[usize], is_short: bool) -> usize {
    columns.iter().map(|&idx| column_width(table, idx, is_short) + GAP).sum::<usize>().saturating_sub(GAP)
}

/// Leaves out the least important columns until the rest fits.
fn drop_columns(table: &TextTable, columns: &mut Vec<usize>, width: usize) {
    while full_width(table, columns, true) > width {
        let least = columns.iter().copied().max_by_key(|&idx| table.columns[idx].drop);
        match least {
            Some(idx) if table.columns[idx].drop > 0 => columns.retain(|&other| other != idx),
            _ => break,
        }
    }
}

/// The longest cell for which the table fits; headings are never cut.
fn cell_limit(table: &TextTable, columns: &mut Vec<usize>, width: usize) -> usize {
    loop {
        let widths: Vec<(usize, usize)> = columns
            .iter()
            .map(|&idx| (n_columns(table.columns[idx].short), cells_width(table, idx, true)))
            .collect();
        let total = |limit: usize| {
            let widths = widths.iter().map(|(heading, cells)| heading.max(&(*cells).min(limit)) + GAP);
            widths.sum::<usize>().saturating_sub(GAP)
        };
        let longest = widths.iter().map(|(_, cells)| *cells).max().unwrap_or(0);
        let shortest = MIN_CELLS.iter().find(|&&limit| total(limit) <= width);
        match shortest {
            Some(&shortest) => {
                return (shortest..=longest).rev().find(|&limit| total(limit) <= width).unwrap_or(shortest);
            }
            None if columns.len() > 1 => drop(columns.pop()),
            None => return MIN_CELLS[MIN_CELLS.len() - 1],
        }
    }
}

/// Shortens a text, keeping this many columns of its end: both ends of a task id tell something.
fn cut(text: &str, limit: usize, n_tail: usize) -> String {
    if n_columns(text) <= limit {
        return text.to_owned();
    }
    format!("{}…{}", start(text, limit.saturating_sub(1 + n_tail)), end(text, n_tail))
}

/// Breaks a paragraph at blanks; the following lines are indented.
fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut out = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let len = n_columns(word);
        if used > 0 && used + 1 + len > width {
            out.push_str("\n  ");
            used = 2;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += len;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::{left, right};

    #[test]
    fn an_id_that_does_not_fit_has_a_line_of_its_own() {
        let id = "erlang/nested-catalogue/s11Authors";
        let table = TextTable {
            columns: vec![left("task", 0), right("missing", "miss", 0), left("outcome", 0)],
            rows: vec![
                vec![id.to_owned(), "12".to_owned(), "incomplete".to_owned()],
                vec!["c/a/b".to_owned(), "3".to_owned(), "complete".to_owned()],
            ],
        };
        let narrow = table_text(&table, Some(40));
        let lines: Vec<&str> = narrow.lines().collect();
        assert_eq!(lines[..2], ["task", "  missing  outcome"]);
        assert_eq!(lines[3..], [id, "       12  incomplete", "c/a/b", "        3  complete"]);
        assert!(lines.iter().all(|line| n_columns(line) <= 40), "{narrow}");
        assert!(!table_text(&table, Some(80)).contains("\n  "), "where it fits it stands beside the others");
    }
}
