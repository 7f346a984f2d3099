//! Slices of one run: small programs with the statements that they must have, what must hold of every program of the suite on every
//! input, and how often a fault is in them.

use std::collections::BTreeMap;

use bench_slicers::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::behave::is_slice;
use bench_slicers::builtin::{Builtin, Query};
use bench_slicers::flow::FlowTrace;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::Question;
use bench_slicers::suite::{Benchmark, Input, Suite};

use crate::harness::{amount, share};
use crate::support::{call, root, stderr, stdout};

/// Smaller ones before those that they are within.
const SLICERS: [Builtin; 4] =
    [Builtin::PrunedDynamic, Builtin::Dynamic, Builtin::PrunedRelevant, Builtin::Relevant];

/// What is within what, as indices into [`SLICERS`].
const WITHIN: [(usize, usize); 4] = [(0, 1), (2, 3), (0, 2), (1, 3)];

fn input(stdin: &str) -> Input {
    Input { args: Vec::new(), stdin: stdin.to_owned() }
}

fn traced(tree: &Tree, criteria: &[NodeId], entry: &str, input: &Input) -> FlowTrace {
    let mut oracle = languages::oracle(tree, &Question::new(criteria.to_vec(), entry)).expect("an oracle");
    oracle.trace(input).expect("a run").expect("the language has traces")
}

