//! Benchmarks: programs with slicing criteria and minimal slices, read and validated.
//!
//! In: folders laid out as `docs/FORMATS.md` says, or the suite embedded in the binary. Out: a
//! [`Suite`] in which every criterion resolves to exactly one AST node. Nothing here runs a program
//! or maps a slice; `check` does.

mod contract;
mod criteria;
mod evidence;
mod hash;
mod load;
mod manifest;
mod oracle;
mod partition;
mod resolve;
mod select;
mod store;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantNames};

use crate::ast::{NodeId, SourceFile, Tree};
use crate::error::{Place, Problem};
use crate::language::Language;

pub use evidence::{
    CERTIFICATE_FORMAT, CertificateLack, Evidence, MIN_SEQUENCES, OptionalNode, Shortfall, UNANSWERED,
    certificate_lack,
};
pub use hash::{evidence_hash, gold_hash, list_hash};
pub use oracle::{OracleCommands, OracleFlaw, placeholder, words};
pub use partition::Partition;
pub use resolve::{FoundStatements, Unresolved, Wanted, resolve, statements, variable_span};
pub use select::Filter;

/// A set of benchmarks, ordered by id.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The benchmarks, ordered by [`Benchmark::id`], ids unique.
    pub benchmarks: Vec<Benchmark>,
    /// What labels mean, from `labels.toml` of its folders; a label need not be there.
    pub labels: BTreeMap<String, String>,
    /// Criteria whose gold slice is still missing, ordered by benchmark: they are no tasks.
    pub unfinished: Vec<Unfinished>,
}

/// A criterion whose gold slice is still missing.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Id of the task that it will be.
    pub task: String,
    /// What is missing, and where.
    pub problem: Problem,
}

/// A program with its inputs and criteria.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// `<language>/<name>`, from the folder.
    pub id: String,
    /// Folder it was read from, for messages.
    pub path: PathBuf,
    /// Language, from the folder.
    pub language: Language,
    /// One line.
    pub title: String,
    /// Classification of the slicing challenge; whole names, as in `docs/GLOSSARY.md`.
    pub labels: Vec<String>,
    /// Where the program comes from.
    pub source: String,
    /// Raised whenever program, criterion or gold changes.
    pub revision: u32,
    /// Function that inputs are given to, `name/arity`; `None` when the program is run as a whole.
    pub entry: Option<String>,
    /// Commands that build and run the program; `None` when the language's own oracle does, or none.
    pub oracle: Option<OracleCommands>,
    /// What a slicer of the language must know.
    pub tier: Tier,
    /// Test inputs.
    pub inputs: Vec<Input>,
    /// What functions of the program promise; they enter no hash.
    pub contracts: Vec<Contract>,
    /// The program's tree, with its files.
    pub tree: Arc<Tree>,
    /// Criteria in the order of the file.
    pub criteria: Vec<Criterion>,
}

/// What a function of a benchmark promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Where it is written.
    pub place: Place,
    /// The function as the language's room names it: `add_up/3` in Erlang, `clamp`, `Account.add`.
    pub function: String,
    /// What the contract calls the parameters, in their order; empty where they have names of their own.
    pub parameters: Vec<String>,
    /// Expression over the parameters that holds at each call.
    pub requires: Option<String>,
    /// Expression over the parameters and the result that holds at each return.
    pub ensures: Option<String>,
}

/// One test input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Argument terms of the entry point, or command line arguments.
    pub args: Vec<String>,
    /// Standard input; empty when none is given.
    pub stdin: String,
}

/// What a slicer must know to read a program: "cannot parse lambdas" and "imprecise" are different news.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    VariantNames,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// What every slicer of the language should manage: no lambdas, records, exceptions, and no calls beyond its own functions
    /// and what reads input or prints.
    Plain,
    /// Anything.
    #[default]
    Full,
}

impl Tier {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a slice must preserve. Slices of different kinds are never averaged together.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "lowercase")]
pub enum SliceKind {
    /// The values for every input.
    #[default]
    Static,
    /// The values for one input.
    Dynamic,
    /// Dynamic, with the statements that could have changed the value.
    Relevant,
    /// Data dependences only.
    Data,
    /// Control dependences only.
    Control,
}

