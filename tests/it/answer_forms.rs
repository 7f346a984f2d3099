//! Answers that are neither text nor numbers of lines: graphs, offsets in methods, text with `#line`.

use std::fs;
use std::path::PathBuf;

use bench_slicers::adapter::Adapter;
use bench_slicers::language::Language;
use bench_slicers::results::{Answer, Granularity, Record, Status};
use bench_slicers::suite::Task;

use crate::adapters::{check_refused, load};
use crate::run::{adapter, options, run, suite};

/// The record of the only task of a program of five lines, of a slicer that prints a file.
fn record(printed: &str, text: &str) -> Record {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 5);
    fs::write(folder.path().join("printed"), printed).unwrap();
    let text = format!("[[step]]\ncommand = [\"cat\", \"{{adapterdir}}/printed\"]\n{text}");
    let tasks: Vec<Task<'_>> = suite.tasks().take(1).collect();
    let results = run(&tasks, &adapter(folder.path(), &text), &options(folder.path()));
    assert_eq!(results.header.reading.granularity, Granularity::Line);
    results.records[0].clone()
}

fn check_lines(printed: &str, text: &str, expected: &[usize]) {
    match record(printed, text).answer {
        Some(Answer::Lines { files }) => {
            let lines: Vec<usize> = files[&PathBuf::from("program.py")].iter().copied().collect();
            assert_eq!(lines, expected, "{printed}");
        }
        other => panic!("{other:?} of {printed}"),
    }
}

fn check_unread(printed: &str, text: &str, expected: &str) {
    let found = record(printed, text);
    assert_eq!((found.status, found.reason.as_deref()), (Status::Unreadable, Some(expected)), "{printed}");
}

const DOT: &str = "[answer]\nfrom = \"stdout\"\nis = \"dot\"\n";

#[apply(test)]
fn a_graph_keeps_the_lines_that_its_nodes_name() {
    let graph = "digraph slice {\n  node [shape=box];\n  entry;\n  n1 [line=1];\n  n2 [line=\"3-4\", label=\"x\"];\n  n1 -> n2 [line=5];\n}\n";
    check_lines(graph, DOT, &[1, 3, 4]);
    let labels = "digraph { a [label=\"program.py:2 b = 1\"]; b [label=\"lib.py:9 x\"]; \"5: e\" }";
    check_lines(labels, &format!("{DOT}attribute = \"label\"\npattern = 'program\\.py:(\\d+)'\n"), &[2]);
    check_lines(labels, &format!("{DOT}attribute = \"name\"\npattern = '^(\\d+):'\nline-base = 1\n"), &[5]);
    check_lines("digraph { a [line=0] }", &format!("{DOT}line-base = 0\nadd-criterion = true\n"), &[1]);
    let named = format!("{DOT}attribute = \"at\"\npattern = '(?<file>[\\w.]+):(\\d+)'\n");
    check_lines("graph { a [at=\"program.py:2\"] }", &named, &[2]);
}

#[apply(test)]
fn a_graph_that_says_no_lines_is_unreadable() {
    check_unread("digraph { a [label=x]; b }", DOT, "no node of the graph has a line in `line`");
    check_unread("a, b", DOT, "not a graph in DOT");
    check_unread("digraph { a [line=7] }", DOT, "line 7 is not in `program.py`");
    check_unread("digraph { a [line=\"1-99999999999\"] }", DOT, "line 99999999999 is not in `program.py`");
    let empty = record("digraph { }", DOT);
    assert_eq!((empty.status, empty.reason.as_deref()), (Status::NoOutput, Some("empty answer")));
}

/// What a step prints of a class, and what another answers.
fn offsets(more: &str) -> String {
    "[answer]\nfrom = \"file\"\npath = \"{adapterdir}/../sliced\"\nis = \"offsets\"\n\
     pattern = '(?m)^(?<method>[\\w.]+):(?<offset>\\d+)$'\n"
        .replace("{adapterdir}/../sliced", "{tmp}/sliced")
        + more
}

#[apply(test)]
fn offsets_in_methods_are_lines_by_the_table_that_a_step_prints() {
    let table = "method A.main\n line 1: 0\n line 2: 5\nmethod A.run\n line 4: 0\n line 5: 9\n";
    let write = |sliced: &str| {
        let step = format!("[[step]]\nshell = true\ncommand = [\"printf '{sliced}' > {{tmp}}/sliced\"]\n");
        format!(
            "{step}{}",
            offsets(
                "table = { step = 1, method = 'method (?<method>\\S+)', pattern = 'line (?<line>\\d+): (?<offset>\\d+)' }\n"
            )
        )
    };
    check_lines(table, &write("A.main:7\\nA.run:3\\njava.lang.String.length:2\\n"), &[2, 4]);
    check_unread(table, &write("java.lang.String.length:2\\n"), "no offset is in the table of lines");
    check_unread("no table", &write("A.main:7\\n"), "no table of lines");
}

