//! The smallest slice inside of an answer in a slicer's normal form, found by running it.
//!
//! A normal form takes a program apart in its own way: temporaries are numbered, `return` becomes a jump, one condition
//! becomes two. The normal form of a minimal slice need not be minimal among the slices of the program's normal form, and
//! names what it has in common with it in another way. So an answer that lacks nodes of it may hold a minimal slice all
//! the same, and which one is for running to say.

use std::ops::ControlFlow;

use super::{Runnable, open, prepare, said, task_inputs};
use crate::ast::SourceFile;
use crate::grade::Examined;
use crate::languages;
use crate::minimize::{DeletionUnit, SearchOptions, search};
use crate::oracle::{Question, Trial};
use crate::suite::Task;

/// No set of up to so many deletions leaves a slice.
const DEPTH: usize = 2;

/// An answer that takes more candidates than this is as small as it has become by then.
const MAX_CANDIDATES: u64 = 5_000;

/// The smallest slice that is found inside of an answer in normal form that behaves as its program does on the inputs of
/// the task: code of the answer is deleted as long as the criterion takes its values.
///
/// # Errors
/// Why there is none: it cannot be run as a program of its own, or what the search found does not behave.
pub fn inner_slice(task: Task<'_>, examined: &Examined) -> Result<Vec<SourceFile>, String> {
    let Runnable { tree, criteria, .. } = prepare(task, examined)?;
    let entry = task.benchmark.entry_point().unwrap_or_default();
    let mut oracle =
        languages::oracle(&tree, &Question::of_kind(criteria.clone(), entry, task.criterion.kind))
            .map_err(said)?;
    let inputs = task_inputs(task);
    oracle.add_inputs(&inputs).map_err(said)?;
    let options = SearchOptions {
        granularity: DeletionUnit::Expression,
        max_nodes: Some(DEPTH),
        max_candidates: Some(MAX_CANDIDATES),
        hint: None,
    };
    let found = search(oracle.as_mut(), &options, &mut |_| ControlFlow::Continue(())).map_err(said)?;
    let files = oracle.deletions().text(&tree, &found.candidate);
    let inner = super::as_runnable(&tree, &criteria, &files);
    // It has what the answer has; whether it has what the program has is another question.
    let mut program = open(task, task.criterion.kind)?;
    program.add_inputs(&inputs).map_err(said)?;
    match program.try_placed(&inner.tree, &inner.criteria, &inner.origins).map_err(said)? {
        Trial::Same => Ok(files),
        _ => Err("what is left of the answer does not behave as the program does".to_owned()),
    }
}
