//! The published comparison of slicers: a row per task, sizes and times per slicer, two averages below.
//!
//! The shape is that of the tables of Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019.

use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

use super::{ReportedRun, RunSet, TaskFacts};
use crate::grade::AnswerVerdict;
use crate::report::{Row, Section};

/// For what pages tables are made.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum PaperColumns {
    /// A landscape page.
    #[default]
    Landscape,
    /// A page with one column of text.
    One,
    /// A page with two columns: each table fits one of them.
    Two,
}

/// All tasks, with what every slicer answered.
#[derive(Clone, Debug)]
pub struct PaperTable {
    /// One per slicer, in the order of the runs.
    pub slicers: Vec<PaperTableSlicer>,
    /// Ordered by task.
    pub rows: Vec<PaperTableRow>,
    /// Mean nodes of program and gold slice over the tasks that are not contested; `None` when all are.
    pub nodes: Option<[f64; 2]>,
}

/// One slicer of the table.
#[derive(Clone, Debug)]
pub struct PaperTableSlicer {
    /// Name of the slicer.
    pub name: String,
    /// Same tasks, kind of slice and granularity as the first.
    pub is_comparable: bool,
    /// Over the answered tasks of its main section.
    pub answered: SizeMeans,
    /// Over all of them.
    pub all: SizeMeans,
}

/// Means of sizes and times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SizeMeans {
    /// Number of tasks.
    pub n: usize,
    /// Nodes of the slice; a task without an answer counts as its whole program. `None` when `n` is 0.
    pub nodes: Option<f64>,
    /// The same as a share of the program's nodes, 0.0 to 1.0.
    pub size: Option<f64>,
    /// Time of the slicer, seconds, with that of tasks without an answer.
    pub wall_s: Option<f64>,
}

/// One task of the table.
#[derive(Clone, Debug)]
pub struct PaperTableRow {
    /// What is true whoever answers.
    pub task: TaskFacts,
    /// One per slicer; `None` when its run has not the task.
    pub cells: Vec<Option<PaperTableCell>>,
}

/// What one slicer answered to one task.
#[derive(Clone, Debug)]
pub struct PaperTableCell {
    /// How the run ended.
    pub status: &'static str,
    /// Nodes of the answer; `None` without one.
    pub nodes: Option<usize>,
    /// The same as a share of the program's nodes; `None` also when the program is empty.
    pub size: Option<f64>,
    /// Recall, precision, F1; `None` when undefined or unanswered.
    pub ratios: [Option<f64>; 3],
    /// Time of the slicer, seconds.
    pub wall_s: f64,
    /// Nothing of gold is missing, and nothing is invented.
    pub is_complete: bool,
    /// Graded at the granularity of the first slicer, against the task as it was run.
    pub is_comparable: bool,
    /// The smallest of the complete comparable answers, where some comparable answer is larger or not complete.
    pub is_best: bool,
}

impl RunSet {
    /// The comparison of all slicers, task by task.
    pub fn paper_table(&self) -> PaperTable {
        let summaries = self.summaries();
        let slicers = self.runs.iter().map(|run| {
            let section = run.main_section();
            let name = section.map(Section::name);
            let summary = summaries
                .iter()
                .find(|summary| summary.slicer == run.name && Some(&summary.section) == name.as_ref());
            let [answered, all] = section.map_or_else(Default::default, |section| means(run, section));
            let is_comparable = summary.is_some_and(|summary| summary.is_comparable);
            PaperTableSlicer { name: run.name.clone(), is_comparable, answered, all }
        });
        let granularity =
            self.runs.first().and_then(ReportedRun::main_section).map(|section| section.granularity.name());
        let rows = self.tasks.iter().map(|task| {
            let mut cells: Vec<Option<PaperTableCell>> = self
                .runs
                .iter()
                .map(|run| run.row(&task.id).map(|row| PaperTableCell::new(row, granularity)))
                .collect();
            if task.contested.is_none() {
                mark_best(&mut cells);
            }
            PaperTableRow { task: task.clone(), cells }
        });
        PaperTable { slicers: slicers.collect(), rows: rows.collect(), nodes: self.mean_nodes() }
    }

