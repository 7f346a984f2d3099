//! Inputs for programs whose runs are observed by the tracer instead of an Erlang virtual machine.

use std::collections::BTreeSet;

use super::*;
use crate::ast::SourceFile;
use crate::deletions::{Candidate, Deletions};
use crate::error::Result;
use crate::inputs::{InputOptions, Sampler, TestInputs, generate};
use crate::language::Language;
use crate::oracle::{Judgement, Observation, Oracle, RunEnd, Verdict};
use crate::suite::{Benchmark, Suite};

/// Observes what the tracer reaches; takes every candidate for a slice.
struct TracedOracle {
    program: Tree,
    deletions: Deletions,
    entry: String,
    n_inputs: usize,
}

impl TracedOracle {
    fn new(program: &Tree, entry: &str) -> TracedOracle {
        let deletions = crate::languages::deletions(program).expect("the language has a table");
        TracedOracle { program: program.clone(), deletions, entry: entry.to_owned(), n_inputs: 0 }
    }
}

impl Oracle for TracedOracle {
    fn program(&self) -> &Tree {
        &self.program
    }

    fn deletions(&self) -> &Deletions {
        &self.deletions
    }

    fn runtime(&self) -> &str {
        "tracer"
    }

    fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    fn forget_inputs(&mut self) -> Result<()> {
        self.n_inputs = 0;
        Ok(())
    }

    fn add_inputs(&mut self, inputs: &[Input]) -> Result<Vec<Observation>> {
        self.n_inputs += inputs.len();
        let program = Program::new(&self.program);
        let observe = |input: &Input| {
            let args: Vec<Term> = input.args.iter().map(|arg| Term::parse(arg).expect("a term")).collect();
            let reached = program.trace(&self.entry, &args, &NodeSet::new()).reached;
            Observation { n_values: 1, values_hash: 0, end: RunEnd::Returned, ticks: 1, reached }
        };
        Ok(inputs.iter().map(observe).collect())
    }

    fn judge(&mut self, candidates: &[Candidate], _: bool) -> Result<Vec<Judgement>> {
        let same = Judgement { verdict: Verdict::Same, consulted: NodeSet::new(), ticks: 0 };
        Ok(vec![same; candidates.len()])
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        self.judge(candidates, false)
    }
}

fn program(text: &str) -> Tree {
    Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
}

fn found(program: &Tree, entry: &str, given: &[Input], seed: u64) -> TestInputs {
    let mut oracle = TracedOracle::new(program, entry);
    let options = InputOptions { seed, ..InputOptions::default() };
    generate(&mut oracle, entry, given, &options).expect("the oracle does not fail")
}

/// Lines that no generated input reaches.
fn uncovered(text: &str) -> Vec<usize> {
    let program = program(text);
    let found = found(&program, "main/1", &[], 1);
    found.coverage.gaps(&program).into_iter().map(|node| program.line(node)).collect()
}

#[test]
fn a_number_that_only_a_pattern_names_is_found() {
    let text = "main({X, Y}) ->\n    case X of\n        123456789 -> X / Y;\n        2 -> Y;\n        _ -> X\n    end.";
    assert_eq!(uncovered(text), [] as [usize; 0]);
}

#[test]
fn a_number_that_only_arithmetic_names_is_found() {
    let text = "main(X) ->\n    if\n        X * 2 + 1 =:= 4711 -> hit;\n        true -> miss\n    end.";
    let program = program(text);
    let found = found(&program, "main/1", &[], 7);
    assert!(found.inputs.iter().any(|input| input.args == ["2355"]), "{:?}", found.inputs);
    assert!(found.coverage.gaps(&program).is_empty());
}

#[test]
fn what_cannot_be_reached_is_listed_once() {
    let text = "main(X) when X > 1 ->\n    a;\nmain(X) when X > 2 ->\n    f(X);\nmain(_) -> c.\nf(X) ->\n    X.\ng() -> d.";
    // `main` with X > 2 never gets a turn, and neither does `f`; `g` is not called.
    assert_eq!(uncovered(text), [3, 6]);
}

