//! What the overview shows, as JSON inside of a script file.

use serde_json::{Map, Value, json};

use crate::compare::{PairedTest, SlicerPair};
use crate::report::run_document::worst;
use crate::report::runs::{CommonTasks, ReportedRun, TaskFacts, visible};
use crate::report::{NamedPair, Row, RunSet, Section};
use crate::results::RunLimits;
use crate::suite::benchmark_of;

/// Columns of the rows of the overview.
const COLUMNS: [&str; 23] = [
    "supported",
    "status",
    "verdict",
    "parses",
    "recall",
    "precision",
    "f1",
    "f1_min",
    "f1_max",
    "kept",
    "missing",
    "surplus",
    "residue",
    "invented",
    "altered",
    "slice_nodes",
    "gold_nodes",
    "nodes",
    "wall_s",
    "section",
    "size",
    "excess",
    "reason",
];

/// Tasks of a slicer to which a reader is sent first.
const N_WORST: usize = 3;

/// Failures of a gate that are named on the page.
const MAX_FAILURES: usize = 50;

/// A script that hands a value to the page: `report.overview(…)`.
///
/// No character of the value can end the script or start markup, whatever a slicer printed.
pub(super) fn script(name: &str, value: &Value) -> String {
    let json = value.to_string();
    let mut out = String::with_capacity(json.len() + 64);
    out.push_str("report.");
    out.push_str(name);
    out.push('(');
    // Outside of strings JSON has none of these.
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            c => out.push(c),
        }
    }
    out.push_str(");\n");
    out
}

/// The file of a task by its index among all; numbers, since an id may have characters that a file name cannot have.
pub(super) fn task_path(idx: usize) -> String {
    format!("data/task-{idx}.js")
}

/// Everything but the texts of programs and answers, and what changed between slicers.
pub(super) fn overview(set: &RunSet) -> Value {
    json!({
        "tool": format!("{} {}", set.tool.name, set.tool.version),
        "columns": COLUMNS,
        "slicers": set.runs.iter().map(|run| slicer(set, run)).collect::<Vec<_>>(),
        "tasks": set.tasks.iter().map(facts).collect::<Vec<_>>(),
        "labels": meanings(set),
        "has_history": !set.histories.is_empty(),
        "common": common(&set.common),
        "pairs": set.slicer_pairs().iter().map(|named| pair(set, named)).collect::<Vec<_>>(),
    })
}

/// What the labels of these tasks mean.
fn meanings(set: &RunSet) -> Map<String, Value> {
    let is_used = |label: &String| set.tasks.iter().any(|task| task.labels.contains(label));
    let used = set.label_meanings.iter().filter(|(label, _)| is_used(label));
    used.map(|(label, meaning)| (label.clone(), json!(visible(meaning)))).collect()
}

/// Points are pairs of excess and recall.
fn common(common: &CommonTasks) -> Value {
    let references: Vec<Value> =
        common.references.iter().map(|found| json!({"name": found.name, "points": found.points})).collect();
    json!({
        "section": common.section,
        "n_tasks": common.tasks.len(),
        "n_asked": common.n_asked,
        "is_answered": common.is_answered,
        "means": common.means,
        "references": references,
    })
}

/// Slicers by index, and tests by the name of the number.
fn pair(set: &RunSet, named: &NamedPair) -> Value {
    let idx = |name: &String| set.runs.iter().position(|run| run.name == *name);
    let SlicerPair { n_wins, n_ties, n_losses, ref tests, .. } = named.pair;
    let test = |test: &PairedTest| {
        let numbers = json!({"n": test.n, "difference": test.difference, "p": test.p, "p_holm": test.p_holm, "delta": test.delta});
        (test.metric.name().to_owned(), numbers)
    };
    json!({
        "slicers": named.slicers.each_ref().map(idx),
        "wins": n_wins,
        "ties": n_ties,
        "losses": n_losses,
        "tests": tests.iter().map(test).collect::<Map<String, Value>>(),
    })
}

