//! Headings, tables of text and notes: what the table and the Markdown writer share.
//!
//! Every number is rounded here, once, by `stats::decimal`.

use crate::stats::{decimal, percent};

/// Text for people, in order.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Headings, tables and paragraphs.
    pub blocks: Vec<Block>,
}

/// A part of a [`Document`].
#[derive(Clone, Debug)]
pub enum Block {
    /// Title of what follows.
    Heading(String),
    /// A table.
    Table(TextTable),
    /// One paragraph.
    Note(String),
    /// Commands, each a list of words.
    Commands(Vec<Vec<String>>),
    /// Lines that stay as they are.
    Code {
        /// For a terminal, with styles.
        styled: String,
        /// The same without.
        plain: String,
    },
}

/// Side on which the text of a column is flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Heading.
    pub heading: &'static str,
    /// Heading where room is scarce.
    pub short: &'static str,
    /// Side on which the text is flush.
    pub align: Align,
    /// Columns with the largest number go first when the terminal is too narrow; 0 always stays.
    pub drop: u8,
    /// Where room is scarce, cells are cut to this many characters before any column goes.
    pub squeeze: Option<usize>,
    /// Heading over this column and its neighbours of the same; empty for none.
    pub group: &'static str,
}

impl Column {
    /// The same column below a heading that it shares with its neighbours.
    pub(super) const fn below(self, group: &'static str) -> Column {
        Column { group, ..self }
    }
}

/// A table of text.
#[derive(Clone, Debug)]
pub struct TextTable {
    /// Columns, from left to right.
    pub columns: Vec<Column>,
    /// Cells by row; each row has one per column.
    pub rows: Vec<Vec<String>>,
}

/// A column, and how a row fills its cell.
pub(super) type FilledColumn<R> = (Column, fn(&R) -> String);

impl TextTable {
    /// One table of several with the same rows, from left to right.
    pub(super) fn beside(parts: impl IntoIterator<Item = TextTable>) -> TextTable {
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or(TextTable { columns: Vec::new(), rows: Vec::new() });
        for part in parts {
            all.columns.extend(part.columns);
            all.rows.iter_mut().zip(part.rows).for_each(|(row, cells)| row.extend(cells));
        }
        all
    }

    pub(super) fn new<'r, R: 'r>(
        columns: &[FilledColumn<R>],
        rows: impl IntoIterator<Item = &'r R>,
    ) -> TextTable {
        let cells = |row: &R| columns.iter().map(|(_, cell)| cell(row)).collect();
        TextTable {
            columns: columns.iter().map(|(column, _)| *column).collect(),
            rows: rows.into_iter().map(cells).collect(),
        }
    }
}

pub(super) const fn left(heading: &'static str, drop: u8) -> Column {
    Column { heading, short: heading, align: Align::Left, drop, squeeze: None, group: "" }
}

pub(super) const fn right(heading: &'static str, short: &'static str, drop: u8) -> Column {
    Column { heading, short, align: Align::Right, drop, squeeze: None, group: "" }
}

pub(super) fn tasks(n: usize) -> String {
    plural(n, "task")
}

pub(super) fn plural(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// What stands where there is no number, in tables of every format; CSV leaves the field empty.
pub(super) const NONE: &str = "–";

pub(super) fn ratio(number: Option<f64>) -> String {
    number.map_or(NONE.to_owned(), |number| decimal(number, 2))
}

pub(super) fn fine(number: Option<f64>) -> String {
    number.map_or(NONE.to_owned(), |number| decimal(number, 3))
}

/// A difference.
pub(super) fn signed(number: Option<f64>) -> String {
    match number {
        None => NONE.to_owned(),
        Some(number) if decimal(number, 3) == decimal(0.0, 3) => "0".to_owned(),
        Some(number) => {
            format!("{}{}", if number > 0.0 { "+" } else { "−" }, decimal(number.abs(), 3))
        }
    }
}

pub(super) fn share(number: Option<f64>) -> String {
    number.map_or(NONE.to_owned(), |number| format!("{} %", percent(number, 0)))
}

pub(super) fn seconds(time_s: f64) -> String {
    match time_s {
        time_s if time_s > 0.0 && time_s < 0.01 => format!("{:.1} ms", (1e3 * time_s).max(0.1)),
        time_s if time_s < 10.0 => format!("{time_s:.2} s"),
        time_s if time_s < 120.0 => format!("{time_s:.1} s"),
        time_s => format!("{:.0} min", time_s / 60.0),
    }
}
