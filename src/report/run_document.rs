//! The grades of one run as tables and notes for people: as much of them as a [`RunView`] asks for, the totals last.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use strum::{EnumString, IntoStaticStr, VariantNames};

use super::document::{
    Block, Column, Document, FilledColumn, NONE, TextTable, fine, left, plural, ratio, right, seconds, share,
    tasks,
};
use super::{Average, Averages, PrecisionMark, Records, Render, Report, Row, Section, TaskCounts, Totals};
use crate::grade::AnswerVerdict;
use crate::stats::MeanInterval;

/// By what totals are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Division {
    /// Language of the program.
    Language,
    /// Tier of the program.
    Tier,
    /// Each label of the task.
    Label,
}

/// Order of tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Sort {
    /// By id.
    #[default]
    Task,
    /// Smallest F1 first; without an answer before all others.
    F1,
    /// Smallest recall first.
    Recall,
    /// Smallest precision first.
    Precision,
    /// Most missing nodes first.
    Missing,
    /// Most surplus nodes first.
    Surplus,
    /// Largest share of its program first.
    Size,
    /// Longest time first.
    Time,
}

/// Which tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Which {
    /// Supported, without an answer.
    Failed,
    /// With an answer.
    Answered,
    /// With an answer that is not the gold slice.
    Inexact,
    /// With an answer that lacks something, or is no slice.
    Incomplete,
}

/// What of a [`Report`] people see, and in which order.
#[derive(Clone, Debug, Default)]
pub struct RunView {
    /// Whether each task has a row; without, the worst ones only.
    pub has_tasks: bool,
    /// Which tasks have one; all where none is named.
    pub only: Option<Which>,
    /// In which order.
    pub sort: Sort,
    /// How many of the worst answers are shown, with the command that shows each, behind the totals.
    pub n_worst: usize,
    /// The command that shows an answer, up to the id of its task.
    pub look: Option<Vec<String>>,
    /// By what the totals are divided; `None` by language where there is more than one.
    pub parts: Option<Vec<Division>>,
}

impl RunView {
    /// Everything: a row for each task, and totals divided by everything.
    pub fn whole() -> RunView {
        RunView {
            has_tasks: true,
            parts: Some(vec![Division::Language, Division::Tier, Division::Label]),
            ..RunView::default()
        }
    }

    /// The rows that are asked for, in their order.
    fn rows<'r>(&self, report: &'r Report) -> Vec<&'r Row> {
        let is_meant = |row: &&Row| self.only.is_none_or(|which| which.has(row));
        let mut rows: Vec<&Row> = report.rows.iter().filter(is_meant).collect();
        self.sort.apply(&mut rows);
        rows
    }

    /// Titles of the parts, and how each is had.
    fn parts_of<'s>(&self, section: &'s Section) -> Vec<(&'static str, &'s [Totals])> {
        let by = match &self.parts {
            Some(parts) => parts.as_slice(),
            None if section.languages.len() > 1 => &[Division::Language],
            None => &[],
        };
        let totals = |part: &Division| match part {
            Division::Language => ("By language", section.languages.as_slice()),
            Division::Tier => ("By tier", section.tiers.as_slice()),
            Division::Label => ("By label", section.labels.as_slice()),
        };
        by.iter().map(totals).filter(|(_, parts)| !parts.is_empty()).collect()
    }
}

impl Which {
    fn has(self, row: &Row) -> bool {
        use AnswerVerdict::{Exact, Incomplete, NotASlice, WrongCriterion};
        let is_any =
            |verdicts: &[AnswerVerdict]| verdicts.iter().any(|verdict| verdict.name() == row.verdict);
        match self {
            Which::Failed => row.supported && !row.answered,
            Which::Answered => row.answered,
            Which::Inexact => row.answered && !is_any(&[Exact]),
            Which::Incomplete => row.answered && is_any(&[Incomplete, NotASlice, WrongCriterion]),
        }
    }
}

