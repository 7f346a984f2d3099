//! Large programs for the benchmarks: copies of a suite program under other names.

use std::path::Path;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;

/// Suite program that is copied, by language.
fn model(language: Language) -> (&'static str, &'static [&'static str]) {
    match language {
        Language::C => ("c/order/program.c", &["main", "add_item", "order"]),
        Language::Erlang => ("erlang/stack-machine/program.erl", &["main", "run", "step", "top", "report"]),
        Language::Java => ("java/account/Program.java", &["Program", "main"]),
        Language::JavaScript => ("javascript/payroll/program.js", &["parse", "entries"]),
        Language::Python => ("python/stock/program.py", &["parse", "total"]),
        Language::R => ("r/orders/program.R", &["parse", "cost", "digits", "banner", "orders", "total"]),
        Language::Lines(name) => unreachable!("the suite has no program in {name}"),
    }
}

/// The text with each of these names followed by the number of the copy.
fn renamed(text: &str, names: &[&str], copy: usize) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut result = String::with_capacity(text.len() + text.len() / 8);
    for part in text.split_inclusive(|c: char| !is_word(c)) {
        let word = part.trim_end_matches(|c: char| !is_word(c));
        result.push_str(word);
        if names.contains(&word) {
            result.push_str(&format!("_{copy}"));
        }
        result.push_str(&part[word.len()..]);
    }
    result
}

/// A program of at least this many lines.
pub(crate) fn program(language: Language, n_lines: usize) -> SourceFile {
    let (path, names) = model(language);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let text = std::fs::read_to_string(folder.join(path)).expect("the suite has its programs");
    let n_copies = n_lines.div_ceil(text.lines().count());
    let copies: Vec<String> = (0..n_copies).map(|copy| renamed(&text, names, copy)).collect();
    SourceFile::new("program", copies.join("\n"))
}

/// The file as a tree.
pub(crate) fn tree(language: Language, file: &SourceFile) -> Tree {
    Tree::parse(language, std::slice::from_ref(file))
}
