//! What a version does on inputs, as a suite that later versions are checked with.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::ast::{NodeId, SourceFile};
use crate::error::{self, Result};
use crate::files;
use crate::oracle::{Element, RunEnd, Sequence};
use crate::suite::Input;

/// Version of the format.
const FORMAT: u32 = 1;

/// Inputs with the values of the points, and the program that took them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSuite {
    format: u32,
    /// Name of the version.
    pub name: String,
    /// Its entry points.
    pub entries: Vec<String>,
    /// Its points as people write them, for messages.
    pub points: Vec<String>,
    /// The nodes of the points.
    pub nodes: Vec<NodeId>,
    /// Its files: points of later versions are found by them.
    pub files: Vec<SavedFile>,
    /// Inputs and values.
    pub tests: Vec<SavedTest>,
}

/// A file of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFile {
    path: String,
    text: String,
}

/// What the version does on an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTest {
    /// Function that is called.
    pub entry: String,
    /// The input.
    #[serde(flatten, with = "InputText")]
    pub input: Input,
    /// The values of the points, in their order.
    pub elements: Vec<SavedElement>,
    /// How the run ended.
    #[serde(with = "EndText")]
    pub end: RunEnd,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedElement {
    /// Index of the point.
    pub point: usize,
    /// The value as the language writes it.
    pub value: String,
    /// Units of fuel spent until then.
    pub ticks: u64,
}

/// How an input is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Input")]
struct InputText {
    args: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stdin: String,
}

/// How the end of a run is written.
#[derive(Serialize, Deserialize)]
#[serde(remote = "RunEnd", rename_all = "kebab-case")]
enum EndText {
    Returned,
    Crashed(String),
    OutOfFuel,
}

impl SavedTest {
    /// The values, each of a node that is the index of its point.
    pub(super) fn sequence(&self) -> Sequence {
        let element = |saved: &SavedElement| Element {
            node: NodeId::try_from(saved.point).unwrap_or(NodeId::MAX),
            value: saved.value.clone(),
            ticks: saved.ticks,
            call: String::new(),
            stack: Vec::new(),
        };
        let elements: Vec<Element> = self.elements.iter().map(element).collect();
        let ticks = elements.last().map_or(0, |last| last.ticks);
        Sequence { elements, end: self.end.clone(), ticks }
    }
}

impl SavedSuite {
    /// What a version does on these inputs.
    pub fn new(
        name: &str,
        entries: Vec<String>,
        (points, nodes): (Vec<String>, Vec<NodeId>),
        files: &[SourceFile],
        tests: Vec<SavedTest>,
    ) -> SavedSuite {
        let file = |file: &SourceFile| SavedFile {
            path: file.path.to_string_lossy().into_owned(),
            text: file.text.clone(),
        };
        let files = files.iter().map(file).collect();
        SavedSuite { format: FORMAT, name: name.to_owned(), entries, points, nodes, files, tests }
    }

    /// The files of the version.
    pub fn sources(&self) -> Vec<SourceFile> {
        self.files.iter().map(|file| SourceFile::new(&file.path, file.text.as_str())).collect()
    }

    /// Writes the suite.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).expect("a suite has text keys and whole numbers");
        files::replace(path, text + "\n")
    }

    /// Reads a suite.
    ///
    /// # Errors
    /// The file cannot be read, is none, or is of a newer format.
    pub fn read(path: &Path) -> Result<SavedSuite> {
        let text = std::fs::read_to_string(path).map_err(|cause| error::cannot_read(path, &cause))?;
        let format =
            serde_json::from_str::<serde_json::Value>(&text).ok().and_then(|it| it["format"].as_u64());
        if let Some(format) = format.filter(|&format| format > u64::from(FORMAT)) {
            return Err(error::evolve::newer_suite(path, format, FORMAT));
        }
        serde_json::from_str(&text).map_err(|cause| error::evolve::bad_suite(path, &cause.to_string()))
    }
}
