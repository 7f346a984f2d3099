//! Slices that are lines of their program: as numbers, as a label for each line, or as marks in the program.

use std::collections::BTreeMap;

use super::found::ImportedProgram;
use crate::ast::{NodeSet, SourceFile, Tree};
use crate::languages;

/// Numbers and ranges of lines: `1,3-5`, also with blanks or brackets.
pub(super) fn kept_lines(text: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for word in words(text) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        found.extend((first <= last && last - first < 1_000_000).then_some(first..=last)?);
    }
    Some(found)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ', ';', '[', ']']).filter(|word| !word.is_empty())
}

/// The lines that are labelled as kept: of `n_lines` labels, one for each line, `1` and `0`, `true` and `false`, `+` and `-`,
/// parted or not. The problem in words where they are something else.
pub(super) fn labelled_lines(text: &str, n_lines: usize) -> Result<Vec<usize>, String> {
    let parted: Vec<&str> = words(text).collect();
    let single: String;
    let labels: Vec<&str> = match parted[..] {
        // Without anything between them.
        [only] if only.len() > 1 && only.chars().all(|c| "01+-".contains(c)) => {
            single = only.to_owned();
            single.split("").filter(|label| !label.is_empty()).collect()
        }
        _ => parted,
    };
    if labels.len() != n_lines {
        return Err(format!("{} labels for {n_lines} lines", labels.len()));
    }
    let mut kept = Vec::new();
    for (idx, label) in labels.iter().enumerate() {
        match label.to_lowercase().as_str() {
            "1" | "1.0" | "true" | "+" => kept.push(idx + 1),
            "0" | "0.0" | "false" | "-" => {}
            _ => return Err(format!("`{label}` labels no line: expected 1 or 0, true or false, + or -")),
        }
    }
    Ok(kept)
}

/// Number of lines, without an empty one at the end.
pub(super) fn n_lines(text: &str) -> usize {
    text.lines().count()
}

/// A program without its marks, and which lines each label marks: behind `marker` a line has the labels of the slices that it is in,
/// parted by commas or blanks. Nothing else is changed, and lines keep their numbers.
pub(super) fn unmarked(text: &str, marker: &str) -> (String, BTreeMap<String, Vec<usize>>) {
    let mut labels: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut plain = String::with_capacity(text.len());
    for (idx, line) in text.split_inclusive('\n').enumerate() {
        let Some((code, marks)) = line.rsplit_once(marker) else {
            plain.push_str(line);
            continue;
        };
        for label in marks.split([',', ' ', '\t', '\r', '\n']).filter(|label| !label.is_empty()) {
            labels.entry(label.to_owned()).or_default().push(idx + 1);
        }
        plain.push_str(code.trim_end());
        plain.push_str(&marks[marks.trim_end_matches(['\r', '\n']).len()..]);
    }
    (plain, labels)
}

/// The program with everything deleted that begins on no such line; what encloses something that stays does, too.
pub(super) fn of_lines(program: &ImportedProgram, lines: &[usize]) -> String {
    let tree = Tree::parse(program.language, &[SourceFile::new(&program.file, program.text.as_str())]);
    let is_kept = |node: &u32| tree.is_counted(*node) && lines.contains(&tree.line(*node));
    let keep: NodeSet = tree.ids().filter(is_kept).collect();
    languages::text_of(&tree, &keep).into_iter().next().map(|file| file.text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbers_and_ranges() {
        assert_eq!(kept_lines("[1, 3-5]"), Some(vec![1, 3, 4, 5]));
        assert_eq!(kept_lines(""), Some(Vec::new()));
        for wrong in ["a", "5-3", "1-", "-2"] {
            assert_eq!(kept_lines(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn each_line_has_a_label_however_labels_are_written() {
        for labels in ["101", "1 0 1", "[1,0,1]", "true,false,True", "+-+", "1.0, 0.0, 1.0"] {
            assert_eq!(labelled_lines(labels, 3), Ok(vec![1, 3]), "{labels}");
        }
        assert_eq!(labelled_lines("10", 3), Err("2 labels for 3 lines".to_owned()));
        assert!(labelled_lines("1 2 0", 3).is_err());
        assert_eq!((labelled_lines("1", 1), labelled_lines("", 0)), (Ok(vec![1]), Ok(Vec::new())));
    }

    #[test]
    fn marks_go_and_lines_stay() {
        let (plain, labels) = unmarked("a = 1  # in: s1, s2\r\nb = 2\n\nc = 3 # in: s2", "# in:");
        assert_eq!(plain, "a = 1\r\nb = 2\n\nc = 3");
        let expected = [("s1", vec![1]), ("s2", vec![1, 4])];
        assert_eq!(labels, expected.map(|(label, lines)| (label.to_owned(), lines)).into());
    }
}
