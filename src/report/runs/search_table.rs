//! Searches for minimal slices beside each other: a row per criterion, sums and means below.
//!
//! The columns are those of Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019: what phase 1 left,
//! then what each further number of nodes deleted together took.

use super::RunSet;
use super::paper_table::mean;
use crate::results::{StoredSearch, StoredStage};
use crate::suite::criterion_id;

/// Several searches.
#[derive(Clone, Debug, Default)]
pub struct SearchTable {
    /// In the order in which they were given.
    pub rows: Vec<SearchRow>,
    /// Most nodes that some search deleted together; `stages` of every row has so many.
    pub depth: usize,
    /// Over all searches that have the number.
    pub sum: SearchNumbers,
    /// Over all searches that have the number.
    pub mean: SearchNumbers,
    /// How many searches finished each number of nodes deleted together.
    pub n_stages: Vec<usize>,
}

/// One search.
#[derive(Clone, Debug)]
pub struct SearchRow {
    /// The task, or the file with line and variable.
    pub name: String,
    /// No set of up to so many nodes can go; `None` when no set of any size can.
    pub depth: Option<usize>,
    /// Why it ended, in words.
    pub end: String,
    /// Random inputs that did not refute the slice.
    pub n_random: usize,
    /// Statements and clauses that no input reaches.
    pub n_gaps: usize,
    /// Its numbers.
    pub numbers: SearchNumbers,
}

/// Numbers of one search, or their sums or means; `None` where there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchNumbers {
    /// Nodes of the program.
    pub nodes: Option<f64>,
    /// Test inputs.
    pub n_inputs: Option<f64>,
    /// Share of the statements and clauses that they reach, 0.0 to 1.0; no sum.
    pub coverage: Option<f64>,
    /// Phase 1: calls of slicers, seconds, nodes of the slice.
    pub phase_1: StageNumbers,
    /// Phase 2: candidates judged, seconds, nodes of the slice.
    pub phase_2: StageNumbers,
    /// Nodes of the slice as a share of the program's, 0.0 to 1.0; no sum.
    pub size: Option<f64>,
    /// All phases, seconds.
    pub total_s: Option<f64>,
    /// Phase 2 up to 1, 2, 3 … nodes deleted together.
    pub stages: Vec<StageNumbers>,
}

/// What a part of a search took and left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageNumbers {
    /// Calls of slicers, or candidates judged, since the phase began.
    pub n_iterations: Option<f64>,
    /// Seconds since the phase began.
    pub wall_s: Option<f64>,
    /// Nodes of the slice then.
    pub nodes: Option<f64>,
}

impl RunSet {
    /// The searches with their sums and means.
    pub fn search_table(&self) -> SearchTable {
        SearchTable::new(&self.searches)
    }
}

impl SearchTable {
    /// Computes every number.
    pub fn new(searches: &[StoredSearch]) -> SearchTable {
        let depths = searches.iter().flat_map(|search| &search.stages).map(|stage| stage.nodes_together);
        let depth = depths.max().unwrap_or(0);
        let rows: Vec<SearchRow> = searches.iter().map(|search| SearchRow::new(search, depth)).collect();
        let of = |sum: bool| SearchNumbers::of_all(&rows, depth, sum);
        let has_stage =
            |idx: usize| rows.iter().filter(|row| row.numbers.stages[idx].nodes.is_some()).count();
        SearchTable {
            depth,
            sum: of(true),
            mean: of(false),
            n_stages: (0..depth).map(has_stage).collect(),
            rows,
        }
    }
}

impl SearchRow {
    fn new(search: &StoredSearch, depth: usize) -> SearchRow {
        let phase = |n_iterations: u64, wall_s: f64, nodes: usize| StageNumbers {
            n_iterations: Some(n_iterations as f64),
            wall_s: Some(wall_s),
            nodes: Some(nodes as f64),
        };
        let stage = |stage: &StoredStage| phase(stage.candidates, stage.wall_s, stage.slice_nodes);
        let stages = (1..=depth).map(|depth| {
            search
                .stages
                .iter()
                .find(|found| found.nodes_together == depth)
                .map_or_else(Default::default, stage)
        });
        let composed = &search.phase_1;
        let phase_1 = match composed.calls {
            0 => StageNumbers::default(),
            n_calls => phase(n_calls as u64, search.time_s.phase_1, composed.slice_nodes),
        };
        let share = |part: usize, of: usize| (of > 0).then(|| part as f64 / of as f64);
        SearchRow {
            name: name(search),
            depth: (!search.proved.unbounded).then_some(search.proved.depth),
            end: search.proved.end.clone(),
            n_random: search.inputs.random,
            n_gaps: search.coverage.of.saturating_sub(search.coverage.reached),
            numbers: SearchNumbers {
                nodes: Some(search.nodes as f64),
                n_inputs: Some(search.inputs.kept.len() as f64),
                coverage: share(search.coverage.reached, search.coverage.of),
                phase_1,
                phase_2: phase(search.candidates, search.time_s.phase_2, search.slice_nodes),
                size: share(search.slice_nodes, search.nodes),
                total_s: Some(search.time_s.total_s()),
                stages: stages.collect(),
            },
        }
    }
}

/// Ids of tasks name their criterion; a file does not.
fn name(search: &StoredSearch) -> String {
    let criterion = &search.criterion;
    let last = search.program.rsplit('/').next().unwrap_or_default();
    let variable = criterion.variable.as_deref().unwrap_or_default();
    match last.starts_with(&criterion_id(criterion.line, variable)) {
        true => search.program.clone(),
        false => format!("{}:{} {variable}", search.program, criterion.line).trim_end().to_owned(),
    }
}

impl SearchNumbers {
    fn of_all(rows: &[SearchRow], depth: usize, is_sum: bool) -> SearchNumbers {
        let all = |number: &dyn Fn(&SearchNumbers) -> Option<f64>| {
            let values: Vec<f64> = rows.iter().filter_map(|row| number(&row.numbers)).collect();
            match is_sum {
                true => (!values.is_empty()).then(|| values.iter().sum()),
                false => mean(values.into_iter()),
            }
        };
        let shares = |number: &dyn Fn(&SearchNumbers) -> Option<f64>| if is_sum { None } else { all(number) };
        let stage = |of: &dyn Fn(&SearchNumbers) -> StageNumbers| StageNumbers {
            n_iterations: all(&|numbers| of(numbers).n_iterations),
            wall_s: all(&|numbers| of(numbers).wall_s),
            nodes: all(&|numbers| of(numbers).nodes),
        };
        SearchNumbers {
            nodes: all(&|numbers| numbers.nodes),
            n_inputs: all(&|numbers| numbers.n_inputs),
            coverage: shares(&|numbers| numbers.coverage),
            phase_1: stage(&|numbers| numbers.phase_1),
            phase_2: stage(&|numbers| numbers.phase_2),
            size: shares(&|numbers| numbers.size),
            total_s: all(&|numbers| numbers.total_s),
            stages: (0..depth).map(|idx| stage(&|numbers| numbers.stages[idx])).collect(),
        }
    }
}
