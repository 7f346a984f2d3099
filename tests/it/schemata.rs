//! What holds of every oracle whose programs are written once with switches: two opinions of each candidate, one verdict.

use bench_slicers::ast::{NodeId, NodeSet, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Drawn, Oracle, Question, RunEnd, Verdict};
use bench_slicers::random::Random;
use bench_slicers::suite::Input;

use crate::deletions::random_candidate;
use crate::harness::is_slow;
use crate::oracle::{check_agreement, drawn};
use crate::support::SUITE;

/// The last node with this text.
pub(crate) fn node(program: &Tree, text: &str) -> NodeId {
    program.ids().rev().find(|&node| program.text(node) == text).expect("is a node")
}

pub(crate) fn open<'t>(program: &'t Tree, node: NodeId, entry: &str) -> Result<Box<dyn Oracle + 't>, String> {
    let question = Question::new(vec![node], entry);
    languages::oracle(program, &question).map_err(|error| error.to_string())
}

pub(crate) fn stdin(text: &str) -> Input {
    Input { args: Vec::new(), stdin: text.to_owned() }
}

pub(crate) fn args(args: &[&str]) -> Input {
    Input { args: args.iter().map(|&arg| arg.to_owned()).collect(), stdin: String::new() }
}

/// Judges so many random candidates of the programs of one language: how many were same, different, refused, out of fuel.
pub(crate) fn check_over_the_suite(language: Language, n_candidates: usize, seed: u64) -> [usize; 4] {
    let tasks: Vec<_> = SUITE.tasks().filter(|task| task.benchmark.language == language).collect();
    let n_candidates = n_candidates.div_ceil(tasks.len());
    let mut total = [0; 4];
    for (idx, task) in tasks.iter().enumerate() {
        let entry = task.benchmark.entry_point().expect("an entry point");
        let mut oracle =
            open(&task.benchmark.tree, task.criterion.node, entry).unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&task.benchmark.inputs).unwrap();
        assert!(observed.iter().any(|observation| observation.n_values > 0), "{}", task.id());
        let counts =
            check_agreement(&mut oracle, &drawn(&task.benchmark.tree, n_candidates, seed + idx as u64));
        (0..4).for_each(|kind| total[kind] += counts[kind]);
    }
    total
}

/// What the search for inputs sees of drawn inputs, which runs with fewer switches, is what inputs show that are kept: the
/// values, their number, the fuel, and whether a candidate is refuted. How many were compared, and how many refuted.
pub(crate) fn check_probes(language: Language, n_tasks: usize, n_inputs: usize, seed: u64) -> [usize; 2] {
    let tasks: Vec<_> = SUITE.tasks().filter(|task| task.benchmark.language == language).collect();
    let step = tasks.len().div_ceil(n_tasks);
    let mut random = Random::new(seed);
    let mut counts = [0; 2];
    for task in tasks.into_iter().step_by(step) {
        let program = &task.benchmark.tree;
        let entry = task.benchmark.entry_point().expect("an entry point");
        let mut oracle = open(program, task.criterion.node, entry).unwrap_or_else(|error| panic!("{error}"));
        let source = languages::room(language).inputs(program, entry).expect("inputs are drawn");
        let values = (0..n_inputs).filter_map(|_| source.draw(&mut random));
        let inputs: Vec<Drawn> =
            values.map(|values| Drawn { input: source.write(&values), values: values.into() }).collect();
        for candidate in drawn(program, 4, random.number()) {
            oracle.forget_inputs().unwrap();
            let probes = oracle.probe(&candidate, &inputs, &NodeSet::new(), true).unwrap();
            let mut n_refuted = [0; 2];
            for (drawn, probe) in inputs.iter().zip(&probes).filter(|(_, it)| it.end != RunEnd::OutOfFuel) {
                oracle.forget_inputs().unwrap();
                let seen = &oracle.add_inputs(std::slice::from_ref(&drawn.input)).unwrap()[0];
                let what = || format!("{} on {:?}\n{candidate:?}", task.id(), drawn.input);
                assert_eq!(
                    (probe.n_values, probe.values_hash, probe.ticks),
                    (seen.n_values, seen.values_hash, seen.ticks),
                    "{}",
                    what()
                );
                let judged = &oracle.judge(std::slice::from_ref(&candidate), false).unwrap()[0];
                assert!(!probe.is_refuted || !judged.is_same(), "{}", what());
                // Only candidates that compile are probed.
                if matches!(judged.verdict, Verdict::Invalid(_)) {
                    n_refuted = [0; 2];
                    break;
                }
                n_refuted[0] += usize::from(probe.is_refuted);
                n_refuted[1] += usize::from(!judged.is_same());
                counts[0] += 1;
                counts[1] += usize::from(probe.is_refuted);
            }
            // Of several that refute, one has to be told.
            assert_eq!(n_refuted[0] > 0, n_refuted[1] > 0, "{}: {n_refuted:?}\n{candidate:?}", task.id());
        }
    }
    counts
}

/// Judges single deletions and so many random candidates of a program whose criterion is `result`.
pub(crate) fn check_constructs(program: &Tree, entry: &str, inputs: &[Input], n_random: usize) {
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let mut oracle = open(program, node(program, "result"), entry).unwrap_or_else(|error| panic!("{error}"));
    let observed = oracle.add_inputs(inputs).unwrap();
    assert!(observed.iter().all(|one| one.end == RunEnd::Returned && one.n_values == 1), "{observed:?}");
    let n_all = languages::deletions(program).unwrap().all().len() as DeletionId;
    // Every one in a while.
    let step = if is_slow() { 1 } else { 5 };
    let singles: Vec<Candidate> = (0..n_all).step_by(step).map(|id| Candidate::from_iter([id])).collect();
    let counts = check_agreement(&mut oracle, &singles);
    assert!(counts[..2].iter().all(|&n| n > 0), "{counts:?}");
    check_agreement(&mut oracle, &drawn(program, n_random, 3));
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict. Of so many pairs of candidates
/// more than a few must tell something.
pub(crate) fn check_consulted(
    program: &Tree,
    entry: &str,
    inputs: &[Input],
    n_pairs: usize,
    n_telling: usize,
) {
    let mut oracle = open(program, node(program, "result"), entry).unwrap();
    oracle.add_inputs(inputs).unwrap();
    let deletions = languages::deletions(program).unwrap();
    let mut state = 5;
    let mut n_checked = 0;
    for _ in 0..n_pairs {
        let candidate = random_candidate(program, &deletions, &mut state);
        let other = random_candidate(program, &deletions, &mut state);
        let first = &oracle.judge(std::slice::from_ref(&candidate), true).unwrap()[0];
        let Verdict::Different(witness) = first.verdict else { continue };
        let unasked =
            other.ids().iter().copied().filter(|&id| !first.consulted.contains(deletions.get(id).node));
        let both: Candidate = candidate.ids().iter().copied().chain(unasked).collect();
        let second = &oracle.judge(std::slice::from_ref(&both), false).unwrap()[0];
        n_checked += 1;
        match second.verdict {
            Verdict::Invalid(_) => {}
            Verdict::Different(found) => assert!(found.input_idx <= witness.input_idx),
            Verdict::OutOfFuel { input_idx } => assert!(input_idx < witness.input_idx),
            Verdict::Same => panic!(
                "{}\n----\n{}",
                deletions.text(program, &candidate)[0].text,
                deletions.text(program, &both)[0].text
            ),
        }
    }
    assert!(n_checked > n_telling, "only {n_checked}");
}
