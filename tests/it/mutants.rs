//! Gold slices of the suite, judged by a mutator that shares nothing with the search that found them.
//!
//! Programs and slices are run as text in their own runtimes (`runtimes`), on inputs made here (`inputs`); nothing of the product's
//! oracles and inputs is used. The criterion's place in a slice is found by the mapping that grades answers.
//! `MUTANTS_SUITE` names another suite, `MUTANTS_SEED` other inputs, `MUTANTS_INPUTS` how many, `MUTANTS_FILTER` a part of the
//! names of programs.

mod inputs;
pub(crate) mod runtimes;

use std::path::PathBuf;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{Fate, MapOptions, map};
use bench_slicers::random::Random;
use bench_slicers::suite::{Benchmark, Criterion, Input, SliceKind, Suite};

use crate::harness::{amount, is_nightly, share};
use crate::support::{SUITE, setting};
use inputs::Mutator;
use runtimes::{Kind, Place, Run, Text, run, with_calls};

/// A slice that is said to be one.
struct Claim {
    /// The task, and which of its slices.
    name: String,
    files: Vec<SourceFile>,
    /// Number of the criterion among those of the program.
    k: usize,
    /// Where the criterion is in the slice.
    place: Place,
    /// The one input that it needs to be right on.
    only: Option<usize>,
}

/// A program with slices of it.
struct Subject {
    language: Language,
    files: Vec<SourceFile>,
    /// Where its criteria are.
    places: Vec<Place>,
    inputs: Vec<Input>,
    claims: Vec<Claim>,
}

/// A slice that is none.
#[derive(Debug)]
struct Refuted {
    name: String,
    input: Input,
    expected: Vec<String>,
    found: Vec<String>,
    end: String,
}

impl std::fmt::Display for Refuted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Refuted { name, input, expected, found, end } = self;
        write!(
            f,
            "{name}: args {:?} stdin {:?}: expected {expected:?}, found {found:?} ({end})",
            input.args, input.stdin
        )
    }
}

impl Subject {
    fn of_benchmark(benchmark: &Benchmark) -> Subject {
        let tree = &*benchmark.tree;
        let entry = benchmark.entry_point().expect("an entry point");
        assert!(matches!(entry, "main" | "__main__"), "{}: programs are run as a whole here", benchmark.id);
        let mut subject = Subject {
            language: benchmark.language,
            files: tree.files().cloned().collect(),
            places: Vec::new(),
            inputs: benchmark.inputs.clone(),
            claims: Vec::new(),
        };
        // Slices of data or of control alone need not have the values.
        let has_values =
            |criterion: &&Criterion| !matches!(criterion.kind, SliceKind::Data | SliceKind::Control);
        for criterion in benchmark.criteria.iter().filter(has_values) {
            subject.claim_all(benchmark, criterion);
        }
        subject
    }

    /// Every gold slice of a criterion.
    fn claim_all(&mut self, benchmark: &Benchmark, criterion: &Criterion) {
        let tree = &*benchmark.tree;
        let place = place_of(tree, criterion.node);
        let k = self.places.iter().position(|known| *known == place).unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        for (idx, gold) in criterion.golds.iter().enumerate() {
            let name = format!("{}/{} {idx}", benchmark.id, criterion.id);
            let slice = Tree::parse(benchmark.language, &gold.files);
            let place =
                placed(tree, criterion.node, &slice).unwrap_or_else(|| panic!("{name}: no criterion"));
            let files = slice.files().cloned().collect();
            self.claims.push(Claim { name, files, k, place, only: criterion.input_idx });
        }
    }

    /// What is run: the program, then every slice.
    fn texts(&self, n_inputs: usize, seed: u64) -> Vec<Text> {
        let all: String = self.files.iter().map(|file| file.text.as_str()).collect();
        let inputs = Mutator::new(&all, &self.inputs, seed).inputs(n_inputs);
        let places: Vec<_> = self.places.iter().cloned().enumerate().collect();
        let text = |files: &[SourceFile], places: &[_], kind| Text {
            files: with_calls(self.language, files, places),
            kind,
        };
        let slice = |claim: &Claim| {
            text(&claim.files, &[(claim.k, claim.place.clone())], Kind::Slice { only: claim.only })
        };
        let program = text(&self.files, &places, Kind::Program { inputs });
        std::iter::once(program).chain(self.claims.iter().map(slice)).collect()
    }
}

