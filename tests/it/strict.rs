//! What a slice is: the rule of the prefix, and the strict one with equal values and an end.

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::Candidate;
use bench_slicers::error::EXIT_COULD_NOT;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Judgement, Question, SliceRule, Verdict, Witness};
use bench_slicers::suite::{Input, Wanted, resolve};
use serde_json::Value;

use crate::harness::amount;
use crate::oracle::{check_agreement, drawn};
use crate::support::{Folder, SUITE, call, inputs, stderr, stdout};

/// From the most that is asked for to the least.
const RULES: [SliceRule; 3] = [SliceRule::Strict, SliceRule::PrefixAndEnd, SliceRule::Prefix];

/// The criterion takes N, N - 1 … 1; returns, fails at 0 or never ends there, after a value or before any.
const COUNT_DOWN: &str = "-module(program).
-export([main/1]).
main({ends, N}) -> down(N), last(N);
main({fails, N}) -> down(N), hd([]);
main({loops, N}) -> down(N), main({loops, 0}).
down(0) -> done;
down(N) ->
    C = N,
    down(N - 1).
last(N) -> N + 1.
";

fn program(text: &str) -> Tree {
    Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
}

fn node(program: &Tree, text: &str) -> NodeId {
    program.ids().find(|&node| program.text(node) == text).unwrap_or_else(|| panic!("no `{text}`"))
}

/// The first occurrence of a variable on a line.
fn question(program: &Tree, (line, variable): (usize, &str), rule: SliceRule) -> Question {
    let wanted = Wanted { file_idx: 0, line, variable, occurrence: 1, column: None };
    let criterion = resolve(program, &wanted).expect("the criterion is there");
    let entry = if program.language() == Language::C { "main" } else { "main/1" };
    Question { rule, ..Question::new(vec![criterion], entry) }
}

/// What a candidate without these texts is worth, by each rule; compiled for real it is worth the same.
fn verdicts(program: &Tree, criterion: (usize, &str), inputs: &[Input], gone: &[&str]) -> [Verdict; 3] {
    RULES.map(|rule| {
        let mut oracle = languages::oracle(program, &question(program, criterion, rule)).expect("can be run");
        oracle.add_inputs(inputs).unwrap();
        let of_text = |text: &&str| {
            let node = node(program, text);
            oracle.deletions().of_node(node).next().unwrap_or_else(|| panic!("`{text}` cannot go"))
        };
        let candidate: Candidate = gone.iter().map(of_text).collect();
        let candidates = [Candidate::default(), candidate];
        let judged = oracle.judge(&candidates, true).unwrap();
        assert!(judged[0].is_same(), "the program is a slice of itself, {rule:?}: {:?}", judged[0]);
        let confirmed = oracle.confirm(&candidates).unwrap();
        let verdict = |judgement: &Judgement| judgement.verdict.clone();
        assert_eq!(verdict(&judged[1]), verdict(&confirmed[1]), "{rule:?}");
        verdict(&judged[1])
    })
}

fn different(input_idx: usize, position: usize) -> Verdict {
    Verdict::Different(Witness { input_idx, position })
}

#[apply(test)]
#[needs(Erlang)]
fn rules_differ_in_what_comes_after_the_values_of_the_program() {
    let program = program(COUNT_DOWN);
    let check = |args: &[&str], gone: &[&str], expected: [Verdict; 3]| {
        assert_eq!(verdicts(&program, (8, "C"), &inputs(args), gone), expected, "{args:?} {gone:?}");
    };
    let (same, out) = (Verdict::Same, Verdict::OutOfFuel { input_idx: 0 });
    // Further values, for ever.
    let last_clause = "down(0) -> done";
    check(&["{ends,2}"], &[last_clause], [different(0, 2), out.clone(), same.clone()]);
    // The same values, and no others.
    check(&["{ends,2}"], &["N + 1"], [same.clone(), same.clone(), same.clone()]);
    check(&["{ends,2}"], &["N - 1"], [different(0, 1), different(0, 1), different(0, 1)]);
    // Nothing is asked for where the program itself does not end.
    check(&["{fails,2}"], &["hd([])"], [same.clone(), same.clone(), same.clone()]);
    check(&["{fails,2}"], &[last_clause], [same.clone(), same.clone(), same.clone()]);
    check(&["{loops,2}"], &["main({loops, 0})"], [same.clone(), same.clone(), same.clone()]);
    // No value at all: the run still has to end, without one.
    check(&["{ends,0}"], &[last_clause], [different(0, 0), out, same]);
}

/// What is left of a program that ends may fail behind the criterion.
#[apply(test)]
#[needs(Erlang)]
fn a_failure_is_no_end_by_the_strict_rule() {
    let program =
        program("-module(program).\n-export([main/1]).\nmain(X) ->\n    C = X,\n    D = [X],\n    hd(D).\n");
    let found = verdicts(&program, (4, "C"), &inputs(&["1"]), &["[X]"]);
    assert_eq!(found, [different(0, 1), Verdict::Same, Verdict::Same]);
}

const SUM_IN_C: &str = "#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc, sum = 0, all = 1;

    while (n > 0) {
        sum = sum + n;
        n--;
    }
    all = sum / all;
    if (argc > 2)
        abort();
    return all;
}
";

