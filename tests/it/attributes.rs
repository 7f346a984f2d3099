//! Attributes of Erlang modules follow their functions: without any one of these, the compiler takes what is left.

use std::fs;
use std::path::Path;
use std::process::Command;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::Builtin;
use bench_slicers::deletions::{Action, Candidate, DeletionId, Leaves};
use bench_slicers::language::Language;
use bench_slicers::languages::{deletions, oracle, text_of};
use bench_slicers::oracle::Question;
use bench_slicers::suite::Suite;

/// Every attribute that names functions, with comments where they can stand; no function calls another.
const TORTURE: &str = r#"-module(  % a comment. -export([nothing/1]).
  'torture').
-define(KEPT, kept).
-define(PAIR(A, B), {A, B}).
-define(MAKE, made(1)).
-export([plain/1, % with a full stop. And, a comma
         'it is'/1 , % 'it is'/2]
         funny/1, funny/2]).
-export([?KEPT/0, twin/1,last/0 % , nothing/0
        ]).
-export(% here. ([
  [ % and, here.
    old/1, older/2, oldest/0, gone/1
  ]).
-export([later/3]). -compile({inline, [{plain,1}]}).
-compile([{inline, [plain/1, 'it is'/1]}, nowarn_unused_record, % debug_info, [x/1].
          {inline, [{funny,1}, {funny,2}]}, {nowarn_unused_function, [hidden/0]}]).
-compile({nowarn_unused_function, {other, 0}}).
-compile({inline_size, 24}).
-record(inner, {f = nested(2)}).
-record(point, {x = 1 :: integer(), % a. b, c
                'the y' = fun default/1, z = [?MAKE, "a.b, c]"], w = #inner{}}).
-record(pair, {both = ?PAIR(fun first/0, second(1))}).
-type shape() :: {point, 1..9} | [shape()] | none.
-spec plain(X) -> X. % plain(X).
-spec(hidden() -> % hidden. ()
  none).
-spec torture:'it is'(fun((A) -> A)) -> #point{}.
-spec funny(X) -> Y when X :: shape(), Y :: [X]; (none) -> none.
-spec funny({A, B}, [C]) -> {A, B, C}.
-spec twin(none) -> none.
-callback plain(term()) -> term().
-optional_callbacks([plain/1]).
-deprecated([{old,1,"use plain/1. Or 'it is'"}, % old. older,
             {older,2,eventually}]).
-deprecated({oldest,'_'}).
-deprecated([{gone, 1}]).
-removed([{never,1,"gone. for good"}]).
-dialyzer({no_match,% f/1.
           plain/1}).
-dialyzer({nowarn_function,['it is'/1 , hidden/0]}).
-dialyzer([{no_return, funny/1}, {[no_match, no_unused], [funny/2, {last,0}]}, no_opaque]).
-on_load(loader/0).
-ignore_xref([plain/1, {last,0}, {torture,funny,1}, {lists,map,2}]).
-nifs([native/1]).
-'author'({plain, "-export([plain/3])."}).
plain(X) -> X
  - erlang:element(1, {X}).
'it is'(F) -> "
-include(nothing).
-export([nothing/9])", F.
funny(X) -> X.
funny({A, B}, C) -> {A, B, C}.
kept() -> $%.
-ifdef(A_MACRO).
twin(none) -> none.
-else.
twin(X) -> X.
-endif.
later(_, _, _) -> later.
make(X) -> #point{x = X, w = none}.
last() -> 1.
hidden() -> none.
other() -> none.
old(X) -> X.
older(X, Y) -> {X, Y}.
oldest() -> 1.
gone(X) -> X.
loader() -> ok.
native(X) -> X.
default(X) -> X.
made(X) -> X.
nested(X) -> X.
first() -> 1.
second(X) -> X.
"#;

fn program(text: &str) -> Tree {
    Tree::parse(Language::Erlang, &[SourceFile::new("torture.erl", text)])
}

/// Roots by label, copies for different targets together.
fn functions(program: &Tree) -> Vec<Vec<NodeId>> {
    let mut functions: Vec<Vec<NodeId>> = Vec::new();
    for root in (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx)) {
        let is_copy = |copies: &&mut Vec<NodeId>| {
            program.label(copies[0]) == program.label(root)
                && program.file_of(copies[0]) == program.file_of(root)
        };
        match functions.iter_mut().find(is_copy) {
            Some(copies) => copies.push(root),
            None => functions.push(vec![root]),
        }
    }
    functions
}

/// The program without some of its functions, as the table of deletions and as slicers write it.
fn without(program: &Tree, gone: &[NodeId]) -> [Vec<SourceFile>; 2] {
    let deletions = deletions(program).expect("Erlang has a table");
    let is_gone = |node: NodeId| gone.contains(&node);
    let ids =
        deletions.all().iter().enumerate().filter(|(_, deletion)| {
            is_gone(deletion.node) && deletion.action == Action::Delete(Leaves::Nothing)
        });
    let candidate: Candidate = ids.map(|(id, _)| id as DeletionId).collect();
    let counted = program.counted();
    let keep = counted.iter().filter(|&node| !is_gone(node) && !program.ancestors(node).any(is_gone));
    [deletions.text(program, &candidate), text_of(program, &keep.collect())]
}

/// Compiles programs, each in a folder of its own, with one call; what the compiler said.
fn compiled(programs: &[(String, Vec<SourceFile>)]) -> String {
    let dir = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("erlc");
    command.args(["-W0", "-o", "."]).current_dir(dir.path());
    for (name, files) in programs {
        fs::create_dir_all(dir.path().join(name)).expect("a folder");
        for file in files {
            let path = Path::new(name).join(&file.path);
            fs::write(dir.path().join(&path), &file.text).expect("a file");
            command.arg(path);
        }
    }
    let output = command.output().expect("`erlc` runs");
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() || !said.is_empty(), "`erlc` failed and said nothing");
    said
}

#[apply(test)]
#[needs(Erlang)]
fn a_module_without_any_one_function_compiles_whatever_its_attributes_say() {
    let program = program(TORTURE);
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let mut programs = vec![("whole".to_owned(), program.files().cloned().collect())];
    for copies in functions(&program) {
        let name = program.label(copies[0]).replace(['/', ' '], "-");
        let [by_table, by_keep] = without(&program, &copies);
        programs.push((format!("{name}-by-table"), by_table));
        programs.push((format!("{name}-by-keep"), by_keep));
    }
    assert_eq!(compiled(&programs), "");
}

#[apply(test)]
#[needs(Erlang)]
fn every_slice_of_a_module_compiles_whatever_its_attributes_say() {
    let program = program(TORTURE);
    let prepared = Builtin::CeEdg.prepare(&program, 1);
    let criteria = program.ids().filter(|&node| program.flags(node).has(Flags::VARIABLE));
    let slices: Vec<_> = criteria.map(|node| (format!("slice-for-{node}"), prepared.slice(node))).collect();
    assert!(slices.len() > 30, "{} slices", slices.len());
    assert_eq!(compiled(&slices), "");
    let maker = program.ids().find(|&node| program.label(node) == "make/1").expect("is there");
    let criterion = program.subtree(maker).rfind(|&node| program.label(node) == "X").expect("is there");
    let slice = &prepared.slice(criterion)[0].text;
    assert!(["\ndefault(", "\nmade(", "\nnested("].iter().all(|name| slice.contains(name)), "{slice}");
    assert!(!slice.contains("\nplain("), "{slice}");
}

/// Else a candidate could make a record without what its default calls.
#[apply(test)]
#[needs(Erlang)]
fn an_oracle_runs_no_program_whose_record_defaults_call() {
    for default in ["f()", "[fun f/0]", "?F"] {
        let program = program(&format!(
            "-module(torture).\n-export([main/1]).\n-define(F, f()).\n-record(r, {{a = {default}}}).\n\
             main(X) ->\n    Y = {{X, #r{{}}}},\n    Y.\nf() -> 1.\n"
        ));
        let criterion = program.ids().rfind(|&node| program.label(node) == "Y").expect("is there");
        let refused = oracle(&program, &Question::new(vec![criterion], "main/1")).err();
        let said = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(said.contains("this record definition"), "{default}: {said}");
    }
}

#[apply(test)]
fn programs_of_the_suite_compile_without_a_function_that_nothing_calls() {
    let suite =
        Suite::load(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("suite")]).expect("the suite can be read");
    let mut programs = Vec::new();
    for benchmark in suite.benchmarks.iter().filter(|benchmark| benchmark.language == Language::Erlang) {
        let program = &benchmark.tree;
        for copies in functions(program) {
            let name = program.label(copies[0]).split('/').next().unwrap_or_default();
            let calls = |node: NodeId| {
                let label = program.label(node);
                label == name
                    || label.ends_with(&format!(":{name}"))
                    || label.contains(program.label(copies[0]))
            };
            let outside = program.ids().filter(|&node| {
                !copies.contains(&node) && !program.ancestors(node).any(|above| copies.contains(&above))
            });
            if outside.into_iter().any(calls) {
                continue;
            }
            let folder = format!(
                "{}-{}",
                benchmark.id.replace('/', "-"),
                program.label(copies[0]).replace(['/', ' '], "-")
            );
            let [by_table, by_keep] = without(program, &copies);
            programs.push((format!("{folder}-by-table"), by_table));
            programs.push((format!("{folder}-by-keep"), by_keep));
        }
    }
    assert!(programs.len() > 30, "{} programs", programs.len());
    assert_eq!(compiled(&programs), "");
}
