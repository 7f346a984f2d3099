//! Messages of oracles: a runtime that is missing, programs that cannot be observed.

use super::{EXIT_NOTHING_MEASURED, Error, Place, Problem};

messages! {
    runtime_failed(program: &str, said: &str) -> Error = "`{program}` failed while running candidates: {said}"
        hint "try again; if it persists, report it with the program and the criterion";
    no_oracle(language: &str) -> Error =
        "{language} programs cannot be run here"
        hint "C and Erlang programs can be run; others need a command that runs them: `--oracle-command`, or `[oracle]` in `benchmark.toml`";
    does_not_compile(place: Place, said: &str) -> Error = at place: "the program does not compile: {said}";
    unsupported(place: Place, what: &str) -> Error = at place: "cannot be run as part of a candidate: {what}"
        hint "programs may call what depends on its arguments alone: no processes, time, chance, tables, files";
    unsupported_c(place: Place, what: &str) -> Error =
        at place: "cannot be run as part of a candidate: {what}"
        hint "one file; functions of <stdio.h>, <string.h>, <ctype.h>, <math.h> and <stdlib.h> that depend on arguments \
         and standard input alone";
    /// A C program that is not entered by `main`.
    no_main(place: Place) -> Error = at place: "the program has no function `main`";
    criterion_of_c(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose a number or a text where it is read, assigned or initialised, or a parameter";
    nondeterministic(place: Place) -> Error =
        at place: "the criterion takes other values when the program is run again"
        hint "only deterministic programs can be sliced by observation";
    values_without_order(place: Place) -> Error =
        at place: "the criterion takes funs as values, which cannot be compared between programs"
        hint "choose a criterion that takes the result of a call";
    criterion_place(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose an expression of a body, or a variable where it is bound";
    command_lacks(what: &str, remedy: &str) -> Error = "the oracle cannot judge: {what}" hint "{remedy}";
    command_refused(command: &str, why: &str) -> Error = "`{command}` does not run the program itself: {why}"
        hint "it must end with exit code 0 and print the values of the criterion, the same each time";
    candidate_not_written(cause: &std::io::Error) -> Error = "a candidate cannot be written: {cause}"
        hint "candidates are run in the folder for temporary files, which `TMPDIR` names";
    no_entry(entry: &str) -> Error = "the program exports no function `{entry}`"
        hint "`entry` of the benchmark names an exported function, as in `main/1`";
    bad_input(args: &str) -> Error = "`{args}` cannot be read as terms for the entry point"
        hint "one text for each argument, as in `args = ['[1,2]', 'ok']`";
}

pub(crate) fn no_runtime(language: &str, program: &str, cause: &std::io::Error) -> Error {
    let hint = match program {
        "gcc" => "install gcc 12 or newer; on Debian and Ubuntu: `apt-get install gcc libc6-dev`".to_owned(),
        _ => format!("install {language}; on Debian and Ubuntu: `apt-get install erlang-base`"),
    };
    let what = format!("cannot start `{program}`, which runs {language} programs: {cause}");
    Error { exit_code: EXIT_NOTHING_MEASURED, problems: vec![Problem::general(what).hint(hint)] }
}

pub(crate) fn does_not_parse(place: Place, message: &str) -> Error {
    Problem::at(place, message).hint("the program must compile").could_not()
}