impl SliceKind {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A slicing criterion with its gold slices.
#[derive(Clone, Debug)]
pub struct Criterion {
    /// Unique in the benchmark, by convention `s<line><Variable>`, of a statement `s<line>`.
    pub id: String,
    /// Index into the files of the program.
    pub file_idx: usize,
    /// 1-based line.
    pub line: usize,
    /// Name of the variable; `None` when the criterion is what begins on the line.
    pub variable: Option<String>,
    /// 1-based, among the occurrences of the variable on the line; 1 without a variable.
    pub occurrence: usize,
    /// The AST node, the first of [`Criterion::nodes`].
    pub node: NodeId,
    /// The nodes whose values are observed, in preorder: the variable, or the variables and arguments of the
    /// statements, or the statements themselves when they have none.
    pub nodes: Vec<NodeId>,
    /// The statements that are meant, in preorder: those that begin on the line, or the one around the variable.
    pub statements: Vec<NodeId>,
    /// What the slice must preserve.
    pub kind: SliceKind,
    /// Index into the inputs of the benchmark that a dynamic or relevant slice is bound to; `None` for
    /// the other kinds, which speak of all inputs.
    pub input_idx: Option<usize>,
    /// Labels of the benchmark and of the criterion, sorted, each once.
    pub labels: Vec<String>,
    /// How well the gold slices are established.
    pub evidence: Evidence,
    /// What is wrong with the files beside the gold slices that would make the evidence more.
    pub shortfalls: Vec<Shortfall>,
    /// Text of the certificate beside the gold slices, whether it holds or not; `None` when there is none.
    pub certificate: Option<String>,
    /// Why the criterion is contested; it then leaves the headline numbers.
    pub contested: Option<String>,
    /// Minimal slices; never empty; the first is the main one.
    pub golds: Vec<Gold>,
}

/// A minimal slice as source.
#[derive(Clone, Debug)]
pub struct Gold {
    /// File or folder it was read from, for messages.
    pub path: PathBuf,
    /// The files that are left of the program, under the program's file names.
    pub files: Vec<SourceFile>,
    /// Why there are several minimal slices; `None` for the main one.
    pub reason: Option<String>,
    /// Nodes of the program that an answer may lack, ascending, as the certificate lists them or running it showed: those
    /// that are only around the criterion. `None` where nobody has looked.
    pub optional: Option<Vec<OptionalNode>>,
}

/// One benchmark with one criterion.
#[derive(Clone, Copy, Debug)]
pub struct Task<'s> {
    /// The program.
    pub benchmark: &'s Benchmark,
    /// The criterion.
    pub criterion: &'s Criterion,
}

impl Gold {
    /// Path for messages of one of the files, when the gold slice may be a folder.
    pub fn path_of(&self, file: &Path) -> PathBuf {
        if self.path.extension() == file.extension() { self.path.clone() } else { self.path.join(file) }
    }
}

impl Criterion {
    /// What messages call it: `` `sum` of line 13 ``, `the statement of line 13`.
    pub fn wording(&self) -> String {
        match &self.variable {
            Some(variable) => format!("`{variable}` of line {}", self.line),
            None => format!("the statement of line {}", self.line),
        }
    }

    /// Bytes of the statements in their file, without what is nested in them and begins on other lines.
    pub fn statement_span(&self, tree: &Tree) -> Range<usize> {
        let headers = || self.statements.iter().map(|&node| tree.header(node));
        let start = headers().map(|header| header.start).min();
        let end = headers().map(|header| header.end).max();
        start.zip(end).map_or(tree.span(self.node), |(start, end)| start..end)
    }
}

impl Benchmark {
    /// The function from which an oracle enters the program: `main` in C and Java, the module itself in JavaScript and Python unless one is
    /// named; `None` when it is not known.
    pub fn entry_point(&self) -> Option<&str> {
        let default = match self.language {
            Language::C | Language::Java => Some("main"),
            Language::JavaScript | Language::Python | Language::R => Some("__main__"),
            _ => None,
        };
        self.entry.as_deref().or(default)
    }
}

impl<'s> Task<'s> {
    /// `<language>/<benchmark>/<criterion>`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.benchmark.id, self.criterion.id)
    }

    /// The benchmark's inputs that its slices speak of: all, or the one that the criterion is bound to.
    pub fn inputs(&self) -> &'s [Input] {
        let all = &self.benchmark.inputs;
        match self.criterion.input_idx {
            Some(idx) => all.get(idx).map_or(&[], std::slice::from_ref),
            None => all,
        }
    }

    /// Whether its slices need to be right on one input alone.
    pub fn is_bound(&self) -> bool {
        self.criterion.kind == SliceKind::Dynamic
    }
}

impl Suite {
    /// Every task, ordered by benchmark id, then as in the benchmark's file.
    pub fn tasks(&self) -> impl Iterator<Item = Task<'_>> {
        self.benchmarks.iter().flat_map(|benchmark| {
            benchmark.criteria.iter().map(move |criterion| Task { benchmark, criterion })
        })
    }
}

/// `<language>/<benchmark>` of a task id.
///
/// ```
/// assert_eq!(bench_slicers::suite::benchmark_of("c/order/s49Amount"), "c/order");
/// ```
pub fn benchmark_of(task: &str) -> &str {
    task.rsplit_once('/').map_or(task, |(benchmark, _)| benchmark)
}

/// The id that a criterion has by convention: `s<line><Variable>`, the variable's first letter in upper
/// case, characters other than ASCII letters, digits and `_` left out. Without a variable `s<line>`.
///
/// ```
/// assert_eq!(bench_slicers::suite::criterion_id(38, "max_length"), "s38Max_length");
/// assert_eq!(bench_slicers::suite::criterion_id(38, ""), "s38");
/// ```
pub fn criterion_id(line: usize, variable: &str) -> String {
    let mut name: Vec<char> = variable.chars().filter(|&c| c.is_ascii_alphanumeric() || c == '_').collect();
    if let Some(first) = name.first_mut() {
        first.make_ascii_uppercase();
    }
    format!("s{line}{}", name.into_iter().collect::<String>())
}
