//! A command of the user that compares sequences: it reads pairs as JSON lines and answers a label for each.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use super::comparison::{Taken, Unequal};
use crate::error::{self, Result};
use crate::oracle::RunEnd;
use crate::process::{self, End, Invocation, Limits};

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
        self.ask(&[(point, old.clone(), new.clone())])?;
        let label = self.answers.borrow().get(&question(point, old, new)).cloned().unwrap_or_default();
        let values = |taken: &Taken<'_>| -> Vec<String> {
            taken.elements.iter().map(|element| element.value.clone()).collect()
        };
        let (old, new) = (values(old), values(new));
        let first = old.iter().zip(&new).position(|(a, b)| a != b);
        // Where all values are the same, the command means something else of them.
        let shorter = if old.len() == new.len() { 0 } else { old.len().min(new.len()) };
        let position = first.unwrap_or(shorter);
        Ok((label != SAME).then_some(Unequal { positions: [position; 2], label }))
    }

    /// Runs the command once on all of these pairs that it was not asked about before.
    pub(super) fn ask(&self, pairs: &[(&[String; 2], Taken<'_>, Taken<'_>)]) -> Result<()> {
        let mut questions: Vec<String> =
            pairs.iter().map(|(point, old, new)| question(point, old, new)).collect();
        questions.sort();
        questions.dedup();
        questions.retain(|question| !self.answers.borrow().contains_key(question));
        if questions.is_empty() {
            return Ok(());
        }
        let failed = |why: &str| error::evolve::command_failed(&self.command(), why);
        let file = tempfile::NamedTempFile::new().map_err(|cause| failed(&cause.to_string()))?;
        let text: String = questions.iter().map(|question| format!("{question}\n")).collect();
        std::fs::write(file.path(), text).map_err(|cause| failed(&cause.to_string()))?;
        let run = process::run(&Invocation {
            argv: self.argv.clone(),
            cwd: std::env::current_dir().unwrap_or_else(|_| Path::new(".").to_owned()),
            stdin: Some(file.path().to_owned()),
            ..Invocation::default()
        });
        if run.end != End::Exited(0) {
            let why = run.end.reason(&Limits::default()).unwrap_or_default();
            return Err(failed(&why));
        }
        let said = String::from_utf8_lossy(&run.stdout);
        let labels: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if labels.len() != questions.len() {
            return Err(failed(&format!("{} pairs and {} labels", questions.len(), labels.len())));
        }
        let label = |line: &str| serde_json::from_str::<String>(line).unwrap_or_else(|_| line.to_owned());
        let labels = labels.into_iter().map(label);
        self.answers.borrow_mut().extend(questions.into_iter().zip(labels));
        Ok(())
    }
}

fn question(point: &[String; 2], old: &Taken<'_>, new: &Taken<'_>) -> String {
    json!({"point": point[0], "old": told(old), "new": told(new)}).to_string()
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
