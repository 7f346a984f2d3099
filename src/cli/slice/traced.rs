//! `slice --slicer dynamic` and its kin: slicers of one run, which is traced first.

use super::MinimizedArgs;
use crate::ast::{NodeId, Tree};
use crate::cli::Context;
use crate::cli::minimize::{input_lines, only_entry};
use crate::error::{self, Result};
use crate::flow::FlowTrace;
use crate::languages;
use crate::oracle::{Question, limit_workers};
use crate::suite::Input;

/// What the run on the only input depends on.
pub(super) fn trace(
    tree: &Tree,
    criteria: &[NodeId],
    (slicer, args): (&str, &MinimizedArgs),
    context: &Context,
) -> Result<FlowTrace> {
    let entry = match &args.entry {
        Some(entry) if !entry.is_empty() => entry.clone(),
        _ => only_entry(tree, criteria)?,
    };
    let inputs = args.inputs.as_deref().map(input_lines).transpose()?;
    let inputs = inputs.unwrap_or_else(|| vec![Input { args: Vec::new(), stdin: String::new() }]);
    let [input] = &inputs[..] else { return Err(error::cli::one_input(slicer, inputs.len())) };
    limit_workers(1);
    let mut oracle = languages::oracle(tree, &Question::new(criteria.to_vec(), entry))?;
    let trace = oracle
        .trace(input)?
        .ok_or_else(|| error::cli::slicer_of_other_language(slicer, tree.language().name()))?;
    if trace.n_values == 0 {
        context.terminal.warning(&error::cli::no_value_in_run());
    }
    Ok(trace)
}
