//! The gold slice of a criterion after a search: that which is there, when it is minimal, else the one found.

use super::{Certificate, Certified, MakeOptions, Open, Subject, is_same_slice, make_from};
use crate::ast::SourceFile;
use crate::error::{self, Problem, Result};
use crate::minimize::Watch;
use crate::suite::{Gold, Input, Task};

/// A gold slice with its certificate, to be written.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Certificate of the gold slice and its alternatives.
    pub certificate: Certificate,
    /// Files of the new gold slice; `None` when the one that is there stays.
    pub gold: Option<Vec<SourceFile>>,
}

/// Makes the certificate of a task's gold slices; its main one is replaced by `found` when it is not minimal, or no
/// slice that deletions make. Alternatives stay. `Err` has what speaks against writing anything.
///
/// # Errors
/// Those of the oracles.
pub fn propose(
    open: Open<'_>,
    subject: &Subject<'_>,
    found: &[SourceFile],
    inputs: &[Input],
    options: &MakeOptions,
    watch: Watch<'_>,
) -> Result<std::result::Result<Proposal, Vec<Problem>>> {
    let Task { benchmark, criterion } = subject.task;
    let (main, alternatives) = criterion.golds.split_first().expect("a criterion has a gold slice");
    if main.path.exists() {
        let Certified { certificate, problems } = make_from(open, subject, inputs, options, watch)?;
        if problems.is_empty() {
            return Ok(Ok(Proposal { certificate, gold: None }));
        }
    }
    let files = tidied(found);
    let is_found = |gold: &&Gold| is_same_slice(&gold.files, &files, &benchmark.tree);
    if let Some(same) = alternatives.iter().find(is_found) {
        return Ok(Err(vec![error::certificate::same_as_alternative(subject.path, &same.path)]));
    }
    let mut proposed = criterion.clone();
    proposed.golds[0].files.clone_from(&files);
    let subject = Subject { task: Task { benchmark, criterion: &proposed }, path: subject.path };
    let Certified { certificate, problems } = make_from(open, &subject, inputs, options, watch)?;
    if problems.is_empty() { Ok(Ok(Proposal { certificate, gold: Some(files) })) } else { Ok(Err(problems)) }
}

/// Without the white space that deletions leave on lines of their own; the certificate makes sure that the code
/// is the same.
fn tidied(files: &[SourceFile]) -> Vec<SourceFile> {
    let line = |line: &str| if line.trim().is_empty() { "" } else { line }.to_owned();
    let tidy = |text: &str| text.split('\n').map(line).collect::<Vec<_>>().join("\n");
    files.iter().map(|file| SourceFile::new(&file.path, tidy(&file.text))).collect()
}
