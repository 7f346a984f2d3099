//! What one run of the original, and one of a candidate, tell about an input that may never be kept.

use std::sync::Arc;

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
    pub values: Arc<[Value]>,
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
    /// The same in the candidate, where it was run.
    pub distances_in_candidate: Vec<(NodeId, f64)>,
}

/// What an input shows of the values alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Number of values that the criterion takes in the original.
    pub n_values: usize,
    /// Hash of them.
    pub values_hash: u64,
    /// As that of [`InputProbe`].
    pub end: RunEnd,
    /// Units of fuel that the original spent.
    pub ticks: u64,
    /// Whether the candidate is no slice on this input.
    pub is_refuted: bool,
    /// Hash of the set of branches that the original took.
    pub path: u64,
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
            distances_in_candidate: Vec::new(),
        }
    }
}

impl InputProbe {
    /// What a glance tells of an input.
    pub(crate) fn of_glance(glance: &Glance) -> InputProbe {
        let Glance { n_values, values_hash, ref end, ticks, is_refuted, path: _ } = *glance;
        InputProbe { n_values, values_hash, end: end.clone(), ticks, is_refuted, ..InputProbe::nothing() }
    }

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
            distances_in_candidate: Vec::new(),
        }
    }
}
