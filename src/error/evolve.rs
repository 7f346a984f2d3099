//! Messages of comparing two versions of a program.

use std::path::Path;

use super::{Error, Place, Problem};

messages! {
    no_point(text: &str) -> Error = "`{text}` is not a point"
        hint "write `FILE:LINE:VARIABLE`, or `FILE:LINE:VARIABLE:N` for the N-th occurrence on the line";
    no_points() -> Error = "no point is given"
        hint "name one with `--at FILE:LINE:VARIABLE`";
    no_file(file: &Path, known: &[String]) -> Error = at file: "is not a file of this version"
        hint "the version has {}" (known.join(", "));
    unseen(place: Place) -> Error = at place: "the point has no value that can be compared"
        hint "choose a variable where it is read or gets a value";
    nondeterministic(entry: &str, args: &str) -> Error =
        "`{entry}` with `{args}` takes other values when it is run again"
        hint "only deterministic programs can be compared";
    command_failed(command: &str, why: &str) -> Error = "`{command}` does not label pairs: {why}"
        hint "it reads a line of JSON for each pair from its standard input, prints a label for each, `same` for what is equal, and ends with exit code 0";
    newer_suite(path: &Path, format: u64, known: u32) -> Error =
        at path: "format {format} is newer than this program reads ({known})"
        hint "update bench-slicers, or make the file again with `bench-slicers evolve --save`";
    bad_suite(path: &Path, why: &str) -> Error = at path: "is not a suite of `bench-slicers evolve`: {why}"
        hint "`bench-slicers evolve OLD NEW --at FILE:LINE:VARIABLE --save FILE` makes one";
    other_languages(old: &str, new: &str) -> Error = "the versions are in different languages: {old} and {new}"
        hint "values of one language cannot be compared with those of another";
    n_points(n_old: usize, n_new: usize) -> Error =
        "{n_old} points are named in the old version and {n_new} in the new one"
        hint "give one `--new-at` for each `--at`, in the same order, or none";
    n_entries(n_old: usize, n_new: usize) -> Error =
        "{n_old} entry points are named in the old version and {n_new} in the new one"
        hint "give one `--new-entry` for each `--entry`, in the same order, or none";
    one_version(n: usize) -> Error = "`--replay` takes one version of the program, and {n} are given"
        hint "`bench-slicers evolve --replay FILE NEW`";
    empty_folder(path: &Path) -> Error = at path: "has no program in a language that is known"
        hint "give a file, or a folder with the files of a program";
    two_versions() -> Error = "only one version of the program is given"
        hint "`bench-slicers evolve OLD NEW --at FILE:LINE:VARIABLE`, or `--replay FILE` with what a version did";
}

/// A point of the old version that is not found in the new one.
pub(crate) fn no_counterpart(point: &str, candidates: &[String]) -> Error {
    let hint = match candidates {
        [] => "name it with `--new-at FILE:LINE:VARIABLE`".to_owned(),
        some => format!(
            "it could be {}; name it with `--new-at FILE:LINE:VARIABLE`",
            some.iter().take(8).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    Problem::general(format!("the new version has no counterpart of the point `{point}`"))
        .hint(hint)
        .could_not()
}
