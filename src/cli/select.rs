//! Flags that choose tasks, shared by several subcommands.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::error::{self, Result};
use crate::language::Language;
use crate::report::Format;
use crate::suite::{Filter, Suite, Task};

/// Which tasks.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SelectArgs {
    /// Only tasks whose id has these whole segments, `*` for any text: `erlang`, `b15`, `b15/s65Shown`;
    /// repeatable
    #[arg(long = "filter", short = 'f', value_name = "ID")]
    filters: Vec<String>,
    /// Only tasks with this label; repeatable
    #[arg(long = "label", short = 'l', value_name = "LABEL")]
    labels: Vec<String>,
    /// Only tasks in this language; repeatable
    #[arg(long = "language", value_name = "LANGUAGE", value_parser = language_parser())]
    languages: Vec<Language>,
}

impl SelectArgs {
    pub(super) fn filter(&self) -> Filter {
        Filter {
            filters: self.filters.clone(),
            labels: self.labels.clone(),
            languages: self.languages.clone(),
        }
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
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = format_parser())]
    pub(super) format: Format,
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::name))
        .map(|name| Language::from_name(&name).expect("clap admits known names only"))
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .map(|name| Format::from_name(&name).expect("clap admits known names only"))
}
