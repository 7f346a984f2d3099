//! Whether the slices of a collection are slices, and minimal ones.
//!
//! In: tasks of a suite, mostly an imported one. Out: for every gold slice an [`AuditedSlice`] with the first thing that is wrong with
//! it: it does not parse, has what the program has not, lacks its criterion, fits in several ways, does not run, behaves
//! otherwise than the program (with the input), or a smaller one does (with its text). Nothing is written.

mod bundle;
mod report;
mod subject;

use strum::VariantArray;

use crate::ast::SourceFile;
use crate::suite::Input;

pub use bundle::bundle;
pub use report::{AuditTable, latex};
pub use subject::{AuditOptions, audit};

/// What is wrong with a slice, or that nothing is; in the order in which it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum AuditClass {
    /// Its text has syntax errors.
    DoesNotParse,
    /// It has nodes that the program does not have.
    NotADeletion,
    /// The criterion is not in it.
    NoCriterion,
    /// It can be laid over the program in several ways.
    SeveralWays,
    /// The language's own compiler refuses it.
    DoesNotRun,
    /// On some input the criterion takes other values than in the program.
    NotASlice,
    /// A smaller slice takes the same values on all inputs.
    NotMinimal,
    /// It could not be run, so that nothing is known of its values.
    NotRun,
    /// It is a slice on all inputs, and nothing can go as far as was looked.
    Good,
}

impl AuditClass {
    /// Name as in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether something is wrong.
    pub fn is_fault(self) -> bool {
        !matches!(self, AuditClass::Good | AuditClass::NotRun)
    }
}

/// What was found out about a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedSlice {
    /// Id of its task.
    pub task: String,
    /// File of the slice, as the collection has it.
    pub path: String,
    /// The files of the slice.
    pub files: Vec<SourceFile>,
    /// What is wrong.
    pub class: AuditClass,
    /// Where and what, in words; empty for a good one.
    pub detail: String,
    /// The input on which it behaves otherwise.
    pub witness: Option<AuditWitness>,
    /// A smaller slice.
    pub smaller: Option<Vec<SourceFile>>,
    /// Counted nodes of the slice, and of the smaller one.
    pub n_nodes: usize,
    /// As far as there is one.
    pub n_smaller: Option<usize>,
    /// So many nodes were tried to be deleted together, all sets of them; 0 where none were.
    pub depth: usize,
    /// Inputs that it was run on.
    pub n_inputs: usize,
}

/// An input on which a slice is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditWitness {
    /// The input.
    pub input: Input,
    /// 1-based position in the sequence of values.
    pub position: usize,
    /// The program's value there.
    pub expected: String,
    /// The slice's value there, or why it has none.
    pub got: String,
}
