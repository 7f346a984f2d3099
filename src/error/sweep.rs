//! Messages about sweeps.

use std::path::Path;

use super::{Error, Place, Problem};

messages! {
    needs_gold(slicer: &str) -> Error =
        "`{slicer}` starts from a gold slice, which most criteria of a sweep do not have"
        hint "choose slicers that need the program only; `bench-slicers list slicers` names them";
    needs_run(slicer: &str) -> Error =
        "`{slicer}` slices one run, which the criteria of a sweep do not have"
        hint "choose slicers that need the program only; `bench-slicers list slicers` names them";
    too_few(found: &[String]) -> Error = "a sweep needs two different slicers or more, not `{}`" (found.join(","))
        hint "name them with `--slicer FIRST --slicer SECOND`";
    not_a_pair(dir: &Path, n_slicers: usize) -> Error =
        at dir: "a report has tables of sweeps of two slicers, and this one has {n_slicers}"
        hint "sweep them by twos; `sweep` prints the table of more";
    other_request(dir: &Path, what: &str) -> Error = at dir: "this sweep was begun with another {what}"
        hint "repeat the flags of the interrupted command, choose another `--out`, or `--restart`";
    /// Not a `sweep.json`.
    bad_header(place: Place, cause: &str) -> Error =
        at place: "not the header of a sweep: {cause}" hint "begin anew with `--restart`";
    none_in(dir: &Path) -> Error = at dir: "no sweep in this folder"
        hint "name a folder that `bench-slicers sweep` made, such as reports/sweep/FIRST,SECOND";
    changed_measurement(place: Place) -> Problem =
        at place: "the measurement is not as it was written (left out)" hint "repeat the command of the sweep to make it again";
    /// Each is as it was written, all together are not.
    other_measurements(path: &Path, n_found: usize, n_written: usize) -> Problem =
        at path: "not the measurements that the sweep left: {n_found} lines of {n_written}, or in another order"
        hint "repeat the command of the sweep to make those again that are missing";
    incomplete(dir: &Path) -> Problem = at dir: "the sweep is not complete"
        hint "repeat its command to go on with it, or read its numbers with care";
}
