//! Programs as slicers return them, in the place of the original.

use std::sync::atomic::Ordering;

use super::criterion::{Probe, See, marks, probes, visited};
use super::{COracle, Failure, conditions, frames, schema, scope, support};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::deletions::{Candidate, Mark};
use crate::error::Result;
use crate::languages::c::deletions::Parts;
use crate::oracle::{Difference, RunEnd, SliceRule, Trial, Witness};

/// Characters of a text that is shown.
const MAX_TEXT: usize = 200;

impl COracle<'_> {
    /// See [`crate::oracle::Oracle::try_placed`].
    pub(super) fn trial(
        &self,
        other: &Tree,
        criteria: &[NodeId],
        origins: &[Option<NodeId>],
    ) -> Result<Trial> {
        if let Some(what) = support::unreadable(other, self.pool.subject.program) {
            return Ok(Trial::NotRun(what));
        }
        let mut probes = if criteria.is_empty() { Vec::new() } else { probes(other, criteria)? };
        // Types are those of the program: what is seen otherwise has other values.
        for (probe, known) in probes.iter_mut().zip(&self.probes) {
            probe.see = known.see;
            probe.is_array = known.is_array;
        }
        if self.rule == SliceRule::Visits {
            probes = visited(other, probes, &Parts::new(other));
        }
        let forbidden = if other.problems().is_empty() { self.forbidden(other) } else { None };
        let name = format!("other{}", self.n_compiled.fetch_add(1, Ordering::Relaxed));
        let files = self.files_of_other(other, &probes, origins);
        let compiler = &self.pool.runtime.compiler;
        let trial = match compiler.program(&files, &name, "-O0")? {
            Err(said) => Ok(Trial::Invalid(without_path(&said, other.files().len()))),
            Ok(_) if !has_main(other) => Ok(Trial::Invalid("the program has no function `main`".to_owned())),
            Ok(_) if forbidden.is_some() => Ok(Trial::NotRun(forbidden.unwrap_or_default())),
            Ok(_) if !other.problems().is_empty() => Ok(Trial::NotRun("text that does not parse".to_owned())),
            Ok(_) if probes.is_empty() => Ok(Trial::Compiled),
            Ok(path) => self.first_failure(&path).map(|(failure, _)| match failure {
                Some(failure) => Trial::Different(self.difference(&failure)),
                None => Trial::Same,
            }),
        };
        compiler.forget(&name);
        trial
    }

    /// The files as they were returned, with the criterion marked and fuel.
    fn files_of_other(&self, other: &Tree, probes: &[Probe], origins: &[Option<NodeId>]) -> Vec<SourceFile> {
        let marks = marks(probes);
        let marks: Vec<Mark<'_>> =
            marks.iter().map(|(node, before)| Mark { node: *node, before, after: ")" }).collect();
        let mut files = match marks.is_empty() {
            true => other.files().cloned().collect(),
            false => {
                let deletions = crate::languages::c::deletions::of(other);
                deletions.marked_text(other, &Candidate::default(), &marks)
            }
        };
        if let Some(found) = &self.driven {
            let heads = conditions::heads(other.files());
            files = conditions::driven(&files, &found.of_other(other, &heads, origins));
        }
        schema::alone(other, &files, probes)
    }

    /// Constructs and names that may not stand in what is run here.
    fn forbidden(&self, other: &Tree) -> Option<String> {
        let refused = support::check_other(other).err().or_else(|| scope::check_names(other).err())?;
        let message = &refused.problems().first()?.message;
        Some(message.split_once(": ").map_or(message.as_str(), |(_, what)| what).to_owned())
    }

    fn difference(&self, failure: &Failure) -> Difference {
        let Failure { input_idx, position, found } = failure;
        let value = |values: &[u8]| frames::value_at(values, *position).map(|bytes| self.shown(bytes));
        let got = value(&found.values).unwrap_or_else(|| match &found.observation.end {
            RunEnd::Returned => "no value: the run ends".to_owned(),
            RunEnd::Crashed(why) => format!("no value: {why}"),
            RunEnd::OutOfFuel => "no value: out of fuel".to_owned(),
        });
        Difference {
            witness: Witness { input_idx: *input_idx, position: *position },
            expected: value(&self.pool.runtime.inputs[*input_idx].values)
                .unwrap_or_else(|| "no value: the run ends".to_owned()),
            got,
        }
    }

    /// A value as the program's text would have it; which node took it is not known where there are several.
    fn shown(&self, bytes: &[u8]) -> String {
        let has = |see: See| self.probes.iter().any(|probe| probe.see == see);
        // A value with parts is shown as it is compared.
        if self.probes.iter().all(Probe::is_whole) {
            return String::from_utf8_lossy(bytes).chars().take(MAX_TEXT).collect();
        }
        let text = bytes.strip_suffix(b"\0").and_then(|text| std::str::from_utf8(text).ok());
        let is_text = has(See::Text) && text.is_some_and(|text| !text.contains(char::is_control));
        match (<[u8; 8]>::try_from(bytes), has(See::Float), has(See::Integer)) {
            (Ok(number), true, false) if !is_text => format!("{:?}", f64::from_ne_bytes(number)),
            (Ok(number), false, true) if !is_text => i64::from_ne_bytes(number).to_string(),
            (Ok(number), true, true) if !is_text => {
                format!("{} or {:?}", i64::from_ne_bytes(number), f64::from_ne_bytes(number))
            }
            _ if bytes.is_empty() => "NULL".to_owned(),
            _ => {
                let text = String::from_utf8_lossy(bytes.strip_suffix(b"\0").unwrap_or(bytes));
                format!("{:?}", text.chars().take(MAX_TEXT).collect::<String>())
            }
        }
    }
}

fn has_main(other: &Tree) -> bool {
    crate::languages::c::scope::function(other, "main").is_some()
}

/// What the compiler said, without names of files and of ours that nobody has.
fn without_path(said: &str, n_files: usize) -> String {
    let said = said.replace("bs__", "");
    if let Some((_, behind)) = said.split_once(".d/").filter(|_| n_files > 1) {
        return behind.to_owned();
    }
    match (said.split_once(".c:"), said.split_once("prelude.h:")) {
        (Some((_, behind)), _) => format!("line {behind}"),
        (None, Some((_, behind))) => behind.split_once(' ').map_or(behind, |(_, what)| what).to_owned(),
        (None, None) => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_no_file_of_ours() {
        let said = "other0.d/program.c:5:12: error: expected ;";
        assert_eq!(without_path(said, 1), "line 5:12: error: expected ;");
        assert_eq!(without_path(said, 2), "program.c:5:12: error: expected ;");
        let said = "./prelude.h:4:16: error: called object 'bs__sliced' is not a function";
        assert_eq!(without_path(said, 1), "error: called object 'sliced' is not a function");
    }
}
