//! A report as headings, tables of text and notes: what the table and the Markdown writer share.
//!
//! Every number is rounded here, once, by `stats::decimal`.

use std::collections::BTreeMap;

use super::{Average, Averages, PrecisionMark, Report, Row, Section, TaskCounts, Totals};
use crate::stats::{MeanInterval, decimal, percent};

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
    const fn below(self, group: &'static str) -> Column {
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
    fn beside(parts: impl IntoIterator<Item = TextTable>) -> TextTable {
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

const TASK_COLUMNS: [FilledColumn<Row>; 16] = [
    (left("task", 0), |row| row.task.clone()),
    (right("nodes", "nodes", 3), |row| row.nodes.to_string()),
    (right("gold", "gold", 0), |row| row.gold_nodes.to_string()),
    (right("slice", "slice", 4), |row| if_answered(row, row.slice_nodes)),
    (right("size", "size", 2), |row| share(row.size)),
    (right("kept", "kept", 6), |row| if_answered(row, row.kept)),
    (right("missing", "miss", 0), |row| if_answered(row, row.missing)),
    (right("surplus", "surp", 0), |row| if_answered(row, row.surplus)),
    (right("P", "P", 0), |row| match row.precision {
        Some(_) => format!("{}{}", row.mark.symbol(), ratio(row.precision)),
        None => NONE.to_owned(),
    }),
    (right("R", "R", 0), |row| ratio(row.recall)),
    (left("F1", 0), f1),
    (Column { squeeze: Some(19), ..left("outcome", 0) }, outcome),
    (left("behaviour", 8), |row| row.behaviour.unwrap_or(NONE).to_owned()),
    (left("evidence", 5), |row| row.evidence.to_owned()),
    (left("granularity", 1), |row| row.granularity.to_owned()),
    (right("time", "time", 7), |row| seconds(row.wall_s)),
];

/// Headings of the two averages.
const ANSWERED: &str = "over answered";
const SUPPORTED: &str = "over supported";

/// A number over answered and over supported tasks.
type BothAverages = (&'static str, Average, Average);

const AVERAGE_COLUMNS: [FilledColumn<BothAverages>; 11] = [
    (left("", 0), |row| row.0.to_owned()),
    (right("n", "n", 0).below(ANSWERED), |row| row.1.n.to_string()),
    (right("mean", "mean", 0).below(ANSWERED), |row| fine(row.1.mean)),
    (left("95 % interval", 2).below(ANSWERED), |row| limits(row.1.interval)),
    (right("pooled", "pooled", 3).below(ANSWERED), |row| fine(row.1.micro)),
    (right("median", "median", 4).below(ANSWERED), |row| fine(row.1.median)),
    (right("n", "n", 0).below(SUPPORTED), |row| row.2.n.to_string()),
    (right("mean", "mean", 0).below(SUPPORTED), |row| fine(row.2.mean)),
    (left("95 % interval", 1).below(SUPPORTED), |row| limits(row.2.interval)),
    (right("pooled", "pooled", 3).below(SUPPORTED), |row| fine(row.2.micro)),
    (right("median", "median", 4).below(SUPPORTED), |row| fine(row.2.median)),
];

/// In front of the counts and behind them.
const PART_COLUMNS: ([FilledColumn<Totals>; 4], [FilledColumn<Totals>; 6]) = (
    [
        (Column { squeeze: Some(16), ..left("", 0) }, |part| part.name.clone()),
        (right("supported", "supp", 0), |part| part.n_tasks.to_string()),
        (right("programs", "prog", 8), |part| part.n_benchmarks.to_string()),
        (right("answered", "answ", 7), |part| part.answered.n_tasks.to_string()),
    ],
    [
        (right("R", "R", 0).below(ANSWERED), |part| ratio(part.answered.recall.mean)),
        (right("P", "P", 6).below(ANSWERED), |part| ratio(part.answered.precision.mean)),
        (right("F1", "F1", 5).below(ANSWERED), |part| ratio(part.answered.f1.mean)),
        (right("R", "R", 0).below(SUPPORTED), |part| ratio(part.supported.recall.mean)),
        (right("F1", "F1", 0).below(SUPPORTED), |part| ratio(part.supported.f1.mean)),
        (right("time", "time", 9), |part| seconds(part.wall_s)),
    ],
);

pub(super) fn of_report(report: &Report) -> Document {
    let mut blocks = vec![Block::Heading("Tasks".to_owned()), Block::Table(task_table(&report.rows))];
    blocks.extend(notes(report).into_iter().map(Block::Note));
    blocks.extend(failure_notes(report));
    for section in &report.sections {
        section_blocks(section, &mut blocks);
    }
    if report.sections.len() > 1 {
        blocks.push(Block::Note(
            "Kinds of slices and granularities are not averaged together: each has totals of its own."
                .to_owned(),
        ));
    }
    Document { blocks }
}

fn task_table(rows: &[Row]) -> TextTable {
    let is_shown = |(column, _): &FilledColumn<Row>| match column.heading {
        "granularity" => rows.iter().any(|row| row.granularity != "expression"),
        "behaviour" => rows.iter().any(|row| row.behaviour.is_some()),
        _ => true,
    };
    let columns: Vec<FilledColumn<Row>> = TASK_COLUMNS.into_iter().filter(is_shown).collect();
    TextTable::new(&columns, rows)
}

fn if_answered(row: &Row, number: usize) -> String {
    if row.answered { number.to_string() } else { NONE.to_owned() }
}

/// F1, with the interval over all maximal embeddings when its limits differ as they are shown.
fn f1(row: &Row) -> String {
    match (row.f1_min, row.f1_max) {
        (Some(min), Some(max)) if ratio(Some(min)) != ratio(Some(max)) => {
            format!("{} [{},{}]", ratio(row.f1), ratio(Some(min)), ratio(Some(max)))
        }
        _ => ratio(row.f1),
    }
}

/// The verdict of an answer, or why there is none; marks refer to the notes below the table.
fn outcome(row: &Row) -> String {
    let mut text = if row.answered {
        row.verdict.to_owned()
    } else {
        match &row.reason {
            Some(reason) => format!("{}: {reason}", row.status),
            None => row.status.to_owned(),
        }
    };
    let marks = [
        (row.gold_idx > 0, format!("alt {}", row.gold_idx)),
        (row.vacuous, "v".to_owned()),
        (row.normalised && row.answered, "n".to_owned()),
        (row.parses == Some(false), "p".to_owned()),
        (row.contested, "c".to_owned()),
        (row.incomparable, "i".to_owned()),
    ];
    let marks: Vec<String> = marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect();
    if !marks.is_empty() {
        text.push_str(&format!(" ({})", marks.join(", ")));
    }
    text
}

/// What the marks in the table of tasks mean, as far as they occur.
fn notes(report: &Report) -> Vec<String> {
    let rows = &report.rows;
    let count = |keep: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| keep(row)).count();
    let marked = |mark: PrecisionMark| count(&|row| row.mark == mark && row.precision.is_some()) > 0;
    let mut notes = Vec::new();
    if marked(PrecisionMark::Unchecked) {
        notes.push("~ precision is a bound only: the gold slice is asserted, not certified, and may be too large or too small.".to_owned());
    }
    if count(&|row| f1(row).contains('[')) > 0 {
        notes.push("[low,high] after F1: the answer fits the program in several ways.".to_owned());
    }
    if count(&|row| row.gold_idx > 0) > 0 {
        notes.push("(alt N) graded against the N-th alternative gold slice, which fits best.".to_owned());
    }
    if count(&|row| row.vacuous) > 0 {
        notes.push("(v) vacuous: gold and answer are both empty; all ratios are 1 by definition.".to_owned());
    }
    if count(&|row| row.normalised && row.answered) > 0 {
        notes.push(
            "(n) normal form: program, gold and answer were compared as the slicer prints them.".to_owned(),
        );
    }
    let n_unparsed = count(&|row| row.parses == Some(false));
    if n_unparsed > 0 {
        let n_source = count(&|row| row.parses.is_some());
        notes.push(format!("(p) {}.", unparsed(n_unparsed, n_source)));
    }
    notes.extend(hints(rows));
    notes.extend(behaviours(rows));
    let contested = count(&|row| row.contested);
    if contested > 0 {
        notes.push(format!("(c) contested: {}, left out of all totals.", tasks(contested)));
    }
    let incomparable = count(&|row| row.incomparable);
    if incomparable > 0 {
        notes.push(format!(
            "(i) incomparable: {} changed since the run, left out of all totals.",
            tasks(incomparable)
        ));
    }
    notes
}

/// Why there is no answer, each reason once, and what is in no total because the adapter does not declare it.
fn failure_notes(report: &Report) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !report.failures.is_empty() {
        blocks.push(Block::Heading("Without an answer".to_owned()));
        blocks.extend(report.failures.iter().map(|group| Block::Note(group.text())));
    }
    if !report.not_supported.is_empty() {
        let n: usize = report.not_supported.values().sum();
        let reasons: Vec<String> =
            report.not_supported.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        blocks.push(Block::Note(format!("not supported: {n} ({}), in no total.", reasons.join(", "))));
    }
    blocks
}

/// Remedies for verdicts that look like mistakes of configuration, each kind of verdict once.
fn hints(rows: &[Row]) -> Vec<String> {
    let mut by_verdict: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.hint.is_some()) {
        by_verdict.entry(row.verdict).or_default().push(row);
    }
    let note = |(verdict, rows): (&str, Vec<&Row>)| {
        let hint = rows[0].hint.as_deref().unwrap_or_default();
        format!("{verdict}: {}; `{}`: {hint}.", tasks(rows.len()), rows[0].task)
    };
    by_verdict.into_iter().map(note).collect()
}

