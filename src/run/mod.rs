//! Runs a slicer on tasks and stores what comes back, one record per task.
//!
//! In: tasks, an adapter, [`RunOptions`]. Out: a folder of results. Every task runs in a private
//! temporary folder, on one of several threads; records are stored as tasks finish, so that their order
//! varies while their content does not. What a slicer does wrong is data in its record and never stops
//! the others; what stops a run is that results cannot be stored. Nothing here grades or prints.

mod task;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::adapter::Adapter;
use crate::error::{self, Error, Result};
use crate::process::Invocation;
use crate::results::{
    FORMAT, Host, Record, ResultsWriter, RunHeader, RunLimits, SlicerStamp, SuiteStamp, ToolStamp, now,
    read_header,
};
use crate::suite::Task;

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
    /// Folder of an interrupted run to go on with.
    pub resume: Option<PathBuf>,
}

/// What happens during a run, in the order of time.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// The run begins; so many tasks have no record yet.
    Begun {
        /// Folder of the results.
        dir: &'e Path,
        /// Tasks to run.
        n_tasks: usize,
    },
    /// A task begins.
    Started {
        /// Its id.
        task: &'e str,
    },
    /// A task is over and its record stored.
    Finished {
        /// The record.
        record: &'e Record,
    },
}

/// What would be run for one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Task id.
    pub task: String,
    /// Why the slicer would not be called, as its adapter declares.
    pub refused: Option<String>,
    /// The commands; their temporary folders are gone by now.
    pub steps: Vec<Invocation>,
}

