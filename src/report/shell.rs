//! Commands as one could type them.

use super::{columns, printable};

/// A command as one could type it, after `head`; over several lines where it is longer than the width.
pub fn shell_lines(head: &str, argv: &[String], width: Option<usize>) -> String {
    let words: Vec<String> = argv.iter().map(|word| printable(&shell_word(word))).collect();
    joined(head, &words, columns(head) + 2, width.unwrap_or(usize::MAX), " \\")
}

/// A word of a command, in quotes where a shell would read it otherwise.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,@%+{}".contains(c);
    match word {
        word if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Words after a head, with `end` at the end of each line that another follows.
pub fn joined(head: &str, words: &[String], indent: usize, width: usize, end: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_go_on_as_a_shell_reads_them() {
        let argv: Vec<String> = ["slicer", "--line", "3", "a b"].map(str::to_owned).to_vec();
        assert_eq!(shell_lines("  ", &argv, None), "  slicer --line 3 'a b'");
        assert_eq!(shell_lines("  ", &argv, Some(20)), "  slicer --line 3 \\\n    'a b'");
    }
}
