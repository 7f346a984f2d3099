//! Where a table stands: cut to the width that there is, as a float where a page suffices, with a caption and a label.

use std::ops::Range;

use super::grid::{Cell, Grid, GridColumn, groups_of, notes};
use crate::report::runs::PaperColumns;

/// Widths of a digit and of what is between two columns, in points, in small print.
const DIGIT_PT: f64 = 4.4;
const GAP_PT: f64 = 6.0;

/// Most lines of a float, headings counted; more are broken over pages.
const MOST_LINES: usize = 44;

/// What stands above a table, as LaTeX, and what the text calls it.
pub(super) struct Caption {
    pub(super) label: &'static str,
    pub(super) text: String,
}

impl PaperColumns {
    /// Room for a table, in points: a landscape page, the text of `article`, one of its two columns, which are narrower than those of `IEEEtran` and `acmart`.
    fn width_pt(self) -> f64 {
        match self {
            PaperColumns::Landscape => 750.0,
            PaperColumns::One => 340.0,
            PaperColumns::Two => 228.0,
        }
    }
}

/// The table where it can stand: in one float, in several, or broken over pages.
pub(super) fn placed(grid: &Grid, caption: &Caption, columns: PaperColumns, sentences: &[String]) -> String {
    let pieces = fitted(grid, columns.width_pt());
    let n_lines = |grid: &Grid| grid.blocks.iter().map(Vec::len).sum::<usize>() + 4;
    let is_float = n_lines(grid) <= MOST_LINES;
    if is_float && pieces.iter().map(n_lines).sum::<usize>() <= MOST_LINES {
        return float(&pieces, caption, "", columns, sentences);
    }
    // A table that breaks over pages cannot stand in one of two columns.
    let is_long = !is_float && columns != PaperColumns::Two;
    let parts: Vec<Grid> = match is_float || is_long {
        true => pieces,
        false => pieces.iter().flat_map(|piece| in_chunks(piece, MOST_LINES - 4)).collect(),
    };
    let n = parts.len();
    let mut out = String::new();
    for (idx, part) in parts.iter().enumerate() {
        let which = if n > 1 { format!(" ({} of {n})", idx + 1) } else { String::new() };
        let below = if idx + 1 == n { sentences } else { &[] };
        match is_long {
            true => out.push_str(&format!("{}{}", part.long(&head(caption, idx, &which)), notes(below))),
            false => {
                let part = std::slice::from_ref(part);
                out.push_str(&float(part, &named(caption, idx), &which, columns, below));
            }
        }
    }
    out
}

/// The first of several parts is what the label means.
fn named(caption: &Caption, idx: usize) -> Caption {
    Caption { label: if idx == 0 { caption.label } else { "" }, text: caption.text.clone() }
}

fn head(caption: &Caption, idx: usize, which: &str) -> String {
    format!("\\caption{{{}{which}}}{}", caption.text, label(named(caption, idx).label))
}

fn label(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("\\label{{tab:bs-{name}}}") }
}

fn float(
    pieces: &[Grid],
    caption: &Caption,
    which: &str,
    columns: PaperColumns,
    sentences: &[String],
) -> String {
    // What cannot be divided any more and is too wide is printed smaller; letters are narrower than digits, so that a little is none.
    let is_wide = |grid: &Grid| grid.widths().into_iter().map(pt).sum::<f64>() > 1.05 * columns.width_pt();
    let print = if pieces.iter().any(is_wide) { "scriptsize" } else { "footnotesize" };
    let tables: Vec<String> = pieces.iter().map(Grid::tabular).collect();
    let below = match sentences.is_empty() {
        true => String::new(),
        false => {
            format!("\\par\\smallskip\\parbox{{\\linewidth}}{{\\raggedright {}}}\n", sentences.join(" "))
        }
    };
    format!(
        "\\begin{{table}}[htbp]\n\\centering\\{print}\\setlength\\tabcolsep{{3pt}}\n\\caption{{{}{which}}}{}\n{}{below}\\end{{table}}\n",
        caption.text,
        label(caption.label),
        tables.join("\\par\\medskip\n"),
    )
}

/// Columns that stay together, and their width in points.
type TableUnit = (Range<usize>, f64);

