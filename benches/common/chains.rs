//! Programs of any size: stages of eight list functions each, of which the result needs the first stage or all.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::minimize::{SearchOptions, search};
use bench_slicers::oracle::Question;
use bench_slicers::suite::Input;

use crate::processor::processor_s;

/// Functions in a stage: one function clause has room for few variables.
const STAGE: usize = 8;

/// How much of a program its last value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needed {
    /// The first function.
    Few,
    /// All functions.
    All,
}

impl Needed {
    fn name(self) -> &'static str {
        match self {
            Needed::Few => "few",
            Needed::All => "all",
        }
    }
}

/// One list function: maps, filters, folds, drops every second.
fn function(idx: usize) -> String {
    let (step, least) = (idx % 5 + 1, idx % 3);
    match idx % 4 {
        0 => format!("f{idx}([H | T]) -> [(H * {step} + 1) rem 101 | f{idx}(T)];\nf{idx}([]) -> [].\n"),
        1 => format!(
            "f{idx}([H | T]) when H > {least} -> [H | f{idx}(T)];\nf{idx}([_ | T]) -> f{idx}(T);\nf{idx}([]) -> [].\n"
        ),
        2 => format!(
            "f{idx}(L) -> f{idx}(L, {step}).\nf{idx}([H | T], Sum) -> [Sum | f{idx}(T, (Sum + H) rem 97)];\nf{idx}([], _) -> [].\n"
        ),
        _ => format!("f{idx}([A, B | T]) ->\n    C = A + B,\n    [C, B | f{idx}(T)];\nf{idx}(L) -> L.\n"),
    }
}

/// A module with `n_functions` list functions; its last line is the value of `Result`.
fn program(n_functions: usize, needed: Needed) -> String {
    let mut text = String::from("-module(chain).\n-export([main/1]).\n");
    let n_stages = n_functions.div_ceil(STAGE);
    text.push_str("main(S0) ->\n");
    for stage in 1..=n_stages {
        writeln!(text, "    S{stage} = stage{stage}(S{}),", stage - 1).expect("a string");
    }
    let last = if needed == Needed::All { n_stages } else { 1 };
    writeln!(text, "    Result = lists:sum(S{last}),\n    Result.").expect("a string");
    for stage in 1..=n_stages {
        let functions = (stage - 1) * STAGE..(stage * STAGE).min(n_functions);
        writeln!(text, "stage{stage}(A{}) ->", functions.start).expect("a string");
        for idx in functions.clone() {
            writeln!(text, "    A{} = f{idx}(A{idx}),", idx + 1).expect("a string");
        }
        // What the first function gives is what the first stage gives.
        let result = if stage == 1 && needed == Needed::Few { 1 } else { functions.end };
        writeln!(text, "    A{result}.").expect("a string");
        functions.for_each(|idx| text.push_str(&function(idx)));
    }
    text
}

/// Inputs that every function meets: lists of no, one, some elements.
fn inputs() -> [&'static str; 8] {
    [
        "[]",
        "[0]",
        "[1]",
        "[2, 1]",
        "[5, 0, 7]",
        "[3, 1, 4, 1, 5]",
        "[100, 50, 25, 12]",
        "[9, 8, 7, 6, 5, 4, 3]",
    ]
}

/// Numbers of functions: programs of about 140, 330, 1,100 and 3,200 nodes.
const SIZES: [usize; 4] = [4, 10, 35, 103];
/// Searches of a small program are repeated for so many seconds of processor time.
const AT_LEAST_S: f64 = 0.5;

/// Depth 1 on programs of all sizes: processor time of this process and its virtual machines, inputs given, and the
/// exponent of the line through the logarithms.
pub(crate) fn measure() {
    println!(
        "{:8} {:>6} {:>6} {:>10} {:>10} {:>8} {:>9}",
        "needed", "nodes", "kept", "open s", "search s", "judged", "wall s"
    );
    for needed in [Needed::Few, Needed::All] {
        let rows: Vec<(f64, f64, f64)> = SIZES.iter().map(|&size| row(size, needed)).collect();
        let search: Vec<(f64, f64)> = rows.iter().map(|&(n_nodes, _, search)| (n_nodes, search)).collect();
        let both: Vec<(f64, f64)> =
            rows.iter().map(|&(n_nodes, open, search)| (n_nodes, open + search)).collect();
        println!(
            "{}: processor time of the search grows like n^{:.2}, with opening the oracle n^{:.2}",
            needed.name(),
            exponent(&search),
            exponent(&both)
        );
    }
}

/// Nodes, seconds of opening the oracle, seconds of the search.
fn row(n_functions: usize, needed: Needed) -> (f64, f64, f64) {
    let file = SourceFile::new("chain.erl", program(n_functions, needed));
    let tree = Tree::parse(Language::Erlang, std::slice::from_ref(&file));
    let criterion = tree.ids().rfind(|&node| tree.text(node) == "Result").expect("the criterion");
    let question = Question::new(vec![criterion], "main/1".to_owned());
    let inputs: Vec<Input> =
        inputs().map(|arg| Input { args: vec![arg.to_owned()], stdin: String::new() }).into();
    let options = SearchOptions { max_nodes: Some(1), ..SearchOptions::default() };
    // The virtual machines start.
    drop(languages::oracle(&tree, &question).expect("Erlang is installed"));
    let (mut open_s, mut search_s, mut n_runs) = (0.0, 0.0, 0);
    let begun = Instant::now();
    let mut last = None;
    while n_runs == 0 || open_s + search_s < AT_LEAST_S {
        let start = processor_s();
        let mut oracle = languages::oracle(&tree, &question).expect("Erlang is installed");
        oracle.add_inputs(&inputs).expect("the original runs");
        let opened = processor_s();
        last = Some(search(oracle.as_mut(), &options, &mut |_| ControlFlow::Continue(())).expect("a slice"));
        open_s += opened - start;
        search_s += processor_s() - opened;
        n_runs += 1;
    }
    let found = last.expect("at least one run");
    let n_runs = f64::from(n_runs);
    println!(
        "{:8} {:>6} {:>6} {:>10.4} {:>10.4} {:>8} {:>9.3}",
        needed.name(),
        tree.n_counted(),
        found.kept.len(),
        open_s / n_runs,
        search_s / n_runs,
        found.n_candidates + found.n_ahead,
        begun.elapsed().as_secs_f64() / n_runs
    );
    (tree.n_counted() as f64, open_s / n_runs, search_s / n_runs)
}

/// Slope of the least squares through the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(n, s)| (n.ln(), s.max(1e-6).ln())).collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| logs.iter().map(pick).sum::<f64>() / logs.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread
}
