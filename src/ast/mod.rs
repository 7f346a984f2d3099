//! The abstract syntax tree in whose nodes slices are counted.
//!
//! In: source text of one or several files. Out: an immutable [`Tree`] in preorder. Parsing never
//! fails: broken source gives a tree of what could be read and a list of [`SyntaxProblem`]s.
//! Which syntactic constructs are nodes is decided by the language's profile (`profiles/`), a table with
//! functions for what a table cannot say; `docs/METRICS.md` states the rule and every construct where a grammar
//! needed help. Nothing outside of `profiles/` names a language or a kind of its grammar.
//!
//! The counting rule for Erlang is the one of Pérez, Silva, Tamarit, "Automatic Testing of Program
//! Slicers", Scientific Programming 2019.

mod budget;
mod build;
mod builder;
mod cst;
mod entries;
mod expanded;
mod frame;
mod hash;
mod header;
mod kinds;
mod lines;
mod literal;
mod noted;
mod notes;
mod noting;
mod profile;
mod profiles;
mod role;
mod rules;
mod scan;
mod text;
mod tree;
mod values;
#[cfg(test)]
mod values_tests;
mod walk;

pub use budget::Overrun;
pub use build::concrete;
pub use cst::{Concrete, Cst};
pub use entries::EntryNames;
pub(crate) use kinds::{is_slot, placeholders, vanishes};
pub use notes::{Directives, Modifier, NodeNote};
pub(crate) use profiles::atom_name;
pub(crate) use scan::{indentation_counts, scan};
pub use text::{LineIndex, Position, decode};
pub use tree::{
    BRANCH, Flags, GUARD, NodeId, NodeSet, ParseOptions, Siblings, SourceFile, SyntaxProblem, Tree,
};
