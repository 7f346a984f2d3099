//! What a slicer said last, for tasks that have no answer.

use std::cmp::Reverse;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{RawFile, RawOutput};

/// The end of a file in which its last line is looked for, bytes.
const TAIL_BYTE: u64 = 4096;

/// The last line that a slicer printed, and the file with all that it printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastWords {
    /// The last line that is not blank, as far as it is UTF-8.
    pub line: String,
    /// The file, below the folder of the run as it was named.
    pub path: PathBuf,
}

impl RawOutput {
    /// The last line of standard error, of the last step that wrote any; else that of standard output.
    pub fn last_words(&self, task: &str) -> Option<LastWords> {
        let mut found: Vec<(bool, Reverse<usize>, RawFile)> = self
            .files(task, 1)
            .into_iter()
            .filter_map(|file| {
                let name = file.name.to_str()?;
                // What cleans up is not the slicer.
                if name.contains('/') || name.starts_with("cleanup-") {
                    return None;
                }
                let is_stdout = name.ends_with("stdout.txt");
                let is_printed = is_stdout || name.ends_with("stderr.txt");
                let step = step(name);
                is_printed.then_some((is_stdout, Reverse(step), file))
            })
            .collect();
        // `stderr.txt` or `2-stderr.txt`: standard error first, the last step first.
        found.sort_by_key(|(is_stdout, step, _)| (*is_stdout, *step));
        found.into_iter().find_map(|(.., file)| {
            let tail = file.read_from(file.n_bytes.saturating_sub(TAIL_BYTE), TAIL_BYTE).ok()?;
            Some(LastWords { line: last_line(&tail)?, path: file.path })
        })
    }
}

fn step(name: &str) -> usize {
    name.split_once('-').and_then(|(step, _)| step.parse().ok()).unwrap_or(0)
}

/// The last line that is not blank; `None` when there is none.
fn last_line(tail: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(tail);
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_found_in_any_text() {
        let check = |text: &[u8], expected: Option<&str>| assert_eq!(last_line(text).as_deref(), expected);
        check(b"", None);
        check(b" \n\n", None);
        check(b"a\n  b \r\n\n", Some("b"));
        check(b"a\nb\xff", Some("b\u{fffd}"));
        assert_eq!(step("12-stderr.txt"), 12);
        assert_eq!(step("stderr.txt"), 0);
    }

    #[test]
    fn only_the_end_of_what_was_printed_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("raw/a/b/c");
        std::fs::create_dir_all(folder.join("answer")).unwrap();
        std::fs::write(folder.join("1-stderr.txt"), "first\n").unwrap();
        std::fs::write(folder.join("2-stderr.txt"), [b"x\n".repeat(100_000), b"last\n\n".to_vec()].concat())
            .unwrap();
        std::fs::write(folder.join("2-stdout.txt"), "other\n").unwrap();
        std::fs::write(folder.join("cleanup-stderr.txt"), "cleaned\n").unwrap();
        std::fs::write(folder.join("answer/9-stderr.txt"), "an answer\n").unwrap();
        let said = RawOutput::of(dir.path()).last_words("a/b/c").unwrap();
        assert_eq!((said.line.as_str(), said.path), ("last", folder.join("2-stderr.txt")));
    }
}
