//! Test inputs found for real programs, observed by the Erlang runtime.

use std::ops::ControlFlow;

use bench_slicers::ast::{Flags, SourceFile, Tree};
use bench_slicers::inputs::{Hunt, InputOptions, TestInputs, generate};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Question, SliceRule, Verdict};
use bench_slicers::suite::{Input, Suite};

fn found(program: &Tree, question: &Question, given: &[Input]) -> TestInputs {
    let mut oracle = languages::oracle(program, question).unwrap_or_else(|error| panic!("{error}"));
    let mut hunt = Hunt::new(program, &question.entry, 1);
    let going = &mut || ControlFlow::Continue(());
    generate(oracle.as_mut(), &mut hunt, given, &InputOptions::default(), going)
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
        ("erlang/calculator", vec![144, 148, 163]),
        // Names are compared with stored ones only, so that no pattern shows them.
        ("erlang/fun-table", vec![38]),
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

/// Lines of a program that inputs, found from given ones alone, do not reach.
fn uncovered(text: &str, given: &[&str]) -> Vec<usize> {
    let text = format!("-module(program).\n-export([main/1]).\n{text}\n");
    let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", &text)]);
    let main = program.roots(0).find(|&root| program.label(root) == "main/1").expect("has a main");
    let criterion = program.subtree(main).find(|&node| program.flags(node).has(Flags::VARIABLE));
    let question = Question {
        criteria: criterion.into_iter().collect(),
        entry: "main/1".to_owned(),
        rule: SliceRule::Prefix,
    };
    let given: Vec<Input> = given.iter().map(|&arg| input(arg)).collect();
    let found = found(&program, &question, &given);
    found.coverage.gaps(&program).into_iter().map(|node| program.line(node) - 2).collect()
}

fn input(arg: &str) -> Input {
    Input { args: vec![arg.to_owned()], stdin: String::new() }
}

/// Each branch wants something that one dull input is far from, and that is hardly ever drawn.
#[apply(test)]
#[needs(Erlang)]
fn branches_are_climbed_to() {
    for text in [
        "main(X) ->\n case X of\n  123456789 -> a;\n  _ -> b\n end.",
        "main(X) ->\n Y = X * 2 + 1,\n if\n  Y =:= 4711 -> a;\n  Y < -99887 -> b;\n  true -> c\n end.",
        "main({X, Y}) when X + Y =:= 1000, X - Y > 40 ->\n a;\nmain(X) ->\n X.",
        "main([]) ->\n a;\nmain([{x, [1, N]} | _]) when N > 900 ->\n b;\nmain([_ | R]) ->\n main(R).",
        "main(L) ->\n case length(L) of\n  7 -> a;\n  _ ->\n   case lists:sum(L) of\n    99 -> b;\n    _ -> c\n   end\n end.",
        "main(L) when is_list(L) ->\n a;\nmain(X) when is_atom(X) ->\n b;\nmain(_) ->\n c.",
        "main(<<A:16, _/binary>>) when A > 40000 ->\n a;\nmain(X) ->\n X.",
        "main(#{size := N}) when N * N > 10000 ->\n a;\nmain(X) ->\n X.",
    ] {
        assert_eq!(uncovered(text, &["[]"]), [] as [usize; 0], "{text}");
    }
}

#[apply(test)]
#[needs(Erlang)]
fn what_cannot_be_reached_is_listed_once() {
    let text =
        "main(X) when X > 1 ->\n a;\nmain(X) when X > 2 ->\n f(X);\nmain(_) -> c.\nf(X) ->\n X.\ng() -> d.";
    // `main` with X > 2 never gets a turn, and neither does `f`; `g` is not called.
    assert_eq!(uncovered(text, &[]), [3, 6]);
}

#[apply(test)]
#[needs(Erlang)]
fn the_same_seed_finds_the_same_inputs_and_given_ones_stay() {
    let text = "-module(program).\n-export([main/1]).\nmain({A, [B | C]}) when A > 10 ->\n    Z = {B, C},\n    Z;\nmain(X) -> X.\n";
    let (program, question) = main_of(text, "Z");
    let given = ["1", "5", "5"].map(input);
    let one = found(&program, &question, &given);
    assert_eq!(one, found(&program, &question, &given));
    assert_eq!(one.inputs[..2], given[..2]);
    assert!(one.n_tried > 100 && one.coverage.gaps(&program).is_empty());
}

#[apply(test)]
#[needs(Erlang)]
fn a_program_without_parameters_has_one_input() {
    let text = "-module(program).\n-export([main/0]).\nmain() ->\n    Z = 1,\n    Z.\n";
    let (program, mut question) = main_of(text, "Z");
    question.entry = "main/0".to_owned();
    let found = found(&program, &question, &[]);
    assert_eq!((found.inputs.len(), found.n_tried), (1, 1));
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
    let mut hunt = Hunt::new(&program, "main/1", 1);
    hunt.skip(&[given]);
    let going = &mut || ControlFlow::Continue(());
    let (refuting, _) = hunt.refute(oracle.as_mut(), &without_filter, 500, going).unwrap();
    assert!(!refuting.is_empty());
    oracle.add_inputs(&refuting).unwrap();
    let judgements = oracle.judge(&[without_filter, Default::default()], false).unwrap();
    assert!(matches!(judgements[0].verdict, Verdict::Different(_)), "{judgements:?}");
    assert!(judgements[1].is_same(), "{judgements:?}");
}
