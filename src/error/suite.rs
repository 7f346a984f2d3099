//! Messages about benchmarks: what is wrong in a suite folder, and what to do about it.

use std::path::Path;

use super::{EXIT_NOTHING_MEASURED, Error, Place, Problem};

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// What serde says of a TOML text, in our form.
pub fn toml(place: Place, message: &str) -> Problem {
    let message = message.trim().replace('\n', ", ");
    if message.starts_with("unknown")
        && let Some((what, expected)) = message.split_once(", expected ")
    {
        return Problem::at(place, what).hint(format!("expected {expected}"));
    }
    if message.starts_with("missing field") {
        return Problem::at(place, message).hint("docs/FORMATS.md, section Suite, lists the fields");
    }
    let message = message.replace("expected usize", "expected a whole number");
    Problem::at(place, message.replace("expected u32", "expected a whole number"))
}

/// A benchmark without a format number.
pub fn no_format(path: &Path, known: i64) -> Problem {
    Problem::at(Place::file(path), "the format number is missing")
        .hint(format!("begin the file with `format = {known}`"))
}

/// A format number that never was.
pub fn bad_format(place: Place, known: i64) -> Problem {
    Problem::at(place, "not a format number").hint(format!("expected `format = {known}`"))
}

/// A benchmark of a newer format.
pub fn format_too_new(place: Place, found: i64, known: i64) -> Problem {
    Problem::at(place, format!("format {found} is newer than this program reads ({known})"))
        .hint("update bench-slicers to read this suite")
}

/// A file or folder of a suite that cannot be read.
pub fn unreadable(path: &Path, cause: &std::io::Error) -> Problem {
    Problem::at(Place::file(path), format!("cannot read: {cause}"))
}

/// A file whose name is not UTF-8.
pub fn odd_file_name(path: &Path) -> Problem {
    Problem::at(Place::file(path), "the file name is not UTF-8").hint("rename the file")
}

/// A folder in which no benchmark is.
pub fn no_benchmarks(dir: &Path) -> Problem {
    Problem::at(Place::file(dir), "no benchmark in this folder")
        .hint("a suite is laid out as `<language>/<benchmark>/benchmark.toml`")
}

/// `benchmark.toml` at the wrong depth.
pub fn misplaced(path: &Path) -> Problem {
    Problem::at(Place::file(path), "not where a benchmark is expected")
        .hint("name the folder in which this is `<language>/<benchmark>/benchmark.toml`")
}

/// A benchmark below a folder that is no language.
pub fn unknown_language(folder: &Path, name: &str, known: &[String]) -> Problem {
    Problem::at(Place::file(folder), format!("unknown language `{name}`"))
        .hint(format!("expected one of {}", list(known)))
}

/// A folder below a language folder without its description.
pub fn no_manifest(folder: &Path) -> Problem {
    Problem::at(Place::file(folder), "`benchmark.toml` is missing")
        .hint("every folder below a language folder is a benchmark; add the file, or move the folder")
}

/// The same benchmark in two folders.
pub fn duplicate_benchmark(second: &Path, id: &str, first: &Path) -> Problem {
    Problem::at(Place::file(second), format!("benchmark `{id}` is also in {}", first.display()))
        .hint("rename one of the two folders, or leave out one `--suite`")
}

/// A text that must not be empty or span lines.
pub fn not_one_line(place: Place, key: &str) -> Problem {
    Problem::at(place, format!("`{key}` must be one line of text"))
}

/// A number that starts at one.
pub fn not_positive(place: Place, key: &str) -> Problem {
    Problem::at(place, format!("`{key}` counts from 1"))
}

/// A label that stands twice.
pub fn duplicate_label(place: Place, label: &str) -> Problem {
    Problem::at(place, format!("label `{label}` is already there"))
}

/// A path that leaves the benchmark's folder.
pub fn path_outside(place: Place, path: &str) -> Problem {
    Problem::at(place, format!("`{path}` is not below the benchmark's folder"))
        .hint("give a relative path with `/` between names and without `..`")
}

