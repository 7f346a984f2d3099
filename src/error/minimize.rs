//! Messages of the search for minimal slices.

use super::{Error, Problem};

/// The oracle does not accept the program itself.
pub fn not_its_own_slice() -> Error {
    Error::could_not(
        Problem::general("the program with nothing deleted does not behave like the program")
            .hint("it may depend on time, on chance or on what ran before"),
    )
}
