//! What one run of a program depended on: units that ran, and which needed which.

use serde::Deserialize;

use crate::ast::NodeId;

/// Index of a unit: [`FlowTrace::units`].
pub type UnitId = usize;

/// A statement, a clause or an operand, as a run is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedUnit {
    /// What goes from the source when the unit goes.
    pub at: NodeId,
    /// The unit around an operand that a slice may leave out; `None` for all others.
    pub around: Option<UnitId>,
    /// Whether it ran before the last value of the criterion.
    pub has_run: bool,
}

/// Why a unit needs another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u8")]
pub enum TracedNeed {
    /// It read what the other one wrote, or got what it gave.
    Data,
    /// It ran in a call that the other one made.
    Call,
    /// The other one is an operand that decided what came out of it.
    Decides,
    /// It read what would have been written had the other one, a condition, had another outcome.
    Maybe,
    /// It failed, and the other one is the handler.
    Caught,
    /// It was not evaluated, and names what the other one wrote.
    Named,
}

impl TryFrom<u8> for TracedNeed {
    type Error = String;

    fn try_from(number: u8) -> Result<TracedNeed, String> {
        let all = [
            TracedNeed::Data,
            TracedNeed::Call,
            TracedNeed::Decides,
            TracedNeed::Maybe,
            TracedNeed::Caught,
            TracedNeed::Named,
        ];
        all.get(usize::from(number)).copied().ok_or_else(|| format!("{number} is no kind of dependence"))
    }
}

/// Everything up to the last value of the criterion; of all times that a unit ran together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowTrace {
    /// Those that did not run among them.
    pub units: Vec<TracedUnit>,
    /// Each once: why, what needs, what is needed.
    pub needs: Vec<(TracedNeed, UnitId, UnitId)>,
    /// Values that the criterion took.
    pub n_values: usize,
}