/// A file that is named and not there.
pub fn no_file(place: Place, path: &str, known: &[String]) -> Problem {
    let problem = Problem::at(place, format!("file `{path}` does not exist"));
    match known {
        [] => problem,
        known => problem.hint(format!("the folder has {}", list(known))),
    }
}

/// A program that names no file.
pub fn no_program(place: Place) -> Problem {
    Problem::at(place, "the program has no file")
}

/// A file of the program that is named twice.
pub fn duplicate_file(place: Place, path: &str) -> Problem {
    Problem::at(place, format!("file `{path}` is named twice"))
}

/// A program file of another language.
pub fn other_language(place: Place, path: &str, language: &str) -> Problem {
    Problem::at(place, format!("`{path}` is not {language} source"))
        .hint("the folder above the benchmark gives the language")
}

/// An Erlang benchmark without entry point.
pub fn no_entry(path: &Path) -> Problem {
    Problem::at(Place::file(path), "the entry point is missing")
        .hint("name the function that is called with each input, such as `entry = \"main/1\"`")
}

/// An entry point where the program is run as a whole.
pub fn useless_entry(place: Place, language: &str) -> Problem {
    Problem::at(place, format!("a {language} program has no `entry`"))
        .hint("leave it out; the program is run with each input's arguments")
}

/// An entry point that is not `name/arity`.
pub fn bad_entry(place: Place, entry: &str) -> Problem {
    Problem::at(place, format!("`{entry}` is not a function with its arity")).hint("write it as `main/1`")
}

/// An entry point that the first program file does not define.
pub fn unknown_entry(place: Place, entry: &str, file: &Path, known: &[String]) -> Problem {
    let problem = Problem::at(place, format!("no function `{entry}` in {}", file.display()));
    match known {
        [] => problem,
        known => problem.hint(format!("the file has {}", list(known))),
    }
}

/// An input with too many or too few arguments.
pub fn wrong_arity(place: Place, n_args: usize, entry: &str) -> Problem {
    Problem::at(place, format!("the input has {n_args} arguments, `{entry}` is called"))
        .hint("give one term per parameter in `args`")
}

/// Standard input for a function call.
pub fn useless_stdin(place: Place) -> Problem {
    Problem::at(place, "an Erlang benchmark has no standard input")
        .hint("give the terms of the entry point in `args`")
}

/// `stdin` and `stdin-file` together.
pub fn stdin_twice(place: Place) -> Problem {
    Problem::at(place, "`stdin` and `stdin-file` exclude each other")
}

/// A benchmark without criterion.
pub fn no_criterion(path: &Path) -> Problem {
    Problem::at(Place::file(path), "the criterion is missing").hint("add a table `[[criterion]]`")
}

/// A criterion id that cannot be part of a task id or file name.
pub fn bad_id(place: Place, id: &str, example: &str) -> Problem {
    Problem::at(place, format!("`{id}` cannot be a criterion id"))
        .hint(format!("use letters, digits, `_`, `-` and `.`, by convention `{example}`"))
}

/// A criterion id that another criterion of the benchmark has.
pub fn duplicate_id(place: Place, id: &str, first_line: usize) -> Problem {
    Problem::at(place, format!("criterion id `{id}` is already used on line {first_line}"))
        .hint("add something to the id, such as the occurrence: `s6Total-2`")
}

/// A file that the program does not have.
pub fn not_in_program(place: Place, path: &str, known: &[String]) -> Problem {
    Problem::at(place, format!("`{path}` is not a file of the program"))
        .hint(format!("expected one of {}", list(known)))
}

/// A line past the end.
pub fn no_line(place: Place, line: usize, file: &Path, n_lines: usize) -> Problem {
    Problem::at(place, format!("no line {line} in {}", file.display()))
        .hint(format!("the file has {n_lines} lines"))
}