/// What running the answers showed: why some were not run, and which of them speak against their gold slices.
fn behaviours(rows: &[Row]) -> Vec<String> {
    let mut unrun: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.behaviour.is_none()) {
        if let Some(reason) = row.behaved.as_deref() {
            unrun.entry(reason).or_default().push(row);
        }
    }
    let note = |(reason, rows): (&str, Vec<&Row>)| {
        format!("behaviour of {}, as `{}`: {reason}.", tasks(rows.len()), rows[0].task)
    };
    let mut notes: Vec<String> = unrun.into_iter().map(note).collect();
    let challenges: Vec<String> =
        rows.iter().filter(|row| row.is_gold_challenge).map(|row| format!("`{}`", row.task)).collect();
    if !challenges.is_empty() {
        notes.push(format!(
            "gold challenge: {}: the answer lacks nodes of the gold slice, behaves, and is no larger, so that the gold slice is \
             to be looked at; `challenges/` of the run has what it takes.",
            challenges.join(", ")
        ));
    }
    notes
}

fn section_blocks(section: &Section, blocks: &mut Vec<Block>) {
    let totals = &section.totals;
    blocks.push(Block::Heading(format!(
        "Totals: {} slices, graded by {}, {} of {}",
        section.kind.name(),
        section.granularity.name(),
        plural(totals.n_tasks, "supported task"),
        plural(totals.n_benchmarks, "program"),
    )));
    let all = std::slice::from_ref(totals);
    blocks
        .push(Block::Table(TextTable::beside([TextTable::new(&PART_COLUMNS.0[1..], all), count_table(all)])));
    blocks.push(Block::Table(average_table(totals)));
    blocks.extend(flawless(totals).into_iter().map(Block::Note));
    for line in total_notes(totals) {
        blocks.push(Block::Note(line));
    }
    for (title, parts) in [("By language", &section.languages), ("By label", &section.labels)] {
        if !parts.is_empty() {
            blocks.push(Block::Heading(title.to_owned()));
            let (front, back) = PART_COLUMNS;
            let tables = [TextTable::new(&front, parts), count_table(parts), TextTable::new(&back, parts)];
            blocks.push(Block::Table(TextTable::beside(tables)));
        }
    }
}

