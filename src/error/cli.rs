//! Messages of the command line: configuration, arguments, names.

use std::path::Path;

use super::{EXIT_NOTHING_MEASURED, Error, Place, Problem, either, near};

messages! {
    /// A program that no answer could be compared with.
    too_large(path: &Path, overrun: &str) -> Error = at path: "the program is too large: {overrun}"
        hint "choose a part of it; docs/FORMATS.md gives the limits";
    /// All walls are asked for.
    walls_missing(missing: &str) -> Error = "walls around slicers are missing: {missing}"
        hint "docs/SANDBOX.md says what each is for; `--sandbox auto` does without";
    fewer_walls(missing: &str, cost: &str) -> Problem = "fewer walls around the slicer: this system has no {missing}{cost}"
        hint "docs/SANDBOX.md says what each is for and how a system comes to have it";
    benchmark_exists(folder: &Path) -> Error = at folder: "already exists; not overwritten"
        hint "choose another name, or add a `[[criterion]]` to its benchmark.toml";
    bad_benchmark_id(id: &str, language: &str) -> Error =
        "`{id}` cannot be the id of a benchmark of this program"
        hint "`{language}/NAME`, the name in small letters, digits and `-`";
    bad_slicer_name(name: &str) -> Error = "`{name}` cannot be the name of a slicer"
        hint "use letters, digits, `-`, `_` and `.`, a letter or digit first";
    slicer_exists(path: &Path) -> Error = at path: "already exists; not overwritten"
        hint "choose another name, or edit the file; `check slicer` with it shows what it says";
    bad_command(command: &str) -> Error = "`{command}` is not a command"
        hint "begin with a program, and end each quote: `my-slicer --file {{file}} --line {{line}}`";
    not_in_results(task: &str, results: &Path) -> Error =
        at results: "no record of task `{task}`" hint "`bench-slicers run --filter` with this task makes one";
    not_in_suite(task: &str) -> Problem =
        "`{task}` is not in the suite and is left out" hint "give the suite of the run with `--suite`";
    /// `minimize` was given a task and a criterion, or neither.
    no_target(what: &str) -> Error = "`{what}` is neither a task of the suite nor a file"
        hint "`bench-slicers list tasks` shows the tasks; a file needs `--line` and `--variable`";
    one_input(slicer: &str, n_inputs: usize) -> Error = "`{slicer}` slices one run, and there are {n_inputs} inputs"
        hint "name a file with one line: `--inputs FILE`";
    no_value_in_run() -> Problem = "the criterion takes no value on this input"
        hint "an input on which it is reached gives a slice with more in it";
    bad_choice(place: Place, word: &str, known: &[&str]) -> Problem =
        at place: "unknown word `{word}`" hint "expected one of {}" (known.join(", "));
    bad_date(place: Place, text: &str) -> Problem =
        at place: "`{text}` is not a date" hint "write year, month and day: `2026-12-31`";
    nothing_to_restart() -> Error = "`--restart` throws away what is in a folder, and none is given"
        hint "add `--out DIR`, the folder that the interrupted command was given";
    /// A reducer that `observe` started.
    reducer_failed(command: &str, why: &str) -> Error = "`{command}`: {why}"
        hint "above is what it printed; it must end with exit code 0 when it is done";
    reducer_too_slow(command: &str, limit: &str) -> Error = "`{command}` did not end within {limit}"
        hint "give it longer with `--timeout SECONDS`, or as long as it takes without";
    reducer_lost() -> Error = "the reducer could not be waited for" hint "run the command again";
    nondeterministic(task: &str, index: &str) -> Problem =
        "`{task}` is nondeterministic: its runs have a Jaccard index of {index}, so it is not gated";
}

/// No adapter has this name; nothing can be measured. A file of this name is what was meant.
pub(crate) fn no_slicer(name: &str, known: &[String]) -> Error {
    let file = format!("{name}.toml");
    let meant = match Path::new(&file).is_file() {
        true => vec![format!("./{file}")],
        false => near(name, known.iter().cloned()),
    };
    let all = "`bench-slicers list slicers` shows all";
    let hint = match meant.as_slice() {
        [] => all.to_owned(),
        meant => format!("did you mean {}? {all}", either(meant)),
    };
    let problem = Problem::general(format!("unknown slicer `{name}`")).hint(hint);
    Error { exit_code: EXIT_NOTHING_MEASURED, ..problem.could_not() }
}

/// A dependence graph is for one language.
pub(crate) fn slicer_of_other_language(name: &str, language: &str) -> Error {
    Problem::general(format!("`{name}` does not slice {language}"))
        .hint("`--slicer default` takes the best that there is for the language")
        .could_not()
}

/// Every task is outside of what the adapter declares; `what` it does not.
pub(crate) fn nothing_supported(slicer: &str, n_tasks: usize, what: &str) -> Error {
    nothing_measured(format!("`{slicer}` supports none of {} ({what})", plural(n_tasks, "task")))
}

/// There is no answer to any task; `why` in one line.
pub(crate) fn no_call_succeeded(slicer: &str, n_tasks: usize, why: &str) -> Error {
    nothing_measured(format!("no call of `{slicer}` for {} succeeded: {why}", plural(n_tasks, "task")))
}

