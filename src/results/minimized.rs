//! The file that `minimize --json` writes: one search for a minimal slice, with what is proved of it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Host, ToolStamp, source_files};
use crate::ast::SourceFile;
use crate::error::{self, Problem, Result};
use crate::files;

/// Version of these files.
pub const SEARCH_FORMAT: u64 = 1;

/// One search, in `docs/schema/minimized.schema.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSearch {
    /// [`SEARCH_FORMAT`].
    pub format: u64,
    /// The program that searched.
    pub tool: ToolStamp,
    /// The machine.
    #[serde(default)]
    pub host: Host,
    /// Id of the task, or path of the file of the criterion.
    pub program: String,
    /// Which values are kept.
    pub criterion: StoredCriterion,
    /// What a slice is.
    #[serde(default)]
    pub rule: StoredRule,
    /// What ran the programs.
    pub runtime: String,
    /// The commands that judged them; `None` when the language's own oracle did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oracle: Option<StoredOracle>,
    /// Nodes of the program.
    pub nodes: usize,
    /// Nodes of the slice found.
    pub slice_nodes: usize,
    /// What is known about what else can go.
    pub proved: Proved,
    /// Candidates judged.
    pub candidates: u64,
    /// Candidates judged ahead and not needed, not among the others.
    pub candidates_ahead: u64,
    /// Candidates that failed for a known reason, without being judged.
    pub inferred: u64,
    /// On which the criterion was observed.
    pub inputs: StoredInputs,
    /// Statements and clauses that the inputs reach.
    pub coverage: StoredCoverage,
    /// Slicers composed.
    pub phase_1: PhaseOne,
    /// One for each number of nodes deleted together, ascending.
    pub stages: Vec<StoredStage>,
    /// How long it took.
    pub time_s: StoredTimes,
    /// Arguments of an input on which the program ends and the slice does not; `None` where none is known.
    #[serde(default)]
    pub endless: Option<Vec<String>>,
    /// The slice.
    #[serde(with = "source_files")]
    pub files: Vec<SourceFile>,
}

/// What of the program's values a slice must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoredRule {
    /// They come first; that of files which do not say.
    #[default]
    Prefix,
    /// The same and no more, and the slice ends where the program does.
    Strict,
    /// None: the criterion is visited as often.
    Visits,
    /// They come first, where conditions that are gone go as they went in the program.
    Driven,
}

/// A variable in a line, or all statements that begin there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCriterion {
    /// 1-based line.
    pub line: usize,
    /// Its name; `None` when all statements that begin on the line are meant.
    pub variable: Option<String>,
}

/// How far nothing else can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// No set of up to so many nodes can go; 0 when nothing is proved.
    pub depth: usize,
    /// No set of any size can go.
    pub unbounded: bool,
    /// Why the search ended, in words.
    pub end: String,
    /// Whether the slice was compiled by itself and behaved; missing in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

/// Commands as oracle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredOracle {
    /// What went as one: `line`, `statement`, `expression`.
    pub unit: String,
    /// Built each candidate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Vec<String>>,
    /// Ran it on each input.
    pub command: Vec<String>,
    /// Line that was put before that of the criterion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Line that was put behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Text of the printed lines that counted; `None` when all did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marker: Option<String>,
    /// Standard input of each input; empty when all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stdin: Vec<String>,
    /// Candidates with a text that was judged before.
    pub cached: u64,
    /// Candidates that the grammar does not read, which were not judged.
    pub unreadable: u64,
}

/// Test inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredInputs {
    /// Arguments of each that the search used.
    pub kept: Vec<Vec<String>>,
    /// Number of inputs tried to find these.
    pub tried: usize,
    /// Number of inputs drawn to refute the slice.
    pub random: usize,
    /// Number of those that refuted an earlier one, after which the search went on with them.
    pub refuted: usize,
    /// Of the inputs drawn, those on which the program reaches the criterion; missing in older files, as what follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<usize>,
    /// Different sequences of values among these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequences: Option<usize>,
    /// Of those that reach it, those on which the program asks for something that the slice lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consulted: Option<usize>,
}

/// What the inputs reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCoverage {
    /// Statements and clauses reached.
    pub reached: usize,
    /// Statements and clauses that there are.
    pub of: usize,
    /// Those not reached.
    pub missing: Vec<Gap>,
}

/// A statement or clause that no input reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// File of the program.
    pub file: String,
    /// 1-based line.
    pub line: usize,
}

/// Phase 1: slices of slices, by slicers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseOne {
    /// Calls of slicers; 0 when there was no slicer.
    pub calls: usize,
    /// Nodes of the slice after it.
    pub slice_nodes: usize,
    /// Answers that were no slice.
    pub refused: Vec<RefusedAnswer>,
}

/// An answer that phase 1 did not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedAnswer {
    /// Name of the slicer.
    pub slicer: String,
    /// Why, in words.
    pub why: String,
    /// The input that shows it; null where none is needed.
    pub witness: Option<String>,
}

/// Phase 2 up to a number of nodes deleted together; all numbers are since it began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredStage {
    /// The number of nodes.
    pub nodes_together: usize,
    /// Candidates judged until then.
    pub candidates: u64,
    /// Candidates that failed for a known reason until then.
    pub inferred: u64,
    /// Seconds.
    pub wall_s: f64,
    /// Nodes of the slice then.
    pub slice_nodes: usize,
}

/// Times of the phases, seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTimes {
    /// Choosing test inputs.
    pub inputs: f64,
    /// Composing slicers.
    pub phase_1: f64,
    /// Deleting.
    pub phase_2: f64,
    /// Trying random inputs.
    pub random_inputs: f64,
}

impl StoredTimes {
    /// All phases together, seconds.
    pub fn total_s(&self) -> f64 {
        self.inputs + self.phase_1 + self.phase_2 + self.random_inputs
    }
}

impl StoredSearch {
    /// Reads a file that `minimize --json` wrote; the problem is that it has no checksum.
    ///
    /// # Errors
    /// It cannot be read, is something else, not as it was written, or of a newer format; one problem with its place.
    pub fn read(path: &Path) -> Result<(StoredSearch, Option<Problem>)> {
        let text = fs::read_to_string(path).map_err(|cause| error::cannot_read(path, &cause))?;
        if text.trim_start().starts_with('[') {
            return Err(error::minimize::table_of_a_search(path));
        }
        files::parse_sealed(path, &text, SEARCH_FORMAT, error::minimize::not_a_search)
    }

    /// The text of such a file.
    pub fn text(&self) -> String {
        files::seal(&serde_json::to_string_pretty(self).expect("a search has text keys and finite numbers"))
    }
}
