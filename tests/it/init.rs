//! `init`: a new benchmark has what is known and asks for the rest.

use std::path::Path;
use std::process::Output;

use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE};
use bench_slicers::suite::{Evidence, Suite};

use crate::support::{Folder, PROGRAM, call, program, stderr, stdout};

/// A program of each language, with line and variable of a criterion.
const PROGRAMS: [(&str, &str, &str, &str, &str); 6] = [
    ("c", "sum.c", "int main(void) {\n    int sum = 1 + 2;\n    return sum;\n}\n", "3", "sum"),
    (
        "erlang",
        "sum.erl",
        "-module(sum).\n-export([main/1]).\nmain(N) ->\n    A = N + 1,\n    A.\n",
        "5",
        "A",
    ),
    (
        "java",
        "Sum.java",
        "class Sum {\n    static int f(int a) {\n        int b = a + 1;\n        return b;\n    }\n}\n",
        "4",
        "b",
    ),
    ("javascript", "sum.js", "const a = 1;\nconsole.log(a);\n", "2", "a"),
    ("python", "sum.py", "a = 1\nprint(a)\n", "2", "a"),
    ("r", "sum.R", "a <- 1\nprint(a)\n", "2", "a"),
];

fn init(folder: &Folder, id: &str, file: &Path, line: &str, variable: &str) -> Output {
    let suite = folder.path().join("suite");
    let args = [
        "init",
        "benchmark",
        id,
        "--program",
        file.to_str().unwrap(),
        "--line",
        line,
        "--variable",
        variable,
    ];
    call(&[&args[..], &["--suite", suite.to_str().unwrap()]].concat())
}

#[apply(test)]
fn a_new_benchmark_can_be_loaded_in_every_language() {
    let folder = Folder::empty();
    for (language, file, text, line, variable) in PROGRAMS {
        folder.write(file, text);
        let id = format!("{language}/small-sum");
        let done = init(&folder, &id, &folder.path().join(file), line, variable);
        assert_eq!(done.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&done));
        assert!(stdout(&done).contains(&format!("--filter {id}")), "{}", stdout(&done));
    }
    let suite = Suite::load_unfinished(&[folder.path().join("suite")]).unwrap();
    assert_eq!(suite.benchmarks.len(), PROGRAMS.len());
    for (benchmark, (_, _, text, line, variable)) in suite.benchmarks.iter().zip(PROGRAMS) {
        assert_eq!(benchmark.tree.file(0).text, text);
        let criterion = &benchmark.criteria[0];
        assert_eq!(benchmark.tree.label(criterion.node), variable);
        assert_eq!(benchmark.tree.line(criterion.node).to_string(), line);
    }
}

#[apply(test)]
fn nothing_is_overwritten_and_no_nonsense_begun() {
    let folder = Folder::empty();
    folder.write("program.erl", PROGRAM);
    let file = folder.path().join("program.erl");
    assert_eq!(init(&folder, "erlang/one", &file, "4", "A").status.code(), Some(i32::from(EXIT_DONE)));
    folder.write("suite/erlang/one/benchmark.toml", "mine");
    for (id, line, variable, message) in [
        ("erlang/one", "4", "A", "already exists; not overwritten"),
        ("java/two", "4", "A", "`java/two` cannot be the id of a benchmark of this program"),
        ("erlang/Two", "4", "A", "`erlang/Two` cannot be the id"),
        ("erlang/two", "4", "Z", "Z"),
        ("erlang/two", "99", "A", "99"),
    ] {
        let refused = init(&folder, id, &file, line, variable);
        assert_eq!(refused.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{id}");
        assert!(stderr(&refused).contains(message), "{}", stderr(&refused));
    }
    let manifest = folder.path().join("suite/erlang/one/benchmark.toml");
    assert_eq!(std::fs::read_to_string(manifest).unwrap(), "mine");
    assert!(!folder.path().join("suite/erlang/two").exists());
}

#[apply(test)]
#[needs(Erlang)]
fn a_scaffold_becomes_a_proved_task_once_its_questions_are_answered() {
    let folder = Folder::empty();
    folder.write("program.erl", PROGRAM);
    init(&folder, "erlang/one", &folder.path().join("program.erl"), "4", "A");
    let suite = folder.path().join("suite");
    let found = call(&["minimize", "erlang/one/s4A", "--write-gold", "--suite", suite.to_str().unwrap()]);
    assert_eq!(found.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&found));
    let evidence = || Suite::load(std::slice::from_ref(&suite)).unwrap().benchmarks[0].criteria[0].evidence;
    assert_eq!(evidence(), Evidence::Certified);
    folder.write("suite/erlang/one/gold/s4A.proof.md", "# s4A\n\n**Complete.** It is `N + 1`, which nothing changes afterwards.\n\n**Minimal.** Without any of it there is another sum, or none.\n");
    assert_eq!(evidence(), Evidence::Proved);
}

