//! Several runs as one page of Markdown, as a code host shows it below a job: the verdict and the totals of all slicers first, the
//! rest folded, and never more than a host takes.

use super::document::{Block, plural};
use super::runs::ReportedRun;
use super::{Document, Render, RunSet, RunView, Totals, markdown, pairs, printable, run_document};

/// What GitHub takes as the summary of a step.
const MAX_BYTE: usize = 1 << 20;

/// Rows of tasks that are shown of each run: of those that are too many, the worst.
const N_TASKS: [usize; 7] = [1_000, 300, 100, 30, 10, 5, 0];

pub(super) fn write(set: &RunSet) -> String {
    fitting(&|view| text(set, view), &|| markdown::write(&head(set)))
}

/// As much of the tasks as fits; where nothing does, the head alone.
fn fitting(text: &dyn Fn(&RunView) -> String, head: &dyn Fn() -> String) -> String {
    let whole = text(&RunView::whole());
    if whole.len() <= MAX_BYTE {
        return whole;
    }
    let fewer = |n_worst| text(&RunView { has_tasks: false, n_worst, ..RunView::whole() });
    let fits = |text: &String| text.len() + LEFT_OUT.len() <= MAX_BYTE;
    N_TASKS.into_iter().map(fewer).find(fits).unwrap_or_else(head) + LEFT_OUT
}

const LEFT_OUT: &str =
    "\nThis page is as long as code hosts take it: tasks are left out. `--format csv` has every row.\n";

fn text(set: &RunSet, view: &RunView) -> String {
    let mut out = markdown::write(&head(set));
    for run in &set.runs {
        out.push_str(&format!("\n{}", markdown::write(&title(run))));
        if let Some(comparison) = &run.comparison {
            out.push_str(&folded("What changed", &comparison.document()));
        }
        let title = if view.has_tasks { "Tasks and totals" } else { "Totals and the worst tasks" };
        out.push_str(&folded(title, &run_document::of_report(&run.report, view)));
    }
    let pairs = pairs::blocks("Differences between slicers", &set.slicer_pairs());
    if !pairs.is_empty() {
        out.push_str(&format!("\n{}", markdown::write(&Document { blocks: pairs })));
    }
    out
}

/// What one sees without a click: the verdicts, and the totals of all slicers in one table for each kind and granularity.
fn head(set: &RunSet) -> Document {
    let verdict = |run: &ReportedRun| Some(format!("{}: {}", run.name, run.comparison.as_ref()?.headline()));
    let mut blocks: Vec<Block> = set.runs.iter().filter_map(verdict).map(Block::Note).collect();
    let sections = || set.runs.iter().flat_map(|run| run.report.sections.iter().map(move |part| (run, part)));
    let mut names: Vec<String> = sections().map(|(_, part)| part.name()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let rows = sections().filter(|(_, part)| part.name() == name);
        let rows: Vec<Totals> =
            rows.map(|(run, part)| Totals { name: run.name.clone(), ..part.totals.clone() }).collect();
        blocks.push(Block::Heading(format!("{}: {name}", plural(rows.len(), "slicer"))));
        blocks.push(Block::Table(run_document::part_table(&rows)));
    }
    Document { blocks }
}

/// The slicer, which version of it ran when, and what stood around it.
fn title(run: &ReportedRun) -> Document {
    let slicer = &run.header.slicer;
    let version = slicer.version.as_deref().map(|version| format!("version {}", printable(version)));
    let created = format!("run of {}", printable(&run.header.created));
    let walls = run.header.sandbox.text().map(|walls| printable(&walls));
    let parts: Vec<String> = version.into_iter().chain([created]).chain(walls).collect();
    let origin = Block::Note(format!("{}.", parts.join(", ")));
    Document { blocks: vec![Block::Heading(run.name.clone()), origin] }
}

/// A part that is opened with a click. Markdown in HTML needs blank lines around it.
fn folded(title: &str, document: &Document) -> String {
    let text = markdown::write(document);
    format!("\n<details>\n<summary>{title}</summary>\n\n{text}\n</details>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_no_longer_than_hosts_take_and_leaves_out_no_more_than_it_must() {
        let page = |row_byte: usize| {
            let text = move |view: &RunView| {
                let n_rows = if view.has_tasks { 10_000 } else { view.n_worst };
                "x".repeat(100 + n_rows * row_byte)
            };
            fitting(&text, &|| "head".to_owned())
        };
        let n_rows = |row_byte| (page(row_byte).len() - LEFT_OUT.len() - 100) / row_byte;
        assert_eq!(page(100).len(), 100 + 10_000 * 100);
        assert_eq!([n_rows(900), n_rows(2_000), n_rows(100_000)], [1_000, 300, 10]);
        assert_eq!(page(MAX_BYTE), format!("{}{LEFT_OUT}", "x".repeat(100)));
        let nothing_fits = fitting(&|_| "x".repeat(2 * MAX_BYTE), &|| "head".to_owned());
        assert_eq!(nothing_fits, format!("head{LEFT_OUT}"));
    }
}
