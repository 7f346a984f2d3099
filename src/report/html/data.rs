//! What the pages show, as JSON inside of script files.

use serde_json::{Map, Value, json};

use crate::report::book::{Chapter, Facts, MarkedFile, TokenMark, visible};
use crate::report::{Average, Averages, Book, Row, Section, Totals};

/// Columns of the rows of the overview, in the order of [`row`].
const COLUMNS: [&str; 20] = [
    "status",
    "verdict",
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
    "slice_nodes",
    "gold_nodes",
    "nodes",
    "wall_s",
    "section",
    "size",
    "excess",
    "reason",
];

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

/// Everything but the texts of programs and answers.
pub(super) fn overview(book: &Book) -> Value {
    let references: Vec<Value> = book
        .references
        .iter()
        .map(|found| json!({"name": found.name, "recall": found.recall, "excess": found.excess}))
        .collect();
    json!({
        "tool": format!("{} {}", book.tool.name, book.tool.version),
        "columns": COLUMNS,
        "slicers": book.chapters.iter().map(|chapter| slicer(book, chapter)).collect::<Vec<_>>(),
        "tasks": book.tasks.iter().map(facts).collect::<Vec<_>>(),
        "references": references,
    })
}

fn facts(task: &Facts) -> Value {
    json!({
        "id": visible(&task.id),
        "title": visible(&task.title),
        "language": task.language,
        "labels": task.labels,
        "kind": task.kind.name(),
        "evidence": task.evidence.name(),
        "contested": task.contested.as_deref().map(visible),
        "file": visible(&task.file),
        "line": task.line,
        "variable": visible(&task.variable),
        "occurrence": task.occurrence,
        "nodes": task.nodes,
        "gold_nodes": task.gold_nodes,
    })
}

fn slicer(book: &Book, chapter: &Chapter) -> Value {
    let header = &chapter.header;
    let name_of = |section: &Section| format!("{}, {}", section.kind.name(), section.granularity.name());
    let sections: Vec<Value> =
        chapter.report.sections.iter().map(|found| section(&name_of(found), found)).collect();
    let rows: Vec<Value> =
        book.tasks.iter().map(|task| chapter.row(&task.id).map_or(Value::Null, row)).collect();
    json!({
        "name": visible(&chapter.name),
        "version": header.slicer.version.as_deref().map(visible),
        "run": visible(&chapter.run),
        "created": header.created,
        "complete": header.complete,
        "suite": header.suite.hash,
        "tool": format!("{} {}", header.tool.name, header.tool.version),
        "jobs": header.jobs,
        "wall_limit_s": header.limits.wall_s,
        "host": [&header.host.os, &header.host.arch, &header.host.cpu.clone().unwrap_or_default()],
        "sections": sections,
        "times": chapter.times_s,
        "rows": rows,
    })
}

fn row(row: &Row) -> Value {
    let is_counted = !row.contested && !row.incomparable;
    let section = is_counted.then(|| format!("{}, {}", row.kind.name(), row.granularity));
    json!([
        row.status,
        row.verdict,
        row.recall,
        row.precision,
        row.f1,
        row.f1_min,
        row.f1_max,
        row.kept,
        row.missing,
        row.surplus,
        row.residue,
        row.invented,
        row.slice_nodes,
        row.gold_nodes,
        row.nodes,
        row.wall_s,
        section,
        row.size,
        row.excess,
        row.reason,
    ])
}

fn section(name: &str, section: &Section) -> Value {
    json!({
        "name": name,
        "totals": totals(&section.totals),
        "languages": section.languages.iter().map(totals).collect::<Vec<_>>(),
        "labels": section.labels.iter().map(totals).collect::<Vec<_>>(),
    })
}

fn totals(totals: &Totals) -> Value {
    let counts = |pairs: Vec<(&str, usize)>| {
        pairs.into_iter().map(|(name, n)| (name.to_owned(), json!(n))).collect::<Map<_, _>>()
    };
    json!({
        "name": totals.name,
        "n_tasks": totals.n_tasks,
        "n_benchmarks": totals.n_benchmarks,
        "statuses": counts(totals.statuses.iter().map(|(status, n)| (status.name(), *n)).collect()),
        "verdicts": counts(totals.verdicts.iter().map(|(verdict, n)| (verdict.name(), *n)).collect()),
        "wall_s": totals.wall_s,
        "all": averages(&totals.all),
        "answered": averages(&totals.answered),
    })
}

fn averages(averages: &Averages) -> Value {
    json!({
        "n_tasks": averages.n_tasks,
        "recall": average(&averages.recall),
        "precision": average(&averages.precision),
        "f1": average(&averages.f1),
        "size": average(&averages.size),
        "excess": average(&averages.excess),
    })
}

fn average(average: &Average) -> Value {
    json!({"n": average.n, "mean": average.mean, "interval": average.interval, "micro": average.micro})
}

/// One task with the answers of all slicers.
pub(super) fn task(book: &Book, task: &Facts) -> Value {
    let answers: Vec<Value> = book.chapters.iter().map(|chapter| answer(chapter, task)).collect();
    json!({"id": visible(&task.id), "answers": answers})
}

fn answer(chapter: &Chapter, task: &Facts) -> Value {
    let (Some(row), Some(page)) = (chapter.row(&task.id), chapter.pages.get(&task.id)) else {
        return Value::Null;
    };
    let output: Vec<Value> =
        page.output.iter().map(|excerpt| json!({"name": excerpt.name, "text": excerpt.text})).collect();
    json!({
        "hint": row.hint,
        "gold_idx": row.gold_idx,
        "normalised": row.normalised,
        "program": files(&page.program),
        "gold": files(&page.gold),
        "answer": files(&page.answer),
        "output": output,
        "commands": commands(chapter, task),
    })
}

/// What to type to see the same again.
fn commands(chapter: &Chapter, task: &Facts) -> Vec<String> {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
    let (id, run, slicer) = (quoted(&task.id), quoted(&chapter.run), quoted(&chapter.header.slicer.name));
    vec![
        visible(&format!("bench-slicers explain {id} --results {run}")),
        visible(&format!("bench-slicers run --slicer {slicer} --filter {id}")),
        visible(&format!("bench-slicers run --slicer {slicer} --filter {id} --dry-run")),
    ]
}

/// Pieces as `[text, mark, kind]`, plain text as a bare string.
fn files(files: &[MarkedFile]) -> Value {
    let piece = |piece: &crate::report::book::Piece| match piece.mark {
        None => json!(piece.text),
        Some(mark) => json!([piece.text, mark_idx(mark), piece.kind]),
    };
    files
        .iter()
        .map(|file| json!({"path": file.path, "pieces": file.pieces.iter().map(piece).collect::<Vec<_>>()}))
        .collect()
}

/// Index of a mark in the legend.
fn mark_idx(mark: TokenMark) -> usize {
    TokenMark::ALL.iter().position(|found| *found == mark).unwrap_or_default()
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
