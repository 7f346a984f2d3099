//! Laws over the Erlang suite: what means the same has the same slices, verdicts, minimal slices and grades.
//!
//! Two classes of rewriting: a comment with everything in it that ends something for who reads text, at any token
//! boundary; and names of functions that look like keywords or need quotes. And what is printed without some of the
//! functions is a program that the compiler takes, whatever attributes name them.

mod rewrite;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use bench_slicers::ast::{NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::builtin::{Builtin, Graph, Variant};
use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::language::Language;
use bench_slicers::languages::{self, text_of};
use bench_slicers::map::{MapOptions, map};
use bench_slicers::minimize::{SearchOptions, search};
use bench_slicers::oracle::{Question, Verdict};
use bench_slicers::random::Random;
use bench_slicers::suite::{Benchmark, Suite, Task};

const VARIANTS: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// Modules of the standard library that are sliced, and criteria in each.
const MODULES: [&str; 8] =
    ["lists", "queue", "base64", "calendar", "rand", "orddict", "gb_trees", "proplists"];
const N_CRITERIA: usize = 20;

/// A program written differently, and how labels of functions are written there.
struct Rewriting {
    name: String,
    files: Vec<SourceFile>,
    rename: Renaming,
}

fn same(name: &str) -> String {
    name.to_owned()
}

/// `fun_f`, which starts like the keyword.
fn fun_name(name: &str) -> String {
    format!("fun_{}", name.trim_matches('\''))
}

fn quoted_name(name: &str) -> String {
    format!("'it''s {}'", name.trim_matches('\'')).replace("''", "\\'")
}

fn parse(files: &[SourceFile]) -> Tree {
    let tree = Tree::parse(Language::Erlang, files);
    assert!(tree.problems().is_empty(), "{:?}\n{}", tree.problems(), files[0].text);
    tree
}

fn files_of(tree: &Tree) -> Vec<SourceFile> {
    tree.files().cloned().collect()
}

/// How a name of a function is written otherwise.
type Renaming = fn(&str) -> String;

fn renamings() -> [(&'static str, Renaming); 2] {
    [("functions called fun_…", fun_name), ("functions with quoted names", quoted_name)]
}

/// Comments everywhere, comments at single places, and other names.
fn rewritings(program: &Tree, n_single: usize) -> Vec<Rewriting> {
    let files = files_of(program);
    let mut all = vec![Rewriting {
        name: "a comment at every boundary".to_owned(),
        files: rewrite::commented_everywhere(&files),
        rename: same,
    }];
    let mut random = Random::new(7);
    for _ in 0..n_single {
        let mut files = files.clone();
        let file = &mut files[random.below(program.files().len())];
        let place = *random.choose(&rewrite::boundaries(&file.text)).expect("a file has tokens");
        file.text = rewrite::commented(&file.text, &[place]);
        all.push(Rewriting { name: format!("a comment at byte {place}"), files, rename: same });
    }
    for (name, rename) in renamings() {
        all.push(Rewriting { name: name.to_owned(), files: rewrite::renamed(&files, &rename), rename });
    }
    all
}

fn erlang_benchmarks(suite: &Suite) -> Vec<&Benchmark> {
    suite.benchmarks.iter().filter(|benchmark| benchmark.language == Language::Erlang).collect()
}

/// Node sets of every graph slicer, and of the one by names.
fn slices(program: &Tree, criteria: &[NodeId], by_names: bool) -> Vec<NodeSet> {
    let graph = Graph::build(program);
    let of_graph = criteria.iter().flat_map(|&criterion| {
        VARIANTS.map(|variant| graph.slice(criterion, variant).intersection(&program.counted()))
    });
    let names = Builtin::Reachable.prepare(program, 1);
    let reachable = criteria.iter().filter(|_| by_names).map(|&criterion| names.keep(criterion));
    of_graph.chain(reachable).collect()
}

/// The nodes have the kinds and places of the program's; labels but those of functions are equal.
fn check_same_shape(program: &Tree, other: &Tree, why: &str) {
    let shape = |tree: &Tree| -> Vec<(String, u32)> {
        tree.ids().map(|node| (tree.kind(node).to_owned(), tree.subtree(node).end)).collect()
    };
    assert_eq!(shape(program), shape(other), "{why}");
}

#[apply(test)]
fn slices_do_not_depend_on_comments_or_names() {
    let suite = Suite::embedded().unwrap();
    for benchmark in erlang_benchmarks(&suite) {
        let program = &benchmark.tree;
        let mut criteria: Vec<NodeId> = suite
            .tasks()
            .filter(|task| std::ptr::eq(task.benchmark, benchmark))
            .map(|task| task.criterion.node)
            .collect();
        criteria.dedup();
        let expected = [false, true].map(|by_names| slices(program, &criteria, by_names));
        for rewriting in rewritings(program, 6) {
            let why = format!("{} with {}", benchmark.id, rewriting.name);
            let other = parse(&rewriting.files);
            check_same_shape(program, &other, &why);
            // `reachable` follows names in strings, too, which are not renamed.
            let by_names = rewriting.name.starts_with("a comment");
            assert_eq!(slices(&other, &criteria, by_names), expected[usize::from(by_names)], "{why}");
        }
    }
}

#[apply(test)]
fn grades_do_not_depend_on_comments_or_names() {
    let suite = Suite::embedded().unwrap();
    for task in suite.tasks().filter(|task| task.benchmark.language == Language::Erlang) {
        let program = &task.benchmark.tree;
        for gold in &task.criterion.golds {
            let gold = parse(&gold.files);
            let expected = map(program, &gold, &MapOptions::default());
            let check = |program: &Tree, gold: &Tree, why: &str| {
                let found = map(program, gold, &MapOptions::default());
                assert_eq!(found.kept.len(), expected.kept.len(), "{}: {why}", task.id());
                // Where text fits in several ways, its place in the file may settle which one is meant.
                if expected.ambiguous.is_empty() && found.ambiguous.is_empty() {
                    assert_eq!(found.kept, expected.kept, "{}: {why}", task.id());
                }
            };
            check(program, &parse(&rewrite::commented_everywhere(&files_of(&gold))), "gold with comments");
            for (name, rename) in renamings() {
                let renamed = |tree: &Tree| parse(&rewrite::renamed(&files_of(tree), &rename));
                check(&renamed(program), &renamed(&gold), name);
            }
        }
    }
}

/// What an oracle says of every single deletion, and the slice that a search of depth 1 finds.
fn judged(task: Task<'_>, program: &Tree, rename: fn(&str) -> String) -> (Vec<String>, NodeSet) {
    let (name, arity) = task.benchmark.entry_point().expect("an entry").rsplit_once('/').expect("an arity");
    let written = rename(name);
    let name = written.trim_matches('\'').replace("\\'", "'");
    let question = Question::new(task.criterion.nodes.clone(), format!("{name}/{arity}"));
    let mut oracle = languages::oracle(program, &question).unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(&task.benchmark.inputs).unwrap();
    let ids = 0..oracle.deletions().all().len() as DeletionId;
    let singles: Vec<Candidate> = ids.map(|id| [id].into_iter().collect()).collect();
    let verdicts =
        oracle.judge(&singles, false).unwrap().into_iter().map(|judgement| match judgement.verdict {
            Verdict::Invalid(flaw) => format!("invalid at {}", flaw.node),
            verdict => format!("{verdict:?} {}", judgement.ticks),
        });
    let verdicts = verdicts.collect();
    let options = SearchOptions { max_nodes: Some(1), ..SearchOptions::default() };
    let found = search(oracle.as_mut(), &options, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
    (verdicts, oracle.deletions().kept(program, &found.candidate))
}

#[apply(test)]
#[needs(Erlang)]
fn verdicts_and_minimal_slices_do_not_depend_on_comments_or_names() {
    let is_slow = crate::harness::is_slow();
    let suite = Suite::embedded().unwrap();
    // One criterion of each program, of which the calculator alone takes as long as all others.
    let mut seen = BTreeSet::new();
    let tasks = suite.tasks().filter(|task| task.benchmark.language == Language::Erlang);
    let tasks = tasks.filter(|task| seen.insert(task.benchmark.id.clone()));
    for task in tasks.filter(|task| is_slow || task.benchmark.tree.len() < 250) {
        let program = &task.benchmark.tree;
        let expected = judged(task, program, same);
        for rewriting in rewritings(program, usize::from(is_slow)) {
            let found = judged(task, &parse(&rewriting.files), rewriting.rename);
            assert_eq!(found, expected, "{} with {}", task.id(), rewriting.name);
        }
    }
}

/// Compiles every folder of programs below this one; what the compiler refuses, with its words.
fn refused(root: &Path) -> String {
    const COMPILE: &str = r#"
        [Root] = init:get_plain_arguments(),
        lists:foreach(fun(File) ->
            case compile:file(File, [strong_validation, return_errors, {i, filename:dirname(File)}]) of
                {error, Errors, _} -> io:format("~ts: ~tp~n", [File, Errors]);
                error -> io:format("~ts: not compiled~n", [File]);
                _ -> ok
            end
        end, lists:sort(filelib:wildcard(filename:join([Root, "*", "*.erl"])))),
        halt()."#;
    let output =
        Command::new("erl").args(["-noshell", "-eval", COMPILE, "-extra"]).arg(root).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn write(root: &Path, name: &str, files: &[SourceFile]) {
    for file in files {
        let path = root.join(name).join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.text).unwrap();
    }
}

/// A function with everything that names it, by words of the text: more than what calls it.
fn with_callers(program: &Tree, function: NodeId) -> Vec<NodeId> {
    let roots: Vec<NodeId> =
        (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx)).collect();
    let mut gone = vec![function];
    loop {
        let names: Vec<&str> =
            gone.iter().filter_map(|&root| Some(program.label(root).rsplit_once('/')?.0)).collect();
        let calls = |root: NodeId| {
            let text = program.text(root);
            rewrite::tokens(text).into_iter().any(|token| names.contains(&text[token].trim_matches('\'')))
        };
        let more = roots.iter().copied().find(|root| !gone.contains(root) && calls(*root));
        match more {
            Some(root) => gone.push(root),
            None => return gone,
        }
    }
}

#[apply(test)]
#[needs(Erlang)]
fn a_program_without_some_of_its_functions_compiles() {
    let suite = Suite::embedded().unwrap();
    let dir = tempfile::tempdir().unwrap();
    for benchmark in erlang_benchmarks(&suite) {
        let program = &benchmark.tree;
        let deletions = languages::deletions(program).unwrap();
        for function in (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx)) {
            let gone = with_callers(program, function);
            let candidate: Candidate = gone.iter().map(|&root| deletions.of_node(root).start).collect();
            let left: NodeSet = program
                .ids()
                .filter(|node| !gone.iter().any(|&root| program.subtree(root).contains(node)))
                .collect();
            let name = format!("{}-{function}", benchmark.id.replace('/', "-"));
            write(dir.path(), &format!("{name}-table"), &deletions.text(program, &candidate));
            write(dir.path(), &format!("{name}-kept"), &text_of(program, &left));
        }
    }
    assert_eq!(refused(dir.path()), "");
}

#[apply(test)]
#[needs(ErlangSources)]
fn slices_of_the_standard_library_compile() {
    let library = crate::harness::stdlib().expect("it was there before");
    let dir = tempfile::tempdir().unwrap();
    let mut random = Random::new(20);
    for module in MODULES {
        let name = format!("{module}.erl");
        let text = String::from_utf8_lossy(&fs::read(library.join(&name)).unwrap()).into_owned();
        let program = parse(&[SourceFile::new(&name, text)]);
        let graph = Graph::build(&program);
        let is_variable = |&node: &NodeId| program.flags(node).has(bench_slicers::ast::Flags::VARIABLE);
        let variables: Vec<NodeId> = program.ids().filter(is_variable).collect();
        for _ in 0..N_CRITERIA {
            let criterion = *random.choose(&variables).expect("a module has variables");
            for variant in [Variant::CeEdg, Variant::Sdg] {
                let files = graph.render(&graph.slice(criterion, variant));
                write(dir.path(), &format!("{module}-{criterion}-{variant:?}"), &files);
            }
        }
    }
    assert_eq!(refused(dir.path()), "");
}
