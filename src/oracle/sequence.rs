//! The values of several points of a program, one by one and in their order, as text.

use super::RunEnd;
use super::protocol::Reader;
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

impl Reader<'_> {
    /// What a run did; `nodes` are the points by their numbers.
    pub(crate) fn sequence(&mut self, nodes: &[NodeId]) -> Option<Sequence> {
        let end = self.number(1)?;
        let crash = self.text()?;
        let end = match end {
            0 => RunEnd::Returned,
            1 => RunEnd::Crashed(crash),
            2 => RunEnd::OutOfFuel,
            _ => return None,
        };
        let ticks = self.number(8)?;
        let n_elements = self.number(4)?;
        let elements = (0..n_elements).map(|_| self.element(nodes)).collect::<Option<Vec<Element>>>()?;
        Some(Sequence { elements, end, ticks })
    }

    fn element(&mut self, nodes: &[NodeId]) -> Option<Element> {
        let node = *nodes.get(self.number(2)? as usize)?;
        let (ticks, value, call) = (self.number(8)?, self.text()?, self.text()?);
        let n_calls = self.number(2)?;
        let stack = (0..n_calls).map(|_| self.text()).collect::<Option<Vec<String>>>()?;
        Some(Element { node, value, ticks, call, stack })
    }
}
