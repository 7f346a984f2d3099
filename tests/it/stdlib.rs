//! The runtime's own library, module by module: slices of variables that are drawn are compiled and run beside the module, on
//! inputs of an exported function that reaches the variable, made from the types in its specs among others.
//!
//! `STDLIB_SEED=7` draws others, `STDLIB_CRITERIA=40` as many in each module, `STDLIB_ONLY=lists,sofs` in these modules alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::builtin::{Builtin, Graph};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::random::Random;

use crate::differential::{Answer, Jobs, answer_by_graph, criteria, outcome};
use crate::harness::amount;
use crate::support::setting;

const SLICERS: [Builtin; 4] = [Builtin::CeEdg, Builtin::Edg, Builtin::CeSdg, Builtin::Sdg];

/// Modules that neither serve nor write files, the smaller part of which quick runs take.
const MODULES: [&str; 36] = [
    "queue",
    "proplists",
    "orddict",
    "gb_trees",
    "base64",
    "ordsets",
    "calendar",
    "erl_internal",
    "lists",
    "gb_sets",
    "string",
    "dict",
    "sets",
    "array",
    "digraph",
    "digraph_utils",
    "filename",
    "io_lib",
    "io_lib_format",
    "io_lib_pretty",
    "io_lib_fread",
    "erl_scan",
    "erl_pp",
    "erl_anno",
    "erl_bits",
    "erl_lint",
    "erl_eval",
    "erl_expand_records",
    "uri_string",
    "unicode",
    "maps",
    "sofs",
    "re",
    "rand",
    "eval_bits",
    "ms_transform",
];

const N_INPUTS: usize = 12;
/// How long graphs and slices may take: ten times what is wanted of an optimised build on a calm machine, which this is not.
const LONGEST_SLICE: Duration = Duration::from_secs(20);
const LONGEST_GRAPH: Duration = Duration::from_secs(10);

/// Lists of arguments of an exported function from which the criterion is reached; none where nothing exported reaches it.
fn inputs(program: &Tree, criterion: NodeId, random: &mut Random) -> Option<(String, Vec<String>)> {
    let room = languages::room(Language::Erlang);
    let entries = room.entries(program, &[criterion]);
    let entry = random.choose(&entries)?.clone();
    let source = room.inputs(program, &entry)?;
    let drawn = (0..N_INPUTS).filter_map(|_| source.draw(random)).collect::<Vec<_>>();
    let terms = source.series(N_INPUTS / 2).into_iter().chain(drawn).map(|values| source.write(&values).args);
    let inputs = terms.map(|args| format!("[{}]", args.join(","))).collect();
    Some((entry.rsplit_once('/')?.0.to_owned(), inputs))
}

/// One module of the library, with what is too slow.
fn add(jobs: &mut Jobs, path: &Path, random: &mut Random, n_criteria: u64) -> Vec<String> {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    let program = Tree::parse(Language::Erlang, &[SourceFile::new(path.file_name().unwrap(), text)]);
    let name = path.display();
    assert!(program.problems().is_empty(), "{name}: {:?}", program.problems());
    let start = Instant::now();
    let graph = Graph::build(&program);
    let built = start.elapsed();
    let mut slow = Vec::new();
    if built > LONGEST_GRAPH {
        slow.push(format!("{name}: graph in {built:?}"));
    }
    let all = criteria(&program);
    let mut n_added = 0;
    for _ in 0..n_criteria {
        let criterion = *random.choose(&all).expect("a module has variables");
        let Some((entry, inputs)) = inputs(&program, criterion, random) else { continue };
        let mut answers: BTreeMap<Answer, Vec<&str>> = BTreeMap::new();
        for slicer in SLICERS {
            let start = Instant::now();
            let variant = slicer.variant().expect("it slices on graphs");
            let answer = answer_by_graph(&graph, &program, criterion, variant);
            if start.elapsed() > LONGEST_SLICE {
                slow.push(format!("{name}: {} in {:?}", slicer.name(), start.elapsed()));
            }
            answers.entry(answer).or_default().push(slicer.name());
        }
        jobs.add_criterion(&program, criterion, (&entry, &inputs), answers);
        n_added += 1;
    }
    println!("{name}: {n_added} of {n_criteria}, {} nodes, graph in {built:?}", program.len());
    slow
}

#[apply(test)]
#[needs(ErlangSources)]
fn slices_of_the_standard_library_compile_and_behave() {
    let library = crate::harness::stdlib().expect("it was there before");
    let seed = setting("STDLIB_SEED").unwrap_or(20);
    let n_criteria = setting("STDLIB_CRITERIA").unwrap_or(amount(1, 1, 40));
    let only = std::env::var("STDLIB_ONLY").unwrap_or_default();
    let only: BTreeSet<&str> = only.split(',').filter(|name| !name.is_empty()).collect();
    let n_modules = amount(8, MODULES.len(), MODULES.len());
    let modules: Vec<&str> = match only.is_empty() {
        true => MODULES[..n_modules].to_vec(),
        false => MODULES.into_iter().filter(|module| only.contains(module)).collect(),
    };
    let work = |first: usize| {
        let mut jobs = Jobs::new();
        let mut slow = Vec::new();
        for module in modules.iter().skip(first).step_by(2) {
            let path = library.join(format!("{module}.erl"));
            let of_module =
                module.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            slow.extend(add(&mut jobs, &path, &mut Random::new(of_module), n_criteria));
        }
        (outcome(&jobs), slow)
    };
    let outcomes = std::thread::scope(|scope| {
        [0, 1]
            .map(|first| scope.spawn(move || work(first)))
            .map(|worker| worker.join().expect("a worker ends"))
    });
    let total = |number: fn(&crate::differential::Outcome) -> usize| {
        outcomes.iter().map(|(outcome, _)| number(outcome)).sum::<usize>()
    };
    let (n_criteria, n_told) = (total(|outcome| outcome.n_criteria), total(|outcome| outcome.n_told));
    println!(
        "seed {seed}: {n_criteria} criteria, {n_told} of them reached, {} slices have their values",
        total(|outcome| outcome.n_same)
    );
    let failures: Vec<&String> = outcomes.iter().flat_map(|(outcome, _)| &outcome.failures).collect();
    if let Ok(folder) = std::env::var("STDLIB_FAILURES") {
        for (idx, failure) in failures.iter().enumerate() {
            fs::write(format!("{folder}/{idx}.txt"), failure).expect("the folder can be written");
        }
    }
    assert!(
        failures.is_empty(),
        "STDLIB_SEED={seed}: {} are wrong, the first:\n{}",
        failures.len(),
        failures[0]
    );
    let slow: Vec<&String> = outcomes.iter().flat_map(|(_, slow)| slow).collect();
    assert!(slow.is_empty(), "{slow:?}");
    assert!(n_told * 5 > n_criteria, "only {n_told} of {n_criteria} were reached");
}
