//! Slicers beside each other, language by language, for whoever has to choose one.
//!
//! In: grades of runs, or rows that somebody else has published. Out: a [`Leaderboard`], every format of which says the same.
//! Numbers of different languages, kinds of slices and granularities are never put into one row, after Pérez, Silva, Tamarit,
//! "Automatic Testing of Program Slicers", 2019: what is averaged over answered tasks stands beside what is averaged over
//! supported ones.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::document::{
    Align, Block, Column, Document, FilledColumn, NONE, TextTable, left, ratio, right, seconds, share,
};
use super::records::KeyedValue;
use super::{FailureGroup, Records, Render, Totals, printable};
use crate::grade::{AnswerVerdict, Grade};
use crate::results::{RunHeader, SlicerRole};
use crate::stats::Bootstrap;
use crate::suite::Tier;

/// Most reasons for a missing answer that are told of a slicer in a language.
const N_REASONS: usize = 3;

/// Most slicers of a language among the best.
const N_BEST: usize = 3;

/// What a slicer did in one language, with one kind of slice: over all tasks, or over those of one tier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderboardRow {
    /// Language name.
    pub language: String,
    /// What the slices have to preserve.
    pub kind: String,
    /// Unit of the grades.
    pub granularity: String,
    /// `all`, or the tier of the tasks.
    pub tier: String,
    /// Name of the slicer.
    pub slicer: String,
    /// What it is to this table.
    pub role: SlicerRole,
    /// What it says of itself.
    pub version: Option<String>,
    /// Day of the run, `YYYY-MM-DD`.
    pub date: String,
    /// SHA-256 of the suite's tasks, hexadecimal.
    pub suite: String,
    /// Supported tasks.
    pub tasks: usize,
    /// Those with an answer.
    pub answered: usize,
    /// Answers that are the gold slice.
    pub exact: usize,
    /// Answers with all of gold and more.
    pub complete: usize,
    /// Answers that lack something of gold.
    pub incomplete: usize,
    /// Answers that are no slice of the program.
    pub not_a_slice: usize,
    /// Tasks that the slicer said it cannot do.
    pub unsupported: usize,
    /// Tasks without an answer for any other reason.
    pub failed: usize,
    /// Mean over answered tasks, 0.0 to 1.0.
    pub recall_answered: Option<f64>,
    /// Mean over answered tasks, 0.0 to 1.0.
    pub precision_answered: Option<f64>,
    /// Mean over answered tasks, 0.0 to 1.0.
    pub f1_answered: Option<f64>,
    /// Mean over supported tasks, 0.0 to 1.0: no answer counts 0.
    pub recall_supported: Option<f64>,
    /// Mean over supported tasks, 0.0 to 1.0: no answer counts 0.
    pub f1_supported: Option<f64>,
    /// Mean size of the answers as a share of the program, 0.0 to 1.0.
    pub size: Option<f64>,
    /// Mean time of a supported task, seconds.
    pub time_s: f64,
    /// What it was seen to do wrong, a sentence each; of the row of all tiers.
    pub seen: Vec<String>,
}

impl LeaderboardRow {
    const COLUMNS: [KeyedValue<LeaderboardRow>; 25] = [
        ("language", |row| json!(row.language)),
        ("kind", |row| json!(row.kind)),
        ("granularity", |row| json!(row.granularity)),
        ("tier", |row| json!(row.tier)),
        ("slicer", |row| json!(row.slicer)),
        ("role", |row| json!(row.role)),
        ("version", |row| json!(row.version)),
        ("date", |row| json!(row.date)),
        ("suite", |row| json!(row.suite)),
        ("tasks", |row| json!(row.tasks)),
        ("answered", |row| json!(row.answered)),
        ("exact", |row| json!(row.exact)),
        ("complete", |row| json!(row.complete)),
        ("incomplete", |row| json!(row.incomplete)),
        ("not_a_slice", |row| json!(row.not_a_slice)),
        ("unsupported", |row| json!(row.unsupported)),
        ("failed", |row| json!(row.failed)),
        ("recall_answered", |row| json!(row.recall_answered)),
        ("precision_answered", |row| json!(row.precision_answered)),
        ("f1_answered", |row| json!(row.f1_answered)),
        ("recall_supported", |row| json!(row.recall_supported)),
        ("f1_supported", |row| json!(row.f1_supported)),
        ("size", |row| json!(row.size)),
        ("time_s", |row| json!(row.time_s)),
        ("seen", |row| json!(row.seen)),
    ];