fn facts(task: &TaskFacts) -> Value {
    json!({
        "id": visible(&task.id),
        "title": visible(&task.title),
        "program": benchmark_of(&task.id),
        "language": task.language,
        "tier": task.tier.name(),
        "labels": task.labels,
        "kind": task.kind.name(),
        "evidence": task.evidence.name(),
        "contested": task.contested.as_deref().map(visible),
        "file": visible(&task.file),
        "line": task.line,
        "variable": task.variable.as_deref().map(visible),
        "occurrence": task.occurrence,
        "nodes": task.nodes,
        "gold_nodes": task.gold_nodes,
    })
}

fn slicer(set: &RunSet, run: &ReportedRun) -> Value {
    let header = &run.header;
    let sections: Vec<Value> = run.report.sections.iter().map(section).collect();
    let columns = COLUMNS.map(|key| Row::column(key).expect("the overview has columns of rows").1);
    let row = |row: &Row| json!(columns.map(|value| value(row)));
    let rows: Vec<Value> = set.tasks.iter().map(|task| run.row(&task.id).map_or(Value::Null, row)).collect();
    json!({
        "name": visible(&run.name),
        "version": header.slicer.version.as_deref().map(visible),
        "run": visible(&run.folder),
        "created": header.created,
        "complete": header.complete,
        "suite": header.suite.hash,
        "tool": format!("{} {}", header.tool.name, header.tool.version),
        "jobs": header.jobs,
        "repeats": header.repeats,
        "seed": header.seed,
        "limits": limits(&header.limits),
        "worst": worst(&run.report, N_WORST).iter().filter_map(|row| set.tasks.iter().position(|task| task.id == row.task)).collect::<Vec<_>>(),
        "host": [&header.host.os, &header.host.arch, &header.host.cpu.clone().unwrap_or_default()],
        "walls": header.sandbox.text().as_deref().map(visible),
        "sections": sections,
        "not_supported": run.report.not_supported,
        "failures": run.report.failures.iter().map(|group| visible(&group.text())).collect::<Vec<_>>(),
        "times": run.times_s,
        "headline": run.comparison.as_ref().map(|report| visible(&report.headline())),
        "gate_failures": gate_failures(run),
        "rows": rows,
    })
}

/// What the slicer was allowed, in words.
fn limits(limits: &RunLimits) -> String {
    let mib = |n_byte: u64| format!("{} MiB", n_byte >> 20);
    let part =
        |what: &str, text: Option<String>| format!("{what} {}", text.as_deref().unwrap_or("unlimited"));
    [
        part("time", limits.wall_s.map(|wall_s| format!("{wall_s} s a task"))),
        part("memory", limits.memory_byte.map(mib)),
        part("output", limits.output_byte.map(mib)),
    ]
    .join(", ")
}

/// Why the gate fails, the worst first, as many as somebody reads.
fn gate_failures(run: &ReportedRun) -> Vec<String> {
    let found = run.verdict().map_or(&[][..], |verdict| &verdict.failures);
    let n_shown = if found.len() > MAX_FAILURES { MAX_FAILURES - 1 } else { found.len() };
    let more =
        (n_shown < found.len()).then(|| format!("… and {} more, no worse than these", found.len() - n_shown));
    found[..n_shown].iter().map(|failure| visible(&failure.text)).chain(more).collect()
}

fn section(section: &Section) -> Value {
    json!({
        "name": section.name(),
        "totals": section.totals,
        "languages": section.languages,
        "tiers": section.tiers,
        "labels": section.labels,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_data_can_end_its_script() {
        let evil = "</script><!-- ]]>&\u{2028}\u{2029}\"\\";
        let script = script("task", &json!({"text": evil}));
        let body = &script["report.task(".len()..script.len() - 3];
        assert!(!body.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{body}");
        let read: Value = serde_json::from_str(body).unwrap();
        assert_eq!(read["text"], evil);
    }
}
