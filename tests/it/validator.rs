//! Answers of `minimize` to programs it has never seen, judged by a validator that shares nothing with it.
//!
//! The validator is in Erlang: it compiles programs and slices with the real compiler and runs both on 20,000 inputs of its
//! own generator and on those that are planted in the comments of the programs.
//! `tests/fixtures/validator` has programs written by hand, `generate` makes others. `VALIDATOR_PROGRAMS` says how many of these,
//! `VALIDATOR_SEED` which, and `VALIDATOR_FAILURES` names a folder for wrong answers.

mod generate;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use bench_slicers::language::Language;
use bench_slicers::random::Random;
use bench_slicers::suite::{SliceKind, Task};

use crate::differential;
use crate::differential::generate::Alphabet;
use crate::harness::{amount, is_slow, share};
use crate::support::{SUITE, program, root, setting, stderr};

const N_INPUTS: usize = 20_000;
/// Programs written by hand that stand for all where there is no time: one or two for each class of near misses, and constructs.
const SAMPLE: [&str; 12] = ["01", "05", "09", "13", "17", "21", "25", "29", "33", "41", "50", "56"];

/// The same for the strict rule: loops, recursion and more than one value of the criterion.
const STRICT: [&str; 5] = ["39", "51", "52", "53", "54"];

/// A program with what its first comments say.
struct Subject {
    name: String,
    text: String,
    line: usize,
    variable: String,
    occurrence: usize,
    /// `name/arity`.
    entry: String,
    /// Lists of arguments that are known to matter.
    near: Vec<String>,
}

impl Subject {
    fn new(name: &str, text: &str) -> Subject {
        let all = |key: &str| {
            let start = format!("%% {key}: ");
            text.lines().filter_map(|line| line.strip_prefix(&start).map(str::to_owned)).collect::<Vec<_>>()
        };
        let criterion = all("criterion").pop().unwrap_or_else(|| panic!("{name}: no criterion"));
        let words: Vec<&str> = criterion.split(' ').collect();
        let exported = text.lines().find_map(|line| line.strip_prefix("-export([")).expect("an entry");
        let first = exported.split([',', ']']).next().expect("an entry").to_owned();
        Subject {
            name: name.to_owned(),
            text: text.to_owned(),
            line: words[0].parse().expect("a line"),
            variable: words[1].to_owned(),
            occurrence: words.get(2).map_or(1, |word| word.parse().expect("an occurrence")),
            entry: all("entry").pop().unwrap_or(first),
            near: all("near miss"),
        }
    }

    /// The program of a task of the suite; the inputs of the benchmark are known to matter.
    fn of_task(task: &Task<'_>) -> Subject {
        let Task { benchmark, criterion, .. } = task;
        let text: String = benchmark.tree.files().map(|file| file.text.as_str()).collect();
        Subject {
            name: task.id(),
            text,
            line: criterion.line,
            variable: criterion.variable.clone().expect("a criterion of Erlang has a variable"),
            occurrence: criterion.occurrence,
            entry: benchmark.entry_point().expect("an entry point").to_owned(),
            near: benchmark.inputs.iter().map(|input| format!("[{}]", input.args.join(", "))).collect(),
        }
    }

    /// One job of the validator.
    fn job(&self, id: usize, slice: &str, rule: &str, n_inputs: usize) -> String {
        let (name, arity) = self.entry.split_once('/').expect("an entry has an arity");
        let near: Vec<String> = self.near.iter().map(|input| quoted(input)).collect();
        format!(
            "#{{id => {id}, original => <<{}/utf8>>, slice => <<{}/utf8>>, line => {}, variable => {}, \
             occurrence => {}, entry => {{{name}, {arity}}}, near => [{}], inputs => {n_inputs}, seed => {id}, \
             rule => {rule}}}.",
            quoted(&self.text),
            quoted(slice),
            self.line,
            quoted(&self.variable),
            self.occurrence,
            near.join(", ")
        )
    }