/// As few tables as there can be so that none is wider, as equal as they can be, each with what stands in front of the first heading
/// over several columns, or with the columns of text alone where that leaves no room. Such headings are not divided.
fn fitted(grid: &Grid, max_pt: f64) -> Vec<Grid> {
    let widths = grid.widths();
    let width = |columns: Range<usize>| widths[columns].iter().map(|n| pt(*n)).sum::<f64>();
    let n_text = grid.columns.iter().take_while(|column| matches!(column, GridColumn::Text(_))).count();
    let n_front = grid.groups.first().map_or(n_text, |(columns, _)| columns.start);
    let group_pt =
        |(columns, text): &(Range<usize>, String)| pt(visible_chars(text)).max(width(columns.clone()));
    let widest_pt = grid.groups.iter().map(group_pt).fold(0.0, f64::max);
    let n_fixed = if width(0..n_front) + widest_pt <= max_pt { n_front } else { n_text };
    let mut units: Vec<TableUnit> = Vec::new();
    while let at = units.last().map_or(n_fixed, |(unit, _)| unit.end)
        && at < grid.columns.len()
    {
        let group = grid.groups.iter().find(|(columns, _)| columns.start == at);
        let unit = group.map_or(at..at + 1, |(columns, _)| columns.clone());
        let unit_pt = group.map_or_else(|| width(unit.clone()), group_pt);
        units.push((unit, unit_pt));
    }
    let room_pt = max_pt - width(0..n_fixed);
    let parts = equal_parts(&units, room_pt).unwrap_or_else(|| full_parts(&units, room_pt));
    let unit_ranges = |part: &&[TableUnit]| part.iter().map(|(unit, _)| unit.clone()).collect::<Vec<_>>();
    parts.iter().map(|part| with_columns(grid, n_fixed, &unit_ranges(part))).collect()
}

/// Parts of as many units, where they fit in no more parts than it takes.
fn equal_parts(units: &[TableUnit], room_pt: f64) -> Option<Vec<&[TableUnit]>> {
    let n_parts = full_parts(units, room_pt).len();
    let parts: Vec<_> =
        groups_of(units.len(), units.len().div_ceil(n_parts)).into_iter().map(|part| &units[part]).collect();
    let fits = |part: &&[TableUnit]| part.iter().map(|(_, pt)| pt).sum::<f64>() <= room_pt;
    parts.iter().all(fits).then_some(parts)
}

/// Each part as full as it can be; one unit at least is in it.
fn full_parts(units: &[TableUnit], room_pt: f64) -> Vec<&[TableUnit]> {
    let (mut parts, mut first, mut used_pt) = (Vec::new(), 0, 0.0);
    for (idx, (_, unit_pt)) in units.iter().enumerate() {
        if idx > first && used_pt + unit_pt > room_pt {
            parts.push(&units[first..idx]);
            (first, used_pt) = (idx, 0.0);
        }
        used_pt += unit_pt;
    }
    parts.push(&units[first..]);
    parts
}

fn pt(n_chars: usize) -> f64 {
    n_chars as f64 * DIGIT_PT + GAP_PT
}

/// The columns in front and these.
fn with_columns(grid: &Grid, n_fixed: usize, units: &[Range<usize>]) -> Grid {
    let is_in = |at: usize| at < n_fixed || units.iter().any(|unit| unit.contains(&at));
    let row = |row: &Vec<Cell>| {
        let mut at = 0;
        let mut cells = Vec::new();
        for cell in row {
            if is_in(at) {
                cells.push(cell.clone());
            }
            at += cell.n_columns();
        }
        cells
    };
    let (mut columns, mut groups) = (grid.columns[..n_fixed].to_vec(), Vec::new());
    for unit in units {
        if let Some((_, text)) = grid.groups.iter().find(|(columns, _)| columns == unit) {
            groups.push((columns.len()..columns.len() + unit.len(), text.clone()));
        }
        columns.extend_from_slice(&grid.columns[unit.clone()]);
    }
    let blocks = grid.blocks.iter().map(|rows| rows.iter().map(row).collect()).collect();
    Grid { columns, groups, blocks }
}

/// Tables of at most so many rows; a line between blocks stays where it was, and a block that fits into a table stays whole.
fn in_chunks(grid: &Grid, most: usize) -> Vec<Grid> {
    let mut chunks: Vec<Vec<Vec<Vec<Cell>>>> = vec![Vec::new()];
    let mut n_rows = 0;
    for block in &grid.blocks {
        let mut rest = block.as_slice();
        let is_cut = block.len() <= most && n_rows + block.len() > most;
        while !rest.is_empty() {
            if n_rows == most || is_cut && rest.len() == block.len() {
                chunks.push(Vec::new());
                n_rows = 0;
            }
            let (now, later) = rest.split_at(rest.len().min(most - n_rows));
            n_rows += now.len();
            chunks.last_mut().expect("there is one from the beginning").push(now.to_vec());
            rest = later;
        }
    }
    let table = |blocks| Grid { columns: grid.columns.clone(), groups: grid.groups.clone(), blocks };
    chunks.into_iter().map(table).collect()
}