fn in_folder(folder: &Folder, args: &[&str]) -> Output {
    program().current_dir(folder.path()).args(args).output().unwrap()
}

#[apply(test)]
fn a_new_adapter_runs_and_its_answers_are_graded() {
    let folder = Folder::empty();
    for (name, command, from) in [
        ("prints", "cat {file}", "stdout"),
        ("writes", "cp {file} {output}", "file"),
        ("quotes", "sh -c 'cat \"$1\" | cat' sh {file}", "stdout"),
        ("pipes", "cat {file} | cat > {output}", "file"),
        ("copies", "cp -r {dir}/. {outdir}", "folder"),
    ] {
        let file = format!("{name}.toml");
        let args = ["init", "slicer", name, "--language", "erlang", "--language", "c", "--command", command];
        let done = in_folder(&folder, &args);
        assert_eq!(done.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&done));
        let said = stdout(&done);
        assert!(said.contains(&format!("bench-slicers check slicer {file}\n")), "{said}");
        assert!(said.contains(&format!("run --slicer {file} --filter erlang --filter c\n")), "{said}");
        let text = std::fs::read_to_string(folder.path().join(&file)).unwrap();
        assert!(text.contains(&format!("from = \"{from}\"")), "{text}");
        let checked = in_folder(&folder, &["check", "slicer", &file]);
        assert_eq!(checked.status.code(), Some(0), "{}{}", stdout(&checked), stderr(&checked));
        let run =
            in_folder(&folder, &["run", "--slicer", &file, "--filter", "sum-of-squares", "--format", "json"]);
        assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
        let rows: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
        assert_eq!(
            (&rows[0]["recall"], &rows[0]["verdict"]),
            (&1.0.into(), &"complete".into()),
            "{name}: {rows}"
        );
    }
}

#[apply(test)]
fn an_adapter_that_is_there_is_not_written_over() {
    let folder = Folder::empty();
    let init = |args: &[&str]| in_folder(&folder, &[&["init", "slicer"], args].concat());
    assert_eq!(init(&["mine"]).status.code(), Some(0));
    let before = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    let again = init(&["mine", "--command", "other {file}"]);
    assert_eq!(again.status.code(), Some(i32::from(EXIT_COULD_NOT)));
    assert!(stderr(&again).contains("already exists"), "{}", stderr(&again));
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.toml")).unwrap(), before);
    for (args, expected) in [
        (&["a/b"][..], "cannot be the name"),
        (&["-x"], "unexpected argument"),
        (&["x", "--command", "a 'b"], "is not a command"),
        (&["x", "--command", "a {fiel}"], "unknown placeholder `{fiel}`"),
        (&["x", "--language", "cobbler s"], "cobbler s"),
    ] {
        let refused = init(args);
        assert_eq!(refused.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{args:?}");
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
        assert!(!folder.path().join("x.toml").exists());
    }
}
