//! Names that a candidate keeps mean what they mean in the program, or the candidate is none: of the same name that is around, nobody
//! who deletes code by hand would make use.

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::oracle::Verdict;

use crate::schemata::{node, open, stdin};

/// Makes the last deletion of a node with this text, or behind `^` the first: what is said of it, by switches and by compiled text.
fn flaw_of(language: Language, text: &str, deleted: &[&str]) -> Option<String> {
    let (file, entry) = match language {
        Language::C => ("program.c", "main"),
        Language::Java => ("Program.java", "main"),
        Language::JavaScript => ("program.js", "__main__"),
        Language::Python => ("program.py", "__main__"),
        _ => ("program.R", "__main__"),
    };
    let program = Tree::parse(language, &[SourceFile::new(file, text)]);
    assert!(program.problems().is_empty(), "{text}");
    let mut oracle = open(&program, node(&program, "r"), entry).unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(&[stdin("")]).unwrap();
    let all = oracle.deletions().all().to_vec();
    let id = |wanted: &&str| {
        let (wanted, is_first) = wanted.strip_prefix('^').map_or((*wanted, false), |wanted| (wanted, true));
        let is_it = |deletion: &bench_slicers::deletions::Deletion| program.text(deletion.node) == wanted;
        let found = if is_first { all.iter().position(is_it) } else { all.iter().rposition(is_it) };
        found.unwrap_or_else(|| panic!("nothing deletes {wanted}"))
    };
    let candidate: Candidate = deleted.iter().map(|wanted| id(wanted) as DeletionId).collect();
    let judged = oracle.judge(std::slice::from_ref(&candidate), false).unwrap().swap_remove(0);
    let confirmed = oracle.confirm(&[candidate]).unwrap().swap_remove(0);
    let why = |verdict: Verdict| match verdict {
        Verdict::Invalid(flaw) => Some(flaw.why),
        _ => None,
    };
    let (judged, confirmed) = (why(judged.verdict), why(confirmed.verdict));
    assert_eq!(judged.is_some(), confirmed.is_some(), "{deleted:?} of {text}");
    judged
}

fn check(language: Language, text: &str, deleted: &[&str], line: Option<usize>) {
    let expected = line.map(|line| format!("would mean the variable of line {line}"));
    let found = flaw_of(language, text, deleted);
    match &expected {
        Some(expected) => assert!(
            found.as_ref().is_some_and(|found| found.ends_with(expected)),
            "{found:?}: {deleted:?} of\n{text}"
        ),
        None => assert_eq!(found, None, "{deleted:?} of\n{text}"),
    }
}

#[apply(test)]
#[needs(Python)]
fn a_name_of_python_keeps_its_meaning() {
    let check = |text: &str, deleted: &[&str], line| check(Language::Python, text, deleted, line);
    let text = "n = 3\ndef f(n=1):\n    return n\nr = f(3)\nr\n";
    check(text, &["n=1"], Some(1));
    // Without the outer one it means nothing, which shows when it runs; so does what goes with its use.
    check(text, &["n=1", "n = 3"], None);
    check(text, &["n=1", "return n"], None);
    let text = "x = 1\ndef f(k):\n    x = 1\n    if k:\n        x = 2\n    return x\nr = f(0)\nr\n";
    check(text, &["x = 1"], None);
    check(text, &["x = 1", "x = 2"], Some(1));
    // In a function inside, past a class, and in a lambda.
    check(
        "a = 1\ndef f():\n    a = 1\n    def g():\n        return a\n    return g()\nr = f()\nr\n",
        &["a = 1"],
        Some(1),
    );
    check(
        "a = 1\nclass C:\n    a = 2\n    def m(self):\n        return a\nr = C().m()\nr\n",
        &["a = 2"],
        None,
    );
    check("a = 1\nclass C:\n    a = 2\n    b = a\nr = C.b\nr\n", &["a = 2"], Some(1));
    check("k = 2\nf = lambda k=1: k\nr = f(2)\nr\n", &["k=1"], Some(1));
    // A default is that of what is around; a global name is that of the module.
    check("k = 2\ndef f(k=k):\n    return 1\nr = f()\nr\n", &["k=k"], None);
    check("k = 2\ndef f():\n    global k\n    k = 3\n    return k\nr = f()\nr\n", &["k = 3"], None);
    check("k = 2\ndef f(xs):\n    return [k for k in xs]\nr = f([1])\nr\n", &["xs"], None);
}

#[apply(test)]
#[needs(Node)]
fn a_name_of_javascript_keeps_its_meaning() {
    let check = |text: &str, deleted: &[&str], line| check(Language::JavaScript, text, deleted, line);
    check(
        "let x = 1;\nfunction f() { let x = 5 - 4; return x; }\nconst r = f();\nr;\n",
        &["^x = 5 - 4"],
        Some(1),
    );
    check("let a = 3;\nfunction f(a) { return a; }\nconst r = f(3);\nr;\n", &["^a"], Some(1));
    check("let a = 3;\n{\n  let a = 4;\n  a = 5;\n}\nconst r = a;\nr;\n", &["^a = 4"], Some(1));
    check("let a = 3;\n{\n  let a = 4;\n  a = 5;\n}\nconst r = 1;\nr;\n", &["^a = 4", "^a = 3"], None);
    check("function f() { let x = 1; return typeof x; }\nconst r = f();\nr;\n", &["^x = 1"], None);
}

#[apply(test)]
#[needs(R)]
fn a_name_of_r_keeps_its_meaning() {
    let check = |text: &str, deleted: &[&str], line| check(Language::R, text, deleted, line);
    check("n <- 3\nf <- function(n = 3) n\nr <- f()\nr\n", &["n = 3"], Some(1));
    let text = "x <- 1\nf <- function() {\n  x <- 1 + 0\n  x\n}\nr <- f()\nr\n";
    check(text, &["x <- 1 + 0"], Some(1));
    check(text, &["x <- 1 + 0", "x <- 1"], None);
    // What is read before a function binds it is that of what is around, always.
    check("x <- 1\nf <- function() {\n  y <- x\n  x <- 2\n  y\n}\nr <- f()\nr\n", &["x <- 2"], None);
    check(
        "k <- 0\nf <- function() {\n  k <- 5\n  g <- function() k <<- 1\n  g()\n  0\n}\nf()\nr <- k\nr\n",
        &["k <- 5"],
        Some(1),
    );
    check("i <- 9\nf <- function() {\n  for (i in 1:2) i\n  3\n}\nr <- f()\nr\n", &["1:2"], None);
}

#[apply(test)]
#[needs(Gcc)]
fn a_name_of_c_keeps_its_meaning() {
    let text =
        "int x = 2;\nint f(void) { int x = 1; return x; }\nint main(void) { int r = f(); return r; }\n";
    assert!(flaw_of(Language::C, text, &["^x = 1"]).is_some());
}

#[apply(test)]
#[needs(Java)]
fn a_name_of_java_keeps_its_meaning() {
    let text = "class Program {\n  static int x = 1;\n  static int f() { int x = 1 + 0; return x; }\n  public static void main(String[] args) {\n    int r = f();\n    System.out.println(r);\n  }\n}\n";
    assert!(flaw_of(Language::Java, text, &["x = 1 + 0"]).is_some());
}
