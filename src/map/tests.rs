//! Mapping small slices, as tables.

use super::*;
use crate::ast::SourceFile;
use crate::language::Language;

fn tree(language: Language, text: &str) -> Tree {
    Tree::parse(language, &[SourceFile::new("program", text)])
}

/// Maps and compares the kept leaves, written with their line: `X@1 1@2`.
fn check(language: Language, program: &str, slice: &str, expected: &str, n_foreign: usize) {
    let (program, slice) = (tree(language, program), tree(language, slice));
    let options = MapOptions { helpers: vec!["funundef".to_owned()] };
    let mapping = map(&program, &slice, &options);
    let leaves: Vec<String> = mapping
        .kept
        .iter()
        .filter(|&node| program.subtree(node).len() == 1 && program.kind(node) != "guard")
        .filter(|&node| !program.label(node).is_empty())
        .map(|node| format!("{}@{}", program.label(node), program.line(node)))
        .collect();
    assert_eq!(leaves.join(" "), expected);
    assert_eq!(mapping.n_invented(&slice) + mapping.n_rewritten(&slice), n_foreign);
}

#[test]
fn placeholders_show_which_of_two_equal_arguments_stayed() {
    check(Language::Erlang, "f(X) -> g(X, X).", "f(X) ->\n  g(undef, X).", "X@1 g@1 X@1", 0);
    let program = tree(Language::Erlang, "f(X) -> g(X, X).");
    let slice = tree(Language::Erlang, "f(X) ->\n  g(undef, X).");
    let mapping = map(&program, &slice, &MapOptions::default());
    assert!(mapping.ambiguous.is_empty());
    let last = program.ids().last().expect("has nodes");
    assert!(mapping.kept.contains(last));
}

#[test]
fn equal_siblings_without_evidence_are_ambiguous() {
    let program = tree(Language::JavaScript, "f();\nf();\ng();\n");
    let reprinted = tree(Language::JavaScript, "f(); g();");
    assert!(!map(&program, &reprinted, &MapOptions::default()).ambiguous.is_empty());
    let in_place = tree(Language::JavaScript, "\nf();\ng();\n");
    let mapping = map(&program, &in_place, &MapOptions::default());
    assert!(mapping.ambiguous.is_empty());
    assert!(mapping.kept.iter().all(|node| program.line(node) > 1));
}

#[test]
fn deleted_ancestors_are_allowed() {
    check(Language::JavaScript, "if (c) { x = 1; }\ny = 2;", "x = 1; y = 2", "x@1 1@1 y@2 2@2", 0);
    check(
        Language::C,
        "int f(int a) { return a + b + c; }",
        "int f(int a) { return a + c; }",
        "a@1 a@1 c@1",
        0,
    );
}

#[test]
fn helpers_and_renamed_modules_are_not_invented() {
    let program = "-module(a).\nf(X) -> h(X, 1).\nh(A, _) -> A.\n";
    let slice = "-module(b).\nf(X) -> funundef(X, undef).\nfunundef(_, _) -> undef.\n";
    check(Language::Erlang, program, slice, "X@2 X@2", 0);
}

#[test]
fn foreign_code_is_told_from_code_in_other_words() {
    check(Language::C, "void f() { s = s + i; }", "void f() { s += i; }", "s@1 i@1", 1);
    check(Language::Python, "x = 1\n", "x = 1\ny = 2\n", "x@1 1@1", 3);
}

#[test]
fn what_is_around_the_leftmost_image_is_in_doubt_too() {
    let program = tree(Language::R, "cost <- function() {\n  amount <- 2\n}\ntotal <- 3\n");
    let options = crate::ast::ParseOptions { placeholders: vec!["sliced".to_owned()] };
    let slice = Tree::parse_with(Language::R, &[SourceFile::new("program", "sliced <- sliced")], &options);
    let mapping = map(&program, &slice, &MapOptions::default());
    let assignments: Vec<NodeId> = program.ids().filter(|&node| program.label(node) == "_<-_").collect();
    assert_eq!(mapping.ambiguous.iter().collect::<Vec<_>>(), assignments);
    assert_eq!(assignments.len(), 3);
}
