//! Messages about stored results: what is wrong in the folder of a run, and what to do about it.

use std::path::Path;

use super::{Error, Place, Problem};

messages! {
    none_in(dir: &Path) -> Error = at dir: "no results in this folder"
        hint "name the folder of a run or of a slicer's runs; `bench-slicers run` makes them";
    /// Not a `results.json`.
    no_rows(path: &Path, cause: &serde_json::Error) -> Error =
        at path: "not the rows of a leaderboard: {cause}" hint "take a file that `bench-slicers leaderboard --out DIR` has written";
    exists(dir: &Path) -> Error =
        at dir: "results already exist here" hint "go on with them, or choose another folder";
    busy(dir: &Path) -> Error =
        at dir: "another run is writing its results here" hint "wait until it ends, or start a new run";
    /// Not a `run.json`.
    not_a_header(place: Place, cause: &str) -> Error =
        at place: "not the header of a run: {cause}" hint "make the results again with `bench-slicers run`";
    /// Not a `behaviour.json`.
    not_behaviours(place: Place, cause: &str) -> Error =
        at place: "not a record of what running the answers showed: {cause}"
        hint "delete it, and make it again with `bench-slicers grade RESULTS --behaviour`";
    incomplete(dir: &Path, n_records: usize, n_tasks: usize) -> Problem =
        at dir: "the run is not complete: {n_records} of {n_tasks} tasks"
        hint "go on with it, or read its numbers with care";
    /// `tasks.jsonl` is missing.
    no_records(path: &Path) -> Problem = at path: "the records are missing (the run counts as empty)"
        hint "make the results again with `bench-slicers run`";
    torn(place: Place) -> Problem = at place: "the last record is torn (left out)"
        hint "the run was interrupted; go on with it to make the record again";
    not_a_record(place: Place, cause: &str) -> Problem = at place: "not a record: {cause} (left out)"
        hint "`bench-slicers run --resume` with the folder of the run makes it again";
    /// The checksum of a record is missing or another.
    changed_record(place: Place) -> Problem =
        at place: "the record changed since it was written: its checksum is another (left out)"
        hint "`bench-slicers run --resume` with the folder of the run makes it again";
    /// Each record is as it was written, all together are not.
    other_records(path: &Path, n_found: usize, n_written: usize) -> Problem =
        at path: "not the records that the run left: {n_found} lines of {n_written}, or in another order"
        hint "`bench-slicers run --resume` with the folder of the run makes those again that are missing";
    /// After everything that could be made of the rest.
    damaged() -> Error = "stored results are not as they were written: everything above is of what is left"
        hint "the warnings name what is damaged and how to get it back";
    changed_output(path: &Path) -> Problem =
        at path: "what the slicer printed or wrote changed since it was stored, or is gone"
        hint "the grades do not depend on it; to have it again, make the results again with `bench-slicers run`";
    repeated(place: Place, task: &str) -> Problem = at place: "another record of `{task}` (this one is used)";
    other_request(dir: &Path, what: &str) -> Error = at dir: "this run was begun with another {what}"
        hint "repeat the flags of the interrupted command, or start a new run";
    no_temporary_folder(dir: &Path, cause: &std::io::Error) -> Error =
        at dir: "cannot make a temporary folder here: {cause}"
        hint "set `TMPDIR` to a folder that can be written, on a disk with space";
    /// The system refused what a start takes.
    not_started(program: &str, cause: &str, remedy: &str) -> Error =
        "`{program}` cannot be started: {cause}" hint "{remedy}";
    /// `merge` was given no run.
    nothing_to_merge() -> Error = "nothing to merge" hint "name the folders of the shares";
    /// A run that was not made with `--partition`.
    not_divided(dir: &Path) -> Error = at dir: "this run is whole, not a share of a divided one"
        hint "shares are made with `--partition K/N`";
    unlike_part(dir: &Path, first: &Path, what: &str) -> Error =
        at dir: "this share has another {what} than {}" (first.display())
        hint "merge the shares of one run only";
    share_twice(dir: &Path, other: &Path, k: usize) -> Error =
        at dir: "share {k} is also in {}" (other.display()) hint "leave one of them out";
    part_not_complete(dir: &Path, n_records: usize, n_tasks: usize) -> Error =
        at dir: "this share is not complete: {n_records} of {n_tasks} tasks"
        hint "go on with it (a run with `--resume`, others by the same command), or merge what there is with `--partial`";
    /// Shares of runs, of sweeps, of searches.
    unlike_kinds(dir: &Path, first: &Path) -> Error =
        at dir: "this is of another command than {}" (first.display()) hint "merge the shares of one command only";
    /// Not the `work.json` of `minimize` or `check certificates`.
    not_work(place: Place, cause: &str) -> Error =
        at place: "not the header of what `minimize` or `check certificates` left: {cause}" hint "begin anew with `--restart`";
    no_work(dir: &Path) -> Error = at dir: "nothing of `minimize` or `check certificates` in this folder"
        hint "name a folder that they made, such as reports/minimize";
    other_work(dir: &Path, what: &str) -> Error = at dir: "this was begun with another {what}"
        hint "repeat the flags of the interrupted command, choose another `--out`, or `--restart`";
    changed_work(place: Place) -> Problem =
        at place: "the line is not as it was written (left out)" hint "repeat the command to do this task again";
    /// Each line is as it was written, all together are not.
    other_lines(path: &Path, n_found: usize, n_written: usize) -> Problem =
        at path: "not the lines that the command left: {n_found} of {n_written}, or in another order"
        hint "repeat the command to do those tasks again that are missing";
    incomplete_work(dir: &Path, n_done: usize, n_tasks: usize) -> Problem =
        at dir: "not complete: {n_done} of {n_tasks} tasks" hint "repeat the command to go on with it";
}

/// A run stopped by what is not the slicer's doing: what is to be done, and how it goes on.
pub(crate) fn stopped(dir: &Path, mut error: Error) -> Error {
    if let Some(problem) = error.problems.last_mut() {
        let first = problem.hint.take().map_or(String::new(), |hint| format!("{hint}; then "));
        problem.hint =
            Some(format!("{first}go on with `--resume {}`; the records so far are kept", dir.display()));
    }
    error
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

pub(crate) fn missing_shares(missing: &[String]) -> Error {
    let plural = if missing.len() == 1 { "share" } else { "shares" };
    Problem::general(format!("missing {plural}: {}", missing.join(", ")))
        .hint("add their folders, or merge what there is with `--partial`")
        .could_not()
}
