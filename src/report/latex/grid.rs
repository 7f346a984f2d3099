//! Tables in the manner of booktabs, with columns of numbers that siunitx aligns at the point.

use std::ops::Range;

use super::placed::visible_chars;
use crate::stats::{decimal, percent};

/// A column by what is in it; the text is its heading.
#[derive(Clone)]
pub(super) enum GridColumn {
    Text(&'static str),
    Number(String),
}

/// What stands in a place of a table; texts are LaTeX already.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Number(AlignedNumber),
    /// A text over so many columns.
    Wide(usize, String),
    /// A text in a column of numbers.
    Word(String),
    /// A heading, the only cell of its row, over all columns.
    Heading(String),
}

/// A number that is aligned at its point.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AlignedNumber {
    pub(super) text: String,
    pub(super) is_bold: bool,
    /// Stands raised behind it; LaTeX for mathematics, or nothing.
    pub(super) mark: &'static str,
}

/// A table whose columns are as wide as what is in them.
pub(super) struct Grid {
    pub(super) columns: Vec<GridColumn>,
    /// Headings over several columns, in order.
    pub(super) groups: Vec<(Range<usize>, String)>,
    /// Rows, with a line between blocks.
    pub(super) blocks: Vec<Vec<Vec<Cell>>>,
}

impl Cell {
    /// How many.
    pub(super) fn count(n: usize) -> Cell {
        Cell::Number(AlignedNumber { text: n.to_string(), ..AlignedNumber::default() })
    }

    /// A number with so many digits behind the point; a dash when there is none.
    pub(super) fn value(value: Option<f64>, n_digits: usize) -> Cell {
        match value {
            Some(value) => {
                Cell::Number(AlignedNumber { text: decimal(value, n_digits), ..AlignedNumber::default() })
            }
            None => Cell::dash(),
        }
    }

    /// A share as a percentage.
    pub(super) fn percent(share: Option<f64>) -> Cell {
        match share {
            Some(share) => {
                Cell::Number(AlignedNumber { text: percent(share, 1), ..AlignedNumber::default() })
            }
            None => Cell::dash(),
        }
    }

    /// There is no such number.
    pub(super) fn dash() -> Cell {
        Cell::Word("--".to_owned())
    }

    /// Nothing.
    pub(super) fn blank() -> Cell {
        Cell::Word(String::new())
    }

    /// The same with what makes it stand out; texts stay as they are.
    pub(super) fn with(self, is_bold: bool, mark: &'static str) -> Cell {
        match self {
            Cell::Number(number) => Cell::Number(AlignedNumber { is_bold, mark, ..number }),
            other => other,
        }
    }

    /// Over how many columns it stands.
    pub(super) fn n_columns(&self) -> usize {
        if let Cell::Wide(n, _) = self { *n } else { 1 }
    }

    /// In a table of so many columns.
    fn write(&self, n_columns: usize) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Word(text) => format!("{{{text}}}"),
            Cell::Wide(n, text) => format!("\\multicolumn{{{n}}}{{c}}{{{text}}}"),
            Cell::Heading(text) => format!("\\multicolumn{{{n_columns}}}{{l}}{{{text}}}"),
            Cell::Number(AlignedNumber { text, is_bold, mark }) => {
                let bold = if *is_bold { "\\bfseries " } else { "" };
                // Without width: siunitx keeps no room for it.
                let mark =
                    if mark.is_empty() { String::new() } else { format!(" {{\\rlap{{$^{{{mark}}}$}}}}") };
                format!("{bold}{text}{mark}")
            }
        }
    }
}

impl Grid {
    /// One page at most.
    pub(super) fn tabular(&self) -> String {
        format!(
            "\\begin{{tabular}}{{{}}}\n{}{}\\bottomrule\n\\end{{tabular}}\n",
            self.spec(),
            self.head(),
            self.body()
        )
    }

    /// As many pages as it takes, each with the headings, the first with the caption.
    pub(super) fn long(&self, caption: &str) -> String {
        format!(
            "{{\\footnotesize\\setlength\\tabcolsep{{3pt}}\n\\begin{{longtable}}{{{0}}}\n{caption}\\\\\n{1}\\endfirsthead\n{1}\\endhead\n\
             \\bottomrule\n\\endfoot\n{2}\\end{{longtable}}}}\n",
            self.spec(),
            self.head(),
            self.body()
        )
    }

