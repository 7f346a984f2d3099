//! Flags that choose tasks and criteria, shared by several subcommands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use strum::VariantNames;

use super::Context;
use super::number::whole;
use crate::ast::{NodeId, Tree};
use crate::error::{self, Place, Result};
use crate::report::Format;
use crate::results::{Host, SuiteStamp, ToolStamp, WORK_FORMAT, WorkHeader, WorkKind, WorkLog, now};
use crate::suite::{Filter, Partition, Suite, Task, Tier, Wanted, list_hash, resolve, statements};

/// Which tasks.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SelectArgs {
    /// Only tasks whose id has these whole segments, `*` for any text: `erlang`, `account`,
    /// `account/s27Fees`; repeatable
    #[arg(help_heading = "Which tasks", long = "filter", short = 'f', value_name = "ID")]
    filters: Vec<String>,
    /// Only tasks with this label; repeatable
    #[arg(help_heading = "Which tasks", long = "label", short = 'l', value_name = "LABEL")]
    labels: Vec<String>,
    /// Only tasks of this tier: `plain` is what every slicer of the language should manage
    #[arg(
        help_heading = "Which tasks",
        long,
        value_name = "TIER",
        value_parser = PossibleValuesParser::new(Tier::VARIANTS).try_map(|name| Tier::from_str(&name))
    )]
    tier: Option<Tier>,
}

impl SelectArgs {
    /// What a run was begun with.
    pub(super) fn begun_with(stamp: &SuiteStamp) -> SelectArgs {
        SelectArgs { filters: stamp.filters.clone(), labels: stamp.labels.clone(), tier: stamp.tier }
    }

    /// Whether not all tasks are asked for.
    pub(super) fn is_given(&self) -> bool {
        !self.filters.is_empty() || !self.labels.is_empty() || self.tier.is_some()
    }

    pub(super) fn filter(&self) -> Filter {
        Filter {
            filters: self.filters.clone(),
            labels: self.labels.clone(),
            tier: self.tier,
            ..Filter::default()
        }
    }
}

/// ⟨line, variable⟩, or a line alone, in the first file of a program.
#[derive(Clone, Debug, Args)]
pub(super) struct CriterionArgs {
    /// Line of the criterion, from 1
    #[arg(long, value_name = "N", value_parser = whole(1_usize))]
    pub(super) line: usize,
    /// Variable of the criterion; without one, or with an empty one, all statements that begin on the line
    #[arg(long, value_name = "NAME")]
    pub(super) variable: Option<String>,
    /// Which occurrence of the variable on the line, from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1_usize))]
    pub(super) occurrence: usize,
}

impl CriterionArgs {
    /// The nodes that it means in a tree whose first file was read from `path`; never empty.
    pub(super) fn resolve(&self, tree: &Tree, path: &Path) -> Result<Vec<NodeId>> {
        let wanted = Wanted {
            file_idx: 0,
            line: self.line,
            variable: self.variable(),
            occurrence: self.occurrence,
            column: None,
        };
        let found = match wanted.variable {
            "" => statements(tree, 0, self.line).map(|found| found.nodes),
            _ => resolve(tree, &wanted).map(|node| vec![node]),
        };
        let place = Place::at(path, self.line, 0);
        found.map_err(|why| error::cli::bad_criterion(why.problem(place, path, &wanted)))
    }

    /// Name of the variable; empty when the criterion is a line alone.
    pub(super) fn variable(&self) -> &str {
        self.variable.as_deref().unwrap_or_default()
    }
}

/// The one task that an id, or the part of one that says enough, names.
pub(super) fn one_task<'s>(suite: &'s Suite, id: &str) -> Result<Task<'s>> {
    let filter = Filter { filters: vec![id.to_owned()], ..Filter::default() };
    let tasks = suite.select(&filter)?;
    match tasks[..] {
        [task] => Ok(task),
        _ => Err(error::cli::several_tasks(id, &tasks.iter().map(Task::id).collect::<Vec<_>>())),
    }
}