/// The slices of a script at the last node with this text, without blank lines and indentation.
fn slices(language: Language, text: &str, criterion: &str, stdin: &str) -> BTreeMap<&'static str, String> {
    let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
    assert!(tree.problems().is_empty(), "{:?}", tree.problems());
    let node = tree.ids().rfind(|&node| tree.text(node) == criterion).expect("the criterion");
    let trace = traced(&tree, &[node], "__main__", &input(stdin));
    let of = |slicer: Builtin| {
        let query = Query { program: &tree, criteria: &[node], gold: None, trace: Some(&trace), seed: 1 };
        let text = slicer.slice(&query)[0].text.clone();
        (slicer.name(), text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    SLICERS.into_iter().map(of).collect()
}

/// A Python script that reads numbers into `a`, `b`, `c` and prints `r` at its end: what its slices have besides.
#[track_caller]
fn check(body: &str, numbers: &str, expected: &[(&str, &str)]) {
    let first = "import sys\na, b, c = [int(word) for word in sys.stdin.read().split()]\n";
    let text = format!("{first}{body}print(r)\n");
    let found = slices(Language::Python, &text, "r", numbers);
    for (slicer, expected) in expected {
        let rest = found[slicer].strip_prefix("import sys ").expect("imports stay");
        let rest =
            rest.strip_prefix("a, b, c = [int(word) for word in sys.stdin.read().split()] ").unwrap_or(rest);
        let rest = rest.strip_suffix(" print(r)").expect("the criterion stays");
        assert_eq!(rest, *expected, "{slicer} on {numbers}");
    }
}

#[apply(test)]
#[needs(Python)]
fn what_did_not_compute_a_value_in_this_run_goes() {
    let body = "r = 0\nif a > 0:\n    r = b\nelse:\n    r = c\n";
    check(body, "1 2 3", &[("dynamic", "if a > 0: r = b"), ("relevant", "if a > 0: r = b")]);
    check(body, "0 2 3", &[("dynamic", "if a > 0: pass else: r = c")]);
    let body = "r = 0\ns = 0\nfor i in range(a):\n    s = s + i\n    r = r + 1\n";
    check(body, "3 0 0", &[("dynamic", "r = 0 for i in range(a): r = r + 1")]);
    check(body, "0 0 0", &[("dynamic", "r = 0"), ("relevant", "r = 0 for i in range(a): pass")]);
}

#[apply(test)]
#[needs(Python)]
fn conditions_that_could_have_led_to_another_value_are_relevant() {
    let body = "r = 0\nif a > 0:\n    r = b\n";
    check(body, "0 2 3", &[("dynamic", "r = 0"), ("relevant", "r = 0 if a > 0: pass")]);
    // What is written after it does not depend on it.
    let body = "if a > 0:\n    r = b\nr = c\n";
    check(body, "0 2 3", &[("relevant", "r = c")]);
    let body = "r = [0]\nif a > 0:\n    r.append(b)\n";
    check(body, "0 2 3", &[("dynamic", "r = [0]"), ("relevant", "r = [0] if a > 0: pass")]);
    let body = "class P:\n    pass\np = P()\np.x = 1\nif a > 0:\n    p.x = b\nr = p.x\n";
    let dynamic = "class P: pass p = P() p.x = 1 r = p.x";
    let relevant = "class P: pass p = P() p.x = 1 if a > 0: pass r = p.x";
    check(body, "0 2 3", &[("dynamic", dynamic), ("relevant", relevant)]);
    let body = "r = 0\nn = 1\nwhile n < a:\n    r = n\n    n = n + 1\n";
    check(body, "0 2 3", &[("dynamic", "r = 0"), ("pruned-relevant", "r = 0 n = 1 while n < a: pass")]);
    let body = "r = 0\ndef set():\n    global r\n    r = b\nif a > 0:\n    set()\n";
    check(body, "0 2 3", &[("dynamic", "r = 0"), ("relevant", "r = 0 if a > 0: pass")]);
}

#[apply(test)]
#[needs(Python)]
fn of_both_operands_those_stay_that_decided() {
    let body = "x = a\ny = b\nr = 0\nif x > 0 and y > 0:\n    r = 1\n";
    let whole = "x = a y = b r = 0 if x > 0 and y > 0: pass";
    check(body, "0 1 0", &[("relevant", whole), ("pruned-relevant", "x = a r = 0 if x > 0: pass")]);
    check(body, "1 0 0", &[("relevant", whole), ("pruned-relevant", "y = b r = 0 if y > 0: pass")]);
    let both = "x = a y = b if x > 0 and y > 0: r = 1";
    check(body, "1 1 0", &[("dynamic", both), ("pruned-dynamic", both)]);
    let body = "x = a\ny = b\nr = 0\nif x > 0 or y > 0:\n    r = 1\n";
    check(body, "1 1 0", &[("pruned-dynamic", "x = a if x > 0: r = 1")]);
    check(body, "0 1 0", &[("pruned-dynamic", "y = b if y > 0: r = 1")]);
    check(body, "0 0 0", &[("pruned-relevant", "x = a y = b r = 0 if x > 0 or y > 0: pass")]);
}

#[apply(test)]
#[needs(Python)]
fn operands_are_pruned_inside_of_each_other() {
    let body = "x = a\ny = b\nz = c\nr = 0\nif not (x > 0 and (y > 0 or z > 0)):\n    r = 1\n";
    check(body, "0 1 1", &[("pruned-dynamic", "x = a if not (x > 0): r = 1")]);
    check(body, "1 0 0", &[("pruned-dynamic", "y = b z = c if not ((y > 0 or z > 0)): r = 1")]);
    check(body, "1 0 1", &[("pruned-relevant", "x = a z = c r = 0 if not (x > 0 and (z > 0)): pass")]);
    let body = "x = a\ny = b\nr = x > 0 or True and y > 0\n";
    check(body, "0 0 0", &[("pruned-dynamic", "x = a y = b r = x > 0 or y > 0")]);
    check(body, "0 1 0", &[("pruned-dynamic", "y = b r = True and y > 0")]);
    let body = "x = a\ny = b\nz = c\nr = x > 0 and y > 0 and z > 0\n";
    check(body, "1 1 0", &[("pruned-dynamic", "z = c r = z > 0")]);
    check(body, "1 0 1", &[("pruned-dynamic", "y = b r = y > 0")]);
}

#[apply(test)]
#[needs(Python)]
fn of_a_conditional_expression_the_taken_arm_stays() {
    let body = "x = b\ny = c\nr = x if a > 0 else y\n";
    check(
        body,
        "1 2 3",
        &[
            ("dynamic", "x = b y = c r = x if a > 0 else y"),
            ("pruned-dynamic", "x = b r = x if a > 0 else ..."),
        ],
    );
    check(body, "0 2 3", &[("pruned-dynamic", "y = c r = ... if a > 0 else y")]);
}

#[apply(test)]
#[needs(Python)]
fn all_times_that_a_statement_ran_are_one() {
    // The first operand decides in one round, the second in another.
    let body = "r = 0\nfor i in range(2):\n    if i > 0 and b > 0:\n        r = c\n";
    check(body, "0 0 3", &[("pruned-relevant", "r = 0 for i in range(2): if i > 0 and b > 0: pass")]);
    let body = "r = 0\nfor i in range(3):\n    if i == a:\n        continue\n    if i == b:\n        break\n    r = r + i\n";
    let all = "r = 0 for i in range(3): if i == a: continue if i == b: break r = r + i";
    check(body, "0 2 0", &[("dynamic", all)]);
    check(body, "7 7 0", &[("dynamic", "r = 0 for i in range(3): r = r + i")]);
}

#[apply(test)]
#[needs(Python)]
fn calls_objects_and_failures_are_followed() {
    let body = "def f(x):\n    print(x)\n    return x + 1\ndef g(x):\n    return x\nr = f(a)\ns = g(b)\n";
    check(body, "1 2 3", &[("dynamic", "def f(x): return x + 1 r = f(a)")]);
    let body = "p = [0, 0]\nq = p\nq[0] = a\nq[1] = b\nr = p[0]\n";
    check(body, "1 2 3", &[("dynamic", "p = [0, 0] q = p q[0] = a r = p[0]")]);
    let body = "d = {}\nd['x'] = a\nd['y'] = b\nr = d['x']\n";
    check(body, "1 2 3", &[("dynamic", "d = {} d['x'] = a d['y'] = b r = d['x']")]);
    let body =
        "r = 0\ntry:\n    if a > 0:\n        raise ValueError(b)\n    r = c\nexcept ValueError:\n    r = 5\n";
    check(body, "1 2 3", &[("dynamic", "try: if a > 0: raise ValueError(b) except ValueError: r = 5")]);
    let body = "def each(n):\n    for i in range(n):\n        yield i + b\nr = 0\nfor x in each(a):\n    r = r + x\n";
    let all = "def each(n): for i in range(n): yield i + b r = 0 for x in each(a): r = r + x";
    check(body, "2 1 0", &[("dynamic", all)]);
}

#[apply(test)]
#[needs(Python)]
fn a_slice_of_a_run_wants_one_input_on_which_the_criterion_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let program = write("p.py", "a = int(input())\nb = a + 1\nif a > 1:\n    print(b)\n");
    let one = "{\"args\": [], \"stdin\": \"5\"}\n";
    let slice = |slicer: &str, inputs: &str| {
        let inputs = write("inputs.txt", inputs);
        call(&["slice", "-s", slicer, &program, "--line", "4", "--variable", "b", "--inputs", &inputs])
    };
    for slicer in SLICERS {
        let output = slice(slicer.name(), one);
        assert_eq!(stdout(&output), "a = int(input())\nb = a + 1\nif a > 1:\n    print(b)\n");
    }
    let output = slice("dynamic", &one.replace('5', "0"));
    assert!(stderr(&output).contains("takes no value on this input"), "{}", stderr(&output));
    let output = slice("dynamic", &one.repeat(2));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there are 2 inputs"), "{}", stderr(&output));
    let output = call(&["sweep", "--slicer", "dynamic", "--slicer", "sdg", "--filter", "python/word-count"]);
    assert!(stderr(&output).contains("`dynamic` slices one run"), "{}", stderr(&output));
}

