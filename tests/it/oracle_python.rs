//! Python programs as schemata and as compiled text: two opinions, one verdict.

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::oracle::{RunEnd, Trial, Verdict};

use crate::harness::amount;
use crate::oracle::{check_agreement, drawn, essence};
use crate::schemata::{
    args, check_constructs, check_consulted, check_over_the_suite, check_probes, node, open, stdin,
};

fn parse(text: &str) -> Tree {
    Tree::parse(Language::Python, &[SourceFile::new("program.py", text)])
}

#[apply(test)]
#[needs(Python)]
fn schemata_agree_with_compiled_text_over_the_suite() {
    let n_candidates = amount(300, 2_000, 2_000);
    let total = check_over_the_suite(Language::Python, n_candidates, 11);
    assert!(total[..2].iter().all(|&n| n > 0), "{total:?}");
}

/// Functions, their parameters, scopes of all kinds, generators, decorators, classes.
pub(crate) const FUNCTIONS: &str = include_str!("../fixtures/python/functions.py");

/// Statements with clauses, exceptions, patterns, comprehensions, expressions of every kind.
pub(crate) const STATEMENTS: &str = include_str!("../fixtures/python/statements.py");

#[apply(test)]
#[needs(Python)]
fn every_construct_agrees_with_compiled_text() {
    for (text, inputs) in [
        (FUNCTIONS, [stdin(""), stdin("3 4 5"), stdin("a b c d e")]),
        (STATEMENTS, [stdin(""), stdin("12 3\nlong one\n\nx\n# y\nend\n9"), stdin("a b\n7 8 9\n")]),
    ] {
        let program = parse(text);
        check_constructs(&program, "__main__", &inputs, amount(150, 1_500, 5_000));
    }
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict.
#[apply(test)]
#[needs(Python)]
fn a_failing_run_depends_on_what_it_consulted() {
    for text in [FUNCTIONS, STATEMENTS] {
        let program = parse(text);
        check_consulted(&program, "__main__", &[stdin(""), stdin("7 8\nend")], amount(200, 2_000, 5_000), 30);
    }
}

/// The verdict on the deletion of the last node with each of these texts.
fn verdict_of(text: &str, criterion: &str, deleted: &[&str]) -> Verdict {
    let program = parse(text);
    let mut oracle =
        open(&program, node(&program, criterion), "__main__").unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(&[stdin("")]).unwrap();
    let all = oracle.deletions().all().to_vec();
    let id = |wanted: &&str| {
        all.iter().rposition(|deletion| program.text(deletion.node) == *wanted).expect("a deletion")
    };
    let candidate: Candidate = deleted.iter().map(|wanted| id(wanted) as DeletionId).collect();
    let judged = oracle.judge(std::slice::from_ref(&candidate), false).unwrap();
    let confirmed = oracle.confirm(&[candidate]).unwrap();
    assert_eq!(essence(&program, &judged[0]), essence(&program, &confirmed[0]), "{deleted:?}");
    judged[0].verdict.clone()
}

#[apply(test)]
#[needs(Python)]
fn names_mean_what_is_left_of_them() {
    let is_different = |verdict: Verdict| matches!(verdict, Verdict::Different(_));
    // Without its own assignment a function reads a name that Python has.
    let text = "def f():\n    max = min\n    return max([1, 1])\nr = f()\nr\n";
    assert_eq!(verdict_of(text, "r", &["max = min"]), Verdict::Same);
    // Without `global` the variable of the module stays as it was.
    let text = "x = 1\ndef f():\n    global x\n    x = 2\nf()\nr = x\nr\n";
    assert!(is_different(verdict_of(text, "r", &["global x"])));
    // Without its only `yield` a generator is a function, which runs at once.
    let text = "log = []\ndef f():\n    log.append(1)\n    yield 2\nf()\nr = len(log)\nr\n";
    assert!(is_different(verdict_of(text, "r", &["yield 2"])));
}

#[apply(test)]
#[needs(Python)]
fn what_does_not_end_is_out_of_fuel() {
    for (text, deleted) in [
        ("n = 0\nwhile n < 5:\n    n += 1\nn\n", "n += 1"),
        // An exception that says so cannot be caught for good.
        (
            "n = 0\nwhile n < 5:\n    try:\n        n += 1\n    except BaseException:\n        pass\nn\n",
            "n += 1",
        ),
        ("import itertools\nn = 0\nfor n in itertools.count():\n    if n > 3: break\nn\n", "if n > 3: break"),
        (
            "def f(n):\n    while True:\n        n -= 1\n        if n < 0: return n\nn = f(3)\nn\n",
            "if n < 0: return n",
        ),
        ("n = 3\nk = [x for x in iter(lambda: n, 3)]\nn\n", "3"),
    ] {
        let verdict = verdict_of(text, "n", &[deleted]);
        assert!(matches!(verdict, Verdict::OutOfFuel { .. }), "{deleted}: {verdict:?}");
    }
    let text = "def f(n):\n    if n == 0: return 0\n    return f(n - 1)\nn = f(5)\nn\n";
    let verdict = verdict_of(text, "n", &["if n == 0: return 0"]);
    assert!(matches!(verdict, Verdict::Different(_)), "too deep a recursion is an exception: {verdict:?}");
}

#[apply(test)]
#[needs(Python)]
fn values_are_seen_where_they_are_read_and_where_they_get_their_values() {
    let text = "import sys\ndef f(p, *q):\n    return p\nx = 4; x = f(x) + f(2); x += 1\n\
        for i in range(3): pass\nk = [c for c in 'ab']\nwith open_it as w: pass\n"
        .replace("with open_it as w: pass\n", "try: 1 // 0\nexcept ZeroDivisionError as e: str(e)\n")
        + "a, (b, *d) = 1, (2, 3)\nif (n := x) > 3: print(n, end='')\ng = (lambda z: z)(5)\nmatch [1]:\n    case [m]: pass\n";
    let program = parse(&text);
    let seen = |before: &str| {
        let offset = text.find(before).expect("is there") + before.len();
        let node = program.ids().find(|&node| {
            program.span(node).start == offset && program.subtree(node).len() == 1 && program.is_counted(node)
        });
        let mut oracle =
            open(&program, node.expect("a node"), "__main__").unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&[stdin("")]).unwrap();
        assert!(oracle.confirm(&[Candidate::default()]).unwrap()[0].is_same(), "{before}");
        observed[0].n_values
    };
    let places = [
        ("def f(", 2),
        ("def f(p, *", 2),
        ("return ", 2),
        ("x = f(", 1),
        ("+ f(2); ", 1),
        ("for ", 3),
        ("[c for ", 2),
        ("as ", 1),
        ("a, (", 1),
        ("*", 2),
        ("if (", 1),
        ("(lambda ", 1),
        ("(lambda z: ", 1),
        ("case [", 1),
    ];
    for (before, n_values) in places {
        assert_eq!(seen(before), n_values, "behind `{before}`");
    }
}

