//! Flags that choose what of a run people see.

use clap::Args;

use super::number::whole;
use super::select::one_of;
use crate::report::{Division, Format, RunView, Sort, Which};

/// How many of the worst answers are shown where nothing else is asked for.
const N_WORST: usize = 5;

/// What is shown of grades.
#[derive(Clone, Debug, Args)]
pub(super) struct ViewArgs {
    /// A row for each task, before the totals; other formats than `table` have them anyway
    #[arg(help_heading = "What is shown", long)]
    tasks: bool,
    /// Only rows of these tasks: those without an answer, with one, with one that is not the gold slice, or with one that lacks
    /// something
    #[arg(help_heading = "What is shown", long, value_name = "WHICH", value_parser = one_of::<Which>())]
    only: Option<Which>,
    /// Order of the rows, the worst first
    #[arg(help_heading = "What is shown", long, value_name = "COLUMN", value_parser = one_of::<Sort>())]
    sort: Option<Sort>,
    /// How many of the worst answers are shown behind the totals [default: 5, none with `--tasks`]
    #[arg(help_heading = "What is shown", long, value_name = "N", value_parser = whole(0_usize))]
    worst: Option<usize>,
    /// Totals of each language, tier or label; several with commas between [default: by language, of more than one]
    #[arg(help_heading = "What is shown", long, value_name = "PART", value_delimiter = ',', value_parser = one_of::<Division>())]
    by: Vec<Division>,
}

impl ViewArgs {
    /// The view; `look` is the command that shows an answer, up to the id of its task.
    pub(super) fn view(&self, format: Format, look: Option<Vec<String>>) -> RunView {
        // What is written to a file is read later, by somebody who cannot ask again.
        let is_whole = format == Format::Markdown;
        let has_tasks = is_whole || self.tasks || self.only.is_some() || self.sort.is_some();
        let every_part = || is_whole.then(|| RunView::whole().parts).flatten();
        RunView {
            has_tasks,
            only: self.only,
            sort: self.sort.unwrap_or_default(),
            n_worst: self.worst.unwrap_or(if has_tasks { 0 } else { N_WORST }),
            look,
            parts: if self.by.is_empty() { every_part() } else { Some(self.by.clone()) },
        }
    }
}
