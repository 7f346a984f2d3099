//! Several runs as one value: everything that any exported report says, for all formats alike.
//!
//! In: per run its header, grades and answers. Out: a [`RunSet`], in which every number is computed once.

mod common_tasks;
mod fault_tree;
mod named_numbers;
mod output;
mod paper_table;
mod search_table;
mod slicer_pairs;
mod source_view;
mod summary;
mod task_view;
mod threats;

use std::collections::{BTreeMap, BTreeSet};

use super::{ComparisonReport, HistoryTable, Report, Row, Section, SweepTable};
use crate::compare::{Aggregate, Change, GateVerdict, Metric, Outcome, TaskChange, aggregates};
use crate::grade::Grade;
use crate::results::{RunHeader, Status, StoredSearch, ToolStamp};
use crate::stats::Bootstrap;
use crate::suite::{Evidence, SliceKind, Task, Tier};

pub use common_tasks::{CommonTasks, ReferenceCurve};
pub use fault_tree::FaultTree;
pub use named_numbers::{NamedNumbers, QuotedNumber};
pub use output::{OutputExcerpt, visible};
pub use paper_table::{PaperColumns, PaperTable, PaperTableCell, PaperTableRow, PaperTableSlicer, SizeMeans};
pub use search_table::{SearchNumbers, SearchRow, SearchTable, StageNumbers};
pub use source_view::{SourceView, TextPiece, TokenNodes};
pub use summary::{RankedMean, SlicerSummary};
pub use task_view::{BaselineState, NodeFault, NodeReason, TaskView, TokenMark};

