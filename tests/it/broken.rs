//! Broken source gives a tree and problems, never a panic.

use std::path::PathBuf;

use bench_slicers::ast::{SourceFile, Tree, concrete, decode};
use bench_slicers::language::Language;
use proptest::prelude::*;

use crate::support::{config, root};

/// Every program and gold slice of the suite, in a fixed order.
fn suite_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(root("suite"))
        .into_iter()
        .map(|entry| entry.expect("the suite can be listed").into_path())
        .filter(|path| Language::from_path(path).is_some())
        .collect();
    files.sort();
    files
}

fn parse(language: Language, text: &str) -> Tree {
    Tree::parse(language, &[SourceFile::new("program", text)])
}

/// What every tree promises, whatever it was made from.
fn check_tree(tree: &Tree) {
    let mut end_of_previous_root = 0;
    for node in tree.ids() {
        let subtree = tree.subtree(node);
        assert!(subtree.start == node && subtree.end as usize <= tree.len());
        let span = tree.span(node);
        assert!(tree.file(0).text.get(span.clone()).is_some(), "span {span:?} cuts a character");
        assert!(tree.position(0, tree.own_offset(node)).line >= 1);
        match tree.parent(node) {
            Some(parent) => assert!(tree.subtree(parent).contains(&node)),
            None => {
                assert_eq!(node, end_of_previous_root, "roots follow each other");
                end_of_previous_root = subtree.end;
            }
        }
    }
    assert_eq!(end_of_previous_root as usize, tree.len());
    assert_eq!(tree.counted().len(), tree.n_counted());
}

#[apply(test)]
fn suite_files_parse_without_problems() {
    for path in suite_files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let tree = parse(Language::from_path(&path).unwrap(), &text);
        check_tree(&tree);
        assert_eq!(tree.problems(), [], "{}", path.display());
    }
}

/// Brackets do not balance after it, so no text without one of them is a program.
#[apply(test)]
fn a_program_without_one_of_its_closing_brackets_has_a_problem() {
    for path in
        suite_files().into_iter().filter(|path| path.file_stem().is_some_and(|stem| stem == "program"))
    {
        let language = Language::from_path(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let tree = parse(language, &text);
        let roots = tree.ids().filter(|&node| tree.parent(node).is_none());
        let roots: Vec<_> = roots.map(|root| tree.span(root)).collect();
        let closing = concrete(language, &text);
        let closing = closing.root().subtree().filter(|token| {
            !token.is_named()
                && matches!(token.kind(), ")" | "]" | "]]" | "}" | ">>" | "end")
                && &text[token.byte_range()] == token.kind()
                && roots.iter().any(|root| root.start <= token.start_byte() && token.end_byte() <= root.end)
        });
        let closing: Vec<_> = closing.map(|token| token.byte_range()).collect();
        for range in closing.iter().step_by(1 + closing.len() / 25) {
            let cut = format!("{} {}", &text[..range.start], &text[range.end..]);
            let what = format!("{}:{}: {}", path.display(), range.start, &text[range.clone()]);
            assert_ne!(parse(language, &cut).problems(), [], "{what}");
        }
    }
}

#[apply(test)]
fn truncations_of_suite_files_are_trees() {
    for path in suite_files() {
        let language = Language::from_path(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for end in (0..text.len()).step_by(7) {
            check_tree(&parse(language, &text[..text.floor_char_boundary(end)]));
        }
    }
}

#[apply(test)]
fn removing_any_stretch_of_a_suite_file_leaves_a_tree() {
    for path in suite_files() {
        let language = Language::from_path(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for start in (0..text.len()).step_by(101) {
            let start = text.floor_char_boundary(start);
            let end = text.floor_char_boundary((start + 29).min(text.len()));
            check_tree(&parse(language, &format!("{}{}", &text[..start], &text[end..])));
        }
    }
}

#[apply(test)]
fn empty_and_odd_texts_are_trees() {
    let odd = [
        "",
        " ",
        "\n",
        "\r\n",
        "\t",
        "\u{feff}",
        "\0",
        "}",
        "{",
        "(",
        "\"",
        "'",
        "`",
        "?",
        "??",
        "?X",
        "?X(",
        "-define(",
        "-define(X).",
        "-define(X, ",
        "-define(X, ?X).\nf() -> ?X.",
        "$",
        "$\\",
        "é",
        "🦀",
        "f(🦀)",
        "a\u{301}",
        "\\",
        "#{",
        "<<",
        "[|]",
        "[a|",
        "f(X) -> ?LINE",
        "fun",
        "if",
        "else",
        "%",
    ];
    for &language in Language::ALL {
        for text in odd {
            check_tree(&parse(language, text));
        }
    }
}

#[apply(test)]
fn deep_nesting_does_not_overflow_the_stack() {
    for (language, open, close) in [
        (Language::Erlang, "[", "]"),
        (Language::C, "{", "}"),
        (Language::Java, "(", ")"),
        (Language::Python, "(", ")"),
        (Language::JavaScript, "[", "]"),
        (Language::R, "f(", ")"),
    ] {
        let text = format!("{}{}", open.repeat(20_000), close.repeat(20_000));
        check_tree(&parse(language, &text));
    }
    let sum = format!("f() -> {}1.", "1 + ".repeat(20_000));
    assert_eq!(parse(Language::Erlang, &sum).n_counted(), 40_004);
}

proptest! {
    #![proptest_config(config(200))]

    #[apply(test)]
    fn random_bytes_are_trees(bytes in prop::collection::vec(any::<u8>(), 0..200), idx in 0..6usize) {
        let text = decode(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into_owned());
        check_tree(&parse(Language::ALL[idx], &text));
    }

    #[apply(test)]
    fn random_tokens_are_trees(
        tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..60),
        idx in 0..6usize,
    ) {
        check_tree(&parse(Language::ALL[idx], &tokens.join(" ")));
        check_tree(&parse(Language::ALL[idx], &tokens.concat()));
    }
}

const TOKENS: &[&str] = &[
    "f", "X", "1", "(", ")", "[", "]", "{", "}", ",", ";", ".", "->", "=", "+", "-", "?", "?X", "?MODULE",
    "-define", "-module", "\n", "\"", "'", "$a", "case", "of", "end", "if", "else", "fun", "try", "catch",
    "when", "|", "||", "<-", "<<", ">>", "#", ":", "def", "return", "class", "int", "function", "é", "%",
    "//", "/*", "_", "undef", "maybe", "receive", "after", "begin",
];
