//! Answers as they are run: what they show, where it is stored, and what speaks against a gold slice.

use std::fs;
use std::path::{Path, PathBuf};

use bench_slicers::ast::SourceFile;
use bench_slicers::behave;
use bench_slicers::grade::{Grade, examine};
use bench_slicers::results::{Answer, Behaved, Behaviour, Reading, Record, Status};
use bench_slicers::suite::Task;
use serde_json::{Value, json};

use crate::results;
use crate::support::{Folder, call, stderr, stdout};

const ERLANG: &str = "\
-module(program).
-export([main/1]).
main(Xs) ->
    Sum = add(Xs, 0),
    Product = times(Xs, 1),
    {Sum, Product}.
add([], Acc) -> Acc;
add([X | Rest], Acc) when X > 9 -> add(Rest, Acc + 1);
add([X | Rest], Acc) -> add(Rest, Acc + X).
times([], Acc) -> Acc;
times([X | Rest], Acc) -> times(Rest, Acc * X).
";

/// [`ERLANG`] without products; larger than a minimal slice where nothing tells that a number is above 9.
const ERLANG_GOLD: &str = "\
-module(program).
-export([main/1]).
main(Xs) ->
    Sum = add(Xs, 0).
add([], Acc) -> Acc;
add([X | Rest], Acc) when X > 9 -> add(Rest, Acc + 1);
add([X | Rest], Acc) -> add(Rest, Acc + X).
";

