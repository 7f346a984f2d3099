//! Criteria without a variable: all statements that begin on a line, from the file to the grade.

use std::path::Path;

use bench_slicers::adapter::Adapter;
use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::builtin::{Builtin, Query};
use bench_slicers::grade::{AnswerVerdict, examine};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Oracle, Question, Trial, Verdict};
use bench_slicers::results::{Answer, Reading, Record, Status};
use bench_slicers::suite::{Input, Suite, statements};

use crate::harness::amount;
use crate::oracle::{check_agreement, drawn};
use crate::run::{adapter, options, outcome, run};
use crate::support::{SUITE, call_in, done_in, stderr};

/// A suite of one Python program with this table as its criterion, and the program as the gold slice.
fn load(folder: &Path, program: &str, criterion: &str) -> Result<Suite, String> {
    let benchmark = folder.join("python/small");
    std::fs::create_dir_all(benchmark.join("gold")).unwrap();
    let toml = format!(
        "format = 1\ntitle = \"small\"\nsource = \"test\"\nprogram = \"program.py\"\n\n[[criterion]]\n{criterion}\n"
    );
    std::fs::write(benchmark.join("benchmark.toml"), toml).unwrap();
    std::fs::write(benchmark.join("program.py"), program).unwrap();
    std::fs::write(benchmark.join("gold/s2.py"), program).unwrap();
    Suite::load(&[folder.to_owned()]).map_err(|error| error.to_string())
}

const PROGRAM: &str = "a = 1\nb = f(a,\n  2); c = b\nif c:\n  return\n# nothing\n";

fn check_criterion(line: usize, texts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let suite = load(folder.path(), PROGRAM, &format!("id = \"s2\"\nline = {line}")).unwrap();
    let task = suite.tasks().next().unwrap();
    let tree = &task.benchmark.tree;
    let found: Vec<&str> = task.criterion.nodes.iter().map(|&node| tree.text(node)).collect();
    assert_eq!(found, texts, "line {line}");
    assert_eq!(task.criterion.node, task.criterion.nodes[0]);
    assert_eq!(task.criterion.variable, None);
}

#[apply(test)]
fn a_line_alone_is_all_statements_that_begin_there() {
    check_criterion(1, &["a"]);
    check_criterion(2, &["b", "a", "2"]);
    check_criterion(3, &["c", "b"]);
    check_criterion(4, &["c"]);
    // Nothing in it has a value.
    check_criterion(5, &["return"]);
}

#[apply(test)]
fn what_is_no_statement_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let refused =
        |program: &str, criterion: &str| load(folder.path(), program, criterion).map(|_| ()).unwrap_err();
    let inside = refused("a = f(\n  1)\n", "id = \"s2\"\nline = 2");
    assert!(inside.contains("benchmark.toml:8:8: no statement begins on line 2 of program.py"), "{inside}");
    assert!(inside.contains("hint: what is there is part of the statement of line 1"), "{inside}");
    let blank = refused(PROGRAM, "id = \"s2\"\nline = 6");
    assert!(blank.contains("no statement begins on line 6"), "{blank}");
    let far = refused(PROGRAM, "id = \"s2\"\nline = 60");
    assert!(far.contains("no line 60 in program.py"), "{far}");
    for key in ["occurrence", "column"] {
        let half = refused(PROGRAM, &format!("id = \"s2\"\nline = 1\n{key} = 1"));
        assert!(
            half.contains(&format!("benchmark.toml:9:{}: `{key}` without `variable`", key.len() + 4)),
            "{half}"
        );
    }
}

#[apply(test)]
fn an_answer_without_any_of_the_statement_has_the_wrong_criterion() {
    let folder = tempfile::tempdir().unwrap();
    let suite = load(folder.path(), PROGRAM, "id = \"s2\"\nline = 2").unwrap();
    let task = suite.tasks().next().unwrap();
    let check = |text: &str, expected: AnswerVerdict| {
        let answer = Some(Answer::Source { files: vec![SourceFile::new("program.py", text)] });
        let record =
            Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) };
        let grade = examine(task, &task.hash(), &record, &Reading::default()).grade;
        assert_eq!(grade.verdict, expected, "{text}");
        grade.hint.unwrap_or_default()
    };
    check(PROGRAM, AnswerVerdict::Exact);
    check("b = f(a,\n  2)\n", AnswerVerdict::Incomplete);
    let hint = check("a = 1\nif c:\n  return\n", AnswerVerdict::WrongCriterion);
    assert!(hint.starts_with("the statement of line 2 is not in the answer"), "{hint}");
}