#[apply(test)]
#[needs(Python)]
fn a_value_that_changes_later_is_seen_as_it_was() {
    let text = "k = []\nfor i in range(3):\n    k.append(i)\n    print(k)\n";
    let verdict = verdict_of(text, "k", &["i"]);
    assert!(matches!(verdict, Verdict::Different(found) if found.position == 0), "{verdict:?}");
    // True, 1 and 1.0 are equal, and not the same.
    for (one, other) in [("1", "True"), ("1", "1.0"), ("0.0", "-0.0")] {
        let text = format!("r = {one}\nr = {other}\nr\n");
        let verdict = verdict_of(&text, "r", &[&format!("r = {other}")]);
        assert!(matches!(verdict, Verdict::Different(_)), "{one} {other}");
    }
}

#[apply(test)]
#[needs(Python)]
fn what_could_do_more_than_compute_is_refused() {
    let check = |text: &str, wanted: &str| {
        let program = parse(text);
        match open(&program, node(&program, "x"), "__main__") {
            Ok(_) => panic!("not refused: {text}"),
            Err(said) => assert!(said.contains(wanted), "{said}"),
        }
    };
    check("import os\nx = os.getcwd()\nx\n", "line 1: the module `os`");
    check("x = open('/etc/hostname').read()\nx\n", "line 1: the name `open`");
    check("x = 1\nx.__class__.__base__.__subclasses__()\nx\n", "the attribute `__subclasses__`");
    check("from socket import socket\nx = socket()\nx\n", "the module `socket`");
    check("x = eval('1')\nx\n", "the name `eval`");
    check("async def f(): pass\nx = 1\nx\n", "asynchronous");
    check("x = 1\ndel x\nbs__q = x\n", "begins with `bs__`");
    check("x: int\n", "is declared there without a value");
    check("x = (\n", "");
}