    /// What `minimize` answers by a rule, `prefix` or `strict`, or why it does not.
    fn minimized(&self, rule: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let source = folder.path().join("program.erl");
        std::fs::write(&source, &self.text).expect("a temporary folder can be written");
        let output = program()
            .arg("minimize")
            .args((rule == "strict").then_some("--strict"))
            .args(["--max-nodes", "1", "--line", &self.line.to_string()])
            .args(["--variable", &self.variable, "--occurrence", &self.occurrence.to_string()])
            .args(["--entry", &self.entry, "--output-dir"])
            .args([&folder.path().join("slice"), &source])
            .output()
            .expect("the program starts");
        match std::fs::read_to_string(folder.path().join("slice/program.erl")) {
            Ok(slice) if output.status.success() => Ok(slice),
            _ => Err(stderr(&output)),
        }
    }
}

/// A text as a literal of Erlang.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn fixture(path: &str) -> String {
    let path = root("tests/fixtures/validator").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The programs written by hand, by name.
fn by_hand() -> Vec<Subject> {
    let files = std::fs::read_dir(root("tests/fixtures/validator")).expect("the folder is there");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".erl")).collect();
    names.sort();
    names.iter().map(|name| Subject::new(name, &fixture(name))).collect()
}

/// One half is made for this test, with branches that are rarely taken; the other has more constructs.
fn generated(n: u64, seed: u64) -> Vec<Subject> {
    let subject = |idx: u64| {
        let mut rng = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(idx));
        let text = match idx % 2 {
            0 => generate::program(&mut rng),
            _ => {
                let text = differential::generate::program(&mut rng, Alphabet::Values);
                generate::with_criterion(&text, &mut rng)
            }
        };
        Subject::new(&format!("generated {idx}"), &text)
    };
    (0..n).map(subject).collect()
}

/// Verdict and explanation for each job; the id of a job is its index.
fn judge(jobs: &[String]) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for module in ["validator", "validator_forms", "validator_inputs"] {
        let source = root("tests/it/validator").join(module).with_extension("erl");
        let compiled = Command::new("erlc").arg("-o").arg(folder.path()).arg(source).status();
        assert!(compiled.expect("erlc starts").success(), "{module} compiles");
    }
    std::fs::write(folder.path().join("jobs"), jobs.join("\n")).expect("a temporary folder can be written");
    let output = Command::new("erl")
        .args(["+S", "2:2", "-noshell", "-pa", ".", "-eval", "validator:main([\"jobs\"])."])
        .current_dir(folder.path())
        .output()
        .expect("erl starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", stderr(&output));
    let mut verdicts = vec![None; jobs.len()];
    for line in text.lines().filter_map(|line| line.strip_prefix("verdict ")) {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().expect("three words").to_owned();
        let job: usize = word().parse().expect("a job");
        verdicts[job] = Some((word(), word()));
    }
    verdicts.into_iter().map(|verdict| verdict.expect("every job has a verdict")).collect()
}

