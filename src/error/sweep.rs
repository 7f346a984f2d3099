//! Messages about sweeps.

use std::path::Path;

use super::{Error, Place, Problem};

pub(crate) fn needs_gold(slicer: &str) -> Error {
    Problem::general(format!(
        "`{slicer}` starts from a gold slice, which most criteria of a sweep do not have"
    ))
    .hint("choose two slicers that need the program only; `bench-slicers list slicers` names them")
    .could_not()
}

pub(crate) fn not_two(found: &[String]) -> Error {
    Problem::general(format!("a sweep needs two different slicers, not `{}`", found.join(",")))
        .hint("name them with `--slicer FIRST --slicer SECOND`")
        .could_not()
}

pub(crate) fn other_request(dir: &Path, what: &str) -> Error {
    Problem::at(dir, format!("this sweep was begun with another {what}"))
        .hint("repeat the flags of the interrupted command, choose another `--out`, or `--restart`")
        .could_not()
}

/// Not a `sweep.json`.
pub(crate) fn bad_header(place: Place, cause: &str) -> Error {
    Problem::at(place, format!("not the header of a sweep: {cause}"))
        .hint("begin anew with `--restart`")
        .could_not()
}

pub(crate) fn none_in(dir: &Path) -> Error {
    Problem::at(dir, "no sweep in this folder")
        .hint("name a folder that `bench-slicers sweep` made, such as reports/sweep/FIRST,SECOND")
        .could_not()
}

pub(crate) fn incomplete(dir: &Path) -> Problem {
    Problem::at(dir, "the sweep is not complete")
        .hint("repeat its command to go on with it, or read its numbers with care")
}