const C: &str = "\
#include <stdio.h>
#include <stdlib.h>
int twice(int x)
{
    return x + x;
}
int main(int argc, char **argv)
{
    int sum = 0;
    int product = 1;
    for (int i = 1; i < argc; i++) {
        sum += twice(atoi(argv[i]));
        product *= i;
    }
    printf(\"%d %d\\n\", product, sum);
    return 0;
}
";

fn manifest(program: &str, entry: &str, inputs: &[&str], criterion: &str) -> String {
    let inputs: String = inputs.iter().map(|args| format!("[[input]]\nargs = {args}\n")).collect();
    format!(
        "format = 1\ntitle = \"A test\"\nsource = \"written for a test\"\nprogram = \"{program}\"\n{entry}{inputs}[[criterion]]\n{criterion}\n"
    )
}

fn erlang_suite(program: &str, gold: &str) -> Folder {
    let folder = Folder::empty();
    let inputs = ["['[]']", "['[3]']", "['[1,2,3]']"];
    let manifest = manifest(
        "program.erl",
        "entry = \"main/1\"\n",
        &inputs,
        "id = \"s4Sum\"\nline = 4\nvariable = \"Sum\"",
    );
    folder.write("erlang/sum/benchmark.toml", manifest);
    folder.write("erlang/sum/program.erl", program);
    folder.write("erlang/sum/gold/s4Sum.erl", gold);
    folder
}

fn c_suite(gold: &str) -> Folder {
    let folder = Folder::empty();
    let inputs = ["[]", "['3']", "['4', '5']"];
    let manifest = manifest("program.c", "", &inputs, "id = \"s15Sum\"\nline = 15\nvariable = \"sum\"");
    folder.write("c/sum/benchmark.toml", manifest);
    folder.write("c/sum/program.c", C);
    folder.write("c/sum/gold/s15Sum.c", gold);
    folder
}

fn graded(task: Task<'_>, answer: Answer) -> Grade {
    let record = Record {
        answer: Some(answer),
        ..Record::without_answer(task.id(), task.hash(), Status::Answered, None)
    };
    let mut examined = examine(task, &task.hash(), &record, &Reading::default());
    examined.grade.behaved = Some(behave::behave(task, &examined));
    examined.grade
}

fn source(path: &str, text: &str) -> Answer {
    Answer::Source { files: vec![SourceFile::new(path, text)] }
}

fn behaved(suite: &Folder, answer: &str) -> Behaved {
    let suite = suite.load();
    let task = suite.tasks().next().unwrap();
    let path = task.benchmark.tree.file(0).path.display().to_string();
    graded(task, source(&path, answer)).behaved.unwrap()
}

/// Checks the one line that is said of an answer to the Erlang task.
fn check_erlang(answer: &str, expected: &str) {
    assert_eq!(behaved(&erlang_suite(ERLANG, ERLANG_GOLD), answer).text(), expected, "{answer}");
}

#[apply(test)]
#[needs(Erlang)]
fn answers_in_erlang_behave_differ_or_do_not_run() {
    check_erlang(ERLANG, "behaves on 3 inputs");
    check_erlang(ERLANG_GOLD, "behaves on 3 inputs");
    // A slicer may rename the module.
    check_erlang(&ERLANG.replace("-module(program)", "-module(answer)"), "behaves on 3 inputs");
    // The first input takes no turn; the second shows it.
    let no_sum = ERLANG_GOLD.replace("Acc + X)", "Acc)");
    check_erlang(&no_sum, "differs on input [[3]] at value 1: expected 3, got 0");
    // The dictionary that a program sees is its own.
    let cheats = no_sum.replace("Sum = add", "put(expected, []), erlang:put(run, []), Sum = add");
    assert_ne!(cheats, no_sum);
    check_erlang(&cheats, "differs on input [[3]] at value 1: expected 3, got 0");
    let no_rest = ERLANG_GOLD.replace("add(Rest, Acc + X)", "Acc + X");
    check_erlang(&no_rest, "differs on input [[1,2,3]] at value 1: expected 6, got 1");
    let loops =
        ERLANG_GOLD.replace("add([X | Rest], Acc) -> add(Rest, Acc + X)", "add(Xs, Acc) -> add(Xs, Acc)");
    check_erlang(&loops, "differs on input [[3]] at value 1: expected 3, got no value: out of fuel");
    let crashes =
        ERLANG_GOLD.replace("add([X | Rest], Acc) -> add(Rest, Acc + X)", "add([X], Acc) -> Acc + X");
    check_erlang(
        &crashes,
        "differs on input [[1,2,3]] at value 1: expected 6, got no value: error: function_clause",
    );
    let broken = ERLANG_GOLD.replace("add(Xs, 0)", "add(Xs, 0");
    let broken = behaved(&erlang_suite(ERLANG, ERLANG_GOLD), &broken).text();
    assert!(broken.starts_with("does not run: line 4: syntax error before"), "{broken}");
    let unbound = ERLANG_GOLD.replace("[X | Rest], Acc) -> add(Rest", "[_ | Rest], Acc) -> add(Rest");
    check_erlang(&unbound, "does not run: line 7: variable 'X' is unbound");
    let hidden = ERLANG_GOLD.replace("-export([main/1]).\n", "");
    check_erlang(&hidden, "does not run: no function `main/1` is exported");
    let elsewhere = ERLANG_GOLD.replace("Sum = add(Xs, 0)", "add(Xs, 0)");
    check_erlang(&elsewhere, "not run: the criterion is not in the answer");
}

/// Nothing is run that could do more than compute: here the file would be there afterwards.
#[apply(test)]
#[needs(Erlang)]
fn answers_that_reach_outside_are_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("written");
    let path = file.display();
    let check = |call: &str, what: &str| {
        let answer = ERLANG.replace("    Product = ", &format!("    {call},\n    Product = "));
        let said = behaved(&erlang_suite(ERLANG, ERLANG_GOLD), &answer).text();
        assert_eq!(said, format!("not run: it has {what}"), "{call}");
        assert!(!file.exists(), "{call}");
    };
    check(&format!("file:write_file(\"{path}\", \"x\")"), "a call of `file:write_file/2`");
    check(&format!("os:cmd(\"touch {path}\")"), "a call of `os:cmd/1`");
    check("spawn(fun() -> ok end)", "a call of `erlang:spawn/1`");
    check("lists:map(fun os:cmd/1, [])", "a call of `os:cmd/1`");
    check("halt()", "a call of `erlang:halt/0`");
    check("bench_slicers_compiled:observe(6)", "a call of `bench_slicers_compiled:observe/1`");
    check("hd([]) ! stop", "`!`");
    check("receive after infinity -> ok end", "`receive`");
    for (attribute, what) in [
        ("-import(os, [cmd/1])", "the attribute `-import`"),
        ("-include(\"/etc/hostname\")", "the attribute `-include`"),
        ("-on_load(main/1)", "the attribute `-on_load`"),
    ] {
        let answer = ERLANG.replace("-export", &format!("{attribute}.\n-export"));
        let said = behaved(&erlang_suite(ERLANG, ERLANG_GOLD), &answer).text();
        assert_eq!(said, format!("not run: it has {what}"));
    }
    // A module of the virtual machine must not be replaced, nor ours.
    for name in ["lists", "bench_slicers_server"] {
        let answer = ERLANG.replace("-module(program)", &format!("-module({name})"));
        let said = behaved(&erlang_suite(ERLANG, ERLANG_GOLD), &answer).text();
        assert_eq!(said, format!("not run: it has a module named `{name}`"));
    }
    // A computed name is looked at when it is called, and is a failure of the answer then.
    let computed = format!("    M = os, M:cmd(\"touch {path}\"),\n    Sum = ");
    let said = behaved(&erlang_suite(ERLANG, ERLANG_GOLD), &ERLANG.replace("    Sum = ", &computed)).text();
    let forbidden = "got no value: error: {forbidden,os,cmd,1}";
    assert_eq!(said, format!("differs on input [[]] at value 1: expected 0, {forbidden}"));
    assert!(!file.exists());
}

