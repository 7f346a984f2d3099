//! JavaScript programs as schemata and as texts that stand by themselves: two opinions, one verdict.

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
    Tree::parse(Language::JavaScript, &[SourceFile::new("program.js", text)])
}

#[apply(test)]
#[needs(Node)]
fn schemata_agree_with_texts_over_the_suite() {
    let n_candidates = amount(300, 2_000, 2_000);
    let total = check_over_the_suite(Language::JavaScript, n_candidates, 17);
    assert!(total[..2].iter().all(|&n| n > 0), "{total:?}");
}

/// Functions, their parameters, scopes of all kinds, closures, generators, classes, objects, patterns.
pub(crate) const FUNCTIONS: &str = include_str!("../fixtures/javascript/functions.js");

/// Statements with clauses, labels, exceptions, loops and expressions of every kind.
pub(crate) const STATEMENTS: &str = include_str!("../fixtures/javascript/statements.js");

#[apply(test)]
#[needs(Node)]
fn every_construct_of_javascript_agrees_with_its_text() {
    for (text, inputs) in [
        (FUNCTIONS, [stdin(""), stdin("3 4 5"), stdin("a b c d e")]),
        (
            STATEMENTS,
            [stdin(""), stdin("12 3\nlong one\n\nx\n# y\nend\n9"), stdin("a b\n7 8 9\nabcdefgh z\n")],
        ),
    ] {
        let program = parse(text);
        check_constructs(&program, "__main__", &inputs, amount(150, 1_500, 5_000));
    }
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict.
#[apply(test)]
#[needs(Node)]
fn a_failing_run_in_javascript_depends_on_what_it_consulted() {
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
        all.iter().position(|deletion| program.text(deletion.node) == *wanted).expect("a deletion")
    };
    let candidate: Candidate = deleted.iter().map(|wanted| id(wanted) as DeletionId).collect();
    let judged = oracle.judge(std::slice::from_ref(&candidate), false).unwrap();
    let confirmed = oracle.confirm(&[candidate]).unwrap();
    assert_eq!(essence(&program, &judged[0]), essence(&program, &confirmed[0]), "{deleted:?}");
    judged[0].verdict.clone()
}

#[apply(test)]
#[needs(Node)]
fn names_in_javascript_mean_what_is_left_of_them() {
    let is_different = |verdict: Verdict| matches!(verdict, Verdict::Different(_));
    // Without its own declaration a name is that of the global object.
    let text = "let n = 0;\nfor (n = 1; n < 3; n++) {}\nconst r = n;\nr;\n";
    assert_eq!(verdict_of(text, "r", &["n = 0"]), Verdict::Same, "an assignment makes a global variable");
    let text = "'use strict';\nlet n = 0;\nfor (n = 1; n < 3; n++) {}\nconst r = n;\nr;\n";
    assert!(is_different(verdict_of(text, "r", &["n = 0"])), "not in strict code");
    // A global variable outlives the call that made it, a local one does not.
    let text = "function f(i) { let s; if (i) s = i; return typeof s; }\nf(1);\nconst r = f(0);\nr;\n";
    assert!(is_different(verdict_of(text, "r", &["s"])));
    let text = "const r = typeof q;\nfunction g() { const q = 1; return q; }\nr;\n";
    assert_eq!(verdict_of(text, "r", &["q = 1"]), Verdict::Same);
    // A name that JavaScript has.
    let text = "function f() { const isNaN = parseInt; return isNaN('x'); }\nconst r = f() || 1;\nr;\n";
    assert!(is_different(verdict_of(text, "r", &["isNaN = parseInt"])));
    // Without its directive code is sloppy.
    let text = "'use strict';\nlet r = 1;\ntry { unbound = 2; } catch { r = 3; }\nr;\n";
    assert!(is_different(verdict_of(text, "r", &["'use strict'"])));
}

#[apply(test)]
#[needs(Node)]
fn what_does_not_end_in_javascript_is_out_of_fuel() {
    for (text, deleted) in [
        ("let n = 0;\nwhile (n < 5) n += 1;\nn;\n", "n += 1"),
        // An exception that says so cannot be caught for good.
        (
            "let n = 0;\nwhile (n < 5) { try { n += 1; } catch { n = 9; } finally { continue; } }\nn;\n",
            "n += 1",
        ),
        (
            "function* f() { while (true) yield 1; }\nlet n = 0;\nfor (const x of f()) if (++n > 3) break;\nn;\n",
            "break;",
        ),
        ("function f(n) { for (;;) { n -= 1; if (n < 0) return n; } }\nconst n = f(3);\nn;\n", "return n;"),
        ("function f(n) { return n === 0 ? 0 : f(n - 1); }\nconst n = f(5);\nn;\n", "n === 0"),
    ] {
        let verdict = verdict_of(text, "n", &[deleted]);
        let is_one = matches!(verdict, Verdict::OutOfFuel { .. });
        assert!(is_one || deleted == "n === 0", "{deleted}: {verdict:?}");
    }
}

