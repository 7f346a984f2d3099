//! Minimal slices of real programs: examples of the paper, proofs against brute force, messages.

use std::ops::ControlFlow;
use std::path::Path;

use bench_slicers::ast::{NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::inputs::InputOptions;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::minimize::{
    Minimized, Refusal, Request, SearchEnd, SearchOptions, Slicer, SlicerAnswer, minimize,
};
use bench_slicers::oracle::{Oracle, Question};
use bench_slicers::suite::{Input, SliceKind, Wanted, resolve};
use serde_json::Value;

use crate::harness::{amount, is_slow};
use crate::results::{check_keys, schema};
use crate::support::{SUITE, call, stderr, stdout};

struct Case {
    program: Tree,
    question: Question,
    inputs: Vec<Input>,
}

impl Case {
    fn new(text: &str, line: usize, variable: &str, occurrence: usize) -> Case {
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
        let wanted = Wanted { file_idx: 0, line, variable, occurrence, column: None };
        let criterion = resolve(&program, &wanted).expect("the criterion is there");
        let main = program.roots(0).map(|root| program.label(root)).find(|label| label.starts_with("main/"));
        let question = Question::new(vec![criterion], main.expect("has a main").to_owned());
        Case { program, question, inputs: Vec::new() }
    }

    /// The first occurrence of a variable on a line of a C program.
    fn of_c(text: &str, line: usize, variable: &str) -> Case {
        let program = Tree::parse(Language::C, &[SourceFile::new("program.c", text)]);
        let wanted = Wanted { file_idx: 0, line, variable, occurrence: 1, column: None };
        let criterion = resolve(&program, &wanted).expect("the criterion is there");
        Case { program, question: Question::new(vec![criterion], "main"), inputs: Vec::new() }
    }

    fn minimize(&self, search: SearchOptions, slicers: &[&dyn Slicer]) -> Result<Minimized, String> {
        let mut oracle =
            languages::oracle(&self.program, &self.question).map_err(|error| error.to_string())?;
        let request = Request {
            question: &self.question,
            inputs: &self.inputs,
            is_bound: false,
            slicers,
            generation: InputOptions::default(),
            n_fresh: 300,
            search,
        };
        minimize(oracle.as_mut(), &request, &mut |_, _| ControlFlow::Continue(()))
            .map_err(|error| error.to_string())
    }

    /// The slice's lines that are not empty, each trimmed.
    fn text(&self, minimized: &Minimized) -> String {
        let deletions = languages::deletions(&self.program).unwrap();
        let files = deletions.text(&self.program, &minimized.found.candidate);
        let lines = files[0].text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn up_to(max_nodes: usize) -> SearchOptions {
    SearchOptions { max_nodes: Some(max_nodes), ..SearchOptions::default() }
}

/// The example of the paper on operands that matter on rare inputs only, re-created.
const RARE: &str = "-module(program).
-export([main/2]).
main(X, Y) ->
    A = 1,
    B = A,
    C = B,
    Z = foo(X, {Y, B, C}),
    Z.
foo(X, {Y, B, C}) ->
    case X of
        123456789 ->
            Z = X / Y,
            Z + C;
        2 ->
            B;
        _ ->
            X / Y
    end.
";

#[apply(test)]
#[needs(Erlang)]
fn what_matters_on_rare_inputs_is_found_out() {
    let case = Case::new(RARE, 15, "B", 1);
    let minimized = case.minimize(SearchOptions::default(), &[]).unwrap();
    let text = case.text(&minimized);
    assert!(minimized.inputs.inputs.iter().any(|input| input.args[0] == "123456789"), "{text}");
    assert!(text.contains("foo(undef, {undef, B, undef})") && text.contains("foo(_, {_, B, _})"), "{text}");
    // The values of the original come first; that others may follow makes the other clauses superfluous.
    assert!(text.contains("case undef of\n_ ->\nB\nend"), "{text}");
    assert_eq!(minimized.found.end, SearchEnd::Exhausted);
}

/// Counts up and down again between which other things are counted. Of floats, what is between would be rounded.
const UP_AND_DOWN: &str = "-module(program).
-export([main/1]).
main(N) when is_integer(N) ->
    Step = fun(Counts) -> lists:sum(Counts) end,
    Counts = [1, N, -1],
    Sum = Step(Counts),
    Sum.
";

#[apply(test)]
#[needs(Erlang)]
fn up_and_down_go_together_and_not_alone() {
    let case = Case::new(UP_AND_DOWN, 7, "Sum", 1);
    let one = case.minimize(up_to(1), &[]).unwrap();
    let two = case.minimize(up_to(2), &[]).unwrap();
    assert!(case.text(&one).contains("[1, N, -1]"), "{}", case.text(&one));
    let bare: String = case.text(&two).split_whitespace().collect();
    assert!(bare.contains("[N]"), "{bare}");
    assert_eq!((one.found.depth, two.found.depth), (1, 2));
}

/// The same in C, with something between that stays.
const UP_AND_DOWN_IN_C: &str = "int main(int argc, char **argv)
{
    int x = argc, twice, sum;

    x++;
    twice = argc * 2;
    x--;
    sum = twice - x;
    return sum;
}
";

#[apply(test)]
#[needs(Gcc)]
fn up_and_down_go_together_and_not_alone_in_c() {
    let case = Case::of_c(UP_AND_DOWN_IN_C, 9, "sum");
    let one = case.minimize(up_to(1), &[]).unwrap();
    let two = case.minimize(up_to(2), &[]).unwrap();
    assert!(case.text(&one).contains("x++;\ntwice"), "{}", case.text(&one));
    assert!(case.text(&one).contains("x--;"), "{}", case.text(&one));
    let bare = case.text(&two);
    assert!(bare.contains("twice = argc * 2;") && !bare.contains("x++") && !bare.contains("x--"), "{bare}");
    assert_eq!((one.found.depth, two.found.depth), (1, 2));
}

#[apply(test)]
#[needs(Erlang)]
fn fields_that_nobody_reads_are_dropped() {
    let text = "-module(program).
-export([main/1]).
main(N) ->
    A = {N, N + 1},
    {X, Y} = A,
    {X, Y}.
";
    let case = Case::new(text, 6, "X", 1);
    let minimized = case.minimize(SearchOptions::default(), &[]).unwrap();
    let text = case.text(&minimized);
    assert!(text.contains("A = {N, undef}") && text.contains("{X, _} = A"), "{text}");
}

/// Every set of deletions on top of a slice, judged by compiled code.
fn passing_sets(oracle: &mut dyn Oracle, slice: &Candidate) -> (usize, usize) {
    let program = oracle.program().clone();
    let deletions = oracle.deletions().clone();
    let mut frontier = vec![slice.clone()];
    let mut all: std::collections::BTreeSet<Candidate> = frontier.iter().cloned().collect();
    while let Some(candidate) = frontier.pop() {
        for id in 0..deletions.all().len() as DeletionId {
            let ids = candidate.ids().iter().copied().chain([id]).collect();
            let larger = deletions.normalised(&program, &ids);
            if all.insert(larger.clone()) {
                frontier.push(larger);
            }
        }
    }
    all.remove(slice);
    let kept = deletions.kept(&program, slice);
    let smaller: Vec<Candidate> = all
        .into_iter()
        .filter(|candidate| groups_are_left(&program, oracle, candidate))
        .filter(|candidate| deletions.kept(&program, candidate) != kept)
        .collect();
    let n_passing = oracle.judge(&smaller, false).unwrap().iter().filter(|judged| judged.is_same()).count();
    (smaller.len(), n_passing)
}

fn groups_are_left(program: &Tree, oracle: &dyn Oracle, candidate: &Candidate) -> bool {
    let deletions = oracle.deletions();
    let mut gone = NodeSet::new();
    candidate.ids().iter().for_each(|&id| gone.extend(deletions.gone(program, id)));
    deletions.groups().iter().all(|group| {
        gone.contains(group.parent) || group.members.iter().any(|&member| !gone.contains(member))
    })
}

#[apply(test)]
#[needs(Erlang)]
fn proofs_hold_against_every_set_of_deletions() {
    let programs = [
        (UP_AND_DOWN, 7, "Sum"),
        (
            "-module(program).\n-export([main/1]).\nmain(X) ->\n    Y = [X, 1, -1, 2],\n    Z = lists:sum(Y),\n    Z.\n",
            6,
            "Z",
        ),
        (
            "-module(program).\n-export([main/1]).\nmain(X) ->\n    case X > 2 of\n        true -> A = 1, A;\n        _ -> 2\n    end.\n",
            5,
            "A",
        ),
    ];
    let mut n_all = 0;
    for (text, line, variable) in programs {
        let case = Case::new(text, line, variable, 1);
        let minimized = case.minimize(SearchOptions::default(), &[]).unwrap();
        assert_eq!(minimized.found.end, SearchEnd::Exhausted);
        let mut oracle = languages::oracle(&case.program, &case.question).unwrap();
        oracle.add_inputs(&minimized.inputs.inputs).unwrap();
        let (n_sets, n_passing) = passing_sets(oracle.as_mut(), &minimized.found.candidate);
        n_all += n_sets;
        assert_eq!(n_passing, 0, "{}", case.text(&minimized));
    }
    assert!(n_all > 100, "only {n_all} sets");
}

#[apply(test)]
#[needs(Gcc)]
fn proofs_of_c_programs_hold_against_every_set_of_deletions() {
    let programs = [
        ("int main(int n, char **v) {\n int x = n, y = 2; if (x > 2) x += 3; y++;\n x; }\n", 3, "x"),
        ("int f(int a, int b) { return a + b - b; }\nint main(int n, char **v) {\n n = f(n, 4); }\n", 3, "n"),
    ];
    let mut n_all = 0;
    for (text, line, variable) in programs {
        let case = Case::of_c(text, line, variable);
        let minimized =
            case.minimize(SearchOptions { max_nodes: None, ..SearchOptions::default() }, &[]).unwrap();
        assert_eq!(minimized.found.end, SearchEnd::Exhausted);
        let mut oracle = languages::oracle(&case.program, &case.question).unwrap();
        oracle.add_inputs(&minimized.inputs.inputs).unwrap();
        let (n_sets, n_passing) = passing_sets(oracle.as_mut(), &minimized.found.candidate);
        n_all += n_sets;
        assert_eq!(n_passing, 0, "{}", case.text(&minimized));
    }
    assert!(n_all > 100, "only {n_all} sets");
}

/// A slicer that keeps what a number decides, and what is around the criterion.
struct Lots(u64);

impl Slicer for Lots {
    fn name(&self) -> &str {
        "lots"
    }

    fn slice(&self, program: &Tree, criteria: &[NodeId]) -> Result<SlicerAnswer, String> {
        let is_kept = |&node: &NodeId| !(u64::from(node) * 2_654_435_761 + self.0).is_multiple_of(7);
        let mut kept: NodeSet = program.counted().iter().filter(is_kept).collect();
        kept.extend(criteria.iter().copied());
        kept.extend(criteria.iter().flat_map(|&node| program.ancestors(node)));
        Ok(kept.into())
    }
}

#[apply(test)]
#[needs(Erlang)]
fn the_result_does_not_depend_on_phase_1() {
    let mut n_refused = 0;
    for id in
        ["erlang/even-squares/s10Squares", "erlang/interval-width/s10Width", "erlang/shape-areas/s10Total"]
    {
        let Some(task) = SUITE.tasks().find(|task| task.id() == id) else { continue };
        let question = Question::new(
            task.criterion.nodes.clone(),
            task.benchmark.entry.clone().expect("an entry point"),
        );
        let program = (*task.benchmark.tree).clone();
        let case = Case { program, question, inputs: task.benchmark.inputs.clone() };
        let alone = case.minimize(up_to(2), &[]).unwrap();
        for seed in 0..3 {
            let composed = case.minimize(up_to(2), &[&Lots(seed)]).unwrap();
            assert_eq!(composed.found.candidate, alone.found.candidate, "{id}");
            assert_eq!(composed.found.n_candidates, alone.found.n_candidates, "{id}");
            let is_unsound = |why: &Refusal| matches!(why, Refusal::NotASlice(_) | Refusal::Invalid { .. });
            n_refused += composed.composed.refused.iter().filter(|refused| is_unsound(&refused.why)).count();
        }
    }
    assert!(n_refused > 0, "no answer was unsound");
}

/// Checks that a program is refused with one message that says this.
fn check_refused(text: &str, variable: &str, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.erl");
    std::fs::write(&path, format!("-module(program).\n-export([main/1]).\n{text}")).unwrap();
    let out = folder.path().join("out");
    let (path, out) = (path.to_str().unwrap(), out.to_str().unwrap());
    let output = call(&[
        "minimize",
        path,
        "--line",
        "4",
        "--variable",
        variable,
        "--output-dir",
        out,
        "--fresh",
        "10",
    ]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{said}");
    assert!(said.contains(expected), "{said}");
    assert!(stdout(&output).is_empty() && !Path::new(out).exists());
}

#[apply(test)]
#[needs(Erlang)]
fn originals_that_cannot_be_minimised_are_refused() {
    check_refused("main(X) ->\n    Y = X, unknown(Y).\n", "Y", "does not compile");
    check_refused(
        "main(X) ->\n    Y = X, loop(Y).\nloop(Y) -> loop(Y).\n",
        "Y",
        "runs out of fuel on every input",
    );
    check_refused("main(X) ->\n    Z = error({bad, X}), Y = Z, Y.\n", "Y", "crashes on every input");
    check_refused("main(_) ->\n    case 1 of 2 -> Y = 3, Y; _ -> 4 end.\n", "Y", "reaches the criterion");
    check_refused("main(X) ->\n    Y = {self(), X}, Y.\n", "Y", "cannot be run as part of a candidate");
}

#[apply(test)]
#[needs(Erlang)]
fn the_command_prints_a_table_a_slice_and_json() {
    let task = "erlang/interval-width/s10Width";
    let output = call(&["minimize", task, "--fresh", "50", "--max-nodes", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("phase 1") && text.contains("phase 2, 2 nodes"), "{text}");
    assert!(text.contains("Width = High - Low"), "{text}");
    assert!(stderr(&output).contains("no set of"), "{}", stderr(&output));

    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let output = call(&[
        "minimize",
        task,
        "--fresh",
        "50",
        "--max-nodes",
        "unbounded",
        "--json",
        "--output-dir",
        dir,
        "--slicers",
        "identity,criterion-only",
    ]);
    let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(summary["proved"]["unbounded"], true);
    assert_eq!(summary["phase_1"]["refused"][0]["slicer"], "criterion-only", "{}", stderr(&output));
    assert!(stderr(&output).contains("`criterion-only`"), "{}", stderr(&output));
    let written = std::fs::read_to_string(folder.path().join("program.erl")).unwrap();
    assert_eq!(summary["files"][0]["text"], written);
    let schema = schema("minimized.schema.json");
    check_keys(&schema, &schema, &summary, "minimized");

    let output = call(&["minimize", task, "--fresh", "0", "--budget", "3", "--json"]);
    let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&summary["proved"]["depth"], &summary["candidates"]), (&Value::from(0), &Value::from(3)));
}

#[apply(test)]
#[needs(Erlang)]
fn files_get_their_inputs_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.erl");
    std::fs::write(
        &path,
        "-module(program).\n-export([go/2]).\ngo(X, [Y]) ->\n    Z = X + Y,\n    {Z, X}.\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let args = ["minimize", path, "--line", "5", "--variable", "Z", "--fresh", "20", "--json"];
    let output = call(&[&args[..], &["--input", "[1,[2]]"]].concat());
    let summary: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(summary["inputs"]["kept"][0], serde_json::json!(["1", "[2]"]));
    let output = call(&[&args[..], &["--entry", "go/2", "--input", "1"]].concat());
    assert!(stderr(&output).contains("is not a list of arguments"), "{}", stderr(&output));
}

/// Tasks beside each other take from each other what they started, and are done in any order.
#[apply(test)]
#[needs(Erlang)]
fn many_tasks_have_the_slices_that_each_has_alone() {
    let found = |chosen: &[&str], n_workers: &str| -> Vec<Value> {
        let folder = tempfile::tempdir().unwrap();
        let mut args = vec!["minimize", "--max-nodes", "1", "--fresh", "200", "--format", "json"];
        args.extend(["--workers", n_workers, "--out", folder.path().to_str().unwrap()]);
        chosen.iter().for_each(|task| args.extend(["--filter", task]));
        let mut rows: Vec<Value> = serde_json::from_str(&stdout(&call(&args))).expect("JSON");
        rows.iter_mut().for_each(|row| row["time_s"] = Value::Null);
        rows
    };
    let chosen = ["erlang/mug", "erlang/boat", "erlang/interval-width"];
    let together = found(&chosen, "3");
    assert!(together.len() >= 4 && together.iter().all(|row| row["result"] == "minimal"), "{together:?}");
    let alone = together.iter().flat_map(|row| found(&[row["task"].as_str().expect("an id")], "1"));
    assert_eq!(together, alone.collect::<Vec<Value>>());
}

#[apply(test)]
#[needs(Erlang)]
fn the_slicer_qm_answers_in_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = call(&[
        "run",
        "--slicer",
        "qm",
        "--filter",
        "erlang/interval-width",
        "--out",
        out,
        "--format",
        "json",
    ]);
    let rows: Vec<Value> = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(rows[0]["status"], "answered", "{rows:?}");
    assert_eq!(rows[0]["recall"], 1.0, "{rows:?}");
}

/// Answers from which no set of up to four nodes can be deleted, and that are larger than the gold slice all the same: they keep
/// other code. With the number of their nodes.
const OTHER_MINIMA: [(&str, u64); 1] = [("python/boat/s31Fuel", 51)];

/// The slicer of the search itself: none of its answers is larger than the gold slice, but for those that are known.
fn check_qm(benchmarks: &[&str], n_tasks: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut args =
        vec!["run", "--slicer", "qm", "--out", folder.path().to_str().unwrap(), "--format", "json"];
    for &benchmark in benchmarks.iter().take(if is_slow() { benchmarks.len() } else { 1 }) {
        args.extend(["--filter", benchmark]);
    }
    let rows: Vec<Value> = serde_json::from_str(&stdout(&call(&args))).expect("JSON");
    let kind = |id: &str| SUITE.tasks().find(|task| task.id() == id).expect("a task").criterion.kind;
    let is_static = |row: &Value| kind(row["task"].as_str().expect("an id")) == SliceKind::Static;
    let rows: Vec<Value> = rows.into_iter().filter(is_static).collect();
    assert!(rows.len() >= if is_slow() { n_tasks } else { 1 }, "{rows:?}");
    for row in rows {
        assert_eq!(row["status"], "answered", "{row}");
        let other = OTHER_MINIMA.iter().find(|(task, _)| row["task"] == *task).map(|(_, n_nodes)| *n_nodes);
        assert!(row["slice_nodes"].as_u64() <= other.or(row["gold_nodes"].as_u64()), "{row}");
    }
}

#[apply(test)]
#[needs(Gcc)]
fn the_slicer_qm_answers_tasks_in_c() {
    // Of `s75Peak` much can go that an input refutes, on which no budget must be lost.
    let more = ["c/swap", "c/mug", "c/stack-machine/s75Peak"];
    let most: &[&str] = amount(&[], &[], &["c/order", "c/word-count"]);
    check_qm(&[&["c/word-count/s35Line_count"], &more[..], most].concat(), amount(1, 5, 10));
}

/// In `cancelling` an argument goes from all calls of a function that calls itself, or from none.
#[apply(test)]
#[needs(Erlang)]
fn the_slicer_qm_answers_tasks_in_erlang() {
    check_qm(&["erlang/cancelling", "erlang/mug", "erlang/word-count"], 6);
}

#[apply(test)]
#[needs(Python)]
fn the_slicer_qm_answers_tasks_in_python() {
    check_qm(
        &["python/numbers/s31Largest", "python/numbers", "python/stock", "python/mug", "python/boat"],
        11,
    );
}

#[apply(test)]
#[needs(Node)]
fn the_slicer_qm_answers_tasks_in_javascript() {
    check_qm(
        &[
            "javascript/payroll/s29Share",
            "javascript/payroll",
            "javascript/word-tree",
            "javascript/mug",
            "javascript/cancelling",
        ],
        10,
    );
}

/// A slice that an input refutes when the budget is spent is mended: what is left is not the program.
#[apply(test)]
#[needs(Erlang)]
fn a_refuted_slice_is_mended_when_the_budget_is_spent() {
    let text = "-module(program).\n-export([main/1]).\nmain(N) ->\n    B = N * 2,\n    A = lists:sum([N, N div 1000]),\n    C = N + 3,\n    \
                {A, B, C}.\n";
    let mut case = Case::new(text, 5, "A", 1);
    case.inputs = vec![Input { args: vec!["2".to_owned()], stdin: String::new() }];
    for max_candidates in [None, Some(30)] {
        let mut oracle =
            languages::oracle(&case.program, &case.question).unwrap_or_else(|error| panic!("{error}"));
        let request = Request {
            question: &case.question,
            inputs: &case.inputs,
            is_bound: false,
            slicers: &[],
            // What is given, and no more.
            generation: InputOptions { n_fresh: 0, n_max: 0, ..InputOptions::default() },
            n_fresh: 300,
            search: SearchOptions { max_candidates, ..SearchOptions::default() },
        };
        let going = &mut |_, _: &_| ControlFlow::Continue(());
        let minimized = minimize(oracle.as_mut(), &request, going).unwrap_or_else(|error| panic!("{error}"));
        let text = case.text(&minimized);
        assert!(
            minimized.n_refuted > 0 && text.contains("A = lists:sum([N, N div 1000])"),
            "{max_candidates:?}: {text}"
        );
        assert!(!text.contains("B ="), "{max_candidates:?}: {text}");
        let found = &minimized.found;
        assert_eq!(found.end == SearchEnd::Exhausted, max_candidates.is_none(), "{:?}", found.end);
        // The budget, and as much again.
        assert!(max_candidates.is_none_or(|max| found.n_candidates <= 2 * max), "{}", found.n_candidates);
        assert!(found.kept.len() < case.program.n_counted(), "{text}");
    }
}
