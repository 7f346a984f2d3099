//! A slicer asked about any tree: of the program, of its own answer, of a twin.

use std::cell::Cell;

use crate::adapter::{Adapter, Kinds, Sandbox};
use crate::ast::{NodeId, NodeSet, ParseOptions, Tree};
use crate::behave::located;
use crate::grade;
use crate::languages;
use crate::map::{self, MapOptions};
use crate::rerun::{benchmark, kept_in_program};
use crate::results::{Answer, Status};
use crate::run::Runner;
use crate::suite::{Benchmark, SliceKind, Task};
use crate::sweep::criterion_of;

use super::binds;

/// What a slicer answered, as a program of its own.
#[derive(Debug)]
pub(super) struct SlicerReply {
    pub(super) tree: Tree,
    /// Nodes of the program that it kept.
    pub(super) kept: NodeSet,
    /// Its nodes that are the criterion; empty when one of them is not there.
    pub(super) criteria: Vec<NodeId>,
    /// The program's node for each of its nodes, as far as known.
    pub(super) origins: Vec<Option<NodeId>>,
    /// Its nodes that are nowhere in the program.
    pub(super) n_foreign: usize,
    /// It has a syntax error that the program has not.
    pub(super) is_broken: bool,
}

/// A slicer under examination.
pub(super) struct Examinee<'a> {
    adapter: &'a Adapter,
    runner: Runner<'a>,
    n_calls: Cell<usize>,
}

impl<'a> Examinee<'a> {
    pub(super) fn new(adapter: &'a Adapter, seed: u64, sandbox: Option<Sandbox>) -> Examinee<'a> {
        Examinee { adapter, runner: Runner::new(adapter, seed, sandbox), n_calls: Cell::new(0) }
    }

    pub(super) fn name(&self) -> &str {
        &self.adapter.name
    }

    /// Times that it was called.
    pub(super) fn n_calls(&self) -> usize {
        self.n_calls.get()
    }

    /// What its slices preserve.
    pub(super) fn kind(&self) -> SliceKind {
        match self.adapter.kind {
            Kinds::One(kind) => kind,
            Kinds::Any => SliceKind::Static,
        }
    }

    /// The answer for these nodes of a program, which is run as that of a task is.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn slice(
        &self,
        program: &Tree,
        criteria: &[NodeId],
        of: &Task<'_>,
    ) -> Result<SlicerReply, String> {
        let Benchmark { entry, inputs, .. } = of.benchmark.clone();
        let benchmark = Benchmark { entry, inputs, ..benchmark(program) };
        let criterion = criterion_of(&benchmark, criteria);
        let mut criterion = criterion.ok_or("the criterion has no line and variable of its own")?;
        criterion.kind = self.kind();
        criterion.input_idx = of.criterion.input_idx.filter(|_| binds(self.kind()));
        let task = Task { benchmark: &benchmark, criterion: &criterion };
        if let Some(what) = self.adapter.refuses(&task) {
            return Err(format!("unsupported: {what}"));
        }
        self.n_calls.set(self.n_calls.get() + 1);
        let record = self.runner.run(&task).map_err(|error| error.to_string())?;
        if record.status != Status::Answered {
            let reason = record.reason.map_or(String::new(), |reason| format!(": {reason}"));
            return Err(format!("{}{reason}", record.status.name()));
        }
        let reading = self.adapter.reading();
        let examined = grade::examine(task, &task.hash(), &record, &reading);
        let kept = kept_in_program(&benchmark, &examined);
        let files = match record.answer {
            Some(Answer::Source { files }) => files,
            _ => languages::text_of(program, &kept),
        };
        let options =
            ParseOptions { placeholders: reading.placeholders.clone(), entries: program.entries().clone() };
        let tree = Tree::parse_limited(program.language(), &files, &options)
            .map_err(|_| "too large to be parsed".to_owned())?;
        let mapping = map::map(program, &tree, &MapOptions::of_criterion(criteria));
        Ok(SlicerReply {
            criteria: located(criteria, &tree, &mapping),
            origins: mapping.origins(),
            n_foreign: mapping.n_invented(&tree) + mapping.n_rewritten(&tree),
            is_broken: map::new_problem(program, &tree).is_some(),
            kept,
            tree,
        })
    }
}
