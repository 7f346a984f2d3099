//! Candidates a second on a program of about 150 nodes, once the virtual machines run.
//!
//! Measured with two workers on two cores that other work kept busy, 137 nodes and 7 inputs: 181 000 verdicts a
//! second (155 000 to 213 000), 95 900 with what they consulted (87 500 to 105 000).

use bench_slicers::deletions::{Candidate, DeletionId, Deletions};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::Question;
use bench_slicers::suite::{Suite, Task};

#[path = "common/measure.rs"]
mod measure;
use measure::measure;

/// Pairs of deletions, what a search asks most: how many of them, of programs in C each in a process of its own.
const N_CANDIDATES: [(Language, usize); 2] = [(Language::Erlang, 20_000), (Language::C, 2_000)];

/// The criterion whose program's size is nearest to 150 nodes.
fn task(suite: &Suite, language: Language) -> Task<'_> {
    let tasks = suite.tasks().filter(|task| task.benchmark.language == language);
    tasks
        .min_by_key(|task| task.benchmark.tree.n_counted().abs_diff(150))
        .expect("the suite has programs of the language")
}

fn candidates(deletions: &Deletions, n_candidates: usize) -> Vec<Candidate> {
    let n_deletions = deletions.all().len();
    (0..n_candidates)
        .map(|idx| {
            let (one, other) = (idx % n_deletions, (idx * 31 + idx / n_deletions) % n_deletions);
            [one as DeletionId, other as DeletionId].into_iter().collect()
        })
        .collect()
}

fn main() {
    let suite = Suite::embedded().expect("the embedded suite");
    for (language, n_candidates) in N_CANDIDATES {
        judge(task(&suite, language), n_candidates);
    }
}

fn judge(task: Task<'_>, n_candidates: usize) {
    let entry = task.benchmark.entry_point().expect("an entry point").to_owned();
    let question = Question::new(task.criterion.nodes.clone(), entry);
    let mut oracle = match languages::oracle(&task.benchmark.tree, &question) {
        Ok(oracle) => oracle,
        Err(error) => {
            eprintln!("skipped: {error}");
            return;
        }
    };
    oracle.add_inputs(&task.benchmark.inputs).expect("the inputs of the benchmark");
    let candidates = candidates(oracle.deletions(), n_candidates);
    let name = format!("{} ({} nodes)", task.id(), task.benchmark.tree.n_counted());
    for (with, consulted) in [("", false), (", with what they consulted", true)] {
        measure(&format!("{name}{with}"), n_candidates, "verdicts", || {
            oracle.judge(&candidates, consulted).expect("judged")
        });
    }
}
