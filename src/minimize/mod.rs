//! Minimal slices, found by deleting code and observing the criterion.
//!
//! In: an [`Oracle`](crate::oracle::Oracle) with a program, a criterion and inputs. Out: a slice from which
//! no node, and up to a stated number no set of nodes, can go without changing the values of the
//! criterion on these inputs (Pérez, Silva, Tamarit, "Automatic Testing of Program Slicers", 2019,
//! Algorithm 1, there called quasi-minimal; Binkley et al., "ORBS", 2014). `docs/MINIMIZE.md` says what
//! is deleted and what is proved.
//!
//! Must not know how a language is run, nor read a clock to decide anything.

mod blocks;
pub mod certificate;
mod compose;
mod ending;
mod links;
mod moves;
mod nogoods;
mod pipeline;
mod search;
#[cfg(test)]
mod search_tests;
mod sets;
mod state;
mod texts;
mod units;

pub use compose::{Composed, Refusal, Refused, Slicer, SlicerAnswer, compose};
pub use ending::runs_on;
pub use moves::DeletionUnit;
pub use nogoods::Learnt;
pub use pipeline::{Minimized, Phase, PhaseWatch, Request, Times, minimize};
pub use search::{search, search_from};
pub use state::{Found, SearchEnd, SearchOptions, SearchProgress, SearchWatch, Stage};
pub use texts::{RenderText, TextFound, TextRequest, TextUnit, delete_text};
pub use units::TextUnits;
