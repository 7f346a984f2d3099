//! Runs a slicer on tasks and stores what comes back, one record per task.
//!
//! In: tasks, an adapter, [`RunOptions`]. Out: a folder of results. Every task runs in a private
//! temporary folder, on one of several threads; records are stored as tasks finish, so that their order
//! varies while their content does not. What a slicer does wrong is data in its record and never stops
//! the others; what stops a run is that this machine lacks what a call takes, or that results cannot be stored. Nothing here
//! grades or prints.

mod build;
mod call;
mod cleanup;
mod commands;
mod locks;
mod normal;
mod pool;
mod server;
mod surroundings;
mod unit;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::adapter::{Adapter, Sandbox};
use crate::error::{self, Result};
use crate::language::Language;
use crate::process::{self, Invocation, Network};
use crate::results::{
    FORMAT, Host, Record, ResultsWriter, RunHeader, RunLimits, SandboxStamp, SlicerStamp, Status, SuiteStamp,
    ToolStamp, now, read_header,
};
use crate::suite::Task;

use build::Builds;
use call::Caller;
use commands::CommandRunner;
use pool::RunPool;
use server::ServerPool;
use surroundings::Surroundings;
use unit::{Unit, units};

/// What a run is asked, besides its tasks.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Folder of all results; the run gets a folder of its own in `<out>/<slicer>/`.
    pub out: PathBuf,
    /// Tasks at the same time; 0 for as many as there are processors. A slicer that is not safe to run
    /// in parallel gets one.
    pub jobs: usize,
    /// Time limit of a task, seconds; `None` for that of the adapter.
    pub timeout_s: Option<f64>,
    /// Seed of slicers that draw lots.
    pub seed: u64,
    /// Where the tasks come from, for the header; the number of tasks is filled in.
    pub suite: SuiteStamp,
    /// How often each task runs, each time in other surroundings; 0 is 1.
    pub repeats: usize,
    /// Folder of an interrupted run to go on with.
    pub resume: Option<PathBuf>,
    /// Which records of the run to go on with are made again.
    pub rerun: Rerun,
    /// Walls around everything that is not ours; `None` for none.
    pub sandbox: Option<Sandbox>,
}

/// Which records of a run that goes on are made again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rerun {
    /// None: what is missing is made.
    #[default]
    Missing,
    /// Those without an answer, too; that something is unsupported is as good as an answer.
    Failed,
}

impl Rerun {
    fn keeps(self, record: &Record) -> bool {
        self == Rerun::Missing || matches!(record.status, Status::Answered | Status::Unsupported)
    }
}

/// What happens during a run, in the order of time.
#[derive(Clone, Copy, Debug)]
pub enum RunEvent<'e> {
    /// The run begins; so many tasks have no record yet.
    Begun {
        /// Folder of the results.
        dir: &'e Path,
        /// Tasks to run.
        n_tasks: usize,
    },
    /// A call for tasks begins.
    Started {
        /// Id of the first of them.
        task: &'e str,
    },
    /// A task is over and its record stored.
    Finished {
        /// The record.
        record: &'e Record,
    },
}

/// One call that would be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Ids of the tasks that the call is for; several only when the slicer takes several criteria at once.
    pub tasks: Vec<String>,
    /// Why the slicer would not be called, as its adapter declares.
    pub refused: Option<String>,
    /// The commands; their temporary folders are gone by now. Of a slicer that is a server, what starts it.
    pub steps: Vec<Invocation>,
    /// What a server would be asked.
    pub requests: Vec<String>,
}

