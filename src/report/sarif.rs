//! SARIF 2.1.0: every node that is missing, surplus or invented as a result with its place, and beside a baseline whether that
//! had it. Tasks without an answer have no result: what became of them is a notification.

use std::path::Path;

use serde_json::{Value, json};

use super::Row;
use super::book::{Book, Chapter, Facts, Fault, Since, TokenMark};

pub(super) fn write(book: &Book) -> String {
    let runs: Vec<Value> = book.chapters.iter().map(|chapter| run(book, chapter)).collect();
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

fn rule_idx(fault: &Fault) -> usize {
    match fault.mark {
        TokenMark::Missing => 0,
        TokenMark::Surplus => 1,
        _ => 2,
    }
}

fn run(book: &Book, chapter: &Chapter) -> Value {
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
    for task in &book.tasks {
        let faults = chapter.pages.get(&task.id).map_or(&[][..], |page| &page.faults);
        results.extend(faults.iter().map(|fault| result(chapter, task, fault)));
    }
    let mut run = json!({
        "tool": {"driver": {"name": book.tool.name, "semanticVersion": book.tool.version, "rules": rules}},
        "automationDetails": {"id": format!("slicer/{}/", chapter.name)},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation(chapter)],
        "results": results,
    });
    if let Some(comparison) = &chapter.comparison {
        run["properties"] = json!({"baseline": comparison.comparison.base.name()});
    }
    run
}

/// The run, with what became of tasks that have no answer.
fn invocation(chapter: &Chapter) -> Value {
    let notification = |row: &Row| {
        let level = if row.status == "unsupported" { "note" } else { "error" };
        let reason = row.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        json!({
            "level": level,
            "descriptor": {"id": row.status},
            "message": {"text": format!("{}{reason}, task {}, slicer {}", row.status, row.task, chapter.name)},
        })
    };
    let silent = chapter.report.rows.iter().filter(|row| !row.answered);
    json!({
        "executionSuccessful": chapter.header.complete,
        "startTimeUtc": chapter.header.created,
        "toolExecutionNotifications": silent.map(notification).collect::<Vec<_>>(),
    })
}

fn result(chapter: &Chapter, task: &Facts, fault: &Fault) -> Value {
    let idx = rule_idx(fault);
    let (id, level, text) = RULES[idx];
    let benchmark = task.id.rsplit_once('/').map_or("", |(benchmark, _)| benchmark);
    let place = match fault.mark {
        // The answer is beside the run.
        TokenMark::Invented => {
            Path::new(&chapter.run).join("raw").join(&task.id).join("answer").join(&fault.file)
        }
        _ => Path::new(benchmark).join(&fault.file),
    };
    let key = format!("{}:{}:{id}:{}:{}:{}", chapter.name, task.id, fault.line, fault.column, fault.kind);
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": idx,
        "level": level,
        "message": {"text": format!("{text}: {} `{}`, task {}, slicer {}", fault.kind, fault.token, task.id, chapter.name)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&place.to_string_lossy())},
            "region": {"startLine": fault.line, "startColumn": fault.column, "endColumn": fault.end_column},
        }}],
        "partialFingerprints": {"node/v1": key},
    });
    if let Some(since) = fault.since {
        result["baselineState"] = json!(match since {
            Since::New => "new",
            Since::Unchanged => "unchanged",
            Since::Absent => "absent",
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