/// What a slicer with this command is told of line 2; it answers with its arguments as a comment.
fn told(table: &str, words: &str) -> (Status, String) {
    let folder = tempfile::tempdir().unwrap();
    let suite = load(&folder.path().join("suite"), PROGRAM, "id = \"s2\"\nline = 2").unwrap();
    let text = format!(
        "{table}[[step]]\ncommand = [\"printf\", \"<%s>\", {words}]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
    );
    let tasks: Vec<_> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    let record = &results.records[0];
    let text = match &record.answer {
        Some(Answer::Source { files }) => files[0].text.clone(),
        _ => outcome(record).2.unwrap_or_default().to_owned(),
    };
    (record.status, text)
}

#[apply(test)]
fn adapters_are_told_of_the_statement() {
    let all = "\"{line}\", \"{statement_start_line}\", \"{statement_end_line}\", \"{statement}\"";
    let lines = "<2><2><3><b = f(a,\n  2)>";
    assert_eq!(told("", all), (Status::Answered, lines.to_owned()));
    let from_0 = "[positions]\nline-base = 0\n";
    assert_eq!(told(from_0, all), (Status::Answered, lines.replace("<2><2><3>", "<1><1><2>")));
    let above = "[[prepare.insert]]\nat = \"file-start\"\ntext = \"# {statement_start_line}\\n\"\n";
    assert_eq!(told(above, all), (Status::Answered, lines.replace("<2><2><3>", "<3><3><4>")));
    let declared = "criteria = [\"variable\", \"statement\"]\n";
    assert_eq!(told(declared, "\"{line}\", \"{variable}\""), (Status::Answered, "<2><>".to_owned()));
}

#[apply(test)]
fn a_slicer_of_variables_is_not_asked_for_a_statement() {
    let unsupported = (Status::Unsupported, "statement criterion".to_owned());
    for words in ["\"{variable}\"", "\"{occurrence}\"", "\"{line}\", \"{column}\"", "\"{offset_end}\""] {
        assert_eq!(told("", words), unsupported, "{words}");
    }
    assert_eq!(told("[[prepare.insert]]\nat = \"before\"\ntext = \"(\"\n", "\"{line}\""), unsupported);
    assert_eq!(told("criteria = [\"variable\"]\n", "\"{statement}\""), unsupported);
    assert_eq!(told("", "\"{line}\"").0, Status::Answered);
    let folder = tempfile::tempdir().unwrap();
    for list in ["[]", "[\"statement\", \"statement\"]"] {
        let path = folder.path().join("fake.toml");
        let text = format!(
            "format = 1\nname = \"fake\"\nlanguages = [\"c\"]\ncriteria = {list}\n[[step]]\ncommand = [\"x\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        );
        std::fs::write(&path, text).unwrap();
        let refused = Adapter::load(&path).map(|adapter| adapter.name).unwrap_err().to_string();
        assert!(refused.contains("not a list of different criteria"), "{refused}");
    }
}

#[apply(test)]
fn a_slicer_of_statements_is_not_asked_for_a_variable() {
    let folder = tempfile::tempdir().unwrap();
    let table = "id = \"s2\"\nline = 1\nvariable = \"a\"";
    let suite = load(&folder.path().join("suite"), PROGRAM, table).unwrap();
    let text = "criteria = [\"statement\"]\n[[step]]\ncommand = [\"cat\", \"{file}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n";
    let tasks: Vec<_> = suite.tasks().collect();
    let results = run(&tasks, &adapter(folder.path(), text), &options(folder.path()));
    assert_eq!(outcome(&results.records[0]), ("s2", Status::Unsupported, Some("variable criterion")));
}

#[apply(test)]
fn built_in_slicers_start_from_all_values_of_the_statement() {
    let folder = tempfile::tempdir().unwrap();
    let text = "-module(p).\n-export([main/1]).\nmain(N) ->\n    A = N + 1,\n    B = N + 2,\n    C = N + 3,\n    \
                g(A, B),\n    C.\ng(X, _) -> X.\n";
    std::fs::write(folder.path().join("p.erl"), text).unwrap();
    let slice = |more: &[&str]| {
        let args = ["slice", "p.erl", "--slicer", "ce-edg", "--format", "lines", "--line", "7"];
        done_in(folder.path(), &[&args, more].concat())
    };
    assert_eq!(slice(&["--variable", "A"]), "3\n4\n7\n9\n");
    assert_eq!(slice(&[]), "3\n4\n5\n7\n9\n");
    assert_eq!(slice(&["--variable", ""]), slice(&[]));
    let refused = call_in(folder.path(), &["slice", "p.erl", "--slicer", "edg", "--line", "2"]);
    assert!(stderr(&refused).contains("p.erl:2: no statement begins on line 2\n"), "{}", stderr(&refused));
}

/// The observed values are those of the nodes of all statements on the line.
fn open<'t>(program: &'t Tree, line: usize, entry: &str) -> Result<Box<dyn Oracle + 't>, String> {
    let criteria = statements(program, 0, line).map_err(|why| format!("{why:?}"))?.nodes;
    let question = Question::new(criteria, entry);
    languages::oracle(program, &question).map_err(|error| error.to_string())
}

