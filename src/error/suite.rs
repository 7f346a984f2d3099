//! Messages about benchmarks: what is wrong in a suite folder, and what to do about it.

use std::path::Path;

use super::{EXIT_NOTHING_MEASURED, Error, Place, Problem, list};

messages! {
    no_format(path: &Path, known: i64) -> Problem =
        at path: "the format number is missing" hint "begin the file with `format = {known}`";
    /// A format number that never was.
    bad_format(place: Place, known: i64) -> Problem =
        at place: "not a format number" hint "expected `format = {known}`";
    format_too_new(place: Place, found: i64, known: i64) -> Problem =
        at place: "format {found} is newer than this program reads ({known})"
        hint "update bench-slicers to read this suite";
    unreadable(path: &Path, cause: &std::io::Error) -> Problem = at path: "cannot read: {cause}";
    odd_file_name(path: &Path) -> Problem = at path: "the file name is not UTF-8" hint "rename the file";
    /// The folder of a suite itself.
    no_folder(dir: &Path) -> Problem = at dir: "there is no such folder"
        hint "name the folder of a suite; `bench-slicers init benchmark` begins one";
    no_benchmarks(dir: &Path) -> Problem = at dir: "no benchmark in this folder"
        hint "a suite is laid out as `<language>/<benchmark>/benchmark.toml`";
    /// `benchmark.toml` at the wrong depth.
    misplaced(path: &Path) -> Problem = at path: "not where a benchmark is expected"
        hint "name the folder in which this is `<language>/<benchmark>/benchmark.toml`";
    unknown_language(folder: &Path, why: &str) -> Problem =
        at folder: "{why}" hint "name the folder above the benchmark after the language";
    no_manifest(folder: &Path) -> Problem = at folder: "`benchmark.toml` is missing"
        hint "every folder below a language folder is a benchmark; add the file, or move the folder";
    duplicate_benchmark(second: &Path, id: &str, first: &Path) -> Problem =
        at second: "benchmark `{id}` is also in {}" (first.display())
        hint "rename one of the two folders, or leave out one `--suite`";
    not_one_line(place: Place, key: &str) -> Problem = at place: "`{key}` must be one line of text";
    empty_contract(place: Place) -> Problem = at place: "the contract has neither `requires` nor `ensures`"
        hint "write at least one, an expression in the language of the program";
    not_positive(place: Place, key: &str) -> Problem = at place: "`{key}` counts from 1";
    duplicate_label(place: Place, label: &str) -> Problem = at place: "label `{label}` is already there";
    path_outside(place: Place, path: &str) -> Problem =
        at place: "`{path}` is not below the benchmark's folder"
        hint "give a relative path with `/` between names and without `..`";
    /// A program that answers could not be compared with.
    too_large(place: Place, overrun: &str) -> Problem = at place: "the program is too large: {overrun}"
        hint "choose a smaller program, or a part of this one; docs/FORMATS.md gives the limits";
    no_program(place: Place) -> Problem = at place: "the program has no file";
    duplicate_file(place: Place, path: &str) -> Problem = at place: "file `{path}` is named twice";
    other_language(place: Place, path: &str, language: &str) -> Problem =
        at place: "`{path}` is not {language} source"
        hint "the folder above the benchmark gives the language";
    no_entry(path: &Path) -> Problem = at path: "the entry point is missing"
        hint "name the function that is called with each input, such as `entry = \"main/1\"`";
    useless_entry(place: Place, language: &str) -> Problem = at place: "a {language} program has no `entry`"
        hint "leave it out; the program is run with each input's arguments";
    /// An entry point that is not `name/arity`.
    bad_entry(place: Place, entry: &str) -> Problem =
        at place: "`{entry}` is not a function with its arity" hint "write it as `main/1`";
    bad_oracle(place: Place, what: &str, remedy: &str) -> Problem = at place: "the oracle cannot judge: {what}"
        hint "{remedy}";
    bad_oracle_limit(place: Place) -> Problem = at place: "the time limit is not above 0" hint "seconds, such as 10";
    wrong_arity(place: Place, n_args: usize, entry: &str) -> Problem =
        at place: "the input has {n_args} arguments, `{entry}` is called"
        hint "give one term per parameter in `args`";
    useless_stdin(place: Place) -> Problem = at place: "an Erlang benchmark has no standard input"
        hint "give the terms of the entry point in `args`";
    /// `stdin` and `stdin-file` together.
    stdin_twice(place: Place) -> Problem = at place: "`stdin` and `stdin-file` exclude each other";
    no_criterion(path: &Path) -> Problem =
        at path: "the criterion is missing" hint "add a table `[[criterion]]`";
    bad_id(place: Place, id: &str, example: &str) -> Problem = at place: "`{id}` cannot be a criterion id"
        hint "use letters, digits, `_`, `-` and `.`, by convention `{example}`";
    duplicate_id(place: Place, id: &str, first_line: usize) -> Problem =
        at place: "criterion id `{id}` is already used on line {first_line}"
        hint "add something to the id, such as the occurrence: `s6Total-2`";
    not_in_program(place: Place, path: &str, known: &[String]) -> Problem =
        at place: "`{path}` is not a file of the program" hint "expected one of {}" (list(known));
    other_column(place: Place, variable: &str, occurrence: usize, found: usize) -> Problem =
        at place: "occurrence {occurrence} of `{variable}` is at column {found}"
        hint "columns count characters from 1, a tab as one; correct the column or leave it out";
    needs_variable(place: Place, key: &str) -> Problem = at place: "`{key}` without `variable`"
        hint "a criterion without `variable` is all statements that begin on its line";
    several_nodes(place: Place, variable: &str, line: usize, n_nodes: usize) -> Problem =
        at place: "`{variable}` on line {line} stands for {n_nodes} nodes after macro expansion"
        hint "choose an occurrence outside the macro call";
    /// `status` and `reason` without each other.
    half_contested(place: Place) -> Problem = at place: "`status` and `reason` belong together"
        hint "a contested criterion has `status = \"contested\"` and the `reason` in one line";
    wrong_input(place: Place, n_inputs: usize) -> Problem =
        at place: "a dynamic or relevant slice needs `input`, and other slices do not have it"
        hint "`input` is the number of an `[[input]]`, 1 to {n_inputs}";
    no_gold(place: Place, path: &str) -> Problem = at place: "gold slice `{path}` does not exist"
        hint "write the minimal slice there, or name its file with `gold`";
    gold_not_folder(place: Place, path: &str) -> Problem =
        at place: "`{path}` is a file, but the program has several files"
        hint "make it a folder with the files that are left, under their names";
    gold_invents_file(path: &Path, known: &[String]) -> Problem = at path: "the program has no such file"
        hint "a gold slice may only delete code; the program has {}" (list(known));
}

