//! The best that a slicer ever did, task by task.

use super::{Change, Outcome, Snapshot, TaskChange};

/// The record of the best with one more run taken into account; `None` when the run may not set it.
///
/// A run may when it is complete and unfiltered, and no task of it is nondeterministic. An outcome replaces the
/// one of the record when it is an improvement, and when the task itself has changed; what only the record has stays.
/// `run` is the folder name that the record names as the origin of what it takes.
pub fn with_run(best: Option<&Snapshot>, run: &Snapshot, name: &str) -> Option<Snapshot> {
    if !run.is_whole() || run.tasks.values().any(Outcome::is_nondeterministic) {
        return None;
    }
    let mut tasks = best.map(|best| best.tasks.clone()).unwrap_or_default();
    for (task, outcome) in &run.tasks {
        let change = TaskChange::new(task, tasks.get(task).cloned(), Some(outcome.clone())).change;
        if matches!(change, Change::Improved | Change::Appeared | Change::Incomparable) {
            tasks.insert(task.clone(), Outcome { run: Some(name.to_owned()), ..outcome.clone() });
        }
    }
    let mut origin = run.origin.clone();
    origin.suite.n_tasks = tasks.len();
    Some(Snapshot { origin, tasks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::testing::{no_answer, outcome, snapshot};
    use crate::results::Status;

    #[test]
    fn the_best_of_each_task_is_kept_with_the_run_that_set_it() {
        let first = snapshot("a", &[outcome("0-9,20"), outcome("0-9"), outcome("0-3")]);
        let best = with_run(None, &first, "one").unwrap();
        let second = snapshot("a", &[outcome("0-9"), outcome("0-8"), no_answer(Status::Crashed, "x")]);
        let best = with_run(Some(&best), &second, "two").unwrap();
        let runs: Vec<&str> = best.tasks.values().map(|outcome| outcome.run.as_deref().unwrap()).collect();
        assert_eq!(runs, ["two", "one", "one"]);
        assert_eq!(best.tasks["c/p0/a"].kept.to_ranges(), "0-9");
    }

    #[test]
    fn partial_and_unsteady_runs_set_nothing() {
        let whole = snapshot("a", &[outcome("0-9")]);
        let mut filtered = whole.clone();
        filtered.origin.suite.filters = vec!["c".into()];
        let mut torn = whole.clone();
        torn.origin.complete = false;
        let unsteady = snapshot("a", &[Outcome { stability: Some(0.9), ..outcome("0-9") }]);
        for run in [&filtered, &torn, &unsteady] {
            assert_eq!(with_run(Some(&whole), run, "no"), None);
        }
    }

    #[test]
    fn a_changed_task_begins_again() {
        let best = with_run(None, &snapshot("a", &[outcome("0-9")]), "one").unwrap();
        let changed = Outcome { hash: "other".into(), ..outcome("0-3") };
        let best = with_run(Some(&best), &snapshot("a", &[changed]), "two").unwrap();
        assert_eq!(best.tasks["c/p0/a"].run.as_deref(), Some("two"));
    }
}