    /// Whose numbers may be compared.
    fn group(&self) -> (&str, &str, &str) {
        (&self.language, &self.kind, &self.granularity)
    }

    /// The better one first: by F1 over supported tasks, then by recall, then by name, so that the order is one.
    fn rank(&self, other: &LeaderboardRow) -> Ordering {
        let higher = |a: Option<f64>, b: Option<f64>| b.unwrap_or(-1.0).total_cmp(&a.unwrap_or(-1.0));
        higher(self.f1_supported, other.f1_supported)
            .then(higher(self.recall_supported, other.recall_supported))
            .then_with(|| self.slicer.cmp(&other.slicer))
    }

    fn is_whole(&self) -> bool {
        self.tier == ALL
    }
}

/// The tier of a row over tasks of all tiers.
const ALL: &str = "all";

/// A run to be put into a leaderboard.
#[derive(Clone, Copy, Debug)]
pub struct LeaderboardRun<'r> {
    /// What was asked.
    pub header: &'r RunHeader,
    /// The grades.
    pub grades: &'r [Grade],
    /// Tier of each task, by id.
    pub tiers: &'r BTreeMap<String, Tier>,
}

/// Slicers beside each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// By language, kind and granularity; within these the best slicer first, and of a slicer all tiers together first.
    pub rows: Vec<LeaderboardRow>,
}

