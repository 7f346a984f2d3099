//! What a reader has to know before believing the numbers, with the numbers of these runs; what is 0 is no threat.

use super::{ReportedRun, RunSet, SearchRow};
use crate::report::PrecisionMark;
use crate::results::{Host, Status};
use crate::stats::{Bootstrap, percent};
use crate::suite::Evidence;

impl RunSet {
    /// Sentences, those on all runs first.
    pub fn threats(&self) -> Vec<String> {
        let mut threats = self.gold_threats();
        let said = self
            .runs
            .iter()
            .flat_map(|run| run.threats().into_iter().map(|threat| (run.name.as_str(), Some(threat))));
        for (threat, names) in together(said) {
            threats.push(format!("{}: {threat}.", names.join(", ")));
        }
        threats.extend(self.incomparable_slicers());
        let places = self.runs.iter().map(|run| (run.name.as_str(), run.place()));
        for (place, names) in together(places) {
            threats.push(format!("{}: times were measured {place}.", names.join(", ")));
        }
        threats.extend(self.search_threats());
        threats.extend(self.sweep_threats());
        if !self.runs.is_empty() {
            let Bootstrap { seed, n_resamples, confidence } = self.bootstrap;
            threats.push(format!(
                "Intervals are {} % intervals of the mean by program, since tasks of one program are not independent: as wide as \
                 both Student's t and the studentised bootstrap with {n_resamples} resamples need, the seed is {seed}; none is told \
                 below 10 programs, or where too few of them differ.",
                percent(confidence, 0),
            ));
        }
        if self.runs.len() > 1 {
            threats.push(
                "Differences between slicers are tested by permutation of whole programs, with all pairs of a number by Holm's method; \
                 programs were chosen, not drawn, so that p is about these programs."
                    .to_owned(),
            );
        }
        threats
    }

    fn gold_threats(&self) -> Vec<String> {
        let n_tasks = self.tasks.len();
        let n = |evidence| self.tasks.iter().filter(|task| task.evidence == evidence).count();
        let n_contested = self.tasks.iter().filter(|task| task.contested.is_some()).count();
        let gold = [
            (
                n(Evidence::Certified),
                "are certified for the inputs of their certificates only, without a proof for all",
            ),
            (
                n(Evidence::Asserted),
                "are asserted without a check by a machine, so that precision can be more or less",
            ),
        ];
        let mut threats = Vec::new();
        if let Some(parts) = parts(&gold) {
            threats.push(format!("Of {n_tasks} gold slices {parts}."));
        }
        if n_contested > 0 {
            threats.push(format!(
                "{n_contested} of {n_tasks} criteria ({} %) are contested and left out of all totals.",
                percent(n_contested as f64 / n_tasks as f64, 1)
            ));
        }
        threats
    }

    fn search_threats(&self) -> Vec<String> {
        let table = self.search_table();
        let n = |is_so: &dyn Fn(&SearchRow) -> bool| table.rows.iter().filter(|row| is_so(row)).count();
        // Ends in words, for those that nobody asked for.
        let ended = |end: &str| n(&|row| row.end == end);
        let numbers = [
            (n(&|row| row.depth.is_some()), "are minimal up to the depth stated, and not proved beyond"),
            (
                n(&|row| row.n_gaps > 0),
                "are of programs with statements or clauses that no test input reaches",
            ),
            (n(&|row| row.n_random == 0), "were not tried on random inputs"),
            (ended("budget spent"), "are what was found when the budget was spent"),
            (ended("stopped"), "are what was found when the search was stopped"),
            (ended("too many sets to remember"), "are what was found when memory was full"),
        ];
        let mut threats = Vec::new();
        if let Some(parts) = parts(&numbers) {
            threats.push(format!("Of {} slices found by minimize {parts}.", table.rows.len()));
        }
        if !table.rows.is_empty() {
            threats.push(
                "Slices found by minimize keep the values of the criterion on their test inputs; that they do on others needs an \
                 argument."
                    .to_owned(),
            );
        }
        let places = self.searches.iter().map(|search| (search.program.as_str(), machine(&search.host)));
        for (place, names) in together(places) {
            threats.push(format!("Times of minimize for {} criteria were measured on {place}.", names.len()));
        }
        threats
    }

    fn sweep_threats(&self) -> Vec<String> {
        let mut threats = Vec::new();
        for table in &self.sweeps {
            let [first, second] = &table.slicers;
            let all = table.rows.iter().find(|row| row.program.is_none());
            let n_unanswered = all.map_or(0, |row| row.n_criteria.saturating_sub(row.n_compared));
            let [first_invents, second_invents] = [first, second]
                .map(|name| format!("answers of {name} have nodes that are nowhere in their program"));
            let numbers = [
                (n_unanswered, "criteria were not answered by both and are in no mean"),
                (table.n_not_slices[0], first_invents.as_str()),
                (table.n_not_slices[1], second_invents.as_str()),
                (usize::from(!table.complete), "sweep was interrupted and is not complete"),
            ];
            threats.extend(parts(&numbers).map(|parts| format!("{first} beside {second}: {parts}.")));
        }
        let places = self.sweeps.iter().map(|table| (table.slicers[0].as_str(), machine(&table.host)));
        for (place, names) in together(places) {
            threats.push(format!("Times of {} sweeps were measured on {place}.", names.len()));
        }
        if !self.sweeps.is_empty() {
            threats.push(
                "Sweeps compare sizes with each other, not with minimal slices: the smaller slice may lack something.".to_owned(),
            );
        }
        threats
    }