#[apply(test)]
#[needs(Gcc)]
fn answers_in_c_behave_differ_or_do_not_run() {
    let gold = C
        .replace("    int product = 1;\n", "")
        .replace("        product *= i;\n", "")
        .replace("product, ", "sliced, ");
    let suite = c_suite(&gold);
    let check =
        |answer: &str, expected: &str| assert_eq!(behaved(&suite, answer).text(), expected, "{answer}");
    check(C, "behaves on 3 inputs");
    check(&gold, "behaves on 3 inputs");
    check(&gold.replace("x + x", "x"), "differs on input [3] at value 1: expected 6, got 3");
    check(
        &gold.replace("i < argc; i++", "i < argc;"),
        "differs on input [3] at value 1: expected 6, got no value: out of fuel",
    );
    check(
        &gold.replace("x + x", "x / 0"),
        "differs on input [3] at value 1: expected 6, got no value: undefined behaviour",
    );
    let broken = behaved(&suite, &gold.replace("return x + x;", "return x +;")).text();
    assert!(broken.starts_with("does not run: line 5:"), "{broken}");
    let undeclared = behaved(&suite, &gold.replace("int sum = 0;", "")).text();
    assert!(undeclared.starts_with("does not run: line ") && undeclared.contains("sum"), "{undeclared}");
    let uncalled = behaved(&suite, &gold.replace("twice(atoi", "sliced(atoi")).text();
    assert!(uncalled.starts_with("does not run: error: called object 'sliced' is not"), "{uncalled}");
    let library = "    system(\"true\");\n    return 0;";
    check(&gold.replace("    return 0;", library), "not run: it has `system`, which is not known here");
    let declared = format!(
        "int unlink(const char *);\n{}",
        gold.replace("    return 0;", "    unlink(\"x\");\n    return 0;")
    );
    check(&declared, "not run: it has `unlink`, which is not known here");
    // A prototype alone is a promise about what is elsewhere: what nothing uses may be missing, or be anything.
    for unused in ["int unlink(const char *);", "extern int system(const char *);", "int gone(void), *there;"]
    {
        check(&format!("{unused}\n{gold}"), "behaves on 3 inputs");
    }
    let taken = gold.replace("    return 0;", "    void *there = (void *)unlink;\n    return there == 0;");
    check(
        &format!("int unlink(const char *);\n{taken}"),
        "not run: it has `unlink`, which is not known here",
    );
    // Slicers print headers of the library in quotes.
    check(&gold.replace("<stdio.h>", "\"stdio.h\""), "behaves on 3 inputs");
    check(&format!("#include \"other.h\"\n{gold}"), "not run: it has `#include \"other.h\"`");
    check(&format!("#include \"/etc/hostname\"\n{gold}"), "not run: it has `#include \"/etc/hostname\"`");
}

