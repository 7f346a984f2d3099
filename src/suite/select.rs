//! Which tasks of a suite are meant: filters, labels, languages.

use super::{Suite, Task, Tier, Unfinished};
use crate::error::{self, Problem, Result};
use crate::language::Language;

/// What to select; an empty list of a field asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Whole segments of task ids: `erlang`, `word-count`, `erlang/word-count/s11Top`. A `*` stands for
    /// any text within one segment. A task is meant when any filter matches.
    pub filters: Vec<String>,
    /// Whole labels. A task is meant when it has any of them.
    pub labels: Vec<String>,
    /// A task is meant when it is in any of them.
    pub languages: Vec<Language>,
    /// A task is meant when its benchmark is of this tier.
    pub tier: Option<Tier>,
}

impl Suite {
    /// The tasks that satisfy every non-empty field of the filter, in the order of [`Suite::tasks`].
    ///
    /// # Errors
    /// When a filter, label, language or tier matches no task of the suite, and when no task is left. Both end
    /// with [`error::EXIT_NOTHING_MEASURED`].
    pub fn select(&self, filter: &Filter) -> Result<Vec<Task<'_>>> {
        let problems = self.unmatched(filter);
        if !problems.is_empty() {
            return Err(error::suite::unmatched(problems));
        }
        let selected: Vec<Task<'_>> = self.tasks().filter(|task| is_meant(task, filter)).collect();
        if selected.is_empty() && !self.unfinished.is_empty() {
            let problems = self.unfinished.iter().map(|unfinished| unfinished.problem.clone());
            return Err(error::suite::unmatched(problems.collect()));
        }
        if selected.is_empty() {
            let hint = match self.benchmarks.is_empty() {
                true => "the suite has no benchmark",
                false => "every filter matches some task, but no task satisfies all of them",
            };
            return Err(error::nothing_selected("task", hint));
        }
        Ok(selected)
    }

    /// One problem for each name in the filter that no task of the suite answers to.
    fn unmatched(&self, filter: &Filter) -> Vec<Problem> {
        let mut problems = Vec::new();
        for wanted in &filter.filters {
            if self.tasks().any(|task| matches_id(wanted, &task.id())) {
                continue;
            }
            let is_meant = |unfinished: &&Unfinished| matches_id(wanted, &unfinished.task);
            problems.push(match self.unfinished.iter().find(is_meant) {
                Some(unfinished) => unfinished.problem.clone(),
                None => error::suite::no_match("task", wanted, &self.near_ids(wanted)),
            });
        }
        for wanted in &filter.labels {
            if !self.tasks().any(|task| task.criterion.labels.contains(wanted)) {
                let labels = self.tasks().flat_map(|task| task.criterion.labels.clone());
                problems.push(error::suite::no_match("label", wanted, &error::near(wanted, labels)));
            }
        }
        for &wanted in &filter.languages {
            if !self.benchmarks.iter().any(|benchmark| benchmark.language == wanted) {
                problems.push(error::suite::no_match("task in language", wanted.name(), &[]));
            }
        }
        if let Some(wanted) = filter.tier
            && !self.benchmarks.iter().any(|benchmark| benchmark.tier == wanted)
        {
            problems.push(error::suite::no_match("task of tier", wanted.name(), &[]));
        }
        problems
    }

    /// Ids, or parts of ids with as many segments as the filter has, that are close to it.
    fn near_ids(&self, wanted: &str) -> Vec<String> {
        let n_segments = wanted.split('/').count();
        let parts = self.tasks().flat_map(|task| {
            let id = task.id();
            let segments: Vec<&str> = id.split('/').collect();
            segments.windows(n_segments).map(|window| window.join("/")).collect::<Vec<_>>()
        });
        error::near(wanted, parts)
    }
}

fn is_meant(task: &Task<'_>, filter: &Filter) -> bool {
    let id = task.id();
    (filter.filters.is_empty() || filter.filters.iter().any(|wanted| matches_id(wanted, &id)))
        && (filter.labels.is_empty()
            || filter.labels.iter().any(|label| task.criterion.labels.contains(label)))
        && (filter.languages.is_empty() || filter.languages.contains(&task.benchmark.language))
        && filter.tier.is_none_or(|tier| task.benchmark.tier == tier)
}

/// Whether the segments of `wanted` are consecutive segments of the id.
fn matches_id(wanted: &str, id: &str) -> bool {
    let wanted: Vec<&str> = wanted.split('/').collect();
    let segments: Vec<&str> = id.split('/').collect();
    segments
        .windows(wanted.len())
        .any(|window| wanted.iter().zip(window).all(|(wanted, segment)| matches_glob(wanted, segment)))
}

/// Whether a name is the pattern, where each `*` stands for any text.
fn matches_glob(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let tail = parts.pop().expect("split yields at least one part");
    for part in parts {
        // The leftmost place leaves the most text for the parts to come.
        match name.find(part) {
            Some(idx) => name = &name[idx + part.len()..],
            None => return false,
        }
    }
    name.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_match_whole_segments() {
        let id = "erlang/word-count/s11Top";
        for wanted in [
            "erlang",
            "word-count",
            "s11Top",
            "erlang/word-count",
            "word-count/s11Top",
            id,
            "*",
            "word-*",
            "erlang/*/s1*",
            "*o*o*",
        ] {
            assert!(matches_id(wanted, id), "{wanted}");
        }
        for wanted in
            ["erl", "word", "count", "s11", "erlang/s11Top", "", "*/*/*/*", "w*x", "top", "s11Top*p"]
        {
            assert!(!matches_id(wanted, id), "{wanted}");
        }
    }
}