/// A variable that is not on its line.
pub fn no_variable(place: Place, variable: &str, line: usize, file: &Path, known: &[String]) -> Problem {
    let problem =
        Problem::at(place, format!("no variable `{variable}` on line {line} of {}", file.display()));
    match known {
        [] => problem.hint(format!("line {line} has no variable")),
        known => problem.hint(format!("line {line} has {}", list(known))),
    }
}

/// An occurrence that is not on its line.
pub fn no_occurrence(
    place: Place,
    variable: &str,
    occurrence: usize,
    line: usize,
    n_found: usize,
) -> Problem {
    let times = if n_found == 1 { "once".to_owned() } else { format!("{n_found} times") };
    Problem::at(place, format!("no occurrence {occurrence} of `{variable}` on line {line}"))
        .hint(format!("line {line} has `{variable}` {times}"))
}

/// A column that contradicts the occurrence.
pub fn other_column(place: Place, variable: &str, occurrence: usize, found: usize) -> Problem {
    Problem::at(place, format!("occurrence {occurrence} of `{variable}` is at column {found}"))
        .hint("columns count characters from 1, a tab as one; correct the column or leave it out")
}

/// A criterion without weight.
pub fn uncounted(place: Place, variable: &str, line: usize) -> Problem {
    Problem::at(place, format!("`{variable}` on line {line} is not a counted node"))
        .hint("the content of a guard weighs nothing; choose an occurrence in a pattern or a body")
}

/// A criterion in a macro that multiplies it.
pub fn several_nodes(place: Place, variable: &str, line: usize, n_nodes: usize) -> Problem {
    Problem::at(
        place,
        format!("`{variable}` on line {line} stands for {n_nodes} nodes after macro expansion"),
    )
    .hint("choose an occurrence outside the macro call")
}

/// A word that is none of the few allowed.
pub fn bad_choice(place: Place, key: &str, value: &str, hint: &str) -> Problem {
    Problem::at(place, format!("`{value}` cannot be the {key}")).hint(hint)
}

/// `status` and `reason` without each other.
pub fn half_contested(place: Place) -> Problem {
    Problem::at(place, "`status` and `reason` belong together")
        .hint("a contested criterion has `status = \"contested\"` and the `reason` in one line")
}

/// A dynamic slice without its input, or an input that a static slice does not have.
pub fn wrong_input(place: Place, n_inputs: usize) -> Problem {
    Problem::at(place, "a dynamic or relevant slice needs `input`, and other slices do not have it")
        .hint(format!("`input` is the number of an `[[input]]`, 1 to {n_inputs}"))
}

/// A gold slice that is not there.
pub fn no_gold(place: Place, path: &str) -> Problem {
    Problem::at(place, format!("gold slice `{path}` does not exist"))
        .hint("write the minimal slice there, or name its file with `gold`")
}

/// One file as gold slice of a program of several.
pub fn gold_not_folder(place: Place, path: &str) -> Problem {
    Problem::at(place, format!("`{path}` is a file, but the program has several files"))
        .hint("make it a folder with the files that are left, under their names")
}

/// A file in a gold folder that the program does not have.
pub fn gold_invents_file(path: &Path, known: &[String]) -> Problem {
    Problem::at(Place::file(path), "the program has no such file")
        .hint(format!("a gold slice may only delete code; the program has {}", list(known)))
}

/// A name that no task answers to; `near` are names that exist.
pub fn no_match(what: &str, name: &str, near: &[String]) -> Problem {
    let problem = Problem::general(format!("no {what} matches `{name}`"));
    match near {
        [] => problem.hint("`bench-slicers list tasks` shows the names; whole names and `*` match"),
        near => problem.hint(format!("near names are {}", list(near))),
    }
}

/// Filters that match nothing.
pub fn unmatched(problems: Vec<Problem>) -> Error {
    Error { exit_code: EXIT_NOTHING_MEASURED, problems }
}
