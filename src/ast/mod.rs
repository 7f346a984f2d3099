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

mod build;
mod builder;
mod cst;
mod expanded;
mod hash;
mod header;
mod literal;
mod profile;
mod profiles;
mod rules;
mod text;
mod tree;
mod values;
mod walk;

pub use build::concrete;
pub use cst::{Concrete, Cst};
pub(crate) use profiles::atom_name;
pub use text::{LineIndex, Position, decode};
pub use tree::{BRANCH, Flags, NodeId, NodeSet, ParseOptions, Siblings, SourceFile, SyntaxProblem, Tree};
