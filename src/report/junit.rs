//! JUnit XML, as build servers read it: a suite per slicer and language, a case per task.
//!
//! Valid in the schema of Jenkins, and in that of Ant unless something is skipped, which Ant does not know.
//! Failure: with a baseline what the gate fails, without one an answer that is not a complete slice. Error: there is no answer.
//! Skipped: the slicer does not support it. What the gate fails besides tasks is a suite of its own.

use super::document::plural;
use super::runs::{NodeReason, ReportedRun, RunSet};
use super::{Row, TaskCounts, Totals, shell_lines, visible};
use crate::compare::GateFailure;
use crate::stats::decimal;

pub(super) fn write(set: &RunSet) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    let mut n_suites = 0;
    for run in &set.runs {
        let mut suites: Vec<(&str, Vec<Case>)> = Vec::new();
        let others = other_failures(run);
        if !others.is_empty() {
            suites.push(("gate", others));
        }
        // The language with the worst change comes first, and in each the worst change.
        for row in run.worst_first().into_iter().filter_map(|task| run.row(task)) {
            let language = row.task.split('/').next().unwrap_or_default();
            match suites.iter_mut().find(|(name, _)| *name == language) {
                Some((_, cases)) => cases.push(Case::new(run, row)),
                None => suites.push((language, vec![Case::new(run, row)])),
            }
        }
        for (name, cases) in &suites {
            out.push_str(&suite(set, run, name, cases, n_suites));
            n_suites += 1;
        }
    }
    out.push_str("</testsuites>\n");
    out
}

/// How a case ended, in the words of the format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CaseEnd {
    Passed,
    Failure,
    Error,
    Skipped,
}

/// A test.
struct Case {
    class: String,
    name: String,
    end: CaseEnd,
    wall_s: f64,
    /// A word for what went wrong.
    kind: String,
    message: String,
    text: String,
}

impl Case {
    fn new(run: &ReportedRun, row: &Row) -> Case {
        let failure = run.verdict().and_then(|verdict| {
            verdict
                .failures
                .iter()
                .find(|failure| failure.kind == "task" && failure.task.as_ref() == Some(&row.task))
        });
        let (benchmark, criterion) = row.task.rsplit_once('/').unwrap_or(("", &row.task));
        let end = end(row, run.verdict().is_some(), failure);
        let reason = || row.reason.clone().unwrap_or_default();
        let (kind, message, text) = match (end, failure) {
            (CaseEnd::Passed, _) => <(String, String, String)>::default(),
            (CaseEnd::Skipped, _) => (String::new(), String::new(), reason()),
            (CaseEnd::Error, failure) => (
                row.status.to_owned(),
                reason(),
                failure
                    .map(|failure| failure.text.clone())
                    .into_iter()
                    .chain(row.said.clone())
                    .collect::<Vec<_>>()
                    .join("\n"),
            ),
            (CaseEnd::Failure, Some(failure)) => {
                let text = [vec![counts(row)], told(run, row)].concat();
                (change(failure).to_owned(), failure.text.clone(), text.join("\n"))
            }
            (CaseEnd::Failure, None) => (row.verdict.to_owned(), counts(row), told(run, row).join("\n")),
        };
        let class = format!("{}.{}", run.name, benchmark.replace('/', "."));
        Case { class, name: criterion.to_owned(), end, wall_s: row.wall_s, kind, message, text }
    }
}

/// `failure` is why the gate fails the task, when it does.
fn end(row: &Row, is_gated: bool, failure: Option<&GateFailure>) -> CaseEnd {
    match (row.status, row.verdict) {
        ("answered" | "unsupported", _) if failure.is_some() => CaseEnd::Failure,
        ("unsupported", _) => CaseEnd::Skipped,
        ("answered", "exact" | "complete") => CaseEnd::Passed,
        ("answered", _) if is_gated => CaseEnd::Passed,
        ("answered", _) => CaseEnd::Failure,
        _ => CaseEnd::Error,
    }
}

fn change(failure: &GateFailure) -> &'static str {
    failure.change.map_or(failure.kind, |change| change.name())
}

fn counts(row: &Row) -> String {
    format!("{} kept, {} missing, {} surplus, {} invented", row.kept, row.missing, row.surplus, row.invented)
}

/// Of one answer, so many subtrees are told.
const MAX_SUBTREES: usize = 20;

/// What is wrong with an answer, node by node with its line, and the command that shows it.
fn told(run: &ReportedRun, row: &Row) -> Vec<String> {
    let reasons = run.views.get(&row.task).map_or(&[][..], |view| &view.reasons);
    let subtree = |reason: &NodeReason| {
        let because = reason.because.as_ref().map_or_else(String::new, |because| format!(": {because}"));
        format!("{}, {}{because}", reason.mark.name(), reason.text)
    };
    let mut lines: Vec<String> = row.hint.clone().into_iter().collect();
    lines.extend(reasons.iter().take(MAX_SUBTREES).map(subtree));
    if reasons.len() > MAX_SUBTREES {
        lines.push(format!("and {}", plural(reasons.len() - MAX_SUBTREES, "more subtree")));
    }
    let command = ["bench-slicers", "explain", "--results", &run.folder, &row.task].map(str::to_owned);
    lines.push(shell_lines("", &command, None));
    lines
}

