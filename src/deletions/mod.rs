//! What can be deleted from a program, and the text of what is left; the same for all languages.
//!
//! Two ways in. [`Deletions`] is the table of what can be deleted from one program and what each deletion leaves
//! behind, so that every candidate of a search is valid syntax and its text, its kept nodes and its meaning are
//! three views of one set; a language's room fills it. [`keep`] takes any set of nodes of any language and makes a
//! program of it as well as it can, by a [`Style`]. Pure: no IO, no clock.

mod cuts;
mod edits;
mod keep;
mod parts;
mod table;

pub use cuts::{Cut, Layout, apply};
pub use edits::{EditedText, Edits, MARKS, alternative, entered};
pub use keep::{DELETED, Style, keep};
pub use parts::{NodePlaces, Separated, TextPart, cut_files, cut_row, cut_statements, remove_vanishing};
pub use table::{
    Action, Candidate, Deletion, DeletionId, Deletions, Dialect, Group, Leaves, Mark, Table, with_ancestors,
};
