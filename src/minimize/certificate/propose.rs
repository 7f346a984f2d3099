//! The gold slice of a criterion after a search: that which is there, when it is minimal, else the one found.

use super::{Certificate, Certified, MakeOptions, OpenOracle, Searched, Subject, is_same_slice, make_from};
use crate::ast::{SourceFile, Tree};
use crate::error::{self, Problem, Result};
use crate::minimize::SearchWatch;
use crate::suite::{Gold, Task};

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
    open: OpenOracle<'_>,
    subject: &Subject<'_>,
    found: &[SourceFile],
    searched: &Searched<'_>,
    options: &MakeOptions,
    watch: SearchWatch<'_>,
) -> Result<std::result::Result<Proposal, Vec<Problem>>> {
    let Task { benchmark, criterion } = subject.task;
    let (main, alternatives) = criterion.golds.split_first().expect("a criterion has a gold slice");
    if main.path.exists() {
        let Certified { certificate, problems } = make_from(open, subject, searched, options, watch)?;
        if problems.is_empty() {
            return Ok(Ok(Proposal { certificate, gold: None }));
        }
    }
    let files = tidied(found, &benchmark.tree);
    let is_found = |gold: &&Gold| is_same_slice(&gold.files, &files, &benchmark.tree);
    if let Some(same) = alternatives.iter().find(is_found) {
        return Ok(Err(vec![error::certificate::same_as_alternative(subject.path, &same.path)]));
    }
    let mut proposed = criterion.clone();
    proposed.golds[0].files.clone_from(&files);
    let subject = Subject { task: Task { benchmark, criterion: &proposed }, path: subject.path };
    let Certified { certificate, problems } = make_from(open, &subject, searched, options, watch)?;
    if problems.is_empty() { Ok(Ok(Proposal { certificate, gold: Some(files) })) } else { Ok(Err(problems)) }
}

/// Without the comments and the white space that deletions leave on lines of their own, where the code is the same.
fn tidied(found: &[SourceFile], program: &Tree) -> Vec<SourceFile> {
    let comment = program.language().line_comment();
    let tidy = |file: &SourceFile| SourceFile::new(&file.path, tidy(&file.text, comment));
    let files: Vec<SourceFile> = found.iter().map(tidy).collect();
    if is_same_slice(&files, found, program) { files } else { found.to_vec() }
}

/// Kept code stays on its lines, but for a full stop, which follows the last of it.
fn tidy(text: &str, comment: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let code = line.trim();
        let last = lines.iter_mut().rev().find(|line| !line.is_empty());
        let before_stop = last.filter(|last| code == "." && !last.contains(comment));
        let is_stop = before_stop.is_some();
        before_stop.into_iter().for_each(|last| last.push('.'));
        let is_empty = is_stop || code.is_empty() || code.starts_with(comment);
        lines.push(if is_empty { String::new() } else { line.trim_end().to_owned() });
    }
    format!("{}\n", lines.join("\n").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn what_deletions_leave_between_code_goes_where_it_is_no_code() {
        let text = "%% About f.\nf(X) ->\n    X \n\n    .\n\n%% About g.\n  \n";
        assert_eq!(tidy(text, "%"), "\nf(X) ->\n    X.\n");
        // The end of a comment, and a line of a string, are no places for it.
        for text in ["f(X) ->\n    X % it\n.\n", "f() ->\n    \"a\n% b\".\n"] {
            let files = [SourceFile::new("program.erl", text)];
            let program = Tree::parse(Language::Erlang, &files);
            assert_eq!(tidied(&files, &program), files);
        }
    }
}