fn plural(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// One line, the last that is printed.
fn nothing_measured(why: String) -> Error {
    let problem = Problem::general(format!("NOTHING WAS MEASURED: {why}"));
    Error { exit_code: EXIT_NOTHING_MEASURED, problems: vec![problem] }
}

/// A mistake in `bench-slicers.toml`, as the reader of TOML words it.
pub(crate) fn bad_config(place: Place, message: &str) -> Error {
    super::toml_problem(place, &message.trim().replace('\n', ", ")).could_not()
}

pub(crate) fn bad_criterion(problem: Problem) -> Error {
    problem.could_not()
}

/// An input that cannot be read; `place` is that of its line, when it is in a file.
pub(crate) fn bad_arguments(place: Option<Place>, text: &str) -> Error {
    let what = format!("`{text}` is not a list of arguments");
    at_or_general(place, what)
        .hint("write the arguments of the entry point as a list, such as `[1,[2]]` for two")
        .could_not()
}

/// An input for another number of parameters; `place` as in [`bad_arguments`].
pub(crate) fn wrong_arguments(place: Option<Place>, args: &[String], entry: &str, n_params: usize) -> Error {
    let n_args = plural(args.len(), "argument");
    let what = format!("`[{}]` has {n_args}, but the entry point `{entry}` takes {n_params}", args.join(","));
    at_or_general(place, what)
        .hint("write one term for each parameter, or name another function with `--entry NAME/ARITY`")
        .could_not()
}

fn at_or_general(place: Option<Place>, what: String) -> Problem {
    match place {
        Some(place) => Problem::at(place, what),
        None => Problem::general(what),
    }
}

/// A part of a task id that fits several tasks; `ids` are those.
pub(crate) fn several_tasks(id: &str, ids: &[String]) -> Error {
    let shown: Vec<String> = ids.iter().take(5).map(|id| format!("`{id}`")).collect();
    Problem::general(format!("`{id}` names {} tasks", ids.len()))
        .hint(format!("give more of the id: {}{}", shown.join(", "), if ids.len() > 5 { " …" } else { "" }))
        .could_not()
}

pub(crate) fn open_quote(text: &str) -> Error {
    let problem = Problem::general(format!("a quote is left open in `{text}`"));
    problem
        .hint("words are parted by blanks; a word with blanks stands between two `'` or two `\"`")
        .could_not()
}

pub(crate) fn missing_option(what: &str, hint: &str) -> Error {
    Problem::general(what).hint(hint).could_not()
}

/// A criterion that is in the program and that no adapter can be asked for.
pub(crate) fn no_question(path: &Path, line: usize) -> Error {
    let place = Place::at(path, line, 0);
    Problem::at(place, "the criterion cannot be named by a line and a variable")
        .hint("choose a variable on the line, or all statements that begin on it")
        .could_not()
}

/// A question that the adapter says its slicer does not answer.
pub(crate) fn not_for_slicer(slicer: &str, what: &str) -> Error {
    Problem::general(format!("`{slicer}` does not say that it can do this: {what}"))
        .hint("`bench-slicers list slicers` shows what each slicer is for")
        .could_not()
}

/// A control that starts from the gold slice.
pub(crate) fn knows_answer(slicer: &str) -> Error {
    Problem::general(format!("`{slicer}` starts from a gold slice, and this program has none"))
        .hint("try a slicer that starts from the program; `bench-slicers list slicers` names them")
        .could_not()
}

/// A slicer that was run and gave no answer.
pub(crate) fn no_answer(slicer: &str, why: &str, said: Option<&str>) -> Error {
    let said = said.map_or("it printed nothing".to_owned(), |said| format!("it said last: {said}"));
    let problem = Problem::general(format!("`{slicer}` gave no answer: {why}")).hint(said);
    Error { exit_code: EXIT_NOTHING_MEASURED, problems: vec![problem] }
}

/// An option that means one run, where several slicers are run.
pub(crate) fn one_slicer_only(flag: &str) -> Error {
    missing_option(
        &format!("`{flag}` is for a run of one slicer"),
        "name one `--slicer`, and run the others by themselves",
    )
}

/// This program failed while it graded these tasks, never none; the others have their grades.
pub(crate) fn ungraded(tasks: &[String]) -> Error {
    let shown: Vec<String> = tasks.iter().take(5).map(|task| format!("`{task}`")).collect();
    let more = if tasks.len() > 5 { " …" } else { "" };
    let message = format!("bench-slicers itself failed to grade {}{more} (left out)", shown.join(", "));
    Problem::general(message).hint("report the message above; the other grades stand").could_not()
}

pub(crate) fn latex_only(flag: &str) -> Error {
    let json = match flag {
        "--sweep" => "`bench-slicers sweep --format json` prints the same numbers",
        _ => "the files are JSON already",
    };
    Problem::general(format!("`{flag}` belongs to `--format latex`"))
        .hint(format!("add `--format latex`; for other programs, {json}"))
        .could_not()
}
