//! Laws of the mapping in every language: the criterion first, definitions in any order, one quality at any size.

use std::ops::Range;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::random::Random;

use crate::support::SUITE;

fn tree(language: Language, text: &str) -> Tree {
    Tree::parse(language, &[SourceFile::new("program", text)])
}

/// Statements of each language that use `x` once, between what a program needs around them.
const REPEATED: [(Language, &str, &str, &str); 6] = [
    (Language::C, "int f(int y) {\n", "  g(x);\n", "}\n"),
    (Language::Erlang, "f(Y) ->\n", "  g(X),\n", "  Y.\n"),
    (Language::Java, "class A { void f(int y) {\n", "  g(x);\n", "} }\n"),
    (Language::JavaScript, "", "g(x);\n", ""),
    (Language::Python, "", "g(x)\n", ""),
    (Language::R, "", "g(x)\n", ""),
];

/// The class: equal code that was printed anew, wherever the criterion is in it, and whatever the lines are by chance.
#[apply(test)]
fn of_equal_code_that_with_the_criterion_is_kept() {
    for (language, before, statement, after) in REPEATED {
        let program = tree(language, &format!("{before}{}{after}", statement.repeat(5)));
        let variable = if language == Language::Erlang { "X" } else { "x" };
        let uses = program.ids().filter(|&node| program.text(node) == variable);
        let uses: Vec<NodeId> = uses.filter(|&node| program.is_counted(node)).collect();
        assert_eq!(uses.len(), 5, "{language}");
        for n_left in 1..=5 {
            let text = format!("{before}{}{after}", statement.repeat(n_left));
            // None of these lines is an old one, apart from those of a beginning.
            for text in [text.clone(), format!("{}{text}", "\n".repeat(9))] {
                let slice = tree(language, &text);
                for &criterion in &uses {
                    let mapping = map(&program, &slice, &MapOptions::of_criterion(&[criterion]));
                    assert!(
                        mapping.kept.contains(criterion),
                        "{language}, {n_left} left of line {}",
                        program.line(criterion)
                    );
                    assert_eq!(mapping.kept.len(), slice.n_counted(), "{language}");
                }
            }
        }
    }
}

/// Definitions beside each other.
fn definitions(program: &Tree) -> Vec<Vec<NodeId>> {
    let roots = program.roots(0).collect::<Vec<NodeId>>();
    let inner = program.ids().map(|node| program.children(node).collect());
    let mut found = Vec::new();
    for siblings in std::iter::once(roots).chain(inner) {
        let is_definition = |node: &NodeId| program.flags(*node).has(Flags::DEFINITION);
        let definitions: Vec<NodeId> = siblings.into_iter().filter(is_definition).collect();
        if definitions.len() > 1 {
            found.push(definitions);
        }
    }
    found
}

/// The text with what stands in these ranges in another order.
fn reordered(text: &str, ranges: &[Range<usize>], order: &[usize]) -> String {
    let mut found = String::new();
    let mut from = 0;
    for (range, &other) in ranges.iter().zip(order) {
        found.push_str(&text[from..range.start]);
        found.push_str(&text[ranges[other].clone()]);
        from = range.end;
    }
    found + &text[from..]
}

/// The class: functions of a module, methods of a class, functions of a script that run when they are called.
#[apply(test)]
fn the_order_of_definitions_means_nothing() {
    let mut random = Random::new(11);
    let mut languages = std::collections::BTreeSet::new();
    for benchmark in &SUITE.benchmarks {
        let program = &*benchmark.tree;
        if program.files().len() != 1 {
            continue;
        }
        for siblings in definitions(program) {
            let ranges: Vec<Range<usize>> = siblings.iter().map(|&node| program.span(node)).collect();
            let mut order: Vec<usize> = (0..ranges.len()).collect();
            (1..order.len()).rev().for_each(|idx| order.swap(idx, random.below(idx + 1)));
            let text = reordered(&program.file(0).text, &ranges, &order);
            let slice = tree(program.language(), &text);
            // Text of one definition may end where another one must go on.
            if !slice.problems().is_empty() || slice.n_counted() != program.n_counted() {
                continue;
            }
            languages.insert(program.language());
            let mapping = map(program, &slice, &MapOptions::default());
            assert_eq!(mapping.kept, program.counted(), "{}: {order:?}", benchmark.id);
            assert!(mapping.ambiguous.is_empty(), "{}: {order:?}", benchmark.id);
        }
    }
    // A function of R is a value that a variable gets, and what a variable gets when is a matter of order.
    assert_eq!(languages.len(), Language::ALL.len() - 1, "{languages:?}");
}

/// Share of the answer's nodes that are kept of `n` statements which are the program's but for their numbers.
fn quality(n: usize, step: usize, first: usize) -> f64 {
    let text = |step: usize, first: usize| -> String {
        (0..n).map(|i| format!("x{} = x{} + {}\n", i % 7, (i * 3) % 7, i * step % 5 + first)).collect()
    };
    let (program, slice) = (tree(Language::Python, &text(1, 0)), tree(Language::Python, &text(step, first)));
    let mapping = map(&program, &slice, &MapOptions::default());
    mapping.kept.len() as f64 / slice.n_counted() as f64
}

/// The class: long answers with foreign code everywhere and no tree that occurs once.
#[apply(test)]
fn quality_does_not_fall_with_size() {
    for (step, first) in [(1, 5), (2, 0), (3, 0), (1, 2)] {
        let small = quality(200, step, first);
        for n in [400, 1_000, 1_500, 4_000] {
            let large = quality(n, step, first);
            assert!(large > small - 0.02, "{small:.3} of 200 statements, {large:.3} of {n}");
        }
    }
}

/// The class: equal nodes nested in one another, deeper than any recursion could go, of which some are gone.
#[apply(test)]
fn equal_nodes_in_one_another_are_all_found() {
    for (language, before, after) in [
        (Language::Python, "x = ", "\n"),
        (Language::Erlang, "g(X) -> ", ".\n"),
        (Language::C, "int y = ", ";\n"),
    ] {
        let text = |depth: usize| format!("{before}{}x{}{after}", "f(".repeat(depth), ")".repeat(depth));
        for (depth, n_left) in [(60, 30), (60, 59), (5_000, 2_500), (5_000, 3)] {
            let (program, slice) = (tree(language, &text(depth)), tree(language, &text(n_left)));
            let mapping = map(&program, &slice, &MapOptions::default());
            assert_eq!(mapping.kept.len(), slice.n_counted(), "{language}, {n_left} of {depth}");
            assert!(!mapping.ambiguous.is_empty(), "{language}, {n_left} of {depth}");
        }
    }
}
