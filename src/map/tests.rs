//! Mapping small slices, as tables.

use super::*;
use crate::ast::{Flags, SourceFile};
use crate::language::Language;

fn tree(language: Language, text: &str) -> Tree {
    Tree::parse(language, &[SourceFile::new("program", text)])
}

/// Maps and compares the kept leaves, written with their line: `X@1 1@2`.
fn check(language: Language, program: &str, slice: &str, expected: &str, n_foreign: usize) {
    let (program, slice) = (tree(language, program), tree(language, slice));
    let options = MapOptions { helpers: vec!["funundef".to_owned()], ..MapOptions::default() };
    let mapping = map(&program, &slice, &options);
    let leaves: Vec<String> = mapping
        .kept
        .iter()
        .filter(|&node| program.subtree(node).len() == 1 && !program.own_token(node).is_empty())
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
fn a_list_cell_is_where_its_element_is() {
    let program = tree(Language::Erlang, "f() -> [[], [1], [2, 3]].");
    let slice = tree(Language::Erlang, "f() -> [    [1], undef].");
    let mapping = map(&program, &slice, &MapOptions::default());
    assert!(mapping.ambiguous.is_empty());
    let cells = program.ids().filter(|&node| program.flags(node).has(Flags::CELL));
    let deleted: Vec<&str> =
        cells.filter(|&cell| !mapping.kept.contains(cell)).map(|cell| program.text(cell)).collect();
    assert_eq!(deleted, ["[[], [1], [2, 3]]", "[2, 3]", "3]"]);
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
fn what_would_have_to_leave_more_of_its_ancestors_is_not_in_doubt() {
    let program = tree(Language::R, "cost <- function() {\n  amount <- 2\n}\ntotal <- 3\n");
    let options = crate::ast::ParseOptions { placeholders: vec!["sliced".to_owned()], ..Default::default() };
    let slice = Tree::parse_with(Language::R, &[SourceFile::new("program", "sliced <- sliced")], &options);
    let mapping = map(&program, &slice, &MapOptions::default());
    let assignments: Vec<NodeId> = program.ids().filter(|&node| program.label(node) == "_<-_").collect();
    assert_eq!(assignments.len(), 3);
    assert_eq!(mapping.ambiguous.iter().collect::<Vec<_>>(), [assignments[0], assignments[2]]);
}

#[test]
fn a_leaf_in_an_old_line_by_chance_says_nothing() {
    let program = "\nint f(int c)\n{\n    return c;\n}\n";
    let slice = "/* printed anew */\n\n\nint f(int c) { }\n";
    let (program, slice) = (tree(Language::C, program), tree(Language::C, slice));
    let mapping = map(&program, &slice, &MapOptions::default());
    assert_eq!(mapping.kept.iter().collect::<Vec<_>>(), [0, 1]);
    assert!(mapping.ambiguous.is_empty());
}

#[test]
fn every_place_of_a_node_is_found_and_no_other() {
    let program = tree(Language::JavaScript, "a(); f(x); f(x); b(x);");
    let slice = tree(Language::JavaScript, "\n\na(); f(x); b(x);");
    let mapping = map(&program, &slice, &MapOptions::default());
    let in_doubt: Vec<&str> = mapping.ambiguous.iter().map(|node| program.text(node)).collect();
    assert_eq!(in_doubt, ["f(x)", "f", "x", "f(x)", "f", "x"]);
    assert_eq!(mapping.kept.len(), slice.n_counted());
}

#[test]
fn code_that_a_lost_bracket_swallows_is_found_where_it_was() {
    let program = "f <- function(a) {\n  g(a)\n}\nh <- function(b) {\n  k(b, 1)\n}\n".repeat(400);
    let broken = program.replacen("  g(a)\n", "  g(a\n", 1);
    let (program, slice) = (tree(Language::R, &program), tree(Language::R, &broken));
    assert!(program.len() > 5_000 && !slice.problems().is_empty());
    let mapping = map(&program, &slice, &MapOptions::default());
    assert!(
        mapping.kept.len() * 10 >= slice.n_counted() * 9,
        "{} of {}",
        mapping.kept.len(),
        slice.n_counted()
    );
}

/// What a search of all pairs keeps, without regard to definitions.
fn n_searched(program: &Tree, slice: &Tree) -> usize {
    let roots = |tree: &Tree| tree.roots(0).collect::<Vec<NodeId>>();
    let is_counted = |p: NodeId, s: NodeId| program.is_counted(p) && slice.is_counted(s);
    let gain = |p: NodeId, s: NodeId| {
        let same = program.key(p) == slice.key(s) && !slice.is_placeholder(s);
        exact::Gain::NONE
            .and(same && is_counted(p, s), exact::Gain::COUNTED)
            .and(same && !is_counted(p, s), exact::Gain::UNCOUNTED)
    };
    exact::embed((program, &roots(program)), None, (slice, &roots(slice)), &gain)
        .into_iter()
        .filter(|&(p, s)| is_counted(p, s))
        .count()
}

#[test]
fn no_more_can_be_mapped_of_a_broken_text() {
    for (language, text) in [
        (Language::Java, include_str!("../../suite/java/account/Program.java")),
        (Language::C, include_str!("../../suite/c/word-count/program.c")),
        (Language::JavaScript, include_str!("../../suite/javascript/payroll/program.js")),
    ] {
        let program = tree(language, text);
        for start in (0..text.len()).step_by(61) {
            let end = (start + 29).min(text.len());
            let slice = tree(language, &format!("{}{}", &text[..start], &text[end..]));
            let mapping = embed(&program, &slice, &MapOptions::default());
            if !slice.problems().is_empty() {
                assert_eq!(
                    mapping.kept.len(),
                    n_searched(&program, &slice),
                    "{language} without {start}..{end}"
                );
            }
        }
    }
}

#[test]
fn the_guard_of_an_if_does_not_tell_which_clause_is_left() {
    let program = "f(A) ->\n  if\n    A > 1 -> a;\n    true -> b\n  end.\n";
    let slice = "f(_) ->\n  if\n    true -> undef\n\n  end.\n";
    let (program, in_place) = (tree(Language::Erlang, program), tree(Language::Erlang, slice));
    let mapping = map(&program, &in_place, &MapOptions::default());
    let is_clause = |program: &Tree, node| {
        ["A > 1 -> a", "true -> b"].contains(&program.text(node)) && program.flags(node).has(Flags::STATEMENT)
    };
    let clauses: Vec<usize> = mapping
        .kept
        .iter()
        .filter(|&node| is_clause(&program, node))
        .map(|node| program.line(node))
        .collect();
    assert_eq!(clauses, [3]);
    let reprinted = tree(Language::Erlang, &slice.replace('\n', "\n\n"));
    let mapping = map(&program, &reprinted, &MapOptions::default());
    assert_eq!(mapping.ambiguous.iter().filter(|&node| is_clause(&program, node)).count(), 2);
}
