//! Text and commands in lines that fit.

use crate::report::{columns, printable};

/// Breaks lines at blanks; what follows a break is indented by so many columns more than the line.
///
/// Without a width, and for a word that is longer, lines stay as long as they are.
pub(super) fn wrapped(text: &str, width: Option<usize>, indent: usize) -> String {
    let Some(width) = width else { return text.to_owned() };
    let wrap = |line: &str| -> String {
        let n_blanks = line.len() - line.trim_start_matches(' ').len();
        let words: Vec<String> = line[n_blanks..].split(' ').map(str::to_owned).collect();
        joined(&line[..n_blanks], &words, n_blanks + indent, width, "")
    };
    text.split('\n').map(wrap).collect::<Vec<_>>().join("\n")
}

/// A command as one could type it, after `head`; over several lines where it is longer than the width.
pub(super) fn shell_lines(head: &str, argv: &[String], width: Option<usize>) -> String {
    let words: Vec<String> = argv.iter().map(|word| printable(&quoted(word))).collect();
    joined(head, &words, columns(head) + 2, width.unwrap_or(usize::MAX), " \\")
}

/// A word of a command, in quotes where a shell would read it otherwise.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,@%+{}".contains(c);
    match word {
        word if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Words after a head, with `end` at the end of each line that another follows.
fn joined(head: &str, words: &[String], indent: usize, width: usize, end: &str) -> String {
    let mut out = head.to_owned();
    let mut used = columns(head);
    let room = width.saturating_sub(columns(end));
    for (idx, word) in words.iter().enumerate() {
        let n_chars = columns(word);
        let blank = usize::from(idx > 0);
        if idx > 0 && used + blank + n_chars > room {
            out.push_str(end);
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        } else if idx > 0 {
            out.push(' ');
            used += blank;
        }
        out.push_str(word);
        used += n_chars;
    }
    out
}

/// Entries with gaps between them, in as many lines as they need; styles take no room.
pub(super) fn rows(entries: &[String], width: usize) -> Vec<String> {
    const GAP: &str = "   ";
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if columns(line) + GAP.len() + columns(entry) <= width => {
                line.push_str(GAP);
                line.push_str(entry);
            }
            _ => lines.push(entry.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_at_blanks() {
        assert_eq!(wrapped("one two three", Some(8), 2), "one two\n  three");
        assert_eq!(wrapped("  one two\nab", Some(7), 2), "  one\n    two\nab");
        assert_eq!(wrapped("one two three", None, 2), "one two three");
        assert_eq!(wrapped("incomprehensibilities", Some(8), 2), "incomprehensibilities");
    }

    #[test]
    fn commands_go_on_as_a_shell_reads_them() {
        let argv: Vec<String> = ["slicer", "--line", "3", "a b"].map(str::to_owned).to_vec();
        assert_eq!(shell_lines("  ", &argv, None), "  slicer --line 3 'a b'");
        assert_eq!(shell_lines("  ", &argv, Some(20)), "  slicer --line 3 \\\n    'a b'");
    }
}
