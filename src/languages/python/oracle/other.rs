//! Programs as slicers return them, in the place of the original.

use serde_json::json;

use super::criterion::probes;
use super::{PythonOracle, mark, request_of, schema};
use crate::ast::{NodeId, Tree};
use crate::deletions::{Candidate, Mark};
use crate::error::Result;
use crate::languages::python::deletions;
use crate::oracle::Trial;
use crate::oracle::protocol::Operation;

impl PythonOracle<'_> {
    /// SeenAt [`crate::oracle::Oracle::try_other`].
    pub(super) fn trial(&self, other: &Tree, criteria: &[NodeId]) -> Result<Trial> {
        if other.files().len() != 1 {
            return Ok(Trial::NotRun("a program of more than one file".to_owned()));
        }
        if schema::has_marks(&other.file(0).text) {
            return Ok(Trial::NotRun("a name that begins with `bs__`, or a control character".to_owned()));
        }
        let probes = if criteria.is_empty() { Vec::new() } else { probes(other, criteria)? };
        let marks: Vec<Mark<'_>> = probes.iter().map(mark).collect();
        let text = match marks.is_empty() {
            true => other.file(0).text.clone(),
            false => {
                let files = deletions::of(other).marked_text(other, &Candidate::default(), &marks);
                files.into_iter().next().map(|file| file.text).unwrap_or_default()
            }
        };
        let request =
            request_of(Operation::Other, &json!({"text": text, "has_criterion": !marks.is_empty()}));
        let trial =
            self.pool.on_first(|worker| self.pool.try_ask(worker, &request, |reader| reader.trial()))?;
        Ok(trial.unwrap_or_else(|| Trial::NotRun("the interpreter ended".to_owned())))
    }
}