#[apply(test)]
fn a_table_may_be_a_file_of_the_build() {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), "python", "py", 3);
    let text = "[[build]]\nshell = true\ncommand = [\"echo 'A.f 0 3' > {builddir}/lines\"]\n\
                [[step]]\ncommand = [\"echo\", \"A.f:8\"]\n\
                [answer]\nfrom = \"stdout\"\nis = \"offsets\"\npattern = '(?<method>[\\w.]+):(?<offset>\\d+)'\n\
                table = { path = \"{builddir}/lines\", pattern = '(?<method>\\S+) (?<offset>\\d+) (?<line>\\d+)' }\n";
    let tasks: Vec<Task<'_>> = suite.tasks().take(1).collect();
    let results = run(&tasks, &adapter(folder.path(), text), &options(folder.path()));
    let lines = serde_json::to_value(&results.records[0].answer).unwrap();
    assert_eq!(lines["files"]["program.py"], serde_json::json!([3]), "{:?}", results.records[0]);
}

#[apply(test)]
fn text_with_line_directives_is_mapped_back() {
    let directives = "[answer]\nfrom = \"stdout\"\nis = \"line-directives\"\n";
    let printed = "# 1 \"/usr/include/x.h\"\nint x;\n# 2 \"program.py\"\nb = 1\n\nd = 1\n#line 1\na = 1\n";
    check_lines(printed, directives, &[1, 2, 4]);
    check_unread("a = 1\n", directives, "no `#line` in front of any text");
    check_unread("#line 9\na = 1\n", directives, "line 9 is not in `program.py`");
}

#[apply(test)]
fn a_slicer_of_all_languages_says_so_in_a_word() {
    let text = "format = 1\nname = \"tool\"\nlanguages = \"all\"\n[[step]]\ncommand = [\"cat\", \"{file}\"]\n\
                [answer]\nfrom = \"stdout\"\nis = \"source\"\n";
    let adapter: Adapter = load(text).unwrap();
    for language in ["c", "erlang", "java", "javascript", "python", "r", "text", "cobol"] {
        assert!(adapter.slices(language.parse::<Language>().unwrap()), "{language}");
    }
    let one = text.replace("\"all\"", "\"java\"");
    check_refused(&one, &["tool.toml:3:13: `java` is not a list; write `[\"java\"]`, or `\"all\"`"]);
    check_refused(&text.replace("\"all\"", "[]"), &["no language"]);
    check_refused(&text.replace("\"all\"", "7"), &["a list of languages, or `\"all\"`"]);
}

#[apply(test)]
fn mistakes_about_these_answers_have_a_remedy() {
    let head = "format = 1\nname = \"tool\"\nlanguages = [\"c\"]\n[[step]]\ncommand = [\"tool\"]\n[answer]\nfrom = \"stdout\"\n";
    let check = |answer: &str, expected: &[&str]| check_refused(&format!("{head}{answer}"), expected);
    check("is = \"dot\"\npattern = '\\d+'\n", &["tool.toml:9:11: the pattern has neither one group nor two"]);
    check("is = \"lines\"\nattribute = \"line\"\n", &["tool.toml:9:13: `attribute` is for graphs"]);
    check("is = \"offsets\"\n", &["tool.toml:8:6: offsets without a table of lines"]);
    let table = "table = { step = 1, pattern = '(?<method>\\S+) (?<offset>\\d+) (?<line>\\d+)' }\n";
    check(&format!("is = \"offsets\"\n{table}"), &["offsets without a pattern"]);
    let pattern = "pattern = '(?<method>\\S+):(?<offset>\\d+)'\n";
    check(&format!("is = \"source\"\n{table}"), &["`table` is for offsets"]);
    check(
        &format!("is = \"offsets\"\n{pattern}{}", table.replace("(?<line>\\d+)", "\\d+")),
        &["the pattern has no group `line`", "put it in parentheses: `(?<line>…)`"],
    );
    check(
        &format!("is = \"offsets\"\n{pattern}{}", table.replace("step = 1, ", "")),
        &["neither a step nor a file"],
    );
    check(
        &format!("is = \"offsets\"\npattern = '(\\S+):(\\d+)'\n{table}"),
        &["the pattern has no group `method`"],
    );
    check("is = \"line-directives\"\npattern = '(x)'\n", &["source needs no pattern"]);
    check("is = \"graph\"\n", &["unknown variant `graph`"]);
}
