//! What the pages of tasks and of comparisons show: programs in pieces, answers as sets of nodes, what changed.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::compare::{Aggregate, Change, GateFailure, PairedMetric, Tally, TaskChange, rank, summary};
use crate::report::{
    ComparisonReport, ReportedRun, RunSet, SourceView, TaskFacts, TaskView, TokenMark, TokenNodes, visible,
};

/// One task with the answers of all slicers; a program that several of them were graded on is there once.
pub(super) fn task(set: &RunSet, task: &TaskFacts) -> Value {
    let mut programs: Vec<&[SourceView]> = Vec::new();
    let answers: Vec<Value> = set
        .runs
        .iter()
        .map(|run| {
            let Some(view) = run.views.get(&task.id) else { return Value::Null };
            let known = programs.iter().position(|program| *program == view.program);
            let program_idx = known.unwrap_or(programs.len());
            if known.is_none() {
                programs.push(&view.program);
            }
            answer(run, task, program_idx)
        })
        .collect();
    let programs: Vec<Value> = programs.into_iter().map(|program| files(program, &program_token)).collect();
    json!({"id": visible(&task.id), "programs": programs, "answers": answers})
}

fn answer(run: &ReportedRun, task: &TaskFacts, program_idx: usize) -> Value {
    let (Some(row), Some(view)) = (run.row(&task.id), run.views.get(&task.id)) else {
        return Value::Null;
    };
    let output: Vec<Value> =
        view.output.iter().map(|excerpt| json!({"name": excerpt.name, "text": excerpt.text})).collect();
    json!({
        "hint": row.hint,
        "behaved": row.behaved,
        "gold_challenge": row.is_gold_challenge,
        "gold_idx": row.gold_idx,
        "normalised": row.normalised,
        "program": program_idx,
        "gold": view.gold.to_ranges(),
        "kept": view.kept.to_ranges(),
        "reasons": reasons(view),
        "criterion": view.criterion,
        "gold_text": view.gold_text.iter().map(|(path, text)| json!({"path": path, "text": text})).collect::<Vec<_>>(),
        "answer": files(&view.answer, &answer_token),
        "output": output,
        "commands": commands(run, task),
    })
}

/// `[nodes, why]` of what is known of missing and surplus nodes.
fn reasons(view: &TaskView) -> Vec<Value> {
    let known = view.reasons.iter().filter_map(|reason| Some((reason, reason.because.as_ref()?)));
    known.map(|(reason, because)| json!([reason.nodes.to_ranges(), visible(because)])).collect()
}

/// What to type to see the same again.
fn commands(run: &ReportedRun, task: &TaskFacts) -> Vec<String> {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
    let (id, run, slicer) = (quoted(&task.id), quoted(&run.folder), quoted(&run.header.slicer.name));
    vec![
        visible(&format!("bench-slicers explain {id} --results {run}")),
        visible(&format!("bench-slicers run --slicer {slicer} --filter {id}")),
        visible(&format!("bench-slicers run --slicer {slicer} --filter {id} --dry-run")),
    ]
}

/// Plain text as a bare string, a token as an array that begins with its text.
fn files(files: &[SourceView], token: &dyn Fn(&str, &TokenNodes) -> Value) -> Value {
    let pieces = |file: &SourceView| -> Vec<Value> {
        let piece = |piece: &crate::report::TextPiece| {
            piece.token.as_ref().map_or_else(|| json!(piece.text), |found| token(&piece.text, found))
        };
        file.pieces.iter().map(piece).collect()
    };
    files.iter().map(|file| json!({"path": file.path, "pieces": pieces(file)})).collect()
}

/// `[text, nodes, kinds, node around]`
fn program_token(text: &str, token: &TokenNodes) -> Value {
    json!([text, token.nodes, token.kinds, token.around])
}

/// `[text, nodes of the program, kinds, node around, index of the mark in the legend]`
fn answer_token(text: &str, token: &TokenNodes) -> Value {
    let mark = TokenMark::ALL.iter().position(|found| Some(*found) == token.mark);
    json!([text, token.nodes, token.kinds, token.around, mark])
}

