//! Adapters as slicers of any tree: of what is left of a program, as phase 1 of `minimize` and compositions need them.

use std::path::PathBuf;
use std::sync::Arc;

use crate::adapter::{Adapter, Sandbox};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::grade::{self, Examined};
use crate::map::{Fate, MapOptions, map};
use crate::minimize::certificate::emptied_guards;
use crate::minimize::{Slicer, SlicerAnswer};
use crate::results::Status;
use crate::run::Runner;
use crate::suite::{Benchmark, Task, Tier};
use crate::sweep::criterion_of;

/// An adapter as a slicer of trees.
#[derive(Debug)]
pub(crate) struct Adapted {
    adapter: Adapter,
    seed: u64,
    sandbox: Option<Sandbox>,
}

impl Adapted {
    /// A slicer between these walls that is given this seed, where it takes one.
    pub(crate) fn new(adapter: Adapter, seed: u64, sandbox: Option<Sandbox>) -> Adapted {
        Adapted { adapter, seed, sandbox }
    }
}

impl Slicer for Adapted {
    fn name(&self) -> &str {
        &self.adapter.name
    }

    fn slice(&self, program: &Tree, criteria: &[NodeId]) -> Result<SlicerAnswer, String> {
        let benchmark = benchmark(program);
        let criterion =
            criterion_of(&benchmark, criteria).ok_or_else(|| "the criterion cannot be named".to_owned())?;
        let task = Task { benchmark: &benchmark, criterion: &criterion };
        if let Some(what) = self.adapter.refuses(&task) {
            return Err(format!("unsupported, {what}"));
        }
        let record = Runner::new(&self.adapter, self.seed, self.sandbox.clone()).run(&task);
        let record = record.map_err(|error| error.to_string())?;
        if record.status != Status::Answered {
            let reason = record.reason.map_or(String::new(), |reason| format!(", {reason}"));
            return Err(format!("{}{reason}", record.status.name()));
        }
        let examined = grade::examine(task, &task.hash(), &record, &self.adapter.reading());
        let unreadable = examined.grade.hint.clone().filter(|_| examined.grade.parses == Some(false));
        let source = examined.source.as_ref().filter(|_| Arc::ptr_eq(&examined.program, &benchmark.tree));
        let emptied = source.map(|(slice, mapping)| emptied_guards(program, slice, mapping));
        Ok(SlicerAnswer {
            kept: kept_in_program(&benchmark, &examined),
            emptied: emptied.into_iter().flatten().collect(),
            unreadable,
        })
    }
}

/// The kept nodes of the program itself, of an answer that may have been read in the slicer's normal form of it.
pub(crate) fn kept_in_program(benchmark: &Benchmark, examined: &Examined) -> NodeSet {
    if Arc::ptr_eq(&examined.program, &benchmark.tree) {
        return examined.kept.clone();
    }
    let fates = map(&benchmark.tree, &examined.program, &MapOptions::default()).fates;
    let image = |node: NodeId| match fates[node as usize] {
        Fate::Mapped(image) => Some(image),
        _ => None,
    };
    examined.kept.iter().filter_map(image).collect()
}

/// A benchmark of this program alone, without criteria.
pub(crate) fn benchmark(program: &Tree) -> Benchmark {
    let extension = program.language().extension();
    Benchmark {
        id: format!("{}/slice", program.language()),
        path: PathBuf::from(format!("slice.{extension}")),
        language: program.language(),
        title: String::new(),
        labels: Vec::new(),
        source: String::new(),
        revision: 1,
        entry: None,
        oracle: None,
        tier: Tier::default(),
        inputs: Vec::new(),
        contracts: Vec::new(),
        tree: Arc::new(program.clone()),
        criteria: Vec::new(),
    }
}
