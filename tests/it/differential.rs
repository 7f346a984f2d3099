//! Slices of random programs, run beside the programs on the BEAM.
//!
//! For every input, the values of the criterion in the program must be a prefix of those in the slice
//! (Binkley et al., "ORBS", FSE 2014). `DIFFERENTIAL_SEED` and `DIFFERENTIAL_PROGRAMS` choose other
//! programs, and more; the seed is printed.

pub(crate) mod generate;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use bench_slicers::ast::{Flags, NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::builtin::{Builtin, DELETED, Graph, Query, Variant};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{Fate, MapOptions, map};
use bench_slicers::random::Random;

use crate::harness::amount;
use crate::support::{root, setting};

const N_INPUTS: usize = 6;
const N_CRITERIA: usize = 2;

/// Variables that stand for a value where they are evaluated or bound; not those of guards.
pub(crate) fn criteria(tree: &Tree) -> Vec<NodeId> {
    let in_guard = |node: NodeId| tree.ancestors(node).any(|above| tree.kind(above) == "guard");
    tree.ids()
        .filter(|&node| tree.flags(node).has(Flags::VARIABLE) && tree.is_counted(node) && !in_guard(node))
        .collect()
}

/// A text with the 1-based line and column of the criterion's variable.
fn text_term(text: &str, place: (usize, usize)) -> String {
    format!("<<{text:?}/utf8>>, {{{},{}}}", place.0, place.1)
}

fn place(tree: &Tree, node: NodeId) -> (usize, usize) {
    let position = tree.position(0, tree.span(node).start);
    (position.line, position.column)
}

/// A slice and the place of the criterion in it; `None` when it is not there.
pub(crate) type Answer = (String, Option<(usize, usize)>);

/// Answer of a slicer on the graph. Lines stay, so that the criterion is found among its like on its line.
pub(crate) fn answer_by_graph(graph: &Graph<'_>, tree: &Tree, criterion: NodeId, variant: Variant) -> Answer {
    let keep = graph.slice(criterion, variant);
    let deletions = languages::deletions(tree).unwrap();
    let candidate = deletions.keeping(tree, &keep);
    let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(tree, id)).collect();
    let kept = alike(tree, criterion, tree, &|node| !gone.contains(node));
    let files = graph.render(&keep);
    let slice = Tree::parse(Language::Erlang, &files);
    let left = alike(tree, criterion, &slice, &|_| true);
    let at = kept.iter().position(|&found| found == place(tree, criterion));
    let found = at.filter(|_| kept.len() == left.len()).map(|at| left[at]);
    (text_of(files), found)
}

