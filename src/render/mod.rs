//! From a set of nodes, or of deletions, back to source text that keeps every token in its line.
//!
//! Two ways in. [`render`] takes any set of nodes of any language and makes a program of it as well as it
//! can: what built-in slicers answer with. [`Deletions`] is the table of what can be deleted from one
//! program and what each deletion leaves behind, so that every candidate of a search is valid syntax
//! and its text, its kept nodes and its meaning are three views of one set. Pure: no IO, no clock.

mod attributes;
pub mod c;
mod cuts;
mod deletions;
mod erlang;
mod keep;
mod text;

pub use attributes::attributes;
pub use deletions::{Action, Candidate, Deletion, DeletionId, Deletions, Group, Leaves};
pub use erlang::shared;
pub use keep::{DELETED, render};
pub use text::Mark;
