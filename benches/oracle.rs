//! Candidates a second once the runtimes run: of a program of the suite with about 150 nodes in Erlang and C, and of
//! one program with 60 and with 400 nodes and five inputs in the other languages and C.
//!
//! `cargo bench --bench oracle [-- PART-OF-NAME …]`. Two figures: by the clock, with the workers that a search has, and
//! by the processor, which is for one core and the same on a machine that does other work.
//!
//! Measured with two workers on two cores that other work kept busy, Erlang, 137 nodes and 7 inputs: 181 000 verdicts a
//! second by the clock (155 000 to 213 000), 95 900 with what they consulted (87 500 to 105 000).

use bench_slicers::ast::Tree;
use bench_slicers::deletions::{Candidate, DeletionId, Deletions};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::Question;
use bench_slicers::suite::{Input, Suite, Task};

#[path = "common/measure.rs"]
mod measure;
#[path = "common/processor.rs"]
mod processor;
#[path = "common/scripts.rs"]
mod scripts;
use measure::{is_chosen, measure};
use processor::processor_s;

/// Pairs of deletions, what a search asks most: how many of them.
const N_CANDIDATES: [(Language, usize); 2] = [(Language::Erlang, 20_000), (Language::C, 10_000)];

/// The same for the scripts.
const N_OF_SCRIPTS: [(Language, usize); 5] = [
    (Language::C, 10_000),
    (Language::Java, 10_000),
    (Language::JavaScript, 10_000),
    (Language::Python, 20_000),
    (Language::R, 2_000),
];

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
        let task = task(&suite, language);
        let entry = task.benchmark.entry_point().expect("an entry point").to_owned();
        let question = Question::new(task.criterion.nodes.clone(), entry);
        judge(&task.id(), &task.benchmark.tree, &question, &task.benchmark.inputs, n_candidates);
    }
    for (language, n_candidates) in N_OF_SCRIPTS {
        for n_nodes in [60, 400] {
            let (program, criterion) = scripts::script_of(language, n_nodes);
            let entry = languages::room(language).exported(&program).swap_remove(0);
            let question = Question::new(vec![criterion], entry);
            judge(language.name(), &program, &question, &scripts::inputs(), n_candidates);
        }
    }
}

fn judge(id: &str, program: &Tree, question: &Question, inputs: &[Input], n_candidates: usize) {
    let name = format!("{id} ({} nodes)", program.n_counted());
    if !is_chosen(&name) {
        return;
    }
    let mut oracle = match languages::oracle(program, question) {
        Ok(oracle) => oracle,
        Err(error) => {
            eprintln!("skipped: {error}");
            return;
        }
    };
    oracle.add_inputs(inputs).expect("the inputs of the benchmark");
    let candidates = candidates(oracle.deletions(), n_candidates);
    for (with, consulted) in [("", false), (", with what they consulted", true)] {
        let (begun, mut n_judged) = (processor_s(), 0);
        measure(&format!("{name}{with}"), n_candidates, "verdicts", || {
            n_judged += candidates.len();
            oracle.judge(&candidates, consulted).expect("judged")
        });
        println!("    {:.0} verdicts a second of processor time", n_judged as f64 / (processor_s() - begun));
    }
}
