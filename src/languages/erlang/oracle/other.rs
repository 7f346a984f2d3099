//! Programs as slicers return them, in the place of the original.

use super::etf::Term;
use super::worker::Operation;
use super::{ErlangOracle, MARK_BEFORE, OBSTACLES, check_criterion, failed, lock};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::deletions::{Candidate, Mark};
use crate::error::Result;
use crate::languages::erlang::deletions;
use crate::languages::erlang::module::Module;
use crate::oracle::{Difference, Trial, Witness};

impl ErlangOracle<'_> {
    /// See [`crate::oracle::Oracle::try_other`].
    pub(super) fn trial(&self, other: &Tree, criterion: Option<NodeId>) -> Result<Trial> {
        for file in other.files() {
            // Before the preprocessor sees it: it would read other files.
            if let Some((name, _)) = Module::read(&file.text).first_of(&OBSTACLES) {
                return Ok(Trial::NotRun(format!("the attribute `-{name}`")));
            }
        }
        if let Some(criterion) = criterion {
            check_criterion(other, criterion)?;
        }
        let folder = self.folder.path().to_string_lossy().into_owned();
        let content = Term::Map(vec![
            ("folder", Term::text(&folder)),
            ("files", Term::List(files(other, criterion).iter().enumerate().map(file).collect())),
            ("has_criterion", Term::atom(if criterion.is_some() { "true" } else { "false" })),
        ]);
        let mut worker = lock(&self.workers[0]);
        let Ok(answer) = worker.ask(Operation::Other, &content.encode()) else {
            self.restart(&mut worker)?;
            return Ok(Trial::NotRun("the virtual machine ended".to_owned()));
        };
        let answer = Term::decode(&answer).ok_or_else(|| failed("an answer that is no term"))?;
        if let Some(said) = answer.tagged("failed") {
            return Err(failed(&said.first().and_then(Term::string).unwrap_or_default()));
        }
        answer.tagged("trial").and_then(|parts| read(parts.first()?)).ok_or_else(|| failed("no trial"))
    }
}

/// The text as it was returned, but for the mark.
fn files(other: &Tree, criterion: Option<NodeId>) -> Vec<SourceFile> {
    let Some(node) = criterion else { return other.files().cloned().collect() };
    let mark = Mark { node, before: MARK_BEFORE, after: "}" };
    deletions::of(other).marked_text(other, &Candidate::default(), mark)
}

fn file((idx, file): (usize, &SourceFile)) -> Term {
    Term::Tuple(vec![Term::text(&format!("{idx}.erl")), Term::text(&file.text)])
}

fn read(trial: &Term) -> Option<Trial> {
    if let Term::Atom(name) = trial {
        return match name.as_str() {
            "same" => Some(Trial::Same),
            "compiled" => Some(Trial::Compiled),
            _ => None,
        };
    }
    if let Some([why]) = trial.tagged("invalid") {
        return Some(Trial::Invalid(why.string()?));
    }
    if let Some([what]) = trial.tagged("forbidden") {
        return Some(Trial::NotRun(what.string()?));
    }
    let [input, position, expected, got] = trial.tagged("different")? else { return None };
    let witness = Witness { input_idx: input.integer()? as usize, position: position.integer()? as usize };
    Some(Trial::Different(Difference { witness, expected: expected.string()?, got: got.string()? }))
}
