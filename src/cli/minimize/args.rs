//! Arguments of `minimize`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::oracle_args::OracleArgs;
use crate::cli::number::{from_zero, whole};
use crate::cli::sandbox::SandboxArgs;
use crate::cli::select::{FormatArgs, SelectArgs, ShareArgs};
use crate::minimize::{DeletionUnit, SearchOptions};
use crate::oracle::SliceRule;
use crate::suite::SliceKind;

/// Arguments of `minimize`.
#[derive(Debug, Args)]
#[command(
    after_help = "Phase 1 composes the slicers named with `--slicer A --slicer B`, by default `ce-edg` where it \
                  ships inside. They make the search faster and never change what it finds."
)]
pub(in crate::cli) struct MinimizeArgs {
    /// Id of a task, or the files of a program, the one with the criterion first; many tasks are chosen by `--filter`, `--label` and
    /// `--tier`
    #[arg(required_unless_present_any = ["filters", "labels", "tier", "partition"], value_name = "TASK|FILE",
          conflicts_with_all = ["filters", "labels", "tier", "partition", "restart"])]
    pub(super) program: Vec<String>,
    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,
    #[command(flatten)]
    pub(super) select: SelectArgs,
    #[command(flatten)]
    pub(super) share: ShareArgs,
    /// Folder of results; of many tasks there is a line for each in <DIR>/minimize: an interrupted command goes on, and `merge` puts
    /// shares together [default: reports]
    #[arg(long, value_name = "DIR", env = "BENCH_SLICERS_OUT")]
    pub(super) out: Option<PathBuf>,
    /// Name of a slicer, or its adapter file; of phase 1, repeatable
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(in crate::cli) slicer: Vec<String>,
    /// Line of the criterion in a file, from 1
    #[arg(long, value_name = "N", value_parser = whole(1_usize), requires = "program")]
    pub(super) line: Option<usize>,
    /// Variable of the criterion
    #[arg(long, value_name = "NAME", requires = "line")]
    pub(super) variable: Option<String>,
    /// Which occurrence of the variable on the line, from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1_usize))]
    pub(super) occurrence: usize,
    /// Function that is called with the inputs [default: the benchmark's, or the only exported one that leads to the criterion]
    #[arg(long, value_name = "NAME/ARITY", requires = "program")]
    pub(super) entry: Option<String>,
    /// Arguments of the entry point, as a list of terms; for commands as the words of a command line, `3 'a b' < FILE` with a
    /// standard input; repeatable
    #[arg(long = "input", value_name = "TERMS", requires = "program")]
    pub(super) inputs: Vec<String>,
    /// File with such an input on each line
    #[arg(long = "inputs", value_name = "FILE", requires = "program")]
    pub(super) input_file: Option<PathBuf>,
    /// Most nodes that are deleted together, or `unbounded` [default: 4; where commands are the oracle at most 2, and by default 2
    /// by lines, else 1]
    #[arg(long, value_name = "K", value_parser = max_nodes)]
    pub(super) max_nodes: Option<MaxNodes>,
    /// Stop after N candidates, `N`, or N seconds, `Ns`, with what is proved by then
    #[arg(long, value_name = "N|Ns", value_parser = budget)]
    pub(super) budget: Option<Budget>,
    /// Where the program ends, the slice must have the same values and no more, and end; without it, the values of the
    /// program must come first
    #[arg(long, conflicts_with_all = ["write_gold", "oracle_command"])]
    pub(super) strict: bool,
    /// A dynamic slice: for the inputs that are given alone, and no others are drawn
    #[arg(long, conflicts_with = "write_gold")]
    pub(super) dynamic: bool,
    /// A slice of dependences alone: what computes the values, or what decides how often the criterion is reached
    #[arg(long, value_name = "KIND", conflicts_with_all = ["strict", "dynamic", "write_gold", "oracle_command"])]
    pub(super) kind: Option<SliceKindArg>,
    /// What counts as one deletion [default: expression; line where there is no grammar]
    #[arg(long, value_name = "UNIT")]
    pub(super) granularity: Option<DeletionUnitArg>,
    /// Inputs that are drawn to find out whether they refute the slice
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(0_usize))]
    pub(super) fresh: usize,
    /// Virtual machines or processes that run candidates, at most as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(1_usize))]
    pub(super) workers: usize,
    /// Seed of inputs that are drawn, and of slicers that use random numbers
    #[arg(long, value_name = "N", default_value_t = 1, env = "BENCH_SLICERS_SEED", value_parser = whole(0_u64))]
    pub(super) seed: u64,
    /// Write the slice into this folder, under the names of the program's files
    #[arg(long, value_name = "DIR", requires = "program")]
    pub(super) output_dir: Option<PathBuf>,
    /// Make the slice the gold slice of its task, with a certificate: into the suite's folder
    #[arg(long, conflicts_with_all = ["entry", "line"])]
    pub(super) write_gold: bool,
    /// Print one JSON object with everything; `report --minimized` makes tables of such files
    #[arg(long, requires = "program")]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) format: FormatArgs,
    #[command(flatten)]
    pub(super) oracle: OracleArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MaxNodes(Option<usize>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Budget {
    Candidates(u64),
    Seconds(f64),
}

/// Nodes that are deleted together at most, where nothing else is said.
const MAX_NODES: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DeletionUnitArg {
    /// Any node that can go, with everything below it
    #[default]
    Expression,
    /// A function, a clause or a statement
    Statement,
    /// Lines filled by whole functions, clauses and statements; where commands are the oracle any line
    Line,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SliceKindArg {
    /// Of a data slice: conditions that it lacks go as they go in the program
    Data,
    /// Of a control slice: the criterion is reached as often, whatever its values are
    Control,
}

impl SliceKindArg {
    fn kind(self) -> SliceKind {
        match self {
            SliceKindArg::Data => SliceKind::Data,
            SliceKindArg::Control => SliceKind::Control,
        }
    }
}

impl DeletionUnitArg {
    pub(super) fn unit(self) -> DeletionUnit {
        match self {
            DeletionUnitArg::Expression => DeletionUnit::Expression,
            DeletionUnitArg::Statement => DeletionUnit::Statement,
            DeletionUnitArg::Line => DeletionUnit::Line,
        }
    }

    /// As on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            DeletionUnitArg::Expression => "expression",
            DeletionUnitArg::Statement => "statement",
            DeletionUnitArg::Line => "line",
        }
    }
}