#[apply(test)]
#[needs(Erlang)]
fn answers_by_lines_are_run_as_the_program_that_they_leave() {
    let suite = erlang_suite(ERLANG, ERLANG_GOLD).load();
    let task = suite.tasks().next().unwrap();
    let said = |lines: &[usize]| {
        let files = [(PathBuf::from("program.erl"), lines.iter().copied().collect())].into();
        graded(task, Answer::Lines { files }).behaved.unwrap().text()
    };
    assert_eq!(said(&[3, 4, 7, 8, 9]), "behaves on 3 inputs");
    assert_eq!(
        said(&[3, 4, 7]),
        "differs on input [[3]] at value 1: expected 3, got no value: error: function_clause"
    );
    assert_eq!(said(&[3, 7, 8, 9]), "not run: the criterion is not in the answer");
}

#[apply(test)]
fn what_has_no_oracle_or_needs_none_says_so() {
    let folder = Folder::empty();
    folder.write(
        "text/sum/benchmark.toml",
        manifest("program.lua", "", &["[]"], "id = \"s1A\"\nline = 1\nvariable = \"a\""),
    );
    folder.write("text/sum/program.lua", "a = 1\n");
    folder.write("text/sum/gold/s1A.lua", "a = 1\n");
    let said = behaved(&folder, "a = 1\n").text();
    assert_eq!(said, "not run: text programs cannot be run here");
}

#[apply(test)]
#[needs(Erlang)]
fn gold_slices_and_the_default_slicer_behave_on_a_few_tasks() {
    let suite = bench_slicers::suite::Suite::embedded().unwrap();
    let mut n_tasks = 0;
    for task in suite.tasks().filter(|task| task.benchmark.id.starts_with("erlang/")).step_by(14) {
        let gold = Answer::Source { files: task.criterion.golds[0].files.clone() };
        let grade = graded(task, gold);
        assert_eq!(grade.behaviour(), Some(Behaviour::Behaves), "{}: {:?}", grade.task, grade.behaved);
        assert!(grade.behaved.unwrap().n_inputs >= task.inputs().len());
        let program = Answer::Source { files: task.benchmark.tree.files().cloned().collect() };
        assert_eq!(graded(task, program).behaviour(), Some(Behaviour::Behaves), "{}", task.id());
        n_tasks += 1;
    }
    assert!(n_tasks >= 5, "{n_tasks}");
}

/// A slicer that answers with one text.
fn slicer(folder: &Folder, answer: &str) {
    folder.write("answer.txt", answer);
    let path = folder.path().join("answer.txt");
    let adapter = format!(
        "format = 1\nname = \"fixed\"\nlanguages = [\"erlang\", \"c\"]\n[[step]]\ncommand = [\"cat\", \"{}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
        path.display()
    );
    folder.write("fixed.toml", adapter);
}

/// Runs the program on a suite; what it printed, and what it said.
fn bench(suite: &Folder, tool: &Folder, args: &[&str]) -> (String, String) {
    let (suite, slicers) = (suite.path().display().to_string(), tool.path().display().to_string());
    let mut all = args.to_vec();
    all.extend(["--suite", &suite, "--slicer-dir", &slicers]);
    let output = call(&all);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    (stdout(&output), stderr(&output))
}

