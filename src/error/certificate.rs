//! Messages about certificates: what does not hold when they are replayed.

use std::path::Path;

use super::Problem;

messages! {
    too_new(path: &Path, found: u64, known: u64) -> Problem =
        at path: "format {found} is newer than this program reads ({known})"
        hint "update bench-slicers to read this certificate";
    not_minimal(path: &Path, place: &str, action: &str) -> Problem =
        at path: "the gold slice is not minimal: {place} can be deleted as `{action}`"
        hint "delete it, or add an input on which it is needed";
    /// Only its fuel keeps a deletion from leaving a slice.
    only_slow(path: &Path, place: &str, action: &str) -> Problem =
        at path: "the gold slice is not minimal: {place} can be deleted as `{action}`, and what is left has the same values after more than ten \
                  times the program's fuel"
        hint "a candidate has ten times the fuel of the program: make what it does without it shorter, with smaller numbers or another limit";
    smaller_slice(path: &Path, n_found: usize, n_claimed: usize) -> Problem =
        at path: "the gold slice is not minimal: {n_found} of its {n_claimed} nodes are a slice"
        hint "delete the others, or add an input on which they are needed";
    /// Inputs that never come to the criterion.
    never_reached(path: &Path) -> Problem =
        at path: "no input reaches the criterion" hint "add one that does";
    no_deletions(path: &Path) -> Problem = at path: "no set of deletions makes this slice of the program"
        hint "docs/METRICS.md, section Deleting nodes, says what can go and what it leaves";
    same_as_alternative(path: &Path, alternative: &Path) -> Problem =
        at path: "the gold slice is not minimal, and the slice found is the same as {}" (alternative.display())
        hint "name that one as `gold` in benchmark.toml";
    refuted(path: &Path, args: &str) -> Problem =
        at path: "the gold slice does not behave as the program: it differs on the input `{args}`"
        hint "add what it needs, and the input to the benchmark";
}

const AGAIN: &str = "make it again with `bench-slicers check certificates --write`";

fn at(path: &Path, message: impl Into<String>) -> Problem {
    Problem::at(path, message).hint(AGAIN)
}

pub(crate) fn unreadable(path: &Path, cause: &serde_json::Error) -> Problem {
    at(path, format!("not a certificate: {cause}"))
}

pub(crate) fn no_format(path: &Path, known: u64) -> Problem {
    at(path, format!("not a certificate: `\"format\": {known}` is missing"))
}

pub(crate) fn changed(path: &Path) -> Problem {
    at(path, "was changed after it was written")
}

pub(crate) fn other(path: &Path, what: &str) -> Problem {
    at(path, format!("belongs to another {what}"))
}

pub(crate) fn no_deletion(path: &Path, place: &str, action: &str) -> Problem {
    at(path, format!("nothing at {place} can be deleted as `{action}`"))
}

pub(crate) fn other_text(path: &Path) -> Problem {
    at(path, "the gold slice is not the program without what is listed as deleted")
}

pub(crate) fn no_slice(path: &Path, said: &str) -> Problem {
    at(path, format!("the gold slice does not behave as the program: {said}"))
}

pub(crate) fn not_confirmed(path: &Path, said: &str) -> Problem {
    at(path, format!("the gold slice behaves differently when compiled: {said}"))
}

pub(crate) fn other_coverage(path: &Path, claimed: &str, found: &str) -> Problem {
    at(path, format!("the inputs reach {found} statements and clauses, or others, not {claimed}"))
}

pub(crate) fn other_values(path: &Path, claimed: usize, found: usize) -> Problem {
    at(
        path,
        format!("on its inputs the criterion takes {found} sequences of values, but {claimed} are listed"),
    )
}

pub(crate) fn other_nodes(path: &Path, claimed: usize, found: usize) -> Problem {
    at(path, format!("the slice has {found} nodes by what is listed as deleted, but {claimed} are listed"))
}

pub(crate) fn other_witness(path: &Path, place: &str, action: &str) -> Problem {
    at(path, format!("the witness against deleting {place} as `{action}` does not hold"))
}

pub(crate) fn not_optional(path: &Path, place: &str) -> Problem {
    at(path, format!("what is listed as optional at {place} is not: without it the gold slice is none"))
}

pub(crate) fn unsorted(path: &Path) -> Problem {
    at(path, "the witnesses are not in the order of the program, or one is there twice")
}