impl Sort {
    /// Sorts rows; of equals the one with the smaller id comes first, and what has no number behind all others.
    fn apply(self, rows: &mut [&Row]) {
        let upwards = |of: fn(&Row) -> Option<f64>| {
            move |a: &&Row, b: &&Row| of(a).unwrap_or(f64::MAX).total_cmp(&of(b).unwrap_or(f64::MAX))
        };
        match self {
            Sort::Task => {}
            Sort::F1 => rows.sort_by(upwards(|row| match (row.f1, row.supported) {
                (None, true) => Some(-1.0),
                (f1, _) => f1,
            })),
            Sort::Recall => rows.sort_by(upwards(|row| row.recall)),
            Sort::Precision => rows.sort_by(upwards(|row| row.precision)),
            Sort::Missing => rows.sort_by_key(|row| Reverse(row.answered.then_some(row.missing))),
            Sort::Surplus => rows.sort_by_key(|row| Reverse(row.answered.then_some(row.surplus))),
            Sort::Size => rows.sort_by(upwards(|row| row.size.map(|size| -size))),
            Sort::Time => rows.sort_by(upwards(|row| Some(-row.wall_s))),
        }
    }
}

/// A report as far as a view shows it.
#[derive(Clone, Copy, Debug)]
pub struct ViewedReport<'r> {
    /// What there is.
    pub report: &'r Report,
    /// What of it is shown. Machines get every row that is asked for, whether people see it or not.
    pub view: &'r RunView,
}

impl Render for ViewedReport<'_> {
    fn document(&self) -> Document {
        of_report(self.report, self.view)
    }

    fn records(&self) -> Records {
        Records::new(self.view.rows(self.report), &Row::COLUMNS)
    }
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

/// As much of a report as a view shows.
pub(super) fn of_report(report: &Report, view: &RunView) -> Document {
    let rows = view.rows(report);
    let worst = worst(report, view.n_worst);
    let mut blocks = Vec::new();
    if view.has_tasks {
        blocks.push(Block::Heading("Tasks".to_owned()));
        blocks.push(Block::Table(task_table(&rows)));
        blocks.extend(mark_notes(&rows).into_iter().map(Block::Note));
    }
    for section in &report.sections {
        for (title, parts) in view.parts_of(section) {
            let title = match report.sections.len() {
                1 => title.to_owned(),
                _ => format!("{title}: {}", section.name()),
            };
            blocks.push(Block::Heading(title));
            blocks.push(Block::Table(part_table(parts)));
        }
    }
    for section in &report.sections {
        section_blocks(section, &mut blocks);
    }
    if report.sections.len() > 1 {
        blocks.push(Block::Note(
            "Kinds of slices and granularities are not averaged together: each has totals of its own."
                .to_owned(),
        ));
    }
    blocks.extend(run_notes(&report.rows).into_iter().map(Block::Note));
    blocks.extend(failure_notes(report));
    if !worst.is_empty() {
        blocks.extend(worst_blocks(&worst, view));
    }
    Document { blocks }
}

/// The answers with the smallest F1, as many as are asked for; the gold slice itself is none of them.
pub(super) fn worst(report: &Report, n_worst: usize) -> Vec<&Row> {
    let is_bad = |row: &&Row| row.is_counted() && Which::Inexact.has(row);
    let mut rows: Vec<&Row> = report.rows.iter().filter(is_bad).collect();
    Sort::F1.apply(&mut rows);
    rows.truncate(n_worst);
    rows
}

/// The worst answers, and how one looks at them.
fn worst_blocks(worst: &[&Row], view: &RunView) -> Vec<Block> {
    let title = match worst.len() {
        1 => "The worst answer".to_owned(),
        n => format!("The worst {n} answers"),
    };
    let mut blocks = vec![Block::Heading(title), Block::Table(task_table(worst))];
    // Beside all tasks, their marks are explained already.
    if !view.has_tasks {
        blocks.extend(mark_notes(worst).into_iter().map(Block::Note));
    }
    if let Some(look) = &view.look {
        let command = |row: &&Row| look.iter().chain([&row.task]).cloned().collect();
        blocks.push(Block::Commands(worst.iter().map(command).collect()));
    }
    blocks
}