fn place_of(tree: &Tree, node: NodeId) -> Place {
    Place { file_idx: tree.file_of(node), span: tree.span(node) }
}

/// Where the criterion of a program is in a slice.
fn placed(program: &Tree, criterion: NodeId, slice: &Tree) -> Option<Place> {
    let mapping = map(program, slice, &MapOptions::of_criterion(&[criterion]));
    let node = slice.ids().find(|&node| mapping.fates[node as usize] == Fate::Mapped(criterion))?;
    Some(place_of(slice, node))
}

/// What was tried, and what was refuted by it.
#[derive(Default)]
struct Outcome {
    n_claims: usize,
    /// Runs in which a program reached the criterion of a slice and ended in time.
    n_told: usize,
    /// Slices whose criterion no input reached.
    unreached: Vec<String>,
    refuted: Vec<Refuted>,
    /// Slices that do not compile, with the reason.
    refused: Vec<String>,
}

/// Tries all slices on so many inputs; each slice is refuted once at most.
fn judge(language: Language, subjects: &[Subject], n_inputs: usize) -> Outcome {
    let seed = setting("MUTANTS_SEED").unwrap_or(1);
    let texts: Vec<Vec<Text>> = subjects.iter().map(|subject| subject.texts(n_inputs, seed)).collect();
    let n_texts: Vec<usize> = texts.iter().map(Vec::len).collect();
    let inputs: Vec<Vec<Input>> = texts
        .iter()
        .map(|texts| match &texts[0].kind {
            Kind::Program { inputs } => inputs.clone(),
            Kind::Slice { .. } => unreachable!("the first one is the program"),
        })
        .collect();
    let mut runs = run(language, &texts.into_iter().flatten().collect::<Vec<_>>()).into_iter();
    let mut outcome = Outcome::default();
    for ((subject, inputs), n_texts) in subjects.iter().zip(&inputs).zip(n_texts) {
        let program = runs.next().expect("a program");
        let refused = program.values().find(|run| run.end == "refused");
        let name = subject.files[0].path.display();
        assert!(refused.is_none(), "{name}: {refused:?}");
        assert!(program.values().any(|run| !run.values.is_empty()), "{name} reaches no criterion");
        for (claim, slice) in subject.claims.iter().zip(runs.by_ref().take(n_texts - 1)) {
            outcome.n_claims += 1;
            if let Some(run) = slice.values().find(|run| run.end == "refused") {
                outcome.refused.push(format!("{}: {}", claim.name, run.values[0].1));
                continue;
            }
            let tried = |(&idx, run)| (idx, program[&idx].of(claim.k), run);
            let reached: Vec<(usize, Vec<&str>, &Run)> =
                slice.iter().map(tried).filter(|(_, expected, _)| !expected.is_empty()).collect();
            outcome.n_told += reached.len();
            if reached.is_empty() {
                outcome.unreached.push(claim.name.clone());
            }
            // The rule of the prefix: what the program shows comes first in what the slice shows.
            let wrong = reached.iter().find(|(_, expected, run)| !run.of(claim.k).starts_with(expected));
            if let Some((idx, expected, run)) = wrong {
                outcome.refuted.push(Refuted::new(claim, &inputs[*idx], expected, run));
            }
        }
    }
    outcome
}

impl Refuted {
    fn new(claim: &Claim, input: &Input, expected: &[&str], slice: &Run) -> Refuted {
        let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
        Refuted {
            name: claim.name.clone(),
            input: input.clone(),
            expected: owned(expected),
            found: owned(&slice.of(claim.k)),
            end: slice.end.clone(),
        }
    }
}

/// Programs of a language: the first, and every one after so many.
fn subjects(language: Language, step: usize) -> Vec<Subject> {
    let other = std::env::var_os("MUTANTS_SUITE").map(PathBuf::from);
    let other = other.map(|dir| Suite::load(&[dir]).unwrap_or_else(|error| panic!("{error}")));
    let filter = std::env::var("MUTANTS_FILTER").unwrap_or_default();
    let benchmarks = other.as_ref().unwrap_or(&SUITE).benchmarks.iter();
    benchmarks
        .filter(|benchmark| benchmark.language == language && benchmark.id.contains(&filter))
        .step_by(step)
        .map(Subject::of_benchmark)
        .collect()
}

