//! The tree of a program in a language without a grammar: every line that is not blank is a node.
//!
//! Blanks at the ends of a line, and how many stand in a row inside it, are layout and change no node. Everything
//! else is text, comments too, since nobody can tell them apart here.

use std::borrow::Cow;
use std::ops::Range;

use super::builder::{Builder, NewNode};
use super::role::NodeRole;
use super::text::LineIndex;
use super::tree::{Flags, ParseOptions, Tree};

/// Kind of a line.
const LINE: &str = "line";

/// Adds the lines of one file.
pub(super) fn add(builder: &mut Builder, text: &str, index: &LineIndex, options: &ParseOptions) {
    for number in 1..=index.n_lines() {
        let Some(bytes) = index.line_bytes(number) else { continue };
        let line = &text[bytes.clone()];
        let content = line.trim();
        if content.is_empty() {
            continue;
        }
        let start = bytes.start + (line.len() - line.trim_start().len());
        let label = words(content);
        let is_placeholder = options.placeholders.iter().any(|name| words(name.trim()) == label);
        let own = if is_placeholder { Flags::PLACEHOLDER } else { Flags::COUNTED };
        builder.open(&NewNode {
            kind: LINE,
            label: &label,
            value: None,
            role: NodeRole::Use,
            flags: own.with(Flags::STATEMENT),
            start,
            stop: start + content.len(),
            own: start,
        });
        builder.close();
    }
}

impl Tree {
    /// Bytes of each place on a 1-based line where a word stands by itself: not within a longer name.
    pub fn words_on(&self, file_idx: usize, line: usize, word: &str) -> Vec<Range<usize>> {
        let Some(bytes) = self.line_index(file_idx).line_bytes(line) else { return Vec::new() };
        let text = &self.file(file_idx).text[bytes.clone()];
        let is_apart = |start: usize| {
            let (before, after) = (&text[..start], &text[start + word.len()..]);
            let splits = |left: Option<char>, right: Option<char>| {
                left.is_some_and(is_name_char) && right.is_some_and(is_name_char)
            };
            !splits(before.chars().next_back(), word.chars().next())
                && !splits(word.chars().next_back(), after.chars().next())
        };
        let found = text.match_indices(word).map(|(start, _)| start).filter(|&start| is_apart(start));
        found.map(|start| bytes.start + start..bytes.start + start + word.len()).collect()
    }

    /// What looks like names on a 1-based line, in source order.
    pub fn names_on(&self, file_idx: usize, line: usize) -> Vec<&str> {
        let Some(bytes) = self.line_index(file_idx).line_bytes(line) else { return Vec::new() };
        let words = self.file(file_idx).text[bytes].split(|c| !is_name_char(c));
        words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit())).collect()
    }
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text with one space for each run of blanks.
fn words(text: &str) -> Cow<'_, str> {
    let is_plain = !text.contains(|c: char| c.is_whitespace() && c != ' ') && !text.contains("  ");
    if is_plain { text.into() } else { text.split_whitespace().collect::<Vec<_>>().join(" ").into() }
}

#[cfg(test)]
mod tests {
    use crate::ast::{ParseOptions, SourceFile, Tree};
    use crate::language::Language;

    fn tree(text: &str) -> Tree {
        let options = ParseOptions { placeholders: vec!["-- deleted".to_owned()], ..Default::default() };
        let files = [SourceFile::new("a.lua", text)];
        Tree::parse_with(Language::Lines("lua"), &files, &options)
    }

    #[test]
    fn every_line_that_is_not_blank_is_a_node() {
        let tree = tree("x = 1\r\n\r\n  \ty  =\t2 \nend");
        let found: Vec<(usize, &str, &str)> =
            tree.ids().map(|node| (tree.line(node), tree.label(node), tree.text(node))).collect();
        assert_eq!(found, [(1, "x = 1", "x = 1"), (3, "y = 2", "y  =\t2"), (4, "end", "end")]);
        assert_eq!((tree.n_counted(), tree.problems().len()), (3, 0));
        assert!(tree.ids().all(|node| tree.parent(node).is_none() && tree.statement_of(node) == node));
    }

    #[test]
    fn layout_changes_no_line_and_every_other_character_does() {
        let key = |text: &str| tree(text).key(0);
        for same in ["x = f(1)\n", "\t x = f(1)", "x  =\tf(1)   \r\n", "\n\nx = f(1)"] {
            assert_eq!(key(same), key("x = f(1)"), "{same:?}");
        }
        for other in ["x = f(2)", "X = f(1)", "x =f(1)", "x = f(1);", "-- x = f(1)"] {
            assert_ne!(key(other), key("x = f(1)"), "{other:?}");
        }
    }

    #[test]
    fn a_line_for_deleted_code_weighs_nothing() {
        let tree = tree("x = 1\n   --  deleted\nend\n");
        assert_eq!((tree.len(), tree.n_counted()), (3, 2));
        assert!(tree.is_placeholder(1));
    }

    #[test]
    fn a_word_is_not_part_of_a_longer_one() {
        let tree = tree("n = sum(n, $n) -- nn n_1 n\nn\n");
        let starts = |word: &str| -> Vec<usize> {
            tree.words_on(0, 1, word).into_iter().map(|bytes| bytes.start).collect()
        };
        assert_eq!(starts("n"), [0, 8, 12, 25]);
        assert_eq!(starts("$n"), [11]);
        assert_eq!(starts("n_1"), [21]);
        assert_eq!(starts("(n"), [7]);
        assert_eq!(starts("1"), Vec::<usize>::new());
        assert_eq!(tree.names_on(0, 1), ["n", "sum", "n", "n", "nn", "n_1", "n"]);
        assert!(tree.words_on(0, 99, "n").is_empty());
    }
}
