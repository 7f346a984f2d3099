//! Python programs as schemata and as compiled text: two opinions, one verdict.

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Oracle, Question, RunEnd, Trial, Verdict};
use bench_slicers::suite::Input;

use crate::deletions::random_candidate;
use crate::harness::is_slow;
use crate::oracle::{check_agreement, drawn, essence};
use crate::support::SUITE;

fn parse(text: &str) -> Tree {
    Tree::parse(Language::Python, &[SourceFile::new("program.py", text)])
}

/// The last node with this text.
fn node(program: &Tree, text: &str) -> NodeId {
    program.ids().rev().find(|&node| program.text(node) == text).expect("is a node")
}

fn open<'t>(program: &'t Tree, node: NodeId, entry: &str) -> Result<Box<dyn Oracle + 't>, String> {
    let question = Question::new(vec![node], entry);
    languages::oracle(program, &question).map_err(|error| error.to_string())
}

fn stdin(text: &str) -> Input {
    Input { args: Vec::new(), stdin: text.to_owned() }
}

fn args(args: &[&str]) -> Input {
    Input { args: args.iter().map(|&arg| arg.to_owned()).collect(), stdin: String::new() }
}

#[apply(test)]
#[needs(Python)]
fn schemata_agree_with_compiled_text_over_the_suite() {
    let tasks: Vec<_> = SUITE.tasks().filter(|task| task.benchmark.language == Language::Python).collect();
    let n_candidates = if is_slow() { 20_000_usize } else { 2_000 }.div_ceil(tasks.len());
    let mut total = [0; 4];
    for (idx, task) in tasks.iter().enumerate() {
        let entry = task.benchmark.entry_point().expect("an entry point");
        let mut oracle =
            open(&task.benchmark.tree, task.criterion.node, entry).unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&task.benchmark.inputs).unwrap();
        assert!(observed.iter().any(|observation| observation.n_values > 0), "{}", task.id());
        let counts =
            check_agreement(&mut oracle, &drawn(&task.benchmark.tree, n_candidates, 11 + idx as u64));
        (0..4).for_each(|kind| total[kind] += counts[kind]);
    }
    assert!(total[..2].iter().all(|&n| n > 0), "{total:?}");
}

/// Functions, their parameters, scopes of all kinds, generators, decorators, classes.
pub(crate) const FUNCTIONS: &str = include_str!("../fixtures/python/functions.py");

/// Statements with clauses, exceptions, patterns, comprehensions, expressions of every kind.
pub(crate) const STATEMENTS: &str = include_str!("../fixtures/python/statements.py");

#[apply(test)]
#[needs(Python)]
fn every_construct_agrees_with_compiled_text() {
    for (text, inputs) in [
        (FUNCTIONS, [stdin(""), stdin("3 4 5"), stdin("a b c d e")]),
        (STATEMENTS, [stdin(""), stdin("12 3\nlong one\n\nx\n# y\nend\n9"), stdin("a b\n7 8 9\n")]),
    ] {
        let program = parse(text);
        assert!(program.problems().is_empty(), "{:?}", program.problems());
        let mut oracle =
            open(&program, node(&program, "result"), "__main__").unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(observed.iter().all(|one| one.end == RunEnd::Returned && one.n_values == 1), "{observed:?}");
        let n_all = languages::deletions(&program).unwrap().all().len() as DeletionId;
        let counts = check_agreement(
            &mut oracle,
            &(0..n_all).map(|id| Candidate::from_iter([id])).collect::<Vec<_>>(),
        );
        assert!(counts[..2].iter().all(|&n| n > 0), "{counts:?}");
        check_agreement(&mut oracle, &drawn(&program, if is_slow() { 5_000 } else { 500 }, 3));
    }
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict.
#[apply(test)]
#[needs(Python)]
fn a_failing_run_depends_on_what_it_consulted() {
    for text in [FUNCTIONS, STATEMENTS] {
        let program = parse(text);
        let mut oracle = open(&program, node(&program, "result"), "__main__").unwrap();
        oracle.add_inputs(&[stdin(""), stdin("7 8\nend")]).unwrap();
        let deletions = languages::deletions(&program).unwrap();
        let mut state = 5;
        let mut n_checked = 0;
        for _ in 0..if is_slow() { 5_000 } else { 600 } {
            let candidate = random_candidate(&program, &deletions, &mut state);
            let other = random_candidate(&program, &deletions, &mut state);
            let first = &oracle.judge(std::slice::from_ref(&candidate), true).unwrap()[0];
            let Verdict::Different(witness) = first.verdict else { continue };
            let unasked =
                other.ids().iter().copied().filter(|&id| !first.consulted.contains(deletions.get(id).node));
            let both: Candidate = candidate.ids().iter().copied().chain(unasked).collect();
            let second = &oracle.judge(&[both.clone()], false).unwrap()[0];
            n_checked += 1;
            match second.verdict {
                Verdict::Invalid(_) => {}
                Verdict::Different(found) => assert!(found.input_idx <= witness.input_idx),
                Verdict::OutOfFuel { input_idx } => assert!(input_idx < witness.input_idx),
                Verdict::Same => panic!(
                    "{}\n----\n{}",
                    deletions.text(&program, &candidate)[0].text,
                    deletions.text(&program, &both)[0].text
                ),
            }
        }
        assert!(n_checked > 100, "only {n_checked}");
    }
}