/// What `minimize` answers for each, several at a time.
fn minimized(subjects: &[Subject], rule: &str) -> Vec<Result<String, String>> {
    let todo = Mutex::new(subjects.iter().enumerate());
    let answers = Mutex::new(vec![Err(String::new()); subjects.len()]);
    let work = || {
        loop {
            let next = todo.lock().expect("no worker panics").next();
            let Some((idx, subject)) = next else { return };
            let answer = subject.minimized(rule);
            answers.lock().expect("no worker panics")[idx] = answer;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    answers.into_inner().expect("no worker panics")
}

/// What became of the answers to some programs.
struct Outcome {
    n_answers: usize,
    wrong: Vec<String>,
    /// Index of each program without an answer, and why.
    refused: Vec<(usize, String)>,
}

fn outcome(subjects: &[Subject], rule: &str) -> Outcome {
    let start = Instant::now();
    let answers = minimized(subjects, rule);
    let minimize_s = start.elapsed().as_secs_f64();
    let answered: Vec<(&Subject, &String)> = subjects
        .iter()
        .zip(&answers)
        .filter_map(|(subject, answer)| Some((subject, answer.as_ref().ok()?)))
        .collect();
    let jobs: Vec<String> = answered
        .iter()
        .enumerate()
        .map(|(id, (subject, slice))| subject.job(id, slice, rule, N_INPUTS))
        .collect();
    let verdicts = judge(&jobs);
    let mut wrong = Vec::new();
    for ((subject, slice), (verdict, explanation)) in answered.iter().zip(&verdicts) {
        if verdict != "ok" {
            wrong.push(format!(
                "{}: {verdict} {explanation}\n{}\n%% answer\n{slice}",
                subject.name, subject.text
            ));
        }
    }
    let refused: Vec<(usize, String)> = subjects
        .iter()
        .zip(&answers)
        .enumerate()
        .filter_map(|(idx, (subject, answer))| {
            Some((idx, format!("{}: {}", subject.name, answer.as_ref().err()?)))
        })
        .collect();
    eprintln!(
        "{} programs, {rule} rule: {} answers in {minimize_s:.0} s, {} wrong; judged by {:.0} s; no answer: {refused:?}",
        subjects.len(),
        answered.len(),
        wrong.len(),
        start.elapsed().as_secs_f64()
    );
    if let Ok(folder) = std::env::var("VALIDATOR_FAILURES") {
        for (idx, failure) in wrong.iter().enumerate() {
            let path = Path::new(&folder).join(format!("{}-{idx}.txt", subjects.len()));
            std::fs::write(path, failure).expect("the folder can be written");
        }
        for (subject, answer) in subjects.iter().zip(&answers) {
            if let Err(error) = answer {
                let path = Path::new(&folder).join(format!("{}-no-answer.txt", subject.name));
                std::fs::write(path, format!("{error}\n{}", subject.text))
                    .expect("the folder can be written");
            }
        }
    }
    Outcome { n_answers: answered.len(), wrong, refused }
}

/// The first lines of what is wrong, and one of them in full.
fn shown(wrong: &[String]) -> String {
    let mut text = String::new();
    for failure in wrong {
        writeln!(text, "{}", failure.lines().next().unwrap_or_default()).expect("a string takes all text");
    }
    text + wrong.first().map_or("", String::as_str)
}

/// Near misses of all classes, and all constructs.
#[apply(test)]
#[needs(Erlang)]
fn answers_to_programs_written_by_hand_survive_an_independent_validator() {
    let mut subjects = by_hand();
    assert_eq!(subjects.len(), 60);
    subjects.retain(|subject| is_whole() || SAMPLE.iter().any(|number| subject.name.starts_with(number)));
    let outcome = outcome(&subjects, "prefix");
    assert!(outcome.wrong.is_empty(), "{} wrong\n{}", outcome.wrong.len(), shown(&outcome.wrong));
    assert_eq!(outcome.n_answers, subjects.len(), "{:#?}", outcome.refused);
}

/// Equal values, and an end where the program ends.
#[apply(test)]
#[needs(Erlang)]
fn strict_answers_to_programs_written_by_hand_survive_an_independent_validator() {
    let mut subjects = by_hand();
    subjects.retain(|subject| is_whole() || STRICT.iter().any(|number| subject.name.starts_with(number)));
    let outcome = outcome(&subjects, "strict");
    assert!(outcome.wrong.is_empty(), "{} wrong\n{}", outcome.wrong.len(), shown(&outcome.wrong));
    assert_eq!(outcome.n_answers, subjects.len(), "{:#?}", outcome.refused);
}

/// Guards with any constants, rare branches, values of all types through several functions.
#[apply(test)]
#[needs(Erlang)]
fn answers_to_generated_programs_survive_an_independent_validator() {
    let seed = setting("VALIDATOR_SEED").unwrap_or(1);
    let n = setting("VALIDATOR_PROGRAMS").unwrap_or(200 / share(20) as u64);
    let subjects = generated(n, seed);
    let outcome = outcome(&subjects, "prefix");
    assert!(
        outcome.wrong.is_empty(),
        "VALIDATOR_SEED={seed}: {} wrong\n{}",
        outcome.wrong.len(),
        shown(&outcome.wrong)
    );
    // A criterion that no run of the validator reaches has no slice worth the name, and functions cannot be compared.
    let jobs: Vec<String> = outcome
        .refused
        .iter()
        .enumerate()
        .map(|(id, (idx, _))| subjects[*idx].job(id, &subjects[*idx].text, "prefix", N_INPUTS))
        .collect();
    for ((_, refused), (_, explanation)) in outcome.refused.iter().zip(judge(&jobs)) {
        let has_nothing = explanation.contains("reached,0,") || refused.contains("takes functions as values");
        assert!(refused.contains("error: ") && has_nothing, "{refused}\n{explanation}");
    }
}

/// Every gold slice of Erlang programs in one file that speaks of all inputs; `mutants` has the other languages.
#[apply(test)]
#[needs(Erlang)]
fn gold_slices_of_erlang_survive_an_independent_validator() {
    let is_judged = |task: &Task<'_>| {
        task.benchmark.language == Language::Erlang
            && task.criterion.kind == SliceKind::Static
            && task.benchmark.tree.files().count() == 1
    };
    let tasks: Vec<Task<'_>> = SUITE.tasks().filter(is_judged).step_by(share(3)).collect();
    let subjects: Vec<Subject> = tasks.iter().map(Subject::of_task).collect();
    let slices = tasks.iter().zip(&subjects).flat_map(|(task, subject)| {
        task.criterion.golds.iter().map(move |gold| (subject, gold.files[0].text.as_str()))
    });
    let slices: Vec<(&Subject, &str)> = slices.collect();
    let n_inputs = setting("MUTANTS_INPUTS").map_or(amount(60, 120, 2_000), |n| n as usize);
    let jobs: Vec<String> = slices
        .iter()
        .enumerate()
        .map(|(id, (subject, slice))| subject.job(id, slice, "prefix", n_inputs))
        .collect();
    let mut refuted = Vec::new();
    for ((subject, _), (verdict, explanation)) in slices.iter().zip(judge(&jobs)) {
        assert!(!explanation.contains("reached,0,"), "{}: {explanation}", subject.name);
        if verdict != "ok" {
            refuted.push(format!("{}: {verdict} {explanation}", subject.name));
        }
    }
    eprintln!("{} slices, {n_inputs} inputs each, {} refuted", slices.len(), refuted.len());
    assert!(slices.len() >= 30 && refuted.is_empty(), "{refuted:#?}");
}

/// The validator itself: a node that is needed was deleted by hand.
#[apply(test)]
#[needs(Erlang)]
fn slices_that_are_known_to_be_wrong_are_refuted() {
    let subjects = by_hand();
    let table = fixture("wrong.txt");
    let jobs: Vec<String> =
        table.lines().enumerate().map(|(id, line)| wrong_job(&subjects, id, line)).collect();
    let verdicts = judge(&jobs);
    let missed: Vec<&str> = table
        .lines()
        .zip(&verdicts)
        .filter(|(_, (verdict, _))| verdict != "wrong")
        .map(|(line, _)| line)
        .collect();
    eprintln!("{} of {} wrong slices are refuted", jobs.len() - missed.len(), jobs.len());
    assert!(jobs.len() >= 60 && missed.is_empty(), "{missed:#?}");
}

/// The job of a line `NUMBER: TEXT ==> WHAT IS LEFT`.
fn wrong_job(subjects: &[Subject], id: usize, line: &str) -> String {
    let (number, change) = line.split_once(": ").expect("a number");
    let (gone, left) = change.split_once(" ==>").expect("an arrow");
    let subject = subjects.iter().find(|subject| subject.name.starts_with(number)).expect("a program");
    assert_eq!(subject.text.matches(gone).count(), 1, "{line}");
    let slice = subject.text.replace(gone, left.strip_prefix(' ').unwrap_or_default());
    subject.job(id, &slice, "prefix", N_INPUTS)
}

/// The validator itself: nothing refutes a program as a slice of itself, by either rule, and most inputs say something.
#[apply(test)]
#[needs(Erlang)]
fn programs_are_slices_of_themselves() {
    let mut subjects = by_hand();
    subjects.extend(generated(amount(40, 40, 200), 1));
    let n_inputs = N_INPUTS / amount(20, 8, 1);
    let jobs: Vec<String> = subjects
        .iter()
        .enumerate()
        .map(|(id, subject)| subject.job(id, &subject.text, "strict", n_inputs))
        .collect();
    let mut n_told = 0;
    for (subject, (verdict, explanation)) in subjects.iter().zip(judge(&jobs)) {
        assert_eq!(verdict, "ok", "{}: {explanation}\n{}", subject.name, subject.text);
        n_told += usize::from(!explanation.contains("reached,0,"));
    }
    assert!(n_told * 10 >= subjects.len() * 9, "only {n_told} criteria were reached");
}

/// Whether everything is judged: with `SLOW_TESTS`, unless `VALIDATOR_PROGRAMS` asks for a part.
fn is_whole() -> bool {
    is_slow() && setting("VALIDATOR_PROGRAMS").is_none()
}
