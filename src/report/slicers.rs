//! The slicers that can be run: what each is, and whether it is there.

use serde_json::json;

use super::document::{Block, Column, Document, FilledColumn, NONE, TextTable, left};
use super::records::KeyedValue;
use super::{Records, Render, printable};
use crate::results::SlicerRole;

/// One slicer.
#[derive(Clone, Debug)]
pub struct SlicerEntry {
    /// Name of its adapter.
    pub name: String,
    /// What it is to a comparison of slicers.
    pub role: SlicerRole,
    /// What it is, in one line.
    pub description: Option<String>,
    /// Names of the languages it slices.
    pub languages: Vec<&'static str>,
    /// What its slices preserve.
    pub kind: &'static str,
    /// Finest unit of its answers.
    pub granularity: &'static str,
    /// Everything that it needs is there.
    pub is_installed: bool,
    /// A command installs it.
    pub is_installable: bool,
    /// Day of its latest run with an answer below the folder of results, `YYYY-MM-DD`.
    pub last_answered: Option<String>,
    /// The adapter file.
    pub adapter: String,
}

/// All of them.
#[derive(Clone, Debug)]
pub struct SlicerList {
    /// Ordered by name.
    pub entries: Vec<SlicerEntry>,
}

impl SlicerEntry {
    const COLUMNS: [KeyedValue<SlicerEntry>; 10] = [
        ("slicer", |entry| json!(entry.name)),
        ("role", |entry| json!(entry.role)),
        ("languages", |entry| json!(entry.languages)),
        ("kind", |entry| json!(entry.kind)),
        ("granularity", |entry| json!(entry.granularity)),
        ("installed", |entry| json!(entry.is_installed)),
        ("installable", |entry| json!(entry.is_installable)),
        ("last_answered", |entry| json!(entry.last_answered)),
        ("description", |entry| json!(entry.description)),
        ("adapter", |entry| json!(entry.adapter)),
    ];

    fn installed(&self) -> String {
        match (self.is_installed, self.is_installable) {
            (true, _) => "yes",
            (false, true) => "no",
            (false, false) => "no, by hand",
        }
        .to_owned()
    }
}

/// More languages than these are counted.
const MAX_NAMED: usize = 2;

const COLUMNS: [FilledColumn<SlicerEntry>; 7] = [
    (left("slicer", 0), |entry| printable(&entry.name)),
    (left("languages", 0), |entry| match entry.languages.len() {
        n if n > MAX_NAMED => format!("{n} languages"),
        _ => entry.languages.join(" "),
    }),
    (left("kind", 2), |entry| entry.kind.to_owned()),
    (left("granularity", 3), |entry| entry.granularity.to_owned()),
    (left("installed", 0), SlicerEntry::installed),
    (left("last answered", 4), |entry| entry.last_answered.clone().unwrap_or(NONE.to_owned())),
    (Column { squeeze: Some(44), ..left("what it is", 1) }, |entry| {
        entry.description.as_deref().map_or(NONE.to_owned(), printable)
    }),
];

impl Render for SlicerList {
    fn document(&self) -> Document {
        let groups = [
            (
                SlicerRole::Tool,
                "Slicers of others; `bench-slicers install NAME` brings those that registries carry",
            ),
            (SlicerRole::BuiltIn, "Slicers that ship inside"),
            (SlicerRole::Control, "Controls: what a grade can be; they know the answer, or look at nothing"),
        ];
        let mut blocks = Vec::new();
        for (role, heading) in groups {
            let entries: Vec<&SlicerEntry> = self.entries.iter().filter(|entry| entry.role == role).collect();
            if !entries.is_empty() {
                blocks.push(Block::Heading(heading.to_owned()));
                blocks.push(Block::Table(TextTable::new(&COLUMNS, entries)));
            }
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(&self.entries, &SlicerEntry::COLUMNS)
    }
}