    fn incomparable_slicers(&self) -> Option<String> {
        let summaries = self.summaries();
        let first = summaries.first()?;
        let others = summaries.iter().filter(|summary| !summary.is_comparable);
        let names: Vec<String> =
            others.map(|summary| format!("{} ({})", summary.slicer, summary.section)).collect();
        (!names.is_empty()).then(|| {
            format!(
                "Graded on other tasks, for another kind of slice or at another granularity than {} ({}), and not to be \
                 compared with it: {}.",
                first.slicer,
                first.section,
                names.join("; ")
            )
        })
    }
}

impl ReportedRun {
    /// Parts of sentences.
    fn threats(&self) -> Vec<String> {
        let rows = &self.report.rows;
        let n_undeclared = rows.iter().filter(|row| !row.supported).count();
        let n =
            |status: Status| rows.iter().filter(|row| row.supported && row.status == status.name()).count();
        let limit = match self.header.limits.wall_s {
            Some(limit_s) => format!("timed out after {limit_s} s"),
            None => "timed out".to_owned(),
        };
        let ends = [
            (n_undeclared, "are not supported and in no total"),
            (n(Status::Unsupported), "have what the slicer says it cannot do"),
            (n(Status::TimedOut), limit.as_str()),
            (n(Status::OutOfMemory), "out of memory"),
            (n(Status::Crashed), "crashed"),
            (n(Status::Exited), "ended with a failure"),
            (n(Status::NoOutput), "ended without an answer"),
            (n(Status::Unreadable), "answered with something unreadable"),
            (n(Status::NotStarted), "not started"),
        ];
        let n_ambiguous = rows.iter().filter(|row| row.f1_min < row.f1_max).count();
        let n_unparsed = rows.iter().filter(|row| row.parses == Some(false)).count();
        let n_bound = rows.iter().filter(|row| row.answered && row.mark != PrecisionMark::Value).count();
        let n_old = rows.iter().filter(|row| row.incomparable).count();
        let n_normalised = rows.iter().filter(|row| row.normalised).count();
        let n_unsteady = self.outcomes.values().filter(|outcome| outcome.is_nondeterministic()).count();
        let answers = [
            (n_ambiguous, "answers fit the program in several ways with different F1"),
            (n_unparsed, "answers do not parse"),
            (n_bound, "answers are graded against a gold slice that is not certified minimal"),
            (n_old, "tasks changed since the run and are in no total"),
            (
                n_normalised,
                "answers are graded in the slicer's normal form of the program, whose nodes are others",
            ),
            (n_unsteady, "tasks were answered otherwise when they ran again"),
        ];
        let ends = parts(&ends).map(|parts| format!("of {} tasks {parts}", rows.len()));
        let answers = parts(&answers);
        ends.into_iter().chain(answers).collect()
    }

    /// Machine and surroundings of the times.
    fn place(&self) -> Option<String> {
        let jobs = match self.header.jobs {
            0 | 1 => "one task at a time".to_owned(),
            jobs => format!("{jobs} tasks at the same time"),
        };
        let repeats = match self.header.repeats {
            0 | 1 => "each task once",
            _ => "each task several times, of which the first counts",
        };
        let walls = self.header.sandbox.text().map_or(String::new(), |walls| format!(", {walls}"));
        machine(&self.header.host).map(|machine| format!("on {machine}, {jobs}, {repeats}{walls}"))
    }
}

/// The machine in words; `None` when it is not known.
pub(super) fn machine(host: &Host) -> Option<String> {
    let cpu = host.cpu.as_deref().unwrap_or("unknown processor");
    let cores = match host.n_cores {
        0 => String::new(),
        1 => ", 1 core".to_owned(),
        n_cores => format!(", {n_cores} cores"),
    };
    (!host.os.is_empty()).then(|| format!("{cpu} ({}, {}{cores})", host.os, host.arch))
}

/// `3 not supported, 1 timed out`; `None` when every number is 0.
fn parts(numbers: &[(usize, &str)]) -> Option<String> {
    let parts: Vec<String> =
        numbers.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Names of which the same is true, in the order in which each is said first.
fn together<'n>(said: impl Iterator<Item = (&'n str, Option<String>)>) -> Vec<(String, Vec<&'n str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, text) in said {
        let Some(text) = text else { continue };
        match found.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => found.push((text, vec![name])),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_zero_is_not_said() {
        assert_eq!(
            parts(&[(0, "crashed"), (2, "timed out"), (1, "unreadable")]).unwrap(),
            "2 timed out, 1 unreadable"
        );
        assert_eq!(parts(&[(0, "crashed")]), None);
    }

    #[test]
    fn one_machine_is_named_once() {
        let said = [("a", Some("here")), ("b", Some("there")), ("c", Some("here")), ("d", None)];
        let said = said.map(|(name, text)| (name, text.map(str::to_owned)));
        assert_eq!(
            together(said.into_iter()),
            [("here".to_owned(), vec!["a", "c"]), ("there".to_owned(), vec!["b"])]
        );
    }
}
