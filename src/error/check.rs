//! Messages about suites whose files are in order and whose content is not.

use std::path::Path;

use super::{Place, Problem};

messages! {
    no_criterion(path: &Path, criterion: &str) -> Problem =
        at path: "the criterion {criterion} is not in the slice"
        hint "keep the criterion, on its original line where another occurrence could be meant";
    whole_program(path: &Path) -> Problem = at path: "the slice keeps every node of the program"
        hint "delete something that the criterion does not need, or choose another criterion";
    contains_gold(large: &Path, small: &Path) -> Problem = at large: "contains all of {}" (small.display())
        hint "a minimal slice has no part that is a slice; delete the larger one";
    does_not_compile(path: &Path, tool: &str, said: &str) -> Problem = at path: "`{tool}` refuses it: {said}"
        hint "programs and gold slices must run; keep what the language needs or leave a placeholder";
    not_enough(path: &Path, lacks: &str, remedy: &str) -> Problem = at path: "the certificate {lacks}" hint "{remedy}";
    unanswered(path: &Path, heading: &str) -> Problem =
        at path: "the proof has no answer of its own under `{heading}`"
        hint "write `**{heading}.**` and the answer behind it, or take the file away";
    contract_not_run(place: Place, why: &str) -> Problem = at place: "the contract cannot be run: {why}"
        hint "docs/BENCHMARK.md says what contracts may speak of";
    contract_not_reached(place: Place, function: &str) -> Problem =
        at place: "no input calls `{function}`, so that its contract shows nothing"
        hint "add an `[[input]]` that does, or take the contract away";
    broken_in_program(place: Place, function: &str, said: &str) -> Problem =
        at place: "the program breaks the contract of `{function}`: {said}"
        hint "correct the contract; gold slices are not held to it";
    broken_in_slice(place: Place, function: &str, said: &str) -> Problem =
        at place: "keeps `{function}` and breaks its contract: {said}"
        hint "something that the function needs may be deleted, though the inputs do not show it at the criterion; add one that does";
    no_private_copy(path: &Path, cause: &std::io::Error) -> Problem =
        at path: "cannot copy to the folder for temporary files: {cause}" hint "`TMPDIR` names the folder";
}

pub(crate) fn syntax(place: Place, message: &str, language: &str) -> Problem {
    Problem::at(place, message)
        .hint(format!("the {language} grammar of this program does not accept it; write it differently"))
}

pub(crate) fn not_in_program(place: Place, name: &str, n_nodes: usize, near: Option<&Place>) -> Problem {
    let others = match n_nodes - 1 {
        0 => String::new(),
        1 => ", nor is 1 node more".to_owned(),
        n => format!(", nor are {n} nodes more"),
    };
    let near = near.map_or(String::new(), |near| format!("; the nearest match is {near}"));
    Problem::at(place, format!("`{name}` is not part of the program{others}"))
        .hint(format!("a gold slice may only delete code{near}"))
}

pub(crate) fn ambiguous(path: &Path, name: &str, n_nodes: usize, first: &Place) -> Problem {
    let count = if n_nodes == 1 { "1 node".to_owned() } else { format!("{n_nodes} nodes") };
    Problem::at(path, format!("the slice fits the program in several ways: {count} may be kept or not"))
        .hint(format!("keep code on its original line; the first such node is `{name}` at {first}"))
}