/// What is told when a check of it fails.
struct Named(String);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("at {}", self.0);
        }
    }
}

/// Lines of statements of the suite's programs in a language, judged by two opinions.
fn check_suite(language: Language) {
    let benchmarks: Vec<_> = SUITE.benchmarks.iter().filter(|it| it.language == language).collect();
    let (step, n_candidates) = amount((17, 12), (23, 16), (3, 24));
    let (mut n_lines, mut n_several, mut total) = (0, 0, [0; 4]);
    for (idx, benchmark) in benchmarks.iter().enumerate() {
        let Some(entry) = benchmark.entry_point() else { continue };
        let n_all = benchmark.tree.line_index(0).n_lines();
        // Each program at other lines, so that all kinds of statements come.
        for line in (1 + idx % 3..=n_all).step_by(step) {
            let Ok(mut oracle) = open(&benchmark.tree, line, entry) else { continue };
            let Ok(observed) = oracle.add_inputs(&benchmark.inputs) else { continue };
            n_lines += 1;
            n_several += usize::from(statements(&benchmark.tree, 0, line).unwrap().nodes.len() > 1);
            if observed.iter().all(|observation| observation.n_values == 0) {
                continue;
            }
            let seed = (1000 * idx + line) as u64;
            let _named = Named(format!("{}:{line}", benchmark.id));
            let counts = check_agreement(&mut oracle, &drawn(&benchmark.tree, n_candidates, seed));
            (0..4).for_each(|kind| total[kind] += counts[kind]);
        }
    }
    assert!(n_lines > 5 && n_several > 3, "{n_lines} lines, {n_several} with several values");
    assert!(total[..3].iter().all(|&n| n > 0), "{total:?}");
}

#[apply(test)]
#[needs(Erlang)]
fn erlang_statements_are_observed_alike_by_closures_and_compiled_code() {
    check_suite(Language::Erlang);
}

#[apply(test)]
#[needs(Gcc)]
fn c_statements_are_observed_alike_by_schemata_and_compiled_text() {
    check_suite(Language::C);
}

