//! Two slicers or more on every variable of every program: how large their slices are, and how long they take.
//!
//! In: programs, slicers, [`SweepOptions`]. Out: [`Measurement`]s, stored as they are made so that an
//! interrupted sweep goes on, and from them a [`SweepTable`] of two, or [`SliceSizes`] of more. No gold slice is needed: sizes are compared
//! with each other. The columns are those of Pérez Rubio, "Analysis Techniques for Software Maintenance",
//! 2023, tables 4.3, 4.4 and 5.1, and of Galindo, Krinke, Pérez, Silva, "Field-Sensitive Program Slicing", and those of sizes those of
//! Kumar, Sanyal, Khedker, "Sliced slices: separating data and control influences", 2014.
//! Rows of ranges of sizes are those of chapter 3 of the first. Times are those of [`SteadyState`].

mod criteria;
mod store;
mod subject;
mod table;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::adapter::{Adapter, Sandbox};
use crate::builtin::ProgramGraph;
use crate::error::{Problem, Result};
use crate::results::{Host, SlicerStamp, Status, SuiteStamp, ToolStamp, now};
use crate::run::said_version;
use crate::stats::SteadyState;
use crate::suite::{Benchmark, Task};

pub(crate) use crate::report::{SliceSizes, SweepRanges, SweepTable};
pub(crate) use criteria::{criterion_of, every_variable};
pub(crate) use store::{Sweep, merge};

use store::MeasurementStore;
use subject::SweepSubject;

/// Version of the files of a sweep.
pub(crate) const FORMAT: u64 = 1;
/// Seed of sweeps that do not say one.
const FIRST_SEED: u64 = 1;

fn first_seed() -> u64 {
    FIRST_SEED
}

/// What a sweep is asked, besides programs and slicers.
#[derive(Clone, Debug)]
pub(crate) struct SweepOptions {
    /// Folder of all results; the sweep gets `<out>/sweep/<first>,<second>/`, with all names.
    pub out: PathBuf,
    /// Most runs of a slicer that is called in process.
    pub in_process: SteadyState,
    /// Most runs of a command.
    pub command: SteadyState,
    /// Seed of slicers that use random numbers.
    pub seed: u64,
    /// Throw away what an earlier sweep of these slicers left.
    pub restart: bool,
    /// Only variables with objects that reach the result of their function, as [`ProgramGraph::returned_objects`] finds them.
    pub only_objects: bool,
    /// Walls around slicers that are commands.
    pub sandbox: Option<Sandbox>,
}

impl Default for SweepOptions {
    /// Slicers in process are run until they are steady, commands once.
    fn default() -> SweepOptions {
        SweepOptions {
            out: PathBuf::from("reports"),
            in_process: SteadyState::default(),
            command: SteadyState { max_runs: 1, ..SteadyState::default() },
            seed: FIRST_SEED,
            restart: false,
            only_objects: false,
            sandbox: None,
        }
    }
}

/// What was asked, in `sweep.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepHeader {
    /// [`FORMAT`].
    pub format: u64,
    /// When it began, UTC.
    pub created: String,
    /// Every measurement is there.
    pub complete: bool,
    /// This program.
    pub tool: ToolStamp,
    /// Where the programs come from; the number of tasks is that of the criteria.
    pub suite: SuiteStamp,
    /// The slicers, at least two; of two, the first is measured by the second.
    pub slicers: Vec<SlicerStamp>,
    /// Most runs in process and of a command.
    pub max_runs: [usize; 2],
    /// Seed of slicers that use random numbers.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Only variables with objects that reach the result of their function.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_objects: bool,
    /// The machine on which it began.
    #[serde(default)]
    pub host: Host,
}

/// One line of `measurements.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// `<language>/<benchmark>`.
    pub program: String,
    /// `s<line><Variable>` with file, occurrence and column where needed; `None` for the dependence graph of
    /// the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<String>,
    /// Name of the slicer.
    pub slicer: String,
    /// How it ended.
    pub status: Status,
    /// Counted nodes of the program; `None` in what older versions wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_nodes: Option<usize>,
    /// Counted nodes of the slice; `None` without an answer and for a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<usize>,
    /// Nodes of the answer that are nowhere in the program.
    #[serde(default)]
    pub invented: usize,
    /// Time of one run, seconds.
    pub wall_s: f64,
    /// Coefficient of variation of the runs behind it; `None` for a single run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<f64>,
    /// Runs made.
    pub n_runs: usize,
}

