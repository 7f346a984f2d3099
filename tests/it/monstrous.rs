//! Answers that a broken slicer prints: brackets without end, one line a hundred thousand times.
//!
//! Time is bounded generously. What these tests forbid is work that grows with the square of the answer,
//! which takes minutes where linear work takes a second.

use std::time::{Duration, Instant};

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map, n_common_range};

const BOUND: Duration = Duration::from_secs(10);

const PYTHON: &str = include_str!("../../suite/python/stock/program.py");
const JAVASCRIPT: &str = include_str!("../../suite/javascript/payroll/program.js");
const C: &str = include_str!("../../suite/c/order/program.c");
const R: &str = include_str!("../../suite/r/orders/program.R");

/// Parses and maps an answer of at least so many nodes, of which nearly all are invented.
fn check(language: Language, program: &str, answer: String, n_nodes: usize) {
    let program = Tree::parse(language, &[SourceFile::new("program", program)]);
    let started = Instant::now();
    let slice = Tree::parse(language, &[SourceFile::new("program", answer)]);
    let mapping = map(&program, &slice, &MapOptions::default());
    let (least, most) = n_common_range(&program, &slice, &mapping, &program.counted());
    let taken = started.elapsed();
    assert!(slice.len() >= n_nodes, "{language}: {} nodes", slice.len());
    assert!(least <= most && most <= program.n_counted());
    assert!(mapping.n_invented(&slice) + program.len() >= slice.n_counted(), "{language}");
    assert!(taken < BOUND, "{language}: {} nodes took {taken:?}", slice.len());
}

#[test]
fn brackets_without_end_take_linear_time() {
    let brackets = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    check(Language::Python, PYTHON, brackets(120_000), 120_000);
    check(Language::JavaScript, JAVASCRIPT, brackets(120_000), 120_000);
}

#[test]
fn nested_statements_and_operators_take_linear_time() {
    check(Language::C, C, format!("{}x = 1;", "if (x) ".repeat(40_000)), 120_000);
    check(Language::Python, PYTHON, format!("x = 1{}\n", " + x".repeat(60_000)), 120_000);
}

#[test]
fn one_line_over_and_over_takes_linear_time() {
    check(Language::Python, PYTHON, "x = 1\n".repeat(60_000), 180_000);
    check(Language::R, R, "x <- 1\n".repeat(60_000), 180_000);
    check(Language::C, C, "f(x);\n".repeat(60_000), 180_000);
}
