//! A report as headings, tables of text and notes: what the table and the Markdown writer share.
//!
//! Every number is rounded here, once, by `stats::decimal`.

use std::collections::BTreeMap;

use super::{Average, PrecisionMark, Report, Row, Section, Totals};
use crate::grade::AnswerVerdict;
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
    Column { heading, short: heading, align: Align::Left, drop, squeeze: None }
}

pub(super) const fn right(heading: &'static str, short: &'static str, drop: u8) -> Column {
    Column { heading, short, align: Align::Right, drop, squeeze: None }
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

const TOTAL_COLUMNS: [Column; 8] = [
    left("", 0),
    left("over", 0),
    right("n", "n", 0),
    right("mean", "mean", 0),
    left("95 % interval", 0),
    right("pooled", "pooled", 0),
    right("median", "median", 0),
    left("", 1),
];

const PART_COLUMNS: [FilledColumn<Totals>; 14] = [
    (left("", 0), |part| part.name.clone()),
    (right("tasks", "tasks", 0), |part| part.n_tasks.to_string()),
    (right("programs", "prog", 3), |part| part.n_benchmarks.to_string()),
    (right("answered", "answ", 0), |part| part.answered.n_tasks.to_string()),
    (right("exact", "exact", 0), |part| part.n_verdict(AnswerVerdict::Exact).to_string()),
    (right("complete", "compl", 0), |part| part.n_verdict(AnswerVerdict::Complete).to_string()),
    (right("incomplete", "incompl", 2), |part| part.n_verdict(AnswerVerdict::Incomplete).to_string()),
    (right("R", "R", 0), |part| ratio(part.answered.recall.mean)),
    (right("P", "P", 0), |part| ratio(part.answered.precision.mean)),
    (right("F1", "F1", 0), |part| ratio(part.answered.f1.mean)),
    (right("pooled F1", "F1 pool", 4), |part| ratio(part.answered.f1.micro)),
    (right("R all", "R all", 0), |part| ratio(part.all.recall.mean)),
    (right("F1 all", "F1 all", 0), |part| ratio(part.all.f1.mean)),
    (right("time", "time", 5), |part| seconds(part.wall_s)),
];

pub(super) fn of_report(report: &Report) -> Document {
    let mut blocks = vec![Block::Heading("Tasks".to_owned()), Block::Table(task_table(&report.rows))];
    blocks.extend(notes(report).into_iter().map(Block::Note));
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
    if marked(PrecisionMark::LowerBound) {
        notes.push("≥ precision is a lower bound: the gold slice is quasi-minimal, minimal for the inputs of its certificate, and may lack nodes.".to_owned());
    }
    if marked(PrecisionMark::Unchecked) {
        notes.push("~ precision is a bound only: the gold slice is asserted, not proved, and may be too large or too small.".to_owned());
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
        tasks(totals.n_tasks),
        plural(totals.n_benchmarks, "program"),
    )));
    blocks.push(Block::Table(total_table(totals)));
    for line in total_notes(totals) {
        blocks.push(Block::Note(line));
    }
    for (title, parts) in [("By language", &section.languages), ("By label", &section.labels)] {
        if !parts.is_empty() {
            blocks.push(Block::Heading(title.to_owned()));
            blocks.push(Block::Table(TextTable::new(&PART_COLUMNS, parts)));
        }
    }
}

fn total_table(totals: &Totals) -> TextTable {
    let mut rows = Vec::new();
    let mut add = |name: &str, over: &str, average: &Average, remark: &str| {
        rows.push(vec![
            name.to_owned(),
            over.to_owned(),
            average.n.to_string(),
            fine(average.mean),
            average.interval.text(3),
            fine(average.micro),
            fine(average.median),
            remark.to_owned(),
        ]);
    };
    let (answered, all) = (&totals.answered, &totals.all);
    add("recall", "answered", &answered.recall, "");
    add("", "all", &all.recall, "0 when unanswered");
    add("precision", "answered", &answered.precision, "undefined when nothing of the program is kept");
    add("F1", "answered", &answered.f1, "");
    add("", "all", &all.f1, "0 when unanswered");
    add("size", "answered", &answered.size, "slice / program");
    add("excess", "answered", &answered.excess, "slice / gold");
    TextTable { columns: TOTAL_COLUMNS.to_vec(), rows }
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

fn share(number: Option<f64>) -> String {
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