#[apply(test)]
#[needs(Node)]
fn values_in_javascript_are_seen_where_they_are_read_and_where_they_get_their_values() {
    let text = "function f(p, ...q) { return p; }\nlet x = 4; x = f(x) + f(2); x += 1; x++;\n\
        for (const i of [1, 2, 3]) ;\ntry { null.y; } catch (e) { String(e); }\n\
        const [a, { b = 2 }] = [1, {}]; let c; [c] = [3];\nconst g = (z => z)(5);\nconst o = { g };\n";
    let program = parse(text);
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
        ("f(", 2),
        ("p, ...", 2),
        ("return ", 2),
        ("let ", 1),
        ("x = f(", 1),
        ("+ f(2); ", 1),
        ("x += 1; ", 1),
        ("const ", 3),
        ("(e) { String(", 1),
        ("catch (", 1),
        ("const [", 1),
        ("[a, { ", 1),
        ("let c; [", 1),
        ("g = (", 1),
        ("(z => ", 1),
        ("{ g", 0),
    ];
    for (before, n_values) in places.into_iter().filter(|(_, n)| *n > 0) {
        assert_eq!(seen(before), n_values, "behind `{before}`");
    }
}

#[apply(test)]
#[needs(Node)]
fn a_value_in_javascript_that_changes_later_is_seen_as_it_was() {
    let text = "const k = [];\nfor (let i = 0; i < 3; i++) {\n  k.push(i);\n  console.log(k);\n}\n";
    let verdict = verdict_of(text, "k", &["k.push(i)"]);
    assert!(matches!(verdict, Verdict::Different(found) if found.position == 0), "{verdict:?}");
    for (one, other) in
        [("1", "'1'"), ("0", "-0"), ("1", "true"), ("undefined", "null"), ("[1]", "['1']"), ("1", "1n")]
    {
        let text = format!("let r = {one};\nr = {other};\nr;\n");
        let verdict = verdict_of(&text, "r", &[&format!("r = {other}")]);
        let is_seen = matches!(verdict, Verdict::Different(_));
        assert!(is_seen, "{one} {other}");
    }
}

#[apply(test)]
#[needs(Node)]
fn what_could_do_more_than_compute_in_javascript_is_refused() {
    let check = |text: &str, wanted: &str| {
        let program = parse(text);
        match open(&program, node(&program, "x"), "__main__") {
            Ok(_) => panic!("not refused: {text}"),
            Err(said) => assert!(said.contains(wanted), "{said}"),
        }
    };
    check(
        "const os = require('os');\nlet x = 1;\nx;\n",
        "program.js:1:12: cannot be run as part of a candidate: the module `os`",
    );
    check("let x = eval('1');\nx;\n", "the name `eval`");
    check("let x = 1;\nx.constructor.constructor === Function;\nx;\n", "the name `Function`");
    check("import { a } from 'b';\nlet x = 1;\nx;\n", "`import`");
    check("let x = 1;\nx;\nbs__q = 2;\n", "begins with `bs__`");
    check("let x;\n", "is declared there without a value");
    check("let x = (;\n", "");
}