    fn mean_nodes(&self) -> Option<[f64; 2]> {
        let counted: Vec<&TaskFacts> = self.tasks.iter().filter(|task| task.contested.is_none()).collect();
        let of = |nodes: fn(&TaskFacts) -> usize| mean(counted.iter().map(|task| nodes(task) as f64));
        Some([of(|task| task.nodes)?, of(|task| task.gold_nodes)?])
    }
}

impl PaperTableCell {
    fn new(row: &Row, granularity: Option<&str>) -> PaperTableCell {
        let complete = [AnswerVerdict::Exact, AnswerVerdict::Complete].map(AnswerVerdict::name);
        PaperTableCell {
            status: row.status,
            nodes: row.answered.then_some(row.slice_nodes),
            size: row.size,
            ratios: [row.recall, row.precision, row.f1],
            wall_s: row.wall_s,
            is_complete: complete.contains(&row.verdict),
            is_comparable: !row.incomparable && granularity == Some(row.granularity),
            is_best: false,
        }
    }
}

/// A small answer that lacks something of gold is not better than a large one that has it all.
fn mark_best(cells: &mut [Option<PaperTableCell>]) {
    let is_rival = |cell: &&PaperTableCell| cell.is_comparable && cell.nodes.is_some();
    let rivals: Vec<&PaperTableCell> = cells.iter().flatten().filter(is_rival).collect();
    let Some(best) = rivals.iter().filter(|cell| cell.is_complete).filter_map(|cell| cell.nodes).min() else {
        return;
    };
    let wins = |cell: &PaperTableCell| cell.is_complete && cell.nodes == Some(best);
    if rivals.iter().all(|cell| wins(cell)) {
        return;
    }
    for cell in cells.iter_mut().flatten().filter(|cell| cell.is_comparable) {
        cell.is_best = wins(cell);
    }
}

/// Over the answered and over the supported tasks of a section.
pub(super) fn means(run: &ReportedRun, section: &Section) -> [SizeMeans; 2] {
    let rows = run.rows_of(section);
    let answered: Vec<&Row> = rows.iter().copied().filter(|row| row.answered).collect();
    [SizeMeans::new(&answered), SizeMeans::new(&rows)]
}

impl SizeMeans {
    fn new(rows: &[&Row]) -> SizeMeans {
        // Whoever gets no slice has the program to read.
        let nodes = |row: &Row| if row.answered { row.slice_nodes } else { row.nodes };
        let size = |row: &&Row| if row.answered { row.size } else { (row.nodes > 0).then_some(1.0) };
        SizeMeans {
            n: rows.len(),
            nodes: mean(rows.iter().map(|row| nodes(row) as f64)),
            size: mean(rows.iter().filter_map(size)),
            wall_s: mean(rows.iter().map(|row| row.wall_s)),
        }
    }
}

/// The mean; `None` of nothing.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (n, sum) = values.fold((0_usize, 0.0), |(n, sum), value| (n + 1, sum + value));
    (n > 0).then(|| sum / n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(nodes: Option<usize>, is_complete: bool, is_comparable: bool) -> Option<PaperTableCell> {
        Some(PaperTableCell {
            status: "answered",
            nodes,
            size: None,
            ratios: [None; 3],
            wall_s: 0.0,
            is_complete,
            is_comparable,
            is_best: false,
        })
    }

    fn best(mut cells: Vec<Option<PaperTableCell>>) -> Vec<usize> {
        mark_best(&mut cells);
        let is_best = |idx: &usize| cells[*idx].as_ref().is_some_and(|cell| cell.is_best);
        (0..cells.len()).filter(is_best).collect()
    }

    #[test]
    fn the_smallest_complete_answer_is_best() {
        let complete = |nodes| cell(Some(nodes), true, true);
        assert_eq!(best(vec![complete(9), complete(7), complete(7)]), [1, 2]);
        assert_eq!(
            best(vec![complete(9), cell(Some(3), false, true)]),
            [0],
            "what lacks something is no rival"
        );
        assert_eq!(best(vec![complete(9), cell(Some(3), true, false)]), [0; 0], "another granularity");
        assert_eq!(best(vec![complete(9), cell(None, false, true), None]), [0; 0], "nobody else answered");
        assert_eq!(best(vec![complete(7), complete(7)]), [0; 0], "all are alike");
        assert_eq!(best(vec![cell(Some(3), false, true), cell(Some(4), false, true)]), [0; 0]);
    }
}
