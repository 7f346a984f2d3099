//! Two versions of a program: whether values at points are still the same.
//!
//! In: two programs, points in the old one, inputs that are given. Out: [`Evolved`]: for each entry point and point how many inputs
//! gave equal sequences of values and how many did not, the first difference, and the smallest input that shows it. Inputs are
//! searched in both versions, for coverage and for new sequences of values, so that a branch that only one of them has is entered,
//! too. Point-of-interest testing: Insa, Pérez, Silva, Tamarit, "Behaviour preservation across code versions in Erlang", Scientific
//! Programming 2018. Must not know how a language is run, nor read a clock to decide anything.

mod comparison;
mod labels;
mod points;
mod report;
mod shrink;
mod store;
mod versions;

pub use comparison::ValueComparison;
pub use labels::UserLabels;
pub use points::{NamedPoint, PointPair, pair_points};
pub use report::junit;
pub use store::{SavedSuite, SavedTest};
pub use versions::{EvolveOptions, Version, compare_versions, replay};

use crate::oracle::Element;
use crate::suite::Input;

/// What comparing two versions found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evolved {
    /// Names of the versions.
    pub names: [String; 2],
    /// Entry point by entry point, for each the points in their order, then their order among each other where there are several.
    pub rows: Vec<EvolvedRow>,
    /// How values were compared.
    pub comparison: String,
}

impl Evolved {
    /// Whether some input shows a difference.
    pub fn has_difference(&self) -> bool {
        self.rows.iter().any(|row| row.n_different > 0)
    }

    /// Whether no input reached any point.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| row.n_tests == 0)
    }
}

/// What was found at a point, or of the order of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvolvedRow {
    /// Function that is called with the inputs.
    pub entry: String,
    /// The point in both versions, as people write it; `None` for the order of all points.
    pub point: Option<[String; 2]>,
    /// Inputs that reached the point in at least one version.
    pub n_tests: usize,
    /// Of these, those with equal sequences.
    pub n_equal: usize,
    /// The others.
    pub n_different: usize,
    /// How often each label was given to what differs, by label.
    pub labels: Vec<(String, usize)>,
    /// The first difference that was found.
    pub first: Option<Witnessed>,
    /// The same on the smallest input that shows one.
    pub smallest: Option<Witnessed>,
}

/// An input on which the versions differ, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnessed {
    /// The input.
    pub input: Input,
    /// 0-based position in the sequence of the point.
    pub position: usize,
    /// What the versions have there.
    pub sides: [SeenThere; 2],
    /// What the comparison calls it.
    pub label: String,
}

/// What a version has at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenThere {
    /// The value, or why there is none.
    pub value: String,
    /// The call around it; empty where nothing is known.
    pub call: String,
    /// The calls around it, the innermost first.
    pub stack: Vec<String>,
}

impl SeenThere {
    fn of(element: &Element) -> SeenThere {
        let Element { value, call, stack, .. } = element.clone();
        SeenThere { value, call, stack }
    }

    fn nothing(why: &str) -> SeenThere {
        SeenThere { value: format!("no value: {why}"), call: String::new(), stack: Vec::new() }
    }
}
