//! Messages about adapter files and the slicers they describe.

use std::path::Path;

use super::{EXIT_NOTHING_MEASURED, Error, Place, Problem};

pub(crate) fn duplicate(path: &Path, first: &Path, name: &str) -> Error {
    Problem::at(path, format!("slicer `{name}` is also in {}", first.display()))
        .hint("rename one of them")
        .could_not()
}

pub(crate) fn unset_variable(path: &Path, name: &str) -> Error {
    Problem::at(path, format!("environment variable `{name}` is not set"))
        .hint(format!("set it, or write `{{env:{name}:-default}}`"))
        .could_not()
}

pub(crate) fn missing_tool(place: &Place, name: &str, remedy: &str) -> Problem {
    Problem::at(place.clone(), format!("`{name}` is missing")).hint(remedy)
}

/// A slicer cannot be run: problems made by [`missing_tool`], never none.
pub(crate) fn missing_tools(problems: Vec<Problem>) -> Error {
    Error { exit_code: EXIT_NOTHING_MEASURED, problems }
}

/// A slicer that no package manager installs.
pub(crate) fn by_hand(name: &str, how: &str) -> Error {
    Problem::general(format!("`{name}` cannot be installed by a command")).hint(how).could_not()
}

/// A package manager that did not do its work.
pub(crate) fn not_installed(name: &str, command: &str, why: &str, last: &str) -> Error {
    let last =
        if last.is_empty() { "it printed nothing".to_owned() } else { format!("it said last: {last}") };
    Problem::general(format!("`{name}` is not installed: `{command}`: {why}")).hint(last).could_not()
}

pub(crate) fn no_port(cause: &std::io::Error) -> Error {
    Problem::general(format!("no port of this machine is free: {cause}"))
        .hint("end programs that listen on ports, or remove `{port}` from the adapter")
        .could_not()
}

pub(crate) fn no_version(place: &Place, why: &str) -> Error {
    Problem::at(place.clone(), format!("the version command failed: {why}"))
        .hint("run it by hand, and correct `[version]`")
        .could_not()
}

pub(crate) fn bad_expectation(path: &Path, cause: &serde_json::Error) -> Error {
    Problem::at(Place::at(path, cause.line(), cause.column()), cause.to_string())
        .hint("`SNAPSHOTS=overwrite cargo test --test it adapters` makes it again")
        .could_not()
}

pub(crate) fn bad_origin(place: Place, message: &str) -> Error {
    Problem::at(place, message)
        .hint("write `is = \"made-up\"`, or `is = \"recorded\"` with `version` and `date`")
        .could_not()
}

pub(crate) fn other_run(dir: &Path, found: &str, wanted: &str) -> Error {
    let message = match found == wanted {
        true => format!("the adapter of `{wanted}` has changed since this run"),
        false => format!("this is a run of `{found}`, not of `{wanted}`"),
    };
    Problem::at(dir, message).hint("start a new run").could_not()
}
