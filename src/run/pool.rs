//! Threads that take units of work, and the one place where their results are stored.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::RunEvent;
use super::commands::Done;
use super::locks::lock;
use super::unit::Unit;
use crate::error::{self, Error, Result};
use crate::results::{RawRun, ResultsWriter};

/// What the threads share.
pub(super) struct RunPool<'p> {
    units: &'p [Unit<'p>],
    /// Runs one unit; whatever the slicer does wrong is in what it gives back, and what this machine lacks is an error.
    call: &'p (dyn Fn(&Unit<'p>) -> Result<Done> + Sync),
    progress: &'p (dyn Fn(RunEvent<'_>) + Sync),
    next: AtomicUsize,
    writer: Mutex<ResultsWriter>,
    /// Set when results cannot be made or stored; ends all threads.
    failed: Mutex<Option<Error>>,
    /// Tasks in which this program failed.
    unrecorded: Mutex<BTreeSet<String>>,
}

impl<'p> RunPool<'p> {
    pub(super) fn new(
        units: &'p [Unit<'p>],
        writer: ResultsWriter,
        call: &'p (dyn Fn(&Unit<'p>) -> Result<Done> + Sync),
        progress: &'p (dyn Fn(RunEvent<'_>) + Sync),
    ) -> RunPool<'p> {
        RunPool {
            units,
            call,
            progress,
            next: AtomicUsize::new(0),
            writer: Mutex::new(writer),
            failed: Mutex::default(),
            unrecorded: Mutex::default(),
        }
    }

    /// Runs all units on so many threads; the writer, for what comes next.
    ///
    /// # Errors
    /// This machine lacks what a call takes, results cannot be stored, or this program failed in a unit; everything else is
    /// stored then.
    pub(super) fn run(self, n_jobs: usize) -> Result<ResultsWriter> {
        std::thread::scope(|scope| {
            for _ in 0..n_jobs.min(self.units.len()) {
                scope.spawn(|| self.work());
            }
        });
        let writer = self.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        let failed = self.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let unrecorded = self.unrecorded.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (failed, unrecorded.first()) {
            (Some(error), _) => Err(error::results::stopped(writer.dir(), error)),
            (None, Some(task)) => Err(error::results::unrecorded(writer.dir(), task, unrecorded.len())),
            (None, None) => Ok(writer),
        }
    }

    fn work(&self) {
        while lock(&self.failed).is_none() {
            let Some(unit) = self.units.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            if let Some(task) = unit.tasks.first() {
                (self.progress)(RunEvent::Started { task: &task.id() });
            }
            // A defect of ours costs these tasks their records, and no other task anything.
            let Ok(done) = catch_unwind(AssertUnwindSafe(|| (self.call)(unit))) else {
                lock(&self.unrecorded).extend(unit.tasks.iter().map(|task| task.id()));
                continue;
            };
            let stored = done.and_then(|done| self.store(&done).map(|()| done));
            match stored {
                Ok(done) => done.tasks.iter().for_each(|task| {
                    (self.progress)(RunEvent::Finished { record: &task.record });
                }),
                // The first is the one to tell: others may follow from it.
                Err(error) => drop(lock(&self.failed).get_or_insert(error)),
            }
        }
    }

    /// The records last: one that is there has its raw output beside it.
    fn store(&self, done: &Done) -> Result<()> {
        let mut writer = lock(&self.writer);
        let runs: Vec<RawRun<'_>> = done
            .tasks
            .iter()
            .filter(|task| !(done.output.is_empty() && task.answer.is_empty()))
            .map(|task| RawRun { task: &task.record.task, repeat: task.record.repeat, answer: &task.answer })
            .collect();
        writer.keep_raw(&runs, &done.output)?;
        for task in &done.tasks {
            writer.append(&task.record)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{RawOutput, Record, Results, RunHeader, Status};
    use crate::run::commands::DoneTask;
    use crate::suite::{Suite, Task};

    fn header() -> RunHeader {
        serde_json::from_str(
            r#"{"format":1,"created":"2026-11-21T10:53:06Z","complete":false,"tool":{"name":"t","version":"1"},
                "suite":{"hash":"h","n_tasks":0},"slicer":{"name":"s","adapter_hash":"h","adapter_text":""},
                "limits":{},"jobs":1,"seed":1}"#,
        )
        .unwrap()
    }

    fn exited(unit: &Unit<'_>) -> Done {
        let record = |task: &Task<'_>| Record::without_answer(task.id(), task.hash(), Status::Exited, None);
        let done = |task| DoneTask { record: record(task), answer: Vec::new() };
        Done {
            tasks: unit.tasks.iter().map(done).collect(),
            output: vec![("stdout.txt".into(), b"x".into())],
        }
    }

    #[test]
    fn a_defect_of_ours_costs_only_the_tasks_of_its_unit() {
        let folder = tempfile::tempdir().unwrap();
        let suite = Suite::embedded().unwrap();
        let units: Vec<Unit<'_>> = suite
            .tasks()
            .take(6)
            .collect::<Vec<_>>()
            .chunks(2)
            .map(|tasks| Unit { tasks: tasks.to_vec(), refused: None })
            .collect();
        let bad = units[1].tasks[0].id();
        let first = units[1].tasks.iter().map(|task| task.id()).min().unwrap();
        let call = |unit: &Unit<'_>| {
            assert!(unit.tasks[0].id() != bad, "a defect made for this test");
            Ok(exited(unit))
        };
        let writer = ResultsWriter::create(folder.path(), header()).unwrap();
        let error = RunPool::new(&units, writer, &call, &|_| ()).run(2).unwrap_err();
        assert!(
            error.to_string().contains(&format!("itself failed in `{first}` and 1 more (no record)")),
            "{error}"
        );
        let (results, _) = Results::read(folder.path()).unwrap();
        assert!(!results.header.complete);
        let mut recorded: Vec<&str> = results.records.iter().map(|record| record.task.as_str()).collect();
        recorded.sort_unstable();
        let mut others: Vec<String> =
            [&units[0], &units[2]].iter().flat_map(|unit| unit.tasks.iter().map(|task| task.id())).collect();
        others.sort();
        assert_eq!(recorded, others);
        let printed = &RawOutput::of(folder.path()).files(&units[0].tasks[1].id(), 1)[0];
        assert_eq!(printed.read_from(0, 9).unwrap(), b"x");
    }
}
