//! What a job on GitHub shows: a summary of limited size, and few annotations.

use super::{ComparisonReport, Format, Render};
use crate::compare::GateVerdict;

/// GitHub takes no larger summary of a step.
const MAX_SUMMARY_BYTE: usize = 1 << 20;
/// GitHub shows no more annotations of a kind.
const MAX_ANNOTATIONS: usize = 10;

/// Markdown of at most 1 MiB, worst first: tasks are left out from the end until it fits.
pub fn step_summary(report: &ComparisonReport) -> String {
    let mut report = report.clone();
    let mut text = report.write(Format::Markdown, None);
    let mut n_rows = report.comparison.tasks.len();
    while text.len() > MAX_SUMMARY_BYTE && (n_rows > 0 || !report.sources.is_empty()) {
        n_rows /= 2;
        report.max_rows = Some(n_rows);
        report.sources.truncate(report.sources.len() / 2);
        text = report.write(Format::Markdown, None);
    }
    text
}

/// Workflow commands, one a line: what a gate that failed says in short, then its failures, the worst first, as many as are
/// shown.
pub fn annotations(verdict: &GateVerdict) -> String {
    let errors: Vec<(&str, &str)> = verdict
        .failures
        .iter()
        .map(|failure| (failure.task.as_deref().unwrap_or(failure.kind), failure.text.as_str()))
        .collect();
    let Some(n_most) = (!errors.is_empty()).then_some(MAX_ANNOTATIONS - 1) else { return String::new() };
    let n_shown = if errors.len() > n_most { n_most - 1 } else { errors.len() };
    let more = format!("… and {} more", errors.len() - n_shown);
    let last = (n_shown < errors.len()).then_some(("gate", more.as_str()));
    let first = ("gate", verdict.headline.as_str());
    let shown = [first].into_iter().chain(errors[..n_shown].iter().copied()).chain(last);
    shown.map(|(title, text)| format!("::error title={}::{}\n", property(title), message(text))).collect()
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    use crate::compare::{GateFailure, Origin};

    fn verdict(n_failures: usize) -> GateVerdict {
        let failure = GateFailure {
            kind: "task",
            task: Some("c/a,b/s1:X".into()),
            change: None,
            loss: None,
            text: "50 %\nof ::warning::".into(),
        };
        GateVerdict {
            format: 1,
            outcome: "fail",
            headline: "FAIL: 14 answers lost".into(),
            exit_code: 1,
            fail_on: "regression",
            base: Origin::default().name(),
            current: Origin::default().name(),
            counts: BTreeMap::new(),
            n_compared: 1,
            failures: vec![failure; n_failures],
            waived: BTreeMap::new(),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn annotations_are_few_and_one_line_each() {
        let text = annotations(&verdict(1));
        let expected = "::error title=gate::FAIL: 14 answers lost\n\
                        ::error title=c/a%2Cb/s1%3AX::50 %25%0Aof ::warning::\n";
        assert_eq!(text, expected);
        assert_eq!(annotations(&verdict(9)).lines().count(), 10);
        let many = annotations(&verdict(25));
        assert_eq!(many.lines().count(), 10);
        assert!(many.ends_with("… and 17 more\n"), "{many}");
        assert_eq!(annotations(&verdict(0)), "");
    }
}