    /// Characters of each column, its heading included; the last of several has room for what stands over all of them.
    pub(super) fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self
            .columns
            .iter()
            .map(|column| match column {
                GridColumn::Text(text) => visible_chars(text),
                GridColumn::Number(text) => visible_chars(text),
            })
            .collect();
        for row in self.blocks.iter().flatten() {
            let mut at = 0;
            for cell in row {
                let n_chars = match cell {
                    Cell::Text(text) | Cell::Word(text) => visible_chars(text),
                    Cell::Number(number) => number.text.len(),
                    Cell::Wide(..) | Cell::Heading(_) => 0,
                };
                widths[at] = widths[at].max(n_chars);
                at += cell.n_columns();
            }
        }
        for row in self.blocks.iter().flatten() {
            let mut at = 0;
            for cell in row {
                if let Cell::Wide(n, text) = cell {
                    // What is between two columns is about as wide as a character.
                    let n_chars = widths[at..at + n].iter().sum::<usize>() + n - 1;
                    widths[at + n - 1] += visible_chars(text).saturating_sub(n_chars);
                }
                at += cell.n_columns();
            }
        }
        widths
    }

    fn spec(&self) -> String {
        let spec = |(idx, column): (usize, &GridColumn)| match column {
            GridColumn::Text(_) => "l".to_owned(),
            GridColumn::Number(_) => format!("S[table-format={}]", self.number_format(idx)),
        };
        self.columns.iter().enumerate().map(spec).collect()
    }

    /// Most digits before and behind the point, with a sign where some number has one.
    fn number_format(&self, column: usize) -> String {
        let (mut sign, mut n_before, mut n_behind) = ("", 1, 0);
        for row in self.blocks.iter().flatten() {
            let mut at = 0;
            for cell in row {
                if let (true, Cell::Number(number)) = (at == column, cell) {
                    let digits = number.text.trim_start_matches('-');
                    if digits.len() < number.text.len() {
                        sign = "-";
                    }
                    let (before, behind) = digits.split_once('.').unwrap_or((digits, ""));
                    n_before = n_before.max(before.len());
                    n_behind = n_behind.max(behind.len());
                }
                at += cell.n_columns();
            }
        }
        format!("{sign}{n_before}.{n_behind}")
    }

    fn head(&self) -> String {
        let mut out = "\\toprule\n".to_owned();
        if !self.groups.is_empty() {
            let (mut cells, mut rules, mut at) = (Vec::new(), String::new(), 0);
            for (columns, text) in &self.groups {
                cells.extend(vec![String::new(); columns.start - at]);
                cells.push(format!("\\multicolumn{{{}}}{{c}}{{{text}}}", columns.len()));
                rules.push_str(&format!("\\cmidrule(lr){{{}-{}}}", columns.start + 1, columns.end));
                at = columns.end;
            }
            cells.extend(vec![String::new(); self.columns.len() - at]);
            out.push_str(&format!("{} \\\\\n{rules}\n", cells.join(" & ")));
        }
        let heads: Vec<String> = self
            .columns
            .iter()
            .map(|column| match column {
                GridColumn::Text(text) => (*text).to_owned(),
                GridColumn::Number(text) => format!("{{{text}}}"),
            })
            .collect();
        out.push_str(&format!("{} \\\\\n\\midrule\n", heads.join(" & ")));
        out
    }

    fn body(&self) -> String {
        let row = |row: &Vec<Cell>| {
            let cells: Vec<String> = row.iter().map(|cell| cell.write(self.columns.len())).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        let block = |rows: &Vec<Vec<Cell>>| rows.iter().map(row).collect::<String>();
        let blocks: Vec<String> = self.blocks.iter().filter(|rows| !rows.is_empty()).map(block).collect();
        blocks.join("\\midrule\n")
    }
}

/// Numbers from 0 in as few groups of at most so many as there can be, the groups as equal as they can be.
pub(super) fn groups_of(n: usize, most: usize) -> Vec<Range<usize>> {
    let n_groups = n.div_ceil(most).max(1);
    (0..n_groups).map(|idx| n * idx / n_groups..n * (idx + 1) / n_groups).collect()
}

/// Sentences below a table.
pub(super) fn notes(sentences: &[String]) -> String {
    if sentences.is_empty() {
        return String::new();
    }
    format!("\n\\smallskip\\noindent{{\\footnotesize {}\\par}}\n", sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_as_equal_as_they_can_be() {
        assert_eq!(groups_of(6, 4), [0..3, 3..6]);
        assert_eq!(groups_of(9, 4), [0..3, 3..6, 6..9]);
        assert_eq!(groups_of(4, 4), vec![0..4; 1]);
        assert_eq!(groups_of(0, 4), vec![0..0; 1]);
    }

    #[test]
    fn what_stands_over_columns_has_room_and_headings_need_none() {
        let number = |text: &str| GridColumn::Number(text.to_owned());
        let rows = vec![
            vec![Cell::Heading("a slicer with a long name".to_owned())],
            vec![Cell::Text("task".to_owned()), Cell::Wide(2, "-- (timed-out)".to_owned())],
        ];
        let grid = Grid {
            columns: vec![GridColumn::Text(""), number("n"), number("F1")],
            groups: vec![],
            blocks: vec![rows],
        };
        assert_eq!(grid.widths(), [4, 1, 12], "and one character between two columns");
        assert!(
            grid.tabular().contains("\n\\multicolumn{3}{l}{a slicer with a long name} \\\\\n"),
            "{}",
            grid.tabular()
        );
    }

    #[test]
    fn columns_are_as_wide_as_their_numbers() {
        let rows = vec![
            vec![Cell::Text("a".to_owned()), Cell::count(12_345), Cell::value(Some(-1.5), 2)],
            vec![Cell::Text("b".to_owned()), Cell::Wide(2, "timed-out".to_owned())],
        ];
        let last = vec![vec![Cell::Text("mean".to_owned()), Cell::dash(), Cell::count(7).with(true, "*")]];
        let grid = Grid {
            columns: vec![
                GridColumn::Text("task"),
                GridColumn::Number("nodes".to_owned()),
                GridColumn::Number("x".to_owned()),
            ],
            groups: vec![(1..3, "slicer".to_owned())],
            blocks: vec![rows, last],
        };
        assert_eq!(
            grid.tabular(),
            "\\begin{tabular}{lS[table-format=5.0]S[table-format=-1.2]}\n\\toprule\n\
             \x20& \\multicolumn{2}{c}{slicer} \\\\\n\\cmidrule(lr){2-3}\n\
             task & {nodes} & {x} \\\\\n\\midrule\n\
             a & 12345 & -1.50 \\\\\nb & \\multicolumn{2}{c}{timed-out} \\\\\n\\midrule\n\
             mean & {--} & \\bfseries 7 {\\rlap{$^{*}$}} \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
    }
}