/// What happens during a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SweepEvent<'e> {
    /// It begins, or goes on; so many measurements are stored already.
    Begun {
        /// Folder of the measurements.
        dir: &'e Path,
        /// Measurements that will be there.
        n_measurements: usize,
        /// Those that are.
        n_stored: usize,
        /// What was wrong with others, which are made again.
        problems: &'e [Problem],
    },
    /// One more is stored.
    Measured(&'e Measurement),
}

/// Measures slicers on all variables of the programs; one after another, since they are timed.
///
/// # Errors
/// A slicer is missing or needs gold slices, an earlier sweep in the folder was asked otherwise, or
/// measurements cannot be stored.
pub(crate) fn sweep(
    programs: &[&Benchmark],
    slicers: &[Adapter],
    suite: &SuiteStamp,
    options: &SweepOptions,
    progress: &dyn Fn(SweepEvent<'_>),
) -> Result<Sweep> {
    let mut subjects = Vec::new();
    for adapter in slicers {
        subjects.push(SweepSubject::new(adapter, options)?);
    }
    let mut plan: Vec<SweptProgram<'_>> =
        programs.iter().map(|benchmark| SweptProgram::new(benchmark, options)).collect();
    plan.retain(|program| !program.criteria.is_empty());
    let n_criteria = plan.iter().map(|program| program.criteria.len()).sum::<usize>();
    let header = header(slicers, SuiteStamp { n_tasks: n_criteria, ..suite.clone() }, options);
    let mut store = MeasurementStore::open(&options.out, header, options.restart)?;
    let n_graphs = subjects.iter().filter(|subject| subject.has_graph()).count() * plan.len();
    progress(SweepEvent::Begun {
        dir: store.dir(),
        n_measurements: n_criteria * subjects.len() + n_graphs,
        n_stored: store.n_stored(),
        problems: store.problems(),
    });
    for program in &plan {
        for subject in &subjects {
            measure_program(program, subject, &mut store, progress)?;
        }
    }
    store.finish()
}

/// A program with its variables as criteria.
struct SweptProgram<'p> {
    benchmark: &'p Benchmark,
    criteria: Vec<crate::suite::Criterion>,
}

impl<'p> SweptProgram<'p> {
    fn new(benchmark: &'p Benchmark, options: &SweepOptions) -> SweptProgram<'p> {
        let mut criteria = every_variable(benchmark);
        if options.only_objects {
            let objects = ProgramGraph::returned_objects(&benchmark.tree);
            criteria.retain(|criterion| objects.contains(criterion.node));
        }
        SweptProgram { benchmark, criteria }
    }

    fn tasks(&self) -> impl Iterator<Item = Task<'_>> {
        self.criteria.iter().map(|criterion| Task { benchmark: self.benchmark, criterion })
    }
}

fn measure_program(
    program: &SweptProgram<'_>,
    subject: &SweepSubject<'_>,
    store: &mut MeasurementStore,
    progress: &dyn Fn(SweepEvent<'_>),
) -> Result<()> {
    let id = &program.benchmark.id;
    let mut missing = program.tasks().filter(|task| !store.has(id, Some(&task.criterion.id), subject.name()));
    if missing.next().is_none() && (!subject.has_graph() || store.has(id, None, subject.name())) {
        return Ok(());
    }
    let prepared = subject.prepare(program.benchmark);
    if !store.has(id, None, subject.name())
        && let Some(graph) = prepared.graph()
    {
        store.append(graph.clone())?;
        progress(SweepEvent::Measured(&graph));
    }
    for task in program.tasks() {
        if !store.has(id, Some(&task.criterion.id), subject.name()) {
            let measurement = prepared.measure(&task)?;
            store.append(measurement.clone())?;
            progress(SweepEvent::Measured(&measurement));
        }
    }
    Ok(())
}

fn header(slicers: &[Adapter], suite: SuiteStamp, options: &SweepOptions) -> SweepHeader {
    let stamp = |adapter: &Adapter| SlicerStamp {
        name: adapter.name.clone(),
        version: said_version(adapter, options.sandbox.as_ref()).ok().flatten(),
        adapter_hash: adapter.hash().to_owned(),
        path: adapter.file(),
        adapter_text: adapter.text().to_owned(),
        role: adapter.role,
    };
    SweepHeader {
        format: FORMAT,
        created: now(),
        complete: false,
        tool: ToolStamp::this(),
        suite,
        slicers: slicers.iter().map(stamp).collect(),
        max_runs: [options.in_process.max_runs, options.command.max_runs],
        seed: options.seed,
        only_objects: options.only_objects,
        host: Host::this(),
    }
}
