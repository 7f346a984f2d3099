//! Totals for machines: a row for each slicer, section and part of its tasks, values unrounded.

use serde_json::{Value, json};

use super::records::KeyedValue;
use super::{Records, ReportedRun, RunSet, Section, Totals};

/// A row: whose totals, of which section, of what part of its tasks.
struct TotalRow<'t> {
    slicer: &'t str,
    section: &'t Section,
    part: &'static str,
    totals: &'t Totals,
}

/// Keys of the columns behind `tasks`, which [`TotalRow`] fills.
const COLUMNS: [KeyedValue<Totals>; 24] = [
    ("programs", |totals| json!(totals.n_benchmarks)),
    ("answered", |totals| json!(totals.answered.n_tasks)),
    ("exact", |totals| json!(totals.counts.exact)),
    ("complete", |totals| json!(totals.counts.complete)),
    ("incomplete", |totals| json!(totals.counts.incomplete)),
    ("not_a_slice", |totals| json!(totals.counts.not_a_slice)),
    ("unsupported", |totals| json!(totals.counts.unsupported)),
    ("failed", |totals| json!(totals.counts.failed)),
    ("recall_answered", |totals| json!(totals.answered.recall.mean)),
    ("precision_answered", |totals| json!(totals.answered.precision.mean)),
    ("f1_answered", |totals| json!(totals.answered.f1.mean)),
    ("recall_supported", |totals| json!(totals.supported.recall.mean)),
    ("precision_supported", |totals| json!(totals.supported.precision.mean)),
    ("f1_supported", |totals| json!(totals.supported.f1.mean)),
    ("pooled_recall_answered", |totals| json!(totals.answered.recall.micro)),
    ("pooled_precision_answered", |totals| json!(totals.answered.precision.micro)),
    ("pooled_f1_answered", |totals| json!(totals.answered.f1.micro)),
    ("pooled_recall_supported", |totals| json!(totals.supported.recall.micro)),
    ("pooled_precision_supported", |totals| json!(totals.supported.precision.micro)),
    ("pooled_f1_supported", |totals| json!(totals.supported.f1.micro)),
    ("n_precision", |totals| json!(totals.answered.precision.n)),
    ("size", |totals| json!(totals.answered.size.mean)),
    ("excess", |totals| json!(totals.answered.excess.mean)),
    ("wall_s", |totals| json!(totals.wall_s)),
];

/// The totals of all runs; behind those of each, the tasks that are in none, by what its adapter does not declare.
pub(super) fn records(set: &RunSet) -> Records {
    let mut columns = vec!["slicer", "kind", "granularity", "part", "name", "tasks"];
    columns.extend(COLUMNS.map(|(key, _)| key));
    Records { columns, rows: set.runs.iter().flat_map(of_run).collect() }
}

fn of_run(run: &ReportedRun) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for section in &run.report.sections {
        let parts = [("language", &section.languages), ("tier", &section.tiers), ("label", &section.labels)];
        let parts = parts.into_iter().flat_map(|(part, all)| all.iter().map(move |totals| (part, totals)));
        let all = [("all", &section.totals)].into_iter().chain(parts);
        rows.extend(all.map(|(part, totals)| TotalRow { slicer: &run.name, section, part, totals }.values()));
    }
    for (reason, n) in &run.report.not_supported {
        let mut row =
            vec![json!(run.name), Value::Null, Value::Null, json!("not-supported"), json!(reason), json!(n)];
        row.extend(COLUMNS.map(|_| Value::Null));
        rows.push(row);
    }
    rows
}

impl TotalRow<'_> {
    fn values(&self) -> Vec<Value> {
        let TotalRow { slicer, section, part, totals } = self;
        let mut row = vec![
            json!(slicer),
            json!(section.kind.name()),
            json!(section.granularity.name()),
            json!(part),
            json!(totals.name),
            json!(totals.n_tasks),
        ];
        row.extend(COLUMNS.map(|(_, value)| value(totals)));
        row
    }
}