#[apply(test)]
#[needs(Python)]
fn other_programs_are_run_in_the_place_of_the_original() {
    let program = parse("x = 1\ny = x + 1\ny\n");
    let mut oracle = open(&program, node(&program, "y"), "__main__").unwrap();
    oracle.add_inputs(&[stdin("")]).unwrap();
    let mut tried = |text: &str| {
        let other = parse(text);
        let criterion = other.ids().rev().find(|&node| other.text(node) == "y");
        oracle.try_other(&other, &criterion.into_iter().collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(tried("y = 2\ny\n"), Trial::Same);
    assert_eq!(tried("pass\n"), Trial::Compiled);
    let different = |text: &str, tried: Trial| match tried {
        Trial::Different(found) => assert_eq!(format!("{} {}", found.expected, found.got), text),
        other => panic!("{other:?}"),
    };
    different("2 '2'", tried("y = '2'\ny\n"));
    different(
        "2 no value: ZeroDivisionError: integer division or modulo by zero",
        tried("1 // 0\ny = 1\ny\n"),
    );
    different("2 no value: out of fuel", tried("while True: pass\ny = 1\ny\n"));
    assert!(matches!(tried("def y(:\n"), Trial::Invalid(_)));
    assert!(matches!(tried("import subprocess\ny = 2\ny\n"), Trial::NotRun(_)));
    // Barriers below the reading of the text: nothing that is reached in other ways does more, and the next is judged as before.
    for text in [
        "import collections\ny = getattr(collections, '_' + 'sys').modules\ny\n",
        "import math\nmath.pi = 3\ny = 2\ny\n",
        "import string\nstring.Formatter.format = None\ny = 2\ny\n",
        "y = [0] * (1 << 40)\ny\n",
        "def f(n): return f(n + 1)\ny = f(0)\ny\n",
    ] {
        let _ = tried(text);
        assert_eq!(tried("y = 2\ny\n"), Trial::Same, "after {text}");
    }
}

#[apply(test)]
#[needs(Python)]
fn a_candidate_that_changes_a_module_does_not_change_the_next() {
    let text = "import math\nn = 0\nif n: math.pi = 3\nmath.tau = 1\nr = (math.pi > 3.1, math.tau)\nr\n";
    let program = parse(text);
    let mut oracle = open(&program, node(&program, "r"), "__main__").unwrap();
    oracle.add_inputs(&[stdin(""), stdin("x")]).unwrap();
    let candidates: Vec<Candidate> =
        (0..oracle.deletions().all().len() as DeletionId).map(|id| Candidate::from_iter([id])).collect();
    let once = oracle.judge(&candidates, true).unwrap();
    let mut turned: Vec<Candidate> = candidates.iter().rev().cloned().collect();
    let mut again = oracle.judge(&turned, true).unwrap();
    again.reverse();
    assert_eq!(once, again, "whatever was judged before");
    turned.truncate(20);
    check_agreement(&mut oracle, &turned);
}

#[apply(test)]
#[needs(Python)]
fn functions_are_called_with_literals() {
    let text = "import random, time\ndef f(items, start=0):\n    total = start\n    for item in items:\n        total += item\n    \
        items.clear()\n    return total + random.randint(1, 6) * 0 + int(time.time() > 0)\n\nif __name__ == '__main__':\n    f([1])\n";
    let program = parse(text);
    let criterion = node(&program, "total");
    let mut oracle = open(&program, criterion, "f").unwrap();
    let observed = oracle.add_inputs(&[args(&["[1, 2]"]), args(&["[]", "7"]), args(&["None"])]).unwrap();
    assert_eq!(observed.iter().map(|one| one.n_values).collect::<Vec<_>>(), [1, 1, 0]);
    assert!(matches!(&observed[2].end, RunEnd::Crashed(why) if why.starts_with("TypeError")), "{observed:?}");
    check_agreement(&mut oracle, &drawn(&program, 100, 1));
    assert!(oracle.add_inputs(&[args(&["f()"])]).is_err(), "no literal");
    assert!(open(&program, criterion, "g").err().unwrap().contains("no function `g`"));
}

#[apply(test)]
#[needs(Python)]
fn drawn_inputs_in_python_show_what_kept_ones_show() {
    let n_tasks = amount(3, 8, 20);
    let [n_compared, n_refuted] = check_probes(Language::Python, n_tasks, 20, 31);
    assert!(n_compared > n_tasks * 20 && n_refuted > n_tasks, "{n_compared} {n_refuted}");
}

/// What a server refuses is refused with the rules of its own language.
#[apply(test)]
#[needs(Python)]
fn what_the_server_refuses_names_the_rules_of_python() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program.py");
    std::fs::write(&program, "import os\nr = os.getpid()\nprint(r)\n").unwrap();
    let output =
        crate::support::call(&["minimize", program.to_str().unwrap(), "--line", "3", "--variable", "r"]);
    let said = crate::support::stderr(&output);
    assert!(said.contains("hint: one file, modules of the standard library that compute"), "{said}");
}
