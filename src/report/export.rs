//! Which files a [`RunSet`] becomes, by format. No IO: paths and texts come out.

use serde_json::json;
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::{
    Artifact, Records, Render, ReportedRun, Row, RunSet, csv, digest, html, json, junit, latex, printable,
    sarif, svg, total_records,
};

/// How several runs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Export {
    /// A folder of pages for a browser.
    Html,
    /// Tables, macros and threats for a paper.
    Latex,
    /// The rows of all runs, RFC 4180.
    Csv,
    /// The rows of all runs, an array of objects.
    Json,
    /// Tables as in GitHub's Markdown.
    Markdown,
    /// JUnit XML for build servers.
    Junit,
    /// SARIF 2.1.0: every wrong node with its place.
    Sarif,
    /// The scatter of recall against excess.
    Svg,
}

impl Export {
    /// The word of `--format`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The file that is opened, or that is the whole.
    pub fn main_file(self) -> &'static str {
        match self {
            Export::Html => "index.html",
            Export::Csv => "report.csv",
            Export::Json => "report.json",
            Export::Markdown => "report.md",
            Export::Latex => "report.tex",
            Export::Junit => "junit.xml",
            Export::Sarif => "report.sarif",
            Export::Svg => "scatter.svg",
        }
    }

    /// Whether one text is the whole, so that it can be printed.
    pub fn is_one_file(self) -> bool {
        !matches!(self, Export::Html | Export::Latex)
    }
}

/// The files of several runs in one format; the first is the main one, which is the whole where there is one text.
pub fn export(set: &RunSet, export: Export) -> Vec<Artifact> {
    let beside = |path: &str, text: String| Artifact { path: path.to_owned(), text };
    let totals = match export {
        Export::Csv => Some(beside("totals.csv", csv::write(&total_records::records(set)))),
        Export::Json => Some(beside("totals.json", json::write(&total_records::records(set)))),
        _ => None,
    };
    let text = match export {
        Export::Html => return html::write(set),
        Export::Latex => return latex::write(set),
        Export::Csv => csv::write(&records(set)),
        Export::Json => json::write(&records(set)),
        Export::Markdown => digest::write(set),
        Export::Junit => junit::write(set),
        Export::Sarif => sarif::write(set),
        Export::Svg => svg::write(set),
    };
    [beside(export.main_file(), text)].into_iter().chain(totals).collect()
}

/// The rows of all runs, each with its slicer, its version and when it ran.
fn records(set: &RunSet) -> Records {
    let mut columns = vec!["slicer", "version", "run"];
    columns.extend(Row::COLUMNS.map(|(key, _)| key));
    let rows = |run: &ReportedRun| {
        let version = run.header.slicer.version.as_deref().map(printable);
        let origin = vec![json!(run.name), json!(version), json!(run.header.created)];
        let rows = run.report.records().rows.into_iter();
        rows.map(|row| [origin.clone(), row].concat()).collect::<Vec<_>>()
    };
    Records { columns, rows: set.runs.iter().flat_map(rows).collect() }
}
