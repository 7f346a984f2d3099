//! From where a program is entered when nobody says, and what is refused: functions that are not there, inputs for other ones.

use std::path::PathBuf;
use std::process::Output;

use bench_slicers::error::EXIT_COULD_NOT;
use serde_json::Value;

use crate::support::{CRITERION, Folder, HEAD, call, stderr, stdout};

/// Files in a folder of their own, and what `minimize` says of the first; its paths without the folder.
struct Files {
    folder: Folder,
    paths: Vec<PathBuf>,
}

impl Files {
    fn new(texts: &[&str]) -> Files {
        let folder = Folder::empty();
        let names = ["a", "b", "c"];
        let mut paths = Vec::new();
        for (name, text) in names.iter().zip(texts) {
            let file = format!("{name}.erl");
            folder.write(&file, format!("-module({name}).\n{text}\n"));
            paths.push(folder.path().join(file));
        }
        Files { folder, paths }
    }

    /// `minimize` with the variable `C` of a line as the criterion.
    fn minimize(&self, line: usize, more: &[&str]) -> Output {
        let line = line.to_string();
        let mut args = vec!["minimize"];
        args.extend(self.paths.iter().map(|path| path.to_str().unwrap()));
        args.extend(["--line", &line, "--variable", "C", "--max-nodes", "1", "--fresh", "20", "--json"]);
        args.extend(more);
        call(&args)
    }

    /// Arguments of the inputs that were used.
    fn inputs(&self, line: usize, more: &[&str]) -> Vec<Vec<String>> {
        let output = self.minimize(line, more);
        let summary: Value = serde_json::from_str(&stdout(&output))
            .unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)));
        serde_json::from_value(summary["inputs"]["kept"].clone()).expect("lists of texts")
    }

    fn refused(&self, line: usize, more: &[&str]) -> String {
        let output = self.minimize(line, more);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{}", stderr(&output));
        stderr(&output).replace(&*self.folder.path().to_string_lossy(), "DIR")
    }
}

#[apply(test)]
#[needs(Erlang)]
fn the_only_function_that_can_be_meant_is_called() {
    // The only exported one, whatever its name is.
    let files = Files::new(&["-export([go/2]).\ngo(X, [Y]) ->\n    C = X + Y,\n    C.\nmain(X) -> X."]);
    assert_eq!(files.inputs(5, &["--input", "[1,[2]]"])[0], ["1", "[2]"]);
    // The only one that leads to the criterion.
    let files = Files::new(&["-export([main/1, on/1]).\nmain(X) -> X.\non(X) -> c(X + 1).\nc(C) ->\n    C."]);
    assert!(files.inputs(6, &[]).iter().all(|args| args.len() == 1));
    // The only one that nobody calls, where everything is exported.
    let files = Files::new(&["-compile(export_all).\ngo(X, Y) -> c(X + Y).\nc(C) ->\n    C."]);
    assert!(files.inputs(5, &[]).iter().all(|args| args.len() == 2));
    // In another module than the criterion.
    let files =
        Files::new(&["-export([c/1]).\nc(C) ->\n    C.", "-export([go/2]).\ngo(X, Y) -> a:c({X, Y})."]);
    assert_eq!(files.inputs(4, &["--input", "[1,2]"])[0], ["1", "2"]);
    let drawn = files.inputs(4, &[]);
    assert!(!drawn.is_empty() && drawn.iter().all(|args| args.len() == 2), "{drawn:?}");
}

#[apply(test)]
#[needs(Erlang)]
fn a_function_without_parameters_has_one_input() {
    let text = "-export([go/0]).\ngo() ->\n    D = 7,\n    C = length([1, 2]),\n    C + D.";
    let files = Files::new(&[text]);
    for more in [&[][..], &["--input", "[]"], &["--entry", "go/0"]] {
        assert_eq!(files.inputs(6, more), [Vec::<String>::new()], "{more:?}");
    }
}

#[apply(test)]
fn several_functions_are_listed() {
    let text =
        "-export([one/1, two/2, three/0]).\none(X) -> c(X).\ntwo(X, _) -> c(X).\nthree() -> 3.\nc(C) -> C.";
    let files = Files::new(&[text]);
    assert_eq!(
        files.refused(6, &[]),
        "error: several exported functions lead to the criterion, and none is named as the entry point\n\
         hint: name one with `--entry`, or `entry` of the benchmark: `one/1`, `two/2`\n"
    );
    let files = Files::new(&["c(C) -> C."]);
    assert_eq!(
        files.refused(2, &[]),
        "error: the program exports no function from which it could be entered\n\
         hint: export the function that is to be called with the inputs\n"
    );
}

