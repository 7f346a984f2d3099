//! The frame of a criterion whose gold slices nobody has certified: found by running them, within bounds.

use std::ops::ControlFlow;

use super::frame::{FramedGold, behaves};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::error::Result;
use crate::inputs::{Hunt, InputOptions, generate};
use crate::languages;
use crate::oracle::Question;
use crate::suite::{OptionalNode, SliceKind, Task};

/// Programs that are run for one gold slice, at most; past it nothing more is found to be optional.
const MAX_TRIALS: usize = 200;

/// Inputs that are drawn beside those of the benchmark, at most, and rounds of drawing them.
const INPUTS: InputOptions = InputOptions { seed: 1, n_batch: 20, n_fresh: 60, n_max: 100 };
const MAX_ROUNDS: usize = 10;

/// The nodes that an answer may lack, for each gold slice of a task: `None` for one that is no slice on the inputs itself.
///
/// It is the search by which certificates list them, on the benchmark's inputs and some that are drawn, and so says less than a
/// certificate does: it is for gold slices without one.
///
/// # Errors
/// There is no oracle for the program, or it cannot be run.
pub fn observed_frame(task: Task<'_>) -> Result<Vec<Option<Vec<OptionalNode>>>> {
    let golds = &task.criterion.golds;
    let ([node], false) = (&task.criterion.nodes[..], is_of_dependences(task.criterion.kind)) else {
        return Ok(vec![None; golds.len()]);
    };
    let program = &task.benchmark.tree;
    let entry = task.benchmark.entry_point().unwrap_or_default();
    let mut oracle = languages::oracle(program, &Question::new(vec![*node], entry))?;
    if task.is_bound() {
        oracle.add_inputs(task.inputs())?;
    } else {
        let mut n_rounds = 0;
        let going = &mut || {
            n_rounds += 1;
            if n_rounds > MAX_ROUNDS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut hunt = Hunt::new(program, entry, INPUTS.seed);
        generate(oracle.as_mut(), &mut hunt, task.inputs(), &INPUTS, going)?;
    }
    let mut found = Vec::new();
    for gold in golds {
        let mut n_trials = 0;
        let mut is_slice = |tree: &Tree, at: NodeId| {
            n_trials += 1;
            Ok(n_trials <= MAX_TRIALS && behaves(oracle.as_mut(), tree, at)?)
        };
        found.push(match FramedGold::new(program, &gold.files, *node) {
            Some(framed) if framed.is_slice(&NodeSet::new(), &mut is_slice)? => {
                Some(framed.optional(&mut is_slice)?)
            }
            _ => None,
        });
    }
    Ok(found)
}

/// Whether slices of a kind need not take the values of the program.
fn is_of_dependences(kind: SliceKind) -> bool {
    matches!(kind, SliceKind::Data | SliceKind::Control)
}
