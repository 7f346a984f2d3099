//! Modules that whoever asks for a slice knows to be pure.

use std::collections::BTreeSet;
use std::process::Command;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::builtin::{Graph, Variant};
use bench_slicers::language::Language;

use crate::support::{SUITE, call_in, stderr};

const ALL: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// Text without the blanks that keep columns.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What calls of `codec` do is not known; between two of them stands one that must stay where it is known to change state.
const TRUSTING: &str = "-module(program).
-export([main/1]).
main(X) ->
    Packed = codec:pack(X),
    Size = codec:size(X),
    put(sizes, codec:more(Size)),
    Read = get(sizes),
    {Packed, Read}.
";

fn trusting(text: &str, pure: &[&str], variable: &str, occurrence: usize) -> String {
    let tree = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
    let pure: BTreeSet<String> = pure.iter().map(|&module| module.to_owned()).collect();
    let graph = Graph::trusting(&tree, &pure);
    let found: Vec<NodeId> = tree.ids().filter(|&node| tree.text(node) == variable).collect();
    graph.render(&graph.slice(found[occurrence - 1], Variant::CeEdg))[0].text.clone()
}

#[apply(test)]
fn calls_of_a_module_that_is_known_to_be_pure_are_needed_for_their_values_alone() {
    let head = "-module(program). -export([main/1]). main(X) -> ";
    let of = |pure: &[&str], variable: &str| squeezed(&trusting(TRUSTING, pure, variable, 2));
    let all = of(&[], "Packed");
    assert!(all.contains("codec:more(") && all.contains("put("), "{all}");
    let packed = of(&["codec"], "Packed");
    assert!(packed.starts_with(&format!("{head}Packed = codec:pack(X), ")), "{packed}");
    assert!(!packed.contains("codec:size") && !packed.contains("put("), "{packed}");
    // What changes state stays in its order, with all that it writes.
    let read = of(&["codec"], "Read");
    for kept in ["codec:size(X)", "codec:more(Size)", "put(sizes, ", "get(sizes)"] {
        assert!(read.contains(kept), "{kept}: {read}");
    }
    assert!(!read.contains("codec:pack"), "{read}");
    // Of a module that could call any exported function by its name, too.
    let timer =
        "-module(program). -export([main/1, f/0]). main(X) -> Y = X + 1, timer:sleep(X), Y. f() -> 1.";
    assert!(squeezed(&trusting(timer, &[], "Y", 2)).contains("timer:sleep"));
    assert!(!squeezed(&trusting(timer, &["timer"], "Y", 2)).contains("timer:sleep"));
}

/// A second way of saying it: nothing changes where the slicers know it already.
#[apply(test)]
fn modules_that_are_known_to_be_pure_anyway_change_nothing() {
    let pure = ["lists", "maps", "string", "sets", "queue", "math"].map(str::to_owned).into();
    let mut n_slices = 0;
    for task in SUITE.tasks().filter(|task| task.benchmark.language == Language::Erlang) {
        let tree = &task.benchmark.tree;
        let graphs = [Graph::build(tree), Graph::trusting(tree, &pure)];
        for variant in ALL {
            let [told, anyway] = graphs.each_ref().map(|graph| graph.slice(task.criterion.node, variant));
            assert_eq!(told, anyway, "{} {variant:?}", task.id());
            n_slices += 1;
        }
    }
    assert!(n_slices > 400, "{n_slices}");
}

/// Slices that trust a module which deserves it have the values of the program when both are run beside it.
#[apply(test)]
#[needs(Erlang)]
fn slices_that_trust_a_pure_module_keep_their_values() {
    let codec = "-module(codec).\n-export([pack/1, size/1, more/1]).\npack(X) -> {packed, X}.\nsize(X) -> X * 3.\nmore(X) -> X + 1.\n";
    let run = |text: &str, variable: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("codec.erl"), codec).unwrap();
        std::fs::write(folder.path().join("program.erl"), text).unwrap();
        let position = usize::from(variable == "Read") + 1;
        let eval = format!(
            "[{{ok, _}} = c:c(M) || M <- [codec, program]], \
             [io:format(\"value ~p~n\", [catch element({position}, program:main(X))]) || X <- [0, 4, -7]], halt()."
        );
        let output = Command::new("erl")
            .args(["-noshell", "-eval", &eval])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.lines().filter(|line| line.starts_with("value ")).map(str::to_owned).collect::<Vec<_>>()
    };
    for variable in ["Packed", "Read"] {
        // Asked for where the result is put together, the tuple around it stays.
        let slice = trusting(TRUSTING, &["codec"], variable, 2);
        let values = run(TRUSTING, variable);
        assert_eq!(values.len(), 3, "{values:?}");
        assert_eq!(run(&slice, variable), values, "{slice}");
    }
}

#[apply(test)]
fn what_cannot_be_trusted_is_refused_and_what_is_not_called_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("program.erl"), TRUSTING).unwrap();
    let slice = |more: &[&str]| {
        let args = ["slice", "program.erl", "--line", "8", "--variable", "Packed"];
        let output = call_in(folder.path(), &[&args, more].concat());
        (output.status.code(), stderr(&output))
    };
    assert_eq!(slice(&["--pure", "codec"]), (Some(0), String::new()));
    let (code, said) = slice(&["--pure", "codex", "--pure", "program"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("warning: no function of a module `codex` is called"), "{said}");
    assert!(said.contains("warning: `program` is a module of the program, which is read"), "{said}");
    for (more, expected) in [
        (
            ["--pure", "codec", "--slicer", "reachable"],
            "error: `reachable` of erlang does not know pure modules",
        ),
        (["--pure", "erlang", "--slicer", "sdg"], "error: `erlang` has functions that change state"),
    ] {
        let (code, said) = slice(&more);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