/// Characters that LaTeX prints, near enough for a width: commands are signs of one character.
pub(super) fn visible_chars(latex: &str) -> usize {
    let mut n = 0;
    let mut chars = latex.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' | '$' | '^' => {}
            '\\' => {
                n += 1;
                if chars.next().is_some_and(|c| c.is_ascii_alphabetic()) {
                    while chars.peek().is_some_and(char::is_ascii_alphabetic) {
                        chars.next();
                    }
                }
            }
            _ => n += 1,
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(n_rows: usize) -> Grid {
        let number = |text: &str| GridColumn::Number(text.to_owned());
        let row = vec![
            Cell::Text("a task of the suite".to_owned()),
            Cell::count(1),
            Cell::Wide(2, "timed out".to_owned()),
            Cell::count(2),
        ];
        Grid {
            columns: vec![GridColumn::Text("task"), number("n"), number("recall"), number("F1"), number("x")],
            groups: vec![(2..4, "slicer".to_owned())],
            blocks: vec![vec![row; n_rows]],
        }
    }

    #[test]
    fn a_narrow_table_has_the_first_column_again_and_keeps_groups_whole() {
        let pieces = fitted(&grid(1), 140.0);
        let headings = |grid: &Grid| {
            let text = |column: &GridColumn| match column {
                GridColumn::Text(text) => (*text).to_owned(),
                GridColumn::Number(text) => text.clone(),
            };
            grid.columns.iter().map(text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(pieces.iter().map(headings).collect::<Vec<_>>(), ["task n", "task recall F1", "task x"]);
        assert_eq!(pieces[1].groups, [(1..3, "slicer".to_owned())]);
        assert_eq!(pieces[1].blocks[0][0].len(), 2, "a cell over two columns stays one");
        assert_eq!(fitted(&grid(1), 1000.0).len(), 1);
    }

    #[test]
    fn only_what_a_page_has_no_room_for_is_broken() {
        let caption = Caption { label: "x", text: "A caption".to_owned() };
        let of = |n_rows, columns| placed(&grid(n_rows), &caption, columns, &["A note.".to_owned()]);
        let short = of(3, PaperColumns::One);
        assert!(
            short.contains("\\begin{table}") && short.contains("\\caption{A caption}\\label{tab:bs-x}"),
            "{short}"
        );
        let long = of(100, PaperColumns::One);
        assert!(long.contains("\\begin{longtable}") && !long.contains("\\begin{table}"), "{long}");
        let two = of(100, PaperColumns::Two);
        assert!(!two.contains("longtable"), "{two}");
        assert_eq!((two.matches("\\begin{table}").count(), two.matches("\\label").count()), (3, 1));
        assert_eq!(two.matches("timed out").count(), 100, "no row is lost");
        assert_eq!(two.matches("A note.").count(), 1);
    }

    #[test]
    fn what_cannot_be_divided_is_printed_smaller() {
        let caption = Caption { label: "x", text: "A caption".to_owned() };
        let mut wide = grid(3);
        wide.blocks[0][0][0] =
            Cell::Text("a task with a name that fills a column of a page by itself".to_owned());
        for (grid, size) in [(grid(3), "footnotesize"), (wide, "scriptsize")] {
            let text = placed(&grid, &caption, PaperColumns::Two, &[]);
            assert!(text.contains(&format!("\\centering\\{size}\\setlength")), "{text}");
        }
    }

    #[test]
    fn a_block_that_fits_into_a_table_is_not_cut() {
        let mut whole = grid(6);
        whole.blocks = vec![whole.blocks[0].clone(); 7];
        let n_rows = |grid: &Grid| grid.blocks.iter().map(Vec::len).sum::<usize>();
        assert_eq!(in_chunks(&whole, 40).iter().map(n_rows).collect::<Vec<_>>(), [36, 6]);
        assert_eq!(in_chunks(&grid(90), 40).iter().map(n_rows).collect::<Vec<_>>(), [40, 40, 10]);
    }

    #[test]
    fn commands_are_one_character_wide() {
        assert_eq!(visible_chars("\\%"), 1);
        assert_eq!(visible_chars("a\\_b$^\\dagger$"), 4);
    }
}
