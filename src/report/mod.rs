//! Numbers to text: what grades say, per task and in total, in every format.
//!
//! In: [`Grade`]s. Out: a [`Report`], which holds every number, and from it a table for people, Markdown,
//! JSON or CSV. The format writers (one file each) compute nothing, so all formats agree. No IO.

mod comparison;
mod csv;
mod digest;
mod document;
mod escape;
mod export;
mod failures;
mod github;
mod history;
mod html;
mod json;
mod junit;
mod latex;
mod leaderboard;
mod listing;
mod markdown;
mod pairs;
mod records;
mod render;
mod row;
mod run_document;
mod runs;
mod sarif;
mod shell;
mod slice_sizes;
mod slicers;
mod svg;
mod sweep;
mod table;
mod total_records;
mod totals;
mod width;

use std::collections::{BTreeMap, BTreeSet};

use crate::grade::Grade;
use crate::results::Granularity;
use crate::stats::Bootstrap;
use crate::suite::SliceKind;

pub use comparison::{ComparisonReport, MarkedSource};
pub use document::{Align, Block, Column, Document, TextTable};
pub use escape::{for_terminal, printable};
pub use export::{Export, export};
pub use failures::FailureGroup;
pub use github::{annotations, step_summary};
pub use history::HistoryTable;
pub use junit::xml_text;
pub use latex::latex_text;
pub use leaderboard::{Leaderboard, LeaderboardRow, LeaderboardRun};
pub use listing::Listing;
pub use pairs::NamedPair;
pub use records::Records;
pub use render::{Artifact, Format, Render};
pub use row::{PrecisionMark, Row};
pub use run_document::{Division, RunView, Sort, ViewedReport, Which};
pub use runs::{
    BaselineState, CommonTasks, FaultTree, NamedNumbers, NodeFault, NodeReason, OutputExcerpt, PaperColumns,
    PaperTable, PaperTableCell, PaperTableRow, PaperTableSlicer, QuotedNumber, RankedMean, ReferenceCurve,
    ReportInput, ReportedRun, RunSet, SearchNumbers, SearchRow, SearchTable, SizeMeans, SlicerSummary,
    SourceView, StageNumbers, TaskFacts, TaskView, TextPiece, TokenMark, TokenNodes, visible,
};
pub use shell::{joined, shell_lines, shell_word};
pub use slice_sizes::{SliceSizeRow, SliceSizes};
pub use slicers::{SlicerEntry, SlicerList};
pub use sweep::{SweepRanges, SweepRow, SweepTable};
pub use totals::{Average, Averages, TaskCounts, Totals};
pub use width::{char_columns, columns, start};

/// Everything that the grades of one slicer say.
#[derive(Clone, Debug)]
pub struct Report {
    /// One row per task, ordered by task id.
    pub rows: Vec<Row>,
    /// One per kind of slice and granularity, ordered; numbers of different sections are never averaged.
    pub sections: Vec<Section>,
    /// Number of tasks that are not supported, by what the adapter does not declare; they are in no section.
    pub not_supported: BTreeMap<String, usize>,
    /// Why there is no answer to supported tasks, the most frequent reason first.
    pub failures: Vec<FailureGroup>,
}

/// Totals over the tasks of one kind of slice, graded at one granularity.
#[derive(Clone, Debug)]
pub struct Section {
    /// What the slices have to preserve.
    pub kind: SliceKind,
    /// Unit of the grades.
    pub granularity: Granularity,
    /// Over all supported tasks of the section.
    pub totals: Totals,
    /// Over the tasks of each language, ordered by name.
    pub languages: Vec<Totals>,
    /// Over the tasks of each tier, ordered by name.
    pub tiers: Vec<Totals>,
    /// Over the tasks with each label, ordered by label; a task counts under each of its labels.
    pub labels: Vec<Totals>,
}

impl Report {
    /// Computes every number. Grades of tasks that are not supported, contested or incomparable have a row and are in no total.
    pub fn new(grades: &[Grade], bootstrap: &Bootstrap) -> Report {
        let mut sorted: Vec<&Grade> = grades.iter().collect();
        sorted.sort_by(|a, b| a.task.cmp(&b.task));
        let mut groups: BTreeMap<(SliceKind, Granularity), Vec<&Grade>> = BTreeMap::new();
        for grade in sorted.iter().copied().filter(|grade| grade.is_counted()) {
            groups.entry((grade.kind, grade.granularity)).or_default().push(grade);
        }
        let mut not_supported = BTreeMap::new();
        for grade in sorted.iter().filter(|grade| !grade.supported) {
            *not_supported.entry(grade.reason.as_deref().map(printable).unwrap_or_default()).or_default() +=
                1;
        }
        Report {
            failures: failures::groups(&sorted),
            not_supported,
            rows: sorted.into_iter().map(Row::new).collect(),
            sections: groups
                .into_iter()
                .map(|((kind, granularity), grades)| Section::new(kind, granularity, &grades, bootstrap))
                .collect(),
        }
    }
}

impl Section {
    /// Kind of slice and granularity in words: `static, expression`.
    pub fn name(&self) -> String {
        format!("{}, {}", self.kind.name(), self.granularity.name())
    }

    fn new(kind: SliceKind, granularity: Granularity, grades: &[&Grade], bootstrap: &Bootstrap) -> Section {
        let part = |name: &str, keep: &dyn Fn(&Grade) -> bool| {
            let part: Vec<&Grade> = grades.iter().copied().filter(|grade| keep(grade)).collect();
            Totals::new(name, &part, bootstrap)
        };
        let languages: BTreeSet<&str> = grades.iter().map(|grade| grade.language.as_str()).collect();
        let tiers: BTreeSet<&str> = grades.iter().map(|grade| grade.tier.name()).collect();
        let labels: BTreeSet<&str> =
            grades.iter().flat_map(|grade| &grade.labels).map(String::as_str).collect();
        Section {
            kind,
            granularity,
            totals: Totals::new("all", grades, bootstrap),
            languages: languages
                .into_iter()
                .map(|name| part(name, &|grade| grade.language == name))
                .collect(),
            tiers: tiers.into_iter().map(|name| part(name, &|grade| grade.tier.name() == name)).collect(),
            labels: labels
                .into_iter()
                .map(|name| part(name, &|grade| grade.labels.iter().any(|label| label == name)))
                .collect(),
        }
    }
}
