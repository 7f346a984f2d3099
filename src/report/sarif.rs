//! SARIF 2.1.0: what is missing, surplus or invented, a result for each outermost subtree with its place, and beside a baseline
//! whether that had it; the worst task first, as many as code hosts show. Tasks without an answer have no result: what became
//! of them is a notification.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::Row;
use super::runs::{BaselineState, FaultTree, NodeFault, ReportedRun, RunSet, TaskFacts, TokenMark};
use crate::compare::GateFailure;

pub(super) fn write(set: &RunSet) -> String {
    let n_results = MAX_RESULTS / set.runs.len().max(1);
    let runs: Vec<Value> = set.runs.iter().map(|run| run_log(set, run, n_results)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    });
    serde_json::to_string_pretty(&log).expect("values with string keys serialise") + "\n"
}

/// Results of a whole file; GitHub shows 5 000 of a run and takes 25 000.
const MAX_RESULTS: usize = 4_990;

/// What can be wrong.
struct SarifRule {
    id: &'static str,
    level: &'static str,
    /// In one line.
    text: &'static str,
    /// What it means, and what to do.
    help: &'static str,
}

/// Rules in the order of their indices.
const RULES: [SarifRule; 3] = [
    SarifRule {
        id: "slice/missing",
        level: "error",
        text: "Code of the minimal slice is not in the answer",
        help: "Without this code the value at the criterion can be another one: the answer is no slice. Look at the dependence \
               that leads from here to the criterion.",
    },
    SarifRule {
        id: "slice/surplus",
        level: "warning",
        text: "Code of the answer is not in the minimal slice",
        help: "The value at the criterion stays as it is without all code of the answer that is marked so: the slicer could have \
               left it out.",
    },
    SarifRule {
        id: "slice/invented",
        level: "error",
        text: "Code of the answer is nowhere in the program",
        help: "A slice only deletes code. The slicer changed or added this, or its adapter does not say what it prints for \
               deleted code (`placeholders`, `helpers`).",
    },
];

fn rule_idx(fault: &NodeFault) -> usize {
    match fault.mark {
        TokenMark::Missing => 0,
        TokenMark::Surplus => 1,
        _ => 2,
    }
}

fn run_log(set: &RunSet, run: &ReportedRun, n_results: usize) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|SarifRule { id, level, text, help }| {
            json!({
                "id": id,
                "name": id.replace('/', "-"),
                "shortDescription": {"text": text},
                "fullDescription": {"text": format!("{text}. {help}")},
                "help": {"text": help},
                "defaultConfiguration": {"level": level},
            })
        })
        .collect();
    let mut results = Vec::new();
    let facts: BTreeMap<&str, &TaskFacts> = set.tasks.iter().map(|task| (task.id.as_str(), task)).collect();
    for task in run.worst_first().into_iter().filter_map(|task| facts.get(task)) {
        let trees = run.views.get(&task.id).map_or(&[][..], |view| &view.fault_trees);
        results.extend(results_of_task(set, run, task, trees));
    }
    let n_left_out = results.len().saturating_sub(n_results);
    results.truncate(n_results);
    let mut log = json!({
        "tool": {"driver": {"name": set.tool.name, "semanticVersion": set.tool.version, "rules": rules}},
        "automationDetails": {"id": format!("slicer/{}/", run.name)},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation(run, n_left_out)],
        "results": results,
    });
    if let Some(comparison) = &run.comparison {
        log["properties"] =
            json!({"baseline": comparison.comparison.base.name(), "headline": comparison.headline()});
    }
    log
}

/// The run, with rules of the gate that fail, and with what became of tasks that have no answer, the worst change first.
fn invocation(run: &ReportedRun, n_left_out: usize) -> Value {
    let notification = |row: &Row| {
        let level = if row.status == "unsupported" { "note" } else { "error" };
        let reason = row.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        json!({
            "level": level,
            "descriptor": {"id": row.status},
            "message": {"text": format!("{}{reason}, task {}, slicer {}", row.status, row.task, run.name)},
        })
    };
    let rules = run.verdict().into_iter().flat_map(|verdict| &verdict.failures);
    let rule = |failure: &GateFailure| {
        json!({
            "level": "error",
            "descriptor": {"id": format!("gate/{}", failure.kind)},
            "message": {"text": failure.text},
        })
    };
    let rules = rules.filter(|failure| failure.kind != "task").map(rule);
    let rows = run.worst_first().into_iter().filter_map(|task| run.row(task));
    let silent = rows.filter(|row| !row.answered).map(notification);
    let left_out = (n_left_out > 0).then(|| {
        json!({
            "level": "note",
            "descriptor": {"id": "left-out"},
            "message": {"text": format!("{n_left_out} more results, of better tasks, are left out: the CSV report has all numbers")},
        })
    });
    json!({
        "executionSuccessful": run.header.complete,
        "startTimeUtc": run.header.created,
        "toolExecutionNotifications": rules.chain(silent).chain(left_out).collect::<Vec<_>>(),
    })
}

/// What is wrong with one answer: what is missing before what is surplus, the largest first.
fn results_of_task(set: &RunSet, run: &ReportedRun, task: &TaskFacts, trees: &[FaultTree]) -> Vec<Value> {
    // Equal code is told apart by its order in the program, so that a fingerprint outlives what happens above it.
    let mut n_before: BTreeMap<(usize, &str, &str), usize> = BTreeMap::new();
    let mut numbered: Vec<(&FaultTree, usize)> = Vec::new();
    for tree in trees {
        let NodeFault { kind, token, .. } = &tree.fault;
        let n = n_before.entry((rule_idx(&tree.fault), kind, token)).or_default();
        *n += 1;
        numbered.push((tree, *n));
    }
    numbered.sort_by_key(|(tree, _)| (RULES[rule_idx(&tree.fault)].level, Reverse(tree.n_nodes)));
    numbered.into_iter().map(|(tree, ordinal)| result(set, run, task, tree, ordinal)).collect()
}

fn result(set: &RunSet, run: &ReportedRun, task: &TaskFacts, tree: &FaultTree, ordinal: usize) -> Value {
    let FaultTree { fault, n_nodes, start, end } = tree;
    let idx = rule_idx(fault);
    let SarifRule { id, level, text, .. } = RULES[idx];
    let benchmark = task.id.rsplit_once('/').map_or("", |(benchmark, _)| benchmark);
    let place = match fault.mark {
        // The answer is beside the run.
        TokenMark::Invented => {
            Path::new(&run.folder).join("raw").join(&task.id).join("answer").join(&fault.file)
        }
        _ => Path::new(&set.uri_base).join(benchmark).join(&fault.file),
    };
    let key = format!("{}:{}:{id}:{}:{}:{ordinal}", run.name, task.id, fault.kind, fault.token);
    let size = if *n_nodes == 1 { String::new() } else { format!(" ({n_nodes} nodes)") };
    let what =
        format!("{text}: {} `{}`{size}, task {}, slicer {}", fault.kind, fault.token, task.id, run.name);
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": idx,
        "level": level,
        "message": {"text": what},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&place.to_string_lossy())},
            "region": {"startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1},
        }}],
        "partialFingerprints": {"subtree/v1": key},
        "properties": {"task": task.id, "nodes": n_nodes},
    });
    if let Some(since) = fault.since {
        result["baselineState"] = json!(match since {
            BaselineState::New => "new",
            BaselineState::Unchanged => "unchanged",
            BaselineState::Absent => "absent",
        });
    }
    result
}

/// A path as a relative reference of RFC 3986.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/ü#?.erl"), "a%20b/%C3%BC%23%3F.erl");
    }
}
