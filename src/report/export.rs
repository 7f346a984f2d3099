//! Which files a [`Book`] becomes, by format. No IO: paths and texts come out.

use serde_json::json;

use super::document::{self, Block};
use super::{Book, Chapter, Document, Records, Render, csv, html, json, junit, latex, markdown, sarif, svg};

/// How a book is written.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    strum::EnumString,
    strum::VariantNames,
)]
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

/// A file of an exported report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Path below the folder of the report, with `/`.
    pub path: String,
    /// Its whole text.
    pub text: String,
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

/// The files of a book in one format; the first is the main one.
pub fn export(book: &Book, export: Export) -> Vec<Artifact> {
    let text = match export {
        Export::Html => return html::write(book),
        Export::Latex => return latex::write(book),
        Export::Csv => csv::write(&records(book)),
        Export::Json => json::write(&records(book)),
        Export::Markdown => markdown::write(&document(book)),
        Export::Junit => junit::write(book),
        Export::Sarif => sarif::write(book),
        Export::Svg => svg::write(book),
    };
    vec![Artifact { path: export.main_file().to_owned(), text }]
}

/// The rows of all runs, each with its slicer.
fn records(book: &Book) -> Records {
    let mut columns = vec!["slicer"];
    columns.extend(Records::of_rows(&[]).columns);
    let rows = |chapter: &Chapter| {
        let name = json!(chapter.name);
        let rows = Records::of_rows(&chapter.report.rows).rows.into_iter();
        rows.map(|row| [vec![name.clone()], row].concat()).collect::<Vec<_>>()
    };
    Records { columns, rows: book.chapters.iter().flat_map(rows).collect() }
}

fn document(book: &Book) -> Document {
    let mut blocks = Vec::new();
    for chapter in &book.chapters {
        blocks.push(Block::Heading(chapter.name.clone()));
        blocks.extend(document::of_report(&chapter.report).blocks);
        blocks.extend(chapter.comparison.iter().flat_map(|comparison| comparison.document().blocks));
    }
    Document { blocks }
}
