//! What can be written, and how: in every format as one text, or as files.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::{Document, Records, Report, Row, RunView, csv, json, markdown, run_document, table};

/// How a report is written.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray, strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// Aligned columns for a terminal.
    #[default]
    Table,
    /// An array of objects, one per row.
    Json,
    /// RFC 4180 with a header line, numbers unrounded.
    Csv,
    /// Tables as in GitHub's Markdown.
    Markdown,
}

impl Format {
    /// Every format, the default first.
    pub const ALL: &[Format] = Format::VARIANTS;

    /// The word of `--format`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Something that can be written in every [`Format`].
pub trait Render {
    /// Tables and notes for people.
    fn document(&self) -> Document;

    /// One record per row for machines.
    fn records(&self) -> Records;

    /// The whole as text that ends with a line end.
    ///
    /// `width` is the number of columns of the terminal; `None` leaves nothing out. Only
    /// [`Format::Table`] looks at it.
    fn write(&self, format: Format, width: Option<usize>) -> String {
        match format {
            Format::Table => table::write(&self.document(), width),
            Format::Markdown => markdown::write(&self.document()),
            Format::Json => json::write(&self.records()),
            Format::Csv => csv::write(&self.records()),
        }
    }
}

impl Render for Report {
    fn document(&self) -> Document {
        run_document::of_report(self, &RunView::whole())
    }

    fn records(&self) -> Records {
        Records::new(&self.rows, &Row::COLUMNS)
    }
}

/// A file of an exported report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Path below the folder of the report, with `/`.
    pub path: String,
    /// Its whole text.
    pub text: String,
}