/// Places of the variables with the criterion's name on the criterion's line, each once.
fn alike(
    program: &Tree,
    criterion: NodeId,
    tree: &Tree,
    is_there: &dyn Fn(NodeId) -> bool,
) -> Vec<(usize, usize)> {
    let line = place(program, criterion).0;
    let is_like = |node: &NodeId| {
        tree.kind(*node) == "var" && tree.label(*node) == program.label(criterion) && is_there(*node)
    };
    let places = tree.ids().filter(is_like).map(|node| place(tree, node));
    places.filter(|found| found.0 == line).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Answer of any other slicer, mapped back.
fn answer_by_map(tree: &Tree, criterion: NodeId, slicer: Builtin, seed: u64) -> Answer {
    let files = slicer.slice(&Query { program: tree, criteria: &[criterion], gold: None, trace: None, seed });
    let options = ParseOptions { placeholders: vec![DELETED.to_owned()], ..Default::default() };
    let slice = Tree::parse_with(Language::Erlang, &files, &options);
    let mapping = map(tree, &slice, &MapOptions::default());
    let found = slice.ids().find(|&node| mapping.fates[node as usize] == Fate::Mapped(criterion));
    let place = found.map(|found| place(&slice, found));
    (text_of(files), place)
}

fn text_of(files: Vec<SourceFile>) -> String {
    files.into_iter().map(|file| file.text).collect()
}

/// What the driver says of one slice.
#[derive(Debug)]
struct Judgement {
    job: usize,
    slicer: String,
    verdict: String,
    explanation: String,
}

/// Programs with their slices, in the driver's format.
pub(crate) struct Jobs {
    terms: String,
    /// Program, criterion and slices of each job, to show when one fails.
    texts: Vec<String>,
    /// Failures that need no run.
    failures: Vec<String>,
}

impl Jobs {
    pub(crate) fn new() -> Jobs {
        Jobs { terms: String::new(), texts: Vec::new(), failures: Vec::new() }
    }

    fn add(&mut self, program: &str, inputs: &[String], slicers: &[Builtin], rng: &mut Random) {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", program)]);
        assert!(tree.problems().is_empty(), "{:?}\n{program}", tree.problems());
        let graph = slicers.iter().any(|slicer| slicer.has_graph()).then(|| Graph::build(&tree));
        let criteria = criteria(&tree);
        let chosen: BTreeSet<usize> = (0..N_CRITERIA).map(|_| rng.below(criteria.len())).collect();
        for criterion in chosen.into_iter().map(|idx| criteria[idx]) {
            let seed = self.texts.len() as u64;
            // Slicers that agree are run once.
            let mut answers: BTreeMap<Answer, Vec<&str>> = BTreeMap::new();
            for slicer in slicers {
                let answer = match (&graph, slicer.variant()) {
                    (Some(graph), Some(variant)) => answer_by_graph(graph, &tree, criterion, variant),
                    _ => answer_by_map(&tree, criterion, *slicer, seed),
                };
                answers.entry(answer).or_default().push(slicer.name());
            }
            self.add_criterion(&tree, criterion, ("main", inputs), answers);
        }
    }

    /// A criterion of a program, which is entered by this function with each of the lists of arguments.
    pub(crate) fn add_criterion(
        &mut self,
        tree: &Tree,
        criterion: NodeId,
        (entry, inputs): (&str, &[String]),
        answers: BTreeMap<Answer, Vec<&str>>,
    ) {
        let at = place(tree, criterion);
        let program = &tree.file(0).text;
        let mut shown = format!(
            "%% criterion {} at {}:{}, inputs of {entry} {inputs:?}\n{program}",
            tree.label(criterion),
            at.0,
            at.1
        );
        let mut slices: Vec<String> = Vec::new();
        for ((text, found), names) in answers {
            let names = names.join(",");
            write!(shown, "\n%% slice of {names}\n{text}\n").expect("a string takes all text");
            match found {
                Some(place) => slices.push(format!("{{\"{names}\", {}}}", text_term(&text, place))),
                None => self.failures.push(format!("{names}: no criterion in\n{text}\nof\n{shown}")),
            }
        }
        writeln!(
            self.terms,
            "{{{}, {entry}, [{}], {{{}}}, [{}]}}.",
            self.texts.len(),
            inputs.join(","),
            text_term(program, at),
            slices.join(","),
        )
        .expect("a string takes all text");
        self.texts.push(shown);
    }

    /// Runs everything in one BEAM.
    fn judge(&self, folder: &Path) -> Vec<Judgement> {
        let source = root("tests/it/differential/driver.erl");
        let compiled = Command::new("erlc").arg("-o").arg(folder).arg(&source).status().expect("erlc starts");
        assert!(compiled.success(), "the driver compiles");
        std::fs::write(folder.join("jobs"), &self.terms).expect("a temporary folder can be written");
        let output = Command::new("erl")
            .args(["-noshell", "-pa", ".", "-eval", "driver:main([\"jobs\"])."])
            .current_dir(folder)
            .output()
            .expect("erl starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let judgements: Vec<Judgement> = text.lines().filter_map(judgement).collect();
        assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
        judgements
    }
}

fn judgement(line: &str) -> Option<Judgement> {
    let mut words = line.splitn(4, ' ');
    let job = words.next()?.parse().ok()?;
    let mut word = || words.next().map(str::to_owned);
    Some(Judgement { job, slicer: word()?, verdict: word()?, explanation: word()? })
}

/// The judgements that are neither `same` nor about a program that is too slow.
fn failures(jobs: &Jobs, judgements: &[Judgement]) -> Vec<String> {
    let bad = judgements.iter().filter(|judgement| !matches!(judgement.verdict.as_str(), "same" | "skipped"));
    let shown = |judgement: &Judgement| {
        let Judgement { job, slicer, verdict, explanation } = judgement;
        format!("{slicer}: {verdict} {explanation}\n{}", jobs.texts[*job])
    };
    jobs.failures.iter().cloned().chain(bad.map(shown)).collect()
}

/// Random programs with slices of these slicers.
fn jobs(seed: u64, programs: impl Iterator<Item = u64>, slicers: &[Builtin]) -> Jobs {
    let mut jobs = Jobs::new();
    for program in programs {
        let mut rng = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(program));
        let text = generate::program(&mut rng, generate::Alphabet::Everything);
        let inputs: Vec<String> = (0..N_INPUTS).map(|_| generate::input(&mut rng)).collect();
        jobs.add(&text, &inputs, slicers, &mut rng);
    }
    jobs
}

/// What came out of some programs.
#[derive(Default)]
pub(crate) struct Outcome {
    pub n_criteria: usize,
    /// Criteria that some input reached.
    pub n_told: usize,
    /// Slices that have the program's values.
    pub n_same: usize,
    pub failures: Vec<String>,
}

pub(crate) fn outcome(jobs: &Jobs) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let judgements = jobs.judge(folder.path());
    let same = judgements.iter().filter(|judgement| judgement.verdict == "same");
    let told = same.clone().filter(|judgement| judgement.explanation != "0");
    Outcome {
        n_criteria: jobs.texts.len(),
        n_told: told.map(|judgement| judgement.job).collect::<BTreeSet<_>>().len(),
        n_same: same.count(),
        failures: failures(jobs, &judgements),
    }
}