/// All gold slices of a language: none is refuted.
fn check(language: Language) {
    let subjects = subjects(language, share(3));
    let n_inputs = amount(100, 250, 2_000);
    let n_inputs = setting("MUTANTS_INPUTS").map_or(n_inputs, |n| n as usize);
    let start = std::time::Instant::now();
    let outcome = judge(language, &subjects, n_inputs);
    eprintln!(
        "{language}: {} slices, {} runs told, {} refuted, {:.0} s",
        outcome.n_claims,
        outcome.n_told,
        outcome.refuted.len(),
        start.elapsed().as_secs_f64()
    );
    assert!(outcome.unreached.is_empty(), "no input reaches {:?}", outcome.unreached);
    assert!(outcome.refused.is_empty(), "{}", outcome.refused.join("\n"));
    let lines: Vec<String> = outcome.refuted.iter().map(Refuted::to_string).collect();
    assert!(lines.is_empty(), "{} refuted\n{}", lines.len(), lines.join("\n"));
}

#[apply(test)]
#[needs(Gcc)]
fn gold_slices_of_c_survive_an_independent_mutator() {
    check(Language::C);
}

#[apply(test)]
#[needs(Python)]
fn gold_slices_of_python_survive_an_independent_mutator() {
    check(Language::Python);
}

#[apply(test)]
#[needs(Node)]
fn gold_slices_of_javascript_survive_an_independent_mutator() {
    check(Language::JavaScript);
}

#[apply(test)]
#[needs(Java)]
fn gold_slices_of_java_survive_an_independent_mutator() {
    check(Language::Java);
}

#[apply(test)]
#[needs(R)]
fn gold_slices_of_r_survive_an_independent_mutator() {
    check(Language::R);
}

/// Slices of which one more node is gone: most are refuted. What is only around the criterion may go.
fn check_planted(language: Language, least: f64) {
    let mut random = Random::new(7);
    let mut subjects = subjects(language, if is_nightly() { 1 } else { 4 });
    for subject in &mut subjects {
        let claims = std::mem::take(&mut subject.claims);
        let program = Tree::parse(language, &subject.files);
        for claim in claims.iter().filter(|claim| claim.only.is_none()) {
            let wrong = (0..20).filter_map(|_| without_one(&program, subject, claim, &mut random));
            let wrong: Vec<Claim> = wrong.take(2).collect();
            subject.claims.extend(wrong);
        }
    }
    let outcome = judge(language, &subjects, amount(100, 250, 500));
    let n_run = outcome.n_claims - outcome.refused.len();
    let found: Vec<&str> = outcome.refuted.iter().map(|refuted| refuted.name.as_str()).collect();
    let rate = found.len() as f64 / n_run as f64;
    eprintln!("{language}: {} of {n_run} slices with one node less are refuted", found.len());
    let claims = subjects.iter().flat_map(|subject| &subject.claims);
    let is_missed =
        |name: &&str| !found.contains(name) && !outcome.refused.iter().any(|said| said.starts_with(name));
    let missed: Vec<&str> = claims.map(|claim| claim.name.as_str()).filter(is_missed).collect();
    assert!(n_run > 0 && rate >= least, "{rate}: {missed:#?}");
}

/// The slice without one of its nodes; `None` where that takes the criterion along.
fn without_one(program: &Tree, subject: &Subject, claim: &Claim, random: &mut Random) -> Option<Claim> {
    let slice = Tree::parse(subject.language, &claim.files);
    let deletions = languages::deletions(&slice).expect("the language has a table");
    let id = random.below(deletions.all().len());
    let node = deletions.all()[id].node;
    let files = deletions.text(&slice, &Candidate::from_iter([id as DeletionId]));
    let left = Tree::parse(subject.language, &files);
    let mut counted = program.ids().filter(|&node| program.is_counted(node));
    let criterion = counted.find(|&node| place_of(program, node) == subject.places[claim.k])?;
    let place = placed(program, criterion, &left)?;
    let name =
        format!("{} without `{}` of line {}", claim.name, slice.text(node).lines().next()?, slice.line(node));
    Some(Claim { name, files, k: claim.k, place, only: None })
}

