//! The values of several points of a program, one by one and in their order, as text.

use super::RunEnd;
use crate::ast::NodeId;

/// What a program does on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The values in the order in which they were taken; those of a run that crashes or loops up to there.
    pub elements: Vec<Element>,
    /// How the run ended.
    pub end: RunEnd,
    /// Units of fuel spent.
    pub ticks: u64,
}

/// A value that a point took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The node that took it, one of [`Question::criteria`](super::Question::criteria).
    pub node: NodeId,
    /// The value as the language writes it; values that differ have other texts.
    pub value: String,
    /// Units of fuel spent until then.
    pub ticks: u64,
    /// The call around it with its arguments; empty where the oracle does not know them.
    pub call: String,
    /// The calls around it, the innermost first; empty where the oracle does not know them.
    pub stack: Vec<String>,
}
