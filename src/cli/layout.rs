//! Text and commands in lines that fit.

use crate::report::{columns, joined};

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
}
