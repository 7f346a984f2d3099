//! What the page of slicers over time shows: their runs on the same tasks, and where a level began.

use serde_json::{Map, Value, json};

use crate::compare::{HistoryRun, LevelStep};
use crate::report::{HistoryTable, RunSet, visible};

pub(super) fn trend(set: &RunSet) -> Value {
    let limits: Map<String, Value> =
        set.gate_limits.iter().map(|(metric, limit)| (metric.name().to_owned(), json!(limit))).collect();
    json!({
        "tool": format!("{} {}", set.tool.name, set.tool.version),
        "slicers": set.histories.iter().map(slicer).collect::<Vec<_>>(),
        "limits": limits,
    })
}

fn slicer(table: &HistoryTable) -> Value {
    let history = &table.history;
    json!({
        "name": visible(&table.slicer),
        "n_common": history.n_common,
        "n_others": history.n_others,
        "runs": history.runs.iter().map(run).collect::<Vec<_>>(),
        "steps": history.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

/// A run that is not complete, or without a task that all have, has no numbers.
fn run(run: &HistoryRun) -> Value {
    let numbers = run.common.as_ref().map(|common| {
        json!({
            "answered": common.n_answered, "complete": common.n_complete, "exact": common.n_exact,
            "recall": common.recall, "precision": common.precision, "f1": common.f1, "wall_s": common.wall_s,
        })
    });
    json!({
        "run": visible(&run.run),
        "created": run.created,
        "version": run.version.as_deref().map(visible),
        "suite": run.suite,
        "is_complete": run.complete,
        "n_tasks": run.n_tasks,
        "numbers": numbers,
    })
}

fn step(step: &LevelStep) -> Value {
    json!({"metric": step.metric, "run": step.run_idx, "before": step.before, "after": step.after})
}
