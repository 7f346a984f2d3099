//! Answers that are a unified diff from the program to its slice.
//!
//! The slicer saw exactly the private copy that it was given, so a hunk must fit where it says it does.
//! A hunk that fits elsewhere only is about another text, and guessing would keep the wrong one of two
//! equal lines: nothing is searched for, unlike what `patch` does. For the same reason lines that are deleted leave
//! blank ones: everything else stays where it was, so that the slice says which of two equal lines is left.

use std::borrow::Cow;
use std::path::Path;

use diffy::patch_set::{FileOperation, ParseOptions, PatchSet};
use diffy::{Hunk, Line};

use super::extract::not_in_program;
use super::prepare::TaskCopy;
use super::schema::{DiffNames, FileNames};
use crate::ast::SourceFile;

/// One program file on its way to the slice.
struct Patched<'p> {
    name: &'p Path,
    copy: &'p str,
    /// `None` once it is deleted.
    text: Option<Cow<'p, str>>,
    is_changed: bool,
}

/// The files of the slice under their names in the benchmark; files that no diff mentions are kept whole.
///
/// # Errors
/// Why the diff cannot be applied, with its place, in a few words.
pub(super) fn apply(place: &TaskCopy, diff: &str, names: DiffNames) -> Result<Vec<SourceFile>, String> {
    let mut files: Vec<Patched<'_>> = place
        .names
        .iter()
        .zip(&place.copies)
        .map(|((name, _), copy)| Patched { name, copy, text: Some(copy.into()), is_changed: false })
        .collect();
    let is_git = diff.lines().any(|line| line.starts_with("diff --git "));
    let options = if is_git { ParseOptions::gitdiff() } else { ParseOptions::unidiff() };
    let mut n_hunks = 0;
    for patch in PatchSet::parse(diff, options) {
        let patch = patch.map_err(|cause| format!("not a unified diff: {cause}"))?;
        let named = name_of(patch.operation(), names)?;
        let file = file_of(&mut files, place, &named, names)?;
        if std::mem::replace(&mut file.is_changed, true) {
            return Err(format!("two diffs of `{}`", file.name.display()));
        }
        let Some(text) = patch.patch().as_text() else { return Err("a binary diff".into()) };
        n_hunks += text.hunks().len();
        let changed = changed(file.copy, text.hunks(), file.name)?;
        let is_deleted = patch.operation().is_delete() && changed.trim().is_empty();
        file.text = (!is_deleted).then_some(Cow::Owned(changed));
    }
    // What follows a line that belongs to no hunk would be ignored, and the slice be too large.
    if diff.lines().filter(|line| line.starts_with("@@ ")).count() != n_hunks {
        return Err("not a unified diff: text between its hunks".into());
    }
    let kept = files.into_iter().filter_map(|file| Some(SourceFile::new(file.name, file.text?)));
    Ok(kept.collect())
}

/// The name that counts; that of the program when the other side is none.
fn name_of(operation: &FileOperation<'_, str>, names: DiffNames) -> Result<String, String> {
    let name = match operation.strip_prefix(names.strip) {
        FileOperation::Delete(name) => name.into_owned(),
        FileOperation::Modify { original, modified } => match names.from {
            FileNames::New => modified.into_owned(),
            FileNames::Old | FileNames::Criterion => original.into_owned(),
        },
        FileOperation::Rename { from, .. } => from.into_owned(),
        FileOperation::Create(name) | FileOperation::Copy { to: name, .. } => {
            return Err(format!("the diff adds a file `{name}`"));
        }
    };
    Ok(name)
}

fn file_of<'f, 'p>(
    files: &'f mut [Patched<'p>],
    place: &TaskCopy,
    named: &str,
    names: DiffNames,
) -> Result<&'f mut Patched<'p>, String> {
    let name = match names.from {
        FileNames::Criterion => place.files[place.file_idx].path.clone(),
        FileNames::Old | FileNames::New => place.original(Path::new(named)),
    };
    let found = files.iter_mut().find(|file| file.name == name);
    found.ok_or_else(|| not_in_program(Path::new(named)))
}

/// The text after all hunks, which are in the order of the file.
fn changed(copy: &str, hunks: &[Hunk<'_, str>], name: &Path) -> Result<String, String> {
    let lines: Vec<&str> = copy.split_inclusive('\n').collect();
    let mut text = String::new();
    let mut n_done = 0;
    for (idx, hunk) in hunks.iter().enumerate() {
        let range = hunk.old_range();
        // A range without lines names the line in front of it.
        let start = if range.is_empty() { range.start() } else { range.start().saturating_sub(1) };
        let misfit = |line: usize| {
            format!("hunk {} does not apply at line {} of `{}`", idx + 1, line + 1, name.display())
        };
        if start < n_done || start > lines.len() {
            return Err(misfit(start));
        }
        text.extend(lines[n_done..start].iter().copied());
        n_done = start;
        // Lines deleted since the last one that is kept, less those inserted.
        let mut n_gone: isize = 0;
        for line in hunk.lines() {
            let (old, is_kept) = match line {
                Line::Context(old) => (old, true),
                Line::Delete(old) => (old, false),
                Line::Insert(new) => {
                    push_line(&mut text, new);
                    n_gone -= 1;
                    continue;
                }
            };
            let own = lines.get(n_done).filter(|own| content(own) == content(old));
            let own = own.ok_or_else(|| misfit(n_done))?;
            if is_kept {
                push_blank(&mut text, n_gone);
                text.push_str(own);
                n_gone = 0;
            } else {
                n_gone += 1;
            }
            n_done += 1;
        }
        push_blank(&mut text, n_gone);
    }
    text.extend(lines[n_done..].iter().copied());
    Ok(text)
}

/// Adds an inserted line, perhaps behind a last line that has no line end.
fn push_line(text: &mut String, new: &str) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(new);
}

