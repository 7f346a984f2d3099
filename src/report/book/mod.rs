//! Several runs as one value: everything that any exported report says, for all formats alike.
//!
//! In: per run its header, grades and pages. Out: a [`Book`], in which every number is computed once.

mod excerpt;
mod lines;
mod names;
mod page;
mod pairs;
mod pieces;
mod reference;
mod searches;
mod sheet;
mod threats;

use std::collections::BTreeMap;

use super::{ComparisonReport, Report, Row, Section, SweepTable};
use crate::compare::{GateVerdict, Outcome};
use crate::grade::Grade;
use crate::results::{RunHeader, Status, StoredSearch, ToolStamp};
use crate::stats::Bootstrap;
use crate::suite::{Evidence, SliceKind, Task};

pub use excerpt::{Excerpt, visible};
pub use lines::{Line, Standing};
pub use names::{Names, Number};
pub use page::{Fault, Mark as TokenMark, Page, Since};
pub use pieces::{Piece, PieceFile, Token};
pub use reference::{Common, Reference, STEPS};
pub use searches::{SearchNumbers, SearchRow, SearchTable, StageNumbers};
pub use sheet::{Sheet, SheetEntry, SheetRow, SheetSlicer, SizeMeans};

/// Everything that several runs say.
#[derive(Clone, Debug)]
pub struct Book {
    /// The program that made the report.
    pub tool: ToolStamp,
    /// One per run, in the order given; names are unique.
    pub chapters: Vec<Chapter>,
    /// The tasks of all runs, ordered by id.
    pub tasks: Vec<Facts>,
    /// The tasks that all slicers answered, with the means over these.
    pub common: Common,
    /// How intervals were computed.
    pub bootstrap: Bootstrap,
    /// Searches for minimal slices, in the order given.
    pub searches: Vec<StoredSearch>,
    /// Pairs of slicers on every variable, in the order given.
    pub sweeps: Vec<SweepTable>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Name of the slicer, with the run's name where a slicer occurs twice.
    pub name: String,
    /// Folder of the run as it was named.
    pub run: String,
    /// What was asked.
    pub header: RunHeader,
    /// Its numbers.
    pub report: Report,
    /// Times of the answered tasks, seconds, ascending.
    pub times_s: Vec<f64>,
    /// What each answer is worth in nodes.
    pub outcomes: BTreeMap<String, Outcome>,
    /// What is shown of each task.
    pub pages: BTreeMap<String, Page>,
    /// What changed since its baseline, and whether that passes; `None` without one.
    pub comparison: Option<ComparisonReport>,
}

/// What is true of a task whoever answers it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Task id.
    pub id: String,
    /// Title of its benchmark.
    pub title: String,
    /// Language name.
    pub language: String,
    /// Labels, sorted.
    pub labels: Vec<String>,
    /// What the slice has to preserve.
    pub kind: SliceKind,
    /// How well the gold slice is established.
    pub evidence: Evidence,
    /// Why the criterion is contested.
    pub contested: Option<String>,
    /// Program file of the criterion.
    pub file: String,
    /// 1-based line of the criterion.
    pub line: usize,
    /// Name of the variable.
    pub variable: String,
    /// 1-based, among the occurrences on the line.
    pub occurrence: usize,
    /// Nodes of the program.
    pub nodes: usize,
    /// Nodes of the main gold slice.
    pub gold_nodes: usize,
}

/// A run to be put into a book.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Folder of the run as it was named.
    pub run: String,
    /// What was asked.
    pub header: RunHeader,
    /// The grades.
    pub grades: Vec<Grade>,
    /// What each answer is worth in nodes.
    pub outcomes: BTreeMap<String, Outcome>,
    /// What is shown of each task.
    pub pages: BTreeMap<String, Page>,
    /// What changed since its baseline; `None` without one.
    pub comparison: Option<ComparisonReport>,
}

impl Facts {
    /// Facts of a task; sizes are those that the suite's own tree has.
    pub fn new(task: Task<'_>, gold_nodes: usize) -> Facts {
        let (benchmark, criterion) = (task.benchmark, task.criterion);
        Facts {
            id: task.id(),
            title: benchmark.title.clone(),
            language: benchmark.language.name().to_owned(),
            labels: criterion.labels.clone(),
            kind: criterion.kind,
            evidence: criterion.evidence,
            contested: criterion.contested.clone(),
            file: benchmark.tree.file(criterion.file_idx).path.display().to_string(),
            line: criterion.line,
            variable: criterion.variable.clone(),
            occurrence: criterion.occurrence,
            nodes: benchmark.tree.n_counted(),
            gold_nodes,
        }
    }
}

impl Book {
    /// Computes every number of runs; searches and sweeps are put in afterwards. `tasks` may have more tasks than the
    /// runs; those are left out.
    pub fn new(entries: Vec<Entry>, tasks: Vec<Facts>, bootstrap: &Bootstrap) -> Book {
        let names: Vec<String> = entries.iter().map(|entry| entry.header.slicer.name.clone()).collect();
        let chapters: Vec<Chapter> = entries
            .into_iter()
            .enumerate()
            .map(|(idx, entry)| {
                let is_twice = names.iter().filter(|name| **name == names[idx]).count() > 1;
                let suffix = if is_twice { format!(" #{}", idx + 1) } else { String::new() };
                Chapter::new(format!("{}{suffix}", names[idx]), entry, bootstrap)
            })
            .collect();
        let is_asked = |id: &str| chapters.iter().any(|chapter| chapter.row(id).is_some());
        let mut tasks: Vec<Facts> = tasks.into_iter().filter(|task| is_asked(&task.id)).collect();
        tasks.sort_by(|a, b| a.id.cmp(&b.id));
        let common = Common::new(&chapters, &tasks);
        Book {
            tool: ToolStamp::this(),
            chapters,
            tasks,
            common,
            bootstrap: *bootstrap,
            searches: Vec::new(),
            sweeps: Vec::new(),
        }
    }

    /// The searches with their sums and means.
    pub fn search_table(&self) -> SearchTable {
        SearchTable::new(&self.searches)
    }
}

impl Chapter {
    fn new(name: String, entry: Entry, bootstrap: &Bootstrap) -> Chapter {
        let answered = entry.grades.iter().filter(|grade| grade.status == Status::Answered);
        let mut times_s: Vec<f64> = answered.map(|grade| grade.wall_s).collect();
        times_s.sort_by(f64::total_cmp);
        Chapter {
            name,
            run: entry.run,
            header: entry.header,
            report: Report::new(&entry.grades, bootstrap),
            times_s,
            outcomes: entry.outcomes,
            pages: entry.pages,
            comparison: entry.comparison,
        }
    }

    /// The row of a task; rows are ordered by task.
    pub fn row(&self, task: &str) -> Option<&Row> {
        let rows = &self.report.rows;
        rows.binary_search_by(|row| row.task.as_str().cmp(task)).ok().map(|idx| &rows[idx])
    }

    /// The verdict of the gate; `None` without a baseline.
    pub fn verdict(&self) -> Option<&GateVerdict> {
        self.comparison.as_ref().and_then(|report| report.verdict.as_ref())
    }

    /// The section with the most tasks, which is the one that tables of several slicers show.
    pub fn main_section(&self) -> Option<&Section> {
        let sections = &self.report.sections;
        sections.iter().rev().max_by_key(|section| section.totals.n_tasks)
    }
}
