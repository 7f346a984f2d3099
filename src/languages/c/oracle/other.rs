//! Programs as slicers return them, in the place of the original.

use std::sync::atomic::Ordering;

use super::criterion::Probe;
use super::{COracle, Failure, frames, schema, scope, support};
use crate::ast::{NodeId, Tree};
use crate::deletions::Candidate;
use crate::error::Result;
use crate::oracle::{Difference, RunEnd, Trial, Witness};

/// Characters of a text that is shown.
const MAX_TEXT: usize = 200;

impl COracle<'_> {
    /// See [`crate::oracle::Oracle::try_other`].
    pub(super) fn trial(&self, other: &Tree, criterion: Option<NodeId>) -> Result<Trial> {
        if let Some(what) = support::unreadable(other, &self.pool.subject.program.file(0).text) {
            return Ok(Trial::NotRun(what));
        }
        let criterion = criterion.map(|node| Probe::new(other, node)).transpose()?;
        let forbidden = if other.problems().is_empty() { self.forbidden(other) } else { None };
        let name = format!("other{}", self.n_compiled.fetch_add(1, Ordering::Relaxed));
        let text = self.text_of_other(other, criterion.as_ref());
        let compiler = &self.pool.runtime.compiler;
        let trial = match compiler.program(&text, &name, "-O0")? {
            Err(said) => Ok(Trial::Invalid(without_path(&said))),
            Ok(_) if !has_main(other) => Ok(Trial::Invalid("the program has no function `main`".to_owned())),
            Ok(_) if forbidden.is_some() => Ok(Trial::NotRun(forbidden.unwrap_or_default())),
            Ok(_) if !other.problems().is_empty() => Ok(Trial::NotRun("text that does not parse".to_owned())),
            Ok(_) if criterion.is_none() => Ok(Trial::Compiled),
            Ok(path) => self.first_failure(&path).map(|(failure, _)| match failure {
                Some(failure) => Trial::Different(self.difference(&failure)),
                None => Trial::Same,
            }),
        };
        compiler.forget(&name);
        trial
    }

    /// The text as it was returned, with the criterion marked and fuel.
    fn text_of_other(&self, other: &Tree, criterion: Option<&Probe>) -> String {
        let mark = criterion.and_then(Probe::mark);
        let text = match mark {
            Some(mark) => {
                let files =
                    crate::languages::c::deletions::of(other).marked_text(other, &Candidate::default(), mark);
                files.into_iter().next().map(|file| file.text).unwrap_or_default()
            }
            None => other.file(0).text.clone(),
        };
        let text = schema::alone(&text, criterion.and_then(Probe::param));
        format!("{}#line 1\n{text}", self.definition)
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
            expected: value(&self.pool.runtime.inputs[*input_idx].values).unwrap_or_default(),
            got,
        }
    }

    /// A value as the program's text would have it.
    fn shown(&self, bytes: &[u8]) -> String {
        let number = <[u8; 8]>::try_from(bytes);
        match number {
            Ok(number) if self.definition.contains("bs__see_i") => i64::from_ne_bytes(number).to_string(),
            Ok(number) if self.definition.contains("bs__see_d") => {
                format!("{:?}", f64::from_ne_bytes(number))
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
    other.roots(0).any(|root| other.label(root) == "main")
}

/// What the compiler said, without names of files and of ours that nobody has.
fn without_path(said: &str) -> String {
    let said = said.replace("bs__", "");
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
        assert_eq!(without_path("other0.c:5:12: error: expected ;"), "line 5:12: error: expected ;");
        let said = "./prelude.h:4:16: error: called object 'bs__sliced' is not a function";
        assert_eq!(without_path(said), "error: called object 'sliced' is not a function");
    }
}
