//! Answers by lines are completed: whole statements, and the headers of what is around them.

use std::collections::{BTreeMap, BTreeSet};

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::map::{close, project_lines};

/// Names these lines, and compares the lines that have nodes afterwards.
fn check(language: Language, program: &str, lines: &[usize], expected: &[usize]) {
    let tree = Tree::parse(language, &[SourceFile::new("program", program)]);
    assert_eq!(tree.problems(), [], "{program}");
    let named = BTreeMap::from([("program".into(), lines.iter().copied().collect())]);
    let closed = close(&tree, &project_lines(&tree, &named));
    let found: BTreeSet<usize> = closed.iter().map(|node| tree.line(node)).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "lines {lines:?} of\n{program}");
    assert_eq!(close(&tree, &closed), closed, "closing twice, lines {lines:?} of\n{program}");
}

#[apply(test)]
fn headers_around_a_line_are_kept() {
    let program = "int f(int n)\n{\n    if (n > 0)\n    {\n        n--;\n    }\n    else\n    {\n        n++;\n        g(n);\n    }\n    \
                   do {\n        n--;\n    } while (n > 0);\n    return n;\n}\n";
    check(Language::C, program, &[5], &[1, 3, 5]);
    check(Language::C, program, &[10], &[1, 3, 7, 10]);
    check(Language::C, program, &[13], &[1, 12, 13, 14]);
    check(Language::C, program, &[14], &[1, 12, 14]);
    check(Language::C, program, &[2, 4, 6, 16], &[]);
    check(Language::C, program, &[], &[]);
    let program = "def f(n):\n    try:\n        g(n)\n    except E:\n        h()\n    finally:\n        k()\n    for x in n:\n        \
                   if x:\n            a()\n        elif n:\n            b()\n        else:\n            c()\n";
    check(Language::Python, program, &[3], &[1, 2, 3]);
    check(Language::Python, program, &[5], &[1, 2, 4, 5]);
    check(Language::Python, program, &[7], &[1, 2, 6, 7]);
    check(Language::Python, program, &[12], &[1, 8, 9, 11, 12]);
    // An `elif` is in the `else` of the `if` before it, and the last `else` is that of the `elif`.
    check(Language::Python, program, &[14], &[1, 8, 9, 11, 13, 14]);
    let program = "function f(n) {\n  switch (n) {\n    case 1:\n      a();\n      break;\n    default:\n      b();\n  }\n  try {\n    \
                   c();\n  } catch (e) {\n    d();\n  }\n}\n";
    check(Language::JavaScript, program, &[4], &[1, 2, 3, 4]);
    check(Language::JavaScript, program, &[7], &[1, 2, 6, 7]);
    check(Language::JavaScript, program, &[10], &[1, 9, 10]);
    check(Language::JavaScript, program, &[12], &[1, 9, 11, 12]);
    let program =
        "f <- function(n) {\n  while (n > 0) {\n    n <- n - 1\n  }\n  if (n)\n    a()\n  else\n    b()\n}\n";
    check(Language::R, program, &[3], &[1, 2, 3]);
    check(Language::R, program, &[8], &[1, 5, 7, 8]);
    check(Language::R, program, &[6], &[1, 5, 6]);
    let program = "void f(int n)\n{\n    if (n > 0)\n        a();\n    else if (n)\n        b();\n    else\n        c();\n}\n";
    check(Language::C, program, &[4], &[1, 3, 4]);
    check(Language::C, program, &[6], &[1, 3, 5, 6]);
    check(Language::C, program, &[8], &[1, 3, 5, 7, 8]);
}

#[apply(test)]
fn statements_of_several_lines_are_kept_whole() {
    let program = "x = f(1,\n      2,\n      g(\n          3))\ny = 1\n";
    check(Language::Python, program, &[1], &[1, 2, 3, 4]);
    check(Language::Python, program, &[3], &[1, 2, 3, 4]);
    check(Language::Python, program, &[5], &[5]);
    let program = "while (a &&\n       b) {\n  c();\n}\nd(function () {\n  e();\n}, 1,\n  2);\n";
    check(Language::JavaScript, program, &[3], &[1, 2, 3]);
    check(Language::JavaScript, program, &[1], &[1, 2]);
    check(Language::JavaScript, program, &[5], &[5, 7, 8]);
    check(Language::JavaScript, program, &[6], &[5, 6, 7, 8]);
}

#[apply(test)]
fn clauses_do_not_keep_each_other() {
    let program = "f(0) ->\n    a;\nf(N) when\n    N > 0 ->\n    case N of\n        1 -> b;\n        _ ->\n            c(N,\n              d)\n    end.\n\
                   g(X) -> X.\n";
    check(Language::Erlang, program, &[2], &[1, 2]);
    // Contents of guards are no nodes, and the function begins with its first clause.
    check(Language::Erlang, program, &[9], &[1, 3, 5, 7, 8, 9]);
    check(Language::Erlang, program, &[11], &[11]);
}

#[apply(test)]
fn a_class_is_kept_with_its_methods() {
    let program = "class A {\n  int a = 1;\n  int b =\n    2;\n  void f(int x,\n         int y) {\n    g(x);\n    synchronized (this) {\n      \
                   h();\n    }\n  }\n}\n";
    check(Language::Java, program, &[2], &[1, 2]);
    check(Language::Java, program, &[4], &[1, 3, 4]);
    check(Language::Java, program, &[7], &[1, 5, 6, 7]);
    check(Language::Java, program, &[9], &[1, 5, 6, 8, 9]);
}