/// Everything that several runs say.
#[derive(Clone, Debug)]
pub struct RunSet {
    /// The program that made the report.
    pub tool: ToolStamp,
    /// One per run, in the order given; names are unique.
    pub runs: Vec<ReportedRun>,
    /// The tasks of all runs, ordered by id.
    pub tasks: Vec<TaskFacts>,
    /// The tasks that all slicers answered, with the means over these.
    pub common: CommonTasks,
    /// How intervals were computed.
    pub bootstrap: Bootstrap,
    /// Searches for minimal slices, in the order given.
    pub searches: Vec<StoredSearch>,
    /// Pairs of slicers on every variable, in the order given.
    pub sweeps: Vec<SweepTable>,
    /// In front of the paths of programs in what code hosts read: the folder of the suite, from that of the repository.
    pub uri_base: String,
    /// For what pages tables of a paper are made.
    pub paper_columns: PaperColumns,
    /// What the labels of the suite mean.
    pub label_meanings: BTreeMap<String, String>,
    /// Slicers over time, in the order of the runs; only where that was asked for.
    pub histories: Vec<HistoryTable>,
    /// What the gate asks of means, drawn beside what they were.
    pub gate_limits: BTreeMap<Metric, f64>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct ReportedRun {
    /// Name of the slicer, with the run's name where a slicer occurs twice.
    pub name: String,
    /// Folder of the run as it was named.
    pub folder: String,
    /// What was asked.
    pub header: RunHeader,
    /// Its numbers.
    pub report: Report,
    /// Times of the answered tasks, seconds, ascending.
    pub times_s: Vec<f64>,
    /// What each answer is worth in nodes.
    pub outcomes: BTreeMap<String, Outcome>,
    /// What is shown of each task.
    pub views: BTreeMap<String, TaskView>,
    /// What changed since its baseline, and whether that passes; `None` without one.
    pub comparison: Option<ComparisonReport>,
}

/// What is true of a task whoever answers it.
#[derive(Clone, Debug)]
pub struct TaskFacts {
    /// Task id.
    pub id: String,
    /// Title of its benchmark.
    pub title: String,
    /// Language name.
    pub language: String,
    /// Labels, sorted.
    pub labels: Vec<String>,
    /// What is expected of a slicer on the program.
    pub tier: Tier,
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
    /// Name of the variable; `None` when the criterion is all statements that begin on the line.
    pub variable: Option<String>,
    /// 1-based, among the occurrences on the line.
    pub occurrence: usize,
    /// Nodes of the program.
    pub nodes: usize,
    /// Nodes of the main gold slice.
    pub gold_nodes: usize,
}

/// A run to be put into a report.
#[derive(Clone, Debug)]
pub struct ReportInput {
    /// Folder of the run as it was named.
    pub folder: String,
    /// What was asked.
    pub header: RunHeader,
    /// The grades.
    pub grades: Vec<Grade>,
    /// What each answer is worth in nodes.
    pub outcomes: BTreeMap<String, Outcome>,
    /// What is shown of each task.
    pub views: BTreeMap<String, TaskView>,
    /// What changed since its baseline; `None` without one.
    pub comparison: Option<ComparisonReport>,
}

impl TaskFacts {
    /// Facts of a task; sizes are those that the suite's own tree has.
    pub fn new(task: Task<'_>, gold_nodes: usize) -> TaskFacts {
        let (benchmark, criterion) = (task.benchmark, task.criterion);
        TaskFacts {
            id: task.id(),
            title: benchmark.title.clone(),
            language: benchmark.language.name().to_owned(),
            labels: criterion.labels.clone(),
            tier: benchmark.tier,
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

impl RunSet {
    /// Computes every number of runs; searches and sweeps are put in afterwards. `tasks` may have more tasks than the
    /// runs; those are left out.
    pub fn new(inputs: Vec<ReportInput>, tasks: Vec<TaskFacts>, bootstrap: &Bootstrap) -> RunSet {
        let names: Vec<String> = inputs.iter().map(|input| input.header.slicer.name.clone()).collect();
        let runs: Vec<ReportedRun> = inputs
            .into_iter()
            .enumerate()
            .map(|(idx, input)| {
                let is_twice = names.iter().filter(|name| **name == names[idx]).count() > 1;
                let suffix = if is_twice { format!(" #{}", idx + 1) } else { String::new() };
                ReportedRun::new(format!("{}{suffix}", names[idx]), input, bootstrap)
            })
            .collect();
        let is_asked = |id: &str| runs.iter().any(|run| run.row(id).is_some());
        let mut tasks: Vec<TaskFacts> = tasks.into_iter().filter(|task| is_asked(&task.id)).collect();
        tasks.sort_by(|a, b| a.id.cmp(&b.id));
        let common = CommonTasks::new(&runs, &tasks);
        RunSet {
            tool: ToolStamp::this(),
            runs,
            tasks,
            common,
            bootstrap: *bootstrap,
            searches: Vec::new(),
            sweeps: Vec::new(),
            uri_base: String::new(),
            paper_columns: PaperColumns::default(),
            label_meanings: BTreeMap::new(),
            histories: Vec::new(),
            gate_limits: BTreeMap::new(),
        }
    }

    /// What became of each task from one run to another by the rules of `compare`, in the order of the tasks; `None` of
    /// tasks that neither has.
    pub fn changes(&self, base_idx: usize, current_idx: usize) -> Vec<Option<TaskChange>> {
        let [base, current] = [base_idx, current_idx].map(|idx| &self.runs[idx].outcomes);
        let change = |id: &str| {
            let (base, current) = (base.get(id), current.get(id));
            let is_known = base.is_some() || current.is_some();
            is_known.then(|| TaskChange::new(id, base.cloned(), current.cloned()))
        };
        self.tasks.iter().map(|task| change(&task.id)).collect()
    }

    /// Averages of two runs over the tasks that both have, with the paired intervals of `compare`.
    pub fn aggregates(&self, base_idx: usize, current_idx: usize) -> Vec<Aggregate> {
        let changes: Vec<TaskChange> = self.changes(base_idx, current_idx).into_iter().flatten().collect();
        aggregates(&changes, &self.bootstrap)
    }
}

impl ReportedRun {
    fn new(name: String, input: ReportInput, bootstrap: &Bootstrap) -> ReportedRun {
        let answered = input.grades.iter().filter(|grade| grade.status == Status::Answered);
        let mut times_s: Vec<f64> = answered.map(|grade| grade.wall_s).collect();
        times_s.sort_by(f64::total_cmp);
        ReportedRun {
            name,
            folder: input.folder,
            header: input.header,
            report: Report::new(&input.grades, bootstrap),
            times_s,
            outcomes: input.outcomes,
            views: input.views,
            comparison: input.comparison,
        }
    }

    /// The row of a task; rows are ordered by task.
    pub fn row(&self, task: &str) -> Option<&Row> {
        let rows = &self.report.rows;
        rows.binary_search_by(|row| row.task.as_str().cmp(task)).ok().map(|idx| &rows[idx])
    }

    /// Task ids in the order of everything that lists changes: the worst first, where there is a baseline; else by id.
    pub fn worst_first(&self) -> Vec<&str> {
        let changed = self.comparison.iter().flat_map(|report| report.comparison.ranked(Change::ALL));
        let mut ids: Vec<&str> = changed.map(|task| task.task.as_str()).collect();
        let ranked: BTreeSet<&str> = ids.iter().copied().collect();
        let rows = self.report.rows.iter().map(|row| row.task.as_str());
        ids.extend(rows.filter(|task| !ranked.contains(task)));
        ids
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

    /// The rows that the totals of a section are of.
    fn rows_of(&self, section: &Section) -> Vec<&Row> {
        let granularity = section.granularity.name();
        let rows = self.report.rows.iter();
        rows.filter(|row| row.kind == section.kind && row.granularity == granularity)
            .filter(|row| row.is_counted())
            .collect()
    }
}
