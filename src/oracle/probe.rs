//! What one run of the original, and one of a candidate, tell about an input that may never be kept.

use crate::ast::{NodeId, NodeSet};
use crate::oracle::{Observation, RunEnd};
use crate::suite::Input;
use crate::value::Value;

/// An input with the values that it was written from.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// As a benchmark has it.
    pub input: Input,
    /// One for each argument, as the language's room says.
    pub values: Vec<Value>,
}

/// What an input shows.
#[derive(Clone, Debug, PartialEq)]
pub struct InputProbe {
    /// Number of values that the criterion takes in the original.
    pub n_values: usize,
    /// Hash of them.
    pub values_hash: u64,
    /// How the run of the original ended; why it crashed is not told. [`RunEnd::OutOfFuel`] as well where nothing can
    /// be observed.
    pub end: RunEnd,
    /// Units of fuel that it spent.
    pub ticks: u64,
    /// Whether the candidate is no slice on this input. It is not run where the criterion takes no value.
    pub is_refuted: bool,
    /// Of the nodes that the candidate deletes, those that the original asked for.
    pub consulted: NodeSet,
    /// Of the branches that were asked for, those that were entered, with 0, and those tried and not entered, with their
    /// least distance, above 0 (B. Korel, "Automated Software Test Data Generation", IEEE TSE 1990).
    pub distances: Vec<(NodeId, f64)>,
}

impl Observation {
    /// What an input shows besides, for a candidate that deletes these nodes. Branches are entered, or nothing is known of
    /// them.
    pub(crate) fn probe(&self, deleted: &NodeSet, branches: &NodeSet) -> InputProbe {
        if self.end == RunEnd::OutOfFuel {
            return InputProbe { ticks: self.ticks, ..InputProbe::nothing() };
        }
        InputProbe {
            n_values: self.n_values,
            values_hash: self.values_hash,
            end: self.end.clone(),
            ticks: self.ticks,
            is_refuted: false,
            consulted: deleted.intersection(&self.reached),
            distances: branches.intersection(&self.reached).iter().map(|branch| (branch, 0.0)).collect(),
        }
    }
}

impl InputProbe {
    /// What an input shows on which nothing can be observed.
    pub(crate) fn nothing() -> InputProbe {
        InputProbe {
            n_values: 0,
            values_hash: 0,
            end: RunEnd::OutOfFuel,
            ticks: 0,
            is_refuted: false,
            consulted: NodeSet::new(),
            distances: Vec::new(),
        }
    }
}