#[test]
fn the_same_seed_finds_the_same_inputs() {
    let program = program("main({A, [B | C]}) when A > 10 -> {B, C}; main(_) -> other.");
    assert_eq!(found(&program, "main/1", &[], 3), found(&program, "main/1", &[], 3));
}

#[test]
fn given_inputs_stay_and_others_must_matter() {
    let program = program("main(1) -> one; main(_) -> other.");
    let given: Vec<Input> =
        ["1", "5", "5"].map(|arg| Input { args: vec![arg.to_owned()], stdin: String::new() }).into();
    let found = found(&program, "main/1", &given, 1);
    assert_eq!(found.inputs, given[..2]);
    assert!(found.n_tried > 100 && found.coverage.gaps(&program).is_empty());
}

#[test]
fn samples_are_all_different() {
    let program = program("main(L) -> lists:sum(L).");
    let inputs = Sampler::new(&program, "main/1", 1).draw(1000);
    let distinct: BTreeSet<&[String]> = inputs.iter().map(|input| &input.args[..]).collect();
    assert_eq!((inputs.len(), distinct.len()), (1000, 1000));
}

#[test]
fn programs_of_the_suite_are_covered_but_for_what_nothing_reaches() {
    let suite = Suite::embedded().expect("loads");
    let erlang = suite.benchmarks.iter().filter(|benchmark| benchmark.language == Language::Erlang);
    // The tracer does not know binaries.
    let is_traced = |benchmark: &&Benchmark| !benchmark.criteria[0].labels.iter().any(|label| label == "BIN");
    let erlang = erlang.filter(is_traced);
    let mut gaps = Vec::new();
    for benchmark in erlang {
        let entry = benchmark.entry.as_deref().expect("Erlang has one");
        let found = found(&benchmark.tree, entry, &[], 1);
        let lines: Vec<usize> =
            found.coverage.gaps(&benchmark.tree).into_iter().map(|node| benchmark.tree.line(node)).collect();
        if !lines.is_empty() {
            gaps.push((benchmark.id.as_str(), lines));
        }
    }
    let not_found = [
        // Few texts that are drawn are expressions, with names and divisions.
        ("erlang/calculator", vec![144, 146, 163]),
        // Names are compared with stored ones only.
        ("erlang/fun-table", vec![16, 18, 19, 25, 29, 36, 37, 38]),
        // The tracer does not know records.
        ("erlang/orders-of-records", vec![9, 18, 21, 24, 26, 29, 30, 34]),
    ];
    // A clause before takes everything, or nobody makes such a term.
    let unreachable = [
        ("erlang/balanced-ternary", vec![38]),
        ("erlang/ledger-tail-call", vec![27]),
        ("erlang/mug", vec![15]),
        ("erlang/mutual-parity", vec![36]),
        ("erlang/shape-areas", vec![15, 23, 26, 28]),
        ("erlang/stack-machine", vec![33, 47, 52]),
        ("erlang/temperature-bands", vec![28]),
        ("erlang/thermostat", vec![30]),
    ];
    let mut expected = [&not_found[..], &unreachable[..]].concat();
    expected.sort();
    assert_eq!(gaps, expected);
}

#[test]
fn inputs_on_which_the_program_loops_are_not_drawn() {
    // No number is larger than an atom, a tuple or a list.
    let program = program("main(N) -> f(N, 0).\nf(N, I) when I > N -> I;\nf(N, I) -> f(N, I + 1).");
    let inputs = Sampler::new(&program, "main/1", 1).draw(60);
    let is_number = |input: &Input| Term::parse(&input.args[0]).is_some_and(|term| term.number().is_some());
    assert!(inputs.len() > 50 && inputs.iter().all(is_number), "{inputs:?}");
}
