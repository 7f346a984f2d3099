//! Messages of the search for minimal slices.

use std::path::Path;

use super::{Error, Place, Problem};

messages! {
    not_its_own_slice() -> Error = "the program behaves differently when it is run again"
        hint "it may depend on time, on chance or on what ran before";
    no_inputs(place: Place) -> Error = at place: "no test input: the criterion cannot be observed"
        hint "give one with `--input`, or in the benchmark";
    /// The original never ends.
    loops(place: Place) -> Error = at place: "the program runs out of fuel on every input"
        hint "give inputs on which it ends, with `--input` or in the benchmark";
    crashes(place: Place, why: &str) -> Error =
        at place: "the program crashes on every input, first with {why}"
        hint "give inputs on which it returns, with `--input` or in the benchmark";
    never_reached(place: Place, n_inputs: usize) -> Error =
        at place: "none of {n_inputs} inputs reaches the criterion"
        hint "give one that does, with `--input` or in the benchmark";
    /// The two ways to judge a slice disagree, which is a defect here; `what` is the compiler's message, or the input.
    not_confirmed(what: &str) -> Error =
        "the slice behaves otherwise when it is compiled (`{what}`); nothing is written"
        hint "report this with the program and the criterion";
    embedded_gold(task: &str) -> Error =
        "the gold slice of `{task}` cannot be written into the suite inside the program"
        hint "name the folder of the suite with `--suite DIR`";
    gold_of_files(file: &str) -> Error = "`{file}` is a file, and only tasks have gold slices"
        hint "make a benchmark of it, and name it by its id; `--output-dir DIR` writes slices of files";
    gold_of_lines() -> Error = "a gold slice is minimal in nodes, not in statements or lines"
        hint "leave out `--granularity`, or `--write-gold`";
    gold_of_other_inputs(n_inputs: usize) -> Error =
        "a dynamic gold slice speaks of the one input that its criterion names, and there are {n_inputs}"
        hint "leave out `--input` and `--inputs`";
    gold_by_command() -> Error = "a slice that commands judged cannot be certified"
        hint "write it with `--output-dir`, and lay it into the folder `gold` of its benchmark yourself";
    gold_without_entry(place: Place, entry: &str) -> Error =
        at place: "a benchmark without an entry point cannot be certified" hint "add `entry = \"{entry}\"`";
    unproved_gold(task: &str) -> Error =
        "the search ended before the slice of `{task}` was minimal; no gold is written"
        hint "give it more time, or a larger `--budget`";
    /// Of many tasks, some are done.
    interrupted(dir: &Path, n_done: usize, n_tasks: usize) -> Error =
        at dir: "interrupted: {n_done} of {n_tasks} tasks are done" hint "repeat the command to go on";
    commands_of_many() -> Error = "commands as oracle judge one program"
        hint "name its task, or leave out the flags that begin with `--oracle`";
    /// A benchmark with an oracle of its own.
    by_commands(task: &str) -> Problem = "`{task}` is judged by the commands of its benchmark, one task at a time"
        hint "name it: `bench-slicers minimize {task}`";
    /// A panic, whose message stands above.
    defect(task: &str) -> Problem = "bench-slicers itself failed in `{task}`"
        hint "report the message on standard error; the other tasks go on";
    /// A gold slice that was there, and is not the one that was searched for.
    shallow_gold(path: &Path, depth: usize) -> Problem =
        at path: "proves that no set of up to {depth} nodes can go from one of the gold slices, less than of the slice found: the budget was spent"
        hint "`bench-slicers minimize TASK --write-gold` without `--budget`, or with a larger one, proves as much of it";
    /// Not what `minimize --json` writes.
    not_a_search(place: Place, cause: &str) -> Error = at place: "not a search of `minimize`: {cause}"
        hint "make the file again with `bench-slicers minimize TASK --json`";
    table_of_a_search(path: &Path) -> Error = at path: "not a search of `minimize`, but an array of rows"
        hint "`--format json` writes the rows of the printed table; make the file with `bench-slicers minimize TASK --json`";
}

/// What speaks against a gold slice; never empty.
pub(crate) fn no_gold(problems: Vec<Problem>) -> Error {
    Error { exit_code: super::EXIT_COULD_NOT, problems }
}

pub(crate) fn replaced_gold(path: &Path, proof: Option<&Path>) -> Problem {
    let proof =
        proof.map_or(String::new(), |proof| format!(", and see whether {} still fits", proof.display()));
    Problem::at(path, "the gold slice was replaced")
        .hint(format!("raise `revision` in benchmark.toml{proof}"))
}

pub(crate) fn refused(program: &str, slicer: &str, why: &str, witness: Option<String>) -> Problem {
    let problem =
        Problem::general(format!("an answer of `{slicer}` on `{program}` is not used in phase 1: {why}"));
    match witness {
        Some(witness) => problem.hint(witness),
        None => problem,
    }
}