pub(crate) fn toml(place: Place, message: &str) -> Problem {
    let message = message.trim().replace('\n', ", ");
    if message.starts_with("unknown") {
        return super::toml_problem(place, &message);
    }
    if message.starts_with("missing field") {
        return Problem::at(place, message).hint("docs/FORMATS.md, section Suite, lists the fields");
    }
    let message = message.replace("expected usize", "expected a whole number");
    Problem::at(place, message.replace("expected u32", "expected a whole number"))
}

pub(crate) fn no_file(place: Place, path: &str, known: &[String]) -> Problem {
    let problem = Problem::at(place, format!("file `{path}` does not exist"));
    match known {
        [] => problem,
        known => problem.hint(format!("the folder has {}", list(known))),
    }
}

pub(crate) fn unknown_entry(place: Place, entry: &str, file: &Path, known: &[String]) -> Problem {
    let problem = Problem::at(place, format!("no function `{entry}` in {}", file.display()));
    match known {
        [] => problem,
        known => problem.hint(format!("the file has {}", list(known))),
    }
}

/// `n_lines` as editors count them.
pub(crate) fn no_line(place: Place, line: usize, file: &Path, n_lines: usize) -> Problem {
    let problem = format!("no line {line}{}", within("in", &place, file));
    let lines = if n_lines == 1 { "1 line".to_owned() } else { format!("{n_lines} lines") };
    Problem::at(place, problem).hint(format!("the file has {lines}"))
}

/// The file that is spoken of, unless the place names it.
fn within(word: &str, place: &Place, file: &Path) -> String {
    if place.path == file { String::new() } else { format!(" {word} {}", file.display()) }
}

pub(crate) fn no_variable(
    place: Place,
    variable: &str,
    line: usize,
    file: &Path,
    known: &[String],
) -> Problem {
    let problem = format!("no variable `{variable}` on line {line}{}", within("of", &place, file));
    let problem = Problem::at(place, problem);
    match known {
        [] => problem.hint(format!("line {line} has no variable")),
        known => problem.hint(format!("line {line} has {}", list(known))),
    }
}

pub(crate) fn no_statement(place: Place, line: usize, file: &Path, around: Option<usize>) -> Problem {
    let problem = format!("no statement begins on line {line}{}", within("of", &place, file));
    let problem = Problem::at(place, problem);
    match around {
        Some(around) => problem.hint(format!("what is there is part of the statement of line {around}")),
        None => problem.hint("name a line on which a statement begins, or a `variable`"),
    }
}

/// A place that weighs nothing: an occurrence, or all of a line when there is no variable.
pub(crate) fn uncounted(place: Place, variable: &str, line: usize) -> Problem {
    match variable {
        "" => Problem::at(place, format!("what begins on line {line} is not counted"))
            .hint("name a line with code that was not deleted"),
        _ => Problem::at(place, format!("`{variable}` on line {line} is not a counted node"))
            .hint("the content of a guard weighs nothing; choose an occurrence in a pattern or a body"),
    }
}

pub(crate) fn no_occurrence(
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

pub(crate) fn bad_choice(place: Place, key: &str, value: &str, hint: &str) -> Problem {
    Problem::at(place, format!("`{value}` cannot be the {key}")).hint(hint)
}

/// A name that no task answers to; `near` are names that exist.
pub(crate) fn no_match(what: &str, name: &str, near: &[String]) -> Problem {
    let problem = Problem::general(format!("no {what} matches `{name}`"));
    match near {
        [] => problem.hint("`bench-slicers list tasks` shows the names; whole names and `*` match"),
        near => problem.hint(format!("near names are {}", list(near))),
    }
}

pub(crate) fn unmatched(problems: Vec<Problem>) -> Error {
    Error { exit_code: EXIT_NOTHING_MEASURED, problems }
}
