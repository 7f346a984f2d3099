//! How a program writes entries whose key and variable have one name: `{size}`, or `{size: size}`, which is the same.

use std::collections::BTreeSet;

/// Names of entries in each of the two spellings.
///
/// Entries are counted as they are written. An answer is read as its program is written, so that a printer may choose
/// another spelling: where the program has a name in one of them alone, so have the nodes of the answer.
#[derive(Clone, Debug, Default)]
pub struct EntryNames {
    short: BTreeSet<Box<str>>,
    full: BTreeSet<Box<str>>,
}

impl EntryNames {
    /// Whether `{name: name}` is read as `{name}`.
    pub(super) fn is_short(&self, name: &str) -> bool {
        self.short.contains(name) && !self.full.contains(name)
    }

    /// Whether `{name}` is read as `{name: name}`.
    pub(super) fn is_full(&self, name: &str) -> bool {
        self.full.contains(name) && !self.short.contains(name)
    }

    pub(super) fn add_short(&mut self, name: &str) {
        self.short.insert(name.into());
    }

    pub(super) fn add_full(&mut self, name: &str) {
        self.full.insert(name.into());
    }
}
