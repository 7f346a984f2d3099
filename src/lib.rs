//! Grades program slicers against minimal slices, in AST nodes.
//!
//! A pipeline of values: a suite and an adapter make a run; its answers are mapped onto the program's
//! tree, graded against the gold slice, and reported. `docs/ARCHITECTURE.md` shows the whole.

pub mod adapter;
pub mod ast;
pub mod audit;
pub mod behave;
mod bits;
pub mod builtin;
pub mod check;
pub mod cli;
pub mod compare;
pub mod deletions;
pub mod error;
pub mod evolve;
mod files;
pub mod flow;
pub mod grade;
mod graded;
pub mod import;
pub mod inputs;
pub mod language;
pub mod languages;
pub mod map;
pub mod minimize;
pub mod oracle;
pub mod process;
pub mod random;
mod relations;
pub mod report;
mod rerun;
pub mod results;
pub mod run;
pub mod snapshot;
mod stack;
pub mod stats;
pub mod suite;
mod sweep;
pub mod value;