/// Slices of random programs give the values of the program.
fn check(slicers: &[Builtin]) {
    let seed = setting("DIFFERENTIAL_SEED").unwrap_or(1);
    let n_programs = setting("DIFFERENTIAL_PROGRAMS").unwrap_or(amount(25, 50, 2_000));
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let work = |first: u64| outcome(&jobs(seed, (first..n_programs).step_by(n_workers), slicers));
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers as u64).map(|first| scope.spawn(move || work(first))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker ends")).collect()
    });
    let total = |number: fn(&Outcome) -> usize| outcomes.iter().map(number).sum::<usize>();
    let failures: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.failures).collect();
    eprintln!(
        "seed {seed}: {n_programs} programs, {} slices keep their values, {} do not",
        total(|outcome| outcome.n_same),
        failures.len()
    );
    if let Ok(folder) = std::env::var("DIFFERENTIAL_FAILURES") {
        for (idx, failure) in failures.iter().enumerate() {
            std::fs::write(format!("{folder}/{idx}.txt"), failure).expect("the folder can be written");
        }
    }
    assert!(
        failures.is_empty(),
        "DIFFERENTIAL_SEED={seed}: {} failures, the first:\n{}",
        failures.len(),
        failures[0]
    );
    // Programs end, and many criteria are reached, or the test says nothing.
    let n_told = total(|outcome| outcome.n_told);
    assert!(n_told * 3 > total(|outcome| outcome.n_criteria), "only {n_told} criteria were reached");
}

#[apply(test)]
#[needs(Erlang)]
fn slices_by_reachability_keep_the_values_of_random_programs() {
    check(&[Builtin::Identity, Builtin::Reachable]);
}

#[apply(test)]
#[needs(Erlang)]
fn slices_on_dependence_graphs_keep_the_values_of_random_programs() {
    check(&[Builtin::CeEdg, Builtin::Edg, Builtin::CeSdg, Builtin::Sdg]);
}

#[apply(test)]
#[needs(Erlang)]
fn a_slicer_that_deletes_by_chance_is_found_out() {
    let jobs = jobs(1, 0..20, &[Builtin::Random]);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let judgements = jobs.judge(folder.path());
    let n_bad = failures(&jobs, &judgements).len();
    assert!(n_bad > jobs.texts.len() / 3, "{n_bad} of {} were found out", jobs.texts.len());
}
