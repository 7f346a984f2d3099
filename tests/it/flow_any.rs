//! Any variable of any program of the suite as criterion, not only those that somebody chose: slices are run beside the program
//! on the inputs of the benchmark.
//!
//! Quick runs take every 90th variable, thorough ones more of them. `FLOW_ANY_STRIDE=1` takes all; `FLOW_ANY_ONLY` is a part of the
//! names of the benchmarks that are wanted.

use std::collections::BTreeMap;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{Fate, MapOptions, map};
use bench_slicers::oracle::{Oracle, Question, Trial};
use bench_slicers::suite::{Benchmark, Suite};

use crate::harness::amount;
use crate::support::setting;

const ALL: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// Variables that an oracle can observe, and that an input of the benchmark reaches.
fn observed(benchmark: &Benchmark, criterion: NodeId) -> Option<Box<dyn Oracle + '_>> {
    let entry = benchmark.entry_point()?;
    let mut oracle = languages::oracle(&benchmark.tree, &Question::new(vec![criterion], entry)).ok()?;
    let seen = oracle.add_inputs(&benchmark.inputs).ok()?;
    seen.iter().any(|observation| observation.n_values > 0).then_some(oracle)
}

/// What is wrong with the slices of one criterion.
fn wrong(
    tree: &Tree,
    graphs: &[(Variant, ProgramGraph<'_>)],
    oracle: &mut dyn Oracle,
    at: NodeId,
) -> Vec<String> {
    let mut judged: BTreeMap<String, Vec<Variant>> = BTreeMap::new();
    for (variant, graph) in graphs {
        let files = graph.render(&graph.slice_all(&[at]));
        judged.entry(files[0].text.clone()).or_default().push(*variant);
    }
    let mut found = Vec::new();
    for (text, variants) in judged {
        let path = &tree.files().next().expect("one file").path;
        let file = SourceFile::new(path, &text);
        let slice = Tree::parse(tree.language(), &[file]);
        let mapping = map(tree, &slice, &MapOptions { criterion: vec![at], ..MapOptions::default() });
        let place = slice.ids().find(|&node| mapping.fates[node as usize] == Fate::Mapped(at));
        let trial = place.map(|place| oracle.try_other(&slice, &[place]).unwrap());
        if trial != Some(Trial::Same) {
            let (line, name) = (tree.line(at), tree.text(at));
            found.push(format!("line {line} `{name}` with {variants:?}: {trial:?}\n{text}"));
        }
    }
    found
}

fn every_variable_behaves(language: Language) {
    let suite = Suite::embedded().unwrap();
    let stride = setting("FLOW_ANY_STRIDE").unwrap_or(amount(90, 70, 5)) as usize;
    let only = std::env::var("FLOW_ANY_ONLY").unwrap_or_default();
    let mut place = 0;
    let mut n_run = 0;
    let mut found = Vec::new();
    for benchmark in suite.benchmarks.iter().filter(|it| it.language == language && it.id.contains(&only)) {
        let tree = &*benchmark.tree;
        if tree.files().len() > 1 {
            continue;
        }
        let graphs: Vec<_> =
            ALL.iter().map(|&variant| (variant, ProgramGraph::build(tree, variant))).collect();
        for at in tree.ids().filter(|&node| tree.flags(node).has(Flags::VARIABLE)) {
            place += 1;
            if place % stride != 0 {
                continue;
            }
            let Some(mut oracle) = observed(benchmark, at) else { continue };
            n_run += 1;
            let wrong = wrong(tree, &graphs, oracle.as_mut(), at);
            found.extend(wrong.into_iter().map(|wrong| format!("{}, {wrong}", benchmark.id)));
        }
    }
    println!("{n_run} of {} variables of {} were run", place / stride, language.name());
    assert!(n_run * 3 > place / stride, "{n_run} of {}", place / stride);
    assert!(found.is_empty(), "{} are wrong:\n{}", found.len(), found.join("\n=====\n"));
}

#[apply(test)]
#[needs(Gcc)]
fn slices_of_any_variable_behave_in_c() {
    every_variable_behaves(Language::C);
}

#[apply(test)]
#[needs(Java)]
fn slices_of_any_variable_behave_in_java() {
    every_variable_behaves(Language::Java);
}

#[apply(test)]
#[needs(Node)]
fn slices_of_any_variable_behave_in_javascript() {
    every_variable_behaves(Language::JavaScript);
}

#[apply(test)]
#[needs(Python)]
fn slices_of_any_variable_behave_in_python() {
    every_variable_behaves(Language::Python);
}

#[apply(test)]
#[needs(R)]
fn slices_of_any_variable_behave_in_r() {
    every_variable_behaves(Language::R);
}