fn task_table(rows: &[&Row]) -> TextTable {
    let is_shown = |(column, _): &FilledColumn<Row>| match column.heading {
        "granularity" => rows.iter().any(|row| row.granularity != "expression"),
        "behaviour" => rows.iter().any(|row| row.behaviour.is_some()),
        _ => true,
    };
    let columns: Vec<FilledColumn<Row>> = TASK_COLUMNS.into_iter().filter(is_shown).collect();
    TextTable::new(&columns, rows.iter().copied())
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

/// What the marks in a table of tasks mean, as far as they occur.
fn mark_notes(rows: &[&Row]) -> Vec<String> {
    let has = |keep: &dyn Fn(&Row) -> bool| rows.iter().any(|row| keep(row));
    let mut notes = Vec::new();
    if has(&|row| row.mark == PrecisionMark::Unchecked && row.precision.is_some()) {
        notes.push("~ precision is a bound only: the gold slice is asserted, not certified, and may be too large or too small.".to_owned());
    }
    if has(&|row| f1(row).contains('[')) {
        notes.push("[low,high] after F1: the answer fits the program in several ways.".to_owned());
    }
    if has(&|row| row.gold_idx > 0) {
        notes.push("(alt N) graded against the N-th alternative gold slice, which fits best.".to_owned());
    }
    if has(&|row| row.vacuous) {
        notes.push("(v) vacuous: gold and answer are both empty; all ratios are 1 by definition.".to_owned());
    }
    if has(&|row| row.normalised && row.answered) {
        notes.push(
            "(n) normal form: program, gold and answer were compared as the slicer prints them.".to_owned(),
        );
    }
    if has(&|row| row.parses == Some(false)) {
        notes.push("(p) the answer does not parse.".to_owned());
    }
    notes
}

/// What is to be known of all tasks, listed or not.
fn run_notes(rows: &[Row]) -> Vec<String> {
    let count = |keep: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| keep(row)).count();
    let mut notes = hints(rows);
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
    blocks.extend(total_notes(totals).into_iter().map(Block::Note));
}

/// Totals of the parts of a section, one below the other.
pub(super) fn part_table(parts: &[Totals]) -> TextTable {
    let (front, back) = PART_COLUMNS;
    TextTable::beside([TextTable::new(&front, parts), count_table(parts), TextTable::new(&back, parts)])
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

/// Counts of statuses, verdicts and evidence, as far as the table of counts does not have them.
fn total_notes(totals: &Totals) -> Vec<String> {
    let join = |counts: Vec<(&str, usize)>| {
        counts.iter().map(|(name, n)| format!("{n} {name}")).collect::<Vec<_>>().join(", ")
    };
    let mut notes = Vec::new();
    if totals.statuses.len() > 1 {
        notes.push(format!(
            "status: {}",
            join(totals.statuses.iter().map(|(key, n)| (key.name(), *n)).collect())
        ));
    }
    if totals.verdicts.contains_key(&AnswerVerdict::WrongCriterion) {
        notes.push(format!(
            "verdict: {}",
            join(totals.verdicts.iter().map(|(key, n)| (key.name(), *n)).collect())
        ));
    }
    if !totals.behaviours.is_empty() {
        let counts = totals.behaviours.iter().map(|(key, n)| (key.name(), *n)).collect();
        notes.push(format!("behaviour: {}", join(counts)));
    }
    let gold = join(totals.evidence.iter().map(|(key, n)| (key.name(), *n)).collect());
    notes.push(format!("gold slices: {gold}; time: {} in all", seconds(totals.wall_s)));
    if totals.n_unparsed > 0 {
        notes.push(unparsed(totals.n_unparsed, totals.n_source));
    }
    notes
}

/// How many answers do not parse, of those that are source.
fn unparsed(n: usize, n_source: usize) -> String {
    let verb = if n == 1 { "does" } else { "do" };
    format!("{n} of {} {verb} not parse", plural(n_source, "answer"))
}