#[apply(test)]
#[needs(Node)]
fn other_programs_in_javascript_are_run_in_the_place_of_the_original() {
    let program = parse("let x = 1;\nlet y = x + 1;\ny;\n");
    let mut oracle = open(&program, node(&program, "y"), "__main__").unwrap();
    oracle.add_inputs(&[stdin("")]).unwrap();
    let mut tried = |text: &str| {
        let other = parse(text);
        let criterion = other.ids().rev().find(|&node| other.text(node) == "y");
        oracle.try_other(&other, &criterion.into_iter().collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(tried("let y = 2;\ny;\n"), Trial::Same);
    assert_eq!(tried(";\n"), Trial::Compiled);
    let different = |text: &str, tried: Trial| match tried {
        Trial::Different(found) => assert_eq!(format!("{} {}", found.expected, found.got), text),
        other => panic!("{other:?}"),
    };
    different("2 \"2\"", tried("let y = '2';\ny;\n"));
    different(
        "2 no value: TypeError: Cannot read properties of null (reading 'z')",
        tried("null.z;\nlet y = 1;\ny;\n"),
    );
    different("2 no value: out of fuel", tried("while (true);\nlet y = 1;\ny;\n"));
    assert!(matches!(tried("const y;\ny;\n"), Trial::Invalid(_)));
    assert!(matches!(tried("require('child_process');\nlet y = 2;\ny;\n"), Trial::NotRun(_)));
    // Barriers below the reading of the text: nothing that is reached in other ways does more, and the next is judged as before.
    for text in [
        "let y = [].constructor.constructor('return process')().mainModule;\ny;\n",
        "let y = console.log['constr' + 'uctor']('return this')();\ny;\n",
        "Array.prototype.map = null; let y = 2;\ny;\n",
        "leaked = 3; globalThis.Math = null; let y = 2;\ny;\n",
        "Object.freeze(Object.prototype); let y = 2;\ny;\n",
        "let y = 'x'; for (;;) y += y;\ny;\n",
        "function f(n) { return f(n + 1) + 1; } let y = f(0);\ny;\n",
        "let y = /^(a+)+$/.test('a'.repeat(24) + 'b');\ny;\n",
    ] {
        let _ = tried(text);
        assert_eq!(tried("let y = [2].map((x) => x)[0];\ny;\n"), Trial::Same, "after {text}");
    }
}

#[apply(test)]
#[needs(Node)]
fn a_candidate_in_javascript_that_damages_its_context_does_not_change_the_next() {
    let text = "const log = [];\nlet n = 0;\nif (n) Array.prototype.push = function () {};\nMath.tau = 6;\n\
        String.prototype.shout = function () { return this + '!'; };\nlog.push('a'.shout());\nconst r = [log, Math.tau];\nr;\n";
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
#[needs(Node)]
fn promises_and_timers_have_their_order() {
    let text = "const log = [];\nasync function f(x) { log.push(x); await null; log.push(x + 1); return x; }\n\
        setTimeout(() => { log.push('late'); done(); }, 20);\nsetTimeout(() => log.push('early'), 10);\n\
        f(1).then((x) => log.push('then', x));\nlog.push('main');\n\
        function done() { const result = log.concat(Math.random() < 1, Date.now() > 0); result; }\n";
    let program = parse(text);
    let mut oracle = open(&program, node(&program, "result"), "__main__").unwrap();
    let observed = oracle.add_inputs(&[stdin("")]).unwrap();
    assert_eq!((observed[0].n_values, &observed[0].end), (1, &RunEnd::Returned));
    let other = parse("const log = [1, 'main', 2, 'then', 1, 'early', 'late', true, true];\nlog;\n");
    let criterion = node(&other, "log");
    assert_eq!(oracle.try_other(&other, &[criterion]).unwrap(), Trial::Same);
    check_agreement(&mut oracle, &drawn(&program, amount(80, 500, 1_000), 5));
}

#[apply(test)]
#[needs(Node)]
fn functions_in_javascript_are_called_with_json() {
    let text = "function f(items, start = 0) {\n  let total = start;\n  for (const item of items) total += item;\n  items.length = 0;\n  \
        return total + Math.floor(Math.random());\n}\n";
    let program = parse(text);
    let criterion = node(&program, "total");
    let mut oracle = open(&program, criterion, "f").unwrap();
    let observed = oracle.add_inputs(&[args(&["[1, 2]"]), args(&["[]", "7"]), args(&["null"])]).unwrap();
    assert_eq!(observed.iter().map(|one| one.n_values).collect::<Vec<_>>(), [1, 1, 0]);
    assert!(matches!(&observed[2].end, RunEnd::Crashed(why) if why.starts_with("TypeError")), "{observed:?}");
    check_agreement(&mut oracle, &drawn(&program, 100, 1));
    assert!(oracle.add_inputs(&[args(&["f()"])]).is_err(), "no JSON");
    assert!(open(&program, criterion, "g").err().unwrap().contains("no function `g`"));
}

#[apply(test)]
#[needs(Node)]
fn drawn_inputs_in_javascript_show_what_kept_ones_show() {
    let n_tasks = amount(3, 8, 20);
    let [n_compared, n_refuted] = check_probes(Language::JavaScript, n_tasks, 20, 31);
    assert!(n_compared > n_tasks * 20 && n_refuted > n_tasks, "{n_compared} {n_refuted}");
}

/// Releases of Node.js from 23.5 on know their permissions by another name.
#[apply(test)]
#[needs(Node)]
fn both_names_of_the_permissions_of_node_are_known() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\nfor word; do [ \"$word\" != --experimental-permission ] || exit 9; done\n\
                  [ \"$1\" != --permission ] || { shift; PATH=\"${PATH#*:}\" exec node --experimental-permission \"$@\"; }\n\
                  PATH=\"${PATH#*:}\" exec node \"$@\"\n";
    let path = folder.path().join("node");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("program.js");
    std::fs::write(&program, "const a = 1;\nconst b = a + 1;\nconsole.log(b);\n").unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = crate::support::program();
    let args = [
        "minimize",
        program.to_str().unwrap(),
        "--line",
        "2",
        "--variable",
        "b",
        "--fresh",
        "0",
        "--max-nodes",
        "1",
    ];
    let output = command.env("PATH", path).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", crate::support::stderr(&output));
}