#[apply(test)]
fn a_function_that_is_not_there_is_refused_with_what_there_is() {
    let files = Files::new(&[
        "-export([go/2]).\ngo(X, _) -> c(X).\nc(C) -> C.",
        "-compile([export_all]).\nd(X) -> X.\ne() -> 1.",
    ]);
    let says = |entry: &str| {
        format!(
            "error: the program exports no function `{entry}`\n\
             hint: name one with `--entry`, or `entry` of the benchmark: `go/2`, `d/1`, `e/0`\n"
        )
    };
    // Another arity, not exported, no arity, nothing of the kind.
    for entry in ["go/1", "c/1", "go", "nothing/7"] {
        assert_eq!(files.refused(4, &["--entry", entry]), says(entry));
    }
    let folder = Folder::empty();
    folder.write("a.c", "int main(void)\n{\n    int c = 1;\n    return c;\n}\n");
    let path = folder.path().join("a.c");
    let args = ["minimize", path.to_str().unwrap(), "--line", "4", "--variable", "c", "--entry", "go"];
    assert_eq!(
        stderr(&call(&args)),
        "error: the program exports no function `go`\nhint: name one with `--entry`, or `entry` of the benchmark: `main`\n"
    );
}

#[apply(test)]
fn inputs_for_another_number_of_parameters_are_refused_with_their_place() {
    let files = Files::new(&["-export([go/2, none/0]).\ngo(X, _) -> c(X).\nnone() -> c(1).\nc(C) -> C."]);
    let hint =
        "hint: write one term for each parameter, or name another function with `--entry NAME/ARITY`\n";
    assert_eq!(
        files.refused(5, &["--entry", "go/2", "--input", "[1,2]", "--input", "[[1,2]]"]),
        format!("error: `[[1,2]]` has 1 argument, but the entry point `go/2` takes 2\n{hint}")
    );
    assert_eq!(
        files.refused(5, &["--entry", "none/0", "--input", "[1,2,3]"]),
        format!("error: `[1,2,3]` has 3 arguments, but the entry point `none/0` takes 0\n{hint}")
    );
    files.folder.write("inputs", "[1,2]\n\n[]\n");
    let path = files.folder.path().join("inputs");
    assert_eq!(
        files.refused(5, &["--entry", "go/2", "--inputs", path.to_str().unwrap()]),
        format!("error: DIR/inputs:3: `[]` has 0 arguments, but the entry point `go/2` takes 2\n{hint}")
    );
    files.folder.write("inputs", "[1,2]\n[1,2\n");
    assert_eq!(
        files.refused(5, &["--entry", "go/2", "--inputs", path.to_str().unwrap()]),
        "error: DIR/inputs:2: `[1,2` is not a list of arguments\n\
         hint: write the arguments of the entry point as a list, such as `[1,[2]]` for two\n"
    );
}

/// A benchmark's own inputs fit its entry point, and not the one that is named instead.
#[apply(test)]
fn inputs_of_a_benchmark_for_another_function_are_refused_with_its_file() {
    let folder = Folder::with_manifest(&format!("{HEAD}[[input]]\nargs = [\"2\"]\n{CRITERION}"));
    folder.write(
        "erlang/sum/program.erl",
        "-module(program).\n-export([main/1, go/2]).\nmain(N) ->\n    A = N + 1,\n    A.\ngo(N, _) -> main(N).\n",
    );
    folder.write(
        "erlang/sum/gold/s4A.erl",
        "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = N + 1.\n",
    );
    let path = folder.path();
    let output = call(&["minimize", "erlang/sum/s4A", "--entry", "go/2", "--suite", path.to_str().unwrap()]);
    let said = stderr(&output).replace(&*path.to_string_lossy(), "DIR");
    let expected =
        "error: DIR/erlang/sum/benchmark.toml: `[2]` has 1 argument, but the entry point `go/2` takes 2\n";
    assert!(said.starts_with(expected), "{said}");
}