fn only_run(out: &Path) -> PathBuf {
    let mut folders = fs::read_dir(out.join("fixed")).unwrap().flatten().map(|entry| entry.path());
    folders.find(|path| path.is_dir()).unwrap()
}

#[apply(test)]
#[needs(Erlang)]
fn what_was_seen_is_stored_and_shown_until_the_task_changes() {
    let (suite, tool) = (erlang_suite(ERLANG, ERLANG_GOLD), Folder::empty());
    slicer(&tool, &ERLANG_GOLD.replace("add(Rest, Acc + X)", "Acc + X"));
    let out = tool.path().join("out");
    let out_arg = out.display().to_string();
    let (plain, _) = bench(&suite, &tool, &["run", "--slicer", "fixed", "--out", &out_arg]);
    assert!(!plain.contains("behaviour"), "{plain}");
    let dir = only_run(&out).display().to_string();
    assert!(!Path::new(&dir).join("behaviour.json").exists());
    let (table, _) = bench(&suite, &tool, &["grade", &dir, "--behaviour"]);
    assert!(table.contains("behaviour: 1 differs"), "{table}");
    assert!(table.lines().any(|line| line.contains("s4Sum") && line.contains(" differs ")), "{table}");
    // Later, without running anything.
    let json = |suite: &Folder| -> Value {
        serde_json::from_str(&bench(suite, &tool, &["grade", &dir, "--format", "json"]).0).unwrap()
    };
    assert_eq!(json(&suite)[0]["behaviour"], "differs");
    let line = "behaviour: differs on input [[1,2,3]] at value 1: expected 6, got 1";
    let (explained, _) = bench(&suite, &tool, &["explain", "s4Sum", "--results", &dir]);
    assert!(explained.lines().any(|found| found == line), "{explained}");
    let pages = tool.path().join("pages").display().to_string();
    bench(&suite, &tool, &["report", &dir, "--format", "html", "--out", &pages]);
    let page = fs::read_to_string(Path::new(&pages).join("data/task-0.js")).unwrap();
    assert!(page.contains("differs on input [[1,2,3]] at value 1"), "{page}");
    // Another gold slice makes another task.
    let changed =
        erlang_suite(ERLANG, &ERLANG_GOLD.replace("    Sum = add(Xs, 0).", "    Sum = add(Xs, undef)."));
    assert_eq!(json(&changed)[0]["behaviour"], Value::Null);
    let stored = fs::read_to_string(Path::new(&dir).join("behaviour.json")).unwrap();
    let stored: Value = serde_json::from_str(&stored).unwrap();
    let schema = results::schema("behaviour.schema.json");
    results::check_keys(&schema, &schema, &stored, "behaviour");
    let entry = &stored["tasks"]["erlang/sum/s4Sum"];
    assert_eq!(entry["witness"]["args"][0], "[1,2,3]");
    assert!(entry["runtime"].as_str().unwrap().starts_with("Erlang/OTP "));
}

