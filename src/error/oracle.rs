//! Messages of oracles: a runtime that is missing, programs that cannot be observed.

use super::{EXIT_NOTHING_MEASURED, Error, Place, Problem, list};

/// Functions that a message lists.
const MAX_LISTED: usize = 20;

messages! {
    runtime_failed(program: &str, said: &str) -> Error = "`{program}` failed while running candidates: {said}"
        hint "try again; if it persists, report it with the program and the criterion";
    no_oracle(language: &str) -> Error =
        "{language} programs cannot be run here"
        hint "C, Erlang, Java, JavaScript, Python and R programs can be run; others need a command that runs them: `--oracle-command`, or `[oracle]` in `benchmark.toml`";
    no_kind(language: &str, kind: &str) -> Error =
        "{kind} slices of {language} programs cannot be observed here"
        hint "those of C and Python programs can";
    does_not_compile(place: Place, said: &str) -> Error = at place: "the program does not compile: {said}";
    unsupported(place: Place, what: &str) -> Error = at place: "cannot be run as part of a candidate: {what}"
        hint "programs may call what depends on its arguments alone, clocks, random numbers and their dictionary: no processes, tables, files";
    unsupported_c(place: Place, what: &str) -> Error =
        at place: "cannot be run as part of a candidate: {what}"
        hint "files of the program itself; functions of <stdio.h>, <string.h>, <ctype.h>, <math.h>, <stdlib.h> and <time.h> that depend on \
         arguments, standard input and clocks alone";
    /// A C program that is not entered by `main`.
    no_main(place: Place) -> Error = at place: "the program has no function `main`";
    criterion_of_c(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose a variable where it is read, assigned or initialised, or a parameter";
    criterion_of_python(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose a variable where it is read or gets a value, a parameter, or an argument of a call";
    criterion_of_r(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose a variable where it is read or gets a value, or an argument of a call";
    unsupported_r(place: Place, what: &str) -> Error =
        at place: "cannot be run as part of a candidate: {what}"
        hint "one file, packages that R comes with, standard input, arguments, clocks and random numbers: no other files, processes, \
         networks, no text that is run";
    unsupported_python(place: Place, what: &str) -> Error =
        at place: "cannot be run as part of a candidate: {what}"
        hint "one file, modules of the standard library that compute, standard input, arguments, clocks and random numbers: no other \
         files, processes, networks, asynchronous code";
    criterion_of_javascript(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose a variable where it is read or gets a value, a parameter, or an argument of a call";
    unsupported_javascript(place: Place, what: &str) -> Error =
        at place: "cannot be run as part of a candidate: {what}"
        hint "one file without `import`; the language, its own objects, `process.argv`, standard input (`fs.readFileSync(0)`), clocks, timers and \
         random numbers: no other modules and files, code made of text, texts in the local language";
    unsupported_java(place: Place, what: &str) -> Error =
        at place: "cannot be run as part of a candidate: {what}"
        hint "one file with a `main`, classes of the library that compute, standard input, arguments, clocks and random numbers: no other \
         files, processes, networks, threads";
    nondeterministic(place: Place) -> Error =
        at place: "the criterion takes other values when the program is run again"
        hint "only deterministic programs can be sliced by observation";
    values_without_order(place: Place) -> Error =
        at place: "the criterion takes functions as values, which cannot be compared between programs"
        hint "choose a criterion that takes the result of a call";
    criterion_place(place: Place, what: &str) -> Error = at place: "the criterion {what}"
        hint "choose an expression of a body, or a variable where it is bound";
    command_lacks(what: &str, remedy: &str) -> Error = "the oracle cannot judge: {what}" hint "{remedy}";
    command_refused(command: &str, why: &str) -> Error = "`{command}` does not run the program itself: {why}"
        hint "it must end with exit code 0 and print the values of the criterion, the same each time";
    candidate_not_written(cause: &std::io::Error) -> Error = "a candidate cannot be written: {cause}"
        hint "candidates are run in the folder for temporary files, which `TMPDIR` names";
    bad_input(args: &str) -> Error = "`{args}` cannot be read as terms for the entry point"
        hint "one text for each argument, as in `args = ['[1,2]', 'ok']`";
}

pub(crate) fn no_runtime(language: &str, program: &str, cause: &std::io::Error) -> Error {
    let hint = match program {
        "gcc" => "install gcc 12 or newer; on Debian and Ubuntu: `apt-get install gcc libc6-dev`".to_owned(),
        "python3" => {
            "install Python 3.10 or newer; on Debian and Ubuntu: `apt-get install python3`".to_owned()
        }
        "Rscript" => "install R 4.1 or newer; on Debian and Ubuntu: `apt-get install r-base-core`".to_owned(),
        "node" => "install Node.js 20 or newer; on Debian and Ubuntu: `apt-get install nodejs`".to_owned(),
        "java" => "install a JDK 17 or newer; on Debian and Ubuntu: `apt-get install default-jdk-headless`"
            .to_owned(),
        _ => format!("install {language}; on Debian and Ubuntu: `apt-get install erlang-base`"),
    };
    let what = format!("cannot start `{program}`, which runs {language} programs: {cause}");
    Error { exit_code: EXIT_NOTHING_MEASURED, problems: vec![Problem::general(what).hint(hint)] }
}

/// An entry point that is none; `exported` is what the program exports.
pub(crate) fn no_entry(entry: &str, exported: &[String]) -> Error {
    Problem::general(format!("the program exports no function `{entry}`")).hint(choice(exported)).could_not()
}

/// No entry point is named, and it is not clear which of these is meant.
pub(crate) fn which_entry(exported: &[String]) -> Error {
    let what = match exported {
        [] => "the program exports no function from which it could be entered",
        _ => "several exported functions lead to the criterion, and none is named as the entry point",
    };
    Problem::general(what).hint(choice(exported)).could_not()
}

fn choice(exported: &[String]) -> String {
    let more = if exported.len() > MAX_LISTED { " …" } else { "" };
    let shown = list(&exported[..exported.len().min(MAX_LISTED)]);
    match exported {
        [] => "export the function that is to be called with the inputs".to_owned(),
        _ => format!("name one with `--entry`, or `entry` of the benchmark: {shown}{more}"),
    }
}

pub(crate) fn does_not_parse(place: Place, message: &str) -> Error {
    Problem::at(place, message).hint("the program must compile").could_not()
}
