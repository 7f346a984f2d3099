//! Certificates: evidence for minimal slices that anybody can replay.
//!
//! In: a task, its gold slices as sets of deletions, inputs, an oracle. Out: a [`Certificate`], a small JSON file:
//! for every single further deletion the first input that tells it from the program. Replaying is making the
//! certificate again from its inputs and deletions, and comparing. `docs/FORMATS.md` gives the fields.

mod files;
mod frame;
mod gold;
mod json;
mod make;
mod needs;
mod observed;
mod propose;
mod replay;
mod values;

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::inputs::{Tried, TriedEnd};
use crate::oracle::Observation;
use crate::suite::{CERTIFICATE_FORMAT, Input, Task};

pub use files::{write_certificate, write_gold};
pub use gold::{candidate_of_gold, emptied_guards, is_same_slice};
pub use make::{MakeOptions, OpenOracle, Searched, make, make_from, renew};
pub use observed::observed_frame;
pub use propose::{Proposal, propose};
pub use replay::{Certified, Claim, Subject, certify, check};
pub use values::witnessed;

/// Format of the files that are written; those of 1 name no optional nodes.
pub const FORMAT: u64 = CERTIFICATE_FORMAT;

/// Evidence for the gold slices of one criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: u64,
    /// Hash of the program.
    pub program: String,
    /// Hash of the criterion.
    pub criterion: String,
    /// Entry point, `name/arity`.
    pub entry: String,
    /// What executed the candidates, with its version; another version may replay it.
    pub runtime: String,
    /// The inputs, in the order that witnesses refer to.
    pub inputs: Vec<InputEntry>,
    /// What the inputs reach.
    pub coverage: CoverageEntry,
    /// What the criterion does on the inputs; none before format 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<ValuesEntry>,
    /// What was tried to refute the slices, beside the inputs; none before format 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<ValuesEntry>,
    /// One entry for each gold slice, the main one first.
    pub slices: Vec<SliceEntry>,
    /// SHA-256 of the file with this field empty.
    pub seal: String,
}

/// One input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum InputEntry {
    /// Arguments alone.
    Args(Vec<String>),
    /// Arguments and standard input.
    Full {
        /// Arguments.
        args: Vec<String>,
        /// Standard input.
        stdin: String,
    },
}

/// How much of the program some input reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverageEntry {
    /// Statements and clauses that some input reaches.
    pub reached: usize,
    /// Statements and clauses of functions that can be called from the entry point.
    pub of: usize,
    /// Places of the others, `file:line:column`, without those inside of others.
    pub missing: Vec<String>,
}

/// What the values of the criterion are on some inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesEntry {
    /// Number of inputs.
    pub inputs: usize,
    /// Of these, those on which the program reaches the criterion.
    pub reached: usize,
    /// Different sequences of values among these.
    pub sequences: usize,
    /// Of those that reach it, those on which the program asks for something that the first gold slice lacks; none where
    /// nothing was drawn for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consulted: Option<usize>,
    /// Many times as many draws gave no more inputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhausted: bool,
    /// Why there are fewer than were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<RefutationEnd>,
}

/// Why the search for inputs that refute a slice ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefutationEnd {
    /// The program spent so much fuel on them.
    Fuel,
    /// A budget was spent.
    Budget,
}

/// How many deletions together were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Depth {
    /// No set of up to so many deletions leaves a slice.
    Sets(usize),
    /// No set of deletions leaves a slice.
    Unbounded(Unbounded),
}

impl Depth {
    /// So many deletions; the largest number for no limit.
    pub fn number(self) -> usize {
        match self {
            Depth::Sets(depth) => depth,
            Depth::Unbounded(_) => usize::MAX,
        }
    }
}

/// The word `unbounded`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unbounded {
    /// The only value.
    Unbounded,
}