/// Every two slicers: a letter for each task, numbers of nodes and obstacles by index of the task.
///
/// Pairs are `first:second`. Nodes are gold lost, gold gained, surplus gained and surplus lost, there for one order
/// only: in the other one lost is gained. `order` has the indices of the tasks that are not the same, the worst first.
pub(super) fn pairs(set: &RunSet) -> Value {
    let (mut changes, mut nodes, mut obstacles) = (Map::new(), Map::new(), Map::new());
    let (mut order, mut summaries, mut averages) = (Map::new(), Map::new(), Map::new());
    let idx_of: BTreeMap<&str, usize> =
        set.tasks.iter().enumerate().map(|(idx, task)| (task.id.as_str(), idx)).collect();
    let n = set.runs.len();
    for (base, current) in (0..n).flat_map(|base| (0..n).map(move |current| (base, current))) {
        if base == current {
            continue;
        }
        let key = format!("{base}:{current}");
        let found = set.changes(base, current);
        let letters: String =
            found.iter().map(|task| task.as_ref().map_or(' ', |task| letter(task.change))).collect();
        changes.insert(key.clone(), json!(letters));
        let mut ranked: Vec<&TaskChange> = found.iter().flatten().collect();
        summaries.insert(key.clone(), json!(visible(&summary(&ranked))));
        ranked.retain(|task| task.change != Change::Same);
        rank(&mut ranked);
        let idx_of = |task: &TaskChange| idx_of.get(task.task.as_str());
        order.insert(key.clone(), json!(ranked.into_iter().filter_map(idx_of).collect::<Vec<_>>()));
        if base < current {
            nodes.insert(key.clone(), by_task(&found, &numbers));
            averages.insert(
                key.clone(),
                json!(set.aggregates(base, current).iter().map(aggregate).collect::<Vec<_>>()),
            );
        }
        obstacles.insert(key, by_task(&found, &|task| Some(json!(visible(task.obstacle.as_ref()?)))));
    }
    let words: Map<String, Value> =
        Change::ALL.iter().map(|change| (letter(*change).to_string(), json!(change.name()))).collect();
    json!({
        "words": words, "changes": changes, "nodes": nodes, "obstacles": obstacles, "order": order,
        "summaries": summaries, "averages": averages,
        "baselines": set.runs.iter().filter_map(|run| Some(baseline(run, run.comparison.as_ref()?))).collect::<Vec<_>>(),
    })
}

/// Both sides over the tasks of one kind and granularity, a line for each number.
fn aggregate(found: &Aggregate) -> Value {
    let metric = |paired: &PairedMetric| {
        let PairedMetric { metric, n, base, current, difference, interval, .. } = paired;
        json!({
            "name": metric.name(), "is_gain": metric.is_gain(), "n": n, "base": base, "current": current,
            "difference": difference, "interval": interval,
        })
    };
    let tally = |tally: &Tally| json!([tally.n_answered, tally.n_complete, tally.n_exact]);
    json!({
        "section": format!("{}, {}", found.kind.name(), found.granularity.name()),
        "n_tasks": found.n_tasks,
        "n_programs": found.n_benchmarks,
        "base": tally(&found.base),
        "current": tally(&found.current),
        "metrics": found.metrics.iter().map(metric).collect::<Vec<_>>(),
    })
}

/// A run beside its baseline: what the gate says, averages, causes, waivers.
fn baseline(run: &ReportedRun, report: &ComparisonReport) -> Value {
    let comparison = &report.comparison;
    let gate = report.verdict.as_ref().map(|verdict| {
        let text = |failure: &GateFailure| visible(&failure.text);
        json!({
            "rule": verdict.fail_on,
            "outcome": verdict.outcome,
            "failures": verdict.failures.iter().map(text).collect::<Vec<_>>(),
            "waived": verdict.waived.iter().map(|(task, why)| json!([task, visible(why)])).collect::<Vec<_>>(),
            "warnings": verdict.warnings.iter().map(|text| visible(text)).collect::<Vec<_>>(),
        })
    });
    json!({
        "slicer": run.name,
        "base": visible(&comparison.base.name()),
        "current": visible(&comparison.current.name()),
        "headline": visible(&report.headline()),
        "averages": comparison.aggregates.iter().map(aggregate).collect::<Vec<_>>(),
        "causes": report.causes.iter().map(|cause| visible(&cause.text())).collect::<Vec<_>>(),
        "gate": gate,
    })
}

fn numbers(task: &TaskChange) -> Option<Value> {
    let nodes = &task.nodes;
    let sets = [&nodes.gold_lost, &nodes.gold_gained, &nodes.surplus_gained, &nodes.surplus_lost];
    (!nodes.is_empty()).then(|| json!(sets.map(|set| set.len())))
}

/// What is known of the tasks, by their index.
fn by_task(tasks: &[Option<TaskChange>], of: &dyn Fn(&TaskChange) -> Option<Value>) -> Value {
    let found = tasks.iter().enumerate().filter_map(|(idx, task)| Some((idx, of(task.as_ref()?)?)));
    let found: BTreeMap<usize, Value> = found.collect();
    json!(found)
}

/// The letter of a change in a line of many.
fn letter(change: Change) -> char {
    match change {
        Change::Regressed => 'r',
        Change::Changed => 'c',
        Change::Improved => 'i',
        Change::Same => 's',
        Change::Incomparable => 'x',
        Change::Appeared => 'a',
        Change::Disappeared => 'd',
    }
}