/// What the gate fails that is no task of the run: thresholds, waivers that expired, tasks that disappeared.
fn other_failures(run: &ReportedRun) -> Vec<Case> {
    let failures = run.verdict().map_or(&[][..], |verdict| &verdict.failures);
    let is_other = |failure: &&GateFailure| {
        failure.kind != "task" || failure.task.as_ref().is_none_or(|task| run.row(task).is_none())
    };
    let case = |(idx, failure): (usize, &GateFailure)| Case {
        class: format!("{}.gate", run.name),
        name: failure.task.clone().unwrap_or_else(|| format!("{} {}", failure.kind, idx + 1)),
        end: CaseEnd::Failure,
        wall_s: 0.0,
        kind: change(failure).to_owned(),
        message: failure.text.clone(),
        text: String::new(),
    };
    failures.iter().filter(is_other).enumerate().map(case).collect()
}

/// A suite with all that the schemas of Jenkins and Ant ask for: the latter wants a host, properties and both streams
/// also where there is nothing to say, and knows no skipped tests, so that these are counted only where there are some.
fn suite(set: &RunSet, run: &ReportedRun, name: &str, cases: &[Case], id: usize) -> String {
    let n = |wanted: CaseEnd| cases.iter().filter(|case| case.end == wanted).count();
    // A sum of nothing is −0.
    let time = cases.iter().fold(0.0, |sum, case| sum + case.wall_s);
    let tests: String = cases.iter().map(test).collect();
    let skipped = match n(CaseEnd::Skipped) {
        0 => String::new(),
        n => format!(" skipped=\"{n}\""),
    };
    format!(
        "  <testsuite name=\"{}\" package=\"{}\" id=\"{id}\" hostname=\"localhost\" tests=\"{}\" failures=\"{}\" \
         errors=\"{}\"{skipped} time=\"{}\" timestamp=\"{}\">\n\
         {}{tests}    <system-out/>\n    <system-err/>\n  </testsuite>\n",
        xml_text(&format!("{}.{name}", run.name)),
        xml_text(&run.name),
        cases.len(),
        n(CaseEnd::Failure),
        n(CaseEnd::Error),
        decimal(time, 3),
        xml_text(run.header.created.trim_end_matches('Z')),
        properties(set, run, name),
    )
}

/// What became of the tasks of a language; nothing of the gate's suite.
fn counts_of(run: &ReportedRun, language: &str) -> Vec<(&'static str, usize)> {
    let is_own = |row: &&Row| row.task.split('/').next() == Some(language);
    let n_not_supported = run.report.rows.iter().filter(is_own).filter(|row| !row.supported).count();
    let parts = run.report.sections.iter().flat_map(|section| &section.languages);
    let parts: Vec<&Totals> = parts.filter(|part| part.name == language).collect();
    if parts.is_empty() && n_not_supported == 0 {
        return Vec::new();
    }
    let sum = |of: &dyn Fn(&Totals) -> usize| parts.iter().map(|part| of(part)).sum();
    let mut counts = vec![
        ("not supported", n_not_supported),
        ("supported", sum(&|part| part.n_tasks)),
        ("answered", sum(&|part| part.answered.n_tasks)),
    ];
    counts.extend(TaskCounts::COLUMNS.map(|(name, _, n)| (name, sum(&|part| n(&part.counts)))));
    counts
}

/// What made the answers and the grades, and what became of the tasks.
fn properties(set: &RunSet, run: &ReportedRun, suite: &str) -> String {
    let slicer = &run.header.slicer;
    let known = [
        ("slicer", Some(slicer.name.clone())),
        ("slicer-version", slicer.version.clone()),
        ("run", Some(run.folder.clone())),
        ("baseline", run.comparison.as_ref().map(|report| report.comparison.base.name())),
        ("gate", run.verdict().map(|verdict| format!("{}: {}", verdict.fail_on, verdict.outcome))),
        ("headline", run.verdict().map(|verdict| verdict.headline.clone())),
        ("grader", Some(format!("{} {}", set.tool.name, set.tool.version))),
    ];
    let counts = counts_of(run, suite).into_iter().map(|(name, n)| (name, Some(n.to_string())));
    let mut out = "    <properties>\n".to_owned();
    for (name, value) in known.into_iter().chain(counts).filter_map(|(name, value)| Some((name, value?))) {
        out.push_str(&format!("      <property name=\"{name}\" value=\"{}\"/>\n", xml_text(&value)));
    }
    out + "    </properties>\n"
}

fn test(case: &Case) -> String {
    let [class, name, kind, message, text] =
        [&case.class, &case.name, &case.kind, &case.message, &case.text].map(|text| xml_text(text));
    let head =
        format!("    <testcase classname=\"{class}\" name=\"{name}\" time=\"{}\"", decimal(case.wall_s, 3));
    match case.end {
        CaseEnd::Passed => format!("{head}/>\n"),
        // The older schema of Jenkins takes the reason as text only, and so do all others.
        CaseEnd::Skipped => format!("{head}><skipped>{text}</skipped></testcase>\n"),
        CaseEnd::Error => {
            format!("{head}><error type=\"{kind}\" message=\"{message}\">{text}</error></testcase>\n")
        }
        CaseEnd::Failure => {
            format!("{head}><failure type=\"{kind}\" message=\"{message}\">{text}</failure></testcase>\n")
        }
    }
}

/// Text as an attribute or element; what XML cannot hold at all is made visible.
pub fn xml_text(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_an_attribute_or_element() {
        assert_eq!(xml_text("a\"<b>]]>&\n\0"), "a&quot;&lt;b&gt;]]&gt;&amp;&#10;␀");
    }
}
