//! A slicer under measure: one that ships inside is called in process, any other as a command.

use std::time::Instant;

use super::{Measurement, SweepOptions};
use crate::adapter::Adapter;
use crate::builtin::{Builtin, PreparedBuiltin as Slicer};
use crate::error::{self, Result};
use crate::grade;
use crate::results::{Answer, Record, Status};
use crate::run::Runner;
use crate::stats::{Steady, SteadyState};
use crate::suite::{Benchmark, Task};

pub(super) struct SweepSubject<'a> {
    adapter: &'a Adapter,
    call: SubjectCall<'a>,
    steady: SteadyState,
    seed: u64,
}

enum SubjectCall<'a> {
    InProcess(Builtin),
    Command(Runner<'a>),
}

/// A slicer on one program.
pub(super) struct PreparedSubject<'s> {
    subject: &'s SweepSubject<'s>,
    benchmark: &'s Benchmark,
    /// The slicer with the program's graph, where it has one.
    slicer: Option<Slicer<'s>>,
}

impl<'a> SweepSubject<'a> {
    /// # Errors
    /// The slicer is missing, or needs gold slices.
    pub(super) fn new(adapter: &'a Adapter, options: &SweepOptions) -> Result<SweepSubject<'a>> {
        let Some(builtin) = inside(adapter) else {
            adapter.resolve()?;
            let call = SubjectCall::Command(Runner::new(adapter, options.seed, options.sandbox.clone()));
            return Ok(SweepSubject { adapter, call, steady: options.command, seed: options.seed });
        };
        if builtin.needs_gold() {
            return Err(error::sweep::needs_gold(builtin.name()));
        }
        if builtin.of_run().is_some() {
            return Err(error::sweep::needs_run(builtin.name()));
        }
        let call = SubjectCall::InProcess(builtin);
        Ok(SweepSubject { adapter, call, steady: options.in_process, seed: options.seed })
    }

    pub(super) fn name(&self) -> &str {
        &self.adapter.name
    }

    /// Whether the time for the graph of a program is measured by itself.
    pub(super) fn has_graph(&self) -> bool {
        matches!(self.call, SubjectCall::InProcess(builtin) if builtin.has_graph())
    }

    pub(super) fn prepare<'s>(&'s self, benchmark: &'s Benchmark) -> PreparedSubject<'s> {
        let slicer = match &self.call {
            SubjectCall::InProcess(builtin) if self.adapter.slices(benchmark.language) => {
                Some(builtin.prepare(&benchmark.tree, self.seed))
            }
            _ => None,
        };
        PreparedSubject { subject: self, benchmark, slicer }
    }
}

/// The slicer inside this program that an adapter calls; `None` when the adapter is another one of its name.
fn inside(adapter: &Adapter) -> Option<Builtin> {
    let builtin = adapter.name.parse().ok()?;
    let embedded = Adapter::embedded(&adapter.name).ok()?;
    (embedded.hash() == adapter.hash()).then_some(builtin)
}

impl PreparedSubject<'_> {
    /// Time to build the graph of the program; `None` where it is not measured.
    pub(super) fn graph(&self) -> Option<Measurement> {
        let SubjectCall::InProcess(builtin) = &self.subject.call else { return None };
        if !self.subject.has_graph() || self.slicer.is_none() {
            return None;
        }
        let steady = self.subject.steady.measure(|| {
            let start = Instant::now();
            std::hint::black_box(builtin.prepare(&self.benchmark.tree, self.subject.seed));
            start.elapsed().as_secs_f64()
        });
        Some(self.measurement(None, Status::Answered, None, steady))
    }

    /// Size of a slice and time to compute it.
    ///
    /// # Errors
    /// This machine lacks what a call takes.
    pub(super) fn measure(&self, task: &Task<'_>) -> Result<Measurement> {
        let mut record = self.record(task)?;
        let steady = match (&self.slicer, &self.subject.call) {
            (Some(slicer), _) => self.subject.steady.measure(|| {
                let start = Instant::now();
                std::hint::black_box(slicer.keep(task.criterion.node));
                start.elapsed().as_secs_f64()
            }),
            // What fails is not repeated: it would only fail again.
            (None, SubjectCall::Command(runner)) if record.status == Status::Answered => {
                let mut first = Some(record.wall_s);
                let mut failed = None;
                let mut again = || match runner.run(task) {
                    Ok(record) => record.wall_s,
                    Err(error) => {
                        failed = Some(error);
                        0.0
                    }
                };
                let steady = self.subject.steady.measure(|| first.take().unwrap_or_else(&mut again));
                failed.map_or(Ok(steady), Err)?
            }
            _ => Steady { mean: record.wall_s, variation: None, n_runs: 1 },
        };
        record.wall_s = steady.mean;
        let reading = self.subject.adapter.reading();
        let grade = grade::grade(*task, &task.hash(), &record, &reading);
        let sizes = (record.status == Status::Answered)
            .then(|| (grade.counts.kept + grade.counts.surplus, grade.counts.invented));
        Ok(self.measurement(Some(&task.criterion.id), record.status, sizes, steady))
    }

    fn record(&self, task: &Task<'_>) -> Result<Record> {
        let without = |status, reason| Record::without_answer(task.id(), task.hash(), status, reason);
        match (&self.subject.call, &self.slicer) {
            (SubjectCall::Command(runner), _) => runner.run(task),
            (SubjectCall::InProcess(_), Some(slicer)) => {
                let files = slicer.slice(task.criterion.node);
                Ok(Record { answer: Some(Answer::Source { files }), ..without(Status::Answered, None) })
            }
            (SubjectCall::InProcess(_), None) => {
                Ok(without(Status::Unsupported, self.subject.adapter.refuses(task)))
            }
        }
    }

    fn measurement(
        &self,
        criterion: Option<&str>,
        status: Status,
        sizes: Option<(usize, usize)>,
        steady: Steady,
    ) -> Measurement {
        Measurement {
            program: self.benchmark.id.clone(),
            criterion: criterion.map(str::to_owned),
            slicer: self.subject.name().to_owned(),
            status,
            program_nodes: Some(self.benchmark.tree.n_counted()),
            nodes: sizes.map(|(nodes, _)| nodes),
            invented: sizes.map_or(0, |(_, invented)| invented),
            wall_s: steady.mean,
            variation: steady.variation,
            n_runs: steady.n_runs,
        }
    }
}