#[apply(test)]
#[needs(Erlang)]
fn an_answer_that_speaks_against_gold_is_put_aside_for_review() {
    // No input has a number above 9, so that nothing shows the clause for them to be needed.
    let smaller = ERLANG_GOLD.replace("add([X | Rest], Acc) when X > 9 -> add(Rest, Acc + 1);\n", "");
    let (suite, tool) = (erlang_suite(ERLANG, ERLANG_GOLD), Folder::empty());
    slicer(&tool, &smaller);
    let out = tool.path().join("out");
    let out_arg = out.display().to_string();
    let (table, said) = bench(&suite, &tool, &["run", "--slicer", "fixed", "--out", &out_arg, "--behaviour"]);
    assert!(table.contains("gold challenge: `erlang/sum/s4Sum`"), "{table}");
    assert!(said.contains("gold challenge: `erlang/sum/s4Sum`, see "), "{said}");
    let bundle = only_run(&out).join("challenges/erlang/sum/s4Sum");
    for (file, text) in
        [("program/program.erl", ERLANG), ("gold/program.erl", ERLANG_GOLD), ("answer/program.erl", &smaller)]
    {
        assert_eq!(fs::read_to_string(bundle.join(file)).unwrap(), text, "{file}");
    }
    assert_eq!(fs::read_to_string(bundle.join("inputs.txt")).unwrap(), "[[]]\n[[3]]\n[[1,2,3]]\n");
    let readme = fs::read_to_string(bundle.join("README.md")).unwrap();
    for part in ["erlang/sum/s4Sum", "- program.erl:8:", "## What to check", "bench-slicers minimize"] {
        assert!(readme.contains(part), "{part}\n{readme}");
    }
    // With an input that tells, it is what it was graded as, and the bundle goes.
    let path = suite.path().join("erlang/sum/benchmark.toml");
    let manifest = fs::read_to_string(&path).unwrap();
    fs::write(&path, manifest.replace("[[criterion]]", "[[input]]\nargs = ['[10]']\n[[criterion]]")).unwrap();
    let dir = only_run(&out).display().to_string();
    let (table, said) = bench(&suite, &tool, &["grade", &dir, "--behaviour"]);
    assert!(table.contains("behaviour: 1 differs") && !said.contains("gold challenge"), "{table}{said}");
    assert!(!bundle.exists());
}

/// A tuple around the criterion, with a function of the program: nothing that can be told without running it.
const SHOWN: &str = "\
-module(program).
-export([main/1]).
main(Xs) ->
    Sum = lists:sum(Xs) + 1,
    {show(Sum), Xs}.
show(Z) -> Z * 2.
";

const SHOWN_GOLD: &str = "\
-module(program).
-export([main/1]).
main(Xs) ->
    Sum = lists:sum(Xs) + 1,
    {show(Sum), undef}.
show(_) -> undef.
";

#[apply(test)]
#[needs(Erlang)]
fn what_is_around_the_criterion_of_asserted_gold_is_found_by_running_it() {
    let suite = erlang_suite(SHOWN, SHOWN_GOLD);
    let path = suite.path().join("erlang/sum/benchmark.toml");
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("line = 4", "line = 5")).unwrap();
    let tool = Folder::empty();
    let head = "-module(program).\n-export([main/1]).\nmain(Xs) ->\n";
    let grades = |name: &str, body: &str| {
        slicer(&tool, &format!("{head}{body}"));
        let out = tool.path().join(name).display().to_string();
        bench(&suite, &tool, &["run", "--slicer", "fixed", "--out", &out]);
        let dir = only_run(Path::new(&out)).display().to_string();
        let row = |args: &[&str]| -> Value {
            let (text, said) = bench(&suite, &tool, &[&["grade", &dir, "--format", "json"], args].concat());
            assert!(!said.contains("gold challenge"), "{said}");
            serde_json::from_str::<Value>(&text).unwrap()[0].clone()
        };
        let before = row(&[]);
        let seen = row(&["--behaviour"]);
        // Later, without running anything, and wherever the run is read.
        assert_eq!(row(&[]), seen);
        let (explained, _) = bench(&suite, &tool, &["explain", "s4Sum", "--results", &dir]);
        let verdict = format!("verdict: {}", seen["verdict"].as_str().unwrap());
        assert!(explained.contains(&verdict), "{explained}");
        let stored: Value =
            serde_json::from_str(&fs::read_to_string(Path::new(&dir).join("behaviour.json")).unwrap())
                .unwrap();
        let schema = results::schema("behaviour.schema.json");
        results::check_keys(&schema, &schema, &stored, "behaviour");
        (before, seen)
    };
    let (before, seen) = grades("lifted", "    Sum = lists:sum(Xs) + 1,\n    Sum.\n");
    assert_eq!((&before["verdict"], &before["optional"]), (&Value::from("incomplete"), &Value::from(0)));
    assert_eq!((&seen["verdict"], &seen["behaviour"]), (&Value::from("exact"), &Value::from("behaves")));
    assert_eq!(seen["optional"], 6, "{seen}");
    // Whoever keeps the call needs the function.
    let (_, seen) = grades("headless", "    Sum = lists:sum(Xs) + 1,\n    {show(Sum), undef}.\n");
    assert_eq!(
        (&seen["verdict"], &seen["behaviour"]),
        (&Value::from("incomplete"), &Value::from("does-not-run"))
    );
    let (_, seen) = grades("wrong", "    Sum = lists:sum(Xs),\n    Sum.\n");
    assert_eq!((&seen["verdict"], &seen["behaviour"]), (&Value::from("incomplete"), &Value::from("differs")));
}

