//! Slicers that are called again for a comparison or a search: one on the answers of another, two in turn, one on what
//! is left of a program.
//!
//! In: adapters and what is to be sliced. Out: nodes, grades and times. Nothing here is stored.

mod adapted;
mod compose;
mod time;

pub(crate) use adapted::{Adapted, benchmark, kept_in_program};
pub(crate) use compose::composed;
pub(crate) use time::{TimeOptions, Timing, measure};
