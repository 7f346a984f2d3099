//! Every two slicers as a table: wins, differences, how sure they are and how large.

use super::document::{Block, FilledColumn, NONE, TextTable, fine, left, right, signed};
use crate::compare::{Metric, PairedTest, SlicerPair};
use crate::stats::decimal;

/// Two slicers, tested on the tasks that both support.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPair {
    /// Names of the slicers; differences are of the second less the first.
    pub slicers: [String; 2],
    /// What the tests say.
    pub pair: SlicerPair,
}

/// A pair and one of its numbers.
type PairRow = (NamedPair, PairedTest);

/// Digits of a probability.
pub(super) const P_DIGITS: usize = 4;

const COLUMNS: [FilledColumn<PairRow>; 12] = [
    (left("first", 0), |(named, _)| named.slicers[0].clone()),
    (left("second", 0), |(named, _)| named.slicers[1].clone()),
    (right("programs", "prog", 4), |(named, _)| named.pair.n_programs.to_string()),
    (right("wins", "wins", 2), |(named, _)| named.pair.n_wins.to_string()),
    (right("ties", "ties", 3), |(named, _)| named.pair.n_ties.to_string()),
    (right("losses", "loss", 2), |(named, _)| named.pair.n_losses.to_string()),
    (left("number", 0), |(_, test)| name(test.metric).to_owned()),
    (right("tasks", "tasks", 1), |(_, test)| test.n.to_string()),
    (right("difference", "diff", 0), |(_, test)| signed(test.difference)),
    (right("p", "p", 5), |(_, test)| probability(test.p)),
    (right("p (Holm)", "p Holm", 0), |(_, test)| probability(test.p_holm)),
    (right("delta", "delta", 1), |(_, test)| signed(test.delta)),
];

/// What is to be known of the table.
pub(super) const EXPLANATION: &str = "Over the tasks that both slicers support: differences are of the second less the first; \
     wins, ties and losses are those of the second; p is of a permutation test by program, beside all pairs of the table by \
     Holm's method; delta is Cliff's.";

/// The number in words.
pub(super) fn name(metric: Metric) -> &'static str {
    match metric {
        Metric::Recall => "recall, answered",
        Metric::Precision => "precision, answered",
        Metric::F1 => "F1, answered",
        Metric::RecallAll => "recall, supported",
        Metric::F1All => "F1, supported",
        other => other.name(),
    }
}

/// Heading, table and explanation; nothing without a pair.
pub(super) fn blocks(heading: &str, pairs: &[NamedPair]) -> Vec<Block> {
    let row = |named: &NamedPair| {
        named.pair.tests.iter().map(|test| (named.clone(), test.clone())).collect::<Vec<PairRow>>()
    };
    let rows: Vec<PairRow> = pairs.iter().filter(|named| named.pair.n_tasks > 0).flat_map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading(heading.to_owned()),
        Block::Table(TextTable::new(&COLUMNS, &rows)),
        Block::Note(EXPLANATION.to_owned()),
    ]
}

fn probability(p: Option<f64>) -> String {
    p.map_or(NONE.to_owned(), |p| if p == 1.0 { fine(Some(p)) } else { decimal(p, P_DIGITS) })
}