#[apply(test)]
#[needs(Gcc)]
fn rules_differ_in_c_too() {
    let program = Tree::parse(Language::C, &[SourceFile::new("program.c", SUM_IN_C)]);
    let input = |args: &[&str]| {
        [Input { args: args.iter().map(|arg| (*arg).to_owned()).collect(), stdin: String::new() }]
    };
    let check = |args: &[&str], gone: &[&str], expected: [Verdict; 3]| {
        assert_eq!(verdicts(&program, (7, "sum"), &input(args), gone), expected, "{args:?} {gone:?}");
    };
    let (same, out) = (Verdict::Same, Verdict::OutOfFuel { input_idx: 0 });
    // Further values, for ever; where the program itself is ended by a signal, that is nothing.
    check(&[], &["n--"], [different(0, 1), out, same.clone()]);
    check(&["1", "2"], &["n--"], [different(0, 1), different(0, 1), different(0, 1)]);
    // What comes after the last value is nothing to a slice, as long as it ends.
    check(&[], &["abort()"], [same.clone(), same.clone(), same.clone()]);
    check(&["1", "2"], &["abort()"], [same.clone(), same.clone(), same.clone()]);
    check(&["1"], &["sum / all"], [same.clone(), same.clone(), same]);
}

/// Whatever is a slice by a rule is one by those that ask for less; closures, schemata and compiled text say the same by each.
#[apply(test)]
#[needs(Erlang, Gcc)]
fn each_rule_asks_for_more_than_the_next() {
    let n_candidates = amount(5, 10, 200);
    let mut n_same = [0; 3];
    for (idx, task) in SUITE.tasks().enumerate().step_by(amount(6, 13, 1)) {
        let Some(entry) = task.benchmark.entry_point() else { continue };
        let program = &task.benchmark.tree;
        let mut candidates = drawn(program, n_candidates, 31 + idx as u64);
        // One deletion alone passes more often.
        let n_deletions = languages::deletions(program).expect("has a table").all().len();
        candidates
            .extend((0..4 * n_candidates).map(|n| [(n * 7919 % n_deletions) as u32].into_iter().collect()));
        let same = RULES.map(|rule| {
            let question = Question { rule, ..Question::new(task.criterion.nodes.clone(), entry) };
            let mut oracle = languages::oracle(program, &question).unwrap();
            oracle.add_inputs(&task.benchmark.inputs).unwrap();
            check_agreement(&mut oracle, &candidates[..n_candidates]);
            let judged = oracle.judge(&candidates, false).unwrap();
            judged.iter().map(Judgement::is_same).collect::<Vec<bool>>()
        });
        let [strict, with_end, prefix] = &same;
        let is_ordered =
            |((strict, with_end), prefix): ((&bool, &bool), &bool)| strict <= with_end && with_end <= prefix;
        assert!(strict.iter().zip(with_end).zip(prefix).all(is_ordered), "{}: {same:?}", task.id());
        (0..3).for_each(|rule| n_same[rule] += same[rule].iter().filter(|is_same| **is_same).count());
    }
    assert!(0 < n_same[0] && n_same[0] < n_same[2], "{n_same:?}");
}

#[apply(test)]
#[needs(Erlang)]
fn strict_slices_end_and_others_are_named_when_they_do_not() {
    let folder = Folder::empty();
    // Inputs on which the program never ends take long to run.
    let text: Vec<&str> = COUNT_DOWN.lines().filter(|line| !line.contains("loops")).collect();
    folder.write("program.erl", text.join("\n").replace("hd([]);", "hd([])."));
    let path = folder.path().join("program.erl");
    let path = path.to_str().unwrap();
    let minimize = |more: &[&str]| {
        let args =
            ["minimize", path, "--line", "7", "--variable", "C", "--input", "[{ends,3}]", "--fresh", "0"];
        call(&[&args[..], more].concat())
    };
    let search = |more: &[&str]| -> Value {
        let output = minimize(&[&["--json"], more].concat());
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
    };
    let has_last = |search: &Value| search["files"][0]["text"].as_str().unwrap().contains("down(0) ->");
    let (prefix, strict) = (search(&[]), search(&["--strict"]));
    assert_eq!((has_last(&prefix), has_last(&strict)), (false, true), "{prefix}\n{strict}");
    assert_eq!((&prefix["rule"], &strict["rule"]), (&"prefix".into(), &"strict".into()));
    assert_eq!((&prefix["endless"][0], &strict["endless"]), (&"{ends,3}".into(), &Value::Null));

    let said = stderr(&minimize(&[]));
    let expected = "on input [{ends,3}] the program ends, and the slice runs on, for ten times as long at least; \
                    `--strict` asks for slices that end, too\n";
    assert!(said.ends_with(expected), "{said}");
    let output = minimize(&["--strict"]);
    assert!(stdout(&output).contains("phase 2, strict, "), "{}", stdout(&output));
    assert!(!stderr(&output).contains("runs on"), "{}", stderr(&output));
}

/// Gold slices are certified by the prefix.
#[apply(test)]
fn gold_slices_are_never_strict() {
    let output = call(&["minimize", "erlang/interval-width/s9Width", "--strict", "--write-gold"]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
    assert!(stderr(&output).contains("'--strict' cannot be used with '--write-gold'"), "{}", stderr(&output));
}
