//! Minimal slices of every Erlang criterion of the suite, once each, start of the virtual machines included.
//! `cargo bench --bench minimize [-- PART-OF-ID …]`; `SECONDS_EACH` limits the search without a limit of nodes.
//! `cargo bench --bench minimize -- chains` measures how depth 1 grows with the size of the program instead.
//!
//! One search runs through all depths, so that the time at which it had tried all sets of k nodes is that of a search for k nodes. A
//! minute of search cannot be repeated often enough for a distribution, so that one table is printed instead.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bench_slicers::inputs::{Hunt, InputOptions, generate};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::minimize::{Found, SearchEnd, SearchOptions, Stage, search};
use bench_slicers::oracle::Question;
use bench_slicers::suite::{Input, Suite, Task};

#[path = "common/chains.rs"]
mod chains;
#[path = "common/processor.rs"]
mod processor;

/// Depths with a column.
const DEPTHS: [usize; 6] = [1, 2, 3, 4, 5, 6];

/// What became of one criterion.
struct Row {
    id: String,
    n_nodes: usize,
    n_kept: usize,
    /// Looking for inputs.
    inputs_s: f64,
    /// Starting the oracle and giving it the inputs.
    start_s: f64,
    search_s: f64,
    n_candidates: u64,
    n_inferred: u64,
    /// What the search reached: the depth, or `None` for no limit.
    depth: Option<usize>,
    stages: Vec<Stage>,
}

impl Row {
    /// Seconds from the start of the oracle until all sets of up to `depth` nodes were tried; of a search without
    /// a limit that ended earlier, the seconds until then. `None` when it did not come so far.
    fn seconds(&self, depth: usize) -> Option<f64> {
        let stage = self.stages.iter().find(|stage| stage.depth == depth);
        let ended = self.depth.is_none().then_some(self.search_s);
        Some(self.start_s + stage.map(|stage| stage.wall_s).or(ended)?)
    }

    fn print(&self) {
        let times: String = DEPTHS.iter().map(|&depth| cell(self.seconds(depth))).collect();
        let reached = self.depth.map_or("unbounded".to_owned(), |depth| format!("{depth}"));
        println!(
            "{:34} {:>4} → {:>3} {:7.2} {:6.2}{times} {:9.2} {reached:>9} {:>10} {:>10}",
            self.id,
            self.n_nodes,
            self.n_kept,
            self.inputs_s,
            self.start_s,
            self.search_s,
            self.n_candidates,
            self.n_inferred,
        );
    }
}

fn cell(seconds: Option<f64>) -> String {
    seconds.map_or(format!("{:>9}", "–"), |seconds| format!("{seconds:9.3}"))
}

fn question(task: Task<'_>) -> Question {
    let entry = task.benchmark.entry.clone().expect("Erlang programs have an entry point");
    Question::new(task.criterion.nodes.clone(), entry)
}

fn inputs(task: Task<'_>) -> Vec<Input> {
    let question = question(task);
    let mut oracle = languages::oracle(&task.benchmark.tree, &question).expect("Erlang is installed");
    let given = &task.benchmark.inputs;
    let options = InputOptions::default();
    let mut hunt = Hunt::new(&task.benchmark.tree, &question.entry, options.seed);
    let going = &mut || ControlFlow::Continue(());
    generate(oracle.as_mut(), &mut hunt, given, &options, going).expect("inputs").inputs
}

fn minimized(task: Task<'_>, limit: Duration) -> Row {
    let begun = Instant::now();
    let inputs = inputs(task);
    let inputs_s = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let question = question(task);
    let mut oracle = languages::oracle(&task.benchmark.tree, &question).expect("Erlang is installed");
    oracle.add_inputs(&inputs).expect("the original runs");
    let start_s = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let mut watch = |_: &_| match begun.elapsed() < limit {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let found: Found = search(oracle.as_mut(), &SearchOptions::default(), &mut watch).expect("a slice");
    Row {
        id: task.id(),
        n_nodes: task.benchmark.tree.n_counted(),
        n_kept: found.kept.len(),
        inputs_s,
        start_s,
        search_s: begun.elapsed().as_secs_f64(),
        n_candidates: found.n_candidates,
        n_inferred: found.n_inferred,
        depth: (found.end != SearchEnd::Exhausted).then_some(found.depth),
        stages: found.stages,
    }
}

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if parts == ["chains"] {
        chains::measure();
        return;
    }
    let seconds = std::env::var("SECONDS_EACH").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let suite = Suite::embedded().expect("the embedded suite");
    let is_wanted = |task: &Task<'_>| {
        let is_named = parts.is_empty() || parts.iter().any(|part| task.id().contains(part.as_str()));
        task.benchmark.language == Language::Erlang && is_named
    };
    let heads: String = DEPTHS.iter().map(|depth| format!("{:>9}", format!("≤{depth} s"))).collect();
    println!(
        "{:34} {:>10} {:>7} {:>6}{heads} {:>9} {:>9} {:>10} {:>10}",
        "criterion", "nodes", "inputs", "start", "search", "reached", "candidates", "inferred"
    );
    let limit = Duration::from_secs_f64(seconds);
    let mut rows = Vec::new();
    for task in suite.tasks().filter(is_wanted) {
        rows.push(minimized(task, limit));
        rows.last().expect("just added").print();
    }
    for depth in DEPTHS {
        let times: Vec<f64> = rows.iter().filter_map(|row| row.seconds(depth)).collect();
        let sum: f64 = times.iter().sum();
        println!("up to {depth} together: {sum:.3} s for {} of {} criteria", times.len(), rows.len());
    }
    let without: Vec<&str> =
        rows.iter().filter(|row| row.depth.is_some()).map(|row| row.id.as_str()).collect();
    println!("not finished without a limit in {seconds} s each: {}", without.join(" "));
}
