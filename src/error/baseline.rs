//! Messages about baselines and the two sides of a comparison.

use std::path::Path;

use super::{EXIT_NO_BASELINE, EXIT_NOTHING_MEASURED, Error, Place, Problem, list};

fn no_baseline(problem: Problem) -> Error {
    Error { exit_code: EXIT_NO_BASELINE, problems: vec![problem] }
}

pub(crate) fn missing(path: &Path) -> Error {
    no_baseline(
        Problem::at(path, "the baseline does not exist")
            .hint("make it with `bench-slicers run --save-baseline NAME`"),
    )
}

pub(crate) fn unknown_side(name: &str, known: &[String]) -> Error {
    let known = if known.is_empty() { "none".to_owned() } else { list(known) };
    no_baseline(Problem::general(format!("`{name}` is neither a folder of results nor a baseline")).hint(
        format!(
            "name a run's folder, a baseline (there are: {known}), `latest:SLICER` or `best:SLICER`; \
         `run --save-baseline NAME` makes a baseline"
        ),
    ))
}

pub(crate) fn no_run(slicer: &str, n_back: usize, reports: &Path) -> Error {
    let what = match n_back {
        0 => format!("no run of `{slicer}`"),
        n_back => format!("`{slicer}` has no run {n_back} before the latest"),
    };
    no_baseline(Problem::at(reports, what).hint("`bench-slicers run --slicer` with its name makes one"))
}

/// `latest` or `best` without a slicer, and nothing says whose.
pub(crate) fn whose(word: &str) -> Error {
    Problem::general(format!("`{word}` needs the name of a slicer"))
        .hint(format!("write `{word}:SLICER`"))
        .could_not()
}

/// `best:SLICER` where one run is meant.
pub(crate) fn many_runs(name: &str) -> Error {
    Problem::general(format!("`{name}` is of several runs, the best of each task"))
        .hint("name the folder of a run, or `latest:SLICER`; `compare` takes it as a side")
        .could_not()
}

/// One side was named, and the other, which is the latest run of its slicer, is the same run.
pub(crate) fn beside_itself(name: &str, slicer: &str) -> Error {
    Problem::general(format!("`{name}` is the latest run of `{slicer}` and would be compared with itself"))
        .hint(format!(
            "name both sides: `compare latest:{slicer}~1 latest:{slicer}` compares with the run before"
        ))
        .could_not()
}

pub(crate) fn not_a_snapshot(place: Place, cause: &str) -> Error {
    no_baseline(
        Problem::at(place, format!("not a baseline: {cause}"))
            .hint("make it again with `bench-slicers run --save-baseline NAME`"),
    )
}

pub(crate) fn nothing_compared(n_base: usize, n_current: usize, n_incomparable: usize) -> Error {
    Error {
        exit_code: EXIT_NOTHING_MEASURED,
        problems: vec![
            Problem::general(format!(
                "no task can be compared: the base has {n_base}, the current side has {n_current}, \
                 and {n_incomparable} in both have changed"
            ))
            .hint("run both slicers over the same suite"),
        ],
    }
}
