//! Slices of JavaScript, Python and R programs that are made up, run beside them: the values at the criterion are the same.
//!
//! `FLOW_SEED` draws other programs, `FLOW_PROGRAMS` says how many.

mod grammar;
mod javascript;
mod python;
mod r;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::deletions::Candidate;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::random::Random;
use bench_slicers::suite::Input;

use crate::harness::amount;
use crate::schemata::{args, open};
use crate::support::setting;

const ALL: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// How programs of a language are made up.
struct Maker {
    language: Language,
    file: &'static str,
    /// The program of a seed.
    program: fn(u64) -> String,
}

/// Variables that stand alone in a line, which may be criteria.
fn shown(tree: &Tree) -> Vec<NodeId> {
    let text = &tree.file(0).text;
    let is_line = |node: &NodeId| {
        let span = tree.span(*node);
        let begins = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let word = &text[span.clone()];
        let rest = text[span.end..].strip_prefix(';').unwrap_or(&text[span.end..]);
        text[begins..span.start].trim().is_empty()
            && rest.starts_with('\n')
            && word.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !["break", "continue"].contains(&word)
    };
    tree.ids().filter(is_line).collect()
}

/// What is wrong with the slices of a program for some of its criteria, and how many were tried.
fn wrong(maker: &Maker, seed: u64, inputs: &[Input]) -> (usize, Vec<String>) {
    let text = (maker.program)(seed);
    let tree = Tree::parse(maker.language, &[SourceFile::new(maker.file, &text)]);
    assert!(tree.problems().is_empty(), "seed {seed}: {:?}\n{text}", tree.problems());
    let graphs = ALL.map(|variant| ProgramGraph::build(&tree, variant));
    let deletions = languages::deletions(&tree).expect("the language has a table");
    let criteria = shown(&tree);
    let mut random = Random::new(seed ^ 77);
    let mut found = Vec::new();
    let mut n_tried = 0;
    for _ in 0..2 {
        let Some(&criterion) = random.choose(&criteria) else { continue };
        let Ok(mut oracle) = open(&tree, criterion, "__main__") else { continue };
        let Ok(seen) = oracle.add_inputs(inputs) else { continue };
        if seen.iter().all(|observation| observation.n_values == 0) {
            continue;
        }
        let candidates: Vec<Candidate> =
            graphs.iter().map(|graph| deletions.keeping(&tree, &graph.slice_all(&[criterion]))).collect();
        let judged = oracle.judge(&candidates, false).expect("the oracle runs");
        for ((variant, graph), judgement) in ALL.iter().zip(&graphs).zip(judged) {
            n_tried += 1;
            if !judgement.is_same() {
                let slice = &graph.render(&graph.slice_all(&[criterion]))[0].text;
                let place = tree.line(criterion);
                found.push(format!(
                    "seed {seed}, line {place}, `{}`, {variant:?}: {:?}\n{text}\n--- slice\n{slice}",
                    tree.text(criterion),
                    judgement.verdict
                ));
            }
        }
    }
    (n_tried, found)
}

fn check(maker: &Maker) {
    let first = setting("FLOW_SEED").unwrap_or(1);
    let n_programs = setting("FLOW_PROGRAMS").unwrap_or(amount(20, 20, 2_000));
    let inputs = [args(&["3", "5", "1"]), args(&["6", "2"]), args(&[])];
    let mut n_slices = 0;
    for seed in first..first + n_programs {
        let (n_tried, found) = wrong(maker, seed, &inputs);
        n_slices += n_tried;
        assert!(found.is_empty(), "{}", found.join("\n\n"));
    }
    println!("{n_slices} slices of {n_programs} programs from seed {first}");
    assert!(n_slices as u64 >= n_programs, "{n_slices}");
}

#[apply(test)]
#[needs(Node)]
fn slices_of_generated_javascript_programs_behave_as_these_do() {
    check(&Maker { language: Language::JavaScript, file: "program.js", program: javascript::program });
}

#[apply(test)]
#[needs(Python)]
fn slices_of_generated_python_programs_behave_as_these_do() {
    check(&Maker { language: Language::Python, file: "program.py", program: python::program });
}

#[apply(test)]
#[needs(R)]
fn slices_of_generated_r_programs_behave_as_these_do() {
    check(&Maker { language: Language::R, file: "program.R", program: r::Writer::program });
}