/// The programs of a language whose criteria are looked at, some of them by day.
fn benchmarks(language: Language) -> Vec<Benchmark> {
    let suite = Suite::load(&[root("suite")]).expect("the suite loads");
    let all = suite.benchmarks.into_iter().filter(|benchmark| benchmark.language == language);
    all.collect()
}

/// Checks every criterion of a program on some of its inputs; the number of runs in which it took values.
fn hold(benchmark: &Benchmark, n_inputs: usize, wrong: &mut Vec<String>) -> usize {
    let tree = &*benchmark.tree;
    let mut n_runs = 0;
    let mut seen: Vec<&[NodeId]> = Vec::new();
    for criterion in &benchmark.criteria {
        if seen.contains(&&criterion.nodes[..]) {
            continue;
        }
        seen.push(&criterion.nodes);
        let entry = benchmark.entry_point().unwrap_or_default();
        let question = Question::new(criterion.nodes.clone(), entry);
        let Ok(mut oracle) = languages::oracle(tree, &question) else { continue };
        let step = benchmark.inputs.len().div_ceil(n_inputs).max(1);
        for (idx, input) in benchmark.inputs.iter().enumerate().step_by(step) {
            let what = |said: &str| format!("{} {} on input {}: {said}", benchmark.id, criterion.id, idx + 1);
            let Some(trace) = oracle.trace(input).expect("a run") else { continue };
            oracle.forget_inputs().expect("the runtime is there");
            let observed = oracle.add_inputs(std::slice::from_ref(input)).expect("an observation");
            if trace.n_values != observed[0].n_values {
                wrong.push(what(&format!("{} values, not {}", trace.n_values, observed[0].n_values)));
            }
            if trace.n_values == 0 {
                continue;
            }
            n_runs += 1;
            let query =
                Query { program: tree, criteria: &criterion.nodes, gold: None, trace: Some(&trace), seed: 1 };
            let kept: Vec<NodeSet> = SLICERS.iter().map(|slicer| slicer.keep_of_run(&query)).collect();
            for (small, large) in WITHIN {
                if let Some(node) = kept[small].iter().find(|&node| !kept[large].contains(node)) {
                    let names = [small, large].map(|idx| SLICERS[idx].name());
                    wrong.push(what(&format!(
                        "line {} is in {} and not in {}",
                        tree.line(node),
                        names[0],
                        names[1]
                    )));
                }
            }
            let ran: Vec<NodeId> =
                trace.units.iter().filter(|unit| unit.has_run).map(|unit| unit.at).collect();
            for unit in trace.units.iter().filter(|unit| unit.around.is_none()) {
                let is_definition = tree.flags(unit.at).has(Flags::DEFINITION);
                // Without it a function would be no generator.
                let is_syntax = tree.subtree(unit.at).any(|node| tree.kind(node) == "yield");
                if kept[3].contains(unit.at) && !is_definition && !is_syntax && !ran.contains(&unit.at) {
                    wrong.push(what(&format!("line {} did not run", tree.line(unit.at))));
                }
            }
            for slicer in SLICERS {
                let files = slicer.slice(&query);
                if !is_slice(oracle.as_mut(), &criterion.nodes, &files).expect("the runtime is there") {
                    wrong.push(what(&format!("{} is no slice:\n{}", slicer.name(), files[0].text)));
                }
            }
        }
    }
    n_runs
}