/// Adds blank lines in the place of deleted ones.
fn push_blank(text: &mut String, n_lines: isize) {
    (0..n_lines).for_each(|_| push_line(text, "\n"));
}

/// Line ends never decide: a diff is printed with those of the tool.
fn content(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn place(files: &[(&str, &str)]) -> TaskCopy {
        let sources = files.iter().map(|(path, text)| SourceFile::new(*path, *text));
        TaskCopy {
            names: files.iter().map(|(path, _)| (PathBuf::from(path), PathBuf::from(path))).collect(),
            copies: files.iter().map(|(_, text)| (*text).to_owned()).collect(),
            files: sources.collect(),
            file_idx: 0,
            line: 1,
            program: PathBuf::from("/copy/program"),
            part: Default::default(),
        }
    }

    fn check(program: &str, diff: &str, expected: Result<&str, &str>) {
        let applied = apply(&place(&[("a.py", program)]), diff, DiffNames::default());
        let text = applied.map(|files| files[0].text.to_string());
        assert_eq!(text, expected.map(str::to_owned).map_err(str::to_owned), "{diff}");
    }

    #[test]
    fn hunks_apply_where_they_say() {
        let diff = "--- a.py\n+++ b.py\n@@ -1,3 +1,2 @@\n x\n-y\n x\n";
        check("x\ny\nx\n", diff, Ok("x\n\nx\n"));
        check("x\r\ny\r\nx", diff, Ok("x\r\n\nx"));
        // Without context, of two equal lines the second goes.
        check("a\nx\nb\nx\n", "--- a.py\n+++ b\n@@ -4 +3,0 @@\n-x\n", Ok("a\nx\nb\n\n"));
        check("a\nb\n", "--- a.py\n+++ b\n@@ -1,0 +2 @@\n+n\n", Ok("a\nn\nb\n"));
        check("a\nb", "--- a.py\n+++ b\n@@ -1,2 +1 @@\n a\n-b\n\\ No newline at end of file\n", Ok("a\n\n"));
        let replaced = "--- a.py\n+++ b\n@@ -1,4 +1,2 @@\n-a\n-b\n-c\n+n\n d\n";
        check("a\nb\nc\nd\n", replaced, Ok("n\n\n\nd\n"));
    }

    #[test]
    fn a_hunk_that_does_not_apply_has_a_place() {
        let moved = "--- a.py\n+++ b.py\n@@ -1,2 +1 @@\n a\n-x\n";
        check("new\na\nx\n", moved, Err("hunk 1 does not apply at line 1 of `a.py`"));
        let beyond = "--- a.py\n+++ b.py\n@@ -9 +8,0 @@\n-x\n";
        check("x\n", beyond, Err("hunk 1 does not apply at line 9 of `a.py`"));
        let second = "--- a.py\n+++ b.py\n@@ -1 +0,0 @@\n-a\n@@ -3 +1,0 @@\n-x\n";
        check("a\nb\nc\n", second, Err("hunk 2 does not apply at line 3 of `a.py`"));
    }

    #[test]
    fn what_is_no_diff_is_said() {
        let error =
            |diff: &str| apply(&place(&[("a.py", "a\nb\n")]), diff, DiffNames::default()).unwrap_err();
        assert!(error("a\n").starts_with("not a unified diff: "), "{}", error("a\n"));
        assert_eq!(
            error("--- a.py\n+++ a.py\n@@ -1 +0,0 @@\n-a\nchatter\n@@ -2 +1,0 @@\n-b\n"),
            "not a unified diff: text between its hunks"
        );
        assert_eq!(error("--- c.py\n+++ c.py\n@@ -1 +0,0 @@\n-a\n"), "`c.py` is no file of the program");
        assert_eq!(error("--- /dev/null\n+++ c.py\n@@ -0,0 +1 @@\n+a\n"), "the diff adds a file `c.py`");
        let twice = "--- a.py\n+++ a.py\n@@ -1 +0,0 @@\n-a\n".repeat(2);
        assert_eq!(error(&twice), "two diffs of `a.py`");
    }

    #[test]
    fn files_are_found_by_the_name_that_counts() {
        let place = place(&[("a.py", "a\nb\n"), ("lib/a.py", "c\nd\n"), ("e.py", "e\n")]);
        let diff = "diff --git x/lib/a.py y/new.py\nindex 1..2 100644\n--- x/lib/a.py\n+++ y/new.py\n\
                    @@ -1,2 +1 @@\n c\n-d\ndiff --git x/e.py y/e.py\ndeleted file mode 100644\nindex 3..0\n\
                    --- x/e.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-e\n";
        let names = DiffNames { strip: 1, from: FileNames::Old };
        let files = apply(&place, diff, names).unwrap();
        let files: Vec<(&str, &str)> =
            files.iter().map(|file| (file.path.to_str().unwrap(), &*file.text)).collect();
        assert_eq!(files, [("a.py", "a\nb\n"), ("lib/a.py", "c\n\n")]);
        let names = DiffNames { strip: 1, from: FileNames::New };
        assert_eq!(apply(&place, diff, names).unwrap_err(), "`new.py` is no file of the program");
        let names = DiffNames { strip: 0, from: FileNames::Criterion };
        let any = apply(&place, "--- -\n+++ -\n@@ -1 +0,0 @@\n-a\n", names).unwrap();
        assert_eq!(&*any[0].text, "\nb\n");
    }
}