fn max_nodes(text: &str) -> std::result::Result<MaxNodes, String> {
    match (text, text.parse::<usize>()) {
        ("unbounded", _) => Ok(MaxNodes(None)),
        (_, Ok(max)) if max > 0 => Ok(MaxNodes(Some(max))),
        _ => Err("expected a number from 1, or `unbounded`".to_owned()),
    }
}

fn budget(text: &str) -> std::result::Result<Budget, String> {
    let seconds = || from_zero(text.strip_suffix('s')?).ok();
    match (text.parse::<u64>(), seconds()) {
        (Ok(candidates), _) => Ok(Budget::Candidates(candidates)),
        (_, Some(seconds)) => Ok(Budget::Seconds(seconds)),
        _ => {
            Err("expected a number of candidates, such as `100000`, or of seconds, such as `60s`".to_owned())
        }
    }
}

impl MinimizeArgs {
    /// The rule that is asked for, or else that of the task.
    pub(super) fn rule(&self, of_task: SliceRule) -> SliceRule {
        match self.kind {
            _ if self.strict => SliceRule::Strict,
            Some(kind) => SliceRule::of(kind.kind()),
            None => of_task,
        }
    }

    /// Options on which the slice of a task depends, by name.
    pub(super) fn asked(&self) -> BTreeMap<String, String> {
        let budget = match self.budget {
            Some(Budget::Candidates(candidates)) => candidates.to_string(),
            Some(Budget::Seconds(seconds)) => format!("{seconds}s"),
            None => "none".to_owned(),
        };
        let max_nodes = self.search_options().max_nodes;
        let asked = [
            ("--max-nodes", max_nodes.map_or_else(|| "unbounded".to_owned(), |most| most.to_string())),
            ("--budget", budget),
            ("--strict", self.strict.to_string()),
            ("--dynamic", self.dynamic.to_string()),
            ("--kind", self.kind.map_or("", |kind| kind.kind().name()).to_owned()),
            ("--granularity", self.granularity.unwrap_or_default().name().to_owned()),
            ("--fresh", self.fresh.to_string()),
            ("--seed", self.seed.to_string()),
            ("--write-gold", self.write_gold.to_string()),
        ];
        asked.map(|(key, value)| (key.to_owned(), value)).into()
    }

    pub(super) fn search_options(&self) -> SearchOptions {
        SearchOptions {
            granularity: self.granularity.unwrap_or_default().unit(),
            max_nodes: self.max_nodes.map_or(Some(MAX_NODES), |most| most.0),
            max_candidates: match self.budget {
                Some(Budget::Candidates(candidates)) => Some(candidates),
                _ => None,
            },
            hint: None,
        }
    }
}
