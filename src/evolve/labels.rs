//! A command of the user that compares sequences: it reads pairs as JSON lines and answers a label for each.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use super::comparison::{Taken, Unequal};
use crate::error::{self, Result};
use crate::oracle::RunEnd;
use crate::process::{self, End, Invocation};

/// The label of what is equal.
const SAME: &str = "same";

/// A command, with what it said so far.
pub struct UserLabels {
    argv: Vec<String>,
    answers: RefCell<BTreeMap<String, String>>,
}

impl UserLabels {
    /// A command from its words, a program first.
    pub fn new(argv: Vec<String>) -> UserLabels {
        UserLabels { argv, answers: RefCell::default() }
    }

    /// The command as it was written.
    pub(super) fn command(&self) -> String {
        self.argv.join(" ")
    }

    /// What the command says of a pair; each pair is asked about once.
    pub(super) fn difference(
        &self,
        point: &[String; 2],
        old: &Taken<'_>,
        new: &Taken<'_>,
    ) -> Result<Option<Unequal>> {
        let question = json!({"point": point[0], "old": told(old), "new": told(new)}).to_string();
        let known = self.answers.borrow().get(&question).cloned();
        let label = match known {
            Some(label) => label,
            None => {
                let label = self.ask(&question)?;
                self.answers.borrow_mut().insert(question, label.clone());
                label
            }
        };
        let values = |taken: &Taken<'_>| -> Vec<String> {
            taken.elements.iter().map(|element| element.value.clone()).collect()
        };
        let (old, new) = (values(old), values(new));
        let first = old.iter().zip(&new).position(|(a, b)| a != b);
        let position = first.unwrap_or(old.len().min(new.len()));
        Ok((label != SAME).then_some(Unequal { positions: [position; 2], label }))
    }

    fn ask(&self, question: &str) -> Result<String> {
        let failed = |why: &str| error::evolve::command_failed(&self.command(), why);
        let file = tempfile::NamedTempFile::new().map_err(|cause| failed(&cause.to_string()))?;
        std::fs::write(file.path(), format!("{question}\n")).map_err(|cause| failed(&cause.to_string()))?;
        let run = process::run(&Invocation {
            argv: self.argv.clone(),
            cwd: std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned()),
            stdin: Some(file.path().to_owned()),
            ..Invocation::default()
        });
        if run.end != End::Exited(0) {
            return Err(failed(String::from_utf8_lossy(&run.stderr).trim()));
        }
        let said = String::from_utf8_lossy(&run.stdout);
        let line = said.lines().next().map(str::trim).filter(|line| !line.is_empty());
        let line = line.ok_or_else(|| failed("it printed no label"))?;
        Ok(serde_json::from_str::<String>(line).unwrap_or_else(|_| line.to_owned()))
    }
}

fn told(taken: &Taken<'_>) -> serde_json::Value {
    let elements: Vec<serde_json::Value> = taken
        .elements
        .iter()
        .map(|element| json!({"value": element.value, "ticks": element.ticks}))
        .collect();
    let end = match taken.end {
        RunEnd::Returned => "returned",
        RunEnd::Crashed(_) => "crashed",
        RunEnd::OutOfFuel => "out-of-fuel",
    };
    json!({"elements": elements, "end": end})
}
