//! Contracts as the rooms write them into programs: what they speak of, and the text that checks them where calls begin and return.

use std::ops::Range;

use crate::ast::{NodeId, Tree};
use crate::suite::Contract;

/// A function as its contracts see it, in the first file of a program or of what is left of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractedFunction {
    /// The definition.
    pub definition: NodeId,
    /// Each parameter as contracts name it, with its text: one stretch of bytes for each clause of the function.
    pub parameters: Vec<(String, Vec<Range<usize>>)>,
    /// The expressions whose values are returned.
    pub results: Vec<Range<usize>>,
}

/// A contract, or a half of one, that is written into a program.
#[derive(Clone, Debug)]
pub struct WrittenContract<'c> {
    /// The contract.
    pub contract: &'c Contract,
    /// What it calls the parameters, in their order, where functions do not name their own.
    pub parameters: &'c [String],
    /// How names begin that nothing else in the program has, with a capital.
    pub prefix: String,
    /// Whether `requires` is checked: the variable [`Self::requires_name`] gets `true`, or what the parameters are.
    pub has_requires: bool,
    /// The same of `ensures`, with the result.
    pub has_ensures: bool,
}

impl WrittenContract<'_> {
    /// Variable that says whether the call keeps its half; it is seen where it is named last.
    pub fn requires_name(&self) -> String {
        format!("{}requires", self.prefix)
    }

    /// Variable that says whether the function keeps its half; it is seen where it is named last.
    pub fn ensures_name(&self) -> String {
        format!("{}ensures", self.prefix)
    }

    /// A name in small letters that ends like this.
    pub(super) fn small(&self, end: &str) -> String {
        format!("{}{end}", self.prefix.to_lowercase())
    }

    /// The expression of `requires`; what always holds where it is not checked.
    pub(super) fn requires<'s>(&'s self, always: &'s str) -> &'s str {
        self.contract.requires.as_deref().filter(|_| self.has_requires).unwrap_or(always)
    }

    /// The same of `ensures`.
    pub(super) fn ensures<'s>(&'s self, always: &'s str) -> &'s str {
        self.contract.ensures.as_deref().filter(|_| self.has_ensures).unwrap_or(always)
    }
}

/// The first node that begins, by its own token, with this name: the definition of what is called so there.
pub(super) fn named_at(program: &Tree, name: &Range<usize>) -> Option<NodeId> {
    program.file_nodes(0).find(|&node| program.is_counted(node) && program.own_offset(node) == name.start)
}

/// That a program has no such function.
pub(super) fn no_function(contract: &Contract) -> String {
    format!("the program defines no function `{}`", contract.function)
}
