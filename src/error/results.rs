//! Messages about stored results: what is wrong in the folder of a run, and what to do about it.

use std::path::Path;

use super::{Error, Place, Problem};

pub(crate) fn none_in(dir: &Path) -> Error {
    Problem::at(dir, "no results in this folder")
        .hint("name the folder of a run or of a slicer's runs; `bench-slicers run` makes them")
        .could_not()
}

pub(crate) fn exists(dir: &Path) -> Error {
    Problem::at(dir, "results already exist here")
        .hint("go on with them, or choose another folder")
        .could_not()
}

pub(crate) fn busy(dir: &Path) -> Error {
    Problem::at(dir, "another run is writing its results here")
        .hint("wait until it ends, or start a new run")
        .could_not()
}

/// Not a `run.json`.
pub(crate) fn not_a_header(place: Place, cause: &str) -> Error {
    Problem::at(place, format!("not the header of a run: {cause}"))
        .hint("make the results again with `bench-slicers run`")
        .could_not()
}

/// Not a `behaviour.json`.
pub(crate) fn not_behaviours(place: Place, cause: &str) -> Error {
    Problem::at(place, format!("not a record of what running the answers showed: {cause}"))
        .hint("delete it, and make it again with `bench-slicers grade RESULTS --behaviour`")
        .could_not()
}

pub(crate) fn incomplete(dir: &Path, n_records: usize, n_tasks: usize) -> Problem {
    Problem::at(dir, format!("the run is not complete: {n_records} of {n_tasks} tasks"))
        .hint("go on with it, or read its numbers with care")
}

/// `tasks.jsonl` is missing.
pub(crate) fn no_records(path: &Path) -> Problem {
    Problem::at(path, "the records are missing (the run counts as empty)")
        .hint("make the results again with `bench-slicers run`")
}

pub(crate) fn torn(place: Place) -> Problem {
    Problem::at(place, "the last record is torn (left out)")
        .hint("the run was interrupted; go on with it to make the record again")
}

pub(crate) fn not_a_record(place: Place, cause: &str) -> Problem {
    Problem::at(place, format!("not a record: {cause} (left out)"))
        .hint("make the results again with `bench-slicers run`")
}

pub(crate) fn repeated(place: Place, task: &str) -> Problem {
    Problem::at(place, format!("another record of `{task}` (this one is used)"))
}

pub(crate) fn other_request(dir: &Path, what: &str) -> Error {
    Problem::at(dir, format!("this run was begun with another {what}"))
        .hint("repeat the flags of the interrupted command, or start a new run")
        .could_not()
}

/// This program failed in some tasks; the others have their records.
pub(crate) fn unrecorded(dir: &Path, task: &str, n_tasks: usize) -> Error {
    let others = match n_tasks {
        1 => String::new(),
        n_tasks => format!(" and {} more", n_tasks - 1),
    };
    Problem::at(dir, format!("bench-slicers itself failed in `{task}`{others} (no record)"))
        .hint("report the message above; everything else is stored, and `--resume` tries again")
        .could_not()
}

/// `merge` was given no run.
pub(crate) fn nothing_to_merge() -> Error {
    Problem::general("nothing to merge").hint("name the folders of the shares").could_not()
}

/// A run that was not made with `--partition`.
pub(crate) fn not_divided(dir: &Path) -> Error {
    Problem::at(dir, "this run is whole, not a share of a divided one")
        .hint("shares are made with `run --partition K/N`")
        .could_not()
}

pub(crate) fn unlike_part(dir: &Path, first: &Path, what: &str) -> Error {
    Problem::at(dir, format!("this share has another {what} than {}", first.display()))
        .hint("merge the shares of one run only")
        .could_not()
}

pub(crate) fn share_twice(dir: &Path, other: &Path, k: usize) -> Error {
    Problem::at(dir, format!("share {k} is also in {}", other.display()))
        .hint("leave one of them out")
        .could_not()
}

pub(crate) fn part_not_complete(dir: &Path, n_records: usize, n_tasks: usize) -> Error {
    Problem::at(dir, format!("this share is not complete: {n_records} of {n_tasks} tasks"))
        .hint("go on with it with `run --resume`, or merge what there is with `--partial`")
        .could_not()
}

pub(crate) fn missing_shares(missing: &[String]) -> Error {
    let plural = if missing.len() == 1 { "share" } else { "shares" };
    Problem::general(format!("missing {plural}: {}", missing.join(", ")))
        .hint("add their folders, or merge what there is with `--partial`")
        .could_not()
}