/// A slicer that takes calls apart and prints the declaration of a temporary with a value that nothing needs.
const APART: &str = "[normalise]\ncommand = [\"sed\", 's/sum += twice(\\(.*\\));/int tmp = 0; tmp = twice(\\1); sum += tmp;/', \"{file}\"]\n";

/// The normal form of a minimal slice need not be minimal, nor name things as that of the program does: what an answer lacks of it
/// may be needed by nobody.
#[apply(test)]
#[needs(Gcc)]
fn a_slice_inside_of_an_answer_in_normal_form_is_found_by_running_it() {
    let gold = C
        .replace("    int product = 1;\n", "")
        .replace("        product *= i;\n", "")
        .replace("product, ", "sliced, ");
    let suite = c_suite(&gold);
    let verdicts = |answer: &str| {
        let tool = Folder::empty();
        slicer(&tool, answer);
        let path = tool.path().join("fixed.toml");
        let adapter = fs::read_to_string(&path).unwrap();
        fs::write(&path, adapter + APART).unwrap();
        let out = tool.path().join("out");
        bench(&suite, &tool, &["run", "--slicer", "fixed", "--out", &out.display().to_string()]);
        let dir = only_run(&out).display().to_string();
        let row = |args: &[&str]| -> Value {
            let (text, said) = bench(&suite, &tool, args);
            assert!(!said.contains("challenge"), "{said}");
            serde_json::from_str::<Value>(&text).unwrap()[0].clone()
        };
        let before = row(&["grade", &dir, "--format", "json"]);
        let after = row(&["grade", &dir, "--format", "json", "--behaviour"]);
        // Whoever reads the run grades alike.
        assert_eq!(row(&["grade", &dir, "--format", "json"]), after);
        let (explained, _) = bench(&suite, &tool, &["explain", "s15Sum", "--results", &dir]);
        let page = tool.path().join("pages").display().to_string();
        bench(&suite, &tool, &["report", &dir, "--format", "html", "--out", &page]);
        (before, after, explained)
    };
    let answer = C
        .replace("sum += twice(atoi(argv[i]));", "int tmp; tmp = twice(atoi(argv[i])); sum += tmp;")
        .replace("    printf(\"%d %d\\n\", product, sum);", "    sum;");
    let (before, after, explained) = verdicts(&answer);
    assert_eq!([&before["verdict"], &before["behaviour"]], [&json!("incomplete"), &Value::Null]);
    assert_eq!([&after["verdict"], &after["behaviour"]], [&json!("complete"), &json!("behaves")]);
    assert_eq!(
        [&after["alternative"], &after["missing"], &after["evidence"]],
        [&json!(1), &json!(0), &json!("asserted")]
    );
    // The product, its declaration and what it is multiplied by, and what is returned.
    assert_eq!(after["surplus"], 8, "{after}");
    assert!(explained.contains("gold: a slice inside of the answer, found by running it"), "{explained}");
    let wrong = answer.replace("x + x", "x");
    let (_, after, _) = verdicts(&wrong);
    assert_eq!([&after["verdict"], &after["behaviour"]], [&json!("incomplete"), &json!("differs")]);
}
