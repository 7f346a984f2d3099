//! Programs that nest thousands deep, where memory is limited: an answer or a message, never a crash.

use std::process::{Command, Output};

use crate::support::{Folder, program_path, stderr, stdout};

/// Of which a gold slice and a criterion are made: `A` on line 4.
const MANIFEST: &str = "\
format = 1
title = \"Deep\"
source = \"written for a test\"
program = \"program.erl\"
entry = \"main/1\"

[[criterion]]
id = \"s4A\"
line = 4
variable = \"A\"
gold = \"gold/s4A.erl\"
";

/// `N` inside of so many expressions.
fn deep_expressions(depth: usize) -> Vec<(&'static str, String)> {
    let nested = |open: &str, close: &str| format!("{}N{}", open.repeat(depth), close.repeat(depth));
    vec![
        ("lists", nested("[", "]")),
        ("calls", nested("f(", ")")),
        ("funs", nested("fun() -> ", " end")),
        ("operators", format!("N{}", " + 1".repeat(2 * depth))),
    ]
}

/// A suite with one task, whose program binds this expression.
fn suite(expression: &str) -> Folder {
    let program = |last: &str| {
        format!(
            "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = {expression}{last}.\nf(X) -> X.\n"
        )
    };
    let folder = Folder::empty();
    folder.write("erlang/deep/benchmark.toml", MANIFEST);
    folder.write("erlang/deep/program.erl", program(",\n    {A, N}"));
    folder.write("erlang/deep/gold/s4A.erl", program(""));
    folder
}

/// The program within a gigabyte of addresses.
fn call_limited(args: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""]).arg(program_path()).args(args);
    command.env_remove("RUST_BACKTRACE").output().unwrap()
}

fn check(name: &str, args: &[&str]) {
    let output = call_limited(args);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{name}: {args:?}: {text}");
    assert!(!text.contains("panicked") && !text.contains("defect"), "{name}: {args:?}: {text}");
    assert!(!stdout(&output).is_empty(), "{name}: {args:?}");
}

#[apply(test)]
fn deep_programs_are_read_within_little_memory() {
    for (name, expression) in deep_expressions(2_500) {
        let folder = suite(&expression);
        check(name, &["dump", "ast", "deep/s4A", "--suite", folder.path().to_str().unwrap()]);
    }
}

#[apply(test)]
fn deep_programs_are_sliced_and_graded_within_little_memory() {
    for (name, expression) in deep_expressions(1_000) {
        let folder = suite(&expression);
        let suite = folder.path();
        check(name, &["explain", "deep/s4A", "--suite", suite.to_str().unwrap(), "--slicer", "identity"]);
        let file = suite.join("erlang/deep/program.erl");
        let file = file.to_str().unwrap();
        check(name, &["slice", "--algorithm", "ce-edg", file, "--line", "4", "--variable", "A"]);
    }
}

/// Answers in other languages that nest deeper than any program.
#[apply(test)]
fn deep_text_of_every_language_is_read_within_little_memory() {
    let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(5_000), close.repeat(5_000));
    for (program, text, line, variable) in [
        ("program.c", format!("int f(int x) {{\n    return x + {};\n}}\n", nested("(", ")")), 2, "x"),
        ("program.c", format!("int f(int x) {{ {}\n    return x; }}\n", "if (x) ".repeat(5_000)), 2, "x"),
        ("program.py", format!("x = 1\ny = x{}\n", " + x".repeat(10_000)), 2, "y"),
        ("program.js", format!("let x = 1;\nlet y = x + {};\n", nested("[", "]")), 2, "y"),
        ("Program.java", format!("class Program {{\n    int x = {};\n}}\n", nested("(", ")")), 2, "x"),
        ("program.R", format!("x <- 1\ny <- x + {}\n", nested("f(", ")")), 2, "y"),
    ] {
        let folder = Folder::empty();
        folder.write(program, text);
        let file = folder.path().join(program);
        let line = line.to_string();
        let args =
            ["slice", "--algorithm", "gold-minus-one", file.to_str().unwrap(), "--line", &line, "--variable"];
        let output = call_limited(&[&args[..], &[variable]].concat());
        let text = stderr(&output);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{program}: {:?} {text}", output.status);
        assert!(!text.contains("panicked") && !text.contains("defect"), "{program}: {text}");
    }
}
