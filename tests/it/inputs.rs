//! Test inputs found for real programs, observed by the Erlang runtime.

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::inputs::{InputOptions, Sampler, TestInputs, generate};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Question, Verdict};
use bench_slicers::suite::{Input, Suite};

fn found(program: &Tree, question: &Question, given: &[Input]) -> TestInputs {
    let mut oracle = languages::oracle(program, question).unwrap_or_else(|error| panic!("{error}"));
    generate(oracle.as_mut(), &question.entry, given, &InputOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn main_of(text: &str, variable: &str) -> (Tree, Question) {
    let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
    let criterion = program.ids().rfind(|&node| program.label(node) == variable).unwrap();
    (program, Question::new(vec![criterion], "main/1"))
}

#[apply(test)]
#[needs(Erlang)]
fn every_program_of_the_suite_is_covered_but_for_what_nothing_reaches() {
    let suite = Suite::embedded().unwrap();
    let mut gaps = Vec::new();
    for benchmark in suite.benchmarks.iter().filter(|benchmark| benchmark.language == Language::Erlang) {
        let entry = benchmark.entry.clone().unwrap();
        let question = Question::new(benchmark.criteria[0].nodes.clone(), entry);
        let found = found(&benchmark.tree, &question, &[]);
        let lines: Vec<usize> =
            found.coverage.gaps(&benchmark.tree).into_iter().map(|node| benchmark.tree.line(node)).collect();
        if !lines.is_empty() {
            gaps.push((benchmark.id.as_str(), lines));
        }
    }
    let not_found = [
        // Few pairs of binaries that are drawn belong together.
        ("erlang/byte-checks", vec![36]),
        // Few texts that are drawn are expressions, with names and divisions.
        ("erlang/calculator", vec![144, 146, 163]),
        // Names are compared with stored ones only, so that no pattern shows them.
        ("erlang/fun-table", vec![16, 18, 19, 25, 29, 36, 37, 38]),
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

#[apply(test)]
#[needs(Erlang)]
fn numbers_of_patterns_and_of_arithmetic_are_found() {
    let text = "-module(program).\n-export([main/1]).\nmain({X, Y}) ->\n    Z = case X of\n        \
                123456789 -> X / Y;\n        N when N * 2 + 1 =:= 4711 -> Y;\n        _ -> X\n    end,\n    Z.\n";
    let (program, question) = main_of(text, "Z");
    let found = found(&program, &question, &[]);
    assert!(found.coverage.gaps(&program).is_empty());
    for wanted in ["{123456789,", "{2355,"] {
        assert!(found.inputs.iter().any(|input| input.args[0].starts_with(wanted)), "{:?}", found.inputs);
    }
}

#[apply(test)]
#[needs(Erlang)]
fn random_inputs_refute_what_given_ones_do_not() {
    let text =
        "-module(program).\n-export([main/1]).\nmain(L) ->\n    N = length([X || X <- L, X > 3]),\n    N.\n";
    let (program, question) = main_of(text, "N");
    let mut oracle = languages::oracle(&program, &question).unwrap();
    let given = Input { args: vec!["[4,5]".to_owned()], stdin: String::new() };
    oracle.add_inputs(std::slice::from_ref(&given)).unwrap();
    let filter = program.ids().find(|&node| program.label(node) == "_>_").unwrap();
    let without_filter = [oracle.deletions().of_node(filter).start].into_iter().collect();
    assert!(oracle.judge(std::slice::from_ref(&without_filter), false).unwrap()[0].is_same());
    let mut sampler = Sampler::new(&program, "main/1", 1);
    oracle.add_inputs(&sampler.draw(500)).unwrap();
    let judgements = oracle.judge(&[without_filter, Default::default()], false).unwrap();
    assert!(matches!(judgements[0].verdict, Verdict::Different(_)), "{judgements:?}");
    assert!(judgements[1].is_same(), "{judgements:?}");
}
