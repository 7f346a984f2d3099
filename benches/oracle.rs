//! Candidates a second on a program of about 150 nodes, once the virtual machines run; in JavaScript, Python and R, of 60 and 400 nodes, with
//! five inputs.
//!
//! Measured with two workers on two cores that other work kept busy, 137 nodes and 7 inputs: 181 000 verdicts a
//! second (155 000 to 213 000), 95 900 with what they consulted (87 500 to 105 000).

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId, Deletions};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::Question;
use bench_slicers::suite::{Input, Suite, Task};

#[path = "common/measure.rs"]
mod measure;
use measure::measure;

/// Pairs of deletions, what a search asks most: how many of them, of programs in C each in a process of its own.
const N_CANDIDATES: [(Language, usize); 2] = [(Language::Erlang, 20_000), (Language::C, 2_000)];

/// The criterion whose program's size is nearest to 150 nodes.
fn task(suite: &Suite, language: Language) -> Task<'_> {
    let tasks = suite.tasks().filter(|task| task.benchmark.language == language);
    tasks
        .min_by_key(|task| task.benchmark.tree.n_counted().abs_diff(150))
        .expect("the suite has programs of the language")
}

fn candidates(deletions: &Deletions, n_candidates: usize) -> Vec<Candidate> {
    let n_deletions = deletions.all().len();
    (0..n_candidates)
        .map(|idx| {
            let (one, other) = (idx % n_deletions, (idx * 31 + idx / n_deletions) % n_deletions);
            [one as DeletionId, other as DeletionId].into_iter().collect()
        })
        .collect()
}

fn main() {
    let suite = Suite::embedded().expect("the embedded suite");
    for (language, n_candidates) in N_CANDIDATES {
        let task = task(&suite, language);
        let entry = task.benchmark.entry_point().expect("an entry point").to_owned();
        let question = Question::new(task.criterion.nodes.clone(), entry);
        judge(&task.id(), &task.benchmark.tree, &question, &task.benchmark.inputs, n_candidates);
    }
    for n_functions in [2, 16] {
        let (program, inputs) = python(n_functions);
        let criterion = program.ids().rfind(|&node| program.text(node) == "result").expect("the criterion");
        judge("python", &program, &Question::new(vec![criterion], "__main__"), &inputs, 20_000);
        let (program, inputs) = javascript(n_functions);
        let criterion = program.ids().rfind(|&node| program.text(node) == "result").expect("the criterion");
        judge("javascript", &program, &Question::new(vec![criterion], "__main__"), &inputs, 20_000);
    }
    for n_functions in [2, 16] {
        let (program, inputs) = r(n_functions);
        let criterion = program.ids().rfind(|&node| program.text(node) == "result").expect("the criterion");
        judge("r", &program, &Question::new(vec![criterion], "__main__"), &inputs, 2_000);
    }
}

/// A script of so many functions, all of which its last value needs, with five inputs.
fn python(n_functions: usize) -> (Tree, [Input; 5]) {
    let mut text = String::from("import sys\n");
    for idx in 0..n_functions {
        text.push_str(&match idx % 2 {
            0 => {
                format!("def f{idx}(n, k):\n    if n > k:\n        return n * 2 + {idx}\n    return n - k\n")
            }
            _ => format!("def f{idx}(n, k):\n    for i in range(k):\n        n += i\n    return n % 1009\n"),
        });
    }
    text.push_str("result = len(sys.stdin.read())\n");
    for idx in 0..n_functions {
        text.push_str(&format!("result = f{idx}(result, {})\n", idx % 4 + 1));
    }
    text.push_str("print(result)\n");
    let stdin = |text: &str| Input { args: Vec::new(), stdin: text.to_owned() };
    let inputs = ["", "a", "ab", "abcdefg", "abcdefghijklmnopqrstuvwxyz"].map(stdin);
    (Tree::parse(Language::Python, &[SourceFile::new("program.py", text)]), inputs)
}

/// The same script in R.
fn r(n_functions: usize) -> (Tree, [Input; 5]) {
    let mut text = String::new();
    for idx in 0..n_functions {
        text.push_str(&match idx % 2 {
            0 => format!(
                "f{idx} <- function(n, k) {{\n  if (n > k) {{\n    return(n * 2 + {idx})\n  }}\n  n - k\n}}\n"
            ),
            _ => format!(
                "f{idx} <- function(n, k) {{\n  for (i in 1:k) {{\n    n <- n + i\n  }}\n  n %% 1009\n}}\n"
            ),
        });
    }
    text.push_str("result <- nchar(readLines(\"stdin\"))\n");
    for idx in 0..n_functions {
        text.push_str(&format!("result <- f{idx}(result, {})\n", idx % 4 + 1));
    }
    text.push_str("print(result)\n");
    let stdin = |text: &str| Input { args: Vec::new(), stdin: text.to_owned() };
    let inputs = ["x", "a", "ab", "abcdefg", "abcdefghijklmnopqrstuvwxyz"].map(stdin);
    (Tree::parse(Language::R, &[SourceFile::new("program.R", text)]), inputs)
}

/// The same in JavaScript.
fn javascript(n_functions: usize) -> (Tree, [Input; 5]) {
    let mut text = String::new();
    for idx in 0..n_functions {
        text.push_str(&match idx % 2 {
            0 => {
                format!("function f{idx}(n, k) {{\n  if (n > k) return n * 2 + {idx};\n  return n - k;\n}}\n")
            }
            _ => format!(
                "function f{idx}(n, k) {{\n  for (let i = 0; i < k; i++) n += i;\n  return n % 1009;\n}}\n"
            ),
        });
    }
    text.push_str("let result = require(\"fs\").readFileSync(0, \"utf8\").length;\n");
    for idx in 0..n_functions {
        text.push_str(&format!("result = f{idx}(result, {});\n", idx % 4 + 1));
    }
    text.push_str("console.log(result);\n");
    let stdin = |text: &str| Input { args: Vec::new(), stdin: text.to_owned() };
    let inputs = ["", "a", "ab", "abcdefg", "abcdefghijklmnopqrstuvwxyz"].map(stdin);
    (Tree::parse(Language::JavaScript, &[SourceFile::new("program.js", text)]), inputs)
}

fn judge(id: &str, program: &Tree, question: &Question, inputs: &[Input], n_candidates: usize) {
    let mut oracle = match languages::oracle(program, question) {
        Ok(oracle) => oracle,
        Err(error) => {
            eprintln!("skipped: {error}");
            return;
        }
    };
    oracle.add_inputs(inputs).expect("the inputs of the benchmark");
    let candidates = candidates(oracle.deletions(), n_candidates);
    let name = format!("{id} ({} nodes)", program.n_counted());
    for (with, consulted) in [("", false), (", with what they consulted", true)] {
        measure(&format!("{name}{with}"), n_candidates, "verdicts", || {
            oracle.judge(&candidates, consulted).expect("judged")
        });
    }
}