fn check_relations(language: Language) {
    let benchmarks = benchmarks(language);
    let mut wrong = Vec::new();
    let mut n_runs = 0;
    let step = amount(4, 2, 1);
    for benchmark in benchmarks.iter().step_by(step) {
        n_runs += hold(benchmark, amount(2, 1_000, 1_000), &mut wrong);
    }
    assert!(n_runs > share(20), "{n_runs} runs");
    assert!(wrong.is_empty(), "{} of {n_runs} runs:\n{}", wrong.len(), wrong.join("\n"));
}

#[apply(test)]
#[needs(Python)]
fn slices_of_python_runs_are_within_each_other_and_behave() {
    check_relations(Language::Python);
}

#[apply(test)]
#[needs(Node)]
fn slices_of_javascript_runs_are_within_each_other_and_behave() {
    check_relations(Language::JavaScript);
}

/// A JavaScript script that prints `r` at its end: what its slices have besides.
#[track_caller]
fn check_script(body: &str, expected: &[(&str, &str)]) {
    let found = slices(Language::JavaScript, &format!("{body}console.log(r);\n"), "r", "");
    for (slicer, expected) in expected {
        let rest = found[slicer].strip_suffix(" console.log(r);").expect("the criterion stays");
        assert_eq!(rest, *expected, "{slicer} of {body}");
    }
}

#[apply(test)]
#[needs(Node)]
fn javascript_runs_are_sliced_alike() {
    let body = "let r = 0;\nlet s = 1;\nif (s > 1) {\n  r = s;\n}\n";
    check_script(body, &[("dynamic", "let r = 0;"), ("relevant", "let r = 0; let s = 1; if (s > 1) { }")]);
    let body = "const x = 1;\nconst y = 2;\nlet r = 0;\nif (x > 1 || y > 1) {\n  r = 3;\n}\n";
    let whole = "const x = 1; const y = 2; let r = 0; if (x > 1 || y > 1) { r = 3; }";
    let pruned = "const y = 2; let r = 0; if (y > 1) { r = 3; }";
    check_script(body, &[("dynamic", whole), ("pruned-dynamic", pruned)]);
    let body = "function f(x) {\n  console.log(x);\n  return x + 1;\n}\nfunction g(x) {\n  return x;\n}\n\
                const r = f(1);\nconst s = g(2);\n";
    check_script(body, &[("dynamic", "function f(x) { return x + 1; } const r = f(1);")]);
    let body = "const p = { a: 1, b: 2 };\nconst q = p;\nq.a = 3;\nq.b = 4;\nconst r = p.a;\n";
    check_script(body, &[("dynamic", "const p = { a: 1, b: 2 }; const q = p; q.a = 3; const r = p.a;")]);
}

/// A row of the table of faults: of one slicer.
#[derive(Default)]
struct FaultRow {
    n_nodes: usize,
    n_statements: usize,
    n_found: usize,
}