/// Runs a slicer on all tasks; the folder of the results.
///
/// # Errors
/// The slicer is missing, the run to go on with was asked otherwise, this machine lacks what a call takes (a temporary folder,
/// file handles, space), results cannot be stored, or this program failed in a task; the results so far are stored then.
pub fn run_all(
    tasks: &[Task<'_>],
    adapter: &Adapter,
    options: &RunOptions,
    progress: &(dyn Fn(RunEvent<'_>) + Sync),
) -> Result<PathBuf> {
    adapter.resolve()?;
    surroundings::remove_abandoned();
    let adapter = limited(adapter, options);
    let n_jobs = n_jobs(&adapter, options);
    let header = header(tasks, &adapter, options, n_jobs)?;
    let (mut writer, done) = match &options.resume {
        Some(dir) => resumed(dir, &header, options.rerun)?,
        None => (ResultsWriter::create_in(&options.out.join(&adapter.name), header)?, BTreeSet::new()),
    };
    let n_runs = tasks.len() * options.repeats.max(1);
    if options.sandbox.is_some() {
        let languages: BTreeSet<Language> = tasks.iter().map(|task| task.benchmark.language).collect();
        adapter.keep_servers(&Vec::from_iter(languages));
    }
    progress(RunEvent::Begun { dir: writer.dir(), n_tasks: n_runs.saturating_sub(done.len()) });
    let normal_forms = normal::NormalForms::default();
    for surroundings in (1..=options.repeats.max(1)).map(Surroundings::of) {
        let is_left = |task: &Task<'_>| !done.contains(&(task.id(), surroundings.repeat()));
        let left: Vec<Task<'_>> = tasks.iter().copied().filter(is_left).collect();
        let builds = Builds::default();
        let servers = adapter.is_server().then(ServerPool::default);
        let runner = CommandRunner {
            adapter: &adapter,
            seed: options.seed,
            surroundings,
            sandbox: options.sandbox.as_ref(),
        };
        let caller =
            Caller { runner, normal_forms: &normal_forms, builds: &builds, servers: servers.as_ref() };
        let call = |unit: &Unit<'_>| caller.run(unit);
        let n_jobs = surroundings.jobs(n_jobs, adapter.parallel_safe);
        let mut units = units(&left, &adapter);
        // A run that is interrupted must not lack the records of tasks that its slicer is not even asked for.
        units.sort_by_key(|unit| unit.refused.is_none());
        writer = RunPool::new(&units, writer, &call, progress).run(n_jobs)?;
    }
    writer.finish()
}

/// Runs single tasks without storing anything.
#[derive(Debug)]
pub struct Runner<'a> {
    adapter: &'a Adapter,
    seed: u64,
    sandbox: Option<Sandbox>,
    normal_forms: normal::NormalForms,
    servers: Option<ServerPool>,
    builds: Builds,
}

impl<'a> Runner<'a> {
    /// A runner that keeps the normal forms of programs; `seed` is for slicers that take one, `sandbox` is around all that is not
    /// ours.
    pub fn new(adapter: &'a Adapter, seed: u64, sandbox: Option<Sandbox>) -> Runner<'a> {
        let servers = adapter.is_server().then(ServerPool::default);
        let normal_forms = normal::NormalForms::default();
        Runner { adapter, seed, sandbox, normal_forms, servers, builds: Builds::default() }
    }

    /// Runs the slicer on one task. Whatever the slicer does wrong is in the record.
    ///
    /// # Errors
    /// This machine lacks what a call takes.
    pub fn run(&self, task: &Task<'_>) -> Result<Record> {
        let unit = Unit { tasks: vec![*task], refused: self.adapter.refuses(task) };
        let runner = CommandRunner {
            adapter: self.adapter,
            seed: self.seed,
            surroundings: Surroundings::of(1),
            sandbox: self.sandbox.as_ref(),
        };
        let caller = Caller {
            runner,
            normal_forms: &self.normal_forms,
            builds: &self.builds,
            servers: self.servers.as_ref(),
        };
        let done = caller.run(&unit)?;
        // Somebody else who wants to be alone with it would wait for as long as this runner lives.
        if let Some(servers) = self.servers.as_ref().filter(|_| !self.adapter.parallel_safe) {
            servers.end();
        }
        Ok(done.tasks.into_iter().next().expect("a unit has a record for each of its tasks").record)
    }
}

/// What [`run_all`] would do: the commands of every call, with nothing run and nothing stored.
///
/// # Errors
/// A task cannot be prepared.
pub fn plan(tasks: &[Task<'_>], adapter: &Adapter, options: &RunOptions) -> Result<Vec<Plan>> {
    let adapter = limited(adapter, options);
    let plan = |unit: &Unit<'_>| {
        let (steps, requests) = match unit.refused {
            Some(_) => (Vec::new(), Vec::new()),
            None => {
                let workdir = Surroundings::of(1).workdir()?;
                let prepared = adapter.prepare(&unit.tasks, workdir.path(), options.seed)?;
                let requests = adapter.planned_requests(&prepared)?;
                (prepared.steps, requests)
            }
        };
        let tasks = unit.tasks.iter().map(|task| task.id()).collect();
        Ok(Plan { tasks, refused: unit.refused.clone(), steps, requests })
    };
    units(tasks, &adapter).iter().map(plan).collect()
}

fn limited(adapter: &Adapter, options: &RunOptions) -> Adapter {
    match options.timeout_s {
        Some(timeout_s) => adapter.clone().with_timeout_s(timeout_s),
        None => adapter.clone(),
    }
}

fn n_jobs(adapter: &Adapter, options: &RunOptions) -> usize {
    if !adapter.parallel_safe {
        return 1;
    }
    match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        n_jobs => n_jobs,
    }
}

fn header(tasks: &[Task<'_>], adapter: &Adapter, options: &RunOptions, n_jobs: usize) -> Result<RunHeader> {
    let limits = adapter.limits();
    Ok(RunHeader {
        format: FORMAT,
        created: now(),
        complete: false,
        tool: ToolStamp::this(),
        suite: SuiteStamp { n_tasks: tasks.len(), ..options.suite.clone() },
        slicer: SlicerStamp {
            name: adapter.name.clone(),
            // A slicer that does not say its version can still be run.
            version: said_version(adapter, options.sandbox.as_ref())?,
            adapter_hash: adapter.hash().to_owned(),
            adapter_text: adapter.text().to_owned(),
            path: adapter.file(),
            role: adapter.role,
        },
        reading: adapter.reading(),
        limits: RunLimits {
            wall_s: Some(limits.wall_s),
            grace_s: limits.grace_s,
            memory_byte: limits.memory_byte,
            output_byte: Some(limits.output_byte),
        },
        sandbox: sandbox_stamp(adapter, options.sandbox.as_ref()),
        jobs: n_jobs,
        repeats: options.repeats.max(1),
        seed: options.seed,
        host: Host::this(),
    })
}

/// What the slicer says its version is, inside the same walls as its answers. The first call says what this machine lacks.
///
/// # Errors
/// This machine lacks what a call takes.
pub(crate) fn said_version(adapter: &Adapter, sandbox: Option<&Sandbox>) -> Result<Option<String>> {
    let Ok(workdir) = Surroundings::of(1).workdir() else { return Ok(None) };
    Ok(adapter.said_version(sandbox.map(|sandbox| (sandbox, workdir.path())))?.ok().flatten())
}

fn sandbox_stamp(adapter: &Adapter, sandbox: Option<&Sandbox>) -> SandboxStamp {
    let layers = sandbox.map(|sandbox| sandbox.layers).unwrap_or_default();
    let limits = adapter.limits();
    let network = match (adapter.network(), layers.namespaces, layers.seccomp) {
        (Network::Full, ..) => "full",
        (Network::Loopback, true, _) => "loopback",
        (Network::None, true, _) | (Network::None, _, true) => "none",
        _ => "open",
    };
    let memory = match (limits.memory_byte, sandbox) {
        (None, _) => "unlimited",
        (Some(_), Some(_)) if process::limits_memory() => "all processes together, by the kernel",
        (Some(_), Some(_)) => "all processes together, polled",
        (Some(_), None) => "each process",
    };
    let words = [
        match (layers.namespaces, layers.landlock) {
            (true, _) => "own root",
            (false, 0) => "open",
            (false, _) => "landlock",
        },
        network,
        match (layers.namespaces, layers.landlock) {
            (true, _) => "own namespace",
            (false, 6..) => "landlock",
            _ => "open",
        },
        memory,
    ];
    let [files, network, processes, memory] = words.map(str::to_owned);
    SandboxStamp { files, network, processes, memory }
}

/// The writer of an interrupted run, and the tasks that have their record, each with the number of its repetition.
fn resumed(
    dir: &Path,
    asked: &RunHeader,
    rerun: Rerun,
) -> Result<(ResultsWriter, BTreeSet<(String, usize)>)> {
    let begun = read_header(dir)?;
    if begun.slicer.name != asked.slicer.name || begun.slicer.adapter_hash != asked.slicer.adapter_hash {
        return Err(error::adapter::other_run(dir, &begun.slicer.name, &asked.slicer.name));
    }
    if let Some(what) = difference(&begun, asked) {
        return Err(error::results::other_request(dir, what));
    }
    let (writer, results, _) = ResultsWriter::resume(dir, |record| rerun.keeps(record))?;
    let records = results.records.into_iter().chain(results.repeats.into_values().flatten());
    Ok((writer, records.map(|record| (record.task, record.repeat)).collect()))
}

/// What was asked otherwise. Records of both requests in one folder would be taken for one run, and a run
/// that goes on with fewer tasks would be marked complete without the others.
fn difference(begun: &RunHeader, asked: &RunHeader) -> Option<&'static str> {
    let of = |stamp: &SuiteStamp| {
        (stamp.filters.clone(), stamp.labels.clone(), stamp.tier, stamp.partition.clone())
    };
    let differs = [
        ("version of the slicer", begun.slicer.version != asked.slicer.version),
        ("suite", begun.suite.hash != asked.suite.hash),
        ("selection of tasks", of(&begun.suite) != of(&asked.suite)),
        ("number of tasks", begun.suite.n_tasks != asked.suite.n_tasks),
        ("time limit", begun.limits.wall_s != asked.limits.wall_s),
        ("number of repetitions", begun.repeats != asked.repeats),
        ("seed", begun.seed != asked.seed),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}
