//! Messages of the search for minimal slices.

use super::{Error, Place, Problem};

/// The oracle does not accept the program itself.
pub fn not_its_own_slice() -> Error {
    Error::could_not(
        Problem::general("the program with nothing deleted does not behave like the program")
            .hint("it may depend on time, on chance or on what ran before"),
    )
}

/// No input is given, and none can be made.
pub fn no_inputs(place: Place) -> Error {
    Error::could_not(
        Problem::at(place, "there is no test input on which to observe the criterion")
            .hint("give one with `--input`, or in the benchmark"),
    )
}

/// The original never ends.
pub fn loops(place: Place) -> Error {
    Error::could_not(
        Problem::at(place, "the program runs out of fuel on every input")
            .hint("give inputs on which it ends, with `--input` or in the benchmark"),
    )
}

/// The original fails on every input.
pub fn crashes(place: Place, why: &str) -> Error {
    Error::could_not(
        Problem::at(place, format!("the program crashes on every input, first with {why}"))
            .hint("give inputs on which it returns, with `--input` or in the benchmark"),
    )
}

/// Nothing to observe.
pub fn never_reached(place: Place, n_inputs: usize) -> Error {
    Error::could_not(
        Problem::at(place, format!("none of {n_inputs} inputs reaches the criterion"))
            .hint("give one that does, with `--input` or in the benchmark"),
    )
}

/// The two ways to judge a slice disagree, which is a defect here.
pub fn not_confirmed() -> Error {
    Error::could_not(
        Problem::general("the slice behaves otherwise when it is compiled; nothing is written")
            .hint("report this with the program and the criterion"),
    )
}

/// A slicer whose answer phase 1 did not use.
pub fn refused(program: &str, slicer: &str, why: &str, witness: Option<String>) -> Problem {
    let problem = Problem::general(format!("`{slicer}` on `{program}` is left out of phase 1: {why}"));
    match witness {
        Some(witness) => problem.hint(witness),
        None => problem,
    }
}
