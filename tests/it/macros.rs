//! Macros as Erlang's own preprocessor expands them.
//!
//! `epp` reads each module and `erl_pp` prints its functions; the nodes of what they print must be the nodes of the
//! module as it stands.

use std::path::{Path, PathBuf};
use std::process::Command;

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;

use crate::support::Folder;

/// Bodies of modules that put the preprocessor's rules to the test.
const TORTURE: &[(&str, &str)] = &[
    (
        "arguments_inside_bodies",
        "-define(LOW(B), ((1 bsl (B)) - 1)).\n-define(MASK(B, X), ((X) band ?LOW(B))).\nf(X) -> ?MASK(8, ?MASK(4, X)).",
    ),
    (
        "four_macros_of_one_name",
        "-define(F, a).\n-define(F(), b).\n-define(F(X), {c, X}).\n-define(F(X, Y), {d, X, Y}).\n\
         f(X) -> [?F, ?F(), ?F(X), ?F(1, X), ?F(?F), ?F(?F(), ?F(X))].",
    ),
    (
        "object_before_arguments",
        "-define(F, g).\n-define(M, lists:map).\nf(X) -> {?F(X), ?M(fun g/1, X)}.\ng(X) -> X.",
    ),
    (
        "no_parentheses_end_where_they_end",
        "-define(F, ?G).\n-define(G, g).\n-define(G(X), {h, X}).\nf(X) -> ?F(?G(X)).\ng(X) -> X.",
    ),
    (
        "undefined_and_defined_again",
        "-define(K, 1).\nf() -> ?K.\n-undef(K).\n-define(K, {2, ?L}).\n-define(L, 3).\ng() -> ?K.\n-undef(K).\n-define(K(X), X).\nh() -> ?K(4).",
    ),
    (
        "late_binding",
        "-define(OUT, ?IN).\n-define(IN, 1).\nf() -> ?OUT.\n-undef(IN).\n-define(IN, [2]).\ng() -> ?OUT.",
    ),
    (
        "strings_of_arguments",
        "-define(S(X), {??X, X}).\n-define(T(X, Y), ?S({X, Y})).\n\
         f(A) -> [?S(A + 16#1F), ?S(\"a\\\"b\"), ?S('a b'), ?S([A|'c']), ?T(A, <<1:8/integer>>), ?S($a), ?S(1.5)].",
    ),
    (
        "predefined",
        "f({A, B}, [_|_]) -> {?MODULE, ?MODULE_STRING, ?LINE, ?FUNCTION_NAME, ?FUNCTION_ARITY, A, B};\n\
         f(_, _) -> ?FUNCTION_NAME(\n{?LINE, \"a\" ?MODULE_STRING}, ?MODULE:g()).\ng() -> ?FUNCTION_ARITY.",
    ),
    (
        "brackets_text_and_comments_in_arguments",
        "-define(P(X, Y), {X, Y}).\n\
         f(A) -> [?P(<<1,2>>, [3,4]), ?P(\")\", $,), ?P($(, 'a,)'), ?P(A % b, (c)\n, d),\n\
         ?P(fun(B, C) -> {B, C} end, fun f/1), ?P(begin A, b end, case A of {d, e} -> f; _ -> g end),\n\
         ?P(fun R(B) -> R(B), A end, if A -> b; true -> c end), ?P(try A catch _:_ -> b end, receive c -> d end)].",
    ),
    (
        "pieces_of_syntax",
        "-define(CLAUSE, catch error:badarg ->).\n-define(IF(X), case X of true ->).\n-define(ELSE, ; false ->).\n\
         -define(END, end).\n-define(HEAD(N), N(X, Y)).\n-define(ARROW, ->).\n-define(NONE, ).\n\
         f(X) -> try g(X, X) ?CLAUSE ?IF(X) a ?ELSE b ?END ?END.\n?HEAD(g) ?ARROW {X, Y ?NONE}.",
    ),
    (
        "heads_guards_and_records",
        "-define(TAG, point).\n-define(POSITIVE(X), is_integer(X), X > 0).\n-record(?TAG, {x = 0, y}).\n\
         f(#?TAG{x = X} = P) when ?POSITIVE(X); X =:= ?LINE -> {P#?TAG.y, #?TAG{x = X}, P#?TAG{y = 1}, #?TAG.x}.",
    ),
    (
        "attributes",
        "-define(F, f).\n-define(T, integer()).\n-export([?F/1]).\n-spec ?F(?T) -> ?T.\n-type t() :: ?T.\n?F(X) -> X.",
    ),
    ("quoted_names", "-define('two words', 2).\n-define(x, 1).\nf() -> {?'two words', ?x, ?'x'}."),
    ("a_macro_names_another", "-define(GO(M), ?M(1)).\n-define(A(X), {a, X}).\nf() -> ?GO(A)."),
    ("an_argument_of_the_outer_call", "-define(APPLY(F), F(1)).\n-define(G(X), {g, X}).\nf() -> ?APPLY(?G)."),
    (
        "operators_stay_apart",
        "-define(MINUS, -).\n-define(NEG(X), -X).\nf(X) -> {X -?NEG(X), X ?MINUS ?NEG(1), X-?NEG(-1), <<X:8/little-unsigned>>}.",
    ),
];

