//! LaTeX for papers: tables with booktabs and siunitx, a macro for every number, a list of threats.

mod averages;
mod escape;
mod grid;
mod minimize;
mod pairs;
mod placed;
mod slicers;
mod sweep;
mod tasks;

use super::Artifact;
use super::runs::{PaperColumns, QuotedNumber, RunSet};
use crate::stats::{MeanInterval, decimal, percent};
use escape::escaped;

/// Text as it is to be read in a document of LaTeX.
pub fn latex_text(text: &str) -> String {
    escaped(text)
}

/// A part of the report: its file, its heading, its text.
struct PaperPart {
    file: &'static str,
    heading: &'static str,
    text: String,
}

/// The file that shows all others, and those that a paper takes.
pub(super) fn write(set: &RunSet) -> Vec<Artifact> {
    let parts = parts(set);
    let file = |path: &str, text: String| Artifact { path: path.to_owned(), text };
    let mut files = vec![
        file("report.tex", main(&parts, set.paper_columns)),
        file("preamble.tex", PREAMBLE.to_owned()),
        file("numbers.tex", macros(&set.named_numbers())),
        file("task-numbers.tex", macros(&set.named_task_numbers())),
    ];
    files.extend(parts.into_iter().map(|part| file(part.file, part.text)));
    files
}

fn parts(set: &RunSet) -> Vec<PaperPart> {
    let mut parts = Vec::new();
    let mut add = |file, heading, text| parts.push(PaperPart { file, heading, text });
    if !set.runs.is_empty() {
        add("slicers.tex", "Slicers", slicers::write(set));
        if set.runs.len() > 1 {
            add("pairs.tex", "Differences between slicers", pairs::write(set));
        }
        add("averages.tex", "Averages", averages::averages(set));
        if set.tasks.iter().any(|task| task.language != set.tasks[0].language) {
            add("languages.tex", "By language", averages::languages(set));
        }
        if set.tasks.iter().any(|task| !task.labels.is_empty()) {
            add("labels.tex", "By label", averages::labels(set));
        }
        add("tasks.tex", "Sizes and times by task", tasks::sizes(set));
        add("ratios.tex", "Recall and precision by task", tasks::ratios(set));
    }
    if !set.searches.is_empty() {
        add("minimize.tex", "Minimal slices", minimize::write(set));
    }
    if !set.sweeps.is_empty() {
        add("sweep.tex", "Sweeps", sweep::write(set));
    }
    let threats = set.threats();
    if !threats.is_empty() {
        add("threats.tex", "Threats to validity", list(&threats));
    }
    parts
}

const PREAMBLE: &str = "\
% What the tables need. Letters that are Computer Modern become its scalable successor.
\\usepackage[T1]{fontenc}
\\makeatletter\\def\\bsModern{cmr}\\edef\\bsFamily{\\rmdefault}%
\\ifx\\bsFamily\\bsModern\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\\fi\\makeatother
\\usepackage[utf8]{inputenc}
\\usepackage{booktabs}
\\usepackage{longtable}
\\usepackage{siunitx}
\\sisetup{detect-all}
";

fn main(parts: &[PaperPart], columns: PaperColumns) -> String {
    let class = match columns {
        PaperColumns::Landscape => {
            "\\documentclass{article}\n\\usepackage[a4paper,landscape,margin=15mm]{geometry}"
        }
        PaperColumns::One => "\\documentclass{article}",
        PaperColumns::Two => "\\documentclass[twocolumn]{article}",
    };
    let mut out = format!(
        "% Shows every part; a paper takes preamble.tex and the parts that it wants. Long tables find their widths in the second run.\n\
         {class}\n\\input{{preamble}}\n\\input{{numbers}}\n\\input{{task-numbers}}\n\\begin{{document}}\n"
    );
    for part in parts {
        let name = part.file.trim_end_matches(".tex");
        out.push_str(&format!("\\section*{{{}}}\n\\input{{{name}}}\n\\clearpage\n", part.heading));
    }
    out.push_str("\\end{document}\n");
    out
}

/// A number that is not there this time is a dash, so that a text that names it still compiles.
fn macros<'n>(numbers: impl IntoIterator<Item = (&'n String, &'n QuotedNumber)>) -> String {
    let mut out = "% One macro per number; the names stay the same from run to run.\n".to_owned();
    for (name, value) in numbers {
        let text = match value {
            QuotedNumber::Count(n) => n.to_string(),
            QuotedNumber::Decimal(Some(value), n_digits) => decimal(*value, *n_digits),
            QuotedNumber::Percent(Some(share)) => percent(*share, 1),
            QuotedNumber::Decimal(None, _) | QuotedNumber::Percent(None) => "--".to_owned(),
            QuotedNumber::Interval(MeanInterval::Limits(low, high)) => {
                format!("{} to {}", decimal(*low, 3), decimal(*high, 3))
            }
            QuotedNumber::Interval(MeanInterval::Flawless { programs, most }) => {
                format!("1 in all {programs} programs, less in at most {}\\,\\%", percent(*most, 1))
            }
            QuotedNumber::Interval(MeanInterval::Unknown) => "no interval".to_owned(),
            QuotedNumber::Infinite => "\\ensuremath{\\infty}".to_owned(),
        };
        out.push_str(&format!("\\newcommand{{\\bs{name}}}{{{text}}}\n"));
    }
    out
}

fn list(sentences: &[String]) -> String {
    let items: String = sentences.iter().map(|sentence| format!("\\item {}\n", escaped(sentence))).collect();
    format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
}