impl Leaderboard {
    /// The rows of these runs and of others that are stored; of one slicer in one place, version and tier, the latest row stays.
    pub fn new(
        runs: &[LeaderboardRun<'_>],
        stored: Vec<LeaderboardRow>,
        bootstrap: &Bootstrap,
    ) -> Leaderboard {
        let made = runs.iter().flat_map(|run| rows_of(*run, bootstrap));
        let mut rows: Vec<LeaderboardRow> = Vec::new();
        for row in stored.into_iter().chain(made) {
            let place = |row: &LeaderboardRow| {
                let (language, kind, granularity) = row.group();
                let place = [language, kind, granularity, &row.tier, &row.slicer].map(str::to_owned);
                (place, row.version.clone())
            };
            match rows.iter_mut().find(|other| place(other) == place(&row)) {
                Some(other) if other.date <= row.date => *other = row,
                Some(_) => {}
                None => rows.push(row),
            }
        }
        Leaderboard { rows: ordered(rows) }
    }

    /// The same without tiers, and without what was seen: a table that fits below a run.
    #[must_use]
    pub fn short(mut self) -> Leaderboard {
        self.rows.retain(LeaderboardRow::is_whole);
        self.rows.iter_mut().for_each(|row| row.seen.clear());
        self
    }

    /// The best slicers of each language and granularity at static slices, without controls, which are no choice.
    pub fn best(&self) -> Vec<LeaderboardRow> {
        let mut best = Vec::new();
        for group in self.groups() {
            let is_choice = |row: &&LeaderboardRow| {
                row.is_whole() && row.role != SlicerRole::Control && row.kind == "static"
            };
            best.extend(group.iter().filter(is_choice).take(N_BEST).cloned());
        }
        best
    }

    /// The same as one table.
    pub fn best_document(&self) -> Document {
        const COLUMNS: [FilledColumn<LeaderboardRow>; 7] = [
            (left("language", 0), |row| row.language.clone()),
            (left("by", 0), |row| row.granularity.clone()),
            (left("slicer", 0), |row| printable(&row.slicer)),
            (right("answered", "answered", 0), |row| format!("{} of {}", row.answered, row.tasks)),
            (right("recall", "R", 0), |row| ratio(row.recall_answered)),
            (right("precision", "P", 0), |row| ratio(row.precision_answered)),
            (right("F1 over supported", "F1", 0), |row| ratio(row.f1_supported)),
        ];
        Document { blocks: vec![Block::Table(TextTable::new(&COLUMNS, &self.best()))] }
    }

    fn groups(&self) -> impl Iterator<Item = &[LeaderboardRow]> {
        self.rows.chunk_by(|a, b| a.group() == b.group())
    }
}

/// Rows in their order.
fn ordered(rows: Vec<LeaderboardRow>) -> Vec<LeaderboardRow> {
    let group = |row: &LeaderboardRow| {
        let (language, kind, granularity) = row.group();
        // Static slices first: nearly everybody looks for these.
        (language.to_owned(), kind != "static", kind.to_owned(), granularity.to_owned())
    };
    let (mut whole, parts): (Vec<_>, Vec<_>) = rows.into_iter().partition(LeaderboardRow::is_whole);
    whole.sort_by(|a, b| group(a).cmp(&group(b)).then_with(|| a.rank(b)));
    let mut ordered = Vec::new();
    for row in whole {
        let is_part = |part: &&LeaderboardRow| {
            part.group() == row.group() && part.slicer == row.slicer && part.version == row.version
        };
        let mut tiers: Vec<LeaderboardRow> = parts.iter().filter(is_part).cloned().collect();
        tiers.sort_by(|a, b| b.tier.cmp(&a.tier));
        ordered.push(row);
        ordered.extend(tiers);
    }
    ordered
}

fn rows_of(run: LeaderboardRun<'_>, bootstrap: &Bootstrap) -> Vec<LeaderboardRow> {
    let mut groups: BTreeMap<_, Vec<&Grade>> = BTreeMap::new();
    for grade in run.grades.iter().filter(|grade| grade.is_counted()) {
        groups.entry((&grade.language, grade.kind, grade.granularity)).or_default().push(grade);
    }
    let mut rows = Vec::new();
    for grades in groups.into_values() {
        rows.push(LeaderboardRow { seen: seen(&grades), ..row(run.header, ALL, &grades, bootstrap) });
        for tier in [Tier::Plain, Tier::Full] {
            let of_tier = |grade: &&Grade| run.tiers.get(&grade.task) == Some(&tier);
            let grades: Vec<&Grade> = grades.iter().copied().filter(of_tier).collect();
            if !grades.is_empty() {
                rows.push(row(run.header, tier.name(), &grades, bootstrap));
            }
        }
    }
    rows
}

/// What is said of tasks of one language, kind and granularity, never none.
fn row(header: &RunHeader, tier: &str, grades: &[&Grade], bootstrap: &Bootstrap) -> LeaderboardRow {
    let totals = Totals::new(tier, grades, bootstrap);
    let counts = &totals.counts;
    LeaderboardRow {
        language: grades[0].language.clone(),
        kind: grades[0].kind.name().to_owned(),
        granularity: grades[0].granularity.name().to_owned(),
        tier: tier.to_owned(),
        slicer: header.slicer.name.clone(),
        role: header.slicer.role,
        version: header.slicer.version.clone(),
        date: header.created.chars().take("2000-01-01".len()).collect(),
        suite: header.suite.hash.clone(),
        tasks: totals.n_tasks,
        answered: totals.answered.n_tasks,
        exact: counts.exact,
        complete: counts.complete,
        incomplete: counts.incomplete,
        not_a_slice: counts.not_a_slice,
        unsupported: counts.unsupported,
        failed: counts.failed,
        recall_answered: totals.answered.recall.mean,
        precision_answered: totals.answered.precision.mean,
        f1_answered: totals.answered.f1.mean,
        recall_supported: totals.supported.recall.mean,
        f1_supported: totals.supported.f1.mean,
        size: totals.answered.size.mean,
        time_s: totals.wall_s / totals.n_tasks as f64,
        seen: Vec::new(),
    }
}

/// What a slicer was seen to do wrong, each with a task to look at.
fn seen(grades: &[&Grade]) -> Vec<String> {
    let mut seen = Vec::new();
    let is_no_slice =
        |grade: &Grade| matches!(grade.verdict, AnswerVerdict::NotASlice | AnswerVerdict::WrongCriterion);
    let no_slices: Vec<&&Grade> = grades.iter().filter(|grade| is_no_slice(grade)).collect();
    if let Some(first) = no_slices.first() {
        let what = first.verdict.name();
        seen.push(format!(
            "{} no slice of the program, first in `{}` ({what})",
            are(no_slices.len()),
            first.task
        ));
    }
    let incomplete: Vec<&&Grade> =
        grades.iter().filter(|grade| grade.verdict == AnswerVerdict::Incomplete).collect();
    if let Some(worst) = incomplete.iter().max_by_key(|grade| (grade.counts.missing, &grade.task)) {
        let (missing, gold) = (worst.counts.missing, worst.counts.gold_counted());
        let n = incomplete.len();
        seen.push(format!(
            "{n} × incomplete, at worst {missing} of {gold} nodes missing, in `{}`",
            worst.task
        ));
    }
    let largest = grades.iter().max_by_key(|grade| (grade.counts.surplus, &grade.task));
    if let Some(largest) = largest.filter(|grade| grade.counts.surplus > 0) {
        let (surplus, gold) = (largest.counts.surplus, largest.counts.gold_counted());
        seen.push(format!("at worst {surplus} nodes more than the {gold} of gold, in `{}`", largest.task));
    }
    let grades: Vec<Grade> = grades.iter().map(|grade| (*grade).clone()).collect();
    for FailureGroup { why, n_tasks, first, .. } in FailureGroup::all(&grades).into_iter().take(N_REASONS) {
        seen.push(format!("{n_tasks} × {why}, first in `{first}`"));
    }
    seen
}

fn are(n: usize) -> String {
    if n == 1 { "1 answer is".to_owned() } else { format!("{n} answers are") }
}

const ANSWERED: &str = "over answered";
const SUPPORTED: &str = "over supported";

const fn below(column: Column, group: &'static str) -> Column {
    Column { group, ..column }
}

const COLUMNS: [FilledColumn<LeaderboardRow>; 18] = [
    (
        left("slicer", 0),
        |row| if row.is_whole() { printable(&row.slicer) } else { format!("· {}", row.tier) },
    ),
    (Column { squeeze: Some(12), ..left("version", 9) }, |row| of_whole(row, row.version.as_deref())),
    (Column { align: Align::Right, ..left("date", 10) }, |row| of_whole(row, Some(&row.date))),
    (right("tasks", "tasks", 0), |row| row.tasks.to_string()),
    (right("answered", "answ", 0), |row| row.answered.to_string()),
    (right("exact", "exact", 0), |row| row.exact.to_string()),
    (right("complete", "compl", 4), |row| row.complete.to_string()),
    (right("incomplete", "inc", 0), |row| row.incomplete.to_string()),
    (right("not a slice", "not", 5), |row| row.not_a_slice.to_string()),
    (right("unsupported", "uns", 6), |row| row.unsupported.to_string()),
    (right("failed", "fail", 0), |row| row.failed.to_string()),
    (below(right("recall", "R", 0), ANSWERED), |row| ratio(row.recall_answered)),
    (below(right("precision", "P", 0), ANSWERED), |row| ratio(row.precision_answered)),
    (below(right("F1", "F1", 7), ANSWERED), |row| ratio(row.f1_answered)),
    (below(right("size", "size", 3), ANSWERED), |row| share(row.size)),
    (below(right("recall", "R", 8), SUPPORTED), |row| ratio(row.recall_supported)),
    (below(right("F1", "F1", 0), SUPPORTED), |row| ratio(row.f1_supported)),
    (right("time", "time", 2), |row| seconds(row.time_s)),
];

/// A cell of the row of all tiers, which is not said again below it.
fn of_whole(row: &LeaderboardRow, text: Option<&str>) -> String {
    match text {
        _ if !row.is_whole() => String::new(),
        Some(text) => printable(text),
        None => NONE.to_owned(),
    }
}

/// The rows that say something: not those of the only tier that a language has.
fn shown(group: &[LeaderboardRow]) -> impl Iterator<Item = &LeaderboardRow> {
    let n_tasks = |row: &LeaderboardRow| {
        let whole = group.iter().find(|whole| whole.is_whole() && whole.slicer == row.slicer);
        whole.map(|whole| whole.tasks)
    };
    group.iter().filter(move |row| row.is_whole() || n_tasks(row) != Some(row.tasks))
}

impl Render for Leaderboard {
    fn document(&self) -> Document {
        let mut blocks = Vec::new();
        for group in self.groups() {
            let (language, kind, granularity) = group[0].group();
            blocks.push(Block::Heading(format!("{language}: {kind} slices, by {granularity}")));
            blocks.push(Block::Table(TextTable::new(&COLUMNS, shown(group))));
            for row in group.iter().filter(|row| !row.seen.is_empty()) {
                let seen: Vec<String> = row.seen.iter().map(|what| printable(what)).collect();
                blocks.push(Block::Note(format!("{}: {}.", printable(&row.slicer), seen.join("; "))));
            }
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(&self.rows, &LeaderboardRow::COLUMNS)
    }
}