/// Modules of the standard library that use no other macros than their own.
const REAL: &[&str] = &[
    "base64",
    "calendar",
    "digraph",
    "erl_scan",
    "gb_sets",
    "gb_trees",
    "lists",
    "maps",
    "orddict",
    "ordsets",
    "proplists",
    "queue",
    "rand",
    "sets",
];

const PRINT: &str = r#"
    Print = fun(File) ->
        {ok, Forms} = epp:parse_file(File, []),
        [error({File, Why}) || {error, Why} <- Forms],
        Text = [erl_pp:form(Form, [{encoding, unicode}]) || {function, _, _, _, _} = Form <- Forms],
        ok = file:write_file(File ++ ".printed", unicode:characters_to_binary(Text))
    end,
    lists:foreach(Print, init:get_plain_arguments()),
    halt()."#;

fn tree(path: &Path) -> Tree {
    Tree::parse(Language::Erlang, &[SourceFile::new("m.erl", std::fs::read_to_string(path).unwrap())])
}

/// Kind, label and size of each node. `erl_pp` prints `erlang:error(X)` as `error(X)`.
fn nodes(tree: &Tree) -> Vec<String> {
    let shown = |node| {
        let (kind, label) = (tree.kind(node), tree.label(node));
        let short = label.strip_prefix("erlang:").filter(|_| kind == "remote");
        let (kind, label) = short.map_or((kind, label), |name| ("atom", name));
        format!("{kind} `{label}` of {}", tree.subtree(node).len())
    };
    tree.ids().map(shown).collect()
}

/// What is different in the module and in what Erlang prints of it.
fn difference(path: &Path) -> Option<String> {
    let ours = tree(path);
    let theirs = tree(&path.with_extension("erl.printed"));
    if !ours.problems().is_empty() {
        return Some(format!("{}: {:?}", path.display(), ours.problems()));
    }
    let unknown = ours.ids().find(|&node| ours.kind(node) == "macro_call_expr");
    if let Some(unknown) = unknown {
        return Some(format!("{}: not expanded: {}", path.display(), ours.text(unknown)));
    }
    let (found, expected) = (nodes(&ours), nodes(&theirs));
    let at = (0..found.len().max(expected.len())).find(|&idx| found.get(idx) != expected.get(idx))?;
    let line = ours.line(at.min(ours.len() - 1) as u32);
    Some(format!("{}:{line}: {:?}, not {:?}", path.display(), found.get(at), expected.get(at)))
}

fn check(paths: &[PathBuf]) {
    let output =
        Command::new("erl").args(["-noshell", "-eval", PRINT, "-extra"]).args(paths).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let differences: Vec<String> = paths.iter().filter_map(|path| difference(path)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[apply(test)]
#[needs(Erlang)]
fn torture_modules_have_the_nodes_that_epp_gives_them() {
    let folder = Folder::empty();
    let write = |(name, text): &(&str, &str)| {
        let file = format!("{name}.erl");
        folder.write(&file, format!("-module({name}).\n{text}\n"));
        folder.path().join(file)
    };
    check(&TORTURE.iter().map(write).collect::<Vec<_>>());
}

#[apply(test)]
#[needs(ErlangSources)]
fn modules_of_the_standard_library_have_the_nodes_that_epp_gives_them() {
    let library = crate::harness::stdlib().expect("it was there before");
    let folder = Folder::empty();
    let copied = |name: &&str| {
        let text = std::fs::read(library.join(format!("{name}.erl"))).ok()?;
        folder.write(&format!("{name}.erl"), text);
        Some(folder.path().join(format!("{name}.erl")))
    };
    let paths: Vec<PathBuf> = REAL.iter().filter_map(copied).collect();
    assert_eq!(paths.len(), REAL.len());
    check(&paths);
}

/// What it names may be anything: there is no syntax problem, and what is written is a node.
#[apply(test)]
fn unknown_macros_make_no_module_unreadable() {
    for (text, n_nodes) in [
        ("-export([?F/1]).\nf() -> a.", 4),
        ("-record(?TAG, {a, b = ?D}).\nf() -> a.", 4),
        ("-spec f(?T) -> ?U(a).\nf(_) -> a.", 4),
        ("-type t() :: ?T.\n-type ?U() :: a.\nf() -> a.", 4),
        ("-custom(?X).\n-?ATTRIBUTE(x).\nf() -> a.", 4),
        ("f(X) -> X#?TAG.a.", 6),
        ("f() -> #?TAG.a.", 4),
        ("f() -> #?TAG{a = 1}.", 6),
        ("f(X) -> X#?TAG{a = 1}.", 8),
        ("f(X) -> ?MOD:f(X).", 8),
        ("f(X) -> m:?F(X).", 7),
        ("f(X) -> ?MOD:?F(X).", 8),
        ("f() -> fun ?F/1.", 4),
        ("f() -> fun ?MOD:f/?A.", 6),
        ("f(X) when ?G(X) -> a.", 5),
        ("f() -> \"a\" ?S.", 6),
    ] {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("m.erl", text)]);
        assert!(tree.problems().is_empty(), "{text}: {:?}", tree.problems());
        assert_eq!(tree.n_counted(), n_nodes, "{text}: {:?}", nodes(&tree));
    }
}
