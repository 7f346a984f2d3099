//! SARIF 2.1.0: every node that is missing, surplus or invented as a result with its place, and beside a baseline whether that
//! had it. Tasks without an answer have no result: what became of them is a notification.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::Row;
use super::runs::{BaselineState, NodeFault, ReportedRun, RunSet, TaskFacts, TokenMark};
use crate::compare::GateFailure;

pub(super) fn write(set: &RunSet) -> String {
    let runs: Vec<Value> = set.runs.iter().map(|run| run_log(set, run)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    });
    serde_json::to_string_pretty(&log).expect("values with string keys serialise") + "\n"
}

/// Rules in the order of their indices: id, level, what is wrong.
const RULES: [(&str, &str, &str); 3] = [
    ("slice/missing", "error", "A node of the minimal slice is not in the answer"),
    ("slice/surplus", "warning", "A node of the answer is not in the minimal slice"),
    ("slice/invented", "error", "A node of the answer is nowhere in the program"),
];

fn rule_idx(fault: &NodeFault) -> usize {
    match fault.mark {
        TokenMark::Missing => 0,
        TokenMark::Surplus => 1,
        _ => 2,
    }
}

fn run_log(set: &RunSet, run: &ReportedRun) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, level, text)| {
            json!({
                "id": id,
                "shortDescription": {"text": text},
                "defaultConfiguration": {"level": level},
            })
        })
        .collect();
    let mut results = Vec::new();
    let facts: BTreeMap<&str, &TaskFacts> = set.tasks.iter().map(|task| (task.id.as_str(), task)).collect();
    for task in run.worst_first().into_iter().filter_map(|task| facts.get(task)) {
        let faults = run.views.get(&task.id).map_or(&[][..], |view| &view.faults);
        results.extend(faults.iter().map(|fault| result(run, task, fault)));
    }
    let mut log = json!({
        "tool": {"driver": {"name": set.tool.name, "semanticVersion": set.tool.version, "rules": rules}},
        "automationDetails": {"id": format!("slicer/{}/", run.name)},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation(run)],
        "results": results,
    });
    if let Some(comparison) = &run.comparison {
        log["properties"] =
            json!({"baseline": comparison.comparison.base.name(), "headline": comparison.headline()});
    }
    log
}

/// The run, with rules of the gate that fail, and with what became of tasks that have no answer, the worst change first.
fn invocation(run: &ReportedRun) -> Value {
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
    json!({
        "executionSuccessful": run.header.complete,
        "startTimeUtc": run.header.created,
        "toolExecutionNotifications": rules.chain(silent).collect::<Vec<_>>(),
    })
}

fn result(run: &ReportedRun, task: &TaskFacts, fault: &NodeFault) -> Value {
    let idx = rule_idx(fault);
    let (id, level, text) = RULES[idx];
    let benchmark = task.id.rsplit_once('/').map_or("", |(benchmark, _)| benchmark);
    let place = match fault.mark {
        // The answer is beside the run.
        TokenMark::Invented => {
            Path::new(&run.folder).join("raw").join(&task.id).join("answer").join(&fault.file)
        }
        _ => Path::new(benchmark).join(&fault.file),
    };
    let key = format!("{}:{}:{id}:{}:{}:{}", run.name, task.id, fault.line, fault.column, fault.kind);
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": idx,
        "level": level,
        "message": {"text": format!("{text}: {} `{}`, task {}, slicer {}", fault.kind, fault.token, task.id, run.name)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&place.to_string_lossy())},
            "region": {"startLine": fault.line, "startColumn": fault.column, "endColumn": fault.end_column},
        }}],
        "partialFingerprints": {"node/v1": key},
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