#[apply(test)]
#[needs(Gcc)]
fn what_is_missing_in_slices_of_c_is_found() {
    check_planted(Language::C, 0.8);
}

#[apply(test)]
#[needs(Python)]
fn what_is_missing_in_slices_of_python_is_found() {
    check_planted(Language::Python, 0.8);
}

#[apply(test)]
#[needs(Node)]
fn what_is_missing_in_slices_of_javascript_is_found() {
    check_planted(Language::JavaScript, 0.8);
}

#[apply(test)]
#[needs(Java)]
fn what_is_missing_in_slices_of_java_is_found() {
    check_planted(Language::Java, 0.8);
}

#[apply(test)]
#[needs(R)]
fn what_is_missing_in_slices_of_r_is_found() {
    check_planted(Language::R, 0.8);
}

/// A program of one criterion, the last `result` in it, and a slice that lacks these words.
fn planted(language: Language, text: &str, gone: &str, left: &str, inputs: &[&str]) -> Subject {
    let place = |text: &str| {
        let start = text.rfind("result").expect("a criterion");
        Place { file_idx: 0, span: start..start + "result".len() }
    };
    assert_eq!(text.matches(gone).count(), 1, "{gone}");
    let slice = text.replace(gone, left);
    let files = |text: &str| vec![SourceFile::new("program", text)];
    let claim = Claim { name: gone.to_owned(), place: place(&slice), files: files(&slice), k: 0, only: None };
    Subject {
        language,
        files: files(text),
        places: vec![place(text)],
        inputs: inputs.iter().map(|text| Input { args: Vec::new(), stdin: (*text).to_owned() }).collect(),
        claims: vec![claim],
    }
}

/// Digits that are no numbers, letters that have no other case, blanks that separate or not: what few inputs tell.
#[apply(test)]
#[needs(Python)]
fn near_misses_are_tried() {
    let given = ["", "3 4", "a 1 b"];
    let check = |text: &str, gone: &str, left: &str| {
        let outcome = judge(Language::Python, &[planted(Language::Python, text, gone, left, &given)], 2_000);
        assert_eq!(outcome.refuted.len(), 1, "{gone}");
    };
    let numbers = "import sys\nresult = 0\nfor word in sys.stdin.read().split():\n    if word.isdigit():\n        \
        try:\n            result += int(word)\n        except ValueError:\n            result -= 100\nprint(result)\n";
    check(numbers, "result -= 100", "pass");
    let letters = "import sys\nresult = 0\nfor c in sys.stdin.read():\n    result += c.isalpha()\n    \
        if ord(c) > 127:\n        result += 5\nprint(result)\n";
    check(letters, "result += 5", "pass");
    let blanks = "import sys\ntext = sys.stdin.read()\nresult = len(text.split())\nif len(text.split(' ')) < result:\n    \
        result = -1\nprint(result)\n";
    check(blanks, "result = -1", "pass");
    let order = "import sys\nwords = sys.stdin.read().split()\nresult = len(words)\nif words[:1] == ['4'] and words[1:2] == ['b']:\n    \
        result = 0\nprint(result)\n";
    check(order, "result = 0", "pass");
}

/// What never ends tells nothing of a program, and refutes a slice that has not shown the values yet.
#[apply(test)]
#[needs(Python)]
fn what_does_not_end_is_stopped() {
    let endless = "import sys\nn = len(sys.stdin.read())\nresult = 1\nwhile n > 2:\n    \
        try:\n        n += 0 * len('')\n    except BaseException:\n        pass\nprint(result)\n";
    let subject = planted(Language::Python, endless, "result = 1", "result = 2", &["", "abc"]);
    let outcome = judge(Language::Python, &[subject], 0);
    assert_eq!((outcome.n_told, outcome.refuted.len()), (1, 1), "one input ends");
    let counting =
        "import sys\nn = len(sys.stdin.read())\nresult = n\nwhile n > 2:\n    n -= 1\nprint(result)\n";
    let subject = planted(Language::Python, counting, "n -= 1", "pass", &["", "abc"]);
    let outcome = judge(Language::Python, &[subject], 0);
    assert_eq!((outcome.n_told, outcome.refuted.len()), (2, 1));
    assert_eq!(outcome.refuted[0].end, "timeout");
}