/// Number of values, verdict without the first node of each of these texts, and what the program itself and an answer
/// are on trial.
fn check_observed(
    language: Language,
    text: &str,
    (line, entry, input): (usize, &str, &str),
    n_values: usize,
    deleted: &[(&str, bool)],
    answers: &[(&str, bool)],
) {
    let program = Tree::parse(language, &[SourceFile::new("program", text)]);
    let mut oracle = open(&program, line, entry).unwrap_or_else(|error| panic!("{error}"));
    let args = if input.is_empty() { Vec::new() } else { vec![input.to_owned()] };
    let observed = oracle.add_inputs(&[Input { args, stdin: String::new() }]).unwrap();
    assert_eq!(observed[0].n_values, n_values, "line {line}");
    for (what, is_same) in deleted {
        let node = program.ids().find(|&node| program.text(node) == *what).expect("is there");
        let id = oracle.deletions().of_node(node).next().expect("can be deleted");
        let candidate = [[id].into_iter().collect()];
        let judged = oracle.judge(&candidate, false).unwrap().remove(0).verdict;
        let confirmed = oracle.confirm(&candidate).unwrap().remove(0).verdict;
        for verdict in [judged, confirmed] {
            assert_eq!(verdict == Verdict::Same, *is_same, "without `{what}`: {verdict:?}");
        }
    }
    for (answer, is_same) in answers {
        let other = Tree::parse(language, &[SourceFile::new("program", *answer)]);
        let criteria: Vec<NodeId> = statements(&other, 0, line).unwrap().nodes;
        let trial = oracle.try_other(&other, &criteria).unwrap();
        assert_eq!(trial == Trial::Same, *is_same, "{trial:?}\n{answer}");
    }
}

#[apply(test)]
#[needs(Erlang)]
fn every_variable_and_argument_of_an_erlang_statement_is_observed() {
    let text = "-module(program).\n-export([main/1]).\nmain(N) ->\n  A = N + 1, U = N * 7,\n  \
                {B, C} = g(A, 2), D = A,\n  {B, C, D, U}.\ng(X, Y) ->\n  {X, Y}.\n";
    let place = (5, "main/1", "3");
    let deleted = [("N * 7", true), ("2", false), ("A", false), ("B", false), ("D = A", false)];
    // `A` and `2` are arguments, then `B` and `C` of the pattern, `A` and `D`.
    let answers = [(text, true), (&text.replace("g(A, 2)", "g(A, 3)") as &str, false)];
    check_observed(Language::Erlang, text, place, 6, &deleted, &answers);
    check_observed(Language::Erlang, text, (7, "main/1", "3"), 2, &[("N * 7", true), ("A", false)], &[]);
}

#[apply(test)]
#[needs(Gcc)]
fn every_variable_and_argument_of_a_c_statement_is_observed() {
    let text = "#include <stdio.h>\nint g(int a, double b) { return a + b; }\nint main(void) {\n  int k = 2, u = 5;\n  \
                char name[4] = \"ab\"; int *p = &k; u++;\n  int x = g(k, k / 4.0); k++; printf(\"%s %d %p\\n\", name, *p, (void *)p);\n  \
                x = 0;\n  return x;\n}\n";
    let place = (6, "main", "");
    // k / 4.0 is a `double` and p a pointer, of which only that it is there can be seen.
    let answers = [
        (text, true),
        (&text.replace("k / 4.0", "k / 5.0") as &str, false),
        (&text.replace("%s", "%5s") as &str, false),
    ];
    let deleted = [("u++", true), ("x = 0", true), ("k++", false)];
    check_observed(Language::C, text, place, 11, &deleted, &answers);
}

#[apply(test)]
fn anti_oracles_know_statements() {
    let suite = Suite::load(&["tests/fixtures/statements".into()]).unwrap();
    let task = suite.tasks().find(|task| task.criterion.variable.is_none()).expect("one is a statement");
    assert_eq!(task.id(), "python/greeting/s4");
    let gold = Some(&task.criterion.golds[0].files[..]);
    let query =
        Query { program: &task.benchmark.tree, criteria: &task.criterion.nodes, gold, trace: None, seed: 1 };
    let verdict = |builtin: Builtin| {
        let answer = Some(Answer::Source { files: builtin.slice(&query) });
        let record =
            Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) };
        examine(task, &task.hash(), &record, &Reading::default()).grade.verdict
    };
    assert_eq!(verdict(Builtin::Gold), AnswerVerdict::Exact);
    assert_eq!(verdict(Builtin::Identity), AnswerVerdict::Complete);
    assert_eq!(verdict(Builtin::GoldMinusOne), AnswerVerdict::Incomplete);
    assert_eq!(verdict(Builtin::GoldPlusOne), AnswerVerdict::Complete);
    assert_eq!(verdict(Builtin::CriterionOnly), AnswerVerdict::Incomplete);
}
