//! What a slicer said last, for tasks that have no answer.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Results;

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

impl Results {
    /// The last line of standard error, of the last step that wrote any; else that of standard output.
    pub fn last_words(&self, task: &str) -> Option<LastWords> {
        let dir = self.raw_path(task);
        let mut names: Vec<String> = fs::read_dir(&dir)
            .ok()?
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name.ends_with("stderr.txt") || name.ends_with("stdout.txt"))
            .collect();
        // `stderr.txt` or `2-stderr.txt`: standard error first, the last step first.
        names.sort_by_key(|name| (name.ends_with("stdout.txt"), std::cmp::Reverse(step(name))));
        names.iter().find_map(|name| {
            let path = dir.join(name);
            Some(LastWords { line: last_line(&path).ok().flatten()?, path })
        })
    }
}

fn step(name: &str) -> usize {
    name.split_once('-').and_then(|(step, _)| step.parse().ok()).unwrap_or(0)
}

/// The last line that is not blank, of the end of a file; `None` when there is none.
fn last_line(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let n_bytes = file.metadata()?.len();
    file.seek(SeekFrom::Start(n_bytes.saturating_sub(TAIL_BYTE)))?;
    let mut tail = Vec::new();
    file.take(TAIL_BYTE).read_to_end(&mut tail)?;
    let text = String::from_utf8_lossy(&tail);
    Ok(text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_found_at_the_end_of_any_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let check = |text: &[u8], expected: Option<&str>| {
            fs::write(file.path(), text).unwrap();
            assert_eq!(last_line(file.path()).unwrap().as_deref(), expected);
        };
        check(b"", None);
        check(b" \n\n", None);
        check(b"a\n  b \r\n\n", Some("b"));
        check(b"a\nb\xff", Some("b\u{fffd}"));
        check(&[b"x\n".repeat(100_000), b"last".to_vec()].concat(), Some("last"));
        assert_eq!(step("12-stderr.txt"), 12);
        assert_eq!(step("stderr.txt"), 0);
    }
}
