//! What weighs nothing is compared: guards, types, modifiers, directives.

mod generate;

use std::collections::BTreeSet;

use bench_slicers::ast::{Cst, SourceFile, Tree, concrete};
use bench_slicers::grade::{AnswerVerdict, altered, examine};
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::random::Random;
use bench_slicers::results::{Answer, Granularity, Reading, Record, Status};
use bench_slicers::suite::{Suite, Task};

use crate::harness::is_slow;
use crate::support::Folder;

/// What an answer may be beside its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    Same,
    Gone,
    Foreign,
}

use Beside::{Foreign, Gone, Same};

fn beside(language: Language, [program, gold, answer]: [&str; 3]) -> Beside {
    let tree = |text: &str| Tree::parse(language, &[SourceFile::new("a", text)]);
    let [program, gold, answer] = [program, gold, answer].map(tree);
    assert!(answer.problems().is_empty(), "{:?}", answer.problems());
    let mapping = |slice| map(&program, slice, &MapOptions::default());
    let found = altered(&program, (&gold, &mapping(&gold)), (&answer, &mapping(&answer)));
    assert_eq!(found.first.is_some(), found.n_gone + found.n_foreign > 0, "{found:?}");
    match (found.n_gone, found.n_foreign) {
        (0, 0) => Same,
        (_, 0) => Gone,
        _ => Foreign,
    }
}

