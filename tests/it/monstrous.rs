//! Answers that a broken slicer prints: brackets without end, one line a hundred thousand times.
//!
//! Work that grows with the square of the answer takes minutes where linear work takes a second. So an answer is
//! compared with one of an eighth of its size, by the processor time of the thread that reads them.

use std::time::Duration;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map};

/// Eight times as long is linear, 64 times is quadratic.
const MOST_TIMES: u32 = 24;

const PYTHON: &str = include_str!("../../suite/python/stock/program.py");
const JAVASCRIPT: &str = include_str!("../../suite/javascript/payroll/program.js");
const C: &str = include_str!("../../suite/c/order/program.c");
const R: &str = include_str!("../../suite/r/orders/program.R");

fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes one `timespec`, which `time` is.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(result, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Parses and maps an answer of at least so many nodes, of which nearly all are invented; the time it took.
fn mapped(program: &Tree, answer: String, n_nodes: usize) -> Duration {
    let language = program.language();
    let start = processor_time();
    let slice = Tree::parse(language, &[SourceFile::new("program", answer)]);
    let mapping = map(program, &slice, &MapOptions::default());
    let nearest = mapping.nearest(program, &slice, &MapOptions::default(), &program.counted());
    let (least, most) = (nearest.n_least, nearest.mapping.kept.len());
    let taken = processor_time() - start;
    assert!(slice.len() >= n_nodes, "{language}: {} nodes", slice.len());
    assert!(least <= most && most <= program.n_counted());
    assert!(mapping.n_invented(&slice) + program.len() >= slice.n_counted(), "{language}");
    taken
}

/// Checks that time grows as the answer does; `answer` repeats its part so often.
fn check(
    language: Language,
    program: &str,
    answer: impl Fn(usize) -> String,
    n_times: usize,
    n_nodes: usize,
) {
    let program = Tree::parse(language, &[SourceFile::new("program", program)]);
    let small = mapped(&program, answer(n_times / 8), n_nodes / 8);
    let large = mapped(&program, answer(n_times), n_nodes);
    assert!(large < small * MOST_TIMES, "{language}: {small:?} for an eighth, {large:?} for the whole");
}

#[apply(test)]
fn brackets_without_end_take_linear_time() {
    let brackets = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    check(Language::Python, PYTHON, brackets, 120_000, 120_000);
    check(Language::JavaScript, JAVASCRIPT, brackets, 120_000, 120_000);
}

#[apply(test)]
fn nested_statements_and_operators_take_linear_time() {
    check(Language::C, C, |n| format!("{}x = 1;", "if (x) ".repeat(n)), 40_000, 120_000);
    check(Language::Python, PYTHON, |n| format!("x = 1{}\n", " + x".repeat(n)), 60_000, 120_000);
}

#[apply(test)]
fn programs_without_a_line_end_take_linear_time() {
    check(Language::JavaScript, JAVASCRIPT, |n| "x = é;".repeat(n), 60_000, 180_000);
}

#[apply(test)]
fn one_line_over_and_over_takes_linear_time() {
    check(Language::Python, PYTHON, |n| "x = 1\n".repeat(n), 60_000, 180_000);
    check(Language::R, R, |n| "x <- 1\n".repeat(n), 60_000, 180_000);
    check(Language::C, C, |n| "f(x);\n".repeat(n), 60_000, 180_000);
}