/// What became of the tasks.
fn count_table(parts: &[Totals]) -> TextTable {
    let cells = |part: &Totals| TaskCounts::COLUMNS.map(|(.., n)| n(&part.counts).to_string()).to_vec();
    TextTable {
        columns: TaskCounts::COLUMNS.map(|(heading, short, _)| right(heading, short, 0)).to_vec(),
        rows: parts.iter().map(cells).collect(),
    }
}

fn average_table(totals: &Totals) -> TextTable {
    let (answered, supported) = (&totals.answered, &totals.supported);
    let row = |name, of: fn(&Averages) -> &Average| (name, of(answered).clone(), of(supported).clone());
    let rows = [
        row("recall", |averages| &averages.recall),
        row("precision", |averages| &averages.precision),
        row("F1", |averages| &averages.f1),
        row("size", |averages| &averages.size),
        row("excess", |averages| &averages.excess),
    ];
    TextTable::new(&AVERAGE_COLUMNS, &rows)
}

/// The limits of an interval, for a cell.
fn limits(interval: MeanInterval) -> String {
    interval.limits().map_or(String::new(), |(low, high)| MeanInterval::Limits(low, high).text(3))
}

/// What stands in the place of intervals where every number is 1: a sentence, which no cell has room for.
fn flawless(totals: &Totals) -> Vec<String> {
    let mut said: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
    for (over, averages) in [(ANSWERED, &totals.answered), (SUPPORTED, &totals.supported)] {
        let named = [("recall", &averages.recall), ("precision", &averages.precision), ("F1", &averages.f1)];
        // Without an answer there is no precision, so that it is the same on both sides.
        for (name, average) in named.into_iter().filter(|(name, _)| over == ANSWERED || *name != "precision")
        {
            if let MeanInterval::Flawless { .. } = average.interval {
                said.entry((over, average.interval.text(3))).or_default().push(name);
            }
        }
    }
    said.into_iter().map(|((over, text), names)| format!("{} {over}: {text}", names.join(", "))).collect()
}

/// Counts of statuses, verdicts and evidence.
fn total_notes(totals: &Totals) -> Vec<String> {
    let join = |counts: Vec<(&str, usize)>| {
        counts.iter().map(|(name, n)| format!("{n} {name}")).collect::<Vec<_>>().join(", ")
    };
    let mut notes = vec![
        format!("status: {}", join(totals.statuses.iter().map(|(key, n)| (key.name(), *n)).collect())),
        format!("verdict: {}", join(totals.verdicts.iter().map(|(key, n)| (key.name(), *n)).collect())),
        format!("gold: {}", join(totals.evidence.iter().map(|(key, n)| (key.name(), *n)).collect())),
        format!("time: {} in all", seconds(totals.wall_s)),
    ];
    if totals.n_unparsed > 0 {
        notes.push(unparsed(totals.n_unparsed, totals.n_source));
    }
    if !totals.behaviours.is_empty() {
        let counts = totals.behaviours.iter().map(|(key, n)| (key.name(), *n)).collect();
        notes.insert(2, format!("behaviour: {}", join(counts)));
    }
    notes
}

/// How many answers do not parse, of those that are source.
fn unparsed(n: usize, n_source: usize) -> String {
    let verb = if n == 1 { "does" } else { "do" };
    format!("{n} of {} {verb} not parse", plural(n_source, "answer"))
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