/// In which format.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct FormatArgs {
    /// Format of the output
    #[arg(help_heading = "What is shown", long, value_name = "FORMAT", default_value = "table", value_parser = one_of::<Format>())]
    pub(super) format: Format,
}

/// Which share of the tasks, for commands that keep a line for each.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ShareArgs {
    /// Do only partition K of N of the tasks; the partition of a task depends only on its id
    #[arg(long, value_name = "K/N", value_parser = partition_parser)]
    partition: Option<Partition>,
    /// Throw away what an interrupted command left in the folder of results, instead of going on with it
    #[arg(long)]
    restart: bool,
}

impl ShareArgs {
    /// Whether not all tasks are meant.
    pub(super) fn is_given(&self) -> bool {
        self.partition.is_some()
    }

    /// Whether what is in the folder of results is thrown away.
    pub(super) fn is_restart(&self) -> bool {
        self.restart
    }

    /// The tasks of the share.
    pub(super) fn of<'s>(&self, mut tasks: Vec<Task<'s>>, context: &Context) -> Vec<Task<'s>> {
        if let Some(part) = self.partition {
            tasks.retain(|task| part.has(task));
            if tasks.is_empty() {
                context.terminal.note(&format!("partition {part} contains none of the selected tasks"));
            }
        }
        tasks
    }

    /// What is asked: these options, of these tasks before they are divided.
    pub(super) fn header(
        &self,
        kind: WorkKind,
        mut asked: BTreeMap<String, String>,
        select: &SelectArgs,
        tasks: &[Task<'_>],
    ) -> WorkHeader {
        let hashes: Vec<(String, String)> =
            tasks.iter().map(|task| (task.id(), task.subject_hash())).collect();
        let is_ours = |task: &&Task<'_>| self.partition.is_none_or(|part| part.has(task));
        let filter = select.filter();
        asked.insert("--tier".to_owned(), filter.tier.map_or("any", Tier::name).to_owned());
        WorkHeader {
            format: WORK_FORMAT,
            created: now(),
            complete: false,
            kind,
            tool: ToolStamp::this(),
            asked,
            suite: SuiteStamp {
                hash: list_hash(hashes.iter().map(|(id, hash)| (id.as_str(), hash.as_str()))),
                n_tasks: tasks.iter().filter(is_ours).count(),
                filters: filter.filters,
                labels: filter.labels,
                tier: filter.tier,
                folders: Vec::new(),
                partition: self.partition.map(|partition| partition.to_string()),
            },
            host: Host::this(),
        }
    }

    /// Begins in a folder of results, or goes on there, and says so.
    pub(super) fn open(
        &self,
        out: &Path,
        header: WorkHeader,
        tasks: &[Task<'_>],
        context: &Context,
    ) -> Result<WorkLog> {
        let ids: BTreeSet<String> = tasks.iter().map(Task::id).collect();
        let log = WorkLog::open(out, header, &ids, self.restart)?;
        log.problems().iter().for_each(|problem| context.terminal.warning(problem));
        let is_done =
            |task: &&Task<'_>| log.done(&task.id(), &task.subject_hash(), &task.evidence_hash()).is_some();
        let n_done = tasks.iter().filter(is_done).count();
        if n_done > 0 {
            let (n, dir) = (tasks.len(), log.dir().display());
            context
                .terminal
                .note(&format!("{n_done} of {n} tasks are done and unchanged, and are skipped: {dir}"));
        }
        Ok(log)
    }
}

/// Accepts `K/N` with 1 ≤ K ≤ N.
pub(super) fn partition_parser(text: &str) -> std::result::Result<Partition, String> {
    Partition::parse(text).ok_or_else(|| "expected K/N with K from 1 to N".to_owned())
}

/// Accepts the names of a type.
pub(super) fn one_of<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr<Err = strum::ParseError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::VARIANTS).try_map(|name| name.parse())
}
