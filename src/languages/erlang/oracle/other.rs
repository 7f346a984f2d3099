//! Programs as slicers return them, in the place of the original.

use super::etf::Etf;
use super::{ErlangOracle, OBSTACLES, file_term, marks, observable};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::deletions::Candidate;
use crate::error::Result;
use crate::languages::erlang::deletions;
use crate::languages::erlang::module::Module;
use crate::oracle::Trial;
use crate::oracle::protocol::{Operation, request};

impl ErlangOracle<'_> {
    /// See [`crate::oracle::Oracle::try_placed`].
    pub(super) fn trial(&self, other: &Tree, criteria: &[NodeId]) -> Result<Trial> {
        for file in other.files() {
            // Before the preprocessor sees it: it would read other files.
            if let Some((name, _)) = Module::read(&file.text).first_of(&OBSTACLES) {
                return Ok(Trial::NotRun(format!("the attribute `-{name}`")));
            }
        }
        // In the answer the same are left out as in the program: one by one they are the same constructs.
        let criteria = if criteria.is_empty() { Vec::new() } else { observable(other, criteria)? };
        let folder = self.folder.path().to_string_lossy().into_owned();
        let content = Etf::Map(vec![
            ("folder", Etf::text(&folder)),
            ("files", Etf::List(files(other, &criteria).iter().enumerate().map(file_term).collect())),
            ("has_criterion", Etf::flag(!criteria.is_empty())),
        ]);
        let request = request(Operation::Other, &content.encode());
        let trial =
            self.pool.on_first(|worker| self.pool.try_ask(worker, &request, |reader| reader.trial()))?;
        Ok(trial.unwrap_or_else(|| Trial::NotRun("the virtual machine ended".to_owned())))
    }
}

/// The text as it was returned, but for the marks.
fn files(other: &Tree, criteria: &[NodeId]) -> Vec<SourceFile> {
    if criteria.is_empty() {
        return other.files().cloned().collect();
    }
    deletions::of(other).marked_text(other, &Candidate::default(), &marks(criteria))
}
