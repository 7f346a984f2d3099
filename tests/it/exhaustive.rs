//! What a search says it proved, against all sets of deletions, one by one.
//!
//! The class: constructs of which one cannot go without another, which is somewhere else in the program: what a class
//! extends and the calls of its constructor, declarations and their uses, clauses of which one must stay.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId, Deletions};
use bench_slicers::inputs::InputOptions;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::minimize::{Minimized, Request, SearchOptions, minimize};
use bench_slicers::oracle::{Question, Verdict};
use bench_slicers::suite::Input;

use crate::oracle::check_agreement;
use crate::schemata::{args, node, open, stdin};

/// Most nodes that go together.
const MAX_NODES: usize = 3;

fn searched(program: &Tree, question: &Question, inputs: &[Input]) -> Minimized {
    let mut oracle = languages::oracle(program, question).unwrap_or_else(|error| panic!("{error}"));
    let request = Request {
        question,
        inputs,
        is_bound: false,
        slicers: &[],
        generation: InputOptions::default(),
        n_fresh: 100,
        search: SearchOptions { max_nodes: Some(MAX_NODES), ..SearchOptions::default() },
    };
    minimize(oracle.as_mut(), &request, &mut |_, _| ControlFlow::Continue(()))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// All candidates with one to [`MAX_NODES`] counted nodes less than this one.
fn smaller(program: &Tree, deletions: &Deletions, base: &Candidate) -> Vec<Candidate> {
    let kept = deletions.kept(program, base);
    let n_gone = |candidate: &Candidate| kept.difference(&deletions.kept(program, candidate)).len();
    let mut found = BTreeSet::new();
    let mut sets = vec![(0, base.clone())];
    while let Some((from, set)) = sets.pop() {
        for id in from..deletions.all().len() as DeletionId {
            let larger: Candidate = set.ids().iter().copied().chain([id]).collect();
            // More nodes can only go when more is deleted.
            if n_gone(&larger) <= MAX_NODES && n_gone(&larger) > n_gone(&set) {
                found.insert(deletions.normalised(program, &larger));
                sets.push((id + 1, larger));
            }
        }
    }
    found.into_iter().collect()
}

/// Searches, and then tries all sets; how many there were.
fn check(language: Language, text: &str, criterion: &str, entry: &str, inputs: &[Input]) -> usize {
    let program = Tree::parse(language, &[SourceFile::new("program", text)]);
    let question = Question::new(vec![node(&program, criterion)], entry);
    let minimized = searched(&program, &question, inputs);
    assert_eq!(minimized.found.depth, MAX_NODES, "{text}");
    let mut oracle = open(&program, node(&program, criterion), entry).unwrap();
    oracle.add_inputs(&minimized.inputs.inputs).unwrap();
    let deletions = languages::deletions(&program).unwrap();
    let candidates = smaller(&program, &deletions, &minimized.found.candidate);
    check_agreement(&mut oracle, &candidates);
    let judged = oracle.judge(&candidates, false).unwrap();
    for (candidate, judgement) in candidates.iter().zip(judged) {
        let printed = || {
            let of = |candidate| deletions.text(&program, candidate)[0].text.clone();
            format!(
                "{language:?}: of\n{}\nthis is one, too:\n{}",
                of(&minimized.found.candidate),
                of(candidate)
            )
        };
        assert_ne!(judgement.verdict, Verdict::Same, "{}", printed());
    }
    candidates.len()
}

/// Programs, each with the text of its criterion, of which the last is meant.
fn check_all(language: Language, entry: &str, inputs: &[Input], programs: &[(&str, &str)]) {
    for (text, criterion) in programs {
        assert!(check(language, text, criterion, entry, inputs) > 1, "{text}");
    }
}

#[apply(test)]
#[needs(Node)]
fn nothing_smaller_is_left_in_javascript() {
    let programs = [
        (include_str!("../fixtures/exhaustive/heritage.js"), "r"),
        (include_str!("../fixtures/exhaustive/private.js"), "r"),
        (include_str!("../fixtures/exhaustive/clauses.js"), "r"),
    ];
    check_all(Language::JavaScript, "__main__", &[stdin("")], &programs);
}

#[apply(test)]
#[needs(Java)]
fn nothing_smaller_is_left_in_java() {
    let programs = [
        (include_str!("../fixtures/exhaustive/Heritage.java"), "r"),
        (include_str!("../fixtures/exhaustive/Clauses.java"), "r"),
    ];
    check_all(Language::Java, "main", &[args(&[])], &programs);
}

#[apply(test)]
#[needs(Python)]
fn nothing_smaller_is_left_in_python() {
    let programs = [
        (include_str!("../fixtures/exhaustive/heritage.py"), "r"),
        (include_str!("../fixtures/exhaustive/scopes.py"), "r"),
        (include_str!("../fixtures/exhaustive/clauses.py"), "r"),
    ];
    check_all(Language::Python, "__main__", &[stdin("")], &programs);
}

#[apply(test)]
#[needs(R)]
fn nothing_smaller_is_left_in_r() {
    let programs = [
        (include_str!("../fixtures/exhaustive/calls.R"), "r"),
        (include_str!("../fixtures/exhaustive/clauses.R"), "r"),
    ];
    check_all(Language::R, "__main__", &[stdin("")], &programs);
}

#[apply(test)]
#[needs(Gcc)]
fn nothing_smaller_is_left_in_c() {
    let programs = [
        (include_str!("../fixtures/exhaustive/declarations.c"), "r"),
        (include_str!("../fixtures/exhaustive/clauses.c"), "r"),
    ];
    check_all(Language::C, "main", &[stdin("")], &programs);
}

#[apply(test)]
#[needs(Erlang)]
fn nothing_smaller_is_left_in_erlang() {
    let programs = [
        (include_str!("../fixtures/exhaustive/records.erl"), "R"),
        (include_str!("../fixtures/exhaustive/clauses.erl"), "R"),
    ];
    check_all(Language::Erlang, "main/1", &[args(&["3"])], &programs);
}
