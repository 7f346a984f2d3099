//! What an audit found, as tables: the slices with something wrong, and the share of each class.

use serde_json::json;
use strum::VariantArray;

use super::{AuditClass, AuditedSlice};
use crate::report::{Align, Block, Column, Document, Records, Render, TextTable, latex_text, printable};
use crate::stats::percent;

/// Slices of a collection.
pub struct AuditTable {
    /// Name of the collection.
    pub collection: String,
    /// One for each slice, in the order of the suite.
    pub slices: Vec<AuditedSlice>,
}

impl AuditTable {
    /// Number of slices of each class that has some, in the order of the classes.
    fn counts(&self) -> Vec<(AuditClass, usize)> {
        let count =
            |&class: &AuditClass| (class, self.slices.iter().filter(|slice| slice.class == class).count());
        AuditClass::VARIANTS.iter().map(count).filter(|(_, n)| *n > 0).collect()
    }

    /// Number of slices with something wrong.
    pub fn n_faults(&self) -> usize {
        self.slices.iter().filter(|slice| slice.class.is_fault()).count()
    }

    /// Number of slices that were run.
    pub fn n_run(&self) -> usize {
        self.slices.iter().filter(|slice| slice.class != AuditClass::NotRun).count()
    }
}

fn column(heading: &'static str, align: Align) -> Column {
    Column { heading, short: heading, align, drop: 0, squeeze: None, group: "" }
}

impl Render for AuditTable {
    fn document(&self) -> Document {
        let counts = TextTable {
            columns: vec![
                column("class", Align::Left),
                column("slices", Align::Right),
                column("share", Align::Right),
            ],
            rows: self
                .counts()
                .into_iter()
                .map(|(class, n)| vec![class.name().to_owned(), n.to_string(), share(n, self.slices.len())])
                .collect(),
        };
        let mut blocks = vec![Block::Heading(printable(&self.collection)), Block::Table(counts)];
        let rest: Vec<&AuditedSlice> =
            self.slices.iter().filter(|slice| slice.class != AuditClass::Good).collect();
        if !rest.is_empty() {
            blocks.push(Block::Table(TextTable {
                columns: vec![
                    column("slice", Align::Left),
                    column("class", Align::Left),
                    column("nodes", Align::Right),
                    column("why", Align::Left),
                ],
                rows: rest
                    .into_iter()
                    .map(|slice| {
                        vec![
                            printable(&slice.task),
                            slice.class.name().to_owned(),
                            slice.n_nodes.to_string(),
                            printable(&slice.detail),
                        ]
                    })
                    .collect(),
            }));
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        let columns =
            vec!["task", "path", "class", "detail", "nodes", "smaller_nodes", "depth", "inputs", "witness"];
        let record = |slice: &AuditedSlice| {
            let witness = slice.witness.as_ref().map(|witness| {
                json!({
                    "args": witness.input.args,
                    "stdin": witness.input.stdin,
                    "position": witness.position,
                    "expected": witness.expected,
                    "got": witness.got,
                })
            });
            vec![
                json!(slice.task),
                json!(slice.path),
                json!(slice.class.name()),
                json!(slice.detail),
                json!(slice.n_nodes),
                json!(slice.n_smaller),
                json!(slice.depth),
                json!(slice.n_inputs),
                json!(witness),
            ]
        };
        Records { columns, rows: self.slices.iter().map(record).collect() }
    }
}

/// The share of each class as a table of LaTeX's `booktabs`.
pub fn latex(table: &AuditTable) -> String {
    let mut out = format!(
        "% {}: {} slices\n\\begin{{tabular}}{{lrr}}\n\\toprule\nclass & slices & share \\\\\n\\midrule\n",
        latex_text(&table.collection).replace('\n', " "),
        table.slices.len()
    );
    for (class, n) in table.counts() {
        out.push_str(&format!(
            "{} & {n} & {} \\\\\n",
            class.name(),
            latex_text(&share(n, table.slices.len()))
        ));
    }
    out + "\\bottomrule\n\\end{tabular}\n"
}

fn share(n: usize, n_all: usize) -> String {
    format!("{} %", percent(n as f64 / n_all.max(1) as f64, 1))
}