/// A gold slice and why nothing more can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SliceEntry {
    /// Hash of the gold slice's text.
    pub gold: String,
    /// Counted nodes of the slice.
    pub nodes: usize,
    /// How far minimality was searched; one deletion is proved by the witnesses.
    pub depth: Depth,
    /// What is deleted from the program, ascending.
    pub deleted: Vec<DeletionEntry>,
    /// Why each single further deletion breaks the slice, ascending.
    pub witnesses: Vec<WitnessEntry>,
    /// Nodes that are only around the criterion, ascending: without them it is a slice, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<OptionalEntry>,
}

/// A node of a gold slice that an answer may lack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionalEntry {
    /// Number of the node, in preorder from 0.
    pub node: u32,
    /// Its place, `file:line:column`.
    pub at: String,
    /// Numbers of the nodes that must be gone with it, ascending.
    pub needs: Vec<u32>,
}

/// One deletion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeletionEntry {
    /// Number of the node, in preorder from 0.
    pub node: u32,
    /// Its place, `file:line:column`.
    pub at: String,
    /// How it goes: `item`, `statement`, `undef`, `wildcard`, `guard`, `drop`.
    #[serde(rename = "as")]
    pub action: String,
}

/// Why one further deletion breaks the slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessEntry {
    /// Number of the node.
    pub node: u32,
    /// Its place.
    pub at: String,
    /// How it goes.
    #[serde(rename = "as")]
    pub action: String,
    /// Index of the first input on which the criterion takes other values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<usize>,
    /// First position, from 0, in the sequence of values that differs; absent when fuel ran out before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<usize>,
    /// Why it does not compile, instead of an input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The inputs on which answers to a task, and contracts, are run: those of the benchmark, then the others of the certificate; for a
/// slice that is bound to one input, this one.
pub fn task_inputs(task: Task<'_>) -> Vec<Input> {
    let mut inputs = task.inputs().to_vec();
    let text = task.criterion.certificate.as_deref().filter(|_| task.criterion.input_idx.is_none());
    // Whether a certificate holds is for `check` to say; its inputs are inputs.
    if let Some(certificate) = text.and_then(|text| Certificate::parse(text, Path::new("")).ok()) {
        for input in certificate.inputs.iter().map(Input::from) {
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        }
    }
    inputs
}

impl WitnessEntry {
    /// Whether what is left without the node runs out of fuel, and shows no other value before.
    pub fn is_by_fuel(&self) -> bool {
        self.input.is_some() && self.position.is_none()
    }
}

impl ValuesEntry {
    fn of(observations: &[Observation]) -> ValuesEntry {
        let reaching = observations.iter().filter(|observation| observation.n_values > 0);
        let sequences: BTreeSet<u64> = reaching.clone().map(|observation| observation.values_hash).collect();
        ValuesEntry {
            inputs: observations.len(),
            reached: reaching.count(),
            sequences: sequences.len(),
            consulted: None,
            exhausted: false,
            ended: None,
        }
    }
}

impl From<Tried> for ValuesEntry {
    fn from(tried: Tried) -> ValuesEntry {
        ValuesEntry {
            inputs: tried.n_drawn,
            reached: tried.n_reached,
            sequences: tried.n_sequences,
            consulted: Some(tried.n_consulted),
            exhausted: tried.end == TriedEnd::Exhausted,
            ended: match tried.end {
                TriedEnd::Enough | TriedEnd::Exhausted => None,
                TriedEnd::Fuel => Some(RefutationEnd::Fuel),
                TriedEnd::Stopped => Some(RefutationEnd::Budget),
            },
        }
    }
}

impl From<&Input> for InputEntry {
    fn from(input: &Input) -> InputEntry {
        if input.stdin.is_empty() {
            InputEntry::Args(input.args.clone())
        } else {
            InputEntry::Full { args: input.args.clone(), stdin: input.stdin.clone() }
        }
    }
}

impl From<&InputEntry> for Input {
    fn from(entry: &InputEntry) -> Input {
        match entry {
            InputEntry::Args(args) => Input { args: args.clone(), stdin: String::new() },
            InputEntry::Full { args, stdin } => Input { args: args.clone(), stdin: stdin.clone() },
        }
    }
}