/// Answers to a program that is its own gold slice.
fn check(language: Language, cases: &[(&str, &str, Beside)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|&(program, answer, expected)| {
            (expected, beside(language, [program, program, answer]), program, answer)
        })
        .filter(|(expected, found, ..)| expected != found)
        .map(|(expected, found, program, answer)| {
            format!("{found:?}, not {expected:?}:\n{program}\n{answer}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[apply(test)]
fn guards_of_erlang() {
    let cases = [
        ("f(X) when X > 0 -> X.", "f(X)\n  when (X) > 0 % c\n  -> X.", Same),
        ("f(X) when X > 16#ff -> X.", "f(X) when X > 255 -> X.", Same),
        ("f(X) when X > 0 -> X.", "f(X) -> X.", Gone),
        ("f(X) when X > 0 -> X.", "f(X) when X =< 0 -> X.", Foreign),
        ("f(X) when X > 0 -> X.", "f(X) when not (X > 0) -> X.", Foreign),
        ("f(X) when X > 0 -> X.", "f(X) when X > 1 -> X.", Foreign),
        ("f(X) when not X -> X.", "f(X) when X -> X.", Gone),
        ("f(X) -> X.", "f(X) when X > 0 -> X.", Foreign),
        ("f(X) -> X.", "f(X) when true -> X.", Foreign),
        ("f(X) when X > 0, X < 9 -> X.", "f(X) when X > 0 -> X.", Gone),
        ("f(X) when X > 0, X < 9 -> X.", "f(X) when X > 0; X < 9 -> X.", Foreign),
        ("f(X) when X > 0; X < 9 -> X.", "f(X) when X > 0, X < 9 -> X.", Foreign),
        ("f(X) when X > 0; X < 9 -> X.", "f(X) when X < 9 -> X.", Gone),
        ("f(X) when X > 0, X < 9 -> X.", "f(X) when X < 9, X > 0 -> X.", Foreign),
        ("f(X, Y) when X - (Y - 1) > 0 -> X.", "f(X, Y) when X - Y - 1 > 0 -> X.", Foreign),
        ("f(X) -> if X > 0 -> 1; true -> 2 end.", "f(X) -> if X > 0 -> 1; true -> 2 end.", Same),
        ("f(X) -> if X > 0 -> 1; X < 0 -> 2 end.", "f(X) -> if X > 0 -> 1; true -> 2 end.", Gone),
        ("f(X) -> if X > 0 -> 1; true -> 2 end.", "f(X) -> if X > 0 -> 1; X < 0 -> 2 end.", Foreign),
        ("f(X) -> case X of Y when Y > 0 -> 1 end.", "f(X) -> case X of Y -> 1 end.", Gone),
        ("f(X) -> fun(Y) when Y > X -> 1 end.", "f(X) -> fun(Y) when Y < X -> 1 end.", Foreign),
        ("-define(P(X), X > 0).\nf(X) when ?P(X) -> X.", "f(X) when X > 0 -> X.", Same),
    ];
    check(Language::Erlang, &cases);
}

#[apply(test)]
fn what_gold_deleted_may_be_gone() {
    let program = "f(X) when X > 0, X < 9 -> X.";
    let gold = "f(X) when X > 0 -> X.";
    let answer = |text| beside(Language::Erlang, [program, gold, text]);
    assert_eq!(answer(gold), Same);
    assert_eq!(answer(program), Same);
    assert_eq!(answer("f(X) when X < 9 -> X."), Gone);
    assert_eq!(answer("f(X) -> X."), Gone);
    let program = "int f(int n) { g(); return n; }";
    let gold = "int f(int n) { g(); }";
    let answer = |text| beside(Language::C, [program, gold, text]);
    assert_eq!(answer("void f(int n) { g(); }"), Same);
    assert_eq!(answer("long f(int n) { g(); }"), Foreign);
    assert_eq!(answer("void f(int n) { g(); return n; }"), Foreign);
}

#[apply(test)]
fn attributes_of_erlang() {
    let cases = [
        ("-module(m).\n-export([f/0, g/0]).\nf() -> 1.", "-module('m').\n-export([f/0]).\nf() -> 1.", Same),
        ("-module(m).\nf() -> 1.", "-module(a).\n-file(\"a.erl\", 1).\nf() -> 1.", Same),
        ("-module(m).\nf() -> 1.", "-module(n).\nf() -> 1.", Foreign),
        ("-include(\"a.hrl\").\nf() -> 1.", "f() -> 1.", Same),
        ("-include(\"a.hrl\").\nf() -> 1.", "-include(\"b.hrl\").\nf() -> 1.", Foreign),
        ("-record(r, {a, b = 1}).\nf() -> 1.", "-record(r, {b = 1}).\nf() -> 1.", Same),
        ("-record(r, {a, b = 1}).\nf() -> 1.", "-record(r, {a, b = 2}).\nf() -> 1.", Foreign),
        ("-compile([export_all]).\nf() -> 1.", "-compile(export_all).\nf() -> 1.", Same),
        ("-compile(inline).\nf() -> 1.", "-compile(export_all).\nf() -> 1.", Foreign),
        ("-define(X, 1).\nf() -> 1.", "-define(X, 2).\nf() -> 1.", Foreign),
        ("f() -> 1.", "-spec f() -> 1.\nf() -> 1.", Foreign),
        ("-spec f() -> (1).\nf() -> 1.", "-spec f() -> 1.\nf() -> 1.", Same),
    ];
    check(Language::Erlang, &cases);
}

#[apply(test)]
fn types_of_c() {
    let cases = [
        ("unsigned x = 1;", "unsigned int x = 1;", Same),
        ("const int x = 1;", "int const x = 1;", Same),
        ("int x = 1;", "long x = 1;", Foreign),
        ("static int x = 1;", "int x = 1;", Gone),
        ("int x = 1;", "static int x = 1;", Foreign),
        ("int *x = 0;", "int x = 0;", Gone),
        ("int *x = 0;", "int **x = 0;", Foreign),
        ("int *const x = 0;", "const int *x = 0;", Foreign),
        ("int x[3];", "int x[3];", Same),
        ("int *x, y;", "int x, *y;", Foreign),
        ("int *x, y;", "int *x; int y;", Same),
        ("int (*f)(int, char *);", "int (*f)(int, char *);", Same),
        ("int (*f)(int, char *);", "int (*f)(long, char *);", Foreign),
        ("int f(struct p *p) { return p->x; }", "int f(struct p *p) { return p.x; }", Foreign),
        ("int f(struct p *p) { return p->x; }", "int f(struct q *p) { return p->x; }", Foreign),
        ("int f(int n) { return n; }", "long f(int n) { return n; }", Foreign),
        ("static int f(int n) { return n; }", "int f(int n) { return n; }", Gone),
        ("int f(void) { return 1; }", "int f() { return 1; }", Same),
        ("int f(int n) { return n; }", "int f(int);\nint f(int n) { return n; }", Same),
        ("int f(int n) { return n; }", "int f(long);\nint f(int n) { return n; }", Foreign),
        ("#include <a.h>\nint x = 1;", "#include  <a.h> // c\nint x = 1;", Same),
        ("#include <a.h>\nint x = 1;", "#include <b.h>\nint x = 1;", Foreign),
        ("#include <a.h>\nint x = 1;", "int x = 1;", Same),
        ("#define M(a) ((a)>1)\nint x = 1;", "#define M(a) ((a) > 1)\nint x = 1;", Same),
        ("#define M(a) ((a)>1)\nint x = 1;", "#define M(a) ((a)<1)\nint x = 1;", Foreign),
        ("#ifdef A\nint x = 1;\n#endif", "#ifndef A\nint x = 1;\n#endif", Foreign),
        ("struct p { int x, y; };\nint x = 1;", "struct p { int x; };\nint x = 1;", Same),
        ("struct p { int x, y; };\nint x = 1;", "struct p { int x; int y; };\nint x = 1;", Same),
        ("struct p { int x, y; };\nint x = 1;", "struct p { int x; long y; };\nint x = 1;", Foreign),
        ("enum e { A, B, C };\nint x = 1;", "enum e { A, C };\nint x = 1;", Foreign),
        ("typedef struct { int q; } T;\nint x = 1;", "typedef struct { int q; } T;\nint x = 1;", Same),
        ("typedef struct { int q; } T;\nint x = 1;", "typedef struct { long q; } T;\nint x = 1;", Foreign),
    ];
    check(Language::C, &cases);
}

#[apply(test)]
fn types_and_modifiers_of_java() {
    let class = |head: &str, member: &str| format!("{head} {{ {member} }}");
    let member = |text: &str| class("class A", text);
    let pairs = [
        (member("public static final int X = 1;"), member("static final public int X = 1;"), Same),
        (member("static int X = 1;"), member("int X = 1;"), Gone),
        (member("int X = 1;"), member("static int X = 1;"), Foreign),
        (member("int[] a = b;"), member("int a[] = b;"), Same),
        (member("int[] a = b;"), member("int a = b;"), Gone),
        (member("List<String> a = b;"), member("List<Long> a = b;"), Foreign),
        (member("@Override public int f() { return 1; }"), member("public int f() { return 1; }"), Same),
        (member("@Test public int f() { return 1; }"), member("public int f() { return 1; }"), Gone),
        (member("int f() throws X { return 1; }"), member("int f() throws Y { return 1; }"), Foreign),
        (member("int f(int n) { return n; }"), member("long f(int n) { return n; }"), Foreign),
        (member("int f(int n) { return n; }"), member("int f(long n) { return n; }"), Foreign),
        (member("int f(int... n) { return 1; }"), member("int f(int n) { return 1; }"), Gone),
        (class("class A extends B", "int x = 1;"), class("class A extends C", "int x = 1;"), Foreign),
        (class("final class A", "int x = 1;"), class("class A", "int x = 1;"), Gone),
        (class("import a.B;\nclass A", "int x = 1;"), class("import a.C;\nclass A", "int x = 1;"), Foreign),
        (class("import a.B;\nclass A", "int x = 1;"), class("class A", "int x = 1;"), Same),
        (class("class A", "int x = 1;"), class("import a.B;\nclass A", "int x = 1;"), Foreign),
    ];
    let cases: Vec<(&str, &str, Beside)> =
        pairs.iter().map(|(program, answer, expected)| (&**program, &**answer, *expected)).collect();
    check(Language::Java, &cases);
}

#[apply(test)]
fn modifiers_of_javascript() {
    let cases = [
        ("const x = 1;", "let x = 1;", Foreign),
        ("const x = 1, y = 2;", "const x = 1; const y = 2;", Same),
        ("export const x = 1;", "const x = 1;", Gone),
        ("for (const x of y) f(x);", "for (let x of y) f(x);", Foreign),
        ("async function f() { g(); }", "function f() { g(); }", Gone),
        ("function f() { g(); }", "async function f() { g(); }", Foreign),
        ("class A { static f() { g(); } }", "class A { f() { g(); } }", Gone),
        ("class A { get f() { g(); } }", "class A { set f() { g(); } }", Foreign),
        ("a?.b;", "a.b;", Gone),
        ("x = (a?.b).c;", "x = a?.b.c;", Gone),
        ("x = a?.b.c;", "x = (a?.b).c;", Foreign),
        ("x = (a?.b)();", "x = a?.b();", Gone),
        ("x = ((a?.b.c))[0].d;", "x = a?.b.c[0].d;", Gone),
        // Without a value in either, and a call on the same object.
        ("x = (a?.b)?.c;", "x = a?.b?.c;", Same),
        ("x = (a.b).c + (a?.b);", "x = a.b.c + a?.b;", Same),
        (
            "import d, {a, b as c} from 'x';\nf();",
            "import {b as c} from \"x\";\nimport d from 'x';\nf();",
            Same,
        ),
        ("import {a} from 'x';\nf();", "import {a} from 'y';\nf();", Foreign),
        ("import {a} from 'x';\nf();", "import {a as b} from 'x';\nf();", Foreign),
        ("import {a} from 'x';\nf();", "f();", Same),
    ];
    check(Language::JavaScript, &cases);
}

#[apply(test)]
fn types_and_imports_of_python() {
    let cases = [
        ("def f(x: int) -> str:\n  return x\n", "def f(x: str) -> str:\n  return x\n", Foreign),
        ("def f(x: int) -> str:\n  return x\n", "def f(x: int) -> int:\n  return x\n", Foreign),
        ("def f(x: int) -> str:\n  return x\n", "def f(x) -> str:\n  return x\n", Gone),
        ("def f(x: 'T' = 1):\n  return x\n", "def f(x: \"T\" = 1):\n  return x\n", Same),
        ("x: int = 1\n", "x: float = 1\n", Foreign),
        ("try:\n  f()\nexcept* E:\n  g()\n", "try:\n  f()\nexcept E:\n  g()\n", Gone),
        ("try:\n  f()\nexcept E:\n  g()\n", "try:\n  f()\nexcept* E:\n  g()\n", Foreign),
        ("try:\n  f()\nexcept* E:\n  g()\n", "try:\n  f()\nexcept *E:\n  g()\n", Same),
        ("async def f(x):\n  g()\n", "def f(x):\n  g()\n", Gone),
        ("def f(x):\n  yield from x\n", "def f(x):\n  yield x\n", Gone),
        ("s = f'{x:.2f}{y}'\n", "s = f'{x}{y:.2f}'\n", Foreign),
        ("s = f'{x:.2f}'\n", "s = f\"{x:.2f}\"\n", Same),
        ("s = f'{x!r}'\n", "s = f'{x!s}'\n", Foreign),
        ("s = f'{x=}'\n", "s = f'x={x!r}'\n", Same),
        ("s = f'{x=!s}'\n", "s = f'x={x!s}'\n", Same),
        ("s = f'{x=:>5}'\n", "s = f'x={x:>5}'\n", Same),
        ("s = f'{x=}'\n", "s = f'x={x}'\n", Gone),
        ("s = f'{x=}'\n", "s = f'x={x!s}'\n", Foreign),
        ("def f() -> int:\n  return 1\n", "def f() -> (int):\n  return 1\n", Same),
        ("def f() -> (a, b):\n  return 1\n", "def f() -> ((a, b)):\n  return 1\n", Same),
        ("def f() -> (a[b, c]):\n  return 1\n", "def f() -> a[b, c]:\n  return 1\n", Same),
        ("def f() -> (a, b):\n  return 1\n", "def f() -> a:\n  return 1\n", Gone),
        ("import a, b\nf()\n", "import a\nimport b\nf()\n", Same),
        ("from a import b, c\nf()\n", "from a import (c)\nf()\n", Same),
        ("from a import b\nf()\n", "from a import c\nf()\n", Foreign),
        ("import a\nf()\n", "import a as b\nf()\n", Foreign),
        ("import a\nf()\n", "f()\n", Same),
    ];
    check(Language::Python, &cases);
}

#[apply(test)]
fn slots_of_r() {
    check(Language::R, &[("x$a", "x$a", Same), ("x$a", "x@a", Foreign)]);
}

/// A place counts, whether or not something is in it.
#[apply(test)]
fn empty_places() {
    let r = [
        ("y <- x[1, ]", "y <- x[ 1,\n ]", Same),
        ("y <- x[1, ]", "y <- x[1]", Gone),
        ("y <- x[, 1]", "y <- x[1]", Gone),
        ("y <- x[1]", "y <- x[1, ]", Foreign),
        ("y <- x[1]", "y <- x[, 1]", Foreign),
        ("y <- x[[1, , 2]]", "y <- x[[1, 2]]", Gone),
        ("y <- f(x, , 2)", "y <- f(x, 2)", Gone),
        ("y <- x[1, , drop = FALSE]", "y <- x[1, # c\n , drop = FALSE]", Same),
    ];
    check(Language::R, &r);
    let javascript = [
        ("x = [1, 2]", "x = [1, 2,]", Same),
        ("x = [1, , 2]", "x = [1, /* c */, 2,]", Same),
        ("x = [1, , 2]", "x = [1, 2]", Gone),
        ("x = [1, 2]", "x = [1, , 2]", Foreign),
        ("x = [1, 2]", "x = [1, 2, ,]", Foreign),
        ("const [, b] = f()", "const [b] = f()", Gone),
        ("const [, b] = f()", "const [_1, b] = f()", Same),
        ("const [b] = f()", "const [, b] = f()", Foreign),
    ];
    check(Language::JavaScript, &javascript);
    // What goes may leave its place, and need not.
    let deleted = |language, texts: &[(&str, &str, &str, Beside)]| {
        for &(program, gold, answer, expected) in texts {
            assert_eq!(beside(language, [program, gold, answer]), expected, "{program}, {gold}, {answer}");
        }
    };
    deleted(
        Language::JavaScript,
        &[
            ("const [a, b] = f()", "const [, b] = f()", "const [, b] = f()", Same),
            ("const [a, b] = f()", "const [, b] = f()", "const [b] = f()", Gone),
            ("const [a, b] = f()", "const [, b] = f()", "const [a, b] = f()", Same),
            ("x = [a, b]", "x = [void 0, b]", "x = [, b]", Same),
            ("x = [a, b]", "x = [void 0, b]", "x = [b]", Same),
        ],
    );
    deleted(
        Language::R,
        &[
            ("y <- x[i, 1]", "y <- x[{}, 1]", "y <- x[, 1]", Same),
            ("y <- x[i, ]", "y <- x[{}, ]", "y <- x[, ]", Same),
            ("y <- x[i, ]", "y <- x[{}, ]", "y <- x[]", Gone),
        ],
    );
}

#[apply(test)]
fn annotations_have_one_spelling() {
    let cases = [
        ("class A { @B int x = 1; }", "class A { @B() int x = 1; }", Same),
        ("class A { @a.B int x = 1; }", "class A { @a.B() int x = 1; }", Same),
        ("class A { @B(\"c\") int x = 1; }", "class A { @B(value = \"c\") int x = 1; }", Same),
        ("class A { @B({1, 2}) int x = 1; }", "class A { @B(value = {1, 2,}) int x = 1; }", Same),
        ("class A { @B(@C) int x = 1; }", "class A { @B(value = @C()) int x = 1; }", Same),
        ("class A { @B(\"c\") int x = 1; }", "class A { @B(value = \"d\") int x = 1; }", Foreign),
        ("class A { @B(\"c\") int x = 1; }", "class A { @B(name = \"c\") int x = 1; }", Foreign),
        (
            "class A { @B(value = 1, n = 2) int x = 1; }",
            "class A { @B(value = 1, n = 3) int x = 1; }",
            Foreign,
        ),
        ("class A { @B(value = 1, n = 2) int x = 1; }", "class A { @B(value = 1) int x = 1; }", Foreign),
        (
            "class A { @Override int x() { return 1; } }",
            "class A { @Override() int x() { return 1; } }",
            Same,
        ),
        ("class A { @Override() int x() { return 1; } }", "class A { int x() { return 1; } }", Same),
    ];
    check(Language::Java, &cases);
}

/// Kinds of the grammars that weigh nothing; in Erlang, everything in guards and attributes.
fn says_something(language: Language, cst: Cst<'_>) -> bool {
    let kinds: &[&str] = match language {
        Language::C => &[
            "primitive_type",
            "type_identifier",
            "storage_class_specifier",
            "type_qualifier",
            "preproc_include",
            "preproc_def",
            "field_declaration",
        ],
        Language::Java => &[
            "modifiers",
            "integral_type",
            "boolean_type",
            "type_identifier",
            "import_declaration",
            "superclass",
            "throws",
        ],
        Language::JavaScript => {
            &["const", "let", "var", "static", "get", "set", "async", "optional_chain", "import_statement"]
        }
        Language::Python => &[
            "type",
            "async",
            "format_specifier",
            "type_conversion",
            "import_statement",
            "import_from_statement",
        ],
        Language::Erlang => return cst.field() == "guard" || cst.kind().ends_with("_attribute"),
        // Nothing weighs nothing: these are the labels of nodes, or nodes.
        Language::R if cst.field() == "name" => return true,
        Language::R => &["<-", "<<-", "$", "@", "::", ":::"],
        Language::Lines(_) => &[],
    };
    kinds.contains(&cst.kind())
}

/// Another token of its sort, `None` for one that has no other.
fn changed(token: &str) -> Option<String> {
    let pairs = [
        ("int", "long"),
        ("char", "int"),
        ("double", "float"),
        ("boolean", "int"),
        ("const", "let"),
        ("let", "var"),
        ("public", "private"),
        ("private", "protected"),
        ("static", "final"),
        ("final", "static"),
        (">", "<"),
        ("<", ">"),
        (">=", "<"),
        ("=<", ">"),
        ("==", "/="),
        ("=:=", "=/="),
    ];
    if let Some((_, other)) = pairs.iter().find(|(one, _)| *one == token) {
        return Some((*other).to_owned());
    }
    let is_number = token.chars().all(|c| c.is_ascii_digit());
    let is_name = token.starts_with(|c: char| c.is_alphabetic())
        && token.chars().all(|c| c.is_alphanumeric() || c == '_');
    let keywords =
        ["when", "import", "from", "as", "class", "extends", "throws", "unsigned", "struct", "void", "final"];
    if is_number {
        return Some(format!("{token}7"));
    }
    (is_name && !keywords.contains(&token) && !token.starts_with('_')).then(|| format!("{token}q"))
}

/// Bytes of the tokens that weigh nothing.
fn beside_nodes(language: Language, text: &str) -> BTreeSet<(usize, usize)> {
    let tree = concrete(language, text);
    let mut spans = BTreeSet::new();
    for outer in tree.root().subtree().filter(|cst| says_something(language, *cst)) {
        let leaves = outer.subtree().filter(|leaf| leaf.children().next().is_none() && !leaf.is_extra());
        spans.extend(leaves.map(|leaf| (leaf.start_byte(), leaf.end_byte())));
    }
    // The type of a parameter without a name is what is left of a parameter; a keyword may be the only one of its sort.
    let is_left = |&(_, end): &(usize, usize)| {
        language == Language::C && text[end..].trim_start().starts_with([')', ',', '*'])
    };
    spans.into_iter().filter(|span| !is_left(span)).collect()
}

/// Texts with one token changed that weighs nothing.
fn mutants(language: Language, text: &str) -> Vec<String> {
    let mutant = |(start, end): (usize, usize)| {
        Some(format!("{}{}{}", &text[..start], changed(&text[start..end])?, &text[end..]))
    };
    beside_nodes(language, text).into_iter().filter_map(mutant).collect()
}

/// Another byte of the same sort; `None` for brackets and quotes, which alone are no change but an error.
fn other_byte(byte: u8, random: &mut Random) -> Option<u8> {
    let sorts: [&[u8]; 4] =
        [b"abcdefghijklmnopqrstuvwxyz_", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"0123456789", b"<>=+-*/&|!;,.:@$?"];
    let sort = sorts.into_iter().find(|sort| sort.contains(&byte))?;
    let others: Vec<u8> = sort.iter().copied().filter(|&other| other != byte).collect();
    random.choose(&others).copied()
}

/// A suite of one program that is its own gold slice.
fn own_gold(language: Language, text: &str) -> (Folder, Suite) {
    let folder = Folder::empty();
    let variable = if language == Language::Erlang { "Last" } else { "last" };
    let line = 1 + text.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains(variable)).unwrap();
    let extension = language.extension();
    let manifest = format!(
        "format = 1\ntitle = \"Generated\"\nsource = \"written for a test\"\nprogram = \"program.{extension}\"\n\n\
         [[criterion]]\nid = \"s{line}Last\"\nline = {line}\nvariable = \"{variable}\"\n"
    );
    let at = format!("{language}/generated");
    folder.write(&format!("{at}/benchmark.toml"), manifest);
    folder.write(&format!("{at}/program.{extension}"), text);
    folder.write(&format!("{at}/gold/s{line}Last.{extension}"), text);
    let suite = folder.load();
    (folder, suite)
}

#[apply(test)]
fn a_changed_byte_of_what_weighs_nothing_is_never_exact() {
    let mut random = Random::new(2_019);
    let mut exact = Vec::new();
    for &language in Language::ALL {
        let mut n_mutants = 0;
        for _ in 0..if is_slow() { 24 } else { 6 } {
            let text = generate::program(language, &mut random);
            let (_folder, suite) = own_gold(language, &text);
            let task = suite.tasks().next().expect("the suite has one task");
            assert_eq!(task.benchmark.tree.problems(), [], "{text}");
            let path = &task.benchmark.tree.file(0).path;
            let graded = |text: String| verdict(task, vec![SourceFile::new(path, text)]);
            assert_eq!(graded(text.clone()), AnswerVerdict::Exact, "{text}");
            let bytes: Vec<usize> =
                beside_nodes(language, &text).into_iter().flat_map(|(start, end)| start..end).collect();
            let step = bytes.len().div_ceil(N_BYTES).max(1);
            for at in bytes.into_iter().skip(random.below(step)).step_by(step) {
                let Some(other) = other_byte(text.as_bytes()[at], &mut random) else { continue };
                let mut mutant = text.clone().into_bytes();
                mutant[at] = other;
                let mutant = String::from_utf8(mutant).unwrap();
                n_mutants += 1;
                let line = text[..at].matches('\n').count();
                let lines =
                    [&text, &mutant].map(|text| text.lines().nth(line).unwrap_or_default().to_owned());
                if graded(mutant) <= AnswerVerdict::Complete {
                    exact.push(format!("{language}:\n{}", lines.join("\n")));
                }
            }
        }
        assert!(n_mutants > 50, "{language}: {n_mutants}");
    }
    assert!(exact.is_empty(), "{}\n{}", exact.len(), exact.join("\n\n"));
}

fn verdict(task: Task<'_>, files: Vec<SourceFile>) -> AnswerVerdict {
    let reading = Reading { granularity: Granularity::Expression, ..Reading::default() };
    let answer = Some(Answer::Source { files });
    let record = Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) };
    examine(task, &task.hash(), &record, &reading).grade.verdict
}

/// Mutants of one gold slice that are graded.
const N_MUTANTS: usize = 6;
/// Bytes of one generated program that are changed, each by itself.
const N_BYTES: usize = 40;

#[apply(test)]
fn a_changed_token_that_weighs_nothing_is_never_exact() {
    let suite = Suite::embedded().expect("the embedded suite loads");
    let mut exact = Vec::new();
    let mut n_mutants = [0; Language::ALL.len()];
    for task in suite.tasks() {
        let language = task.benchmark.language;
        let files = &task.criterion.golds[0].files;
        let all: Vec<(usize, String)> = files
            .iter()
            .enumerate()
            .flat_map(|(idx, file)| mutants(language, &file.text).into_iter().map(move |text| (idx, text)))
            .collect();
        let step = all.len().div_ceil(N_MUTANTS).max(1);
        for (file_idx, text) in all.into_iter().step_by(step) {
            n_mutants[Language::ALL.iter().position(|&other| other == language).expect("it is listed")] += 1;
            let mut files = files.clone();
            let old = std::mem::replace(&mut files[file_idx].text, text);
            let line = |(one, other): (&str, &str)| (one != other).then(|| other.to_owned());
            let shown = old.lines().zip(files[file_idx].text.lines()).find_map(line);
            if verdict(task, files) <= AnswerVerdict::Complete {
                exact.push(format!("{}: {}", task.id(), shown.unwrap_or_default()));
            }
        }
    }
    assert!(exact.is_empty(), "{}", exact.join("\n"));
    let without: Vec<&Language> = Language::ALL
        .iter()
        .zip(n_mutants)
        .filter(|(_, number)| *number < 5)
        .map(|(language, _)| language)
        .collect();
    assert!(without.is_empty(), "languages with fewer than five mutants: {n_mutants:?}");
}