/// Slices of runs in which a fault changes the output, for each fault and input: how large they are, and how often the fault is in them.
fn faults(n_inputs: usize) -> (Vec<FaultRow>, usize, usize) {
    let folder = root("tests/fixtures/faults");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the fixture");
    let (program, faults, inputs) = (read("descent.py"), read("faults.txt"), read("inputs.txt"));
    let inputs: Vec<Input> = inputs.lines().take(n_inputs).map(input).collect();
    let parsed = |text: &str| {
        let tree = Tree::parse(Language::Python, &[SourceFile::new("descent.py", text)]);
        let criterion = tree.ids().rfind(|&node| tree.text(node) == "said").expect("the criterion");
        (tree, criterion)
    };
    let values = |tree: &Tree, criterion: NodeId| {
        let question = Question::new(vec![criterion], "__main__");
        let mut oracle = languages::oracle(tree, &question).expect("an oracle");
        let told = oracle.sequences(&inputs, false).expect("runs");
        told.into_iter()
            .map(|run| run.elements.into_iter().map(|it| it.value).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let (original, criterion) = parsed(&program);
    let expected = values(&original, criterion);
    let mut rows: Vec<FaultRow> = SLICERS.iter().map(|_| FaultRow::default()).collect();
    let (mut n_faults, mut n_runs) = (0, 0);
    for fault in faults.lines() {
        let (old, new) = fault.split_once('\t').expect("two texts");
        assert_eq!(program.matches(old).count(), 1, "{old}");
        let (tree, criterion) = parsed(&program.replace(old, new));
        let start = program.find(old).expect("it is there");
        let alike = |(old, new): &(u8, u8)| old == new;
        let n_before = old.bytes().zip(new.bytes()).take_while(alike).count();
        let n_behind = old.bytes().rev().zip(new.bytes().rev()).take_while(alike).count();
        let changed = start + n_before..start + (new.len() - n_behind).max(n_before + 1);
        // The smallest construct that all of the change is in.
        let holds = |&node: &NodeId| {
            let span = tree.span(node);
            span.start <= changed.start && changed.end <= span.end && tree.is_counted(node)
        };
        let faulty = tree.ids().rfind(holds).expect("a node is changed");
        let changed = values(&tree, criterion);
        let question = Question::new(vec![criterion], "__main__");
        let mut oracle = languages::oracle(&tree, &question).expect("an oracle");
        n_faults += 1;
        for idx in (0..inputs.len()).filter(|&idx| changed[idx] != expected[idx]) {
            n_runs += 1;
            let trace = oracle.trace(&inputs[idx]).expect("a run").expect("a trace");
            let query =
                Query { program: &tree, criteria: &[criterion], gold: None, trace: Some(&trace), seed: 1 };
            for (row, slicer) in rows.iter_mut().zip(SLICERS) {
                let kept = slicer.keep_of_run(&query);
                row.n_nodes += kept.intersection(&tree.counted()).len();
                row.n_statements += kept
                    .iter()
                    .filter(|&node| tree.flags(node).has(Flags::STATEMENT) && tree.is_counted(node))
                    .count();
                row.n_found += usize::from(tree.subtree(faulty).any(|node| kept.contains(node)));
            }
        }
    }
    (rows, n_faults, n_runs)
}

#[apply(test)]
#[needs(Python)]
fn faults_that_change_the_output_are_in_relevant_slices() {
    let n_inputs = amount(10, 40, 100);
    let (rows, n_faults, n_runs) = faults(n_inputs);
    let mean = |n: usize| format!("{:.1}", n as f64 / n_runs as f64);
    let found = |row: &FaultRow| format!("{:.1} %", 100.0 * row.n_found as f64 / n_runs as f64);
    let mut table = String::new();
    for (row, slicer) in rows.iter().zip(SLICERS) {
        table.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            slicer.name(),
            mean(row.n_nodes),
            mean(row.n_statements),
            found(row)
        ));
    }
    println!("{n_faults} faults, {n_runs} runs\n{table}");
    assert!(n_faults >= 30 && n_runs > n_faults / 2, "{n_faults} faults, {n_runs} runs");
    for (small, large) in WITHIN {
        assert!(
            rows[small].n_nodes <= rows[large].n_nodes && rows[small].n_found <= rows[large].n_found,
            "{table}"
        );
    }
    assert!(rows[0].n_nodes < rows[1].n_nodes, "pruning takes nothing away:\n{table}");
    if n_inputs == 100 {
        let page = std::fs::read_to_string(root("docs/DYNAMIC.md")).expect("the page");
        assert!(page.contains(&table), "docs/DYNAMIC.md has other figures than\n{table}");
    }
}