/// Runs a slicer on all tasks; the folder of the results.
///
/// # Errors
/// The slicer is missing, the run to go on with was asked otherwise, results cannot be stored, or this
/// program failed in a task; the results of all other tasks are stored then.
pub fn run_all(
    tasks: &[Task<'_>],
    adapter: &Adapter,
    options: &RunOptions,
    progress: &(dyn Fn(Event<'_>) + Sync),
) -> Result<PathBuf> {
    adapter.resolve()?;
    let adapter = limited(adapter, options);
    let n_jobs = n_jobs(&adapter, options);
    let header = header(tasks, &adapter, options, n_jobs);
    let (writer, done) = match &options.resume {
        Some(dir) => resumed(dir, &header)?,
        None => (ResultsWriter::create_in(&options.out.join(&adapter.name), header)?, BTreeSet::new()),
    };
    let left: Vec<Task<'_>> = tasks.iter().copied().filter(|task| !done.contains(&task.id())).collect();
    progress(Event::Begun { dir: writer.dir(), n_tasks: left.len() });
    let pool = Pool {
        tasks: &left,
        adapter: &adapter,
        seed: options.seed,
        progress,
        next: AtomicUsize::new(0),
        writer: Mutex::new(writer),
        failed: Mutex::new(None),
        unrecorded: Mutex::default(),
        normal_forms: task::NormalForms::default(),
    };
    std::thread::scope(|scope| {
        for _ in 0..n_jobs.min(left.len()) {
            scope.spawn(|| pool.work());
        }
    });
    let writer = pool.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failed = pool.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let unrecorded = pool.unrecorded.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (failed, unrecorded.first()) {
        (Some(error), _) => Err(error),
        (None, Some(task)) => Err(error::results::unrecorded(writer.dir(), task, unrecorded.len())),
        (None, None) => writer.finish(),
    }
}

/// What [`run_all`] would do: the commands of every task, with nothing run and nothing stored.
///
/// # Errors
/// A task cannot be prepared.
pub fn plan(tasks: &[Task<'_>], adapter: &Adapter, options: &RunOptions) -> Result<Vec<Plan>> {
    let adapter = limited(adapter, options);
    let plan = |task: &Task<'_>| {
        let refused = adapter.refuses(task);
        let steps = match refused {
            Some(_) => Vec::new(),
            None => {
                let workdir = task::workdir()?;
                adapter.prepare(task, workdir.path(), options.seed)?.steps
            }
        };
        Ok(Plan { task: task.id(), refused, steps })
    };
    tasks.iter().map(plan).collect()
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

fn header(tasks: &[Task<'_>], adapter: &Adapter, options: &RunOptions, n_jobs: usize) -> RunHeader {
    let limits = adapter.limits();
    RunHeader {
        format: FORMAT,
        created: now(),
        complete: false,
        tool: ToolStamp::this(),
        suite: SuiteStamp { n_tasks: tasks.len(), ..options.suite.clone() },
        slicer: SlicerStamp {
            name: adapter.name.clone(),
            // A slicer that does not say its version can still be run.
            version: adapter.version().ok().flatten(),
            adapter_hash: adapter.hash().to_owned(),
            adapter_text: adapter.text().to_owned(),
        },
        reading: adapter.reading(),
        limits: RunLimits {
            wall_s: Some(limits.wall_s),
            grace_s: limits.grace_s,
            memory_byte: limits.memory_byte,
            output_byte: Some(limits.output_byte),
        },
        jobs: n_jobs,
        seed: options.seed,
        host: Host::this(),
    }
}

/// The writer of an interrupted run, and the tasks that have their record.
fn resumed(dir: &Path, asked: &RunHeader) -> Result<(ResultsWriter, BTreeSet<String>)> {
    let begun = read_header(dir)?;
    if begun.slicer.name != asked.slicer.name || begun.slicer.adapter_hash != asked.slicer.adapter_hash {
        return Err(error::adapter::other_run(dir, &begun.slicer.name, &asked.slicer.name));
    }
    if let Some(what) = difference(&begun, asked) {
        return Err(error::results::other_request(dir, what));
    }
    let (writer, results, _) = ResultsWriter::resume(dir)?;
    Ok((writer, results.records.into_iter().map(|record| record.task).collect()))
}

/// What was asked otherwise. Records of both requests in one folder would be taken for one run, and a run
/// that goes on with fewer tasks would be marked complete without the others.
fn difference(begun: &RunHeader, asked: &RunHeader) -> Option<&'static str> {
    let of = |stamp: &SuiteStamp| (stamp.filters.clone(), stamp.labels.clone(), stamp.partition.clone());
    let differs = [
        ("version of the slicer", begun.slicer.version != asked.slicer.version),
        ("suite", begun.suite.hash != asked.suite.hash),
        ("selection of tasks", of(&begun.suite) != of(&asked.suite)),
        ("number of tasks", begun.suite.n_tasks != asked.suite.n_tasks),
        ("time limit", begun.limits.wall_s != asked.limits.wall_s),
        ("seed", begun.seed != asked.seed),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}

/// What the threads share.
struct Pool<'p> {
    tasks: &'p [Task<'p>],
    adapter: &'p Adapter,
    seed: u64,
    progress: &'p (dyn Fn(Event<'_>) + Sync),
    next: AtomicUsize,
    writer: Mutex<ResultsWriter>,
    /// Set when results cannot be stored; ends all threads.
    failed: Mutex<Option<Error>>,
    /// Tasks in which this program failed.
    unrecorded: Mutex<BTreeSet<String>>,
    normal_forms: task::NormalForms,
}

impl Pool<'_> {
    fn work(&self) {
        while lock(&self.failed).is_none() {
            let Some(task) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            (self.progress)(Event::Started { task: &task.id() });
            let run = || task::run(task, self.adapter, self.seed, &self.normal_forms);
            // A defect of ours costs this task its record, and no other task anything.
            let Ok(done) = catch_unwind(AssertUnwindSafe(run)) else {
                lock(&self.unrecorded).insert(task.id());
                continue;
            };
            match self.store(&done) {
                Ok(()) => (self.progress)(Event::Finished { record: &done.record }),
                Err(error) => *lock(&self.failed) = Some(error),
            }
        }
    }

    /// The record last: one that is there has its raw output beside it.
    fn store(&self, done: &task::Done) -> Result<()> {
        let mut writer = lock(&self.writer);
        if !done.raw.is_empty() {
            let folder = writer.raw_dir(&done.record.task)?;
            for (name, bytes) in &done.raw {
                let path = folder.join(name);
                let written = std::fs::create_dir_all(path.parent().unwrap_or(&folder))
                    .and_then(|()| std::fs::write(&path, bytes));
                written.map_err(|cause| error::cannot_write(&path, &cause))?;
            }
        }
        writer.append(&done.record)
    }
}

/// A thread that panicked left nothing half done: what is behind these locks is replaced in one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
