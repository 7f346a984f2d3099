//! Any language without a grammar: programs are lines.

use std::path::Path;

use super::room::Room;
use crate::ast::{NodeSet, SourceFile, Tree};
use crate::deletions::Style;

/// The room of languages without a grammar.
pub(super) struct Lines;

impl Room for Lines {
    fn style(&self) -> &'static Style {
        &Style::BRACES
    }

    /// Deleted lines are left empty, so that the others stay where they are.
    fn text_of(&self, program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
        let file = |(file_idx, source): (usize, &SourceFile)| {
            let mut text = source.text.clone();
            for node in program.file_nodes(file_idx).rev().filter(|&node| !keep.contains(node)) {
                let line = program.line_index(file_idx).line_bytes(program.line(node)).unwrap_or_default();
                let n_ends =
                    text[line.clone()].len() - text[line.clone()].trim_end_matches(['\r', '\n']).len();
                text.replace_range(line.start..line.end - n_ends, "");
            }
            SourceFile::new(&source.path, text)
        };
        program.files().enumerate().map(file).collect()
    }

    fn compile(&self, _paths: &[&Path]) -> Vec<Vec<String>> {
        Vec::new()
    }
}
